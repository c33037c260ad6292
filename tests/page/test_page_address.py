"""The address of the page: the puzzle and the mode in it, and the browser's history."""

from __future__ import annotations

import pytest

from browsing import PHONE, OpenPage, Table

pytestmark = pytest.mark.needs("browser")

SMALL = "#r=2.1.1.2.0.4&c=0.2.2.4.0.2&f=3x1.2x2.1x3&h=D3W.F2L"
OTHER = "#r=1._&c=_._._&f=1x3"


def address(table: Table) -> str:
    return str(table.page.evaluate("location.hash"))


def mode(table: Table) -> str:
    return str(table.page.evaluate("document.body.dataset.mode"))


def address_without_fragment(table: Table) -> str:
    return str(table.page.evaluate("location.href.split('#')[0]"))


def open_by_link(table: Table, fragment: str) -> None:
    table.press("Puzzles")
    table.page.locator("#paste-text").fill("http://x/" + fragment)
    table.press("Open")


def test_back_leads_through_modes_and_puzzles_and_not_out_of_the_page(open_page: OpenPage) -> None:
    table = open_page(SMALL)
    table.square("A4").click()
    table.press("Learn")
    table.press("Set")
    open_by_link(table, OTHER)
    table.has_squares(6)
    assert mode(table) == "play"
    seen = []
    for squares in (36, 36, 36):
        table.page.go_back()
        table.has_squares(squares)
        seen.append(mode(table))
    assert seen == ["editor", "learn", "play"]
    assert table.shows("A4").endswith("entered")
    table.page.go_forward()
    table.page.wait_for_selector("body[data-mode=learn]")


def test_back_closes_a_dialog_and_leads_no_further(open_page: OpenPage) -> None:
    table = open_page(SMALL, viewport=PHONE)
    table.press("Learn")
    for name in ("Puzzles", "Logbook", "Help"):
        table.press(name)
        table.page.evaluate("history.back()")
        table.page.wait_for_selector("dialog[open]", state="detached")
        assert mode(table) == "learn", name
    table.page.go_back()
    table.page.wait_for_selector("body[data-mode=play]")


@pytest.mark.thorough
def test_no_dialog_stays_before_another_view(open_page: OpenPage) -> None:
    table = open_page(SMALL)
    table.page.add_init_script("delete window.navigation")  # as in browsers that lack it
    table.page.reload()
    table.press("Learn")
    table.press("Help")
    table.page.go_back()
    table.page.wait_for_selector("body[data-mode=play]")
    assert table.page.locator("dialog[open]").count() == 0


def test_opening_a_puzzle_from_another_mode_is_one_entry_of_the_history(open_page: OpenPage) -> None:
    table = open_page(SMALL)
    table.press("Set")
    before = table.page.evaluate("history.length")
    open_by_link(table, OTHER)
    table.has_squares(6)
    assert table.page.evaluate("history.length") == before + 1


def test_a_reload_stays_in_the_mode(open_page: OpenPage) -> None:
    table = open_page(SMALL)
    for name in ("Learn", "Set"):
        table.press(name)
        before = table.page.evaluate("history.length")
        table.page.reload()
        table.page.wait_for_selector(".verdict")
        tab = table.page.get_by_role("button", name=name, exact=True)
        assert tab.get_attribute("aria-pressed") == "true"
        assert address(table).startswith(SMALL)
        assert table.page.evaluate("history.length") == before


@pytest.mark.thorough
def test_an_unknown_mode_in_the_address_is_play(open_page: OpenPage) -> None:
    table = open_page(SMALL + "&m=nothing")
    assert mode(table) == "play"
    assert address(table) == SMALL


def test_a_link_that_is_typed_in_keeps_the_way_back(open_page: OpenPage) -> None:
    table = open_page(SMALL)
    table.page.evaluate("location.hash = '#c=_._._&r=1._&f=1x3'")
    table.has_squares(6)
    assert address(table) == OTHER
    table.page.go_back()
    table.has_squares(36)


def test_a_broken_link_is_refused_with_its_fault(open_page: OpenPage) -> None:
    table = open_page("#r=1.1&c=1.1&f=1x1&h=C9W")
    text = table.message().inner_text()
    assert "not contain a complete puzzle: givens: number 1 is not a square of the 2×2 grid" in text
    table.press("To the start")
    table.page.locator(".start").wait_for()


@pytest.mark.thorough
def test_a_broken_link_is_refused_though_the_last_game_was_solved(open_page: OpenPage) -> None:
    table = open_page("#r=1.0&c=1.0&f=1x1")
    table.square("A1").click()
    table.page.locator("#message", has_text="Solved").wait_for()
    table.page.evaluate("address => location.replace(address)", address_without_fragment(table) + "?#foo")
    table.page.locator("#message", has_text="not contain a complete puzzle").wait_for()
    table.page.wait_for_timeout(1500)  # in which the result would come
    assert "not contain a complete puzzle" in table.message().inner_text()


@pytest.mark.thorough
def test_the_title_is_that_of_the_puzzle_after_going_back(open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    table = open_page(SMALL + "&n=First")
    open_by_link(table, OTHER + "&n=Second")
    table.has_squares(6)
    table.press("Set")
    expect(table.page).to_have_title("Set a puzzle · Bimaru")
    table.page.go_back()
    table.page.go_back()
    table.has_squares(36)
    expect(table.page).to_have_title("First · Bimaru")


@pytest.mark.thorough
def test_a_board_too_large_for_hints_says_so_at_once(open_page: OpenPage) -> None:
    lines = ".".join(["_"] * 64)
    table = open_page(f"#r={lines}&c={lines}&f=2x3")
    assert "up to 63×63, and this one is 64×64" in table.message().inner_text()


@pytest.mark.thorough
def test_a_shape_of_thousands_of_squares_in_a_link_opens(open_page: OpenPage) -> None:
    lines = ".".join(["_"] * 99)
    shape = "-".join(["1" * 99] * 60)
    table = open_page(f"#r={lines}&c={lines}&s={shape}")
    table.square("A1").click()
    assert table.shows("A1") == "ship, entered"
