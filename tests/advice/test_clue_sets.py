"""Minimal and smallest sets of clues, against every way to lay the ships of tiny puzzles."""

from __future__ import annotations

import pickle
import sys
from itertools import chain, permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Solver

import bimaru
from bimaru import Puzzle
from bimaru.advice.clue_sets.minimal_sets import smallest_set
from bimaru.advice.clue_sets.oracle import Oracle
from bimaru.advice.faults_at_sight import failure_at_sight
from bimaru.deduction.clues import clues_of, ships_of, without
from bimaru.deduction.languages.en import ENGLISH
from bimaru.deduction.reasons import Clue
from bimaru.engines.clause_learning import ClauseLearner
from bimaru.puzzle import Given
from citations import Citations, links_of
from clue_worlds import meets, reduced, shows, smallest_size, tiny_puzzles, worlds
from instances import instances

LETTERED = Puzzle(
    rows=(None, 2, 0),
    cols=(1, None, 1),
    words=("AB", "A"),
    edges={"left": ["A", "B", None]},
    givens={(1, 1): "=B"},
)


@settings(max_examples=60)
@given(tiny_puzzles(), st.data())
def test_the_oracle_finds_a_board_exactly_where_there_is_one(puzzle: Puzzle, data: st.DataObject) -> None:
    oracle = Oracle(puzzle)
    for _ in range(5):
        chosen = data.draw(st.lists(st.sampled_from(oracle.clues), unique=True)) if oracle.clues else []
        wanted = any(all(meets(puzzle, laid, clue) for clue in chosen) for laid in worlds(puzzle))
        assert oracle.has_board(chosen) == wanted


@settings(max_examples=60)
@given(tiny_puzzles())
def test_a_conflict_is_a_smallest_one_and_nothing_can_be_left_out(puzzle: Puzzle) -> None:
    conflict = bimaru.explain_conflict(puzzle)
    size = smallest_size(puzzle, clues_of(puzzle))
    if conflict is None:
        assert size is None
        return
    has_sums = failure_at_sight(puzzle, ENGLISH) is not None and len(conflict.clues) > 1
    if not has_sums:  # sums take all clues of both sides
        assert len(conflict.clues) == size
    assert conflict.smallest is not has_sums
    met = [{clue for clue in conflict.clues if meets(puzzle, laid, clue)} for laid in worlds(puzzle)]
    assert all(each != {*conflict.clues} for each in met)
    assert has_sums or all({*without(conflict.clues, clue)} in met for clue in conflict.clues)
    for repair in conflict.repairs:
        changed = repair.applied(puzzle)
        status = bimaru.solve(changed).status
        assert status == {True: "unique", False: "multiple", None: status}[repair.unique]
    citations = Citations(puzzle)
    for link in (*links_of(conflict.steps), *filter(None, [conflict.failure])):
        assert {*link.clues} <= {*conflict.clues, *ships_of(puzzle)}
        assert citations.follows(link)


@settings(max_examples=60)
@given(tiny_puzzles(), st.data())
def test_an_argument_is_a_smallest_one(puzzle: Puzzle, data: st.DataObject) -> None:
    square = (data.draw(st.integers(0, puzzle.height - 1)), data.draw(st.integers(0, puzzle.width - 1)))
    right = [laid for laid in worlds(puzzle) if all(meets(puzzle, laid, clue) for clue in clues_of(puzzle))]
    if not right:
        with pytest.raises(bimaru.NoSolutionError):
            bimaru.why(puzzle, square)
        return
    argument = bimaru.why(puzzle, square)
    kinds = {"W" if shows(laid, Given(*square, "W")) else "X" for laid in right}
    assert argument.verdict == ("forced" if len(kinds) == 1 else "open")
    if argument.verdict == "open":
        assert (argument.kind, len(argument.boards), argument.clues) == (None, 2, ())
        return
    assert {argument.kind} == kinds
    wrong = Given(*square, "X" if argument.kind == "W" else "W")
    assert len(argument.clues) == smallest_size(puzzle, clues_of(puzzle), wrong)
    assert argument.smallest
    settled = [at for step in argument.steps for at in (step.ship if argument.kind == "X" else step.water)]
    assert not argument.steps or square in settled
    links = [*links_of(argument.steps)]
    more = {*chain.from_iterable(link.clues for link in links)} - {*argument.clues}
    assert not more or "the steps also use this: " in argument.text
    citations = Citations(puzzle)
    assert [link for link in links if not citations.follows(link)] == []


def test_every_clue_counts_and_can_be_left_out() -> None:
    clues = clues_of(LETTERED)
    assert clues == (
        Clue("row", 1),
        Clue("row", 2),
        Clue("column", 0),
        Clue("column", 2),
        Clue("edge", ("left", 0)),
        Clue("edge", ("left", 1)),
        Clue("given", (1, 1)),
        Clue("word", "AB"),
        Clue("word", "A"),
    )
    assert reduced(LETTERED, clues) == LETTERED
    assert reduced(LETTERED, ()) == Puzzle((None,) * 3, (None,) * 3, words=("AB", "A"))
    assert reduced(LETTERED, clues[5:6]).edges.left == (None, "B", None)
    assert ENGLISH.advice.clues.all(LETTERED, clues) == (
        "row B has 2, row C 0, columns 1 and 3 have 1 each, row A has A first from the left, row B "
        "has B first from the left, B2 is the letter B, there is one ship A and there is one ship AB"
    )


