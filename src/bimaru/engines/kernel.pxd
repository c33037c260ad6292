# What other compiled files take from `kernel.py`.

from bimaru.engines.kernel_memory cimport MOST_KINDS, PLANES, POSITION_SIZE

cdef class Frames:
    cdef Py_ssize_t height
    cdef Py_ssize_t width
    cdef bytearray memory  # the lanes, then the levels
    cdef unsigned short* lanes16  # the memory, by the width of its lanes; the others are NULL
    cdef unsigned int* lanes32
    cdef unsigned long long* lanes64
    cdef long long* levels
    cdef unsigned long long[2 * PLANES] columns
    cdef long long[POSITION_SIZE] position
    cdef long long[4 + 2 * MOST_KINDS] fleet
    cdef long long slice_nodes  # nodes between two looks at the clock and for signals
    cdef long long nodes_since_signals
    cdef Py_ssize_t guide  # the offset of the frame with the starts to try first; 0 for none

    cdef bint read_fleet(self, tuple pairs) except -1
    cdef void reserve(self, Py_ssize_t frames) except *
    cdef void reset(self, long long* bounds) noexcept
    cdef void add_given(self, Py_ssize_t row, Py_ssize_t col, Py_ssize_t kind, Py_ssize_t level) noexcept
    cdef void forbid_part(self, Py_ssize_t row, Py_ssize_t col, Py_ssize_t kind) noexcept
    cdef void set_order(self, long long order) noexcept
    cdef void follow(self, Py_ssize_t level, const unsigned char* ships) noexcept
    cdef void propagate_first(self) noexcept
    cdef long long search(self, long long nodes) except? -1
    cdef void write_parts(self, const unsigned char* part_marks, unsigned char* squares) noexcept

cdef bint can_hold(Py_ssize_t height, Py_ssize_t width, long long* fleet, long long* bounds) noexcept
cdef Py_ssize_t ships_of(long long* fleet) noexcept
