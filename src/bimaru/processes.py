"""The same work on many things by several processes: in order, and in constant memory."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from itertools import count, islice
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

Item = TypeVar("Item")
Answer = TypeVar("Answer")
_Taken: TypeAlias = tuple[list[Item], Exception | None]
"""Items, and the error that came after them."""

_CHUNK: Final = 64
"""Most items sent to a process at once: enough to make the sending cheap."""
_AHEAD: Final = 2
"""Chunks read ahead for each worker, so that none waits for the next."""


def in_processes(
    work: Callable[[Item], Answer], items: Iterable[Item], workers: int
) -> Generator[Answer, None, None]:
    """`map(work, items)` by up to `workers` processes, no more than there are items; `work` must be
    importable, as pickle wants it.

    Only a few chunks for each worker are read ahead. An error of `work` or of `items` comes out
    here at its turn, after all the answers before it. However this ends, so do the processes,
    even where this process is killed."""
    source = iter(items)
    first, early_error = _taken(islice(source, workers))
    if not first:
        if early_error:
            raise early_error
        return
    workers = len(first)
    with started(workers) as pool:
        ahead: deque[tuple[Future[_Taken[Answer]], Exception | None]] = deque()
        for chunk, error in _chunks(_all_of(first, early_error, source), workers):
            with interrupts_held():
                ahead.append((pool.submit(_all, work, chunk), error))
            if len(ahead) > _AHEAD * workers:
                yield from _answers(*ahead.popleft())
        while ahead:
            yield from _answers(*ahead.popleft())


def _all_of(first: list[Item], error: Exception | None, rest: Iterator[Item]) -> Iterator[Item]:
    """What was read already, and the rest, or the error that came instead."""
    yield from first
    if error:
        raise error
    yield from rest


def _answers(done: Future[_Taken[Answer]], error_after: Exception | None) -> Iterator[Answer]:
    answers, error = done.result()
    yield from answers
    if trouble := error or error_after:
        raise trouble


def _chunks(items: Iterable[Item], workers: int) -> Iterator[_Taken[Item]]:
    """Chunks that start small and grow, so that a few long jobs are shared out, too."""
    source = iter(items)
    for number in count():
        chunk, error = _taken(islice(source, min(_CHUNK, 1 + number // (_AHEAD * workers))))
        if chunk or error:
            yield chunk, error
        if error or not chunk:
            return


def _all(work: Callable[[Item], Answer], items: list[Item]) -> _Taken[Answer]:
    return _taken(map(work, items))


def _taken(items: Iterable[Item]) -> _Taken[Item]:
    taken: list[Item] = []
    try:
        for item in items:
            taken.append(item)  # noqa: PERF402  # what came before an error is kept
    except Exception as error:
        return taken, error
    return taken, None


@contextmanager
def started(workers: int, method: str | None = None) -> Iterator[ProcessPoolExecutor]:
    """So many processes, which end when this does, however it does; submit with `interrupts_held`.

    `method` is how they start: `spawn` is safe beside threads, and inherits no open file."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    way = get_context(method)
    with ProcessPoolExecutor(workers, mp_context=way, initializer=_depend_on_the_parent) as pool:
        try:
            yield pool
        except BaseException:
            _kill(pool)
            raise


def _depend_on_the_parent() -> None:
    """Interrupts are the parent's business; its end, even a sudden one, is the end of its worker."""
    from threading import Thread

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_the_parent, daemon=True).start()


def _end_with_the_parent() -> None:
    from multiprocessing import parent_process

    if parent := parent_process():
        parent.join()
        os._exit(1)


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Ctrl-C waits: a worker may start here, and would hear it before it knows to leave it to us."""
    if not hasattr(signal, "pthread_sigmask"):  # on Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _kill(pool: ProcessPoolExecutor) -> None:
    """What `kill_workers` does from Python 3.14 on: nobody waits for the rest of the work."""
    for process in list((pool._processes or {}).values()):
        process.kill()
