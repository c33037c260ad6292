"""The engine `auto`: picks one that takes the puzzle."""

from __future__ import annotations

from bimaru.engines.protocol import NO_LIMIT, Budget, Run
from bimaru.engines.search import Search
from bimaru.puzzle import Puzzle


class Auto:
    """The kernel for what it takes."""

    name = "auto"

    def refusal(self, puzzle: Puzzle) -> str | None:
        return Search().refusal(puzzle)

    def run(self, puzzle: Puzzle, budget: Budget = NO_LIMIT) -> Run:
        return Search().run(puzzle, budget)
