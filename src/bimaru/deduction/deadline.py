"""When to stop: loops of the deduction ask it now and then, so that it ends in time and Ctrl-C is heard."""

from __future__ import annotations

from math import inf
from time import perf_counter

from bimaru.errors import OutOfTimeError
from bimaru.solving import seconds_of


class Deadline:
    """A moment, so many seconds from now; with `None`, never.

    Raises `ValueError` for a number of seconds below 0."""

    def __init__(self, seconds: float | None = None) -> None:
        limit = seconds_of(seconds)
        self._end = inf if limit is None else perf_counter() + limit

    def left(self) -> float | None:
        """The seconds until then, at least 0; `None` if there is no limit."""
        return None if self._end == inf else max(0.0, self._end - perf_counter())

    def check(self) -> None:
        """Raise `OutOfTimeError` when the moment has come. Being plain Python, a call also lets other
        threads in and answers Ctrl-C, which compiled loops do not."""
        if self._end < inf and perf_counter() >= self._end:
            raise OutOfTimeError
