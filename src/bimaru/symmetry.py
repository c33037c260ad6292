"""One way to hold a puzzle of the eight that differ by turning and flipping it.

Where a person has a choice, deduction takes one; so that a mirrored puzzle gets the mirrored
explanation and the same grade, it always looks at the puzzle in its first orientation.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from bimaru.puzzle import Edges, Given, Puzzle, Tally
from bimaru.squares import Part, Square

Tallies: TypeAlias = tuple[Tally, ...]


def _swapped(*pairs: tuple[str, str]) -> dict[str, str]:
    return {part: other for one, two in pairs for part, other in ((one, two), (two, one))}


_TOP_DOWN: Final = _swapped(
    (Part.TOP, Part.BOTTOM), (Part.RIGHT_BELOW, Part.RIGHT_ABOVE), (Part.LEFT_BELOW, Part.LEFT_ABOVE)
)
_MIRRORED: Final = _swapped(
    (Part.LEFT, Part.RIGHT), (Part.RIGHT_BELOW, Part.LEFT_BELOW), (Part.RIGHT_ABOVE, Part.LEFT_ABOVE)
)
_TRANSPOSED: Final = _swapped(
    (Part.LEFT, Part.TOP), (Part.RIGHT, Part.BOTTOM), (Part.LEFT_BELOW, Part.RIGHT_ABOVE)
)


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

    def given(self, given: Given) -> Given:
        """A given where it comes to lie, showing what it then shows."""
        kind: str = given.kind
        for is_so, other in (
            (self.top_down, _TOP_DOWN),
            (self.mirrored, _MIRRORED),
            (self.transposed, _TRANSPOSED),
        ):
            kind = other.get(kind, kind) if is_so else kind
        return Given(*self.to(given.square), str(kind))

    def tallies(self, puzzle: Puzzle) -> tuple[Tallies, Tallies]:
        """The tallies of rows and columns."""
        rows = puzzle.rows[::-1] if self.top_down else puzzle.rows
        cols = puzzle.cols[::-1] if self.mirrored else puzzle.cols
        return (cols, rows) if self.transposed else (rows, cols)

    def edges(self, edges: Edges) -> Edges:
        """The letters at the edges."""
        top, bottom, left, right = edges
        if self.top_down:
            top, bottom, left, right = bottom, top, left[::-1], right[::-1]
        if self.mirrored:
            top, bottom, left, right = top[::-1], bottom[::-1], right, left
        return Edges(left, right, top, bottom) if self.transposed else Edges(top, bottom, left, right)

    def puzzle(self, puzzle: Puzzle) -> Puzzle:
        """All that a puzzle asks, so turned; what is noted of it besides is left out."""
        rows, cols = self.tallies(puzzle)
        givens = [self.given(given) for given in puzzle.givens]
        return Puzzle(
            rows,
            cols,
            puzzle.fleet,
            givens,
            words=puzzle.words,
            shapes=puzzle.shapes,
            edges=self.edges(puzzle.edges),
        )


def first_turn(puzzle: Puzzle, givens: Iterable[Given]) -> Turn:
    """The turn that brings a puzzle with these givens into the first of its orientations: the one whose
    tallies come first, with rows before columns and fewer rows before all; then by givens and letters."""
    (rows, top_down), (cols, mirrored) = map(_least, (puzzle.rows, puzzle.cols))
    upright, on_its_side = (len(rows), rows, cols), (len(cols), cols, rows)
    transposed = [
        is_so for is_so in (False, True) if (upright, on_its_side)[is_so] <= (on_its_side, upright)[is_so]
    ]
    turns = [Turn(puzzle.height, puzzle.width, *ways) for ways in product(top_down, mirrored, transposed)]
    if len(turns) == 1:
        return turns[0]
    return min(turns, key=lambda turn: (sorted(map(turn.given, givens)), _letters(turn.edges(puzzle.edges))))


def _least(line: Tallies) -> tuple[list[int], list[bool]]:
    """Tallies forwards or backwards, whichever comes first, and whether they must be turned for it."""
    forwards = [-1 if tally is None else tally for tally in line]
    backwards = forwards[::-1]
    if forwards == backwards:
        return forwards, [False, True]
    return min(forwards, backwards), [backwards < forwards]


def _letters(edges: Edges) -> list[list[str]]:
    return [[letter or "" for letter in side] for side in edges]


def shape_orientations(squares: Iterable[Square]) -> set[tuple[Square, ...]]:
    """The up to eight ways to turn and flip a shape, each moved to the corner and sorted."""
    turned = list(squares)
    found = set()
    for _ in range(4):
        turned = [(c, -r) for r, c in turned]
        found.add(_at_corner(turned))
        found.add(_at_corner([(r, -c) for r, c in turned]))
    return found


def _at_corner(squares: Sequence[Square]) -> tuple[Square, ...]:
    top = min(r for r, _ in squares)
    left = min(c for _, c in squares)
    return tuple(sorted((r - top, c - left) for r, c in squares))
