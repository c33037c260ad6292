"""The start, and the first visit: a guide of three moves, and one click to a fresh puzzle."""

from __future__ import annotations

import re
from typing import Final

import pytest

import bimaru
from browsing import START, OpenPage, Table
from sampling import thorough

pytestmark = pytest.mark.needs("browser")

PHONE: Final = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SMALL: Final = "#r=2.1.1.2.0.4&c=0.2.2.4.0.2&f=3x1.2x2.1x3&h=D3W.F2L"
FLEET_OF_SMALL: Final = ("A3", "A4", "B6", "C4", "D2", "D4", "F3", "F4", "F6")
"""Its ship squares without the given one."""


def puzzle_in_address(table: Table) -> bimaru.Puzzle:
    return bimaru.parse(table.page.url[table.page.url.index("#") :])


def solve_by_hints(table: Table) -> None:
    """Do what Hint says until the puzzle is solved."""
    page = table.page
    while not page.locator(".board.solved").count():
        page.locator("[data-command=hint]").click()
        page.locator("#message .primary").first.wait_for()
        while page.get_by_role("button", name="Apply").count() == 0:
            page.locator("#message .primary").click()
        page.get_by_role("button", name="Apply").click()


@pytest.mark.parametrize("options", [thorough({}), PHONE], ids=["desk", "phone"])
def test_a_visitor_who_does_what_the_page_says_deduces_a_square_and_solves_a_6x6(
    open_page: OpenPage, options: dict[str, object]
) -> None:
    table = open_page(START, is_new=True, **options)
    page = table.page
    page.locator("#message", has_text="tap that 0").wait_for()
    assert table.shows("D1") == "empty"  # nothing is filled in before it has been explained
    page.locator('[data-cue="line"]').click()
    assert table.shows("D1").startswith("water")
    page.locator("#message", has_text="Tap each of them once").wait_for()
    while page.locator('.cell[data-cue="square"]').count():
        page.locator('.cell[data-cue="square"]').first.click()
        if page.locator("#message", has_text="Tap it twice").count():
            break
    page.locator('.cell[data-cue="square"]').dblclick()
    page.locator("#message", has_text="Now it is yours").wait_for()
    solve_by_hints(table)
    table.press("Play 6×6")
    table.has_squares(36)
    solve_by_hints(table)
    page.locator("#message", has_text="Now you know all you need").wait_for()
    table.press("To the start")
    page.locator(".start").wait_for()
    page.goto(page.url.split("#")[0])
    page.locator(".start").wait_for()
    assert page.locator("[data-cue]").count() == 0  # never again


@pytest.mark.thorough
def test_the_guide_keeps_its_place_when_the_page_is_loaded_again(open_page: OpenPage) -> None:
    table = open_page(START, is_new=True)
    page = table.page
    page.locator('[data-cue="line"]').click()
    page.locator("#message", has_text="2 of 3").wait_for()
    page.reload()
    page.locator("#message", has_text="2 of 3").wait_for()
    assert page.locator('.cell[data-cue="square"]').count() == 4
    assert table.shows("E1") == "empty"  # what has not been explained is not filled in
    while page.locator("#message", has_text="2 of 3").count():
        page.locator('.cell[data-cue="square"]').first.click()
    page.locator('.cell[data-cue="square"]').dblclick()
    page.locator("#message", has_text="Now it is yours").wait_for()
    solve_by_hints(table)
    table.press("Play 6×6")
    page.reload()
    page.locator("#message", has_text="On your own").wait_for()
    solve_by_hints(table)
    table.press("To the start")
    page.goto(page.url.split("#")[0])
    page.locator(".start").wait_for()


@pytest.mark.thorough
def test_the_guide_remarks_a_tap_elsewhere_and_goes_with_its_words(open_page: OpenPage) -> None:
    table = open_page(START, is_new=True, reduced_motion="no-preference")
    page = table.page
    page.locator("#message", has_text="tap that 0").wait_for()
    pulses = "one => getComputedStyle(one).animationIterationCount"
    assert page.locator('[data-cue="line"]').evaluate(pulses) == "1"
    table.square("A1").click()
    page.locator("#message", has_text="Not that one yet").wait_for()
    table.square("B2").click()
    page.locator("#message", has_text="touch at a corner").wait_for()
    table.square("B2").click(button="right")
    page.locator("#message", has_text="tap that 0").wait_for()
    table.press("Skip")
    assert page.locator("[data-cue]").count() == 0
    page.wait_for_timeout(50)
    assert page.locator("#message").is_hidden()


def test_a_message_of_the_guide_is_closed_and_the_guide_goes_on(open_page: OpenPage) -> None:
    table = open_page(START, is_new=True)
    page = table.page
    page.locator('[data-cue="line"]').click()
    while page.locator('.cell[data-cue="square"]').count() != 1 or page.locator("text=2 of 3").count():
        page.locator('.cell[data-cue="square"]').first.click()
    page.locator('.cell[data-cue="square"]').dblclick()
    page.locator("#message", has_text="Now it is yours").wait_for()
    table.press("Close")
    for name in ("A1", "A5", "E2", "E4"):
        table.square(name).click()
    table.press("Play 6×6")
    table.has_squares(36)


