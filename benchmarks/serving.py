"""How fast `bimaru serve` answers: easy requests alone, and with hard ones at their limit beside them.

    python -m benchmarks.serving [--seconds 20] [--rate 50] [--workers 2] [--hard 10] [--time-limit 5]

Starts a server on loopback and sends it requests from this process, on a fixed timetable: a request that
has to wait for its connection, or that the machine sends late, counts from when it was due. Prints as a
Markdown table the latencies in milliseconds. Easy is to solve, check and hint the 10x10 puzzles made with
Boats, in turn, where hints go on from half-filled boards. Hard is what no engine does in time: to solve
50x50 puzzles made here, and to count the solutions of 30x30 ones of which few squares are given.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from itertools import count, cycle, islice
from pathlib import Path
from statistics import median, quantiles
from typing import Final, NamedTuple

import bimaru
from benchmarks.hard import Kind, made, triangle
from bimaru import Board, Puzzle
from bimaru.board import UNKNOWN

DATA: Final = Path(__file__).parents[1] / "tests" / "data" / "boats.jsonl"
HARD: Final = {"solve": Kind(50, 50, triangle(10), 0.15), "count": Kind(30, 30, triangle(8), 0.1)}
HEADS: Final = ("", "answers", "median", "p99", "slowest", "target: p99", "statuses")
TARGET: Final = 100
TARGET_BESIDE_HARD: Final = 500


class Request(NamedTuple):
    """A request: the path below `/api/` and the body."""

    path: str
    body: bytes


class Reply(NamedTuple):
    """How long an answer took, in seconds, and what it was."""

    path: str
    seconds: float
    status: int
    body: bytes


def main() -> None:
    """Measure what the arguments ask for."""
    parser = argparse.ArgumentParser(description="Measure the server.")
    parser.add_argument("--seconds", type=float, default=20, help="of each measurement")
    parser.add_argument("--rate", type=float, default=50, help="easy requests a second")
    parser.add_argument("--workers", type=int, default=2, help="of the server, easy and hard each")
    parser.add_argument("--hard", type=int, default=10, help="hard requests in flight")
    parser.add_argument("--time-limit", type=float, default=5, help="of each, in seconds")
    options = parser.parse_args()
    easy = list(easy_requests())
    hard = list(islice(hard_requests(), options.hard))
    with server(options.workers, options.time_limit) as port:
        asyncio.run(measure(port, easy, hard, options.seconds, options.rate))


@contextmanager
def server(workers: int, time_limit: float) -> Iterator[int]:
    """A server on a free port, which is given."""
    command = [sys.executable, "-m", "bimaru", "serve", "--port", "0"]
    options = ["--workers", str(workers), "--time-limit", str(time_limit)]
    with subprocess.Popen([*command, *options], stdout=subprocess.PIPE, text=True) as process:
        try:
            said = process.stdout.readline() if process.stdout else ""
            yield int(said.partition("/ ")[0].rpartition(":")[2])
        finally:
            process.terminate()


def easy_requests() -> Iterator[Request]:
    """One of each kind for every puzzle."""
    chance = random.Random(1)
    for puzzle in bimaru.read_all(DATA):
        if (puzzle.height, puzzle.width) == (10, 10):
            yield from _about(puzzle, chance)


def hard_requests() -> Iterator[Request]:
    """As many as wanted, each about another puzzle."""
    for seed in count():
        for path, kind in HARD.items():
            yield _request(path, made(kind, seed).to_data())


def _about(puzzle: Puzzle, chance: random.Random) -> Iterator[Request]:
    data = puzzle.to_data()
    board = bimaru.solve(puzzle).boards[0]
    half = ["".join(mark if chance.random() < 0.5 else UNKNOWN for mark in row) for row in board.rows]
    yield _request("solve", data)
    yield _request("check", {"puzzle": data, "board": board.to_data()})
    yield _request("hint", {"puzzle": data, "board": Board(tuple(half)).to_data()})


def _request(path: str, data: Mapping[str, object]) -> Request:
    return Request(path, json.dumps(data).encode())


async def measure(port: int, easy: list[Request], hard: list[Request], seconds: float, rate: float) -> None:
    """Print the table."""
    client = Client(port)
    await asyncio.gather(*map(client.ask, easy[:20]))  # so that no import is measured
    print("| " + " | ".join(HEADS) + " |\n|" + " --- |" * len(HEADS))
    number = int(seconds * rate)
    alone, late = await timetable(client, islice(cycle(easy), number), rate)
    for path in ("solve", "check", "hint"):
        print_times(
            f"{path}, {rate:g} a second in all", [reply for reply in alone if reply.path == path], TARGET
        )
    print_times("of that, sent late by this process", late)
    async with in_flight(client, hard) as done:
        await asyncio.sleep(1)
        beside, late = await timetable(client, islice(cycle(easy), number), rate)
    print_times(f"the same beside {len(hard)} hard ones", beside, TARGET_BESIDE_HARD)
    print_times("of that, sent late by this process", late)
    print_times("the hard ones", done)


async def timetable(
    client: Client, requests: Iterator[Request], rate: float
) -> tuple[list[Reply], list[Reply]]:
    """The answers to requests that are sent when they are due, whatever became of those before; and how
    late they were sent, for that is not the server's doing."""
    start = time.perf_counter()
    asking, late = [], []
    for number, request in enumerate(requests):
        due = start + number / rate
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        late.append(Reply(request.path, max(0.0, time.perf_counter() - due), 0, b""))
        asking.append(asyncio.create_task(client.ask(request, due)))
    return await asyncio.gather(*asking), late


