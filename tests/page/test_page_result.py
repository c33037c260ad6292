"""The end of a game on the page, its pause, and what is possible then."""

from __future__ import annotations

import pytest

from browsing import OpenPage, Table

pytestmark = pytest.mark.needs("browser")

SMALL = "#r=2.1.1.2.0.4&c=0.2.2.4.0.2&f=3x1.2x2.1x3&h=D3W.F2L"
SHIPS = ("A3", "A4", "B6", "C4", "D2", "D4", "F3", "F4", "F6")


def solve(table: Table) -> None:
    for name in SHIPS:
        table.square(name).click()
    table.page.locator("#message.good", has_text="Solved").wait_for()


def requests_to(table: Table, operation: str) -> list[str]:
    """The requests of an operation from now on."""
    seen: list[str] = []
    table.page.on(
        "request", lambda request: seen.append(request.url) if f"api/{operation}" in request.url else None
    )
    return seen


@pytest.mark.thorough
def test_the_result_and_the_way_to_the_next_puzzle_survive_a_reload_and_a_visit_to_another_mode(
    open_page: OpenPage,
) -> None:
    table = open_page(SMALL)
    solve(table)
    table.page.reload()
    table.page.wait_for_selector("#message.good")
    assert "Solved" in table.message().inner_text()
    table.press("Set")
    table.message().wait_for(state="hidden")
    table.press("Play")
    table.page.locator("#message", has_text="Solved").wait_for()
    table.press("Other puzzles")
    assert table.page.locator("#puzzles").is_visible()


@pytest.mark.thorough
@pytest.mark.parametrize("width", [1280, 390])
def test_no_button_of_the_result_moves_when_its_details_arrive(open_page: OpenPage, width: int) -> None:
    table = open_page(SMALL, viewport={"width": width, "height": 844})
    held = table.hold("explain")
    solve(table)
    tops = "[...document.querySelectorAll('#message button')].map(one => one.getBoundingClientRect().top)"
    before = table.page.evaluate(tops)
    assert len(before) > 4
    while not held:
        table.page.wait_for_timeout(20)
    held.pop().continue_()
    table.page.locator("#message", has_text="The hardest technique it takes").wait_for()
    assert table.page.evaluate(tops) == before


def test_a_solved_board_cannot_be_marked_and_starts_again_at_zero(open_page: OpenPage) -> None:
    table = open_page(SMALL)
    table.page.clock.install()
    table.page.reload()
    table.square(SHIPS[0]).click()
    table.page.clock.run_for(3000)
    for name in SHIPS[1:]:
        table.square(name).click()
    table.page.wait_for_selector(".board.solved")
    assert table.page.locator(".time").inner_text() >= "0:03"
    table.square("A1").click()
    assert not table.page.locator("#bar [data-command=undo]").is_visible()
    table.press("Start again")
    assert table.page.locator(".time").inner_text() == "0:00"
    assert table.page.locator(".board.solved").count() == 0
    assert table.page.locator(".board .cell.ship").count() == 1
    table.page.keyboard.press("u")
    assert table.page.locator(".board.solved").count() == 0
    table.page.reload()
    assert table.page.locator(".board .cell.ship").count() == 1


def test_a_board_that_is_cleared_starts_again_at_zero_and_undo_goes_on_with_its_time(
    open_page: OpenPage,
) -> None:
    table = open_page(SMALL)
    table.page.clock.install()
    table.page.reload()
    table.square(SHIPS[0]).click()
    table.page.clock.run_for(5000)
    time = table.page.locator(".time")
    assert time.inner_text() >= "0:04"
    table.press("Start again")
    assert time.inner_text() == "0:00"
    table.press("Undo")
    assert time.inner_text() >= "0:04"


def test_the_next_puzzle_without_a_connection_is_one_that_is_kept(open_page: OpenPage) -> None:
    table = open_page(SMALL)
    solve(table)
    table.page.locator("#message", has_text="hardest technique").wait_for()
    table.expected = ("ERR_INTERNET_DISCONNECTED",)
    table.page.context.set_offline(True)
    table.press("Next puzzle")
    kept = "You are offline. This puzzle is kept here, and needs no connection: Open sea."
    table.message().get_by_text(kept, exact=True).wait_for()
    table.press("Play it")
    table.has_squares(100)
    assert table.page.locator(".headline .name").inner_text() == "Open sea"


def test_a_game_that_starts_again_has_its_finished_lines_filled(open_page: OpenPage) -> None:
    table = open_page(SMALL)
    filled = table.page.locator(".board .cell.water").count()
    assert filled > 6
    table.square(SHIPS[0]).click()
    table.press("Start again")
    assert table.page.locator(".board .cell.water").count() == filled
    table.press("Undo")
    assert table.shows(SHIPS[0]).endswith("entered")


@pytest.mark.parametrize("state", ["solved", "paused"])
def test_keys_ask_for_no_hint_or_check_once_the_game_is_solved_or_paused(
    open_page: OpenPage, state: str
) -> None:
    table = open_page(SMALL)
    if state == "solved":
        solve(table)
    else:
        table.square(SHIPS[0]).click()
        table.press("Pause")
    if table.page.locator(".board.solved").count():
        table.page.locator("#message", has_text="hardest technique").wait_for()
    before = table.message().inner_html()
    seen = requests_to(table, "hint")
    for key in ("i", "v"):
        table.page.keyboard.press(key)
        assert state in table.page.locator("#live").inner_text()
    assert table.message().inner_html() == before
    assert not seen


@pytest.mark.thorough
def test_marks_after_a_checkpoint_are_not_hatched_in_the_solved_board(open_page: OpenPage) -> None:
    table = open_page(SMALL)
    table.press("Try out")
    table.square(SHIPS[0]).click()
    assert table.page.locator(".cell.tentative").count() > 0
    for name in SHIPS[1:]:
        table.square(name).click()
    table.page.wait_for_selector(".board.solved")
    assert table.page.locator(".cell.tentative").count() == 0


@pytest.mark.thorough
def test_the_button_for_checkpoints_shows_their_number_and_keeps_its_name(open_page: OpenPage) -> None:
    from axe_playwright_python.sync_playwright import Axe

    table = open_page(SMALL)
    table.press("Try out")
    table.press("Try out")
    count = table.page.locator(".count")
    assert count.evaluate("element => getComputedStyle(element, '::after').content") == '"2"'
    table.press("Set")
    table.press("Play")
    rule = {"runOnly": ["label-content-name-mismatch"]}
    audit = Axe().run(table.page, options=rule)
    assert audit.violations_count == 0, audit.generate_report()
