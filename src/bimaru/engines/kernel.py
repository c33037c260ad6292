# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, freethreading_compatible=True
# cython: infer_types=True
"""The engine `search`: depth-first search over the ships, with propagation at every node.

The search branches on the ships, longest first, with a frame of memory for each level (see
`kernel_memory`); the rules are in `propagation`. The three files are written in Python and compiled with
Cython (pure-Python mode); uncompiled they are the same program, slower, and the tests compare the two.
"""

from __future__ import annotations

from math import inf
from typing import TypeAlias

import cython

from bimaru.board import Board
from bimaru.clock import clock
from bimaru.engines.protocol import NO_LIMIT, Budget, Run, check_takes
from bimaru.puzzle import Given, Puzzle
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
        count_bits,
        popcount,
        trailing_zeros,
    )
    from cython.cimports.bimaru.engines import kernel_memory as lanes
    from cython.cimports.bimaru.engines.propagation import propagate
    from cython.cimports.cpython.exc import PyErr_CheckSignals
else:
    from bimaru.bits import (
        Index,
        Lane,
        Lanes,
        Number,
        Numbers,
        Word,
        Words,
        count_bits,
        popcount,
        trailing_zeros,
    )
    from bimaru.engines import kernel_memory as lanes
    from bimaru.engines.propagation import propagate

FleetPairs: TypeAlias = tuple[tuple[int, int], ...]
"""Lengths and numbers of ships, longest first."""

_NODE_SQUARES = cython.declare(cython.longlong, 200_000)
"""Nodes times squares between two checks of the clock and of signals: some ten milliseconds."""
_NO_END = cython.declare(cython.longlong, 2**62)

KERNEL_SIDE = KERNEL_MAX_SIDE if cython.compiled else UNCOMPILED_MAX_SIDE
"""The most rows or columns that this build of the kernel takes; uncompiled it is for small grids."""

GIVEN_KINDS = ("W", "S", "L", "R", "T", "B", "M", "X")
WATER = cython.declare(cython.int, 0)
SUBMARINE = cython.declare(cython.int, 1)
LEFT = cython.declare(cython.int, 2)
RIGHT = cython.declare(cython.int, 3)
TOP = cython.declare(cython.int, 4)
BOTTOM = cython.declare(cython.int, 5)
MIDDLE = cython.declare(cython.int, 6)
SHIP = cython.declare(cython.int, 7)
_CORNER = cython.declare(cython.int, len(GIVEN_KINDS))  # a corner: no straight ship has one

PART_MARKS = b"SBTMRXXMLXXMMMMM"
"""How a board writes a ship square, by which neighbours are ship: bits above, below, left, right."""

# Globals that every search uses, as C variables: no look-up in the module's dictionary.
_PART_MARKS = cython.declare(bytes, PART_MARKS)
_WATER_MARK = cython.declare(cython.uchar, ord("."))
_KINDS_OF_MARKS = cython.declare(
    bytes, bytes(GIVEN_KINDS.index(chr(i)) if chr(i) in GIVEN_KINDS else _CORNER for i in range(128))
)
_SIDE = cython.declare(cython.Py_ssize_t, KERNEL_SIDE)
_CLOCK = cython.declare(object, clock)
_SPELLED = cython.declare(object, Board._spelled)
_NEVER = cython.declare(cython.double, inf)

NOTHING_LEFT = cython.declare(cython.int, -1)
"""The level to continue from when every board has been found;"""
ROOT_SOLVED = cython.declare(cython.int, -2)
"""when propagation alone has found the only board, which has not been returned yet."""

ANYWHERE = cython.declare(cython.int, 1)
ON_BEST_LINES = cython.declare(cython.int, 2)
"""How candidates are drawn at random: from all, or from those on the lines that can take most squares."""
ENOUGH = cython.declare(cython.longlong, 2)
"""With this many candidates left for each ship to place, the next one rarely leaves too few."""
MOST_COUNTED = cython.declare(cython.longlong, 16)
"""Candidates up to which the ways to place the last submarines are counted: 12,870 choices at most."""


