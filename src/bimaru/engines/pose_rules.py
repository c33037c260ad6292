# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, freethreading_compatible=True
# cython: infer_types=True
"""The rules of the engine `placements`, on sets of squares and of starts of poses.

`poses` describes the `table` and the `memory`; `frame` is the offset of a frame in it. A *candidate* is a
placement that may still be chosen: a pose and one of its starts, for a kind of which ships are missing.
Compiled with Cython (pure-Python mode), and the same program uncompiled.
"""

from __future__ import annotations

import cython

if cython.compiled:
    from cython.cimports.bimaru.bits import Index, Number, Numbers, Word, Words, popcount
    from cython.cimports.bimaru.engines import poses as layout
else:
    from bimaru.bits import Index, Number, Numbers, Word, Words, popcount
    from bimaru.engines import poses as layout

    FAILED, OPEN, SOLVED, CHANGED = range(4)

    def word(x: int) -> int:
        """A word of 64 bits, beyond which the words of C do not grow."""
        return x & 2**64 - 1

    def lowest_bit(x: int) -> int:
        """The position of the lowest bit of a word that is not 0."""
        return popcount((x & -x) - 1)

    def kind_of(table: Numbers, pose: Index) -> int:
        """The kind of ship of a pose."""
        return table[table[layout.POSES] + 3 * pose]

    def entry_of(table: Numbers, pose: Index) -> int:
        """Where the table has the orientation of a pose."""
        return (
            table[table[layout.POSES] + 3 * pose + 1] * layout.ORIENTATION_SIZE + table[layout.ORIENTATIONS]
        )

    def symbols_of(table: Numbers, pose: Index) -> int:
        """Where the table has the symbols that the squares of a pose show."""
        return table[table[layout.POSES] + 3 * pose + 2]


_GIVEN_WATER = cython.declare(cython.Py_ssize_t, 0)
_GIVEN_SHIP = cython.declare(cython.Py_ssize_t, 1)


# Bits


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def shifted(memory: Words, base: Index, i: Index, offset: Number) -> Word:
    """Word i of a padded set, shifted so that bit b of it is bit b + offset of the set."""
    at: Index = base + i + (offset >> 6)
    bit: cython.int = offset & 63
    return memory[at] >> bit | word(memory[at + 1] << 1 << (63 - bit))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def has(memory: Words, base: Index, cell: Index) -> cython.bint:
    """Whether a set has a square."""
    return memory[base + (cell >> 6)] >> (cell & 63) & 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def add(memory: Words, base: Index, cell: Index) -> cython.void:
    """Add a square to a set."""
    one: Word = 1
    memory[base + (cell >> 6)] |= one << (cell & 63)


