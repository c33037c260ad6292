"""The clues of a puzzle as masks, and the puzzle with a part of its clues."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Final, NamedTuple

from bimaru.engines.poses import letters_by_edge
from bimaru.generation.uniqueness import GIVEN, JUST_SHIP, Mask
from bimaru.puzzle import Edges, Given, Puzzle
from bimaru.squares import Part

KINDS: Final = ("water", "ships", "parts", "letters", "edges", "rows", "columns")
"""The kinds of clues: of given squares, letters at the edges, and tallies."""
GROUPS: Final[Mapping[str, tuple[str, ...]]] = {kind: (kind,) for kind in KINDS} | {
    "givens": ("water", "ships", "parts", "letters"),
    "tallies": ("rows", "columns"),
}
"""The kinds of clues by name, and names for several kinds together."""


class Clue(NamedTuple):
    """A clue: its kind, and the position of its byte. Letters at the edges have bytes after those of a
    sheet."""

    kind: str
    position: int

    @property
    def mask(self) -> Mask:
        """The whole byte of the clue."""
        return GIVEN << 8 * self.position

    @property
    def value(self) -> Mask:
        """The bits of its byte that the clue reveals."""
        return (JUST_SHIP if self.kind == "ships" else GIVEN) << 8 * self.position


def clues_of(puzzle: Puzzle) -> list[Clue]:
    """Every clue of a puzzle: givens, tallies, letters at the edges."""
    givens = [Clue(_kind(given), given.row * puzzle.width + given.col) for given in puzzle.givens]
    return [*givens, *_tally_clues(puzzle), *edge_clues(puzzle)]


def edge_clues(puzzle: Puzzle) -> Iterator[Clue]:
    """The letters at the edges."""
    for position, letter in enumerate(letters_by_edge(puzzle), _first_edge(puzzle)):
        if letter is not None:
            yield Clue("edges", position)


def with_clues(puzzle: Puzzle, mask: Mask) -> Puzzle:
    """The puzzle with only the clues in the mask; parts of which it has less become plain ship squares."""
    first_line = puzzle.height * puzzle.width
    tallies = [
        tally if mask >> 8 * position & GIVEN else None
        for position, tally in enumerate((*puzzle.rows, *puzzle.cols), first_line)
    ]
    givens = [
        given if revealed == GIVEN else Given(given.row, given.col, Part.SHIP)
        for given in puzzle.givens
        if (revealed := mask >> 8 * (given.row * puzzle.width + given.col) & GIVEN)
    ]
    return puzzle.replace(
        rows=tallies[: puzzle.height],
        cols=tallies[puzzle.height :],
        givens=givens,
        edges=_masked_edges(puzzle, mask),
    )


def _kind(given: Given) -> str:
    if given.letter is not None:
        return "letters"
    return {Part.WATER: "water", Part.SHIP: "ships"}.get(Part(given.kind), "parts")


def _tally_clues(puzzle: Puzzle) -> Iterator[Clue]:
    for position, tally in enumerate((*puzzle.rows, *puzzle.cols), puzzle.height * puzzle.width):
        if tally is not None:
            yield Clue("rows" if position < (puzzle.width + 1) * puzzle.height else "columns", position)


def _first_edge(puzzle: Puzzle) -> int:
    return puzzle.height * puzzle.width + puzzle.height + puzzle.width


def _masked_edges(puzzle: Puzzle, mask: Mask) -> Edges:
    """The letters at the edges that are in the mask."""
    letters = (
        letter if mask >> 8 * at & GIVEN else None
        for at, letter in enumerate(letters_by_edge(puzzle), _first_edge(puzzle))
    )
    lines = (puzzle.width, puzzle.width, puzzle.height, puzzle.height)
    sides = [tuple(islice(letters, number)) for number in lines]
    return Edges(*(side if any(side) else () for side in sides))
