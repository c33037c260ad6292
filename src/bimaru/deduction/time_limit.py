"""Limits: deductions check the clock regularly, so that they end in time and react to Ctrl-C, or count what
they try, so that they end at the same point on every machine."""

from __future__ import annotations

from math import inf

from bimaru.clock import clock
from bimaru.errors import BimaruError, OutOfTimeError
from bimaru.solving import seconds_of


class Deadline:
    """A moment a number of seconds from now; with `None`, never.

    Raises `ValueError` for a number of seconds below 0."""

    def __init__(self, seconds: float | None = None) -> None:
        limit = seconds_of(seconds)
        self._end = inf if limit is None else clock.now() + limit

    def left(self) -> float | None:
        """The seconds until then, at least 0; `None` if there is no limit."""
        return None if self._end == inf else max(0.0, self._end - clock.now())

    def check(self) -> None:
        """Raise `OutOfTimeError` after the deadline. As plain Python, a call also lets other threads run
        and handles Ctrl-C, which compiled loops do not."""
        if self._end < inf and clock.now() >= self._end:
            raise OutOfTimeError


class OutOfNodesError(BimaruError, ValueError):
    """A search tried as much as it was allowed to."""


class Budget:
    """How many suppositions and splits a search may try: the same on every machine."""

    def __init__(self, nodes: int) -> None:
        self._left = nodes

    def check(self) -> None:
        """Count one. Raises `OutOfNodesError` if it is one too many."""
        self._left -= 1
        if self._left < 0:
            raise OutOfNodesError("the search was cut off")
