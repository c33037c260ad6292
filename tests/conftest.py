"""What every test may ask for."""

from __future__ import annotations

import os
import shutil
import signal
from importlib.util import find_spec
from typing import Final

import pytest
from hypothesis import settings

from browsers import driver as driver
from browsing import chromium as chromium
from browsing import open_page as open_page
from browsing import web_server as web_server

PROGRAMS: Final = {
    "browser": ("chromium", "chromium-browser", "google-chrome"),
    "cadical": ("cadical",),
    "cbc": ("cbc",),
    "clasp": ("clasp",),
    "clingo": ("clingo",),
    "cvc5": ("cvc5",),
    "firefox": ("firefox-esr", "firefox"),
    "glpk": ("glpsol",),
    "minisat": ("minisat",),
    "minisat+": ("minisat+",),
    "minizinc": ("minizinc",),
    "java": ("java",),
    "node": ("node", "nodejs"),
    "swipl": ("swipl",),
    "webkit": ("WebKitWebDriver",),
    "xvfb": ("Xvfb",),
    "z3": ("z3",),
}
"""What a test may need that pip does not install, and the commands that it goes by."""

# In the background Ctrl-C is ignored, and under nohup SIGHUP is, also in every process that the tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)
for ending in ("SIGHUP", "SIGTERM"):
    if hasattr(signal, ending):
        signal.signal(getattr(signal, ending), signal.SIG_DFL)

# A busy machine must not fail a test that is right.
settings.register_profile("bimaru", deadline=None)
settings.register_profile("long", deadline=None, max_examples=5000)  # pytest --hypothesis-profile=long
settings.load_profile("bimaru")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests in a browser come last: Playwright keeps an event loop running, and there cannot be two."""
    items.sort(key=lambda item: bool({"chromium", "driver"} & set(getattr(item, "fixturenames", ()))))


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test marked `needs("minizinc")` where that is missing, or fail it if BIMARU_NO_SKIP=1."""
    needed = [name for mark in item.iter_markers("needs") for name in mark.args]
    missing = [name for name in needed if not _is_installed(name)]
    if missing:
        refuse = pytest.fail if os.environ.get("BIMARU_NO_SKIP") == "1" else pytest.skip
        refuse(f"for want of {', '.join(missing)}")


def _is_installed(name: str) -> bool:
    """Whether a program, or a package that is no program, can be used."""
    return any(map(shutil.which, PROGRAMS[name])) if name in PROGRAMS else find_spec(name) is not None
