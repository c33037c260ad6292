"""A progress line on the terminal: how many puzzles are done, what is being worked on, and for how long."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from bimaru.cli.output import Output, Text

Item = TypeVar("Item")

_DELAY: Final = 1.0
"""Seconds of work before the line appears."""
_PERIOD: Final = 0.2
_CLEAR: Final = "\r\x1b[K"


@contextmanager
def progress_line(output: Output, activity: Callable[[], str] = str) -> Iterator[Output]:
    """The same output, with a progress line on standard error if that is a terminal.

    `activity` describes what is being worked on."""
    if not sys.stderr.isatty():
        yield output
        return
    line = _ProgressLine(output, activity)
    try:
        yield line
    finally:
        line.stop()


@contextmanager
def counted_items(items: Iterable[Item]) -> Iterator[Iterator[Item]]:
    """The same items, with a progress line that counts them."""
    with progress_line(NoOutput()) as line:
        yield _count(items, line)


def _count(items: Iterable[Item], line: Output) -> Iterator[Item]:
    for item in items:
        line.put(None, "")
        yield item


class NoOutput:
    """An output that discards everything, for a progress line without answers."""

    def put(self, id: object, text: object) -> None:
        """Do nothing."""


class _ProgressLine:
    """Passes answers on and shows the line between them; each answer clears it."""

    def __init__(self, output: Output, activity: Callable[[], str]) -> None:
        self._output = output
        self._activity = activity
        self._count = 0
        self._start = time.monotonic()
        self._lock = Lock()
        self._stopped = Event()
        self._thread = Thread(target=self._refresh, daemon=True)
        from bimaru.processes.interrupts import interrupts_held

        with interrupts_held():  # the methods of threads and events do not survive an exception
            self._thread.start()

    def put(self, id: str | int | None, text: Text) -> None:
        if isinstance(text, str | bytes):
            with self._lock:
                self._clear()
                self._output.put(id, text)
        else:
            with closing(self._between_refreshes(text)) as pieces:
                self._output.put(id, pieces)
        self._count += 1

    def _between_refreshes(self, pieces: Iterator[str]) -> Generator[str, None, None]:
        """The same pieces, each of them written while the line is cleared."""
        for piece in pieces:
            with self._lock:
                self._clear()
                yield piece

    def stop(self) -> None:
        from bimaru.processes.interrupts import interrupts_held

        with interrupts_held():
            self._stopped.set()
            self._thread.join()
            self._clear()

    def _refresh(self) -> None:
        while not self._stopped.wait(_PERIOD):
            seconds = time.monotonic() - self._start
            if seconds >= _DELAY:
                with self._lock:
                    activity = self._activity()
                    count = f"{self._count} done" if self._count or not activity else ""
                    parts = (count, activity, f"{seconds:.0f} s")
                    sys.stderr.write(_CLEAR + ", ".join(filter(None, parts)))
                    sys.stderr.flush()

    def _clear(self) -> None:
        if time.monotonic() - self._start >= _DELAY:
            sys.stderr.write(_CLEAR)
            sys.stderr.flush()
