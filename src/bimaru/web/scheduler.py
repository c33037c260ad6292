"""The scheduler: pools of worker processes for short, longer and hard requests.

Every request starts in the first pool, with a short time slice. If that is not enough, it starts again in the
next pool with a longer one, and at last in the pool for hard requests. Each pool has a higher niceness than
the one before, so neither the server nor a short request waits for a hard one.
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
from dataclasses import asdict, dataclass
from enum import Enum
from math import ceil
from typing import Any, Final, TypeVar

from bimaru.json_values import JsonValue
from bimaru.processes.child import child_command
from bimaru.web.logs import logger
from bimaru.web.messages import LENGTH, TIMED_OUT, Answer, Request, TimeBudget, framed
from bimaru.web.server_limits import Limits

T = TypeVar("T")

_NICENESS_STEP: Final = 8
"""The difference in niceness between pools: each gets about a sixth of the processor of the one before."""

_MAX_PAUSE: Final = 60.0
"""The longest time between two attempts to start a worker, in seconds."""

_REPEAT: Final = 0.1
"""Seconds between two interruptions of a worker."""
_INTERRUPTIONS: Final = 100
"""Interruptions of a worker that does not stop, before it is killed."""

_KILL: Final = signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL


class Failure(Enum):
    """Why there is no answer, as clients are told."""

    TIMED_OUT = "the time limit was exceeded: {time_limit:g} seconds of processor time"
    OVERDUE = "the server is too busy: there was no answer within {longest:g} seconds by the clock"
    """The machine is too busy, or a worker is stuck."""
    WORKER_DIED = "the worker process ended unexpectedly"
    NO_WORKER = "no worker process could be started"
    CLOSING = "the server is shutting down"
    BUSY = "too many requests are waiting"


@dataclass(frozen=True, slots=True)
class PoolLoad(JsonValue):
    """A pool of workers for one kind of request, and its queue."""

    workers: int
    alive: int
    """Workers with a live process; others are replaced within seconds."""
    waiting: int
    """Requests in the queue."""
    free: int
    """Free places in the queue."""


class Scheduler:
    """All pools. To be used and closed in one event loop."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        queue_sizes = [limits.waiting] * len(limits.time_slices) + [limits.waiting_hard]
        self._pools = [Pool(size, _NICENESS_STEP * place, limits) for place, size in enumerate(queue_sizes)]
        self._budgets = [TimeBudget(limits.clock_factor * seconds, seconds) for seconds in limits.time_slices]

    async def start(self) -> None:
        """Start the workers, and wait for those of the first pool."""
        starts = [pool.start() for pool in self._pools]
        await asyncio.gather(*starts[0])

    async def answer(self, request: Request) -> Answer | Failure:
        """The answer of a worker. Cancellation removes the request from queues and workers."""
        try:
            async with asyncio.timeout(self.limits.longest):
                return await self._answer(request)
        except TimeoutError:
            return Failure.OVERDUE

    async def _answer(self, request: Request) -> Answer | Failure:
        """The answer of a worker, however long requests wait for one."""
        result: Answer | Failure = Failure.TIMED_OUT
        last = TimeBudget(self.limits.longest, request.time_limit + self.limits.slack)
        for pool, budget in zip(self._pools, [*self._budgets, last], strict=True):
            result = await pool.answer(request, budget)
            if result is not Failure.TIMED_OUT:
                break
        return result

    def replace_dead_workers(self) -> None:
        """Begin to restart the workers whose process has ended."""
        for pool in self._pools:
            pool.replace_dead_workers()

    def load(self) -> list[PoolLoad]:
        """The load of each pool, the one for short requests first."""
        return [pool.load() for pool in self._pools]

    @property
    def retry_after(self) -> int:
        """Seconds after which a rejected request may be worth retrying."""
        return ceil(self.limits.time)

    async def close(self) -> None:
        """End all workers; pending requests fail with `CLOSING`."""
        await asyncio.gather(*(pool.close() for pool in self._pools))


