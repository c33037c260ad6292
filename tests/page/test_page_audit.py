"""Audits of all that is shown: views, states of a game, dialogs; in every language, and in forced colours."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest

from browsing import START, OpenPage, Table
from sampling import sampled, thorough

pytestmark = pytest.mark.needs("browser")

SMALL: Final = "#r=2.1.1.2.0.4&c=0.2.2.4.0.2&f=3x1.2x2.1x3&h=D3W.F2L"
SHIPS: Final = ("A3", "A4", "B6", "C4", "D2", "D4", "F3", "F4", "F6")
PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}


def learn(table: Table) -> None:
    table.page.locator("#modes button").nth(1).click()
    table.page.locator(".steps .step").nth(2).click()


def editor(table: Table) -> None:
    table.page.locator("#modes button").nth(2).click()
    table.page.locator("#panel .card:visible").first.wait_for()
    table.page.locator(".verdict:not(:empty)").wait_for()


def check(table: Table) -> None:
    table.square("B2").click()
    table.page.locator("[data-command=check]").click()
    table.page.locator("#message.bad .branch").wait_for()


def win(table: Table) -> None:
    for name in SHIPS:
        table.square(name).click()
    table.page.locator("#message.good .fine:not(:empty)").wait_for()


def share(table: Table) -> None:
    win(table)
    table.page.locator("#message .actions button").nth(2).click()
    table.page.locator("#message .shared").wait_for()


def hint(table: Table) -> None:
    table.page.locator("[data-command=hint]").click()
    table.page.locator("#message .primary").wait_for()
    while not table.page.locator(".board .settled").count():
        table.page.locator("#message .primary").click()


def try_out(table: Table) -> None:
    table.page.locator("[data-command=checkpoint]").click()
    table.square("A3").click()
    table.square("A2").click(button="right")


def pause(table: Table) -> None:
    table.square("A3").click()
    table.page.keyboard.press("p")
    table.page.locator("#resume").wait_for()


def dialog(key: str) -> Callable[[Table], None]:
    """Opens a dialog by its key, all that unfolds there included."""

    def open_it(table: Table) -> None:
        table.page.keyboard.press(key)
        table.page.locator("dialog[open] h2").first.wait_for()
        table.page.wait_for_timeout(200)
        table.page.locator("dialog[open] details").evaluate_all("all => all.forEach(it => it.open = true)")

    return open_it


def replay(table: Table) -> None:
    win(table)
    table.page.locator("#message .actions button").nth(3).click()
    table.page.locator("dialog[open] .board .cell").first.wait_for()


def lessons(table: Table) -> None:
    dialog("?")(table)
    table.page.locator("#help button:has([href$='#learn'])").first.click()
    table.page.locator(".lesson-title").wait_for()


def start(table: Table) -> None:
    table.page.locator("#home").click()
    table.page.locator(".start .kind").first.wait_for()


STATES: Final = {
    "play": lambda _: None,
    "learn": learn,
    "set": editor,
    "start": start,
    "lessons": lessons,
    "check": check,
    "win": win,
    "share": share,
    "hint": hint,
    "try-out": try_out,
    "pause": pause,
    "puzzles": dialog("n"),
    "logbook": dialog("g"),
    "settings": dialog(","),
    "help": dialog("?"),
    "replay": replay,
}
AUDITED: Final = ("set", "win", "hint", "logbook")
"""The states that `make test` audits; other tests audit play, learn, start, puzzles and settings, too, though
not in forced colours."""


@pytest.mark.parametrize("options", [{}, thorough(PHONE)], ids=["desk", "phone"])
@pytest.mark.parametrize("language", ["en", *map(thorough, ("de", "fr", "es"))])
@pytest.mark.parametrize("state", sampled(STATES, AUDITED.__contains__))
def test_nothing_shown_has_a_barrier_not_even_in_forced_colours(
    open_page: OpenPage, state: str, language: str, options: dict[str, Any]
) -> None:
    table = open_page(SMALL, locale=language, **options)
    STATES[state](table)
    table.has_no_barriers()
    table.page.emulate_media(forced_colors="active")
    table.has_no_barriers()


ONE_PRIMARY: Final = (
    *("play", "check", "start", "settings"),
    *map(thorough, ("win", "hint", "try-out", "puzzles", "help")),
)
PRIMARY: Final = """all => all.filter((one) => one.checkVisibility() && !one.closest('.board'))
    .map((one) => getComputedStyle(one).backgroundColor)"""


@pytest.mark.thorough
@pytest.mark.parametrize("state", ONE_PRIMARY)
def test_a_view_or_dialog_has_one_primary_button(open_page: OpenPage, state: str) -> None:
    table = open_page(SMALL)
    STATES[state](table)
    page = table.page
    page.locator("#message .primary, dialog[open] .primary, button").first.wait_for()
    view = "dialog[open]" if page.locator("dialog[open]").count() else "body"
    colour = page.evaluate(
        "document.body.appendChild(document.createElement('i')).style.color = 'var(--accent)',"
        "getComputedStyle(document.body.lastChild).color"
    )
    assert page.locator(f"{view} button").evaluate_all(PRIMARY).count(colour) == 1


@pytest.mark.thorough
@pytest.mark.parametrize("options", [{}, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
def test_the_guide_has_no_barriers(open_page: OpenPage, language: str, options: dict[str, Any]) -> None:
    table = open_page(START, is_new=True, locale=language, **options)
    table.page.locator("[data-cue]").first.wait_for()
    table.has_no_barriers()
    table.page.emulate_media(forced_colors="active")
    table.has_no_barriers()
