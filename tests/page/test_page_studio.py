"""The sheet beside a draft: how its solutions are spread, the given that helps most, changes of the grade."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest

import bimaru
from bimaru.deduction.techniques import BY_NAME
from bimaru.grading.grades import score_text
from bimaru.squares import square_name
from browsing import OpenPage, Table, open_editor

pytestmark = pytest.mark.needs("browser")

OPEN: Final = "#r=4.1.1.1.2.2.3.1.2.3&c=2.2.1.2.1.4.0.4.4.0&f=4x1.3x2.2x3.1x4&h=A2W.A6R"
"""A puzzle with 496 solutions."""
NONE: Final = "#r=2.1.1.2.0.4&c=0.2.2.4.0.2&f=3x1.2x2.1x3&h=D3W.F2L.A1S"
PHONE: Final = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SMALL: Final = "#r=2.1.1.2.0.4&c=0.2.2.4.0.2&f=3x1.2x2.1x3&h=D3W.F2L"


def test_a_heat_map_shows_in_how_many_solutions_each_square_is_ship(open_page: OpenPage) -> None:
    table = open_editor(open_page, OPEN)
    table.verdict("Several solutions: 496")
    counts = bimaru.count_squares(bimaru.parse(OPEN))
    assert counts.n_solutions == 496
    for row in range(10):
        for col in range(10):
            share = counts.share((row, col))
            label = table.shows(square_name((row, col)))
            found = re.search(r"ship in (\d+) % of the solutions", label)
            assert (found is not None) == (0 < share < 1)
            assert found is None or abs(int(found[1]) / 100 - share) <= 0.0051
    table.has_no_barriers()


def test_the_given_that_helps_most_is_offered_and_leaves_no_more_than_it_says(open_page: OpenPage) -> None:
    table = open_editor(open_page, OPEN)
    give = table.page.get_by_role("button", name=re.compile("at most"))
    give.wait_for()
    text = give.inner_text()
    most = int(text.split("at most ")[1].split()[0])
    counts = bimaru.count_squares(bimaru.parse(OPEN))
    fewest = min(min(n, 496 - n) for row in counts.ships for n in row if 0 < n < 496)
    assert fewest <= most < 496
    give.click()
    table.page.locator(".verdict", has_text=re.compile("496")).wait_for(state="detached")
    draft = table.draft()
    assert len(draft.givens) == 3
    assert 0 < bimaru.count(draft) <= most


@pytest.mark.thorough
def test_the_grade_of_a_draft_is_compared_with_the_one_before(open_page: OpenPage) -> None:
    table = open_editor(open_page, SMALL)
    table.page.locator(".grade", has_text="intermediate").wait_for()
    table.verdict("Score:")
    table.page.locator(".palette button").first.click()  # water
    solution = bimaru.solve(bimaru.parse(SMALL)).board
    assert solution is not None
    table.square("B4").click()
    table.verdict("before:")
    score = bimaru.grade(table.draft())
    verdict = table.page.locator(".verdict").inner_text()
    assert f"Score: {score_text(score.score)[:3]}, before: " in verdict  # rounded down, to one digit
    assert verdict.endswith("(intermediate).")
    assert table.page.locator(".grade").inner_text() == str(score)


@pytest.mark.thorough
def test_the_step_where_a_draft_is_hardest_is_named_and_shown_on_the_board(open_page: OpenPage) -> None:
    table = open_editor(open_page, SMALL)
    steps = bimaru.explain(bimaru.parse(SMALL)).steps
    hardest = table.page.get_by_role("button", name="Show the hardest step")
    words = table.page.locator(".problem .fine")
    hardest.wait_for()
    named = re.match(rf"Step (\d+) of {len(steps)}, ([^.]*)\.", words.text_content() or "")
    assert named is not None
    step = steps[int(named[1]) - 1]
    ranks = [[*BY_NAME].index(one.technique) for one in steps]
    assert step.technique == named[2]
    assert ranks.index(max(ranks)) == int(named[1]) - 1
    (at, *_) = (*step.ship, *step.water)
    before = table.shows(square_name(at))
    hardest.click()
    assert "empty" in before
    assert "follows now" in table.shows(square_name(at))
    table.has_no_barriers()
    hardest.click()
    assert table.shows(square_name(at)) == before


@pytest.mark.thorough
@pytest.mark.parametrize("fragment", [OPEN, NONE], ids=["many", "none"])
@pytest.mark.parametrize("options", [{}, PHONE], ids=["desk", "phone"])
def test_nothing_moves_when_what_takes_longer_arrives(
    open_page: OpenPage, fragment: str, options: dict[str, object]
) -> None:
    table = open_page(fragment, **options)
    held = [table.hold("explain"), table.hold("count")]
    table.press("Set")
    table.page.locator('.verdict:is([data-status="multiple"], [data-status="none"])').wait_for()
    # Found and measured at once: buttons are replaced meanwhile.
    tops = """[...document.querySelectorAll(".solutions .actions button, .clues, .clues ~ *")]
        .map(one => one.getBoundingClientRect().top + scrollY)"""
    before = table.page.evaluate(tops)
    assert len(before) > 6
    finding = table.page.locator(".findings .problem, .findings .repair").first
    while not finding.is_visible():
        table.page.wait_for_timeout(20)
        for requests in held:
            while requests:
                requests.pop().continue_()
    assert table.page.evaluate(tops) == before


def aim(table: Table, grade: str, givens: str) -> None:
    """Complete the draft to a target."""
    table.page.locator("#target-grade").select_option(grade)
    table.page.get_by_label("Givens at most").fill(givens)
    table.press("Complete the draft")


@pytest.mark.thorough
def test_a_draft_is_completed_to_a_target_and_keeps_its_clues(open_page: OpenPage) -> None:
    table = open_editor(open_page, OPEN)
    before = table.draft()
    aim(table, "hard", "6")
    table.page.locator("#message.good", has_text="hard").wait_for()
    table.page.locator(".grade", has_text="hard").wait_for()
    after = table.draft()
    assert {*before.givens} < {*after.givens}
    assert len(after.givens) <= 6
    assert (after.rows, after.cols) == (before.rows, before.cols)
    assert bimaru.solve(after).status == "unique"
    assert bimaru.grade(after) == "hard"
    table.has_no_barriers()
    table.press("Undo")
    assert table.draft() == before


@pytest.mark.thorough
@pytest.mark.parametrize("layer", ["", "Ships"])
def test_an_empty_grid_is_completed_as_well(open_page: OpenPage, layer: str) -> None:
    table = open_editor(open_page, SMALL)
    table.press("Empty grid")
    if layer:
        table.press(layer)
    aim(table, "", "")
    table.verdict("One solution")
    assert bimaru.solve(table.draft()).status == "unique"


@pytest.mark.thorough
def test_a_target_out_of_reach_is_said_plainly_and_the_nearest_offered(open_page: OpenPage) -> None:
    table = open_editor(open_page, OPEN)
    before = table.draft()
    near = before.replace(givens=[*before.givens, (6, 2, "S")])

    def answer(route: Any) -> None:
        assert "givens=0" in route.request.url
        puzzle = near.to_data() | {"grade": "easy"}
        route.fulfill(json={"id": None, "puzzle": puzzle, "tries": 7, "complete": False})

    table.page.route("**/api/complete*", answer)
    aim(table, "easy", "0")
    table.page.locator("#message", has_text="The nearest: easy, 3 givens. 7 boards were tried.").wait_for()
    assert table.draft() == before
    table.press("Take the nearest")
    assert table.draft() == near


@pytest.mark.thorough
def test_completing_shows_progress_and_can_be_stopped(open_page: OpenPage) -> None:
    table = open_editor(open_page, OPEN)
    before = table.draft()
    table.page.route("**/api/complete*", lambda _: None)
    aim(table, "extreme", "3")
    table.page.locator(".trying progress:not([value='0'])").wait_for()
    table.press("Stop")
    table.page.locator("#message", has_text="Stopped.").wait_for()
    assert table.page.locator(".trying").is_hidden()
    assert table.draft() == before


@pytest.mark.thorough
def test_a_draft_that_contradicts_itself_is_not_completed(open_page: OpenPage) -> None:
    table = open_editor(open_page, NONE)
    aim(table, "", "")
    table.page.locator("#message.bad", has_text="The draft has no solution.").wait_for()
