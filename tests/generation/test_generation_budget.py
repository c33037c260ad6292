"""What making a puzzle may take, and what is made instead where a grade takes too much."""

from __future__ import annotations

from typing import Any, Final

import pytest

from bimaru.deduction.limits import OutOfNodesError
from bimaru.generation import placement_maker, scores, straight_maker
from bimaru.generation.generator import maker_of
from bimaru.generation.recipe import InvalidRecipeError, Recipe
from bimaru.generation.tries import CannotGenerateError
from command_line import bimaru

SMALL: Final[dict[str, Any]] = {"size": (6, 6), "fleet": {3: 1, 2: 2, 1: 3}}
RARE = Recipe(**SMALL, missing_tallies=12, grade="extreme")


@pytest.mark.parametrize(
    ("most", "tries"), [(10**6, 47), (4 * 10**6, 186), (36 * 600 * 50 - 1, 50), (36 * 600 * 50, 51)]
)
def test_each_try_counts_as_600_nodes_even_if_it_searches_for_nothing(
    most: int, tries: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(straight_maker, "MAX_WORK_FOR_A_PUZZLE", most)
    with pytest.raises(CannotGenerateError, match="more would take too much search") as error:
        maker_of(RARE).make(1)
    assert error.value.reasons == {"did not turn out extreme": tries}


def test_each_try_for_ships_with_letters_counts_and_each_grading(monkeypatch: pytest.MonkeyPatch) -> None:
    most = 10**6
    monkeypatch.setattr(placement_maker, "_MAX_WORK_FOR_A_PUZZLE", most)
    recipe = Recipe(size=(8, 8), fleet={}, words=("SEA", "UP"), grade="extreme")
    with pytest.raises(CannotGenerateError, match="more would take too much search"):
        maker_of(recipe).make(1)


def test_the_nearest_grade_of_a_range_is_made_where_the_one_drawn_takes_too_much(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(straight_maker, "MAX_WORK_FOR_A_PUZZLE", 8 * 10**6)
    maker = maker_of(Recipe(**SMALL, missing_tallies=12, grade="easy-extreme"))
    grades = {maker.make(seed).provenance.grade for seed in range(1, 21)}
    assert grades
    assert grades <= {"easy", "intermediate", "expert", "extreme"}


def test_a_grade_that_no_puzzle_can_have_is_refused() -> None:
    with pytest.raises(InvalidRecipeError, match="hard takes tallies, and all 20 are missing"):
        Recipe(missing_tallies=20, grade="hard")
    assert Recipe(missing_tallies=20, grade="hard-expert").grade == "hard-expert"
    assert bimaru("generate", "--missing-tallies", "20", "--grade", "hard").code == 2


def test_numbers_of_givens_are_drawn_from_their_range() -> None:
    maker = maker_of(Recipe(**SMALL, givens_number=(5, 7)))
    numbers = [len(maker.make(seed).givens) for seed in range(1, 61)]
    assert {5, 6, 7} == {*numbers}
    assert min(numbers.count(number) for number in (5, 6, 7)) >= 8


@pytest.mark.parametrize("limit", [(0, 20), (3, 36)])
def test_a_range_from_nothing_or_to_everything_is_a_mere_limit(limit: tuple[int, int]) -> None:
    maker = maker_of(Recipe(**SMALL, givens_number=limit))
    assert max(len(maker.make(seed).givens) for seed in range(1, 41)) < 10


def test_a_puzzle_that_takes_too_much_search_to_grade_is_given_without_a_score(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def give_up(*_: object, **__: object) -> None:
        raise OutOfNodesError

    maker = maker_of(Recipe(**SMALL, score=True))
    scored = maker.make(1)
    monkeypatch.setattr(scores, "work_of", give_up)
    plain = maker.make(1)
    assert (scored, scored.provenance.score is None) == (plain, False)
    assert (plain.provenance.grade, plain.provenance.score) == (None, None)
