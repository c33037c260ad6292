# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, freethreading_compatible=True
# cython: infer_types=True
"""The rules of the engine `placements`, on sets of squares and of starts of poses.

`poses` describes the tables `t` and the memory `m`; `f` is the offset of a frame. A *candidate* is a
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


_GIVEN_WATER = cython.declare(cython.Py_ssize_t, 0)
_GIVEN_SHIP = cython.declare(cython.Py_ssize_t, 1)


# Bits


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def shifted(m: Words, base: Index, i: Index, offset: Number) -> Word:
    """Word i of a padded set, shifted so that bit b of it is bit b + offset of the set."""
    at: Index = base + i + (offset >> 6)
    bit: cython.int = offset & 63
    return m[at] >> bit | word(m[at + 1] << 1 << (63 - bit))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def has(m: Words, base: Index, cell: Index) -> cython.bint:
    """Whether a set has a square."""
    return m[base + (cell >> 6)] >> (cell & 63) & 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def add(m: Words, base: Index, cell: Index) -> cython.void:
    """Add a square to a set."""
    one: Word = 1
    m[base + (cell >> 6)] |= one << (cell & 63)


# The first frame, and placing


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def add_given(m: Words, t: Numbers, f: Index, cell: Index, code: Index) -> cython.void:
    """Write a given into a frame, by its code; see `poses.code_of`."""
    n: Index = t[layout.WORDS]
    one: Word = 1
    if code == _GIVEN_WATER:
        add(m, f + t[layout.WATERS], cell)
        return
    add(m, f + t[layout.SHIPS], cell)
    if code == _GIVEN_SHIP:
        return
    if code >= layout.LETTER_CODE:
        for symbol in range(t[layout.SYMBOLS]):
            if symbol != code - layout.LETTER_CODE:
                add(m, f + t[layout.DENIED] + n * symbol, cell)
        return
    for orientation in range(t[layout.N_ORIENTATIONS]):
        entry = t[layout.ORIENTATIONS] + layout.ORIENTATION_SIZE * orientation
        for k in range(t[entry + layout.N_SQUARES]):
            start = cell - t[t[entry + layout.SQUARES] + k]
            if start >= 0 and t[t[entry + layout.PARTS] + k] != code:
                for pose in range(t[entry + layout.FIRST_POSE], t[entry + layout.END_POSE]):
                    m[f + t[layout.STARTS] + n * pose + (start >> 6)] &= ~(one << (start & 63))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def place(m: Words, t: Numbers, f: Index, pose: Index, start: Index) -> cython.bint:
    """Place a ship in a frame, with water all around it. Returns false if that contradicts the frame."""
    n: Index = t[layout.WORDS]
    kind: Index = t[t[layout.POSES] + 3 * pose]
    entry: Index = t[layout.ORIENTATIONS] + layout.ORIENTATION_SIZE * t[t[layout.POSES] + 3 * pose + 1]
    symbols: Index = t[t[layout.POSES] + 3 * pose + 2]
    k: Index
    if m[f + t[layout.MISSING] + kind] == 0:
        return False
    m[f + t[layout.MISSING] + kind] -= 1
    for k in range(t[entry + layout.N_SQUARES]):
        cell = start + t[t[entry + layout.SQUARES] + k]
        if (
            has(m, f + t[layout.WATERS], cell)
            or has(m, f + t[layout.TAKEN], cell)
            or has(m, f + t[layout.DENIED] + n * t[symbols + k], cell)
        ):
            return False
        add(m, f + t[layout.SHIPS], cell)
        add(m, f + t[layout.TAKEN], cell)
        for symbol in range(t[layout.SYMBOLS]):
            if symbol != t[symbols + k]:
                add(m, f + t[layout.DENIED] + n * symbol, cell)
    for k in range(t[entry + layout.N_AROUND]):
        cell = start + t[t[entry + layout.AROUND] + k]
        if 0 <= cell < 64 * n:
            if has(m, f + t[layout.SHIPS], cell):
                return False
            add(m, f + t[layout.WATERS], cell)
    k = m[f + t[layout.PLACED]] + 1
    m[f + t[layout.PLACED]] = k
    m[f + t[layout.PLACED] + k] = 64 * n * pose + start
    return True


# Candidates


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def covering(m: Words, t: Numbers, f: Index, cell: Index, skip: Number) -> Number:
    """The candidate number `skip` among those that cover a square: pose times `64 * WORDS` plus start.
    If there are fewer, their number minus one minus `skip`, which is negative."""
    n: Index = t[layout.WORDS]
    for orientation in range(t[layout.N_ORIENTATIONS]):
        entry = t[layout.ORIENTATIONS] + layout.ORIENTATION_SIZE * orientation
        for k in range(t[entry + layout.N_SQUARES]):
            start = cell - t[t[entry + layout.SQUARES] + k]
            if start < 0:
                break
            for pose in range(t[entry + layout.FIRST_POSE], t[entry + layout.END_POSE]):
                if has(m, f + t[layout.STARTS] + n * pose, start):
                    if skip == 0:
                        return 64 * n * pose + start
                    skip -= 1
    return -1 - skip


# Rules


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def narrow_tallies(
    m: Words, low: Index, high: Index, first: Index, end: Index, squares: Number
) -> cython.int:
    """Narrow the tallies of the rows, or of the columns, whose sum is the squares of the fleet. Returns
    `FAILED`, `CHANGED` or `OPEN`."""
    least: Number = 0
    most: Number = 0
    lowest: Number
    highest: Number
    outcome: cython.int = OPEN
    for line in range(first, end):
        least += m[low + line]
        most += m[high + line]
    if not least <= squares <= most:
        return FAILED
    if least == most:
        return OPEN
    for line in range(first, end):
        lowest = m[low + line]
        highest = m[high + line]
        if squares - most + highest > lowest:
            m[low + line] = squares - most + highest
            outcome = CHANGED
        if squares - least + lowest < highest:
            m[high + line] = squares - least + lowest
            outcome = CHANGED
    return outcome


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def settle(m: Words, t: Numbers, f: Index) -> cython.int:
    """Count the squares of every line, narrow the tallies, and fill lines that have reached one. Returns
    `FAILED`, `CHANGED` or `OPEN`."""
    n: Index = t[layout.WORDS]
    low: Index = f + t[layout.LOWEST]
    high: Index = f + t[layout.HIGHEST]
    ship: Index = f + t[layout.SHIPS]
    water: Index = f + t[layout.WATERS]
    ships: Word
    unknown: Word
    mask: Word
    barred: Word
    outcome: cython.int = OPEN
    for line in range(t[layout.N_LINES]):
        ships = unknown = 0
        for i in range(t[t[layout.LINES] + 2 * line], t[t[layout.LINES] + 2 * line + 1]):
            mask = m[n * line + i]
            ships += popcount(m[ship + i] & mask)
            unknown += popcount(mask & ~(m[ship + i] | m[water + i]))
        m[low + line] = max(m[low + line], ships)
        m[high + line] = min(m[high + line], ships + unknown)
        barred = m[t[layout.AT_BARRED] + line]
        if barred:
            if m[low + line] == m[high + line] == barred - 1:
                return FAILED
            m[low + line] += m[low + line] == barred - 1
            m[high + line] -= m[high + line] == barred - 1
        if m[low + line] > m[high + line]:
            return FAILED
        m[t[layout.AT_ROOM] + line] = m[high + line] - ships
        m[t[layout.AT_SPARE] + line] = ships + unknown - m[low + line]
        if unknown and (ships == m[high + line] or ships + unknown == m[low + line]):
            outcome = CHANGED
            for i in range(t[t[layout.LINES] + 2 * line], t[t[layout.LINES] + 2 * line + 1]):
                mask = m[n * line + i] & ~(m[ship + i] | m[water + i])
                if ships == m[high + line]:
                    m[water + i] |= mask
                else:
                    m[ship + i] |= mask
    line = t[layout.N_LINES] - 1
    by_rows: cython.int = narrow_tallies(m, low, high, 0, t[layout.HEIGHT], m[low + line])
    by_columns: cython.int = narrow_tallies(m, low, high, t[layout.HEIGHT], line, m[low + line])
    if by_rows == FAILED or by_columns == FAILED:
        return FAILED
    return outcome if by_rows == by_columns == OPEN else CHANGED


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def spread(m: Words, t: Numbers, f: Index) -> cython.void:
    """Write the scratch sets of a frame, for the candidates to be compared with."""
    n: Index = t[layout.WORDS]
    padded: Index = t[layout.PADDED]
    for i in range(n):
        m[t[layout.AT_BARE] + i] = m[f + t[layout.SHIPS] + i] & ~m[f + t[layout.TAKEN] + i]
        m[t[layout.AT_UNKNOWN] + i] = word(~(m[f + t[layout.SHIPS] + i] | m[f + t[layout.WATERS] + i]))
        free = word(~(m[f + t[layout.WATERS] + i] | m[f + t[layout.TAKEN] + i]))
        m[t[layout.AT_OPEN] + i] = free
        for symbol in range(t[layout.SYMBOLS]):
            m[t[layout.AT_OPEN] + (1 + symbol) * padded + i] = (
                free & ~m[f + t[layout.DENIED] + n * symbol + i]
            )
            m[t[layout.AT_CAN] + symbol * padded + i] = (
                m[f + t[layout.TAKEN] + i] & ~m[f + t[layout.DENIED] + n * symbol + i]
            )
        m[t[layout.AT_ONCE] + i] = m[t[layout.AT_TWICE] + i] = 0
        for line in range(2 * (layout.MOST_ROOM + layout.MOST_SPARE)):
            m[t[layout.AT_TIGHT] + line * padded + i] = 0
    for i in range(t[layout.N_KINDS]):
        m[t[layout.AT_LIVE] + i] = 0
    for line in range(t[layout.N_LINES] - 1):
        spread_line(m, t, line)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def spread_line(m: Words, t: Numbers, line: Index) -> cython.void:
    """Add a line to the sets of tight lines: those with room for fewer than 1, 2, ... ship squares, and
    those with fewer squares to spare for water."""
    n: Index = t[layout.WORDS]
    padded: Index = t[layout.PADDED]
    axis: Index = line >= t[layout.HEIGHT]
    room: Number = m[t[layout.AT_ROOM] + line]
    spare: Number = m[t[layout.AT_SPARE] + line]
    first: Index = t[layout.AT_TIGHT] + axis * layout.MOST_ROOM * padded
    for i in range(t[t[layout.LINES] + 2 * line], t[t[layout.LINES] + 2 * line + 1]):
        for j in range(room, layout.MOST_ROOM):
            m[first + j * padded + i] |= m[n * line + i]
    first = t[layout.AT_TIGHT] + (2 * layout.MOST_ROOM + axis * layout.MOST_SPARE) * padded
    for i in range(t[t[layout.LINES] + 2 * line], t[t[layout.LINES] + 2 * line + 1]):
        for j in range(spare, layout.MOST_SPARE):
            m[first + j * padded + i] |= m[n * line + i]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def taking_too_many(m: Words, t: Numbers, at: Index, i: Index, x: Word) -> Word:
    """Of the starts in word i, those that take more unknown squares of a line, for the ship or for water
    around it, than the line has left; `at` is the position of a group, see `poses.GROUPS`."""
    padded: Index = t[layout.PADDED]
    tight: Index = t[at]
    line: Number = t[at + 1]
    most: Number = t[at + 2]
    # The starts that take one square or more, two or more, ...; as an array they would be slower.
    one: Word = 0
    two: Word = 0
    three: Word = 0
    four: Word = 0
    five: Word = 0
    six: Word = 0
    if x & shifted(m, tight + (most - 1) * padded, i, line) == 0:
        return 0  # each has a line with as many left as the group takes
    for k in range(at + 4, at + 4 + t[at + 3]):
        unknown = shifted(m, t[layout.AT_UNKNOWN], i, t[k])
        six |= five & unknown
        five |= four & unknown
        four |= three & unknown
        three |= two & unknown
        two |= one & unknown
        one |= unknown
    found = one & shifted(m, tight, i, line)
    if two and most > 1:
        found |= two & shifted(m, tight + padded, i, line)
    if three and most > 2:
        found |= three & shifted(m, tight + 2 * padded, i, line)
    if four and most > 3:
        found |= four & shifted(m, tight + 3 * padded, i, line)
    if five and most > 4:
        found |= five & shifted(m, tight + 4 * padded, i, line)
    if six and most > 5:
        found |= six & shifted(m, tight + 5 * padded, i, line)
    return found


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def fitting_starts(m: Words, t: Numbers, entry: Index, i: Index, x: Word, has_bare: cython.bint) -> Word:
    """Of the starts in word i of an orientation, those whose squares are open, beside no other ship, and
    leave each line the squares that it needs."""
    at: Index = t[entry + layout.SQUARES]
    for k in range(at, at + t[entry + layout.N_SQUARES]):
        x &= shifted(m, t[layout.AT_OPEN], i, t[k])
    at = t[entry + layout.AROUND]
    for k in range(at, at + t[entry + layout.N_AROUND] if has_bare else at):
        if x == 0:
            return 0
        x &= ~shifted(m, t[layout.AT_BARE], i, t[k])  # around a placed ship is water anyway
    at = t[entry + layout.GROUPS]
    for _ in range(t[entry + layout.N_GROUPS]):
        if x == 0:
            return 0
        x &= ~taking_too_many(m, t, at, i, x)
        at += 4 + t[at + 3]
    return x


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def filter_candidates(m: Words, t: Numbers, f: Index) -> cython.int:
    """Remove the starts that the frame rules out; count the candidates of each kind, and the squares
    that they cover. Returns `FAILED` as soon as a kind has fewer than missing ships, else `OPEN`."""
    n: Index = t[layout.WORDS]
    padded: Index = t[layout.PADDED]
    kind: Index = 0
    bare: Word = 0
    for i in range(n):
        bare |= m[t[layout.AT_BARE] + i]
    for order in range(t[layout.ORDER], t[layout.ORDER] + 2 * t[layout.N_ORIENTATIONS], 2):
        entry = t[layout.ORIENTATIONS] + layout.ORIENTATION_SIZE * t[order]
        for i in range(n):
            fits = 0
            for pose in range(t[entry + layout.FIRST_POSE], t[entry + layout.END_POSE]):
                at = f + t[layout.STARTS] + n * pose + i
                if m[f + t[layout.MISSING] + t[t[layout.POSES] + 3 * pose]] == 0:
                    m[at] = 0
                fits |= m[at]
            if fits == 0:
                continue
            fits = fitting_starts(m, t, entry, i, fits, bare != 0)
            for pose in range(t[entry + layout.FIRST_POSE], t[entry + layout.END_POSE]):
                at = f + t[layout.STARTS] + n * pose + i
                x = m[at] & fits
                symbols = t[t[layout.POSES] + 3 * pose + 2]
                if t[layout.SYMBOLS] > 1:
                    for k in range(t[entry + layout.N_SQUARES]):
                        x &= shifted(
                            m,
                            t[layout.AT_OPEN] + (1 + t[symbols + k]) * padded,
                            i,
                            t[t[entry + layout.SQUARES] + k],
                        )
                m[at] = x
                if x:
                    m[t[layout.AT_LIVE] + t[t[layout.POSES] + 3 * pose]] += popcount(x)
                    cover(m, t, entry, symbols, i, x)
        while kind < t[order + 1]:
            if m[t[layout.AT_LIVE] + kind] < m[f + t[layout.MISSING] + kind]:
                return FAILED
            kind += 1
    return OPEN


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def cover(m: Words, t: Numbers, entry: Index, symbols: Index, i: Index, x: Word) -> cython.void:
    """Count the squares that the candidates in word i of a pose cover, and the symbols that they show."""
    bit: cython.int
    for k in range(t[entry + layout.N_SQUARES]):
        offset = t[t[entry + layout.SQUARES] + k]
        at = i + (offset >> 6)
        bit = offset & 63
        low = word(x << bit)
        high = x >> 1 >> (63 - bit)
        m[t[layout.AT_TWICE] + at] |= m[t[layout.AT_ONCE] + at] & low
        m[t[layout.AT_ONCE] + at] |= low
        m[t[layout.AT_TWICE] + at + 1] |= m[t[layout.AT_ONCE] + at + 1] & high
        m[t[layout.AT_ONCE] + at + 1] |= high
        if t[layout.SYMBOLS] > 1:
            at += t[layout.AT_CAN] + t[symbols + k] * t[layout.PADDED]
            m[at] |= low
            m[at + 1] |= high


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def use_cover(m: Words, t: Numbers, f: Index) -> cython.int:
    """Squares that no candidate covers are water; a ship square that only one covers is of that ship."""
    n: Index = t[layout.WORDS]
    outcome: cython.int = OPEN
    for i in range(n):
        bare = m[f + t[layout.SHIPS] + i] & ~m[f + t[layout.TAKEN] + i]
        if bare & ~m[t[layout.AT_ONCE] + i]:
            return FAILED
        x = m[t[layout.AT_UNKNOWN] + i] & ~m[t[layout.AT_ONCE] + i]
        if x:
            m[f + t[layout.WATERS] + i] |= x
            outcome = CHANGED
    for i in range(n):
        x = m[f + t[layout.SHIPS] + i] & ~m[f + t[layout.TAKEN] + i] & ~m[t[layout.AT_TWICE] + i]
        while x:
            found = covering(m, t, f, 64 * i + lowest_bit(x), 0)
            if found < 0 or not place(m, t, f, found // (64 * n), found % (64 * n)):
                return FAILED
            outcome = CHANGED
            x &= ~m[f + t[layout.TAKEN] + i]
    return outcome


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def use_counts(m: Words, t: Numbers, f: Index) -> cython.int:
    """A kind with as many candidates as missing ships has all of them; no kind has fewer."""
    n: Index = t[layout.WORDS]
    outcome: cython.int = OPEN
    for kind in range(t[layout.N_KINDS]):
        if (
            m[f + t[layout.MISSING] + kind] == 0
            or m[t[layout.AT_LIVE] + kind] > m[f + t[layout.MISSING] + kind]
        ):
            continue
        outcome = CHANGED
        for pose in range(t[layout.N_POSES]):
            if t[t[layout.POSES] + 3 * pose] != kind:
                continue
            for i in range(n):
                x = m[f + t[layout.STARTS] + n * pose + i]
                while x:
                    if not place(m, t, f, pose, 64 * i + lowest_bit(x)):
                        return FAILED
                    x &= x - 1
    return outcome


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def deny_others(m: Words, t: Numbers, f: Index, cell: Index, first: Index, symbol: Index) -> cython.int:
    """Deny a square all symbols from `first` on but `symbol`. Returns `CHANGED` if it could show one."""
    outcome: cython.int = OPEN
    for other in range(first, t[layout.SYMBOLS]):
        if (
            other != symbol
            and has(m, t[layout.AT_CAN] + other * t[layout.PADDED], cell)
            and not has(m, f + t[layout.DENIED] + t[layout.WORDS] * other, cell)
        ):
            add(m, f + t[layout.DENIED] + t[layout.WORDS] * other, cell)
            outcome = CHANGED
    return outcome


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def use_edge(m: Words, t: Numbers, f: Index, edges: Numbers, at: Index) -> cython.int:
    """Look along a line for the letter named at its edge: no other letter is nearer than the first square
    that can show it, and if only one can, before a square that certainly has another letter, it does."""
    cell: Index = edges[at]
    symbol: Index = edges[at + 3]
    only: Index = -1
    number: Index = 0
    outcome: cython.int = OPEN
    for _ in range(edges[at + 2]):
        if has(m, t[layout.AT_CAN] + symbol * t[layout.PADDED], cell):
            if number == 0:
                only = cell
                if deny_others(m, t, f, cell, 1, symbol) == CHANGED:
                    outcome = CHANGED
            number += 1
        elif number == 0 and deny_others(m, t, f, cell, 1, symbol) == CHANGED:
            outcome = CHANGED
        # ship, and of a ship with letters
        if has(m, f + t[layout.SHIPS], cell) and not has(m, t[layout.AT_CAN], cell):
            break
        cell += edges[at + 1]
    if number == 0:
        return FAILED
    if number == 1:
        if not has(m, f + t[layout.SHIPS], only):
            add(m, f + t[layout.SHIPS], only)
            outcome = CHANGED
        if deny_others(m, t, f, only, 0, symbol) == CHANGED:
            outcome = CHANGED
    return outcome


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def propagate_once(m: Words, t: Numbers, f: Index, edges: Numbers, n_edges: Index) -> cython.int:
    """Apply each rule to a frame once. Returns `CHANGED` if more may follow; otherwise `FAILED`, `SOLVED` or
    `OPEN`, and the scratch memory is up to date.

    `edges` has four numbers for each letter at an edge: the first square of its line, the step from square
    to square, the number of squares, and the symbol."""
    outcome: cython.int = CHANGED
    while outcome == CHANGED:
        outcome = settle(m, t, f)
    if outcome == FAILED:
        return FAILED
    spread(m, t, f)
    if filter_candidates(m, t, f) == FAILED:
        return FAILED
    outcome = use_cover(m, t, f)
    if outcome == FAILED:
        return FAILED
    if outcome == OPEN:
        outcome = use_counts(m, t, f)
    for k in range(n_edges):
        if outcome == FAILED:
            return FAILED
        found = use_edge(m, t, f, edges, 4 * k)
        if found != OPEN:
            outcome = found
    if outcome != OPEN:
        return outcome
    for kind in range(t[layout.N_KINDS]):
        if m[f + t[layout.MISSING] + kind]:
            return OPEN
    return SOLVED
