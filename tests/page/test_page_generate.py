"""The options of the generator in the dialog: what they make, what is wrong with them, how they are kept."""

from __future__ import annotations

import json
from typing import Any

import pytest

import bimaru
from bimaru.board import Board
from bimaru.puzzle import Puzzle
from browsing import DESKTOP, OpenPage, Table

pytestmark = pytest.mark.needs("browser")

SMALL = "#r=2.1.1.2.0.4&c=0.2.2.4.0.2&f=3x1.2x2.1x3&h=D3W.F2L"
NARROW = {"width": 320, "height": 640}
ZOOMED = {"width": 360, "height": 225}
"""A window of 1440x900 at 400%."""


def options(open_page: OpenPage, **how: Any) -> Table:
    """The dialog with the folded options open."""
    table = open_page(SMALL, **how)
    table.press("Puzzles")
    table.page.locator("#generate-seed").wait_for(state="attached")
    table.page.locator(".more summary").click()
    return table


def fill(table: Table, **values: str) -> None:
    for name, value in values.items():
        table.page.locator(f"#generate-{name}").fill(value)


def generated(table: Table) -> Puzzle:
    """The puzzle that the server answers to the form."""
    with table.page.expect_response("**/api/generate") as answer:
        table.press("Generate")
    return next(bimaru.parse_all(json.dumps(answer.value.json()), "json"))


def fault(table: Table, name: str) -> str:
    """What is shown beside a field, once anything is shown."""
    table.page.locator(".fault:not(:empty)").first.wait_for()
    return table.page.locator(f"#generate-fault-{name}").inner_text()


def test_the_puzzle_has_the_options_that_are_chosen(open_page: OpenPage) -> None:
    table = options(open_page)
    table.page.get_by_label("Size").select_option("8x8")
    table.page.get_by_label("Grade").select_option("any")
    table.page.get_by_label("Symmetry of givens").select_option("half-turn")
    table.page.get_by_label("parts of ships").uncheck()
    fill(table, missing="3", fewest="4", most="8", seed="11")
    puzzle = generated(table)
    assert (puzzle.height, puzzle.width) == (8, 8)
    assert [*puzzle.rows, *puzzle.cols].count(None) == 3
    squares = {given.square for given in puzzle.givens}
    assert squares == {(7 - row, 7 - col) for row, col in squares}
    assert 4 <= len(squares) <= 8
    assert {given.kind for given in puzzle.givens} == {"W"}
    again = bimaru.generate(
        (8, 8),
        puzzle.fleet,
        seed=11,
        symmetry="half-turn",
        missing_tallies=3,
        givens=("water",),
        givens_number=(4, 8),
    )
    assert again == puzzle
    table.has_squares(64)


def test_a_range_of_grades_gives_a_puzzle_of_one_of_them(open_page: OpenPage) -> None:
    table = options(open_page)
    table.page.get_by_label("Size").select_option("6x6")
    table.page.get_by_label("Grade").select_option("intermediate")
    table.page.get_by_label("Or harder, up to").select_option("hard")
    fill(table, seed="3")
    assert str(bimaru.grade(generated(table))) in ("intermediate", "hard")


@pytest.mark.thorough
def test_a_puzzle_takes_the_technique_that_is_chosen(open_page: OpenPage) -> None:
    table = options(open_page)
    technique = table.page.get_by_label("A technique that it takes")
    technique.select_option("overlap")
    assert table.page.locator("#generate-grade").input_value() == "intermediate"
    technique.select_option("missing tally")
    table.page.get_by_label("Grade").select_option("hard")
    table.press("Generate")
    assert fault(table, "technique") == "This technique makes puzzles of one grade: easy."
    assert fault(table, "missing") == "This technique needs missing tallies."
    table.has_no_barriers()
    table.page.get_by_label("Grade").select_option("any")
    fill(table, missing="3", seed="2")
    puzzle = generated(table)
    assert "missing tally" in (puzzle.provenance.techniques or ())
    assert puzzle == bimaru.generate(seed=2, technique="missing tally", missing_tallies=3)


def test_ships_with_letters_and_polyominoes_are_generated(open_page: OpenPage) -> None:
    table = options(open_page)
    table.page.get_by_label("Grade").select_option("any")
    table.page.get_by_label("Size").select_option("8x8")
    fill(table, fleet="", words="CAT, DOG", shapes="L4 ##/#.")
    table.page.get_by_label("left", exact=True).check()
    puzzle = generated(table)
    assert sorted(puzzle.words) == ["CAT", "DOG"]
    assert sorted(map(len, map("".join, puzzle.shapes))) == [4, 6]
    assert puzzle.edges.left
    board = Board.from_data(puzzle.provenance.solution)
    assert bimaru.check(puzzle, board) == []