def test_with_too_few_rounds_a_set_is_minimal_but_not_called_smallest() -> None:
    puzzle = Puzzle((1, 1, 3, 1, 1), (3, 1, 1, 3), {1: 2, 3: 1, 2: 1})
    oracle = Oracle(puzzle)
    oracle.most_rounds = 0
    found = smallest_set(oracle, oracle.clues)
    assert found is not None
    assert not found.smallest
    for item in found.items:
        assert oracle.has_board([other for other in found.items if other != item])


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["boats", "lettered", "polyomino"])
def test_without_python_sat_the_sets_are_as_sound(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = instances(name)[0].puzzle
    moved = (
        [(tally or 0) + (i == taking) - (i == giving) for i, tally in enumerate(puzzle.rows)]
        for giving, taking in permutations(range(puzzle.height), 2)
        if puzzle.rows[giving]
    )
    altered = (puzzle.replace(rows=tallies) for tallies in moved)
    broken = next(one for one in altered if bimaru.solve(one).status == "none")
    with_glucose = Oracle(broken)
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    assert with_glucose.most_rounds > Oracle(puzzle).most_rounds
    assert Oracle(puzzle).has_board(clues_of(puzzle))
    found = bimaru.explain_conflict(broken)
    assert found is not None
    assert not with_glucose.has_board(found.clues)
    for clue in found.clues:
        assert with_glucose.has_board(without(found.clues, clue))
    argument = bimaru.why(puzzle, (1, 1))
    assert argument.verdict == "forced"
    assert bimaru.explain_ambiguity(puzzle) is None


def test_the_built_in_solver_agrees_with_glucose() -> None:
    rng = Random(5)
    for _ in range(100):
        top = rng.randint(3, 25)
        clauses = [
            [rng.choice((-1, 1)) * v for v in rng.sample(range(1, top + 1), rng.randint(1, 3))]
            for _ in range(int(top * rng.uniform(2, 5)))
        ]
        ours, theirs = ClauseLearner(), Solver("glucose4", bootstrap_with=clauses)
        for clause in clauses:
            ours.add(clause)
        for _ in range(5):
            assumptions = [rng.choice((-1, 1)) * v for v in rng.sample(range(1, top + 1), rng.randint(0, 3))]
            found = None
            while found is None:  # it continues where it stopped
                found = ours.solve(assumptions, 7)
            assert found == theirs.solve(assumptions=assumptions)
            if found:
                true = {*ours.true_variables()}
                assert all(any((abs(one) in true) == (one > 0) for one in clause) for clause in clauses)
                assert all((abs(one) in true) == (one > 0) for one in assumptions)
            else:
                assert {*ours.core()} <= {*assumptions}
                assert not theirs.solve(assumptions=ours.core())


def test_a_time_limit_of_nothing_ends_at_once() -> None:
    puzzle = Puzzle((1, 0), (1, 0), {1: 1})
    for call in (
        bimaru.explain_conflict,
        bimaru.explain_ambiguity,
        lambda puzzle, time_limit: bimaru.why(puzzle, (0, 0), time_limit=time_limit),
    ):
        with pytest.raises(bimaru.OutOfTimeError):
            call(puzzle, time_limit=0)


def cited(value: object, kind: str) -> set[Any]:
    """The clues of a kind that JSON cites."""
    if isinstance(value, dict):
        own = {value[kind]} if len(value) == 1 and kind in value else set()
        return own.union(*(cited(entry, kind) for entry in value.values()))
    return set().union(*(cited(entry, kind) for entry in value)) if isinstance(value, list | tuple) else set()


def test_a_shape_is_cited_by_its_number_in_the_list_as_given() -> None:
    shapes = [["##"], ["##", "#."], ["#", "#"], ["##", "#.", "#."], [".#", "##"]]
    puzzle = Puzzle.from_data({"rows": [None] * 5, "cols": [None] * 5, "shapes": shapes})
    assert [shapes[number] for number in puzzle.shape_numbers] == [[*shape] for shape in puzzle.shapes]
    for same in (puzzle, puzzle.replace(id="x"), pickle.loads(pickle.dumps(puzzle))):
        assert {clue.value for clue in ships_of(same) if clue.kind == "shape"} == {1, 3}
    moved = puzzle.replace(shapes=shapes[3:])
    assert moved.shape_numbers == (0, 1)


def test_explanations_and_conflicts_cite_a_polyomino_ship_behind_a_straight_one() -> None:
    shapes = [["##"], ["##", "#."]]
    puzzle = Puzzle([None, 1, 0, 2], [2, 1, None, None], shapes=shapes)
    steps = [step.to_data() for step in bimaru.explain(puzzle)]
    assert cited(steps, "shape") == {1}
    written = Puzzle.from_data(puzzle.to_data())
    assert cited([step.to_data() for step in bimaru.explain(written)], "shape") == {0}
    conflict = bimaru.explain_conflict(puzzle.replace(rows=[3, 1, 0, 2]))
    assert conflict is not None
    assert (cited(conflict.to_data(), "shape"), cited(conflict.to_data(), "fleet")) == ({1}, {2})
