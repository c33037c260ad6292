"""Puzzles of ships with letters: proved, reproducible, and drawn evenly."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from bimaru import Board, Fleet, Given, Part, Puzzle, count, grade, solve, write
from bimaru.arrangements.random_fleets import FleetDoesNotFitError, FleetSampler
from bimaru.arrangements.rejection import Chance
from bimaru.generation.lettered import put_letters
from bimaru.generation.placement_maker import PlacementMaker
from bimaru.generation.recipe import InvalidRecipeError, Recipe
from bimaru.generation.tries import CannotGenerateError
from bimaru.rules import check

NO_FLEET = Fleet({})
LITEROWCE = Recipe(
    size=(7, 7), fleet=NO_FLEET, words=("123", "21", "32", "1", "2", "3"), edges=("right", "bottom")
)


def answer_of(puzzle: Puzzle) -> Board:
    return Board.from_data(puzzle.provenance.solution)


@pytest.fixture(scope="module")
def made() -> list[Puzzle]:
    maker = PlacementMaker(LITEROWCE)
    return [maker.make(seed) for seed in range(4)]


@pytest.mark.parametrize("engine", ["sat", "backtracking"])
def test_every_puzzle_has_its_stored_solution_and_no_other(made: list[Puzzle], engine: str) -> None:
    for puzzle in made:
        assert solve(puzzle, engine=engine).boards == (answer_of(puzzle),)
        assert solve(puzzle, engine=engine).status == "unique"


def test_the_referee_agrees_with_the_solution(made: list[Puzzle]) -> None:
    assert [check(puzzle, answer_of(puzzle)) for puzzle in made] == [[]] * len(made)


def test_a_score_is_that_of_grading_and_leaves_the_puzzle_as_it_is(made: list[Puzzle]) -> None:
    scored = PlacementMaker(replace(LITEROWCE, score=True)).make(2)
    assert scored == made[2]
    found = grade(scored)
    assert (scored.provenance.grade, scored.provenance.score) == (found, found.score)
    assert scored.provenance.techniques == found.techniques


def test_the_same_seed_gives_the_same_puzzle(made: list[Puzzle]) -> None:
    assert PlacementMaker(LITEROWCE).make(2) == made[2]
    assert len(set(made)) == len(made)


def test_a_seed_gives_the_same_puzzle_for_ever() -> None:
    """If this fails, a change made all seeds give other puzzles: that takes a word in the changelog."""
    recipe = Recipe(
        size=(6, 6), fleet=Fleet({2: 1}), words=("ABC", "AB", "D"), edges=("right",), missing_tallies=3
    )
    assert (
        write(PlacementMaker(recipe).make(3), "text")
        == """\
fleet: 2:1
words: ABC AB D
right: . A B C . D

   ?  ? 1 ? 0 4
