"""Audits of what is shown in the course of a game, in every language and in forced colours."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest

from browsing import START, OpenPage, Table
from sampling import thorough

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


def check(table: Table) -> None:
    table.square("B2").click()
    table.page.locator("[data-command=check]").click()
    table.page.locator("#message.bad .branch").wait_for()


def win(table: Table) -> None:
    for name in SHIPS:
        table.square(name).click()
    table.page.locator("#message.good .fine:not(:empty)").wait_for()


def hint(table: Table) -> None:
    table.page.locator("[data-command=hint]").click()
    table.page.locator("#message .primary").wait_for()
    while not table.page.locator(".board .settled").count():
        table.page.locator("#message .primary").click()


def try_out(table: Table) -> None:
    table.page.locator("[data-command=checkpoint]").click()
    table.square("A3").click()
    table.square("A2").click(button="right")


STATES: Final = {"learn": learn, "check": check, "win": win, "hint": hint, "try-out": try_out}


@pytest.mark.parametrize("options", [{}, thorough(PHONE)], ids=["desk", "phone"])
@pytest.mark.parametrize("language", ["en", *map(thorough, ("de", "fr", "es"))])
@pytest.mark.parametrize("state", STATES.values(), ids=STATES.keys())
def test_no_state_of_a_game_has_a_barrier(
    open_page: OpenPage, state: Callable[[Table], None], language: str, options: dict[str, Any]
) -> None:
    table = open_page(SMALL, locale=language, **options)
    state(table)
    table.has_no_barriers()


@pytest.mark.parametrize("state", STATES.values(), ids=STATES.keys())
def test_no_state_of_a_game_has_a_barrier_in_forced_colours(
    open_page: OpenPage, state: Callable[[Table], None]
) -> None:
    table = open_page(SMALL, forced_colors="active")
    state(table)
    table.has_no_barriers()


@pytest.mark.parametrize("key", ["n", "g", ",", "?"])
def test_no_dialog_has_a_barrier(open_page: OpenPage, key: str) -> None:
    table = open_page(SMALL)
    table.page.keyboard.press(key)
    table.page.locator("dialog[open] h2").wait_for()
    table.page.wait_for_timeout(200)
    table.has_no_barriers()


def test_the_guide_has_no_barriers(open_page: OpenPage) -> None:
    table = open_page(START, is_new=True)
    table.page.locator("[data-cue]").first.wait_for()
    table.has_no_barriers()
