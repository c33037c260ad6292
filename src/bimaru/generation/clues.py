"""The clues of a puzzle, one by one, and the same puzzle with fewer of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Final, NamedTuple

from bimaru.generation.uniqueness import GIVEN, JUST_SHIP, Mask
from bimaru.puzzle import Edges, Given, Puzzle
from bimaru.squares import Part

KINDS: Final = ("water", "ships", "parts", "letters", "edges", "rows", "columns")
"""The kinds of clues: what squares show, the letters at the edges, and the tallies."""
GROUPS: Final[Mapping[str, tuple[str, ...]]] = {kind: (kind,) for kind in KINDS} | {
    "givens": ("water", "ships", "parts", "letters"),
    "tallies": ("rows", "columns"),
}
"""Names for a kind of clue, or for several together."""


class Clue(NamedTuple):
    """One clue: its kind, and the byte of a sheet that tells it. The letters at the edges have their
    bytes after those of a sheet."""

    kind: str
    place: int

    @property
    def mask(self) -> Mask:
        return GIVEN << 8 * self.place

    @property
    def value(self) -> Mask:
        """As much of it as a puzzle tells."""
        return (JUST_SHIP if self.kind == "ships" else GIVEN) << 8 * self.place


def clues_of(puzzle: Puzzle) -> list[Clue]:
    """Every clue of a puzzle."""
    givens = [Clue(_kind(given), given.row * puzzle.width + given.col) for given in puzzle.givens]
    return [*givens, *_lines_of(puzzle), *_edges_of(puzzle)]


def with_clues(puzzle: Puzzle, mask: Mask) -> Puzzle:
    """The puzzle with those of its clues that are mask, parts as far as they are."""
    lines = puzzle.height * puzzle.width
    tallies = [
        tally if mask >> 8 * place & GIVEN else None
        for place, tally in enumerate((*puzzle.rows, *puzzle.cols), lines)
    ]
    givens = [
        given if told == GIVEN else Given(given.row, given.col, Part.SHIP)
        for given in puzzle.givens
        if (told := mask >> 8 * (given.row * puzzle.width + given.col) & GIVEN)
    ]
    return puzzle.replace(
        rows=tallies[: puzzle.height],
        cols=tallies[puzzle.height :],
        givens=givens,
        edges=Edges(*_sides_with(puzzle, mask)),
    )


def _kind(given: Given) -> str:
    if given.letter is not None:
        return "letters"
    return {Part.WATER: "water", Part.SHIP: "ships"}.get(Part(given.kind), "parts")


def _lines_of(puzzle: Puzzle) -> Iterator[Clue]:
    for place, tally in enumerate((*puzzle.rows, *puzzle.cols), puzzle.height * puzzle.width):
        if tally is not None:
            yield Clue("rows" if place < (puzzle.width + 1) * puzzle.height else "columns", place)


def _edges_of(puzzle: Puzzle) -> Iterator[Clue]:
    letters = chain.from_iterable(_sides(puzzle))
    for place, letter in enumerate(letters, _first_edge(puzzle)):
        if letter is not None:
            yield Clue("edges", place)


def _first_edge(puzzle: Puzzle) -> int:
    return puzzle.height * puzzle.width + puzzle.height + puzzle.width


def _sides(puzzle: Puzzle) -> Iterator[Sequence[str | None]]:
    """The letters at the edges, of all lines, whether any is named or not."""
    lines = (puzzle.width, puzzle.width, puzzle.height, puzzle.height)
    for side, number in zip(puzzle.edges, lines, strict=True):
        yield side or (None,) * number


def _sides_with(puzzle: Puzzle, mask: Mask) -> Iterator[tuple[str | None, ...]]:
    place = _first_edge(puzzle)
    for side in _sides(puzzle):
        letters = tuple(letter if mask >> 8 * at & GIVEN else None for at, letter in enumerate(side, place))
        yield letters if any(letters) else ()
        place += len(side)
