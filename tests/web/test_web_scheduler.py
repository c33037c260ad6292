"""Hard requests keep to their limits and hold up nobody; workers that break are replaced."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final
from unittest.mock import patch

import pytest

from bimaru.web.messages import TIMED_OUT, Answer, Request, TimeBudget
from bimaru.web.scheduler import Failure, Scheduler
from bimaru.web.server_limits import Limits
from command_line import MALFORMED, UNIQUE

on_unix = pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")

COUNTLESS: Final = {
    "rows": [None] * 15,
    "cols": [None] * 15,
    "fleet": {"5": 2, "4": 3, "3": 4, "2": 5, "1": 6},
}
"""A puzzle whose solutions nobody counts in the time of a test."""
FEW: Final = Limits(time=0.5, time_slices=(0.05, 0.05), workers=1, waiting=10, waiting_hard=1)
TWO_POOLS: Final = replace(FEW, time_slices=(0.05,), time=30)
"""One for short work and one for hard work."""


def request(operation: str, body: object, time_limit: float = 0.5, **options: Any) -> Request:
    usual = {"engine": "auto", "limit": 2, "squares": False} | options
    return Request(operation, json.dumps(body).encode(), usual, time_limit, 64)


EASY: Final = request("solve", UNIQUE)
HARD: Final = request("count", COUNTLESS)


@asynccontextmanager
async def scheduler_of(limits: Limits = FEW) -> AsyncIterator[Scheduler]:
    scheduler = Scheduler(limits)
    await scheduler.start()
    await until(lambda: not any(at_work(scheduler)))  # the workers of the other scheduler are there, too
    try:
        yield scheduler
    finally:
        await scheduler.close()


def running(test: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    """A test that runs in an event loop."""

    def run() -> None:
        asyncio.run(test())

    run.__name__ = test.__name__
    return run


def content_of(answer: Answer | Failure) -> Any:
    assert isinstance(answer, Answer)
    return json.loads(answer.content)


async def until(is_so: Callable[[], bool]) -> None:
    """Wait until something is so, though not for ever."""
    for _ in range(6000):
        if is_so():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never came to that")


def at_work(scheduler: Scheduler) -> list[int]:
    """How many requests each pool works on."""
    return [len(pool._tasks) for pool in scheduler._pools]


def processor_time(pid: int) -> float:
    """Seconds that a process has worked."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def worker_pid(scheduler: Scheduler, pool: int) -> int:
    process = scheduler._pools[pool]._workers[0]._process
    assert process is not None
    return process.pid


@pytest.mark.thorough
@running
async def test_a_hard_puzzle_is_unknown_at_its_limit() -> None:
    async with scheduler_of(replace(FEW, time=1, slack=30)) as scheduler:
        counted = content_of(await scheduler.answer(request("count", COUNTLESS, 1)))
        assert counted["complete"] is False
        assert counted["n_solutions"] > 1000
        for operation in ("explain", "grade"):
            explained = content_of(await scheduler.answer(request(operation, COUNTLESS, 0.3)))
            assert explained["grade"] is None


@running
async def test_short_requests_pass_hard_ones() -> None:
    async with scheduler_of(replace(TWO_POOLS, waiting_hard=4)) as scheduler:
        hard = [asyncio.create_task(scheduler.answer(request("count", COUNTLESS, 30))) for _ in range(4)]
        await until(lambda: at_work(scheduler) == [0, 1])
        for _ in range(20):
            assert content_of(await scheduler.answer(EASY))["status"] == "unique"
        assert not any(task.done() for task in hard)
        for task in hard:
            task.cancel()


@running
async def test_when_too_many_wait_the_next_is_turned_away_and_short_ones_are_not() -> None:
    async with scheduler_of(TWO_POOLS) as scheduler:
        long = request("count", COUNTLESS, 30)
        hard = [asyncio.create_task(scheduler.answer(long)) for _ in range(3)]
        done, _ = await asyncio.wait(hard, return_when=asyncio.FIRST_COMPLETED)
        assert [task.result() for task in done] == [Failure.BUSY]
        assert content_of(await scheduler.answer(EASY))["status"] == "unique"
        for task in hard:
            task.cancel()


