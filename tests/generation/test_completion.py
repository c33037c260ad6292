"""Drafts are completed to a target, and keep what the setter chose."""

from __future__ import annotations

from typing import Final

import pytest

import bimaru
from bimaru.board import Board
from bimaru.generation import completion
from bimaru.generation.completion import Completion, Target, complete
from bimaru.puzzle import Puzzle
from instances import instances

CLASSIC: Final = bimaru.parse(
    "#r=4.1.1.1.2.2.3.1.2.3&c=2.2.1.2.1.4.0.4.4.0&f=4x1.3x2.2x3.1x4&h=A2W.A6R.E8M.G3S.I6M"
)
WITHOUT_GIVENS: Final = CLASSIC.replace(givens=())
HALF: Final = CLASSIC.replace(rows=(*CLASSIC.rows[:7], None, None, None), givens=CLASSIC.givens[:2])
EMPTY: Final = Puzzle([None] * 8, [None] * 8, {})
CONTRADICTORY: Final = Puzzle([4, 0, 0, 0], [0, 0, 0, 4], {1: 4})


def completed(draft: Puzzle, target: Target, board: Board | None = None, seed: int = 1) -> Puzzle:
    found = complete(draft, target, board, seed=seed)
    assert found.complete
    assert found.puzzle is not None
    return found.puzzle


@pytest.mark.parametrize("grade", ["intermediate", "expert"])
@pytest.mark.parametrize("draft", [WITHOUT_GIVENS, HALF, EMPTY], ids=["full", "half", "empty"])
def test_a_draft_gets_the_grade_and_no_more_givens_than_wanted(draft: Puzzle, grade: str) -> None:
    puzzle = completed(draft, Target(grade, 6))
    solved = bimaru.solve(puzzle)
    assert solved.status == "unique"
    assert puzzle.provenance.solution == solved.boards[0].to_data()
    assert puzzle.provenance.grade == bimaru.grade(puzzle) == grade
    assert len(puzzle.givens) <= 6


def test_all_clues_of_the_draft_stay() -> None:
    puzzle = completed(HALF, Target("intermediate"))
    assert {*HALF.givens} <= {*puzzle.givens}
    assert (puzzle.rows, puzzle.cols, puzzle.fleet) == (HALF.rows, HALF.cols, HALF.fleet)


def test_a_draft_without_tallies_or_ships_gets_them() -> None:
    puzzle = completed(EMPTY, Target(most_givens=6))
    assert None not in (*puzzle.rows, *puzzle.cols)
    assert puzzle.fleet


def test_the_solution_shows_what_is_drawn_without_its_being_given() -> None:
    drawn = bimaru.solve(CLASSIC).boards[0]
    puzzle = completed(WITHOUT_GIVENS, Target("intermediate", 7), drawn)
    assert bimaru.solve(puzzle).boards == (drawn,)
    assert 0 < len(puzzle.givens) <= 7


@pytest.mark.parametrize("of", ["lettered", "polyomino"])
def test_drafts_of_ships_with_letters_and_bends_are_completed(of: str) -> None:
    draft = instances(of)[0].puzzle.replace(givens=())
    puzzle = completed(draft, Target())
    assert bimaru.solve(puzzle).status == "unique"
    assert (puzzle.words, puzzle.shapes, puzzle.edges) == (draft.words, draft.shapes, draft.edges)


def test_a_draft_without_a_solution_is_not_completed() -> None:
    assert complete(CONTRADICTORY, Target("easy")) == Completion(None, 0, True)


def test_what_is_out_of_reach_ends_in_time_with_the_nearest_puzzle() -> None:
    found = complete(WITHOUT_GIVENS, Target("easy", 0), time_limit=0.3)
    assert not found.complete
    assert found.puzzle is not None
    assert bimaru.solve(found.puzzle).status == "unique"
    assert complete(WITHOUT_GIVENS, Target(), time_limit=0) == Completion(None, 0, False)


def test_equal_seeds_give_equal_puzzles() -> None:
    first, same, other = (completed(EMPTY, Target("intermediate"), seed=seed) for seed in (1, 1, 2))
    assert first == same != other


@pytest.mark.parametrize("most", [1, 3])
def test_there_are_only_so_many_tries(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(completion, "MOST_TRIES", most)
    found = complete(WITHOUT_GIVENS, Target("easy", 0))
    assert (found.tries, found.complete) == (most, False)
    assert found.puzzle is not None
