"""Counting in clauses, by counting models over every encoding and size."""

from __future__ import annotations

from itertools import count
from math import comb

import pytest
from pysat.solvers import Solver

from bimaru.engines.cnf import ENCODINGS, encoding_named

every_encoding = pytest.mark.parametrize("name", ENCODINGS)


@every_encoding
@pytest.mark.parametrize("n", range(8))
def test_the_models_are_the_choices_of_k_among_n(name: str, n: int) -> None:
    for k in range(n + 3):
        fresh = count(n + 1).__next__
        clauses = list(ENCODINGS[name].exactly(range(1, n + 1), k, fresh))
        free = [[variable, -variable] for variable in range(1, fresh())]
        with Solver("glucose4", bootstrap_with=clauses + free) as solver:
            chosen = [
                tuple(literal for literal in model[:n] if literal > 0) for model in solver.enum_models()
            ]
        assert all(len(some) == k for some in chosen)
        assert len(chosen) == len(set(chosen)) == comb(n, k)


@every_encoding
def test_nothing_has_fewer_than_none(name: str) -> None:
    assert list(ENCODINGS[name].exactly([1, 2], -1, count(3).__next__)) == [[]]


@every_encoding
@pytest.mark.parametrize("n", range(8))
def test_the_number_of_clauses_is_known_beforehand(name: str, n: int) -> None:
    exactly, size = ENCODINGS[name]
    for k in range(-1, n + 3):
        assert len(list(exactly(range(1, n + 1), k, count(n + 1).__next__))) == size(n, k)


def test_unit_propagation_through_a_counter_finishes_a_full_line_and_an_empty_one() -> None:
    clauses = list(ENCODINGS["sequential"].exactly([1, 2, 3, 4, 5], 2, count(6).__next__))
    with Solver("glucose4", bootstrap_with=clauses) as solver:
        assert {-2, -3, -5} <= set(solver.propagate([1, 4])[1])
        assert {2, 5} <= set(solver.propagate([-1, -3, -4])[1])


def test_an_unknown_encoding_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(ValueError, match="encoding does not accept 'totals'; it accepts sequential"):
        encoding_named("totals")
