"""The logbook: the calendar, all games, statistics, copies, replays and results."""

from __future__ import annotations

import json
import re
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Final

import pytest

import bimaru
from bimaru.formats import parse
from bimaru.puzzle import Puzzle
from bimaru.squares import square_name
from bimaru.web.daily import puzzle_of_day
from browsing import NO_DATABASE, OpenPage, Table
from instances import DATA

pytestmark = pytest.mark.needs("browser")

SMALL: Final = "#r=2.1.1.2.0.4&c=0.2.2.4.0.2&f=3x1.2x2.1x3&h=D3W.F2L&n=Bay"
GRADE: Final = "intermediate"
SHIPS: Final = ("A3", "A4", "B6", "C4", "D2", "D4", "F3", "F4", "F6")
TODAY: Final = date(2026, 11, 22)
COUNT: Final = """async () => {
  const { archive } = await import(new URL('logbook/archive.js', location.href))
  return (await (await archive()).entries()).length
}"""
"""The number of games in the archive."""

ARCHIVE: Final = """async ({ games, files, solves }) => {
  const answer = request => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = reject
  })
  await answer(indexedDB.deleteDatabase('bimaru'))
  const opening = indexedDB.open('bimaru', 1)
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('games', { keyPath: 'key' })
    opening.result.createObjectStore('files')
    opening.result.createObjectStore('solves', { keyPath: ['key', 'at'] })
  }
  const database = await answer(opening)
  const change = database.transaction(['games', 'files', 'solves'], 'readwrite')
  for (const game of games) change.objectStore('games').put(game)
  for (const [key, file] of Object.entries(files)) change.objectStore('files').put(file, key)
  for (const solve of solves) change.objectStore('solves').put(solve)
  await new Promise(resolve => (change.oncomplete = resolve))
  database.close()
}"""
"""Fills the database as version 0.1.0 did."""


def solve(table: Table, names: tuple[str, ...] = SHIPS) -> None:
    for name in names:
        if "ship" not in table.shows(name):
            table.square(name).click()
    table.page.locator("#message.good", has_text="Solved").wait_for()


def ships_of(puzzle: Puzzle) -> tuple[str, ...]:
    (board,) = bimaru.solve(puzzle).boards
    squares = ((row, col) for row in range(puzzle.height) for col in range(puzzle.width))
    return tuple(square_name((row, col)) for row, col in squares if board.rows[row][col] != ".")


def open_logbook(table: Table, tab: str = "Calendar") -> None:
    table.press("Logbook")
    table.page.locator("#logbook").get_by_role("button", name=tab, exact=True).click()
    table.page.wait_for_selector(".logbook-view > section, .logbook-view > p:not(.fine)")


def at_noon(open_page: OpenPage, fragment: str, day: date = TODAY, **options: Any) -> Table:
    """The page on a day, at noon."""
    return open_page(fragment, at=f"{day}T12:00:00", **options)


def store(table: Table, number: int) -> None:
    """Put games into the local storage, as earlier versions of the page did."""
    table.page.evaluate(
        """number => {
            for (let n = 1; n <= number; n++) {
                const puzzle = { rows: [n % 9, n], cols: [null, n], id: `No. ${n}` }
                const steps = { past: [], future: [], checkpoints: [] }
                const game = { bimaru: 1, puzzle, seconds: n, cells: '?.??', ...steps }
                localStorage.setItem(`bimaru:game:r=${n % 9}.${n}&c=_.${n}`, JSON.stringify(game))
            }
        }""",
        number,
    )


# The days


def test_the_puzzles_of_the_days_are_those_of_the_api(open_page: OpenPage) -> None:
    page = open_page(SMALL).page
    days = [date(2025, 6, 1) + timedelta(days=53 * n) for n in range(300)]
    found = page.evaluate(
        """async days => {
            const daily = await import(new URL('daily/daily.js', location.href))
            const { toFragment } = await import(new URL('service/permalink.js', location.href))
            const puzzles = await Promise.all(days.map(daily.puzzleOfDay))
            return puzzles.map(puzzle => [toFragment(puzzle), puzzle.grade])
        }""",
        [day.isoformat() for day in days],
    )
    for day, (fragment, grade) in zip(days, found, strict=True):
        expected = puzzle_of_day(day)
        puzzle = parse(f"#{fragment}", "permalink")
        assert (puzzle, puzzle.id, grade) == (expected, expected.id, expected.provenance.grade), day


