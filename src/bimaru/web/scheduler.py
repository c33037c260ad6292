"""Who works on what: short requests at once, hard ones after one another, in processes that can be killed.

Every request is tried in the first lane, for a moment. What is not done by then goes to the next lane, for a
longer moment, and then to the last, for hard work. The workers of a lane leave the processor to those of the
lanes before it whenever they want it. So neither the server nor a short request ever waits for a hard one.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import asdict
from enum import Enum, auto
from math import ceil
from typing import Any, Final, NamedTuple, TypeVar

from bimaru.web.limits import Limits
from bimaru.web.logs import logger
from bimaru.web.messages import LENGTH, OVERRAN, Answer, Request, Spell

T = TypeVar("T")

_POLITE: Final = 8
"""How much nicer the workers of each lane are: they get about a sixth of what those before them get."""

_LONGEST_PAUSE: Final = 60.0
"""Seconds between two attempts to start a worker that does not start."""

_KILL: Final = signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL


class Failure(Enum):
    """Why there is no answer."""

    OVERRAN = auto()
    """It was not found in time."""
    DIED = auto()
    """The worker ended in the middle."""
    BUSY = auto()
    """As many wait already as may."""


class Load(NamedTuple):
    """How busy a lane is: the number of its workers and of those whose process lives; the number of requests
    that wait for a worker, and of those that may still come to wait."""

    workers: int
    alive: int
    waiting: int
    free: int


class Lanes:
    """All lanes; to be used and closed in one event loop."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        waiting = [limits.waiting] * len(limits.tries) + [limits.waiting_hard]
        self._lanes = [Lane(most, _POLITE * place, limits) for place, most in enumerate(waiting)]
        self._tries = [Spell(limits.patience * seconds, seconds) for seconds in limits.tries]

    async def start(self) -> None:
        """Start the workers, and wait for those of the first lane."""
        starts = [lane.start() for lane in self._lanes]
        await asyncio.gather(*starts[0])

    async def answer(self, request: Request) -> Answer | Failure:
        """The answer of a worker. Who is cancelled leaves nothing waiting and nothing at work."""
        found: Answer | Failure = Failure.OVERRAN
        last = Spell(request.time_limit + self.limits.slack)
        for lane, spell in zip(self._lanes, [*self._tries, last], strict=True):
            found = await lane.answer(request, spell)
            if found is not Failure.OVERRAN:
                break
        return found

    def replace_dead_workers(self) -> None:
        """Begin to start the workers whose process has ended."""
        for lane in self._lanes:
            lane.replace_dead_workers()

    def load(self) -> list[Load]:
        """How busy each lane is, the one for short work first."""
        return [lane.load() for lane in self._lanes]

    @property
    def patience(self) -> int:
        """Seconds after which it is worth while to ask again."""
        return ceil(self.limits.time)

    async def close(self) -> None:
        """End all workers; whoever waits for them is told that they died."""
        await asyncio.gather(*(lane.close() for lane in self._lanes))


