"""A line on the terminal about long work: how many puzzles are done, what is at work, and since when."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from threading import Event, Lock, Thread
from typing import Final, Protocol, TypeAlias

_PATIENCE: Final = 1.0
"""Seconds before there is a line."""
_PERIOD: Final = 0.2
_CLEAR: Final = "\r\x1b[K"


Text: TypeAlias = str | bytes | Iterator[str]
"""An answer, whole or in pieces that come one by one."""


def pieces_of(text: Text) -> Iterator[str | bytes]:
    """The pieces; what is whole is one."""
    return iter([text]) if isinstance(text, str | bytes) else text


class Output(Protocol):
    """A place for answers."""

    def put(self, id: str | int | None, text: Text) -> None:
        """Add the answer for the puzzle of that `id`; text ends with a newline."""


@contextmanager
def counted(output: Output, doing: Callable[[], str] = str) -> Iterator[Output]:
    """The same output, with a line on standard error about it where that is a terminal; `doing`
    says what is at work."""
    if not sys.stderr.isatty():
        yield output
        return
    telling = _Telling(output, doing)
    try:
        yield telling
    finally:
        telling.stop()


class _Telling:
    """Passes answers on, and between them writes the line, which each answer clears away."""

    def __init__(self, output: Output, doing: Callable[[], str]) -> None:
        self._output = output
        self._doing = doing
        self._done = 0
        self._start = time.monotonic()
        self._turn = Lock()
        self._over = Event()
        self._teller = Thread(target=self._tell, daemon=True)
        self._teller.start()

    def put(self, id: str | int | None, text: Text) -> None:
        if isinstance(text, str | bytes):
            with self._turn:
                self._clear()
                self._output.put(id, text)
        else:
            with closing(self._between(text)) as pieces:
                self._output.put(id, pieces)
        self._done += 1

    def _between(self, pieces: Iterator[str]) -> Generator[str, None, None]:
        """The same pieces, each of them written while there is no line."""
        for piece in pieces:
            with self._turn:
                self._clear()
                yield piece

    def stop(self) -> None:
        self._over.set()
        self._teller.join()
        self._clear()

    def _tell(self) -> None:
        while not self._over.wait(_PERIOD):
            seconds = time.monotonic() - self._start
            if seconds >= _PATIENCE:
                with self._turn:
                    parts = (f"{self._done} done", self._doing(), f"{seconds:.0f} s")
                    sys.stderr.write(_CLEAR + ", ".join(filter(None, parts)))
                    sys.stderr.flush()

    def _clear(self) -> None:
        if time.monotonic() - self._start >= _PATIENCE:
            sys.stderr.write(_CLEAR)
            sys.stderr.flush()
