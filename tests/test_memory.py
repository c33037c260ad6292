"""Memory that runs out is told, and breaks nothing: every allocation of a search fails once."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytest.importorskip("_testcapi", reason="for want of CPython's own tests")

PROGRAM = """
import sys
import _testcapi
from bimaru.engines.kernel import Search
from bimaru.engines.protocol import NO_LIMIT
from bimaru.puzzle import Puzzle
from bimaru.rules import faults

puzzle = Puzzle([None] * 10, [None] * 10, {4: 1, 3: 2, 1: 7})
run = Search(puzzle, NO_LIMIT)
work = {"search": lambda: next(run), "referee": lambda board=next(run): faults(puzzle, board)}[sys.argv[1]]
failed = 0
for allocation in range(60):
    _testcapi.set_nomemory(allocation, allocation + 1)
    try:
        work()
    except MemoryError:
        failed += 1
    finally:
        _testcapi.remove_mem_hooks()
    for _ in range(100):
        work()
print(failed)
"""


@pytest.mark.parametrize("work", ["search", "referee"])
def test_an_allocation_that_fails_is_a_memory_error_and_leaves_all_sound(work: str) -> None:
    run = subprocess.run([sys.executable, "-c", PROGRAM, work], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert int(run.stdout) > 1
