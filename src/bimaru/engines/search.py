"""The engine `search`: bimaru's own, for straight unlettered ships; see `kernel`."""

from __future__ import annotations

from bimaru.engines import kernel
from bimaru.engines.protocol import NO_LIMIT, Budget, EngineRefuses, Run
from bimaru.puzzle import Puzzle


class Search:
    """Propagation and depth-first search over ships, compiled."""

    name = "search"

    def refusal(self, puzzle: Puzzle) -> str | None:
        if not puzzle.is_plain:
            return "it takes straight ships without letters only"
        if len(puzzle.rows) > kernel.MAX_SIDE or len(puzzle.cols) > kernel.MAX_SIDE:
            return f"it takes grids up to {kernel.MAX_SIDE}x{kernel.MAX_SIDE}"
        return None

    def run(self, puzzle: Puzzle, budget: Budget = NO_LIMIT) -> Run:
        if reason := self.refusal(puzzle):
            raise EngineRefuses(self.name, reason)
        return kernel.Search(puzzle, budget)
