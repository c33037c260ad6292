"""Every placement of every ship: where ships lie on a grid. How shapes are turned is in `symmetry`.

A placement is one way in which a ship can lie: its squares, the parts and letters that they show, and the
squares around it, which must be water.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Final, NamedTuple

from bimaru.board import Board, part_among
from bimaru.deadlines import checked
from bimaru.puzzle import Given, Puzzle
from bimaru.ships import Ship
from bimaru.squares import Part, Square, with_neighbours
from bimaru.symmetry import shape_orientations


class Placement(NamedTuple):
    """`parts` and `letters` go with `squares`; `letters` is empty for unlettered ships.
    `surroundings` are the squares of the grid that touch the ship, also at a corner."""

    ship: Ship
    squares: tuple[Square, ...]
    parts: tuple[Part, ...]
    letters: str
    surroundings: tuple[Square, ...]


@lru_cache(maxsize=256)
def placements(ship: Ship, height: int, width: int) -> tuple[Placement, ...]:
    """The placements of `ship` in an empty grid, sorted by their squares."""
    return tuple(sorted(_unsorted_placements(ship, height, width), key=lambda p: (p.squares, p.letters)))


def _unsorted_placements(ship: Ship, height: int, width: int) -> Iterator[Placement]:
    for form in shape_orientations(ship.squares):
        deep, wide = box(form)
        if deep > height or wide > width:
            continue
        ship_squares = frozenset(form)
        parts = tuple(part_among(square, ship_squares) for square in form)
        for top in range(height - deep + 1):
            for left in checked(range(width - wide + 1)):
                squares = tuple((top + r, left + c) for r, c in form)
                around = surroundings(squares, height, width)
                for letters in _readings(ship.word):
                    yield Placement(ship, squares, parts, letters, around)


@lru_cache(maxsize=256)
def number_of_placements(ship: Ship, height: int, width: int) -> int:
    """The number of `placements`, without building them."""
    boxes = (box(form) for form in shape_orientations(ship.squares))
    corners = sum(max(height - deep + 1, 0) * max(width - wide + 1, 0) for deep, wide in boxes)
    return corners * len(_readings(ship.word))


def could_fit(height: int, width: int, fleet: Iterable[tuple[int, int]]) -> bool:
    """Whether a fleet of straight ships, as pairs (length, number of ships), could fit on a grid: no ship is
    too long; the ships, each with the squares to its right, below, and between the two, have no more squares
    than the grid with one more row and column, since these do not overlap where ships do not touch; and the
    blocks of 2x2 squares are enough, as each has squares of one ship at most."""
    pairs = tuple((length, count) for length, count in fleet if count)
    longest = max((length for length, _ in pairs), default=0)
    room = (height + 1) * (width + 1) - sum(2 * (length + 1) * count for length, count in pairs)
    blocks = ((height + 1) // 2) * ((width + 1) // 2) - sum((length + 1) // 2 * n for length, n in pairs)
    return room >= 0 and blocks >= 0 and longest <= max(height, width)


def box(form: Sequence[Square]) -> tuple[int, int]:
    """The height and width of a shape at the corner of the grid."""
    return max(r for r, _ in form) + 1, max(c for _, c in form) + 1


def _readings(word: str | None) -> set[str]:
    """The letters of a ship read rightwards or downwards, in each direction that it can lie."""
    return {""} if word is None else {word, word[::-1]}


def surroundings(squares: Iterable[Square], height: int, width: int) -> tuple[Square, ...]:
    """The squares of the grid that touch any of `squares`, also at a corner, in reading order."""
    ship = set(squares)
    near = with_neighbours(ship) - ship
    return tuple(sorted((r, c) for r, c in near if 0 <= r < height and 0 <= c < width))


_is_filtered: Final[ContextVar[bool]] = ContextVar("is_filtered", default=True)


@contextmanager
def unfiltered() -> Iterator[None]:
    """A context in which `fitting` returns all placements, so that models state every clue themselves."""
    token = _is_filtered.set(False)
    try:
        yield
    finally:
        _is_filtered.reset(token)


def fitting(puzzle: Puzzle) -> dict[Ship, tuple[Placement, ...]]:
    """The candidate placements of each kind of ship: those compatible with every single given and tally, or
    all of them in the context of `unfiltered`.

    Edge letters are left to the engines, because they concern several ships at once.
    """
    every = {ship: placements(ship, puzzle.height, puzzle.width) for ship, _ in puzzle.ships}
    if not _is_filtered.get():
        return every
    with_givens = {given.square: given for given in puzzle.givens}
    return {
        ship: tuple(placement for placement in checked(found) if _fits(puzzle, placement, with_givens))
        for ship, found in every.items()
    }


def contradicting(puzzle: Puzzle, candidates: Sequence[Placement]) -> dict[Square, list[int]]:
    """The candidates, by index, that contradict the given on each given square. Empty in a filtered
    model, because `fitting` has left them out."""
    if _is_filtered.get():
        return {}
    found: dict[Square, list[int]] = {given.square: [] for given in puzzle.givens}
    for given in puzzle.givens:
        alone = {given.square: given}
        for index, placement in enumerate(checked(candidates)):
            if not _agrees(placement, alone):
                found[given.square].append(index)
    return found


def _fits(puzzle: Puzzle, placement: Placement, with_givens: Mapping[Square, Given]) -> bool:
    return (
        _agrees(placement, with_givens)
        and _within(puzzle.rows, (r for r, _ in placement.squares))
        and _within(puzzle.cols, (c for _, c in placement.squares))
    )


def _agrees(placement: Placement, with_givens: Mapping[Square, Given]) -> bool:
    shown = enumerate(zip(placement.squares, placement.parts, strict=True))
    return all(
        at not in with_givens or _shows(with_givens[at], part, placement.letters[i : i + 1])
        for i, (at, part) in shown
    ) and all(at not in with_givens or with_givens[at].kind == Part.WATER for at in placement.surroundings)


def _shows(given: Given, part: Part, letter: str) -> bool:
    """Whether a square with this part and letter agrees with the given."""
    if given.letter is not None:
        return letter == given.letter
    return given.kind == part or given.kind == Part.SHIP


def _within(tallies: tuple[int | None, ...], lines: Iterable[int]) -> bool:
    counts: dict[int, int] = {}
    for line in lines:
        counts[line] = counts.get(line, 0) + 1
    return all((tally := tallies[line]) is None or count <= tally for line, count in counts.items())


def board_of(puzzle: Puzzle, chosen: Iterable[Placement]) -> Board:
    """The board of the chosen placements.

    On boards of puzzles with polyomino ships every ship square is `X`; lettered ones show their letters."""
    parts: dict[Square, str] = {}
    letters: dict[Square, str] = {}
    for placement in chosen:
        parts.update(zip(placement.squares, placement.parts, strict=True))
        letters.update(zip(placement.squares, placement.letters, strict=False))
    if puzzle.shapes:
        parts = dict.fromkeys(parts, Part.SHIP)
    return Board.of_parts(puzzle.height, puzzle.width, parts, letters if puzzle.words else None)
