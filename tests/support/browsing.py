"""Shared by the tests of the web page: a server, a browser, and pages whose console must stay empty."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal
from urllib.parse import urlsplit

import pytest

from bimaru import Puzzle, parse_all
from serving import ALONE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Locator, Page, ViewportSize

PHONE: Final[ViewportSize] = {"width": 360, "height": 740}
TABLET: Final[ViewportSize] = {"width": 768, "height": 1024}
DESKTOP: Final[ViewportSize] = {"width": 1440, "height": 900}
OPEN_SEA: Final = (
    "#r=4.1.1.1.2.2.3.1.2.3&c=2.2.1.2.1.4.0.4.4.0&f=4x1.3x2.2x3.1x4&h=A2W.A6R.E8M.G3S.I6M&n=Open+sea"
)
"""The puzzle at which tests open the page, unless they name another or the start."""
START: Final = ""
"""The address without a puzzle, at which the page begins."""
_KNOWS: Final = "try { localStorage['bimaru:setting:explained'] ??= 'true' } catch {}"
"""A script that makes a visitor one who has been here before."""
PATIENCE: Final = 60_000
"""Milliseconds that a test waits for something to appear: generous, for busy machines."""
CHROMIUMS: Final = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""Commands, the best first: the shell without a window takes a third of the processor time of the browser."""
_FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    # Fewer processes and threads: there are as many browsers as cores.
    "--in-process-gpu",
    "--enable-features=NetworkServiceInProcess2",
    "--js-flags=--single-threaded",
)

_DIALOGS: Final = ("Puzzles", "Other puzzles", "Logbook", "Settings", "Help")
"""The buttons that open dialogs, which are loaded first."""
_AUDIT: Final = "options => axe.run(options).then(({ violations }) => ({ violations }))"
_AUDITS: Final[dict[Literal["light", "dark"], Any]] = {
    "light": {"resultTypes": ["violations"]},
    "dark": {"resultTypes": ["violations"], "runOnly": ["color-contrast"]},
}
"""What axe-core looks for in each color scheme; it gathers no more about the rules that are kept."""
NO_DATABASE: Final = "Object.defineProperty(window, 'indexedDB', { value: undefined })"
"""A script that takes the browser's database away."""
_BLOCKED: Final = "Service Worker registration blocked by Playwright"

OpenPage = Callable[..., "Table"]


class Server:
    """`bimaru serve` for one client, which can be stopped and started again at the same address."""

    def __init__(self, *options: str) -> None:
        self.port = 0
        self.options = options
        self.start()

    def start(self) -> None:
        command = [
            sys.executable,
            "-m",
            "bimaru",
            "serve",
            "--port",
            str(self.port),
            *ALONE,
            *self.options,
        ]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        self.url = next(word for word in line.split() if word.startswith("http"))
        self.port = urlsplit(self.url).port or 0

    def end(self) -> None:
        """End it; nothing happens if it has ended already."""
        self._process.terminate()
        self._process.communicate(timeout=20)


