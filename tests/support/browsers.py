"""Chromium, Firefox and WebKitGTK behind one small interface, for the tests that run in all three."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from selenium.webdriver import WebKitGTK

Point: TypeAlias = tuple[float, float]
"""Pixels from the left and the top edge of the window."""

PATIENCE: Final = 180
"""Seconds for a script in the page, on a busy machine."""
_PAGE_TESTS: Final = Path(__file__).parents[1] / "page"
_MINI_BROWSERS: Final = "usr/lib/*/webkit*gtk-*/MiniBrowser"
_WINDOW: Final = (1280, 900)
_DISPLAY: Final = "1400x1050x24"


class Driver(Protocol):
    """A browser with one open page."""

    def open(self, url: str) -> None:
        """Open a page."""

    def reload(self) -> None:
        """Load the page again."""

    def run(self, script: str, *parameters: object) -> Any:
        """The value of a JavaScript function, which may be async; parameters and value are JSON."""

    def point(self, *points: Point) -> None:
        """Press the mouse at the first point, move it along the others, and release it."""

    def press(self, key: str) -> None:
        """Press a key, named as in `KeyboardEvent.key`."""


class Chromium:
    """Playwright's page."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def open(self, url: str) -> None:
        self._page.goto(url)

    def reload(self) -> None:
        self._page.reload()

    def run(self, script: str, *parameters: object) -> Any:
        return self._page.evaluate(f"parameters => ({script})(...parameters)", parameters)

    def point(self, *points: Point) -> None:
        mouse = self._page.mouse
        mouse.move(*points[0])
        mouse.down()
        for point in points[1:]:
            mouse.move(*point)
        mouse.up()

    def press(self, key: str) -> None:
        self._page.keyboard.press(key)


class Firefox:
    """Puppeteer in a process of Node, by WebDriver BiDi: Debian has no geckodriver, which Selenium needs."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self._answer()

    def open(self, url: str) -> None:
        self._send("open", url)

    def reload(self) -> None:
        self._send("reload", None)

    def run(self, script: str, *parameters: object) -> Any:
        return self._send("run", [script, parameters])

    def point(self, *points: Point) -> None:
        self._send("point", points)

    def press(self, key: str) -> None:
        self._send("press", key)

    def _send(self, name: str, argument: object) -> Any:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps([name, argument]) + "\n")
        self._process.stdin.flush()
        return self._answer()

    def _answer(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, "Firefox or its driver has ended"
        answer = json.loads(line)
        assert "error" not in answer, answer["error"]
        return answer["value"]


class WebKit:
    """Selenium's WebKitGTK; what it starts ends with the stack."""

    def __init__(self, started: ExitStack) -> None:
        self._started = started
        self._start()

    def _start(self) -> None:
        self._driver = self._started.enter_context(_webkit_driver())

    def open(self, url: str) -> None:
        from selenium.common.exceptions import TimeoutException

        try:
            self._driver.get(url)
        except TimeoutException:
            # On a busy machine WebKitGTK 2.50 loses a navigation to a page with a service worker now and
            # then, and each one after it: nothing but another browser helps.
            self._started.close()
            self._start()
            self._driver.get(url)

    def reload(self) -> None:
        self._driver.refresh()

    def run(self, script: str, *parameters: object) -> Any:
        answer = self._driver.execute_async_script(
            "const [script, parameters, done] = arguments;"
            f"Promise.resolve().then(() => ({script})(...parameters))"
            ".then(value => done({ value: value ?? null }), error => done({ error: String(error) }))",
            script,
            parameters,
        )
        assert "error" not in answer, answer["error"]
        return answer["value"]

    def point(self, *points: Point) -> None:
        from selenium.webdriver.common.actions.action_builder import ActionBuilder

        actions = ActionBuilder(self._driver)
        mouse = actions.pointer_action
        mouse.move_to_location(*map(round, points[0]))
        mouse.pointer_down()
        for point in points[1:]:
            mouse.move_to_location(*map(round, point))
        mouse.pointer_up()
        actions.perform()

    def press(self, key: str) -> None:
        from selenium.webdriver.common.action_chains import ActionChains
        from selenium.webdriver.common.keys import Keys

        named = {"ArrowRight": Keys.ARROW_RIGHT, "ArrowDown": Keys.ARROW_DOWN, "Enter": Keys.ENTER}
        ActionChains(self._driver).send_keys(named.get(key, key)).perform()


BROWSERS: Final = (
    pytest.param("chromium", marks=(pytest.mark.needs("browser"), pytest.mark.thorough)),
    pytest.param("firefox", marks=(pytest.mark.needs("firefox", "node"), pytest.mark.thorough)),
    pytest.param("webkit", marks=(pytest.mark.needs("webkit", "xvfb"), pytest.mark.thorough)),
)
"""Other tests check the same features more closely, in Chromium only."""


@pytest.fixture(scope="module", params=BROWSERS)
def driver(request: pytest.FixtureRequest) -> Iterator[Driver]:
    """Each browser in turn, with one page for all tests of a file."""
    if request.param == "chromium":
        at_work = _chromium(request.getfixturevalue("chromium"))
    else:
        at_work = {"firefox": _firefox, "webkit": _webkit}[request.param]()
    with at_work as driver:
        yield driver


@contextmanager
def _chromium(browser: Browser) -> Iterator[Driver]:
    width, height = _WINDOW
    page = browser.new_page(viewport={"width": width, "height": height})
    page.set_default_timeout(PATIENCE * 1000)
    yield Chromium(page)
    page.context.close()


@contextmanager
def _firefox() -> Iterator[Driver]:
    if not (_PAGE_TESTS / "node_modules" / "puppeteer-core").is_dir():
        refuse = pytest.fail if os.environ.get("BIMARU_NO_SKIP") == "1" else pytest.skip
        refuse("for want of puppeteer-core: make page")
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    command = ["node", str(_PAGE_TESTS / "firefox-driver.js"), str(program)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield Firefox(process)


@contextmanager
def _webkit() -> Iterator[Driver]:
    with ExitStack() as started:
        yield WebKit(started)


@contextmanager
def _webkit_driver() -> Iterator[WebKitGTK]:
    from selenium import webdriver
    from selenium.webdriver.webkitgtk.options import Options
    from selenium.webdriver.webkitgtk.service import Service

    options = Options()
    options.binary_location = str(next(Path("/").glob(_MINI_BROWSERS)))
    options.add_argument("--automation")
    with _display() as display:
        # Without a graphics card its compositor draws nothing, or hangs.
        environment = {**os.environ, "DISPLAY": display, "WEBKIT_DISABLE_COMPOSITING_MODE": "1"}
        service = Service(shutil.which("WebKitWebDriver"), env=environment)
        with warnings.catch_warnings():  # Selenium 4.51 warns of its own call
            warnings.simplefilter("ignore", DeprecationWarning)
            driver = webdriver.WebKitGTK(options=options, service=service)
        try:
            driver.set_script_timeout(PATIENCE)
            driver.set_page_load_timeout(PATIENCE / 4)
            driver.set_window_size(*_WINDOW)
            yield driver
        finally:
            service.stop()  # a lost browser ends with its display


@contextmanager
def _display() -> Iterator[str]:
    """The name of a display that nobody sees."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", _DISPLAY, "-nolisten", "tcp"]
    with (
        subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL) as process,
        os.fdopen(reading) as numbers,
    ):
        os.close(writing)
        try:
            yield f":{numbers.readline().strip()}"
        finally:
            process.terminate()
