"""What everybody does on the page, in Chromium, Firefox and WebKitGTK: the same scenarios in each."""

from __future__ import annotations

from typing import Any, Final

import pytest

from browsers import Driver
from browsing import Server
from sites import built, plain_server

STEEP: Final = "#r=2.4.3.3.2.4.1.1.0.0&c=0.5.0.2.2.3.1.3.2.2&f=4x1.3x2.2x3.1x4&h=A6W.G10S"
"""Board 113 of CSPLib prob014."""
SMALL: Final = "#r=2.1.1.2.0.4&c=0.2.2.4.0.2&f=3x1.2x2.1x3&h=D3W.F2L"
LIBRARY: Final = """
const PATIENCE = 150_000 // milliseconds, for a busy machine
const until = async condition => {
  const end = Date.now() + PATIENCE
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`in vain: ${condition}; the page shows: ${document.body.innerText}`)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}
const square = name => document.querySelector(`.board .cell[aria-label^="${name},"]`)
const button = name => [...document.querySelectorAll('button')].find(one =>
  one.checkVisibility() && [one.textContent.trim(), one.getAttribute('aria-label')].includes(name))
const middle = async element => {
  element.scrollIntoView({ block: 'center' })
  const place = () => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return [left + width / 2, top + height / 2]
  }
  let seen
  do { // what an answer moves comes to rest first
    seen = place()
    await new Promise(resolve => setTimeout(resolve, 50))
  } while (`${seen}` !== `${place()}`)
  return seen
}
const message = () => document.querySelector('#message:not([hidden])')?.innerText ?? ''
"""
"""What the scripts below may use."""


class Visit:
    """A page of the site in a browser, used as a person would."""

    def __init__(self, driver: Driver, url: str, *, is_new: bool = False) -> None:
        self._driver = driver
        driver.open("about:blank")  # to load the page again, even if only what follows the # is new
        driver.open(url)
        self.wait("document.querySelector('.board .cell')")
        # Who is new, or has played before: whether another test of the file did depends on their order.
        if is_new:
            self.value("localStorage.clear()")
            driver.open("about:blank")
            driver.open(url)
        else:
            self.value("localStorage.setItem('bimaru:setting:explained', 'true')")

    def value(self, expression: str, *parameters: object) -> Any:
        """The value of a JavaScript expression, in which `given` are the parameters."""
        return self._driver.run(f"async (...given) => {{ {LIBRARY} return ({expression}) }}", *parameters)

    def wait(self, condition: str, *parameters: object) -> None:
        """Wait until a condition holds; nothing else ends this but the driver's patience."""
        self.value(f"await until(async () => {condition})", *parameters)

    def reload(self) -> None:
        self._driver.reload()
        self.wait("document.querySelector('.board .cell')")

    def click(self, name: str) -> None:
        """Click on a square."""
        self.drag(name)

    def drag(self, *names: str) -> None:
        """Draw a stroke over squares."""
        self._driver.point(*self.value("await Promise.all(given.map(name => middle(square(name))))", *names))

    def press(self, name: str) -> None:
        """Press a button, once it is there and enabled."""
        self.wait("button(given[0])?.disabled === false", name)
        self._driver.point(self.value("await middle(button(given[0]))", name))

    def point(self, selector: str) -> None:
        """Click on an element, once it is there."""
        self.wait("document.querySelector(given[0])", selector)
        self._driver.point(self.value("await middle(document.querySelector(given[0]))", selector))

    def says(self, text: str) -> None:
        """Wait until the message has a text."""
        self.wait("message().includes(given[0])", text)

    def key(self, name: str) -> None:
        self._driver.press(name)

    def shows(self, *names: str) -> list[str]:
        """What squares show, as screen readers read it."""
        labels = self.value("given.map(name => square(name).getAttribute('aria-label'))", *names)
        return [label.partition(", ")[2] for label in labels]

    def hint(self) -> str:
        """The message of a first hint."""
        self.press("Hint")
        self.wait("message() !== '' && !button('Fill them')")  # what a first visit is asked makes way
        return str(self.value("message()"))

    def explain(self) -> str:
        """The verdict of an explanation; the board is played on afterwards."""
        self.press("Learn")
        self.wait("document.querySelectorAll('.steps .step').length > 0")
        verdict = str(self.value("document.querySelector('.verdict').innerText"))
        self.press("Play")
        return verdict


# With a server


