"""The same work on many things by several processes: in order, and in constant memory."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Collection, Generator, Iterable, Iterator
from contextlib import contextmanager
from itertools import count, islice
from threading import current_thread, main_thread
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future, ProcessPoolExecutor
    from types import FrameType

Item = TypeVar("Item")
Answer = TypeVar("Answer")
_Taken: TypeAlias = tuple[list[Item], Exception | None]
"""Items, and the error that came after them."""

_CHUNK: Final = 64
"""Most items sent to a process at once: enough to make the sending cheap."""
_AHEAD: Final = 2
"""Chunks read ahead for each worker, so that none waits for the next."""
_PERIOD: Final = 0.1
"""Seconds between two looks at whether a signal came, while there is nothing to do but wait."""


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
            ahead.append((submitted(pool, _all, work, chunk), error))
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
    finished([done])
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
    """A pool of processes, which end when this does, however it ends.

    Use it through `submitted` and `finished`. `method` is how they start: `spawn` is safe beside threads,
    and inherits no open file."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    way = get_context(method)
    with interrupts_held():
        if way.get_start_method() != "fork":
            _start_resource_tracker()
        with ProcessPoolExecutor(workers, mp_context=way, initializer=_depend_on_the_parent) as pool:
            try:
                with interrupts_allowed():
                    yield pool
            except BaseException:
                _kill(pool)
                raise


def submitted(
    executor: Executor, work: Callable[..., Answer], /, *args: Any, **kwargs: Any
) -> Future[Answer]:
    """Submit work to an executor, which may start processes: these leave signals to this process."""
    with interrupts_held(), _signals_blocked():
        return executor.submit(work, *args, **kwargs)


def finished(futures: Collection[Future[Answer]]) -> set[Future[Answer]]:
    """Wait until at least one of these is done; returns those that are. Signals are handled meanwhile.

    An exception from a signal handler inside `wait` could leave a future locked for ever."""
    from concurrent.futures import FIRST_COMPLETED, wait

    while True:
        with interrupts_held():
            done = wait(futures, _PERIOD, FIRST_COMPLETED).done
        handle_interrupts()
        if done:
            return done


def _depend_on_the_parent() -> None:
    """Interrupts are the parent's business; its end, even a sudden one, is the end of its worker."""
    from threading import Thread

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):  # SIGTERM is how `concurrent.futures` ends workers
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    Thread(target=_end_with_the_parent, daemon=True).start()


def _end_with_the_parent() -> None:
    from multiprocessing import parent_process

    if parent := parent_process():
        parent.join()
        os._exit(1)


def _start_resource_tracker() -> None:
    """Start the process of `multiprocessing` that removes semaphores, so that no signal ends it early.

    It ignores two signals by itself, and inherits that the third one is blocked."""
    from multiprocessing import resource_tracker

    with _signals_blocked():
        resource_tracker.ensure_running()


def _kill(pool: ProcessPoolExecutor) -> None:
    """What `kill_workers` does from Python 3.14 on: nobody waits for the rest of the work."""
    for process in list((pool._processes or {}).values()):
        process.kill()
    # A killed worker may leave half a result, whose rest would be awaited as long as anybody could write it.
    if pool._result_queue is not None:
        pool._result_queue._writer.close()  # type: ignore[attr-defined]  # it is not public either


# Signals

_SIGNALS: Final = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
"""What asks a process to end."""


@contextmanager
def _signals_blocked() -> Iterator[None]:
    """Block signals in the sense of the system, which processes that start here inherit."""
    if not hasattr(signal, "pthread_sigmask"):  # on Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Held:
    """The signals that wait for their handlers, which may raise."""

    def __init__(self) -> None:
        self.depth = 0
        self._handlers: dict[int, Any] = {}
        self._waiting: dict[int, FrameType | None] = {}

    def enter(self) -> None:
        """One level more."""
        if not self.depth:
            self._put_off()
        self.depth += 1

    def leave(self) -> None:
        """One level less; the last one gives the signals their handlers back, and handles those that came."""
        self.depth -= 1
        if not self.depth:
            self._restore()
            self.handle()

    def handle(self) -> None:
        """Handle what came, which in general raises."""
        while self._waiting:
            number, frame = self._waiting.popitem()
            handler = self._handlers.get(number) or signal.getsignal(number)
            if callable(handler):
                handler(number, frame)

    def _put_off(self) -> None:
        """Put all signals off whose handlers are Python code; others cannot raise."""
        try:
            for number in _SIGNALS:
                handler = signal.getsignal(number)
                if callable(handler):
                    self._handlers[number] = handler
                    signal.signal(number, self._note)
        except BaseException:  # one of them came just now
            self._restore()
            raise

    def _restore(self) -> None:
        try:
            for number, handler in list(self._handlers.items()):
                signal.signal(number, handler)
                del self._handlers[number]
        finally:
            if self._handlers:
                self._restore()

    def _note(self, number: int, frame: FrameType | None) -> None:
        self._waiting[number] = frame


_held: Final = _Held()


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Ctrl-C and other signals wait: their handlers run when this is left, or at `handle_interrupts`.

    For work that an exception at an arbitrary point would break. It may be nested. Only the main thread
    handles signals; in others this does nothing."""
    if not _in_main_thread():
        yield
        return
    _held.enter()
    try:
        yield
    finally:
        _held.leave()


@contextmanager
def interrupts_allowed() -> Iterator[None]:
    """Undo one `interrupts_held` for a while."""
    if not (_held.depth and _in_main_thread()):
        yield
        return
    try:
        _held.leave()
        yield
    finally:
        _held.enter()


def handle_interrupts() -> None:
    """Handle the signals that wait: a point at which their handlers may raise."""
    if _in_main_thread():
        _held.handle()


def _in_main_thread() -> bool:
    return current_thread() is main_thread()
