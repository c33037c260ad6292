"""Setting puzzles with letters and polyomino ships by hand: drawn, typed, counted, linked and exported."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import bimaru
from bimaru.squares import square_name
from browsing import DESKTOP, OpenPage, Table, open_editor

pytestmark = pytest.mark.needs("browser")

START = "#r=2.1.1.2.0.4&c=0.2.2.4.0.2&f=3x1.2x2.1x3&h=D3W.F2L"
LETTERED = "#r=2.0.1.2.3.2.0&c=0.3.0.2.2.1.2&w=123.21.32.1.2.3&eb=_3_1223&er=2_2123_"
NARROW = {"width": 320, "height": 640}
ZOOMED = {"width": 360, "height": 225}


def drawn(open_page: OpenPage, **options: Any) -> Table:
    """A polyomino ship, a straight one of three squares and one of two, drawn on an empty grid."""
    table = open_editor(open_page, START, **options)
    table.press("Empty grid")
    table.press("Ships")
    for name in ("A1", "A2", "A3", "B1", "D2", "D3", "D4", "F5", "F6"):
        table.square(name).click()
    return table


def write(table: Table, square: str, word: str) -> None:
    """Type the letters of the ship at a square."""
    table.square(square).click()
    table.page.locator("#editor-word").fill(word)
    table.page.keyboard.press("Enter")


@pytest.mark.thorough
def test_polyominoes_are_drawn_and_words_typed_to_one_solution(open_page: OpenPage, tmp_path: Path) -> None:
    table = drawn(open_page)
    assert table.draft().shapes == (("###", "#.."),)
    assert dict(table.draft().fleet) == {3: 1, 2: 1}
    table.press("Letters")
    write(table, "D3", "CAT")
    assert [table.shows(name) for name in ("D2", "D4")] == [
        "left end, letter C, entered",
        "right end, letter T, entered",
    ]
    table.page.get_by_role("button", name="All edge letters").click()
    draft = table.draft()
    assert (draft.words, dict(draft.fleet), draft.edges.left[3], draft.edges.bottom[2]) == (
        ("CAT",),
        {2: 1},
        "C",
        "A",
    )
    table.press("Clues")
    table.page.get_by_label("Row tallies, - if missing").fill("- - - - - -")
    table.page.keyboard.press("Enter")
    table.verdict("Several solutions")
    table.press("Make unique")
    table.page.wait_for_selector("#message.good")
    table.verdict("One solution")
    puzzle = table.draft()
    result = bimaru.solve(puzzle)
    assert result.status == "unique"
    assert result.board is not None
    ships = {"A1", "A2", "A3", "B1", "D2", "D3", "D4", "F5", "F6"}
    assert {square_name(at) for at in result.board.occupied()} == ships
    with table.page.expect_download() as download:
        table.press("SVG")
    assert Path(download.value.path()).read_text(encoding="utf-8").startswith("<svg")
    table.page.locator("#download-format option[value=json]").wait_for(state="attached")
    table.page.locator("#download-format").select_option("json")
    with table.page.expect_download() as download:
        table.press("Puzzle")
    download.value.save_as(tmp_path / "puzzle.json")
    assert bimaru.parse((tmp_path / "puzzle.json").read_text(encoding="utf-8")) == puzzle
    table.press("Play it")
    table.page.wait_for_function("() => location.hash.includes('&w=CAT')")
    assert bimaru.parse(table.page.url) == puzzle


@pytest.mark.thorough
def test_letters_are_checked_removed_and_undone(open_page: OpenPage) -> None:
    table = drawn(open_page)
    table.press("Letters")
    field, fault = table.page.locator("#editor-word"), table.page.locator(".word .error")
    write(table, "D3", "CA")
    assert fault.inner_text() == "Expected 3 letters or digits, or nothing."
    write(table, "D3", "C-T")
    assert fault.inner_text() == "Expected 3 letters or digits, or nothing."
    assert table.draft().words == ()
    write(table, "D3", "C1é")
    assert table.draft().words == ("C1é",)
    table.square("D2").click()
    assert field.input_value() == "C1é"
    field.fill("")
    table.page.keyboard.press("Enter")
    assert table.draft().words == ()
    table.press("Undo")
    assert table.draft().words == ("C1é",)
    table.square("B1").click()
    assert table.page.locator(".word").inner_text().startswith("Only straight ships have letters.")
    table.square("B5").click()
    assert table.page.locator(".word").inner_text().startswith("There is no ship at B5.")
    assert field.is_disabled()
    table.press("Ships")
    table.square("D3").click()
    assert table.shows("D3").startswith("water")
    assert sorted(table.draft().words) == ["C", "é"]


@pytest.mark.thorough
def test_keys_choose_a_ship_and_return_to_the_board(open_page: OpenPage) -> None:
    table = drawn(open_page)
    table.press("Letters")
    table.square("D2").focus()
    keys = table.page.keyboard
    keys.press("Enter")
    keys.type("SEA")
    keys.press("Enter")
    assert table.draft().words == ("SEA",)
    assert table.page.evaluate("document.activeElement.getAttribute('aria-label')").startswith("D2")
    assert table.page.locator("#live").inner_text().strip() == "Written: SEA."


def test_words_shapes_and_edge_letters_are_entered_as_clues(open_page: OpenPage) -> None:
    table = open_editor(open_page, START)
    page = table.page
    table.press("Empty grid")
    table.press("Clues")
    assert table.draft().rows == (None,) * 6
    page.locator("#editor-words").fill("AB, é1")
    keys = page.keyboard
    keys.press("Enter")
    assert table.draft().words == ("AB", "é1")
    page.locator("#editor-shape").select_option("T4")
    table.press("Add")
    page.locator("#editor-shape").select_option("L3")
    table.press("Add")
    assert len(table.draft().shapes) == 2
    table.press("Remove T4")
    assert table.draft().shapes == (("##", "#."),)
    page.locator("#editor-edge-left").fill("A - - 1 - -")
    keys.press("Enter")
    assert table.draft().edges.left == ("A", None, None, "1", None, None)
    page.locator("#editor-edge-top").fill("A B")
    keys.press("Enter")
    assert page.locator(".other-ships .error").inner_text() == "2 letters for 6 lines."
    page.locator("#editor-words").fill("A-B")
    keys.press("Enter")
    assert "is not a word" in page.locator(".other-ships .error").inner_text()
    assert table.draft().words == ("AB", "é1")
    for name, kind in (("Letter A", "=A"), ("Corner, left and above", "LT")):
        table.press(name)
        table.square("C3").click()
        assert table.draft().givens[0].kind == kind
    table.has_no_barriers()


def test_a_lettered_puzzle_is_drawn_from_its_solution(open_page: OpenPage) -> None:
    table = open_editor(open_page, LETTERED)
    table.verdict("One solution")
    before = table.draft()
    table.press("Ships")
    after = table.draft()
    assert (sorted(after.words), after.edges, after.rows) == (sorted(before.words), before.edges, before.rows)
    assert table.page.locator(".board .cell.ship").count() == 10
    table.page.reload()
    table.press("Set")
    table.press("Ships")
    assert table.page.locator(".board .cell.ship").count() == 10


@pytest.mark.thorough
def test_a_random_puzzle_has_the_words_and_polyomino_ships(open_page: OpenPage) -> None:
    table = drawn(open_page)
    table.press("Letters")
    write(table, "D3", "CAT")
    table.press("Random puzzle")
    table.settles("Random puzzle")
    table.verdict("One solution")
    puzzle = table.draft()
    assert (puzzle.words, len(puzzle.shapes), dict(puzzle.fleet)) == (("CAT",), 1, {2: 1})


@pytest.mark.thorough
@pytest.mark.parametrize("size", [NARROW, ZOOMED, DESKTOP])
def test_setting_words_fits_and_has_no_barriers(open_page: OpenPage, size: Any) -> None:
    table = drawn(open_page, viewport=size)
    table.press("Letters")
    write(table, "D3", "CAT")
    table.square("D3").click()
    assert table.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    table.has_no_barriers()