@pytest.mark.thorough
@running
async def test_cancelled_requests_leave_queues_and_workers() -> None:
    async with scheduler_of(TWO_POOLS) as scheduler:
        hard = [asyncio.create_task(scheduler.answer(request("count", COUNTLESS, 30))) for _ in range(2)]
        await until(lambda: at_work(scheduler) == [0, 1] and scheduler._pools[1]._waiting == 1)
        pid = worker_pid(scheduler, 1)
        hard[1].cancel()
        await until(lambda: scheduler._pools[1]._waiting == 0)
        hard[0].cancel()
        await until(lambda: at_work(scheduler) == [0, 0])
        assert content_of(await scheduler.answer(HARD))["complete"] is False
        if sys.platform != "win32":
            assert worker_pid(scheduler, 1) == pid  # it was interrupted, not killed


@on_unix
@running
async def test_a_request_that_its_worker_has_not_read_yet_is_cancelled_too() -> None:
    async with scheduler_of(replace(FEW, time_slices=(), time=300)) as scheduler:
        pid = worker_pid(scheduler, 0)
        os.kill(pid, signal.SIGSTOP)
        hard = asyncio.create_task(scheduler.answer(request("count", COUNTLESS, 300)))
        await until(lambda: at_work(scheduler) == [1])
        await asyncio.sleep(0.1)
        hard.cancel()
        await asyncio.sleep(0.1)
        os.kill(pid, signal.SIGCONT)
        await until(lambda: at_work(scheduler) == [0])
        assert content_of(await scheduler.answer(EASY))["status"] == "unique"
        assert worker_pid(scheduler, 0) == pid


@pytest.mark.thorough
@on_unix
@running
async def test_a_worker_that_does_not_stop_is_killed_and_replaced() -> None:
    async with scheduler_of(replace(FEW, time_slices=(0.05,), clock_factor=4, grace=0.3)) as scheduler:
        assert content_of(await scheduler.answer(EASY))["status"] == "unique"
        stuck = worker_pid(scheduler, 0)
        os.kill(stuck, signal.SIGSTOP)
        assert content_of(await scheduler.answer(EASY))["status"] == "unique"  # in the next pool
        assert content_of(await scheduler.answer(EASY))["status"] == "unique"
        assert worker_pid(scheduler, 0) != stuck


@on_unix
@running
async def test_behind_a_worker_that_is_stuck_every_request_is_answered_and_it_is_replaced() -> None:
    limits = replace(FEW, time=0.05, clock_time=0.3, time_slices=())
    async with scheduler_of(limits) as scheduler:
        stuck = worker_pid(scheduler, 0)
        os.kill(stuck, signal.SIGSTOP)
        with patch("bimaru.web.scheduler._INTERRUPTIONS", 2):
            found = await asyncio.gather(scheduler.answer(HARD), scheduler.answer(EASY))
            assert [*found] == [Failure.OVERDUE, Failure.OVERDUE]  # the second one never left the queue
            await until(lambda: worker_pid(scheduler, 0) != stuck and not any(at_work(scheduler)))
        assert content_of(await scheduler.answer(EASY))["status"] == "unique"


@pytest.mark.skipif(sys.platform != "linux", reason="reads processor time in /proc")
@running
async def test_a_worker_that_gets_little_of_the_processor_has_its_whole_time_for_a_hard_request() -> None:
    async with scheduler_of(replace(FEW, time_slices=())) as scheduler:
        pid = worker_pid(scheduler, 0)
        before = processor_time(pid)
        counting = asyncio.create_task(scheduler.answer(request("count", COUNTLESS, 0.4)))
        await until(lambda: at_work(scheduler) == [1])
        await asyncio.sleep(0.1)
        os.kill(pid, signal.SIGSTOP)  # as on a busy machine, where others are at work
        await asyncio.sleep(0.5)
        os.kill(pid, signal.SIGCONT)
        assert content_of(await counting)["complete"] is False
        assert processor_time(pid) - before >= 0.3


def test_a_worker_gets_its_full_niceness_only_once_it_has_started(monkeypatch: pytest.MonkeyPatch) -> None:
    from bimaru.web import worker

    class StartedError(Exception):
        pass

    def start() -> None:
        raise StartedError

    events: list[object] = []
    handlers = SimpleNamespace(load_all=lambda: events.append("loaded"))
    monkeypatch.setattr(worker, "_raise_niceness", lambda *change: events.append(change))
    monkeypatch.setattr(worker, "import_module", lambda _: handlers)
    monkeypatch.setattr(worker, "take_output", start)
    with pytest.raises(StartedError):
        worker.serve(2**31, 16)
    assert events == [(0, 8), "loaded", (8, 16)]


