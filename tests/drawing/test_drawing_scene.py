"""What pictures show: the sides of ships, what tallies come to, ships found, and the light of a step."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bimaru
from bimaru.board import Board
from bimaru.drawing.layout import fleet_picture, picture
from bimaru.drawing.scene import Scene, Sides, TallyLabel, groups, scene, scene_of_board
from bimaru.drawing.ship_outlines import MARGIN, ROUND, Outline, hulls, seams, whole_ship
from bimaru.puzzle import Puzzle
from bimaru.squares import Square
from instances import instance, instances
from puzzle_strategies import puzzles, shapes
from techniques_page import oracles

SMALL: Final = Puzzle(
    rows=(2, 1, None), cols=(2, None, 1), fleet={2: 1, 1: 1}, givens={(0, 0): "L", (2, 2): "S"}
)
BOARD: Final = Board(("LR.", "...", "..S"))


def sides_of(row: str, at: int = 0, **given: object) -> Sides:
    """The sides of a square of a board of one row."""
    puzzle = Puzzle((None,), (None,) * len(row), **given)  # type: ignore[arg-type]  # names of `Puzzle`
    return scene(puzzle, Board((row,))).ships[0, at]


# Sides


def test_neighbouring_ship_squares_are_joined_and_the_rest_is_closed() -> None:
    shown = scene(SMALL, BOARD)
    assert shown.ships[0, 0] == Sides("closed", "closed", "closed", "joined")
    assert shown.ships[2, 2] == Sides("closed", "closed", "closed", "closed")


def test_givens_that_contradict_each_other_are_drawn_as_given_in_explanations() -> None:
    givens = {(2, 4): "T", (3, 4): "B", (4, 4): "S"}
    puzzle = Puzzle((1, 1, 2, 1, 2, 2, 1), (1, 2, 1, 1, 3, 1, 1), {3: 1, 2: 2, 1: 3}, givens=givens)
    step = bimaru.explain(puzzle).steps[0]
    assert {at: step.board[at] for at in givens} == givens
    shown = scene(puzzle, step=step)
    assert shown.ships[3, 4] == Sides("joined", "closed", "closed", "closed")
    assert [one.found for one in shown.fleet] == [0, 1, 1]


def test_an_end_whose_ship_goes_on_unseen_is_open_there() -> None:
    assert sides_of("L??") == ("closed", "closed", "closed", "open")
    assert sides_of("?T?", 1) == ("closed", "open", "closed", "closed")


def test_a_middle_whose_direction_is_told_by_a_neighbour_or_the_border_goes_on_both_ways() -> None:
    assert sides_of("?M?", 1) == ("closed", "closed", "open", "open")
    assert sides_of("XM?", 1) == ("closed", "closed", "joined", "open")
    tall = scene(Puzzle((None,) * 5, (None,) * 5), Board(("?????", "?????", "??M??", "?????", "?????")))
    assert set(tall.ships[2, 2]) == {"either"}


def test_the_corners_of_polyomino_ships_are_told_by_givens() -> None:
    polyomino = Puzzle((None,) * 3, (None,) * 3, shapes=[["##", "#."]], givens={(1, 1): "RB"})
    assert scene(polyomino).ships[1, 1] == ("closed", "open", "closed", "open")


def test_what_the_board_leaves_open_is_filled_with_what_is_given() -> None:
    assert scene(SMALL, Board.unknown(3, 3)).ships == scene(SMALL).ships


def test_given_squares_are_told_apart_only_where_there_are_others() -> None:
    assert scene(SMALL).given == ()
    assert scene(SMALL, BOARD).given == ((0, 0), (2, 2))


def test_a_board_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match="the board is 1x2, the puzzle 3x3"):
        scene(SMALL, Board(("..",)))


# Tallies and the fleet


@pytest.mark.parametrize(
    ("row", "state"),
    [("X??", "open"), ("XX?", "met"), ("XX.", "met"), ("XXX", "broken"), ("X..", "broken"), ("???", "open")],
)
def test_a_tally_is_met_or_broken_by_what_the_board_shows(row: str, state: str) -> None:
    puzzle = Puzzle((2,), (None,) * 3)
    assert scene(puzzle, Board((row,))).rows == (TallyLabel(2, state),)  # type: ignore[arg-type]  # one of three
    assert scene(puzzle).rows == (TallyLabel(2, "open"),)


def test_a_tally_that_is_missing_is_neither() -> None:
    assert scene(SMALL, BOARD).rows[2] == TallyLabel(None)


def found(puzzle: Puzzle, board: Board) -> list[int]:
    return [listed.found for listed in scene(puzzle, board).fleet]


def test_ships_are_found_when_all_their_squares_are_known() -> None:
    puzzle = Puzzle((None,) * 3, (None,) * 5, fleet={3: 1, 2: 2, 1: 1})
    assert found(puzzle, Board(("LR.S?", "....?", "LMR.."))) == [1, 1, 1]
    assert found(puzzle, Board(("LR.X?", "....?", "LM???"))) == [0, 1, 0]
    assert found(puzzle, Board(("S.S.S", ".....", "....."))) == [0, 0, 1]


@pytest.mark.parametrize("name", ["csplib014", "boats", "lettered", "polyomino"])
def test_on_the_answer_every_ship_is_found_and_every_tally_met(name: str) -> None:
    puzzle = instances(name)[-1].puzzle
    board = bimaru.solve(puzzle).board
    assert board is not None
    shown = scene(puzzle, board)
    assert [(listed.found, listed.number) for listed in shown.fleet] == [
        (listed.number, listed.number) for listed in shown.fleet
    ]
    assert {beside.state for beside in (*shown.rows, *shown.cols) if beside.tally is not None} == {"met"}


# Outlines


def is_inside(x: float, y: float, outlines: list[Outline]) -> bool:
    """Whether a point lies inside, by how often the outlines, corners unrounded, wind round it."""
    turns = 0
    for outline in outlines:
        for a, b in pairwise((*outline, outline[0])):
            if a.x == b.x and a.x > x and min(a.y, b.y) <= y < max(a.y, b.y):
                turns += 1 if b.y > a.y else -1
    return turns != 0


@given(shapes(max_squares=14))
def test_the_outline_of_a_ship_holds_the_middles_of_its_squares_and_no_others(shape: tuple[str, ...]) -> None:
    ship = tuple((r, c) for r, row in enumerate(shape) for c, mark in enumerate(row) if mark == "#")
    outlines = list(whole_ship(ship)[0])
    inside = {(r, c) for r in range(-1, 15) for c in range(-1, 15) if is_inside(c + 0.5, r + 0.5, outlines)}
    assert inside == {*ship}


@given(shapes(max_squares=14))
def test_outlines_turn_at_every_corner_and_leave_room_for_its_curve(shape: tuple[str, ...]) -> None:
    ship = tuple((r, c) for r, row in enumerate(shape) for c, mark in enumerate(row) if mark == "#")
    for outline in whole_ship(ship)[0]:
        for before, after in pairwise((*outline, outline[0])):
            assert (before.x == after.x) != (before.y == after.y)
            length = abs(before.x - after.x) + abs(before.y - after.y)
            assert length > before.radius + after.radius - 1e-9


def test_a_submarine_is_a_circle_and_ends_are_half_as_wide_as_the_hull() -> None:
    (circle,), _ = whole_ship(((0, 0),))
    assert {corner.radius for corner in circle} == {ROUND}
    assert {corner.x for corner in circle} == {MARGIN, 1 - MARGIN}
    (bar,), ribs = whole_ship(((0, 0), (0, 1), (0, 2)))
    assert [corner.radius for corner in bar] == [ROUND] * 4
    assert [segment[0] for segment in ribs] == [1, 2]


def test_a_bow_points_to_the_right_or_down() -> None:
    (across,), _ = whole_ship(((0, 0), (0, 1)))
    assert [corner.bow for corner in across if corner.x > 1] == ["x", "x"]
    assert not any(corner.bow for corner in across if corner.x < 1)
    (upright,), _ = whole_ship(((0, 0), (1, 0)))
    assert [corner.bow for corner in upright if corner.y > 1] == ["y", "y"]
    assert not any(corner.bow for corner in upright if corner.y < 1)


def test_where_a_ship_goes_on_it_is_cut_off_flat_at_the_border_of_its_square() -> None:
    (outline,), untold = hulls(scene(Puzzle((None,), (None,) * 3), Board(("L??",))).ships)
    assert untold == []
    assert [corner.radius for corner in outline if corner.x == 1] == [0, 0]
    assert [corner.radius for corner in outline if corner.x < 1] == [ROUND, ROUND]


def test_a_square_of_an_untold_part_is_not_drawn_as_a_middle() -> None:
    puzzle = Puzzle((None,) * 3, (None,) * 3)
    known, unknown = hulls(scene(puzzle, Board(("???", "?X?", "???"))).ships)
    assert (len(known), len(unknown)) == (0, 1)
    known, unknown = hulls(scene(puzzle, Board(("???", "?M?", "???"))).ships)
    assert (len(known), len(unknown)) == (1, 0)


@given(puzzles(), st.data())
def test_whatever_a_board_shows_every_ship_square_is_drawn_once(puzzle: Puzzle, data: st.DataObject) -> None:
    rows = [
        data.draw(st.text(".SLRTBMX?", min_size=puzzle.width, max_size=puzzle.width)) for _ in puzzle.rows
    ]
    shown = scene(puzzle, Board(tuple(rows)))
    known, unknown = hulls(shown.ships)
    drawn = [at for at in every_square(shown) if is_inside(at[1] + 0.5, at[0] + 0.5, [*known, *unknown])]
    assert drawn == sorted(shown.ships)
    assert sorted(at for group in groups(shown.ships) for at in group) == sorted(shown.ships)


def test_a_ship_that_turns_back_upwards_is_one_group() -> None:
    puzzle = Puzzle((None,) * 3, (None,) * 4, {1: 1}, shapes=[["#.#", "###"]])
    shown = scene(puzzle, Board(("X.X.", "XXX.", "...S")))
    (ship, submarine) = groups(shown.ships)
    assert sorted(ship) == [(0, 0), (0, 2), (1, 0), (1, 1), (1, 2)]
    assert submarine == ((2, 3),)


def every_square(shown: Scene) -> list[Square]:
    return [(r, c) for r in range(shown.height) for c in range(shown.width)]


def test_seams_lie_between_the_squares_of_a_ship() -> None:
    assert [segment[0] for segment in seams(scene(SMALL, BOARD).ships)] == [1]


# Steps


def test_a_step_lights_what_it_settles_and_what_it_speaks_of() -> None:
    puzzle = instance("boats", "boats-fix-e-00").puzzle
    for step in bimaru.explain(puzzle):
        light = scene(puzzle, None, step).highlight
        assert {*light.settled} == {*step.water, *step.ship}
        assert {*light.because}.isdisjoint(light.settled)
        lines = [reason.line for reason in step.reasons if reason.line is not None]
        assert {*lines} <= {*light.lines}


def test_of_a_case_analysis_the_caption_tells_only_what_comes_of_it_and_the_description_all() -> None:
    puzzle = oracles()["places that fail"].puzzle
    step = next(step for step in bimaru.explain(puzzle) if step.cases and len(step.text) > 200)
    shown = scene(puzzle, None, step)
    assert step.text in shown.description
    assert len(shown.caption) < 200 < len(step.text)
    assert shown.highlight.supposed == tuple(case.supposed for case in step.cases)


# The whole picture


@given(puzzles(), st.booleans(), st.booleans())
def test_everything_lies_within_the_picture(puzzle: Puzzle, names: bool, fleet: bool) -> None:
    drawn = picture(scene(puzzle, names=names, fleet=fleet))
    for layer in drawn.layers:
        corners = [(corner.x, corner.y) for outline in (*layer.fills, *layer.rings) for corner in outline]
        ends = [point for x, y, to_x, to_y in layer.lines for point in ((x, y), (to_x, to_y))]
        middles = [(text.x, text.y) for text in layer.texts]
        for x, y in (*corners, *ends, *layer.waves, *middles):
            assert drawn.left - 1e-9 <= x <= drawn.left + drawn.width + 1e-9
            assert drawn.top - 1e-9 <= y <= drawn.top + drawn.height + 1e-9


def test_a_large_fleet_is_drawn_with_numbers_and_a_long_ship_with_its_length() -> None:
    layers = {layer.role: layer for layer in picture(scene(Puzzle((9,), (9,), fleet={99: 1, 2: 500}))).layers}
    assert [text.text for text in layers["count"].texts] == ["× 500"]
    assert [text.text for text in layers["word"].texts] == ["99"]
    assert len(layers["ship"].fills) == 2


def test_ships_with_their_numbers_stand_side_by_side_with_one_gap() -> None:
    drawn = picture(scene(Puzzle(rows=[None] * 15, cols=[None] * 15, fleet={2: 11, 1: 20})))
    layers = {layer.role: layer for layer in drawn.layers}
    (first, second), (number, other) = layers["ship"].fills, layers["count"].texts
    assert [number.text, other.text] == ["× 11", "× 20"]
    assert number.y == other.y
    end = number.x + 0.58 * number.size * len(number.text)
    assert max(corner.x for corner in first) < number.x
    assert 0.3 < min(corner.x for corner in second) - end < 0.5


def test_a_fleet_that_fits_no_grid_is_drawn_by_counts() -> None:
    puzzle = Puzzle([1] * 4, [1] * 4, dict.fromkeys(range(1, 10000), 9999))
    shown = scene(puzzle)
    assert len(shown.fleet) == 99
    assert shown.unlisted == 9900
    counts = [text.text for layer in picture(shown).layers if layer.role == "count" for text in layer.texts]
    assert counts == ["× 9999"] * 99
    captions = [
        text.text for layer in picture(shown).layers if layer.role == "caption" for text in layer.texts
    ]
    assert " ".join(captions) == "And 9900 more kinds of ships."


def test_ships_of_a_fleet_that_fits_no_grid_are_not_drawn_one_by_one() -> None:
    solid = ["#" * 40] * 40
    puzzle = Puzzle([1], [1], shapes=[solid] * 7 + [["##", "#."]])
    ships = [layer.fills for layer in picture(scene(puzzle)).layers if layer.role == "ship"]
    assert len(ships[0]) == 2


def test_every_kind_of_ship_of_a_fleet_that_fits_is_listed() -> None:
    lengths = dict.fromkeys(range(1, 100), 1)
    assert scene(Puzzle([1] * 99, [1] * 99, lengths)).unlisted == 0
    assert [one.number for one in scene(Puzzle([1], [1], {3: 2, 1: 10})).fleet] == [2, 10]


def test_a_board_alone_is_a_grid_without_tallies() -> None:
    layers = {layer.role for layer in picture(scene_of_board(BOARD)).layers}
    assert {"hull", "wave", "name"} <= layers
    assert layers.isdisjoint({"tally", "met", "broken", "ship"})


def test_ships_are_drawn_one_by_one_unless_they_are_too_many_for_any_grid() -> None:
    largest = dict.fromkeys(range(90, 100), 10) | {89: 3, 84: 1}  # 99 x 99 squares
    for fleet, is_counted in ((largest, False), (largest | {1: 1}, True), ({1: 10}, False), ({1: 11}, True)):
        shown = fleet_picture(scene(Puzzle((None,), (None,), fleet)))
        texts = [text.text for layer in shown.layers for text in layer.texts]
        assert any("×" in text for text in texts) == is_counted
