"""Shared by the tests of static sites: the engine that `make site` has built, and a plain server."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Final

import pytest

from bimaru.puzzle import Puzzle
from bimaru.web.gallery import Gallery, entry_of
from bimaru.web.static_site import BrowserEngine, site_files, write_site

BUILD: Final = Path(__file__).parents[2] / "build"


def built(name: str) -> Path:
    """What `make site` has built; without it, the test is skipped, or fails where nothing may be skipped."""
    directory = BUILD / name
    if not directory.is_dir():
        refuse = pytest.fail if os.environ.get("BIMARU_NO_SKIP") == "1" else pytest.skip
        refuse(f"for want of {directory}: make site")
    return directory


def write_gallery(
    directory: Path, puzzles: Sequence[Puzzle], *, engine: Path | None = None, title: str = "Calm seas"
) -> None:
    """A site with these puzzles, each with its grade."""
    entries = tuple(entry_of(puzzle, number, None) for number, puzzle in enumerate(puzzles, 1))
    opened = None if engine is None else BrowserEngine.open(engine)
    write_site(directory, site_files(opened, Gallery(title, entries)))


class _Handler(SimpleHTTPRequestHandler):
    """Python's own server, which knows no types of its own and compresses nothing, like a simple host."""

    def log_message(self, format: str, *args: object) -> None:
        """Print nothing."""


@contextmanager
def plain_server(directory: Path) -> Iterator[str]:
    """A server of the files in a directory; its URL."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, directory=str(directory))) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()
