"""The linear relaxation of the models, measured against all boards."""

from __future__ import annotations

from typing import Final

import pytest

from bimaru import Board, Puzzle
from bimaru.engines import engine_named
from bimaru.engines.model_engine import ModelEngine
from bimaru.engines.relaxation import Relaxation, relaxation
from brute_force import boards_of
from command_line import MULTIPLE, jsonl
from command_line import bimaru as call

MODELS: Final = ("mip-ship", "mip-cell", "mip-pairs", "mip-heads", "cp-sat")
PUZZLES: Final = (
    Puzzle([1, None, 1], [None] * 3, {1: 2}),
    Puzzle([2, 0, 1], [1, 1, 1], {2: 1, 1: 1}),
    Puzzle([3, 0, 1], [None] * 4, {3: 1, 1: 1}, givens={(2, 3): "S"}),
)


def measured(name: str, puzzle: Puzzle) -> Relaxation:
    engine = engine_named(name)
    assert isinstance(engine, ModelEngine)
    found = relaxation(engine, puzzle)
    assert found is not None
    return found


def test_of_lettered_puzzles_only_squares_with_the_same_letter_are_shared() -> None:
    puzzle = Puzzle([2], [1, 1], words=["AB"])  # AB or BA
    assert measured("mip-ship", puzzle) == Relaxation(True, 0.0, 2)


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("puzzle", PUZZLES)
def test_the_bound_is_at_most_what_any_two_boards_share(name: str, puzzle: Puzzle) -> None:
    found = measured(name, puzzle)
    occupied = [set(board.occupied()) for board in boards_of(puzzle)]
    most = max(min(len(one & other) for other in occupied) for one in occupied)
    assert found.is_feasible
    assert found.n_squares == len(occupied[0])
    assert 0 <= found.lp_bound <= most + 1e-6
    assert found.root_gap == pytest.approx(1 - found.lp_bound / found.n_squares)


@pytest.mark.parametrize("name", MODELS)
def test_a_relaxation_without_a_solution_proves_that_there_is_no_board(name: str) -> None:
    assert measured(name, Puzzle([2, 0], [0, 0], {1: 2})) == Relaxation(False, 0.0, 0)


@pytest.mark.parametrize("name", MODELS)
def test_a_relaxation_that_leaves_no_choice_keeps_the_whole_board(name: str) -> None:
    assert measured(name, Puzzle([1, 0], [1, 0], {1: 1})).kept == pytest.approx(1)


def test_the_bound_is_that_of_the_board_that_is_given() -> None:
    engine = engine_named("mip-ship")
    assert isinstance(engine, ModelEngine)
    found = [
        relaxation(engine, Puzzle([1, 0], [1, 0], {1: 1}), Board(rows))
        for rows in (("S.", ".."), ("..", ".S"))
    ]
    assert [one and one.lp_bound for one in found] == [pytest.approx(1), pytest.approx(0)]


def test_without_time_there_is_no_bound() -> None:
    engine = engine_named("mip-ship")
    assert isinstance(engine, ModelEngine)
    assert relaxation(engine, PUZZLES[0], time_limit=0) is None


def test_compare_shows_the_bound_of_the_engines_that_have_a_model() -> None:
    arguments = ("compare", "--engine", "mip-ship", "--engine", "search", "--relaxation", "-")
    text = call(*arguments, stdin=jsonl(MULTIPLE))
    assert "\nmip-ship: the linear relaxation enforces " in text.out
    (data,) = call(*arguments, "--json", stdin=jsonl(MULTIPLE)).objects
    shown = [{"lp_bound", "n_squares", "root_gap"} & engine.keys() for engine in data["engines"]]
    assert [len(keys) for keys in shown] == [3, 0]
    assert call(*arguments, "--csv", stdin=jsonl(MULTIPLE)).code == 2
