"""An hour of mixed load on a server of its own: whether all its answers are right and its memory stays flat.

    python -m benchmarks.soak [--minutes 60] [--workers 2] [--rate 25] [--at-once 12] [--time-limit 3]

Starts `bimaru serve` on loopback and sends it, until the time is over, clients of every kind at bounded
rates: easy requests (solve, check, hint, convert, draw), hopeless puzzles, requests whose client goes away,
slow bodies, many requests at once, and clients that send nothing, send what is not HTTP or do not read.
Meanwhile it kills workers. In the first two thirds of each tenth of the time easy requests come on a
timetable, below saturation, and a request that this process sends late counts from when it was due. In the
last third `--at-once` easy requests are always under way, beside more hopeless ones and a flood of silent
connections.

Prints a Markdown table with a row for each phase, the outcomes for each kind of client, and a verdict. The
exit code is 1 when an answer had status 500, an easy request had no answer or a status other than 200 and
503, memory grew, or the server did not end cleanly. Times are compared with targets, but do not change the
exit code, because they depend on what else the machine does. Reads `/proc`, so it runs on Linux only.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import chain, cycle, islice
from pathlib import Path
from statistics import median, quantiles
from typing import Final, NamedTuple

import bimaru
from benchmarks.serving import DATA, Request, easy_requests, hard_requests

PARTS: Final = 10
STEADY: Final = 2 / 3
"""The share of each part in which the server is not saturated."""
TARGETS: Final = {"steady": 100, "saturated": 500}
"""Milliseconds that 99 of 100 easy answers should not exceed."""
GROWTH: Final = {"server": 16.0, "a worker": 48.0}
"""Megabytes by which the median of resident memory in the last third may exceed that in the second."""
RIGHT: Final = {200, 503}
"""What an easy request may be answered with: 503 if its worker was killed, or if too many wait."""
MEGABYTE: Final = 2**20
FLOOD: Final = 600
"""Silent connections at once: more than the server holds."""
HOPELESS: Final = 20
"""Hopeless requests under way at saturation: more than the server lets wait."""
PROCESSES: Final = Path("/proc")

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
LOST: Final = (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, TimeoutError, ValueError)
"""What ends a connection."""


def main() -> int:
    """Run, print the tables and judge."""
    parser = argparse.ArgumentParser(description="Load a server for a long time, in every way at once.")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--workers", type=int, default=2, help="of the server, for each kind of work")
    parser.add_argument("--rate", type=float, default=25, help="easy requests a second below saturation")
    parser.add_argument("--at-once", type=int, default=12, help="easy requests under way at saturation")
    parser.add_argument("--time-limit", type=float, default=3, help="of a request, in seconds")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # and so end the server
    if not PROCESSES.is_dir():
        parser.error("memory is read from /proc, which this system does not have")
    with (
        tempfile.TemporaryFile() as log,
        server(options.workers, options.time_limit, log.fileno()) as running,
    ):
        soak = Soak(running, options, log.fileno())
        asyncio.run(soak.run())
        leftovers = soak.end()
    faults = [*soak.faults(), *leftovers]
    for fault in faults:
        print(f"FAILED: {fault}")
    if not faults:
        print("No status 500, no lost answer, no growth of memory, a clean end.")
    return 1 if faults else 0


class Running(NamedTuple):
    """A server at work."""

    process: subprocess.Popen[str]
    port: int


@contextmanager
def server(workers: int, time_limit: float, log: int) -> Iterator[Running]:
    """A server on a free port, killed at the end if it is still there."""
    command = [sys.executable, "-m", "bimaru", "serve", "--port", "0"]
    options = ["--workers", str(workers), "--time-limit", str(time_limit)]
    with subprocess.Popen([*command, *options], stdout=subprocess.PIPE, stderr=log, text=True) as process:
        try:
            said = process.stdout.readline() if process.stdout else ""
            yield Running(process, int(said.partition("/ ")[0].rpartition(":")[2]))
        finally:
            process.kill()


@dataclass
class Phase:
    """What was seen in a part of the time."""

    name: str
    part: int
    seconds: list[float] = field(default_factory=list)
    """That easy answers took."""
    late: list[float] = field(default_factory=list)
    """By which this process was late in sending requests that were due."""
    statuses: Counter[int] = field(default_factory=Counter)
    """Of easy answers; 0 is none."""
    server: list[float] = field(default_factory=list)
    """Resident memory in megabytes, sampled each second."""
    worker: list[float] = field(default_factory=list)
    """The same of the largest worker."""
    descriptors: int = 0
    """Most open at a time."""
    log: int = 0
    """Bytes written to the log."""


class Soak:
    """All clients of one run, and what they saw."""

    def __init__(self, running: Running, options: argparse.Namespace, log: int) -> None:
        self.process, self.port = running
        self.options = options
        self.log = log
        self.random = random.Random(1)
        self.easy = cycle(list(chain.from_iterable(zip(easy_requests(), more_requests(), strict=False))))
        self.hard = cycle(list(islice(hard_requests(), 4)))
        self.phases: list[Phase] = []
        self.counts: Counter[tuple[str, str]] = Counter()
        """Outcomes by kind of client."""
        self.idle: list[Streams] = []

    # The course of a run

    async def run(self) -> None:
        """Everything, for as long as the options say."""
        for request in islice(self.easy, 20):
            await self.ask(request)  # so that no import is measured
        self.phases.append(Phase("start", 0))
        self.sample()
        seconds = 60 * self.options.minutes / PARTS
        clients = [
            asyncio.create_task(self.forever(client)) for client in CLIENTS for _ in range(client.number)
        ]
        clients.append(asyncio.create_task(self.sampling()))
        print("| " + " | ".join(HEADS) + " |\n|" + " --- |" * len(HEADS), flush=True)
        print(row(self.phases[0]), flush=True)
        for part in range(PARTS):
            await self.phase("steady", part, STEADY * seconds, self.timetable)
            await self.phase("saturated", part, (1 - STEADY) * seconds, self.at_once)
        for task in clients:
            task.cancel()
        for problem in await asyncio.gather(*clients, return_exceptions=True):
            if isinstance(problem, Exception):
                raise problem
        for _, writer in self.idle:
            writer.close()
        print()
        for kind in sorted({kind for kind, _ in self.counts}):
            outcomes = {what: number for (one, what), number in self.counts.items() if one == kind}
            print(f"{kind}: " + ", ".join(f"{number} {what}" for what, number in sorted(outcomes.items())))
        print()

    async def phase(
        self, name: str, part: int, seconds: float, asking: Callable[[float], Awaitable[None]]
    ) -> None:
        """Ask easy requests for some time, and print what came of it."""
        phase = Phase(name, part + 1)
        self.phases.append(phase)
        before = os.fstat(self.log).st_size
        await asking(seconds)
        self.sample()
        phase.log = os.fstat(self.log).st_size - before
        print(row(phase), flush=True)

    async def timetable(self, seconds: float) -> None:
        """Requests when they are due, whatever became of those before."""
        start = time.perf_counter()
        asking = []
        for number in range(int(seconds * self.options.rate)):
            due = start + number / self.options.rate
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            self.phases[-1].late.append(time.perf_counter() - due)
            asking.append(asyncio.create_task(self.ask_easy(due)))
        await asyncio.gather(*asking)

    async def at_once(self, seconds: float) -> None:
        """A number of requests always under way, hopeless ones among them, and a flood of connections."""
        end = time.perf_counter() + seconds

        async def again_and_again(ask: Callable[[], Awaitable[None]]) -> None:
            while time.perf_counter() < end:
                await ask()

        beside = [self.flood(), *(again_and_again(self.hopeless) for _ in range(HOPELESS))]
        tasks = [asyncio.create_task(one) for one in beside]
        await asyncio.gather(*(again_and_again(self.ask_easy) for _ in range(self.options.at_once)))
        for task in tasks:  # hopeless requests may still wait in a queue: their clients go away
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def forever(self, client: Client) -> None:
        """One client, again and again with pauses."""
        while True:
            await asyncio.sleep(self.random.uniform(0.5, 1.5) * client.pause)
            try:
                async with asyncio.timeout(90):
                    what = await client.act(self)
            except LOST as error:
                what = f"closed ({type(error).__name__})"
            self.counts[client.act.__name__.replace("_", " "), what] += 1

    # Requests

    async def ask_easy(self, due: float | None = None) -> None:
        """An easy request, noted in the phase that it began in."""
        phase = self.phases[-1]
        start = time.perf_counter() if due is None else due
        try:
            status = await self.ask(next(self.easy))
        except LOST:
            status = 0
        phase.seconds.append(time.perf_counter() - start)
        phase.statuses[status] += 1
        if status == 503 and due is None:
            await asyncio.sleep(0.05)  # as one who is turned away should

    async def hopeless(self) -> None:
        """A request that cannot be answered in time."""
        try:
            what = str(await self.ask(next(self.hard)))
        except LOST as error:
            what = f"closed ({type(error).__name__})"
        self.counts["hopeless", what] += 1
        await asyncio.sleep(0.5)

    async def ask(self, request: Request) -> int:
        """The status of the answer. Where a connection that was kept is closed by now, a new one is used."""
        while self.idle:
            streams = self.idle.pop()
            try:
                return await self.exchange(streams, request)
            except (ConnectionError, asyncio.IncompleteReadError):
                self.counts["kept connections", "closed meanwhile"] += 1
        return await self.exchange(await self.connected(), request)

    async def exchange(self, streams: Streams, request: Request) -> int:
        """The status of the answer that comes over this connection, which is kept if it stays open."""
        reader, writer = streams
        try:
            writer.write(as_http(request))
            async with asyncio.timeout(120):
                status = await answer(reader)
        except BaseException:
            writer.close()
            raise
        self.idle.append(streams)
        return status

    async def connected(self) -> Streams:
        """A new connection."""
        return await asyncio.open_connection("127.0.0.1", self.port, limit=2**22)

    async def flood(self) -> None:
        """Far more silent connections than there is room for, for a second."""
        opened: list[Streams] = []
        try:
            for _ in range(FLOOD // 50):
                with suppress(*LOST):
                    opened += await asyncio.gather(*(self.connected() for _ in range(50)))
            await asyncio.sleep(1)
        finally:
            for _, writer in opened:
                writer.transport.abort()
            self.counts["flood of silent connections", "opened"] += len(opened)

    # Measurements

    async def sampling(self) -> None:
        """A sample each second."""
        while True:
            await asyncio.sleep(1)
            self.sample()

    def sample(self) -> None:
        """Note memory and descriptors in the phase at hand."""
        phase = self.phases[-1]
        phase.server.append(resident(self.process.pid))
        phase.worker.append(max((resident(worker) for worker in self.workers()), default=0.0))
        phase.descriptors = max(
            phase.descriptors, sum(1 for _ in (PROCESSES / str(self.process.pid) / "fd").iterdir())
        )

    def workers(self) -> list[int]:
        """The processes of the server's workers."""
        children = PROCESSES / str(self.process.pid) / "task" / str(self.process.pid) / "children"
        return [int(child) for child in children.read_text(encoding="ascii").split()]

    # The end

    def end(self) -> list[str]:
        """Have the server end; what is wrong with how it does."""
        workers = self.workers()
        self.process.send_signal(signal.SIGTERM)
        try:
            code = self.process.wait(20)
        except subprocess.TimeoutExpired:
            return ["the server did not end on SIGTERM"]
        time.sleep(0.5)
        left = [worker for worker in workers if is_python(worker)]
        faults = [f"the server ended with code {code}"] if code else []
        return faults + ([f"{len(left)} workers are left behind"] if left else [])

    def faults(self) -> Iterator[str]:
        """What is wrong with what was seen."""
        phases = self.phases[1:]
        statuses: Counter[int] = sum((phase.statuses for phase in phases), Counter())
        broken = statuses[500] + sum(number for (_, what), number in self.counts.items() if what == "500")
        if broken:
            yield f"{broken} answers with status 500"
        if wrong := {status: number for status, number in statuses.items() if status not in RIGHT}:
            yield f"easy requests answered with {wrong} (0 is no answer)"
        third = len(phases) // 3
        for name, most in GROWTH.items():
            before, after = (
                median(
                    chain.from_iterable(phase.server if name == "server" else phase.worker for phase in some)
                )
                for some in (phases[third : 2 * third], phases[-third:])
            )
            if after - before > most:
                yield f"memory of {name} grew from {before:.0f} to {after:.0f} MB"


