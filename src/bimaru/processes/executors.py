"""Executors for jobs, such as the shards of a collection: local processes, a Dask cluster, or a given one."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from bimaru.errors import BimaruError, MissingExtraError
from bimaru.processes.interrupts import interrupts_allowed
from bimaru.processes.pool import process_pool

if TYPE_CHECKING:
    from concurrent.futures import Executor

_AHEAD: Final = 2
"""Jobs submitted in advance for each worker, so that no worker is idle."""
_TIME_TO_CONNECT: Final = 20.0
"""Seconds to wait for a Dask scheduler and its workers."""


class NoClusterError(BimaruError, ValueError):
    """There is no Dask scheduler with workers at that address."""


class VersionMismatchError(BimaruError, ValueError):
    """A worker has another version of bimaru, which may give other results."""


def running_version() -> str:
    """The version of bimaru in this process; the package is loaded wherever one of its modules is."""
    return str(sys.modules["bimaru"].__version__)


def check_version(expected: str) -> None:
    """Raise `VersionMismatchError` in a worker that has another version than the process it works for."""
    if running_version() != expected:
        raise VersionMismatchError(f"a worker has bimaru {running_version()} instead of {expected}")


class ActiveExecutor(NamedTuple):
    """A running executor, and a function that returns how many jobs it can hold at present."""

    executor: Executor
    capacity: Callable[[], int]
    is_owned: bool = False
    """Whether its workers are killed when the work ends early, so that no job need be cancelled."""


StartExecutor: TypeAlias = Callable[[], AbstractContextManager[ActiveExecutor]]


class ExecutorSource(NamedTuple):
    """A way to start executors."""

    start: StartExecutor
    is_renewable: bool = True
    """Whether a new executor can be started when workers are lost."""


def local_processes(workers: int) -> ExecutorSource:
    """Executors of `workers` processes on this machine."""

    @contextmanager
    def start() -> Iterator[ActiveExecutor]:
        with process_pool(workers, "spawn") as pool:
            yield ActiveExecutor(pool, lambda: _AHEAD * workers, is_owned=True)

    return ExecutorSource(start)


def external_executor(executor: Executor, workers: int) -> ExecutorSource:
    """The given executor of about `workers` workers, which the caller starts and ends."""
    return ExecutorSource(
        lambda: nullcontext(ActiveExecutor(executor, lambda: _AHEAD * workers)), is_renewable=False
    )


def dask_cluster(address: str) -> ExecutorSource:
    """The workers of the Dask scheduler at an address; they may come and go."""
    from bimaru.processes.dask_executor import DaskExecutor

    @contextmanager
    def start() -> Iterator[ActiveExecutor]:
        with _connected(address) as client:
            yield ActiveExecutor(
                DaskExecutor(client), lambda: _AHEAD * max(1, sum(client.nthreads().values()))
            )

    return ExecutorSource(start)


@contextmanager
def _connected(address: str) -> Iterator[Any]:
    try:
        from distributed import Client
    except ImportError:
        raise MissingExtraError("work on a Dask cluster", "cluster") from None
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