@pytest.mark.thorough
def test_a_day_solved_on_its_day_begins_a_streak_and_one_of_the_past_does_not(open_page: OpenPage) -> None:
    table = at_noon(open_page, SMALL)
    page = table.page
    open_logbook(table)
    assert "begin a streak" in page.locator(".calendar").inner_text()
    page.get_by_role("button", name="November 20, 2026, hard, not begun").click()
    page.wait_for_selector("#logbook", state="hidden")
    assert page.locator(".headline h2").inner_text() == "Nov 20, 2026"
    solve(table, ships_of(puzzle_of_day(date(2026, 11, 20))))
    page.reload()
    open_logbook(table)
    assert "begin a streak" in page.locator(".calendar").inner_text()
    page.get_by_role("button", name="November 20, 2026, hard, solved").wait_for()
    assert page.locator("#logbook .primary").all_inner_texts() == ["Puzzle of the day"]
    page.locator("#logbook").get_by_role("button", name="Puzzle of the day").click()
    page.wait_for_selector("#logbook", state="hidden")
    page.reload()  # the day is known again
    page.wait_for_selector(".board .cell")
    solve(table, ships_of(puzzle_of_day(TODAY)))
    open_logbook(table)
    page.get_by_role("button", name="November 22, 2026, expert, solved").wait_for()
    assert "1 day in a row" in page.locator(".calendar").inner_text()
    assert page.locator("#logbook .primary").count() == 0  # what has been solved is not what to do
    table.has_no_barriers()


@pytest.mark.thorough
def test_the_calendar_goes_back_to_its_first_day_by_keys_and_not_into_the_future(open_page: OpenPage) -> None:
    table = at_noon(open_page, SMALL, date(2026, 2, 3))
    page = table.page
    open_logbook(table)
    assert page.get_by_role("button", name="February 4, 2026, intermediate, not begun").is_disabled()
    assert page.get_by_role("button", name="Next month").is_disabled()
    depth = "one => getComputedStyle(one, '::after').backgroundColor"
    depths = [page.locator(f'[data-day="2026-02-0{day}"]').evaluate(depth) for day in (1, 2, 3)]
    assert depths[0] != depths[1] == depths[2]  # a Sunday is expert, Monday and Tuesday are easy
    assert page.locator(".key.depth").all_inner_texts() == ["easy", "intermediate", "hard", "expert"]
    page.locator(".day[aria-current]").focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.day") == "2026-02-03"
    for key, day in (("ArrowUp", "2026-01-27"), ("ArrowLeft", "2026-01-26"), ("ArrowDown", "2026-02-02")):
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.dataset.day") == day
    page.get_by_role("button", name="Previous month").click()
    assert page.locator(".month h3").inner_text() == "January 2026"
    assert page.get_by_role("button", name="Previous month").is_disabled()
    page.get_by_role("button", name="January 1, 2026, intermediate, not begun").click()
    page.wait_for_selector("#logbook", state="hidden")
    assert page.locator(".grade").inner_text() == "intermediate"


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("day", "reason"),
    [
        ("2026-11-24", "The puzzle of Nov 24, 2026 is not out yet."),
        ("2025-12-31", "The daily puzzles begin on Jan 1, 2026."),
        ("x", "“x” is not a date like 2026-01-01."),
        ("2026-02-30", "“2026-02-30” is not a date like 2026-01-01."),
    ],
)
def test_an_address_of_a_day_without_a_puzzle_says_why(open_page: OpenPage, day: str, reason: str) -> None:
    message = at_noon(open_page, f"#d={day}").message()
    message.get_by_text(reason, exact=True).wait_for()
    assert "complete puzzle" not in message.inner_text()


def test_an_address_of_a_day_opens_its_puzzle(open_page: OpenPage) -> None:
    table = at_noon(open_page, "#d=2026-11-01")
    table.page.locator(".headline h2", has_text="Nov 1, 2026").wait_for()
    assert "#r=" in table.page.url


def test_a_puzzle_of_a_day_that_has_begun_somewhere_is_opened_further_west(open_page: OpenPage) -> None:
    table = open_page("#d=2026-11-30", at="2026-11-30T05:00:00Z", timezone_id="Pacific/Honolulu")
    table.page.locator(".headline h2", has_text="Nov 30, 2026").wait_for()