0  .  . . . . .
1  .  . . . . .
3  L  . . . . .
1  .  . . . . .
0  .  . . . . .
3  . =B . . . .
"""
    )


def test_a_puzzle_carries_its_seed_and_no_grade(made: list[Puzzle]) -> None:
    assert [(puzzle.provenance.seed, puzzle.provenance.grade) for puzzle in made] == [
        (seed, None) for seed in range(4)
    ]


def test_only_sides_of_the_recipe_name_letters(made: list[Puzzle]) -> None:
    edges = made[0].edges
    assert (edges.top, edges.left) == ((), ())
    assert len(edges.right) == len(edges.bottom) == 7


def test_no_given_is_redundant() -> None:
    maker = PlacementMaker(Recipe(size=(7, 7), fleet=Fleet({2: 1}), words=("AB", "BA", "A")))
    with_givens = [puzzle for seed in range(4) if (puzzle := maker.make(seed)).givens]
    assert with_givens
    for puzzle in with_givens:
        for given in puzzle.givens:
            rest = [one for one in puzzle.givens if one != given]
            assert solve(puzzle.replace(givens=rest)).status == "multiple"


def test_only_givens_of_the_kinds_allowed_are_given() -> None:
    maker = PlacementMaker(
        Recipe(
            size=(6, 6),
            fleet=NO_FLEET,
            words=("AB", "CD", "A"),
            edges=("top",),
            givens=("water",),
            missing_tallies=6,
        )
    )
    shown: list[Given] = [given for seed in range(5) for given in maker.make(seed).givens]
    assert {given.kind for given in shown} == {Part.WATER}


def test_as_many_tallies_are_missing_as_the_recipe_says() -> None:
    recipe = Recipe(size=(6, 6), fleet=NO_FLEET, words=("ABC", "BC", "A"), edges=("left",), missing_tallies=4)
    puzzle = PlacementMaker(recipe).make(1)
    assert [*puzzle.rows, *puzzle.cols].count(None) == 4


def test_words_that_cannot_fit_are_reported_at_once() -> None:
    with pytest.raises(InvalidRecipeError, match="words: ABC,ABC,ABC cannot fit into a grid of 3x3"):
        Recipe(size=(3, 3), fleet=NO_FLEET, words=("ABC", "ABC", "ABC"))
    with pytest.raises(FleetDoesNotFitError, match="cannot lie on a grid of 3x3"):
        PlacementMaker(Recipe(size=(3, 3), fleet=Fleet({2: 1}), words=("AB", "C")))


def test_a_crowded_grid_is_filled() -> None:
    words = ("ABCD", "ABC", "BCD", "AB", "CD", "DA", "A", "B")
    maker = PlacementMaker(Recipe(size=(7, 7), fleet=Fleet({1: 2}), words=words, edges=("left", "top")))
    puzzle = maker.make(1)
    assert check(puzzle, answer_of(puzzle)) == []


def test_clues_that_never_suffice_raise_a_clear_error() -> None:
    # Nothing but the letter nearest to the top: the ship may move downwards.
    unread = Recipe(
        size=(4, 4), fleet=NO_FLEET, words=("AB",), givens=(), edges=("top",), missing_tallies=8, tries=5
    )
    with pytest.raises(CannotGenerateError, match="no suitable puzzle in 5 tries: 5 had other solutions"):
        PlacementMaker(unread).make(1)


def test_every_arrangement_is_equally_likely() -> None:
    # Chi-squared with a fixed seed: the 0.999 quantile for so many cells is below mean + 4 deviations.
    open_sea = Puzzle([None] * 4, [None] * 3, {2: 1, 1: 1}, words=["AB", "C"])
    fleets = FleetSampler(4, 3, Recipe(size=(4, 3), fleet=open_sea.fleet, words=open_sea.words).ships)
    chance = Chance(5)
    cells = count(open_sea)
    draws = 200 * cells
    seen = Counter(put_letters(fleets.board(chance), open_sea.words, chance) for _ in range(draws))
    assert len(seen) == cells
    statistic = sum((number - 200) ** 2 / 200 for number in seen.values())
    assert statistic < cells - 1 + 4 * (2 * (cells - 1)) ** 0.5


def test_words_that_need_no_letter_clues_have_none() -> None:
    recipe = Recipe(size=(4, 4), fleet=NO_FLEET, words=("ABA", "C", "C"), givens=("water",))
    assert solve(PlacementMaker(recipe).make(1), engine="sat").status == "unique"


@pytest.mark.parametrize(
    ("asked", "fault"),
    [
        ({"words": ("A-B",)}, "is not a word"),
        ({"words": "AB"}, "is not a list"),
        ({"words": ("ABCDEFGHIJKL",)}, "does not fit into a grid of 10x10"),
        ({"edges": ("right",)}, "only ships with letters"),
        ({"words": ("AB",), "edges": ("east",)}, "not one of top, bottom, left, right"),
        ({"words": ("AB",), "givens": ("water",)}, "words: no clue would determine their letters"),
        ({"words": ("AA", "BB"), "givens": ()}, "words: no clue would determine their letters"),
        (
            {"words": ("A",), "fleet": {1: 1}, "givens": ("ships",)},
            "words: no clue would determine their letters",
        ),
        ({"words": ("AB",), "technique": "overlap"}, "technique: cannot be combined with words"),
    ],
)
def test_options_that_conflict_with_words_are_reported(asked: dict[str, object], fault: str) -> None:
    with pytest.raises(InvalidRecipeError, match=fault):
        Recipe(**asked)  # type: ignore[arg-type]  # wrong on purpose
