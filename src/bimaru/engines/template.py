"""The engine `template`: one to copy, as `docs/how-to/new-engine.md` explains. No registry names it.

It lays the ships one after the other wherever there is room, and looks at the clues once all lie:
right, short and slow. (Here stand the paper, section and equations that an engine comes from,
what it changes and why, and which puzzles it takes.)
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from math import inf
from typing import Final

from bimaru.board import Board
from bimaru.engines import lines
from bimaru.engines.protocol import NO_LIMIT, Budget, Run
from bimaru.errors import UnsupportedPuzzleError
from bimaru.placements import Placement, board_of, fitting
from bimaru.puzzle import NO_EDGES, Puzzle
from bimaru.ships import Ship
from bimaru.squares import Part, Square

MOST_SHIPS: Final = 400
"""Python's stack must hold a level for each."""


class Template:
    """Takes every puzzle without clues at the edges."""

    name = "template"

    def refusal(self, puzzle: Puzzle) -> str | None:
        """Told without building anything: no puzzle is so large that it takes long."""
        if puzzle.edges != NO_EDGES:
            return "it does not look at the letters at the edges"
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
    """One search. `nodes` are the ships that were tried in a place."""

    def __init__(self, puzzle: Puzzle, budget: Budget) -> None:
        super().__init__()
        start = time.perf_counter()
        self._puzzle = puzzle
        self._deadline = inf if budget.seconds is None else start + budget.seconds
        self._most_nodes = inf if budget.nodes is None else budget.nodes
        self._ways = fitting(puzzle)
        self._boards = self._search()
        self.stats["build_seconds"] = time.perf_counter() - start

    def __next__(self) -> Board:
        return next(self._boards)

    def _search(self) -> Iterator[Board]:
        """All boards. Only at the very end, and not where the budget ran out, are they `complete`."""
        ships = [ship for ship, number in self._puzzle.ships for _ in range(number)]
        try:
            yield from self._lay(ships, 0, ())
            self.complete = True
        except _OutOfBudgetError:
            return

    def _lay(self, ships: Sequence[Ship], first: int, laid: tuple[Placement, ...]) -> Iterator[Board]:
        """Lay the ships in every way, the next of them from its way number `first` on: of ships
        that are alike, the later lies in a later way, or one board would be found many times."""
        if not ships:
            if self._meets_the_clues({at for way in laid for at in way.squares}):
                yield board_of(self._puzzle, laid)
            return
        ship, *others = ships
        taken = {at for way in laid for at in way.squares + way.surroundings}
        for number, way in enumerate(self._ways[ship][first:], start=first):
            self._spend_node()
            if taken.isdisjoint(way.squares):
                yield from self._lay(others, number + 1 if ship in others else 0, (*laid, way))

    def _meets_the_clues(self, occupied: set[Square]) -> bool:
        """Whether tallies and givens are met, as far as each ship alone did not see to it."""
        tallies = all(
            len(occupied.intersection(line)) == tally for line, tally in lines.tallied(self._puzzle)
        )
        return tallies and all(
            given.kind == Part.WATER or given.square in occupied for given in self._puzzle.givens
        )

    def _spend_node(self) -> None:
        if self.stats["nodes"] >= self._most_nodes or time.perf_counter() >= self._deadline:
            raise _OutOfBudgetError
        self.stats["nodes"] += 1
