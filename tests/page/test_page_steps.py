"""Steps on the page: the argument of a case analysis, link by link, in Learn, hints and checks."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

import bimaru
from bimaru.board import UNKNOWN, WATER
from bimaru.squares import Square, square_name
from browsing import DESKTOP, PHONE, TABLET, OpenPage, Table
from instances import instance
from sampling import thorough

pytestmark = pytest.mark.needs("browser")

LOW = {"width": 844, "height": 390}
PUZZLES = (("csplib014", "csplib014-113"), ("csplib014", "csplib014-1679"), ("lettered", "lettered-1"))
"""A puzzle with long case analyses, one with nested ones, and one with letters."""
QUESTIONS = ("csplib014", "csplib014-1337")
"""A puzzle that is explained by questions, the first without a text."""
PLACEMENTS = ("csplib014", "csplib014-1283")
"""A puzzle in which a placement is ruled out by a chain of links."""
REPORTS_BROKEN_LINKS = """
async ([data, explanation]) => {
  const load = (file) => import(new URL(file, location.href));
  const [it, { puzzleOf }, { newGame }] = await Promise.all(
    ["learn/argument.js", "board/puzzle.js", "play/game.js"].map(load));
  const puzzle = puzzleOf(data);
  const number = ([row, col]) => row * puzzle.width + col;
  const broken = [];
  let count = 0, deepest = 0;
  const isWater = (cells, at) => cells[number(at)] === ".";
  const isShip = (cells, at) => !isWater(cells, at) && cells[number(at)] !== "?";
  const holds = (cells, { premises: { water = [], ship = [] } = {} }) =>
    water.every((at) => isWater(cells, at)) && ship.every((at) => isShip(cells, at));
  const follow = (branch, supposition, depth) => {
    deepest = Math.max(deepest, depth);
    const told = supposition.reasons.filter(({ technique }) => technique !== "ships do not touch");
    told.forEach((reason, i) => {
      count += 1;
      if (!holds(branch.states[i].cells, reason)) broken.push(reason.text);
      const after = branch.states[i + 1];
      const isShown = (at) => isWater(after.cells, at) || after.overlay.layers.failed.has(number(at));
      if (!reason.water.every(isShown)) broken.push(`not shown: ${reason.text}`);
    });
    const split = branch.states.find(({ kind }) => kind === "question");
    if ((split?.text ?? null) !== (supposition.question?.text ?? null)) broken.push(supposition.text);
    split?.branches.forEach((inner, i) => follow(inner, supposition.cases[i], depth + 1));
    const end = branch.states.find(({ kind }) => kind === "ending");
    const { failed } = (end ?? branch.states[0]).overlay.layers;
    const isClash = branch.states.some(({ kind, overlay }) =>
      kind === "link" && [...failed].some((at) => overlay.layers.failed.has(at)));
    if (end && !isClash && !holds(end.cells, supposition.ending)) broken.push(supposition.ending.text);
  };
  let cells = newGame(puzzle).cells;
  for (const step of explanation.steps) {
    // Cases that are not told one by one are shown if they fail.
    const shown = step.question?.text === "" ? step.cases.filter(({ ending }) => ending) : step.cases;
    it.branchesOf(puzzle, cells, step).forEach((branch, i) => follow(branch, shown[i], 1));
    cells = it.withMarks(cells, it.stepMarks(puzzle.width, step));
  }
  return { broken, count, deepest, cells };
}
"""


@cache
def explained(set_name: str, name: str) -> tuple[bimaru.Puzzle, Any, bimaru.Board]:
    """A puzzle, its explanation as the API sends it, and what is known in the end."""
    puzzle = instance(set_name, name).puzzle
    explanation = bimaru.explain(puzzle)
    return puzzle, explanation.to_data(), explanation.board


def address(puzzle: bimaru.Puzzle) -> str:
    return "#" + bimaru.write(puzzle, "permalink").strip().partition("#")[2]


def open_learn(open_page: OpenPage, which: tuple[str, str], **options: Any) -> Table:
    """The mode Learn, with an explanation that is computed here, not on a busy server."""
    puzzle, data, _ = explained(*which)
    return open_explained(open_page, puzzle, data, **options)


def open_explained(open_page: OpenPage, puzzle: bimaru.Puzzle, data: Any, **options: Any) -> Table:
    table = open_page(address(puzzle), **options)
    table.page.route("**/api/explain", lambda route: route.fulfill(json={"id": None} | data))
    table.press("Learn")
    table.page.wait_for_selector(".steps .step", state="attached")
    return table


def go_to(table: Table, number: int) -> None:
    """Press a step, which may be in a chapter that is folded."""
    table.page.locator(".steps .step").nth(number - 1).evaluate("step => { step.click(); step.focus() }")


def with_links(which: tuple[str, str], least: int = 3, *, bars: bool = False) -> int:
    """The number of the first step with one supposition from which several links follow; with `bars`, of
    those that rule out a placement."""
    steps = explained(*which)[1]["steps"]
    return next(
        i
        for i, step in enumerate(steps, 1)
        if [len(told(c)) >= least for c in step["cases"]] == [True] and (step["barred"] or not bars)
    )


def told(case: Any) -> list[Any]:
    """The links of a case but for those that are marked without a word: corners."""
    return [reason for reason in case["reasons"] if reason["technique"] != "ships do not touch"]


def n_links(case: Any) -> int:
    """The number of links of a case and of those within it."""
    return len(told(case)) + sum(map(n_links, case.get("cases", ())))


def squares(table: Table, layer: str) -> list[str]:
    """The names of the squares in a layer of the board."""
    labels = table.page.locator(f".frame .cell.{layer}").evaluate_all(
        "all => all.map(cell => cell.getAttribute('aria-label').split(',')[0])"
    )
    return sorted(labels)


def spoken(table: Table) -> str:
    return table.page.locator("#live").inner_text()


def names(found: list[list[int]]) -> list[str]:
    return sorted(square_name((row, col)) for row, col in found)


@pytest.mark.parametrize(
    "which", [*map(thorough, PUZZLES[:2]), PUZZLES[2]], ids=[name for _, name in PUZZLES]
)
def test_every_link_on_the_board_follows_from_what_the_board_shows_before_it(
    open_page: OpenPage, which: tuple[str, str]
) -> None:
    puzzle, data, board = explained(*which)
    found = open_page(address(puzzle)).page.evaluate(REPORTS_BROKEN_LINKS, [puzzle.to_data(), data])
    assert found["broken"] == []
    assert found["count"] == sum(n_links(case) for step in data["steps"] for case in step["cases"])
    assert found["deepest"] == max((step["depth"] for step in data["steps"]), default=0)
    shown = [mark if mark in (WATER, UNKNOWN) else board.letter(at) or "#" for at, mark in board.squares()]
    assert found["cells"] == shown


@pytest.mark.thorough
def test_the_links_of_a_supposition_appear_one_by_one_and_are_spoken(open_page: OpenPage) -> None:
    which = PLACEMENTS
    number = with_links(which, bars=True)
    (case,) = explained(*which)[1]["steps"][number - 1]["cases"]
    table = open_learn(open_page, which)
    go_to(table, number)
    table.press("Next link")
    assert squares(table, "supposed") == names(case["supposed"])
    assert spoken(table).startswith("1 of ")
    for reason in told(case):
        table.press("Next link")
        assert squares(table, "reached") == names(reason["water"] + reason["ship"])
        assert spoken(table).endswith(reason["text"])
    table.press("Next link")
    assert case["ending"]["text"] in spoken(table)
    table.press("Next link")
    assert squares(table, "supposed") == []
    barred = explained(*which)[1]["steps"][number - 1]["barred"]
    assert {*names(barred[0])} <= {*squares(table, "barred")}  # with those of notes
    for _ in range(len(told(case)) + 3):
        table.press("Previous link")
    assert table.page.locator(".branch .link-count").inner_text().startswith("0 /")


NOTED = ("csplib014", "csplib014-11794")
"""A puzzle with notes, which is explained soonest without comparing ways."""


@cache
def with_notes() -> bimaru.Explanation:
    return bimaru.explain(instance(*NOTED).puzzle, refine=False)


def rings(table: Table) -> int:
    """The placements that are drawn as ruled out, each with a ring and a stroke."""
    drawn = table.page.locator(".frame .ruled-out path")
    return (drawn.get_attribute("d") or "").count("z") if drawn.count() else 0


def open_noted(open_page: OpenPage) -> Table:
    return open_explained(open_page, instance(*NOTED).puzzle, with_notes().to_data())


def test_notes_are_marked_from_where_they_are_made_to_the_last_step_that_needs_them(
    open_page: OpenPage,
) -> None:
    table = open_noted(open_page)
    steps = with_notes().steps
    first = next(i for i, step in enumerate(steps) if step.noted)
    for number, step in enumerate(steps[first - 1 : first + 12], first):
        go_to(table, number)
        marked = {*step.noted, *step.barred}
        covered = {square_name(at) for placement in marked for at in placement}
        assert rings(table) == len(marked)
        assert squares(table, "barred") == sorted(covered)
        assert table.page.locator(".legend", has_text="place ruled out").count() == (1 if marked else 0)


def test_every_board_of_an_argument_marks_the_notes_of_its_step(open_page: OpenPage) -> None:
    table = open_noted(open_page)
    number, step = next((i, step) for i, step in enumerate(with_notes(), 1) if step.noted and step.cases)
    go_to(table, number)
    for _ in range(3):
        table.page.keyboard.press("ArrowRight")
        assert rings(table) >= len(step.noted)
        at = square_name(step.noted[0][0])
        assert "place ruled out" in table.shows(at)


def test_squares_of_which_a_step_argues_by_letters_show_those_that_are_possible(open_page: OpenPage) -> None:
    which = PUZZLES[2]
    table = open_learn(open_page, which)
    shown = 0
    for number, step in enumerate(explained(*which)[1]["steps"], 1):
        go_to(table, number)
        letters = {square_name((r, c)): several for r, c, several in step.get("possible_letters", ())}
        assert squares(table, "several") == sorted(letters)
        for name, several in letters.items():
            assert table.square(name).text_content() == "\n".join(re.findall("..?", several))
            assert f"possible: {' '.join(several)}" in table.shows(name)
        assert table.page.locator(".legend", has_text="possible letters").count() == bool(letters)
        shown += bool(letters)
    assert shown > 1


def test_arrow_keys_lead_through_the_links_and_on_to_the_next_step(open_page: OpenPage) -> None:
    which = PUZZLES[0]
    number = with_links(which)
    (case,) = explained(*which)[1]["steps"][number - 1]["cases"]
    table = open_learn(open_page, which)
    go_to(table, number)
    for _ in range(2 + len(told(case))):
        table.page.keyboard.press("ArrowRight")
    assert table.page.locator(".is-ending [aria-current='step']").count() == 1
    table.page.keyboard.press("ArrowLeft")
    assert table.page.locator(".is-link [aria-current='step']").count() == 1
    for _ in range(3):
        table.page.keyboard.press("ArrowRight")
    assert table.page.locator(".bar.learn .step-count").inner_text().startswith(f"{number + 1} /")
    table.page.keyboard.press("ArrowLeft")
    assert table.page.locator(".bar.learn .step-count").inner_text().startswith(f"{number} /")


def test_the_line_of_a_contradiction_is_lit_on_the_board_and_in_words(open_page: OpenPage) -> None:
    which = PUZZLES[0]
    steps = explained(*which)[1]["steps"]
    number, case = next(
        (i, step["cases"][0])
        for i, step in enumerate(steps, 1)
        if len(step["cases"]) == 1 and step["cases"][0]["ending"].get("line", {}).get("axis") == "row"
    )
    table = open_learn(open_page, which)
    go_to(table, number)
    for _ in range(len(told(case)) + 2):
        table.press("Next link")
    row = case["ending"]["line"]["number"]
    assert squares(table, "failing") == sorted(square_name((row, col)) for col in range(10))
    tally = table.page.locator(".tally.failing")
    assert (tally.get_attribute("aria-label") or "").endswith("contradiction")


def test_the_cases_of_a_question_are_folded_until_one_is_opened(open_page: OpenPage) -> None:
    which = QUESTIONS
    steps = explained(*which)[1]["steps"]
    number = next(i for i, step in enumerate(steps, 1) if step["question"] and step["question"]["text"])
    table = open_learn(open_page, which)
    go_to(table, number)
    assert table.page.locator(".argument .question").inner_text() == steps[number - 1]["question"]["text"]
    assert table.page.locator(".branch").count() == len(steps[number - 1]["cases"])
    assert table.page.locator(".branch[open]").count() == 0
    table.page.locator(".branch > summary").nth(1).click()
    table.press("Next link")
    assert squares(table, "supposed") == names(steps[number - 1]["cases"][1]["supposed"])
    table.page.locator(".branch > summary").nth(1).click()
    table.page.wait_for_selector(".frame .cell.supposed", state="detached")


def test_where_several_placements_fail_the_page_asks_for_them_as_the_text_does(open_page: OpenPage) -> None:
    steps = explained(*PUZZLES[0])[1]["steps"]
    number, text = next(
        (i, step["text"])
        for i, step in enumerate(steps, 1)
        if step["technique"] == "places that fail" and "\n" in step["text"]
    )
    table = open_learn(open_page, PUZZLES[0])
    go_to(table, number)
    asked = table.page.locator(".argument .question").inner_text()
    assert asked == text.split("\n")[0] == "Where can a destroyer not lie?"
    go_to(table, number + 1)  # a single placement, which is supposed
    assert table.page.locator(".argument .question").count() == 0


def test_only_what_fails_is_shown_where_no_question_is_told(open_page: OpenPage) -> None:
    which = QUESTIONS
    steps = explained(*which)[1]["steps"]
    number, step = next(
        (i, step) for i, step in enumerate(steps, 1) if step["question"] and not step["question"]["text"]
    )
    table = open_learn(open_page, which)
    go_to(table, number)
    failing = [case for case in step["cases"] if case["ending"]]
    assert table.page.locator(".branch").count() == len(failing) < len(step["cases"])
    assert table.page.locator(".branch .outcome").inner_text().startswith("Then")


@pytest.mark.thorough
def test_the_other_squares_of_a_line_are_water_where_a_way_to_fill_it_is_supposed(
    open_page: OpenPage,
) -> None:
    steps = explained(*QUESTIONS)[1]["steps"]
    number, step = next(
        (i, step)
        for i, step in enumerate(steps, 1)
        if step["question"] and step["question"]["about"] == "line"
    )
    (line,) = step["question"]["lines"]
    way = next(case["supposed"] for case in step["cases"] if case["ending"])
    table = open_learn(open_page, QUESTIONS)
    go_to(table, number - 1)
    open_before = [at for at in squares_of(line) if shows(table, at) == "empty"]
    go_to(table, number)
    table.press("Next link")  # into its only branch
    supposed = {at: "ship" if [*at] in way else "water" for at in open_before}
    assert {*supposed.values()} == {"ship", "water"}
    assert {at: shows(table, at) for at in open_before} == supposed


def shows(table: Table, at: Square) -> str:
    """What a square shows: "empty", "water", or "ship" for any part of one."""
    shown = table.shows(square_name(at)).partition(",")[0]
    return shown if shown in ("empty", "water") else "ship"


def squares_of(line: Any) -> list[Square]:
    """The squares of a line of a grid of 10 by 10."""
    number = line["number"]
    return [(number, i) if line["axis"] == "row" else (i, number) for i in range(10)]


@pytest.mark.thorough
def test_a_nested_supposition_has_a_smaller_board_of_its_own(open_page: OpenPage) -> None:
    which = PUZZLES[1]
    steps = explained(*which)[1]["steps"]
    number = next(
        i for i, step in enumerate(steps, 1) if len(step["cases"]) == 1 and step["cases"][0].get("cases")
    )
    table = open_learn(open_page, which)
    go_to(table, number)
    assert table.page.locator(".small-board").count() == 0
    nested = table.page.locator(".nested").first
    nested.locator("summary").click()
    board = nested.locator(".small-board")
    board.wait_for()
    assert (board.get_attribute("aria-label") or "").startswith("With ")
    before = squares(table, "supposed")
    nested.get_by_role("button", name="Next link").click()
    nested.get_by_role("button", name="Next link").click()
    assert board.locator(".cell.supposed").count() > len(before)
    assert squares(table, "supposed") == before
    table.has_no_barriers()


@pytest.mark.thorough
def test_the_playback_goes_through_the_links_and_can_be_paused(open_page: OpenPage) -> None:
    which = PUZZLES[0]
    table = open_learn(open_page, which)
    table.page.clock.install()
    go_to(table, with_links(which))
    table.press("Play the argument")
    assert spoken(table).startswith("1 of ")
    table.page.clock.run_for(60_000)
    assert table.page.locator(".is-conclusion [aria-current='step']").count() == 1
    table.press("Play the argument")
    table.press("Play the argument")
    table.page.clock.run_for(60_000)
    assert table.page.locator(".is-supposition [aria-current='step']").count() == 1


def test_what_is_supposed_is_said_once(open_page: OpenPage) -> None:
    which = PUZZLES[0]
    table = open_learn(open_page, which)
    go_to(table, with_links(which))
    branch = table.page.locator(".branch[open]").first
    supposition = branch.locator(".supposing").first.inner_text()
    assert branch.locator(".is-supposition").first.inner_text() == "Supposed"
    assert branch.inner_text().count(supposition) == 1


@pytest.mark.thorough
def test_a_square_does_not_move_where_motion_is_reduced(open_page: OpenPage) -> None:
    style = "getComputedStyle(document.querySelector('.frame .cell.supposed'), '::before').animationName"
    for motion, expected in (("reduce", "none"), ("no-preference", "appear")):
        table = open_learn(open_page, PUZZLES[0], reduced_motion=motion)
        go_to(table, with_links(PUZZLES[0]))
        table.press("Next link")
        table.page.wait_for_function(f"{style} === '{expected}'")


@pytest.mark.thorough
def test_learning_has_no_barriers_and_no_overflow_at_any_size(open_page: OpenPage) -> None:
    table = open_learn(open_page, PUZZLES[0])
    go_to(table, with_links(PUZZLES[0]))
    for _ in range(3):
        table.press("Next link")
    table.has_no_barriers()
    for size in (DESKTOP, TABLET, PHONE, {"width": 320, "height": 640}):
        table.page.set_viewport_size(size)  # type: ignore[arg-type]
        assert table.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), size


def test_lettered_puzzles_are_learned_with_their_letters(open_page: OpenPage) -> None:
    _, data, board = explained(*PUZZLES[2])
    table = open_learn(open_page, PUZZLES[2])
    assert f"in {len(data['steps'])} steps" in table.page.locator(".explanation .verdict").inner_text()
    table.press("To the end")
    shown = table.page.locator(".frame .cell").all_inner_texts()
    assert shown == [board.letter(at) or "" for at, _ in board.squares()]


# Hints and checks


def test_the_hint_of_a_case_analysis_is_an_idea_and_then_an_argument_on_the_board(
    open_page: OpenPage,
) -> None:
    puzzle, data, _ = explained(*PUZZLES[0])
    step = data["steps"][with_links(PUZZLES[0]) - 1]
    step = step | {"water": step["cases"][0]["supposed"], "barred": []}
    advice = {
        "mistake": None, "where": "Look.", "focus": {"squares": [], "lines": []},
        "technique": step["technique"], "idea": "Suppose it.", "step": step,
    }  # fmt: skip
    table = open_page(address(puzzle))
    table.page.route("**/api/hint", lambda route: route.fulfill(json={"id": None} | advice))
    for name in ("Hint", "Which technique?", "Which idea?", "Show the step"):
        table.press(name)
    table.press("Next link")
    assert squares(table, "supposed") == names(step["cases"][0]["supposed"])
    table.has_no_barriers()
    marked = table.page.locator(".frame .cell.ship").count()
    table.square("A2").click()
    assert table.page.locator(".frame .cell.ship").count() == marked
    table.press("Apply")
    assert squares(table, "supposed") == []
    for name in names(step["water"]):
        assert table.shows(name) == "water, entered"


def test_a_mistake_is_refuted_link_by_link(open_page: OpenPage) -> None:
    puzzle = explained(*PUZZLES[0])[0]
    at, case = refutable(puzzle)
    table = open_page(address(puzzle))
    table.square(square_name(at)).click()
    table.press("Check")
    name = square_name(at)
    table.message().get_by_text(f"{name} cannot be ship.", exact=True).wait_for()
    assert table.message().locator("button", has_text="Clear").inner_text() == f"Clear {name}"
    assert table.square(square_name(at)).get_attribute("class") == "cell ship p-X faulty"
    assert table.message().locator(".link-button").count() == 0  # the argument is for those who ask
    table.message().get_by_text("Why?").click()
    table.press("Next link")
    assert squares(table, "supposed") == [square_name(at)]
    table.press("To the conclusion")
    assert case.ending is not None
    assert case.ending.text in spoken(table)
    table.press("Close")
    assert squares(table, "supposed") == []


def refutable(puzzle: bimaru.Puzzle) -> tuple[Square, Any]:
    """A square that cannot be ship, and its refutation."""
    board = bimaru.solve(puzzle).board
    assert board is not None
    given = {one.square for one in puzzle.givens}
    for at in (at for at, mark in board.squares() if mark == WATER and at not in given):
        if not (puzzle.rows[at[0]] and puzzle.cols[at[1]]):
            continue  # the page has filled empty lines
        rows = [
            "".join("X" if (r, c) == at else UNKNOWN for c in range(puzzle.width))
            for r in range(puzzle.height)
        ]
        mistake = bimaru.hint(puzzle, bimaru.Board(tuple(rows))).mistake
        if mistake is not None and mistake.case is not None and mistake.case.reasons:
            return at, mistake.case
    raise AssertionError("no square is refuted in several links")


def test_hints_are_given_for_puzzles_with_letters(open_page: OpenPage) -> None:
    puzzle = instance(*PUZZLES[2]).puzzle
    table = open_page(address(puzzle))
    table.press("Hint")
    table.message().get_by_text(re.compile("^Look at ")).wait_for()
    table.press("Which technique?")
    table.press("Show the step")
    table.press("Apply")
    assert table.page.locator(".frame .cell.water").count() > 0


@pytest.mark.thorough
def test_a_phone_says_the_current_step_once(open_page: OpenPage) -> None:
    which = PUZZLES[0]
    table = open_learn(open_page, which, viewport=PHONE, has_touch=True, is_mobile=True)
    go_to(table, with_links(which))
    seen = """() => {
      const said = document.querySelector(".caption p").lastChild.textContent;
      const places = ".caption p, .step[aria-current=step] span, .link-button[aria-current=step]";
      return [...document.querySelectorAll(places)].filter(one =>
        one.textContent.includes(said) && one.offsetHeight > 8
        && getComputedStyle(one).fontSize !== "0px").length;
    }"""
    caption = table.page.locator(".caption p")
    assert caption.inner_text().endswith("Tap › to see why.")
    assert table.page.evaluate(seen) == 1
    table.press("On in the argument")
    assert table.page.evaluate(seen) == 1
    assert "why" not in caption.inner_text()


@pytest.mark.thorough
@pytest.mark.parametrize("viewport", [PHONE, LOW], ids=["phone", "low"])
def test_a_small_window_has_one_pair_of_buttons_and_the_contradiction_in_view(
    open_page: OpenPage, viewport: Any
) -> None:
    which = PUZZLES[0]
    table = open_learn(open_page, which, viewport=viewport, has_touch=True, is_mobile=True)
    go_to(table, with_links(which))
    buttons = table.page.locator("#bar").get_by_role("button", name=re.compile("step$|argument$"))
    assert [one.get_attribute("aria-label") for one in buttons.all()] == [
        "Back in the argument",
        "On in the argument",
    ]
    failing = table.page.locator(".frame .tally.failing")
    for _ in range(99):
        if failing.count() > 0:
            break
        table.press("On in the argument")
    box = table.page.locator(".caption p").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= viewport["height"]
    style = failing.first.evaluate(
        "one => [getComputedStyle(one).color, getComputedStyle(one).backgroundColor]"
    )
    assert style[0] != style[1]


@pytest.mark.parametrize(
    ("ships", "argument"),
    [
        (
            "A3 B3 C3 E3 E2 E1",
            ["Suppose E1 is ship.", "Column 4 needs E4.", "Row E is full.", "Then E1 is water."],
        ),
        ("B3 A2", ["Suppose A2 is ship.", "A2 is water, diagonal to B3."]),
    ],
)
def test_the_reason_of_a_mistake_supposes_it_and_says_nothing_twice(
    open_page: OpenPage, ships: str, argument: list[str]
) -> None:
    from playwright.sync_api import expect

    table = open_page("#r=3.1.1.0.3&c=1.1.4.1.1&f=3x2.1x2", viewport=PHONE, has_touch=True, is_mobile=True)
    for name in ships.split():
        table.square(name).click()
    table.press("Check")
    table.message().get_by_text("Why?").click()
    expect(table.message().locator(".links .link-button")).to_have_text(argument)
    expect(table.message().locator(".links .link-button").last).to_be_in_viewport()
