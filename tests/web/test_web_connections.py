"""Clients that are slow, silent, malformed or many do not keep others from the server."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any, Final

import pytest

from bimaru.web.messages import Answer, Request, as_json
from bimaru.web.scheduler import Failure, PoolLoad, Scheduler
from bimaru.web.server_limits import Limits
from command_line import UNIQUE
from sampling import sampled

pytest.importorskip("fastapi")
httpx = pytest.importorskip("httpx")
connections = pytest.importorskip("bimaru.web.connections")
logs = pytest.importorskip("bimaru.web.logs")
server = pytest.importorskip("bimaru.web.server")

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="counts descriptors in /proc")

QUICK: Final = Limits(
    workers=1, head_time=0.3, body_time=0.3, idle_time=1, read_time=0.3, connections=3, time=5
)
BODY: Final = json.dumps(UNIQUE).encode()


# The registry, by a clock of its own


class Played:
    """A connection that is only closed, or stalled, as the test says."""

    def __init__(self) -> None:
        self.fate = ""
        self.stalled = False

    def abort(self) -> None:
        self.fate = "aborted"

    def expire(self) -> None:
        self.fate = "expired"

    def is_stalled(self, _: float) -> bool:
        return self.stalled


def test_at_the_limit_the_connection_that_has_waited_longest_is_closed() -> None:
    room = connections.Connections(2)
    first, second, third = Played(), Played(), Played()
    for number, one in enumerate((first, second)):
        assert room.admit(one) is None
        room.mark_waiting(one, 10 + number)
    room.mark_waiting(first, 30)  # it has just sent something
    assert room.admit(third) is second
    assert len(room) == 2


def test_a_connection_whose_request_is_worked_on_is_never_closed_for_another() -> None:
    room = connections.Connections(1)
    busy, new = Played(), Played()
    room.admit(busy)
    room.mark_waiting(busy, 10)
    room.mark_busy(busy)
    assert room.admit(new) is new
    room.sweep(1e9)
    assert busy.fate == ""


def test_those_that_are_late_or_do_not_read_are_closed() -> None:
    room = connections.Connections(9)
    late, early, stalled = Played(), Played(), Played()
    for one, deadline in ((late, 10), (early, 12)):
        room.admit(one)
        room.mark_waiting(one, deadline)
    room.admit(stalled)
    stalled.stalled = True
    room.sweep(11)
    assert (late.fate, early.fate, stalled.fate) == ("expired", "", "aborted")


def test_where_sockets_are_no_files_there_is_room_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bimaru.web.connections.sys.platform", "win32")
    assert connections.room_for_connections(Limits(workers=2, connections=10**6)) == 10**6


@pytest.mark.skipif(sys.platform == "win32", reason="sockets are no files there")
def test_the_limit_of_open_files_bounds_the_connections() -> None:
    import resource

    program = (
        "import resource, sys\n"
        "from bimaru.web.connections import room_for_connections, TooFewFilesError\n"
        "from bimaru.web.server_limits import Limits\n"
        "limits = [int(limit) for limit in sys.argv[1:]]\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (limits[0], limits[1]))\n"
        "try: print(room_for_connections(Limits(workers=2, connections=500)))\n"
        "except TooFewFilesError as error: print(error)\n"
    )

    def room(soft: int, hard: int) -> str:
        command = [sys.executable, "-c", program, str(soft), str(hard)]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()

    assert resource.getrlimit(resource.RLIMIT_NOFILE)[1] >= 1000 or pytest.skip("few files here")
    assert room(1000, 1000) == "500"
    assert room(300, 1000) == "500"  # the limit can be raised
    assert 100 < int(room(300, 300)) < 200
    assert re.fullmatch(r"this process may open 100 files .* at least 1\d\d", room(100, 100))


# A server in this process, and clients that misbehave


class Workerless(Scheduler):
    """Answers at once, or when the test says so."""

    def __init__(self, limits: Limits, answer: Callable[[], Awaitable[Answer | Failure]]) -> None:
        super().__init__(limits)
        self._play = answer

    async def start(self) -> None:
        """No worker is needed."""

    def replace_dead_workers(self) -> None:
        """No worker is needed."""

    async def answer(self, _: Request) -> Answer | Failure:
        return await self._play()


async def at_once() -> Answer:
    return as_json({})


@asynccontextmanager
async def running(
    limits: Limits = QUICK, answer: Callable[[], Awaitable[Answer | Failure]] = at_once
) -> AsyncIterator[tuple[str, int]]:
    """A server, and its address."""
    is_ready = asyncio.Event()
    serving = server.Server(
        limits, frozenset({"localhost"}), ready=is_ready.set, scheduler=Workerless(limits, answer)
    )
    listening = server.bind("127.0.0.1", 0)
    task = asyncio.create_task(serving.serve([listening]))
    await is_ready.wait()
    try:
        yield listening.getsockname()
    finally:
        serving.should_exit = True
        await task


def post(path: str = "solve", body: bytes = BODY, more: str = "") -> bytes:
    head = f"POST /api/{path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n{more}"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


async def exchange(address: tuple[str, int], *pieces: bytes, pause: float = 0.0) -> bytes:
    """All that the server sends to a client that sends these pieces and then nothing, until it closes."""
    reader, writer = await asyncio.open_connection(*address)
    try:
        for piece in pieces:
            writer.write(piece)
            await asyncio.sleep(pause)
        async with asyncio.timeout(20):
            return await reader.read()
    except ConnectionError:
        return b""
    finally:
        writer.close()


def statuses(received: bytes) -> list[int]:
    return [int(status) for status in re.findall(rb"HTTP/1.1 (\d{3})", received)]


def bodies(received: bytes) -> list[Any]:
    return [json.loads(text) for text in re.findall(rb"^(\{.*?\})(?=HTTP|$)", received, re.MULTILINE)]


def run(test: Callable[[], Awaitable[None]]) -> Callable[[], None]:
    """A test that runs in an event loop."""

    async def bounded() -> None:
        async with asyncio.timeout(60):
            await test()

    def runs() -> None:
        asyncio.run(bounded())

    runs.__name__ = test.__name__
    return runs


@pytest.mark.thorough
@run
async def test_a_client_that_sends_nothing_or_nothing_more_is_let_go() -> None:
    async with running() as address:
        silent = exchange(address)
        idle = exchange(address, post())
        head = exchange(address, b"GET /api/formats HTTP/1.1\r\nHost: local")
        body = exchange(address, post()[:-5])
        received = await asyncio.gather(silent, idle, head)
        assert list(map(statuses, received)) == [[], [200], [408]]
        assert bodies(received[2]) == [{"error": "the head of the request was sent too slowly", "faults": []}]
        received_late = await body
        assert statuses(received_late) == [408]
        assert bodies(received_late) == [{"error": "the body was sent too slowly", "faults": []}]


@pytest.mark.thorough
@run
async def test_a_trickle_does_not_extend_the_time_for_a_head_or_a_body() -> None:
    async def sent_before_the_end(address: tuple[str, int], beginning: bytes) -> int:
        reader, writer = await asyncio.open_connection(*address)
        answer = asyncio.create_task(reader.read())
        writer.write(beginning)
        number = 0
        while not answer.done() and number < 200:
            writer.write(b"x")
            await asyncio.sleep(0.1)
            number += 1
        answer.cancel()
        writer.close()
        return number

    async with running() as address:
        head = b"GET / HTTP/1.1\r\nX-Long: "
        body = post(body=b"x" * 10_000)[:-9_000]
        refused = body.replace(b"/solve", b"/nowhere")  # where nobody reads the body
        sent = await asyncio.gather(*(sent_before_the_end(address, each) for each in (head, body, refused)))
    assert max(sent) < 100  # about 15


@pytest.mark.thorough
@run
async def test_a_body_that_goes_on_after_the_answer_is_not_waited_for() -> None:
    async with running() as address:
        refused = b"POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n"
        assert statuses(await exchange(address, refused, *[b"x"] * 5, pause=0.05)) == [404]


@pytest.mark.thorough
@run
async def test_a_client_that_does_not_read_its_answers_is_let_go() -> None:
    closed = 0
    async with running() as address:
        reader, writer = await asyncio.open_connection(*address, limit=1)
        sock: socket.socket = writer.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        page = b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
        try:
            async with asyncio.timeout(20):
                while True:
                    writer.write(page * 20)
                    await writer.drain()
                    await asyncio.sleep(0.02)
        except ConnectionError:
            closed = 1
        del reader
    assert closed


@run
async def test_silent_connections_make_room_for_others() -> None:
    async with running(Limits(workers=1, connections=3)) as address:
        silent = [await asyncio.open_connection(*address) for _ in range(30)]
        assert statuses(await exchange(address, post(more="Connection: close\r\n"))) == [200]
        for _, writer in silent:
            writer.close()


@run
async def test_where_every_connection_is_at_work_the_next_is_refused_in_words() -> None:
    may_answer = asyncio.Event()

    async def later() -> Answer:
        await may_answer.wait()
        return as_json({})

    async with running(QUICK, later) as address:
        closing = post(more="Connection: close\r\n")
        busy = [asyncio.create_task(exchange(address, closing)) for _ in range(QUICK.connections)]
        await asyncio.sleep(0.5)
        refused = await exchange(address)
        assert statuses(refused) == [503]
        assert "all connections are busy" in bodies(refused)[0]["error"]
        may_answer.set()
        assert [statuses(received) for received in await asyncio.gather(*busy)] == [[200]] * len(busy)
        assert statuses(await exchange(address, closing)) == [200]


MALFORMED: Final = {
    "no HTTP": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 20 + b"\r\n\r\n",
    "words": b"hello\r\n\r\n",
    "no host": b"GET / HTTP/1.1\r\n\r\n",
    "a space in a name": b"GET / HTTP/1.1\r\nHost: localhost\r\nA b: c\r\n\r\n",
    "two lengths": b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
    "a negative length": b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
    "huge length": b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + b"9" * 99 + b"\r\n\r\n",
    "a head without end": b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 500_000,
    "too many headers": b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"a: b\r\n" * 100_000,
    "a bad chunk": b"POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
    "a bad chunk after the answer": b"POST /nowhere HTTP/1.1\r\nHost: localhost\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n1\r\nab\r\n",
    "an unknown encoding": b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip\r\n\r\n",
}


# For `make test` a bad head and a bad body.
@pytest.mark.parametrize("name", sampled(MALFORMED, {"no HTTP", "a bad chunk after the answer"}.__contains__))
def test_what_is_not_http_is_refused_and_nothing_breaks(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    sent = MALFORMED[name]

    @run
    async def send() -> None:
        async with running() as address:
            for pieces in ([sent], [sent[:20], sent[20:]]):
                received = await exchange(address, *pieces, pause=0.05)
                assert set(statuses(received)) <= {400, 404, 408, 413, 431, 501}
                for answer in bodies(received):
                    assert answer.keys() == {"error", "faults"}
            assert statuses(await exchange(address, post(more="Connection: close\r\n"))) == [200]

    send()
    err = capfd.readouterr().err
    assert "Traceback" not in err
    assert len(err.splitlines()) <= 1


LENGTH: Final = f"Content-Length: {len(BODY)}\r\n"
CHUNKED: Final = "Transfer-Encoding: chunked\r\n"
CHUNKS: Final = f"{len(BODY):x}\r\n".encode() + BODY + b"\r\n0\r\n\r\n"


def raw(head: str, body: bytes = BODY, version: str = "1.1") -> bytes:
    """A request with these lines in its head, and after its body the beginning of another one."""
    usual = "Host: localhost\r\nContent-Type: application/json\r\n"
    smuggled = post("count", more="Connection: close\r\n")
    return f"POST /api/solve HTTP/{version}\r\n{usual}{head}\r\n".encode("latin-1") + body + smuggled


STRICTLY_READ: Final = {
    "a length and chunks": (raw(LENGTH + CHUNKED), 400, "both Content-Length and Transfer-Encoding"),
    "chunks and a length": (raw(CHUNKED + LENGTH, CHUNKS), 400, "both Content-Length and Transfer-Encoding"),
    "chunks in HTTP/1.0": (raw(CHUNKED, CHUNKS, "1.0"), 400, "HTTP/1.0 has no Transfer-Encoding"),
    "chunks twice": (raw(CHUNKED + CHUNKED, CHUNKS), 501, "only chunked"),
    "compressed chunks": (raw("Transfer-Encoding: gzip, chunked\r\n", CHUNKS), 501, "only chunked"),
    "two lengths": (raw(LENGTH + "Content-Length: 0\r\n"), 400, "several Content-Length"),
    "a length twice": (raw(LENGTH + LENGTH), 400, "several Content-Length"),
    "a list of lengths": (raw("Content-Length: 5, 5\r\n"), 400, "Content-Length is not a number"),
    "a negative length": (raw("Content-Length: -1\r\n"), 400, "Content-Length is not a number"),
    "a signed length": (raw("Content-Length: +5\r\n"), 400, "Content-Length is not a number"),
    "a length in hexadecimal": (raw("Content-Length: 0x5\r\n"), 400, "Content-Length is not a number"),
    "no length": (raw("Content-Length:\r\n"), 400, "Content-Length is not a number"),
    "a folded header": (raw(LENGTH + "A: b\r\n c\r\n"), 400, "a header is folded"),
    "a folded length": (raw("Content-Length:\r\n 5\r\n"), 400, "a header is folded"),
    "a space before the colon": (raw(LENGTH.replace(":", " :")), 400, "malformed HTTP request"),
    "a bare line feed": (raw(LENGTH + "A: b\nC: d\r\n"), 400, "a control character or has a wrong end"),
    "bare line feeds": (raw(LENGTH).replace(b"\r\n", b"\n"), 400, "a control character or has a wrong end"),
    "a bare carriage return": (raw(LENGTH + "A: b\rC: d\r\n"), 400, "a control character"),
    "a NUL": (raw(LENGTH + "A: b\0c\r\n"), 400, "a control character"),
    "another control character": (raw(LENGTH + "A: b\x7f\r\n"), 400, "a control character"),
    "two hosts": (raw(LENGTH + "Host: localhost\r\n"), 400, "malformed HTTP request"),
    "HTTP/9.9": (raw(LENGTH, version="9.9"), 505, "HTTP/1.1, and no other"),
    "HTTP/2.0": (raw(LENGTH, version="2.0"), 505, "HTTP/1.1, and no other"),
    "HTTP/0.9": (raw(LENGTH, version="0.9"), 505, "HTTP/1.1, and no other"),
    "a large head": (raw(f"{LENGTH}A: {'x' * 20_000}\r\n"), 431, "larger than 16384 bytes"),
}


@pytest.mark.parametrize("name", STRICTLY_READ)
def test_what_a_proxy_might_read_otherwise_is_refused_and_nothing_after_it_is_read(name: str) -> None:
    sent, status, reason = STRICTLY_READ[name]
    calls = []

    async def answer() -> Answer:
        calls.append(name)
        return as_json({})

    @run
    async def send() -> None:
        async with running(answer=answer) as address:
            received = await exchange(address, sent)
            assert statuses(received) == [status]
            assert reason in bodies(received)[0]["error"]
        assert not calls

    send()


@run
async def test_what_every_proxy_reads_in_the_same_way_is_answered() -> None:
    ordinary = (
        raw(LENGTH),
        raw(CHUNKED, CHUNKS),
        raw(LENGTH + "A:\t\r\nB: \xe4\r\n"),
        raw(LENGTH, version="1.2"),
    )
    async with running() as address:
        for sent in ordinary:
            assert statuses(await exchange(address, sent)) == [200, 200]


@run
async def test_a_request_of_an_older_client_that_names_no_host_is_refused_for_that() -> None:
    async with running() as address:
        (answer,) = bodies(await exchange(address, b"GET / HTTP/1.0\r\n\r\n"))
        (other,) = bodies(await exchange(address, b"GET / HTTP/1.0\r\nHost: example\r\n\r\n"))
    assert answer["error"] == "the request names no host"
    assert "--allow-host" in other["error"]


@run
async def test_requests_sent_all_at_once_are_answered_in_turn() -> None:
    async with running(Limits(workers=1)) as address:
        last = post(more="Connection: close\r\n")
        assert statuses(await exchange(address, post() * 50 + last)) == [200] * 51


@asynccontextmanager
async def without_garbage_collection() -> AsyncIterator[None]:
    """Nothing that other tests left is collected meanwhile, which would take long, too."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@pytest.mark.thorough
