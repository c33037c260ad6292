"""Ctrl-C, pressed while a test runs."""

from __future__ import annotations

import gc
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter


@contextmanager
def ctrl_c(after: float) -> Iterator[list[float]]:
    """Press Ctrl-C once; gives the moment, by `perf_counter`, when that has happened."""
    pressed: list[float] = []

    def press() -> None:
        pressed.append(perf_counter())
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

    timer = threading.Timer(after, press)
    gc.disable()  # an interrupt within a callback of the collector, such as Hypothesis has, is lost
    timer.start()
    try:
        yield pressed
    finally:
        gc.enable()
        timer.cancel()
