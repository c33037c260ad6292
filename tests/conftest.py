"""What every test may ask for."""

from __future__ import annotations

import gc
import os
import re
import shutil
import signal
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import pytest
from hypothesis import settings

from browsers import driver as driver
from browsing import CHROMIUMS
from browsing import chromium as chromium
from browsing import open_page as open_page
from browsing import web_server as web_server

PROGRAMS: Final = {
    "browser": CHROMIUMS,
    "cadical": ("cadical",),
    "cbc": ("cbc",),
    "clasp": ("clasp",),
    "clingo": ("clingo",),
    "cvc5": ("cvc5",),
    "firefox": ("firefox-esr", "firefox"),
    "git": ("git",),
    "glpk": ("glpsol",),
    "minisat": ("minisat",),
    "minisat+": ("minisat+",),
    "minizinc": ("minizinc",),
    "java": ("java",),
    "node": ("node", "nodejs"),
    "swipl": ("swipl",),
    "valgrind": ("valgrind",),
    "webkit": ("WebKitWebDriver",),
    "xvfb": ("Xvfb",),
    "z3": ("z3",),
}
"""What a test may need that pip does not install, and the commands that it goes by."""

INTERRUPTING: Final = re.compile("ctrl_c|interrupt|signal|stops|time_limit|deadline", re.IGNORECASE)
"""In the names of tests of Ctrl-C and time limits, which do not run under coverage, nor do those with an
alarm: an exception that is raised inside it leaves its lock held for good."""

# Until the tests are collected: there is no garbage before.
gc.disable()

# In the background Ctrl-C is ignored, and under nohup SIGHUP is, also in every process that the tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)
for ending in ("SIGHUP", "SIGTERM"):
    if hasattr(signal, ending):
        signal.signal(getattr(signal, ending), signal.SIG_DFL)

# A busy machine must not fail a test that is right.
settings.register_profile("bimaru", deadline=None, max_examples=50)
settings.register_profile("long", deadline=None, max_examples=5000)  # pytest --hypothesis-profile=long
settings.load_profile("bimaru")


@pytest.hookimpl(trylast=True)  # after the random order
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Under coverage, leave out interruptions, and all cases of a test but one: the others cover few further
    lines. Put tests in a browser last: Playwright keeps an event loop running, and there cannot be two."""
    if config.pluginmanager.hasplugin("_cov"):
        one_each = {item.nodeid.partition("[")[0]: item for item in items}.values()
        kept = {it for it in one_each if not INTERRUPTING.search(it.nodeid) and "alarm" not in _fixtures(it)}
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = [item for item in items if item in kept]
    items.sort(key=lambda item: bool({"chromium", "driver"} & _fixtures(item)))


def pytest_collection_finish() -> None:
    """Keep the garbage collector from walking through all modules and tests again and again, which took 7% of
    the time, and a fifth of that of collecting tests."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    gc.enable()


def _fixtures(item: pytest.Item) -> set[str]:
    return {*getattr(item, "fixturenames", ())}


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test marked `needs("minizinc")` where that is missing, or fail it if BIMARU_NO_SKIP=1."""
    needed = [name for mark in item.iter_markers("needs") for name in mark.args]
    missing = [name for name in needed if not _is_installed(name)]
    if missing:
        refuse = pytest.fail if os.environ.get("BIMARU_NO_SKIP") == "1" else pytest.skip
        refuse(f"for want of {', '.join(missing)}")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Note what was skipped for want of a program, for the list at the end of `make test`."""
    file = os.environ.get("BIMARU_SKIPPED")
    if file:
        reasons = [report.longrepr[2] for report in terminalreporter.stats.get("skipped", [])]
        wanting = [reason.removeprefix("Skipped: ") for reason in reasons if "for want of" in reason]
        with Path(file).open("a", encoding="utf-8") as skipped:
            skipped.writelines(f"a test, {reason}\n" for reason in wanting)


def _is_installed(name: str) -> bool:
    """Whether a program, or a package that is no program, can be used."""
    return any(map(shutil.which, PROGRAMS[name])) if name in PROGRAMS else find_spec(name) is not None
