"""Playing on the page in a real browser: mouse, keyboard, touch, hints, checks, and stored games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import bimaru
from bimaru.squares import square_name
from browsing import PHONE, OpenPage, Table
from instances import instance

pytestmark = pytest.mark.needs("browser")

STEEP = "#r=2.4.3.3.2.4.1.1.0.0&c=0.5.0.2.2.3.1.3.2.2&f=4x1.3x2.2x3.1x4&h=A6W.G10S"
"""Board 113 of CSPLib prob014."""
SMALL = "#r=2.1.1.2.0.4&c=0.2.2.4.0.2&f=3x1.2x2.1x3&h=D3W.F2L"
BARE = "#r=1._&c=_._._&f=1x3"
"""Two rows of three with one tally, and more ships than fit, so that it is never solved."""


def ships_of(fragment: str) -> list[str]:
    """The squares to mark to solve the puzzle."""
    puzzle = {STEEP: instance("csplib014", "csplib014-113").puzzle, SMALL: small()}[fragment]
    board = bimaru.solve(puzzle).board
    assert board is not None
    given = {given.square for given in puzzle.givens}
    return [square_name(at) for at in sorted(board.occupied() - given)]


def small() -> bimaru.Puzzle:
    return bimaru.Puzzle(
        rows=(2, 1, 1, 2, 0, 4),
        cols=(0, 2, 2, 4, 0, 2),
        fleet={3: 1, 2: 2, 1: 3},
        givens={(3, 2): "W", (5, 1): "L"},
    )


def assert_solved(table: Table) -> None:
    table.page.wait_for_selector("#message.good")
    assert table.message().inner_text().startswith("Solved\n")
    assert table.page.locator(".board.solved").count() == 1


@pytest.mark.thorough
def test_a_real_puzzle_is_played_to_the_end_by_mouse(open_page: OpenPage) -> None:
    table = open_page(STEEP)
    for name in ships_of(STEEP):
        table.square(name).click()
    assert_solved(table)


def test_a_real_puzzle_is_played_to_the_end_by_keys_alone(open_page: OpenPage) -> None:
    table = open_page(STEEP)
    keys = table.page.keyboard
    while table.page.evaluate("!document.activeElement.matches('.board .cell')"):
        keys.press("Tab")
    for name in ships_of(STEEP):
        keys.press("Control+Home")
        for _ in range(ord(name[0]) - ord("A")):
            keys.press("ArrowDown")
        for _ in range(int(name[1:]) - 1):
            keys.press("l")
        keys.press("x")
    assert_solved(table)


@pytest.mark.thorough
def test_a_real_puzzle_is_played_to_the_end_by_touch(open_page: OpenPage) -> None:
    table = open_page(STEEP, viewport=PHONE, has_touch=True, is_mobile=True)
    for name in ships_of(STEEP):
        table.square(name).tap()
    assert_solved(table)


def test_clicks_cycle_through_ship_water_and_empty_and_a_right_click_marks_water(open_page: OpenPage) -> None:
    table = open_page(BARE)
    shown = []
    for _ in range(3):
        table.square("B2").click()
        shown.append(table.shows("B2"))
    assert shown == ["ship, entered", "water, entered", "empty"]
    table.square("B2").click(button="right")
    assert table.shows("B2") == "water, entered"
    table.square("B2").click(button="right")
    assert table.shows("B2") == "empty"


def test_water_that_the_page_filled_in_is_paler_than_marks_of_ones_own(open_page: OpenPage) -> None:
    table = open_page("#r=_._.1&c=_._._._&f=1x2&h=A3W")
    table.square("C1").click()
    table.square("A1").click(button="right")
    colour = "cell => getComputedStyle(cell).backgroundColor"
    for forced in ("none", "active"):
        table.page.emulate_media(forced_colors=forced)
        filled, own, given = (table.square(name).evaluate(colour) for name in ("C2", "A1", "A3"))
        assert own == given != filled, forced
    assert [table.shows("C2"), table.shows("A1")] == ["water, filled in", "water, entered"]
    table.square("C2").click(button="right")
    table.square("C2").click(button="right")
    assert table.shows("C2") == "water, entered"


def test_a_drag_paints_the_mark_of_its_first_square_in_one_step(open_page: OpenPage) -> None:
    table = open_page("#r=_._.1&c=_._._._&f=1x1&h=A3W")
    first, last = table.square("A1").bounding_box(), table.square("A4").bounding_box()
    assert first
    assert last
    mouse = table.page.mouse
    mouse.move(first["x"] + 9, first["y"] + 9)
    mouse.down(button="right")
    mouse.move(last["x"] + 9, last["y"] + 9)
    mouse.up(button="right")
    assert [table.shows(name) for name in ("A1", "A2", "A3", "A4")] == [
        "water, entered",
        "water, entered",
        "water, given",
        "water, entered",
    ]
    table.page.keyboard.press("u")
    assert [table.shows(name) for name in ("A1", "A2", "A4")] == ["empty"] * 3


def test_a_drag_that_begins_on_a_given_square_is_a_separate_step(open_page: OpenPage) -> None:
    table = open_page("#r=_._.1&c=_._._._&f=1x1&h=A3W")
    for name in ("C1", "A4"):
        table.square(name).click(button="right")
    first, last = table.square("A3").bounding_box(), table.square("A4").bounding_box()
    assert first
    assert last
    mouse = table.page.mouse
    mouse.move(first["x"] + 9, first["y"] + 9)
    mouse.down(button="right")
    mouse.move(last["x"] + 9, last["y"] + 9)
    mouse.up(button="right")
    assert table.shows("A4") == "empty"
    table.page.keyboard.press("u")
    assert table.shows("A4") == "water, entered"
    assert table.shows("C1") == "water, entered"


def test_touch_paints_too_and_a_second_finger_cancels_the_stroke(open_page: OpenPage) -> None:
    table = open_page(STEEP, viewport=PHONE, has_touch=True, is_mobile=True)
    session = table.page.context.new_cdp_session(table.page)
    start, end = table.square("B4").bounding_box(), table.square("B7").bounding_box()
    assert start
    assert end

    def touch(kind: str, *points: tuple[float, float]) -> None:
        fingers = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    here, there = (start["x"] + 9, start["y"] + 9), (end["x"] + 9, end["y"] + 9)
    touch("touchStart", here)
    touch("touchMove", there)
    touch("touchEnd")
    assert [table.shows(f"B{col}").split(",")[0] for col in (4, 5, 7)] == ["left end", "middle", "right end"]
    table.press("Undo")
    assert table.shows("B5") == "empty"
    touch("touchStart", here)
    touch("touchStart", here, (100, 500))
    touch("touchEnd")
    assert table.shows("B4") == "empty"


def test_keys_mark_erase_and_paint_within_the_board(open_page: OpenPage) -> None:
    table = open_page(BARE)
    keys = table.page.keyboard
    table.square("A1").focus()
    keys.press("ArrowUp")
    keys.press("w")
    keys.press("Shift+ArrowRight")
    keys.press("Shift+ArrowRight")
    assert [table.shows(f"A{col}") for col in (1, 2, 3)] == ["water, entered"] * 3
    keys.press("Backspace")
    assert table.shows("A3") == "empty"
    keys.press("j")
    keys.press("Space")
    assert table.shows("B3") == "ship, entered"
    keys.press("Control+z")
    assert table.shows("B3") == "empty"
    keys.press("Control+Shift+Z")
    assert table.shows("B3").endswith("entered")
    keys.press("Meta+z")
    assert table.shows("B3") == "empty"


def test_only_one_square_is_in_the_tab_order(open_page: OpenPage) -> None:
    table = open_page(STEEP)
    assert table.page.locator('.board .cell[tabindex="0"]').count() == 1
    table.square("C4").focus()
    table.page.keyboard.press("End")
    focused = table.page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert focused.startswith("C10,")
    assert table.page.locator('.board .cell[tabindex="0"]').get_attribute("aria-label") == focused


def test_every_mark_is_announced_to_screen_readers(open_page: OpenPage) -> None:
    table = open_page(STEEP)
    table.square("B2").click()
    assert table.page.locator("#live").inner_text() == "B2 ship, row 1 of 4, column 1 of 5"


def test_parts_appear_as_their_neighbours_become_known(open_page: OpenPage) -> None:
    table = open_page("#r=_._._&c=_._._._._&f=3x2")
    table.square("B2").click()
    assert table.shows("B2") == "ship, entered"
    table.square("B3").click()
    table.square("B1").click(button="right")
    assert table.shows("B2") == "left end, entered"
    assert table.shows("B3") == "ship, entered"
    table.square("B4").click()
    table.square("B5").click(button="right")
    assert [table.shows(f"B{col}") for col in (3, 4)] == ["middle, entered", "right end, entered"]


def test_finished_lines_are_filled_with_water_in_the_same_step(open_page: OpenPage) -> None:
    table = open_page(BARE)
    table.square("A2").click()
    assert [table.shows("A1"), table.shows("A3")] == ["water, filled in"] * 2
    table.press("Undo")
    assert [table.shows(f"A{col}") for col in (1, 2, 3)] == ["empty"] * 3


def test_tapping_through_the_marks_leaves_no_water_behind(open_page: OpenPage) -> None:
    table = open_page(BARE)
    table.square("A2").click()
    table.square("A2").click()
    assert [table.shows(f"A{col}") for col in (1, 2, 3)] == ["empty", "water, entered", "empty"]


def test_water_that_was_filled_in_goes_with_its_cause_even_after_other_marks(open_page: OpenPage) -> None:
    table = open_page(BARE)
    table.square("A2").click()
    table.square("B3").click()
    table.square("A2").click()
    assert [table.shows(f"A{col}") for col in (1, 2, 3)] == ["empty", "water, entered", "empty"]
    assert table.shows("B3") == "ship, entered"


def test_repeating_a_mark_changes_nothing(open_page: OpenPage) -> None:
    table = open_page(BARE)
    table.square("A2").focus()
    table.page.keyboard.press("x")
    table.page.keyboard.press("x")
    assert [table.shows(f"A{col}") for col in (1, 2, 3)] == [
        "water, filled in",
        "ship, entered",
        "water, filled in",
    ]
    table.page.keyboard.press("u")
    assert table.shows("A2") == "empty"


def test_a_full_board_with_a_mistake_is_reported(open_page: OpenPage) -> None:
    table = open_page(BARE)
    table.square("A2").click()
    for name in ("B1", "B2", "B3"):
        assert table.message().is_hidden()
        table.square(name).click(button="right")
    assert "Every square is filled, but there is a mistake" in table.message().inner_text()


@pytest.mark.thorough
def test_filling_lines_can_be_switched_off(open_page: OpenPage) -> None:
    table = open_page(BARE)
    table.press("Settings")
    table.page.get_by_label("Fill full lines with water").uncheck()
    table.press("Done")
    table.square("A2").click()
    assert table.shows("A1") == "empty"
    table.page.reload()
    switch_filling_on(table)
    assert table.shows("A1") == "water, filled in"
    table.press("Undo")
    assert table.shows("A1") == "empty"


def test_no_line_is_filled_until_the_player_has_agreed(open_page: OpenPage) -> None:
    row = "#r=2.0&c=1.1.0&f=2x1"
    table = open_page(row, is_new=True)
    table.square("A1").click()
    table.square("A2").click()
    table.page.reload()
    table.page.evaluate("location.hash = '#r=1.1.0&c=1.1.0&f=1x2'")
    table.has_squares(9)
    assert table.shows("C1") == "empty"
    switch_filling_on(table)
    assert table.shows("C1") == "water, filled in"


def switch_filling_on(table: Table) -> None:
    """Have full lines filled, which they were not."""
    table.press("Settings")
    filling = table.page.get_by_label("Fill full lines with water")
    assert not filling.is_checked()
    filling.check()
    table.press("Done")


def test_lines_finished_from_the_start_are_filled_with_water(open_page: OpenPage) -> None:
    table = open_page(STEEP)
    assert [table.shows(name) for name in ("J1", "A1", "G4")] == ["water, filled in"] * 3


def test_a_tap_on_a_tally_fills_the_rest_of_its_line_and_another_takes_that_back(open_page: OpenPage) -> None:
    table = open_page(STEEP)
    tally = table.page.locator('.tally[aria-label^="row B:"]')
    tally.click()
    assert table.shows("B5") == "water, entered"
    assert "The rest of row B is water." in table.message().inner_text()  # and its ships are still missing
    tally.click()
    assert table.shows("B5") == "empty"
    assert table.message().is_hidden()


def test_tallies_change_when_they_are_met_or_exceeded(open_page: OpenPage) -> None:
    table = open_page(BARE)
    tally = table.page.locator('.tally[aria-label^="row A"]')
    assert tally.get_attribute("aria-label") == "row A: 0 of 1"
    table.square("A1").click()
    assert tally.get_attribute("aria-label") == "row A: 1 of 1, met"
    assert "met" in (tally.get_attribute("class") or "")
    table.square("A3").click(button="right")
    table.square("A3").click()
    assert tally.get_attribute("aria-label") == "row A: 2 of 1, too many"


def test_finished_ships_are_crossed_off_in_the_fleet(open_page: OpenPage) -> None:
    table = open_page("#r=_._._&c=_._._._&f=2x1.1x1")
    ships = table.page.locator(".fleet .ship-picture")
    table.square("A1").click()
    table.square("A2").click()
    assert table.page.locator(".fleet .found").count() == 0
    table.square("A3").click(button="right")
    assert "found" in (ships.nth(0).get_attribute("class") or "")
    assert "ship of 2: 1 of 1 found" in table.page.locator(".fleet").inner_text()


def test_undo_and_redo_cover_the_whole_game(open_page: OpenPage) -> None:
    table = open_page(STEEP)
    names = [f"B{col}" for col in range(2, 11) if col != 3]
    for name in names:
        table.square(name).click(button="right")
    before = table.page.locator(".board").inner_html()
    for _ in names:
        table.page.keyboard.press("u")
    assert [table.shows(name) for name in names] == ["empty"] * len(names)
    for _ in names:
        table.page.keyboard.press("r")
    assert table.page.locator(".board").inner_html() == before


def test_a_try_out_is_rubbed_out_or_kept(open_page: OpenPage) -> None:
    table = open_page(BARE)
    table.square("B1").click()
    table.press("Try out")
    table.square("B3").click()
    assert "tentative" in (table.square("B3").get_attribute("class") or "")
    assert "tentative" not in (table.square("B1").get_attribute("class") or "")
    assert [table.shows("B1"), table.shows("B3")] == ["ship, entered", "ship, in pencil"]
    table.press("Rub out")
    assert [table.shows("B1"), table.shows("B3")] == ["ship, entered", "empty"]
    table.press("Undo")
    assert table.shows("B3") == "ship, in pencil"
    table.press("Keep")
    assert table.page.get_by_role("button", name="Rub out").is_hidden()
    table.press("Try out")
    table.square("A1").click(button="right")
    table.press("Keep")
    assert table.shows("A1") == "water, entered"
    assert table.page.locator(".board .tentative").count() == 0


def test_a_check_highlights_what_breaks_a_rule(open_page: OpenPage) -> None:
    table = open_page(BARE)
    table.square("A1").click()
    table.square("B2").click()
    table.press("Check")
    table.message().get_by_text("touch at a corner").wait_for()
    assert [table.shows(name) for name in ("A1", "B2")] == ["ship, entered, breaks a rule"] * 2


def test_a_puzzle_without_a_solution_is_called_that(open_page: OpenPage) -> None:
    table = open_page("#r=_._._._&c=_._._._&f=4x1.1x1&s=010-111-010.11-11.01-01-11")
    said = table.message().get_by_text("This puzzle has no solution")
    for tool in ("Check", "Hint"):
        table.square("A1").click()
        said.wait_for(state="detached")
        table.press(tool)
        said.wait_for()


def test_a_check_finds_a_mistake_that_breaks_no_rule_yet(open_page: OpenPage) -> None:
    table = open_page(STEEP)
    table.press("Check")
    table.message().get_by_text("You have not marked anything yet.").wait_for()
    table.square(next(name for name in reversed(ships_of(STEEP)) if name != "G10")).click()
    table.press("Check")
    table.page.wait_for_selector("#message.good")
    assert "No mistakes so far" in table.message().inner_text()
    wrong = next(
        name
        for name in ("B3", "B5", "B7", "B9")
        if name not in ships_of(STEEP) and table.shows(name) == "empty"
    )
    table.square(wrong).click()
    table.press("Check")
    table.page.wait_for_selector("#message.bad")
    assert f"{wrong} cannot be ship" in table.message().inner_text()


def test_hints_come_in_three_strengths_and_the_step_can_be_applied(open_page: OpenPage) -> None:
    table = open_page(STEEP)
    table.press("Hint")
    table.page.wait_for_selector("#message:not([hidden])")
    assert "Look at " in table.message().inner_text()
    table.press("Which technique?")
    assert "Technique: " in table.message().inner_text()
    table.press("Show the step")
    assert "diagonal to G10" in table.message().inner_text()
    assert table.shows("F9") == "empty, becomes water"
    table.press("Apply")
    assert table.shows("F9") == "water, entered"
    assert table.message().is_hidden()


def test_a_hint_that_is_asked_for_again_and_again_makes_its_step(open_page: OpenPage) -> None:
    table = open_page(SMALL)
    marked = table.page.locator(".board .cell[aria-label$=entered]")
    for title in ("Where to look", "Which technique"):
        table.press("Hint")
        table.message().get_by_text(title, exact=True).wait_for()
    table.press("Hint")
    table.message().get_by_role("button", name="Apply").wait_for()
    assert marked.count() == 0
    table.press("Hint")
    assert table.message().is_hidden()
    assert marked.count() > 0


def test_a_hint_highlights_the_squares_and_lines_of_its_focus(open_page: OpenPage) -> None:
    table = open_page(STEEP)

    def with_focus(route: Any) -> None:
        hint = route.fetch().json()
        route.fulfill(json={**hint, "focus": {"squares": [[0, 4]], "lines": [{"row": 2}, {"column": 1}]}})

    table.page.route("**/api/hint", with_focus)
    table.press("Hint")
    table.page.wait_for_selector("#message:not([hidden])")
    lit = table.page.locator(".board .cell").evaluate_all(
        "all => all.flatMap((cell, at) => cell.classList.contains('lit') ? [at] : [])"
    )
    assert lit == sorted({4, *range(20, 30), *range(1, 100, 10)})


def test_the_timer_waits_for_the_first_mark_and_pauses(open_page: OpenPage) -> None:
    table = open_page(BARE)
    table.stop_clock()
    table.page.clock.run_for(3000)
    time = table.page.locator(".time")
    assert time.inner_text() == "0:00"
    table.square("B1").click()
    table.page.clock.run_for(65_000)
    assert time.inner_text() == "1:05"
    table.press("Pause")
    assert table.page.locator("#veil").is_visible()
    assert table.page.evaluate("document.activeElement.id") == "resume"
    table.page.clock.run_for(9000)
    assert time.inner_text() == "1:05"
    table.press("Resume")
    table.page.clock.run_for(2000)
    assert time.inner_text() == "1:07"


def test_the_timer_stops_while_the_page_is_hidden(open_page: OpenPage) -> None:
    table = open_page(BARE)
    table.stop_clock()
    table.square("B1").click()
    table.page.clock.run_for(2000)
    table.page.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")
    table.page.clock.run_for(5000)
    assert table.page.locator(".time").inner_text() == "0:02"


def test_a_pause_covers_only_the_game(open_page: OpenPage) -> None:
    table = open_page(STEEP)
    table.square("B2").click()
    table.press("Pause")
    table.press("Learn")
    table.page.locator("#veil").wait_for(state="hidden")
    table.press("Play")
    table.page.locator("#veil").wait_for()
    table.press("Resume")
    assert table.page.evaluate("document.activeElement.getAttribute('aria-label')").startswith("B2,")


@pytest.mark.thorough
def test_two_tabs_with_the_same_game_stay_in_sync(open_page: OpenPage) -> None:
    one = open_page(STEEP)
    other = Table(one.page.context.new_page())
    other.page.goto(one.page.url)
    other.page.wait_for_selector(".board .cell")
    for here, there, name in ((one, other, "B2"), (other, one, "B4"), (one, other, "B6")):
        here.square(name).click()
        there.page.locator(f'.board .cell.ship[aria-label^="{name},"]').wait_for()
    assert other.page.locator(".board .cell.ship").count() == 4


def test_a_game_survives_a_reload_with_its_history(open_page: OpenPage) -> None:
    table = open_page(STEEP)
    table.square("B2").click()
    table.press("Try out")
    table.square("B3").click(button="right")
    table.square("B5").click()
    table.press("Undo")
    before = table.page.locator(".board").inner_html()
    table.page.reload()
    table.page.wait_for_selector(".board .cell.ship")
    assert table.shows("B2").endswith("entered")
    assert table.page.locator(".board").inner_html().count("tentative") == before.count("tentative")
    table.press("Redo")
    assert table.shows("B5").endswith("in pencil")
    table.press("Rub out")
    assert table.shows("B5") == "empty"


def test_the_last_game_opens_without_a_puzzle_in_the_address(open_page: OpenPage) -> None:
    table = open_page(SMALL)
    table.square("A4").click()
    address = table.page.url.partition("#")[0]
    table.page.goto("about:blank")
    table.page.goto(address)
    table.press("Continue")
    table.has_squares(36)
    assert table.shows("A4") == "ship, entered"


def test_a_game_is_saved_to_a_file_and_opened_from_it(open_page: OpenPage, tmp_path: Path) -> None:
    table = open_page(SMALL)
    table.square("A4").click()
    with table.page.expect_download() as download:
        table.press("Save")
    download.value.save_as(tmp_path / "game.json")
    saved = json.loads((tmp_path / "game.json").read_text())
    assert bimaru.parse(json.dumps(saved["puzzle"])) == small()
    other = open_page(STEEP)
    other.press("Puzzles")
    other.page.locator("#paste-file").set_input_files(tmp_path / "game.json")
    other.has_squares(36)
    assert other.shows("A4") == table.shows("A4")
    other.press("Undo")
    assert other.shows("A4") == "empty"


def test_a_lettered_puzzle_is_played_to_the_end(open_page: OpenPage) -> None:
    table = open_page("#r=2.0.1.2.3.2.0&c=0.3.0.2.2.1.2&w=123.21.32.1.2.3&eb=_3_1223&er=2_2123_")
    for row, letters in enumerate(instance("lettered", "lettered-1").known["letters"]):
        for col, letter in enumerate(letters):
            if letter != ".":
                table.square(square_name((row, col))).focus()
                table.page.keyboard.press(letter)
    assert_solved(table)


def test_the_space_bar_writes_the_selected_letter(open_page: OpenPage) -> None:
    table = open_page("#r=_._&c=_._._&w=12.3")
    table.press("2")
    table.square("B2").focus()
    table.page.keyboard.press("Space")
    assert table.shows("B2") == "ship, letter 2, entered"
    table.page.keyboard.press("Space")
    assert table.shows("B2") == "empty"


def test_possible_letters_are_noted_undone_and_kept(open_page: OpenPage) -> None:
    table = open_page("#r=_._&c=_._._&w=12.3")
    table.press("Note possible letters")
    table.square("B2").focus()
    table.page.keyboard.press("2")
    table.page.keyboard.press("1")
    assert table.shows("B2") == "empty, possible: 1 2"
    assert table.square("B2").text_content() == "12"
    assert table.page.locator("#live").inner_text() == "B2 possible: 1 2"
    table.page.keyboard.press("x")
    assert table.shows("B2") == "ship, possible: 1 2, entered"
    for _ in range(2):
        table.press("Undo")
    assert table.shows("B2") == "empty, possible: 2"
    table.press("Redo")
    table.press("2")
    table.square("B2").click()
    assert table.shows("B2") == "empty, possible: 1"
    table.page.reload()
    table.square("B2").focus()
    assert table.shows("B2") == "empty, possible: 1"
    table.page.keyboard.press("Backspace")
    assert table.shows("B2") == "empty"


def test_a_letter_is_noted_or_written_as_a_key_says(open_page: OpenPage) -> None:
    table = open_page("#r=_._&c=_._._&w=12.3")
    noting = table.page.get_by_role("button", name="Note possible letters")
    noting.wait_for()
    table.square("A1").focus()
    table.page.keyboard.press("/")
    assert noting.get_attribute("aria-pressed") == "true"
    table.page.keyboard.press("3")
    assert table.shows("A1") == "empty, possible: 3"
    table.page.keyboard.press("/")
    table.page.keyboard.press("3")
    assert table.shows("A1") == "ship, letter 3, entered"
    assert table.square("A1").text_content() == "3"
    table.press("Start again")
    assert table.shows("A1") == "empty"


@pytest.mark.thorough
def test_a_puzzle_with_polyomino_ships_is_played_to_the_end(open_page: OpenPage) -> None:
    known = instance("polyomino", "polyomino-1").known
    table = open_page(
        "#r=4.0.6.2.0.3.4.1&c=2.3.2.2.3.5.2.1&s=1111.111-100.111-010.110-011.11-11&h=F1X.F5X.F6X"
    )
    for row, marks in enumerate(known["board"]):
        for col, mark in enumerate(marks):
            square = table.square(square_name((row, col)))
            if mark == "X" and "given" not in table.shows(square_name((row, col))):
                square.click()
    assert_solved(table)


def test_what_assistive_tools_press_is_marked(open_page: OpenPage) -> None:
    table = open_page(STEEP)
    table.square("B5").evaluate("one => one.click()")
    assert table.shows("B5") == "ship, entered"


def test_that_there_is_no_mistake_is_said_of_the_board_that_was_checked(open_page: OpenPage) -> None:
    table = open_page(STEEP)
    table.square("A8").click()
    table.press("Check")
    table.message().get_by_text("Well done").wait_for()
    table.square("B1").click(button="right")
    assert table.message().is_hidden()
    table.press("Start again")
    assert "Undo restores it" in table.message().inner_text()
    table.press("Undo")
    assert table.message().is_hidden()


def test_dates_are_written_as_in_the_country_of_the_browser(open_page: OpenPage) -> None:
    table = open_page("#d=2026-11-01", at="2026-11-20T12:00:00", locale="en-GB")
    table.page.locator(".headline h2", has_text="1 Nov 2026").wait_for()