class Pool:
    """Workers of equal niceness, and their queue."""

    def __init__(self, max_waiting: int, niceness: int, limits: Limits) -> None:
        self._workers = [Worker(niceness, limits) for _ in range(limits.workers)]
        self._idle = _IdleWorkers()
        self._waiting = 0
        self._max_waiting = max_waiting
        self._tasks: set[asyncio.Task[Any]] = set()
        self._starting: set[asyncio.Task[None]] = set()
        self._closed = asyncio.Event()

    def start(self) -> list[asyncio.Task[None]]:
        """Begin to start the workers; each gets requests once it is ready."""
        return [self._run(worker, worker.start()) for worker in self._workers]

    def replace_dead_workers(self) -> None:
        """Begin to restart the workers whose process has ended."""
        for worker in self._workers:
            if worker.needs_start() and not self._closed.is_set():
                # not by `_run`, which would add an idle worker to the queue once more
                task = asyncio.create_task(worker.start())
                self._starting.add(task)
                task.add_done_callback(self._starting.discard)

    def load(self) -> PoolLoad:
        """The load of the pool."""
        alive = sum(worker.is_alive for worker in self._workers)
        return PoolLoad(len(self._workers), alive, self._waiting, self._max_waiting - self._waiting)

    async def answer(self, request: Request, budget: TimeBudget) -> Answer | Failure:
        """The answer to a request within a time budget."""
        if self._idle.empty() and self._waiting >= self._max_waiting:
            return Failure.BUSY
        worker = await self._next_idle()
        if self._closed.is_set():
            self._idle.put_nowait(worker)  # wakes the next request that waits
            return Failure.CLOSING
        task = self._run(worker, worker.answer(request, budget))
        try:
            return await asyncio.shield(task)  # the worker is not free before the task ends
        except asyncio.CancelledError:
            if self._closed.is_set():  # the task was cancelled, not the request
                return Failure.CLOSING
            self._stop(worker, task)
            raise

    def _stop(self, worker: Worker, task: asyncio.Task[Any], interruptions: int = 0) -> None:
        """Interrupt the work until it is done: a worker ignores this while it imports a module or has not
        read the request yet. One that is stuck is killed."""
        if task.done():
            return
        if interruptions < _INTERRUPTIONS and worker.interrupt():
            asyncio.get_running_loop().call_later(_REPEAT, self._stop, worker, task, interruptions + 1)
        else:
            task.cancel()

    def _run(self, worker: Worker, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """A task for the worker, which is released when the task is done."""
        task = asyncio.create_task(work)
        self._tasks.add(task)  # the event loop itself holds tasks weakly
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: self._release(worker))
        return task

    def _release(self, worker: Worker) -> None:
        """Make the worker idle, after a restart if its process has ended."""
        if worker.needs_start() and not self._closed.is_set():
            self._run(worker, worker.start())
        else:
            self._idle.put_nowait(worker)

    async def _next_idle(self) -> Worker:
        self._waiting += 1
        try:
            return await self._idle.get()
        finally:
            self._waiting -= 1

    async def close(self) -> None:
        """End the workers."""
        self._closed.set()
        tasks = [*self._tasks, *self._starting]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(worker.end() for worker in self._workers))


