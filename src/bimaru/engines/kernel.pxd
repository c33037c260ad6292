# What other compiled files take from `kernel.py`.

from bimaru.bits cimport Index, Number, Numbers, Word
from bimaru.engines.kernel_memory cimport MOST_KINDS, PLANES, POSITION_SIZE

cdef class Frames:
    cdef Index height
    cdef Index width
    cdef bytearray memory  # the lanes, then the levels
    cdef unsigned short* lanes16  # the memory, by the width of its lanes; the others are NULL
    cdef unsigned int* lanes32
    cdef unsigned long long* lanes64
    cdef Numbers levels
    cdef Word[2 * PLANES] columns
    cdef Number[POSITION_SIZE] position
    cdef Number[4 + 2 * MOST_KINDS] fleet
    cdef Number slice_nodes  # nodes between two looks at the clock and for signals
    cdef Number nodes_since_signals
    cdef Index guide  # the offset of the frame with the starts to try first; 0 for none

    cdef bint read_fleet(self, tuple pairs) except -1
    cdef void reserve(self, Index frames) except *
    cdef void reset(self, Numbers bounds) noexcept
    cdef void add_given(self, Index row, Index col, Index kind, Index level) noexcept
    cdef void forbid_part(self, Index row, Index col, Index kind) noexcept
    cdef void set_order(self, Number order) noexcept
    cdef void follow(self, Index level, const unsigned char* ships) noexcept
    cdef void propagate_first(self) noexcept
    cdef Number search(self, Number nodes) except? -1
    cdef void write_parts(self, const unsigned char* part_marks, unsigned char* squares) noexcept

cdef bint can_hold(Index height, Index width, Numbers fleet, Numbers bounds) noexcept
cdef Index ships_of(Numbers fleet) noexcept