# Searching


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def next_candidate(memory: Lanes, frame: Index, guide: Index, bit: Lanes) -> Index:
    """Take the best candidate off the list of a frame: one of the starts at `guide`, if that is not 0; or the
    first on the line that can still take most ship squares. `bit` gets its column. Returns its row, plus n
    if it lies down; -1 if there is none."""
    n: Index = lanes.lanes_of(memory)
    bits: Index = lanes.bits_of(memory)
    across: Index = frame + lanes.CANDIDATES * n
    down: Index = across + n
    best: Index = -1
    most: Index = 0
    columns: Lane = lanes.union_of(memory, down, n)
    x: Lane
    room: Lane[64]
    if not cython.compiled:
        room = [0] * n
    if guide:
        for r in range(2 * n):
            x = memory[across + r] & memory[guide + r]
            if x:
                bit[0] = x & (~x + 1)
                memory[across + r] ^= bit[0]
                return r
    x = 0
    for r in range(n):  # 1 more than the room of a row with candidates; otherwise 0
        room[r] = (memory[frame + lanes.ROW_ROOM * n + r] + 1) & -(memory[across + r] != 0)
        x = max(x, room[r])
    best = cython.cast(Index, x) - 1
    if columns:
        # those with the largest number of squares left, from its highest bit down
        for j in range(bits - 1, -1, -1):
            x = columns & memory[frame + lanes.COLUMN_ROOM * n + j]
            if x:
                columns = x
                most += 1 << j
        columns &= ~columns + 1
        if most > best:
            for r in range(n):
                if memory[down + r] & columns:
                    memory[down + r] ^= columns
                    bit[0] = columns
                    return n + r
    for r in range(n if best >= 0 else 0):
        if cython.cast(Index, room[r]) > best:
            bit[0] = memory[across + r] & (~memory[across + r] + 1)
            memory[across + r] ^= bit[0]
            return r
    return -1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def random_candidate(memory: Lanes, frame: Index, position: Numbers, bit: Lanes) -> Index:
    """`next_candidate` at random: one of all candidates, or of those on the lines that can still take most
    ship squares. A frame without candidates must not be given."""
    n: Index = lanes.lanes_of(memory)
    across: Index = frame + lanes.CANDIDATES * n
    down: Index = across + n
    room: Index
    most: Index = 0  # the room that a line has to have
    in_columns: Index = 0
    number: Index
    columns: Lane = lanes.full_row(memory)
    x: Lane
    if position[2] == ON_BEST_LINES:
        for r in range(n):
            room = memory[frame + lanes.ROW_ROOM * n + r]
            if memory[across + r] != 0 and room > most:
                most = room
        columns = lanes.union_of(memory, down, n)
        if columns:
            for j in range(lanes.bits_of(memory) - 1, -1, -1):
                x = columns & memory[frame + lanes.COLUMN_ROOM * n + j]
                if x:
                    columns = x
                    in_columns += 1 << j
        if in_columns < most:
            columns = 0
        most = max(most, in_columns)
    # A linear congruential generator: its upper bits are random enough for an order.
    position[3] = (position[3] * 1103515245 + 12345) & 0x7FFF_FFFF
    number = 0
    for r in range(2 * n):
        number += popcount(offered(memory, frame, r, most, columns))
    number = (position[3] >> 8) % number
    for r in range(2 * n):
        x = offered(memory, frame, r, most, columns)
        while x:
            if number == 0:
                bit[0] = x & (~x + 1)
                memory[across + r] ^= bit[0]
                return r
            number -= 1
            x &= x - 1
    return -1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def offered(memory: Lanes, frame: Index, r: Index, most: Index, columns: Lane) -> Lane:
    """The candidates across in row r if that can take `most` ship squares; down in these columns from r = n
    on."""
    n: Index = lanes.lanes_of(memory)
    x: Lane = memory[frame + lanes.CANDIDATES * n + r]
    if r >= n:
        return x & columns
    return x if cython.cast(Index, memory[frame + lanes.ROW_ROOM * n + r]) >= most else 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def place_ship(memory: Lanes, frame: Index, row: Index, bit: Lane, length: cython.int) -> cython.void:
    """Place a ship in a frame, starting at `bit` of `row`, or downwards of row `row - n`, with water all
    around it."""
    n: Index = lanes.lanes_of(memory)
    full: Lane = lanes.full_row(memory)
    ship: Index = frame + lanes.SHIP_SQUARES * n
    water: Index = frame + lanes.WATER_SQUARES * n
    depth: Index = 1
    squares: Lane = bit
    beside: Lane
    if row < n:
        for k in range(1, length):
            squares |= bit << k
    else:
        row -= n
        depth = length
    beside = (squares << 1 | squares >> 1) & full & ~squares
    for k in range(row, row + depth):
        memory[ship + k] |= squares
        memory[water + k] |= beside
    beside |= squares
    if row > 0:
        memory[water + row - 1] |= beside
    if row + depth < n:
        memory[water + row + depth] |= beside


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def widened(squares: Lane, length: Index) -> Lane:
    """The starts from which a ship across covers one of these squares of a row."""
    x: Lane = squares
    for k in range(1, length):
        x |= squares >> k
    return x


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def empty_columns(memory: Lanes, frame: Index, length: Index, filled: Lane, rest: Lanes) -> cython.void:
    """Remove from the starts `rest` those that cover an unknown square of the columns `filled`."""
    n: Index = lanes.lanes_of(memory)
    ship: Index = frame + lanes.SHIP_SQUARES * n
    water: Index = frame + lanes.WATER_SQUARES * n
    across: Lane[64]
    down: Lane[64]
    unknown: Lane[128]  # below the grid too, so that the rows there can be read
    if not cython.compiled:
        across, down, unknown = [0] * n, [0] * n, [0] * (2 * n)
    for r in range(n):
        across[r] = down[r] = unknown[r] = filled & ~(memory[ship + r] | memory[water + r])
        unknown[n + r] = 0
    for k in range(1, length):
        for r in range(n):
            across[r] |= unknown[r] >> k
            down[r] |= unknown[r + k]
    for r in range(n):
        rest[r] &= ~across[r]
        rest[n + r] &= ~down[r]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def find_rest(memory: Lanes, frame: Index, row: Index, bit: Lane, length: Index, rest: Lanes) -> cython.void:
    """Find the candidates of a frame that a ship on one of them leaves: `rest`, across and then down, gets
    those that it does not touch, and that cover no unknown square of a line that it fills.

    `row` is that of the ship's start at `bit`, plus n if it lies down."""
    n: Index = lanes.lanes_of(memory)
    ship: Index = frame + lanes.SHIP_SQUARES * n
    water: Index = frame + lanes.WATER_SQUARES * n
    room: Index = frame + lanes.ROW_ROOM * n
    column_room: Index = frame + lanes.COLUMN_ROOM * n
    full: Lane = lanes.full_row(memory)
    depth: Index = 1 if row < n else length
    top: Index = row if row < n else row - n
    squares: Lane = bit
    filled: Lane
    beside: Lane
    taken: Index = 0
    for r in range(2 * n):
        rest[r] = memory[frame + lanes.CANDIDATES * n + r]
    if row < n:
        for k in range(1, length):
            squares |= bit << k
    beside = squares | squares << 1 | squares >> 1
    for r in range(max(0, top - length), min(n, top + depth + 1)):
        rest[n + r] &= ~beside
    beside = widened(beside, length)
    for r in range(max(0, top - 1), min(n, top + depth + 1)):
        rest[r] &= ~beside
    filled = squares
    for r in range(top, top + depth):
        squares = filled & ~memory[ship + r]
        taken += squares != 0
        if squares == 0 or cython.cast(Index, memory[room + r]) > popcount(squares):
            continue
        # the ship fills this row: no other can take a square of it that is unknown
        squares = memory[ship + r] | memory[water + r]
        rest[r] &= ~widened(full & ~squares, length)
        for k in range(max(0, r - length + 1), r + 1):
            rest[n + k] &= squares
    # the columns that it fills: those whose room is just the number of squares that it takes
    if row < n:
        taken = 1
        filled &= ~memory[ship + row]
    for k in range(lanes.bits_of(memory)):
        filled &= memory[column_room + k] if taken >> k & 1 else ~memory[column_room + k]
    if filled:
        empty_columns(memory, frame, length, filled, rest)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def has_column_sums(n: Index, board: Lanes, columns: Words) -> cython.bint:
    """Whether each column of a board, which starts n lanes on, has as many squares as its tally says. These
    are counted bit-sliced, and compared with the highest and the lowest tallies."""
    low: Index = lanes.PLANES if lanes.halves_of(board) == 2 else 0
    shift: Index = 0 if lanes.halves_of(board) == 2 else n
    counts: Lane[8]
    if not cython.compiled:
        counts = [0] * 8
    carry: Lane
    x: Lane
    highest: Lane
    lowest: Lane
    wrong: Lane = 0
    not_higher: Lane = 0
    not_lower: Lane = 0
    not_higher = not_lower = ~not_higher
    for j in range(8):
        counts[j] = 0
    for r in range(n):
        carry = board[n + r]
        j = 0
        while carry:
            x = counts[j] & carry
            counts[j] ^= carry
            carry = x
            j += 1
    for j in range(lanes.bits_of(board) - 1, -1, -1):
        highest = columns[j]
        lowest = columns[low + j] >> shift
        x = counts[j]
        wrong |= not_higher & x & ~highest | not_lower & lowest & ~x
        not_higher &= ~(x ^ highest)
        not_lower &= ~(x ^ lowest)
    return wrong == 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def finish(
    memory: Lanes, frame: Index, columns: Words, fleet: Numbers, length: Index, missing: Number, last: Lanes
) -> cython.bint:
    """Put the last ships of a fleet, all `missing` ones, on the starts `last` of the frame. Whether that
    makes a board, which is then in the next frame."""
    n: Index = lanes.lanes_of(memory)
    ship: Index = frame + lanes.SHIP_SQUARES * n
    child: Index = lanes.starts_at(n, frame, fleet[0]) + lanes.SHIP_SQUARES * n
    # Three boards high, so that the rows above and below the grid can be read and written.
    added: Lane[192]
    board: Lane[192]
    if not cython.compiled:
        added, board = [0] * (3 * n), [0] * (3 * n)
    squares: Number = 0
    x: Lane
    wrong: Lane = 0
    for r in range(n):
        added[r] = added[n + r] = added[2 * n + r] = board[r] = board[2 * n + r] = 0
    for k in range(length):
        for r in range(n):
            added[n + r] |= last[r] << k
        if length > 1:
            for r in range(n):
                added[n + r + k] |= last[n + r]
    for r in range(n):
        board[n + r] = memory[ship + r] | added[n + r]
    if count_bits(added, 0, added, n, n) != missing * length:  # some overlap
        return False
    for k in range(fleet[0]):
        squares += lanes.length_of(fleet, k) * lanes.number_of(fleet, k)
    if count_bits(board, 0, board, n, n) != squares:
        return False
    for r in range(n):
        x = popcount(board[n + r])
        wrong |= (x - memory[r]) | (memory[n + r] - x)  # negative numbers have the top bit set
    wrong = wrong >> (n - 1) & 1
    # Corners and ends are enough: ships that touch side by side touch at corners, too.
    for r in range(n):
        x = board[n + r]
        wrong |= x & (board[n + r + 1] << 1 | board[n + r + 1] >> 1)
        wrong |= x & (last[r] >> 1 | last[r] << length)
    for r in range(n):
        x = last[r] if length == 1 else last[n + r]
        wrong |= x & board[n + r - 1] | x & board[n + r + length]
    if wrong & lanes.full_row(memory) or not has_column_sums(n, board, columns):
        return False
    for r in range(n):
        memory[child + r] = board[n + r]
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def look_ahead(
    memory: Lanes,
    frame: Index,
    columns: Words,
    fleet: Numbers,
    levels: Numbers,
    level: Index,
    row: Index,
    bit: Lane,
) -> Index:
    """Conclude what is cheap to conclude of the child of a frame that has a ship at `bit` of `row`, or
    downwards of row `row - n`: `FAILED` if too few candidates are left, `SOLVED` if just enough are to
    complete the board, which is then in the child, `OPEN` otherwise."""
    n: Index = lanes.lanes_of(memory)
    kinds: Index = fleet[0]
    kind: Index = levels[lanes.LEVEL_SIZE * level + lanes.LEVEL_KIND]
    missing: Number = levels[lanes.LEVEL_SIZE * level + lanes.LEVEL_MISSING]
    one: Word = 1
    others: Word = levels[lanes.LEVEL_SIZE * level + lanes.LEVEL_COMPLETE] | one << kind
    is_last: cython.bint = lanes.first_incomplete(others, kinds) == kinds
    left: Number
    rest: Lane[128]
    if not cython.compiled:
        rest = [0] * (2 * n)
    # Where the ship completes its kind, or many candidates are left, counting them seldom refutes the child.
    if not is_last and (
        missing == 1 or levels[lanes.LEVEL_SIZE * level + lanes.LEVEL_LEFT] >= ENOUGH * missing
    ):
        return lanes.OPEN
    find_rest(memory, frame, row, bit, lanes.length_of(fleet, kind), rest)
    left = count_bits(rest, 0, rest, n, n)
    if left < missing - 1:
        return lanes.FAILED
    if not is_last or left > missing - 1 > 0:
        return lanes.OPEN
    if missing == 1:  # the new ship is the last of the fleet: no candidate is needed
        for r in range(2 * n):
            rest[r] = 0
    rest[row] |= bit
    return (
        lanes.SOLVED
        if finish(memory, frame, columns, fleet, lanes.length_of(fleet, kind), missing, rest)
        else lanes.FAILED
    )


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def has_room_for(memory: Lanes, frame: Index, missing: Number) -> cython.bint:
    """Whether the rows, and the columns, of a frame have room for just this number of ship squares."""
    n: Index = lanes.lanes_of(memory)
    in_rows: Number = 0
    in_columns: Number = 0
    for r in range(n):
        in_rows += memory[frame + lanes.ROW_ROOM * n + r]
    for r in range(lanes.bits_of(memory)):
        in_columns += cython.cast(Number, popcount(memory[frame + lanes.COLUMN_ROOM * n + r])) << r
    return in_rows == in_columns == missing


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def take_room(room: Lanes, before: Index, after: Index, bits: Index, columns: Lane) -> Lane:
    """Take one square of room from some columns: bit-sliced from `room[before]` on, and then from
    `room[after]` on, which may be the same. Returns the columns that had none."""
    x: Lane
    for j in range(bits):
        x = room[before + j]
        room[after + j] = x ^ columns
        columns &= ~x  # what is borrowed
    return columns


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def count_fillings(
    memory: Lanes,
    frame: Index,
    row: Index,
    in_row: Index,
    missing: Index,
    untried: Lane,
    taken: Lane,
    room: Lanes,
    at: Index,
) -> Number:
    """The number of ways to place the missing submarines of a frame that `has_room_for` just these: `in_row`
    on the squares `untried` of a row in which some are `taken`, the others below. The room of the columns,
    bit-sliced, starts at `room[at]`."""
    n: Index = lanes.lanes_of(memory)
    bits: Index = lanes.bits_of(memory)
    found: Number = 0
    bit: Lane
    if missing == 0:
        return 1
    while in_row == 0:
        row += 1
        in_row = memory[frame + lanes.ROW_ROOM * n + row]
        untried = memory[frame + lanes.CANDIDATES * n + row] & lanes.union_of(room, at, bits)
        untried &= ~(taken | taken << 1 | taken >> 1)
        taken = 0
    if missing == 1:
        return untried != 0  # one column has room
    while untried:
        bit = untried & (~untried + 1)
        untried ^= bit
        take_room(room, at, at + bits, bits, bit)
        found += count_fillings(
            memory, frame, row, in_row - 1, missing - 1, untried & ~(bit << 1), taken | bit, room, at + bits
        )
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def count_rest(memory: Lanes, frame: Index, missing: Index) -> Number:
    """`count_fillings` for a whole frame."""
    n: Index = lanes.lanes_of(memory)
    room: Lane[128]  # before the first submarine and after each of at most `MOST_COUNTED`, 7 bits each
    if not cython.compiled:
        room = [0] * 128
    for j in range(lanes.bits_of(memory)):
        room[j] = memory[frame + lanes.COLUMN_ROOM * n + j]
    return count_fillings(memory, frame, -1, 0, missing, 0, 0, room, 0)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def count_child(memory: Lanes, frame: Index, child: Index, fleet: Numbers) -> Number:
    """The number of boards of a child of a frame in which all ships but submarines are placed, without the
    rules; -1 if it has too many candidates to count them, or its lines have room for more ships.

    The columns have the room that they have in the frame, less the new ship. Ship squares side by side belong
    to longer ships: there must be as many such pairs as these have. One by itself is a submarine."""
    n: Index = lanes.lanes_of(memory)
    kinds: Index = fleet[0]
    ship: Index = child + lanes.SHIP_SQUARES * n
    water: Index = child + lanes.WATER_SQUARES * n
    starts: Index = lanes.starts_at(n, child, kinds - 1)
    room: Index = child + lanes.COLUMN_ROOM * n
    board: Lane[192]  # three boards high, so that the rows above and below the grid can be read
    pairs: Lane[128]
    if not cython.compiled:
        board, pairs = [0] * (3 * n), [0] * (2 * n)
    squares: Number = 0
    joints: Number = 0
    candidates: Number
    x: Lane
    y: Lane
    wrong: Lane = 0
    short: Lane = 0
    for j in range(kinds):
        squares += lanes.length_of(fleet, j) * lanes.number_of(fleet, j)
        joints += (lanes.length_of(fleet, j) - 1) * lanes.number_of(fleet, j)
    for j in range(lanes.bits_of(memory)):
        memory[room + j] = memory[frame + lanes.COLUMN_ROOM * n + j]
    for r in range(n):
        board[r] = board[2 * n + r] = 0
        board[n + r] = memory[ship + r]
        x = board[n + r] & ~memory[frame + lanes.SHIP_SQUARES * n + r]
        if x:
            wrong |= take_room(memory, room, room, lanes.bits_of(memory), x)
    y = lanes.union_of(memory, room, lanes.bits_of(memory))
    for r in range(n):
        x = memory[n + r] - popcount(board[n + r])
        memory[child + lanes.ROW_ROOM * n + r] = x
        short |= x  # negative numbers have the top bit set
        memory[child + lanes.CANDIDATES * n + r] = memory[starts + r] & y & -(x != 0)
    for r in range(n):
        x = board[n + r]
        pairs[r] = x & x >> 1
        pairs[n + r] = x & board[n + r + 1]
        y = x << 1 | x >> 1 | board[n + r - 1] | board[n + r + 1]
        wrong |= x & ~y & ~memory[starts + r]
        memory[child + lanes.CANDIDATES * n + r] &= ~(x | y | memory[water + r])
        memory[child + lanes.CANDIDATES * n + n + r] = 0
    if wrong or short >> (n - 1) & 1 or count_bits(pairs, 0, pairs, n, n) != joints:
        return 0
    missing = squares - count_bits(board, 0, board, n, n)
    if not has_room_for(memory, child, missing):
        return -1
    candidates = count_bits(memory, child + lanes.CANDIDATES * n, memory, child + lanes.CANDIDATES * n + n, n)
    if candidates < missing:
        return 0
    return count_rest(memory, child, missing) if candidates <= MOST_COUNTED else -1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def descend(
    memory: Lanes,
    columns: Words,
    fleet: Numbers,
    levels: Numbers,
    position: Numbers,
    guide: Index,
    nodes: Number,
) -> Number:
    """Continue the search until a board is found, nothing is left or `nodes` are spent. Returns the
    nodes left over. The starts of a frame at `guide`, if that is not 0, are tried first.

    Where boards are only counted, it goes on after each, and counts the ways to place the last submarines
    without making boards of them."""
    n: Index = lanes.lanes_of(memory)
    kinds: Index = fleet[0]
    level: Index = position[0]
    counts: cython.bint = position[5]
    bit: Lane[1]
    if not cython.compiled:
        bit = [0]
    position[1] = -1
    position[4] = 0
    if level == ROOT_SOLVED:
        position[0] = NOTHING_LEFT
        position[1] = 0
        position[4] = 1
        return nodes
    while level >= 0:
        frame = lanes.frame_at(n, kinds, level)
        # a level is done when it has fewer candidates left than ships to place
        if (
            levels[lanes.LEVEL_SIZE * level + lanes.LEVEL_LEFT]
            < levels[lanes.LEVEL_SIZE * level + lanes.LEVEL_MISSING]
        ):
            level -= 1
            continue
        if nodes <= 0 or (position[4] > 0 and not counts):
            break
        nodes -= 1
        if level <= position[6]:  # clues were added since this frame was propagated
            position[6] = level - 1
            outcome = propagate(memory, frame, columns, fleet, levels, level)
            if outcome == lanes.SOLVED:
                position[1] = level
                position[4] += 1
            if outcome != lanes.OPEN:
                level -= 1
            continue
        kind = levels[lanes.LEVEL_SIZE * level + lanes.LEVEL_KIND]
        missing = levels[lanes.LEVEL_SIZE * level + lanes.LEVEL_MISSING]
        if (
            counts
            and lanes.length_of(fleet, kind) == 1
            and levels[lanes.LEVEL_SIZE * level + lanes.LEVEL_LEFT] <= MOST_COUNTED
            and has_room_for(memory, frame, missing)
        ):
            position[4] += count_rest(memory, frame, missing)
            level -= 1
            continue
        levels[lanes.LEVEL_SIZE * level + lanes.LEVEL_LEFT] -= 1
        if position[2]:
            row = random_candidate(memory, frame, position, bit)
        else:
            row = next_candidate(memory, frame, lanes.starts_at(n, guide, kind) if guide else 0, bit)
        # neither its later siblings nor their descendants try this start again
        memory[lanes.starts_at(n, frame, kind) + row] &= ~bit[0]
        outcome = look_ahead(memory, frame, columns, fleet, levels, level, row, bit[0])
        if outcome == lanes.SOLVED:
            position[1] = level + 1
            position[4] += 1
        if outcome != lanes.OPEN:
            continue
        child = lanes.frame_at(n, kinds, level + 1)
        for r in range(lanes.SHIP_SQUARES * n, child - frame):
            memory[child + r] = memory[frame + r]
        levels[lanes.LEVEL_SIZE * (level + 1) + lanes.LEVEL_COMPLETE] = levels[
            lanes.LEVEL_SIZE * level + lanes.LEVEL_COMPLETE
        ]
        # but in the child it stays a start, by which propagation counts the ship
        memory[lanes.starts_at(n, child, kind) + row] |= bit[0]
        place_ship(memory, child, row, bit[0], lanes.length_of(fleet, kind))
        if counts and missing == 1 and lanes.length_of(fleet, kind + 1) == 1:
            number = count_child(memory, frame, child, fleet)
            if number >= 0:
                position[4] += number
                continue
        outcome = propagate(memory, child, columns, fleet, levels, level + 1)
        if outcome == lanes.OPEN:
            level += 1
        elif outcome == lanes.SOLVED:
            position[1] = level + 1
            position[4] += 1
    position[0] = level
    return nodes