class Worker:
    """A worker. Its process is started on demand, again if it has ended."""

    def __init__(self, niceness: int, limits: Limits) -> None:
        self._niceness = niceness
        self._limits = limits
        self._process: Process | None = None
        self._start = asyncio.Lock()
        self._failures = 0
        self._retry_time = 0.0

    @property
    def is_alive(self) -> bool:
        """Whether it has a process, possibly one that is still starting."""
        return self._process is not None and self._process.returncode is None

    @property
    def is_ready(self) -> bool:
        """Whether its process has started."""
        return self.is_alive and not self._start.locked()

    def needs_start(self) -> bool:
        """Whether its process has to be started: not soon after a failed start."""
        return not (self.is_alive or self._start.locked()) and time.monotonic() >= self._retry_time

    async def start(self) -> None:
        """Start its process; failures are logged."""
        try:
            await self._ensure_process()
        except (OSError, asyncio.IncompleteReadError) as error:
            self._failures += 1
            self._retry_time = time.monotonic() + min(2**self._failures, _MAX_PAUSE)
            logger.warning("A worker could not be started: %r", error)
            await self.end()
        except asyncio.CancelledError:
            await self.end()
            raise
        else:
            self._failures = 0

    async def _ensure_process(self) -> None:
        """Start the process if there is none. Raises `OSError` or `IncompleteReadError`."""
        async with self._start:
            if self._process is None or self._process.returncode is not None:
                creation = asyncio.create_task(_new_process(self._niceness, self._limits.memory))
                try:
                    self._process = await asyncio.shield(creation)
                except asyncio.CancelledError:
                    self._process = await creation  # asyncio loses a process that is half created
                    raise
                async with asyncio.timeout(self._limits.start_time):
                    await _read_frames(self._process)  # the message that it is ready

    async def answer(self, request: Request, budget: TimeBudget) -> Answer | Failure:
        """The answer to a request within a time budget."""
        await self.start()
        if self._process is None or not self.is_alive:
            return Failure.NO_WORKER
        is_reusable = False
        try:
            _send(self._process, request, budget)
            result, is_reusable = await asyncio.wait_for(
                _read_answer(self._process), budget.clock + self._limits.grace
            )
        except TimeoutError:
            return Failure.TIMED_OUT
        except (OSError, asyncio.IncompleteReadError):
            logger.warning("A worker has ended unexpectedly; it will be replaced")
            return Failure.WORKER_DIED
        finally:
            if not is_reusable:
                await self.end()
        return Failure.TIMED_OUT if result.status == TIMED_OUT else result

    def interrupt(self) -> bool:
        """Cancel the current request; return whether the platform can do that."""
        if self._process is None or sys.platform == "win32":
            return False
        if self.is_ready:  # the signal would end a process that is still starting
            _signal(self._process, signal.SIGALRM)
        return True

    async def end(self) -> None:
        """Kill the process, if there is one."""
        if self._process is not None:
            _signal(self._process, _KILL)
            await self._process.wait()


class _IdleWorkers(asyncio.Queue[Worker]):
    """Idle workers: ready ones first, the most recently used first."""

    def _init(self, maxsize: int) -> None:  # noqa: ARG002
        self._queue: list[Worker] = []

    def _put(self, item: Worker) -> None:
        self._queue.append(item)

    def _get(self) -> Worker:
        places = range(len(self._queue))
        return self._queue.pop(max(places, key=lambda place: (self._queue[place].is_ready, place)))


async def _new_process(niceness: int, memory: int) -> Process:
    """Start a worker process, in a session of its own so that Ctrl-C reaches only the server."""
    command = child_command("bimaru.web.worker", f"serve({memory}, {niceness})")
    return await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, start_new_session=True)


def _signal(process: Process, number: int) -> None:
    """Send a signal if the process is running.

    `Process.send_signal` may reap the process before the event loop, which then misses its exit status."""
    if process.returncode is None:
        with suppress(ProcessLookupError):
            os.kill(process.pid, number)


def _send(process: Process, request: Request, budget: TimeBudget) -> None:
    if process.stdin is None:
        raise OSError
    fields = asdict(request)
    body: bytes = fields.pop("body")
    process.stdin.write(framed({"request": fields, "budget": budget}, body))


async def _read_answer(process: Process) -> tuple[Answer, bool]:
    """The answer, and whether the worker can take another request."""
    header, content = await _read_frames(process)
    fields = json.loads(header)
    return Answer(**fields["answer"], content=content), fields["is_reusable"]


async def _read_frames(process: Process) -> tuple[bytes, bytes]:
    return await _read_frame(process), await _read_frame(process)


async def _read_frame(process: Process) -> bytes:
    if process.stdout is None:
        raise OSError
    length = int.from_bytes(await process.stdout.readexactly(LENGTH))
    return await process.stdout.readexactly(length)
