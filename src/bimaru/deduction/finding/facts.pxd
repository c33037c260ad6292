# The fields and C methods of `facts.py`.

from bimaru.bits cimport BIT
from bimaru.deduction.finding.codes cimport *


cdef class Facts:
    # Where ships can lie, as in `Geometry`.
    cdef public object geometry
    cdef readonly int n
    cdef int height, width, n_lines, n_kinds, n_placements, words, most_inside, most_beside
    cdef unsigned char[::1] has_double
    cdef int[::1] kind, first, body, letters
    cdef int[::1] squares_start, squares, around_start, around, covering_start, covering
    cdef int[::1] touching_start, touching, corners_start, corners
    cdef unsigned long long[::1] square_masks, around_masks
    cdef int[::1] line_start, line_placement, line_of, entries_start, entries
    cdef unsigned long long[::1] line_inside, line_beside
    cdef int[::1] line_pattern, pattern_start
    cdef unsigned long long[::1] pattern_inside, pattern_beside
    # The clues: of lines, and then of groups of lines that have no tally, their lines and the ship squares
    # that they need.
    cdef int[::1] tally, number, need, member_start, members, group_of
    cdef int n_groups, n_edges
    cdef int[::1] edge_start, edge_squares, edge_letter
    # The board: squares and placements, and when each was settled or ruled out.
    cdef unsigned char[::1] value, possible
    cdef int[::1] when, when_out, cover, bodies, readings
    cdef unsigned long long[::1] line_ship, line_water, line_full
    cdef readonly int n_known
    # The trail.
    cdef readonly int top
    cdef int head
    cdef int[::1] fact, technique, subject, since
    # What has changed since each technique looked.
    cdef unsigned char[::1] lines_changed, lines_to_check, lines_filled
    cdef unsigned char[::1] kinds_changed, kinds_compared, kinds_to_account
    cdef unsigned char[::1] squares_changed, is_uncovered, waits
    cdef bint any_square, any_edge, any_uncovered, any_waits, starves
    # The contradiction.
    cdef readonly int failure, failure_subject, failure_since, failed_by, failed_about, failed_fact
    # Whether conclusions are told: then lists have no placements that starve a line.
    cdef public bint tells
    # The user's own techniques, called where the others end, and everything that they ever found.
    cdef public list own
    cdef readonly list findings
    # What is cited; the placements of which it is still to be cited why no ship lies there; and `mark`, where
    # the chain begins that is cited.
    cdef readonly unsigned long long wording
    cdef unsigned char[::1] needed, cited_lines, cited_kinds, cited_givens, cited_edges, can_starve
    cdef int[::1] cited_accounts, starved_line, n_starved, to_cite
    cdef unsigned long long[::1] surveyed
    cdef int n_to_cite, mark
    # Scratch. `dropped`: the order in which placements were dropped, 0 for those that are left.
    cdef unsigned long long[::1] both, near, pattern_in, pattern_by, ways
    cdef int[::1] pattern_seen, pattern_first, grouped, group, dropped, against, listed, anchors, anchored
    cdef int n_patterns, n_listings, n_ways, most_ways, n_nodes, n_grouped, n_anchors
    cdef bint wants_shared
    cdef unsigned long long in_every_way, in_any_way
    cdef unsigned char[::1] joined, accounted

    cdef void add(self, int fact, int technique, int subject, int since) noexcept
    cdef void fail(self, int technique, int subject)
    cdef void settle(self, int at, int value, int technique, int subject, int since) noexcept
    cdef void change_line(self, int line) noexcept
    cdef void change_kind(self, int kind) noexcept
    cdef void rule_out(self, int placement, int technique, int subject, int since) noexcept
    cdef void spread(self) noexcept
    cdef void count_ruled_out(self, int placement) noexcept
    cdef void change_square(self, int at) noexcept
    cdef bint has_no_form(self, int at)
    cdef void join(self, int at)
    cdef int join_next(self, int at, int n)
    cdef int first_joined(self, int placement) noexcept
    cdef void need_square(self, int at, int since) noexcept
    cdef void need_ruled_out(self, int placement, int since) noexcept
