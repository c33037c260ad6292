# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, freethreading_compatible=True
# cython: infer_types=True
"""Exact numbers of boards by dynamic programming: the compiled part of the engine `sweep`.

The grid is swept row by row, square by square. What the squares already swept imply for those ahead is the
*key* of a state: for each column, whether its next square is free, must be water, or must be ship with some
squares of its ship still to come; for each column with a tally, the ship squares that it still lacks; and
the same for the current row, if it has a tally. The ways to reach a state depend on the ships placed so far,
the *part* of the fleet. Parts are numbered by their squares, because the clues leave a state an interval of
squares, often a single number: so a state has a short *vector* of the numbers of ways, one for each part in
its *window*.

A *layer* holds the states before one square: a hash table of keys, and vectors one after the other. Numbers
have as many 64-bit words as the largest may need; they are only ever added, so nothing is rounded.

Swept back, from the last row up, the same moves give for each state and part the ways to complete it. The
product of both numbers, over the states in which a ship starts, is the number of boards with that ship.

The file is compiled (Cython, pure-Python mode) and also runs uncompiled, some hundred times slower.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

import cython

from bimaru.bits import ALL_BITS

if cython.compiled:
    from cython.cimports.bimaru.bits import Index, Number, Word, Words, mix
else:
    from bimaru.bits import Index, Number, Word, Words, mix

Watch: TypeAlias = Callable[[int, int], None]
"""A callback with the number of squares swept and the bytes in use; it raises to stop the sweep."""


class Plan(NamedTuple):
    """What a sweep needs to know of a puzzle. Squares are numbered row by row; -1 is a missing tally."""

    height: int
    width: int
    rows: Sequence[int]
    cols: Sequence[int]
    code_bits: int
    """Bits of a column's code: `FREE`, `WATER`, or `WATER` plus the squares still to come."""
    starts: Sequence[Sequence[int]]
    """For each square the ships that may start there, as 1 + 2 * index of the length, plus 1 if down."""
    dry: bytes
    """For each square whether it may be water."""
    room: Sequence[int]
    """For each square the squares of its column, from it down, that may be ship."""
    lengths: Sequence[int]
    squares: Sequence[int]
    """For each part the squares of its ships, in ascending order. Part 0 is empty, the last part is all."""
    after: Sequence[int]
    """The part with one more ship, at index of the length * number of parts + part; -1 if there is none."""
    number_words: int
    """64-bit words of a number."""
    merges_mirrored: bool
    """Whether states that are mirror images of each other continue alike."""


ENDLESS = sys.maxsize
"""More states than there can be: the largest C integer of an index, which has 32 bits in a browser."""
FREE = 0
WATER = 1
_WATER = cython.declare(cython.ulonglong, WATER)
_ALL = cython.declare(cython.ulonglong, ALL_BITS)
_LOW = cython.declare(cython.ulonglong, 0xFFFF_FFFF)
_SPARES = cython.declare(cython.Py_ssize_t, 4)
"""Layers that are kept to use their memory again."""
_STRIDE = cython.declare(cython.Py_ssize_t, 200_000)
"""Additions between two calls of the watch: a fraction of a millisecond. With a large fleet one state may
take thousands."""
_STATE_WORK = cython.declare(cython.Py_ssize_t, 30)
"""What finding the moves from a state costs, in additions."""

# What is noted for a state besides its key.
_OFFSET = cython.declare(cython.Py_ssize_t, 0)  # of its vector
_USED = cython.declare(cython.Py_ssize_t, 1)  # squares of ships in columns with a tally
_PENDING = cython.declare(cython.Py_ssize_t, 2)  # squares of ships in rows still to come
_FIRST = cython.declare(cython.Py_ssize_t, 3)  # first part of its window
_END = cython.declare(cython.Py_ssize_t, 4)  # end of its window
_NOTES = cython.declare(cython.Py_ssize_t, 5)

# A move: the state that it leads to, by its notes and key, and how. In place of the offset, whether the rest
# of the grid is mirrored from here on.
_ONWARD = cython.declare(cython.Py_ssize_t, 5)  # the column with which the sweep continues
_START = cython.declare(cython.Py_ssize_t, 6)  # the ship that starts, as in the plan, or 0
_KEY = cython.declare(cython.Py_ssize_t, 7)


