"""Made puzzles: one solution, the grade asked for, nothing to spare, and the same for the same seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import chain, product
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import bimaru
from bimaru.board import Board
from bimaru.generation.generator import maker_of
from bimaru.generation.patterns import SYMMETRIES, orbits
from bimaru.generation.placement_maker import PlacementMaker
from bimaru.generation.recipe import STANDARD_FLEET, Recipe
from bimaru.generation.tries import CannotGenerateError
from bimaru.grading.grades import GRADER, GRADES
from bimaru.puzzle import Puzzle
from bimaru.ships import Fleet
from bimaru.squares import Square
from made_puzzles import digest_of_made

SMALL: Final[dict[str, Any]] = {"size": (6, 6), "fleet": {3: 1, 2: 2, 1: 3}}
RECIPES: Final[dict[str, dict[str, Any]]] = {
    "standard": {},
    "small": SMALL,
    "rectangular": {"size": (7, 12), "fleet": {5: 1, 3: 2, 1: 3}},
    "wide lanes": {"size": (5, 20), "fleet": {4: 2, 2: 4}},
    "water only": {"givens": ("water",), **SMALL},
    "parts only": {"givens": ("parts",), **SMALL},
    "just ship": {"givens": ("ships",), **SMALL},
    "all kinds": {"givens": ("water", "parts", "ships")},
    "no givens": {"givens": (), **SMALL},
    "four givens": {"givens_number": (4, 4)},
    "many givens": {"givens_number": (20, 25)},
    "missing tallies": {"missing_tallies": 5},
    "no tallies": {"missing_tallies": 12, **SMALL},
    "spare": {"spare": 3},
    "dense": {"size": (7, 7)},
    "no ships": {"size": (2, 3), "fleet": {}},
    "one square": {"size": (1, 1), "fleet": {1: 1}},
    **{f"symmetry {name}": {"symmetry": name} for name in SYMMETRIES},
    **{grade: {"grade": grade} for grade in GRADES},
    "graded and more": {"grade": "hard", "symmetry": "half-turn", "missing_tallies": 2, "spare": 2},
}
recipes: Final = pytest.mark.parametrize("asked", RECIPES.values(), ids=RECIPES)
SEEDS: Final = range(12)
ALWAYS: Final = {
    "standard": "aa019d1f",
    "small": "4b91e21f",
    "rectangular": "fdc3b57d",
    "wide lanes": "6346812e",
    "water only": "9a193721",
    "parts only": "91f5795e",
    "just ship": "95ee4e8c",
    "all kinds": "f0ffff34",
    "no givens": "eb3c7e4f",
    "four givens": "b9e767d9",
    "many givens": "ebb7f1c7",
    "missing tallies": "7b634cdb",
    "no tallies": "143ac2e7",
    "spare": "c10c9ff6",
    "dense": "5aa5d701",
    "no ships": "749b23eb",
    "one square": "6682fdfe",
    "symmetry none": "aa019d1f",
    "symmetry half-turn": "71f426ed",
    "symmetry quarter-turn": "87e81f6c",
    "symmetry left-right": "16824502",
    "symmetry top-bottom": "60037ecd",
    "symmetry both": "60df21ef",
    "symmetry diagonal": "92b25869",
    "symmetry other-diagonal": "b231513f",
    "symmetry diagonals": "51ca7c94",
    "easy": "a0b7fe95",
    "intermediate": "d1e09be1",
    "hard": "15cb23f2",
    "expert": "7b0f3213",
    "extreme": "9f165738",
    "fiendish": "b5c8bcb9",
    "graded and more": "74f74518",
}
"""Of each recipe the digest of the puzzles of those seeds as JSON Lines."""


def made(asked: dict[str, Any]) -> tuple[Puzzle, ...]:
    return puzzles_of(Recipe(**asked))


@cache
def puzzles_of(recipe: Recipe) -> tuple[Puzzle, ...]:
    """The puzzles of those seeds, made once for all tests."""
    maker = maker_of(recipe)
    return tuple(maker.make(seed) for seed in SEEDS)


def solution(puzzle: Puzzle) -> Board:
    return Board.from_data(puzzle.provenance.solution)


def squares(puzzle: Puzzle) -> set[Square]:
    return {given.square for given in puzzle.givens}


def given_together(asked: dict[str, Any]) -> dict[Square, tuple[Square, ...]]:
    """The group of each square, of which all are given or none."""
    groups = orbits(asked.get("symmetry", "none"), *asked.get("size", (10, 10)))
    return {square: group for group in groups for square in group}


def with_fewer(asked: dict[str, Any], puzzle: Puzzle) -> Iterator[Puzzle]:
    """The puzzle with any group of givens left out."""
    groups = given_together(asked)
    for group in {groups[square] for square in squares(puzzle)}:
        yield puzzle.replace(givens=[given for given in puzzle.givens if given.square not in group])


@recipes
def test_generated_puzzles_have_their_stored_solution_and_no_other(asked: dict[str, Any]) -> None:
    for puzzle in made(asked):
        result = bimaru.solve(puzzle)
        assert (result.status, result.board) == ("unique", solution(puzzle))


@recipes
def test_generated_puzzles_meet_their_recipe(asked: dict[str, Any]) -> None:
    recipe = Recipe(**asked)
    kinds = {"W": "water", "X": "ships"}
    for seed, puzzle in zip(SEEDS, made(asked), strict=True):
        assert puzzle.provenance.seed == seed
        assert (puzzle.height, puzzle.width) == recipe.size
        assert puzzle.fleet == recipe.fleet
        assert [*chain(puzzle.rows, puzzle.cols)].count(None) == recipe.missing_tallies
        assert {kinds.get(given.kind, "parts") for given in puzzle.givens} <= {*recipe.givens}
        least, most = recipe.givens_number or (0, recipe.squares)
        assert least <= len(puzzle.givens) <= most
        groups = given_together(asked)
        assert all({*groups[square]} <= squares(puzzle) for square in squares(puzzle))


@pytest.mark.parametrize(
    ("grade", "size"), [*product(GRADES, [(10, 10)]), *product(GRADES[:-1], [(6, 8)])], ids=str
)
def test_the_grade_of_the_recipe_is_the_one_that_grading_finds(grade: str, size: tuple[int, int]) -> None:
    fleet = STANDARD_FLEET if size == (10, 10) else {4: 1, 3: 1, 2: 2, 1: 2}
    for puzzle in made({"grade": grade, "size": size, "fleet": fleet}):
        assert puzzle.provenance.grade == bimaru.grade(puzzle) == grade


def test_every_grade_of_a_range_occurs() -> None:
    found = {puzzle.provenance.grade: puzzle for puzzle in made({"grade": "easy-hard", **SMALL})}
    assert {*found} == {"easy", "intermediate", "hard"}
    assert all(bimaru.grade(puzzle) == grade for grade, puzzle in found.items())


def test_without_a_grade_in_the_recipe_there_is_none() -> None:
    for puzzle in made({}):
        known = puzzle.provenance
        assert (known.grade, known.score, known.techniques, known.n_steps) == (None, None, None, None)
        assert puzzle.to_data()["grade"] is None


@pytest.mark.parametrize(
    "asked", [{"grade": "easy-extreme"}, {"score": True}, SMALL | {"score": True}], ids=str
)
def test_a_graded_puzzle_has_the_score_of_grading_and_the_proof_behind_it(asked: dict[str, Any]) -> None:
    for puzzle in made(asked):
        grade, known = bimaru.grade(puzzle), puzzle.provenance
        assert (known.grade, known.score) == (grade, grade.score)
        assert (known.techniques, known.n_steps) == (grade.techniques, grade.n_steps)
        assert known.grader == GRADER
        assert Puzzle.from_data(puzzle.to_data()).provenance == known


def test_scores_do_not_change_the_puzzles() -> None:
    assert made({"score": True}) == made({})


@pytest.mark.parametrize(
    "asked",
    [one for one in RECIPES.values() if not {"grade", "spare", "givens_number"} & {*one}],
    ids=str,
)
def test_no_given_is_redundant(asked: dict[str, Any]) -> None:
    for puzzle in made(asked):
        assert not any(map(bimaru.is_unique, with_fewer(asked, puzzle)))


@pytest.mark.parametrize("grade", GRADES[:3])
def test_without_any_of_its_givens_a_puzzle_is_harder_than_its_grade(grade: str) -> None:
    harder = GRADES[GRADES.index(grade) + 1 :]
    for puzzle in made({"grade": grade}):
        for fewer in with_fewer({}, puzzle):
            assert not bimaru.is_unique(fewer) or bimaru.grade(fewer) in harder


def test_spare_givens_are_added_to_the_needed_ones() -> None:
    for puzzle in made({"spare": 3}):
        redundant = [
            given
            for given in puzzle.givens
            if bimaru.is_unique(puzzle.replace(givens=[other for other in puzzle.givens if other != given]))
        ]
        assert len(redundant) >= 3


def test_most_puzzles_have_few_givens() -> None:
    for grade in ("easy", "hard"):
        maker = maker_of(Recipe(grade=grade))
        numbers = [len(maker.make(seed).givens) for seed in range(40)]
        assert sum(3 <= number <= 5 for number in numbers) > 30


def test_water_and_ships_are_both_among_the_givens() -> None:
    maker = maker_of(Recipe())
    kinds = [given.kind for seed in range(40) for given in maker.make(seed).givens]
    assert 0.1 < kinds.count("W") / len(kinds) < 0.5


def test_the_grades_of_a_range_are_equally_likely() -> None:
    maker = maker_of(Recipe(size=(8, 8), fleet=Fleet({3: 1, 2: 2, 1: 3}), grade="easy-expert"))
    drawn = Counter(maker.make(seed).provenance.grade for seed in range(200))
    assert {*drawn} == {*GRADES[:4]}
    assert all(30 <= number <= 70 for number in drawn.values())


def test_the_same_seeds_give_other_boards_at_another_grade() -> None:
    seeds = range(30)
    answers = [
        {str(maker.make(seed).provenance.solution) for seed in seeds}
        for maker in map(maker_of, (Recipe(grade="easy"), Recipe(grade="intermediate"), Recipe()))
    ]
    assert len(set().union(*answers)) == 3 * len(seeds)


def test_the_number_of_tries_does_not_change_the_puzzle_of_a_seed() -> None:
    assert maker_of(Recipe(tries=100)).make(5) == maker_of(Recipe(tries=2000)).make(5)


# Seeds


def test_the_puzzle_of_a_seed_does_not_depend_on_earlier_ones() -> None:
    maker = maker_of(Recipe(grade="hard"))
    one_after_the_other = [maker.make(seed) for seed in range(5)]
    alone = [maker_of(Recipe(grade="hard")).make(seed) for seed in reversed(range(5))]
    assert one_after_the_other == alone[::-1]
    assert [puzzle.extra for puzzle in one_after_the_other] == [puzzle.extra for puzzle in alone[::-1]]


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        (
            {"size": (5, 6), "fleet": {3: 1, 2: 1, 1: 2}, "seed": 1},
            """