@on_unix
@running
async def test_a_worker_that_dies_fails_its_request_and_is_replaced() -> None:
    async with scheduler_of(TWO_POOLS) as scheduler:
        hard = asyncio.create_task(scheduler.answer(request("count", COUNTLESS, 30)))
        await until(lambda: at_work(scheduler) == [0, 1])
        await asyncio.sleep(0.1)
        os.kill(worker_pid(scheduler, 1), signal.SIGKILL)
        assert await hard is Failure.WORKER_DIED
        os.kill(worker_pid(scheduler, 0), signal.SIGKILL)
        await until(lambda: scheduler.load()[0].alive == 0)
        assert content_of(await scheduler.answer(EASY))["status"] == "unique"


@on_unix
@running
async def test_no_request_goes_to_a_worker_that_was_killed_while_another_is_ready() -> None:
    async with scheduler_of(replace(FEW, workers=2, time_slices=())) as scheduler:
        (pool,) = scheduler._pools
        last = pool._idle._queue[-1]
        assert last._process is not None
        os.kill(last._process.pid, signal.SIGKILL)
        await until(lambda: not last.is_alive)
        for _ in range(5):
            assert content_of(await scheduler.answer(EASY))["status"] == "unique"
        assert not last.is_alive
        assert scheduler.load()[0].alive == 1
        scheduler.replace_dead_workers()
        await until(lambda: last.is_ready)
        assert scheduler.load()[0].alive == 2


@on_unix
@running
async def test_a_worker_that_cannot_start_fails_its_requests_and_is_tried_again_later() -> None:
    async with scheduler_of(replace(FEW, time_slices=())) as scheduler:
        with patch.object(sys, "executable", "/no/such/program"):
            os.kill(worker_pid(scheduler, 0), signal.SIGKILL)
            await until(lambda: scheduler.load()[0].alive == 0)
            scheduler.replace_dead_workers()
            await until(lambda: scheduler._pools[0]._workers[0]._failures == 1)
            scheduler.replace_dead_workers()
            assert all(task.done() for task in scheduler._pools[0]._starting)  # not at once
            assert await scheduler.answer(EASY) is Failure.NO_WORKER
        assert content_of(await scheduler.answer(EASY))["status"] == "unique"


@running
async def test_pending_requests_fail_at_once_when_the_server_ends() -> None:
    async with scheduler_of(TWO_POOLS) as scheduler:
        hard = [asyncio.create_task(scheduler.answer(request("count", COUNTLESS, 30))) for _ in range(2)]
        await until(lambda: at_work(scheduler) == [0, 1])
    assert [await task for task in hard] == [Failure.CLOSING, Failure.CLOSING]


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere address space is not limited")
@running
async def test_work_that_takes_too_much_memory_is_refused_and_its_worker_replaced() -> None:
    pytest.importorskip("pysat")
    large = {"rows": [None] * 30, "cols": [None] * 30, "fleet": {"5": 5, "4": 9, "3": 9, "2": 9, "1": 9}}
    async with scheduler_of(replace(FEW, time_slices=(), time=60, memory=150 * 2**20)) as scheduler:
        answer = await scheduler.answer(request("solve", large, 60, engine="sat"))
        # Python says that there is no more; the solver's C++ may just end.
        assert answer is Failure.WORKER_DIED or "memory" in content_of(answer)["error"]
        assert content_of(await scheduler.answer(EASY))["status"] == "unique"


@on_unix
@running
async def test_the_longer_the_work_the_more_is_the_processor_left_to_others() -> None:
    async with scheduler_of() as scheduler:
        niceness = [os.getpriority(os.PRIO_PROCESS, worker_pid(scheduler, pool)) for pool in range(3)]
        ours = os.getpriority(os.PRIO_PROCESS, 0)
        assert niceness == [min(ours + more, 19) for more in (0, 8, 16)]
        session = Path(f"/proc/{worker_pid(scheduler, 2)}/autogroup")
        if session.exists():
            assert session.read_text(encoding="ascii").endswith("nice 16\n")


