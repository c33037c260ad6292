"""Unary numbers against counting by hand."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count, product

import pytest
from pysat.solvers import Solver

from bimaru.engines.cnf import Clause
from bimaru.engines.unary import Unary, total, unary


def check_all(
    literals: list[int], clauses: list[Clause], number: Unary, value: Callable[[list[int]], int]
) -> None:
    """For every assignment of the literals, the literals of the number are forced as its value says."""
    with Solver("glucose4", bootstrap_with=clauses) as solver:
        for signs in product((0, 1), repeat=len(literals)):
            chosen = [literal if sign else -literal for literal, sign in zip(literals, signs, strict=True)]
            assert solver.solve(assumptions=chosen)
            for least, literal in number.at_least:
                right = literal if value([*signs]) >= least else -literal
                assert not solver.solve(assumptions=[*chosen, -right])


@pytest.mark.parametrize("size", range(6))
@pytest.mark.parametrize("cap", [1, 2, 3, 9])
def test_counted_literals_reach_exactly_their_number(size: int, cap: int) -> None:
    fresh = count(1).__next__
    literals = [fresh() for _ in range(size)]
    clauses: list[Clause] = []
    number = unary(literals, cap, clauses, fresh)
    assert [least for least, _ in number.at_least] == [*range(1, min(size, cap) + 1)]
    check_all(literals, clauses, number, sum)


@pytest.mark.parametrize("cap", [3, 7, 50])
def test_weighted_sums_reach_exactly_their_values(cap: int) -> None:
    fresh = count(1).__next__
    literals = [fresh() for _ in range(6)]
    clauses: list[Clause] = []
    parts = [
        unary(literals[:3], 9, clauses, fresh).times(2, cap),
        unary(literals[3:5], 9, clauses, fresh).times(5, cap),
        unary(literals[5:], 9, clauses, fresh),
    ]
    number = total(parts, cap, clauses, fresh)

    def value(signs: list[int]) -> int:
        return 2 * sum(signs[:3]) + 5 * sum(signs[3:5]) + signs[5]

    check_all(literals, clauses, number, value)
    assert (number.reaches(cap + 1), number.reaches(1) is None) == (None, False)


def test_a_number_that_is_counted_only_in_part_is_never_bounded_from_above() -> None:
    fresh = count(1).__next__
    literals = [fresh() for _ in range(4)]
    clauses: list[Clause] = []
    some = Unary(unary(literals, 2, clauses, fresh).at_least, is_exact=False)
    number = total([some.times(3, 99), Unary(((1, fresh()),))], 99, clauses, fresh)
    assert not number.is_exact
    with Solver("glucose4", bootstrap_with=clauses) as solver:
        top = number.reaches(7)
        assert top is not None
        assert solver.solve(assumptions=[*literals, top])
        assert solver.solve(assumptions=[*literals])
