# The C side of `lanes.py`, which says what each of these is: inline functions and constants that the
# compiled modules share without a call. Uncompiled, the same names come from `lanes.py`.

ctypedef fused Lane:
    unsigned short
    unsigned int
    unsigned long long

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
    LEVEL_SIZE = 3

cdef enum:
    FAILED = 0
    OPEN = 1
    SOLVED = 2

cdef enum:
    HIGHEST = 128
    PLANES = 8


cdef inline Lane popcount(Lane x) noexcept nogil:
    cdef Lane ones = ~(<Lane>0)
    x = x - (x >> 1 & ones // 3)
    x = (x & ones // 5) + (x >> 2 & ones // 5)
    x = (x + (x >> 4)) & ones // 17
    x = x + (x >> 8)
    if sizeof(Lane) == 2:
        return x & 0x1F
    x = x + (x >> 16)
    if sizeof(Lane) == 4:
        return x & 0x3F
    x = x + (x >> 16 >> 16)
    return x & 0x7F


cdef inline Py_ssize_t count_bits(
    Lane* one, Py_ssize_t first, Lane* other, Py_ssize_t second, Py_ssize_t n
) noexcept nogil:
    cdef Lane x, y, total = 0, ones = ~(<Lane>0)
    cdef Py_ssize_t r
    for r in range(n):
        x = one[first + r]
        y = other[second + r]
        x = x - (x >> 1 & ones // 3)
        y = y - (y >> 1 & ones // 3)
        x = (x & ones // 5) + (x >> 2 & ones // 5) + (y & ones // 5) + (y >> 2 & ones // 5)
        x = (x & ones // 17) + (x >> 4 & ones // 17)
        x = x + (x >> 8)
        if sizeof(Lane) == 2:
            total = total + (x & 0x3F)
        else:
            x = x + (x >> 16)
            if sizeof(Lane) == 8:
                x = x + (x >> 16 >> 16)
            total = total + (x & 0xFF)
    return total


cdef inline Lane union_of(Lane* lanes, Py_ssize_t first, Py_ssize_t n) noexcept nogil:
    cdef Lane x = 0
    cdef Py_ssize_t r
    for r in range(n):
        x |= lanes[first + r]
    return x


cdef inline Py_ssize_t lanes_of(Lane* memory) noexcept nogil:
    return 8 * sizeof(Lane)


cdef inline Py_ssize_t bits_of(Lane* memory) noexcept nogil:
    return 5 if sizeof(Lane) == 2 else 6 if sizeof(Lane) == 4 else 7


cdef inline Py_ssize_t halves_of(Lane* memory) noexcept nogil:
    return 2 if sizeof(Lane) == 8 else 1


cdef inline Lane full_row(Lane* memory) noexcept nogil:
    return memory[2 * lanes_of(memory)]


cdef inline Py_ssize_t frame_at(Py_ssize_t n, Py_ssize_t kinds, Py_ssize_t level) noexcept nogil:
    return 2 * n + 16 + level * (STARTS + 2 * kinds) * n


cdef inline Py_ssize_t starts_at(Py_ssize_t n, Py_ssize_t frame, Py_ssize_t kind) noexcept nogil:
    return frame + (STARTS + 2 * kind) * n


cdef inline Py_ssize_t length_of(long long* fleet, Py_ssize_t kind) noexcept nogil:
    return fleet[2 + 2 * kind]


cdef inline Py_ssize_t number_of(long long* fleet, Py_ssize_t kind) noexcept nogil:
    return fleet[3 + 2 * kind]
