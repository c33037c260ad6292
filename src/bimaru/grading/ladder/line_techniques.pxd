# The fields and C methods of `line_techniques.py`.

from bimaru.bits cimport ALL_BITS, BIT, mix
from bimaru.grading.ladder.lines cimport Lines
from bimaru.grading.ladder.rungs cimport *


cdef class LineTechniques(Lines):
    cdef unsigned long long[64] found_ship  # what the scan has found, a mask a row
    cdef unsigned long long[64] found_water
    cdef unsigned long long found_rows  # the rows where it has found anything
    cdef unsigned long long[64] shared_ship  # what some placements have in common, or one given part shows
    cdef unsigned long long[64] shared_water
    cdef int shared_top  # the rows where that can be anything
    cdef int shared_end
    cdef unsigned long long[64] way_start  # where ships of each kind may start in the line that is filled
    cdef unsigned long long way_ship  # squares of it that are ship in some way to fill it
    cdef unsigned long long way_wet  # and those that are water in some
    cdef int[64] group_of  # of each placement of an overlap
    cdef unsigned long long[2048] idle  # fingerprints of lines whose fillings share nothing

    cdef void conclude(self, int line, unsigned long long mask, bint is_ship) noexcept
    cdef int end_scan(self, bint fails) noexcept
    cdef bint given_parts(self) noexcept
    cdef bint around_part(self, int kind, int row, int col) noexcept
    cdef bint diagonals(self) noexcept
    cdef bint complete_lines(self, bint has_tally, bint is_ship) noexcept
    cdef bint rest_water(self) noexcept
    cdef bint rest_ship(self) noexcept
    cdef bint missing_tallies(self) noexcept
    cdef bint finished_ships(self) noexcept
    cdef bint middles(self) noexcept
    cdef bint middle_at(self, int row, int col) noexcept
    cdef bint can_run(self, int line, int at) noexcept
    cdef unsigned long long uncovered(self, int row) noexcept
    cdef bint unreached(self, int level) noexcept
    cdef bint intersect(self, int line, int start, int length, bint is_first) noexcept
    cdef void conclude_shared(self) noexcept
    cdef bint intersect_covering(self, int line, int at, bint is_first) noexcept
    cdef bint share_covering(self, int row, int col) noexcept
    cdef bint growth(self) noexcept
    cdef bint last_placements(self, int level) noexcept
    cdef bint overlaps(self, int level) noexcept
    cdef bint overlap_of_all(self, int kind) noexcept
    cdef bint overlap_of(self, int kind, int missing) noexcept
    cdef bint are_crowding(self, int line, int start, int begin, int length) noexcept
    cdef bint fillings(self, int level) noexcept
    cdef unsigned long long singles(self, int line) noexcept
    cdef bint fill_line(self, int line) noexcept
    cdef bint find_ways(self, int line, unsigned long long single, unsigned long long dry, unsigned long long numbers) noexcept
    cdef unsigned long long fingerprint(self, int line, unsigned long long single) noexcept
