"""Threads give the same results as one, and on a free-threaded Python nothing brings the lock back."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

import pytest

import bimaru
from bimaru.cli import _COMPILED
from instances import instances
from sampling import thorough

THREADS: Final = 4
PUZZLES: Final = [case.puzzle for case in instances("csplib014")[:40]]


def solution(number: int) -> object:
    return bimaru.solve(PUZZLES[number]).boards


def grade_and_score(number: int) -> object:
    grade = bimaru.grade(PUZZLES[number])
    return grade, grade.score


def made_puzzle(number: int) -> object:
    return bimaru.generate(size=(6, 6), fleet={3: 1, 2: 2, 1: 3}, grade="easy-hard", seed=number)


@pytest.mark.parametrize("task", [solution, made_puzzle, thorough(grade_and_score)])
def test_threads_give_what_one_thread_gives(task: Callable[[int], object]) -> None:
    numbers = range(len(PUZZLES))
    start = threading.Barrier(THREADS)

    def share(first: int) -> list[object]:
        start.wait()
        return [task(number) for number in numbers[first::THREADS]]

    with ThreadPoolExecutor(THREADS) as executor:
        found = [*executor.map(share, range(THREADS))]
    assert found == [[task(number) for number in numbers[first::THREADS]] for first in range(THREADS)]


def test_no_compiled_module_brings_the_global_lock_back() -> None:
    modules = [f"bimaru.{name}" for name in _COMPILED]
    lines = [
        "import sys",
        "from importlib import import_module",
        "locked = getattr(sys, '_is_gil_enabled', lambda: True)",
        "before = locked()",
        f"for name in {modules}: import_module(name)",
        "sys.exit(locked() != before)",
    ]
    run = subprocess.run([sys.executable, "-c", "\n".join(lines)], cwd=Path(__file__).parent, check=False)
    assert run.returncode == 0


def test_an_event_loop_goes_on_beside_a_call_in_a_thread() -> None:
    (slow,) = [case.puzzle for case in instances("csplib014") if case.puzzle.id == "csplib014-113"]

    async def explain_and_tick() -> tuple[bimaru.Explanation, int]:
        call = asyncio.create_task(asyncio.to_thread(bimaru.explain, slow))
        ticks = 0
        while not call.done():
            await asyncio.sleep(0.001)
            ticks += 1
        return await call, ticks

    explanation, ticks = asyncio.run(explain_and_tick())
    assert explanation.solved
    assert ticks > 5  # one, if the call blocked the loop
