"""Ctrl-C and other signals as exceptions, so that a command cleans up before it ends."""

from __future__ import annotations

import atexit
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_REPEAT_SECONDS: Final = 1.0
"""Time in which a second signal to terminate counts as a repetition of the first."""


@contextmanager
def signals_as_exceptions() -> Iterator[None]:
    """Raise an exception on SIGTERM, SIGHUP and SIGINT, so that temporary files and workers are removed."""
    if threading.current_thread() is not threading.main_thread():  # only that one handles signals
        yield
        return
    handler = _SignalHandler()
    names = ("SIGTERM", "SIGHUP", "SIGINT")
    defaults = (signal.SIG_DFL, signal.default_int_handler)  # under nohup, SIGHUP is ignored
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in numbers}
    replaced = {number: previous for number, previous in before.items() if previous in defaults}
    for number in replaced:
        signal.signal(number, handler)
    try:
        yield
    finally:
        atexit.register(signal.signal, signal.SIGINT, signal.getsignal(signal.SIGINT))
        for number, previous in replaced.items():
            signal.signal(number, previous)


class _SignalHandler:
    """Raises for the first signal; `timeout` and shells send it twice, and the second one must not
    interrupt the cleaning up."""

    def __init__(self) -> None:
        self._first: float | None = None

    def __call__(self, number: int, _: object) -> None:
        now = time.monotonic()
        if self._first is not None and now < self._first + _REPEAT_SECONDS:
            return
        self._first = now
        if number == signal.SIGINT:
            raise KeyboardInterrupt
        raise SystemExit(128 + number)