fleet: 3:1, 2:1, 1:2

   1 0 3 0 0 3
2  . . . . . .
2  . . . . . .
1  . . B . . .
1  . . . . . W
1  . . . . . .
""",
        ),
        (
            {"grade": "hard", "seed": -7},
            """
fleet: 4:1, 3:2, 2:3, 1:4

   4 2 1 4 1 0 2 1 4 1
4  . . . . . . . . . .
0  . . . . . . . . . .
3  . . . T . . . . . .
1  . . . . . . . . . .
3  . . . . . . . . . .
2  . . . . . . W . . .
2  . . . . . . . . B .
3  . . . . . . W . . .
2  S . . . . . . . . .
0  . . . . . . . . . .
""",
        ),
        (
            {"symmetry": "half-turn", "missing_tallies": 3, "spare": 2, "seed": 18446744073709551616},
            """
fleet: 4:1, 3:2, 2:3, 1:4

   2 4 2 ? 0 5 0 3 ? 2
7  . . . . . . . . . .
1  . . . . . . . . . W
1  . . W . . . . . . .
3  L . . . . . . . . .
1  . . . . . S . . . .
0  . . . . W . . . . .
3  . . . . . . . . . W
1  . . . . . . . T . .
?  W . . . . . . . . .
1  . . . . . . . . . .
""",
        ),
    ],
    ids=["small", "hard", "symmetric"],
)
def test_a_seed_gives_the_same_puzzle_on_every_machine_and_for_ever(asked: dict[str, Any], text: str) -> None:
    """If this fails, a change made all seeds give other puzzles: that takes a word in the changelog."""
    assert bimaru.write(bimaru.generate(**asked), "text") == text[1:]


@recipes
def test_the_first_seeds_of_every_recipe_give_what_they_always_gave(
    asked: dict[str, Any], request: pytest.FixtureRequest
) -> None:
    """If this fails, a change made all seeds give other puzzles: that takes a word in the changelog. The
    version of the grader may change without that."""
    name = request.node.callspec.id
    assert digest_of_made(made(asked)) == ALWAYS[name]


def test_without_a_seed_there_is_a_new_puzzle_each_time() -> None:
    one, other = bimaru.generate(), bimaru.generate()
    assert one != other
    seed = one.provenance.seed
    assert isinstance(seed, int)
    assert bimaru.generate(seed=seed) == one


# What cannot be had


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ({"size": (1, 3), "fleet": {1: 1}, "grade": "expert"}, "20 did not turn out expert"),
        ({"size": (4, 4), "fleet": {1: 2}, "missing_tallies": 8, "givens": ()}, "20 had other solutions"),
        ({"missing_tallies": 20, "givens_number": (0, 1)}, "20 needed more than 1 givens"),
        ({"givens": ("ships",), "givens_number": (30, 40)}, "20 had too few squares to give"),
        ({"missing_tallies": 20, "givens": (), "grade": "easy"}, "20 turned out harder than easy"),
    ],
)
def test_an_impossible_recipe_ends_with_the_reason(asked: dict[str, Any], reason: str) -> None:
    with pytest.raises(CannotGenerateError, match=f"^no suitable puzzle in 20 tries: .*{reason}"):
        bimaru.generate(seed=1, tries=20, **asked)


def test_a_recipe_that_takes_much_search_in_vain_ends_before_all_tries(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bimaru.generation.straight_maker.MAX_WORK_FOR_A_PUZZLE", 2_000_000)
    reason = r"in (\d+) tries \(more would take too much search\): \1 did not turn out extreme$"
    with pytest.raises(CannotGenerateError, match=reason):
        bimaru.generate(missing_tallies=20, grade="extreme", seed=80)


def test_a_single_try_is_not_in_the_plural() -> None:
    with pytest.raises(CannotGenerateError, match=r"^no suitable puzzle in 1 try: 1 had other solutions"):
        bimaru.generate((4, 4), {1: 2}, missing_tallies=8, givens=(), seed=1, tries=1)


def test_a_fleet_that_cannot_fit_is_reported_at_once() -> None:
    with pytest.raises(ValueError, match="cannot lie on a grid of 3x3 without touching"):
        bimaru.generate((3, 3), {2: 2, 1: 1})


def test_a_puzzle_notes_that_its_fleet_was_not_drawn_uniformly() -> None:
    dense = bimaru.generate((12, 12), {6: 1, 5: 2, 4: 3, 3: 4, 2: 5, 1: 6}, seed=1)
    assert dense.extra["drawn"] == "search"
    assert "drawn" not in bimaru.generate(seed=1).extra


def test_recipes_with_words_give_lettered_puzzles() -> None:
    puzzle = bimaru.generate((5, 5), words=["12", "13"], edges=["top"], seed=3)
    assert puzzle.words == ("12", "13")
    assert puzzle.edges.top
    assert bimaru.is_unique(puzzle)
    assert isinstance(maker_of(Recipe(words=("12",))), PlacementMaker)


# Any recipe


@settings(
    max_examples=60, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck)
)
@given(
    size=st.tuples(st.integers(1, 7), st.integers(1, 7)),
    fleet=st.dictionaries(st.integers(1, 4), st.integers(0, 2), max_size=3),
    givens=st.sets(st.sampled_from(["water", "parts", "ships"])),
    missing=st.integers(0, 14),
    grade=st.sampled_from([None, *GRADES]),
    seed=st.integers(-(2**70), 2**70),
)
def test_any_recipe_gives_a_sound_puzzle_or_a_reason(
    size: tuple[int, int], fleet: dict[int, int], givens: set[str], missing: int, grade: str | None, seed: int
) -> None:
    asked: dict[str, Any] = {"grade": grade, "givens": givens, "missing_tallies": missing, "tries": 5}
    try:
        puzzle = bimaru.generate(size, fleet, seed=seed, **asked)
    except ValueError as reason:
        assert str(reason)  # noqa: PT017  # which error it is depends
    else:
        assert bimaru.solve(puzzle).board == solution(puzzle)
        assert bimaru.is_unique(puzzle)
        assert grade in (None, bimaru.grade(puzzle))
        assert bimaru.generate(size, fleet, seed=seed, **asked) == puzzle


def test_large_grids_are_generated_though_the_search_ends_undecided() -> None:
    fleet = {6: 3, 5: 4, 4: 6, 3: 8, 2: 10, 1: 12}
    puzzle = bimaru.generate((26, 30), fleet, seed=1)
    assert bimaru.is_unique(puzzle)
