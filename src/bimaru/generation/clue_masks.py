"""The clues of a puzzle as masks, and the puzzle with a part of its clues."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Final, NamedTuple

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
    return [*givens, *_tally_clues(puzzle), *_edge_clues(puzzle)]


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
        edges=Edges(*_masked_sides(puzzle, mask)),
    )


def _kind(given: Given) -> str:
    if given.letter is not None:
        return "letters"
    return {Part.WATER: "water", Part.SHIP: "ships"}.get(Part(given.kind), "parts")


def _tally_clues(puzzle: Puzzle) -> Iterator[Clue]:
    for position, tally in enumerate((*puzzle.rows, *puzzle.cols), puzzle.height * puzzle.width):
        if tally is not None:
            yield Clue("rows" if position < (puzzle.width + 1) * puzzle.height else "columns", position)


def _edge_clues(puzzle: Puzzle) -> Iterator[Clue]:
    letters = chain.from_iterable(_sides(puzzle))
    for position, letter in enumerate(letters, _first_edge(puzzle)):
        if letter is not None:
            yield Clue("edges", position)


def _first_edge(puzzle: Puzzle) -> int:
    return puzzle.height * puzzle.width + puzzle.height + puzzle.width


def _sides(puzzle: Puzzle) -> Iterator[Sequence[str | None]]:
    """The letters at the four edges, one for each line, `None` where there is none."""
    lines = (puzzle.width, puzzle.width, puzzle.height, puzzle.height)
    for side, number in zip(puzzle.edges, lines, strict=True):
        yield side or (None,) * number


def _masked_sides(puzzle: Puzzle, mask: Mask) -> Iterator[tuple[str | None, ...]]:
    first = _first_edge(puzzle)
    for side in _sides(puzzle):
        letters = tuple(letter if mask >> 8 * at & GIVEN else None for at, letter in enumerate(side, first))
        yield letters if any(letters) else ()
        first += len(side)
