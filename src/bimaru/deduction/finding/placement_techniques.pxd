# The C methods of `placement_techniques.py`.

from bimaru.bits cimport popcount, trailing_zeros
from bimaru.deduction.finding.codes cimport *
from bimaru.deduction.finding.facts cimport Facts


cdef class PlacementTechniques(Facts):
    cdef bint find_full_lines(self) noexcept
    cdef void find_impossible_lines(self) noexcept
    cdef void complete(self, int subject) noexcept
    cdef void cite_full_line(self, int subject, int value, int since) noexcept
    cdef bint rule_out_placements(self) noexcept
    cdef void rule_out_on_line(self, int line) noexcept
    cdef void cite_overfull(self, int place, int line, int since) noexcept
    cdef void cite_starved(self, int i, int since) noexcept
    cdef void need_first(self, int line, unsigned long long squares, int enough, int since) noexcept
    cdef void cite_ruled_out(self, int since) noexcept
    cdef bint cite_plainly(self, int place, int since) noexcept
    cdef void survey(self, int bound, int since) noexcept
    cdef void cite_starved_lines(self, int bound) noexcept
    cdef bint any_starved(self, int place) noexcept
    cdef void start_listing(self) noexcept
    cdef bint may_list(self, int place) noexcept
    cdef bint may_list_on(self, int line) noexcept
    cdef void count_starved(self, int place) noexcept
    cdef bint is_starved(self, int i) noexcept
    cdef unsigned long long inside(self, int place, int line) noexcept
    cdef int entry_of(self, int place, int line) noexcept
    cdef int find_complete(self, int kind) noexcept
    cdef bint is_listed(self, int place, int n) noexcept
    cdef void rule_out_of_kind(self, int kind) noexcept
    cdef bint rule_out_unaccounted(self) noexcept
    cdef void rule_out_others_of(self, int kind, int since) noexcept
    cdef int account(self, int kind, int since, bint cites) noexcept
    cdef int anchor(self, int where, int number) noexcept
    cdef bint is_only_on(self, int at, int kind, int since) noexcept
    cdef void account_on(self, int at, int kind, int since, bint cites) noexcept
    cdef int n_only_in(self, int line, int kind, int since) noexcept
    cdef void account_in(self, int line, int since, bint cites) noexcept
    cdef void rule_out_rivals(self, int kind, int since) noexcept
    cdef void rule_out_other_kinds(self, int at, int technique, int kind, int since) noexcept
    cdef void cite_complete(self, int kind, int since) noexcept
    cdef void cite_excess(self, int kind, int since) noexcept
    cpdef list excess_of(self, int kind, int since)
    cdef int completed_at(self, int place) noexcept
    cdef void cite_ship(self, int place, int since) noexcept
    cdef void rule_out_by_edges(self) noexcept
    cdef void rule_out_blockers(self, int edge, int letter, int first) noexcept
    cdef void rule_out_others(self, int at, int edge) noexcept
    cdef void cite_edge(self, int edge, int place, int since) noexcept
    cdef bint find_letters(self) noexcept
    cdef bint find_on_squares(self) noexcept
    cdef void cite_covering(self, int at, int fact, int since) noexcept
    cdef bint find_uncovered(self) noexcept
    cdef bint find_waiting(self) noexcept
    cdef bint find_last(self) noexcept
    cdef void cite_kind(self, int kind, int fact, int since) noexcept
    cdef void need_unlisted(self, int place, int fact, int since) noexcept
    cdef bint find_overlaps(self) noexcept
    cdef int wanted_of(self, int kind, int since) noexcept
    cdef int sort_into_groups(self, int kind, int since) noexcept
    cdef int sort_and_drop(self, int kind, int since) noexcept
    cdef bint drop_excluding(self, int n_groups, int since) noexcept
    cdef int group_excluded_by(self, int i, int n_groups, int since) noexcept
    cdef bint are_compared(self, int i, int j) noexcept
    cdef bint go_together(self, int one, int other, int since) noexcept
    cdef int overfilled_by(self, int one, int other, int since) noexcept
    cpdef tuple overfilled_of(self, int kind, int since)
    cdef void cite_overlap(self, int kind, int fact, int since) noexcept
    cdef bint is_shared(self, int at, int kind, int since) noexcept
    cdef bint find_ways(self) noexcept
    cdef bint list_ways(self, int line, int since, bint wants_shared) noexcept
    cdef void mark_patterns(self, int line, int since) noexcept
    cdef bint fill(self, int line, unsigned long long ship, unsigned long long water, unsigned long long chosen, unsigned long long dry) noexcept
    cdef void cite_ways(self, int line, int since) noexcept
