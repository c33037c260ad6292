"""Explanations, hints and grades of puzzles with letters and polyomino ships."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bimaru
from bimaru import Board, Puzzle
from bimaru.board import UNKNOWN, WATER
from bimaru.deduction import Reason
from bimaru.deduction.techniques import SEARCHED
from bimaru.symmetry import Turn, turns
from brute_force import LETTERED, POLYOMINO, boards_of, puzzles_from_boards
from citations import Citations, links_of
from instances import Instance, instances
from sampling import sampled

OTHERS = [*instances("lettered"), *instances("polyomino")]


SHIPS_OF_OTHERS = st.lists(LETTERED | POLYOMINO, min_size=1, max_size=3)


@settings(max_examples=50)
@given(puzzles_from_boards(SHIPS_OF_OTHERS))
def test_every_step_holds_in_every_solution_and_the_only_one_is_explained(made: tuple[Puzzle, Board]) -> None:
    puzzle, _ = made
    boards = boards_of(puzzle)
    explanation = bimaru.explain(puzzle)
    citations = Citations(puzzle)
    assert [link for link in links_of(explanation) if not citations.follows(link)] == []
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
        if explanation.grade is None:
            with pytest.raises(bimaru.UngradableError) as reason:
                bimaru.grade(puzzle)
            assert explanation.ungraded == reason.value.reason
        else:
            assert bimaru.grade(puzzle) == explanation.grade
    else:
        assert explanation.status == "multiple"
        common = {at for at, mark in explanation.board.squares() if mark != UNKNOWN}
        agreed = {
            at for at, _ in explanation.board.squares() if len({board[at] == WATER for board in boards}) == 1
        }
        assert common == agreed


def test_what_one_kind_shares_can_leave_another_no_placement() -> None:
    puzzle = Puzzle([None, None, 1], [2, 1, None, None], words=["A"], shapes=[["###", "#.."]])
    boards = boards_of(puzzle)
    common = {at for at in product(range(3), range(4)) if len({board[at] == WATER for board in boards}) == 1}
    found = bimaru.explain(puzzle)
    assert {at for at, mark in found.board.squares() if mark != UNKNOWN} == common


@pytest.mark.parametrize(
    "instance",
    sampled(OTHERS[:5], lambda one: one.id == "lettered-5"),
    ids=lambda instance: str(instance.puzzle.id),
)
def test_real_puzzles_are_explained_to_the_solution_and_graded(instance: Instance) -> None:
    puzzle = instance.puzzle
    explanation = bimaru.explain(puzzle)
    only = bimaru.solve(puzzle).board
    assert only is not None
    assert explanation.solved
    assert explanation.board.occupied() == only.occupied()
    assert explanation.board.letters == only.letters
    assert explanation.grade == bimaru.grade(puzzle)


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


@pytest.mark.parametrize(
    ("at", "text"),
    [
        (
            (0, 0),
            "A1 cannot be ship. Column 2 is empty. No ship fits on A1 (rows B and C have A and C first from "
            "the left; column 1 has C first from above).",
        ),
        (
            (0, 5),
            "A6 cannot be water. Columns 2, 3 and 7 are empty. No ship fits on A1, A4 or A5 (rows A-C have "
            "B, A and C first from the left; columns 1 and 4-6 have C, C, D and B first from above). Row A "
            "needs A6 and A8.",
        ),
    ],
)
def test_a_wrong_square_of_a_lettered_board_is_a_mistake(at: tuple[int, int], text: str) -> None:
    puzzle = OTHERS[1].puzzle
    solution = bimaru.solve(puzzle).board
    assert solution is not None
    wrong = "." if solution[at] != WATER else "X"
    rows = [["?"] * puzzle.width for _ in range(puzzle.height)]
    rows[at[0]][at[1]] = wrong
    mistake = bimaru.hint(puzzle, Board(tuple("".join(row) for row in rows))).mistake
    assert mistake is not None
    assert (mistake.squares, mistake.text) == ((at,), text)


def test_letters_of_a_board_are_known() -> None:
    puzzle = Puzzle((2, 0), (1, 1), words=("AB",))
    board = Board(("X?", "??"), ("A.", ".."))
    explanation = bimaru.explain(puzzle, board)
    assert explanation.solved
    assert explanation.board.letters == ("AB", "..")
    wrong = Board(("X?", "??"), ("C.", ".."))
    assert bimaru.explain(puzzle, wrong).status == "none"


def test_a_time_limit_leaves_the_steps_found_so_far() -> None:
    explanation = bimaru.explain(OTHERS[-1].puzzle, time_limit=0)
    assert not explanation.complete


def turned_back(turn: Turn, reason: Reason) -> tuple[object, ...]:
    """What a link on a turned board says and rests on, on the board as it was."""
    squares = [reason.ship, reason.water, reason.premises.ship, reason.premises.water]
    return (
        *(reason.technique, reason.kind, len(reason.clues), len(reason.edges)),
        *(sorted(map(turn.back, some)) for some in squares),
        sorted(sorted(map(turn.back, placement)) for placement in reason.premises.barred),
    )


@pytest.mark.parametrize("name", ["lettered-1", "lettered-3", "lettered-5", "polyomino-1", "polyomino-4"])
def test_the_eight_orientations_have_the_same_explanation(name: str) -> None:
    puzzle = next(one.puzzle for one in OTHERS if one.id == name)
    told = []
    for turn in turns(puzzle.height, puzzle.width):
        explanation = bimaru.explain(turn.puzzle(puzzle))
        techniques = [step.technique for step in explanation]
        told.append((techniques, sorted(str(turned_back(turn, link)) for link in links_of(explanation))))
    assert len(told) == 8
    assert all(other == told[0] for other in told)


def test_search_says_which_ship_has_the_letter_where_squares_alone_do_not() -> None:
    edges = {"bottom": ("A", None, None, None), "right": ("A", None, None)}
    puzzle = Puzzle((2, 0, 1), (2, 0, 0, 1), {1: 2}, words=("A",), edges=edges)
    explanation = bimaru.explain(puzzle)
    assert explanation.board.letters == ("A...", "....", "....")
    assert explanation[-1].technique == SEARCHED.name
    assert "search shows that A1 is A" in explanation[-1].text
