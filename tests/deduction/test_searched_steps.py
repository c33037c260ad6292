"""Where the techniques end: search settles the square that leads furthest, and they go on from there."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

import bimaru
from bimaru import Board, Explanation
from bimaru.board import UNKNOWN, WATER
from bimaru.cli.exit_codes import Exit
from bimaru.deduction import session
from bimaru.deduction.explanation import explain
from bimaru.deduction.ladder import Prover, Value
from bimaru.deduction.leading_squares import leading_square
from bimaru.deduction.position import givens_of, with_givens
from bimaru.deduction.proof_search import NEITHER, Search, find
from bimaru.deduction.reasons import Clue
from bimaru.deduction.session import Deduction
from bimaru.puzzle import Given
from bimaru.ships import Fleet
from bimaru.squares import Square
from citations import Citations, all_links
from command_line import bimaru as call
from command_line import jsonl
from ending_techniques import end_techniques_early, searched
from instances import instance

NEEDS_NESTING: Final = instance("csplib014", "csplib014-10898").puzzle
ANALYSED: Final = instance("csplib014", "csplib014-113").puzzle
LARGE: Final = instance("large", "large-30x20-1").puzzle
"""The techniques end before its solution."""


@pytest.fixture
def without_nesting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Search, "nested", lambda _: None)


@pytest.mark.usefixtures("without_nesting")
@pytest.mark.parametrize("refine", [True, False])
def test_the_techniques_go_on_from_a_square_that_search_settles(refine: bool) -> None:
    explanation = explain(NEEDS_NESTING, refine=refine)
    assert explanation.solved
    assert bimaru.check(NEEDS_NESTING, explanation.board) == []
    citations = Citations(NEEDS_NESTING)
    for step in explanation:
        assert all(citations.follows(link) for link in step.reasons)
        assert all(citations.follows(link) for case in step.cases for link in all_links(case.reasons))
    steps = searched(explanation)
    assert steps
    assert {len(step.ship + step.water) for step in steps} == {1}
    assert [*explanation][-1] not in steps
    assert explanation.grade is None


@pytest.mark.usefixtures("without_nesting")
def test_what_search_settles_follows_from_the_clues_alone() -> None:
    citations = Citations(NEEDS_NESTING)
    for step in searched(explain(NEEDS_NESTING)):
        (reason,) = step.reasons
        assert citations.follows(reason)
        assert not citations.follows(replace(reason, ship=reason.water, water=reason.ship))
        assert not step.cases


def test_a_large_board_is_explained_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    # Without the thorough search for nested suppositions, which takes most of the time and finds none here.
    monkeypatch.setattr(session, "find", lambda prover, forced, **_: find(prover, forced, is_thorough=False))
    explanation = explain(LARGE)
    assert explanation.solved
    assert bimaru.check(LARGE, explanation.board) == []
    assert 0 < len(searched(explanation)) < 15
    assert max(step.depth for step in explanation) <= 2


def test_the_square_chosen_is_the_one_from_which_most_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    end_techniques_early(monkeypatch)
    explanation = explain(ANALYSED)
    boards = [Board.unknown(ANALYSED.height, ANALYSED.width), *(step.board for step in explanation)]
    for before, step in zip(boards, explanation, strict=False):
        if step in searched(explanation):
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


def test_squares_that_differ_between_solutions_or_have_none_are_not_chosen() -> None:
    def start() -> Prover:
        return Prover((1, None), (None, None), Fleet({1: 1}), [])

    assert leading_square(start, (UNKNOWN * 2,) * 2) is None
    assert leading_square(start, (NEITHER * 2,) * 2) is None
    assert leading_square(start, (UNKNOWN * 2, UNKNOWN + WATER)) == Value((1, 1), is_ship=False)


def test_all_that_solutions_have_in_common_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    end_techniques_early(monkeypatch)
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


def test_a_puzzle_without_a_solution_has_no_such_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    end_techniques_early(monkeypatch)
    solution = bimaru.solve(ANALYSED).board
    assert solution is not None
    at = next(at for at in explain(ANALYSED)[-1].ship + explain(ANALYSED)[-1].water)
    wrong = Given(*at, "X" if solution[at] == WATER else "W")
    explanation = explain(ANALYSED.replace(givens=[*ANALYSED.givens, wrong]))
    assert (explanation.status, searched(explanation)) == ("none", [])


def test_a_hint_gives_the_square_where_the_techniques_end(monkeypatch: pytest.MonkeyPatch) -> None:
    end_techniques_early(monkeypatch)
    monkeypatch.setattr(session, "shortest_of_square", lambda *_: None)
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


def test_the_command_says_that_the_puzzle_is_not_graded(monkeypatch: pytest.MonkeyPatch) -> None:
    end_techniques_early(monkeypatch)
    text = jsonl(ANALYSED.to_data())
    ran = call("explain", "-", stdin=text)
    assert ran.code == Exit.DONE
    assert "Found by search. The techniques tried here lead no further" in " ".join(ran.out.split())
    assert ran.out.rstrip().endswith("Not graded: without search the techniques do not lead to it.")
    (answer,) = call("explain", "--json", "-", stdin=text).objects
    assert (answer["solved"], answer["complete"], answer["grade"]) == (True, True, None)
