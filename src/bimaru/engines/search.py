"""The engine `search`: bimaru's own, by the compiled kernel, for straight unlettered ships."""

from __future__ import annotations

import time
from typing import Final

from bimaru.board import Board
from bimaru.engines import kernel
from bimaru.engines.protocol import NO_LIMIT, Budget, EngineRefuses, Run
from bimaru.puzzle import Puzzle

_SLICE: Final = 200_000
"""Nodes times squares that the kernel spends before it looks at the clock and at Ctrl-C."""


class Search:
    """Propagation and depth-first search over ships; see `kernel`."""

    name = "search"

    def refusal(self, puzzle: Puzzle) -> str | None:
        if not puzzle.is_plain:
            return "it takes straight ships without letters only"
        if max(puzzle.height, puzzle.width) > kernel.MAX_SIDE:
            return f"it takes grids up to {kernel.MAX_SIDE}x{kernel.MAX_SIDE}"
        return None

    def run(self, puzzle: Puzzle, budget: Budget = NO_LIMIT) -> Run:
        if reason := self.refusal(puzzle):
            raise EngineRefuses(self.name, reason)
        return SearchRun(puzzle, budget)


class SearchRun(Run):
    def __init__(self, puzzle: Puzzle, budget: Budget) -> None:
        search = kernel.Search(puzzle.rows, puzzle.cols, tuple(puzzle.fleet.items()), puzzle.hints)
        self._search = search
        self._slice = _SLICE // (puzzle.height * puzzle.width) + 1
        self._nodes = budget.nodes
        self._end = None if budget.seconds is None else time.perf_counter() + budget.seconds
        self.complete = search.complete
        self.stats = {"nodes": search.nodes}

    def __next__(self) -> Board:
        search = self._search
        while not search.complete and (nodes := self._affordable()):
            found = search.advance(nodes)
            self._take_stock()
            if found:
                return Board.spelled(search.board())
        raise StopIteration

    def count(self) -> int:
        found = 0
        while not self._search.complete and (nodes := self._affordable()):
            found += self._search.count(nodes)
        self._take_stock()
        return found

    def _affordable(self) -> int:
        """How many nodes may be spent before the next look at the budget."""
        if self._end is not None and time.perf_counter() >= self._end:
            return 0
        if self._nodes is None:
            return self._slice
        return max(0, min(self._slice, self._nodes - self._search.nodes))

    def _take_stock(self) -> None:
        self.complete = self._search.complete
        self.stats["nodes"] = self._search.nodes