def test_a_link_to_a_puzzle_of_a_day_keeps_its_name(open_page: OpenPage) -> None:
    from playwright.sync_api import expect

    table = open_page(SMALL.replace("Bay", "2026-11-29%2C+intermediate"))
    expect(table.page).to_have_title("Nov 29, 2026, intermediate · Bimaru")
    expect(table.page.locator(".headline .grade")).to_have_text("intermediate")
    expect(table.page.locator(".headline h2")).to_have_text("Nov 29, 2026")


@pytest.mark.thorough
def test_puzzles_of_the_days_that_cannot_be_loaded_say_so_and_can_be_tried_again(open_page: OpenPage) -> None:
    table = open_page(SMALL)
    table.expected = ("ERR_FAILED",)
    table.page.route("**/daily/puzzles.txt", lambda route: route.abort())
    open_logbook(table)
    again = table.page.locator("#logbook").get_by_role("button", name="Puzzle of the day")
    again.click()
    table.page.locator("#logbook .error", has_text="could not be loaded").first.wait_for()
    table.page.unroute("**/daily/puzzles.txt")
    again.click()
    table.page.wait_for_selector("#logbook", state="hidden")


# Results, statistics and replays


def test_a_result_counts_hints_and_is_shared_without_the_solution(open_page: OpenPage) -> None:
    table = open_page(SMALL, permissions=["clipboard-read", "clipboard-write"])
    table.press("Hint")
    table.press("Which technique?")
    solve(table)
    assert "with 1 hint" in table.message().inner_text()
    table.press("Share")
    table.page.locator("#message", has_text="Result copied").wait_for()
    text = table.page.evaluate("navigator.clipboard.readText()")
    name, result, link = text.split("\n")
    assert name.startswith("Bimaru Bay, 6×6")
    assert result.startswith("Solved in ")
    assert result.endswith(" with 1 hint")
    assert link == table.page.url
    table.has_no_barriers()


@pytest.mark.thorough
def test_statistics_count_solved_puzzles_by_grade(open_page: OpenPage) -> None:
    table = open_page(SMALL)
    open_logbook(table, "Statistics")
    assert "Nothing solved yet" in table.page.locator(".logbook-view").inner_text()
    table.page.keyboard.press("Escape")
    table.page.locator(".grade", has_text=GRADE).wait_for()
    solve(table)
    open_logbook(table, "Statistics")
    row = table.page.locator(".times tbody tr")
    assert row.locator("th").inner_text() == GRADE
    assert row.locator("td").first.inner_text() == "1"
    table.has_no_barriers()
    table.page.keyboard.press("Escape")
    table.press("Start again")
    table.page.reload()
    open_logbook(table, "Statistics")
    assert row.locator("td").first.inner_text() == "1"  # that was solved, even if it is begun again


@pytest.mark.thorough
def test_a_solve_is_replayed_move_by_move(open_page: OpenPage) -> None:
    table = open_page(SMALL)
    for name in ("A1", "A1"):
        table.square(name).click()
    table.page.keyboard.press("u")
    solve(table)
    table.press("Replay")
    page = table.page
    ships = page.locator(".replay .cell.ship")
    page.wait_for_selector(".replay .small-board")
    table.has_no_barriers()
    board = page.locator(".replay .small-board")
    middles = """selector => [...document.querySelectorAll(selector)].map((one) => {
      const { left, width } = one.getBoundingClientRect()
      return Math.round(left + width / 2)
    })"""
    names = page.evaluate(middles, ".replay .names > .name:not(.corner)")
    cells = page.evaluate(middles, ".replay .row:nth-child(2) > .cell")
    assert len(cells) == 6
    assert all(abs(name - cell) <= 1 for name, cell in zip(names[:6], cells, strict=True))
    assert ships.count() == 1  # the given one
    page.get_by_role("button", name="Next move").click()
    caption = page.locator(".replay-caption")
    assert caption.inner_text().startswith("Move 1 of")
    page.get_by_role("button", name="To the end").click()
    assert ships.count() == 10
    assert page.locator("#logbook [role=status]").last.inner_text() == caption.inner_text()
    assert board.get_attribute("aria-label") == caption.inner_text()
    page.get_by_role("button", name="Play the moves").click()  # from the start, as it is at the end
    page.locator(".replay-caption", has_text="Move 2 of").wait_for()
    page.get_by_role("button", name="Play the moves").click()
    stopped = caption.inner_text()
    page.wait_for_timeout(1500)
    assert caption.inner_text() == stopped
    assert page.locator("#replay-speed").count() == 0  # with reduced motion, at one calm pace
    page.get_by_label("Move", exact=True).fill("1")
    assert caption.inner_text().startswith("Move 1 of")


