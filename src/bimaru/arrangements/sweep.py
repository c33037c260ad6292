"""Exact numbers of arrangements, by dynamic programming.

The grid is swept row by row, square by square, along its shorter side. What the squares already swept imply
for those ahead is a *profile*: for each column, whether its next square is free, must be water, or must be
ship with some number of squares of its ship still to come. The number of ways to reach a profile depends on
the ships placed so far; the numbers for all parts of the fleet form a *vector*: an integer with a field of
bits for each part. Adding two vectors is adding integers; placing a ship shifts all fields to those with
one more ship, after the fields with no such ship left are masked out. Profiles that are mirror images of
each other continue alike, so they are merged at the end of each row.

An example is in docs/background/arrangements.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import comb
from time import monotonic
from typing import Final, NamedTuple, TypeAlias

from bimaru.arrangements.rejection import could_fit
from bimaru.errors import InvalidPuzzleError, OutOfReachError, OutOfTimeError
from bimaru.ships import Fleet
from bimaru.sizes import MAX_SIDE
from bimaru.solving import seconds_of

Profile: TypeAlias = int
"""A code for each column, the first in the lowest bits: `_FREE`, `_WATER`, or `_WATER` plus the number of
squares still to come of the ship that goes down there."""
Vector: TypeAlias = int
Vectors: TypeAlias = dict[Profile, Vector]
Watch: TypeAlias = Callable[[int, int], None]
"""A callback with the number of squares swept and the bytes in use; it raises to stop the sweep."""

MOST_BYTES: Final = 1_000_000_000
"""Memory limit of counting."""
_FREE: Final = 0
_WATER: Final = 1
_OVERHEAD: Final = 200
"""Bytes of a profile besides its vector: its entry in a dictionary, and two integers."""
_STRIDE: Final = 1024
"""Most profiles between two calls of the watch."""
_STRIDE_BYTES: Final = 40_000_000
"""Most bytes of vectors between two calls of the watch: some tenths of a second. If a single vector takes
more, the watch is called at every move."""


def count_arrangements(
    size: tuple[int, int],
    fleet: Mapping[int, int],
    *,
    time_limit: float | None = None,
    watch: Watch | None = None,
) -> int:
    """The exact number of ways to arrange a fleet on a grid of `size` (height, width), no two ships touching.

    Ships of one length are interchangeable, so this is a number of boards. `time_limit` is in seconds.
    `watch` is called now and then with the number of squares swept and the bytes in use.

    Raises `OutOfTimeError` at the time limit, `OutOfReachError` beyond `MOST_BYTES`, and `InvalidPuzzleError`
    for a size or a fleet that no puzzle can have.
    """
    ships = fleet if isinstance(fleet, Fleet) else Fleet(fleet)
    height, width = size
    if not (0 < height <= MAX_SIDE and 0 < width <= MAX_SIDE):
        raise InvalidPuzzleError([f"size: sides are 1 to {MAX_SIDE}, not {height} and {width}"])
    limit = seconds_of(time_limit)
    end = None if limit is None else monotonic() + limit

    def check_limits(swept: int, used: int) -> None:
        done = f"{swept} of {height * width} squares"
        if end is not None and monotonic() >= end:
            raise OutOfTimeError(f"{done} were counted")
        if used > MOST_BYTES:
            raise OutOfReachError(f"after {done} the numbers take more than {MOST_BYTES / 1e9:g} GB")
        if watch is not None:
            watch(swept, used)

    return count_by_sweep(height, width, ships.pairs, check_limits)


def count_by_sweep(height: int, width: int, fleet: Iterable[tuple[int, int]], watch: Watch) -> int:
    """The exact number of arrangements of a fleet, as pairs (length, number of ships).

    Raises `OutOfReachError` if a single vector takes more than `MOST_BYTES`; other limits are up to
    `watch`."""
    pairs = [(length, count) for length, count in fleet if count]
    if not could_fit(height, width, pairs):
        return 0
    sweep = Sweep(height, width, pairs, MOST_BYTES)
    last: Vectors = {}
    for vectors in sweep.rows(watch):
        last = vectors
    return sum(sweep.layout.number(vector, sweep.layout.whole) for vector in last.values())


class ShipStart(NamedTuple):
    """A way to start a ship at a square. The bits `test` of the profile must be free; the bits `keep` stay,
    and `put` is added. The sweep continues at column `onward`."""

    length: int
    down: bool
    onward: int
    test: int
    keep: int
    put: int


Move: TypeAlias = tuple[ShipStart | None, int, Profile]
"""What a square becomes (a ship's start, or none), and the column and profile with which the sweep
continues."""


class MoveTable:
    """The moves on a grid, best with `width` as its shorter side, for ships of the given lengths."""

    def __init__(self, height: int, width: int, lengths: Iterable[int]) -> None:
        self.height = height
        self.width = width
        self._lengths = [length for length in lengths if length <= max(height, width)]
        self._bits = max(self._lengths, default=1).bit_length()
        self._code = (1 << self._bits) - 1
        starts = [self._starts_at(col) for col in range(width)]
        self._starts = [
            [[start for start in found if not start.down or start.length <= height - row] for found in starts]
            for row in range(height)
        ]
        self._past = [~(self._code << self._bits * col) for col in range(width)]
        self._down = [self._start(col, 1, 2, _WATER) for col in range(width)]

    def _starts_at(self, col: int) -> list[ShipStart]:
        across = [self._start(col, n, n, 0) for n in self._lengths if col + n <= self.width]
        down = [self._start(col, 1, n, n) for n in self._lengths if 1 < n <= self.height]
        return across + down

    def _start(self, col: int, columns: int, length: int, code: int) -> ShipStart:
        """A ship of a length on `columns` columns. One that goes down leaves `code` in its column; the other
        columns that it takes or touches become water."""
        touching = range(max(col - 1, 0), min(col + columns + 1, self.width))
        water = sum(_WATER << self._bits * at for at in touching)
        if code:
            water += (code - _WATER) << self._bits * col
        touched = sum(self._code << self._bits * at for at in touching)
        occupied = sum(self._code << self._bits * at for at in range(col, col + columns))
        return ShipStart(length, bool(code), min(col + columns + 1, self.width), occupied, ~touched, water)

    def at(self, row: int, col: int, profile: Profile) -> list[Move]:
        """All moves at a square."""
        code = profile >> self._bits * col & self._code
        if code > _WATER:
            _, _, onward, _, keep, put = self._down[col]
            return [(None, onward, profile & keep | put + (code - 1 - _WATER << self._bits * col))]
        moves: list[Move] = [(None, col + 1, profile & self._past[col])]
        if code == _FREE:
            for start in self._starts[row][col]:
                _, _, onward, test, keep, put = start
                if not profile & test:
                    moves.append((start, onward, profile & keep | put))
        return moves

    def canonical(self, profile: Profile) -> Profile:
        """The smaller of a profile and its mirror image."""
        image = 0
        rest = profile
        for _ in range(self.width):
            image = image << self._bits | rest & self._code
            rest >>= self._bits
        return min(profile, image)


class VectorLayout:
    """The fields of a vector, one for each part of a fleet.

    A part is a mixed-radix number: how many ships of each length it has. `whole` is that of the whole fleet,
    `place_value[length]` that of a single ship. A vector takes `bytes` bytes."""

    def __init__(self, height: int, width: int, fleet: Iterable[tuple[int, int]]) -> None:
        fleet = list(fleet)
        self._width = (_bound(height, width, fleet).bit_length() + 7) // 8
        self.place_value: dict[int, int] = {}
        parts = 1
        for length, count in fleet:
            self.place_value[length] = parts
            parts *= count + 1
        self.whole = parts - 1
        self.bytes = parts * self._width
        self._counts = dict(fleet)
        self._with_room: dict[int, Vector] = {}

    def _mask(self, one: int, count: int) -> Vector:
        """All bits of the fields of parts with fewer than `count` ships of place value `one`."""
        fields = b"\xff" * (self._width * one * count) + bytes(self._width * one)
        return int.from_bytes(fields * (self.bytes // len(fields)), "little")

    def with_ship(self, vector: Vector, length: int) -> Vector:
        """The vector after placing one more ship."""
        if length not in self._with_room:
            self._with_room[length] = self._mask(self.place_value[length], self._counts[length])
        return (vector & self._with_room[length]) << 8 * self._width * self.place_value[length]

    def has(self, part: int, length: int) -> bool:
        """Whether a part of the fleet has a ship of that length."""
        return part // self.place_value[length] % (self._counts[length] + 1) > 0

    def number(self, vector: Vector, part: int) -> int:
        """The field of a part."""
        return vector >> 8 * self._width * part & (1 << 8 * self._width) - 1


def _bound(height: int, width: int, fleet: Iterable[tuple[int, int]]) -> int:
    """An upper bound on the ways to place any part of the fleet, touching allowed."""
    bound = 1
    for length, count in fleet:
        ways = height * max(0, width - length + 1)
        ways += width * max(0, height - length + 1) if length > 1 else 0
        bound *= comb(ways, min(count, ways // 2))
    return bound


class Sweep:
    """The sweep of a grid for a fleet, as pairs (length, number of ships).

    `rows` yields, row by row, the vectors at the start of the row. Summed over the last ones, the field
    `layout.whole` is the number of arrangements. Raises `OutOfReachError` if a single vector takes more
    than `most_bytes`.
    """

    def __init__(self, height: int, width: int, fleet: Iterable[tuple[int, int]], most_bytes: int) -> None:
        self.fleet = [(length, count) for length, count in fleet if count]
        self.is_turned = width > height
        self.height, self.width = max(height, width), min(height, width)
        self.layout = VectorLayout(self.height, self.width, self.fleet)
        if self.layout.bytes > most_bytes:
            raise OutOfReachError(
                f"the fleet has so many parts that each of the numbers takes {self.layout.bytes} bytes"
            )
        self.moves = MoveTable(self.height, self.width, [length for length, _ in self.fleet])

    def rows(self, watch: Watch) -> Iterator[Vectors]:
        """The numbers of ways to fill the rows before, as vectors by profile: at the start of each row, and
        at the end of the last."""
        vectors: Vectors = {0: 1}
        yield vectors
        for row in range(self.height):
            vectors = self._next_row(row, vectors, watch)
            yield vectors

    def _next_row(self, row: int, vectors: Vectors, watch: Watch) -> Vectors:
        moves_at, with_ship = self.moves.at, self.layout.with_ship
        stride = max(1, min(_STRIDE, _STRIDE_BYTES // self.layout.bytes))
        is_slow = stride == 1
        ahead: list[Vectors] = [vectors, *({} for _ in range(self.width))]
        for col in range(self.width):
            for number, (profile, vector) in enumerate(ahead[col].items()):
                if number % stride == 0:
                    watch(row * self.width + col, self.bytes_of(ahead))
                for start, onward, following in moves_at(row, col, profile):
                    if is_slow:
                        watch(row * self.width + col, self.bytes_of(ahead))
                    more = vector if start is None else with_ship(vector, start[0])
                    if more:
                        known = ahead[onward]
                        known[following] = known.get(following, 0) + more
            ahead[col] = {}
        return self._merge_mirrored(ahead[-1])

    def bytes_of(self, tables: Iterable[Vectors]) -> int:
        """The memory that these tables take."""
        return sum(map(len, tables)) * (self.layout.bytes + _OVERHEAD)

    def _merge_mirrored(self, vectors: Vectors) -> Vectors:
        merged: Vectors = {}
        for profile, vector in vectors.items():
            canonical = self.moves.canonical(profile)
            merged[canonical] = merged.get(canonical, 0) + vector
        return merged
