"""Who makes the shards of a collection: processes of this machine, a Dask cluster, or an executor on loan."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, TypeVar

from bimaru.errors import BimaruError, MissingExtraError
from bimaru.processes.pool import finished, interrupts_allowed, started, submitted

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

Job = TypeVar("Job")
Result = TypeVar("Result")

MOST_LOSSES: Final = 3
"""So many times in a row workers may be lost before one piece of work is done."""
_AHEAD: Final = 2
"""Jobs in hand for each worker, so that none waits for the next."""
_TIME_TO_CONNECT: Final = 20.0
"""Seconds."""


class WorkersLostError(BimaruError, RuntimeError):
    """Workers were killed, or ran out of memory, again and again before anything was done."""


class NoClusterError(BimaruError, ValueError):
    """There is no Dask scheduler with workers at that address."""


class Hired(NamedTuple):
    """An executor, and how many jobs it can have in hand just now."""

    executor: Executor
    hands: Callable[[], int]
    is_ours: bool = False
    """Whether its workers are killed when the work ends early, so that no job need be cancelled."""


Hire: TypeAlias = Callable[[], AbstractContextManager[Hired]]


class Crew(NamedTuple):
    """What jobs are done by: starts workers when there is work, and others when these are lost."""

    hire: Hire
    is_renewable: bool = True
    """Whether there can be a fresh executor when workers are lost."""

    @contextmanager
    def at_work(self) -> Iterator[Team]:
        """The workers, once there are any; they end with this."""
        with ExitStack() as stack:
            yield Team(self, stack)


class Team:
    """The workers of a crew."""

    def __init__(self, crew: Crew, stack: ExitStack) -> None:
        self._crew = crew
        self._stack = stack
        self._hired: Hired | None = None

    def done(
        self, work: Callable[[Job], Result], jobs: Iterable[Job]
    ) -> Generator[tuple[Job, Result], None, None]:
        """Every job with what `work` makes of it, in the order in which they are done.

        Raises what `work` does, and `WorkersLostError`."""
        waiting = deque(jobs)
        losses = 0
        while waiting:
            for job, result in _until_lost(self._workers(), work, waiting):
                losses = 0
                yield job, result
            if waiting:
                losses += 1
                self._dismiss(losses)

    def _workers(self) -> Hired:
        if self._hired is None:
            self._hired = self._stack.enter_context(self._crew.hire())
        return self._hired

    def _dismiss(self, losses: int) -> None:
        """Let go of an executor that lost workers, so many times now. Raises `WorkersLostError`."""
        self._stack.close()
        self._hired = None
        if not self._crew.is_renewable:
            raise WorkersLostError("the executor lost workers, and takes no more work")
        if losses == MOST_LOSSES:
            raise WorkersLostError(f"workers were lost {losses} times before a shard was finished")


def _until_lost(
    hired: Hired, work: Callable[[Job], Result], waiting: deque[Job]
) -> Iterator[tuple[Job, Result]]:
    """Do what is waiting; what was in hand when a worker was lost is waiting again afterwards."""
    in_hand: dict[Future[Result], Job] = {}
    try:
        while waiting or in_hand:
            while waiting and len(in_hand) < hired.hands():
                in_hand[submitted(hired.executor, work, waiting[0])] = waiting[0]
                waiting.popleft()
            for future in finished(in_hand):
                result = future.result()
                yield in_hand.pop(future), result
    except Exception as error:
        if not _is_loss(error):
            raise
        for future in [future for future in in_hand if _is_good(future)]:
            yield in_hand.pop(future), future.result()
        waiting.extendleft(reversed(in_hand.values()))
    finally:
        if not hired.is_ours:
            for future in in_hand:
                future.cancel()


def _is_good(future: Future[Any]) -> bool:
    """Whether there is a result."""
    return future.done() and not future.cancelled() and future.exception() is None


def _is_loss(error: Exception) -> bool:
    """Whether workers were lost, and not the work went wrong. (Dask's own error is told by its name,
    for Dask may not be there.)"""
    from concurrent.futures import BrokenExecutor, CancelledError

    return isinstance(error, BrokenExecutor | CancelledError) or type(error).__name__ == "KilledWorker"


def processors() -> int:
    """How many processors of this machine are ours."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def processes(workers: int) -> Crew:
    """So many processes of this machine."""

    @contextmanager
    def hire() -> Iterator[Hired]:
        with started(workers, "spawn") as pool:
            yield Hired(pool, lambda: _AHEAD * workers, is_ours=True)

    return Crew(hire)


def lent(executor: Executor, workers: int) -> Crew:
    """An executor that somebody else starts and ends, of about so many workers."""
    return Crew(lambda: nullcontext(Hired(executor, lambda: _AHEAD * workers)), is_renewable=False)


def dask(address: str) -> Crew:
    """The workers of the Dask scheduler at an address, as many as there are at any time."""

    @contextmanager
    def hire() -> Iterator[Hired]:
        with _connected(address) as client:
            executor = client.get_executor()
            try:
                yield Hired(executor, lambda: _AHEAD * max(1, sum(client.nthreads().values())))
            finally:
                executor.shutdown(wait=False)

    return Crew(hire)


@contextmanager
def _connected(address: str) -> Iterator[Any]:
    try:
        from distributed import Client
    except ImportError:
        raise MissingExtraError("making puzzles on a Dask cluster", "cluster") from None
    try:
        with interrupts_allowed():
            client: Any = Client(  # type: ignore[no-untyped-call]  # Dask has types in part only
                address, timeout=_TIME_TO_CONNECT, set_as_default=False
            )
    except (OSError, ValueError) as error:
        raise NoClusterError(f"no Dask scheduler at {address}: {error}") from error
    with client:
        try:
            with interrupts_allowed():
                client.wait_for_workers(1, timeout=_TIME_TO_CONNECT)
        except TimeoutError:
            raise NoClusterError(f"the Dask scheduler at {address} has no workers") from None
        yield client
