"""Explanations of puzzles, and of half-filled boards, that have no solution."""

from __future__ import annotations

from random import Random
from typing import Final

import pytest

import bimaru
from bimaru import Board, Puzzle
from bimaru.cli.exit_codes import Exit
from bimaru.deduction.steps_in_order import Deduction
from command_line import bimaru as call
from command_line import jsonl
from instances import instances
from sampling import sampled

ALL_PLACES_FAIL: Final = Puzzle(rows=(1, 1, 3, 1, 1), cols=(3, 1, 1, 3), fleet={1: 2, 3: 1, 2: 1})
"""The cruiser has four placements; each leads to a contradiction."""
REAL: Final = (*instances("csplib014"), *instances("boats"))


def altered(random: Random, puzzle: Puzzle) -> Puzzle:
    """The puzzle with one unit of a tally in another line, or with another given."""
    if puzzle.givens and random.random() < 0.3:
        givens = [*puzzle.givens]
        placement = random.randrange(len(givens))
        kinds = [kind for kind in "WSLRTBMX" if kind != givens[placement].kind]
        givens[placement] = givens[placement]._replace(kind=random.choice(kinds))
        return puzzle.replace(givens=givens)
    name = random.choice(["rows", "cols"])
    tallies = [*getattr(puzzle, name)]
    giving, taking = random.sample([i for i, tally in enumerate(tallies) if tally], 2)
    tallies[giving] -= 1
    tallies[taking] += 1
    return puzzle.replace(rows=tallies) if name == "rows" else puzzle.replace(cols=tallies)


@pytest.mark.parametrize("seed", sampled(range(60), lambda seed: seed % 3 == 0))
def test_a_real_puzzle_that_an_altered_clue_leaves_without_a_board_is_explained_to_a_contradiction(
    seed: int,
) -> None:
    random = Random(seed)
    unsolvable = next(
        puzzle
        for puzzle in iter(lambda: altered(random, random.choice(REAL).puzzle), None)
        if bimaru.solve(puzzle).status == "none"
    )
    explanation = bimaru.explain(unsolvable)
    assert explanation.status == "none"
    assert explanation.failure is not None
    assert (explanation.solved, explanation.grade) == (False, None)
    with pytest.raises(bimaru.UngradableError, match="it has no solution"):
        bimaru.grade(unsolvable)
    with pytest.raises(bimaru.NoSolutionError):
        bimaru.hint(unsolvable)


def test_the_deduction_ends_at_the_contradiction() -> None:
    deduction = Deduction(ALL_PLACES_FAIL)
    steps = [*deduction.steps_to_contradiction()]
    assert deduction.failure is not None
    *others, last = steps
    assert all(step.ship or step.water or step.barred for step in others)
    assert all(case.ending for case in last.cases)


def test_on_the_command_line_the_others_are_explained_and_the_exit_code_is_that_of_no_solution() -> None:
    unsolvable = {
        "id": "none",
        "rows": [1, 2, 1, 0, 3],
        "cols": [3, 1, 1, 2],
        "fleet": {"1": 2, "3": 1, "2": 1},
    }
    other = {"id": "unique", "rows": [1, 0], "cols": [1, 0], "fleet": {"1": 1}}
    ran = call("explain", "--json", "-", stdin=jsonl(unsolvable, other))
    assert (ran.code, ran.err) == (Exit.FAILED, "")
    assert [answer["status"] for answer in ran.objects] == ["none", "unique"]
    assert ran.objects[0]["failure"] == "each case leads to a contradiction"
    assert (
        "No solution: each case leads to a contradiction" in call("explain", "-", stdin=jsonl(unsolvable)).out
    )


# Half-filled boards that contradict what is given


@pytest.mark.parametrize("shown", "SLM.X")
@pytest.mark.parametrize("given", ["S", "L", "M", "X", "W", "RB"])
def test_a_board_that_contradicts_a_given_has_no_solution_and_the_given_is_named(
    given: str, shown: str
) -> None:
    puzzle = Puzzle(rows=(None,) * 3, cols=(None,) * 3, fleet={1: 1}, givens={(1, 1): given})
    explanation = bimaru.explain(puzzle, Board(("???", f"?{shown}?", "???")))
    is_water = [given == "W", shown == "."]
    agree = all(is_water) or (not any(is_water) and (given == shown or "X" in (given, shown)))
    text = explanation.failure.text if explanation.failure else ""
    assert text.startswith("B2 is given as ") is not agree
    assert agree or (explanation.status, explanation.to_data()["failure"]) == ("none", text)


def test_the_contradicted_given_is_named_in_words() -> None:
    puzzle = Puzzle(rows=(1, 0), cols=(1, 0), fleet={1: 1}, givens={(0, 0): "S"})
    for mark, words in ((".", "water"), ("L", "a left end")):
        failure = bimaru.explain(puzzle, Board((f"{mark}?", "??"))).failure
        assert failure is not None
        assert failure.text == f"A1 is given as a submarine, but the board shows {words}"
    assert bimaru.explain(puzzle, Board(("X?", "??"))).solved
