"""What the page reports beside the board: a lost server, slow answers, a full storage, a new version."""

from __future__ import annotations

from typing import Any, Final

import pytest

from browsing import OpenPage, Table, open_lessons

pytestmark = pytest.mark.needs("browser")

SMALL: Final = "#r=2.1.1.2.0.4&c=0.2.2.4.0.2&f=3x1.2x2.1x3&h=D3W.F2L"
SIZES: Final = {"phone": (390, 844), "phone, lying": (844, 390), "desktop": (1280, 900)}
BOARD: Final = "() => JSON.stringify(document.querySelector('.board').getBoundingClientRect())"

SERVICE_WORKERS: Final = """() => {
  const workers = new EventTarget()
  const registration = new EventTarget()
  const worker = Object.assign(new EventTarget(), { state: "installing", postMessage() {} })
  Object.assign(registration, { installing: null, waiting: null, active: null })
  Object.assign(workers, { ready: new Promise(() => {}), register: async () => registration })
  Object.defineProperty(navigator, "serviceWorker", { value: workers })
  window.fake = { workers, registration, worker }
}"""
"""A stand-in for the browser's service workers, whose states the test sets."""


@pytest.mark.thorough
@pytest.mark.parametrize("size", SIZES)
def test_the_board_keeps_its_place_whatever_is_reported(open_page: OpenPage, size: str) -> None:
    width, height = SIZES[size]
    table = open_page(SMALL, viewport={"width": width, "height": height})
    table.page.locator(".grade").wait_for()
    place = table.page.evaluate(BOARD)
    table.page.evaluate(
        """() => document.querySelectorAll('#notices > *').forEach((line) => {
          line.hidden = false
          line.prepend('There is a new version of this page. Your game is kept.')
        })"""
    )
    assert table.page.locator("#notices > :visible").count() >= 3
    assert table.page.evaluate(BOARD) == place


@pytest.mark.thorough
def test_a_slow_answer_is_waited_for_only_in_its_mode(open_page: OpenPage) -> None:
    table = open_page(SMALL)
    table.hold("explain")
    line = table.page.locator("#notices .waiting", has_text="Explaining")
    table.press("Learn")
    line.wait_for()
    open_lessons(table)
    assert line.is_hidden()
    table.press("Learn")
    line.wait_for()


def offered(table: Table, **states: Any) -> bool:
    """Whether a new version is offered once the service workers have these states."""
    return bool(
        table.page.evaluate(
            """async ({ state, waiting, active, controller }) => {
              const { workers, registration, worker } = window.fake
              workers.controller = controller ? worker : null
              registration.active = active ? { state: "activated" } : null
              registration.waiting = waiting ? worker : null
              worker.state = state
              worker.dispatchEvent(new Event("statechange"))
              await new Promise((resolve) => setTimeout(resolve, 100))
              return !window.line.hidden
            }""",
            {"state": "installed", "waiting": False, "active": False, "controller": False} | states,
        )
    )


@pytest.mark.thorough
def test_the_first_version_is_not_offered_as_a_new_one(open_page: OpenPage) -> None:
    table = open_page(SMALL)
    table.page.evaluate(f"({SERVICE_WORKERS})()")
    table.page.evaluate(
        """async () => {
          const { offlineLine } = await import("./service/offline.js")
          const api = Object.assign(new EventTarget(), { backend: {}, isReady: true })
          window.line = offlineLine(api, () => {})
          document.body.append(window.line)
          await new Promise((resolve) => setTimeout(resolve, 100))
          fake.registration.installing = fake.worker
          fake.registration.dispatchEvent(new Event("updatefound"))
        }"""
    )
    assert not offered(table, waiting=True)
    assert not offered(table, active=True, controller=True)
    assert offered(table, waiting=True, active=True, controller=True)


def test_who_is_offline_is_told_so_and_comes_back_at_once(open_page: OpenPage) -> None:
    table = open_page(SMALL)
    table.expected = ("Failed to load resource",)
    table.page.locator(".grade", has_text="intermediate").wait_for()
    table.square("A1").click()
    table.page.wait_for_load_state("networkidle")
    table.page.evaluate("import('./play/hints-and-mistakes.js')")
    table.page.context.set_offline(True)
    table.press("Hint")
    notice = table.page.locator("#notice", has_text="You are offline. You can keep playing")
    notice.wait_for()
    table.message().get_by_text("You are offline.", exact=True).wait_for()
    table.page.clock.install()  # no further attempt by itself
    table.page.context.set_offline(False)
    notice.wait_for(state="hidden")