# The first frame


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def reset(
    memory: Lanes,
    height: Index,
    width: Index,
    bounds: Numbers,
    columns: Words,
    fleet: Numbers,
    levels: Numbers,
) -> cython.void:
    """Write the tallies, and a first frame in which nothing is known, overwriting what was there."""
    n: Index = lanes.lanes_of(memory)
    kinds: Index = fleet[0]
    frame: Index = lanes.frame_at(n, kinds, 0)
    low: Index = lanes.PLANES if lanes.halves_of(memory) == 2 else 0
    shift: Index = 0 if lanes.halves_of(memory) == 2 else n
    full: Lane = 0
    bit: Word
    for _ in range(width):
        full = full << 1 | 1
    for r in range(lanes.frame_at(n, kinds, 1)):
        memory[r] = 0
    for j in range(2 * lanes.PLANES):
        columns[j] = 0
    for j in range(lanes.LEVEL_SIZE):
        levels[j] = 0
    memory[2 * n] = full
    for r in range(height):
        memory[r] = bounds[r]
        memory[n + r] = bounds[lanes.HIGHEST + r]
    for c in range(width):
        for j in range(lanes.bits_of(memory)):
            bit = bounds[lanes.HIGHEST + height + c] >> j & 1
            columns[j] |= bit << c
            bit = bounds[height + c] >> j & 1
            columns[low + j] |= bit << c << shift
    for r in range(height, n):
        memory[frame + lanes.WATER_SQUARES * n + r] = full
    for j in range(kinds):
        starts = lanes.starts_at(n, frame, j)
        for r in range(height):
            memory[starts + r] = full
            if lanes.length_of(fleet, j) > 1:
                memory[starts + n + r] = full


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def forbid_part(
    memory: Lanes, fleet: Numbers, level: Index, row: Index, col: Index, kind: Index
) -> cython.void:
    """Remove from the frame of a level every start of a ship from which this square would show a part, an
    index to `GIVEN_KINDS`."""
    n: Index = lanes.lanes_of(memory)
    frame: Index = lanes.frame_at(n, fleet[0], level)
    bit: Lane = 1
    bit = bit << col
    for j in range(fleet[0]):
        start = lanes.starts_at(n, frame, j)
        k = lanes.length_of(fleet, j) - 1
        if kind == (LEFT if k > 0 else SUBMARINE):
            memory[start + row] &= ~bit
        elif kind == RIGHT and k > 0:
            memory[start + row] &= ~(bit >> k)
        elif kind == TOP:
            memory[start + n + row] &= ~bit
        elif kind == BOTTOM and 0 < k <= row:
            memory[start + n + row - k] &= ~bit
        elif kind == MIDDLE:
            for i in range(1, k):
                memory[start + row] &= ~(bit >> i)
                if i <= row:
                    memory[start + n + row - i] &= ~bit


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def add_given(
    memory: Lanes, height: Index, fleet: Numbers, level: Index, row: Index, col: Index, kind: Index
) -> cython.void:
    """Write a given into the frame of a level; `kind` is an index to `GIVEN_KINDS`."""
    n: Index = lanes.lanes_of(memory)
    frame: Index = lanes.frame_at(n, fleet[0], level)
    ship: Index = frame + lanes.SHIP_SQUARES * n + row
    water: Index = frame + lanes.WATER_SQUARES * n + row
    full: Lane = lanes.full_row(memory)
    bit: Lane = 1
    bit = bit << col
    right: Lane = bit << 1 & full
    left: Lane = bit >> 1
    beside: Lane = left | right
    above: Lane = beside | bit
    below: Lane = beside | bit
    part: Index
    can_be: cython.bint = True
    if kind == WATER:
        memory[water] |= bit
        return
    memory[ship] |= bit
    if kind == SHIP:
        return
    if kind == MIDDLE:
        for part in range(SUBMARINE, MIDDLE):  # it is no end
            forbid_part(memory, fleet, level, row, col, part)
        return
    if kind == LEFT:
        beside = left
        memory[ship] |= right
        can_be = right != 0
    elif kind == RIGHT:
        beside = right
        memory[ship] |= left
        can_be = left != 0
    elif kind == TOP:
        below ^= bit
        can_be = row + 1 < height
        if can_be:
            memory[ship + 1] |= bit
    elif kind == BOTTOM:
        above ^= bit
        can_be = row > 0
        if can_be:
            memory[ship - 1] |= bit
    elif kind != SUBMARINE:
        can_be = False
    # a part that cannot be there: a row of water contradicts its own square
    memory[water] |= beside if can_be else full
    if row > 0:
        memory[water - 1] |= above
    if row + 1 < n:
        memory[water + 1] |= below


