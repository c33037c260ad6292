"""Boards of a puzzle drawn at random, each with the same probability."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bimaru.arrangements.rejection import Chance
from bimaru.board import Board
from bimaru.clock import clock
from bimaru.engines.sweep import Completions, SweepEngine, completions_of, watching
from bimaru.errors import NoSolutionError, OutOfReachError, OutOfTimeError
from bimaru.placements import board_of
from bimaru.puzzle import Puzzle, check_is_puzzle
from bimaru.solving import search, seconds_of

_MOST_LISTED: Final = 1_000_000
"""The most boards that are listed to draw from."""


def draw_boards(puzzle: Puzzle, *, seed: int = 0, time_limit: float | None = None) -> Iterator[Board]:
    """Random boards of a puzzle without end, each of all boards with the same probability every time. The
    same seed gives the same boards.

    `time_limit`, in seconds, is for the preparation before the first. Raises `NoSolutionError` if there is
    none, `OutOfTimeError`, and `OutOfReachError` where that takes more memory than is allowed."""
    check_is_puzzle(puzzle)
    limit = seconds_of(time_limit)
    if SweepEngine().refusal(puzzle) is not None:
        return _picked(puzzle, limit, Chance(seed))
    with watching(puzzle, None if limit is None else clock.now() + limit) as watch:
        completions = completions_of(puzzle, watch)
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