@pytest.mark.thorough
def test_a_replay_names_the_technique_that_could_have_been_used(open_page: OpenPage) -> None:
    table = open_page(SMALL)
    solve(table)
    table.press("Replay")
    technique = bimaru.hint(bimaru.parse(SMALL)).technique
    table.press("What could be found here?")
    told = table.page.locator(".replay .fine", has_text=f"You could have used: {technique}.")
    told.wait_for()
    assert table.page.locator(".replay .cell.reached").count() > 0
    table.has_no_barriers()
    table.page.get_by_role("button", name="Next move").click()
    assert told.count() == 0


@pytest.mark.thorough
def test_a_replay_has_speeds_unless_less_motion_is_wanted(open_page: OpenPage) -> None:
    table = open_page(SMALL, reduced_motion="no-preference")
    solve(table)
    table.press("Replay")
    table.page.get_by_label("Speed").select_option("64 times")
    table.page.get_by_role("button", name="Play the moves").click()
    table.page.locator(".replay-caption", has_text=re.compile(r"Move (\d+) of \1,")).wait_for()


# All games


@pytest.mark.thorough
def test_games_of_the_local_storage_are_taken_over_and_more_are_kept_than_fit_there(
    open_page: OpenPage,
) -> None:
    table = open_page(SMALL)
    store(table, 70)
    table.page.reload()
    table.square("A1").wait_for()
    assert table.page.evaluate(COUNT) == 70
    table.square("A1").click()
    open_logbook(table, "Games")
    assert "71 games" in table.page.locator("#logbook").inner_text()
    assert table.page.locator(".games li").count() == 40
    table.press("Show more")
    assert table.page.locator(".games li").count() == 71
    table.page.keyboard.press("Escape")
    names = "Object.keys(localStorage).filter(key => key.startsWith('bimaru:game:'))"
    assert table.page.evaluate(f"{names}.length") == 60
    table.page.evaluate("Object.keys(localStorage).forEach(key => localStorage.removeItem(key))")
    open_logbook(table, "Games")
    table.page.get_by_label("Search").fill("no. 33")
    assert "1 game" in table.page.locator("#logbook").inner_text()
    table.has_no_barriers()
    table.page.locator(".games .choice").click()
    table.has_squares(4)
    table.page.locator('.cell[aria-label="A2, water, entered"]').wait_for()  # from the database


@pytest.mark.thorough
def test_games_are_found_by_state_grade_size_and_word(open_page: OpenPage) -> None:
    lettered = "#r=2.0.1.2.3.2.0&c=0.3.0.2.2.1.2&w=123.21.32.1.2.3&eb=_3_1223&er=2_2123_&n=Numbers"
    table = open_page(SMALL)
    table.page.locator(".grade", has_text=GRADE).wait_for()
    solve(table)
    table.page.evaluate(f"location.hash = {lettered!r}")
    table.has_squares(49)
    table.square("A2").click()
    open_logbook(table, "Games")
    page, names = table.page, table.page.locator(".games strong")
    assert names.all_inner_texts() == ["Numbers", "Bay"]
    for label, value, expected in (
        ("state", "solved", "Bay"),
        ("state", "unfinished", "Numbers"),
        ("grade", GRADE, "Bay"),
        ("size", "7×7", "Numbers"),
    ):
        page.locator(f"#games-{label}").select_option(value)
        assert names.all_inner_texts() == [expected]
        page.locator(f"#games-{label}").select_option("any")
    for words, expected in (("123", "Numbers"), ("6x6 solved", "Bay"), (f"{date.today():%Y-%m} bay", "Bay")):
        page.get_by_label("Search").fill(words)
        assert names.all_inner_texts() == [expected], words
    page.get_by_label("Search").fill("nothing like this")
    assert "No game fits." in page.locator("#logbook").inner_text()
    page.get_by_label("Search").fill("bay")
    page.get_by_role("button", name="Replay Bay").click()
    page.wait_for_selector(".replay .small-board")


@pytest.mark.thorough
def test_without_a_database_the_recent_games_are_there(open_page: OpenPage) -> None:
    table = open_page(SMALL)
    table.page.add_init_script(NO_DATABASE)
    table.page.reload()
    table.page.locator(".grade", has_text=GRADE).wait_for()
    solve(table)
    table.page.reload()
    table.page.wait_for_selector("#message.good")
    for tab, text in (("Games", "Bay"), ("Statistics", GRADE), ("Calendar", "begin a streak")):
        open_logbook(table, tab)
        assert text in table.page.locator(".logbook-view").inner_text()
        table.page.keyboard.press("Escape")


