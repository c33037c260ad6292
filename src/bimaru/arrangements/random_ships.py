"""Random arrangements of ships of any kind, put down one by one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bimaru.arrangements.random_fleets import FleetDoesNotFitError
from bimaru.arrangements.rejection import Chance
from bimaru.board import Board
from bimaru.engines.placement_search import PlacementRun
from bimaru.engines.protocol import Budget
from bimaru.errors import OutOfReachError
from bimaru.placements import Placement, board_of, placements
from bimaru.puzzle import Puzzle
from bimaru.ships import Ship
from bimaru.squares import Square

_TRIES: Final = 200
"""Random attempts at laying all ships before the engine searches for any arrangement."""
_NODES: Final = 200_000
"""Its limit."""


class ShipSampler:
    """Draws random arrangements of ships on a grid: one by one, the ships that reach farthest first, each
    where there is room, all such placements being equally likely. Every arrangement is possible, but
    some are more likely."""

    note: Final = {"drawn": "search"}
    """The method as a note for puzzles; see `FleetSampler.note`."""

    def __init__(self, height: int, width: int, ships: Sequence[tuple[Ship, int]]) -> None:
        """`ships` are kinds with their numbers, as in `Puzzle.ships`."""
        self._width = width
        kinds = [(self._masks(placements(ship, height, width)), number) for ship, number in ships]
        kinds.sort(key=lambda kind: -max((mask.bit_count() for _, mask, _ in kind[0]), default=0))
        self._ways = [ways for ways, number in kinds for _ in range(number)]

    def _masks(self, ways: Iterable[Placement]) -> list[tuple[int, int, Placement]]:
        """Each placement with its squares, and these with their surroundings, as bits."""
        found = []
        for way in ways:
            squares = self._bits(way.squares)
            found.append((squares, squares | self._bits(way.surroundings), way))
        return found

    def _bits(self, squares: Iterable[Square]) -> int:
        return sum(1 << row * self._width + col for row, col in squares)

    def board(self, puzzle: Puzzle, chance: Chance) -> Board:
        """A random board of a puzzle without clues that has these ships. Raises `FleetDoesNotFitError`, and
        `OutOfReachError` if it is not known whether they fit."""
        for _ in range(_TRIES):
            chosen = self._attempt(chance)
            if chosen is not None:
                return board_of(puzzle, chosen)
        run = PlacementRun(puzzle, Budget(nodes=_NODES))
        found = next(run, None)
        if found is not None:
            return found
        if run.complete:
            raise ShipsDoNotFitError(puzzle.height, puzzle.width, puzzle.fleet)
        raise OutOfReachError(f"{_NODES} nodes of search did not decide whether the ships fit on the grid")

    def _attempt(self, chance: Chance) -> list[Placement] | None:
        """Ships put down one by one, or `None` if one has no room."""
        taken = 0
        chosen = []
        for ways in self._ways:
            free = [way for way in ways if not way[0] & taken]
            if not free:
                return None
            _, reach, placement = free[chance.below(len(free))]
            taken |= reach
            chosen.append(placement)
        return chosen


class ShipsDoNotFitError(FleetDoesNotFitError):
    """No arrangement of these ships exists on the grid."""

    def __str__(self) -> str:
        return "the ships cannot lie on a grid of {}x{} without touching".format(*self.args[:2])
