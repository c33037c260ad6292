"""Booklets from the page: as PDF by the server, and on paper by the browser where there is no server."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

from bimaru.web.handlers import answer
from bimaru.web.messages import Request
from bimaru.web.page_files import PAGE
from browsing import DESKTOP, OpenPage, Table

pytestmark = pytest.mark.needs("browser")

FIRST = "#r=2.1.1.2.0.4&c=0.2.2.4.0.2&f=3x1.2x2.1x3&h=D3W.F2L&n=First"
SECOND = "#r=2.0.1&c=1.1.1&f=2x1.1x1&h=C1W&n=Second"
NARROW = {"width": 320, "height": 640}
ZOOMED = {"width": 360, "height": 225}


def texts(pdf: bytes) -> list[str]:
    """The text of every page."""
    from pypdf import PdfReader

    return [page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages]


def played(open_page: OpenPage, **options: Any) -> Table:
    """The page with one puzzle played before, and the dialog open."""
    table = open_page(SECOND, **options)
    table.square("A1").click()
    table.page.goto(table.page.url.partition("#")[0] + FIRST)
    table.page.locator("h2.name", has_text="First").wait_for()
    table.page.locator(".downloads summary").click()
    table.press("Booklet…")
    table.page.locator("#booklet").wait_for()
    return table


def without_server(table: Table) -> None:
    """Opens the page again as that of a site without a server; the handlers answer in place of the engine."""

    def reply(route: Any) -> Any:
        operation = route.request.url.partition("/api/")[2].partition("?")[0]
        if operation not in ("draw", "solve"):
            return route.continue_()
        limit = {"limit": 2, "engine": "auto"} if operation == "solve" else {}
        look = {"to": "svg", "theme": "light", "size": 32.0, "names": True, "fleet": True}
        request = Request(operation, route.request.post_data.encode(), look | limit, 10.0, 64)
        status, kind, content = answer(request)
        return route.fulfill(status=status, content_type=kind, body=content)

    table.page.route("**/api/*", reply)
    text = (
        (PAGE / "service" / "server.js")
        .read_text(encoding="utf-8")
        .replace("prints = false", "prints = true")
    )
    table.page.route(
        "**/service/server.js", lambda route: route.fulfill(body=text, content_type="text/javascript")
    )
    table.page.add_init_script("window.print = () => { window.printed = true }")
    table.page.reload()


def test_the_server_makes_a_booklet_of_chosen_and_new_puzzles(open_page: OpenPage, tmp_path: Path) -> None:
    table = played(open_page)
    table.page.locator("#booklet").get_by_label("Second").check()
    table.page.get_by_label("Title", exact=True).fill("Three seas")
    table.page.get_by_label("New puzzles besides").fill("1")
    with table.page.expect_download() as download:
        table.page.locator("#booklet").get_by_role("button", name="PDF").click()
    file = tmp_path / "booklet.pdf"
    download.value.save_as(file)
    pages = texts(file.read_bytes())
    assert download.value.suggested_filename == "booklet.pdf"
    assert len(pages) == 4  # rules, two pages of puzzles, answers
    assert "Three seas" in pages[0]
    assert "3 puzzles" in pages[0]
    assert "Answers" in pages[3]


@pytest.mark.thorough
def test_a_booklet_of_nothing_and_too_many_new_puzzles_are_refused(open_page: OpenPage) -> None:
    table = played(open_page)
    dialog = table.page.locator("#booklet")
    dialog.get_by_label("First").uncheck()
    dialog.get_by_role("button", name="PDF").click()
    dialog.locator(".error", has_text="Choose a puzzle, or add new ones.").wait_for()
    dialog.get_by_label("New puzzles besides").fill("31")
    dialog.get_by_role("button", name="PDF").click()
    dialog.locator(".error", has_text="a whole number from 0 to 30").wait_for()
    table.has_no_barriers()


@pytest.mark.thorough
def test_without_a_server_the_browser_prints_the_booklet(open_page: OpenPage) -> None:
    table = open_page(SECOND)
    without_server(table)
    table.page.wait_for_selector(".board .cell")
    table.page.locator(".downloads summary").click()
    table.press("Booklet…")
    dialog = table.page.locator("#booklet")
    dialog.wait_for()
    assert dialog.get_by_role("button", name="PDF").count() == 0
    assert "This site has no server" in dialog.inner_text()
    dialog.get_by_label("Title", exact=True).fill("Small seas")
    dialog.get_by_role("button", name="Print").click()
    table.page.wait_for_function("() => window.printed")
    pages = texts(table.page.pdf(format="A4", prefer_css_page_size=True))
    assert len(pages) == 1  # one puzzle fits with the rules and its answer
    for text in ("Small seas", "1 · Second", "Answers"):
        assert text in pages[0]
    for word in ("Undo", "Puzzles", "Download"):
        assert not any(word in page for page in pages)
    table.page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert table.page.locator(".booklet-paper").count() == 0
    assert "Undo" not in texts(table.page.pdf())[0]


@pytest.mark.thorough
@pytest.mark.parametrize("size", [ZOOMED, NARROW, DESKTOP])
def test_the_dialog_fits_and_has_no_barriers(open_page: OpenPage, size: Any) -> None:
    table = played(open_page, viewport=size)
    dialog = "document.querySelector('#booklet')"
    assert table.page.evaluate(f"{dialog}.scrollWidth <= {dialog}.clientWidth")
    table.has_no_barriers()
