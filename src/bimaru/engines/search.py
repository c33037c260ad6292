"""The engine `search`: bimaru's own, for straight unlettered ships; see `kernel`."""

from __future__ import annotations

from bimaru.engines.kernel import KERNEL_SIDE
from bimaru.engines.kernel import Search as KernelRun
from bimaru.engines.protocol import NO_LIMIT, Budget, Run
from bimaru.errors import UnsupportedPuzzleError
from bimaru.puzzle import Puzzle


class Search:
    """Propagation and depth-first search over ships, compiled."""

    name = "search"

    def refusal(self, puzzle: Puzzle) -> str | None:
        if not puzzle.is_plain:
            return "it takes straight ships without letters only"
        if len(puzzle.rows) > KERNEL_SIDE or len(puzzle.cols) > KERNEL_SIDE:
            return f"it takes grids up to {KERNEL_SIDE}x{KERNEL_SIDE}"
        return None

    def run(self, puzzle: Puzzle, budget: Budget = NO_LIMIT) -> Run:
        if reason := self.refusal(puzzle):
            raise UnsupportedPuzzleError(self.name, reason)
        return KernelRun(puzzle, budget)
