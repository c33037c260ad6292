"""The dialog that opens and generates puzzles: what it refuses, and what it does while it waits."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from browsing import DESKTOP, PHONE, START, OpenPage, Table

if TYPE_CHECKING:
    from playwright.sync_api import ViewportSize

pytestmark = pytest.mark.needs("browser")

SMALL = "#r=2.1.1.2.0.4&c=0.2.2.4.0.2&f=3x1.2x2.1x3&h=D3W.F2L"
TINY = {"rows": [1], "cols": [1], "fleet": {"1": 1}, "givens": []}


def generate(table: Table) -> None:
    table.page.get_by_role("button", name="Generate", exact=True).click()


@pytest.mark.thorough
def test_five_submissions_send_one_request(open_page: OpenPage) -> None:
    table = open_page(SMALL)
    held = table.hold("generate")
    table.press("Puzzles")
    for _ in range(5):
        generate(table)
    table.page.locator("#puzzles .waiting", has_text="Making a puzzle").wait_for()
    assert len(held) == 1
    held[0].fulfill(json=TINY)
    table.has_squares(1)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Paste a puzzle here, or open a file."),
        (" \n", "Paste a puzzle here, or open a file."),
        ("  1 0\n1 . .\n0 . .\n", "The fleet is missing: add a line like fleet: 4:1, 3:2, 2:3, 1:4."),
    ],
)
def test_a_box_without_a_puzzle_or_a_fleet_says_what_is_missing(
    open_page: OpenPage, text: str, said: str
) -> None:
    table = open_page(SMALL)
    table.press("Puzzles")
    box = table.page.locator("#paste-text")
    box.fill(text)
    table.press("Open")
    table.page.locator("#puzzles .error", has_text=said).wait_for()
    box.fill(f"fleet: 1\n{text}" if text.strip() else "fleet: 1\n 1\n1 .\n")
    table.press("Open")
    table.page.locator("#puzzles").wait_for(state="hidden")


@pytest.mark.thorough
def test_a_puzzle_that_takes_long_shows_so_and_can_be_cancelled(open_page: OpenPage) -> None:
    table = open_page(SMALL)
    table.expected = ("ERR_",)
    held = table.hold("generate")
    table.press("Puzzles")
    generate(table)
    table.page.locator("#puzzles .waiting").wait_for()
    table.page.locator("#puzzles").get_by_role("button", name="Cancel").click()
    assert "Cancelled." in table.page.locator("#puzzles .error").inner_text()
    generate(table)
    table.page.locator("#puzzles .waiting").wait_for()
    assert len(held) == 2


@pytest.mark.thorough
@pytest.mark.parametrize("fragment", [SMALL, START])
@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_what_is_said_while_and_after_making_a_puzzle_is_not_behind_the_title(
    open_page: OpenPage, fragment: str, size: ViewportSize
) -> None:
    table = open_page(fragment, viewport=size, wait_for="main")
    table.expected = ("422",)
    held = table.hold("generate")
    table.press("Puzzles" if fragment else "Other sizes and kinds…")
    dialog = table.page.locator("#puzzles")
    dialog.wait_for()
    dialog.locator(".more summary").click()
    generate(table)
    table.page.locator("#puzzles .waiting").wait_for()
    is_on_top = """one => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return one.contains(document.elementFromPoint(x + width / 2, y + height / 2)) &&
        one.contains(document.elementFromPoint(x + width / 2, y + 2));
    }"""
    assert dialog.get_by_role("button", name="Cancel").evaluate(is_on_top)
    held[0].fulfill(status=422, json={"error": "no suitable puzzle in 20 tries", "faults": []})
    error = table.page.locator("#puzzles .error", has_text="No suitable puzzle")
    error.wait_for()
    assert error.evaluate(is_on_top)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("error", "text"),
    [
        (
            "the time limit was exceeded: 10 seconds of processor time",
            "This took too long and was stopped. Generate again to try another puzzle",
        ),
        ("too many requests are waiting", "The server is busy"),
        ("the worker process ended unexpectedly", "The server could not finish this"),
    ],
)
def test_a_request_that_is_not_answered_says_why_and_what_to_do(
    open_page: OpenPage, error: str, text: str
) -> None:
    table = open_page(SMALL)
    table.expected = ("503",)
    table.page.route(
        "**/api/generate", lambda route: route.fulfill(status=503, json={"error": error, "faults": []})
    )
    table.press("Puzzles")
    generate(table)
    table.page.locator("#puzzles .error", has_text=text).wait_for()


@pytest.mark.thorough
def test_the_largest_and_hardest_puzzle_on_offer_is_generated(open_page: OpenPage) -> None:
    table = open_page(SMALL)

    def with_seed(route: Any) -> None:
        route.continue_(post_data=json.dumps({**route.request.post_data_json, "seed": 1}))

    table.page.route("**/api/generate", with_seed)
    table.press("Puzzles")
    table.page.get_by_label("Size").select_option("20x20")
    table.page.get_by_label("Grade").select_option("expert")
    generate(table)
    table.has_squares(400)
    assert table.page.locator(".grade").inner_text() == "expert"


@pytest.mark.thorough
def test_a_puzzle_of_any_size_up_to_the_limit_is_generated(open_page: OpenPage) -> None:
    table = open_page(SMALL)
    table.press("Puzzles")
    assert table.page.locator("#generate-rows").is_hidden()
    table.page.get_by_label("Size").select_option("another size")
    table.page.locator("#generate-rows").fill("64")
    table.page.locator("#generate-columns").fill("9")
    held = table.hold("generate")
    generate(table)
    assert table.page.evaluate("document.querySelector('#generate-rows').validity.rangeOverflow")
    table.page.locator("#generate-rows").fill("7")
    generate(table)
    table.page.locator("#puzzles .waiting", has_text="Making a puzzle").wait_for()
    assert held[0].request.post_data_json["size"] == "7x9"
    held[0].fulfill(json=TINY)
    table.has_squares(1)


@pytest.mark.thorough
def test_ten_megabytes_are_refused_before_they_reach_the_field(open_page: OpenPage) -> None:
    table = open_page(SMALL)
    table.press("Puzzles")
    table.page.evaluate(
        """() => {
            const data = new DataTransfer();
            data.setData("text/plain", "9".repeat(10_000_000));
            const field = document.querySelector("#paste-text");
            field.focus();
            const event = new ClipboardEvent("paste", { clipboardData: data, cancelable: true });
            field.dispatchEvent(event);
            window.wasRefused = event.defaultPrevented;
        }"""
    )
    assert table.page.evaluate("window.wasRefused")
    assert "has 10,000,000 characters" in table.page.locator("#puzzles .error").inner_text()


@pytest.mark.thorough
def test_a_huge_file_is_refused_with_its_size(open_page: OpenPage, tmp_path: Path) -> None:
    table = open_page(SMALL)
    table.press("Puzzles")
    (tmp_path / "x.txt").write_text("9" * 300_000)
    table.page.locator("#paste-file").set_input_files(tmp_path / "x.txt")
    table.page.locator("#puzzles .error", has_text="has 300,000 characters").wait_for()


@pytest.mark.thorough
def test_a_hint_that_was_not_found_in_time_is_not_called_impossible(open_page: OpenPage) -> None:
    table = open_page(SMALL)
    late = {"mistake": None, "where": None, "focus": None, "technique": None, "step": None, "complete": False}
    table.page.route("**/api/hint", lambda route: route.fulfill(json=late))
    table.press("Hint")
    table.page.locator("#message", has_text="No hint was found in the time").wait_for()
    unknown = {"right": None, "finished": None, "board": None, "removed": None, "complete": False}
    table.page.route("**/api/review*", lambda route: route.fulfill(json=unknown))
    table.press("Check")
    table.page.locator("#message", has_text="could not be found out in time").wait_for()
