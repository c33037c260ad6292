# The C side of `kernel_memory.py`, which says what each of these is: inline functions and constants that the
# compiled modules share without a call. Uncompiled, the same names come from `kernel_memory.py`.

from bimaru.bits cimport Index, Lane, Lanes, Numbers, Word

cdef enum:
    ROW_ROOM = 0
    COLUMN_ROOM = 1
    CANDIDATES = 2
    SHIP_SQUARES = 4
    WATER_SQUARES = 5
    COMPLETE_SHIPS = 6
    STARTS = 7

cdef enum:
    LEVEL_KIND = 0
    LEVEL_MISSING = 1
    LEVEL_COMPLETE = 2
    LEVEL_LEFT = 3
    LEVEL_SIZE = 4

cdef enum:
    FAILED = 0
    OPEN = 1
    SOLVED = 2

cdef enum:
    HIGHEST = 128
    PLANES = 8
    POSITION_SIZE = 7
    MOST_KINDS = 64


cdef inline Lane union_of(Lanes lanes, Index first, Index n) noexcept nogil:
    cdef Lane x = 0
    cdef Index r
    for r in range(n):
        x |= lanes[first + r]
    return x


cdef inline Index lanes_of(Lanes memory) noexcept nogil:
    return 8 * sizeof(Lane)


cdef inline Index bits_of(Lanes memory) noexcept nogil:
    return 5 if sizeof(Lane) == 2 else 6 if sizeof(Lane) == 4 else 7


cdef inline Index halves_of(Lanes memory) noexcept nogil:
    return 2 if sizeof(Lane) == 8 else 1


cdef inline Lane full_row(Lanes memory) noexcept nogil:
    return memory[2 * lanes_of(memory)]


cdef inline Index frame_at(Index n, Index kinds, Index level) noexcept nogil:
    return 2 * n + 16 + level * (STARTS + 2 * kinds) * n


cdef inline Index starts_at(Index n, Index frame, Index kind) noexcept nogil:
    return frame + (STARTS + 2 * kind) * n


cdef inline Index length_of(Numbers fleet, Index kind) noexcept nogil:
    return fleet[2 + 2 * kind]


cdef inline Index number_of(Numbers fleet, Index kind) noexcept nogil:
    return fleet[3 + 2 * kind]


cdef inline Index first_incomplete(Word complete, Index kinds) noexcept nogil:
    # a comparison with a mask of all kinds would shift by `kinds`, which C leaves undefined for 64
    cdef Index kind = 0
    while kind < kinds and complete >> kind & 1:
        kind += 1
    return kind


cdef inline Word word_of(Lanes ship, Lanes free, Index r, Index half) noexcept nogil:
    cdef Word x = ship[r], y = free[r]
    if sizeof(Lane) == 8:
        return y if half else x
    return x | y << (4 * sizeof(Lane)) << (4 * sizeof(Lane))


cdef inline Word upper_half(Lanes memory, Index half) noexcept nogil:
    cdef Word ones = ~(<Word>0)
    if sizeof(Lane) == 8:
        return ones if half else 0
    return ones << (4 * sizeof(Lane)) << (4 * sizeof(Lane))


cdef inline Lane less_than(Index number, Lanes planes) noexcept nogil:
    cdef Lane less = 0, same = ~(<Lane>0)
    cdef Index j
    for j in range(bits_of(planes) - 1, -1, -1):
        if number >> j & 1:
            less |= same & ~planes[j]
            same &= planes[j]
        else:
            same &= ~planes[j]
    return less
