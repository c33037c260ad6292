"""Arrangements drawn square by square with exact chances, for grids where other ways hardly hit one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from bimaru.arrangements.rejection import Chance
from bimaru.arrangements.sweep import Move, Profile, Start, Tables, Vectors, Watch

_MOST_KNOWN: Final = 100_000
"""Numbers that are kept for the next draw: some 20 MB."""


class TableDraws:
    """Draws arrangements of the tables' fleet, every one equally likely.

    From the last row up it finds in how many ways the rows from each on can be filled; a draw goes down
    again and takes each move with the share of those ways that it leads to. `total` is the number of
    arrangements; where it is 0 there is none to draw. Keeps the vectors of every row's start.
    """

    def __init__(self, tables: Tables, watch: Watch) -> None:
        self._tables = tables
        self._known: dict[tuple[int, int, Profile, int], int] = {}
        reached = [list(vectors) for vectors in tables.rows(watch)]
        below: Vectors = dict.fromkeys(reached.pop(), 1)
        self._below = [below]
        for row in reversed(range(tables.height)):
            below = self._row_above(row, reached[row], below)
            self._below.append(below)
            watch(tables.height * tables.width, tables.bytes_of(self._below))
        self._below.reverse()
        self.total = self._ways(0, 0, 0, tables.fields.whole)

    def _row_above(self, row: int, profiles: list[Profile], below: Vectors) -> Vectors:
        """In how many ways the rows from this one on can be filled, by the profile before it."""
        moves = self._row_moves(row, profiles)
        either, with_ship = self._tables.either, self._tables.fields.with_ship
        ways: list[Vectors] = [{} for _ in moves]
        ways[-1] = {profile: below.get(either(profile), 0) for profile in moves.pop()}
        for col in reversed(range(self._tables.width)):
            for profile, found in moves.pop().items():
                total = 0
                for start, onward, following in found:
                    more = ways[onward][following]
                    total += more if start is None else with_ship(more, start.length)
                ways[col][profile] = total
        return ways[0]

    def _row_moves(self, row: int, profiles: list[Profile]) -> list[dict[Profile, list[Move]]]:
        """All the moves in a row, column by column; beyond the last column, only the profiles."""
        width, sweep = self._tables.width, self._tables.sweep
        reached: list[dict[Profile, list[Move]]] = [{} for _ in range(width + 1)]
        reached[0] = {profile: [] for profile in profiles}
        for col in range(width):
            for profile in reached[col]:
                moves = reached[col][profile] = sweep.moves(row, col, profile)
                for _, onward, following in moves:
                    reached[onward].setdefault(following, [])
        return reached

    def draw(self, chance: Chance) -> bytes:
        """A random arrangement, row by row, a byte a square: 1 ship, 0 water."""
        height, width = self._tables.height, self._tables.width
        cells = bytearray(height * width)
        for row, col, start in self._walk(chance):
            step = width if start.down else 1
            first = row * width + col
            for at in range(first, first + step * start.length, step):
                cells[at] = 1
        if self._tables.turned:
            return b"".join(bytes(islice(cells, col, None, width)) for col in range(width))
        return bytes(cells)

    def _walk(self, chance: Chance) -> Iterator[tuple[int, int, Start]]:
        """The first square and the manner of every ship. Behind a row whose profile is turned into its
        mirror image, the rest of the grid is seen in the mirror."""
        width = self._tables.width
        profile, part, mirrored = 0, self._tables.fields.whole, False
        for row in range(self._tables.height):
            col = 0
            while col < width:
                start, onward, profile = self._chosen(chance, row, col, profile, part)
                if start is not None:
                    part -= self._tables.fields.one[start.length]
                    last = col if start.down else col + start.length - 1
                    yield row, width - 1 - last if mirrored else col, start
                col = onward
            one = self._tables.either(profile)
            mirrored ^= one != profile
            profile = one

    def _chosen(self, chance: Chance, row: int, col: int, profile: Profile, part: int) -> Move:
        left = chance.below(self._ways(row, col, profile, part))
        for move in self._tables.sweep.moves(row, col, profile):
            left -= self._ways_by(move, row, part)
            if left < 0:
                break
        return move

    def _ways(self, row: int, col: int, profile: Profile, part: int) -> int:
        """In how many ways that part of the fleet can fill the grid from a square on."""
        if len(self._known) > _MOST_KNOWN:
            self._known.clear()
        key = (row, col, profile, part)
        ways = self._known.get(key)
        if ways is None:
            moves = self._tables.sweep.moves(row, col, profile)
            ways = self._known[key] = sum(self._ways_by(move, row, part) for move in moves)
        return ways

    def _ways_by(self, move: Move, row: int, part: int) -> int:
        """The same from a move on."""
        start, onward, profile = move
        fields = self._tables.fields
        if start is not None:
            if not fields.has(part, start.length):
                return 0
            part -= fields.one[start.length]
        if onward < self._tables.width:
            return self._ways(row, onward, profile, part)
        return fields.number(self._below[row + 1].get(self._tables.either(profile), 0), part)
