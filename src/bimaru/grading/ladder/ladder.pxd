# The fields and C methods of `ladder.py`.

from bimaru.bits cimport BIT
from bimaru.grading.ladder.line_techniques cimport LineTechniques
from bimaru.grading.ladder.rungs cimport *


cdef class Ladder(LineTechniques):
    cdef public object watch
    cdef int ticks
    cdef int n_steps  # of the last climb
    cdef int[32] uses  # steps on each rung
    cdef unsigned long long[64] passed_ship  # values that plain techniques do not refute
    cdef unsigned long long[64] passed_water
    cdef unsigned long long[64] true_ship  # values of the solution, where it is known: nothing refutes them
    cdef unsigned long long[64] true_water
    cdef int cursor  # the row, first of water and then of ship, that is probed next
    cdef bytearray memory  # that of `closures`
    cdef unsigned long long* closures  # for each value: whether known; the board that follows
    cdef bint keeps_closures
    cdef readonly int n_tried
    cdef readonly int n_chained

    cdef int try_rung(self, int rung) except? -1
    cdef int climb(self, int rungs) except? -1
    cdef int steps_of(self, int supposition) except? -1
    cdef bint is_open(self, int supposition) except? -1
    cpdef rule_out(self, int supposition)
    cdef void assume(self, int supposition) except *
    cdef int probe(self) except? -1
    cdef bint passes(self, int supposition)
    cdef bint seems_to_pass(self, int supposition) except? -1
    cdef keep_closures(self)
    cdef Py_ssize_t closure_at(self, int supposition) noexcept
    cdef bint is_closed(self, Py_ssize_t at) noexcept
    cdef int settle_plain(self, int rungs, bint is_right) except? -1
    cdef int sweep(self) noexcept
    cdef void mark_line(self, int line, unsigned long long mask, bint is_ship) noexcept
    cdef int sweep_lines(self) noexcept
