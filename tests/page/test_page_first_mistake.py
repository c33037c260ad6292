"""What Check blames: the first of the player's own marks that is wrong, and never what the page filled in."""

from __future__ import annotations

import random
from typing import Any, Final

import pytest

import bimaru
from bimaru.board import WATER
from browsing import OpenPage, Table
from sampling import thorough

pytestmark = pytest.mark.needs("browser")

OPEN_SEA: Final = (
    "#r=4.1.1.1.2.2.3.1.2.3&c=2.2.1.2.1.4.0.4.4.0&f=4x1.3x2.2x3.1x4&h=A2W.A6R.E8M.G3S.I6M&n=Open+sea"
)
SMALL: Final = "#r=2.1.1.2.0.4&c=0.2.2.4.0.2&f=3x1.2x2.1x3&h=D3W.F2L"
SEED: Final = 11
FIRST: Final = """async ([data, marks]) => {
  const { puzzleOf } = await import("./board/puzzle.js")
  const { mark, newGame, ownMarks, onlyMarks, boardOf } = await import("./play/game.js")
  const post = async (path, body) => (await fetch(`api/${path}`, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })).json()
  const { createHints } = await import("./play/hints-and-mistakes.js")
  const { Api } = await import("./service/api.js")
  const { ServerBackend } = await import("./service/server.js")
  const puzzle = puzzleOf(data)
  const game = marks.reduce((now, [at, to]) => mark(now, [[at, to]], { fills: true }), newGame(puzzle))
  let shown = null
  const nothing = () => {}
  const quiet = { showMessage: nothing, clearMessage: nothing, announce: nothing }
  const app = { api: new Api(new ServerBackend()), session: { game }, ...quiet }
  const highlight = ({ faulty, state }) => { if (faulty && !state) shown = [...faulty] }
  const hints = createHints(app, highlight, nothing)
  await hints.check(game)
  return shown
}"""
"""The squares that Check marks as wrong in a game of these marks."""


def checked(table: Table) -> str:
    table.page.locator("[data-command=check]").click()
    table.page.locator("#message strong", has_text="mistake").wait_for()
    return table.message().inner_text()


def test_check_names_the_wrong_ship_and_not_the_water_that_the_page_filled(open_page: OpenPage) -> None:
    table = open_page(OPEN_SEA)
    table.square("C4").click()
    assert "C4 cannot be ship" in checked(table)
    assert table.page.locator(".board .faulty").count() == 1
    assert "breaks a rule" in table.shows("C4")
    table.press("Clear C4")
    assert table.shows("C4") == "empty"
    assert table.message().is_hidden()


def test_at_a_given_the_mark_beside_it_is_wrong_not_the_given(open_page: OpenPage) -> None:
    table = open_page(OPEN_SEA)
    table.square("G4").click()
    table.page.locator("[data-command=check]").click()
    table.page.locator("#message", has_text="G3 is given as a submarine, which conflicts with G4.").wait_for()
    assert [table.shows(name) for name in ("G3", "G4")] == [
        "submarine, given",
        "ship, entered, breaks a rule",
    ]


def test_of_two_wrong_marks_the_first_is_named(open_page: OpenPage) -> None:
    for first, second in (("C4", "E5"), ("E5", "C4")):
        table = open_page(OPEN_SEA)
        table.square(first).click()
        table.square(second).click()
        table.page.locator("[data-command=check]").click()
        table.page.locator("#message", has_text=first).wait_for()
        assert "breaks a rule" in table.shows(first)
        assert "breaks a rule" not in table.shows(second)


def test_a_hint_on_a_wrong_board_names_the_mark_that_was_wrong_first(open_page: OpenPage) -> None:
    table = open_page(OPEN_SEA)
    table.square("C4").click()
    table.page.locator("[data-command=hint]").click()
    table.page.locator("#message.bad", has_text="C4").wait_for()
    assert table.page.locator(".board .faulty").count() == 1


@pytest.mark.parametrize("number", [10, thorough(100)])
def test_in_every_random_game_the_first_wrong_mark_is_named(open_page: OpenPage, number: int) -> None:
    table = open_page(SMALL)
    draw = random.Random(SEED)
    for seed in range(number):
        puzzle = bimaru.generate(size=(6, 6), fleet={3: 1, 2: 2, 1: 3}, grade="easy", seed=seed)
        marks, wrong = random_marks(puzzle, draw)
        assert table.page.evaluate(FIRST, [puzzle.to_data(), marks]) == [wrong], (seed, marks)


def random_marks(puzzle: bimaru.Puzzle, draw: random.Random) -> tuple[list[list[Any]], int]:
    """Marks on open squares in some order, of which about a third are wrong; and the first that is."""
    board = bimaru.solve(puzzle).board
    assert board is not None
    given = {given.square for given in puzzle.givens}
    full = {row for row, tally in enumerate(puzzle.rows) if tally == 0}
    open_squares = [at for at, _ in board.squares() if at not in given and at[0] not in full]
    marks: list[list[Any]] = []
    wrong = -1
    for row, col in draw.sample(open_squares, 8):
        is_water = board[row, col] == WATER
        is_wrong = draw.random() < 0.3 or (wrong < 0 and len(marks) == 7)
        at = row * puzzle.width + col
        marks.append([at, "." if is_water != is_wrong else "#"])
        if is_wrong and wrong < 0:
            wrong = at
    return marks, wrong
