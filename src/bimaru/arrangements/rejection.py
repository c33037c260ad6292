# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, freethreading_compatible=True
"""Random arrangements of a fleet, every one equally likely, and the numbers they are drawn with.

An *arrangement* is one way for the whole fleet to lie without touching. `Rejection` lays one ship
after the other, longest first, each on one of the places that are left to it. If it chose among
those evenly, crowded boards would come too often: a ship with few places left would take each of
them with a higher chance. So it draws a number below a bound that no arrangement of the ships
before can exceed (`most_places`), the same in every attempt, takes the place of that number, and
gives the whole attempt up where there is no such place. Every sequence of places then has the same
chance, one in the product of the bounds, and every board has as many sequences as any other.

The usual way, which draws each ship anywhere on the grid and gives up at the first touch, is the
same with the loosest of bounds. The tight ones here waste some fifty times fewer attempts on a 10x10
board with the standard fleet, and far more where the fleet is dense.

A row of the grid is one machine word, a *lane*, as in the search kernel; the file is Python,
compiled with Cython (pure-Python mode), and gives the same numbers uncompiled.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import cython

from bimaru.board import Board, mark_of, part_among
from bimaru.sizes import KERNEL_MAX_SIDE, UNCOMPILED_MAX_SIDE

if cython.compiled:
    from cython.cimports.cpython.exc import PyErr_CheckSignals

Lane = cython.fused_type(cython.ushort, cython.uint, cython.ulonglong)

DRAWING_SIDE = KERNEL_MAX_SIDE if cython.compiled else UNCOMPILED_MAX_SIDE
"""Most rows or columns that this build of the sampler takes."""

_SLICE = cython.declare(cython.longlong, 10_000)
"""Ships laid between two looks for signals: some ten milliseconds on the largest grids."""
_ALL = cython.declare(cython.ulonglong, 0xFFFF_FFFF_FFFF_FFFF)
_LOW = cython.declare(cython.ulonglong, 0xFFFF_FFFF)
_GOLDEN = cython.declare(cython.ulonglong, 0x9E37_79B9_7F4A_7C15)
_FIRST_MIX = cython.declare(cython.ulonglong, 0xBF58_476D_1CE4_E5B9)
_SECOND_MIX = cython.declare(cython.ulonglong, 0x94D0_49BB_1331_11EB)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def mixed(word: cython.ulonglong) -> cython.ulonglong:
    """A word whose bits all depend on all bits of the given one (splitmix64's finish)."""
    word = ((word ^ word >> 30) * _FIRST_MIX) & _ALL
    word = ((word ^ word >> 27) * _SECOND_MIX) & _ALL
    return word ^ word >> 31


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def rotated(word: cython.ulonglong, by: cython.int) -> cython.ulonglong:
    """A word with its bits moved up, the topmost coming in again below."""
    return ((word << by) | (word >> (64 - by))) & _ALL


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def next_word(state: cython.pointer(cython.ulonglong)) -> cython.ulonglong:
    """The next 64 random bits of a stream (xoshiro256**)."""
    word: cython.ulonglong = (rotated((state[1] * 5) & _ALL, 7) * 9) & _ALL
    shifted: cython.ulonglong = (state[1] << 17) & _ALL
    state[2] ^= state[0]
    state[3] ^= state[1]
    state[1] ^= state[2]
    state[0] ^= state[3]
    state[2] ^= shifted
    state[3] = rotated(state[3], 45)
    return word


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def next_below(state: cython.pointer(cython.ulonglong), n: cython.ulonglong) -> cython.ulonglong:
    """A number from 0 to n - 1, each exactly as likely, for n from 1 to 2**32 - 1 (Lemire 2019)."""
    product: cython.ulonglong = (next_word(state) >> 32) * n
    if product & _LOW < n:
        too_often: cython.ulonglong = (_LOW + 1 - n) % n
        while product & _LOW < too_often:
            product = (next_word(state) >> 32) * n
    return product >> 32


@cython.final
@cython.cclass
class Chance:
    """A stream of random numbers: the same for the same seed, on every machine and Python.

    The generator is xoshiro256** (Blackman and Vigna, "Scrambled linear pseudorandom number
    generators", 2021), its state filled from the seed by splitmix64 (Steele, Lea and Flood,
    "Fast splittable pseudorandom number generators", 2014) as its authors recommend. Seeds and
    `stream`s are any integers; other ones, however near, give streams that have nothing in common:
    `Chance(seed, 5)` is the one to make the fifth thing of a collection from.
    """

    state: cython.ulonglong[4]

    def __init__(self, seed: int, stream: int = 0) -> None:
        if not cython.compiled:
            self.state = [0] * 4
        at: cython.ulonglong = seed & 0xFFFF_FFFF_FFFF_FFFF
        if stream or not 0 <= seed <= 0xFFFF_FFFF_FFFF_FFFF:
            for word in (*_words(seed), *_words(stream)):
                at = mixed(((at ^ cython.cast(cython.ulonglong, word)) + _GOLDEN) & _ALL)
        i: cython.int
        for i in range(4):
            at = (at + _GOLDEN) & _ALL
            self.state[i] = mixed(at)

    def word(self) -> int:
        """64 random bits."""
        return next_word(self.state)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each exactly as likely. Raises `ValueError` for n < 1."""
        if 0 < n <= 0xFFFF_FFFF:
            return next_below(self.state, n)
        return self.below_big(n)

    def below_big(self, n: int) -> int:
        """The same for n of any size: as many bits as n - 1 has, anew until they are below n."""
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
        """Put a list in a random order, every order exactly as likely (Fisher and Yates)."""
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        for i in range(len(items) - 1, 0, -1):
            j = next_below(self.state, i + 1)
            items[i], items[j] = items[j], items[i]


def _words(number: int) -> tuple[int, ...]:
    """A whole number as words that no other begins with: how many follow, and those, the lowest first."""
    words = tuple(number >> at & 0xFFFF_FFFF_FFFF_FFFF for at in range(0, number.bit_length() + 1, 64))
    return (len(words), *words)


def could_fit(height: int, width: int, fleet: Iterable[tuple[int, int]]) -> bool:
    """Whether the blocks of the ships (see `most_places`) fit on the grid by their number of squares,
    and each ship by its length: where not, there is no arrangement."""
    pairs = tuple((length, count) for length, count in fleet if count)
    longest = max((length for length, _ in pairs), default=0)
    room = (height + 1) * (width + 1) - sum(2 * (length + 1) * count for length, count in pairs)
    return room >= 0 and longest <= max(height, width)


def most_places(height: int, width: int, length: int, laid: Iterable[int]) -> int:
    """A number that the places left to a ship of `length` never exceed once ships of the lengths
    `laid` lie, wherever those are.

    A *block* is a ship with the squares to its right, below, and between the two: 2(n + 1) squares.
    On a grid with a row and a column more, blocks of ships that don't touch share no square, so
    the blocks of all places left lie in the `room` that those of the laid ships leave. Where
    a place may start from squares in b rows, from at most a squares in each, those blocks cover
    at least s + nb squares in these rows, s being the number of places, in a + n or more columns, and in
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
    """The numbers of rows between which the first bound above, which grows with them, meets the second,
    which shrinks: one of them is the best, or the end of the grid."""
    rows = (room - length - a) // (a + length)
    return max(1, min(rows, height)), max(1, min(rows + 1, height))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def lanes_of(like: Lane) -> cython.Py_ssize_t:
    """The fixed number of lanes that goes with a width of lane."""
    if Lane is cython.ushort:
        return 16
    elif Lane is cython.uint:
        return 32
    elif cython.compiled:
        return 64
    return 16  # uncompiled, enough for the grids that tests use


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def count_bits(lanes: cython.pointer(Lane), n: cython.Py_ssize_t) -> cython.ulonglong:
    """The number of bits of n lanes, by adding neighbouring fields (Warren, Hacker's Delight, 5-1)."""
    r: cython.Py_ssize_t
    x: Lane
    total: Lane = 0
    ones: Lane = 0
    ones = ~ones
    if not cython.compiled:
        return sum(lanes[r].bit_count() for r in range(n))
    for r in range(n):
        x = lanes[r]
        x = x - (x >> 1 & ones // 3)
        x = (x & ones // 5) + (x >> 2 & ones // 5)
        x = (x & ones // 17) + (x >> 4 & ones // 17)
        x = x + (x >> 8)
        if Lane is not cython.ushort:
            x = x + (x >> 16)
        if Lane is cython.ulonglong:
            x = x + (x >> 16 >> 16)
        total = total + (x & 0x7F)
    return total


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def find_starts(
    free: cython.pointer(Lane),
    n: cython.Py_ssize_t,
    length: cython.Py_ssize_t,
    across: cython.pointer(Lane),
    down: cython.pointer(Lane),
) -> cython.void:
    """The squares where a ship may start that lies across, or down; `free[1]` is the first row."""
    r: cython.Py_ssize_t
    j: cython.Py_ssize_t
    for r in range(n):
        across[r] = free[1 + r]
        down[r] = free[1 + r] if length > 1 else 0
    for j in range(1, length):
        for r in range(n):
            across[r] &= free[1 + r] >> j
            down[r] &= free[1 + r + j]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def nth_bit(lanes: cython.pointer(Lane), number: cython.ulonglong) -> cython.Py_ssize_t:
    """Where the bit of that number, counted from 0, stands: its lane times 64, and its column."""
    x: Lane
    bits: cython.ulonglong
    r: cython.Py_ssize_t = 0
    c: cython.Py_ssize_t = 0
    while True:
        bits = count_bits(lanes + r, 1) if cython.compiled else lanes[r].bit_count()
        if number < bits:
            break
        number -= bits
        r += 1
    x = lanes[r]
    while number or not x & 1:
        number -= x & 1
        x >>= 1
        c += 1
    return r * 64 + c


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def lay(
    free: cython.pointer(Lane),
    ship: cython.pointer(Lane),
    row: cython.Py_ssize_t,
    col: cython.Py_ssize_t,
    wide: cython.Py_ssize_t,
    deep: cython.Py_ssize_t,
) -> cython.void:
    """Put a ship down; what it covers and what touches it is no longer free."""
    r: cython.Py_ssize_t
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
def clear(
    free: cython.pointer(Lane),
    ship: cython.pointer(Lane),
    n: cython.Py_ssize_t,
    height: cython.Py_ssize_t,
    width: cython.Py_ssize_t,
) -> cython.void:
    """An empty grid: every square is free, and nothing around it."""
    r: cython.Py_ssize_t
    full: Lane = 1
    full = ((full << (width - 1)) << 1) - 1
    for r in range(2 * n + 2):
        free[r] = 0
    for r in range(n):
        ship[r] = 0
    for r in range(height):
        free[1 + r] = full


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def spell(
    ship: cython.pointer(Lane), height: cython.Py_ssize_t, width: cython.Py_ssize_t, cells: cython.p_uchar
) -> cython.void:
    """Write the board square by square."""
    r: cython.Py_ssize_t
    c: cython.Py_ssize_t
    for r in range(height):
        for c in range(width):
            cells[r * width + c] = ship[r] >> c & 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def attempt(
    like: Lane,
    height: cython.Py_ssize_t,
    width: cython.Py_ssize_t,
    plan: cython.pointer(cython.longlong),
    ships: cython.Py_ssize_t,
    state: cython.pointer(cython.ulonglong),
    bounded: cython.bint,
    cells: cython.p_uchar,
) -> cython.double:
    """Lay the ships of a plan, which has a length and a bound for each. `cells` gets the board.

    Where `bounded` it is given up as soon as a number drawn is that of no place. Else it goes on as long
    as there is a place; the ships that had one are on the board. Returns the chance that bounds would have
    left it, for many ships as little as 0; or -1 if not all ships lie.
    """
    n: cython.Py_ssize_t = lanes_of(like)
    free: Lane[130]
    ship: Lane[64]
    across: Lane[64]
    down: Lane[64]
    if not cython.compiled:
        free, ship, across, down = [0] * (2 * n + 2), [0] * n, [0] * n, [0] * n
    i: cython.Py_ssize_t
    at: cython.Py_ssize_t
    length: cython.Py_ssize_t
    number: cython.ulonglong
    ways: cython.ulonglong
    ways_across: cython.ulonglong
    chances: cython.double = 1
    clear(free, ship, n, height, width)
    for i in range(ships):
        length = plan[2 * i]
        find_starts(free, n, length, across, down)
        ways_across = count_bits(across, n)
        ways = ways_across + count_bits(down, n)
        number = next_below(state, plan[2 * i + 1] if bounded else max(ways, 1))
        if number >= ways:
            chances = -1
            break
        if not bounded:
            chances *= cython.cast(cython.double, ways) / cython.cast(cython.double, plan[2 * i + 1])
        if number < ways_across:
            at = nth_bit(across, number)
            lay(free, ship, at >> 6, at & 63, length, 1)
        else:
            at = nth_bit(down, number - ways_across)
            lay(free, ship, at >> 6, at & 63, 1, length)
    if chances >= 0 or not bounded:
        spell(ship, height, width, cells)
    return chances


@cython.final
@cython.cclass
class Rejection:
    """Draws arrangements of a fleet by rejection: exactly uniform, quick where the grid is not dense.

    `fleet` are pairs of a length and how many ships have it. Raises `ValueError` for a side beyond
    `DRAWING_SIDE`. `can_be` is false where the bounds alone prove that the ships do not fit.
    """

    height = cython.declare(cython.Py_ssize_t, visibility="readonly")
    width = cython.declare(cython.Py_ssize_t, visibility="readonly")
    can_be = cython.declare(cython.bint, visibility="readonly")
    ships: cython.Py_ssize_t
    unheeded: cython.longlong  # ships laid since the last look for signals
    memory: bytearray
    plan: cython.pointer(cython.longlong)

    def __init__(self, height: int, width: int, fleet: Iterable[tuple[int, int]]) -> None:
        if not (0 < height <= DRAWING_SIDE and 0 < width <= DRAWING_SIDE):
            raise ValueError(f"the sides of a grid are 1 to {DRAWING_SIDE}, not {height} and {width}")
        self.height = height
        self.width = width
        pairs = list(fleet)
        plan = list(_plan(height, width, pairs)) if could_fit(height, width, pairs) else [(1, 0)]
        self.can_be = all(bound > 0 for _, bound in plan)
        self.ships = len(plan)
        self.unheeded = 0
        i: cython.Py_ssize_t
        if cython.compiled:
            self.memory = bytearray(16 * len(plan))
            start: cython.p_char = self.memory
            self.plan = cython.cast(cython.pointer(cython.longlong), start)
        else:
            self.plan = [0] * (2 * len(plan))
        for i in range(len(plan)):
            self.plan[2 * i], self.plan[2 * i + 1] = plan[i]

    def draw(self, chance: Chance, most_draws: int) -> bytes | None:
        """A random arrangement, row by row, a byte a square: 1 ship, 0 water; or `None`, if that many
        attempts all failed. What the attempts used up of `chance` is gone, so that to go on with more
        of them is the same as to have allowed more at once."""
        cells = bytearray(self.height * self.width)
        found: cython.bint = False
        most: cython.longlong = most_draws if self.can_be else 0
        marks: cython.p_uchar = cells
        with cython.nogil:
            while most > 0 and not found:
                most -= 1
                found = self.attempted(chance, True, marks) >= 0
        return bytes(cells) if found else None

    def acceptance(self, chance: Chance, trials: int) -> float:
        """An estimate of the share of attempts that give an arrangement, without bias: the mean chance
        to be kept over so many attempts that are pursued to their end (Knuth 1975)."""
        cells = bytearray(self.height * self.width)
        total: cython.double = 0
        _: cython.longlong
        most: cython.longlong = trials if self.can_be else 0
        marks: cython.p_uchar = cells
        with cython.nogil:
            for _ in range(most):
                total += max(0, self.attempted(chance, False, marks))
        return total / trials

    def pursued(self, chance: Chance, most_attempts: int) -> tuple[bytes, bool]:
        """The board of the first attempt in which every ship has a place, bound or no bound, and true; or
        that of the last of so many, with the ships that had one, and false. Not uniform: crowded boards
        come too often."""
        cells = bytearray(self.height * self.width)
        laid: cython.bint = False
        most: cython.longlong = most_attempts if self.can_be else 0
        marks: cython.p_uchar = cells
        with cython.nogil:
            while most > 0 and not laid:
                most -= 1
                laid = self.attempted(chance, False, marks) >= 0
        return bytes(cells), laid

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(-2)
    def attempted(self, chance: Chance, bounded: cython.bint, cells: cython.p_uchar) -> cython.double:
        """One attempt, in lanes as narrow as the grid allows. Once a slice it answers Ctrl-C."""
        self.unheeded += self.ships
        if self.unheeded >= _SLICE:
            self.unheeded = 0
            if cython.compiled:  # Python does it by itself
                with cython.gil:
                    PyErr_CheckSignals()
        narrow: cython.ushort = 0
        middle: cython.uint = 0
        broad: cython.ulonglong = 0
        side: cython.Py_ssize_t = max(self.height, self.width)
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
    """Each ship's length, longest first, with the most places that the ones before leave it."""
    laid: list[int] = []
    for length, count in sorted(fleet, reverse=True):
        for _ in range(count):
            yield length, most_places(height, width, length, laid)
            laid.append(length)


def _mark(neighbours: int) -> bytes:
    """How a board writes a ship square by its neighbours that are ship: bits above, below, left, right."""
    near = ((-1, 0), (1, 0), (0, -1), (0, 1))
    ship = {square for bit, square in enumerate(near) if neighbours >> bit & 1}
    return mark_of(part_among((0, 0), ship)).encode()


_MARKS = cython.declare(bytes, b"".join(map(_mark, range(16))))


def as_board(cells: bytes, width: int) -> Board:
    """A board as it is drawn here, a byte a square: 1 ship, 0 water."""
    size: cython.Py_ssize_t = len(cells)
    wide: cython.Py_ssize_t = width
    marks = bytearray(b".") * size
    given: cython.p_const_uchar = cells
    parts: cython.p_const_uchar = _MARKS
    written: cython.p_uchar = marks
    i: cython.Py_ssize_t
    near: cython.int
    for i in range(size):
        if given[i]:
            near = i >= wide and given[i - wide]
            near |= (i + wide < size and given[i + wide]) << 1
            near |= (i % wide > 0 and given[i - 1]) << 2
            near |= (i % wide < wide - 1 and given[i + 1]) << 3
            written[i] = parts[near]
    text = marks.decode()
    return Board.spelled(tuple(text[i : i + wide] for i in range(0, size, wide)))
