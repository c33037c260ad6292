"""Questions on the page: why a square is what it is, and in Set which clues conflict."""

from __future__ import annotations

import re

import pytest

import bimaru
from browsing import OpenPage, Table

pytestmark = pytest.mark.needs("browser")

SMALL = "#r=2.0.1&c=1.1.1&f=2x1.1x1&h=C1W"
NO_SOLUTION = "#r=0.1.2&c=0.2.1&f=2x1.1x1"
UNEQUAL_TOTALS = "#r=2.0.1&c=1.1.2&f=2x1.1x1"
SEVERAL = "#r=2.0.1&c=1.1.1&f=2x1.1x1"


def learning(open_page: OpenPage, fragment: str = SMALL) -> Table:
    table = open_page(fragment)
    table.press("Learn")
    table.page.wait_for_selector(".steps .step", state="attached")
    return table


def setting(open_page: OpenPage, fragment: str) -> Table:
    table = open_page(fragment)
    table.press("Set")
    table.page.wait_for_selector(".problem")
    return table


def puzzle_of(fragment: str) -> bimaru.Puzzle:
    return bimaru.parse(f"http://localhost/{fragment}")


# Why?


def test_a_tap_asks_why_a_square_is_what_it_is(open_page: OpenPage) -> None:
    table = learning(open_page)
    table.square("A2").click()
    argument = bimaru.why(puzzle_of(SMALL), (0, 1))
    table.page.locator(".answer", has_text=argument.text).wait_for()
    for step in argument.steps:
        table.press("Next link")
        assert step.reasons[-1].text in table.page.locator("#live").inner_text()
    table.has_no_barriers()
    table.press("Back to the steps")
    assert table.shows("A2") == "empty"
    assert table.page.locator(".answer > *").count() == 0


def test_an_argument_of_one_step_is_shown_on_the_board_at_once(open_page: OpenPage) -> None:
    table = learning(open_page)
    table.square("A1").click()
    table.page.locator('.board .cell.reached[aria-label^="A1, ship"]').wait_for()
    assert table.page.locator(".answer .bar").count() == 0


@pytest.mark.thorough
def test_on_a_phone_an_argument_has_the_only_buttons_to_go_through_steps(open_page: OpenPage) -> None:
    table = open_page(SMALL, viewport={"width": 390, "height": 844})
    table.press("Learn")
    table.page.wait_for_selector(".steps .step", state="attached")
    table.square("A2").click()
    table.page.locator(".answer .bar").wait_for()
    assert not table.page.locator("#bar").is_visible()
    table.press("Back to the steps")
    assert table.page.locator("#bar").is_visible()


@pytest.mark.thorough
@pytest.mark.parametrize(
    "viewport", [{"width": 390, "height": 844}, {"width": 1280, "height": 800}], ids=["phone", "desk"]
)
def test_the_square_asked_about_is_marked_and_its_answer_is_in_view(
    open_page: OpenPage, viewport: dict[str, int]
) -> None:
    table = open_page(SMALL, viewport=viewport)
    table.press("Learn")
    table.page.wait_for_selector(".steps .step", state="attached")
    table.square("A1").click()
    answer = table.page.locator(".answer > p", has_text="A1")
    answer.wait_for()
    assert "highlighted" in table.shows("A1")
    box, bar = answer.bounding_box(), table.page.locator("#bar").bounding_box()
    assert box is not None
    assert bar is not None
    assert box["y"] + box["height"] <= (bar["y"] if viewport["width"] < 400 else viewport["height"])
    table.press("Next step")  # about something else
    assert table.page.locator(".board .lit").count() == 0


@pytest.mark.thorough
def test_enter_on_a_square_and_the_form_ask_why_too(open_page: OpenPage) -> None:
    table = learning(open_page)
    table.square("A1").focus()
    table.page.keyboard.press("ArrowRight")
    table.page.keyboard.press("Enter")
    table.page.locator(".answer", has_text="so A2 is ship").wait_for()
    assert table.page.locator("#why-square").input_value() == "A2"
    table.page.locator("#why-square").fill("c3")
    table.page.locator("#why-from").select_option("givens")
    table.press("Why?")
    table.page.locator(".answer", has_text="C3").wait_for()
    table.page.locator("#why-square").fill("Z9")
    table.press("Why?")
    table.page.locator(".answer", has_text="There is no square Z9 on this board.").wait_for()


@pytest.mark.thorough
def test_the_explanation_answers_where_the_solver_for_arguments_is_missing(open_page: OpenPage) -> None:
    table = learning(open_page)
    table.expected = ("422",)
    table.page.route(
        "**/api/why*",
        lambda route: route.fulfill(status=422, json={"error": "needs the extra models", "faults": []}),
    )
    table.square("A1").click()
    table.page.locator(
        ".answer", has_text=re.compile(r"The explanation leads to A1 in (one step|\d+ steps)\.")
    ).wait_for()
    table.page.locator('.board .cell[aria-label^="A1, ship"]').wait_for()


# Setting


def test_clues_that_contradict_each_other_are_lit_and_explained(open_page: OpenPage) -> None:
    conflict = bimaru.explain(puzzle_of(NO_SOLUTION), with_clues=True).conflict
    assert conflict is not None
    table = setting(open_page, NO_SOLUTION)
    assert conflict.text in table.page.locator(".verdict").inner_text()
    assert table.page.locator(".frame .tally.failing").count() == len(
        [clue for clue in conflict.clues if clue.kind in ("row", "column")]
    )
    table.page.locator(".findings summary").click()
    table.press("Next link")
    assert conflict.steps[0].reasons[-1].text in table.page.locator("#live").inner_text()
    table.press("To the conclusion")
    assert conflict.failure is not None
    assert conflict.failure.text in table.page.locator("#live").inner_text()
    table.has_no_barriers()


@pytest.mark.thorough
def test_totals_that_differ_are_given_without_steps(open_page: OpenPage) -> None:
    table = setting(open_page, UNEQUAL_TOTALS)
    assert (
        "the columns have 4 ship squares and the rows have 3"
        in table.page.locator(".verdict").inner_text().lower()
    )
    assert table.page.locator(".frame .tally.failing").count() == 6
    assert not table.page.get_by_role("button", name="Next link", exact=True).is_visible()
    table.has_no_barriers()


def test_a_repair_is_applied_and_can_be_undone(open_page: OpenPage) -> None:
    table = setting(open_page, NO_SOLUTION)
    conflict = bimaru.explain(puzzle_of(NO_SOLUTION), with_clues=True).conflict
    assert conflict is not None
    table.page.locator(".repair").first.click()
    table.page.locator(".verdict", has_text=re.compile("One solution|Several solutions")).wait_for()
    repaired = conflict.repairs[0].applied(puzzle_of(NO_SOLUTION))
    assert (table.draft().rows, table.draft().cols) == (repaired.rows, repaired.cols)
    table.press("Undo")
    table.page.wait_for_selector(".problem")


def test_the_fewest_givens_that_leave_one_solution_are_offered(open_page: OpenPage) -> None:
    ambiguity = bimaru.explain(puzzle_of(SEVERAL), with_clues=True).ambiguity
    assert ambiguity is not None
    table = setting(open_page, SEVERAL)
    assert table.page.locator(".repair").count() == len(ambiguity.additions)
    assert table.page.locator(".frame .cell.lit").count() == len(ambiguity.squares)
    table.page.locator(".repair").first.click()
    table.verdict("One solution")
    assert {given.square for given in table.draft().givens} == {
        given.square for given in ambiguity.additions[0]
    }