@run
async def test_a_body_in_the_smallest_chunks_is_read_in_pieces_that_leave_time_for_others() -> None:
    head = (
        b"POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n"
    )
    async with running(Limits(workers=1)) as address, without_garbage_collection():
        slow = asyncio.create_task(exchange(address, head + b"1\r\n \r\n" * 60_000))
        longest, start = 0.0, time.perf_counter()
        while not slow.done() and time.perf_counter() - start < 1:
            before = time.thread_time()  # which other processes do not lengthen
            await asyncio.sleep(0)
            longest = max(longest, time.thread_time() - before)
        slow.cancel()
    assert longest < 0.3  # 0.03 on a quiet machine; 0.5 if the whole were read at once


@run
async def test_requests_that_are_broken_off_anywhere_leave_nothing() -> None:
    whole = post()
    async with running(Limits(workers=1)) as address:
        for end in range(0, len(whole), 7):
            _, writer = await asyncio.open_connection(*address)
            writer.write(whole[:end])
            await writer.drain()
            if end % 2:
                writer.transport.abort()
            else:
                writer.close()
        assert statuses(await exchange(address, post(more="Connection: close\r\n"))) == [200]


def test_an_end_does_not_wait_for_clients_that_are_slow(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "_SHUTDOWN_TIME", 20)  # after which uvicorn gives up

    @run
    async def end() -> None:
        async with running(Limits(workers=1)) as address:
            held = [await asyncio.open_connection(*address) for _ in range(3)]
            for (_, writer), sent in zip(held, (b"", post()[:30], post()[:-5]), strict=True):
                writer.write(sent)
                await writer.drain()
            await asyncio.sleep(0.2)
            start = time.monotonic()
        assert time.monotonic() - start < 10
        for _, writer in held:
            writer.close()

    end()
    assert capfd.readouterr().err == ""


