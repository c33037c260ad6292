# What other compiled files take from `placement_search.py`.

from bimaru.bits cimport Index, Number, Numbers, Words

cdef class PoseFrames:
    cdef object poses  # keeps the tables alive
    cdef Index height
    cdef Index width
    cdef bytearray memory_bytes
    cdef bytearray numbers  # levels and position
    cdef bytes table_bytes
    cdef bytes first
    cdef Words memory
    cdef Numbers table
    cdef Words first_sets
    cdef Numbers levels
    cdef Numbers position
    cdef Numbers edges
    cdef Index n_edges
    cdef Index first_words

    cdef void reserve(self, object poses) except *
    cdef void reset(self) noexcept
    cdef void set_tally(self, Index line, Number tally) noexcept
    cdef void exclude_tally(self, Index line, Number tally) noexcept
    cdef void add_given(self, Index row, Index col, Index code) noexcept
    cdef void add_edge(self, Index first, Index step, Index length, Index symbol) noexcept
    cdef Number search(self, Number nodes) except? -1
    cdef Index placed_of_found(self) noexcept
    cdef void prefer_found(self) noexcept
    cdef void write_board(self, unsigned char* parts, unsigned char* symbols) noexcept
