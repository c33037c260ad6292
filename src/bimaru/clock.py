"""The clock of time limits.

It shows the seconds that pass. A process that gets little of the processor, as a worker of the server on a
busy machine, can have its clock show the seconds that it works instead: else it would reach its limits with
nothing done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter, process_time
from typing import Final


class Clock:
    """Its `now()` is the time in seconds, from an arbitrary moment on."""

    __slots__ = ("_waited", "now")

    def __init__(self) -> None:
        self.now: Callable[[], float] = perf_counter
        self._waited = 0.0

    def count_work(self) -> None:
        """Show, from now on, the processor time of this process, and what it spends in `waiting`."""
        self.now = self._worked

    def _worked(self) -> float:
        return process_time() + self._waited

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """A context in which this process waits for another one, whose work counts, too."""
        start, worked = perf_counter(), process_time()
        try:
            yield
        finally:
            self._waited += max(0.0, perf_counter() - start - (process_time() - worked))


clock: Final = Clock()
"""The clock of this process, by which all deadlines are."""
