"""Random puzzles: made from an arrangement of ships, with some clues left out and now and then one false."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Final, TypeAlias, TypeVar

from fuzz.enumerator import (
    WATER,
    Kind,
    Placement,
    RawPuzzle,
    Shown,
    TooMany,
    arrangements,
    lettered,
    placements,
    polyomino,
    show,
    straight,
)

Value = TypeVar("Value")

Shape: TypeAlias = tuple[str, ...]
Ship: TypeAlias = int | str | Shape
"""A length, a word or a shape."""
Size: TypeAlias = tuple[int, int]
"""Rows and columns."""

STRAIGHT_KINDS: Final = ("W", "S", "L", "R", "T", "B", "M", "X")
CORNERS: Final = ("RB", "LB", "RT", "LT")
_ATTEMPTS: Final = 4
"""Random placements that are tried for a ship before it is left out."""


@dataclass(frozen=True)
class Clues:
    """What a puzzle shows of its arrangement."""

    missing: float = 0.0
    """Share of the tallies that are missing."""
    givens: int = 0
    """Number of given squares, at most."""
    edges: float = 0.0
    """Share of the letters at the edges that are given."""
    falsified: float = 0.0
    """Probability that one clue is false."""
    impossible: float = 0.0
    """Probability that a ship that could not be placed is in the fleet all the same."""
    kinds: Sequence[str] = STRAIGHT_KINDS
    """What a false given may be."""


def made(random: Random, size: Size, ships: Sequence[Ship], clues: Clues) -> RawPuzzle:
    """A puzzle of that size, made from an arrangement of those of the ships that fit."""
    height, width = size
    laid, fleet = _arrangement(random, size, ships, clues.impossible)
    tallies = sum(placement.lines for placement in laid).to_bytes(height + width, "little")
    told = [None if random.random() < clues.missing else tally for tally in tallies]
    puzzle = RawPuzzle(
        rows=told[:height],
        cols=told[height:],
        fleet=Counter(ship for ship in fleet if isinstance(ship, int)),
        words=[ship for ship in fleet if isinstance(ship, str)],
        shapes=[ship for ship in fleet if isinstance(ship, tuple)],
    )
    puzzle = replace(
        puzzle,
        givens=_givens(random, laid, size, clues.givens),
        edges=_edges(random, puzzle, show(puzzle, laid)[1], clues.edges) if clues.edges else {},
    )
    return _falsified(random, puzzle, clues.kinds) if random.random() < clues.falsified else puzzle


def small_enough(
    random: Random, make: Callable[[Random], RawPuzzle], most_work: int, most_boards: int
) -> tuple[RawPuzzle, set[Shown]]:
    """A puzzle that the enumerator solves within these limits, and its boards."""
    while True:
        puzzle = make(random)
        try:
            found = [*islice(arrangements(puzzle, most_work), most_boards + 1)]
        except TooMany:
            continue
        if len(found) <= most_boards:
            return puzzle, {show(puzzle, laid) for laid in found}


def random_shape(random: Random, squares: int) -> Shape:
    """A shape that grew square by square."""
    cells = {(0, 0)}
    while len(cells) < squares:
        r, c = random.choice(sorted(cells))
        dr, dc = random.choice(((0, 1), (1, 0), (0, -1), (-1, 0)))
        cells.add((r + dr, c + dc))
    rows, cols = {r for r, _ in cells}, {c for _, c in cells}
    return tuple(
        "".join(".#"[(r, c) in cells] for c in range(min(cols), max(cols) + 1))
        for r in range(min(rows), max(rows) + 1)
    )


def _kind(ship: Ship) -> Kind:
    match ship:
        case int():
            return straight(ship)
        case str():
            return lettered(ship)
        case _:
            return polyomino(ship)


def _arrangement(
    random: Random, size: Size, ships: Sequence[Ship], impossible: float
) -> tuple[list[Placement], list[Ship]]:
    """Those of the ships that fit, as they lie, and the fleet, which now and then has others, too."""
    laid: list[Placement] = []
    fleet: list[Ship] = []
    taken = 0
    for ship in ships:
        ways = placements(*_kind(ship), *size)
        attempts = random.choices(ways, k=_ATTEMPTS) if ways else []
        placement = next((one for one in attempts if not one.zone & taken), None)
        if placement is not None:
            laid.append(placement)
            taken |= placement.squares
        if placement is not None or random.random() < impossible:
            fleet.append(ship)
    return laid, fleet


def _givens(random: Random, laid: Sequence[Placement], size: Size, most: int) -> dict[tuple[int, int], str]:
    """Up to `most` squares, half of them of ships, each with something that is true of it."""
    if not most:
        return {}
    height, width = size
    ships = {at: (part, letter) for placement in laid for at, part, letter in placement.shown}
    squares = sorted(ships)
    givens = {}
    for _ in range(most):
        is_ship = squares and random.random() < 0.5
        at = random.choice(squares) if is_ship else random.randrange(height * width)
        part, letter = ships.get(at, ("W", ""))
        sayings = ["W"] if part == "W" else [part, part, "X", *([f"={letter}"] * 3 if letter else ())]
        givens[divmod(at, width)] = random.choice(sayings)
    return givens


def _edges(random: Random, puzzle: RawPuzzle, letters: str, share: float) -> dict[str, list[str | None]]:
    """A share of the letters nearest to the edges."""
    rows = [letters[r * puzzle.width : (r + 1) * puzzle.width] for r in range(puzzle.height)]
    columns = [letters[c :: puzzle.width] for c in range(puzzle.width)]
    ends = {"left": (rows, 0), "right": (rows, -1), "top": (columns, 0), "bottom": (columns, -1)}
    return {
        side: [
            own[end] if (own := line.replace(WATER, "")) and random.random() < share else None
            for line in lines
        ]
        for side, (lines, end) in ends.items()
        if random.random() < share
    }


def _falsified(random: Random, puzzle: RawPuzzle, kinds: Sequence[str]) -> RawPuzzle:
    """The puzzle with one clue changed to whatever comes."""
    match random.randrange(5 if puzzle.edges else 4):
        case 0:
            return replace(puzzle, rows=_one_changed(random, puzzle.rows))
        case 1:
            return replace(puzzle, cols=_one_changed(random, puzzle.cols))
        case 2:
            square = random.randrange(puzzle.height), random.randrange(puzzle.width)
            return replace(puzzle, givens={**puzzle.givens, square: random.choice(kinds)})
        case 3:
            fleet = dict(puzzle.fleet)
            length = random.randint(1, max(puzzle.height, puzzle.width) + 1)
            fleet[length] = max(0, fleet.get(length, 0) + random.choice((-1, 1)))
            return replace(puzzle, fleet=fleet)
        case _:
            side, letters = random.choice(sorted(puzzle.edges.items()))
            other = random.choice((*"".join(puzzle.words), None))
            changed = _with(letters, random.randrange(len(letters)), other)
            return replace(puzzle, edges={**puzzle.edges, side: changed})


def _one_changed(random: Random, tallies: Sequence[int | None]) -> list[int | None]:
    line = random.randrange(len(tallies))
    changed = random.choice((0, 1, 2, 3, (tallies[line] or 0) + 1, random.randint(0, 9999)))
    return _with(tallies, line, changed)


def _with(values: Sequence[Value], place: int, value: Value) -> list[Value]:
    return [*values[:place], value, *values[place + 1 :]]
