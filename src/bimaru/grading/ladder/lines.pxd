# The fields and C methods of `lines.py`.

from bimaru.bits cimport ALL_BITS, BIT
from bimaru.grading.ladder.rungs cimport *


cdef class Lines:
    cdef readonly int height
    cdef readonly int width
    cdef int lines
    cdef int kinds
    cdef int squares  # of the whole fleet
    cdef int[64] length  # of each kind of ship, longest first
    cdef int[64] count
    cdef int[128] has_tally
    cdef int[128] tally
    cdef unsigned long long[128] full  # every square of a line
    cdef unsigned long long[384] parts  # given parts: six kinds, a mask a row for each
    cdef unsigned long long[128] middle
    cdef unsigned long long[128] ship
    cdef unsigned long long[128] water
    cdef unsigned long long[512] saved_ship  # the boards that suppositions started from, up to four
    cdef unsigned long long[512] saved_water
    cdef int level  # suppositions in force
    # Sets of lines, each a mask of the rows and one of the columns:
    cdef unsigned long long[2] uncounted  # changed since the three arrays that follow were found
    cdef unsigned long long[2] unswept  # counted since the quick techniques have last completed them
    cdef unsigned long long[2] unspread  # counted since the diagonals of their ship squares were marked
    cdef unsigned long long[2] missing  # without a tally
    cdef unsigned long long[128] open  # neither ship nor water
    cdef int[128] max_ship  # the most open squares of a line that can be ship; below 0: it has too many
    cdef int[128] max_water
    cdef bytearray starts  # the memory of the three that follow, each a word for each kind and line
    cdef unsigned long long* possible  # starts of ships that are not complete
    cdef unsigned long long* placed  # starts of complete ships
    cdef unsigned long long* ruled_out  # starts ruled out by case analyses
    cdef bint rules_out  # whether there have been any
    cdef int[64] n_possible
    cdef int[64] n_placed
    cdef unsigned long long[128] coverable  # squares that a ship along the line covers in some placement
    cdef int placement_level  # `STALE`, `FITTING` or `FEEDING`

    cdef set_clues(self, tuple rows, tuple cols, givens)
    cdef allocate_starts(self)
    cdef mark_given(self, int row, int col, str kind)
    cdef void set_ruled_out(self, int placement, bint is_out) noexcept
    cdef void mark(self, int row, unsigned long long ship, unsigned long long water) noexcept
    cdef void refresh(self) noexcept
    cdef void see_counted(self, int axis, unsigned long long lines) noexcept
    cdef void recount(self) noexcept
    cdef void put_line(self, int line, unsigned long long ship, unsigned long long water, unsigned long long middle) noexcept
    cdef void bound_missing(self, int first, int last) noexcept
    cdef bint is_full(self) noexcept
    cdef void push(self) noexcept
    cdef void pop(self) noexcept
    cdef void keep_board(
        self, unsigned long long* ship, unsigned long long* water, unsigned long long* middle
    ) noexcept
    cdef void put_board(
        self, unsigned long long* ship, unsigned long long* water, unsigned long long* middle
    ) noexcept
    cdef void find_placements(self, int level) noexcept
    cdef void find_feeding(self, int first, int last) noexcept
    cdef unsigned long long starved_beside(self, int beside, unsigned long long starts, int length) noexcept
    cdef int longest_left(self) except? -1
