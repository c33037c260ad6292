"""Drawing arrangements uniformly by the numbers of the sweep, where rejection hardly ever succeeds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from bimaru.arrangements.rejection import Chance
from bimaru.arrangements.sweep import Move, Profile, ShipStart, Sweep, Vectors, Watch

_MOST_KNOWN: Final = 100_000
"""Numbers kept for the next draw: some 20 MB."""


class SweepSampler:
    """Draws arrangements of a sweep's fleet uniformly.

    From the last row up, it computes the number of ways to fill the rows from each one on. A draw goes down
    again and takes each move with the share of those ways that it leads to. `total` is the number of
    arrangements; if it is 0, none can be drawn. The vectors of all rows stay in memory.
    """

    def __init__(self, sweep: Sweep, watch: Watch) -> None:
        self._sweep = sweep
        self._known: dict[tuple[int, int, Profile, int], int] = {}
        reached = [list(vectors) for vectors in sweep.rows(watch)]
        below: Vectors = dict.fromkeys(reached.pop(), 1)
        self._below = [below]
        for row in reversed(range(sweep.height)):
            below = self._row_above(row, reached[row], below)
            self._below.append(below)
            watch(sweep.height * sweep.width, sweep.bytes_of(self._below))
        self._below.reverse()
        self.total = self._ways(0, 0, 0, sweep.layout.whole)

    def _row_above(self, row: int, profiles: list[Profile], below: Vectors) -> Vectors:
        """The numbers of ways to fill the rows from this one on, by the profile before it."""
        moves = self._row_moves(row, profiles)
        canonical, with_ship = self._sweep.moves.canonical, self._sweep.layout.with_ship
        ways: list[Vectors] = [{} for _ in moves]
        ways[-1] = {profile: below.get(canonical(profile), 0) for profile in moves.pop()}
        for col in reversed(range(self._sweep.width)):
            for profile, found in moves.pop().items():
                total = 0
                for start, onward, following in found:
                    more = ways[onward][following]
                    total += more if start is None else with_ship(more, start.length)
                ways[col][profile] = total
        return ways[0]

    def _row_moves(self, row: int, profiles: list[Profile]) -> list[dict[Profile, list[Move]]]:
        """All the moves in a row, column by column; beyond the last column, only the profiles."""
        width, moves_at = self._sweep.width, self._sweep.moves.at
        reached: list[dict[Profile, list[Move]]] = [{} for _ in range(width + 1)]
        reached[0] = {profile: [] for profile in profiles}
        for col in range(width):
            for profile in reached[col]:
                moves = reached[col][profile] = moves_at(row, col, profile)
                for _, onward, following in moves:
                    reached[onward].setdefault(following, [])
        return reached

    def draw(self, chance: Chance) -> bytes:
        """A random arrangement, row by row, a byte a square: 1 ship, 0 water."""
        height, width = self._sweep.height, self._sweep.width
        cells = bytearray(height * width)
        for row, col, start in self._walk(chance):
            step = width if start.down else 1
            first = row * width + col
            for at in range(first, first + step * start.length, step):
                cells[at] = 1
        if self._sweep.is_turned:
            return b"".join(bytes(islice(cells, col, None, width)) for col in range(width))
        return bytes(cells)

    def _walk(self, chance: Chance) -> Iterator[tuple[int, int, ShipStart]]:
        """The row, first column and start of every ship. After a row whose profile was replaced by its mirror
        image, the rest of the grid is mirrored."""
        width = self._sweep.width
        profile, part, mirrored = 0, self._sweep.layout.whole, False
        for row in range(self._sweep.height):
            col = 0
            while col < width:
                start, onward, profile = self._draw_move(chance, row, col, profile, part)
                if start is not None:
                    part -= self._sweep.layout.place_value[start.length]
                    last = col if start.down else col + start.length - 1
                    yield row, width - 1 - last if mirrored else col, start
                col = onward
            canonical = self._sweep.moves.canonical(profile)
            mirrored ^= canonical != profile
            profile = canonical

    def _draw_move(self, chance: Chance, row: int, col: int, profile: Profile, part: int) -> Move:
        left = chance.below(self._ways(row, col, profile, part))
        for move in self._sweep.moves.at(row, col, profile):
            left -= self._ways_after(move, row, part)
            if left < 0:
                break
        return move

    def _ways(self, row: int, col: int, profile: Profile, part: int) -> int:
        """The number of ways to place a part of the fleet from a square on."""
        if len(self._known) > _MOST_KNOWN:
            self._known.clear()
        key = (row, col, profile, part)
        ways = self._known.get(key)
        if ways is None:
            moves = self._sweep.moves.at(row, col, profile)
            ways = self._known[key] = sum(self._ways_after(move, row, part) for move in moves)
        return ways

    def _ways_after(self, move: Move, row: int, part: int) -> int:
        """The number of ways to place a part of the fleet from a move on."""
        start, onward, profile = move
        layout = self._sweep.layout
        if start is not None:
            if not layout.has(part, start.length):
                return 0
            part -= layout.place_value[start.length]
        if onward < self._sweep.width:
            return self._ways(row, onward, profile, part)
        return layout.number(self._below[row + 1].get(self._sweep.moves.canonical(profile), 0), part)
