"""Random fleets for any grid: the way to draw them that suits it, and what that is worth.

Which way is taken depends on the grid and the fleet alone, and what is drawn on nothing but that and the
`Chance`: the same on every machine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from bimaru.arrangements.rejection import Chance, Rejection, as_board
from bimaru.arrangements.sweep import Tables
from bimaru.arrangements.sweep_sampling import TableDraws
from bimaru.board import WATER, Board
from bimaru.engines.kernel import Search
from bimaru.engines.protocol import Budget
from bimaru.errors import BimaruError, OutOfReachError
from bimaru.puzzle import Puzzle
from bimaru.ships import Fleet
from bimaru.squares import Square

Method: TypeAlias = Literal["rejection", "tables", "search"]

_PILOT: Final = 80_000
"""Ships that are laid to estimate the acceptance of rejection: some 10 ms,"""
_FEWEST_TRIALS: Final = 200
"""but no fewer attempts than that."""
_QUICK: Final = 3e-5
"""With this acceptance rejection takes some 10 ms a board, no more than the tables may,"""
_BEARABLE: Final = 1e-7
"""and with this some seconds."""
_SLICE: Final = 10_000
"""Attempts between two chances to answer Ctrl-C: some milliseconds."""
_TABLE_BYTES: Final = 40_000_000
_TABLE_STEPS: Final = 500
"""Looks that tables may take to build, each after a thousand profiles or less: some seconds."""
_PURSUITS: Final = 1_000
"""Attempts to lay ships one by one before the kernel is asked to complete one."""
_NODES_A_PART: Final = 2_000
_NODES_A_PROOF: Final = 1_000_000


class FleetDoesNotFitError(BimaruError, ValueError):
    """No arrangement of the fleet exists on the grid."""

    def __init__(self, height: int, width: int, fleet: Fleet) -> None:
        super().__init__(height, width, fleet)

    def __str__(self) -> str:
        return "the fleet {2} cannot lie on a {0}x{1} grid without touching".format(*self.args)


class Fleets:
    """Random arrangements of a fleet on a grid. `method` tells how they are drawn:

    - `rejection` and `tables`: every arrangement is equally likely;
    - `search`, where neither is affordable: every arrangement may come, but not equally often. Ships
      are laid one by one on random places, longest first, and where that comes to no end, the search kernel
      completes what lies.

    Raises `FleetDoesNotFitError` where there is no arrangement, `OutOfReachError` where none is found
    either, and `ValueError` for a grid beyond `DRAWING_SIDE`. `fleets_of` keeps those that were
    asked for last.
    """

    def __init__(self, height: int, width: int, fleet: Mapping[int, int]) -> None:
        self.height = height
        self.width = width
        self.fleet = fleet if isinstance(fleet, Fleet) else Fleet(fleet)
        self._rejection = Rejection(height, width, self.fleet.pairs)
        self._last_resort = b""
        if not self._rejection.can_be:
            raise self._cannot_fit()
        trials = max(_PILOT // max(self.fleet.size, 1), _FEWEST_TRIALS)
        self.acceptance = self._rejection.acceptance(Chance(0), trials)
        self.method: Method = self._affordable()

    def _cannot_fit(self) -> FleetDoesNotFitError:
        return FleetDoesNotFitError(self.height, self.width, self.fleet)

    def _affordable(self) -> Method:
        if self.acceptance >= _QUICK:
            return "rejection"
        try:
            if self._tables().total == 0:
                raise self._cannot_fit()
        except OutOfReachError:
            if self.acceptance >= _BEARABLE:
                return "rejection"
            self._last_resort = self._any_arrangement()
            return "search"
        return "tables"

    @property
    def note(self) -> dict[str, str]:
        """What a puzzle tells of how its fleet was drawn: nothing, unless some arrangements are likelier."""
        return {"drawn": self.method} if self.method == "search" else {}

    def _tables(self) -> TableDraws:
        return _tables_of(self.height, self.width, self.fleet)

    def draw(self, chance: Chance) -> bytes:
        """A random arrangement, row by row, a byte a square: 1 ship, 0 water."""
        if self.method == "rejection":
            return self._by_rejection(chance)
        if self.method == "tables":
            return self._tables().draw(chance)
        return self._by_search(chance)

    def board(self, chance: Chance) -> Board:
        """The same as a board."""
        return as_board(self.draw(chance), self.width)

    def _by_rejection(self, chance: Chance) -> bytes:
        while (cells := self._rejection.draw(chance, _SLICE)) is None:
            pass
        return cells

    def _by_search(self, chance: Chance) -> bytes:
        cells, laid = self._rejection.pursued(chance, _PURSUITS)
        if laid:
            return cells
        board = as_board(cells, self.width)
        ships = sorted(board.ships(), key=len, reverse=True)
        while ships:
            ships = ships[: len(ships) // 2]
            completed, _ = self._completed(board, ships, _NODES_A_PART)
            if completed:
                return completed
        return _turned(self._last_resort, self.height, self.width, chance)

    def _any_arrangement(self) -> bytes:
        cells, laid = self._rejection.pursued(Chance(0), _PURSUITS)
        if laid:
            return cells
        found, excluded = self._completed(as_board(cells, self.width), [], _NODES_A_PROOF)
        if excluded:
            raise self._cannot_fit()
        if found is None:
            raise OutOfReachError(
                f"{_NODES_A_PROOF} nodes of search did not tell whether the fleet {self.fleet} can lie on "
                f"a {self.height}x{self.width} grid"
            )
        return found

    def _completed(
        self, board: Board, ships: Sequence[Sequence[Square]], nodes: int
    ) -> tuple[bytes | None, bool]:
        """An arrangement with these of the board's ships, if the kernel finds one, and whether it has
        proved that there is none."""
        givens = {square: board[square] for ship in ships for square in ship}
        puzzle = Puzzle([None] * self.height, [None] * self.width, self.fleet, givens)
        run = Search(puzzle, Budget(nodes=nodes))
        found = next(run, None)
        if found is None:
            return None, run.complete
        return bytes(mark != WATER for _, mark in found.squares()), False


def _turned(cells: bytes, height: int, width: int, chance: Chance) -> bytes:
    """The same arrangement in a random one of the ways in which its grid can be turned and flipped."""
    rows = [cells[i : i + width] for i in range(0, len(cells), width)]
    if chance.below(2):
        rows.reverse()
    if chance.below(2):
        rows = [row[::-1] for row in rows]
    if height == width and chance.below(2):
        rows = [bytes(column) for column in zip(*rows, strict=True)]
    return b"".join(rows)


class _Patience:
    """Ends what takes more memory or more looks than it may."""

    def __init__(self) -> None:
        self._looks = 0

    def __call__(self, swept: int, size: int) -> None:
        self._looks += 1
        if size > _TABLE_BYTES or self._looks > _TABLE_STEPS:
            raise OutOfReachError(f"the tables are too large after {swept} squares")


@lru_cache(maxsize=2)
def _tables_of(height: int, width: int, fleet: Fleet) -> TableDraws:
    return TableDraws(Tables(height, width, fleet.pairs, _TABLE_BYTES), _Patience())


@lru_cache(maxsize=64)
def fleets_of(height: int, width: int, fleet: Fleet) -> Fleets:
    """The same as `Fleets`, kept for the next time: to choose the method takes a while."""
    return Fleets(height, width, fleet)
