"""The look back on a game: what it says about the moves, after a win and after Check."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

import pytest

import bimaru
from bimaru.board import UNKNOWN, WATER
from bimaru.deduction.techniques import BY_NAME
from bimaru.squares import square_name
from browsing import OpenPage, Table
from sampling import thorough

pytestmark = pytest.mark.needs("browser")

SMALL: Final = "#r=2.1.1.2.0.4&c=0.2.2.4.0.2&f=3x1.2x2.1x3&h=D3W.F2L"
STEEP: Final = "#r=2.4.3.3.2.4.1.1.0.0&c=0.5.0.2.2.3.1.3.2.2&f=4x1.3x2.2x3.1x4&h=A6W.G10S"
SHIPS: Final = ("A3", "A4", "B6", "C4", "D2", "D4", "F3", "F4", "F6")
LOOK_BACK: Final = """async ([data, record, truth]) => {
  const { puzzleOf } = await import("./board/puzzle.js")
  const { lookBack } = await import("./play/look-back.js")
  const { Api } = await import("./service/api.js")
  const { ServerBackend } = await import("./service/server.js")
  const { findings } = await lookBack(new Api(new ServerBackend()), puzzleOf(data), record, truth)
  return findings.map(({ verdict, number, at, open }) =>
    ({ verdict, number, at, technique: open?.technique ?? null }))
}"""
"""What is found in a record of moves on a puzzle with this solution."""

Record = list[tuple[int, list[tuple[int, str]]]]


def looked_back(
    table: Table, puzzle: bimaru.Puzzle, record: Sequence[tuple[object, ...]]
) -> list[dict[str, Any]]:
    board = bimaru.solve(puzzle).board
    assert board is not None
    truth = ["." if mark == WATER else "#" for _, mark in board.squares()]
    found: list[dict[str, Any]] = table.page.evaluate(LOOK_BACK, [puzzle.to_data(), record, truth])
    return found


def played_as_explained(puzzle: bimaru.Puzzle) -> Record:
    """The moves of a player who makes one plain step after another, a square at a time."""
    record: Record = []
    board = bimaru.Board.unknown(puzzle.height, puzzle.width)
    given = {given.square for given in puzzle.givens}
    while (step := bimaru.hint(puzzle, board).step) is not None:
        marks = [(at, ".") for at in step.water] + [(at, "#") for at in step.ship]
        for (row, col), mark in marks:
            if board[row, col] == UNKNOWN and (row, col) not in given:
                record.append((len(record) * 20, [(row * puzzle.width + col, mark)]))
        known = dict(marks)
        board = bimaru.Board(
            tuple(
                "".join(
                    {".": ".", "#": "X"}[known[row, col]] if (row, col) in known else board[row, col]
                    for col in range(puzzle.width)
                )
                for row in range(puzzle.height)
            )
        )
    return record


@pytest.mark.parametrize("number", [4, thorough(30)])
def test_who_makes_plain_steps_only_is_never_said_to_guess(open_page: OpenPage, number: int) -> None:
    table = open_page(SMALL)
    for seed in range(number):
        puzzle = bimaru.generate(size=(6, 6), fleet={3: 1, 2: 2, 1: 3}, grade="intermediate", seed=seed)
        assert looked_back(table, puzzle, played_as_explained(puzzle)) == [], seed


@pytest.mark.thorough
def test_a_move_that_only_a_supposition_settles_is_a_guess_and_the_open_step_is_named(
    open_page: OpenPage,
) -> None:
    table = open_page(SMALL)
    puzzle = bimaru.parse(STEEP)
    assert any(step.cases for step in bimaru.why(puzzle, (5, 3)).steps)
    (found,) = looked_back(table, puzzle, [(20, [(5 * 10 + 3, "#")])])
    technique = bimaru.hint(puzzle).technique
    assert found == {"verdict": "guess", "number": 1, "at": 53, "technique": technique}


def test_a_wrong_move_is_named_but_not_the_first_of_two_taps(open_page: OpenPage) -> None:
    table = open_page(SMALL)
    puzzle = bimaru.parse(SMALL)
    right = played_as_explained(puzzle)
    at = right[0][1][0][0]
    other = {".": "#", "#": "."}[right[0][1][0][1]]
    two_taps: Record = [(5, [(at, other)]), *right]
    assert looked_back(table, puzzle, two_taps) == []
    wrong: Record = [(5, [(at, other)]), *right[1:], (999, [(at, right[0][1][0][1])])]
    assert looked_back(table, puzzle, wrong)[0] | {"technique": ""} == {
        "verdict": "wrong",
        "number": 1,
        "at": at,
        "technique": "",
    }


def test_what_was_tried_out_is_neither_wrong_nor_a_guess(open_page: OpenPage) -> None:
    table = open_page(SMALL)
    puzzle = bimaru.parse(SMALL)
    right = played_as_explained(puzzle)
    other = {".": "#", "#": "."}[right[0][1][0][1]]
    at = right[0][1][0][0]
    tried = [
        (5, [(at, other)], True),
        (6, [(at + 1, "#")], True),
        (7, [(at, "?"), (at + 1, "?")], True),
    ]
    assert looked_back(table, puzzle, [*tried, *right]) == []


@pytest.mark.thorough
def test_a_game_with_a_try_out_is_reviewed_without_blame(open_page: OpenPage) -> None:
    table = open_page(SMALL)
    table.press("Try out")
    for name in ("B2", "B3", "A6"):
        table.square(name).click()
    table.press("Rub out")
    for name in SHIPS:
        table.square(name).click()
    table.press("How did I play?")
    table.page.locator(".look-back > p, .look-back > ul").first.wait_for()
    assert "wrong" not in table.page.locator(".look-back").inner_text()


def test_a_wrong_move_is_said_to_have_been_taken_back(open_page: OpenPage) -> None:
    table = open_page(SMALL)
    table.square("B2").click()
    for name in SHIPS[:2]:
        table.square(name).click()
    table.square("B2").click(button="right")
    for name in SHIPS[2:]:
        table.square(name).click()
    table.press("How did I play?")
    said = table.page.locator(
        ".look-back summary", has_text="B2 as ship, was wrong; you took it back in move"
    )
    said.wait_for()


def test_the_move_that_took_much_longer_than_the_others_is_named(open_page: OpenPage) -> None:
    table = open_page(SMALL)
    puzzle = bimaru.parse(SMALL)
    record = [
        (time + (600 if i >= 7 else 0), marks) for i, (time, marks) in enumerate(played_as_explained(puzzle))
    ]
    found = looked_back(table, puzzle, record)
    assert [(one["verdict"], one["number"]) for one in found] == [("slow", 8)]


def test_the_look_back_after_a_win_leads_to_a_puzzle_with_a_technique_to_learn(
    open_page: OpenPage,
) -> None:
    table = open_page(SMALL)
    for name in SHIPS:
        table.square(name).click()
    table.press("How did I play?")
    table.page.locator(".look-back", has_text="Next for you").wait_for()
    said = [*table.page.locator(".look-back summary").all_inner_texts()]
    said += table.page.locator(".look-back > p").all_inner_texts()
    assert said
    assert table.page.locator("#live").inner_text() == " ".join(said)
    table.has_no_barriers()
    table.page.locator(".look-back").get_by_role("button").click()
    table.has_squares(64)


def solve_steep(table: Table) -> None:
    """Mark all ships of a puzzle that takes suppositions, row by row."""
    board = bimaru.solve(bimaru.parse(STEEP)).board
    assert board is not None
    for (row, col), mark in board.squares():
        square = table.square(square_name((row, col)))
        if mark != WATER and "empty" in (square.get_attribute("aria-label") or ""):
            square.click()


def test_a_look_back_waits_for_no_argument_on_a_busy_server(open_page: OpenPage) -> None:
    table = open_page(STEEP)
    table.stop_clock()
    table.page.wait_for_selector(".board .cell")
    table.hold("why")
    solve_steep(table)
    with table.page.expect_request("**/api/why*"):
        table.press("How did I play?")
    table.page.clock.fast_forward(20_000)
    table.page.locator(".look-back", has_text="not every move could be looked at in time").wait_for()


def test_a_look_back_waits_for_no_argument_that_takes_long(open_page: OpenPage) -> None:
    table = open_page(STEEP)
    table.expected = ("503",)
    asked: list[str] = []

    def refuse(route: Any) -> None:
        asked.append(route.request.url)
        error = "the time limit was exceeded: 2 seconds of processor time"
        route.fulfill(status=503, json={"error": error, "faults": []})

    table.page.route("**/api/why*", refuse)
    solve_steep(table)
    table.press("How did I play?")
    table.page.locator(".look-back > p, .look-back > ul").first.wait_for()
    assert asked
    assert all("time_limit=2" in url for url in asked)
    assert "guess:" not in table.page.locator(".look-back").inner_text()  # not known: no blame


def test_a_game_is_looked_back_on_after_a_check_that_finds_nothing(open_page: OpenPage) -> None:
    table = open_page(SMALL)
    table.square("F3").click()
    table.page.locator("[data-command=check]").click()
    table.press("How did I play?")
    table.page.locator(".look-back", has_text="not one guess").wait_for()


def test_a_hint_prefers_the_technique_to_learn_next_and_says_so(open_page: OpenPage) -> None:
    table = open_page()
    wanted = "around a given part"
    used = {name: 1 for name in BY_NAME if name != wanted}
    table.page.evaluate("used => localStorage['bimaru:setting:techniques'] = used", json.dumps(used))
    table.press("Hint")
    table.press("Which technique?")
    said = table.message().inner_text()
    assert f"Technique: {wanted}. It is the one to learn next." in said


@pytest.mark.thorough
def test_what_is_asked_about_a_game_is_not_waited_for_in_the_next(open_page: OpenPage) -> None:
    table = open_page(SMALL)
    for name in SHIPS:
        table.square(name).click()
    table.page.locator("#message", has_text="hardest technique").wait_for()
    for operation in ("hint", "solve", "why"):
        table.hold(operation)
    table.press("How did I play?")
    table.page.locator(".waiting", has_text="Cancel").wait_for()
    table.press("Next puzzle")
    table.page.locator(".board:not(.solved)").wait_for()
    table.page.locator(".waiting", has_text="Cancel").wait_for(state="hidden")
