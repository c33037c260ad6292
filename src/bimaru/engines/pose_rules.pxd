# What the search takes from `pose_rules.py`; `poses.py` describes the tables and the memory.

from bimaru.bits cimport Index, Number, Numbers, Word, Words, popcount
from bimaru.engines.poses cimport ORIENTATION_SIZE, ORIENTATIONS, POSES

cdef enum:
    FAILED = 0
    OPEN = 1
    SOLVED = 2
    CHANGED = 3

cdef inline Word word(Word x) noexcept nogil:
    return x  # the words of C are no longer

cdef inline Index lowest_bit(Word x) noexcept nogil:
    return popcount((x & (~x + 1)) - 1)

cdef inline Number kind_of(Numbers table, Index pose) noexcept nogil:
    return table[table[POSES] + 3 * pose]

cdef inline Index entry_of(Numbers table, Index pose) noexcept nogil:
    return table[ORIENTATIONS] + ORIENTATION_SIZE * table[table[POSES] + 3 * pose + 1]

cdef inline Index symbols_of(Numbers table, Index pose) noexcept nogil:
    return table[table[POSES] + 3 * pose + 2]

cdef bint place(Words memory, Numbers table, Index frame, Index pose, Index start) noexcept nogil
cdef void add_given(Words memory, Numbers table, Index frame, Index cell, Index code) noexcept nogil
cdef int propagate_once(Words memory, Numbers table, Index frame, Numbers edges, Index n_edges) noexcept nogil
cdef Number covering(Words memory, Numbers table, Index frame, Index cell, Number skip) noexcept nogil
