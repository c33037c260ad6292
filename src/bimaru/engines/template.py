"""The engine `template`: one to copy, see `docs/how-to/new-engine.md`. It is not in the registry.

It places the ships one after the other wherever there is room, and checks the clues at the end:
short, correct and slow. (Cite here the paper, section and equations that an engine comes from, and
say what it changes and why, and which puzzles it takes.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bimaru.board import Board
from bimaru.engines import lines
from bimaru.engines.protocol import NO_LIMIT, Budget, Run, check_takes
from bimaru.engines.search_run import MOST_SHIPS, SearchRun
from bimaru.placements import Placement, board_of, fitting
from bimaru.puzzle import NO_EDGES, Puzzle
from bimaru.ships import Ship
from bimaru.squares import Part, Square


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
        check_takes(self, puzzle)
        return TemplateRun(puzzle, budget)


class TemplateRun(SearchRun):
    """One search. `nodes` counts the placements tried."""

    def __init__(self, puzzle: Puzzle, budget: Budget) -> None:
        self._puzzle = puzzle
        super().__init__(budget)

    def _build(self) -> dict[str, int]:
        """Prepare the search; what takes long belongs here. Returns the sizes of the model."""
        self._ways = fitting(self._puzzle)
        return {"variables": sum(map(len, self._ways.values()))}

    def _search(self) -> Iterator[Board]:
        """All boards."""
        ships = [ship for ship, number in self._puzzle.ships for _ in range(number)]
        yield from self._place(ships, 0, ())

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
