"""In how many boards of a puzzle each square is ship."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Final

from bimaru.board import Board
from bimaru.clock import clock
from bimaru.engines.sweep import SweepEngine, completions_of, watching
from bimaru.errors import OutOfTimeError
from bimaru.outcome import WholeOutcome
from bimaru.puzzle import Puzzle, check_is_puzzle
from bimaru.solving import search, seconds_of
from bimaru.squares import Square

_FEW: Final = 1000
"""Boards that are listed sooner than the sweep counts them."""
_FEW_SECONDS: Final = 0.2
"""Seconds to list them: as long as the sweep takes for the standard fleet on 10x10."""


@dataclass(frozen=True, slots=True)
class SquareCounts(WholeOutcome):
    """The number of boards of a puzzle, and for each square the number of those in which it is ship."""

    n_solutions: int
    ships: tuple[tuple[int, ...], ...]
    """In how many of them each square is ship, row by row."""

    KEYS = ("n_solutions", "complete", "ships")
    RENAMED: ClassVar = {"ships": "squares"}

    def share(self, square: Square) -> float:
        """The share of boards in which a square is ship. Raises `ZeroDivisionError` without boards."""
        return self.ships[square[0]][square[1]] / self.n_solutions


def count_squares(puzzle: Puzzle, *, time_limit: float | None = None) -> SquareCounts:
    """In how many boards of a puzzle each square is ship, exactly.

    Raises `OutOfTimeError` at the time limit, in seconds, and `OutOfReachError` where that takes more
    memory than is allowed."""
    check_is_puzzle(puzzle)
    limit = seconds_of(time_limit)
    deadline = None if limit is None else clock.now() + limit
    few = search(puzzle, limit=_FEW, time_limit=_FEW_SECONDS if limit is None else min(limit, _FEW_SECONDS))
    boards = [*few]
    if few.complete:
        return _tallied(puzzle, boards)
    if SweepEngine().refusal(puzzle) is None:
        return _swept(puzzle, deadline)
    left = None if deadline is None else max(0.0, deadline - clock.now())
    every = search(puzzle, time_limit=left)
    counts = _tallied(puzzle, every)
    if not every.complete:
        raise OutOfTimeError(f"{counts.n_solutions} boards were found")
    return counts


def _tallied(puzzle: Puzzle, boards: Iterable[Board]) -> SquareCounts:
    number, counts = 0, Counter[Square]()
    for board in boards:
        number += 1
        counts.update(board.occupied())
    return _counts(puzzle, number, counts)


def _counts(puzzle: Puzzle, number: int, counts: Counter[Square]) -> SquareCounts:
    rows = (tuple(counts[r, c] for c in range(puzzle.width)) for r in range(puzzle.height))
    return SquareCounts(number, tuple(rows))


def _swept(puzzle: Puzzle, deadline: float | None) -> SquareCounts:
    with watching(puzzle, deadline) as watch:
        completions = completions_of(puzzle, watch, counts=True)
    counts = Counter[Square]()
    if completions is None:
        return _counts(puzzle, 0, counts)
    for placement, number in completions.boards_with_ship().items():
        counts.update(dict.fromkeys(placement.squares, number))
    return _counts(puzzle, completions.total, counts)
