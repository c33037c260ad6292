"""Where the techniques end: search settles the square that leads furthest, and they go on from there."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

import bimaru
from bimaru import Board, Explanation
from bimaru.advice.explanation import explain
from bimaru.advice.position import givens_of, with_givens
from bimaru.board import UNKNOWN, WATER
from bimaru.cli.exit_codes import Exit
from bimaru.deduction.reasons import Clue
from bimaru.deduction.steps_in_order import Deduction
from bimaru.puzzle import Given
from bimaru.squares import Square
from citations import Citations, links_of
from command_line import bimaru as call
from command_line import jsonl
from ending_techniques import end_techniques_early, searched
from instances import Instance, instance

ANALYSED: Final = instance("csplib014", "csplib014-113").puzzle
OF_EACH_KIND: Final = (
    instance("csplib014", "csplib014-113"),
    instance("lettered", "lettered-5"),
    instance("polyomino", "polyomino-4"),
)


@pytest.fixture(autouse=True)
def only_plain_techniques(monkeypatch: pytest.MonkeyPatch) -> None:
    end_techniques_early(monkeypatch)


@pytest.mark.parametrize("one", OF_EACH_KIND, ids=lambda one: one.id)
@pytest.mark.parametrize("refine", [True, False])
def test_the_techniques_go_on_from_a_square_that_search_settles(one: Instance, refine: bool) -> None:
    explanation = explain(one.puzzle, refine=refine)
    assert explanation.solved
    assert bimaru.check(one.puzzle, explanation.board) == []
    citations = Citations(one.puzzle)
    assert all(map(citations.follows, links_of(explanation)))
    assert {len(step.ship + step.water) for step in searched(explanation)} <= {1}


def test_what_search_settles_follows_from_the_clues_alone() -> None:
    citations = Citations(ANALYSED)
    explanation = explain(ANALYSED)
    assert searched(explanation)
    assert [*explanation][-1] not in searched(explanation)
    assert explanation.grade is None
    for step in searched(explanation):
        (reason,) = step.reasons
        assert citations.follows(reason)
        assert not citations.follows(replace(reason, ship=reason.water, water=reason.ship))
        assert not step.cases


def test_the_square_chosen_is_the_one_from_which_most_follows() -> None:
    explanation = explain(ANALYSED)
    boards = [Board.unknown(ANALYSED.height, ANALYSED.width), *(step.board for step in explanation)]
    before, step = next(
        (before, step)
        for before, step in zip(boards, explanation, strict=False)
        if step in searched(explanation)
    )
    reached = {at: known_with(before, Given(*at, kind)) for at, kind in choices(before, explanation)}
    (square,) = step.ship + step.water
    assert reached[square] == max(reached.values())


def choices(before: Board, explanation: Explanation) -> list[tuple[Square, str]]:
    """The open squares, each with what it is in the solution."""
    solution = explanation.board
    return [(at, "W" if solution[at] == WATER else "X") for at, mark in before.squares() if mark == UNKNOWN]


def known_with(before: Board, given: Given) -> int:
    """The number of squares that plain techniques find with one more square known."""
    deduction = Deduction(ANALYSED, [*givens_of(before), given])
    assert not deduction.run()
    return sum(mark != UNKNOWN for _, mark in deduction.board().squares())


def test_all_that_solutions_have_in_common_is_explained() -> None:
    puzzle = ANALYSED.replace(givens=ANALYSED.givens[1:])
    explanation = explain(puzzle)
    assert explanation.status == "multiple"
    assert searched(explanation)
    for at, mark in explanation.board.squares():
        first, second = (board[at] == WATER for board in explanation.boards)
        assert mark == UNKNOWN or first == second == (mark == WATER)
    for at in explanation.open[:5]:
        for kind in ("X", "W"):
            with_other = with_givens(puzzle, [Given(*at, kind)])
            assert bimaru.solve(with_other, limit=1).boards, "a square stays open only where solutions differ"


def test_a_puzzle_without_a_solution_has_no_such_steps() -> None:
    solution = bimaru.solve(ANALYSED).board
    assert solution is not None
    at = next(at for at in explain(ANALYSED)[-1].ship + explain(ANALYSED)[-1].water)
    wrong = Given(*at, "X" if solution[at] == WATER else "W")
    explanation = explain(ANALYSED.replace(givens=[*ANALYSED.givens, wrong]))
    assert (explanation.status, searched(explanation)) == ("none", [])


def test_a_hint_gives_the_square_where_the_techniques_end() -> None:
    explanation = explain(ANALYSED)
    number = next(i for i, step in enumerate(explanation) if step in searched(explanation))
    before = explanation[number - 1].board
    advice = bimaru.hint(ANALYSED, before)
    assert advice.step is not None
    assert advice.technique == "found by search"
    settled = advice.step.ship + advice.step.water
    assert advice.focus is not None
    assert advice.focus.squares == settled
    known = {Clue("given", given.square) for given in givens_of(before)}
    assert known <= {*advice.step.reasons[0].clues}
    assert "no board with" in str(advice.text)


def test_the_command_says_that_the_puzzle_is_not_graded() -> None:
    text = jsonl(ANALYSED.to_data())
    ran = call("explain", "-", stdin=text)
    assert ran.code == Exit.DONE
    assert "Found by search. The techniques tried here lead no further" in " ".join(ran.out.split())
    (answer,) = call("explain", "--json", "-", stdin=text).objects
    assert (answer["solved"], answer["complete"], answer["grade"]) == (True, True, None)
    *_, ungraded, counted = ran.out.rstrip().splitlines()
    assert ungraded.endswith("Not graded: without search the techniques do not lead to it.")
    assert counted == f"{answer['n_searched']} squares were found only by search."
