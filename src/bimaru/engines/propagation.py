# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, freethreading_compatible=True
# cython: infer_types=True
"""Propagation: the rules of the search kernel, applied to whole rows at a time.

Steps over the whole board are loops over its fixed number of lanes (see `kernel_memory`), which the C
compiler turns into a few vector instructions. Rules about single squares and lines come first
(`settle`), then those about ships (`narrow_starts`, `find_covered`). They are in one file because
each is compiled into `propagate`: as calls between two files they cost 10% of the search.
"""

from __future__ import annotations

import cython

if cython.compiled:
    from cython.cimports.bimaru.bits import Index, Lane, Lanes, Numbers, Word, Words, count_bits, popcount
    from cython.cimports.bimaru.engines import kernel_memory as lanes
else:
    from bimaru.bits import Index, Lane, Lanes, Numbers, Word, Words, count_bits, popcount
    from bimaru.engines import kernel_memory as lanes

MOST_UNKNOWN = cython.declare(cython.Py_ssize_t, 16)
"""Lines with room for this many ship squares are never tight: no ship is checked against their room."""


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def settle_columns(
    n: Index, ship: Lanes, free: Lanes, columns: Words, sums: Words, no_room: Lanes, no_spare: Lanes
) -> Word:
    """Count the ship squares and the squares that are not water of all columns, bit-sliced.

    `sums` gets the counts, in the form of `columns`; `no_room` the columns with as many ship squares
    as their highest tally; `no_spare` those with only as many squares that are not water as their
    lowest. Returns nonzero if a column has too many or too few.

    Full adders fold four rows at a time (Warren, Hacker's Delight, 8-2); two boards are counted in
    one word where they fit, the ship squares in its lower half."""
    bits: Index = lanes.bits_of(ship)
    halves: Index = lanes.halves_of(ship)
    wrong: Word = 0
    for half in range(halves):
        ones = twos = 0
        at = 8 * half
        for j in range(2, bits):
            sums[at + j] = 0
        for r in range(n, 2 * n, 4):
            a = lanes.word_of(ship, free, r, half)
            b = lanes.word_of(ship, free, r + 1, half)
            c = lanes.word_of(ship, free, r + 2, half)
            d = lanes.word_of(ship, free, r + 3, half)
            x = ones ^ a
            a = (ones & a) | (x & b)
            x = x ^ b
            b = (x & c) | ((x ^ c) & d)
            ones = x ^ c ^ d
            x = twos ^ a
            d = (twos & a) | (x & b)
            twos = x ^ b
            for j in range(2, bits):
                x = sums[at + j] & d
                sums[at + j] ^= d
                d = x
        sums[at] = ones
        sums[at + 1] = twos
        upper = lanes.upper_half(ship, half)
        same = 0
        same = ~same
        # the highest bit in which count and tally differ decides: too many below, too few in the upper half
        for j in range(bits - 1, -1, -1):
            x = sums[at + j] ^ columns[at + j]
            wrong |= same & x & (sums[at + j] ^ upper)
            same &= ~x
        if half == 0:
            no_room[0] = same
        if halves == 1:
            no_spare[0] = same >> n
        elif half:
            no_spare[0] = same
    return wrong


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def settle(
    memory: Lanes,
    n: Index,
    columns: Words,
    ship: Lanes,
    water: Lanes,
    row_room: Lanes,
    row_spare: Lanes,
    sums: Words,
    bad: Lanes,
) -> Lane:
    """Apply the rules about single squares and lines once: the diagonal neighbours of a ship square
    are water; a line with all its ship squares is water elsewhere; one with no square to spare is
    ship elsewhere.

    `row_room` gets how many ship squares each row can still take, `row_spare` how many squares it can
    still lose to water, `sums` the counts of `settle_columns`; `bad` is nonzero if a line cannot
    be satisfied. Returns nonzero if a square was settled.

    Columns use the squares that the rows have just settled. Diagonals are taken from the ship squares of
    the pass before: reading across rows that have just been written would stall."""
    full: Lane = lanes.full_row(memory)
    side: Lane[192]
    free: Lane[192]
    settled: Lane[64]
    full_columns: Lane[1]
    tight_columns: Lane[1]
    if not cython.compiled:
        side, free, settled = [0] * (3 * n + 8), [0] * (3 * n + 8), [0] * n
        full_columns, tight_columns = [0], [0]
    room: Lane
    short: Lane = 0
    clash: Lane = 0
    x: Lane
    y: Lane
    side[n - 1] = side[2 * n] = 0
    for r in range(n):
        side[n + r] = (ship[n + r] << 1 | ship[n + r] >> 1) & full
        free[n + r] = water[n + r] ^ full
    for r in range(n):
        x = memory[n + r] - popcount(ship[n + r])
        y = popcount(free[n + r]) - memory[r]
        row_room[r] = x
        row_spare[r] = y
        short |= x | y  # negative numbers have the top bit set
        clash |= ship[n + r] & water[n + r]
        room = free[n + r] & ~ship[n + r]
        x = -(x == 0) & room
        y = -(y == 0) & room
        settled[r] = x | y
        free[n + r] ^= x
        ship[n + r] |= y
        water[n + r] |= x
    bad[0] = settle_columns(n, ship, free, columns, sums, full_columns, tight_columns) != 0
    bad[0] |= (short >> (n - 1) & 1) | (clash & full)
    for r in range(n):
        y = free[n + r] & ~ship[n + r]
        x = (full_columns[0] & y) | side[n + r - 1] | side[n + r + 1]
        y &= tight_columns[0]
        settled[r] |= y | (x & ~water[n + r])
        ship[n + r] |= y
        water[n + r] |= x
    return lanes.union_of(settled, 0, n)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def fill_unknown(n: Index, numbers: Index, over: Lanes, next_unknown: Lanes) -> cython.void:
    """Count the next square of all runs, if it is unknown, in `over`: for each number j, the runs whose line
    has no room for their unknown squares and j more. Only the first `numbers` are kept."""
    for j in range(numbers):  # ascending: `over` for j + 1 must not count this square yet
        for r in range(n):
            over[j * n + r] |= next_unknown[r] & over[(j + 1) * n + r]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def keep_live_starts(
    n: Index,
    starts: Lanes,
    first: Index,
    run: Lanes,
    done: Lanes,
    over: Lanes,
    ends_ship: Lanes,
    ends_free: Lanes,
    finished: Lanes,
    second: Index,
) -> cython.void:
    """Keep the starts at `starts[first]` from which a ship can still lie: no water on it, no ship
    beside its ends, and no more unknown squares than its line has room for (`over`).

    `finished[second]` gets the starts of ships that are known to lie there, with water at their ends."""
    for r in range(n):
        starts[first + r] &= run[r] & ~(over[r] | ends_ship[r])
        finished[second + r] = starts[first + r] & done[r] & ~ends_free[r]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def find_column_room(n: Index, columns: Words, sums: Words, room: Lanes, spare: Lanes) -> cython.void:
    """Find from their tallies and counts how many ship squares columns can still take (`room`), and how
    many squares they can still lose to water (`spare`), bit-sliced."""
    halves: Index = lanes.halves_of(room)
    for half in range(halves):
        upper = lanes.upper_half(room, half)
        borrow = 0
        for j in range(lanes.bits_of(room)):
            at = 8 * half + j
            x = columns[at] ^ sums[at]
            if half == 0:
                room[j] = x ^ borrow
            if halves == 1:
                spare[j] = (x ^ borrow) >> n
            elif half:
                spare[j] = x ^ borrow
            borrow = (x & (sums[at] ^ upper)) | (borrow & ~x)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def find_tight(
    n: Index, numbers: Index, row_room: Lanes, column_room: Lanes, over_a: Lanes, over_d: Lanes
) -> cython.void:
    """For each number j up to `numbers`, find the rows and columns without room for j ship squares."""
    less: Lane
    for r in range(n):
        over_a[r] = over_d[r] = 0
    for j in range(1, numbers + 1):
        less = lanes.less_than(j, column_room)
        for r in range(n):
            over_d[j * n + r] = less
            over_a[j * n + r] = -(row_room[r] < j)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def add_ships(n: Index, length: Index, starts: Lanes, a: Index, board: Lanes) -> cython.void:
    """Add the squares of the ships that start at `starts[a]`, across and then down, to a board three
    boards high."""
    for j in range(length):
        for r in range(n):
            board[n + r] |= starts[a + r] << j
        if length > 1:
            for r in range(n):
                board[n + r + j] |= starts[a + n + r]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def find_passable(
    n: Index,
    ship: Lanes,
    free: Lanes,
    unknown: Lanes,
    row_spare: Lanes,
    column_spare: Lanes,
    through_a: Lanes,
    beside_a: Lanes,
    through_d: Lanes,
    beside_d: Lanes,
) -> cython.void:
    """Find the squares that a ship across or down can occupy (`through_a`, `through_d`), and those that
    it cannot end beside (`beside_a`, `beside_d`).

    A ship that lies across turns the squares above and below it into water, and three squares of each
    column beside its ends; a column must be able to spare them. One that lies down likewise in its rows."""
    one: Lane = lanes.less_than(1, column_spare)
    two: Lane = lanes.less_than(2, column_spare)
    three: Lane = lanes.less_than(3, column_spare)
    x: Lane
    y: Lane
    z: Lane
    for r in range(n):  # first where the lines have too little to spare
        x = unknown[n + r - 1]
        y = unknown[n + r]
        z = unknown[n + r + 1]
        through_a[r] = ((x | z) & one) | (x & z & two)
        beside_a[r] = ((x | y | z) & one) | (((x & z) | (y & (x | z))) & two) | (x & y & z & three)
        x = y << 1
        z = y >> 1
        one_row: Lane = -(row_spare[r] < 1)
        two_row: Lane = -(row_spare[r] < 2)
        three_row: Lane = -(row_spare[r] < 3)
        through_d[n + r] = ((x | z) & one_row) | (x & z & two_row)
        beside_d[n + r] = (
            ((x | y | z) & one_row) | (((x & z) | (y & (x | z))) & two_row) | (x & y & z & three_row)
        )
    # A ship across also takes three squares of the rows above and below at each of its own, as the end of
    # one that lies down would.
    for r in range(n):
        through_a[r] |= beside_d[n + r - 1] | beside_d[n + r + 1]
        through_d[n + r] |= beside_a[r] << 1 | beside_a[r] >> 1
    for r in range(n):
        through_a[r] = free[n + r] & ~through_a[r]
        through_d[n + r] = free[n + r] & ~through_d[n + r]
        beside_a[r] |= ship[n + r]
        beside_d[n + r] |= ship[n + r]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def find_covered(memory: Lanes, frame: Index, fleet: Numbers, complete: Word, covered: Lanes) -> cython.void:
    """Add to `covered` the squares that ships still to be placed can cover.

    A square is covered if it is k squares on from a start of a ship longer than k, for any k."""
    n: Index = lanes.lanes_of(memory)
    across: Lane[64]
    down: Lane[128]  # above the grid too, so that the rows there can be read
    if not cython.compiled:
        across, down = [0] * n, [0] * (2 * n)
    kind: Index = lanes.first_incomplete(complete, fleet[0])
    for r in range(n):
        across[r] = down[r] = down[n + r] = 0
    for length in range(lanes.length_of(fleet, kind), 0, -1):
        k = length - 1
        if lanes.length_of(fleet, kind) == length:
            if not complete >> kind & 1:
                at = lanes.starts_at(n, frame, kind)
                for r in range(n):
                    across[r] |= memory[at + r]
                    down[n + r] |= memory[at + n + r]
            kind += 1
        for r in range(n):
            covered[r] |= across[r] << k
        for r in range(n):
            covered[r] |= down[n + r - k]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def narrow_starts(
    memory: Lanes,
    frame: Index,
    fleet: Numbers,
    levels: Numbers,
    level: Index,
    ship: Lanes,
    water: Lanes,
    complete_ships: Lanes,
    row_room: Lanes,
    row_spare: Lanes,
    column_room: Lanes,
    column_spare: Lanes,
) -> Index:
    """Keep, for each kind with ships to place, the starts from which one can still lie. A kind with only as
    many as it needs is placed on them.

    The numbers of the level and the candidates of the frame are updated. Returns `FAILED` if a kind has
    too few starts or too many ships, `SOLVED` if ships were placed, `OPEN` otherwise."""
    n: Index = lanes.lanes_of(memory)
    full: Lane = lanes.full_row(memory)
    # Three boards high, so that the rows above and below the grid can be read: they are 0.
    free: Lane[192]  # not water
    unknown: Lane[192]
    through_d: Lane[192]
    beside_d: Lane[192]
    # One board; `_a` is for ships that lie across, `_d` for ships that lie down.
    through_a: Lane[64]
    beside_a: Lane[64]
    run_a: Lane[64]  # runs of squares that a ship can occupy, from each square on
    run_d: Lane[64]
    done_a: Lane[64]  # runs of ship
    done_d: Lane[64]
    next_unknown: Lane[64]
    ends_ship: Lane[64]
    ends_free: Lane[64]
    finished: Lane[128]
    over_a: Lane[1088]  # 1 + `MOST_UNKNOWN` boards
    over_d: Lane[1088]
    if not cython.compiled:
        free, unknown, through_d, beside_d = ([0] * (3 * n) for _ in range(4))
        through_a, beside_a, run_a, run_d, done_a, done_d = ([0] * n for _ in range(6))
        next_unknown, ends_ship, ends_free = ([0] * n for _ in range(3))
        finished = [0] * (2 * n)
        over_a, over_d = ([0] * ((MOST_UNKNOWN + 1) * n) for _ in range(2))
    outcome: Index = lanes.OPEN
    complete: Word = levels[lanes.LEVEL_SIZE * level + lanes.LEVEL_COMPLETE]
    kind: Index = fleet[0]
    # only kinds with ships to place matter; the first of them is the longest; after the last, length 0
    longest: Index = lanes.length_of(fleet, lanes.first_incomplete(complete, kind))
    for r in range(n):
        free[r] = free[2 * n + r] = unknown[r] = unknown[2 * n + r] = 0
        through_d[2 * n + r] = beside_d[r] = beside_d[2 * n + r] = 0
        free[n + r] = water[n + r] ^ full
        unknown[n + r] = free[n + r] & ~ship[n + r]
    find_tight(n, min(longest, MOST_UNKNOWN), row_room, column_room, over_a, over_d)
    find_passable(n, ship, free, unknown, row_spare, column_spare, through_a, beside_a, through_d, beside_d)
    for r in range(n):
        run_a[r] = through_a[r]
        run_d[r] = through_d[n + r]
        done_a[r] = done_d[r] = ship[n + r]
        next_unknown[r] = unknown[n + r]
    fill_unknown(n, min(longest, MOST_UNKNOWN), over_a, next_unknown)
    fill_unknown(n, min(longest, MOST_UNKNOWN), over_d, next_unknown)
    # Shortest first: the longest kind, on which the search branches, writes the level's numbers last.
    for length in range(1, longest + 1):
        k = length - 1
        numbers = min(longest - k, MOST_UNKNOWN)
        if k:
            for r in range(n):
                run_a[r] &= through_a[r] >> k
                done_a[r] &= ship[n + r] >> k
                next_unknown[r] = unknown[n + r] >> k
            fill_unknown(n, numbers, over_a, next_unknown)
            for r in range(n):
                run_d[r] &= through_d[n + r + k]
                done_d[r] &= ship[n + r + k]
                next_unknown[r] = unknown[n + r + k]
            fill_unknown(n, numbers, over_d, next_unknown)
        if lanes.length_of(fleet, kind - 1) != length:
            continue
        kind -= 1
        if complete >> kind & 1:
            continue
        starts = lanes.starts_at(n, frame, kind)
        for r in range(n):  # two shifts: in C, one by all bits of a lane is undefined
            ends_ship[r] = beside_a[r] << 1 | (beside_a[r] >> k) >> 1
            ends_free[r] = free[n + r] << 1 | (free[n + r] >> k) >> 1
        if length == 1:
            for r in range(n):
                ends_ship[r] |= beside_d[n + r - 1] | beside_d[n + r + 1] | ~through_d[n + r]
                ends_free[r] |= free[n + r - 1] | free[n + r + 1]
        keep_live_starts(n, memory, starts, run_a, done_a, over_a, ends_ship, ends_free, finished, 0)
        for r in range(n):
            ends_ship[r] = beside_d[n + r - 1] | beside_d[n + r + length]
            ends_free[r] = free[n + r - 1] | free[n + r + length]
        keep_live_starts(n, memory, starts + n, run_d, done_d, over_d, ends_ship, ends_free, finished, n)
        live = count_bits(memory, starts, memory, starts + n, n)
        placed = count_bits(finished, 0, finished, n, n)
        number = lanes.number_of(fleet, kind)
        if live < number or placed > number:
            return lanes.FAILED
        if placed == number:
            complete |= cython.cast(Word, 1) << kind
            add_ships(n, length, finished, 0, complete_ships)
        elif live == number:  # they lie there, with water at their ends; the diagonals settle the rest
            add_ships(n, length, memory, starts, ship)
            down = starts if length == 1 else starts + n
            for r in range(n):
                water[n + r] |= (memory[starts + r] >> 1 | (memory[starts + r] << k) << 1) & full
                water[n + r - 1] |= memory[down + r]
                water[n + r + length] |= memory[down + r]
            outcome = lanes.SOLVED
        else:
            levels[lanes.LEVEL_SIZE * level + lanes.LEVEL_KIND] = kind
            levels[lanes.LEVEL_SIZE * level + lanes.LEVEL_MISSING] = number - placed
            levels[lanes.LEVEL_SIZE * level + lanes.LEVEL_LEFT] = live - placed
            for r in range(2 * n):
                memory[frame + lanes.CANDIDATES * n + r] = memory[starts + r] & ~finished[r]
    levels[lanes.LEVEL_SIZE * level + lanes.LEVEL_COMPLETE] = complete
    return outcome


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def propagate(
    memory: Lanes, frame: Index, columns: Words, fleet: Numbers, levels: Numbers, level: Index
) -> Index:
    """Apply the rules to the frame of a level until nothing changes. Returns `FAILED`, `SOLVED`, or `OPEN`;
    the numbers of the level, the room of its lines and its candidates are then up to date."""
    n: Index = lanes.lanes_of(memory)
    full: Lane = lanes.full_row(memory)
    # Three boards high, so that the rows above and below the grid can be read and written.
    ship: Lane[192]
    water: Lane[192]
    complete_ships: Lane[192]
    covered: Lane[64]
    row_room: Lane[64]
    row_spare: Lane[64]
    column_room: Lane[8]
    column_spare: Lane[8]
    sums: Word[16]
    bad: Lane[1]
    if not cython.compiled:
        ship, water, complete_ships = ([0] * (3 * n) for _ in range(3))
        covered, row_room, row_spare = ([0] * n for _ in range(3))
        column_room, column_spare, sums, bad = [0] * 8, [0] * 8, [0] * 16, [0]
    looked: cython.bint = False  # at the starts, since the last change
    changed: Lane
    wrong: Lane
    complete: Word
    for r in range(n):
        ship[r] = ship[2 * n + r] = 0
        ship[n + r] = memory[frame + lanes.SHIP_SQUARES * n + r]
        water[n + r] = memory[frame + lanes.WATER_SQUARES * n + r]
        complete_ships[n + r] = memory[frame + lanes.COMPLETE_SHIPS * n + r]
    while True:
        # The cheap rules first, until nothing changes: applied once before each look at the starts, all
        # together take 12% (30x30) to 21% more instructions (CSPLib; `python -m benchmarks.instructions`).
        while settle(memory, n, columns, ship, water, row_room, row_spare, sums, bad):
            looked = False
            if bad[0]:
                return lanes.FAILED
        if bad[0]:
            return lanes.FAILED
        # After water alone, the starts are looked at again only on a full board: to find its ships complete.
        if looked:
            changed = 0
            for r in range(n):
                changed |= (ship[n + r] | water[n + r]) ^ full
            if changed:
                break
        find_column_room(n, columns, sums, column_room, column_spare)
        outcome = narrow_starts(
            memory,
            frame,
            fleet,
            levels,
            level,
            ship,
            water,
            complete_ships,
            row_room,
            row_spare,
            column_room,
            column_spare,
        )
        if outcome == lanes.FAILED:
            return lanes.FAILED
        looked = outcome == lanes.OPEN
        complete = levels[lanes.LEVEL_SIZE * level + lanes.LEVEL_COMPLETE]
        for r in range(n):
            covered[r] = complete_ships[n + r]
        find_covered(memory, frame, fleet, complete, covered)
        changed = wrong = 0
        for r in range(n):
            wrong |= ship[n + r] & ~covered[r]
            covered[r] = (full ^ water[n + r]) & ~covered[r]
            water[n + r] |= covered[r]
            changed |= covered[r]
        if wrong & full:
            return lanes.FAILED
        if looked and not changed:
            break
    for r in range(n):
        memory[frame + lanes.ROW_ROOM * n + r] = row_room[r]
        memory[frame + lanes.SHIP_SQUARES * n + r] = ship[n + r]
        memory[frame + lanes.WATER_SQUARES * n + r] = water[n + r]
        memory[frame + lanes.COMPLETE_SHIPS * n + r] = complete_ships[n + r]
    for j in range(lanes.bits_of(memory)):
        memory[frame + lanes.COLUMN_ROOM * n + j] = column_room[j]
    return lanes.SOLVED if lanes.first_incomplete(complete, fleet[0]) == fleet[0] else lanes.OPEN
