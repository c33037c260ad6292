"""What each part of the backtracking engine buys, and that none of them changes the answer."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from bimaru.engines import Budget
from bimaru.engines.backtracking import CHECKS, ORDERS, PROPAGATIONS, Backtracking
from bimaru.engines.csp import Domains, Propagator, csp_of, union, values
from bimaru.engines.search_run import MOST_SHIPS
from bimaru.errors import UnsupportedPuzzleError
from bimaru.puzzle import Puzzle
from brute_force import boards_of, small_puzzles
from instances import instance

some = settings(max_examples=60, derandomize=True, database=None, suppress_health_check=list(HealthCheck))

LITEROWCE = instance("seeds", "seed-002-literowce").puzzle
SIX = instance("seeds", "seed-001-6x6").puzzle


def cost(puzzle: Puzzle, **options: Any) -> tuple[float, float]:
    """The nodes and fails of a whole search."""
    run = Backtracking(**options).run(puzzle)
    list(run)
    assert run.complete
    return run.stats["nodes"], run.stats["fails"]


@some
@given(
    small_puzzles(), st.sampled_from(PROPAGATIONS), st.sampled_from(ORDERS), st.sets(st.sampled_from(CHECKS))
)
def test_no_option_changes_the_boards(puzzle: Puzzle, propagation: str, order: str, checks: set[str]) -> None:
    boards = list(Backtracking(propagation, order, checks).run(puzzle))
    assert len(boards) == len(set(boards))
    assert set(boards) == boards_of(puzzle)


@some
@given(small_puzzles(), st.data())
def test_every_filter_keeps_exactly_the_values_that_the_others_can_complete(
    puzzle: Puzzle, data: st.DataObject
) -> None:
    csp = csp_of(puzzle)
    assume(all(csp.domains))
    some = [
        data.draw(st.sets(st.sampled_from([*values(all_)]), min_size=1, max_size=4)) for all_ in csp.domains
    ]
    for constraint in csp.constraints:
        domains = [union(1 << value for value in few) for few in some]
        kept = completable(constraint, domains)
        assert constraint.filter(domains) == (kept is not None)
        if kept is not None:
            assert domains == kept


def completable(constraint: Propagator, domains: Domains) -> Domains | None:
    """The values that occur in some filling of the scope that satisfies the constraint."""
    fillings = product(*([1 << value for value in values(domains[ship])] for ship in constraint.ships))
    trials = [laid(domains, constraint, filling) for filling in fillings]
    satisfying = [trial for trial in trials if constraint.filter(trial.copy())]
    return [union(found) for found in zip(*satisfying, strict=True)] if satisfying else None


def laid(domains: Domains, constraint: Propagator, filling: Sequence[int]) -> Domains:
    """The domains once the ships of a constraint lie in one way each."""
    trial = domains.copy()
    for ship, value in zip(constraint.ships, filling, strict=True):
        trial[ship] = value
    return trial


@pytest.mark.parametrize("check", ["overfull", "underfull"])
def test_each_check_saves_nodes(check: str) -> None:
    assert cost(SIX, propagation="forward-checking", checks=[check]) < cost(
        SIX, propagation="forward-checking", checks=[]
    )


def test_looking_further_ahead_saves_nodes() -> None:
    nodes = [cost(SIX, propagation=propagation)[0] for propagation in PROPAGATIONS]
    assert nodes == sorted(set(nodes), reverse=True)


def test_the_checks_add_nothing_to_generalised_arc_consistency() -> None:
    assert cost(LITEROWCE, propagation="gac", checks=[]) == cost(LITEROWCE, propagation="gac")


def test_a_node_budget_is_kept_and_admitted() -> None:
    run = Backtracking().run(SIX, Budget(nodes=10))
    boards = list(run)
    assert run.stats["nodes"] == 10
    assert len(boards) < 30
    assert not run.complete
    assert next(run, None) is None
    assert not run.complete


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"propagation": "ac17"}, "'ac17'; it accepts backtracking, forward-checking, gac"),
        ({"order": "random"}, "'random'; it accepts static, mrv"),
        ({"checks": ["luck"]}, "'luck'; it accepts overfull, underfull, givens, edges"),
    ],
)
def test_an_unknown_option_is_refused_with_those_there_are(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Backtracking(**options)


def test_what_would_fill_memory_or_stack_is_refused() -> None:
    with pytest.raises(UnsupportedPuzzleError, match=f"it has 500 ships, the limit is {MOST_SHIPS}"):
        Backtracking().run(Puzzle([None] * 99, [None] * 99, {1: 500}))
    with pytest.raises(UnsupportedPuzzleError, match="its ships can lie in 76,428 ways"):
        Backtracking().run(Puzzle([None] * 99, [None] * 99, {2: 1, 3: 1, 4: 1, 5: 1}))
