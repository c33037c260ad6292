"""Puzzles that take a given technique."""

from __future__ import annotations

import pytest

import bimaru
from bimaru.deduction.techniques import BY_NAME, PLAIN
from bimaru.generation.generator import maker_of
from bimaru.generation.recipe import InvalidRecipeError, Recipe
from bimaru.generation.requirement import MISSING_TALLY, TAKEN_WHEN_USED
from bimaru.generation.tries import CannotGenerateError
from bimaru.grading.grades import GRADES, RUNGS
from bimaru.grading.ladder.ladder import Ladder
from bimaru.grading.ladder.rungs import FOUND
from bimaru.puzzle import Puzzle

PLAIN_NAMES = [technique.name for technique in PLAIN]


def made(technique: str, seed: int = 1) -> Puzzle:
    missing = 4 if technique == MISSING_TALLY.name else 0
    return bimaru.generate(seed=seed, technique=technique, missing_tallies=missing)


def solved(puzzle: Puzzle, rungs: list[int]) -> bool:
    """Whether these rungs solve a puzzle, the easiest that finds anything first. They find nothing wrong."""
    ladder = Ladder(puzzle.rows, puzzle.cols, puzzle.fleet, puzzle.givens)
    (board,) = bimaru.solve(puzzle).boards
    while any(ladder.apply_rung(rung) == FOUND for rung in rungs):
        ship, water = ladder.known_squares()
        for row, marks in enumerate(board.rows):
            for col, mark in enumerate(marks):
                assert not (water if mark != "." else ship) >> 64 * row + col & 1
    return bool(ladder.is_solved())


@pytest.mark.parametrize("technique", [*PLAIN_NAMES, "contradiction"])
def test_the_puzzle_takes_the_technique_and_nothing_harder_than_its_grade(technique: str) -> None:
    for seed in range(3):
        puzzle = made(technique, seed)
        grade = bimaru.grade(puzzle)
        assert puzzle.provenance.grade == grade == BY_NAME[technique].grade
        assert technique in grade.techniques


@pytest.mark.parametrize("technique", PLAIN_NAMES)
def test_the_other_techniques_of_the_grade_do_not_solve_it(technique: str) -> None:
    allowed = [*range(RUNGS[GRADES.index(BY_NAME[technique].grade)])]
    others = [rung for rung in allowed if PLAIN[rung].name != technique]
    for seed in range(5):
        puzzle = made(technique, seed)
        assert solved(puzzle, allowed)
        if technique != "ships do not touch":
            assert solved(puzzle, others) == (technique in TAKEN_WHEN_USED)


def test_a_puzzle_takes_an_extreme_technique() -> None:
    puzzle = bimaru.generate((6, 8), {4: 1, 3: 1, 2: 2, 1: 2}, seed=2, technique="places that fail")
    assert puzzle.provenance.grade == "extreme"
    assert "places that fail" in (puzzle.provenance.techniques or ())


def test_a_required_technique_makes_other_puzzles_and_none_changes_nothing() -> None:
    assert Recipe(technique=None).stream == Recipe().stream
    assert Recipe(technique="overlap").stream != Recipe(grade="intermediate").stream
    assert maker_of(Recipe(technique="overlap")).make(3) == made("overlap", 3)


@pytest.mark.parametrize("grade", ["intermediate", "easy-extreme", "intermediate-hard"])
def test_a_grade_beside_a_technique_may_be_its_own_or_a_range_with_it(grade: str) -> None:
    puzzle = maker_of(Recipe(technique="overlap", grade=grade)).make(1)
    assert puzzle.provenance.grade == BY_NAME["overlap"].grade == "intermediate"
    assert "overlap" in (puzzle.provenance.techniques or ())


@pytest.mark.parametrize("grade", ["easy", "hard-extreme"])
def test_a_grade_that_excludes_the_technique_is_refused(grade: str) -> None:
    with pytest.raises(InvalidRecipeError, match=f"overlap is of grade intermediate, not {grade}"):
        Recipe(technique="overlap", grade=grade)


def test_a_technique_that_does_not_occur_ends_with_the_reason() -> None:
    with pytest.raises(CannotGenerateError, match=r"^no suitable puzzle in 30 tries: .* did not take around"):
        bimaru.generate(seed=1, technique="around a given part", givens=("water",), tries=30)


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"technique": "guessing"}, f"technique: 'guessing' is not one of {', '.join(BY_NAME)}"),
        ({"technique": 7}, f"technique: 7 is not one of {', '.join(BY_NAME)}"),
        ({"technique": "overlap", "grade": "hard"}, "technique: overlap is of grade intermediate, not hard"),
        (
            {"technique": "overlap", "grade": "hard-expert"},
            "technique: overlap is of grade intermediate, not hard-expert",
        ),
        ({"technique": "missing tally"}, "technique: missing tally needs missing_tallies of 1 or more"),
        ({"technique": "overlap", "words": ("AB",), "fleet": {}}, "technique: cannot be combined with words"),
        (
            {"technique": "overlap", "shapes": (("##", "#."),)},
            "technique: cannot be combined with shapes",
        ),
    ],
)
def test_a_technique_that_cannot_be_required_is_refused(options: dict[str, object], fault: str) -> None:
    with pytest.raises(InvalidRecipeError) as caught:
        Recipe(**options)  # type: ignore[arg-type]  # on purpose
    assert [*caught.value.faults] == [fault]


def test_only_plain_techniques_are_taken_when_used() -> None:
    assert {*TAKEN_WHEN_USED} < {*PLAIN_NAMES}
