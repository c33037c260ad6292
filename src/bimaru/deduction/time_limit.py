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
    """What a search may spend, in a unit that is the same on every machine. `cost` is that of a call of
    `check`. With a `deadline`, it also ends there."""

    def __init__(self, most: int, cost: int = 1, deadline: Deadline | None = None) -> None:
        self._left = most
        self._cost = cost
        self._deadline = deadline or Deadline()

    @property
    def is_spent(self) -> bool:
        """Whether more was spent than there was."""
        return self._left < 0

    def spend(self, amount: int) -> None:
        """Count what something has taken, perhaps more than is left."""
        self._left -= amount

    def count(self, calls: int = 1) -> None:
        """Count calls of `check`, without ending the search."""
        self.spend(calls * self._cost)

    def check(self) -> None:
        """Count one call. Raises `OutOfNodesError` if it is one too many, and `OutOfTimeError`."""
        self.count()
        if self.is_spent:
            raise OutOfNodesError("the search was cut off")
        self._deadline.check()