@cython.cfunc
@cython.exceptval(check=False)
def bound_tallies(
    bounds: Numbers, first: Index, lines: Index, length: Number, squares: Number
) -> cython.bint:
    """Replace the tallies of some lines at `bounds[first]`, -1 where one is missing, by the lowest and the
    highest that they can be.

    Missing ones share the squares of the fleet that the others leave. Returns whether the tallies can
    sum to the fleet's `squares`, and each fits its line of `length` squares."""
    missing: Number = 0
    for i in range(first, first + lines):
        if bounds[i] < 0:
            missing += 1
        elif bounds[i] > length:
            return False
        else:
            squares -= bounds[i]
            bounds[lanes.HIGHEST + i] = bounds[i]
    if not 0 <= squares <= missing * length:
        return False
    for i in range(first, first + lines if missing else first):
        if bounds[i] < 0:
            bounds[i] = max(0, squares - (missing - 1) * length)
            bounds[lanes.HIGHEST + i] = min(length, squares)
    return True


@cython.cfunc
@cython.exceptval(check=False)
def can_hold(height: Index, width: Index, fleet: Numbers, bounds: Numbers) -> cython.bint:
    """Whether no ship is longer than the grid, the grid has room for the fleet, and the tallies agree with
    its squares; replaces the tallies by bounds, see `bound_tallies`.

    A ship of length n takes 2(n + 1) squares of a grid with one row and one column more: its own, and
    those to the right, below and between the two, which it shares with no other ship."""
    squares: Number = 0
    taken: Number = 0
    for kind in range(fleet[0]):
        squares += lanes.length_of(fleet, kind) * lanes.number_of(fleet, kind)
        taken += 2 * (lanes.length_of(fleet, kind) + 1) * lanes.number_of(fleet, kind)
    return (
        lanes.length_of(fleet, 0) <= max(height, width)
        and taken <= (height + 1) * (width + 1)
        and bound_tallies(bounds, 0, height, width, squares)
        and bound_tallies(bounds, height, width, height, squares)
    )


