"""Puzzles with words or polyomino ships of a given grade."""

from __future__ import annotations

from typing import Final

import pytest

import bimaru
from bimaru import Puzzle
from bimaru.generation import placement_maker
from bimaru.generation.placement_maker import PlacementMaker
from bimaru.generation.recipe import Recipe
from bimaru.generation.tries import CannotGenerateError
from bimaru.grading.graders import grade_by_placements
from bimaru.grading.grades import BEYOND_EXPERT, GRADES
from bimaru.polyominoes import SETS
from bimaru.ships import Fleet
from command_line import bimaru as call

NONE: Final = Fleet()
RECIPES: Final = {
    "shapes": Recipe(size=(8, 8), fleet=NONE, shapes=SETS["tetrominoes"], tries=1000),
    "words": Recipe(
        size=(8, 8), fleet=NONE, words=("REEF", "CRAB", "SEA", "OAR", "FIN"), edges=("left",),
        missing_tallies=7, tries=1000,
    ),
}  # fmt: skip


def of_grade(kind: str, grade: str) -> Recipe:
    return Recipe(**(RECIPES[kind].to_data() | {"fleet": NONE, "grade": grade}))


@pytest.mark.parametrize("grade", [grade for grade in GRADES if grade not in BEYOND_EXPERT])
@pytest.mark.parametrize("kind", RECIPES)
def test_a_puzzle_has_the_grade_wanted_one_solution_and_no_given_too_many(kind: str, grade: str) -> None:
    maker = PlacementMaker(of_grade(kind, grade))
    for seed in range(2):
        puzzle = maker.make(seed)
        assert puzzle == PlacementMaker(of_grade(kind, grade)).make(seed)
        found = bimaru.grade(puzzle)
        assert (found, found.score) == (grade, puzzle.provenance.score)
        assert puzzle.provenance.grade == grade
        assert found.techniques == puzzle.provenance.techniques
        for given in puzzle.givens:
            fewer = puzzle.replace(givens=[one for one in puzzle.givens if one != given])
            assert is_harder(fewer, grade)


def test_an_extreme_puzzle_is_one_that_the_techniques_of_easier_grades_do_not_solve() -> None:
    recipe = Recipe(
        size=(10, 10), fleet=NONE, shapes=SETS["tetrominoes"], missing_tallies=6, grade="extreme", tries=400
    )
    puzzle = PlacementMaker(recipe).make(1)
    assert puzzle.provenance.grade == bimaru.grade(puzzle) == "extreme"
    board = bimaru.solve(puzzle).boards[0]
    assert grade_by_placements(puzzle, board, lambda: None, hardest="expert") is None


def is_harder(puzzle: Puzzle, grade: str) -> bool:
    """Whether a puzzle has several solutions, or another grade than one and than easier ones."""
    if bimaru.solve(puzzle).status != "unique":
        return True
    return GRADES.index(bimaru.grade(puzzle)) > GRADES.index(grade)


def test_without_a_grade_the_same_seeds_give_the_same_puzzles_with_and_without_a_score() -> None:
    data = RECIPES["shapes"].to_data() | {"fleet": NONE}
    scored = PlacementMaker(Recipe(**(data | {"score": True}))).make(3)
    assert scored == PlacementMaker(RECIPES["shapes"]).make(3)
    assert scored.provenance.grade == bimaru.grade(scored)


def test_a_board_that_takes_too_much_search_to_grade_is_one_try(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(placement_maker, "_GRADING_NODES", 0)
    recipe = Recipe(**(of_grade("shapes", "extreme").to_data() | {"fleet": NONE, "tries": 25}))
    with pytest.raises(CannotGenerateError, match="turned out to take too much search to grade") as caught:
        PlacementMaker(recipe).make(1)
    assert sum(caught.value.reasons.values()) == 25


def test_the_command_makes_them() -> None:
    options = ("--size", "8x8", "--shapes", "tetrominoes", "--grade", "hard", "--seed", "5")
    ran = call("generate", *options)
    assert [one["grade"] for one in ran.objects] == ["hard"]


def test_a_puzzle_of_any_grade_is_scored_beyond_expert_too() -> None:
    puzzle = bimaru.generate((8, 8), seed=145, score=True)
    assert puzzle.provenance.grade in BEYOND_EXPERT
    assert puzzle.provenance.grade == bimaru.grade(puzzle)
