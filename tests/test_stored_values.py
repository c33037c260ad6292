"""What a value gives as JSON is what JSON gives back, so that what is stored equals what was read."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest

import bimaru
from bimaru.advice.explanation import UngradableError
from bimaru.board import Board
from bimaru.engines import engine_named
from bimaru.formats.registry import REGISTRY, format_named
from bimaru.formats.ship_list import list_ships
from bimaru.generation.completion import Target, complete
from bimaru.generation.recipe import Recipe
from bimaru.json_values import JsonValue
from bimaru.library import Library
from bimaru.outcome import Outcome, WholeOutcome
from bimaru.puzzle import Puzzle
from bimaru.puzzle_collections.directory import Part, Settings
from bimaru.puzzle_collections.shards import Layout
from bimaru.puzzle_statistics import collect, features_of
from bimaru.rules import check
from bimaru.study.audit import audit
from bimaru.study.certificate_checker import Verified
from bimaru.study.comparison import Comparison, Trial, run_trial
from explanations import with_column_9
from instances import instance, instances

PLAIN: Final = instance("csplib014", "csplib014-113").puzzle
KINDS: Final = (
    with_column_9(PLAIN),
    PLAIN.replace(givens=PLAIN.givens[1:], rows=(None, *PLAIN.rows[1:])),
    instances("polyomino")[0].puzzle,
    instances("lettered")[0].puzzle,
    instance("seeds", "seed-002-literowce").puzzle,
    PLAIN.replace(rows=((PLAIN.rows[0] or 0) + 1, *PLAIN.rows[1:])),
)
"""Puzzles with every kind of ship, one with several solutions and one without any."""
RECIPES: Final = (
    Recipe(),
    Recipe(size=(9, 9), fleet={}, shapes=(("##", "##"), ("###", ".#."))),
    Recipe(fleet={2: 1}, words=("SHIP", "SEA"), edges=("top",), givens_number=(2, 5)),
    Recipe(grade="easy-hard", missing_tallies=3, symmetry="half-turn"),
)


def classes() -> Iterator[type]:
    """Every class of bimaru with a method `to_data`, but the bases of others."""
    for module in walk_packages(bimaru.__path__, "bimaru."):
        if not module.name.startswith(("bimaru.web", "bimaru.__main__")):
            found = vars(import_module(module.name))
            yield from (
                kind
                for kind in found.values()
                if isinstance(kind, type)
                and kind.__module__ == module.name
                and hasattr(kind, "to_data")
                and kind not in (JsonValue, Outcome, WholeOutcome)
            )


def values() -> Iterator[Any]:
    """Values that contain those of all these classes."""
    yield (bimaru.OutOfTimeError(), *map(format_named, REGISTRY), *RECIPES, complete(PLAIN, Target()))
    parts = tuple(Part(recipe, 5) for recipe in RECIPES)
    yield Settings(parts[1:2], 1, 10, "1", Layout("parquet", "answer", "train:1,test:1"), {"puzzles": 3})
    yield Settings(parts, 1, 10, "1")
    yield collect(map(features_of, KINDS))
    with TemporaryDirectory() as directory, Library(Path(directory) / "library") as library:
        library.add(KINDS)
        yield [*library.entries()]
    yield audit(lambda puzzle: bimaru.solve(puzzle.replace(givens=())), puzzles=[PLAIN])
    right, wrong = (
        run_trial(PLAIN, engine_named("search")),
        Trial("wrong", "none", complete=True, decided=True),
    )
    comparison = Comparison(PLAIN, (right, wrong))
    yield (comparison, comparison.disagreements())
    yield Verified(PLAIN, right.boards, "0" * 64)
    for puzzle in KINDS:
        yield (puzzle, puzzle.provenance)
        yield from results_of(puzzle)


def results_of(puzzle: Puzzle) -> Iterator[Any]:
    """What bimaru finds out about a puzzle."""
    result = bimaru.solve(puzzle, limit=2)
    full, blank = Board(("M" * puzzle.width,) * puzzle.height), Board.unknown(puzzle.height, puzzle.width)
    yield (result, bimaru.count(puzzle), bimaru.explain(puzzle), check(puzzle, full))
    yield bimaru.count_squares(puzzle)
    if not result.boards:
        yield bimaru.explain_conflict(puzzle)
        return
    yield list_ships(puzzle, result.boards[0])
    yield (bimaru.hint(puzzle, blank), bimaru.hint(puzzle, full), bimaru.review(puzzle, full))
    if len(result.boards) > 1:
        yield bimaru.explain_ambiguity(puzzle)
        with pytest.raises(UngradableError) as caught:
            bimaru.grade(puzzle)
        yield caught.value
        return
    yield (bimaru.minimisation(puzzle), bimaru.why(puzzle, (0, 0)), bimaru.grade(puzzle))


def within(value: Any) -> Iterator[Any]:
    """A value and all that it is made of."""
    yield value
    if isinstance(value, tuple | list | set | frozenset):
        parts: Iterator[Any] = iter(value)
    elif isinstance(value, Mapping):
        parts = iter(value.values())
    else:
        parts = (getattr(value, field.name) for field in fields(value)) if is_dataclass(value) else iter(())
    for part in parts:
        yield from within(part)


@pytest.fixture(scope="module")
def values_by_class() -> dict[type, list[Any]]:
    found: dict[type, list[Any]] = {}
    for value in (part for whole in values() for part in within(whole)):
        if hasattr(type(value), "to_data"):
            found.setdefault(type(value), []).append(value)
    return found


@pytest.mark.parametrize("kind", tuple(classes()), ids=lambda kind: kind.__name__)
def test_json_gives_back_what_a_value_is_stored_as(
    kind: type, values_by_class: dict[type, list[Any]]
) -> None:
    for value in values_by_class[kind]:
        data = value.to_data()
        assert json.loads(json.dumps(data)) == data
