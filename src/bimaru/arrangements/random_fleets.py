"""Random fleets for any grid, by the method that suits it.

The method depends on the grid and the fleet alone, and a draw on nothing else but the `Chance`, so draws are
the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from bimaru.arrangements.rejection import Chance, Rejection, as_board
from bimaru.board import Board
from bimaru.engines.kernel import KernelRun
from bimaru.engines.protocol import Budget
from bimaru.engines.sweep import Completions, completions_of
from bimaru.errors import BimaruError, OutOfReachError
from bimaru.puzzle import Puzzle
from bimaru.ships import Fleet
from bimaru.squares import Square

Method: TypeAlias = Literal["rejection", "tables", "search"]

_PILOT_SHIPS: Final = 80_000
"""Ships placed to estimate the acceptance of rejection: some 10 ms."""
_FEWEST_TRIALS: Final = 200
"""Fewest attempts for that estimate."""
_QUICK: Final = 3e-5
"""With this acceptance, rejection takes some 10 ms a board, as long as a draw from tables may take."""
_BEARABLE: Final = 1e-7
"""With this acceptance, rejection takes some seconds a board."""
_SLICE: Final = 10_000
"""Attempts between two checks for Ctrl-C: some milliseconds."""
_TABLE_BYTES: Final = 40_000_000
"""The largest tables. Those of the standard fleet take 10 MB on 7x7, where rejection is too slow, and 26 on
8x8, where it is not. Of 39 crowded fleets on 7x7 to 12x13, one has tables in this or half of it, three in
twice as much."""
_TABLE_STEPS: Final = 500
"""The most progress callbacks while the tables are built, one per thousand profiles: some seconds."""
_PURSUITS: Final = 1_000
"""Attempts to place all ships one by one; then the kernel completes the last attempt. For 18 crowded fleets,
they succeed in 132 of 180 draws; half as many in 126, twice as many in 137."""
_NODES_A_PART: Final = 2_000
"""Nodes to complete some of the ships of that attempt. For 15 crowded fleets, 30 of 300 draws need the last
resort instead; 31 with half as many nodes, 29 with twice as many."""
_NODES_A_PROOF: Final = 1_000_000
"""Nodes to find that resort, or to prove that there is none. Of four such fleets whose ships were not placed
one by one, one took less than 10,000, and three were not decided by 2,000,000."""


class FleetDoesNotFitError(BimaruError, ValueError):
    """No arrangement of the fleet exists on the grid."""

    def __init__(self, height: int, width: int, fleet: Fleet) -> None:
        super().__init__(height, width, fleet)

    def __str__(self) -> str:
        return "the fleet {2} cannot lie on a grid of {0}x{1} without touching".format(*self.args)


class FleetSampler:
    """Draws random arrangements of a fleet on a grid, by a `method`:

    - `rejection` and `tables`: every arrangement is equally likely;
    - `search`, if neither is affordable: every arrangement is possible, but some are more likely. Ships are
      placed one by one at random, longest first; if some do not fit, the search kernel completes a part
      of them.

    Raises `FleetDoesNotFitError` if there is no arrangement, `OutOfReachError` if none was found in the
    limits, and `ValueError` for a grid beyond `DRAWING_SIDE`. `fleet_sampler` caches the latest
    samplers.
    """

    def __init__(self, height: int, width: int, fleet: Mapping[int, int]) -> None:
        self.height = height
        self.width = width
        self.fleet = fleet if isinstance(fleet, Fleet) else Fleet(fleet)
        self._rejection = Rejection(height, width, self.fleet.pairs)
        self._last_resort = b""
        if not self._rejection.can_be:
            raise FleetDoesNotFitError(height, width, self.fleet)
        trials = max(_PILOT_SHIPS // max(self.fleet.size, 1), _FEWEST_TRIALS)
        self.acceptance = self._rejection.acceptance(Chance(0), trials)
        self.method: Method = self._choose_method()

    def _choose_method(self) -> Method:
        if self.acceptance >= _QUICK:
            return "rejection"
        try:
            self._tables()
        except OutOfReachError:
            if self.acceptance >= _BEARABLE:
                return "rejection"
            self._last_resort = self._find_any()
            return "search"
        return "tables"

    @property
    def note(self) -> dict[str, str]:
        """The method as a note for puzzles; empty if all arrangements are equally likely."""
        return {"drawn": self.method} if self.method == "search" else {}

    def _tables(self) -> Completions:
        tables = _tables_of(self.height, self.width, self.fleet)
        if tables is None:
            raise FleetDoesNotFitError(self.height, self.width, self.fleet)
        return tables

    def draw(self, chance: Chance) -> bytes:
        """A random arrangement, row by row, a byte a square: 1 ship, 0 water."""
        if self.method == "rejection":
            return self._by_rejection(chance)
        if self.method == "tables":
            return self._cells(at for ship in self._tables().draw(chance.below) for at in ship.squares)
        return self._by_search(chance)

    def board(self, chance: Chance) -> Board:
        """`draw` as a board."""
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
            completed, _ = self._complete(board, ships, _NODES_A_PART)
            if completed:
                return completed
        return _random_turn(self._last_resort, self.height, self.width, chance)

    def _find_any(self) -> bytes:
        cells, laid = self._rejection.pursued(Chance(0), _PURSUITS)
        if laid:
            return cells
        found, excluded = self._complete(as_board(cells, self.width), [], _NODES_A_PROOF)
        if excluded:
            raise FleetDoesNotFitError(self.height, self.width, self.fleet)
        if found is None:
            raise OutOfReachError(
                f"{_NODES_A_PROOF} nodes of search did not decide whether the fleet {self.fleet} can "
                f"lie on a grid of {self.height}x{self.width}"
            )
        return found

    def _complete(
        self, board: Board, ships: Sequence[Sequence[Square]], nodes: int
    ) -> tuple[bytes | None, bool]:
        """An arrangement that includes `ships` of the board, `None` if the kernel finds none, and whether it
        has proved that there is none."""
        givens = {square: board[square] for ship in ships for square in ship}
        puzzle = Puzzle([None] * self.height, [None] * self.width, self.fleet, givens)
        run = KernelRun(puzzle, Budget(nodes=nodes))
        found = next(run, None)
        if found is None:
            return None, run.complete
        return self._cells(found.occupied()), False

    def _cells(self, occupied: Iterable[Square]) -> bytes:
        cells = bytearray(self.height * self.width)
        for row, col in occupied:
            cells[row * self.width + col] = 1
        return bytes(cells)


def _random_turn(cells: bytes, height: int, width: int, chance: Chance) -> bytes:
    """The arrangement turned and flipped at random, within a grid of the same size."""
    rows = [cells[i : i + width] for i in range(0, len(cells), width)]
    if chance.below(2):
        rows.reverse()
    if chance.below(2):
        rows = [row[::-1] for row in rows]
    if height == width and chance.below(2):
        rows = [bytes(column) for column in zip(*rows, strict=True)]
    return b"".join(rows)


class _TableLimits:
    """A watch that ends sweeps beyond `_TABLE_BYTES` or `_TABLE_STEPS`."""

    def __init__(self) -> None:
        self._steps = 0

    def __call__(self, swept: int, size: int) -> None:
        self._steps += 1
        if size > _TABLE_BYTES or self._steps > _TABLE_STEPS:
            raise OutOfReachError(f"the tables are too large after {swept} squares")


@lru_cache(maxsize=2)
def _tables_of(height: int, width: int, fleet: Fleet) -> Completions | None:
    return completions_of(Puzzle([None] * height, [None] * width, fleet), _TableLimits())


@lru_cache(maxsize=64)
def fleet_sampler(height: int, width: int, fleet: Fleet) -> FleetSampler:
    """A cached `FleetSampler`, because choosing its method takes time."""
    return FleetSampler(height, width, fleet)