# The first frame, and placing


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def add_given(memory: Words, table: Numbers, frame: Index, cell: Index, code: Index) -> cython.void:
    """Write a given into a frame, by its code; see `poses.code_of`."""
    n_words: Index = table[layout.WORDS]
    one: Word = 1
    if code == _GIVEN_WATER:
        add(memory, frame + table[layout.WATERS], cell)
        return
    add(memory, frame + table[layout.SHIPS], cell)
    if code == _GIVEN_SHIP:
        return
    if code >= layout.LETTER_CODE:
        for symbol in range(table[layout.SYMBOLS]):
            if symbol != code - layout.LETTER_CODE:
                add(memory, frame + table[layout.DENIED] + n_words * symbol, cell)
        return
    for orientation in range(table[layout.N_ORIENTATIONS]):
        entry = table[layout.ORIENTATIONS] + layout.ORIENTATION_SIZE * orientation
        for k in range(table[entry + layout.N_SQUARES]):
            start = cell - table[table[entry + layout.SQUARES] + k]
            if start >= 0 and table[table[entry + layout.PARTS] + k] != code:
                for pose in range(table[entry + layout.FIRST_POSE], table[entry + layout.END_POSE]):
                    memory[frame + table[layout.STARTS] + n_words * pose + (start >> 6)] &= ~(
                        one << (start & 63)
                    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def place(memory: Words, table: Numbers, frame: Index, pose: Index, start: Index) -> cython.bint:
    """Place a ship in a frame, with water all around it. Returns false if that contradicts the frame."""
    n_words: Index = table[layout.WORDS]
    kind: Index = kind_of(table, pose)
    entry: Index = entry_of(table, pose)
    symbols: Index = symbols_of(table, pose)
    k: Index
    if memory[frame + table[layout.MISSING] + kind] == 0:
        return False
    memory[frame + table[layout.MISSING] + kind] -= 1
    for k in range(table[entry + layout.N_SQUARES]):
        cell = start + table[table[entry + layout.SQUARES] + k]
        if (
            has(memory, frame + table[layout.WATERS], cell)
            or has(memory, frame + table[layout.TAKEN], cell)
            or has(memory, frame + table[layout.DENIED] + n_words * table[symbols + k], cell)
        ):
            return False
        add(memory, frame + table[layout.SHIPS], cell)
        add(memory, frame + table[layout.TAKEN], cell)
        for symbol in range(table[layout.SYMBOLS]):
            if symbol != table[symbols + k]:
                add(memory, frame + table[layout.DENIED] + n_words * symbol, cell)
    for k in range(table[entry + layout.N_AROUND]):
        cell = start + table[table[entry + layout.AROUND] + k]
        if 0 <= cell < 64 * n_words:
            if has(memory, frame + table[layout.SHIPS], cell):
                return False
            add(memory, frame + table[layout.WATERS], cell)
    k = memory[frame + table[layout.PLACED]] + 1
    memory[frame + table[layout.PLACED]] = k
    memory[frame + table[layout.PLACED] + k] = 64 * n_words * pose + start
    return True


# Candidates


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def covering(memory: Words, table: Numbers, frame: Index, cell: Index, skip: Number) -> Number:
    """The candidate number `skip` among those that cover a square: pose times `64 * WORDS` plus start.
    If there are fewer, their number minus one minus `skip`, which is negative."""
    n_words: Index = table[layout.WORDS]
    for orientation in range(table[layout.N_ORIENTATIONS]):
        entry = table[layout.ORIENTATIONS] + layout.ORIENTATION_SIZE * orientation
        for k in range(table[entry + layout.N_SQUARES]):
            start = cell - table[table[entry + layout.SQUARES] + k]
            if start < 0:
                break
            for pose in range(table[entry + layout.FIRST_POSE], table[entry + layout.END_POSE]):
                if has(memory, frame + table[layout.STARTS] + n_words * pose, start):
                    if skip == 0:
                        return 64 * n_words * pose + start
                    skip -= 1
    return -1 - skip


# Rules


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def narrow_tallies(
    memory: Words, low: Index, high: Index, first: Index, end: Index, squares: Number
) -> cython.int:
    """Narrow the tallies of the rows, or of the columns, whose sum is the squares of the fleet. Returns
    `FAILED`, `CHANGED` or `OPEN`."""
    least: Number = 0
    most: Number = 0
    lowest: Number
    highest: Number
    outcome: cython.int = OPEN
    for line in range(first, end):
        least += memory[low + line]
        most += memory[high + line]
    if not least <= squares <= most:
        return FAILED
    if least == most:
        return OPEN
    for line in range(first, end):
        lowest = memory[low + line]
        highest = memory[high + line]
        if squares - most + highest > lowest:
            memory[low + line] = squares - most + highest
            outcome = CHANGED
        if squares - least + lowest < highest:
            memory[high + line] = squares - least + lowest
            outcome = CHANGED
    return outcome


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def settle(memory: Words, table: Numbers, frame: Index) -> cython.int:
    """Count the squares of every line, narrow the tallies, and fill lines that have reached one. Returns
    `FAILED`, `CHANGED` or `OPEN`."""
    n_words: Index = table[layout.WORDS]
    low: Index = frame + table[layout.LOWEST]
    high: Index = frame + table[layout.HIGHEST]
    ship: Index = frame + table[layout.SHIPS]
    water: Index = frame + table[layout.WATERS]
    ships: Word
    unknown: Word
    mask: Word
    excluded: Word
    outcome: cython.int = OPEN
    for line in range(table[layout.N_LINES]):
        ships = unknown = 0
        for i in range(table[table[layout.LINES] + 2 * line], table[table[layout.LINES] + 2 * line + 1]):
            mask = memory[n_words * line + i]
            ships += popcount(memory[ship + i] & mask)
            unknown += popcount(mask & ~(memory[ship + i] | memory[water + i]))
        memory[low + line] = max(memory[low + line], ships)
        memory[high + line] = min(memory[high + line], ships + unknown)
        excluded = memory[table[layout.AT_EXCLUDED] + line]
        if excluded:
            if memory[low + line] == memory[high + line] == excluded - 1:
                return FAILED
            memory[low + line] += memory[low + line] == excluded - 1
            memory[high + line] -= memory[high + line] == excluded - 1
        if memory[low + line] > memory[high + line]:
            return FAILED
        memory[table[layout.AT_ROOM] + line] = memory[high + line] - ships
        memory[table[layout.AT_SPARE] + line] = ships + unknown - memory[low + line]
        if unknown and (ships == memory[high + line] or ships + unknown == memory[low + line]):
            outcome = CHANGED
            for i in range(table[table[layout.LINES] + 2 * line], table[table[layout.LINES] + 2 * line + 1]):
                mask = memory[n_words * line + i] & ~(memory[ship + i] | memory[water + i])
                if ships == memory[high + line]:
                    memory[water + i] |= mask
                else:
                    memory[ship + i] |= mask
    line = table[layout.N_LINES] - 1
    by_rows: cython.int = narrow_tallies(memory, low, high, 0, table[layout.HEIGHT], memory[low + line])
    by_columns: cython.int = narrow_tallies(memory, low, high, table[layout.HEIGHT], line, memory[low + line])
    if by_rows == FAILED or by_columns == FAILED:
        return FAILED
    return outcome if by_rows == by_columns == OPEN else CHANGED


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def spread(memory: Words, table: Numbers, frame: Index) -> cython.void:
    """Write the scratch sets of a frame, for the candidates to be compared with."""
    n_words: Index = table[layout.WORDS]
    padded: Index = table[layout.PADDED]
    for i in range(n_words):
        memory[table[layout.AT_BARE] + i] = (
            memory[frame + table[layout.SHIPS] + i] & ~memory[frame + table[layout.TAKEN] + i]
        )
        memory[table[layout.AT_UNKNOWN] + i] = word(
            ~(memory[frame + table[layout.SHIPS] + i] | memory[frame + table[layout.WATERS] + i])
        )
        free = word(~(memory[frame + table[layout.WATERS] + i] | memory[frame + table[layout.TAKEN] + i]))
        memory[table[layout.AT_OPEN] + i] = free
        for symbol in range(table[layout.SYMBOLS]):
            memory[table[layout.AT_OPEN] + (1 + symbol) * padded + i] = (
                free & ~memory[frame + table[layout.DENIED] + n_words * symbol + i]
            )
            memory[table[layout.AT_CAN] + symbol * padded + i] = (
                memory[frame + table[layout.TAKEN] + i]
                & ~memory[frame + table[layout.DENIED] + n_words * symbol + i]
            )
        memory[table[layout.AT_ONCE] + i] = memory[table[layout.AT_TWICE] + i] = 0
        for line in range(2 * (layout.MOST_ROOM + layout.MOST_SPARE)):
            memory[table[layout.AT_TIGHT] + line * padded + i] = 0
    for i in range(table[layout.N_KINDS]):
        memory[table[layout.AT_LIVE] + i] = 0
    for line in range(table[layout.N_LINES] - 1):
        spread_line(memory, table, line)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def spread_line(memory: Words, table: Numbers, line: Index) -> cython.void:
    """Add a line to the sets of tight lines: those with room for fewer than 1, 2, ... ship squares, and
    those with fewer squares to spare for water."""
    n_words: Index = table[layout.WORDS]
    padded: Index = table[layout.PADDED]
    axis: Index = line >= table[layout.HEIGHT]
    room: Number = memory[table[layout.AT_ROOM] + line]
    spare: Number = memory[table[layout.AT_SPARE] + line]
    first: Index = table[layout.AT_TIGHT] + axis * layout.MOST_ROOM * padded
    for i in range(table[table[layout.LINES] + 2 * line], table[table[layout.LINES] + 2 * line + 1]):
        for j in range(room, layout.MOST_ROOM):
            memory[first + j * padded + i] |= memory[n_words * line + i]
    first = table[layout.AT_TIGHT] + (2 * layout.MOST_ROOM + axis * layout.MOST_SPARE) * padded
    for i in range(table[table[layout.LINES] + 2 * line], table[table[layout.LINES] + 2 * line + 1]):
        for j in range(spare, layout.MOST_SPARE):
            memory[first + j * padded + i] |= memory[n_words * line + i]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def taking_too_many(memory: Words, table: Numbers, at: Index, i: Index, x: Word) -> Word:
    """Of the starts in word i, those that take more unknown squares of a line, for the ship or for water
    around it, than the line has left; `at` is the position of a group, see `poses.GROUPS`."""
    padded: Index = table[layout.PADDED]
    tight: Index = table[at]
    line: Number = table[at + 1]
    most: Number = table[at + 2]
    # The starts that take one square or more, two or more, ...; as an array they would be slower.
    one: Word = 0
    two: Word = 0
    three: Word = 0
    four: Word = 0
    five: Word = 0
    six: Word = 0
    if x & shifted(memory, tight + (most - 1) * padded, i, line) == 0:
        return 0  # each has a line with as many left as the group takes
    for k in range(at + 4, at + 4 + table[at + 3]):
        unknown = shifted(memory, table[layout.AT_UNKNOWN], i, table[k])
        six |= five & unknown
        five |= four & unknown
        four |= three & unknown
        three |= two & unknown
        two |= one & unknown
        one |= unknown
    found = one & shifted(memory, tight, i, line)
    if two and most > 1:
        found |= two & shifted(memory, tight + padded, i, line)
    if three and most > 2:
        found |= three & shifted(memory, tight + 2 * padded, i, line)
    if four and most > 3:
        found |= four & shifted(memory, tight + 3 * padded, i, line)
    if five and most > 4:
        found |= five & shifted(memory, tight + 4 * padded, i, line)
    if six and most > 5:
        found |= six & shifted(memory, tight + 5 * padded, i, line)
    return found


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def fitting_starts(
    memory: Words, table: Numbers, entry: Index, i: Index, x: Word, has_bare: cython.bint
) -> Word:
    """Of the starts in word i of an orientation, those whose squares are open, beside no other ship, and
    leave each line the squares that it needs."""
    at: Index = table[entry + layout.SQUARES]
    for k in range(at, at + table[entry + layout.N_SQUARES]):
        x &= shifted(memory, table[layout.AT_OPEN], i, table[k])
    at = table[entry + layout.AROUND]
    for k in range(at, at + table[entry + layout.N_AROUND] if has_bare else at):
        if x == 0:
            return 0
        x &= ~shifted(memory, table[layout.AT_BARE], i, table[k])  # around a placed ship is water anyway
    at = table[entry + layout.GROUPS]
    for _ in range(table[entry + layout.N_GROUPS]):
        if x == 0:
            return 0
        x &= ~taking_too_many(memory, table, at, i, x)
        at += 4 + table[at + 3]
    return x


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def filter_candidates(memory: Words, table: Numbers, frame: Index) -> cython.int:
    """Remove the starts that the frame rules out; count the candidates of each kind, and the squares
    that they cover. Returns `FAILED` as soon as a kind has fewer than missing ships, else `OPEN`."""
    n_words: Index = table[layout.WORDS]
    padded: Index = table[layout.PADDED]
    kind: Index = 0
    bare: Word = 0
    for i in range(n_words):
        bare |= memory[table[layout.AT_BARE] + i]
    for order in range(table[layout.ORDER], table[layout.ORDER] + 2 * table[layout.N_ORIENTATIONS], 2):
        entry = table[layout.ORIENTATIONS] + layout.ORIENTATION_SIZE * table[order]
        for i in range(n_words):
            fits = 0
            for pose in range(table[entry + layout.FIRST_POSE], table[entry + layout.END_POSE]):
                at = frame + table[layout.STARTS] + n_words * pose + i
                if memory[frame + table[layout.MISSING] + kind_of(table, pose)] == 0:
                    memory[at] = 0
                fits |= memory[at]
            if fits == 0:
                continue
            fits = fitting_starts(memory, table, entry, i, fits, bare != 0)
            for pose in range(table[entry + layout.FIRST_POSE], table[entry + layout.END_POSE]):
                at = frame + table[layout.STARTS] + n_words * pose + i
                x = memory[at] & fits
                symbols = symbols_of(table, pose)
                if table[layout.SYMBOLS] > 1:
                    for k in range(table[entry + layout.N_SQUARES]):
                        x &= shifted(
                            memory,
                            table[layout.AT_OPEN] + (1 + table[symbols + k]) * padded,
                            i,
                            table[table[entry + layout.SQUARES] + k],
                        )
                memory[at] = x
                if x:
                    memory[table[layout.AT_LIVE] + kind_of(table, pose)] += popcount(x)
                    cover(memory, table, entry, symbols, i, x)
        while kind < table[order + 1]:
            if memory[table[layout.AT_LIVE] + kind] < memory[frame + table[layout.MISSING] + kind]:
                return FAILED
            kind += 1
    return OPEN


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def cover(memory: Words, table: Numbers, entry: Index, symbols: Index, i: Index, x: Word) -> cython.void:
    """Count the squares that the candidates in word i of a pose cover, and the symbols that they show."""
    bit: cython.int
    for k in range(table[entry + layout.N_SQUARES]):
        offset = table[table[entry + layout.SQUARES] + k]
        at = i + (offset >> 6)
        bit = offset & 63
        low = word(x << bit)
        high = x >> 1 >> (63 - bit)
        memory[table[layout.AT_TWICE] + at] |= memory[table[layout.AT_ONCE] + at] & low
        memory[table[layout.AT_ONCE] + at] |= low
        memory[table[layout.AT_TWICE] + at + 1] |= memory[table[layout.AT_ONCE] + at + 1] & high
        memory[table[layout.AT_ONCE] + at + 1] |= high
        if table[layout.SYMBOLS] > 1:
            at += table[layout.AT_CAN] + table[symbols + k] * table[layout.PADDED]
            memory[at] |= low
            memory[at + 1] |= high


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def use_cover(memory: Words, table: Numbers, frame: Index) -> cython.int:
    """Squares that no candidate covers are water; a ship square that only one covers is of that ship."""
    n_words: Index = table[layout.WORDS]
    outcome: cython.int = OPEN
    for i in range(n_words):
        bare = memory[frame + table[layout.SHIPS] + i] & ~memory[frame + table[layout.TAKEN] + i]
        if bare & ~memory[table[layout.AT_ONCE] + i]:
            return FAILED
        x = memory[table[layout.AT_UNKNOWN] + i] & ~memory[table[layout.AT_ONCE] + i]
        if x:
            memory[frame + table[layout.WATERS] + i] |= x
            outcome = CHANGED
    for i in range(n_words):
        x = (
            memory[frame + table[layout.SHIPS] + i]
            & ~memory[frame + table[layout.TAKEN] + i]
            & ~memory[table[layout.AT_TWICE] + i]
        )
        while x:
            found = covering(memory, table, frame, 64 * i + lowest_bit(x), 0)
            if found < 0 or not place(memory, table, frame, found // (64 * n_words), found % (64 * n_words)):
                return FAILED
            outcome = CHANGED
            x &= ~memory[frame + table[layout.TAKEN] + i]
    return outcome


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def use_counts(memory: Words, table: Numbers, frame: Index) -> cython.int:
    """A kind with as many candidates as missing ships has all of them; no kind has fewer."""
    n_words: Index = table[layout.WORDS]
    outcome: cython.int = OPEN
    for kind in range(table[layout.N_KINDS]):
        if (
            memory[frame + table[layout.MISSING] + kind] == 0
            or memory[table[layout.AT_LIVE] + kind] > memory[frame + table[layout.MISSING] + kind]
        ):
            continue
        outcome = CHANGED
        for pose in range(table[layout.N_POSES]):
            if kind_of(table, pose) != kind:
                continue
            for i in range(n_words):
                x = memory[frame + table[layout.STARTS] + n_words * pose + i]
                while x:
                    if not place(memory, table, frame, pose, 64 * i + lowest_bit(x)):
                        return FAILED
                    x &= x - 1
    return outcome


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def deny_others(
    memory: Words, table: Numbers, frame: Index, cell: Index, first: Index, symbol: Index
) -> cython.int:
    """Deny a square all symbols from `first` on but `symbol`. Returns `CHANGED` if it could show one."""
    outcome: cython.int = OPEN
    for other in range(first, table[layout.SYMBOLS]):
        if (
            other != symbol
            and has(memory, table[layout.AT_CAN] + other * table[layout.PADDED], cell)
            and not has(memory, frame + table[layout.DENIED] + table[layout.WORDS] * other, cell)
        ):
            add(memory, frame + table[layout.DENIED] + table[layout.WORDS] * other, cell)
            outcome = CHANGED
    return outcome


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def use_edge(memory: Words, table: Numbers, frame: Index, edges: Numbers, at: Index) -> cython.int:
    """Look along a line for the letter named at its edge: no other letter is nearer than the first square
    that can show it, and if only one can, before a square that certainly has another letter, it does."""
    cell: Index = edges[at]
    symbol: Index = edges[at + 3]
    only: Index = -1
    number: Index = 0
    outcome: cython.int = OPEN
    for _ in range(edges[at + 2]):
        if has(memory, table[layout.AT_CAN] + symbol * table[layout.PADDED], cell):
            if number == 0:
                only = cell
                if deny_others(memory, table, frame, cell, 1, symbol) == CHANGED:
                    outcome = CHANGED
            number += 1
        elif number == 0 and deny_others(memory, table, frame, cell, 1, symbol) == CHANGED:
            outcome = CHANGED
        # ship, and of a ship with letters
        if has(memory, frame + table[layout.SHIPS], cell) and not has(memory, table[layout.AT_CAN], cell):
            break
        cell += edges[at + 1]
    if number == 0:
        return FAILED
    if number == 1:
        if not has(memory, frame + table[layout.SHIPS], only):
            add(memory, frame + table[layout.SHIPS], only)
            outcome = CHANGED
        if deny_others(memory, table, frame, only, 0, symbol) == CHANGED:
            outcome = CHANGED
    return outcome


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def propagate_once(memory: Words, table: Numbers, frame: Index, edges: Numbers, n_edges: Index) -> cython.int:
    """Apply each rule to a frame once. Returns `CHANGED` if more may follow; otherwise `FAILED`, `SOLVED` or
    `OPEN`, and the scratch memory is up to date.

    `edges` has four numbers for each letter at an edge: the first square of its line, the step from square
    to square, the number of squares, and the symbol."""
    outcome: cython.int = CHANGED
    while outcome == CHANGED:
        outcome = settle(memory, table, frame)
    if outcome == FAILED:
        return FAILED
    spread(memory, table, frame)
    if filter_candidates(memory, table, frame) == FAILED:
        return FAILED
    outcome = use_cover(memory, table, frame)
    if outcome == FAILED:
        return FAILED
    if outcome == OPEN:
        outcome = use_counts(memory, table, frame)
    for k in range(n_edges):
        if outcome == FAILED:
            return FAILED
        found = use_edge(memory, table, frame, edges, 4 * k)
        if found != OPEN:
            outcome = found
    if outcome != OPEN:
        return outcome
    for kind in range(table[layout.N_KINDS]):
        if memory[frame + table[layout.MISSING] + kind]:
            return OPEN
    return SOLVED
