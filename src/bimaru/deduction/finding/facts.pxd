# The fields and C methods of `facts.py`.

from bimaru.bits cimport ALL_BITS, BIT, trailing_zeros
from bimaru.deduction.finding.codes cimport *


cdef class Facts:
    cdef public object geometry
    cdef readonly int n
    cdef int n_lines
    cdef int height
    cdef int width
    cdef int n_kinds
    cdef int n_places
    cdef int words
    cdef int[::1] tally
    cdef int[::1] line_clued
    cdef int[::1] number
    cdef int[::1] kind
    cdef int[::1] first
    cdef int[::1] body
    cdef int[::1] squares_start
    cdef int[::1] squares
    cdef int[::1] letters
    cdef int[::1] around_start
    cdef int[::1] around
    cdef int[::1] covering_start
    cdef int[::1] covering
    cdef int[::1] touching_start
    cdef int[::1] touching
    cdef int[::1] corners_start
    cdef int[::1] corners
    cdef unsigned long long[::1] square_masks
    cdef unsigned long long[::1] around_masks
    cdef int[::1] line_start
    cdef int[::1] line_place
    cdef unsigned long long[::1] line_inside
    cdef unsigned long long[::1] line_beside
    cdef int[::1] line_of
    cdef int most_inside
    cdef int most_beside
    cdef int[::1] entries_start
    cdef int[::1] entries
    cdef int[::1] line_pattern
    cdef int[::1] pattern_start
    cdef unsigned long long[::1] pattern_inside
    cdef unsigned long long[::1] pattern_beside
    cdef int[::1] pattern_seen
    cdef int n_listings
    cdef int[::1] pattern_first
    # Lines, and then groups of lines that have no tally: their lines, and the ship squares that they need.
    cdef int[::1] member_start
    cdef int[::1] members
    cdef int[::1] need
    cdef int n_groups
    cdef int[::1] group_of
    cdef int[::1] edge_start
    cdef int[::1] edge_squares
    cdef int[::1] edge_letter
    cdef int n_edges
    # The board.
    cdef unsigned char[::1] value
    cdef int[::1] when
    cdef unsigned char[::1] possible
    cdef int[::1] when_out
    cdef int[::1] cover
    cdef unsigned long long[::1] line_ship
    cdef unsigned long long[::1] line_water
    cdef unsigned long long[::1] line_full
    cdef int[::1] bodies
    cdef int[::1] readings
    # The trail.
    cdef readonly int top
    cdef int head
    cdef int[::1] fact
    cdef int[::1] technique
    cdef int[::1] subject
    cdef int[::1] since
    cdef readonly int n_known
    # What has changed since each technique looked.
    cdef unsigned char[::1] lines_changed
    cdef unsigned char[::1] lines_to_check
    cdef unsigned char[::1] lines_filled
    cdef unsigned char[::1] squares_changed
    cdef unsigned char[::1] kinds_changed
    cdef unsigned char[::1] kinds_compared
    cdef unsigned char[::1] kinds_to_account
    cdef unsigned char[::1] has_double
    cdef unsigned char[::1] is_uncovered
    cdef bint any_uncovered
    cdef unsigned char[::1] waits
    cdef bint any_waits
    cdef bint any_square
    cdef bint any_edge
    cdef readonly int failure
    cdef readonly int failure_subject
    cdef readonly int failure_since
    cdef readonly unsigned long long wording
    cdef readonly int failed_by
    cdef readonly int failed_about
    cdef readonly int failed_fact
    cdef bint starves
    cdef public bint tells  # whether conclusions are told: then lists have no placements that starve a line
    cdef public list own
    cdef readonly list findings
    # Citing.
    cdef unsigned char[::1] needed
    cdef unsigned char[::1] cited_lines
    cdef unsigned char[::1] cited_kinds
    cdef unsigned char[::1] cited_givens
    cdef unsigned char[::1] cited_edges
    cdef int[::1] starved_line
    cdef int[::1] cited_accounts
    cdef unsigned char[::1] can_starve
    cdef unsigned long long[::1] surveyed
    cdef int[::1] n_starved
    # Placements of which it is still to be cited why no ship lies there.
    cdef int[::1] to_cite
    cdef int n_to_cite
    # Where the chain begins that is cited.
    cdef int mark
    # Scratch.
    cdef unsigned long long[::1] both
    cdef unsigned long long[::1] near
    cdef unsigned long long[::1] pattern_in
    cdef unsigned long long[::1] pattern_by
    cdef int n_patterns
    cdef unsigned long long[::1] ways
    cdef int n_ways
    cdef int n_nodes
    cdef bint wants_shared
    cdef unsigned long long in_every_way
    cdef unsigned long long in_any_way
    cdef int[::1] grouped
    cdef int[::1] group
    cdef int[::1] dropped  # the order in which placements were dropped, 0 for those that are left
    cdef int[::1] against
    cdef int n_grouped
    cdef int[::1] listed
    cdef unsigned char[::1] joined
    cdef unsigned char[::1] accounted
    cdef int[::1] anchors
    cdef int[::1] anchored
    cdef int n_anchors

    cdef void add(self, int fact, int technique, int subject, int since) noexcept
    cdef void fail(self, int technique, int subject) noexcept
    cdef void settle(self, int at, int value, int technique, int subject, int since) noexcept
    cdef void change_line(self, int line) noexcept
    cdef void change_kind(self, int kind) noexcept
    cdef void rule_out(self, int place, int technique, int subject, int since) noexcept
    cdef void spread(self) noexcept
    cdef void count_ruled_out(self, int place) noexcept
    cdef void change_square(self, int at) noexcept
    cdef bint has_no_form(self, int at) noexcept
    cdef void join(self, int at) noexcept
    cdef int join_next(self, int at, int n) noexcept
    cdef int first_joined(self, int place) noexcept
    cpdef void undo(self, int mark) except *
    cdef void settle_line(self, int line, int value, int technique, int subject, int since) noexcept
    cdef int square_at(self, int line, int position) noexcept
    cdef unsigned long long known_in(self, int line, int value, int since) noexcept
    cdef void need_line(self, int line, int value, int since) noexcept
    cdef bint is_in(self, int line, int at) noexcept
    cdef unsigned long long bit_of(self, int line, int at) noexcept
    cdef bint is_complete(self, int place, int since) noexcept
    cdef int shows(self, int place, int at) noexcept
    cdef bint can_show(self, int at, int letter, int since) noexcept
    cdef bint covers(self, int place, int at) noexcept
    cdef bint surrounds(self, int place, int at) noexcept
    cdef void start_sharing(self) noexcept
    cdef void share(self, int place) noexcept
    cdef void settle_shared(self, int technique, int subject, int since) noexcept
    cdef bint is_at_corner(self, int at) noexcept
    cdef bint implies(self, int place, int fact) noexcept
    cdef bint exclude(self, int one, int other) noexcept
    cdef void need_square(self, int at, int since) noexcept
    cdef void need_ruled_out(self, int place, int since) noexcept
    cdef void start_citing(self) noexcept
