"""Recipes: every fault is reported, and JSON brings back the same."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bimaru.generation.patterns import SYMMETRIES, fits, generators, orbits
from bimaru.generation.recipe import InvalidRecipeError, Recipe
from bimaru.grading.grades import GRADES
from bimaru.polyominoes import NAMED, SETS
from bimaru.ships import Fleet

JUNK = st.none() | st.booleans() | st.integers() | st.text(max_size=3) | st.lists(st.integers(), max_size=3)


@pytest.mark.parametrize(
    ("options", "faults"),
    [
        ({"size": (0, 10)}, ["size: 0x10 is not HEIGHTxWIDTH with sides from 1 to 63"]),
        ({"size": 10}, ["size: 10 is not a pair of rows and columns, like (10, 10)"]),
        ({"size": "6x6"}, ["size: '6x6' is not a pair of rows and columns, like (10, 10)"]),
        ({"size": (64, 3), "fleet": {1: 1}}, ["size: 64x3 is not HEIGHTxWIDTH with sides from 1 to 63"]),
        ({"fleet": {0: 1}}, ["fleet: 0 is not a ship length from 1 to 9999"]),
        ({"fleet": {11: 1}}, ["fleet: a ship of length 11 does not fit into a grid of 10x10"]),
        ({"fleet": {1: 31}}, ["fleet: 1:31 cannot fit into a grid of 10x10 without touching"]),
        (
            {"grade": "hellish"},
            ["grade: 'hellish' is not one of " + ", ".join(GRADES) + ", nor a range like easy-hard"],
        ),
        ({"grade": "hard-easy"}, ["grade: hard is harder than easy"]),
        ({"givens": ("rain",)}, ["givens: 'rain' is not one of water, parts, ships"]),
        ({"givens": "water"}, ["givens: 'water' is not a list of kinds of givens"]),
        (
            {"givens_number": (3, 2)},
            ["givens_number: 3-2 is not a range of numbers from 0 to 100"],
        ),
        ({"givens": (), "spare": 1}, ["givens: none are allowed, but some are required"]),
        ({"symmetry": "odd"}, [f"symmetry: 'odd' is not one of {', '.join(SYMMETRIES)}"]),
        (
            {"size": (10, 11), "symmetry": "diagonal"},
            ["symmetry: diagonal needs a square grid, not 10x11"],
        ),
        ({"missing_tallies": 21}, ["missing_tallies: 21 is not a number from 0 to 20"]),
        ({"tries": 0}, ["tries: 0 is not a number from 1"]),
        (
            {"size": (2, 2), "fleet": {}, "spare": -1, "tries": True},
            ["spare: -1 is not a number from 0 to 4", "tries: True is not a number from 1"],
        ),
    ],
)  # fmt: skip
def test_every_fault_of_a_recipe_is_reported(options: dict[str, Any], faults: list[str]) -> None:
    with pytest.raises(InvalidRecipeError) as caught:
        Recipe(**options)
    assert [*caught.value.faults] == faults
    assert pickle.loads(pickle.dumps(caught.value)).faults == caught.value.faults


@pytest.mark.parametrize(
    "recipe",
    [
        Recipe(),
        Recipe(
            size=(7, 9),
            fleet=Fleet({3: 2}),
            grade="easy-hard",
            givens=("water",),
            givens_number=(2, 8),
            symmetry="both",
            missing_tallies=3,
            spare=1,
            tries=5,
        ),
        Recipe(size=(7, 7), fleet=Fleet(), words=("123", "21"), edges=("top", "left"), givens=()),
    ],
    ids=["standard", "all", "words"],
)
def test_json_brings_back_the_same_recipe(recipe: Recipe) -> None:
    data = json.loads(json.dumps(recipe.to_data()))
    assert Recipe.from_data(data) == recipe
    assert hash(Recipe.from_data(data)) == hash(recipe)


def test_missing_entries_have_defaults_and_unknown_ones_are_refused() -> None:
    assert Recipe.from_data({}) == Recipe()
    assert Recipe.from_data({"fleet": {"2": 1}, "size": [3, 3]}) == Recipe(size=(3, 3), fleet=Fleet({2: 1}))
    with pytest.raises(InvalidRecipeError, match="colour: unknown key; expected size, fleet"):
        Recipe.from_data({"colour": "blue"})
    with pytest.raises(InvalidRecipeError, match="a recipe is an object"):
        Recipe.from_data([])


def test_the_older_names_of_entries_are_read() -> None:
    old = {"hints": ["water"], "hints_number": [2, 8]}
    assert Recipe.from_data(old) == Recipe(givens=("water",), givens_number=(2, 8))


def test_the_same_kinds_in_another_order_are_the_same_recipe() -> None:
    assert Recipe(givens=("parts", "water", "parts")) == Recipe()


def test_a_range_of_grades_has_all_between() -> None:
    assert Recipe(grade="easy-hard").grades == ("easy", "intermediate", "hard")
    assert Recipe(grade="hard").grades == ("hard",)
    assert Recipe().grades == ()


@settings(max_examples=200, derandomize=True, database=None)
@given(st.dictionaries(st.sampled_from([*Recipe().to_data()]), JUNK))
def test_junk_is_a_recipe_or_raises_what_is_documented(data: dict[str, Any]) -> None:
    try:
        recipe = Recipe.from_data(data)
    except InvalidRecipeError as error:
        assert error.faults  # noqa: PT017  # it may be a recipe as well
    else:
        assert Recipe.from_data(recipe.to_data()) == recipe


# Patterns of squares


@pytest.mark.parametrize(
    ("name", "groups"),
    [
        ("none", 9),
        ("half-turn", 5),
        ("quarter-turn", 3),
        ("left-right", 6),
        ("top-bottom", 6),
        ("both", 4),
        ("diagonal", 6),
        ("other-diagonal", 6),
        ("diagonals", 4),
    ],
)
def test_numbers_of_groups_on_a_3x3_grid(name: str, groups: int) -> None:
    """As Burnside's lemma counts them."""
    assert len(orbits(name, 3, 3)) == groups