@cython.final
@cython.cclass
class Array:
    """A growing array of 64-bit words, at first 0."""

    memory: bytearray
    at: Words
    size = cython.declare(cython.Py_ssize_t, visibility="readonly")
    capacity: Index

    def __init__(self, words: Sequence[int] = ()) -> None:
        self.size = self.capacity = 0
        if not cython.compiled:
            self.at = []
        self.extend(len(words))
        for i in range(len(words)):
            number: Number = words[i]
            self.at[i] = cython.cast(Word, number) if cython.compiled else number

    @cython.cfunc
    @cython.exceptval(-1)
    def extend(self, more: Index) -> Index:
        """Append that many words, all 0; returns the index of the first. Moves the array."""
        start: Index = self.size
        if start + more > self.capacity:
            if cython.compiled:
                capacity: Index = start + more + (start >> 1)
                memory = bytearray(8 * capacity)
                if start:
                    memory[: 8 * start] = memoryview(self.memory)[: 8 * start]
                self.memory = memory
                self.capacity = capacity
                place: cython.p_char = self.memory
                self.at = cython.cast(Words, place)
            else:
                self.at.extend([0] * more)
                self.capacity = start + more
        for i in range(start, start + more):  # memory that was cleared is not 0
            self.at[i] = 0
        self.size = start + more
        return start


@cython.final
@cython.cclass
class Layer:
    """States before one square, or at the end of a row; see the module."""

    key_words: Index
    number_words: Index
    most_states: Index
    n = cython.declare(cython.Py_ssize_t, visibility="readonly")
    slots: Array  # 1 + the index of a state, or 0
    keys: Array
    notes: Array
    numbers: Array
    back: Array  # the ways to complete a state, with the same offsets

    def __init__(self, key_words: int, number_words: int, most_states: int) -> None:
        self.key_words = key_words
        self.number_words = number_words
        self.most_states = most_states
        self.n = 0
        self.slots = _zeros(16)
        self.keys = Array()
        self.notes = Array()
        self.numbers = Array()
        self.back = Array()

    def bytes(self) -> int:
        """The memory that it takes."""
        arrays = (self.slots, self.keys, self.notes, self.numbers, self.back)
        total = 0
        for words in arrays:
            total += 8 * words.capacity
        return total

    def clear(self) -> None:
        """Remove all states, and keep the memory, which takes longer to get than to fill."""
        size: Index = self.slots.size
        self.n = self.slots.size = self.keys.size = self.notes.size = self.numbers.size = 0
        self.slots.extend(size)
        self.back = Array()

    @cython.cfunc
    @cython.exceptval(check=False)
    def slot(self, key: Words, base: Index) -> Index:
        """The slot of a key: where it is, or would be."""
        mask: Index = self.slots.size - 1
        word: Word = 0
        for k in range(self.key_words):
            word = mix(word ^ key[base + k])
        at: Index = word & cython.cast(Word, mask) if cython.compiled else word & mask
        while self.slots.at[at]:
            i: Index = (self.slots.at[at] - 1) * self.key_words
            k = 0
            while k < self.key_words and self.keys.at[i + k] == key[base + k]:
                k += 1
            if k == self.key_words:
                break
            at = (at + 1) & mask
        return at

    @cython.cfunc
    @cython.exceptval(check=False)
    def find(self, key: Words, base: Index) -> Index:
        """The index of the state with a key, or -1."""
        found: Index = self.slots.at[self.slot(key, base)]
        return found - 1

    @cython.cfunc
    @cython.exceptval(-1)
    def state(self, move: Words, base: Index) -> Index:
        """The index of the state that a move leads to, which is added if it is new, with zeros; -2 if there
        is no room for another state."""
        at: Index = self.slot(move, base + _KEY)
        if self.slots.at[at]:
            return self.slots.at[at] - 1
        if self.n >= self.most_states:
            return -2
        if 2 * self.n >= self.slots.size:
            self.spread()
            at = self.slot(move, base + _KEY)
        window: Index = move[base + _END] - move[base + _FIRST]
        offset: Index = self.numbers.extend(window * self.number_words)
        key: Index = self.keys.extend(self.key_words)
        note: Index = self.notes.extend(_NOTES)
        for k in range(self.key_words):
            self.keys.at[key + k] = move[base + _KEY + k]
        self.notes.at[note + _OFFSET] = offset
        for k in range(_USED, _NOTES):
            self.notes.at[note + k] = move[base + k]
        self.n += 1
        self.slots.at[at] = self.n
        return self.n - 1

    @cython.cfunc
    @cython.exceptval(-1)
    def spread(self) -> cython.int:
        """Double the slots."""
        self.slots = _zeros(2 * self.slots.size)
        for i in range(self.n):
            self.slots.at[self.slot(self.keys.at, i * self.key_words)] = i + 1
        return 0


@cython.cfunc
def _zeros(size: Index) -> Array:
    words: Array = Array()
    words.extend(size)
    return words


