"""The base of runs that search in Python, ship by ship: their budget and their statistics."""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Iterator
from contextlib import suppress
from math import inf
from typing import Final

from bimaru.board import Board
from bimaru.clock import clock
from bimaru.deadlines import OutOfBudgetError, building_until
from bimaru.engines.protocol import Budget, Run

MOST_PLACEMENTS: Final = 20_000
"""Of all ships. The tables of `backtracking` have a bit for every pair: fifty megabytes."""
MOST_SHIPS: Final = 400
"""The recursion has a level for each."""


def refusal_of_size(ships: int, ways: int) -> str | None:
    """Why a puzzle with that many ships, which can lie in that many ways, is refused, or `None`."""
    if ships > MOST_SHIPS:
        return f"it has {ships:,} ships, the limit is {MOST_SHIPS:,}"
    if ways > MOST_PLACEMENTS:
        return f"its ships can lie in {ways:,} ways, the limit is {MOST_PLACEMENTS:,}"
    return None


class SearchRun(Run):
    """One search. `nodes` counts the placements tried, `fails` those that turned out to be impossible."""

    def __init__(self, budget: Budget) -> None:
        """Build the model, within the time of the budget."""
        super().__init__()
        start = time.perf_counter()
        self._most_nodes = inf if budget.nodes is None else budget.nodes
        self._deadline = None if budget.seconds is None else clock.now() + budget.seconds
        self._boards: Iterator[Board] = iter(())
        with suppress(OutOfBudgetError), building_until(self._deadline):
            self.stats |= self._build()
            self._boards = self._within_budget()
        self.stats |= {"fails": 0, "build_seconds": time.perf_counter() - start, "solve_seconds": 0.0}

    @abstractmethod
    def _build(self) -> dict[str, int]:
        """Build the model. Returns its sizes."""

    @abstractmethod
    def _search(self) -> Iterator[Board]:
        """All boards. Raises `OutOfBudgetError`, by `_spend_node` and `_check_deadline`."""

    def __next__(self) -> Board:
        start = time.perf_counter()
        try:
            return next(self._boards)
        finally:
            self.stats["solve_seconds"] += time.perf_counter() - start

    def _within_budget(self) -> Iterator[Board]:
        with suppress(OutOfBudgetError):
            yield from self._search()
            self.complete = True

    def _spend_node(self) -> None:
        if self.stats["nodes"] >= self._most_nodes:
            raise OutOfBudgetError
        self._check_deadline()
        self.stats["nodes"] += 1

    def _check_deadline(self) -> None:
        if self._deadline is not None and clock.now() >= self._deadline:
            raise OutOfBudgetError
