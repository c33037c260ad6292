"""Solving: chooses the engine, holds the budget, has the referee judge every board."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Literal, NamedTuple, TypeAlias

from bimaru.board import Board
from bimaru.engines.protocol import Budget, Engine
from bimaru.engines.registry import engine_named
from bimaru.processes import in_processes
from bimaru.puzzle import Puzzle
from bimaru.rules import faults

Status: TypeAlias = Literal["unique", "multiple", "none", "unknown"]


class Result(NamedTuple):
    """What solving found. `complete`: whether `boards` are all there are. `stats`: `nodes`,
    `seconds` and what else the engine counts."""

    status: Status
    boards: tuple[Board, ...]
    complete: bool
    engine: str
    stats: Mapping[str, int | float]

    @property
    def board(self) -> Board | None:
        """The first board found."""
        return self.boards[0] if self.boards else None


class WrongBoard(RuntimeError):
    """An engine gave a board that the referee rejects: a bug in bimaru, never the puzzle's fault."""


class Count(int):
    """A number of boards; `complete` is false where a budget ran out (then it is a lower bound)."""

    complete: bool

    def __new__(cls, number: int, complete: bool) -> Count:
        counted = super().__new__(cls, number)
        counted.complete = complete
        return counted


def solve(
    puzzle: Puzzle,
    engine: str | Engine = "auto",
    limit: int | None = 2,
    *,
    time_limit: float | None = None,
    node_limit: int | None = None,
) -> Result:
    """Find up to `limit` boards (`None`: all). With the usual limit of 2 the status tells
    whether the one board is the only one. `time_limit` is in seconds.

    Raises `EngineRefuses`, `MissingExtra`, and `ValueError` for an unknown engine."""
    chosen = engine_named(engine) if isinstance(engine, str) else engine
    return _solve_with(chosen, Budget(time_limit, node_limit), limit, puzzle)


def solve_many(
    puzzles: Iterable[Puzzle],
    limit: int | None = 2,
    workers: int = 1,
    *,
    engine: str | Engine = "auto",
    time_limit: float | None = None,
    node_limit: int | None = None,
) -> Iterator[Result]:
    """The results of `solve` for many puzzles, in their order, in constant memory.

    `time_limit` is in seconds for each puzzle. More than one worker means that many processes."""
    chosen = engine_named(engine) if isinstance(engine, str) else engine
    one = partial(_solve_with, chosen, Budget(time_limit, node_limit), limit)
    return map(one, puzzles) if workers == 1 else in_processes(one, puzzles, workers)


def count(
    puzzle: Puzzle,
    engine: str | Engine = "auto",
    *,
    time_limit: float | None = None,
    node_limit: int | None = None,
) -> Count:
    """The exact number of boards, or a lower bound (`complete` is false) where a limit cut it short."""
    chosen = engine_named(engine) if isinstance(engine, str) else engine
    run = chosen.run(puzzle, Budget(time_limit, node_limit))
    number = run.count()
    return Count(number, run.complete)


def is_unique(puzzle: Puzzle, engine: str | Engine = "auto") -> bool:
    """Whether the puzzle has exactly one board, proved."""
    return solve(puzzle, engine).status == "unique"


def _solve_with(engine: Engine, budget: Budget, limit: int | None, puzzle: Puzzle) -> Result:
    start = time.perf_counter()
    run = engine.run(puzzle, budget)
    boards: list[Board] = []
    if limit != 0:
        for board in run:
            if broken := faults(puzzle, board):
                raise WrongBoard(f"{puzzle!r}: {broken[0].text}")
            boards.append(board)
            if len(boards) == limit:
                break
    complete = run.complete
    stats = {**run.stats, "seconds": time.perf_counter() - start}
    return Result(_status(len(boards), complete), tuple(boards), complete, run.engine or engine.name, stats)


def _status(found: int, complete: bool) -> Status:
    if found > 1:
        return "multiple"
    if not complete:
        return "unknown"
    return "unique" if found else "none"
