"""The limits of the server."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from bimaru.processes.cores import available_cores
from bimaru.sizes import SERVER_MAX_SIDE

_CLOCK_FACTOR: Final = 4
"""The least time by the clock, as a multiple of the processor time of a request."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits on requests, connections and queues. Times are in seconds, sizes in bytes."""

    time: float = 10.0
    """Most processor time for one request, which may set a shorter limit."""
    clock_time: float = 240.0
    """Most time by the clock from a request to its answer, with all waiting, unless four times the limit
    above is more: so long that a request can use its processor time on a busy machine, too."""
    time_slices: tuple[float, ...] = (0.02, 0.25)
    """Processor time of a request in each pool but the last, after which it moves to the next pool."""
    clock_factor: float = 30.0
    """The longest a time slice may take by the clock, on a busy machine, as a multiple of it."""
    slack: float = 2.0
    """Processor time beyond the limit in which a hard request may still stop by itself."""
    grace: float = 1.0
    """Time beyond that after which its worker is killed."""
    memory: int = 2**31
    """Address space of a worker, where the platform enforces it."""
    body: int = 2**18
    """Size of a request's body; a full 99x99 grid of givens fits."""
    body_time: float = 10.0
    """Time to send the body."""
    head_time: float = 10.0
    """Time to send a request's head, and its first byte on a new connection."""
    idle_time: float = 75.0
    """Time that a connection stays open for another request: longer than reverse proxies keep theirs."""
    read_time: float = 10.0
    """Time without progress in reading an answer after which the connection is closed."""
    connections: int = 512
    """Connections open at a time; fewer if the limit of open files is too low."""
    start_time: float = 60.0
    """Time for a worker to start."""
    side: int = SERVER_MAX_SIDE
    """Rows or columns of a puzzle."""
    workers: int = field(default_factory=available_cores)
    """Workers of each pool: for short, longer and hard requests."""
    waiting: int = 64
    """Places in the queue of each pool except the last."""
    waiting_hard: int = 16
    """Places in the queue of hard requests."""

    @property
    def longest(self) -> float:
        """Most time by the clock for any request."""
        return max(self.clock_time, _CLOCK_FACTOR * self.time)

    @property
    def processes(self) -> int:
        """The number of worker processes."""
        return self.workers * (len(self.time_slices) + 1)
