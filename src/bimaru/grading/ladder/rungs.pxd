# The C side of `rungs.py`, which says what each of these is: constants and inline functions that the compiled
# modules share without a call.

from bimaru.bits cimport popcount, trailing_zeros

cdef enum:
    LINES = 128
    PAIRS = 8192
    NO_END = 1000000

cdef enum:
    NOTHING = 0
    FOUND = 1
    FAILED = 2

cdef enum:
    STALE = 0
    FITTING = 1
    FEEDING = 2

cdef enum:
    SUBMARINE = 0
    LEFT = 1
    RIGHT = 2
    TOP = 3
    BOTTOM = 4
    MIDDLES = 5
    ENDS = 5

cdef enum:
    GIVEN_PART = 0
    DIAGONALS = 1
    REST_WATER = 2
    REST_SHIP = 3
    FINISHED_SHIP = 4
    MIDDLE = 5
    UNREACHED = 6
    GROWTH = 7
    MISSING_TALLY = 8
    LAST_PLACEMENTS = 9
    OVERLAP = 10
    FILLING = 11
    STARVED_UNREACHED = 12
    STARVED_PLACEMENTS = 13
    STARVED_OVERLAP = 14
    STARVED_FILLING = 15
    SUPPOSE = 16
    FIRST_SLOW = 6
    PLAIN_RUNGS = 16

cdef enum:
    FIRST_PLACEMENT = 8192


cdef inline int ones(unsigned long long x) noexcept nogil:
    return <int>popcount(x)


cdef inline int lowest(unsigned long long x) noexcept nogil:
    return trailing_zeros(x)
