"""Log messages on standard error, rate-limited to one a minute for each kind."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable
from typing import Final

logger: Final = logging.getLogger("bimaru.web")

_SECONDS: Final = 60.0
_MAX_KINDS: Final = 100
"""Kinds of messages that are distinguished; the others count as one."""


class RateLimitedHandler(logging.StreamHandler):  # type: ignore[type-arg]
    """Writes the first message of a kind, and then one line per minute with the number of others.

    Messages that differ only in numbers or below their first line are of one kind."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._kinds: dict[str, _Kind] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Write a message, or count it."""
        name = _kind(record)
        if name not in self._kinds and len(self._kinds) >= _MAX_KINDS:
            name = "other messages"
        kind = self._kinds.get(name)
        if kind is None:
            self._kinds[name] = _Kind(self._clock())
            super().emit(record)
        else:
            kind.suppressed += 1

    def summarise(self) -> None:
        """Write the number of suppressed messages of each kind last written a minute ago or longer."""
        now = self._clock()
        for name, kind in list(self._kinds.items()):
            if now - kind.since < _SECONDS:
                continue
            if kind.suppressed == 0:
                del self._kinds[name]
                continue
            text = f"{name} ({kind.suppressed} more in {now - kind.since:.0f} seconds)"
            super().emit(logging.LogRecord("bimaru.web", logging.WARNING, "", 0, text, None, None))
            self._kinds[name] = _Kind(now)


class _Kind:
    """A kind of messages: when one was last written, and the number suppressed since."""

    def __init__(self, since: float) -> None:
        self.since = since
        self.suppressed = 0


def _kind(record: logging.LogRecord) -> str:
    first = record.getMessage().partition("\n")[0]
    error = record.exc_info[1] if record.exc_info else None
    text = f"{first}: {type(error).__name__}" if error else first
    return re.sub(r"0x[0-9a-f]+|\d+", "N", text)[:200]


def configure() -> RateLimitedHandler:
    """Send the messages of the server, uvicorn and asyncio to one handler, which is returned."""
    handler = RateLimitedHandler()
    handler.setFormatter(logging.Formatter("%(levelname)s: %(message)s"))
    for name in (logger.name, "uvicorn", "asyncio"):
        source = logging.getLogger(name)
        source.handlers = [handler]
        source.setLevel(logging.WARNING)
        source.propagate = False
    return handler
