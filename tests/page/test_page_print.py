"""Printing from the page: one puzzle on one page, with its ships, water and fleet."""

from __future__ import annotations

import io
from typing import Literal

import pytest

from browsing import OpenPage, Table

pytestmark = pytest.mark.needs("browser")

STEEP = "#r=2.4.3.3.2.4.1.1.0.0&c=0.5.0.2.2.3.1.3.2.2&f=4x1.3x2.2x3.1x4&h=A6W.G10S&n=Steep"
LINES = ".".join(["_"] * 40)
LARGE = f"#r={LINES}&c={LINES}&f=6x1.5x2.4x3.3x4.2x5.1x6&h=A1W"
LETTERED = "#r=2.0.1.2.3.2.0&c=0.3.0.2.2.1.2&w=123.21.32.1.2.3&eb=_3_1223&er=2_2123_"


def pages_of(table: Table, paper: Literal["A4", "Letter"] = "A4") -> list[str]:
    """The text of every printed page."""
    from pypdf import PdfReader

    wait_until_printable(table)
    return [page.extract_text() for page in PdfReader(io.BytesIO(table.page.pdf(format=paper))).pages]


def wait_until_printable(table: Table) -> None:
    """Wait for what is loaded after everything that playing needs."""
    table.page.wait_for_function("() => performance.getEntriesByName('printable').length > 0")


def while_printing(table: Table, script: str) -> object:
    """What a script finds while the browser prints."""
    wait_until_printable(table)
    table.page.emulate_media(media="print")
    table.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    found = table.page.evaluate(script)
    table.page.evaluate("dispatchEvent(new Event('afterprint'))")
    table.page.emulate_media(media="screen")
    return found


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("fragment", "mode"),
    [
        (STEEP, "Play"),
        (LARGE, "Play"),
        (LETTERED, "Set"),
        (LETTERED, "Play"),
        (STEEP, "Set"),
        (LARGE, "Set"),
    ],
    ids=["steep-Play", "large-Play", "lettered-Set", "lettered-Play", "steep-Set", "large-Set"],
)
def test_a_puzzle_fills_one_page_and_nothing_else_is_on_it(
    open_page: OpenPage, fragment: str, mode: str
) -> None:
    table = open_page(fragment, color_scheme="dark")
    table.press(mode)
    if mode == "Set":
        table.page.locator(".verdict").wait_for()
    for paper in ("A4", "Letter"):
        pages = pages_of(table, paper)
        assert len(pages) == 1, pages
        for word in ("Undo", "Hint", "Check", "Download", "Solution", "Clues", "Puzzles", "Fleet"):
            assert word not in pages[0]
        assert ("Steep" if fragment == STEEP else "Battleship puzzle") in pages[0]


@pytest.mark.thorough
def test_the_colours_of_ships_and_water_are_printed(open_page: OpenPage) -> None:
    table = open_page(STEEP)
    table.square("B2").click()
    table.square("B3").click(button="right")
    exact = "element => getComputedStyle(element).printColorAdjust"
    for selector in (".board .cell.ship", "#paper-fleet .cell.ship"):
        script = f"({exact})(document.querySelector({selector!r}))"
        assert while_printing(table, script) == "exact", selector
    pictures = "[...document.querySelectorAll('#paper-fleet .ship-picture')]"
    visible = f"{pictures}.filter(one => one.checkVisibility()).length"
    assert while_printing(table, visible) == 10


def test_the_form_to_download_loads_its_styles(open_page: OpenPage) -> None:
    table = open_page(STEEP)
    table.page.get_by_text("Download", exact=True).click()
    table.page.locator("#download-format").wait_for()
    assert table.page.locator("link[href='forms.css']").count() == 1


def test_a_puzzle_is_printed_without_marks_and_they_are_there_afterwards(open_page: OpenPage) -> None:
    table = open_page(STEEP)
    table.square("B2").click()
    table.page.get_by_text("Download", exact=True).click()
    marks = "[...document.querySelectorAll('.board .cell.ship, .board .cell.water')].length"
    before = table.page.evaluate(marks)
    table.page.evaluate("() => { window.print = () => {} }")
    table.press("Print with marks")
    marked = 3  # the two givens, and the mark: what the page filled in is left out
    assert while_printing(table, marks) == marked
    table.press("Print")
    assert while_printing(table, marks) == 2
    assert table.page.evaluate(marks) == before
    assert while_printing(table, marks) == marked  # by the browser's own command


@pytest.mark.thorough
def test_a_pause_covers_nothing_on_paper(open_page: OpenPage) -> None:
    table = open_page(STEEP)
    table.square("B2").click()
    table.press("Pause")
    assert while_printing(table, "document.querySelector('#veil').checkVisibility()") is False
