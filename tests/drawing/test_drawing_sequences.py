"""Case analyses as boards side by side or one after another."""

from __future__ import annotations

import re
from functools import cache
from xml.etree import ElementTree

import pytest

import bimaru
from bimaru.advice import Explanation
from bimaru.board import UNKNOWN, WATER, Board
from bimaru.deduction import Case
from bimaru.drawing.animation import animated
from bimaru.drawing.argument import State, overview, scenes_of, states_of
from bimaru.drawing.layout import Picture, picture
from bimaru.drawing.strip import strip
from bimaru.drawing.svg import svg_of
from instances import instance
from sampling import sampled

NESTED = ("csplib014", "csplib014-123")
POLYOMINO = ("polyomino", "polyomino-4")


@cache
def explained(set_name: str, name: str) -> tuple[bimaru.Puzzle, Explanation]:
    puzzle = instance(set_name, name).puzzle
    return puzzle, bimaru.explain(puzzle)


def analyses(which: tuple[str, str]) -> list[tuple[Board, bimaru.Step, list[State]]]:
    """The case analyses of a puzzle, with the board before each and the boards that it leads through."""
    puzzle, explanation = explained(*which)
    board = Board.unknown(puzzle.height, puzzle.width)
    found = []
    for step in explanation:
        if step.cases:
            found.append((board, step, states_of(board, step)))
        board = step.board
    assert found
    return found


def pictures(which: tuple[str, str], number: int = 0) -> list[Picture]:
    puzzle, _ = explained(*which)
    return [picture(board) for board in scenes_of(puzzle, analyses(which)[number][2])]


def length(case: Case) -> int:
    """The boards of a case: the supposition, every link, the cases within it, and the ending."""
    return 1 + len(case.reasons) + sum(map(length, case.cases)) + (case.ending is not None)


@pytest.mark.parametrize(
    "which", sampled([NESTED, POLYOMINO], lambda which: which == POLYOMINO), ids=lambda which: which[1]
)
def test_every_link_has_a_board_and_what_it_rests_on_is_known_before(which: tuple[str, str]) -> None:
    puzzle, _ = explained(*which)
    given = {one.square for one in puzzle.givens}
    for _, step, states in analyses(which):
        assert len(states) == 1 + sum(length(case) for case in step.cases)
        assert states[-1].board == step.board
        start = 0
        for case in step.cases:
            for state, reason in zip(states[start:], case.reasons, strict=False):
                assert all(state.board[at] == WATER or at in given for at in reason.premises.water)
                assert all(
                    state.board[at] not in (WATER, UNKNOWN) or at in given for at in reason.premises.ship
                )
            start += length(case)


def test_a_plain_step_has_no_boards_to_go_through() -> None:
    puzzle, explanation = explained(*NESTED)
    plain = next(step for step in explanation if not step.cases)
    assert states_of(Board.unknown(puzzle.height, puzzle.width), plain) == []


def test_the_overview_has_a_board_for_every_step() -> None:
    _, explanation = explained(*POLYOMINO)
    assert [state.board for state in overview(explanation)] == [step.board for step in explanation]


def test_a_strip_has_all_boards_in_rows_without_overlap() -> None:
    drawn = pictures(NESTED)
    whole = strip(drawn, 2)
    grids = [layer.rings[0] for layer in whole.layers if layer.role == "frame"]
    assert len(grids) == len(drawn)
    corners = {(outline[0].x, outline[0].y) for outline in grids}
    assert len(corners) == len(drawn)
    assert len({x for x, _ in corners}) == 2
    assert all(0 <= corner.x <= whole.width and 0 <= corner.y <= whole.height for o in grids for corner in o)
    ElementTree.fromstring(svg_of(whole))


def test_a_strip_needs_boards_and_columns() -> None:
    with pytest.raises(ValueError, match="a strip needs a picture and a column"):
        strip([], 3)
    with pytest.raises(ValueError, match="a strip needs a picture and a column"):
        strip(pictures(POLYOMINO), 0)


def test_an_animation_shows_one_board_at_a_time_and_the_last_one_without_motion() -> None:
    drawn = pictures(NESTED)
    text = animated(drawn, "auto", seconds=2)
    root = ElementTree.fromstring(text)
    frames = [one for one in root.iter() if one.get("class", "").startswith("bimaru-turn")]
    assert [frame.get("visibility") for frame in frames] == [*["hidden"] * (len(drawn) - 1), None]
    assert [one.text or one.tail for one in (root, *frames) if one.text or one.tail] == []
    (sheet,) = re.findall(r"<style>(@media\(prefers-reduced-motion:no-preference\).*?)</style>", text)
    assert sheet.count("animation-delay") == len(drawn)
    assert f"bimaru-turn {2 * len(drawn)}s" in sheet
    outside = re.sub(r"<style>.*?</style>", "", text)
    assert "animation" not in outside
    assert "<script" not in text
    last = ElementTree.fromstring(svg_of(strip(drawn[-1:], 1)))
    assert root.get("width") == last.get("width")


def test_an_animation_of_one_board_stands_still() -> None:
    assert "<style>" not in animated(pictures(NESTED)[:1])
