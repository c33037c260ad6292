"""Unit propagation for checking proofs: the same as by trying every clause again and again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bimaru.study.unit_propagation import Clauses

N_VARIABLES = 6
LITERALS = st.integers(1, N_VARIABLES).flatmap(lambda variable: st.sampled_from([variable, -variable]))
CLAUSES = st.lists(LITERALS, max_size=4, unique=True).map(tuple)


def propagated(clauses: Sequence[Sequence[int]], true: Iterable[int]) -> set[int] | None:
    """The literals that are true if some are; `None` for a contradiction."""
    known = {*true}
    while True:
        if any(-literal in known for literal in known):
            return None
        for clause in clauses:
            left = [literal for literal in clause if -literal not in known]
            if not left:
                return None
            if len(left) == 1 and left[0] not in known:
                known.add(left[0])
                break
        else:
            return known


@given(st.lists(CLAUSES, max_size=25), st.lists(CLAUSES, min_size=1, max_size=5))
def test_a_clause_is_implied_where_its_opposite_propagates_to_a_contradiction(
    clauses: list[tuple[int, ...]], claims: list[tuple[int, ...]]
) -> None:
    fast = Clauses(N_VARIABLES, lambda _: None)
    for number, clause in enumerate(clauses):
        assert fast.add(clause) == number
        for claim in claims:
            opposite = [-literal for literal in claim]
            assert fast.implies(claim) == (propagated(clauses[: number + 1], opposite) is None)


@given(st.lists(CLAUSES, min_size=1, max_size=25), st.data())
def test_a_deleted_clause_implies_nothing_more_but_what_followed_from_it_stays(
    clauses: list[tuple[int, ...]], data: st.DataObject
) -> None:
    fast = Clauses(N_VARIABLES, lambda _: None)
    for clause in clauses:
        fast.add(clause)
    followed = propagated(clauses, ())
    deleted = data.draw(st.sets(st.sampled_from(range(len(clauses)))))
    for number in deleted:
        fast.delete(number)
    left = [clause for number, clause in enumerate(clauses) if number not in deleted]
    for claim in data.draw(st.lists(CLAUSES, max_size=5)):
        opposite = [-literal for literal in claim]
        expected = followed is None or propagated(left, [*followed, *opposite]) is None
        assert fast.implies(claim) == expected


def test_it_can_be_cut_off_at_any_visit() -> None:
    class CutOffError(Exception):
        """The limit is reached."""

    def refuse(_: int) -> None:
        raise CutOffError

    clauses = Clauses(20_001, refuse)
    for number in range(1, 20_001):
        clauses.add((-number, number + 1))
    with pytest.raises(CutOffError):
        clauses.implies((-1,))