def test_the_guide_is_skipped_at_once(open_page: OpenPage) -> None:
    table = open_page(START, is_new=True)
    table.press("Skip")
    table.page.locator(".start").wait_for()
    table.page.reload()
    table.page.locator(".start").wait_for()


def test_who_opens_a_link_is_asked_once_whether_full_lines_are_filled(open_page: OpenPage) -> None:
    table = open_page(SMALL, is_new=True)
    assert table.shows("E1") == "empty"
    table.square("A3").click()
    table.press("Fill them")
    assert table.shows("E1").startswith("water")
    assert table.stored_setting("explained") is True


@pytest.mark.parametrize(("grade", "size"), [("easy", "6×6"), ("extreme", "8×8")])
def test_one_click_opens_a_fresh_puzzle_of_a_size_and_grade(
    open_page: OpenPage, grade: str, size: str
) -> None:
    table = open_page(START, wait_for=".start")
    table.press(f"New puzzle, {grade}, {size}")
    side = int(size[0])
    table.has_squares(side * side)
    puzzle = puzzle_in_address(table)
    assert str(bimaru.grade(puzzle)) == grade
    assert table.page.locator("#headline h2").inner_text() == puzzle.id
    assert len(str(puzzle.id).split()) == 2


def test_the_days_puzzles_are_easy_hard_and_extreme_and_never_change(open_page: OpenPage) -> None:
    table = open_page(START, wait_for=".start")
    days = table.page.evaluate(
        """async (days) => {
          const { puzzlesOfToday } = await import("./daily/daily.js")
          const { toFragment } = await import("./service/permalink.js")
          const found = await Promise.all(days.map(puzzlesOfToday))
          return found.map((day) => Object.values(day).map((data) => [data.grade, toFragment(data)]))
        }""",
        ["2026-01-01", "2026-01-03", "2026-11-24", "2027-01-06", "2027-01-07"],
    )
    assert [day[2][0] for day in days] == ["extreme", "fiendish", "extreme", "extreme", "extreme"]
    for day in days:
        assert [grade for grade, _ in day[:2]] == ["easy", "hard"]
        for grade, fragment in day:
            assert str(bimaru.grade(bimaru.parse("#" + fragment))) == grade
    assert days[0][0][1].startswith("r=6.2.2.3.3.0.2.1.0.1&c=2.2.1.2.2.4.0.4.1.2&f=4x1.3x2.2x3.1x4&h=A2T")
    assert len({fragment for day in days for _, fragment in day}) == 15


def test_a_game_is_continued_from_its_picture(open_page: OpenPage) -> None:
    table = open_page(SMALL + "&n=Bay")
    table.square("A3").click()
    table.page.locator("#home").click()
    assert "#" not in table.page.url
    table.page.locator(".go-on .small-board").wait_for()
    table.press("Continue")
    assert table.shows("A3").startswith("ship")
    table.page.go_back()
    table.page.locator(".start").wait_for()


@pytest.mark.thorough
def test_the_start_has_one_primary_button(open_page: OpenPage) -> None:
    table = open_page(START, wait_for=".chart .small-board")
    primary = table.page.locator(".start .primary")
    assert primary.all_inner_texts() == ["Show me how it works"]
    table = open_page(SMALL)
    table.square("A3").click()
    table.page.locator("#home").click()
    table.page.locator(".go-on .small-board").wait_for()
    assert table.page.locator(".start .primary").all_inner_texts() == ["Continue"]
    table = open_page(SMALL)
    for name in FLEET_OF_SMALL:
        table.square(name).click()
    table.page.locator("#home").click()
    table.page.locator(".today-choices .primary").wait_for()  # the first that is not solved
    assert table.page.locator(".start .primary").count() == 1


def test_the_puzzle_that_counts_for_the_day_is_marked_and_suggested_first_and_goes_with_the_day(
    open_page: OpenPage,
) -> None:
    table = open_page(SMALL, at="2026-12-02T12:00:00")  # a Wednesday
    for name in FLEET_OF_SMALL:
        table.square(name).click()  # so that no game is to be continued
    table.page.locator("#home").click()
    suggested = table.page.locator(".today-choices .primary")
    assert suggested.inner_text().split() == ["Intermediate", *["Puzzle", "of", "the", "day"]]
    table.page.clock.set_fixed_time("2026-12-04T00:01:00")
    table.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    table.page.locator(".today-choices .primary", has_text="Hard").wait_for()


@pytest.mark.thorough
def test_a_puzzle_that_is_opened_far_down_on_the_start_begins_at_the_top(open_page: OpenPage) -> None:
    table = open_page(START, wait_for=".chart .small-board", **PHONE)
    table.page.locator(".kinds").evaluate("one => one.scrollIntoView()")
    assert table.page.evaluate("scrollY") > 0
    table.press("New puzzle, easy, 10×10")
    table.page.locator(".start").wait_for(state="detached")
    assert table.page.evaluate("scrollY") == 0


