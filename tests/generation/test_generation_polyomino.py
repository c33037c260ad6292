"""Puzzles with polyomino ships: proved, reproducible, with the options of straight ones."""

from __future__ import annotations

import json

import pytest

from bimaru import Board, Fleet, Puzzle, generate, solve
from bimaru.arrangements.random_fleets import FleetDoesNotFitError
from bimaru.arrangements.random_ships import ShipSampler
from bimaru.arrangements.rejection import Chance
from bimaru.errors import OutOfReachError
from bimaru.generation.placement_maker import PlacementMaker
from bimaru.generation.recipe import InvalidRecipeError, Recipe
from bimaru.placements import box
from bimaru.polyominoes import NAMED, SETS, UnknownShapeError, shapes_named
from bimaru.rules import check
from bimaru.ships import Ship
from bimaru.symmetry import Turn
from brute_force import boards_of
from command_line import bimaru as call

PENTOMINOES = tuple(NAMED[name] for name in ("F5", "L5", "P5", "T5"))
POLYOMINO = Recipe(size=(9, 8), fleet=Fleet({2: 1}), shapes=PENTOMINOES)


@pytest.fixture(scope="module")
def made() -> list[Puzzle]:
    maker = PlacementMaker(POLYOMINO)
    return [maker.make(seed) for seed in range(4)]


def test_every_puzzle_has_its_stored_solution_and_no_other(made: list[Puzzle]) -> None:
    for puzzle in made:
        board = Board.from_data(puzzle.provenance.solution)
        assert check(puzzle, board) == []
        assert solve(puzzle, engine="sat", limit=None).boards == (board,)


def test_the_same_seed_gives_the_same_puzzle(made: list[Puzzle]) -> None:
    assert PlacementMaker(POLYOMINO).make(2) == made[2]
    assert len(set(made)) == len(made)
    assert all(puzzle.extra["drawn"] == "search" for puzzle in made)


def test_no_given_is_redundant() -> None:
    maker = PlacementMaker(Recipe(size=(7, 7), fleet=Fleet({1: 2}), shapes=SETS["trominoes"] * 2))
    puzzles = [puzzle for seed in range(8) if (puzzle := maker.make(seed)).givens]
    assert puzzles
    for puzzle in puzzles:
        for given in puzzle.givens:
            rest = [one for one in puzzle.givens if one != given]
            assert solve(puzzle.replace(givens=rest)).status == "multiple"


def test_givens_have_the_symmetry_the_number_and_the_kinds_of_the_recipe() -> None:
    recipe = Recipe(
        size=(8, 8),
        fleet=Fleet(),
        shapes=SETS["tetrominoes"][1:],
        symmetry="half-turn",
        givens=("water", "ships"),
        givens_number=(8, 20),
        missing_tallies=3,
    )
    turn = Turn(8, 8, True, True, False)
    for seed in range(3):
        puzzle = PlacementMaker(recipe).make(seed)
        squares = {given.square for given in puzzle.givens}
        assert squares == {turn.to(square) for square in squares}
        assert 8 <= len(squares) <= 20
        assert {given.kind for given in puzzle.givens} <= {"W", "X"}
        assert (*puzzle.rows, *puzzle.cols).count(None) == 3


def test_words_and_polyomino_ships_go_together() -> None:
    puzzle = generate((8, 8), shapes=[NAMED["T4"]], words=["AB", "CD"], edges=["left"], spare=2, seed=3)
    assert solve(puzzle, engine="cp-sat").status == "unique"
    assert (puzzle.words, dict(puzzle.fleet)) == (("AB", "CD"), {})


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"shapes": (("#", "?"),)}, "shape"),
        ({"shapes": (("#.", ".#"),)}, "shape"),
        ({"shapes": (NAMED["X5"],), "size": (2, 9)}, "shapes: .*does not fit into a grid of 2x9"),
        ({"shapes": (NAMED["X5"],), "technique": "overlap"}, "technique: cannot be combined with shapes"),
    ],
)
def test_options_that_conflict_with_shapes_are_reported(options: dict[str, object], fault: str) -> None:
    with pytest.raises(InvalidRecipeError, match=fault):
        Recipe(**options)  # type: ignore[arg-type]  # wrong on purpose


def test_a_recipe_with_shapes_survives_json() -> None:
    assert Recipe.from_data(json.loads(json.dumps(POLYOMINO.to_data()))) == POLYOMINO


def test_ships_that_do_not_fit_are_reported() -> None:
    open_grid = Puzzle([None] * 6, [None] * 6, shapes=[NAMED["X5"]] * 4)
    with pytest.raises((FleetDoesNotFitError, OutOfReachError)):
        ShipSampler(6, 6, open_grid.ships).board(open_grid, Chance(1))


def test_every_arrangement_is_drawn() -> None:
    open_grid = Puzzle([None] * 4, [None] * 4, {1: 1}, shapes=[NAMED["L3"]])
    sampler, chance = ShipSampler(4, 4, open_grid.ships), Chance(1)
    drawn = {sampler.board(open_grid, chance) for _ in range(4000)}
    assert drawn == boards_of(open_grid)


def test_the_named_polyominoes_are_all_of_their_sizes() -> None:
    assert [len(SETS[name]) for name in ("trominoes", "tetrominoes", "pentominoes")] == [2, 5, 12]
    ships = {Ship.polyomino(shape) for shape in NAMED.values()}
    assert len(ships) == len(NAMED)
    assert all(Ship.polyomino(shape).length == int(name[1]) for name, shape in NAMED.items())
    assert all(max(box(ship.squares)) <= 5 for ship in ships)


@pytest.mark.parametrize(("name", "number"), [("pentominoes", 12), ("w5", 1), ("##/#.", 1), ("trominoes", 2)])
def test_shapes_have_names(name: str, number: int) -> None:
    assert len(shapes_named(name)) == number


@pytest.mark.parametrize("name", ["hexominoes", "W6", "##/ab", ""])
def test_an_unknown_shape_is_reported_with_those_known(name: str) -> None:
    with pytest.raises(UnknownShapeError, match="pentominoes"):
        shapes_named(name)


def test_the_command_makes_them() -> None:
    run = call("generate", "--size", "7x7", "--shapes", "L4,T4,##/#.", "--seed", "1")
    puzzle = Puzzle.from_data(json.loads(run.out))
    assert (len(puzzle.shapes), dict(puzzle.fleet)) == (3, {})
    assert solve(puzzle).status == "unique"
    wrong = call("generate", "--shapes", "L9")
    assert wrong.code == 2
    assert "'L9' is not one of" in wrong.err
