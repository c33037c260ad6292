"""What a request may cost."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from bimaru.sizes import SERVER_MAX_SIDE


def cores() -> int:
    """The processors that this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class Limits:
    """What a request may cost, and how many may wait. Times are in seconds, sizes in bytes."""

    time: float = 10.0
    """For the work on one request, and what it gets unless it asks for less."""
    tries: tuple[float, ...] = (0.02, 0.25)
    """Seconds of the processor after which a request makes room for shorter ones, and is tried again
    among longer ones; after the last it counts as hard."""
    patience: float = 30.0
    """How many times as long a try may take by the clock, on a machine with other things to do."""
    slack: float = 2.0
    """How far over its time hard work may be, so that it can say itself that it is."""
    grace: float = 1.0
    """How much further before its worker is killed."""
    memory: int = 2**31
    """Address space of a worker, on platforms that can hold it to that."""
    body: int = 2**18
    """A request's body; a full 99x99 grid of givens fits."""
    body_time: float = 10.0
    """For sending it."""
    head_time: float = 10.0
    """For sending a request's head, and for the first byte of it on a new connection."""
    idle_time: float = 75.0
    """For which a connection stays open for another request: longer than proxies keep theirs."""
    read_time: float = 10.0
    """Without any progress in reading an answer, after which the connection is closed."""
    connections: int = 512
    """Open at a time; fewer where the process may not open as many files."""
    start_time: float = 60.0
    """In which a worker has to start."""
    side: int = SERVER_MAX_SIDE
    """Rows or columns of a puzzle."""
    workers: int = field(default_factory=cores)
    """Requests that are worked on at a time, among the short, the longer and the hard ones each."""
    waiting: int = 64
    """Requests that may wait for a try."""
    waiting_hard: int = 16
    """Hard ones that may wait for their turn."""

    @property
    def processes(self) -> int:
        """The number of worker processes."""
        return self.workers * (len(self.tries) + 1)
