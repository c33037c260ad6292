"""Who works on what: short requests at once, hard ones after one another, in processes that can be killed.

Every request is tried in the first lane, for a moment. What is not done by then is hard and goes to the
second lane, whose workers leave the processor to those of the first whenever they want it. So neither
the server nor a short request ever waits for a hard one.
"""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from dataclasses import asdict
from math import ceil
from typing import Final

from bimaru.web.limits import Limits
from bimaru.web.work import Answer, Request
from bimaru.web.worker import LENGTH, OVERRAN

_POLITE: Final = 15
"""Niceness of the workers on hard requests: about a thirtieth of what the others get."""


class Busy(Exception):
    """As many wait already as may."""


class Overran(Exception):
    """The work was not done in its time."""


class Died(Exception):
    """The worker ended in the middle of its work."""


class Lanes:
    """The two lanes. To be made, used and closed in one event loop."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._first = Lane(limits.workers, limits.waiting, 0, limits)
        self._second = Lane(limits.workers, limits.waiting_hard, _POLITE, limits)

    async def answer(self, request: Request) -> Answer:
        """The answer of a worker. Raises `Busy`, `Overran` and `Died`; who is cancelled leaves nothing
        waiting and nothing at work."""
        try:
            return await self._first.answer(request, self.limits.first_try)
        except Overran:
            return await self._second.answer(request, request.time_limit)

    @property
    def patience(self) -> int:
        """Seconds after which it is worth while to ask again."""
        return ceil(self.limits.time)

    async def close(self) -> None:
        """End all workers."""
        await asyncio.gather(self._first.close(), self._second.close())


class Lane:
    """Workers of one kind, and a queue before them."""

    def __init__(self, workers: int, waiting: int, niceness: int, limits: Limits) -> None:
        self._workers = [Worker(niceness, limits) for _ in range(workers)]
        self._idle: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()
        for worker in self._workers:
            self._idle.put_nowait(worker)
        self._waiting = 0
        self._most_waiting = waiting
        self._at_work: set[asyncio.Task[Answer]] = set()

    async def answer(self, request: Request, seconds: float) -> Answer:
        worker = await self._next_idle()
        work = asyncio.create_task(worker.answer(request, seconds))
        self._at_work.add(work)
        work.add_done_callback(lambda _: self._idle.put_nowait(worker))
        work.add_done_callback(self._at_work.discard)
        try:
            return await asyncio.shield(work)
        except asyncio.CancelledError:
            worker.interrupt()
            raise

    async def _next_idle(self) -> Worker:
        if self._idle.empty() and self._waiting >= self._most_waiting:
            raise Busy
        self._waiting += 1
        try:
            return await self._idle.get()
        finally:
            self._waiting -= 1

    async def close(self) -> None:
        for worker in self._workers:
            await worker.end()


class Worker:
    """One worker, whose process is started when it is first needed and after each sudden end."""

    def __init__(self, niceness: int, limits: Limits) -> None:
        self._niceness = niceness
        self._limits = limits
        self._process: Process | None = None

    async def answer(self, request: Request, seconds: float) -> Answer:
        """The answer to a request within so many seconds. Raises `Overran` and `Died`."""
        try:
            process = await self._started()
            self._send(process, request, seconds)
            reply = await asyncio.wait_for(_reply(process), seconds + self._limits.grace)
        except TimeoutError:
            await self.end()
            raise Overran from None
        except (OSError, asyncio.IncompleteReadError):
            await self.end()
            raise Died from None
        if reply.status == OVERRAN:
            raise Overran
        return reply

    async def _started(self) -> Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await _new_process(self._niceness, self._limits.memory)
            await _frames(self._process)  # which say that it is ready
        return self._process

    def _send(self, process: Process, request: Request, seconds: float) -> None:
        asked = asdict(request)
        body: bytes = asked.pop("body")
        header = json.dumps({"request": asked, "seconds": seconds}).encode()
        if process.stdin:
            for data in (header, body):
                process.stdin.write(len(data).to_bytes(LENGTH) + data)

    def interrupt(self) -> None:
        """Have it let be what it is at."""
        if self._process is not None and sys.platform != "win32":
            import signal

            with suppress(ProcessLookupError):
                self._process.send_signal(signal.SIGALRM)

    async def end(self) -> None:
        """Kill the process, if there is one."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def _new_process(niceness: int, memory: int) -> Process:
    """A session of its own, so that Ctrl-C in the terminal reaches the server alone."""
    program = (
        f"import sys; sys.path[:] = {sys.path!r}\n"
        f"from bimaru.web.worker import serve; serve({niceness}, {memory})"
    )
    return await asyncio.create_subprocess_exec(
        sys.executable, "-c", program, stdin=PIPE, stdout=PIPE, start_new_session=True
    )


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
