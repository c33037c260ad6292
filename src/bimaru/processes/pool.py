"""An ordered map over a pool of processes, in constant memory."""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Collection, Generator, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain, count, islice
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

from bimaru.processes.interrupts import (
    handle_interrupts,
    interrupts_allowed,
    interrupts_held,
    signals_blocked,
)

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future, ProcessPoolExecutor

Item = TypeVar("Item")
Result = TypeVar("Result")
Chunk: TypeAlias = tuple[list[Item], Exception | None]
"""Items, and the error that the iterator raised after them."""

_CHUNK: Final = 64
"""The most items sent to a process at once: enough to make sending cheap."""
_AHEAD: Final = 2
"""Chunks read ahead for each worker, so that none is idle."""
_NO_LEAKS: Final = "ignore:resource_tracker:UserWarning"
"""As an option `-W` of Python."""
_PERIOD: Final = 0.1
"""Seconds between two checks for signals while waiting."""


def map_in_processes(
    work: Callable[[Item], Result], items: Iterable[Item], workers: int
) -> Generator[Result, None, None]:
    """`map(work, items)` in up to `workers` processes, no more than there are items. `work` must be
    picklable. One worker is this process, which reads nothing ahead.

    Only a few chunks for each worker are read ahead. An exception of `work` or of `items` is raised
    here in its turn, after all results before it. The processes end when this does, even if this
    process is killed."""
    if workers == 1:
        yield from map(work, items)
        return
    source = iter(items)
    first, early_error = _collect(islice(source, workers))
    if not first:
        if early_error:
            raise early_error
        return
    workers = len(first)
    most = _AHEAD * workers
    with process_pool(workers) as pool:
        rest = [([], early_error)] if early_error else chunks(source, most)
        jobs = chain((([item], None) for item in first), rest)
        answers = in_order(jobs, lambda chunk: submit(pool, map_chunk, work, chunk[0]), lambda: most)
        for (_, error_after), (results, error) in answers:
            yield from results
            if failure := error or error_after:
                raise failure


def in_order(
    jobs: Iterable[Item],
    start: Callable[[Item], Future[Result]],
    most: Callable[[], int],
    *,
    cancels: bool = False,
) -> Iterator[tuple[Item, Result]]:
    """Every job with its result, in order, with up to `most()` of them started at a time. With `cancels`,
    those that were started are cancelled if this ends early."""
    source = iter(jobs)
    started: deque[tuple[Item, Future[Result]]] = deque()
    try:
        while True:
            started.extend((job, start(job)) for job in islice(source, max(most() - len(started), 0)))
            if not started:
                return
            wait_for_any([started[0][1]])
            job, future = started.popleft()
            yield job, future.result()
    finally:
        if cancels:
            for _, future in started:
                future.cancel()


def chunks(items: Iterable[Item], spread: int) -> Iterator[Chunk[Item]]:
    """Chunks that start small and grow by one item every `spread` chunks, so that a few long jobs are spread
    over the workers, too."""
    source = iter(items)
    for number in count():
        chunk, error = _collect(islice(source, min(_CHUNK, 1 + number // spread)))
        if chunk or error:
            yield chunk, error
        if error or not chunk:
            return


def map_chunk(work: Callable[[Item], Result], items: list[Item]) -> Chunk[Result]:
    """The results of `work`, up to the first item for which it raises, and what it raised there."""
    return _collect(map(work, items))


def _collect(items: Iterable[Item]) -> Chunk[Item]:
    collected: list[Item] = []
    try:
        for item in items:
            collected.append(item)  # noqa: PERF402  # what came before an error is kept
    except Exception as error:
        return collected, error
    return collected, None


@contextmanager
def process_pool(workers: int, method: str | None = None) -> Iterator[ProcessPoolExecutor]:
    """A pool of processes, which are killed if the block raises.

    Use it through `submit` and `wait_for_any`. `method` is how they start: `spawn` is safe beside threads,
    and inherits no open file."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    context = get_context(method)
    with interrupts_held():
        if context.get_start_method() != "fork":
            _start_resource_tracker()
        with ProcessPoolExecutor(workers, mp_context=context, initializer=_end_with_parent) as pool:
            try:
                with interrupts_allowed():
                    yield pool
            except BaseException:
                _kill(pool)
                raise


def submit(executor: Executor, work: Callable[..., Result], /, *args: Any, **kwargs: Any) -> Future[Result]:
    """Submit work to an executor. If it starts processes, they leave signals to this process."""
    with interrupts_held(), signals_blocked():
        return executor.submit(work, *args, **kwargs)


def wait_for_any(futures: Collection[Future[Result]]) -> set[Future[Result]]:
    """Wait until at least one of the futures is done; return those that are. Signals are handled meanwhile.

    An exception from a signal handler inside `wait` could leave a future locked for ever."""
    from concurrent.futures import FIRST_COMPLETED, wait

    while True:
        with interrupts_held():
            done = wait(futures, _PERIOD, FIRST_COMPLETED).done
        handle_interrupts()
        if done:
            return done


def _end_with_parent() -> None:
    """Ignore interrupts, which the parent handles, and end when the parent ends, even if it is killed."""
    from threading import Thread

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):  # SIGTERM is how `concurrent.futures` ends workers
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    Thread(target=_await_parent, daemon=True).start()


def _await_parent() -> None:
    from multiprocessing import parent_process

    if parent := parent_process():
        parent.join()
        os._exit(1)


def _start_resource_tracker() -> None:
    """Start the process of `multiprocessing` that removes semaphores, so that no signal ends it early.

    It ignores two of the signals itself, and inherits that the third is blocked. It also inherits filters of
    warnings, without which it would report the semaphores of a killed process as leaks."""
    from multiprocessing import resource_tracker

    filters = [*sys.warnoptions]
    sys.warnoptions.append(_NO_LEAKS)
    try:
        with signals_blocked():
            resource_tracker.ensure_running()
    finally:
        sys.warnoptions[:] = filters


def _kill(pool: ProcessPoolExecutor) -> None:
    """Kill the workers, as `kill_workers` does from Python 3.14 on."""
    for process in list((pool._processes or {}).values()):
        process.kill()
    # A killed worker may leave half a result; reading it would block as long as the pipe has a writer.
    if pool._result_queue is not None:
        pool._result_queue._writer.close()  # type: ignore[attr-defined]  # not public either
