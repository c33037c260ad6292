"""The clock of time limits shows the time that passes, or only the time that a process works."""

from __future__ import annotations

import time

from bimaru.clock import Clock

PAUSE = 0.2


def elapsed(clock: Clock, seconds: float) -> float:
    """What the clock shows of a pause."""
    start = clock.now()
    time.sleep(seconds)
    return clock.now() - start


def test_it_shows_the_time_that_passes() -> None:
    assert elapsed(Clock(), PAUSE) >= PAUSE


def test_of_a_process_that_counts_its_work_it_shows_no_pauses() -> None:
    clock = Clock()
    clock.count_work()
    assert elapsed(clock, PAUSE) < PAUSE / 2
    start, worked = clock.now(), time.process_time()
    while time.process_time() - worked < PAUSE / 4:
        pass
    assert clock.now() - start >= PAUSE / 4


def test_waiting_for_another_process_counts_as_work_and_work_meanwhile_counts_once() -> None:
    clock = Clock()
    clock.count_work()
    start, began = clock.now(), time.perf_counter()
    with clock.waiting():
        time.sleep(PAUSE)
        while time.perf_counter() - began < 2 * PAUSE:
            pass
    shown, passed = clock.now() - start, time.perf_counter() - began
    assert 2 * PAUSE - 0.01 <= shown <= passed + 0.01  # the two clocks are not read at once