@dataclass
class Table:
    """An open page with a board."""

    page: Page
    complaints: list[str] = field(default_factory=list)
    expected: tuple[str, ...] = ()
    """Parts of the console's errors that a test causes on purpose."""

    def square(self, name: str) -> Locator:
        """The square with a name such as `B4`."""
        return self.page.locator(f'.board .cell[aria-label^="{name},"]')

    def shows(self, name: str) -> str:
        """The label of a square for screen readers, without its name."""
        label = self.square(name).get_attribute("aria-label")
        assert label is not None
        return label.removeprefix(f"{name}, ")

    def press(self, name: str) -> None:
        """Press the button with a name, and wait for the dialog that it opens, if any."""
        self.page.get_by_role("button", name=name, exact=True).click()
        if name in _DIALOGS:
            self.page.wait_for_selector("dialog[open]")

    def has_squares(self, number: int) -> None:
        """Wait until the board has a number of squares."""
        from playwright.sync_api import expect

        expect(self.page.locator("#frame .cell")).to_have_count(number)

    def settles(self, name: str) -> None:
        """Wait until the button with a name, disabled while its action runs, is enabled again."""
        from playwright.sync_api import expect

        expect(self.page.get_by_role("button", name=name, exact=True)).to_be_enabled()

    def has_no_barriers(self) -> None:
        """Audit the page with axe-core: all rules in light, contrast in dark as well."""
        from axe_playwright_python.base import AXE_SCRIPT, AxeResults

        if self.page.evaluate("!window.axe"):
            self.page.evaluate(AXE_SCRIPT)
        for scheme, options in _AUDITS.items():
            self.page.emulate_media(color_scheme=scheme)
            found = AxeResults(self.page.evaluate(_AUDIT, options))
            assert found.violations_count == 0, found.generate_report()

    def hold(self, operation: str) -> list[Any]:
        """The requests of an operation from now on, which are not answered."""
        held: list[Any] = []

        def keep(route: Any) -> None:
            held.append(route)

        self.page.route(f"**/api/{operation}", keep)
        return held

    def stop_clock(self) -> None:
        """Load the page again, with a clock that goes only when a test says so."""
        self.page.clock.install(time="2030-01-01T12:00:00")
        self.page.clock.pause_at("2030-01-01T13:00:00")
        self.page.reload()

    def verdict(self, text: str) -> None:
        """Wait until the verdict of Learn or Set has a text."""
        self.page.locator(".verdict", has_text=text).wait_for()

    def message(self) -> Locator:
        return self.page.locator("#message")

    def draft(self) -> Puzzle:
        """The puzzle of Set, as the browser stores it."""
        data = self.page.evaluate("JSON.parse(localStorage['bimaru:setting:draft']).data")
        return next(parse_all(json.dumps(data), "json"))

    def stored_setting(self, name: str) -> Any:
        """A setting, as the browser stores it."""
        return self.page.evaluate("name => JSON.parse(localStorage['bimaru:setting:' + name])", name)

    def stored(self) -> Any:
        """The most recent game, as the browser stores it."""
        return self.page.evaluate(
            "JSON.parse(localStorage['bimaru:game:' + JSON.parse(localStorage['bimaru:recent'])[0].key])"
        )


def open_lessons(table: Table) -> None:
    """Go to the lessons."""
    table.press("Help")
    table.page.locator("#help").get_by_role("button", name="Lessons").click()
    table.page.wait_for_selector(".lesson-title")


def open_editor(open_page: OpenPage, fragment: str, **options: Any) -> Table:
    """The page with a puzzle in Set, whose solutions are counted."""
    table = open_page(fragment, **options)
    table.press("Set")
    table.verdict("solution")
    return table


@pytest.fixture(scope="session")
def web_server() -> Iterator[Server]:
    """One server for all tests of a process, which send one request after another."""
    _require("fastapi", "uvicorn")
    server = Server()
    yield server
    server.end()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for all tests of a process."""
    _require("playwright", "axe_playwright_python")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    program = next(path for name in CHROMIUMS if (path := shutil.which(name)))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(_FLAGS))
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium: Browser, web_server: Server) -> Iterator[OpenPage]:
    """A function that opens the page at a fragment in a new browser context whose console must stay empty."""
    contexts: list[BrowserContext] = []
    tables: list[Table] = []

    def open_at(
        fragment: str = OPEN_SEA,
        *,
        url: str | None = None,
        wait_for: str = ".board .cell",
        is_new: bool = False,
        at: str | None = None,
        **options: Any,
    ) -> Table:
        options = {"viewport": DESKTOP, "reduced_motion": "reduce", "service_workers": "block"} | options
        context = chromium.new_context(**options)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        if not is_new:
            context.add_init_script(_KNOWS)
        if at is not None:
            context.clock.set_fixed_time(at)
        table = Table(context.new_page())
        tables.append(table)
        table.page.on("console", lambda message: _record(table, message.type, message.text))
        table.page.on("pageerror", lambda error: table.complaints.append(str(error)))
        table.page.goto((url or web_server.url) + fragment)
        table.page.wait_for_selector(wait_for)
        return table

    yield open_at
    # Before the contexts end: a page that is still loading may then reach no server.
    unexpected = [
        text
        for table in tables
        for text in table.complaints
        if not any(part in text for part in (*table.expected, _BLOCKED))
    ]
    for context in contexts:
        context.unroute_all(behavior="ignoreErrors")  # requests may still be pending
        context.close()
    assert not unexpected, unexpected


def _record(table: Table, kind: str, text: str) -> None:
    if kind in ("error", "warning"):
        table.complaints.append(text)


def _require(*packages: str) -> None:
    """Skip the test if packages are missing, or fail where nothing may be skipped."""
    from importlib.util import find_spec

    missing = [package for package in packages if find_spec(package) is None]
    if missing:
        refuse = pytest.fail if os.environ.get("BIMARU_NO_SKIP") == "1" else pytest.skip
        refuse(f"for want of {', '.join(missing)}")
