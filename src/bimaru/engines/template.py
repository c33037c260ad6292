"""The engine `template`: one to copy, see `docs/how-to/new-engine.md`. It is not in the registry.

It places the ships one after the other wherever there is room, and checks the clues at the end:
short, correct and slow. (Cite here the paper, section and equations that an engine comes from, and
say what it changes and why, and which puzzles it takes.)
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from math import inf
from typing import Final

from bimaru.board import Board
from bimaru.clock import clock
from bimaru.engines import lines
from bimaru.engines.protocol import NO_LIMIT, Budget, Run
from bimaru.errors import UnsupportedPuzzleError
from bimaru.placements import Placement, board_of, fitting
from bimaru.puzzle import NO_EDGES, Puzzle
from bimaru.ships import Ship
from bimaru.squares import Part, Square

MOST_SHIPS: Final = 400
"""The recursion has a level for each."""


class Template:
    """Takes every puzzle without clues at the edges."""

    name = "template"

    def refusal(self, puzzle: Puzzle) -> str | None:
        """Fast for every puzzle: nothing is built."""
        if puzzle.edges != NO_EDGES:
            return "it does not support letters at the edges"
        if sum(number for _, number in puzzle.ships) > MOST_SHIPS:
            return f"it has more than {MOST_SHIPS} ships"
        return None

    def run(self, puzzle: Puzzle, budget: Budget = NO_LIMIT) -> Run:
        if reason := self.refusal(puzzle):
            raise UnsupportedPuzzleError(self.name, reason)
        return TemplateRun(puzzle, budget)


class _OutOfBudgetError(Exception):
    pass


class TemplateRun(Run):
    """One search. `nodes` counts the placements tried."""

    def __init__(self, puzzle: Puzzle, budget: Budget) -> None:
        super().__init__()
        start = time.perf_counter()
        self._puzzle = puzzle
        self._deadline = inf if budget.seconds is None else clock.now() + budget.seconds
        self._most_nodes = inf if budget.nodes is None else budget.nodes
        self._ways = fitting(puzzle)
        self._boards = self._search()
        self.stats["build_seconds"] = time.perf_counter() - start

    def __next__(self) -> Board:
        return next(self._boards)

    def _search(self) -> Iterator[Board]:
        """All boards. `complete` is set only at the very end, and not if the budget runs out."""
        ships = [ship for ship, number in self._puzzle.ships for _ in range(number)]
        try:
            yield from self._place(ships, 0, ())
            self.complete = True
        except _OutOfBudgetError:
            return

    def _place(self, ships: Sequence[Ship], first: int, laid: tuple[Placement, ...]) -> Iterator[Board]:
        """Place the ships in every way, the next of them from its placement number `first` on: of equal
        ships, the later has the later placement, or one board would be found many times."""
        if not ships:
            if self._satisfies_clues({at for way in laid for at in way.squares}):
                yield board_of(self._puzzle, laid)
            return
        ship, *others = ships
        taken = {at for way in laid for at in way.squares + way.surroundings}
        for number, way in enumerate(self._ways[ship][first:], start=first):
            self._spend_node()
            if taken.isdisjoint(way.squares):
                yield from self._place(others, number + 1 if ship in others else 0, (*laid, way))

    def _satisfies_clues(self, occupied: set[Square]) -> bool:
        """Whether tallies and givens are satisfied, as far as `fitting` has not ensured it."""
        tallies = all(
            len(occupied.intersection(line)) == tally for line, tally in lines.with_tallies(self._puzzle)
        )
        return tallies and all(
            given.kind == Part.WATER or given.square in occupied for given in self._puzzle.givens
        )

    def _spend_node(self) -> None:
        if self.stats["nodes"] >= self._most_nodes or clock.now() >= self._deadline:
            raise _OutOfBudgetError
        self.stats["nodes"] += 1
