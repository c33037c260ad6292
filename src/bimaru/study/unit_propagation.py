# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: language_level=3, freethreading_compatible=True
"""Unit propagation on clauses that come and go, for checking proofs.

A clause is watched by two of its literals, the first two: it can only have become unit when one of those
became false (Moskewicz et al., "Chaff", DAC 2001). The clauses that a literal watches are a chain: each has a
link for either of its watched literals.

A literal is 2 * v for variable v and 2 * v + 1 for its negation. The file is compiled (Cython, pure-Python
mode) and also runs uncompiled, slower.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

import cython

_NONE = cython.declare(cython.int, -1)
_VISITS = cython.declare(cython.int, 10_000)
"""Visits between two calls of `watch`."""
_LONG = cython.declare(cython.int, 8)
"""Literals of a clause that are looked at in the time of a visit."""


@cython.cclass
class Clauses:
    """Clauses over the variables 1 to `variables`, by number, and the literals that are true by unit
    propagation. `contradictory`: whether nothing satisfies them, as far as that shows. `watch` is called with
    the number of clauses visited, where a long one counts by its literals that are looked at, and may raise
    an exception; the clauses are unusable after that."""

    is_true: cython.uchar[::1]
    head: cython.int[::1]
    trail: cython.int[::1]
    literals: cython.int[::1]
    start: cython.int[::1]
    end: cython.int[::1]
    after: cython.int[::1]
    top: cython.int
    n_literals: cython.int
    n_clauses: cython.int
    visits: cython.int
    contradictory: cython.bint
    watch: object

    def __init__(self, variables: int, watch: Callable[[int], None]) -> None:
        size = 2 * variables + 2
        self.watch = watch
        self.is_true, self.head = bytearray(size), _filled(size, -1)
        self.trail = _filled(variables + 1, 0)
        self.literals = _filled(1024, 0)
        self.start, self.end, self.after = _filled(256, 0), _filled(256, 0), _filled(512, 0)
        self.top = self.n_literals = self.n_clauses = self.visits = 0
        self.contradictory = False

    def add(self, clause: Sequence[int]) -> int:
        """Add a true clause, without repeated literals, and propagate. Returns its number.

        Literals that are false stay so, and are left out."""
        literal: cython.int
        signed: cython.int
        begin: cython.int = self.n_literals
        satisfied: cython.bint = False
        self._make_room(len(clause))
        for signed in clause:
            literal = _coded(signed)
            if self.is_true[literal]:
                satisfied = True
            if not self.is_true[literal ^ 1]:
                self.literals[self.n_literals] = literal
                self.n_literals += 1
        number: cython.int = self.n_clauses
        size: cython.int = self.n_literals - begin
        self.n_clauses += 1
        self.start[number], self.end[number] = begin, self.n_literals
        if size == 0:
            self.contradictory = True
        elif satisfied:
            pass
        elif size == 1:
            before: cython.int = self.top
            self._assume(self.literals[begin])
            if not self._propagate_from(before):
                self.contradictory = True
        else:
            self._attach(2 * number, self.literals[begin])
            self._attach(2 * number + 1, self.literals[begin + 1])
        return number

    def delete(self, number: int) -> None:
        """Delete a clause, but not what followed from it."""
        clause: cython.int = number
        self.end[clause] = self.start[clause]

    def implies(self, clause: Sequence[int]) -> bool:
        """Whether the clause follows by unit propagation: whether the opposites of its literals lead to a
        contradiction."""
        signed: cython.int
        before: cython.int = self.top
        holds: cython.bint = not self.contradictory
        if holds:
            for signed in clause:
                if not self._assume(_coded(signed) ^ 1):
                    holds = False
                    break
        if holds:
            holds = self._propagate_from(before)
        while self.top > before:
            self.top -= 1
            self.is_true[self.trail[self.top]] = 0
        return not holds

    def finish(self) -> None:
        """Report the visits since `watch` was last called."""
        self.watch(self.visits)
        self.visits = 0

    @cython.cfunc
    def _make_room(self, size: cython.int) -> cython.void:
        if self.n_literals + size > len(self.literals):
            self.literals = _longer(self.literals, self.n_literals + size)
        if self.n_clauses == len(self.start):
            self.start, self.end = _longer(self.start, 0), _longer(self.end, 0)
            self.after = _longer(self.after, 0)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _attach(self, link: cython.int, literal: cython.int) -> cython.void:
        self.after[link] = self.head[literal]
        self.head[literal] = link

    @cython.cfunc
    @cython.exceptval(check=False)
    def _assume(self, literal: cython.int) -> cython.bint:
        """Make a literal true; false if it is not."""
        if self.is_true[literal ^ 1]:
            return False
        if not self.is_true[literal]:
            self.is_true[literal] = 1
            self.trail[self.top] = literal
            self.top += 1
        return True

    @cython.cfunc
    def _propagate_from(self, done: cython.int) -> cython.bint:
        """Propagate the literals of the trail from a position on; false at a contradiction."""
        while done < self.top:
            if not self._propagate(self.trail[done] ^ 1):
                return False
            done += 1
            if self.visits >= _VISITS:
                self.finish()
        return True

    @cython.cfunc
    @cython.exceptval(check=False)
    def _propagate(self, false: cython.int) -> cython.bint:
        """Visit the clauses watched by a literal that became false: each watches another literal that is not
        false or, if there is none, its other watched one becomes true. False at a contradiction."""
        link: cython.int = self.head[false]
        before: cython.int = _NONE
        following: cython.int
        begin: cython.int
        own: cython.int
        k: cython.int
        new: cython.int
        keeps: cython.bint
        while link != _NONE:
            following = self.after[link]
            begin = self.start[link >> 1]
            own = begin + (link & 1)
            self.visits += 1
            keeps = self.end[link >> 1] > begin
            if keeps and not self.is_true[self.literals[2 * begin + 1 - own]]:
                new = _NONE
                for k in range(begin + 2, self.end[link >> 1]):
                    if not self.is_true[self.literals[k] ^ 1]:
                        new = self.literals[k]
                        self.literals[k], self.literals[own] = false, new
                        break
                if self.end[link >> 1] > begin + _LONG:
                    self.visits += (k - begin) // _LONG
                if new == _NONE and not self._assume(self.literals[2 * begin + 1 - own]):
                    return False
                if new != _NONE:
                    keeps = False
                    self._attach(link, new)
            if keeps:
                before = link
            elif before == _NONE:
                self.head[false] = following
            else:
                self.after[before] = following
            link = following
        return True


@cython.cfunc
@cython.exceptval(check=False)
def _coded(signed: cython.int) -> cython.int:
    return 2 * signed if signed > 0 else -2 * signed + 1


def _filled(size: int, value: int) -> array[int]:
    return array("i", [value]) * size


def _longer(items: Sequence[int], size: int) -> array[int]:
    """A copy with twice the length, or more."""
    longer = array("i", items)
    return longer + _filled(max(len(longer), size), 0)
