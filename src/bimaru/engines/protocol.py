"""What every engine is: the protocol, the budget it keeps to, and how it refuses."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import NamedTuple, Protocol

from bimaru.board import Board
from bimaru.puzzle import Puzzle


class Budget(NamedTuple):
    """What a run may spend. `None` is no limit; an engine that has no nodes ignores `nodes`."""

    seconds: float | None = None
    nodes: int | None = None


NO_LIMIT = Budget()


class Run(Protocol):
    """One search: an iterator of boards, each of which it gives once.

    It stops when it has given them all (`complete` is then true) or when the budget is out.
    """

    engine: str = ""
    """The engine that found the boards, where that is another than the one that was asked."""
    complete: bool = False
    """Whether the boards given so far are all there are."""
    stats: dict[str, int | float]
    """What the run has cost so far: `nodes`, and what else the engine counts (`variables`,
    `constraints`, `nonzeros`, `clauses`, `conflicts`, `fails`, `build_seconds`, ...)."""

    def __init__(self) -> None:
        self.stats = {"nodes": 0}

    def __iter__(self) -> Iterator[Board]:
        return self

    @abstractmethod
    def __next__(self) -> Board:
        """The next board; raises `StopIteration` when there is none or the budget is out."""

    def count(self) -> int:
        """How many boards are still to come: exact if the run is `complete` afterwards."""
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
