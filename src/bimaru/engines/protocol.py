"""The protocol of engines, their budget, and the errors that they raise."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import NamedTuple, Protocol

from bimaru.board import Board
from bimaru.errors import UnsupportedPuzzleError
from bimaru.puzzle import Puzzle


class Budget(NamedTuple):
    """The limits of a run. `None` is no limit; an engine without nodes ignores `nodes`.

    `boards` is how many the caller will take at most, for engines that can look for several at once; the
    others ignore it."""

    seconds: float | None = None
    nodes: int | None = None
    boards: int | None = None


NO_LIMIT = Budget()


def is_in_seconds(statistic: str) -> bool:
    """Whether the statistic of this name is a time: a float, in seconds. All others are counts: whole
    numbers, `int`. None is negative."""
    return statistic == "seconds" or statistic.endswith("_seconds")


class Run(Protocol):
    """One search: an iterator that yields each board once.

    It stops after the last board (`complete` is then true) or when the budget is spent.
    """

    engine: str = ""
    """The engine that found the boards, if not the one that was chosen."""
    complete: bool = False
    """Whether the boards yielded so far are all there are."""
    stats: dict[str, int | float]
    """The cost of the run so far: `nodes`, and whatever else the engine counts (`variables`,
    `constraints`, `nonzeros`, `clauses`, `conflicts`, `fails`, `build_seconds`, ...). Their types are
    those of `is_in_seconds`."""

    def __init__(self) -> None:
        self.stats = {"nodes": 0}

    def __iter__(self) -> Iterator[Board]:
        return self

    @abstractmethod
    def __next__(self) -> Board:
        """The next board. Raises `StopIteration` if there is none or the budget is spent."""

    def count(self) -> int:
        """The number of boards still to come: exact if the run is `complete` afterwards."""
        return sum(1 for _ in self)


class Engine(Protocol):
    """One way to solve puzzles."""

    @property
    def name(self) -> str: ...

    def refusal(self, puzzle: Puzzle) -> str | None:
        """Why this engine does not take the puzzle, as the end of a sentence; `None` if it does."""

    def run(self, puzzle: Puzzle, budget: Budget = NO_LIMIT) -> Run:
        """Start a search. Raises `UnsupportedPuzzleError` for a puzzle it does not take and
        `MissingExtraError` where its optional package is not installed."""


def check_takes(engine: Engine, puzzle: Puzzle) -> None:
    """Raise `UnsupportedPuzzleError` if the engine does not take the puzzle."""
    if reason := engine.refusal(puzzle):
        raise UnsupportedPuzzleError(engine.name, reason)
