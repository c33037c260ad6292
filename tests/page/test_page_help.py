"""Opening and explaining puzzles on the page in a real browser, with and without a server, and its help."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Final

import pytest

import bimaru
from bimaru.deduction.languages import language_of
from bimaru.formats import REGISTRY
from bimaru.squares import square_name
from browsing import OpenPage, Server, Table
from instances import instance
from sampling import thorough

pytestmark = pytest.mark.needs("browser")

STEEP = "#r=2.4.3.3.2.4.1.1.0.0&c=0.5.0.2.2.3.1.3.2.2&f=4x1.3x2.2x3.1x4&h=A6W.G10S"
"""Board 113 of CSPLib prob014."""
SMALL = "#r=2.1.1.2.0.4&c=0.2.2.4.0.2&f=3x1.2x2.1x3&h=D3W.F2L"


def steep() -> bimaru.Puzzle:
    return instance("csplib014", "csplib014-113").puzzle


def on_the_board(table: Table) -> bimaru.Puzzle:
    """The current puzzle, from a saved game."""
    with table.page.expect_download() as download:
        table.press("Save")
    return bimaru.parse(json.dumps(json.loads(download.value.path().read_text())["puzzle"]))


def paste(table: Table, text: str) -> None:
    table.press("Puzzles")
    table.page.locator("#paste-text").fill(text)
    table.press("Open")


# Learning


@pytest.mark.parametrize("fragment", [SMALL, thorough(STEEP)], ids=["small", "steep"])
def test_the_whole_explanation_is_stepped_through_forwards_and_backwards(
    open_page: OpenPage, fragment: str
) -> None:
    puzzle = bimaru.parse(f"http://localhost/{fragment}")
    steps = bimaru.explain(puzzle)
    table = open_page(fragment)
    table.press("Learn")
    table.page.wait_for_selector(".steps .step", state="attached")
    assert table.page.locator(".steps .step").count() == len(steps)
    grade = bimaru.grade(puzzle)
    score = f"One solution, in {len(steps)} steps. Score: {grade.score:.1f}."
    assert table.page.locator(".verdict").inner_text() == score
    table.page.locator(".grade", has_text=str(grade)).wait_for()
    for number in range(1, len(steps) + 1):
        table.press("Next step")
        shown = table.page.locator('.step[aria-current="step"] > span').inner_text()
        assert shown == conclusion(steps[number - 1])
        if number in (1, 10, len(steps)):
            assert_shows(table, steps[number - 1].board)
    assert table.page.get_by_role("button", name="Next step").is_disabled()
    table.press("Previous step")
    assert_shows(table, steps[-2].board)
    table.press("To the start")
    assert table.page.locator(".board .cell.water, .board .cell.ship").count() == len(puzzle.givens)


def conclusion(step: bimaru.Step) -> str:
    """The sentences of a step, without the cases of an analysis, which the page shows link by link."""
    if not step.cases:
        return step.text
    told = [reason for reason in step.reasons if reason.technique != "ships do not touch"]
    return " ".join(dict.fromkeys(reason.text for reason in told or step.reasons))


def assert_shows(table: Table, board: bimaru.Board) -> None:
    looks = table.page.locator(".board .cell").evaluate_all("all => all.map(cell => cell.className)")
    shown = ["." if "water" in look else "X" if "ship" in look else "?" for look in looks]
    assert shown == ["X" if mark in "SLRTBMX" else mark for _, mark in board.squares()]


@pytest.mark.thorough
def test_a_step_of_the_list_and_the_slider_lead_to_the_board_at_that_step(open_page: OpenPage) -> None:
    table = open_page(STEEP)
    table.press("Learn")
    table.page.wait_for_selector(".steps .step", state="attached")
    table.page.locator(".steps .step").nth(2).click()
    assert table.page.locator(".step-count").inner_text().startswith("3 /")
    step = bimaru.explain(bimaru.parse(f"http://localhost/{STEEP}"))[2]
    assert table.page.locator(".board .cell.settled").count() == len(step.water + step.ship)
    table.page.get_by_label("Step", exact=True).fill("7")
    assert table.page.locator(".step-count").inner_text().startswith("7 /")


@pytest.mark.parametrize("code", ["en", "de", thorough("fr"), thorough("es")])
def test_steps_have_the_titles_that_the_library_gives_them(open_page: OpenPage, code: str) -> None:
    steps = bimaru.explain(bimaru.parse(f"http://localhost/{SMALL}"), language=code)
    titles = [step.title for step in steps]
    both = language_of(code).phrase("rest_of_lines")
    assert both.lower() in [title.lower() for title in titles]
    table = open_page(SMALL + "&m=learn", locale=code)
    table.page.wait_for_selector(".steps .step", state="attached")
    assert table.page.locator(".steps .step > strong").all_text_contents() == titles


def test_a_hint_has_the_title_of_its_step(open_page: OpenPage) -> None:
    step = bimaru.hint(bimaru.parse("http://localhost/#r=0.2&c=1.1&f=2x1")).step
    assert step is not None
    table = open_page("#r=0.2&c=1.1&f=2x1")
    table.page.evaluate("localStorage['bimaru:setting:fills'] = 'false'")
    table.page.reload()
    table.press("Hint")
    table.press("Which technique?")
    table.message().get_by_text(f"Technique: {step.title.lower()}.").wait_for()
    table.press("Show the step")
    table.message().locator("strong", has_text=re.compile(f"^{step.title}$")).wait_for()
    assert step.title == "Rest of the line"


@pytest.mark.thorough
def test_learning_leaves_the_game_as_it_was(open_page: OpenPage) -> None:
    table = open_page(SMALL)
    table.square("B2").click()
    table.press("Learn")
    table.page.wait_for_selector(".steps .step", state="attached")
    table.press("To the end")
    table.square("B2").click()
    table.press("Play")
    assert table.page.locator(".board .cell.ship").count() == 2
    assert table.shows("B2").endswith("entered")


@pytest.mark.thorough
def test_the_steps_play_automatically(open_page: OpenPage) -> None:
    table = open_page(SMALL)
    table.stop_clock()
    table.press("Learn")
    table.page.wait_for_selector(".steps .step", state="attached")
    table.press("Play steps")
    table.page.clock.run_for(6000)
    assert table.page.locator(".step-count").inner_text().startswith("3 /")


def test_the_grade_is_shown_beside_the_name(open_page: OpenPage) -> None:
    table = open_page(STEEP)
    table.page.locator(".grade", has_text="fiendish").wait_for()


@pytest.mark.thorough
def test_puzzles_with_letters_and_polyomino_ships_are_explained(open_page: OpenPage) -> None:
    for fragment in ("#r=1.0&c=1.0&w=A", "#r=2.1&c=2.1&s=11-10"):
        table = open_page(fragment)
        table.press("Learn")
        table.verdict("One solution, in")


# Opening


def test_a_puzzle_is_generated_by_size_fleet_and_grade(open_page: OpenPage) -> None:
    table = open_page(STEEP)
    table.press("Puzzles")
    table.page.get_by_label("Size").select_option("6x6")
    assert table.page.get_by_label("Fleet (length:count)").input_value() == "3:1,2:2,1:3"
    table.page.get_by_label("Grade").select_option("easy")
    table.press("Generate")
    table.has_squares(36)
    puzzle = on_the_board(table)
    assert bimaru.solve(puzzle).status == "unique"
    assert bimaru.grade(puzzle) == "easy"
    assert dict(puzzle.fleet) == {3: 1, 2: 2, 1: 3}
    assert "solution" not in puzzle.extra


@pytest.mark.thorough
def test_an_impossible_fleet_is_reported_in_the_dialog(open_page: OpenPage) -> None:
    table = open_page(STEEP)
    table.expected = ("422",)
    table.press("Puzzles")
    table.page.locator("#puzzles .more summary").click()
    table.page.get_by_label("Fleet (length:count)").fill("99:1")
    table.press("Generate")
    table.page.wait_for_selector("#generate-fault-fleet:not(:empty)")
    assert table.page.locator("#puzzles").is_visible()


@pytest.mark.thorough
def test_closing_the_dialog_while_a_puzzle_is_generated_keeps_the_game(open_page: OpenPage) -> None:
    table = open_page(STEEP)
    held = table.hold("generate")
    table.press("Puzzles")
    table.press("Generate")
    table.page.locator("#puzzles .waiting", has_text="Making a puzzle").wait_for()
    table.page.keyboard.press("Escape")
    held[0].fulfill(json={"rows": [1], "cols": [1], "fleet": {"1": 1}, "givens": []})
    table.page.wait_for_selector("#puzzles:not([aria-busy])", state="attached")
    assert table.page.locator(".board .cell").count() == 100


def test_the_puzzles_of_the_day_are_offered_by_their_grades(open_page: OpenPage) -> None:
    table = open_page(STEEP)
    table.press("Puzzles")
    today = table.page.locator("#puzzles section").first.locator("button")
    assert {"Easy", "Hard"} < {*today.all_inner_texts()}
    today.first.click()
    table.page.wait_for_selector("#puzzles", state="hidden")
    assert re.fullmatch(r"\w{3} \d+, \d{4}", table.page.locator(".headline h2").inner_text())


@pytest.mark.parametrize("formats", [("json", "csplib", "text"), thorough([*REGISTRY])], ids=["three", "all"])
def test_every_format_can_be_pasted(open_page: OpenPage, formats: Sequence[str]) -> None:
    table = open_page("#r=0&c=0")
    for name in formats:
        paste(table, bimaru.write(steep(), name))
        table.has_squares(100)
        assert on_the_board(table) == steep(), name
        table.page.evaluate("location.hash = '#r=0&c=0'")
        table.has_squares(1)


@pytest.mark.thorough
def test_a_puzz_link_address_and_a_link_to_the_page_can_be_pasted(open_page: OpenPage) -> None:
    table = open_page("#r=0&c=0")
    paste(table, "https://puzz.link/p?battleship/10/10/05022313222433241100k0zzzi6zp//d")
    table.has_squares(100)
    assert on_the_board(table) == steep()
    paste(table, "https://elsewhere.example/bimaru/#d=2026-11-01")
    table.page.locator(".headline h2", has_text="Nov 1, 2026").wait_for()
    paste(table, "https://elsewhere.example/bimaru/#r=1._&c=_._&f=1x1")
    table.has_squares(4)


def test_text_that_is_not_a_puzzle_is_reported_and_kept(open_page: OpenPage) -> None:
    table = open_page(STEEP)
    table.expected = ("422",)
    paste(table, "<b>not a puzzle</b>")
    table.page.wait_for_selector(".error:not(:empty)")
    assert table.page.locator("#paste-text").input_value() == "<b>not a puzzle</b>"
    assert table.page.locator(".error b").count() == 0
    for text, reason in (
        ("neither", "Invalid puzzle: not in any format that bimaru reads."),
        ("{}", "Invalid puzzle: rows: missing; cols: missing."),
    ):
        table.page.locator("#paste-text").fill(text)
        table.page.locator("#puzzles").get_by_role("button", name="Open", exact=True).click()
        table.page.locator("#puzzles .error").get_by_text(reason, exact=True).wait_for()


@pytest.mark.thorough
def test_a_damaged_saved_game_is_reported(open_page: OpenPage) -> None:
    table = open_page(STEEP)
    table.expected = ("422",)
    for puzzle in ({"rows": ["<b>"], "cols": [1]}, {"rows": [1], "cols": [1], "givens": [[0, 9, None]]}):
        paste(table, json.dumps({"bimaru": 1, "puzzle": puzzle}))
        table.page.wait_for_selector(".error:not(:empty)")
        table.press("Close")
    assert table.page.locator(".board .cell").count() == 100


@pytest.mark.thorough
def test_a_saved_game_with_the_older_name_of_givens_opens(open_page: OpenPage) -> None:
    table = open_page("#r=0&c=0")
    puzzle = {"rows": [1, 0], "cols": [1, 0], "fleet": {"1": 1}, "hints": [[1, 1, "W"]]}
    paste(table, json.dumps({"bimaru": 1, "puzzle": puzzle}))
    table.has_squares(4)
    assert table.shows("B2") == "water, given"
    assert on_the_board(table) == bimaru.Puzzle((1, 0), (1, 0), {1: 1}, {(1, 1): "W"})


@pytest.mark.thorough
def test_of_several_puzzles_the_first_opens(open_page: OpenPage) -> None:
    table = open_page("#r=0&c=0")
    lines = [json.dumps(steep().replace(id=name).to_data()) for name in ("One", "Two")]
    paste(table, "\n".join(lines))
    table.has_squares(100)
    assert table.page.locator(".headline h2").inner_text() == "One"
    assert "Opened the first of 2 puzzles" in table.message().inner_text()


def test_text_of_a_puzzle_is_never_markup(open_page: OpenPage) -> None:
    name = "<img src=x onerror=alert(1)>"
    table = open_page("#r=0&c=0")
    paste(table, json.dumps(steep().replace(id=name).to_data()))
    table.has_squares(100)
    assert table.page.locator(".headline h2").inner_text() == name
    assert table.page.locator(".headline img").count() == 0


def test_the_address_holds_the_puzzle_and_opens_it_again(open_page: OpenPage) -> None:
    table = open_page()
    paste(table, json.dumps(steep().replace(rows=(None, *steep().rows[1:])).to_data()))
    table.page.wait_for_url(re.compile(r"r=_\.4"))
    other = open_page("#" + table.page.url.partition("#")[2])
    assert on_the_board(other) == steep().replace(rows=(None, *steep().rows[1:]))


def test_the_link_is_copied(open_page: OpenPage) -> None:
    table = open_page(STEEP, permissions=["clipboard-read", "clipboard-write"])
    table.press("Copy link")
    table.page.wait_for_selector("#message.good")
    assert table.page.evaluate("navigator.clipboard.readText()") == table.page.url


def test_a_broken_link_is_reported_and_another_puzzle_opens(open_page: OpenPage) -> None:
    table = open_page("#r=1.2&c=x")
    table.page.locator("#message", has_text="does not contain a complete puzzle").wait_for()
    assert table.page.locator(".board .cell").count() == 100


@pytest.mark.thorough
def test_a_truncated_link_and_several_solutions_are_reported(open_page: OpenPage) -> None:
    whole = open_page(STEEP)
    assert whole.message().is_hidden()
    whole.page.evaluate(f"location.hash = '{STEEP.partition('.3.2.2&')[0]}'")
    whole.has_squares(70)
    assert "do not add up" in whole.message().inner_text()
    whole.page.locator(".grade", has_text="no solution").wait_for()
    whole.page.evaluate(f"location.hash = '{STEEP.removesuffix('.G10S')}'")
    whole.page.locator(".grade", has_text="several solutions").wait_for()
    assert whole.message().is_hidden()


@pytest.mark.thorough
def test_a_link_may_describe_more_ships_than_can_be_drawn(open_page: OpenPage) -> None:
    table = open_page("#r=1.1&c=1.1&f=9999x9999.1x2")
    assert "ship of 9,999: 0 of 9,999 found" in table.page.locator(".fleet").inner_text()
    assert table.page.locator(".ship-picture").count() < 50


@pytest.mark.thorough
def test_a_link_may_describe_more_lengths_of_ships_than_can_be_drawn(open_page: OpenPage) -> None:
    lengths = ".".join(f"{length}x9999" for length in range(9999, 9939, -1))
    table = open_page(f"#r=1.1&c=1.1&f={lengths}")
    assert "ship of 9,940: 0 of 9,999 found" in table.page.locator(".fleet").inner_text()
    assert table.page.locator(".ship-picture .cell").count() <= 5000


def test_a_new_fragment_opens_its_puzzle(open_page: OpenPage) -> None:
    table = open_page(STEEP)
    table.page.evaluate("location.hash = '#r=1._&c=_._&f=1x1'")
    table.has_squares(4)


def test_first_puzzles_and_recent_games_are_offered(open_page: OpenPage) -> None:
    table = open_page(STEEP)
    table.square("B2").click()
    table.press("Puzzles")
    table.page.get_by_role("button", name="Small bay").click()
    table.has_squares(36)
    table.press("Puzzles")
    table.page.locator("#puzzles .choice", has_text="10 ships").click()
    assert table.shows("B2").endswith("entered")


# The help


@pytest.mark.parametrize("code", ["en", "de", thorough("fr"), thorough("es")])
def test_the_help_names_the_ships_as_explanations_do(open_page: OpenPage, code: str) -> None:
    table = open_page(STEEP, locale=code)
    table.page.keyboard.press("?")
    words = language_of(code).table
    names = [f"{words[f'ship {length}']} ({length})" for length in (4, 3, 2, 1)]
    ships = table.page.locator("#help[open] .fleet li")
    ships.first.wait_for()
    assert ships.all_inner_texts() == names


def test_the_help_has_the_rules_of_letters_and_of_other_shapes(open_page: OpenPage) -> None:
    table = open_page(STEEP)
    table.press("Help")
    rules = table.page.locator("#help h3", has_text="Letters and other shapes").locator("+ ul li")
    letters, shapes = rules.all_inner_texts()
    assert "read in either direction" in letters
    assert "the first one in its row or column, seen from there" in letters
    assert "may be turned and mirrored" in shapes
    table.has_no_barriers()


def test_the_help_of_a_served_page_promises_only_playing_without_a_network(open_page: OpenPage) -> None:
    table = open_page(STEEP)
    table.press("Help")
    promise = table.page.locator("#help h3", has_text="Without a network").locator("+ p").inner_text()
    assert promise.startswith("Once this page has been opened, you can play on it without a network")
    assert promise.endswith("Hints, explanations and new puzzles need the server.")


# Without a server


IS_LOADED: Final = """() => ["play/hints-and-mistakes.js", "logbook/archive.js"].every(
  (file) => performance.getEntriesByType("resource").some((entry) => entry.name.endsWith(file)))"""
"""Whether the page has what it loads after its first second."""


@pytest.mark.thorough
def test_the_game_continues_without_a_server_and_help_returns_with_it(open_page: OpenPage) -> None:
    server = Server()
    table = open_page(SMALL, url=server.url)
    table.expected = ("Failed to load resource",)
    table.page.locator(".grade", has_text="intermediate").wait_for()
    table.page.wait_for_function(IS_LOADED)
    server.end()
    try:
        table.press("Hint")
        table.page.wait_for_selector("#notice:not([hidden])")
        assert "You can keep playing" in table.page.locator("#notice").inner_text()
        table.page.locator("#notice").get_by_role("button", name="Close").click()
        assert table.page.locator("#notice").is_hidden()
        table.press("Check")
        table.message().get_by_text("No rule is broken so far.").wait_for()
        table.press("Set")
        table.page.locator("#panel", has_text="could not be loaded").wait_for()
        table.press("Play")
        board = bimaru.solve(bimaru.parse(f"http://localhost/{SMALL}")).board
        assert board is not None
        for at in sorted(board.occupied() - {(5, 1)}):
            table.square(square_name(at)).click()
        table.page.wait_for_selector("#message.good")
        assert "Solved" in table.message().inner_text()
        server.start()
        table.page.wait_for_selector("#notice", state="hidden")
        table.press("Learn")
        table.page.wait_for_selector(".steps .step", state="attached")
        table.press("Set")
        table.verdict("One solution")
    finally:
        server.end()


@pytest.mark.thorough
def test_a_busy_server_is_reported(open_page: OpenPage) -> None:
    table = open_page(STEEP)
    table.expected = ("503",)
    table.page.route(
        "**/api/hint", lambda route: route.fulfill(status=503, json={"error": "busy", "faults": []})
    )
    table.press("Hint")
    table.page.wait_for_selector("#message.bad")
    assert "The server is busy" in table.message().inner_text()