@cython.cfunc
@cython.exceptval(check=False)
def ships_of(fleet: Numbers) -> Index:
    """The number of ships."""
    ships: Index = 0
    for kind in range(fleet[0]):
        ships += lanes.number_of(fleet, kind)
    return ships


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def kind_of(part: str) -> Index:
    """The index to `GIVEN_KINDS` of what is given of a square."""
    kinds: cython.p_const_uchar = _KINDS_OF_MARKS
    mark: Index = ord(part[0]) if len(part) == 1 else 128
    return kinds[mark] if mark < 128 else _CORNER


# Boards


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def write_parts(
    memory: Lanes,
    height: Index,
    width: Index,
    level: Index,
    kinds: Index,
    marks: cython.p_uchar,
    part_marks: cython.p_const_uchar,
) -> cython.void:
    """Write the ship squares of a level's board, by which neighbours are ship; `marks` has one for each
    combination of bits above, below, left, right."""
    n: Index = lanes.lanes_of(memory)
    ship: Index = lanes.frame_at(n, kinds, level) + lanes.SHIP_SQUARES * n
    c: Index
    above: Lane = 0
    x: Lane
    rest: Lane
    below: Lane
    left: Lane
    right: Lane
    openings: Index
    for r in range(height):
        x = memory[ship + r]
        below = memory[ship + r + 1] if r + 1 < height else 0
        left = x << 1
        right = x >> 1
        rest = x
        while rest:
            c = trailing_zeros(rest)
            rest &= rest - 1
            openings = above >> c & 1
            openings |= (below >> c & 1) << 1
            openings |= (left >> c & 1) << 2
            openings |= (right >> c & 1) << 3
            marks[r * width + c] = part_marks[openings]
        above = x


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def write_starts(
    memory: Lanes, height: Index, width: Index, level: Index, fleet: Numbers, ships: cython.p_const_uchar
) -> Index:
    """Write the starts of the ships of a board, whose water squares are the bytes 0, into the frame of a
    level. Returns its offset."""
    n: Index = lanes.lanes_of(memory)
    frame: Index = lanes.frame_at(n, fleet[0], level)
    right: Index
    down: Index
    bit: Lane = 1
    for r in range(lanes.starts_at(n, frame, 0), lanes.starts_at(n, frame, fleet[0])):
        memory[r] = 0
    for r in range(height):
        for c in range(width):
            if (
                ships[r * width + c] == 0
                or (c > 0 and ships[r * width + c - 1])
                or (r > 0 and ships[(r - 1) * width + c])
            ):
                continue
            right = down = 1
            while c + right < width and ships[r * width + c + right]:
                right += 1
            while r + down < height and ships[(r + down) * width + c]:
                down += 1
            for j in range(fleet[0]):
                if lanes.length_of(fleet, j) == max(right, down):
                    bit = 1
                    memory[lanes.starts_at(n, frame, j) + (n if down > 1 else 0) + r] |= bit << c
    return frame


