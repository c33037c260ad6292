"""Messages on standard error, each at most once a minute however often it comes."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable
from typing import Final

logger: Final = logging.getLogger("bimaru.web")

_SECONDS: Final = 60.0
_MOST_KINDS: Final = 100
"""Kinds of messages that are told apart; the others count as one."""


class SparingHandler(logging.StreamHandler):  # type: ignore[type-arg]
    """Writes the first message of a kind, and then one line a minute with the number of the others.

    Messages that differ in numbers or below their first line are of one kind."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._kinds: dict[str, _Kind] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Write a message, or count it."""
        name = _kind(record)
        if name not in self._kinds and len(self._kinds) >= _MOST_KINDS:
            name = "other messages"
        kind = self._kinds.get(name)
        if kind is None:
            self._kinds[name] = _Kind(self._clock())
            super().emit(record)
        else:
            kind.left_out += 1

    def summarise(self) -> None:
        """Write how many messages were left out of each kind that was written a minute ago."""
        now = self._clock()
        for name, kind in list(self._kinds.items()):
            if now - kind.since < _SECONDS:
                continue
            if kind.left_out == 0:
                del self._kinds[name]
                continue
            text = f"{name} ({kind.left_out} more in {now - kind.since:.0f} seconds)"
            super().emit(logging.LogRecord("bimaru.web", logging.WARNING, "", 0, text, None, None))
            self._kinds[name] = _Kind(now)


class _Kind:
    """Messages of one kind: when one was written, and how many were left out since."""

    def __init__(self, since: float) -> None:
        self.since = since
        self.left_out = 0


def _kind(record: logging.LogRecord) -> str:
    first = record.getMessage().partition("\n")[0]
    error = record.exc_info[1] if record.exc_info else None
    named = f"{first}: {type(error).__name__}" if error else first
    return re.sub(r"0x[0-9a-f]+|\d+", "N", named)[:200]


def configured() -> SparingHandler:
    """The handler of all that the server, uvicorn and asyncio report."""
    handler = SparingHandler()
    handler.setFormatter(logging.Formatter("%(levelname)s: %(message)s"))
    for name in (logger.name, "uvicorn", "asyncio"):
        reporting = logging.getLogger(name)
        reporting.handlers = [handler]
        reporting.setLevel(logging.WARNING)
        reporting.propagate = False
    return handler
