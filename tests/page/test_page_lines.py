"""Lines by keys: moving on to tallies, what keys do there, and filling the rest of a line."""

from __future__ import annotations

import pytest

from browsing import OpenPage, Table

pytestmark = pytest.mark.needs("browser")

STEEP = "#r=2.4.3.3.2.4.1.1.0.0&c=0.5.0.2.2.3.1.3.2.2&f=4x1.3x2.2x3.1x4&h=A6W.G10S"
LETTERED = "#r=2.0.1.2.3.2.0&c=0.3.0.2.2.1.2&w=F23.2F.32.1.2.3"
SMALL = "#r=2.1.1.2.0.4&c=0.2.2.4.0.2&f=3x1.2x2.1x3&h=D3W.F2L"


def focused(table: Table) -> str:
    """The label of what has the focus."""
    return str(table.page.evaluate("document.activeElement.getAttribute('aria-label')"))


def spoken(table: Table) -> str:
    return table.page.locator("#live").inner_text().strip()


def bare(table: Table) -> Table:
    """The page without water in finished lines."""
    table.page.evaluate("localStorage['bimaru:setting:fills'] = 'false'")
    table.page.reload()
    table.page.wait_for_selector(".board .cell")
    return table


def waters(table: Table, row: str) -> int:
    return table.page.locator(f'.board .cell.water[aria-label^="{row}"]').count()


def test_arrows_move_on_to_the_tallies_along_them_and_back(open_page: OpenPage) -> None:
    table = bare(open_page(STEEP))
    keys = table.page.keyboard
    table.square("B9").focus()
    found = []
    for key in ("ArrowRight", "l", "ArrowRight", "ArrowDown", "j", "ArrowUp", "ArrowLeft"):
        keys.press(key)
        found.append(focused(table).partition(",")[0].partition(":")[0])
    assert found == ["B10", "row B", "row B", "row C", "row D", "row C", "C10"]
    for key in ("Control+End", "ArrowDown", "h", "ArrowUp"):
        keys.press(key)
        found.append(focused(table).partition(",")[0].partition(":")[0])
    assert found[7:] == ["J10", "column 10", "column 9", "J9"]


def test_t_visits_both_tallies_of_a_square_and_escape_returns(open_page: OpenPage) -> None:
    table = bare(open_page(STEEP))
    keys = table.page.keyboard
    table.square("C4").focus()
    keys.press("t")
    assert focused(table) == "row C: 0 of 3"
    keys.press("t")
    assert focused(table) == "column 4: 0 of 2"
    keys.press("t")
    assert focused(table).startswith("C4")
    keys.press("Shift+T")
    assert focused(table).startswith("column 4")
    keys.press("Escape")
    assert focused(table).startswith("C4")
    table.has_no_barriers()


def test_a_tally_fills_its_line_and_removes_the_water_again(open_page: OpenPage) -> None:
    table = bare(open_page(STEEP))
    keys = table.page.keyboard
    table.square("A2").click()
    table.square("A2").focus()
    keys.press("t")
    keys.press("Enter")
    assert spoken(table) == "The rest of row A is water. Another tap on its tally takes that back."
    assert waters(table, "A") == 9
    assert focused(table).startswith("row A: 1 of 2")
    keys.press("Space")
    assert spoken(table) == "Undone."
    assert waters(table, "A") == 1
    keys.press("Space")
    keys.press("f")
    assert spoken(table) == "Nothing is left to fill in row A."
    keys.press("Backspace")
    assert spoken(table) == "The water of row A is removed."
    assert waters(table, "A") == 1  # the given one
    assert table.shows("A2") == "ship, entered"
    keys.press("Delete")
    assert spoken(table) == "There is no water of yours in row A."
    keys.press("u")
    assert waters(table, "A") == 9
    keys.press("u")
    assert waters(table, "A") == 1


def test_f_fills_the_rest_of_the_row_or_column_of_a_square(open_page: OpenPage) -> None:
    table = bare(open_page(STEEP))
    keys = table.page.keyboard
    table.square("B3").click()
    table.square("B3").focus()
    keys.press("f")
    assert waters(table, "B") == 9
    assert spoken(table) == "The rest of row B is water."
    keys.press("Shift+F")
    assert spoken(table) == "The rest of column 3 is water."
    assert table.page.locator(".board .cell.water").count() == 19
    assert table.shows("B3") == "submarine, entered"


def test_a_letter_of_the_puzzle_is_typed_and_no_line_is_filled(open_page: OpenPage) -> None:
    table = bare(open_page(LETTERED))
    table.square("B3").focus()
    table.page.keyboard.press("f")
    assert table.shows("B3") == "ship, letter F, entered"
    table.page.keyboard.press("ArrowRight")
    assert table.shows("B4") == "empty"


@pytest.mark.thorough
def test_painting_by_keys_stays_on_the_squares(open_page: OpenPage) -> None:
    table = bare(open_page(STEEP))
    table.square("B9").focus()
    for key in ("w", "Shift+ArrowRight", "Shift+ArrowRight"):
        table.page.keyboard.press(key)
    assert focused(table).startswith("B10, water")


def test_a_solved_board_takes_no_keys_on_tallies(open_page: OpenPage) -> None:
    table = bare(open_page("#r=1&c=1._._&f=1x1"))
    table.square("A1").click()
    table.page.wait_for_selector("#message.good")
    table.square("A1").focus()
    for key in ("t", "Enter", "f", "Backspace"):
        table.page.keyboard.press(key)
    shown = [table.shows(name).partition(",")[0] for name in ("A1", "A2", "A3")]
    assert shown == ["submarine", "water", "water"]


def test_tallies_are_read_in_learn_and_edited_by_keys_in_set(open_page: OpenPage) -> None:
    table = open_page(SMALL)
    keys = table.page.keyboard
    table.press("Learn")
    table.page.wait_for_selector(".steps .step", state="attached")
    table.square("A1").focus()
    keys.press("t")
    keys.press("Enter")
    assert focused(table).startswith("row A:")
    table.press("Set")
    table.verdict("One solution")
    table.square("E1").focus()
    keys.press("t")
    keys.press("Enter")
    assert focused(table) == "Tally of row E"
    keys.press("Escape")
    assert focused(table).startswith("row E")
    keys.press("ArrowDown")
    keys.press("Enter")
    keys.press("3")
    keys.press("Enter")
    assert focused(table) == "Tally of column 1"
    assert table.page.locator("#editor-rows").input_value() == "2 1 1 2 0 3"