# Objects


@cython.cclass
class Frames:
    """The memory of a search, in lanes as wide as the grid needs, and the functions above for that width.

    Its fields and methods are declared in `kernel.pxd`, for classes in other files."""

    def read_fleet(self, pairs: FleetPairs) -> cython.bint:
        """Write the fleet, longest ships first. Returns false, and writes none, if it has more kinds of ships
        than any grid has room for."""
        i: Index = 0
        length: Number
        number: Number
        if not cython.compiled:
            self.fleet = [0] * (4 + 2 * lanes.MOST_KINDS)
        if len(pairs) > lanes.MOST_KINDS:
            return False
        for length, number in pairs:
            i += 2
            self.fleet[i] = length
            self.fleet[i + 1] = number
        self.fleet[i + 2] = self.fleet[i + 3] = 0
        self.fleet[0] = i // 2
        return True

    def reserve(self, frames: Index) -> cython.void:
        """Allocate memory for this number of frames, for a grid and a fleet that are known."""
        side: Index = max(self.height, self.width)
        n: Index = 16 if side <= 16 else 32 if side <= 32 else 64
        size: Index = lanes.frame_at(n, self.fleet[0], frames)
        if cython.compiled:
            self.memory = bytearray(size * (n // 8) + 8 * lanes.LEVEL_SIZE * (frames + 1))
            start: cython.p_char = self.memory
            if n == 16:
                self.lanes16 = cython.cast(cython.pointer(cython.ushort), start)
            elif n == 32:
                self.lanes32 = cython.cast(cython.pointer(cython.uint), start)
            else:
                self.lanes64 = cython.cast(Words, start)
            self.levels = cython.cast(Numbers, start + size * (n // 8))
        else:
            # a list holds lanes of any width
            self.lanes16, self.lanes32, self.lanes64 = None, None, [0] * size
            self.columns, self.position = [0] * (2 * lanes.PLANES), [0] * lanes.POSITION_SIZE
            self.levels = [0] * (lanes.LEVEL_SIZE * (frames + 1))
        self.position[0] = self.position[1] = NOTHING_LEFT
        self.guide = 0
        self.slice_nodes = _NODE_SQUARES // (self.height * self.width) + 1
        self.nodes_since_signals = 0

    def reset(self, bounds: Numbers) -> cython.void:
        """Write the tallies and an empty first frame."""
        if self.lanes16:
            reset(self.lanes16, self.height, self.width, bounds, self.columns, self.fleet, self.levels)
        elif self.lanes32:
            reset(self.lanes32, self.height, self.width, bounds, self.columns, self.fleet, self.levels)
        else:
            reset(self.lanes64, self.height, self.width, bounds, self.columns, self.fleet, self.levels)

    def add_given(self, row: Index, col: Index, kind: Index, level: Index) -> cython.void:
        """Write a given into the frame of a level."""
        if self.lanes16:
            add_given(self.lanes16, self.height, self.fleet, level, row, col, kind)
        elif self.lanes32:
            add_given(self.lanes32, self.height, self.fleet, level, row, col, kind)
        else:
            add_given(self.lanes64, self.height, self.fleet, level, row, col, kind)

    def forbid_part(self, row: Index, col: Index, kind: Index) -> cython.void:
        """Write into the first frame that a square does not show a part, an index to `GIVEN_KINDS`."""
        if self.lanes16:
            forbid_part(self.lanes16, self.fleet, 0, row, col, kind)
        elif self.lanes32:
            forbid_part(self.lanes32, self.fleet, 0, row, col, kind)
        else:
            forbid_part(self.lanes64, self.fleet, 0, row, col, kind)

    def propagate_first(self) -> cython.void:
        """Apply the rules to the first frame."""
        kinds: Index = self.fleet[0]
        if self.lanes16:
            outcome = propagate(
                self.lanes16, lanes.frame_at(16, kinds, 0), self.columns, self.fleet, self.levels, 0
            )
        elif self.lanes32:
            outcome = propagate(
                self.lanes32, lanes.frame_at(32, kinds, 0), self.columns, self.fleet, self.levels, 0
            )
        else:
            outcome = propagate(
                self.lanes64,
                lanes.frame_at(lanes.lanes_of(self.lanes64), kinds, 0),
                self.columns,
                self.fleet,
                self.levels,
                0,
            )
        self.position[6] = -1
        self.position[0] = (
            0 if outcome == lanes.OPEN else ROOT_SOLVED if outcome == lanes.SOLVED else NOTHING_LEFT
        )

    def search(self, nodes: Number) -> Number:
        """Search until a board is found or the nodes, at most a slice, are spent. Returns the nodes left
        over. Releases the GIL meanwhile; checks for signals once a slice."""
        before: Number = nodes
        with cython.nogil:
            if self.lanes16:
                nodes = descend(
                    self.lanes16, self.columns, self.fleet, self.levels, self.position, self.guide, nodes
                )
            elif self.lanes32:
                nodes = descend(
                    self.lanes32, self.columns, self.fleet, self.levels, self.position, self.guide, nodes
                )
            else:
                nodes = descend(
                    self.lanes64, self.columns, self.fleet, self.levels, self.position, self.guide, nodes
                )
        self.nodes_since_signals += before - nodes
        if self.nodes_since_signals >= self.slice_nodes:
            self.nodes_since_signals = 0
            if cython.compiled:  # the interpreter checks by itself
                PyErr_CheckSignals()
        return nodes

    def set_order(self, order: Number) -> cython.void:
        """Set the order in which the next search tries branches: 0 for lines with most room first, and odd
        and even numbers for random ones, anywhere or on those lines."""
        self.guide = 0
        self.position[2] = 0 if order == 0 else ANYWHERE if order % 2 else ON_BEST_LINES
        self.position[3] = order & 0x7FFF_FFFF

    def follow(self, level: Index, ships: cython.p_const_uchar) -> cython.void:
        """Try the starts of the ships of a board first, whose water squares are the bytes 0. The frame of
        `level` holds them, which the search must not reach."""
        if self.lanes16:
            self.guide = write_starts(self.lanes16, self.height, self.width, level, self.fleet, ships)
        elif self.lanes32:
            self.guide = write_starts(self.lanes32, self.height, self.width, level, self.fleet, ships)
        else:
            self.guide = write_starts(self.lanes64, self.height, self.width, level, self.fleet, ships)

    def write_parts(self, part_marks: cython.p_const_uchar, squares: cython.p_uchar) -> cython.void:
        """Write the ship squares of the board just found."""
        level: Index = self.position[1]
        kinds: Index = self.fleet[0]
        if self.lanes16:
            write_parts(self.lanes16, self.height, self.width, level, kinds, squares, part_marks)
        elif self.lanes32:
            write_parts(self.lanes32, self.height, self.width, level, kinds, squares, part_marks)
        else:
            write_parts(self.lanes64, self.height, self.width, level, kinds, squares, part_marks)


@cython.cclass
class KernelRun(Frames):
    """A run of the engine `search`: all boards of a puzzle of straight, unlettered ships.

    It implements the protocol `Run`, and counts the boards `found`. After every slice of nodes it
    lets other threads run, checks the clock and handles signals.

    It stops at its `deadline`, by `clock`, and can continue when that is moved, at most to
    its budget's `end`. After that `next_elsewhere(run)`, where it is set, supplies the next board, and
    `count_elsewhere(run, number)` the count. The puzzle's sides are at most `KERNEL_SIDE`.
    """

    engine = cython.declare(str, visibility="public")

    complete = cython.declare(cython.bint, visibility="public")
    stats = cython.declare(dict, visibility="public")
    puzzle = cython.declare(object, visibility="readonly")
    end = cython.declare(cython.double, visibility="readonly")  # by the budget, or infinity
    deadline = cython.declare(cython.double, visibility="public")
    next_elsewhere = cython.declare(object, visibility="public")
    count_elsewhere = cython.declare(object, visibility="public")
    found = cython.declare(cython.longlong, visibility="readonly")
    nodes: Number  # spent so far
    node_limit: Number

    def __init__(self, puzzle: Puzzle, budget: Budget, order: int = 0) -> None:
        """`order` is the number of the order in which branches are tried, see `Frames.set_order`."""
        rows: tuple[int | None, ...] = puzzle.rows
        cols: tuple[int | None, ...] = puzzle.cols
        givens: tuple[Given, ...] = puzzle.givens
        self.height = len(rows)
        self.width = len(cols)
        self.nodes = 0
        self.found = 0
        self.node_limit = _NO_END if budget.nodes is None else min(budget.nodes, _NO_END)
        self.puzzle = puzzle
        self.end = _NEVER if budget.seconds is None else _CLOCK.now() + budget.seconds
        self.deadline = self.end
        bounds: Number[256]
        if not cython.compiled:
            bounds = [0] * 256
        for i in range(self.height):
            tally = rows[i]
            bounds[i] = -1 if tally is None else tally
        for i in range(self.width):
            tally = cols[i]
            bounds[self.height + i] = -1 if tally is None else tally
        can_be: cython.bint = self.read_fleet(puzzle.fleet.pairs) and can_hold(
            self.height, self.width, self.fleet, bounds
        )
        self.reserve(ships_of(self.fleet) + 2 if can_be else 0)
        self.set_order(order)
        if can_be:
            self.reset(bounds)
            for given in givens:
                at = cython.cast(tuple, given)  # indexed faster than its subclass
                self.add_given(at[0], at[1], kind_of(cython.cast(str, at[2])), 0)
            self.propagate_first()
        self.complete = self.position[0] == NOTHING_LEFT
        self.stats = {"nodes": 0}
        self.engine = "search"
        self.next_elsewhere = self.count_elsewhere = None

    def __iter__(self) -> KernelRun:
        return self

    def __next__(self) -> Board:
        """The next board. Raises `StopIteration` if there is none or the budget is spent."""
        board = self.next_found()
        if board is None and not self.complete and self.next_elsewhere is not None:
            board = self.next_elsewhere(self)
        if board is None:
            raise StopIteration
        return board

    def next_before_deadline(self) -> Board | None:
        """The next board, or `None` if there is none before the deadline."""
        return self.next_found()

    @cython.cfunc
    def next_found(self) -> Board | None:
        """`next_before_deadline`, for calls from here."""
        while self.advance(False):
            if self.position[4]:
                return self.board()
        return None

    def count(self) -> int:
        """The number of boards still to come: exact if the run is `complete` afterwards."""
        number: Number = self.count_before_deadline()
        if not self.complete and self.count_elsewhere is not None:
            return self.count_elsewhere(self, number)
        return number

    def count_before_deadline(self) -> int:
        """The number of boards found from here to the deadline."""
        found: Number = 0
        while self.advance(True):
            found += self.position[4]
        return found

    @cython.cfunc
    def advance(self, counts: cython.bint) -> cython.bint:
        """Continue for a slice of nodes, or until a board is found unless it `counts` them. Returns false if
        that is not possible."""
        nodes: Number = min(self.slice_nodes, self.node_limit - self.nodes)
        if self.complete or nodes <= 0 or (self.deadline < _NEVER and _CLOCK.now() >= self.deadline):
            return False
        self.position[5] = counts
        self.nodes += nodes - self.search(nodes)
        self.found += self.position[4]
        self.complete = self.position[0] == NOTHING_LEFT
        self.stats["nodes"] = self.nodes
        return True

    @cython.cfunc
    def board(self) -> Board:
        """The board just found."""
        marks: cython.uchar[64 * 64]
        if not cython.compiled:
            marks = bytearray(self.height * self.width)
        squares: cython.p_uchar = marks
        for i in range(self.height * self.width):
            squares[i] = _WATER_MARK
        self.write_parts(_PART_MARKS, squares)
        rows: list[str] = []
        i = 0
        while i < self.height * self.width:  # slices of `squares`: of C memory where compiled
            rows.append(squares[i : i + self.width].decode("ascii"))
            i += self.width
        return _SPELLED(tuple(rows))


class KernelSearch:
    """The engine `search`."""

    name = "search"

    def refusal(self, puzzle: Puzzle) -> str | None:
        """See `Engine`."""
        if not puzzle.is_plain:
            return "it takes straight ships without letters only"
        if len(puzzle.rows) > _SIDE or len(puzzle.cols) > _SIDE:
            return f"it takes grids up to {_SIDE}x{_SIDE}"
        return None

    def run(self, puzzle: Puzzle, budget: Budget = NO_LIMIT) -> Run:
        """See `Engine`."""
        check_takes(self, puzzle)
        return KernelRun(puzzle, budget)
