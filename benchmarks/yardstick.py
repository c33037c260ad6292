"""The yardstick: the ship-based CP-SAT model that bimaru is measured against.

One Boolean a placement, tallies as sums over the placements of a line, at most one placement
touching any 2x2 window (V. Jandhyala, "Solving Puzzles through Mathematical Programming",
chapter 24, after W. J. M. Meuffels and D. den Hertog, "Solving the Battleship Puzzle as an
Integer Programming Problem", INFORMS Transactions on Education 10(3), 2010). What the chapter
leaves out and real puzzles need is added: givens that name the part of a ship, missing tallies,
and a cut that excludes a board once it is found.

It shares no code with bimaru's engines, and nothing is kept from one puzzle to the next.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain, product
from typing import NamedTuple

from ortools.sat.python import cp_model

from bimaru.puzzle import Puzzle
from bimaru.squares import Square


class Answer(NamedTuple):
    """The boards found, each as its ship squares, and whether they are all there are."""

    boards: tuple[frozenset[Square], ...]
    complete: bool


def solve(puzzle: Puzzle, limit: int = 2, seconds: float = float("inf")) -> Answer:
    """Up to `limit` boards of a puzzle with straight, unlettered ships, by one worker."""
    deadline = time.monotonic() + seconds
    model, placed = _model(puzzle)
    boards: list[frozenset[Square]] = []
    while len(boards) < limit:
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        if seconds < float("inf"):
            solver.parameters.max_time_in_seconds = max(0.0, deadline - time.monotonic())
        status = solver.solve(model)
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return Answer(tuple(boards), status == cp_model.INFEASIBLE)
        chosen = [(parts, used) for parts, used in placed if solver.boolean_value(used)]
        boards.append(frozenset(chain.from_iterable(parts for parts, _ in chosen)))
        model.add(sum(used for _, used in chosen) <= len(chosen) - 1)
    return Answer(tuple(boards), False)


Parts = dict[Square, str]
"""The squares of a placement and the part that each shows."""


def _model(puzzle: Puzzle) -> tuple[cp_model.CpModel, list[tuple[Parts, cp_model.IntVar]]]:
    model = cp_model.CpModel()
    placed = []
    for length, count in puzzle.fleet.items():
        ways = [(parts, model.new_bool_var("")) for parts in _ways(length, puzzle.height, puzzle.width)]
        model.add(sum(used for _, used in ways) == count)
        placed += ways
    covering = defaultdict(list)
    touching = defaultdict(list)
    for parts, used in placed:
        for square in parts:
            covering[square].append(used)
        for window in _windows(parts, puzzle.height, puzzle.width):
            touching[window].append(used)
    for line, tally in _lines(puzzle):
        if tally is not None:
            model.add(sum(used for square in line for used in covering[square]) == tally)
    for reaching in touching.values():
        model.add(sum(reaching) <= 1)
    for row, col, kind in puzzle.givens:
        if kind == "W":
            model.add(sum(covering[row, col]) == 0)
        else:
            model.add(sum(used for parts, used in placed if _shows(parts, (row, col), kind)) == 1)
    return model, placed


def _ways(length: int, height: int, width: int) -> Iterator[Parts]:
    """Every way that a ship can lie in the grid."""
    if length == 1:
        yield from ({square: "S"} for square in product(range(height), range(width)))
        return
    middle = "M" * (length - 2)
    for r, c in product(range(height), range(width - length + 1)):
        yield {(r, c + k): part for k, part in enumerate(f"L{middle}R")}
    for r, c in product(range(height - length + 1), range(width)):
        yield {(r + k, c): part for k, part in enumerate(f"T{middle}B")}


def _windows(parts: Iterable[Square], height: int, width: int) -> set[Square]:
    """The 2x2 windows, by their top left square, that a placement reaches into."""
    near = {(r - down, c - right) for r, c in parts for down, right in product((0, 1), repeat=2)}
    return {(r, c) for r, c in near if 0 <= r < height - 1 and 0 <= c < width - 1}


def _lines(puzzle: Puzzle) -> Iterator[tuple[list[Square], int | None]]:
    for r, tally in enumerate(puzzle.rows):
        yield [(r, c) for c in range(puzzle.width)], tally
    for c, tally in enumerate(puzzle.cols):
        yield [(r, c) for r in range(puzzle.height)], tally


def _shows(parts: Parts, square: Square, kind: str) -> bool:
    return square in parts and kind in (parts[square], "X")