@pytest.mark.thorough
def test_a_number_beyond_the_limits_is_refused_beside_its_field(open_page: OpenPage) -> None:
    table = options(open_page)
    requests: list[str] = []
    table.page.on("request", lambda request: requests.append(request.url))
    table.page.get_by_label("Size").select_option("6x6")
    fill(table, missing="13", fewest="9", most="7", seed="-1", fleet="four")
    table.page.locator(".more summary").click()
    table.press("Generate")
    assert fault(table, "missing") == "Expected a whole number from 0 to 12."
    assert fault(table, "most") == "This is less than the fewest givens."
    assert fault(table, "seed") == "Expected a whole number from 0 to 281,474,976,710,655."
    assert fault(table, "fleet") == "Expected lengths with numbers of ships, like 4:1,3:2."
    assert table.page.evaluate("document.activeElement.id") == "generate-fleet"
    assert table.page.locator("#generate-missing").get_attribute("aria-invalid") == "true"
    assert not any("generate" in url for url in requests if "/api/" in url)
    table.has_no_barriers()


@pytest.mark.thorough
def test_what_the_library_refuses_is_shown_beside_its_field(open_page: OpenPage) -> None:
    table = options(open_page)
    table.expected = ("422",)
    fill(table, shapes="Q7")
    table.press("Generate")
    table.page.locator("#generate-fault-shapes:not(:empty)").wait_for()
    assert fault(table, "shapes").startswith("'Q7' is not one of trominoes")
    assert table.page.locator("#puzzles .error").inner_text() == ""
    fill(table, shapes="", fleet="11:1,3:1", words="CATAMARANSHIP")
    table.press("Generate")
    table.page.locator("#generate-fault-words:not(:empty)").wait_for()
    assert fault(table, "words") == "CATAMARANSHIP does not fit into a grid of 10x10."
    assert fault(table, "fleet") == "A ship of length 11 does not fit into a grid of 10x10."
    assert fault(table, "shapes") == ""
    assert table.page.evaluate("document.activeElement.id") == "generate-fleet"


def test_the_choice_is_kept_and_can_be_reset(open_page: OpenPage) -> None:
    table = options(open_page)
    table.page.get_by_label("Size").select_option("another size")
    fill(table, rows="7", columns="5", fleet="2:3", missing="2")
    table.page.get_by_label("Grade").select_option("hard")
    table.page.get_by_label("ship, without").check()
    table.page.reload()
    table.press("Puzzles")
    table.page.locator(".changed", has_text="(2 changed)").wait_for()
    values = [table.page.locator(f"#generate-{name}").input_value() for name in ("rows", "fleet", "missing")]
    assert values == ["7", "2:3", "2"]
    assert table.page.locator("#generate-rows").is_visible()
    assert table.page.locator("#generate-grade").input_value() == "hard"
    assert table.page.locator(".more").get_attribute("open") is not None
    table.press("Usual options")
    assert table.page.locator(".changed").inner_text() == ""
    assert table.page.locator("#generate-missing").input_value() == "0"


@pytest.mark.thorough
def test_a_damaged_choice_is_left_out(open_page: OpenPage) -> None:
    table = open_page(SMALL)
    table.page.evaluate(
        """localStorage['bimaru:setting:generator'] = JSON.stringify(
            { size: '9000x1', grade: 7, symmetry: 'spiral', missing: '1e9', 'givens-water': 'no' })"""
    )
    table.page.reload()
    table.press("Puzzles")
    table.page.locator(".changed", has_text="(1 changed)").wait_for()
    assert table.page.locator("#generate-size").input_value() == "10x10"
    assert table.page.locator("#generate-symmetry").input_value() == "none"
    table.press("Generate")
    assert fault(table, "missing") == "Expected a whole number from 0 to 20."


@pytest.mark.thorough
@pytest.mark.parametrize("size", [NARROW, ZOOMED, DESKTOP])
def test_the_options_fit_and_have_no_barriers(open_page: OpenPage, size: Any) -> None:
    table = options(open_page, viewport=size)
    overflow = (
        "document.querySelector('#puzzles').scrollWidth - document.querySelector('#puzzles').clientWidth"
    )
    assert table.page.evaluate(overflow) == 0
    table.has_no_barriers()