# A server of its own, with few files


@contextmanager
def with_few_files(number: int) -> Iterator[tuple[subprocess.Popen[str], str, int]]:
    """A server that may open this many files."""
    import resource

    command = [sys.executable, "-m", "bimaru", "serve", "--port", "0", "--workers", "1"]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (number, number)),
    ) as process:
        try:
            assert process.stdout is not None
            said = process.stdout.readline()
            yield process, "127.0.0.1", int(re.findall(r":(\d+)/", said)[0])
        finally:
            process.terminate()


@pytest.mark.thorough
@on_linux
def test_more_silent_connections_than_files_cost_neither_answers_nor_log() -> None:
    with with_few_files(200) as (process, host, port):
        silent = [socket.create_connection((host, port)) for _ in range(300)]
        url = f"http://localhost:{port}"
        assert httpx.post(f"{url}/api/solve", json=UNIQUE, timeout=30).status_code == 200
        before = sum(os.times()[2:4]), _processor_time(process.pid)
        time.sleep(1)
        assert _processor_time(process.pid) - before[1] < 0.5
        assert httpx.get(f"{url}/healthz", timeout=30).json()["status"] == "ok"
        for connection in silent:
            connection.close()
        for _ in range(100):
            if _sockets(process.pid) < 12:
                break
            time.sleep(0.1)
        assert _sockets(process.pid) < 12
        process.terminate()
        _, err = process.communicate(timeout=30)
    assert process.returncode == 0
    assert re.fullmatch(r"WARNING: All \d+ connections are in use; .*\n", err)


