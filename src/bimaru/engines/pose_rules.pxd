# What the search takes from `pose_rules.py`; `poses.py` describes the tables and the memory.

cdef enum:
    FAILED = 0
    OPEN = 1
    SOLVED = 2
    CHANGED = 3

cdef inline unsigned long long word(unsigned long long x) noexcept nogil:
    return x  # the words of C are no longer

cdef bint place(unsigned long long* m, long long* t, Py_ssize_t f, Py_ssize_t pose, Py_ssize_t start) noexcept nogil
cdef void add_given(unsigned long long* m, long long* t, Py_ssize_t f, Py_ssize_t cell, Py_ssize_t code) noexcept nogil
cdef int propagate_once(
    unsigned long long* m, long long* t, Py_ssize_t f, long long* edges, Py_ssize_t n_edges
) noexcept nogil
cdef long long covering(
    unsigned long long* m, long long* t, Py_ssize_t f, Py_ssize_t cell, long long skip
) noexcept nogil
cdef long long preferred(
    unsigned long long* m, long long* t, Py_ssize_t f, Py_ssize_t kind, Py_ssize_t cell
) noexcept nogil
cdef Py_ssize_t number_covering(
    unsigned long long* m, long long* t, Py_ssize_t f, Py_ssize_t cell, Py_ssize_t most
) noexcept nogil
cdef Py_ssize_t number_of_kind(
    unsigned long long* m, long long* t, Py_ssize_t f, Py_ssize_t kind
) noexcept nogil
cdef long long first_of_kind(
    unsigned long long* m, long long* t, Py_ssize_t f, Py_ssize_t kind
) noexcept nogil
