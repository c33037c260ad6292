# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, freethreading_compatible=True
# cython: infer_types=True
"""Uniformly random arrangements of a fleet, and the stream of random numbers they are drawn from.

An *arrangement* is one way for the whole fleet to lie without touching. `Rejection` lays one ship
after the other, longest first, on one of the placements left to it. A uniform choice among those would
favour crowded boards: a ship with few placements left would take each of them with a higher probability.
So it draws a number below an upper bound on the placements left (`most_placements`), the same in every
attempt, takes the placement with that number, and rejects the whole attempt if there is none. Every
sequence of placements then has the same probability, one in the product of the bounds, and every board
the same number of sequences.

The usual method, which draws each ship anywhere on the grid and rejects at the first touch, is the
same with the loosest bounds. The bounds here reject some fifty times fewer attempts on a 10x10
board with the standard fleet, and the gain grows with the density of the fleet.

A row of the grid is one machine word, a *lane*, as in the search kernel; the file is Python,
compiled with Cython (pure-Python mode), and draws the same numbers uncompiled.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import cython

from bimaru.bits import ALL_BITS, GOLDEN
from bimaru.board import Board
from bimaru.engines.kernel import PART_MARKS
from bimaru.placements import could_fit
from bimaru.sizes import KERNEL_MAX_SIDE, UNCOMPILED_MAX_SIDE

if cython.compiled:
    from cython.cimports.bimaru.bits import (
        Index,
        Lane,
        Lanes,
        Number,
        Numbers,
        Word,
        Words,
        mix,
        popcount,
        trailing_zeros,
    )
    from cython.cimports.bimaru.engines.kernel_memory import lanes_of
    from cython.cimports.cpython.exc import PyErr_CheckSignals
else:
    from bimaru.bits import Index, Lane, Lanes, Number, Numbers, Word, Words, mix, popcount, trailing_zeros
    from bimaru.engines.kernel_memory import lanes_of

DRAWING_SIDE = KERNEL_MAX_SIDE if cython.compiled else UNCOMPILED_MAX_SIDE
"""Most rows or columns that this build of the sampler takes."""

_SLICE = cython.declare(cython.longlong, 10_000)
"""Ships placed between two checks for signals: some ten milliseconds on the largest grids."""
_ALL = cython.declare(cython.ulonglong, ALL_BITS)
_GOLDEN = cython.declare(cython.ulonglong, GOLDEN)
_LOW = cython.declare(cython.ulonglong, 0xFFFF_FFFF)
_MARKS = cython.declare(bytes, PART_MARKS)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def rotate(word: Word, by: cython.int) -> Word:
    """The word rotated to the left."""
    return ((word << by) | (word >> (64 - by))) & _ALL


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def next_word(state: Words) -> Word:
    """The next 64 random bits of a stream (xoshiro256**)."""
    word: Word = (rotate((state[1] * 5) & _ALL, 7) * 9) & _ALL
    shifted: Word = (state[1] << 17) & _ALL
    state[2] ^= state[0]
    state[3] ^= state[1]
    state[1] ^= state[2]
    state[0] ^= state[3]
    state[2] ^= shifted
    state[3] = rotate(state[3], 45)
    return word


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def next_below(state: Words, n: Word) -> Word:
    """A uniform number from 0 to n - 1, for n from 1 to 2**32 - 1 (Lemire 2019)."""
    product: Word = (next_word(state) >> 32) * n
    if product & _LOW < n:
        threshold: Word = (_LOW + 1 - n) % n
        while product & _LOW < threshold:
            product = (next_word(state) >> 32) * n
    return product >> 32


@cython.final
@cython.cclass
class Chance:
    """A stream of random numbers: the same for the same seed, on every machine and Python.

    The generator is xoshiro256** (Blackman and Vigna, "Scrambled linear pseudorandom number
    generators", 2021), its state filled from the seed by splitmix64 (Steele, Lea and Flood,
    "Fast splittable pseudorandom number generators", 2014) as its authors recommend. Seeds and
    `stream`s are any integers; different ones, however close, give independent streams:
    `Chance(seed, 5)` is the stream for the fifth item of a collection.
    """

    state: Word[4]

    def __init__(self, seed: int, stream: int = 0) -> None:
        if not cython.compiled:
            self.state = [0] * 4
        at: Word = seed & 0xFFFF_FFFF_FFFF_FFFF
        if stream or not 0 <= seed <= 0xFFFF_FFFF_FFFF_FFFF:
            at = absorbed(absorbed(at, seed), stream)
        i: cython.int
        for i in range(4):
            at = (at + _GOLDEN) & _ALL
            self.state[i] = mix(at)

    def word(self) -> int:
        """64 random bits."""
        return next_word(self.state)

    def below(self, n: int) -> int:
        """A uniform number from 0 to n - 1. Raises `ValueError` for n < 1."""
        if 0 < n <= 0xFFFF_FFFF:
            return next_below(self.state, n)
        return self.below_big(n)

    def below_big(self, n: int) -> int:
        """The same for n of any size: as many bits as n - 1 has, drawn again until they are below n."""
        if n < 1:
            raise ValueError(f"no number from 0 is below {n}")
        bits = (n - 1).bit_length()
        while True:
            drawn = 0
            for _ in range(0, bits, 64):
                drawn = drawn << 64 | self.word()
            drawn >>= -bits % 64
            if drawn < n:
                return drawn

    def shuffle(self, items: list[Any]) -> None:
        """Shuffle a list uniformly (Fisher and Yates)."""
        items[:] = self.mix_in(items, b"\1" * len(items), 100)

    def mix_in(self, items: Sequence[Any], is_first: bytes, percentage: int) -> list[Any]:
        """The items in random order, except that of those whose byte of `is_first` is 0, only a
        percentage is mixed in, and the others come last."""
        n: Index = len(is_first)
        marks: cython.p_const_uchar = is_first
        firsts: Index = 0
        lasts: Index = n
        # Numbers are swapped, not objects: an element of a list is slow to assign.
        order: cython.p_int
        if cython.compiled:
            memory = bytearray(n * cython.sizeof(cython.int))
            start: cython.p_char = memory
            order = cython.cast(cython.p_int, start)
        else:
            order = [0] * n
        for i in range(n):
            lasts -= marks[i] == 0
        mixed: Index = lasts + (n - lasts) * percentage // 100
        end: Index = lasts
        for i in range(n):
            if marks[i]:
                order[firsts] = i
                firsts += 1
            else:
                order[end] = i
                end += 1
        shuffle_between(self.state, order, lasts, n)
        shuffle_between(self.state, order, 0, mixed)
        return picked(items, order, n)


@cython.cfunc
@cython.exceptval(check=False)
def shuffle_between(state: Words, order: cython.p_int, first: Index, end: Index) -> cython.void:
    """Shuffle the numbers from position `first` to `end`."""
    j: Index
    for i in range(end - 1, first, -1):
        j = first + next_below(state, i + 1 - first)
        order[i], order[j] = order[j], order[i]


@cython.cfunc
def picked(items: Sequence[Any], order: cython.p_int, n: Index) -> list[Any]:
    """The first n items in an order."""
    found: list[Any] = []
    for i in range(n):
        found.append(items[order[i]])  # noqa: PERF401  # not in a compiled module, see CONTRIBUTING
    return found


@cython.cfunc
def absorbed(state: Word, number: int) -> Word:
    """The state with an integer mixed in, by its words (`_words`)."""
    low: Word
    if 0 <= number <= 0x7FFF_FFFF_FFFF_FFFF:  # without a tuple: some puzzles are made in less than 0.1 ms
        low = number
        return mix(((mix(((state ^ 1) + _GOLDEN) & _ALL) ^ low) + _GOLDEN) & _ALL)
    for word in _words(number):
        state = mix(((state ^ cython.cast(Word, word)) + _GOLDEN) & _ALL)
    return state


def _words(number: int) -> tuple[int, ...]:
    """An integer as a prefix-free sequence of words: their number, and the words, lowest first."""
    words = tuple(number >> at & 0xFFFF_FFFF_FFFF_FFFF for at in range(0, number.bit_length() + 1, 64))
    return (len(words), *words)


def most_placements(height: int, width: int, length: int, laid: Iterable[int]) -> int:
    """An upper bound on the placements left to a ship of `length` once ships of the lengths `laid` are
    placed, wherever they are.

    A *block* is a ship with the squares to its right, below, and between the two: 2(n + 1) squares.
    On a grid with one row and one column more, blocks of ships that don't touch are disjoint, so
    the blocks of all placements left lie in the `room` that those of the placed ships leave. If
    a placement may start from squares in b rows, from at most a squares in each, those blocks cover
    at least s + nb squares in these rows, s being the number of placements, in a + n or more columns, and in
    each of these columns a square below: s + nb + a + n squares or more in all, with s at most ab.
    """
    room = (height + 1) * (width + 1) - sum(2 * (each + 1) for each in laid)
    across = _most_starts(room, height, width, length)
    return across if length == 1 else across + _most_starts(room, width, height, length)


def _most_starts(room: int, height: int, width: int, length: int) -> int:
    """The same for ships that lie across."""
    ways = (
        min(a * b, room - length * (b + 1) - a)
        for a in range(1, width - length + 2)
        for b in _where_equal(a, room, height, length)
    )
    return max(0, max(ways, default=0))


def _where_equal(a: int, room: int, height: int, length: int) -> tuple[int, int]:
    """The numbers of rows between which the first bound above, which grows, meets the second, which
    shrinks: one of them is best, within the grid."""
    rows = (room - length - a) // (a + length)
    return max(1, min(rows, height)), max(1, min(rows + 1, height))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def count_bits(lanes: Lanes, n: Index, counts: Lanes) -> Word:
    """The number of bits of n lanes together; `counts` gets that of each."""
    total: Lane = 0
    for r in range(n):
        counts[r] = popcount(lanes[r])
        total = total + counts[r]
    return total


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def find_starts(free: Lanes, n: Index, length: Index, across: Lanes, down: Lanes) -> cython.void:
    """Find the squares where a ship may start, across or down; `free[1]` is the first row."""
    for r in range(n):
        across[r] = down[r] = free[1 + r]
    for j in range(1, length):
        for r in range(n):
            across[r] &= free[1 + r] >> j
            down[r] &= free[1 + r + j]
    if length == 1:  # it would be counted twice
        for r in range(n):
            down[r] = 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def nth_bit(lanes: Lanes, counts: Lanes, number: Word) -> Index:
    """The position of a bit by its number, counted from 0: its lane times 64, plus its column."""
    x: Lane
    r: Index = 0
    while number >= counts[r]:
        number -= counts[r]
        r += 1
    x = lanes[r]
    while number:
        x &= x - 1
        number -= 1
    return r * 64 + trailing_zeros(x)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def lay(free: Lanes, ship: Lanes, row: Index, col: Index, wide: Index, deep: Index) -> cython.void:
    """Place a ship; its squares and their neighbours are no longer free."""
    squares: Lane = 1
    squares = ((squares << (wide - 1)) << 1) - 1
    squares = squares << col
    around: Lane = squares | squares << 1 | squares >> 1
    for r in range(row, row + deep):
        ship[r] |= squares
    for r in range(row, row + deep + 2):
        free[r] &= ~around


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def clear(free: Lanes, ship: Lanes, n: Index, height: Index, width: Index) -> cython.void:
    """Empty the grid: every square of it is free, and none beyond."""
    full: Lane = 1
    full = ((full << (width - 1)) << 1) - 1  # two shifts: in C, one by all bits of a lane is undefined
    for r in range(2 * n + 2):
        free[r] = 0
    for r in range(n):
        ship[r] = 0
    for r in range(height):
        free[1 + r] = full


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def attempt(
    like: Lane,
    height: Index,
    width: Index,
    plan: Numbers,
    ships: Index,
    state: Words,
    bounded: cython.bint,
    cells: cython.p_uchar,
) -> cython.double:
    """Place the ships of a plan, which has a length and a bound for each. `cells` gets the board; `like` only
    selects the lanes.

    If `bounded`, the attempt is rejected as soon as a number drawn has no placement. Otherwise it continues
    as long as there is one; the ships that had one are on the board. Returns the probability that the bounds
    would have accepted it, which may underflow to 0; or -1 if not all ships are placed.
    """
    free: Lane[130]
    ship: Lane[64]
    across: Lane[64]
    down: Lane[64]
    count_across: Lane[64]
    count_down: Lane[64]
    if not cython.compiled:
        free = [0] * (2 * UNCOMPILED_MAX_SIDE + 2)
        ship, across, down, count_across, count_down = ([0] * UNCOMPILED_MAX_SIDE for _ in range(5))
    n: Index = lanes_of(free)
    at: Index
    ends: Word = 0
    chances: cython.double = 1
    clear(free, ship, n, height, width)
    for i in range(ships):
        length = plan[2 * i]
        if i == 0:  # the placements on an empty grid are known by their numbers
            ends = max(width - length + 1, 0)
            ways_across = height * ends
            ways = ways_across + (max(height - length + 1, 0) * width if length > 1 else 0)
        else:
            find_starts(free, n, length, across, down)
            ways_across = count_bits(across, n, count_across)
            ways = ways_across + count_bits(down, n, count_down)
        number = next_below(state, plan[2 * i + 1] if bounded else max(ways, 1))
        if number >= ways:
            chances = -1
            break
        if not bounded:
            chances *= cython.cast(cython.double, ways) / cython.cast(cython.double, plan[2 * i + 1])
        if number < ways_across:
            at = nth_bit(across, count_across, number) if i else number // ends * 64 + number % ends
            lay(free, ship, at >> 6, at & 63, length, 1)
        else:
            number -= ways_across
            at = nth_bit(down, count_down, number) if i else number // width * 64 + number % width
            lay(free, ship, at >> 6, at & 63, 1, length)
    if chances >= 0 or not bounded:
        for i in range(height):
            for at in range(width):
                cells[i * width + at] = ship[i] >> at & 1
    return chances


@cython.final
@cython.cclass
class Rejection:
    """Draws arrangements of a fleet by rejection: exactly uniform, fast on sparse grids.

    `fleet` is pairs of length and number. Raises `ValueError` for a side beyond `DRAWING_SIDE`. `can_be` is
    false if the bounds alone prove that the ships do not fit.
    """

    height = cython.declare(cython.Py_ssize_t, visibility="readonly")
    width = cython.declare(cython.Py_ssize_t, visibility="readonly")
    can_be = cython.declare(cython.bint, visibility="readonly")
    ships: Index
    ships_since_signals: Number
    memory: bytearray
    plan: Numbers

    def __init__(self, height: int, width: int, fleet: Iterable[tuple[int, int]]) -> None:
        if not (0 < height <= DRAWING_SIDE and 0 < width <= DRAWING_SIDE):
            raise ValueError(f"the sides of a grid are 1 to {DRAWING_SIDE}, not {height} and {width}")
        self.height = height
        self.width = width
        pairs = list(fleet)
        plan = list(_plan(height, width, pairs)) if could_fit(height, width, pairs) else [(1, 0)]
        self.can_be = all(bound > 0 for _, bound in plan)
        self.ships = len(plan)
        self.ships_since_signals = 0
        i: Index
        if cython.compiled:
            self.memory = bytearray(16 * len(plan))
            start: cython.p_char = self.memory
            self.plan = cython.cast(Numbers, start)
        else:
            self.plan = [0] * (2 * len(plan))
        for i in range(len(plan)):
            self.plan[2 * i], self.plan[2 * i + 1] = plan[i]

    def draw(self, chance: Chance, most_draws: int) -> bytes | None:
        """A random arrangement, row by row, a byte a square: 1 ship, 0 water; `None` if `most_draws`
        attempts were rejected. They consume `chance`, so that a later call with more attempts continues
        as if they had been allowed at once."""
        cells, is_found = self.tried(chance, True, most_draws)
        return cells if is_found else None

    def acceptance(self, chance: Chance, trials: int) -> float:
        """An unbiased estimate of the acceptance rate: the mean probability of acceptance over `trials`
        attempts that are not rejected early (Knuth 1975)."""
        cells = bytearray(self.height * self.width)
        total: cython.double = 0
        most: Number = trials if self.can_be else 0
        marks: cython.p_uchar = cells
        with cython.nogil:
            for _ in range(most):
                total += max(0, self.try_once(chance, False, marks))
        return total / trials

    def pursued(self, chance: Chance, most_attempts: int) -> tuple[bytes, bool]:
        """The board of the first attempt, without bounds, in which every ship has a placement, and true; or
        the board of the last of `most_attempts`, with the ships that had one, and false. Not uniform:
        crowded boards are favoured."""
        return self.tried(chance, False, most_attempts)

    @cython.cfunc
    def tried(self, chance: Chance, bounded: cython.bint, most: Number) -> tuple[bytes, bool]:
        """The board of the first attempt, of at most `most`, that places all ships, or else of the last one;
        and whether all ships are placed."""
        cells = bytearray(self.height * self.width)
        marks: cython.p_uchar = cells
        laid: cython.bint = False
        with cython.nogil:
            while most > 0 and not laid and self.can_be:
                most -= 1
                laid = self.try_once(chance, bounded, marks) >= 0
        return bytes(cells), laid

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-2)
    def try_once(self, chance: Chance, bounded: cython.bint, cells: cython.p_uchar) -> cython.double:
        """One attempt, in the narrowest lanes for the grid. Checks for signals once a slice."""
        self.ships_since_signals += self.ships
        if self.ships_since_signals >= _SLICE:
            self.ships_since_signals = 0
            if cython.compiled:  # the interpreter checks by itself
                with cython.gil:
                    PyErr_CheckSignals()
        narrow: cython.ushort = 0
        middle: cython.uint = 0
        broad: Word = 0
        side: Index = max(self.height, self.width)
        if side <= 16:
            return attempt(
                narrow, self.height, self.width, self.plan, self.ships, chance.state, bounded, cells
            )
        if side <= 32:
            return attempt(
                middle, self.height, self.width, self.plan, self.ships, chance.state, bounded, cells
            )
        return attempt(broad, self.height, self.width, self.plan, self.ships, chance.state, bounded, cells)


def _plan(height: int, width: int, fleet: Iterable[tuple[int, int]]) -> Iterable[tuple[int, int]]:
    """The length of each ship, longest first, and the most placements that the ones before leave it."""
    laid: list[int] = []
    for length, count in sorted(fleet, reverse=True):
        for _ in range(count):
            yield length, most_placements(height, width, length, laid)
            laid.append(length)


def as_board(cells: bytes, width: int) -> Board:
    """The board of bytes as drawn here, one a square: 1 ship, 0 water."""
    size: Index = len(cells)
    wide: Index = width
    marks = bytearray(b".") * size
    given: cython.p_const_uchar = cells
    parts: cython.p_const_uchar = _MARKS
    written: cython.p_uchar = marks
    near: cython.int
    for i in range(size):
        if given[i]:
            near = i >= wide and given[i - wide]
            near |= (i + wide < size and given[i + wide]) << 1
            near |= (i % wide > 0 and given[i - 1]) << 2
            near |= (i % wide < wide - 1 and given[i + 1]) << 3
            written[i] = parts[near]
    text = marks.decode()
    return Board._spelled(tuple(text[i : i + wide] for i in range(0, size, wide)))
