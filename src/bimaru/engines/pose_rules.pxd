# What the search takes from `pose_rules.py`; `poses.py` describes the tables and the memory.

from bimaru.bits cimport popcount

cdef enum:
    FAILED = 0
    OPEN = 1
    SOLVED = 2
    CHANGED = 3

cdef inline unsigned long long word(unsigned long long x) noexcept nogil:
    return x  # the words of C are no longer

cdef inline Py_ssize_t lowest_bit(unsigned long long x) noexcept nogil:
    return popcount((x & (~x + 1)) - 1)

cdef bint place(unsigned long long* m, long long* t, Py_ssize_t f, Py_ssize_t pose, Py_ssize_t start) noexcept nogil
cdef void add_given(unsigned long long* m, long long* t, Py_ssize_t f, Py_ssize_t cell, Py_ssize_t code) noexcept nogil
cdef int propagate_once(
    unsigned long long* m, long long* t, Py_ssize_t f, long long* edges, Py_ssize_t n_edges
) noexcept nogil
cdef long long covering(
    unsigned long long* m, long long* t, Py_ssize_t f, Py_ssize_t cell, long long skip
) noexcept nogil
