# The functions of `placement_techniques.py` that `citations.py` calls; those with an underscore are its own.

from bimaru.bits cimport ALL_BITS, BIT, popcount, trailing_zeros
from bimaru.deduction.finding.codes cimport *
from bimaru.deduction.finding.facts cimport Facts

cdef int square_at(Facts facts, int line, int position)
cdef bint exclude(Facts facts, int one, int other) noexcept
cdef bint is_complete(Facts facts, int placement, int since) noexcept
cdef bint find_full_lines(Facts facts)
cdef void cite_full_line(Facts facts, int subject, int value, int since) noexcept
cdef bint rule_out_placements(Facts facts)
cdef void cite_overfull(Facts facts, int placement, int line, int since) noexcept
cdef void cite_ruled_out(Facts facts, int since) noexcept
cdef bint rule_out_unaccounted(Facts facts)
cdef int account(Facts facts, int kind, int since, bint cites)
cdef void cite_complete(Facts facts, int kind, int since) noexcept
cdef void cite_excess(Facts facts, int kind, int since)
cdef void cite_edge(Facts facts, int edge, int placement, int since)
cdef bint find_letters(Facts facts)
cdef bint find_on_squares(Facts facts)
cdef void cite_covering(Facts facts, int at, int fact, int since) noexcept
cdef bint find_uncovered(Facts facts)
cdef bint find_waiting(Facts facts)
cdef bint find_last(Facts facts)
cdef void cite_kind(Facts facts, int kind, int fact, int since) noexcept
cdef bint find_overlaps(Facts facts)
cdef int sort_and_drop(Facts facts, int kind, int since)
cdef void cite_overlap(Facts facts, int kind, int fact, int since)
cdef bint find_ways(Facts facts)
cdef bint list_ways(Facts facts, int line, int since, int most, bint wants_shared)
cdef void cite_ways(Facts facts, int line, int since)
cdef list excess_of(Facts facts, int kind, int since)
cdef tuple overfilled_of(Facts facts, int kind, int since)
