"""Input files of the CSC384 assignments (University of Toronto), with the old and the new marks.

A line of row tallies, one of column tallies, one of ship counts by length from 1, one digit
each; then a square grid, `0` for a square that is not given. A solution is the grid alone. The old
marks (to 2023) are letters, the new ones signs. Source: the handouts as quoted in the READMEs of
kangwork/Battleship-Solitaire-Solver (old) and saurabh13113/battleship-solitaire-solver (new).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from bimaru.board import WATER, Board
from bimaru.formats.builder import Builder, grid_marks
from bimaru.formats.format import Format, Scope
from bimaru.formats.lines import nonblank
from bimaru.puzzle import Puzzle
from bimaru.squares import Part

_BLANK: Final = "0"
_OLD_MARKS: Final = {kind: kind for kind in "SWLRTBM"}
_NEW_MARKS: Final = {"S": "S", ".": "W", "<": "L", ">": "R", "^": "T", "v": "B", "M": "M"}
_DIGITS: Final = re.compile(r"[0-9]+")
_LONGEST: Final = 5
_LEAST_COUNTS: Final = 4
"""Programs expect at least this many counts, even without a battleship."""


def _recognises(marks: Mapping[str, str], head: Sequence[str]) -> bool:
    numbers, grid = head[:3], head[3:]
    return bool(grid) and all(map(_DIGITS.fullmatch, numbers)) and {_BLANK, *marks}.issuperset("".join(grid))


def _read(marks: Mapping[str, str], lines: Iterator[str]) -> Iterator[Puzzle]:
    builder = Builder()
    body = list(nonblank(lines))
    if len(body) < 3:
        builder.fail("expected a line each of row tallies, column tallies and ship counts")
    rows, cols, counts = (
        builder.tallies(line.text, what, line.number) for line, what in zip(body, _HEADINGS, strict=False)
    )
    builder.expect(cols, len(rows), "column tallies", body[1].number)
    builder.expect(body[3:], len(rows), "rows of squares")
    for line in body[3:]:
        builder.expect(line.text, len(rows), "squares", line.number)
    yield builder.build(
        rows=rows,
        cols=cols,
        fleet=dict(enumerate(counts, 1)),
        givens=builder.givens(body[3:], {_BLANK: None, **marks}),
    )


_HEADINGS: Final = ("row tallies", "column tallies", "ship counts")


def _to_text(marks: Mapping[str, str], puzzle: Puzzle) -> str:
    longest = max([_LEAST_COUNTS, *puzzle.fleet])
    counts = (puzzle.fleet.get(length, 0) for length in range(1, longest + 1))
    grid = grid_marks(puzzle, marks, _BLANK)
    lines = [puzzle.rows, puzzle.cols, counts, *grid]
    return "".join("".join(map(str, line)) + "\n" for line in lines)


def _board_to_text(marks: Mapping[str, str], board: Board) -> str:
    """The output of the assignment: the grid alone, every square with its mark."""
    signs = {kind: sign for sign, kind in marks.items()}
    signs[WATER] = signs[Part.WATER]
    return "".join("".join(map(signs.__getitem__, row)) + "\n" for row in board.rows)


def _format(name: str, summary: str, marks: Mapping[str, str]) -> Format:
    return Format(
        name=name,
        summary=summary,
        suffix=".txt",
        scope=Scope(square=True, tally=9, length=_LONGEST, count=9),
        recognises=partial(_recognises, marks),
        read=partial(_read, marks),
        to_text=partial(_to_text, marks),
        board_to_text=partial(_board_to_text, marks),
    )


NEW: Final = _format("csc384", "Toronto CSC384 assignment, signs as givens (from 2023/24)", _NEW_MARKS)
OLD: Final = _format("csc384-old", "Toronto CSC384 assignment, letters as givens (to 2023)", _OLD_MARKS)
