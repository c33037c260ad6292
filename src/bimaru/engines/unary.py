"""Unary numbers in clauses: sums whose value can be bounded by assuming literals.

Olivier Bailleux and Yacine Boufkhad, "Efficient CNF encoding of Boolean cardinality constraints", CP 2003
(the totalizer), with weights as in Saurabh Joshi, Ruben Martins and Vasco Manquinho, "Generalized totalizer
encoding for pseudo-Boolean constraints", CP 2015.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from bimaru.deadlines import checked
from bimaru.engines.cnf import Clause, Fresh, Literal


class Unary(NamedTuple):
    """A sum: literals `at_least` some values, smallest value first. Values between two of them do not occur.

    If `is_exact` is false, the sum may exceed the last value."""

    at_least: tuple[tuple[int, Literal], ...]
    is_exact: bool = True

    def reaches(self, value: int) -> Literal | None:
        """The literal that the sum is at least `value`, which is above 0; `None` if it never is."""
        return next((literal for least, literal in self.at_least if least >= value), None)

    def times(self, factor: int, cap: int) -> Unary:
        """The sum multiplied; values from `cap` on are one."""
        scaled = [(least * factor, literal) for least, literal in self.at_least]
        within = [(least, literal) for least, literal in scaled if least < cap]
        beyond = [(cap, literal) for least, literal in scaled if least >= cap][:1]
        return Unary((*within, *beyond), self.is_exact)


def total(parts: Sequence[Unary], cap: int, clauses: list[Clause], fresh: Fresh) -> Unary:
    """The sum of all parts; values from `cap` on are one. Adds its clauses to `clauses`."""
    if not parts:
        return Unary(())
    level = list(parts)
    while len(level) > 1:
        pairs = [
            _sum(level[i], level[i + 1], cap, clauses, fresh) for i in checked(range(0, len(level) - 1, 2))
        ]
        level = pairs + level[len(pairs) * 2 :]
    return level[0]


def unary(literals: Sequence[Literal], cap: int, clauses: list[Clause], fresh: Fresh) -> Unary:
    """The number of true literals, counted up to `cap`."""
    return total([Unary(((1, literal),)) for literal in literals], cap, clauses, fresh)


def _sum(one: Unary, other: Unary, cap: int, clauses: list[Clause], fresh: Fresh) -> Unary:
    values = [
        sorted({min(value, cap) for value in (0, *(least for least, _ in each.at_least))})
        for each in (one, other)
    ]
    sums = sorted({min(a + b, cap) for a in values[0] for b in values[1]} - {0})
    result = [(value, fresh()) for value in sums]
    reached = dict(result)
    clauses.extend([-higher, lower] for (_, lower), (_, higher) in pairwise(result))
    for i in checked(range(len(one.at_least) + 1)):
        for j in range(len(other.at_least) + 1):
            value = min(_value(one, i) + _value(other, j), cap)
            if value:
                clauses.append([*_not_below(one, i), *_not_below(other, j), reached[value]])
            above = bisect_right(sums, value)
            if above < len(sums) and _is_bounded(one, i) and _is_bounded(other, j):
                clauses.append([*_beyond(one, i), *_beyond(other, j), -result[above][1]])
    return Unary(tuple(result), one.is_exact and other.is_exact)


def _value(number: Unary, i: int) -> int:
    """The i-th value, counted from 0 for the value 0."""
    return number.at_least[i - 1][0] if i else 0


def _not_below(number: Unary, i: int) -> Clause:
    """True where the number is less than its i-th value."""
    return [-number.at_least[i - 1][1]] if i else []


def _beyond(number: Unary, i: int) -> Clause:
    """True where the number is more than its i-th value."""
    return [number.at_least[i][1]] if i < len(number.at_least) else []


def _is_bounded(number: Unary, i: int) -> bool:
    """Whether the number can be known to be at most its i-th value."""
    return number.is_exact or i < len(number.at_least)
