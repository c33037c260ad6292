"""Smallest hitting sets, against trying all."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bimaru.advice.clue_sets.hitting_set import Effort, OutOfEffortError, count_disjoint, find_hitting_set

SETS = st.lists(st.integers(1, 255), max_size=12)
examples = settings(max_examples=100, derandomize=True, database=None)


def smallest(sets: list[int]) -> int:
    """By brute force."""
    return next(
        number
        for number in range(9)
        for chosen in combinations(range(8), number)
        if all(any(each >> i & 1 for i in chosen) for each in sets)
    )


@examples
@given(SETS)
def test_a_hitting_set_is_found_if_and_only_if_there_is_one(sets: list[int]) -> None:
    least = smallest(sets)
    assert count_disjoint(sets, 99) <= least
    for most in range(9):
        found = find_hitting_set(sets, most, Effort(10_000))
        assert (found is None) == (most < least)
        if found is not None:
            assert found.bit_count() <= most
            assert all(found & each for each in sets)


def test_the_search_ends_when_the_effort_runs_out() -> None:
    with pytest.raises(OutOfEffortError):
        find_hitting_set([0b11 << i for i in range(20)], 9, Effort(2))
