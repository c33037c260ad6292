"""One way to hold a puzzle of the eight that differ by turning and flipping it.

Where a person has a choice, deduction takes one; so that a mirrored puzzle gets the mirrored
explanation and the same grade, it always looks at the puzzle in its first orientation.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple, TypeAlias

from bimaru.puzzle import Hint, Part, Puzzle, Square, Tally

Tallies: TypeAlias = tuple[Tally, ...]

_TOP_DOWN: Final = {Part.TOP: Part.BOTTOM, Part.BOTTOM: Part.TOP}
_MIRRORED: Final = {Part.LEFT: Part.RIGHT, Part.RIGHT: Part.LEFT}
_TRANSPOSED: Final = {
    Part.LEFT: Part.TOP,
    Part.TOP: Part.LEFT,
    Part.RIGHT: Part.BOTTOM,
    Part.BOTTOM: Part.RIGHT,
}


class Turn(NamedTuple):
    """How a grid of that size is turned: upside down, then left to right, then rows for columns."""

    height: int
    width: int
    top_down: bool = False
    mirrored: bool = False
    transposed: bool = False

    def to(self, square: Square) -> Square:
        """Where a square comes to lie."""
        row = self.height - 1 - square[0] if self.top_down else square[0]
        col = self.width - 1 - square[1] if self.mirrored else square[1]
        return (col, row) if self.transposed else (row, col)

    def back(self, square: Square) -> Square:
        """The square that comes to lie there."""
        row, col = square[::-1] if self.transposed else square
        return (
            self.height - 1 - row if self.top_down else row,
            self.width - 1 - col if self.mirrored else col,
        )

    def hint(self, hint: Hint) -> Hint:
        """A hint where it comes to lie, showing what it then shows."""
        kind: str = hint.kind
        for is_so, other in (
            (self.top_down, _TOP_DOWN),
            (self.mirrored, _MIRRORED),
            (self.transposed, _TRANSPOSED),
        ):
            kind = other.get(Part(kind), kind) if is_so else kind
        return Hint(*self.to(hint.square), str(kind))

    def tallies(self, puzzle: Puzzle) -> tuple[Tallies, Tallies]:
        """The tallies of rows and columns."""
        rows = puzzle.rows[::-1] if self.top_down else puzzle.rows
        cols = puzzle.cols[::-1] if self.mirrored else puzzle.cols
        return (cols, rows) if self.transposed else (rows, cols)


def first_turn(puzzle: Puzzle, hints: Iterable[Hint]) -> Turn:
    """The turn that brings a puzzle with these hints into the first of its orientations."""
    turns = [
        Turn(puzzle.height, puzzle.width, top_down, mirrored, transposed)
        for top_down in (False, True)
        for mirrored in (False, True)
        for transposed in (False, True)
    ]
    ranked = [(_rank(turn.tallies(puzzle)), turn) for turn in turns]
    least = min(rank for rank, _ in ranked)
    first = [turn for rank, turn in ranked if rank == least]
    return first[0] if len(first) == 1 else min(first, key=lambda turn: sorted(map(turn.hint, hints)))


def _rank(tallies: tuple[Tallies, Tallies]) -> tuple[int, list[list[int]]]:
    rows, cols = ([-1 if tally is None else tally for tally in line] for line in tallies)
    return len(rows), [rows, cols]