def _processor_time(process: int) -> float:
    with open(f"/proc/{process}/stat", encoding="ascii") as stat:  # noqa: PTH123
        fields = stat.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _sockets(process: int) -> int:
    folder = f"/proc/{process}/fd"
    found = 0
    for name in os.listdir(folder):  # noqa: PTH208
        with suppress(FileNotFoundError):
            found += os.readlink(f"{folder}/{name}").startswith("socket:")  # noqa: PTH115
    return found


# Messages


def record(text: str, number: int = 0) -> logging.LogRecord:
    return logging.LogRecord("uvicorn.error", logging.WARNING, "", 0, text, (number,), None)


def test_a_message_that_comes_often_is_written_once_and_then_counted(
    capsys: pytest.CaptureFixture[str],
) -> None:
    now = 0.0
    handler = logs.RateLimitedHandler(lambda: now)
    for number in range(1000):
        handler.handle(record("request %d is malformed", number))
    handler.handle(record("file %d is missing"))
    handler.summarise()
    assert capsys.readouterr().err == "request 0 is malformed\nfile 0 is missing\n"
    now = 61.0
    handler.summarise()
    assert capsys.readouterr().err == "request N is malformed (999 more in 61 seconds)\n"
    now = 200.0
    handler.summarise()
    handler.summarise()
    handler.handle(record("request %d is malformed", 1))
    assert capsys.readouterr().err == "request 1 is malformed\n"


