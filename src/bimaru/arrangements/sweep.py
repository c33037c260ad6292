"""Exact numbers of arrangements, and arrangements drawn by them, where every one is equally likely.

The grid is swept row by row, square by square, along its shorter side. What the squares behind
the sweep mean for those ahead is a *profile*: for each column, whether its next square is free,
must be water, or must be ship with so many squares of its ship still to come. How many ways lead
to a profile depends on the ships laid on the way; all these numbers together are one *vector*: a
whole number with a field of bits for every part of the fleet. Two vectors are added as whole numbers;
to lay a ship is to shift all fields to those of one ship more, after those that have no such ship left
are masked out. Profiles that are mirror images of each other go on alike: at the end of each row they
are one.

docs/background/arrangements.md says more, with an example.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import comb
from typing import Final, NamedTuple, TypeAlias

from bimaru.arrangements.rejection import could_fit
from bimaru.errors import OutOfReachError

Profile: TypeAlias = int
"""A code for each column, the first in the lowest bits: `_FREE`, `_WATER`, or `_WATER` and as many
more as squares of the ship that comes down there are left."""
Vector: TypeAlias = int
Vectors: TypeAlias = dict[Profile, Vector]
Watch: TypeAlias = Callable[[int, int], None]
"""Is told how many squares are swept, and how many bytes the numbers take; raises to stop."""

MOST_BYTES: Final = 1_000_000_000
"""What counting may take."""
_FREE: Final = 0
_WATER: Final = 1
_OVERHEAD: Final = 200
"""Bytes of a profile besides its vector: its entry in a dictionary, and two integers."""
_STRIDE: Final = 1024
"""Profiles between two calls of the watch, at most,"""
_STRIDE_BYTES: Final = 40_000_000
"""and the most bytes that their numbers take: some tenths of a second. A vector that takes more is
watched move by move."""


class Start(NamedTuple):
    """One way to lay a ship from a square on. `test` are the bits of a profile that must be free; of
    the others `keep` stay, and `put` are added. The sweep goes on at column `onward`."""

    length: int
    down: bool
    onward: int
    test: int
    keep: int
    put: int


Move: TypeAlias = tuple[Start | None, int, Profile]
"""What may become of a square, and the column and the profile with which the sweep goes on."""


class Sweep:
    """The moves of a grid, whose `width` is best the shorter side, and of ships of some lengths."""

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
        self._down = [self._laid(col, 1, 2, _WATER) for col in range(width)]

    def _starts_at(self, col: int) -> list[Start]:
        across = [self._laid(col, n, n, 0) for n in self._lengths if col + n <= self.width]
        down = [self._laid(col, 1, n, n) for n in self._lengths if 1 < n <= self.height]
        return across + down

    def _laid(self, col: int, wide: int, length: int, code: int) -> Start:
        """The ship of that length on so many columns, of which the first gets `code` where it
        comes down; the columns that it takes or touches are water."""
        columns = range(max(col - 1, 0), min(col + wide + 1, self.width))
        water = sum(_WATER << self._bits * at for at in columns)
        if code:
            water += (code - _WATER) << self._bits * col
        touched = sum(self._code << self._bits * at for at in columns)
        taken = sum(self._code << self._bits * at for at in range(col, col + wide))
        return Start(length, bool(code), min(col + wide + 1, self.width), taken, ~touched, water)

    def moves(self, row: int, col: int, profile: Profile) -> list[Move]:
        """All that may become of the square where the sweep stands."""
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

    def mirrored(self, profile: Profile) -> Profile:
        """The profile seen in a mirror."""
        image = 0
        for _ in range(self.width):
            image = image << self._bits | profile & self._code
            profile >>= self._bits
        return image


class Fields:
    """How the parts of a fleet lie in a vector: `number(vector, part)` is the field of a part, which
    is a mixed-radix number of how many ships of each length it has; `whole` is that of the fleet.
    `one[length]` is the part of a single ship, and `bytes` what a vector takes."""

    def __init__(self, height: int, width: int, fleet: Iterable[tuple[int, int]]) -> None:
        fleet = list(fleet)
        self._width = (_bound(height, width, fleet).bit_length() + 7) // 8
        self.one: dict[int, int] = {}
        parts = 1
        for length, count in fleet:
            self.one[length] = parts
            parts *= count + 1
        self.whole = parts - 1
        self.bytes = parts * self._width
        self._counts = dict(fleet)
        self._with_room: dict[int, Vector] = {}

    def _mask(self, one: int, count: int) -> Vector:
        """All bits of the fields of parts with fewer than `count` of the ship whose part is `one`."""
        room = b"\xff" * (self._width * one * count) + bytes(self._width * one)
        return int.from_bytes(room * (self.bytes // len(room)), "little")

    def with_ship(self, vector: Vector, length: int) -> Vector:
        """The numbers once a ship more lies."""
        if length not in self._with_room:
            self._with_room[length] = self._mask(self.one[length], self._counts[length])
        return (vector & self._with_room[length]) << 8 * self._width * self.one[length]

    def has(self, part: int, length: int) -> bool:
        """Whether a part of the fleet has a ship of that length."""
        return part // self.one[length] % (self._counts[length] + 1) > 0

    def number(self, vector: Vector, part: int) -> int:
        """The number for one part of the fleet."""
        return vector >> 8 * self._width * part & (1 << 8 * self._width) - 1


def _bound(height: int, width: int, fleet: Iterable[tuple[int, int]]) -> int:
    """No part of the fleet can lie in more ways than that, touching allowed."""
    bound = 1
    for length, count in fleet:
        ways = height * max(0, width - length + 1)
        ways += width * max(0, height - length + 1) if length > 1 else 0
        bound *= comb(ways, min(count, ways // 2))
    return bound


class Tables:
    """The sweep of a grid for a fleet, pairs of a length and how many ships have it.

    `rows` gives, row by row, the numbers that the sweep comes to; it keeps those of a few squares at
    a time. `whole` of their `fields`, summed over the last, is the number of arrangements.
    Raises `OutOfReachError` where a single vector takes more than `most_bytes`.
    """

    def __init__(self, height: int, width: int, fleet: Iterable[tuple[int, int]], most_bytes: int) -> None:
        self.fleet = [(length, count) for length, count in fleet if count]
        self.turned = width > height
        self.height, self.width = max(height, width), min(height, width)
        self.fields = Fields(self.height, self.width, self.fleet)
        if self.fields.bytes > most_bytes:
            raise OutOfReachError(
                f"the fleet has so many parts that each of the numbers takes {self.fields.bytes} bytes"
            )
        self.sweep = Sweep(self.height, self.width, [length for length, _ in self.fleet])

    def rows(self, watch: Watch) -> Iterator[Vectors]:
        """In how many ways the rows before can be filled: the vectors at the start of each row, by
        profile, and at the end of the last."""
        vectors: Vectors = {0: 1}
        yield vectors
        for row in range(self.height):
            vectors = self._next_row(row, vectors, watch)
            yield vectors

    def _next_row(self, row: int, vectors: Vectors, watch: Watch) -> Vectors:
        moves, with_ship = self.sweep.moves, self.fields.with_ship
        stride = max(1, min(_STRIDE, _STRIDE_BYTES // self.fields.bytes))
        is_slow = stride == 1
        ahead: list[Vectors] = [vectors, *({} for _ in range(self.width))]
        for col in range(self.width):
            for number, (profile, vector) in enumerate(ahead[col].items()):
                if number % stride == 0:
                    watch(row * self.width + col, self.bytes_of(ahead))
                for start, onward, following in moves(row, col, profile):
                    if is_slow:
                        watch(row * self.width + col, self.bytes_of(ahead))
                    more = vector if start is None else with_ship(vector, start[0])
                    if more:
                        known = ahead[onward]
                        known[following] = known.get(following, 0) + more
            ahead[col] = {}
        return self._mirrored_as_one(ahead[-1])

    def bytes_of(self, tables: Iterable[Vectors]) -> int:
        """What so many vectors take."""
        return sum(map(len, tables)) * (self.fields.bytes + _OVERHEAD)

    def _mirrored_as_one(self, vectors: Vectors) -> Vectors:
        merged: Vectors = {}
        for profile, vector in vectors.items():
            one = self.either(profile)
            merged[one] = merged.get(one, 0) + vector
        return merged

    def either(self, profile: Profile) -> Profile:
        """The same for a profile and its mirror image: the smaller of the two."""
        return min(profile, self.sweep.mirrored(profile))


def count_by_sweep(height: int, width: int, fleet: Iterable[tuple[int, int]], watch: Watch) -> int:
    """The exact number of arrangements of a fleet, pairs of a length and how many ships have it.

    Raises `OutOfReachError` where a single vector takes more than `MOST_BYTES`; what is too much else is
    for the watch to say."""
    pairs = [(length, count) for length, count in fleet if count]
    if not could_fit(height, width, pairs):
        return 0
    tables = Tables(height, width, pairs, MOST_BYTES)
    last: Vectors = {}
    for vectors in tables.rows(watch):
        last = vectors
    return sum(tables.fields.number(vector, tables.fields.whole) for vector in last.values())
