"""The exact cover of the engine `exact-cover`, in the format of D. E. Knuth's program DLX3.

The Art of Computer Programming 4B, section 7.2.2.1, Algorithm M: items are covered as often as their
multiplicity says, secondary ones at most once. The first line has the items, `3|fleet2` for one to be covered
three times, and `|` before the secondary ones; each line after it is an option; comments begin with `|`. Here
the model is complete: squares are covered by ships or by water, so that tallies are multiplicities, of the
water on a line. Item names have at most eight characters, so that lettered ships are left out.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain, takewhile
from typing import Final

from bimaru.board import Board
from bimaru.engines.placement_variables import fitting_placements
from bimaru.engines.square_model import squares_of
from bimaru.placements import contradicting
from bimaru.puzzle import Puzzle
from bimaru.ships import Ship
from bimaru.squares import Part, Square, row_name, square_name
from bimaru.study.readable_models import UnsupportedExportError

_HEAD: Final = """\
| fleet1, fleet2, ...: a kind of ship, as often as the fleet has it
| A1, B1, ...: a square, covered by a ship or by water
| row_A, col_1: the squares of water on a line with a tally; none where every square is ship
| w_A1: the window of two by two squares at A1, at most one ship in each
"""
_OPTION: Final = re.compile(r" (?:\S+ )+\((?:\d+ of \d+|\?)\)")
_FLEET: Final = re.compile(r"fleet\d+")
_SQUARE: Final = re.compile(r"[A-Z]{1,2}\d{1,2}")


def dlx(puzzle: Puzzle, title: str, excluded: Collection[Board] = ()) -> str:
    """The items and options of a puzzle under a title of one line. Raises `UnsupportedExportError`."""
    if puzzle.words:
        raise UnsupportedExportError("dlx does not take this puzzle", "its names are too short for letters")
    if excluded:
        raise UnsupportedExportError("dlx excludes no board", "DLX3 lists all boards by itself")
    dry = _water_on_lines(puzzle)
    kinds = {ship: f"fleet{i}" for i, (ship, _) in enumerate(puzzle.ships, 1)}
    items = chain(
        (f"{number}|{kinds[ship]}" for ship, number in puzzle.ships if number),
        map(square_name, squares_of(puzzle)),
        (f"{max(number, 1)}|{line}" for line, number in dry.items() if number),
        "|",
        (f"w_{square_name(at)}" for at in _windows(puzzle)),
    )
    options = chain(_ships(puzzle, kinds), _water(puzzle, dry))
    return f"| {title}\n{_HEAD}{' '.join(items)}\n" + "".join(f"{' '.join(option)}\n" for option in options)


def _water_on_lines(puzzle: Puzzle) -> dict[str, int]:
    """The squares of water on each line with a tally, by the item of the line."""
    rows = ((f"row_{row_name(r)}", puzzle.width, tally) for r, tally in enumerate(puzzle.rows))
    columns = ((f"col_{c}", puzzle.height, tally) for c, tally in enumerate(puzzle.cols, 1))
    return {name: size - tally for name, size, tally in chain(rows, columns) if tally is not None}


def _windows(puzzle: Puzzle) -> Iterator[Square]:
    """By the square at the top left. A grid of one row or one column has windows of two squares."""
    for r in range(max(1, puzzle.height - 1)):
        yield from ((r, c) for c in range(max(1, puzzle.width - 1)))


def _ships(puzzle: Puzzle, kinds: Mapping[Ship, str]) -> Iterator[list[str]]:
    windows, ways = {*_windows(puzzle)}, fitting_placements(puzzle)
    denied = {*chain.from_iterable(contradicting(puzzle, ways).values())}
    for placement in (way for i, way in enumerate(ways) if i not in denied):
        near = {(r - i, c - j) for r, c in placement.squares for i in (0, 1) for j in (0, 1)} & windows
        touched = (f"w_{square_name(at)}" for at in sorted(near))
        yield [kinds[placement.ship], *map(square_name, placement.squares), *touched]


def _water(puzzle: Puzzle, dry: Mapping[str, int]) -> Iterator[list[str]]:
    """Where no given and no full line forbids it."""
    ship = {given.square for given in puzzle.givens if given.kind != Part.WATER}
    for at in squares_of(puzzle):
        on = [line for line in (f"row_{row_name(at[0])}", f"col_{at[1] + 1}") if line in dry]
        if at not in ship and all(dry[line] > 0 for line in on):
            yield [square_name(at), *on]


def is_dlx(lines: Sequence[str]) -> bool:
    """Whether DLX3 has printed options, or how many solutions there are."""
    return any(line.startswith("Altogether ") or _OPTION.match(line) for line in lines)


def has_no_solution(lines: Sequence[str]) -> bool:
    """Whether DLX3 reports 0 solutions. By default it prints their number and no options, so that a missing
    solution alone proves nothing."""
    return any(line.startswith("Altogether 0 solutions") for line in lines)


def ships_of_dlx(lines: Sequence[str]) -> list[str] | None:
    """The names of the ship squares of the first solution that DLX3 prints; `None` if it prints none."""
    first = next((i for i, line in enumerate(lines) if _OPTION.match(line)), None)
    if first is None:
        return None
    options = (line.split() for line in takewhile(_OPTION.match, lines[first:]))
    ships = chain.from_iterable(option for option in options if any(map(_FLEET.fullmatch, option)))
    return [item for item in ships if _SQUARE.fullmatch(item)]
