"""The boards of a puzzle as a whole: in how many each square is ship, and some of them drawn uniformly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from bimaru.arrangements.rejection import Chance
from bimaru.board import Board
from bimaru.clock import clock
from bimaru.engines.sweep import Completions, SweepEngine, completions_of, watching
from bimaru.errors import NoSolutionError, OutOfReachError, OutOfTimeError
from bimaru.outcome import WholeOutcome
from bimaru.placements import board_of
from bimaru.puzzle import Puzzle, check_is_puzzle
from bimaru.solving import search, seconds_of
from bimaru.squares import Square

_FEW: Final = 1000
"""Boards that are listed sooner than the sweep counts them."""
_FEW_SECONDS: Final = 0.2
_MOST_LISTED: Final = 1_000_000
"""The most boards that are listed to draw from."""


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
    completions = _completions(puzzle, deadline, counts=True)
    counts = Counter[Square]()
    if completions is None:
        return _counts(puzzle, 0, counts)
    for placement, number in completions.boards_with_ship().items():
        counts.update(dict.fromkeys(placement.squares, number))
    return _counts(puzzle, completions.total, counts)


def _completions(puzzle: Puzzle, deadline: float | None, *, counts: bool = False) -> Completions | None:
    with watching(puzzle, deadline) as watch:
        return completions_of(puzzle, watch, counts=counts)


def draw_boards(puzzle: Puzzle, *, seed: int = 0, time_limit: float | None = None) -> Iterator[Board]:
    """Random boards of a puzzle without end, each of all boards with the same probability every time. The
    same seed gives the same boards.

    `time_limit`, in seconds, is for the preparation before the first. Raises `NoSolutionError` if there is
    none, `OutOfTimeError`, and `OutOfReachError` where that takes more memory than is allowed."""
    check_is_puzzle(puzzle)
    limit = seconds_of(time_limit)
    if SweepEngine().refusal(puzzle) is not None:
        return _picked(puzzle, limit, Chance(seed))
    completions = _completions(puzzle, None if limit is None else clock.now() + limit)
    if completions is None:
        raise NoSolutionError(puzzle)
    return _drawn(puzzle, completions, Chance(seed))


def _drawn(puzzle: Puzzle, completions: Completions, chance: Chance) -> Iterator[Board]:
    while True:
        yield board_of(puzzle, completions.draw(chance.below))


def _picked(puzzle: Puzzle, seconds: float | None, chance: Chance) -> Iterator[Board]:
    """Boards of a puzzle that the sweep does not take, from the list of all."""
    boards = search(puzzle, limit=_MOST_LISTED, time_limit=seconds)
    listed = sorted(boards, key=lambda board: (board.rows, board.letters or ()))
    if not boards.complete:
        if len(listed) == _MOST_LISTED:
            raise OutOfReachError(f"it has {_MOST_LISTED:,} boards or more, too many to draw from a list")
        raise OutOfTimeError(f"{len(listed)} boards were found")
    if not listed:
        raise NoSolutionError(puzzle)
    return (listed[chance.below(len(listed))] for _ in iter(int, 1))