class Lane:
    """Workers of one kind, and a queue before them."""

    def __init__(self, most_waiting: int, niceness: int, limits: Limits) -> None:
        self._workers = [Worker(niceness, limits) for _ in range(limits.workers)]
        self._idle = _Idle()
        self._waiting = 0
        self._most_waiting = most_waiting
        self._at_work: set[asyncio.Task[Any]] = set()
        self._starting: set[asyncio.Task[None]] = set()
        self._closed = asyncio.Event()

    def start(self) -> list[asyncio.Task[None]]:
        """Begin to start the workers; none gets work before it is ready."""
        return [self._at(worker, worker.start()) for worker in self._workers]

    def replace_dead_workers(self) -> None:
        """Begin to start the workers whose process has ended."""
        for worker in self._workers:
            if worker.is_due() and not self._closed.is_set():
                task = asyncio.create_task(worker.start())
                self._starting.add(task)
                task.add_done_callback(self._starting.discard)

    def load(self) -> Load:
        alive = sum(worker.is_alive for worker in self._workers)
        return Load(len(self._workers), alive, self._waiting, self._most_waiting - self._waiting)

    async def answer(self, request: Request, spell: Spell) -> Answer | Failure:
        """The answer to a request that may take so long."""
        if self._idle.empty() and self._waiting >= self._most_waiting:
            return Failure.BUSY
        worker = await self._next_idle()
        if self._closed.is_set():
            self._idle.put_nowait(worker)
            return Failure.DIED
        work = self._at(worker, worker.answer(request, spell))
        try:
            return await asyncio.shield(work)
        except asyncio.CancelledError:
            if self._closed.is_set():
                return Failure.DIED
            if not worker.interrupt():
                work.cancel()
            raise

    def _at(self, worker: Worker, doing: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """The worker at what it does, after which it is idle, with a new process where the old one ended."""
        task = asyncio.create_task(doing)
        self._at_work.add(task)
        task.add_done_callback(self._at_work.discard)
        task.add_done_callback(lambda _: self._free(worker))
        return task

    def _free(self, worker: Worker) -> None:
        """The worker is idle, or has to be replaced before that."""
        if worker.is_due() and not self._closed.is_set():
            self._at(worker, worker.start())
        else:
            self._idle.put_nowait(worker)

    async def _next_idle(self) -> Worker:
        self._waiting += 1
        try:
            return await self._idle.get()
        finally:
            self._waiting -= 1

    async def close(self) -> None:
        self._closed.set()
        doing = [*self._at_work, *self._starting]
        for work in doing:
            work.cancel()
        await asyncio.gather(*doing, return_exceptions=True)
        await asyncio.gather(*(worker.end() for worker in self._workers))


class Worker:
    """One worker. Its process is started when it is needed, also after a sudden end."""

    def __init__(self, niceness: int, limits: Limits) -> None:
        self._niceness = niceness
        self._limits = limits
        self._process: Process | None = None
        self._start = asyncio.Lock()
        self._failures = 0
        self._not_before = 0.0

    @property
    def is_alive(self) -> bool:
        """Whether it has a process, be it one that is starting."""
        return self._process is not None and self._process.returncode is None

    @property
    def is_ready(self) -> bool:
        """Whether it has a process that has started."""
        return self.is_alive and not self._start.locked()

    def is_due(self) -> bool:
        """Whether its process is missing. After a start that failed, not at once."""
        return not (self.is_alive or self._start.locked()) and time.monotonic() >= self._not_before

    async def start(self) -> None:
        """Have its process at the ready, if that can be."""
        try:
            await self._ready()
        except (OSError, asyncio.IncompleteReadError) as error:
            self._failures += 1
            self._not_before = time.monotonic() + min(2**self._failures, _LONGEST_PAUSE)
            logger.warning("A worker could not be started: %r", error)
            await self.end()
        except asyncio.CancelledError:
            await self.end()
            raise
        else:
            self._failures = 0

    async def _ready(self) -> Process:
        async with self._start:
            if self._process is None or self._process.returncode is not None:
                self._process = process = await _new_process(self._niceness, self._limits.memory)
                async with asyncio.timeout(self._limits.start_time):
                    await _frames(process)  # which say that it is ready
            return self._process

    async def answer(self, request: Request, spell: Spell) -> Answer | Failure:
        """The answer to a request that may take so long."""
        try:
            process = await self._ready()
            _send(process, request, spell)
            found, stays = await asyncio.wait_for(_reply(process), spell.clock + self._limits.grace)
        except TimeoutError:
            await self.end()
            return Failure.OVERRAN
        except (OSError, asyncio.IncompleteReadError):
            logger.warning("A worker has ended unexpectedly; it will be replaced")
            await self.end()
            return Failure.DIED
        except asyncio.CancelledError:
            await self.end()
            raise
        if not stays:
            await self.end()
        return Failure.OVERRAN if found.status == OVERRAN else found

    def interrupt(self) -> bool:
        """Have it let be what it is at; whether that is possible here."""
        if self._process is None or sys.platform == "win32":
            return False
        _signal(self._process, signal.SIGALRM)
        return True

    async def end(self) -> None:
        """Kill the process, if there is one."""
        process, self._process = self._process, None
        if process is not None:
            _signal(process, _KILL)
            await process.wait()


class _Idle(asyncio.Queue[Worker]):
    """Idle workers: first those that are ready, and of these first the one that was at work last."""

    def _init(self, maxsize: int) -> None:  # noqa: ARG002
        self._queue: list[Worker] = []

    def _put(self, item: Worker) -> None:
        self._queue.append(item)

    def _get(self) -> Worker:
        places = range(len(self._queue))
        return self._queue.pop(max(places, key=lambda place: (self._queue[place].is_ready, place)))


async def _new_process(niceness: int, memory: int) -> Process:
    """A session of its own, so that Ctrl-C in the terminal reaches the server alone."""
    program = (
        f"import sys; sys.path[:] = {sys.path!r}\n"
        f"from bimaru.web.niceness import be_nice; be_nice({niceness})\n"
        f"from bimaru.web.worker import serve; serve({memory})"
    )
    return await asyncio.create_subprocess_exec(
        sys.executable, "-c", program, stdin=PIPE, stdout=PIPE, start_new_session=True
    )


def _signal(process: Process, number: int) -> None:
    """Not by the method of the process, which may see that it has ended before the event loop does,
    and then the loop never learns how."""
    if process.returncode is None:
        with suppress(ProcessLookupError):
            os.kill(process.pid, number)


def _send(process: Process, request: Request, spell: Spell) -> None:
    if process.stdin is None:
        raise OSError
    asked = asdict(request)
    body: bytes = asked.pop("body")
    header = json.dumps({"request": asked, "spell": spell}).encode()
    for data in (header, body):
        process.stdin.write(len(data).to_bytes(LENGTH) + data)


async def _reply(process: Process) -> tuple[Answer, bool]:
    """The answer, and whether the worker is fit for another request."""
    header, content = await _frames(process)
    told = json.loads(header)
    return Answer(**told["answer"], content=content), told["stays"]


async def _frames(process: Process) -> tuple[bytes, bytes]:
    return await _frame(process), await _frame(process)


async def _frame(process: Process) -> bytes:
    if process.stdout is None:
        raise OSError
    length = int.from_bytes(await process.stdout.readexactly(LENGTH))
    return await process.stdout.readexactly(length)
