"""The lessons: each accepts only the step that it teaches, and progress is kept."""

from __future__ import annotations

import json
import re
from typing import Any, Final

import pytest

from bimaru.squares import square_name
from bimaru.web.page_files import PAGE
from browsing import OPEN_SEA, PHONE, OpenPage, Table, open_lessons

pytestmark = pytest.mark.needs("browser")

SMALL: Final = "#r=2.1.1.2.0.4&c=0.2.2.4.0.2&f=3x1.2x2.1x3&h=D3W.F2L"
LESSONS: Final[list[dict[str, Any]]] = json.loads((PAGE / "tutorial" / "lessons.json").read_text())


def begin(open_page: OpenPage, **options: Any) -> Table:
    table = open_page(SMALL, **options)
    open_lessons(table)
    return table


def take(table: Table, lesson: dict[str, Any]) -> None:
    """Mark what a lesson teaches."""
    for kind, mark in (("ship", "Ship"), ("water", "Water")):
        table.press(mark)
        for row, col in lesson[kind]:
            table.square(square_name((row, col))).click()


@pytest.mark.thorough
def test_all_lessons_can_be_taken_and_lead_to_a_puzzle(open_page: OpenPage) -> None:
    table = begin(open_page)
    for number, lesson in enumerate(LESSONS, 1):
        assert table.page.locator(".headline h2").inner_text() == f"Lesson {number} of 10"
        take(table, lesson)
        assert lesson["reason"]["en"] in table.page.locator(".task").inner_text()
        table.press("Play a puzzle" if number == len(LESSONS) else "Next lesson")
    table.has_squares(36)
    assert table.page.locator("#bar .tutorial-bar").count() == 0


@pytest.mark.thorough
def test_no_task_names_the_squares_that_are_to_be_found(open_page: OpenPage) -> None:
    table = begin(open_page)
    for number, lesson in enumerate(LESSONS[:-1]):  # the last asks what a square has to be
        table.page.locator(".lessons .choice").nth(number).click()
        task = table.page.locator(".task").inner_text()
        found = {square_name((row, col)) for row, col in lesson["water"] + lesson["ship"]}
        assert not found & {*re.findall(r"[A-Z]\d", task)}, task


def test_another_mark_is_refused_with_the_reason_and_changes_nothing(open_page: OpenPage) -> None:
    table = begin(open_page)  # row E has its two ship squares: E3-E4 are water
    task = table.page.locator(".task")
    for mark, square, text in (
        ("Ship", "E3", "it is the other kind"),
        ("Water", "A1", "nothing on this board shows it yet"),
        ("Ship", "A1", "does not follow from this step"),
        ("Water", "F1", "F1 is known already."),
    ):
        before = table.shows(square)
        table.press(mark)
        table.square(square).click()
        assert text in task.inner_text()
        assert table.shows(square).removesuffix(", highlighted") == before.removesuffix(", highlighted")
        assert table.shows(square).endswith(", highlighted")  # being named
    table.press("Hint")
    assert "highlighted" in table.shows("E3")


def test_lessons_work_by_keys_and_progress_survives_a_reload(open_page: OpenPage) -> None:
    table = begin(open_page)
    table.square("E3").focus()
    for key in ("w", "ArrowRight", "w"):
        table.page.keyboard.press(key)
    assert "Well done" in table.page.locator("#live").inner_text()
    table.page.reload()
    table.page.wait_for_selector(".lesson-title")
    assert table.page.locator(".headline h2").inner_text() == "Lesson 2 of 10"
    assert "done" in table.page.locator(".lessons li").first.inner_text()
    table.has_no_barriers()


@pytest.mark.thorough
@pytest.mark.parametrize("width", [320, 390])
def test_lessons_fit_on_phones(open_page: OpenPage, width: int) -> None:
    table = begin(open_page, viewport={"width": width, "height": 740})
    assert table.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    take(table, LESSONS[0])
    table.has_no_barriers()


@pytest.mark.thorough
def test_a_visit_to_the_lessons_leaves_the_game_as_it_was(open_page: OpenPage) -> None:
    table = open_page(SMALL)
    table.square("A4").click()
    open_lessons(table)
    table.press("Play")
    assert table.shows("A4").endswith("entered")


@pytest.mark.thorough
def test_on_a_phone_nothing_that_is_said_to_a_mark_covers_the_board(open_page: OpenPage) -> None:
    table = open_page(OPEN_SEA, viewport=PHONE, has_touch=True, is_mobile=True)
    open_lessons(table)
    place = "() => document.querySelector('.board').getBoundingClientRect().bottom"
    bottom = table.page.evaluate(place)
    table.square("A1").click()
    table.page.locator(".task", has_text="does not follow").wait_for()
    assert table.page.evaluate(place) == bottom
    assert bottom <= table.page.evaluate("() => document.querySelector('#bar').getBoundingClientRect().top")