def test_a_technique_is_learnt_on_a_puzzle_that_needs_it(open_page: OpenPage) -> None:
    table = open_page(START, wait_for=".start")
    table.page.locator(".techniques summary", has_text="Intermediate").click()
    table.press("Overlap: A puzzle that needs it")
    table.has_squares(64)
    assert "overlap" in bimaru.grade(puzzle_in_address(table)).techniques


@pytest.mark.thorough
def test_a_puzzle_without_a_name_gets_two_words_that_stay(open_page: OpenPage) -> None:
    names = [open_page(SMALL).page.locator("#headline h2").inner_text() for _ in range(2)]
    assert names[0] == names[1]
    assert len(names[0].split()) == 2


@pytest.mark.thorough
@pytest.mark.parametrize("options", [{}, PHONE], ids=["desk", "phone"])
def test_the_start_has_no_barriers_and_fits(open_page: OpenPage, options: dict[str, object]) -> None:
    table = open_page(START, wait_for=".start", **options)
    table.has_no_barriers()
    width = table.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert width <= 0
    assert table.page.locator(".kind").count() == 28  # hardly any small puzzle is fiendish


@pytest.mark.thorough
@pytest.mark.parametrize(("day", "rows"), [("2026-11-26", 2), ("2026-11-27", 1)])  # of four, or three
@pytest.mark.parametrize("language", ["de", "en", "fr", "es"])  # German has the longest
def test_no_grade_of_today_is_cut_or_overflows_its_card(
    open_page: OpenPage, language: str, day: str, rows: int
) -> None:
    table = open_page(START, wait_for=".start", locale=language)
    table.page.clock.set_fixed_time(f"{day}T12:00:00")
    table.page.reload()
    table.page.locator(".chart .small-board").first.wait_for()
    for size in ((390, 844), (844, 390), (1280, 800)):
        table.page.set_viewport_size({"width": size[0], "height": size[1]})
        for word in table.page.locator(".today-choices .chart > span:nth-child(2)").all():
            assert word.evaluate("one => one.scrollWidth <= one.parentElement.clientWidth"), (size, language)
            inside = (
                "one => one.getBoundingClientRect().right <= one.parentElement.getBoundingClientRect().right"
            )
            assert word.evaluate(inside), (size, language)
        tops = "all => [...new Set(all.map((one) => one.offsetTop))].length"
        assert table.page.locator(".today-choices .chart").evaluate_all(tops) == rows, size


def test_a_puzzle_of_a_day_is_named_by_its_date_beside_its_whole_grade(open_page: OpenPage) -> None:
    table = open_page(START, wait_for=".chart .small-board", locale="de")
    table.page.locator(".today-choices .chart").last.click()
    table.page.locator("#headline h2", has_text=re.compile(r"^\d+\.\d+\.\d{4}$")).wait_for()
    assert table.page.locator(".grade").inner_text() in {"extrem", "teuflisch"}


def test_after_a_win_one_tap_leads_to_the_next_puzzle(open_page: OpenPage) -> None:
    table = open_page(SMALL)
    table.page.locator(".grade", has_text="intermediate").wait_for()
    for name in FLEET_OF_SMALL:
        table.square(name).click()
    table.page.locator("#message", has_text="hardest technique").wait_for()
    assert table.stored_setting("techniques").keys()  # on the map of techniques
    table.page.get_by_role("button", name="Next puzzle").click()
    table.page.locator(".board:not(.solved)").wait_for()
    assert table.page.locator(".board .cell").count() == 36
    assert str(bimaru.grade(puzzle_in_address(table))) == "intermediate"


def test_the_days_puzzles_are_shown_as_their_boards(open_page: OpenPage) -> None:
    table = open_page(START, wait_for=".chart .small-board")
    charts = table.page.locator(".today-choices .chart")
    grades = [text.split("\n")[0].lower() for text in charts.all_inner_texts()]
    assert {"easy", "hard"} <= set(grades)
    assert {"extreme", "fiendish"} & set(grades)
    for chart in charts.all():
        chart.locator(".cell").last.wait_for()
    assert charts.locator(".small-board .cell").count() == 100 * len(grades)
    assert {text.split("\n")[-1] for text in charts.all_inner_texts()} == {"10×10", "Puzzle of the day"}
    charts.nth(grades.index("hard")).click()
    table.page.locator("#frame .cell").first.wait_for()
    assert str(bimaru.grade(puzzle_in_address(table))) == "hard"


def test_a_puzzle_on_paper_is_set_on_an_empty_grid(open_page: OpenPage) -> None:
    table = open_page(SMALL)
    table.square("A1").click()
    table.page.locator("#home").click()
    table.press("Set it")
    table.has_squares(100)
    table.verdict("No ships yet")
    assert table.draft() == bimaru.Puzzle(rows=(None,) * 10, cols=(None,) * 10, fleet={})
    table.square("B2").click()
    table.press("Play")
    table.press("Set")
    assert len(table.draft().givens) == 1
