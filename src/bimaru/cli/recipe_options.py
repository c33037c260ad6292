"""The recipes that the options of `bimaru generate`, or a file of recipes, describe."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from typing import Final

import click

from bimaru.cli import options
from bimaru.cli.combinations import apart
from bimaru.cli.error_reports import BadInputError
from bimaru.cli.spelling import meant
from bimaru.errors import InvalidInputError
from bimaru.generation.recipe import InvalidRecipeError, Recipe
from bimaru.grading.grades import GRADES
from bimaru.validation import number_in

_RECIPE_OPTIONS: Final = tuple(f"--{field.name.replace('_', '-')}" for field in fields(Recipe))
"""The options that describe puzzles."""
ALL_IN_FILE: Final = apart(
    ["--recipes"], _RECIPE_OPTIONS, "{}: set in the file that --recipes names, not beside it."
)
"""What describes the puzzles is in the file of recipes, if there is one."""


def parts_of(
    recipes: Path | None, count: int | None, grade: str | None, **entries: object
) -> list[tuple[Recipe, int]]:
    """The recipes and the numbers of their puzzles. Raises `BadInputError` and `UsageError`."""
    quotas = quotas_in(grade)
    if count is not None and (recipes or quotas):
        raise click.UsageError("--count cannot be combined with numbers of puzzles in --recipes or --grade.")
    if recipes is not None:
        return _read_recipes(recipes)
    if quotas:
        return [(_recipe(**entries, grade=name), number) for name, number in quotas]
    return [(_recipe(**entries, grade=grade), count or 1)]


def spelt_grade(text: str) -> str:
    """The value of `--grade`, with the names of grades as the library has them; `easy..hard` is a range, and
    a number alone the whole number of the grade's scores."""
    if (number := number_in(text)) and number <= len(GRADES):
        return GRADES[number - 1]
    text = text.replace("..", "-")
    return re.sub(r"[^\W\d_]+", lambda name: meant(name[0], GRADES) or name[0], text)


def quotas_in(grade: str | None) -> list[tuple[str, int]]:
    """The grades of `easy:40,hard:20` with their numbers; empty for anything without numbers."""
    if grade is None or ":" not in grade:
        return []
    pairs = [entry.partition(":")[::2] for entry in grade.split(",")]
    quotas = [(name.strip(), number_in(number) or 0) for name, number in pairs]
    if not all(0 < number <= options.MAX_NUMBER for _, number in quotas):
        raise BadInputError(f"--grade: {grade!r} is not a list of grades with numbers, like easy:40,hard:20")
    return quotas


def _read_recipes(path: Path) -> list[tuple[Recipe, int]]:
    """The recipes of a file. Raises `BadInputError` with every fault."""
    import tomllib

    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadInputError(f"{path}: not TOML: {error}") from None
    tables = data.get("recipe")
    if data.keys() != {"recipe"} or not (isinstance(tables, list) and tables):
        raise BadInputError(f"{path}: expected tables [[recipe]] and nothing else")
    found, faults = [], []
    for number, table in enumerate(tables, 1):
        try:
            found.append(_recipe_in(table))
        except InvalidInputError as error:
            faults += [f"{path}: recipe {number}: {fault}" for fault in error.faults]
    if faults:
        raise BadInputError("\n".join(faults))
    return found


def _recipe_in(table: object) -> tuple[Recipe, int]:
    """The recipe of a table, and its count. Raises `InvalidInputError`."""
    if not isinstance(table, dict):
        raise InvalidRecipeError(["expected a table"])
    count = table.pop("count", None)
    if not (type(count) is int and 1 <= count <= options.MAX_NUMBER):
        raise InvalidRecipeError([f"count: {count!r} is not a number from 1 to {options.MAX_NUMBER}"])
    return Recipe.from_table(table), count


def _recipe(**entries: object) -> Recipe:
    """The recipe. Raises `BadInputError` with every fault."""
    try:
        return Recipe(**entries)  # type: ignore[arg-type]  # checked by the constructor
    except InvalidRecipeError as error:
        parts = (fault.partition(":") for fault in error.faults)  # the name of the entry, and what is wrong
        lines = [f"--{name.replace('_', '-')}:{text}" for name, _, text in parts]
        raise BadInputError("\n".join(lines)) from error