@pytest.mark.thorough
def test_the_archive_that_an_earlier_version_left_is_opened(open_page: OpenPage, tmp_path: Path) -> None:
    kept = json.loads((DATA / "kept" / "page" / "archive.json").read_text(encoding="utf-8"))
    table = open_page("#r=0&c=0")
    table.page.evaluate(ARCHIVE, kept)
    table.page.reload()
    open_logbook(table, "Games")
    table.page.locator(".games strong").nth(len(kept["games"]) - 1).wait_for()
    names = table.page.locator(".games strong").all_inner_texts()
    assert sorted(names) == sorted(game["name"] for game in kept["games"])
    table.page.locator(".games .choice", has_text="lettered with edges").click()
    table.page.locator("#message.good", has_text="Solved").wait_for()
    with table.page.expect_download() as download:
        table.press("Save")
    download.value.save_as(tmp_path / "game.json")
    (key,) = (game["key"] for game in kept["games"] if game["name"] == "lettered with edges")
    assert json.loads((tmp_path / "game.json").read_text())["record"] == kept["files"][key]["record"]


# Copies


@pytest.mark.thorough
def test_a_copy_takes_everything_to_another_browser_and_merges(open_page: OpenPage, tmp_path: Path) -> None:
    table = open_page(SMALL)
    solve(table)
    open_logbook(table, "Copies")
    with table.page.expect_download() as download:
        table.press("Save a copy")
    download.value.save_as(tmp_path / "copy.json")
    table.has_no_barriers()
    assert "Saved 1 game." in table.page.locator(".copies").inner_text()

    other = open_page("#r=1&c=1._&f=1x1&n=Pond")
    other.square("A2").click()
    open_logbook(other, "Copies")
    other.page.locator("#logbook-file").set_input_files(tmp_path / "copy.json")
    other.page.locator(".copies", has_text="Now in the logbook: 2 games, 1 solved puzzle.").wait_for()
    other.page.locator("#logbook").get_by_role("button", name="Games").click()
    other.page.locator(".games strong").nth(1).wait_for()
    assert sorted(other.page.locator(".games strong").all_inner_texts()) == ["Bay", "Pond"]
    other.page.locator(".games .choice", has_text="Bay").click()
    other.page.locator("#message.good", has_text="Solved").wait_for()


@pytest.mark.thorough
def test_a_damaged_copy_is_refused_and_nothing_is_lost(open_page: OpenPage, tmp_path: Path) -> None:
    table = open_page(SMALL)
    solve(table)
    open_logbook(table, "Copies")
    game = {**table.stored(), "cells": "???"}
    copy = {"bimaru": 1, "logbook": 1, "games": [table.stored(), game], "solves": [], "settings": {}}
    (tmp_path / "copy.json").write_text(json.dumps(copy))
    (tmp_path / "text.json").write_text("no copy")
    for name, text in (("copy", "game 2: the marks do not fit the puzzle"), ("text", "it is not JSON")):
        table.page.locator("#logbook-file").set_input_files(tmp_path / f"{name}.json")
        table.page.locator(".copies .error", has_text=text).wait_for()
    table.has_no_barriers()
    table.page.locator("#logbook").get_by_role("button", name="Games").click()
    table.page.locator(".games strong").first.wait_for()
    assert table.page.locator(".games strong").all_inner_texts() == ["Bay"]


# Looks


@pytest.mark.thorough
@pytest.mark.parametrize("width", [320, 390])
def test_nothing_of_the_logbook_overflows_on_phones(open_page: OpenPage, width: int) -> None:
    table = open_page(SMALL, viewport={"width": width, "height": 740})
    solve(table)
    sheet = "document.querySelector('#logbook .sheet')"
    fits = f"{sheet}.scrollWidth <= {sheet}.clientWidth"
    for tab in ("Calendar", "Games", "Statistics", "Copies"):
        open_logbook(table, tab)
        assert table.page.evaluate(fits), tab
        assert table.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        table.page.keyboard.press("Escape")
    table.press("Replay")
    table.page.wait_for_selector(".replay .small-board")
    assert table.page.evaluate(fits)


def test_the_grade_is_explained_where_it_is_shown(open_page: OpenPage) -> None:
    table = open_page(SMALL)
    table.page.locator(".grade", has_text=GRADE).click()
    table.page.locator("#message", has_text="Some steps compare all places").wait_for()
    table.has_no_barriers()
