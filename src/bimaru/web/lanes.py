"""Who works on what: short requests at once, hard ones after one another, in processes that can be killed.

Every request is tried in the first lane, for a moment. What is not done by then is hard and goes to the
second lane, whose workers leave the processor to those of the first whenever they want it. So neither
the server nor a short request ever waits for a hard one.
"""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from dataclasses import asdict
from enum import Enum, auto
from math import ceil
from typing import Final

from bimaru.web.limits import Limits
from bimaru.web.work import Answer, Request
from bimaru.web.worker import LENGTH, OVERRAN

_POLITE: Final = 15
"""Niceness of the workers on hard requests: they get about a thirtieth of what the others get."""


class Failure(Enum):
    """Why there is no answer."""

    OVERRAN = auto()
    """It was not found in time."""
    DIED = auto()
    """The worker ended in the middle."""
    BUSY = auto()
    """As many wait already as may."""


class Lanes:
    """The two lanes; to be used and closed in one event loop."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._first = Lane(limits.waiting, 0, limits)
        self._second = Lane(limits.waiting_hard, _POLITE, limits)

    async def start(self) -> None:
        """Start the workers of the first lane; the others start when they are needed."""
        await self._first.start()

    async def answer(self, request: Request) -> Answer | Failure:
        """The answer of a worker. Who is cancelled leaves nothing waiting and nothing at work."""
        found = await self._first.answer(request, self.limits.first_try)
        if found is Failure.OVERRAN:
            found = await self._second.answer(request, request.time_limit + self.limits.slack)
        return found

    @property
    def patience(self) -> int:
        """Seconds after which it is worth while to ask again."""
        return ceil(self.limits.time)

    async def close(self) -> None:
        """End all workers; whoever waits for them is told that they died."""
        await asyncio.gather(self._first.close(), self._second.close())


class Lane:
    """Workers of one kind, and a queue before them."""

    def __init__(self, most_waiting: int, niceness: int, limits: Limits) -> None:
        self._workers = [Worker(niceness, limits) for _ in range(limits.workers)]
        self._idle: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()
        for worker in self._workers:
            self._idle.put_nowait(worker)
        self._waiting = 0
        self._most_waiting = most_waiting
        self._at_work: set[asyncio.Task[Answer | Failure]] = set()
        self._closed = asyncio.Event()

    async def start(self) -> None:
        await asyncio.gather(*(worker.start() for worker in self._workers))

    async def answer(self, request: Request, seconds: float) -> Answer | Failure:
        """The answer to a request that may take so many seconds."""
        if self._idle.empty() and self._waiting >= self._most_waiting:
            return Failure.BUSY
        worker = await self._next_idle()
        if self._closed.is_set():
            self._idle.put_nowait(worker)
            return Failure.DIED
        work = asyncio.create_task(worker.answer(request, seconds))
        self._at_work.add(work)
        work.add_done_callback(self._at_work.discard)
        work.add_done_callback(lambda _: self._idle.put_nowait(worker))
        try:
            return await asyncio.shield(work)
        except asyncio.CancelledError:
            if self._closed.is_set():
                return Failure.DIED
            if not worker.interrupt():
                work.cancel()
            raise

    async def _next_idle(self) -> Worker:
        self._waiting += 1
        try:
            return await self._idle.get()
        finally:
            self._waiting -= 1

    async def close(self) -> None:
        self._closed.set()
        for work in self._at_work:
            work.cancel()
        await asyncio.gather(*(worker.end() for worker in self._workers))


class Worker:
    """One worker. Its process is started when it is needed, also after a sudden end."""

    def __init__(self, niceness: int, limits: Limits) -> None:
        self._niceness = niceness
        self._limits = limits
        self._process: Process | None = None

    async def start(self) -> Process:
        """The process at the ready. Raises `OSError` and `IncompleteReadError`."""
        if self._process is None or self._process.returncode is not None:
            self._process = await _new_process(self._niceness, self._limits.memory)
            await _frames(self._process)  # which say that it is ready
        return self._process

    async def answer(self, request: Request, seconds: float) -> Answer | Failure:
        """The answer to a request within so many seconds."""
        try:
            process = await self.start()
            _send(process, request, seconds)
            found = await asyncio.wait_for(_reply(process), seconds + self._limits.grace)
        except (OSError, asyncio.IncompleteReadError) as error:
            await self.end()
            return Failure.OVERRAN if isinstance(error, TimeoutError) else Failure.DIED
        except asyncio.CancelledError:
            await self.end()
            raise
        return Failure.OVERRAN if found.status == OVERRAN else found

    def interrupt(self) -> bool:
        """Have it let be what it is at; whether that is possible here."""
        if self._process is None or sys.platform == "win32":
            return False
        with suppress(ProcessLookupError):
            self._process.send_signal(signal.SIGALRM)
        return True

    async def end(self) -> None:
        """Kill the process, if there is one."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def _new_process(niceness: int, memory: int) -> Process:
    """In a group of its own, so that Ctrl-C in the terminal reaches the server alone; not in a session of
    its own, for between sessions Linux shares the processor out whatever their niceness."""
    program = (
        f"import sys; sys.path[:] = {sys.path!r}\n"
        f"from bimaru.web.worker import serve; serve({niceness}, {memory})"
    )
    return await asyncio.create_subprocess_exec(
        sys.executable, "-c", program, stdin=PIPE, stdout=PIPE, process_group=0
    )


def _send(process: Process, request: Request, seconds: float) -> None:
    if process.stdin is None:
        raise OSError
    asked = asdict(request)
    body: bytes = asked.pop("body")
    header = json.dumps({"request": asked, "seconds": seconds}).encode()
    for data in (header, body):
        process.stdin.write(len(data).to_bytes(LENGTH) + data)


async def _reply(process: Process) -> Answer:
    header, content = await _frames(process)
    return Answer(**json.loads(header), content=content)


async def _frames(process: Process) -> tuple[bytes, bytes]:
    return await _frame(process), await _frame(process)


async def _frame(process: Process) -> bytes:
    if process.stdout is None:
        raise OSError
    length = int.from_bytes(await process.stdout.readexactly(LENGTH))
    return await process.stdout.readexactly(length)
