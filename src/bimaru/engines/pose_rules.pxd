# What the search takes from `pose_rules.py`; `poses.py` describes the tables and the memory.

from bimaru.bits cimport Index, Number, Numbers, Word, Words, popcount

cdef enum:
    FAILED = 0
    OPEN = 1
    SOLVED = 2
    CHANGED = 3

cdef inline Word word(Word x) noexcept nogil:
    return x  # the words of C are no longer

cdef inline Index lowest_bit(Word x) noexcept nogil:
    return popcount((x & (~x + 1)) - 1)

cdef bint place(Words m, Numbers t, Index f, Index pose, Index start) noexcept nogil
cdef void add_given(Words m, Numbers t, Index f, Index cell, Index code) noexcept nogil
cdef int propagate_once(Words m, Numbers t, Index f, Numbers edges, Index n_edges) noexcept nogil
cdef Number covering(Words m, Numbers t, Index f, Index cell, Number skip) noexcept nogil
