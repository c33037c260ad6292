# What other compiled files take from `placement_search.py`.

cdef class PoseFrames:
    cdef object poses  # keeps the tables alive
    cdef Py_ssize_t height
    cdef Py_ssize_t width
    cdef bytearray memory
    cdef bytearray numbers  # levels and position
    cdef bytes table
    cdef bytes first
    cdef unsigned long long* m
    cdef long long* t
    cdef unsigned long long* first_sets
    cdef long long* levels
    cdef long long* position
    cdef long long* edges
    cdef Py_ssize_t n_edges
    cdef Py_ssize_t first_words

    cdef void reserve(self, object poses) except *
    cdef void reset(self) noexcept
    cdef void set_tally(self, Py_ssize_t line, long long tally) noexcept
    cdef void bar_tally(self, Py_ssize_t line, long long tally) noexcept
    cdef void add_given(self, Py_ssize_t row, Py_ssize_t col, Py_ssize_t code) noexcept
    cdef void add_edge(self, Py_ssize_t first, Py_ssize_t step, Py_ssize_t length, Py_ssize_t symbol) noexcept
    cdef long long search(self, long long nodes) except? -1
    cdef void prefer_found(self) noexcept
    cdef void write_board(self, unsigned char* parts, unsigned char* symbols) noexcept