# What other clients do: each returns what came of it


async def broken_off(soak: Soak) -> str:
    """Ask for hopeless work, and go away."""
    _, writer = await soak.connected()
    whole = as_http(next(soak.hard))
    writer.write(whole[: soak.random.choice([len(whole), len(whole), len(whole) // 2, 20])])
    await asyncio.sleep(soak.random.uniform(0, 0.5))
    writer.transport.abort()
    return "gone"


async def slow_body(soak: Soak) -> str:
    """Send a body in pieces, fast enough or not."""
    reader, writer = await soak.connected()
    whole = as_http(next(soak.easy))
    pause = soak.random.choice([0.02, 2])
    size = max(len(whole) // 20, 1)
    status = asyncio.create_task(answer(reader))
    try:
        for start in range(0, len(whole), size):
            if status.done():
                break
            writer.write(whole[start : start + size])
            await asyncio.sleep(pause)
        return str(await status)
    finally:
        status.cancel()
        writer.close()


async def silent(soak: Soak) -> str:
    """Send nothing, or half a head, until the server closes the connection."""
    reader, writer = await soak.connected()
    writer.write(soak.random.choice([b"", b"", b"GET /api/form"]))
    received = await reader.read()
    writer.close()
    return received.split()[1].decode() if received else "closed"


async def malformed(soak: Soak) -> str:
    """Send what is not HTTP, or too much of it."""
    reader, writer = await soak.connected()
    writer.write(
        soak.random.choice(
            [
                b"hello\r\n\r\n",
                b"\x16\x03\x01" + soak.random.randbytes(300) + b"\r\n\r\n",
                b"GET / HTTP/1.1\r\nX: " + b"x" * 100_000 + b"\r\n\r\n",
                b"POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n",
                b"POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                b"Transfer-Encoding: chunked\r\n\r\n5\r\n{",
                as_http(Request("solve", b'{"rows": [')),
                as_http(Request("solve", b"[" * 200_000)),
                as_http(Request("solve", b" " * 300_000)),
            ]
        )
    )
    try:
        return str(await answer(reader))
    finally:
        writer.close()


async def not_reading(soak: Soak) -> str:
    """Ask for a lot and read none of it."""
    reader, writer = await soak.connected()
    writer.transport.pause_reading()  # type: ignore[attr-defined]
    writer.write(b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 300)
    await asyncio.sleep(15)
    writer.transport.resume_reading()  # type: ignore[attr-defined]
    try:
        await reader.read()
    finally:
        writer.close()
    return "closed"


async def pipelined(soak: Soak) -> str:
    """Many requests in one piece."""
    reader, writer = await soak.connected()
    writer.write(b"".join(as_http(next(soak.easy)) for _ in range(20)))
    statuses = {await answer(reader) for _ in range(20)}
    writer.close()
    return "500" if 500 in statuses else " and ".join(map(str, sorted(statuses)))


async def killed_worker(soak: Soak) -> str:
    """Kill a worker, at work or not."""
    if workers := soak.workers():
        with suppress(ProcessLookupError):
            os.kill(soak.random.choice(workers), signal.SIGKILL)
    return "killed"


async def watched(soak: Soak) -> str:
    """Ask how the server is."""
    reader, writer = await soak.connected()
    writer.write(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    status = await answer(reader)
    writer.close()
    return str(status)


async def hopeless(soak: Soak) -> str:
    """Ask for what cannot be done in time, and wait."""
    await soak.hopeless()
    return "answered"


class Client(NamedTuple):
    """What clients of a kind do, how many there are, and their seconds of pause between two times."""

    act: Callable[[Soak], Awaitable[str]]
    number: int
    pause: float


CLIENTS: Final = (
    Client(broken_off, 1, 1),
    Client(slow_body, 4, 1),
    Client(silent, 20, 2),
    Client(malformed, 1, 0.5),
    Client(not_reading, 1, 3),
    Client(pipelined, 1, 2),
    Client(killed_worker, 1, 4),
    Client(watched, 1, 1),
    Client(hopeless, 3, 0.5),
)


# HTTP, as little of it as this takes


def more_requests() -> Iterator[Request]:
    """Easy requests besides those to solve, check and hint."""
    for puzzle in bimaru.read_all(DATA):
        yield Request("convert", json.dumps({"text": bimaru.write(puzzle, "json"), "to": "text"}).encode())
        yield Request("draw", json.dumps(puzzle.to_data()).encode())


def as_http(request: Request) -> bytes:
    """A request."""
    head = (
        f"POST /api/{request.path} HTTP/1.1\r\nHost: localhost\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(request.body)}\r\n\r\n"
    )
    return head.encode() + request.body


async def answer(reader: asyncio.StreamReader) -> int:
    """The status of the next answer, which is read to its end."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
    await reader.readexactly(int(head.partition("content-length:")[2].split("\r\n")[0]))
    return int(head.split()[1])


# Processes


def resident(process: int) -> float:
    """Memory of a process in megabytes; 0 if it has ended."""
    with suppress(OSError):
        pages = int((PROCESSES / str(process) / "statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / MEGABYTE
    return 0.0


def is_python(process: int) -> bool:
    """Whether a process is still there, and one of ours."""
    with suppress(OSError):
        return b"bimaru.web.worker" in (PROCESSES / str(process) / "cmdline").read_bytes()
    return False


# The table

HEADS: Final = (
    *(
        "part",
        "phase",
        "easy",
        "p50",
        "p95",
        "p99 ms",
        "target",
        "sent late p99",
        "200",
        "503",
        "other",
        "500",
    ),
    *("server MB", "worker MB", "descriptors", "log bytes"),
)


def row(phase: Phase) -> str:
    """A phase as a row of the table."""
    cells = [phase.part, phase.name, len(phase.seconds)]
    if len(phase.seconds) > 1:
        hundredths = quantiles((1000 * seconds for seconds in phase.seconds), n=100, method="inclusive")
        target = TARGETS[phase.name]
        met = f"{target}: {'met' if hundredths[98] < target else 'MISSED'}"
        late = 1000 * quantiles(phase.late, n=100, method="inclusive")[98] if len(phase.late) > 1 else 0.0
        cells += [*(f"{hundredths[percent - 1]:.1f}" for percent in (50, 95, 99)), met, f"{late:.1f}"]
    else:
        cells += [""] * 5
    other = phase.statuses.total() - sum(phase.statuses[status] for status in (200, 503, 500))
    cells += [*(phase.statuses[status] for status in (200, 503)), other, phase.statuses[500]]
    cells += [f"{median(phase.server):.1f}", f"{median(phase.worker):.1f}", phase.descriptors, phase.log]
    return "| " + " | ".join(map(str, cells)) + " |"


if __name__ == "__main__":
    sys.exit(main())
