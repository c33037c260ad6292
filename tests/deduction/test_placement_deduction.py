"""Explanations, hints and grades of puzzles with letters and bent ships."""

from __future__ import annotations

import sys
from dataclasses import replace
from itertools import chain, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bimaru
from bimaru import Board, Puzzle
from bimaru.board import UNKNOWN, WATER
from bimaru.deduction import Clue, placement_deduction
from bimaru.deduction.placement_techniques import PLACING_TECHNIQUES, TOGETHER
from brute_force import BENT, LETTERED, boards_of, puzzles_from_boards
from citations import all_links
from clue_worlds import unproved
from instances import Instance, instances

OTHERS = [*instances("lettered"), *instances("polyomino")]


SHIPS_OF_OTHERS = st.lists(LETTERED | BENT, min_size=1, max_size=3)


@settings(max_examples=50)
@given(puzzles_from_boards(SHIPS_OF_OTHERS))
def test_every_step_holds_in_every_solution_and_the_only_one_is_explained(made: tuple[Puzzle, Board]) -> None:
    puzzle, _ = made
    boards = boards_of(puzzle)
    explanation = bimaru.explain(puzzle)
    for board in boards:
        for step in explanation:
            assert all(board[at] != WATER for at in step.ship)
            assert all(board[at] == WATER for at in step.water)
    if not boards:
        assert explanation.status == "none"
    elif len(boards) == 1:
        (only,) = boards
        assert explanation.solved
        assert explanation.board.occupied() == only.occupied()
        assert explanation.board.letters == only.letters
        assert bimaru.grade(puzzle) == explanation.grade
    else:
        assert explanation.status == "multiple"
        common = {at for at, mark in explanation.board.squares() if mark != UNKNOWN}
        agreed = {
            at for at, _ in explanation.board.squares() if len({board[at] == WATER for board in boards}) == 1
        }
        assert common == agreed


def test_what_one_kind_shares_can_leave_another_no_place() -> None:
    puzzle = Puzzle([None, None, 1], [2, 1, None, None], words=["A"], shapes=[["###", "#.."]])
    boards = boards_of(puzzle)
    common = {at for at in product(range(3), range(4)) if len({board[at] == WATER for board in boards}) == 1}
    found = bimaru.explain(puzzle)
    assert {at for at, mark in found.board.squares() if mark != UNKNOWN} == common


@settings(max_examples=40)
@given(puzzles_from_boards(SHIPS_OF_OTHERS))
def test_links_follow_from_what_they_cite(made: tuple[Puzzle, Board]) -> None:
    puzzle, _ = made
    if puzzle.is_plain:  # of straight shapes only: the ladder's
        return
    explanation = bimaru.explain(puzzle)
    links = chain.from_iterable(step.reasons for step in explanation)
    for reason in (*links, *filter(None, [explanation.failure])):
        assert unproved(puzzle, reason) == []


@pytest.mark.parametrize("instance", OTHERS[:5], ids=lambda instance: str(instance.puzzle.id))
def test_real_puzzles_are_explained_to_the_solution_and_graded(instance: Instance) -> None:
    puzzle = instance.puzzle
    explanation = bimaru.explain(puzzle)
    only = bimaru.solve(puzzle).board
    assert only is not None
    assert explanation.solved
    assert explanation.board.occupied() == only.occupied()
    assert explanation.board.letters == only.letters
    assert explanation.grade == bimaru.grade(puzzle)
    assert {step.technique for step in explanation} <= {*PLACING_TECHNIQUES}
    for reason in chain.from_iterable(step.reasons for step in explanation[:4]):
        assert unproved(puzzle, reason) == []


def test_hints_lead_from_the_empty_board_to_the_solution() -> None:
    puzzle = OTHERS[1].puzzle
    board = Board.unknown(puzzle.height, puzzle.width)
    solution = bimaru.solve(puzzle).board
    assert solution is not None
    for _ in range(40):
        advice = bimaru.hint(puzzle, board)
        if advice.step is None:
            break
        assert advice.mistake is None
        assert advice.where
        board = advice.step.board
    assert board.occupied() == solution.occupied()
    assert board.letters == solution.letters


@pytest.mark.parametrize("at", [(0, 0), (0, 5)])
def test_a_wrong_square_of_a_lettered_board_is_a_mistake(at: tuple[int, int]) -> None:
    puzzle = OTHERS[1].puzzle
    solution = bimaru.solve(puzzle).board
    assert solution is not None
    wrong = "." if solution[at] != WATER else "X"
    rows = [["?"] * puzzle.width for _ in range(puzzle.height)]
    rows[at[0]][at[1]] = wrong
    mistake = bimaru.hint(puzzle, Board(tuple("".join(row) for row in rows))).mistake
    assert mistake is not None
    assert mistake.squares == (at,)
    assert "Suppose" in mistake.text or "in every solution" in mistake.text


def test_letters_of_a_board_are_known() -> None:
    puzzle = Puzzle((2, 0), (1, 1), words=("AB",))
    board = Board(("X?", "??"), ("A.", ".."))
    explanation = bimaru.explain(puzzle, board)
    assert explanation.solved
    assert explanation.board.letters == ("AB", "..")
    wrong = Board(("X?", "??"), ("C.", ".."))
    assert bimaru.explain(puzzle, wrong).status == "none"


def test_where_the_techniques_end_the_fewest_clues_that_force_a_square_are_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzle = OTHERS[0].puzzle
    monkeypatch.setattr(placement_deduction, "refutations", lambda *_: [])
    explanation = bimaru.explain(puzzle)
    assert explanation.solved
    assert explanation.grade == "expert"
    together = [step for step in explanation if step.technique == TOGETHER]
    assert together
    for step in together:
        assert "together these force that" in step.text
        (reason,) = step.reasons
        assert unproved(puzzle, reason) == []
        for clue in reason.clues:
            others = tuple(other for other in reason.clues if other != clue)
            assert unproved(puzzle, replace(reason, clues=others)) != []


def test_without_python_sat_the_explanation_is_complete_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    monkeypatch.setattr(placement_deduction, "refutations", lambda *_: [])
    explanation = bimaru.explain(OTHERS[0].puzzle)
    assert any(step.technique == TOGETHER for step in explanation)
    assert explanation.solved


def test_a_time_limit_leaves_the_steps_found_so_far() -> None:
    explanation = bimaru.explain(OTHERS[-1].puzzle, time_limit=0)
    assert not explanation.complete


@pytest.mark.parametrize("one", OTHERS[::4], ids=lambda one: one.id)
def test_the_links_of_a_plain_step_have_its_technique(one: Instance) -> None:
    for step in bimaru.explain(one.puzzle):
        if not step.cases:
            assert {reason.technique for reason in step.reasons} == {step.technique}


def test_links_cite_the_water_of_a_line_without_ship_squares_and_not_its_tally() -> None:
    lines = water = 0
    for one in (OTHERS[0], OTHERS[3]):
        puzzle = one.puzzle
        empty = {Clue("row", i) for i, tally in enumerate(puzzle.rows) if tally == 0}
        empty |= {Clue("column", i) for i, tally in enumerate(puzzle.cols) if tally == 0}
        for link in all_links(reason for step in bimaru.explain(puzzle) for reason in step.reasons):
            if link.technique != "rest of the line is water" and not link.cases:
                lines += bool(empty.intersection(link.clues))
                water += bool(link.premises.water)
    assert lines == 0
    assert water > 10
