"""The cells of the built documentation in a real browser: they run, and show what the document shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import pytest

from browsing import OpenPage, Table
from sites import built, plain_server

if TYPE_CHECKING:
    from playwright.sync_api import Locator

pytestmark = [pytest.mark.needs("browser"), pytest.mark.thorough]  # `make site` and `make docs` build them

PAGES: Final = ("tutorial/first-program.html",)
UNHURRIED: Final = 120_000
"""Milliseconds for Python to start, on a busy machine."""

OpenCells = Callable[..., Table]


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """The address of the built documentation."""
    built("engine")
    with plain_server(built("docs")) as url:
        yield url


@pytest.fixture
def open_cells(open_page: OpenPage, site: str) -> OpenCells:
    """A function that opens a page of the documentation."""
    return lambda page=PAGES[0]: open_page(url=f"{site}{page}", fragment="", wait_for=".cell-bar >> nth=-1")


def cells(table: Table) -> list[Locator]:
    return table.page.locator(".cell").all()


def run(cell: Locator, status: str) -> None:
    """Run a cell, and wait for what it says at the end."""
    cell.get_by_role("button", name="Run cell").click()
    says(cell, status)


def says(cell: Locator, status: str) -> None:
    from playwright.sync_api import expect

    expect(cell.get_by_role("status")).to_have_text(status, timeout=UNHURRIED)


def output(cell: Locator) -> str:
    """The text that a cell shows, as printed."""
    return "".join(cell.locator(".cell-output > pre").all_text_contents()).strip()


def write(cell: Locator, code: str) -> None:
    cell.get_by_role("textbox").fill(code)


@pytest.mark.parametrize("page", PAGES)
def test_every_cell_runs_and_shows_what_the_document_shows(open_cells: OpenCells, page: str) -> None:
    found = cells(open_cells(page))
    assert found
    for cell in found:
        shown = "".join(cell.locator(".highlight-text pre").all_text_contents()).strip()
        run(cell, "Done.")
        assert output(cell) == shown


def test_every_page_with_cells_is_run() -> None:
    pages = built("docs").rglob("*.html")
    assert {path.relative_to(built("docs")).as_posix() for path in pages if _has_cells(path)} == set(PAGES)


def _has_cells(path: Path) -> bool:
    return 'class="cell ' in path.read_text(encoding="utf-8")


def test_a_cell_first_runs_those_above_it_and_shows_pictures(open_cells: OpenCells) -> None:
    first, *_, last = cells(open_cells())
    run(last, "Done.")
    says(first, "Done.")
    for cell in (first, last):
        assert cell.locator(".cell-picture svg").count() == 1


def test_an_error_is_shown_below_its_cell_and_the_cell_can_be_mended(open_cells: OpenCells) -> None:
    first, second, *_ = cells(open_cells())
    write(first, "print('before')\ndef halve(n):\n    return n / 0\nhalve(1)")
    run(first, "Failed: see below.")
    assert output(first).splitlines() == [
        "before",
        "Traceback (most recent call last):",
        '  File "<cell 1>", line 4, in <module>',
        "    halve(1)",
        "    ~~~~~^^^",
        '  File "<cell 1>", line 3, in halve',
        "    return n / 0",
        "           ~~^~~",
        "ZeroDivisionError: division by zero",
    ]
    write(first, "number = 6")
    write(second, "number * 7")
    run(second, "Done.")
    assert output(second) == "42"


def test_stop_ends_a_run_that_would_not_end_and_the_next_begins_anew(open_cells: OpenCells) -> None:
    first, second, *_ = cells(open_cells())
    write(first, "kept = 1")
    run(first, "Done.")
    write(second, "while True:\n    pass")
    second.get_by_role("button", name="Run cell").click()
    says(second, "Running …")
    assert first.get_by_role("button", name="Run cell").is_disabled()
    second.get_by_role("button", name="Stop cell").click()
    says(second, "Stopped. The next run begins anew.")
    write(first, "'kept' in globals()")
    run(first, "Done.")
    assert output(first) == "False"


def test_cells_are_run_from_the_keyboard(open_cells: OpenCells) -> None:
    cell = cells(open_cells())[0]
    write(cell, "1 + 1")
    cell.get_by_role("textbox").press("Shift+Enter")
    says(cell, "Done.")
    assert output(cell) == "2"
    cell.get_by_role("textbox").press("Tab")
    cell.get_by_role("button", name="Run cell").press("Enter")
    says(cell, "Done.")


def test_nothing_is_loaded_before_the_first_click_and_nothing_from_elsewhere(
    open_cells: OpenCells, site: str
) -> None:
    table = open_cells()
    table.page.wait_for_load_state("networkidle")
    requests: list[str] = []
    table.page.context.on("request", lambda request: requests.append(request.url))
    loaded = table.page.evaluate("performance.getEntriesByType('resource').map(entry => entry.name)")
    assert not [url for url in loaded if "engine" in url or "worker" in url]
    run(cells(table)[0], "Done.")
    assert {urlsplit(url).netloc for url in (*loaded, *requests)} == {urlsplit(site).netloc}


def test_screen_readers_find_no_barriers_in_cells(open_cells: OpenCells) -> None:
    from axe_playwright_python.base import AXE_SCRIPT

    table = open_cells()
    run(cells(table)[-1], "Done.")
    table.page.evaluate(AXE_SCRIPT)
    violations = table.page.evaluate("axe.run('.cell').then(({ violations }) => violations)")
    assert violations == []
