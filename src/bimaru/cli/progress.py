"""Progress of long work on standard error: how much is done, of how much, how fast, and the time left.

On a terminal it is a line that is written again and again; elsewhere a line every ten seconds. There is none
about work of less than a second, and none with `--quiet`.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from threading import Event, Lock, Thread
from typing import Final, TypeVar

import click

from bimaru.cli.output_protocol import NoOutput, Output, Text

Item = TypeVar("Item")

QUIET: Final = "bimaru.quiet"
"""The key, in the data of a command's context, of whether there is to be no progress."""
TOTAL: Final = "bimaru.total"
"""The key of a function that returns the number of puzzles to come, or `None` if that is not known."""
_READ: Final = "bimaru.read"
"""The key of the number of puzzles that have been read."""
_DELAY: Final = 1.0
"""Seconds of work before the line appears."""
_PERIOD: Final = 0.2
_LINE_PERIOD: Final = 10.0
"""Seconds between two lines where standard error is no terminal."""
_CLEAR: Final = "\r\x1b[K"


@contextmanager
def progress_line(output: Output, activity: Callable[[], str] = str) -> Iterator[Output]:
    """The same output, with progress on standard error.

    `activity` describes what is being worked on."""
    context = click.get_current_context(silent=True)
    if context and context.meta.get(QUIET):
        yield output
        return
    is_terminal = sys.stderr.isatty()
    line = _ProgressLine(output, activity, context, is_terminal=is_terminal)
    if is_terminal or activity is not str:
        line.start()
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


def note_read(number: int) -> None:
    """Note how many puzzles the running command has read."""
    if context := click.get_current_context(silent=True):
        context.meta[_READ] = number


def expect(total: Callable[[], int | None]) -> None:
    """Note how the number of puzzles to come can be found. It is called only for work that takes long."""
    click.get_current_context().meta[TOTAL] = total


def describe(done: int, total: int | None, seconds: float, activity: str = "") -> str:
    """The progress in words: `12 of 100 done, 3.4/s, 26 s left`."""
    parts = [activity]
    if done:
        of = f" of {total:,}" if total is not None and total >= done else ""
        rate = done / max(seconds, 1e-9)
        parts = [f"{done:,}{of} done", activity, f"{rate:,.0f}/s" if rate >= 10 else f"{rate:.2g}/s"]
        if of:
            return ", ".join(filter(None, [*parts, f"{duration((total or 0) / rate - seconds)} left"]))
    return ", ".join(filter(None, [*parts, duration(seconds)]))


def duration(seconds: float) -> str:
    """A duration, as a person reads it: `42 s`, `3 min 5 s`, `2 h 10 min`."""
    whole = max(0, round(seconds))
    if whole < 120:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    return f"{minutes} min {rest} s" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


class _ProgressLine:
    """Passes answers on and shows progress between them; on a terminal, each answer clears it."""

    def __init__(
        self, output: Output, activity: Callable[[], str], context: click.Context | None, *, is_terminal: bool
    ) -> None:
        self._output = output
        self._activity = activity
        self._meta = context.meta if context else {}
        self._is_terminal = is_terminal
        self._count = 0
        self._total: int | None = None
        self._start = time.monotonic()
        self._lock = Lock()
        self._stopped = Event()
        self._thread: Thread | None = None

    def start(self) -> None:
        """Start to show it."""
        from bimaru.processes.interrupts import interrupts_held

        self._thread = Thread(target=self._refresh, daemon=True)
        with interrupts_held():  # an exception from a signal handler would leave the thread half started
            self._thread.start()

    def put(self, id: str | int | None, text: Text) -> None:
        if self._thread is None:  # only now: forking the workers is unsafe beside threads
            self.start()
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

        if self._thread is None:
            return
        with interrupts_held():
            self._stopped.set()
            self._thread.join()
            self._clear()

    def _refresh(self) -> None:
        while not self._stopped.wait(_PERIOD if self._is_terminal else _LINE_PERIOD):
            seconds = time.monotonic() - self._start
            if seconds < _DELAY:
                continue
            if find_total := self._meta.get(TOTAL):
                self._total, self._meta[TOTAL] = find_total(), None
            with self._lock:
                text = describe(self._done(), self._total, seconds, self._activity())
                sys.stderr.write(_CLEAR + text if self._is_terminal else f"{text}\n")
                sys.stderr.flush()

    def _done(self) -> int:
        """The puzzles that are done: answered or, where all answers come at the end, read before this one."""
        read: int = self._meta.get(_READ, 0)
        return self._count or max(read - 1, 0)

    def _clear(self) -> None:
        if self._is_terminal and time.monotonic() - self._start >= _DELAY:
            sys.stderr.write(_CLEAR)
            sys.stderr.flush()
