"""The examples in docs/reference/techniques.md, drawn and explained by bimaru itself.

Below each `<!-- example: TECHNIQUE -->` stands the step of that technique in the puzzle that
`data/techniques.jsonl` has for it: the boards before and after it and its sentences.
`python tests/support/pictures.py` renews all of them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from bimaru.advice.explanation import explain
from bimaru.board import NO_LETTER, SHIP, UNKNOWN, WATER, Board
from bimaru.deduction import Step
from bimaru.deduction.techniques import CASES, LETTERED, TECHNIQUES
from bimaru.drawing.scene import scene
from bimaru.drawing.svg import svg
from bimaru.puzzle import Puzzle
from bimaru.squares import Part, Square
from instances import Instance, puzzle_of, rows

PAGE: Final = Path(__file__).parents[2] / "docs" / "reference" / "techniques.md"
SHOWN: Final = (*TECHNIQUES[:-3], CASES, *TECHNIQUES[-3:], *LETTERED)
"""The techniques on the page, in order."""
_EXAMPLE: Final = re.compile(r"<!-- example: (.*?) -->\n.*?\n<!-- end -->", re.DOTALL)
_SIZE: Final = 26


class Example(NamedTuple):
    """The first step of a technique in its puzzle, and the board that it starts from."""

    puzzle: Puzzle
    before: Board
    step: Step


def oracles() -> dict[str, Instance]:
    """For each technique the smallest puzzle found that needs it."""
    return {
        row["technique"]: Instance(puzzle_of(row), {"id": row["technique"]}) for row in rows("techniques")
    }


def told() -> dict[str, Puzzle]:
    """For each technique a small puzzle whose explanation has a step of it."""
    return {row["technique"]: puzzle_of(row) for row in rows("told-techniques")}


def first_board(puzzle: Puzzle) -> Board:
    """What the givens of a puzzle show."""
    marks = {given.square: WATER if given.kind == Part.WATER else given.kind for given in puzzle.givens}
    letters = {given.square: given.letter for given in puzzle.givens if given.letter is not None}
    rows = _rows(puzzle, marks | dict.fromkeys(letters, SHIP), UNKNOWN)
    return Board(rows, _rows(puzzle, letters, NO_LETTER) if letters else None)


def _rows(puzzle: Puzzle, marks: Mapping[Square, str], other: str) -> tuple[str, ...]:
    squares = ([marks.get((r, c), other) for c in range(puzzle.width)] for r in range(puzzle.height))
    return tuple(map("".join, squares))


def example(technique: str) -> Example:
    puzzle = told()[technique]
    before = first_board(puzzle)
    for step in explain(puzzle):
        if step.technique == technique:
            return Example(puzzle, before, step)
        before = step.board
    raise ValueError(f"the example does not use {technique!r}")


def names_of(technique: str) -> tuple[str, str]:
    """The files of the pictures of a technique, before and after."""
    stem = re.sub(r"\W+", "-", technique)
    return (f"technique-{stem}-before.svg", f"technique-{stem}-after.svg")


def pictures() -> dict[str, str]:
    """Every picture of the page by the name of its file."""
    drawn = {}
    for technique in SHOWN:
        puzzle, board, step = example(technique.name)
        before, after = names_of(technique.name)
        drawn[before] = svg(scene(puzzle, board, title=f"Before: {technique.name}"), "auto", _SIZE)
        description = scene(puzzle, step.board).description  # the page has the text of the step itself
        lit = scene(puzzle, None, step, title=f"After: {technique.name}", caption="")
        drawn[after] = svg(lit._replace(description=description), "auto", _SIZE)
    return drawn


def rendered(technique: str) -> str:
    """The text of an example on the page."""
    images = " ".join(
        f"![{when}](../pictures/{name})"
        for when, name in zip(("before", "after"), names_of(technique), strict=True)
    )
    text = example(technique).step.text.replace("\n", "\n>\n> ")
    return f"<!-- example: {technique} -->\n\n{images}\n\n> {text}\n\n<!-- end -->"


def renewed(page: str) -> str:
    """The page with its examples renewed."""
    return _EXAMPLE.sub(lambda found: rendered(found[1]), page)
