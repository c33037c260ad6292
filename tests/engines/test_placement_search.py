"""The engine `placements`: against brute force, against `search`, and against itself uncompiled."""

from __future__ import annotations

import re
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings

import bimaru
from bimaru.board import Board
from bimaru.engines import placement_search, pose_rules, poses
from bimaru.engines.placement_search import PlacementRun, PlacementSearch
from bimaru.engines.poses import NO_POSES, poses_of
from bimaru.engines.protocol import NO_LIMIT, Budget
from bimaru.puzzle import Puzzle
from bimaru.rules import check
from brute_force import boards_of, small_puzzles
from instances import Instance, every_instance, instance, instances
from interrupting import ctrl_c
from uncompiled import uncompiled

slow: Final = uncompiled(placement_search, uncompiled(pose_rules))
few_examples = settings(
    max_examples=60, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)
WIDE: Final = Puzzle([None] * 12, [None] * 12, {3: 1, 2: 2}, words=["ABC", "AB"], shapes=[["##", "#."]] * 3)
"""A puzzle with more boards than are found in minutes."""


def _boards(puzzle: Puzzle) -> list[Board]:
    run = PlacementRun(puzzle, NO_LIMIT)
    boards = list(run)
    assert run.complete
    return boards


def test_is_compiled() -> None:
    modules = (placement_search, pose_rules)
    assert not any((module.__file__ or "").endswith(".py") for module in modules)
    assert (slow.__file__ or "").endswith(".py")


def test_the_layout_of_the_tables_is_the_same_compiled_and_uncompiled() -> None:
    _, *enumerations = (
        Path(poses.__file__).with_suffix(".pxd").read_text(encoding="utf-8").split("cdef enum:")
    )
    declared: dict[str, int] = {}
    for enumeration in enumerations:
        number = -1
        for name, value in re.findall(r"([A-Z_]+)(?: = (\d+))?", enumeration):
            number = int(value) if value else number + 1
            declared[name] = number
    assert len(declared) > 50
    assert declared == {name: vars(poses)[name] for name in declared}


@few_examples
@given(puzzle=small_puzzles())
def test_finds_what_brute_force_finds(puzzle: Puzzle) -> None:
    boards = _boards(puzzle)
    assert len(boards) == len(set(boards)) == PlacementRun(puzzle, NO_LIMIT).count()
    assert set(boards) == boards_of(puzzle)


@few_examples
@given(puzzle=small_puzzles())
def test_searches_uncompiled_exactly_as_it_does_compiled(puzzle: Puzzle) -> None:
    run, same = slow.PlacementRun(puzzle, NO_LIMIT), PlacementRun(puzzle, NO_LIMIT)
    assert list(run) == list(same)
    assert run.stats == same.stats


@pytest.mark.parametrize(
    "known", [*instances("lettered"), *instances("polyomino")], ids=lambda known: known.id
)
def test_searches_real_puzzles_uncompiled_node_for_node(known: Instance) -> None:
    run, same = slow.PlacementRun(known.puzzle, NO_LIMIT), PlacementRun(known.puzzle, NO_LIMIT)
    assert list(run) == list(same)
    assert run.stats == same.stats


def test_agrees_with_the_other_kernel_on_real_puzzles() -> None:
    for puzzle, known in every_instance():
        if puzzle.is_plain and puzzle.height <= 12 and known["id"].startswith(("csplib", "boats", "seed")):
            assert set(_boards(puzzle)) == set(bimaru.solve(puzzle, engine="search", limit=None).boards)


def test_counts_every_arrangement_of_a_fleet_without_clues() -> None:
    assert PlacementRun(Puzzle([None] * 6, [None] * 6, {3: 1, 2: 1, 1: 3}), NO_LIMIT).count() == 444_224