def test_marks_are_made_by_mouse_and_keys_undone_and_kept(driver: Driver, web_server: Server) -> None:
    visit = Visit(driver, web_server.url + STEEP)
    visit.click("B2")
    assert visit.shows("B2") == ["ship, entered"]
    visit.drag("B4", "B5", "B6")
    assert visit.shows("B4", "B5", "B6") == ["left end, entered", "middle, entered", "right end, entered"]
    visit.key("u")
    assert visit.shows("B2", "B4", "B5", "B6") == ["ship, entered", "empty", "empty", "empty"]
    visit.click("A2")
    visit.press("Undo")
    assert visit.shows("A2") == ["empty"]
    visit.click("B4")
    visit.key("ArrowRight")
    visit.key("x")
    marks = visit.shows("A2", "B2", "B4", "B5")
    assert "empty" not in marks[1:]
    visit.reload()
    assert visit.shows("A2", "B2", "B4", "B5") == marks


def test_a_puzzle_is_played_to_the_end(driver: Driver, web_server: Server) -> None:
    visit = Visit(driver, web_server.url + "#r=1.0.1&c=1.0.1&f=1x2&h=A1S")
    visit.click("C3")
    visit.wait("message().includes('Solved')")


def test_a_first_visit_is_guided_through_three_moves(driver: Driver, web_server: Server) -> None:
    visit = Visit(driver, web_server.url, is_new=True)
    visit.says("tap that 0")
    visit.point('[data-cue="line"]')
    visit.says("Tap each of them once")
    for name in ("A3", "B3", "C3", "E3"):
        visit.click(name)
    visit.says("Tap it twice")
    visit.click("B4")
    visit.click("B4")
    visit.says("Now it is yours")
    assert visit.shows("B4") == ["water, entered"]
    visit.reload()
    visit.says("Now it is yours")  # the guide keeps its place


@pytest.mark.thorough
def test_hints_alone_lead_to_the_end_of_a_6x6(driver: Driver, web_server: Server) -> None:
    visit = Visit(driver, web_server.url + "#r=3.0.2.2.2.1&c=1.2.1.3.1.2&f=3x1.2x2.1x3&h=C4S.D2B")
    visit.press("Hint")
    while not visit.value("document.querySelector('.board.solved') !== null"):
        visit.wait("document.querySelector('.board.solved') || document.querySelector('#message .primary')")
        if not visit.value("Boolean(button('Apply'))"):
            visit.point("#message .primary")
            continue
        visit.press("Apply")
        if not visit.value("document.querySelector('.board.solved') !== null"):
            visit.press("Hint")
    visit.says("Solved")


def test_one_click_at_the_start_opens_a_fresh_puzzle(driver: Driver, web_server: Server) -> None:
    visit = Visit(driver, web_server.url + SMALL)
    visit.point("#home")
    visit.press("New puzzle, easy, 8×8")
    visit.wait("document.querySelectorAll('#frame .cell').length === 64")
    assert visit.value("document.querySelector('#headline').innerText.includes('easy')")


def test_a_hint_is_followed_to_its_squares(driver: Driver, web_server: Server) -> None:
    visit = Visit(driver, web_server.url + SMALL)
    marks = "document.querySelectorAll('.board .cell:is(.ship, .water)').length"
    before = visit.value(marks)
    visit.hint()
    while not visit.value("Boolean(button('Apply'))"):
        visit.point("#message .primary")
    visit.press("Apply")
    visit.wait(f"{marks} > given[0]", before)


def test_check_names_the_players_own_mistake(driver: Driver, web_server: Server) -> None:
    visit = Visit(driver, web_server.url + SMALL)
    visit.press("Start again")
    visit.click("B2")
    visit.press("Check")
    visit.says("B2")
    visit.wait("document.querySelector('#message.bad .branch')")
    visit.press("Start again")  # other tests play this puzzle, too


def test_steps_of_learn_go_forth_and_back(driver: Driver, web_server: Server) -> None:
    visit = Visit(driver, web_server.url + SMALL)
    visit.press("Learn")
    current = "document.querySelectorAll('.steps [aria-current=step]').length"
    for name, number in (("Next step", 1), ("Previous step", 0)):
        visit.press(name)
        visit.wait(f"{current} === given[0]", number)


def test_a_result_is_shared_and_played_again(driver: Driver, web_server: Server) -> None:
    visit = Visit(driver, web_server.url + "#r=1.0.1&c=1.0.1&f=1x2&h=A1S&n=Shared")
    visit.wait("document.querySelector('#headline').innerText.includes('easy')")  # the server has answered
    visit.click("C3")
    visit.press("Share")
    visit.wait("document.querySelector('#message .shared')")
    visit.press("Replay")
    visit.wait("document.querySelector('dialog[open] .board .cell')")


def test_a_setting_applies_at_once_and_is_kept(driver: Driver, web_server: Server) -> None:
    visit = Visit(driver, web_server.url + SMALL)
    time = "document.querySelector('#headline .time').checkVisibility()"
    assert visit.value(time)
    visit.press("Settings")
    visit.point("#setting-clock")
    visit.wait(f"!{time}")
    visit.reload()
    assert not visit.value(time)
    visit.value("localStorage.removeItem('bimaru:setting:clock')")