@pytest.mark.parametrize("name", SYMMETRIES)
@pytest.mark.parametrize("size", [(4, 4), (3, 5), (1, 1)], ids=str)
def test_every_square_is_in_one_group_and_every_move_stays_in_it(name: str, size: tuple[int, int]) -> None:
    height, width = size
    if not fits(name, height, width):
        return
    groups = orbits(name, height, width)
    squares = [square for group in groups for square in group]
    assert sorted(squares) == [(r, c) for r in range(height) for c in range(width)]
    for group in groups:
        for turn in generators(name, height, width):
            assert {turn.to(square) for square in group} == {*group}


@pytest.mark.parametrize(
    ("table", "option"),
    [
        ({"size": "12x13"}, {"size": (12, 13)}),
        ({"fleet": "3,2:2"}, {"fleet": {3: 1, 2: 2}}),
        ({"words": "BOW,SEA"}, {"words": ("BOW", "SEA"), "fleet": {}}),
        ({"words": ["BOW", "SEA"]}, {"words": ("BOW", "SEA"), "fleet": {}}),
        ({"words": "none"}, {}),
        ({"words": "BOW", "edges": "top, left"}, {"words": ("BOW",), "fleet": {}, "edges": ("top", "left")}),
        ({"shapes": "tetrominoes"}, {"shapes": SETS["tetrominoes"], "fleet": {}}),
        ({"shapes": "L4,##/#."}, {"shapes": (NAMED["L4"], ("##", "#.")), "fleet": {}}),
        ({"shapes": ["L4", ["##", "#."]]}, {"shapes": (NAMED["L4"], ("##", "#.")), "fleet": {}}),
        ({"givens": "none"}, {"givens": ()}),
        ({"givens": "water"}, {"givens": ("water",)}),
        ({"givens_number": "2-6"}, {"givens_number": (2, 6)}),
        ({"givens_number": "3"}, {"givens_number": (3, 3)}),
        ({"givens_number": 3}, {"givens_number": (3, 3)}),
        ({"hints_number": "2-6"}, {"givens_number": (2, 6)}),
        ({"size": "6x6"}, {"size": (6, 6), "fleet": {3: 1, 2: 2, 1: 3}}),
        ({"size": [6, 6]}, {"size": (6, 6), "fleet": {3: 1, 2: 2, 1: 3}}),
    ],
)
def test_a_table_takes_what_the_options_of_the_command_take(
    table: dict[str, Any], option: dict[str, Any]
) -> None:
    assert Recipe.from_table(table) == Recipe(**option)


@pytest.mark.parametrize(
    ("table", "fault"),
    [
        ({"shapes": "tetris"}, "shapes: 'tetris' is not one of trominoes"),
        ({"shapes": ["L4", 7]}, "shapes"),
        ({"words": "", "edges": "top"}, "edges: only ships with letters"),
        ({"words": "BOW", "edges": "above"}, "edges: 'above' is not one of"),
        ({"givens": "waves"}, "givens: 'waves' is not one of"),
        ({"givens_number": "few"}, "givens_number: 'few' is neither a number nor a range"),
        ({"givens_number": True}, "givens_number: True"),
        ({"spare": "2"}, "spare: '2' is not a number"),
    ],
)
def test_faults_of_a_table_are_named(table: dict[str, Any], fault: str) -> None:
    with pytest.raises(InvalidRecipeError, match=fault):
        Recipe.from_table(table)


@pytest.mark.parametrize(
    ("entries", "fleet"),
    [
        ({}, "4:1,3:2,2:3,1:4"),
        ({"size": [6, 6]}, "3:1,2:2,1:3"),
        ({"size": [6, 6], "words": ["CAT"]}, ""),
        ({"shapes": [["##", "#."]]}, ""),
        ({"words": ["CAT"], "fleet": {"2": 1}}, "2:1"),
    ],
)
def test_a_fleet_that_is_left_out_is_that_of_the_size(entries: dict[str, Any], fleet: str) -> None:
    recipe = Recipe.from_data(entries)
    assert str(recipe.fleet) == fleet
    assert Recipe.from_table(entries) == Recipe.from_data(recipe.to_data()) == recipe