@pytest.mark.parametrize("side", [7, 8, 15, 16, 63, 64, 65, 98, 99])
def test_finds_ships_in_the_corners_of_grids_whose_sets_end_at_any_bit(side: int) -> None:
    corners = [(0, 0), (0, side - 1), (side - 1, 0), (side - 1, side - 1)]
    rows = [0] * side
    rows[0] = rows[-1] = 4
    rows[1] = rows[-2] = 2
    parts = {corners[0]: "RB", corners[1]: "LB", corners[2]: "RT", corners[3]: "LT"}
    puzzle = Puzzle(rows, rows, shapes=[["##", "#."]] * 4, givens=parts)
    [board] = _boards(puzzle.replace(rows=[None] * side))
    assert check(puzzle.replace(rows=[None] * side), board) == []
    assert all(board[corner] == "X" for corner in corners)
    assert _boards(puzzle.replace(rows=[3] * side)) == []


@pytest.mark.parametrize("word", ["AB", "ABA", "éñ", "١٢"])
def test_a_word_lies_in_every_direction_once(word: str) -> None:
    puzzle = Puzzle([None] * 3, [None] * 4, words=[word])
    assert set(_boards(puzzle)) == boards_of(puzzle)


def test_letters_that_no_ship_has_leave_no_board() -> None:
    puzzle = Puzzle([None] * 3, [None] * 3, words=["AB"])
    assert _boards(puzzle.replace(givens={(0, 0): "=C"})) == []
    assert _boards(puzzle.replace(edges={"top": ["C", None, None]})) == []


def test_refuses_what_would_take_too_much_memory() -> None:
    words = ["ABCDEFGHIJ"[i % 9 :] + str(i) for i in range(900)]
    large = Puzzle([None] * 99, [None] * 99, words=words)
    assert "bytes" in (PlacementSearch().refusal(large) or "")
    alphabet = "".join(map(chr, range(0x4E00, 0x4F00)))
    many = Puzzle([None] * 99, [None] * 99, words=[alphabet[i : i + 64] for i in range(0, 256, 64)])
    assert "240 different letters" in (PlacementSearch().refusal(many) or "")


def test_a_fleet_without_room_has_no_board() -> None:
    assert _boards(Puzzle([None] * 5, [None] * 5, shapes=[["###", "#.."]] * 9)) == []


@pytest.mark.parametrize("nodes", [0, 1, 7])
def test_spends_no_more_nodes_than_it_has(nodes: int) -> None:
    run = PlacementRun(WIDE, Budget(nodes=nodes))
    list(run)
    assert (run.stats["nodes"], run.complete) == (nodes, False)


def test_ctrl_c_and_deadlines_end_a_search_on_the_largest_grid() -> None:
    shapes = [["###", "#.#"]] * 20
    large = Puzzle([None] * 99, [None] * 99, {9: 20, 8: 20}, words=["ABCDE"] * 10, shapes=shapes)
    start = perf_counter()
    run = PlacementRun(large, Budget(seconds=0.1))
    run.count()
    assert not run.complete
    with pytest.raises(KeyboardInterrupt), ctrl_c(after=0.2):
        PlacementRun(large, NO_LIMIT).count()
    assert perf_counter() - start < 5


def test_the_known_lettered_seed_has_one_board() -> None:
    known = instance("seeds", "seed-002-literowce")
    assert len(_boards(known.puzzle)) == 1


CORNER: Final = ["##", "#."]


@pytest.mark.parametrize(
    ("ships", "could_fit"),
    [
        ({"fleet": {1: 6}}, True),
        ({"fleet": {1: 7}}, False),
        ({"fleet": {3: 2}}, True),
        ({"fleet": {4: 1}}, False),
        ({"words": ["ABC", "AB", "C"]}, True),
        ({"words": ["ABC", "AB", "CA"]}, False),
        ({"words": ["ABCD"]}, False),
        ({"shapes": [CORNER, CORNER]}, True),
        ({"shapes": [CORNER, CORNER, CORNER]}, False),
        ({"fleet": {1: 1}, "words": ["AB"], "shapes": [CORNER]}, True),
        ({"fleet": {1: 1}, "words": ["AB", "C"], "shapes": [CORNER]}, False),
    ],
    ids=str,
)
def test_no_tables_are_built_for_ships_too_long_or_with_more_squares_than_the_grid(
    ships: dict[str, Any], could_fit: bool
) -> None:
    assert (poses_of(Puzzle([None] * 2, [None] * 3, **ships)) is not NO_POSES) == could_fit