def test_messages_that_all_differ_are_bounded_too(capsys: pytest.CaptureFixture[str]) -> None:
    handler = logs.RateLimitedHandler(lambda: 0.0)
    for number in range(5000):
        handler.handle(record("x" * number + " %d"))
    assert len(capsys.readouterr().err.splitlines()) <= 202


# Health


def health_of(loads: list[PoolLoad]) -> Any:
    """The answer of a server whose pools have these loads."""
    from bimaru.web.app import application

    class Lame(Workerless):
        def load(self) -> list[PoolLoad]:
            return loads

        async def answer(self, _: Request) -> Answer | Failure:
            raise AssertionError

    async def ask() -> Any:
        app: Any = application(Lame(QUICK, at_once), frozenset({"*"}))
        transport = httpx.ASGITransport(app)
        async with (
            app.app.router.lifespan_context(app.app),
            httpx.AsyncClient(transport=transport, base_url="http://localhost") as client,
        ):
            return await client.get("/healthz")

    return asyncio.run(ask())


@pytest.mark.parametrize(("alive", "status"), [(1, 200), (0, 503)])
def test_the_health_is_reported_without_a_worker(alive: int, status: int) -> None:
    response = health_of([PoolLoad(2, 2, 0, 64), PoolLoad(2, alive, 3, 61)])
    health = response.json()
    assert response.status_code == status
    assert health["status"] == ("ok" if status == 200 else "unavailable")
    assert health["queues"][1] == {"work": "hard", "workers": 2, "alive": alive, "waiting": 3, "free": 61}
    assert health["uptime"] >= 0
    assert health.keys() == {"status", "version", "uptime", "queues"}


@pytest.mark.parametrize("works", [["hard"], ["short", "hard"], ["short", "longer", "longer", "hard"]])
def test_the_health_says_what_each_pool_works_on(works: list[str]) -> None:
    queues = health_of([PoolLoad(1, 1, 0, 64)] * len(works)).json()["queues"]
    assert [queue["work"] for queue in queues] == works
