"""Work shared out to processes: the same answers, in order, and errors at their turn."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Generator, Iterator

import pytest

from bimaru.errors import MissingExtraError, UnsupportedPuzzleError
from bimaru.processes import pool, program
from bimaru.processes.interrupts import handle_interrupts, interrupts_allowed, interrupts_held
from bimaru.processes.pool import map_in_processes
from sampling import thorough


def double(number: int) -> int:
    if number == 13:
        raise UnsupportedPuzzleError("double", "unlucky")
    return 2 * number


def nap(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def start_to_nap(seconds: float) -> float:
    os.write(sys.stdout.fileno(), b"started\n")
    return nap(seconds)


@pytest.mark.parametrize("size", [0, 1, 5, 1000])
@pytest.mark.parametrize("workers", [1, 3])
def test_answers_come_in_order(size: int, workers: int) -> None:
    numbers = range(100, 100 + size)
    assert list(map_in_processes(double, numbers, workers)) == [double(number) for number in numbers]


def test_an_error_of_the_work_comes_after_the_answers_before_it() -> None:
    answers = map_in_processes(double, range(200), 2)
    assert [next(answers) for _ in range(13)] == [2 * number for number in range(13)]
    with pytest.raises(UnsupportedPuzzleError, match="the engine double does not take this puzzle: unlucky"):
        next(answers)


def test_an_error_of_the_items_comes_after_the_answers_before_it() -> None:
    def items() -> Iterator[int]:
        yield from range(10)
        raise MissingExtraError("more", "numbers")

    answers = map_in_processes(double, items(), 2)
    assert [next(answers) for _ in range(10)] == [2 * number for number in range(10)]
    with pytest.raises(MissingExtraError, match=r"more needs an extra: pip install 'bimaru\[numbers\]'"):
        next(answers)


def test_items_are_read_only_a_little_ahead() -> None:
    numbers = iter(range(1_000_000))
    answers = map_in_processes(nap, (0.0 * number for number in numbers), 2)
    for _ in range(100):
        next(answers)
    answers.close()
    assert next(numbers) < 1000


@pytest.mark.thorough
def test_a_few_long_jobs_are_shared_out() -> None:
    start = time.monotonic()
    list(map_in_processes(nap, [1.0] * 4, 4))
    assert time.monotonic() - start < 4


def test_who_stops_reading_waits_for_nobody() -> None:
    answers = map_in_processes(nap, [0.0, 60.0, 60.0], 2)
    next(answers)
    start = time.monotonic()
    answers.close()
    assert time.monotonic() - start < 5
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize(
    ("size", "workers", "most"),
    [(1, 1000, 1), thorough(3, 1000, 3), (40, 2, 2)],
)
def test_there_are_no_more_processes_than_items(size: int, workers: int, most: int) -> None:
    before = {process.pid for process in multiprocessing.active_children()}
    answers = map_in_processes(double, range(100, 100 + size), workers)
    next(answers)
    started = {process.pid for process in multiprocessing.active_children()} - before
    assert 1 <= len(started) <= most
    assert len(list(answers)) == size - 1


def test_without_items_there_is_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "process_pool", None)
    assert list(map_in_processes(double, [], 1000)) == []


def test_an_error_instead_of_the_first_item_comes_out() -> None:
    def one() -> int:
        raise MissingExtraError("more", "numbers")

    with pytest.raises(MissingExtraError):
        list(map_in_processes(double, (one() for _ in range(3)), 2))


@pytest.mark.skipif(sys.platform == "win32", reason="it is about signals of Unix")
@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
def test_workers_end_with_a_process_that_is_killed(end: signal.Signals) -> None:
    program = f"import {__name__} as it; list(it.map_in_processes(it.start_to_nap, [60] * 9, 2))"
    place = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, env=place) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"started\n"
        process.send_signal(end)
        start = time.monotonic()
        process.stdout.read()  # until nobody holds its other end
        assert time.monotonic() - start < 10


def blocked_signals() -> set[int]:
    return signal.pthread_sigmask(signal.SIG_BLOCK, ())


@pytest.mark.skipif(sys.platform == "win32", reason="it is about signals of Unix")
def test_a_worker_can_be_terminated_though_its_parent_held_signals_back() -> None:
    with pool.process_pool(1) as executor:
        assert signal.SIGTERM not in pool.submit(executor, blocked_signals).result()


def nap_in_another() -> None:
    """Nap in a process that is spawned, of whose semaphores a third process keeps account."""
    with pool.process_pool(1, "spawn") as executor:
        pool.wait_for_any([pool.submit(executor, start_to_nap, 60)])


@pytest.mark.skipif(sys.platform == "win32", reason="it is about signals of Unix")
def test_nothing_is_printed_of_a_process_that_is_killed() -> None:
    program = f"import {__name__} as it; it.nap_in_another()"
    place = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", program]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=place) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == b"started\n"
        process.kill()
        assert process.stderr.read() == b""  # once nobody holds its other end


def test_warnings_are_filtered_for_nobody_else() -> None:
    before = [*sys.warnoptions]
    with pool.process_pool(1, "spawn"):
        assert sys.warnoptions == before


on_unix = pytest.mark.skipif(sys.platform == "win32", reason="it is about signals of Unix")


@on_unix
def test_what_a_program_has_started_ends_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "_GRACE", 0.1)
    start = time.monotonic()
    assert program.run_program(["sh", "-c", "sleep 60; true"], 0.1) is None
    assert time.monotonic() - start < 30  # it holds the other end of what is read


# Signals that wait


class Ended(Exception):
    """What the handler of a test raises."""


@pytest.fixture
def ending() -> Iterator[None]:
    """SIGTERM raises `Ended`, as Ctrl-C raises `KeyboardInterrupt`."""

    def end(*_: object) -> None:
        raise Ended

    before = signal.signal(signal.SIGTERM, end)
    yield
    assert signal.signal(signal.SIGTERM, before) is end


def send(number: signal.Signals = signal.SIGTERM) -> None:
    """Send a signal to this process."""
    os.kill(os.getpid(), number)


@on_unix
def test_a_signal_waits_until_nothing_holds_it(ending: None) -> None:
    steps = []

    def hold_twice() -> None:
        with interrupts_held():
            with interrupts_held():
                send()
                steps.append("inner")
            steps.append("outer")
        steps.append("never")

    with pytest.raises(Ended):
        hold_twice()
    assert steps == ["inner", "outer"]


@on_unix
def test_a_signal_that_waits_may_be_handled_or_allowed_in_between(ending: None) -> None:
    with interrupts_held():
        send()
        with pytest.raises(Ended):
            handle_interrupts()
        handle_interrupts()
        with pytest.raises(Ended), interrupts_allowed():
            send()
        send()
        with pytest.raises(Ended), interrupts_allowed():
            pytest.fail("it waited already")


@on_unix
def test_signals_can_be_held_where_they_are_allowed_anyway(ending: None) -> None:
    steps = []

    def hold() -> None:
        with interrupts_held():
            send()
            steps.append("held")

    with interrupts_allowed(), pytest.raises(Ended):
        hold()
    assert steps == ["held"]


@on_unix
def test_what_is_held_inside_a_suspended_generator_stays_apart(ending: None) -> None:
    def numbers() -> Generator[int, None, None]:
        with interrupts_held():
            for number in range(2):
                with interrupts_allowed():
                    yield number

    steps = []

    def read() -> None:
        reading = numbers()
        with interrupts_held():
            next(reading)
            send()
            steps.append("held")
            next(reading)
            steps.append("still held")
            reading.close()
        steps.append("never")

    with pytest.raises(Ended):
        read()
    assert steps == ["held", "still held"]


@on_unix
def test_ctrl_c_waits_too_and_handlers_are_back_afterwards() -> None:
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt), interrupts_held():
        send(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def test_other_threads_hold_nothing() -> None:
    before = signal.getsignal(signal.SIGINT)
    seen = []

    def look() -> None:
        with interrupts_held(), interrupts_allowed():
            seen.append(signal.getsignal(signal.SIGINT))
            handle_interrupts()

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    assert seen == [before]
