"""The examples in docs/techniques.md, drawn by bimaru itself.

    python tests/techniques_page.py

writes them anew: below each `<!-- example: TECHNIQUE -->` the step of that technique in the puzzle that
`data/techniques.jsonl` has for it, the boards before and after it and the sentence that tells it.
"""

from __future__ import annotations

import re
from itertools import zip_longest
from pathlib import Path
from textwrap import fill
from typing import Final

from bimaru.board import UNKNOWN, WATER, Board
from bimaru.deduction.explanation import explain
from bimaru.drawing.terminal import picture
from bimaru.puzzle import Part, Puzzle
from instances import Instance, puzzle_of, rows

PAGE: Final = Path(__file__).parents[1] / "docs" / "techniques.md"
_EXAMPLE: Final = re.compile(r"<!-- example: (.*?) -->\n+```text\n.*?```\n", re.DOTALL)


def oracles() -> dict[str, Instance]:
    """For each technique the smallest puzzle found that needs it."""
    return {
        row["technique"]: Instance(puzzle_of(row), {"id": row["technique"]}) for row in rows("techniques")
    }


def first_board(puzzle: Puzzle) -> Board:
    """What the hints of a puzzle show."""
    shown = {hint.square: WATER if hint.kind == Part.WATER else hint.kind for hint in puzzle.hints}
    squares = ([shown.get((r, c), UNKNOWN) for c in range(puzzle.width)] for r in range(puzzle.height))
    return Board(tuple("".join(row) for row in squares))


def example(technique: str) -> str:
    """The first step of the technique in its puzzle."""
    puzzle = oracles()[technique].puzzle
    before = first_board(puzzle)
    for step in explain(puzzle):
        if step.technique == technique:
            boards = picture(puzzle, before).split("\n"), picture(puzzle, step.board).split("\n")
            wide = max(map(len, boards[0])) + 4
            lines = [f"{left:{wide}}{right}".rstrip() for left, right in zip_longest(*boards, fillvalue="")]
            fleet = "Ships: " + ", ".join(f"{count} x {length}" for length, count in puzzle.fleet.items())
            return "\n".join([*lines, "", fleet, "", fill(step.text, 90)])
        before = step.board
    raise ValueError(f"the example does not use {technique!r}")


def drawn(page: str) -> str:
    """The page with its examples drawn anew."""
    return _EXAMPLE.sub(
        lambda found: f"<!-- example: {found[1]} -->\n\n```text\n{example(found[1])}\n```\n", page
    )


if __name__ == "__main__":
    PAGE.write_text(drawn(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