def test_a_page_without_its_server_is_played_on(driver: Driver) -> None:
    server = Server()
    try:
        visit = Visit(driver, server.url + SMALL)
        visit.wait("navigator.serviceWorker.controller")
        visit.wait("(await caches.keys()).length > 0")
    finally:
        server.end()
    visit.reload()
    visit.click("B4")
    assert visit.shows("B4") != ["empty"]


def test_a_link_opens_its_puzzle_and_the_address_is_one(driver: Driver, web_server: Server) -> None:
    visit = Visit(driver, web_server.url + STEEP)
    assert visit.value("document.querySelectorAll('.board .cell').length") == 100
    visit.value("void (location.hash = given[0])", SMALL)
    visit.wait("document.querySelectorAll('.board .cell').length === 36")
    address = visit.value("location.href")
    assert visit.shows("D3", "F2") == ["water, given", "left end, given"]
    visit = Visit(driver, address)
    assert visit.value("document.querySelectorAll('.board .cell').length") == 36


def test_the_server_hints_and_explains(driver: Driver, web_server: Server) -> None:
    visit = Visit(driver, web_server.url + SMALL)
    assert "Look at " in visit.hint()
    assert "One solution" in visit.explain()


def test_a_puzzle_is_set_until_it_has_one_solution(driver: Driver, web_server: Server) -> None:
    visit = Visit(driver, web_server.url + SMALL)
    visit.press("Set")
    visit.wait("document.querySelector('.verdict')?.innerText.includes('solution')")
    visit.press("Empty grid")
    visit.press("Ships")
    for name in ("A1", "A3", "A4", "C3", "D3", "E3", "F6"):
        visit.click(name)
    visit.press("Clues")
    visit.wait("document.querySelector('.verdict').innerText.includes('Several solutions')")
    visit.wait("document.querySelector('.problems').innerText !== ''")  # what comes last moves the buttons
    visit.press("Make unique")
    visit.wait("document.querySelector('.verdict').innerText.includes('One solution. Score:')")


def test_a_draft_is_completed_to_a_target(driver: Driver, web_server: Server) -> None:
    visit = Visit(driver, web_server.url + "#r=2.1.1.2.0.4&c=0.2.2.4.0.2&f=3x1.2x2.1x3")
    visit.press("Set")
    visit.wait("document.querySelector('.verdict')?.innerText.includes('solution')")
    visit.value("void (document.querySelector('#target-grade').value = 'easy')")
    visit.press("Complete the draft")
    visit.says("The draft is completed: easy")
    visit.wait("document.querySelector('.grade').innerText === 'easy'")


def test_paper_shows_the_board_and_its_numbers_without_buttons(driver: Driver, web_server: Server) -> None:
    """Not every driver prints, so the rules for paper are applied to the screen."""
    visit = Visit(driver, web_server.url + STEEP)
    visit.wait("performance.getEntriesByName('printable').length > 0")
    visit.value(
        """[...document.styleSheets].flatMap(sheet => [...sheet.cssRules])
        .filter(rule => rule instanceof CSSMediaRule && rule.media.mediaText === 'print')
        .forEach(rule => { rule.media.mediaText = 'all' })"""
    )
    assert visit.value("[...document.querySelectorAll('button')].filter(one => one.checkVisibility())") == []
    assert visit.value("[...document.querySelectorAll('.board .cell')].every(one => one.checkVisibility())")
    visit.value("dispatchEvent(new Event('beforeprint'))")
    assert visit.value("document.querySelector('#paper-fleet .fleet').checkVisibility()")


# Without one


@pytest.mark.thorough
def test_a_site_plays_hints_and_explains_without_a_network(driver: Driver) -> None:
    with plain_server(built("site")) as url:
        visit = Visit(driver, url + SMALL)
        assert "Look at " in visit.hint()
        assert "One solution" in visit.explain()
        visit.wait("navigator.serviceWorker.controller")
        files = visit.value("fetch('service-worker.js').then(response => response.text())")
        engine = files.partition('"engine": [')[2].partition("]")[0].count('"') // 2
        visit.wait(
            """(await Promise.all((await caches.keys()).filter(name => name.endsWith(' engine'))
            .map(async name => (await (await caches.open(name)).keys()).length))).includes(given[0])""",
            engine,
        )
    visit.reload()
    visit.click("B4")
    assert visit.shows("B4") != ["empty"]
    visit.key("u")
    assert "Look at " in visit.hint()
    assert "One solution" in visit.explain()