State: TypeAlias = tuple[tuple[int, ...], int, int]
"""A key, and the used and pending squares."""


class Step(NamedTuple):
    """A move at a square: the ship that starts, as in the plan, or 0; the column and state with which the
    sweep continues, and whether the rest of the grid is mirrored."""

    start: int
    onward: int
    state: State
    mirrors: bool


@cython.final
@cython.cclass
class Sweep:
    """The moves of a plan, forward and back, with at most `most_states` states in a layer.

    States that a full layer does not take are dropped; `is_cut` is then true, and all numbers are lower
    bounds."""

    plan = cython.declare(object, visibility="readonly")
    most_states: Index
    is_cut = cython.declare(cython.bint, visibility="readonly")
    height: Index
    width: Index
    key_words = cython.declare(cython.Py_ssize_t, visibility="readonly")
    number_words: Index
    parts: Index
    total: Index
    loose: Index  # squares of ships outside the columns with a tally
    slack: Index  # squares of ships outside the rows with a tally
    mirrored: cython.bint
    longest: Index
    code_mask: Word
    row_word: Index
    row_shift: Index
    row_mask: Word
    word: Array  # of each column's field
    shift: Array
    lack_shift: Array
    lack_mask: Array
    has_tally: Array  # of columns
    tallies: Array  # of rows, plus 1; 0 without
    before: Array  # tallies of the rows before
    open_before: Array  # the number of rows before without a tally
    dry: Array
    room: Array
    first_start: Array
    starts: Array
    lengths: Array
    first_part: Array  # the first part with at least that many squares
    after: Array  # 1 + part, without and with a ship of each length
    moves: Array
    spare: list  # type: ignore[type-arg]  # layers to use again
    scratch: Array
    work: Index  # additions since the last call of the watch
    found: Array  # boards by start: a number of twice the words plus one each

    def __init__(self, plan: Plan, most_states: int = ENDLESS) -> None:
        self.plan = plan
        self.most_states = most_states
        self.is_cut = False
        self.work = 0
        self.height, self.width = plan.height, plan.width
        self.number_words = plan.number_words
        self.parts = len(plan.squares)
        self.total = plan.squares[self.parts - 1]
        self.mirrored = plan.merges_mirrored
        self.longest = max(plan.lengths, default=0)
        self._lay_out_keys()
        rows = plan.rows
        self.loose = self.total - sum(tally for tally in plan.cols if tally >= 0)
        self.slack = self.total - sum(tally for tally in rows if tally >= 0)
        self.tallies = Array(tuple(1 + tally for tally in rows))
        self.before = Array(tuple(sum(max(t, 0) for t in rows[:row]) for row in range(self.height)))
        self.open_before = Array(tuple(rows[:row].count(-1) for row in range(self.height + 1)))
        self.dry = Array(plan.dry)
        self.room = Array(plan.room)
        sizes = tuple(map(len, plan.starts))
        self.first_start = Array(tuple(sum(sizes[:i]) for i in range(len(sizes) + 1)))
        self.starts = Array(tuple(start for starts in plan.starts for start in starts))
        self.lengths = Array(plan.lengths)
        self.first_part = Array(
            tuple(sum(1 for squares in plan.squares if squares < n) for n in range(self.total + 2))
        )
        self.after = Array((*range(1, self.parts + 1), *(1 + part for part in plan.after)))
        self.moves = _zeros((2 + 2 * len(plan.lengths)) * (_KEY + self.key_words))
        self.spare = []
        self.scratch = _zeros(self.key_words)
        self.found = Array()

    def _lay_out_keys(self) -> None:
        """Give every column, and the row, a field of bits in the words of a key."""
        plan = self.plan
        self.code_mask = (1 << plan.code_bits) - 1
        sizes = tuple(plan.code_bits + max(tally, 0).bit_length() for tally in plan.cols)
        row_bits = max(0, 0, *plan.rows).bit_length()
        fields: list = []  # type: ignore[type-arg]
        word = shift = 0
        for size in (*sizes, row_bits):
            if shift + size > 64:
                word, shift = word + 1, 0
            fields.append((word, shift))
            shift += size
        self.key_words = word + 1
        self.row_word, self.row_shift = fields.pop()
        self.row_mask = (1 << row_bits) - 1
        self.word = Array(tuple(field[0] for field in fields))
        self.shift = Array(tuple(field[1] for field in fields))
        self.lack_shift = Array(tuple(field[1] + plan.code_bits for field in fields))
        self.lack_mask = Array(tuple((1 << max(tally, 0).bit_length()) - 1 for tally in plan.cols))
        self.has_tally = Array(tuple(tally >= 0 for tally in plan.cols))

    # Keys: `at` is where a key starts in an array of words

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def code(self, words: Words, at: Index, col: Index) -> Index:
        """The code of a column."""
        return words[at + self.word.at[col]] >> self.shift.at[col] & self.code_mask

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def set_code(self, words: Words, at: Index, col: Index, code: Word) -> cython.void:
        k: Index = at + self.word.at[col]
        shift: Index = self.shift.at[col]
        words[k] = (words[k] & ~(self.code_mask << shift)) | (code << shift)

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def lack(self, words: Words, at: Index, col: Index) -> Index:
        """The squares that a column with a tally lacks for ships still to start."""
        return words[at + self.word.at[col]] >> self.lack_shift.at[col] & self.lack_mask.at[col]

    @cython.cfunc
    @cython.inline
    @cython.exceptval(-1)
    def fill(self, words: Words, at: Index, col: Index, squares: Index) -> Index:
        """Take squares of a ship from what a column lacks. Returns how many it has for a tally, or -2 if that
        is not possible."""
        if not self.has_tally.at[col]:
            return 0
        if self.lack(words, at, col) < squares:
            return -2
        less: Word = squares
        words[at + self.word.at[col]] -= less << self.lack_shift.at[col]
        return squares

    # Moves

    @cython.cfunc
    @cython.exceptval(check=False)
    def moves_at(self, row: Index, col: Index, words: Words, at: Index, used: Index, pending: Index) -> Index:
        """Write the moves of a state at a square to `moves`. Returns their number."""
        # at the start of a row, each ship that goes on down takes a square of it that was pending
        taken: Index = self.number_going_on(words, at) if col == 0 else 0
        pending -= taken
        lack: Index = self.lack_of_row(row, col, words, at, taken)
        if lack < -1:
            return 0
        here: Index = row * self.width + col
        code: Index = self.code(words, at, col)
        n: Index = 0
        if code > WATER:
            return self.go_on(row, col, words, at, used, pending, lack, code)
        if self.dry.at[here]:
            base = self.copy_to(0, words, at, 0)
            self.set_code(self.moves.at, base + _KEY, col, FREE)
            n += self.finish(base, row, col, col + 1, used, pending, lack)
        if code == FREE and lack != 0:
            k: Index
            for k in range(self.first_start.at[here], self.first_start.at[here + 1]):
                n += self.start(n, self.starts.at[k], row, col, words, at, used, pending, lack)
        return n

    @cython.cfunc
    @cython.exceptval(check=False)
    def number_going_on(self, words: Words, at: Index) -> Index:
        """The number of ships that go on down."""
        number: Index = 0
        for c in range(self.width):
            if self.code(words, at, c) > WATER:
                number += 1
        return number

    @cython.cfunc
    @cython.exceptval(check=False)
    def lack_of_row(self, row: Index, col: Index, words: Words, at: Index, taken: Index) -> Index:
        """The squares that a row lacks for ships still to start, some being `taken` by others at its start;
        -1 without a tally, -2 if too many are taken."""
        tally: Index = self.tallies.at[row]
        if tally == 0:
            return -1
        if col:
            return words[at + self.row_word] >> self.row_shift & self.row_mask
        return tally - 1 - taken if tally > taken else -2

    @cython.cfunc
    @cython.exceptval(check=False)
    def copy_to(self, n: Index, words: Words, at: Index, start: Index) -> Index:
        """Begin the move of that number, with the key as it is. Returns where it is."""
        base: Index = n * (_KEY + self.key_words)
        for k in range(self.key_words):
            self.moves.at[base + _KEY + k] = words[at + k]
        self.moves.at[base + _START] = start
        return base

    @cython.cfunc
    @cython.exceptval(check=False)
    def go_on(
        self,
        row: Index,
        col: Index,
        words: Words,
        at: Index,
        used: Index,
        pending: Index,
        lack: Index,
        code: Index,
    ) -> Index:
        """The only move where a ship goes on down; there is water beside it."""
        base: Index = self.copy_to(0, words, at, 0)
        self.set_code(self.moves.at, base + _KEY, col, code - 1)
        if col > 0:
            self.set_code(self.moves.at, base + _KEY, col - 1, _WATER)
        onward: Index = col + 1
        if onward < self.width:
            if not self.dry.at[row * self.width + onward]:
                return 0
            self.set_code(self.moves.at, base + _KEY, onward, _WATER)
            onward += 1  # that square is water, so there is nothing to decide
        return self.finish(base, row, col, onward, used, pending, lack)

    @cython.cfunc
    @cython.exceptval(check=False)
    def start(
        self,
        n: Index,
        start: Index,
        row: Index,
        col: Index,
        words: Words,
        at: Index,
        used: Index,
        pending: Index,
        lack: Index,
    ) -> Index:
        """The move that starts a ship, as number `n`. Returns 1, or 0 if it is not possible."""
        down: cython.bint = (start - 1) & 1
        length: Index = self.lengths.at[(start - 1) >> 1]
        columns: Index = 1 if down else length
        if 0 <= lack < columns:
            return 0
        for c in range(col + 1, col + columns):
            if self.code(words, at, c) != FREE:
                return 0
        onward: Index = col + columns
        if onward < self.width and not self.dry.at[row * self.width + onward]:
            return 0
        base: Index = self.copy_to(n, words, at, start)
        for c in range(col, col + columns):
            filled: Index = self.fill(self.moves.at, base + _KEY, c, length if down else 1)
            if filled < 0:
                return 0
            used += filled
        if onward < self.width:
            onward += 1
        for c in range(col - 1 if col else 0, onward):
            self.set_code(self.moves.at, base + _KEY, c, _WATER)
        if down:
            self.set_code(self.moves.at, base + _KEY, col, length)
            pending += length - 1
        return self.finish(base, row, col, onward, used, pending, lack - columns if lack > 0 else lack)

    @cython.cfunc
    @cython.exceptval(check=False)
    def finish(
        self, base: Index, row: Index, col: Index, onward: Index, used: Index, pending: Index, lack: Index
    ) -> Index:
        """Complete a move. Returns 1, or 0 if no tally or part of the fleet allows it."""
        m: Words = self.moves.at
        key: Index = base + _KEY
        for c in range(col - 1 if col else 0, onward):  # the move has changed no others
            if self.has_tally.at[c] and self.lack(m, key, c) > self.room_below(row, c, self.code(m, key, c)):
                return 0
        if self.tallies.at[row]:
            if lack > 0:
                free: Index = 0
                for c in range(onward, self.width):
                    if self.code(m, key, c) == FREE:
                        free += 1
                if lack > free:
                    return 0
            word: Index = key + self.row_word
            rest: Word = lack
            m[word] = (m[word] & ~(self.row_mask << self.row_shift)) | (rest << self.row_shift)
        if not self.set_window(base, row, onward == self.width, used, pending, lack):
            return 0
        m[base + _ONWARD] = onward
        if self.mirrored and onward == self.width and self.turn_to_canonical(key):
            m[base + _OFFSET] = 1
        return 1

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def room_below(self, row: Index, col: Index, code: Index) -> Index:
        """The squares of a column in which ships can still start or lie, by its code after a row."""
        first: Index = row + 1 + code  # beyond the rest of its ship, and the water that follows
        return self.room.at[first * self.width + col] if first < self.height else 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def set_window(
        self, base: Index, row: Index, is_end: cython.bint, used: Index, pending: Index, lack: Index
    ) -> cython.bint:
        """Note the parts that the tallies allow with what has been swept; false if there are none."""
        # Rows with a tally have taken it. Those without one share the slack: up to all of it so far, and just
        # that once the last of them is done.
        least: Index = self.before.at[row] + pending
        all_open: Index = self.open_before.at[self.height]
        if self.tallies.at[row]:
            least += self.tallies.at[row] - 1 - lack
            most = least + (self.slack if self.open_before.at[row] else 0)
            if self.open_before.at[row] == all_open:
                least = most
        else:
            most = least + self.slack
            if is_end and self.open_before.at[row] + 1 == all_open:
                least = most
        least = max(least, used)
        most = min(most, used + self.loose)
        most = min(most, self.total)
        if least > most:
            return False
        first: Index = self.first_part.at[least]
        end: Index = self.first_part.at[most + 1]
        self.moves.at[base + _OFFSET] = 0
        self.moves.at[base + _USED] = used
        self.moves.at[base + _PENDING] = pending
        self.moves.at[base + _FIRST] = first
        self.moves.at[base + _END] = end
        return first < end

    @cython.cfunc
    @cython.exceptval(check=False)
    def turn_to_canonical(self, key: Index) -> cython.bint:
        """Replace a key by its mirror image if that is smaller, the last column counting most."""
        m: Words = self.moves.at
        c: Index = self.width - 1
        other: Index = 0
        while other < c and self.code(m, key, c) == self.code(m, key, other):
            c -= 1
            other += 1
        if other < c and self.code(m, key, other) < self.code(m, key, c):
            for other in range(self.width // 2):
                c = self.width - 1 - other
                code: Index = self.code(m, key, c)
                self.set_code(m, key, c, self.code(m, key, other))
                self.set_code(m, key, other, code)
            return True
        return False

    # Forward

    def first_layer(self) -> Layer:
        """The layer before the first row: one state, in which no ship is placed, in one way."""
        layer: Layer = self._new_layer()
        self.moves = _zeros(self.moves.size)
        m: Words = self.moves.at
        for c in range(self.width):
            tally: Index = self.plan.cols[c]
            if tally > 0:
                m[_KEY + self.word.at[c]] |= cython.cast(Word, tally) << self.lack_shift.at[c]
        m[_END] = 1
        layer.state(m, 0)
        layer.numbers.at[0] = 1
        return layer

    def next_row(self, row: int, first: Layer, watch: Watch) -> Layer:
        """The layer at the end of a row, from that at its start."""
        layers = self._layers(first, self._new_layer())
        for col in range(self.width):
            self.advance(row, col, layers, True, watch)
            if col:  # the first layer is the caller's
                self.recycle(layers[col])
            layers[col] = None
        last: Layer = layers[self.width]
        return last

    def _new_layer(self) -> Layer:
        if self.spare:
            layer: Layer = self.spare.pop()
            return layer
        return Layer(self.key_words, self.number_words, self.most_states)

    def recycle(self, layer: Layer) -> None:
        """Keep the memory of a layer for another one. The layer is unusable after that."""
        if len(self.spare) < _SPARES:
            layer.clear()
            self.spare.append(layer)

    def _layers(self, first: Layer, last: Layer) -> list:  # type: ignore[type-arg]
        layers: list = [None] * (self.width + 1)  # type: ignore[type-arg]
        layers[0] = first
        layers[self.width] = last
        return layers

    @cython.cfunc
    @cython.exceptval(-1)
    def advance(
        self,
        row: Index,
        col: Index,
        layers: list,  # type: ignore[type-arg]
        ends_row: cython.bint,
        watch: object,
    ) -> cython.int:
        """Sweep a square; moves to the end of the row only if `ends_row`."""
        layer: Layer = layers[col]
        # as far as the longest ship leads, with the water behind it
        for k in range(col + 1, min(col + self.longest + 2, self.width)):
            if layers[k] is None:
                layers[k] = self._new_layer()
        self.work = _STRIDE  # the watch is called before the first state
        for i in range(layer.n):
            note: Index = i * _NOTES
            n: Index = self.watched_moves(row, col, layers, i, watch)
            for k in range(n):
                base: Index = k * (_KEY + self.key_words)
                onward: Index = self.moves.at[base + _ONWARD]
                if onward < self.width or ends_row:
                    self.take(layer, note, base, layers[onward])
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def watched_moves(
        self,
        row: Index,
        col: Index,
        layers: list,  # type: ignore[type-arg]
        i: Index,
        watch: object,
    ) -> Index:
        """Write the moves from a state, after a call of the watch if one is due; returns their number."""
        if self.work >= _STRIDE:
            watch(row * self.width + col, self._in_use(layers))
            self.work = 0
        layer: Layer = layers[col]
        note: Index = i * _NOTES
        n: Index = self.moves_at(
            row,
            col,
            layer.keys.at,
            i * self.key_words,
            layer.notes.at[note + _USED],
            layer.notes.at[note + _PENDING],
        )
        window: Index = layer.notes.at[note + _END] - layer.notes.at[note + _FIRST]
        self.work += _STATE_WORK + n * window * self.number_words
        return n

    def _in_use(self, layers: list) -> int:  # type: ignore[type-arg]
        total = 0
        for layer in layers:
            if layer is not None:
                total += layer.bytes()
        return total

    @cython.cfunc
    @cython.exceptval(-1)
    def take(self, layer: Layer, note: Index, base: Index, target: Layer) -> cython.int:
        """Add the vector of a state to that of the state that a move leads to."""
        size: Index = self.number_words
        start: Index = self.moves.at[base + _START]
        low: Index = self.moves.at[base + _FIRST]
        high: Index = self.moves.at[base + _END]
        first: Index = layer.notes.at[note + _FIRST]
        end: Index = layer.notes.at[note + _END]
        offset: Index = layer.notes.at[note + _OFFSET]
        k: Index = ((start + 1) >> 1) * self.parts
        after: Words = self.after.at
        numbers: Words = layer.numbers.at
        # no state is added for numbers that are all 0, or beyond its window
        while first < end and (after[k + first] <= low or is_zero(numbers, offset, size)):
            first += 1
            offset += size
        while first < end and (after[k + end - 1] > high or after[k + end - 1] == 0):
            end -= 1
        if first >= end:
            return 0
        i: Index = target.state(self.moves.at, base)
        if i < 0:
            self.is_cut = True
            return 0
        goal: Index = target.notes.at[i * _NOTES + _OFFSET] - (low + 1) * size
        if size == 1:
            add_all(target.numbers.at, goal, numbers, offset - first, after, k, low, high, first, end)
            return 0
        for part in range(first, end):
            if low < after[k + part] <= high:
                add(target.numbers.at, goal + after[k + part] * size, numbers, offset, size)
            offset += size
        return 0

    # Back

    def last_layer(self, layer: Layer) -> int:
        """The number of boards, by the layer after the last row, each of whose states has one way on."""
        whole: Index = self.parts - 1
        total = 0
        layer.back = _zeros(layer.numbers.size)
        for i in range(layer.n):
            first: Index = layer.notes.at[i * _NOTES + _FIRST]
            if layer.notes.at[i * _NOTES + _END] == self.parts:
                offset: Index = layer.notes.at[i * _NOTES + _OFFSET]
                k: Index = offset + (whole - first) * self.number_words
                total += _number(layer.numbers, k, self.number_words)
                layer.back.at[k] = 1
        return total

    def previous_row(self, row: int, first: Layer, last: Layer, counts: bool, watch: Watch) -> None:
        """Write the ways to complete the states at the start of a row, from those at its end; and count the
        boards with each ship that starts in it, if asked to."""
        layers = self._layers(first, last)
        for col in range(self.width):
            self.advance(row, col, layers, False, watch)
        if counts and not self.found.size:
            self.found = _zeros(
                self.height * self.width * 2 * len(self.plan.lengths) * (2 * self.number_words + 1)
            )
        for col in range(self.width - 1, -1, -1):
            self.retreat(row, col, layers, counts, watch)

    @cython.cfunc
    @cython.exceptval(-1)
    def retreat(
        self,
        row: Index,
        col: Index,
        layers: list,  # type: ignore[type-arg]
        counts: cython.bint,
        watch: object,
    ) -> cython.int:
        """Write the ways to complete the states before a square, by the moves from it."""
        layer: Layer = layers[col]
        layer.back = _zeros(layer.numbers.size)
        self.work = _STRIDE  # the watch is called before the first state
        for i in range(layer.n):
            note: Index = i * _NOTES
            n: Index = self.watched_moves(row, col, layers, i, watch)
            for k in range(n):
                base: Index = k * (_KEY + self.key_words)
                target: Layer = layers[cython.cast(Index, self.moves.at[base + _ONWARD])]
                at: Index = target.find(self.moves.at, base + _KEY)
                if at >= 0:
                    self.give_back(layer, note, base, target, at, row * self.width + col, counts)
        return 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def give_back(
        self,
        layer: Layer,
        note: Index,
        base: Index,
        target: Layer,
        at: Index,
        square: Index,
        counts: cython.bint,
    ) -> cython.void:
        """Add the ways on from the state that a move leads to; and count the boards with its ship."""
        size: Index = self.number_words
        start: Index = self.moves.at[base + _START]
        low: Index = target.notes.at[at * _NOTES + _FIRST]
        high: Index = target.notes.at[at * _NOTES + _END]
        goal: Index = target.notes.at[at * _NOTES + _OFFSET]
        first: Index = layer.notes.at[note + _FIRST]
        end: Index = layer.notes.at[note + _END]
        offset: Index = layer.notes.at[note + _OFFSET]
        following: Index = ((start + 1) >> 1) * self.parts
        sum_at: Index = (square * 2 * self.lengths.size + start - 1) * (2 * size + 1)
        for part in range(first, end):
            later: Index = self.after.at[following + part]
            later -= 1
            if low <= later < high:
                k: Index = offset + (part - first) * size
                source: Index = goal + (later - low) * size
                add(layer.back.at, k, target.back.at, source, size)
                if counts and start:
                    add_product(self.found.at, sum_at, layer.numbers.at, k, target.back.at, source, size)

    def boards_by_start(self) -> dict[tuple[int, int], int]:
        """The number of boards with each ship, by its first square and as in the plan, after all rows were
        swept back."""
        size = 2 * self.number_words + 1
        kinds = 2 * len(self.plan.lengths)
        found: dict = {}  # type: ignore[type-arg]
        for i in range(self.found.size // size):
            number = _number(self.found, i * size, size)
            if number:
                found[i // kinds, i % kinds + 1] = number
        return found

    # One by one

    def first_state(self) -> State:
        """The state before the first square."""
        layer: Layer = self.first_layer()
        key: list = [0] * self.key_words  # type: ignore[type-arg]
        for k in range(self.key_words):
            key[k] = layer.keys.at[k]
        return (tuple(key), 0, 0)

    def steps(self, row: int, col: int, state: State) -> list:  # type: ignore[type-arg]
        """The moves of a state at a square, as `Step`."""
        key, used, pending = state
        for k in range(self.key_words):
            self.scratch.at[k] = key[k]
        found: list = []  # type: ignore[type-arg]
        for i in range(self.moves_at(row, col, self.scratch.at, 0, used, pending)):
            base: Index = i * (_KEY + self.key_words)
            onward: list = [0] * self.key_words  # type: ignore[type-arg]
            for k in range(self.key_words):
                onward[k] = self.moves.at[base + _KEY + k]
            following = (tuple(onward), self.moves.at[base + _USED], self.moves.at[base + _PENDING])
            mirrors = bool(self.moves.at[base + _OFFSET])
            found.append(
                Step(self.moves.at[base + _START], self.moves.at[base + _ONWARD], following, mirrors)
            )
        return found

    def ways(self, layer: Layer, state: State, part: int) -> int:
        """The ways to complete a state at the start or end of a row, with that part placed."""
        key = state[0]
        for k in range(self.key_words):
            self.scratch.at[k] = key[k]
        i: Index = layer.find(self.scratch.at, 0)
        if i < 0 or not layer.notes.at[i * _NOTES + _FIRST] <= part < layer.notes.at[i * _NOTES + _END]:
            return 0
        offset: Index = layer.notes.at[i * _NOTES + _OFFSET]
        first: Index = layer.notes.at[i * _NOTES + _FIRST]
        return _number(layer.back, offset + (part - first) * self.number_words, self.number_words)


# Numbers of several words, the lowest first


def _number(words: Array, at: int, size: int) -> int:
    number: int = 0  # of Python, which has room for it
    k: Index
    for k in range(size - 1, -1, -1):
        number = number << 64 | words.at[at + k]
    return number


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def is_zero(words: Words, at: Index, size: Index) -> cython.bint:
    """Whether a number is 0."""
    k: Index = 0
    while k < size and words[at + k] == 0:
        k += 1
    return k == size


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def add(words: Words, at: Index, more: Words, source: Index, size: Index) -> cython.void:
    """Add a number to another."""
    carry: Word = 0
    for k in range(size):
        carry = add_word(words, at + k, more[source + k], carry)


@cython.cfunc
@cython.exceptval(check=False)
def add_all(
    words: Words,
    goal: Index,
    more: Words,
    source: Index,
    after: Words,
    k: Index,
    low: Index,
    high: Index,
    first: Index,
    end: Index,
) -> cython.void:
    """Add numbers of one word each: those of the parts from `first` to `end` to those of the parts after a
    move, where these are from `low` + 1 to `high`."""
    if k == 0:  # the same parts: a loop that the compiler turns into vector instructions
        for part in range(first, end):
            words[goal + 1 + part] += more[source + part]
        return
    for part in range(first, end):
        if low < after[k + part] <= high:
            words[goal + after[k + part]] += more[source + part]


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def add_word(words: Words, at: Index, more: Word, carry: Word) -> Word:
    """Add a word and a carry of 0 or 1 to a word; returns the carry."""
    total: Word = (words[at] + more) & _ALL
    carried: Word = total < more
    words[at] = (total + carry) & _ALL
    return carried | (words[at] < carry)


@cython.cfunc
@cython.exceptval(check=False)
def add_product(
    words: Words, at: Index, one: Words, i: Index, other: Words, j: Index, size: Index
) -> cython.void:
    """Add the product of two numbers to a sum of twice their words, and one."""
    for a in range(size):
        for b in range(size):
            if one[i + a] and other[j + b]:
                x: Word = one[i + a]
                y: Word = other[j + b]
                low: Word = (x & _LOW) * (y & _LOW)
                middle: Word = (x >> 32) * (y & _LOW) + (low >> 32)
                cross: Word = (x & _LOW) * (y >> 32) + (middle & _LOW)
                high: Word = (x >> 32) * (y >> 32) + (middle >> 32) + (cross >> 32)
                k: Index = at + a + b
                carry: Word = add_word(words, k, ((cross << 32) & _ALL) | (low & _LOW), 0)
                carry = add_word(words, k + 1, high, carry)
                while carry:
                    k += 1
                    carry = add_word(words, k + 1, 0, carry)