@asynccontextmanager
async def in_flight(client: Client, requests: list[Request]) -> AsyncIterator[list[Reply]]:
    """All of these requests under way at once, each sent again as soon as it is answered."""
    done: list[Reply] = []

    async def again_and_again(request: Request) -> None:
        while True:
            done.append(await client.ask(request))

    asking = [asyncio.create_task(again_and_again(request)) for request in requests]
    try:
        yield done
    finally:
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)


class Client:
    """Asks over connections that are used again."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._idle: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def ask(self, request: Request, due: float | None = None) -> Reply:
        """The answer, timed from when the request was due (or from now)."""
        start = time.perf_counter() if due is None else due
        reader, writer = self._idle.pop() if self._idle else await self._connected()
        try:
            writer.write(_as_http(request))
            status, body = await _answer(reader)
        except BaseException:
            writer.close()
            raise
        self._idle.append((reader, writer))
        return Reply(request.path, time.perf_counter() - start, status, body)

    async def _connected(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self._port)


def _as_http(request: Request) -> bytes:
    head = (
        f"POST /api/{request.path} HTTP/1.1\r\nHost: localhost\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(request.body)}\r\n\r\n"
    )
    return head.encode() + request.body


async def _answer(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
    length = int(head.partition("content-length:")[2].split("\r\n")[0])
    return int(head.split()[1]), await reader.readexactly(length)


def print_times(name: str, answers: list[Reply], target: int | None = None) -> None:
    """Print a row."""
    times = sorted(1000 * reply.seconds for reply in answers)
    p99 = quantiles(times, n=100, method="inclusive")[-1] if len(times) > 1 else times[0]
    statuses: dict[str, int] = defaultdict(int)
    for reply in answers:
        if reply.status:
            statuses[_status(reply)] += 1
    counts = ", ".join(f"{number} {status}" for status, number in sorted(statuses.items()))
    goal = "" if target is None else f"{target}: {'met' if p99 < target else 'MISSED'}"
    print(
        f"| {name} | {len(times)} | {median(times):.1f} | {p99:.1f} | {times[-1]:.1f} | {goal} | {counts} |",
        flush=True,
    )


def _status(reply: Reply) -> str:
    """What an answer says: the status of its puzzle if there is one, else that of HTTP."""
    said = json.loads(reply.body).get("status") if reply.status == 200 else None
    return str(said or reply.status)


if __name__ == "__main__":
    main()