@running
async def test_what_is_refused_is_refused_at_once() -> None:
    async with scheduler_of(replace(FEW, time_slices=())) as scheduler:
        answer = await scheduler.answer(request("solve", MALFORMED))
        assert isinstance(answer, Answer)
        assert answer.status == 422
        assert len(content_of(answer)["faults"]) == 2


# What a worker does, in this process


@pytest.fixture
def alarm(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    from bimaru.web.worker import Alarm, report_unraisable

    monkeypatch.setattr(sys, "unraisablehook", report_unraisable)  # as in a worker
    before = {name: signal.getsignal(name) for name in (signal.SIGALRM, signal.SIGPROF)}
    yield Alarm()
    for name, handler in before.items():
        signal.signal(name, handler)


@on_unix
@pytest.mark.parametrize(
    "budget", [TimeBudget(0.02), TimeBudget(60, 0.02)], ids=["by the clock", "of the processor"]
)
def test_work_is_broken_off_when_its_time_is_over(alarm: Any, budget: TimeBudget) -> None:
    from bimaru.web.worker import answer_within

    start = time.monotonic()
    answer, is_reusable = answer_within(request("count", COUNTLESS, 60), budget, alarm)
    assert (answer.status, is_reusable) == (TIMED_OUT, True)
    assert time.monotonic() - start < 20
    assert answer_within(EASY, TimeBudget(60), alarm)[0].status == 200


@on_unix
def test_an_interruption_that_is_repeated_at_once_ends_only_the_work(
    alarm: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from bimaru.web import worker

    monkeypatch.setattr(worker, "_REPEAT", 5e-4)
    long = request("count", COUNTLESS, 60)
    for _ in range(300):
        assert worker.answer_within(long, TimeBudget(1e-4), alarm)[0].status == TIMED_OUT


@on_unix
def test_an_interruption_that_a_destructor_loses_is_not_reported_and_comes_again(
    alarm: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from bimaru.web import handlers
    from bimaru.web.worker import answer_within

    class Slow:
        def __del__(self) -> None:
            time.sleep(60)

    def destroying(_: Request) -> Answer:
        Slow()
        time.sleep(60)
        return Answer(200, "", b"")

    monkeypatch.setitem(handlers.OPERATIONS, "solve", destroying)
    assert answer_within(EASY, TimeBudget(0.05), alarm)[0].status == TIMED_OUT
    assert capsys.readouterr().err == ""


@on_unix
def test_waiting_costs_no_time_of_the_processor(alarm: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from bimaru.web import handlers
    from bimaru.web.worker import answer_within

    def waiting(_: Request) -> Answer:
        time.sleep(0.2)
        return Answer(200, "", b"")

    monkeypatch.setitem(handlers.OPERATIONS, "solve", waiting)
    assert answer_within(EASY, TimeBudget(60, 0.1), alarm)[0].status == 200


@on_unix
def test_an_import_is_not_broken_off(alarm: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    from bimaru.web import handlers
    from bimaru.web.worker import answer_within

    (tmp_path / "slow_to_import.py").write_text("import time\ntime.sleep(0.3)\nis_whole = True\n")
    monkeypatch.syspath_prepend(tmp_path)

    def importing(_: Request) -> Answer:
        return Answer(200, "", str(import_module("slow_to_import").is_whole).encode())

    monkeypatch.setitem(handlers.OPERATIONS, "solve", importing)
    assert answer_within(EASY, TimeBudget(0.05), alarm)[0].status in (200, TIMED_OUT)
    assert answer_within(EASY, TimeBudget(60), alarm)[0].content == b"True"


@on_unix
@pytest.mark.parametrize(
    ("error", "status", "text"),
    [(MemoryError, 503, "memory"), (RuntimeError, 500, "internal error: RuntimeError")],
)
def test_a_worker_that_broke_down_says_so_and_ends_if_memory_ran_out(
    alarm: Any,
    error: type[Exception],
    status: int,
    text: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    from bimaru.web import handlers
    from bimaru.web.worker import answer_within

    def break_down(_: Request) -> Answer:
        raise error("secret")

    monkeypatch.setitem(handlers.OPERATIONS, "solve", break_down)
    answer, is_reusable = answer_within(EASY, TimeBudget(60), alarm)
    assert (answer.status, is_reusable) == (status, error is not MemoryError)
    assert text in content_of(answer)["error"]
    assert b"secret" not in answer.content
    assert ("secret" in capsys.readouterr().err) is (status == 500)
