"""What a player may rely on: nothing is struck off, printed, renamed or taken back that should not be."""

from __future__ import annotations

from typing import Final

import pytest

import bimaru
from browsing import OpenPage

pytestmark = pytest.mark.needs("browser")

SMALL: Final = "#r=2.1.1.2.0.4&c=0.2.2.4.0.2&f=3x1.2x2.1x3&h=D3W.F2L"
SMALL_SHIPS: Final = ("A3", "A4", "B6", "C4", "D2", "D4", "F3", "F4", "F6")
OPEN: Final = "#r=_._._._&c=_._._._&f=2x1.1x2"
"""A puzzle without tallies, in which nothing is filled in."""
STEEP: Final = "#r=2.4.3.3.2.4.1.1.0.0&c=0.5.0.2.2.3.1.3.2.2&f=4x1.3x2.2x3.1x4&h=A6W.G10S&n=Steep"


def test_ships_that_touch_are_shown_at_once_and_never_struck_off_the_fleet(open_page: OpenPage) -> None:
    table = open_page(OPEN)
    for name in ("B2", "C3"):
        table.square(name).click()
    for name in ("A2", "B1", "B3", "C2", "C4", "D3"):
        table.square(name).click(button="right")
    assert "breaks a rule" in table.shows("B2")
    assert "touch at a corner" in table.message().inner_text()
    assert table.page.locator(".fleet .found").count() == 0


def test_broken_rules_wait_for_check_if_that_is_chosen(open_page: OpenPage) -> None:
    table = open_page(OPEN)
    table.page.evaluate("localStorage['bimaru:setting:mistakes'] = '\"request\"'")
    table.page.reload()
    for name in ("B2", "C3"):
        table.square(name).click()
    assert "breaks a rule" not in table.shows("B2")
    assert table.message().is_hidden()


def test_a_shared_result_leaves_the_way_to_the_next_puzzle(open_page: OpenPage) -> None:
    table = open_page(SMALL, permissions=["clipboard-read", "clipboard-write"])
    for name in SMALL_SHIPS:
        table.square(name).click()
    table.press("Share")
    result = table.page.locator("#message pre")
    result.wait_for()
    for name in ("Next puzzle", "Replay"):
        assert table.page.locator("#message").get_by_role("button", name=name).is_visible()
    assert result.evaluate("pre => pre.scrollWidth <= pre.clientWidth")


def test_the_first_puzzles_have_the_grades_that_bimaru_gives_them(open_page: OpenPage) -> None:
    first = open_page().page.evaluate(
        """async () => {
          const { FIRST_PUZZLES } = await import("./play/first-puzzles.js")
          const { toFragment } = await import("./service/permalink.js")
          return FIRST_PUZZLES.map((puzzle) => [puzzle.grade, puzzle.about, toFragment(puzzle)])
        }"""
    )
    assert len(first) == 5
    for grade, about, fragment in first:
        puzzle = bimaru.parse("#" + fragment)
        assert grade == str(bimaru.grade(puzzle)), puzzle.id
        assert about.startswith(f"{puzzle.height}×{puzzle.width}, {grade}")


def test_learn_explains_the_draft_of_set(open_page: OpenPage) -> None:
    table = open_page(STEEP)
    table.press("Set")
    table.verdict("One solution")
    table.page.get_by_role("button", name="Ship", exact=True).click()
    table.square("I1").click()
    table.verdict("No solution")
    table.press("Learn")
    table.verdict("no solution")
    assert table.page.locator("#headline h2").inner_text() == "Steep (draft)"


def test_a_hint_goes_once_its_squares_are_played(open_page: OpenPage) -> None:
    table = open_page("#r=2.0.1&c=1.1.1&f=2x1.1x1&h=C1W")
    table.page.locator("[data-command=hint]").click()
    table.page.locator("#message .primary").wait_for()
    while table.page.get_by_role("button", name="Apply").count() == 0:
        table.page.locator("#message .primary").click()
    ghosts = table.page.locator(".board .to-ship, .board .to-water")
    names = [label.split(",")[0] for label in ghosts.evaluate_all("all => all.map(one => one.ariaLabel)")]
    kinds = [
        "ship" if "ship" in label else "water"
        for label in ghosts.evaluate_all("all => all.map(one => one.className)")
    ]
    assert names
    for name, kind in zip(names, kinds, strict=True):
        assert table.message().is_visible()
        table.square(name).click(button="left" if kind == "ship" else "right")
    assert table.message().is_hidden()


def test_undo_takes_back_marks_but_not_the_water_filled_in_before_them(open_page: OpenPage) -> None:
    table = open_page(STEEP)
    undo = table.page.get_by_role("button", name="Undo")
    assert undo.is_disabled()
    table.page.keyboard.press("u")
    assert table.shows("J1").startswith("water")
    table.square("B2").click()
    undo.click()
    assert table.shows("B2") == "empty"
    assert undo.is_disabled()
    assert table.shows("J1").startswith("water")


def test_the_board_is_the_second_stop_of_the_tab_key(open_page: OpenPage) -> None:
    table = open_page(STEEP)
    table.page.keyboard.press("Tab")
    table.page.keyboard.press("Enter")
    assert table.page.evaluate("document.activeElement.className").startswith("cell")
    assert "r=2.4.3" in table.page.url


def test_a_broken_link_stays_in_the_address_bar(open_page: OpenPage) -> None:
    table = open_page("#r=2.4&c=x")
    table.page.locator("#message.bad").wait_for()
    table.page.wait_for_timeout(100)
    assert table.page.url.endswith("#r=2.4&c=x")


def test_a_name_has_no_characters_that_turn_text_round(open_page: OpenPage) -> None:
    table = open_page("#r=1.1&c=1.1&f=1x2&n=a%E2%80%AEb%00c")
    assert table.page.locator("#headline h2").inner_text() == "abc"


@pytest.mark.thorough
def test_paper_shows_the_marks_of_the_player_and_no_water_that_the_page_filled(open_page: OpenPage) -> None:
    table = open_page(STEEP)
    table.square("B2").click()
    # What only paper needs is loaded after the board.
    table.page.wait_for_function("() => performance.getEntriesByName('printable').length > 0")
    table.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert table.shows("J1") == "empty"
    assert table.shows("B2").startswith("ship")
    assert table.shows("A6") == "water, given"
    table.page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert table.shows("J1").startswith("water")
