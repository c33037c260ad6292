"""What the page says when the browser keeps nothing, or when what it kept is damaged."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from browsing import NO_DATABASE, OpenPage

pytestmark = pytest.mark.needs("browser")

SMALL = "#r=2.1.1.2.0.4&c=0.2.2.4.0.2&f=3x1.2x2.1x3&h=D3W.F2L"
KEY = "bimaru:game:" + SMALL[1:]
FULL = "() => { Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') } }"


@pytest.mark.thorough
def test_a_game_that_cannot_be_kept_says_so_once_and_can_be_saved(
    open_page: OpenPage, tmp_path: Path
) -> None:
    table = open_page(SMALL)
    table.page.add_init_script(NO_DATABASE)
    table.page.reload()
    table.page.wait_for_selector(".board .cell")
    table.page.evaluate(FULL)
    table.square("A4").click()
    line = table.page.locator(".waiting", has_text="cannot keep your game")
    line.wait_for()
    with table.page.expect_download() as download:
        table.press("Save to a file")
    download.value.save_as(tmp_path / "game.json")
    assert json.loads((tmp_path / "game.json").read_text())["cells"].count("#") == 2
    table.has_no_barriers()
    line.get_by_role("button", name="Close").click()
    table.square("A6").click()
    table.page.wait_for_timeout(500)
    assert line.is_hidden()


@pytest.mark.thorough
def test_other_puzzles_open_after_another_tab_has_deleted_the_database(open_page: OpenPage) -> None:
    table = open_page(SMALL)
    table.page.wait_for_timeout(1000)
    deleted = "new Promise((done) => { indexedDB.deleteDatabase('bimaru').onsuccess = () => done(true); })"
    assert table.page.evaluate(deleted)
    table.page.evaluate("location.hash = '#r=1.0&c=1.0&f=1x1'")
    table.page.wait_for_function("document.querySelectorAll('.board .cell').length === 4")


@pytest.mark.thorough
def test_a_draft_that_cannot_be_kept_says_so(open_page: OpenPage) -> None:
    table = open_page(SMALL)
    table.page.evaluate(FULL)
    table.press("Set")
    table.page.locator("#message.bad", has_text="cannot keep your draft").wait_for()


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("stored", "text"),
    [
        ({"data": {"rows": [1], "cols": []}}, "The stored draft is damaged (cols: missing)"),
        ({"data": {"rows": [1] * 100, "cols": [1]}}, "rows: 100 lines, at most 99"),
        ({"data": {"rows": [1], "cols": [1]}, "answer": ["☃"]}, "only its clues are left"),
        ({"data": {"rows": [1], "cols": [1], "fleet": {"1": 1e308}}}, "fleet: lengths are from 1"),
    ],
)
def test_a_damaged_draft_says_what_is_wrong_and_set_works(
    open_page: OpenPage, stored: object, text: str
) -> None:
    table = open_page(SMALL)
    table.page.evaluate(
        "draft => localStorage.setItem('bimaru:setting:draft', JSON.stringify(draft))", stored
    )
    table.press("Set")
    table.page.locator("#message.bad", has_text=text).wait_for()
    table.press("Empty grid")
    table.verdict("No ships yet")
    table.page.reload()
    table.verdict("No ships yet")
    assert table.message().is_hidden()


@pytest.mark.thorough
def test_a_damaged_game_says_so_and_begins_anew(open_page: OpenPage) -> None:
    table = open_page("#r=1&c=1._&f=1x1")
    damaged = {"bimaru": 1, "cells": "☃☃", "seconds": 1e308, "past": [], "future": [], "checkpoints": []}
    table.page.evaluate("([key, game]) => localStorage.setItem(key, JSON.stringify(game))", [KEY, damaged])
    table.page.evaluate(f"location.hash = {SMALL!r}")
    table.has_squares(36)
    assert "The stored game of this puzzle is damaged" in table.message().inner_text()
    table.square("A4").click()
    assert table.shows("A4").endswith("entered")


@pytest.mark.thorough
def test_a_file_whose_marks_do_not_fit_says_so(open_page: OpenPage, tmp_path: Path) -> None:
    table = open_page(SMALL)
    file = {"bimaru": 1, "puzzle": {"rows": [1], "cols": [1, None], "fleet": {"1": 1}}, "cells": "#"}
    table.press("Puzzles")
    (tmp_path / "x.json").write_text(json.dumps(file))
    table.page.locator("#paste-file").set_input_files(tmp_path / "x.json")
    table.has_squares(2)
    assert "The marks in this file do not fit its puzzle" in table.message().inner_text()
