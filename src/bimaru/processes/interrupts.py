"""Deferred signals: handlers of Ctrl-C and similar signals run only where an exception does no harm."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from types import FrameType

_SIGNALS: Final = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
"""The signals that end a process."""
_TIMERS: Final = tuple(getattr(signal, name) for name in ("SIGALRM", "SIGPROF") if hasattr(signal, name))
"""The signals of timers, whose handlers may raise, too: in a worker of the server they end a request."""


@contextmanager
def signals_blocked() -> Iterator[None]:
    """Block signals in the operating system, which processes started here inherit."""
    if not hasattr(signal, "pthread_sigmask"):  # on Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Deferral:
    """Signals that have arrived but not been handled yet."""

    def __init__(self) -> None:
        self.depth = 0
        self._handlers: dict[int, Any] = {}
        self._waiting: dict[int, FrameType | None] = {}

    def enter(self) -> None:
        """Enter a level; at the first, replace the handlers."""
        if not self.depth:
            self._replace_handlers()
        self.depth += 1

    def leave(self) -> None:
        """Leave a level; at the last, restore the handlers, and handle the signals that wait."""
        self.depth -= 1
        if not self.depth:
            self._restore_handlers()
            self.handle()

    def handle(self) -> None:
        """Handle the signals that wait, which usually raises."""
        while self._waiting:
            number, frame = self._waiting.popitem()
            # kept here while signals are deferred, restored afterwards
            handler = self._handlers.get(number) or signal.getsignal(number)
            if callable(handler):
                handler(number, frame)

    def _replace_handlers(self) -> None:
        """Replace all handlers that are Python code; others cannot raise."""
        try:
            for number in _SIGNALS + _TIMERS:
                handler = signal.getsignal(number)
                if callable(handler):
                    self._handlers[number] = handler
                    signal.signal(number, self._remember)
        except BaseException:  # a signal arrived in between
            self._restore_handlers()
            raise

    def _restore_handlers(self) -> None:
        try:
            for number, handler in list(self._handlers.items()):
                signal.signal(number, handler)
                del self._handlers[number]
        finally:
            if self._handlers:  # a handler that is restored already has raised
                self._restore_handlers()

    def _remember(self, number: int, frame: FrameType | None) -> None:
        self._waiting[number] = frame


_deferral: Final = _Deferral()


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Defer Ctrl-C and other signals: their handlers run on leaving this, or in `handle_interrupts`.

    For work that an exception at an arbitrary point would break. It can be nested. Only the main thread
    handles signals; in others this does nothing."""
    if not _in_main_thread():
        yield
        return
    _deferral.enter()
    try:
        yield
    finally:
        _deferral.leave()


@contextmanager
def interrupts_allowed() -> Iterator[None]:
    """Undo one `interrupts_held` inside this block."""
    if not (_deferral.depth and _in_main_thread()):
        yield
        return
    try:
        _deferral.leave()
        yield
    finally:
        _deferral.enter()


def handle_interrupts() -> None:
    """Handle the signals that wait; their handlers may raise here."""
    if _in_main_thread():
        _deferral.handle()


def _in_main_thread() -> bool:
    return current_thread() is main_thread()
