"""The editor of the page: making puzzles by drawing ships and by setting clues."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import bimaru
from bimaru.formats import REGISTRY
from bimaru.squares import square_name
from browsing import DESKTOP, OPEN_SEA, PHONE, OpenPage, Table, open_editor
from sampling import thorough

pytestmark = pytest.mark.needs("browser")

UNIQUE = "#r=2.1.1.2.0.4&c=0.2.2.4.0.2&f=3x1.2x2.1x3&h=D3W.F2L"
UNIQUE_JSON = json.dumps(
    {
        "rows": [2, 1, 1, 2, 0, 4],
        "cols": [0, 2, 2, 4, 0, 2],
        "fleet": {"3": 1, "2": 2, "1": 3},
        "givens": [[3, 2, "W"], [5, 1, "L"]],
    }
)
STEEP = "#r=2.4.3.3.2.4.1.1.0.0&c=0.5.0.2.2.3.1.3.2.2&f=4x1.3x2.2x3.1x4&h=A6W.G10S&n=Steep"
TWELVE = "#r=" + ".".join(["_"] * 12) + "&c=" + ".".join(["_"] * 12) + "&f=5x1.4x2.3x3.2x4.1x5"
KEYED = json.dumps(
    {
        "rows": [None],
        "cols": [None] * 4,
        "words": ["AS"],
        "givens": [[0, 0, "X"], [0, 1, "W"], [0, 2, "T"], [0, 3, "=S"]],
    }
)
SHIPS = {"A1": "S", "A3": "L", "A4": "R", "C3": "T", "D3": "M", "E3": "B", "F6": "S"}


def drawn(table: Table) -> Table:
    """A 6x6 puzzle whose ships are drawn on an empty grid, with every tally."""
    table.press("Empty grid")
    table.press("Ships")
    for name in SHIPS:
        table.square(name).click()
    return table


def web_address(table: Table, fragment: str) -> str:
    """The address of the page with a fragment."""
    return str(table.page.evaluate("fragment => new URL(fragment, location.href).href", fragment))


def saved(table: Table, button: str, folder: Path) -> Path:
    with table.page.expect_download() as download:
        table.press(button)
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file


def test_a_puzzle_is_made_from_nothing_to_one_solution(open_page: OpenPage) -> None:
    table = drawn(open_editor(open_page, UNIQUE))
    assert table.draft().fleet == {3: 1, 2: 1, 1: 2}
    assert table.draft().rows == (3, 0, 1, 1, 1, 1)
    table.press("Clues")
    table.verdict("Several solutions")
    table.press("Make unique")
    table.verdict("One solution. Score:")
    puzzle = table.draft()
    result = bimaru.solve(puzzle)
    assert result.status == "unique"
    assert result.board is not None
    assert {square_name(at) for at in result.board.occupied()} == set(SHIPS)


@pytest.mark.thorough
def test_drawing_on_an_empty_grid_starts_with_every_tally(open_page: OpenPage) -> None:
    table = open_editor(open_page, UNIQUE)
    for patience in (True, False):
        table.press("Empty grid")
        if patience:
            table.verdict("No ships yet")
            assert table.page.locator(".verdict").get_attribute("data-status") == "empty"
        table.press("Ships")
        assert table.draft().rows == (0,) * 6


def test_an_empty_draft_starts_with_its_ships_and_offers_nothing_that_needs_them(
    open_page: OpenPage,
) -> None:
    table = open_editor(open_page, UNIQUE)
    offered = table.page.locator(".solutions").get_by_role("button")
    assert {"Remove unneeded clues", "Play it"} <= set(offered.all_inner_texts())
    table.press("Empty grid")
    table.verdict("No ships yet")
    assert offered.count() == 0
    table.square("B2").click()
    assert table.shows("B2").startswith("submarine")
    table.page.get_by_role("button", name="Play it", exact=True).wait_for()


def test_drawn_ships_show_their_parts_and_touching_ones_are_highlighted(open_page: OpenPage) -> None:
    table = drawn(open_editor(open_page, UNIQUE))
    assert table.shows("D3").startswith("middle")
    table.square("B5").click()
    assert "breaks a rule" in table.shows("B5")
    table.verdict("The ships at A4 and B5 touch at a corner.")
    table.square("B5").click()
    assert table.shows("B5").startswith("water")


def test_needless_clues_are_removed(open_page: OpenPage) -> None:
    table = open_editor(open_page, UNIQUE + ".A1W.A2W.A5W")
    table.verdict("One solution")
    before = table.draft()
    table.press("Remove unneeded clues")
    table.page.wait_for_selector("#message.good")
    after = table.draft()
    assert len(after.givens) < len(before.givens)
    assert bimaru.solve(after).status == "unique"


def test_two_solutions_are_shown_with_their_differences(open_page: OpenPage) -> None:
    table = open_editor(open_page, "#r=1.0.1&c=1._.1&f=1x2")
    table.verdict("Several solutions")
    boards = []
    for name in ("Show one", "Show another"):
        table.press(name)
        boards.append([cell.get_attribute("aria-label") for cell in table.page.locator(".board .cell").all()])
        table.press(name)
    assert boards[0] != boards[1]
    assert table.page.locator(".board .cell.lit").count() > 0


def test_no_solution_is_reported(open_page: OpenPage) -> None:
    table = open_editor(open_page, "#r=1.1&c=1.1&f=1x2")
    table.verdict("No solution")


def test_taps_add_and_remove_givens(open_page: OpenPage) -> None:
    table = drawn(open_editor(open_page, UNIQUE))
    table.press("Clues")
    table.press("Left end")
    table.square("A3").click()
    assert table.shows("A3") == "left end, given"
    table.square("A3").click()
    assert table.shows("A3") == "empty"
    table.press("As in the solution")
    table.square("D3").click()
    assert table.shows("D3") == "middle, given"
    table.square("A2").click()
    assert table.shows("A2").startswith("water, given")
    table.press("Undo")
    assert table.shows("A2") == "empty"
    table.page.keyboard.press("r")
    assert table.shows("A2").startswith("water, given")


def test_keys_add_givens(open_page: OpenPage) -> None:
    table = open_editor(open_page, "#r=_&c=_._._._&w=AS")
    keys = table.page.keyboard
    table.press("Top end")
    table.square("A1").focus()
    for key in ("x", "l", "w", "l", "Space", "l", "s"):
        keys.press(key)
    assert table.draft().givens == bimaru.parse(KEYED).givens


def test_a_tally_is_edited_on_the_board(open_page: OpenPage) -> None:
    table = open_editor(open_page, UNIQUE)
    table.page.locator('.tally[aria-label^="row A:"]').click()
    table.page.keyboard.type("3")
    table.page.keyboard.press("Enter")
    table.page.keyboard.press("Backspace")
    table.page.keyboard.press("Enter")
    table.page.keyboard.press("Escape")
    assert table.draft().rows[:3] == (3, None, 1)


@pytest.mark.thorough
def test_enter_goes_from_the_last_row_tally_on_to_the_first_column(open_page: OpenPage) -> None:
    table = open_editor(open_page, UNIQUE)
    table.page.locator('.tally[aria-label^="row F:"]').click()
    for tally in ("3", "5"):
        table.page.keyboard.type(tally)
        table.page.keyboard.press("Enter")
    assert table.draft().rows[-1] == 3
    assert table.draft().cols[0] == 5


def test_size_fleet_tallies_and_name_are_edited(open_page: OpenPage) -> None:
    table = open_editor(open_page, UNIQUE)
    page = table.page

    def write(label: str, text: str) -> None:
        page.get_by_label(label, exact=True).fill(text)
        page.keyboard.press("Enter")

    write("Rows", "2")
    write("Columns", "5")
    write("Row tallies, - if missing", "3 -")
    write("Length 3", "1")
    write("Length 1", "0")
    write("Length 2", "0")
    write("Name", "A small one")
    puzzle = table.draft()
    assert puzzle == bimaru.Puzzle((3, None), (0, 2, 2, 4, 0), {3: 1}, puzzle.givens)
    assert puzzle.id == "A small one"
    write("Row tallies, - if missing", "3 x")
    error = page.locator(".clues > .error").inner_text()
    assert error == "“x” is not a tally: write a number, or - for none."
    write("Rows", "65")
    assert page.locator(".clues > .error").inner_text() == "Rows: a whole number from 1 to 64 is needed."
    assert page.get_by_label("Rows", exact=True).get_attribute("aria-invalid") == "true"
    assert len(table.draft().rows) == 2
    write("Length 1", "-1")
    assert "Ships of length 1: a whole number from 0" in page.locator(".clues > .error").inner_text()


@pytest.mark.thorough
def test_the_keys_for_puzzles_and_help_work_in_every_mode(open_page: OpenPage) -> None:
    table = open_editor(open_page, UNIQUE)
    for name in ("Set", "Learn"):
        table.press(name)
        table.page.locator(".verdict").wait_for()
        for key, dialog in (("n", "#puzzles"), ("?", "#help")):
            table.page.keyboard.press(key)
            table.page.locator(dialog).wait_for()
            table.page.keyboard.press("Escape")
            table.page.locator(dialog).wait_for(state="hidden")


@pytest.mark.thorough
def test_the_editor_starts_from_a_random_puzzle(open_page: OpenPage) -> None:
    table = open_editor(open_page, UNIQUE)
    before = table.draft()
    table.press("Random puzzle")
    table.settles("Random puzzle")
    assert table.draft() != before
    assert table.draft().fleet == before.fleet == {3: 1, 2: 2, 1: 3}
    table.verdict("One solution")
    table.press("Ships")
    assert table.page.locator(".board .cell.ship").count() == 10


@pytest.mark.thorough
def test_drawn_ships_are_on_the_board_after_a_reload(open_page: OpenPage) -> None:
    table = drawn(open_editor(open_page, UNIQUE))
    table.page.reload()
    table.verdict("solution")
    assert all("ship" in (table.square(name).get_attribute("class") or "") for name in SHIPS)
    assert table.page.get_by_role("button", name="Ships", exact=True).get_attribute("aria-pressed") == "true"


def test_a_link_to_set_shows_its_puzzle_and_undo_brings_the_draft_back(open_page: OpenPage) -> None:
    table = drawn(open_editor(open_page, UNIQUE))
    before = table.draft()
    link = web_address(table, STEEP + "&m=editor")
    table.page.goto("about:blank")
    table.page.goto(link)
    table.verdict("One solution")
    assert table.draft().rows == (2, 4, 3, 3, 2, 4, 1, 1, 0, 0)
    assert "Undo brings it back" in table.message().inner_text()
    table.press("Undo")
    assert table.draft() == before


@pytest.mark.thorough
def test_a_link_that_is_typed_in_set_shows_its_puzzle_and_going_back_keeps_the_draft(
    open_page: OpenPage,
) -> None:
    table = drawn(open_editor(open_page, UNIQUE))
    table.press("Play")
    table.page.go_back()
    table.verdict("solution")
    assert table.draft().fleet == {3: 1, 2: 1, 1: 2}
    table.page.evaluate("address => location.hash = address", STEEP + "&m=editor")
    table.has_squares(100)
    table.verdict("One solution")
    assert table.draft().id == "Steep"


@pytest.mark.thorough
def test_a_draft_survives_a_reload_and_can_be_played(open_page: OpenPage) -> None:
    table = drawn(open_editor(open_page, UNIQUE))
    table.page.reload()
    table.press("Set")
    table.verdict("solution")
    assert table.draft().fleet == {3: 1, 2: 1, 1: 2}
    table.press("Play it")
    assert table.page.get_by_role("button", name="Play", exact=True).get_attribute("aria-pressed") == "true"
    assert table.page.locator('.tally[aria-label^="row A:"]').inner_text() == "3"


@pytest.mark.thorough
def test_a_visit_to_the_editor_keeps_the_title_and_the_selected_letter(open_page: OpenPage) -> None:
    table = open_page("#r=2.0.1.2.3.2.0&c=0.3.0.2.2.1.2&w=123.21.32.1.2.3&eb=_3_1223&er=2_2123_&n=Letters")
    table.press("1")
    table.press("Set")
    table.verdict("One solution")
    assert table.page.title() == "Set a puzzle · Bimaru"
    table.press("Play")
    assert table.page.title() == "Letters · Bimaru"
    table.square("A2").click()
    assert "letter 1" in table.shows("A2")


@pytest.mark.parametrize("mode", [thorough("Play"), "Set"])
def test_a_puzzle_is_downloaded_in_any_format_and_as_a_picture(
    open_page: OpenPage, tmp_path: Path, mode: str
) -> None:
    table = open_editor(open_page, UNIQUE) if mode == "Set" else open_page(UNIQUE)
    if mode == "Play":
        table.page.get_by_text("Download", exact=True).click()
    puzzle = next(bimaru.parse_all(UNIQUE_JSON, "json"))
    for name in ("json", "puzzlink", "text"):
        table.page.locator("#download-format").select_option(name)
        assert bimaru.read(saved(table, "Puzzle", tmp_path)) == puzzle
    names = table.page.locator("#download-format option").all_inner_texts()
    assert {*names} == {*REGISTRY}
    assert saved(table, "SVG", tmp_path).read_text(encoding="utf-8").startswith("<svg")
    assert saved(table, "PDF", tmp_path).read_bytes().startswith(b"%PDF")
    assert saved(table, "PNG", tmp_path).read_bytes().startswith(b"\x89PNG")


@pytest.mark.thorough
@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_the_editor_has_no_accessibility_barriers(open_page: OpenPage, size: dict[str, int]) -> None:
    table = drawn(open_editor(open_page, UNIQUE, viewport=size))
    for layer in ("Ships", "Clues"):
        table.press(layer)
        table.has_no_barriers()


@pytest.mark.thorough
def test_a_tap_on_the_next_field_after_an_edit_goes_there(open_page: OpenPage) -> None:
    table = open_editor(open_page, OPEN_SEA)
    table.page.get_by_label("Length 1", exact=True).fill("3")
    table.page.get_by_label("Length 2", exact=True).click()
    assert table.page.evaluate("document.activeElement.id") == "editor-ships-2"
    assert table.draft().fleet[1] == 3


def test_the_fleet_of_a_puzzle_on_paper_is_found_at_once_on_a_phone(open_page: OpenPage) -> None:
    table = open_page(OPEN_SEA, viewport=PHONE, has_touch=True, is_mobile=True)
    table.page.locator("#home").click()
    table.press("Set it")
    table.verdict("No ships yet")
    table.press("Enter the fleet")
    assert table.page.evaluate("document.activeElement.id") == "editor-ships-1"
    table.press("The usual ten ships")
    table.page.get_by_role("button", name="Enter the fleet").wait_for(state="hidden")
    assert table.draft().fleet == bimaru.parse(OPEN_SEA).fleet
    table.press("Empty grid")  # where ships are drawn
    table.verdict("No ships yet")
    assert table.page.get_by_role("button", name="The usual ten ships").is_hidden()


def test_tallies_are_typed_one_after_the_other_on_a_phone_whose_keys_have_no_enter(
    open_page: OpenPage,
) -> None:
    table = open_page(OPEN_SEA, viewport=PHONE, has_touch=True, is_mobile=True)
    table.page.locator("#home").click()
    table.press("Set it")
    table.verdict("No ships yet")
    table.page.locator('.tally[aria-label^="row A:"]').tap()
    table.page.keyboard.type("4110223210" + "22")
    assert table.draft().rows == (4, 1, 1, 0, 2, 2, 3, 2, 1, 0)
    assert table.draft().cols[:3] == (2, 2, None)


def test_on_a_wider_board_a_tally_may_have_two_digits(open_page: OpenPage) -> None:
    table = open_editor(open_page, TWELVE, viewport=PHONE, has_touch=True, is_mobile=True)
    table.page.locator('.tally[aria-label^="row A:"]').tap()
    table.page.keyboard.type("4" + "10" + "1")
    table.page.keyboard.press("Enter")
    table.page.keyboard.type("1" + "5" + "3")  # no line has 15 squares
    assert table.draft().rows[:7] == (4, 10, 1, 1, 5, 3, None)


@pytest.mark.thorough
def test_a_puzzle_that_was_only_played_is_no_draft_to_keep(open_page: OpenPage) -> None:
    table = open_page(OPEN_SEA)
    table.square("C3").click()
    table.page.locator("#home").click()
    table.press("Set it")
    table.verdict("No ships yet")
    assert table.message().is_hidden()
    assert table.page.locator("#bar").get_by_role("button", name="Undo").is_disabled()
    table.square("C3").click()
    table.page.locator("#home").click()
    table.press("Continue")
    table.page.evaluate("location.hash += '&m=editor'")
    table.page.locator("#message", has_text="Your last draft is kept").wait_for()
