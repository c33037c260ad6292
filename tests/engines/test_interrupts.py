"""Ctrl-C and time limits are heeded within compiled loops, and while a model is built.

The bounds on time are generous: what is tried here would take far longer, but would come to an end."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from time import perf_counter
from typing import Final

import pytest

import bimaru
from bimaru.arrangements.rejection import Chance, Rejection
from bimaru.arrangements.sweep import count_arrangements
from bimaru.board import WATER
from bimaru.deadlines import OutOfBudgetError, building_until, checked
from bimaru.engines import kernel
from bimaru.engines.protocol import NO_LIMIT, Budget
from bimaru.engines.registry import REGISTRY, engine_named
from bimaru.errors import OutOfReachError, OutOfTimeError
from bimaru.generation.alternatives import AlternativeBoards
from bimaru.puzzle import Puzzle
from bimaru.solving import count, solve
from command_line import jsonl, started
from instances import instance
from interrupting import ctrl_c
from sampling import sampled, thorough

AT_ONCE: Final = 5.0
"""Seconds that nothing here takes, unless it does not listen."""
FLEET: Final = {5: 2, 4: 3, 3: 4, 2: 5, 1: 5}
WIDE: Final = Puzzle([None] * 12, [None] * 12, FLEET)
LARGE: Final = Puzzle([None] * 64, [None] * 64, dict.fromkeys(range(1, 20), 2))
FULL: Final = Rejection(64, 64, ((4, 180), (3, 140), (2, 100), (1, 100)))
"""A fleet that no draw fits on its grid."""
STOOD_FOR: Final = ("mip-ship", "sat", "asp", "smt", "choco", "pseudo-boolean")
"""Engines that build the same model as `cp-sat`, or clauses as `sat-boats` does: these two stand for them."""


def marks(name: str) -> list[pytest.MarkDecorator]:
    """What a test of building this engine's model needs; and whether it is thorough."""
    if name == "minizinc":
        return [pytest.mark.needs("minizinc")]
    return [pytest.mark.thorough] if name in STOOD_FOR else []


BUILDING: Final = [
    pytest.param(name, marks=marks(name))
    for name in REGISTRY
    if name not in ("auto", "search", "placements", "sweep")
]
"""The engines that build a model of a puzzle before they search."""
IN_PYTHON: Final = ("arrangements", "a model")
"""Work that is done in Python, where Ctrl+C is raised between any two instructions."""

LONG: Final[dict[str, Callable[[], object]]] = {
    "count": lambda: count(WIDE, engine="search", node_limit=50_000_000),
    "count on a large grid": lambda: count(LARGE, engine="search", node_limit=1_000_000),
    "count by auto": lambda: count(WIDE, time_limit=60),
    "draw": lambda: FULL.draw(Chance(1), 10_000_000),
    "pursue": lambda: FULL.pursued(Chance(1), 100_000),
    "estimate": lambda: FULL.acceptance(Chance(1), 100_000),
    "explain": lambda: bimaru.explain(Puzzle([None] * 63, [None] * 63, {4: 100, 3: 60}), time_limit=60),
    "arrangements": lambda: count_arrangements((12, 12), {5: 1, 4: 1, 3: 2, 2: 3, 1: 4}, time_limit=60),
    "a model": lambda: solve(instance("large", "large-30x20-2").puzzle, engine="mip-pairs", time_limit=60),
}


@pytest.mark.skipif(sys.platform == "win32", reason="it is about signals of Unix")
@pytest.mark.parametrize("work", sampled(LONG, lambda work: work not in IN_PYTHON))
def test_ctrl_c_ends_it(work: str) -> None:
    with pytest.raises(KeyboardInterrupt), ctrl_c(after=0.3) as pressed:
        LONG[work]()
    assert perf_counter() - pressed[0] < AT_ONCE


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform == "win32", reason="it is about signals of Unix")
def test_ctrl_c_ends_a_count_on_the_command_line() -> None:
    fleet = {str(length): number for length, number in FLEET.items()}
    with started("count", "--engine", "search", "-") as process:
        assert process.stdin is not None
        process.stdin.write(jsonl({"rows": [None] * 12, "cols": [None] * 12, "fleet": fleet}))
        process.stdin.close()
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=4 * AT_ONCE) == 130


def test_a_question_for_another_board_ends_at_the_deadline() -> None:
    puzzle = instance("large", "large-15x15-2").puzzle
    board = next(kernel.KernelRun(puzzle, NO_LIMIT))
    others = AlternativeBoards(15, 15, puzzle.fleet.pairs)
    sheet = others.sheet(bytes(mark != WATER for _, mark in board.squares()))
    tallies = bytes(225) + b"\xff" * 30
    others.deadline = perf_counter()
    assert others.find(sheet, tallies, 20_000) is None
    assert not others.complete
    assert others.nodes <= 1_000


@pytest.mark.parametrize("limit", [0.0, thorough(0.2)])
def test_arrangements_are_counted_no_longer_than_they_may(limit: float) -> None:
    start = perf_counter()
    with pytest.raises(OutOfTimeError if limit == 0 else (OutOfTimeError, OutOfReachError)):
        count_arrangements((99, 99), {4: 15, 3: 15, 2: 15, 1: 15}, time_limit=limit)
    assert perf_counter() - start < AT_ONCE


# Building


@pytest.mark.parametrize("engine", BUILDING)
def test_what_is_not_built_in_time_is_no_answer(engine: str) -> None:
    run = engine_named(engine).run(instance("large", "large-15x15-1").puzzle, Budget(seconds=0))
    assert (list(run), run.complete) == ([], False)
    assert "variables" not in run.stats
    assert run.stats["build_seconds"] < AT_ONCE


@pytest.mark.parametrize("engine", ["auto", "sweep", *BUILDING])
def test_a_large_model_is_built_no_longer_than_it_may(engine: str) -> None:
    words = Puzzle([None] * 99, [None] * 99, words=["ABCDEFGH", "IJKLMNOP", "QRSTUVWX"])
    straight = Puzzle([None] * 40, [None] * 40, dict.fromkeys(range(1, 9), 1))
    for puzzle in (words, straight):
        start = perf_counter()
        with suppress(bimaru.UnsupportedPuzzleError):
            assert solve(puzzle, engine=engine, time_limit=0.2).status in ("unknown", "multiple")
        assert perf_counter() - start < AT_ONCE


def test_checked_items_end_at_the_deadline_and_are_not_changed_before_it() -> None:
    with building_until(None):
        assert list(checked(range(100))) == list(range(100))
    with building_until(perf_counter() + 3600):
        assert list(checked(range(100))) == list(range(100))
        with pytest.raises(OutOfBudgetError), building_until(perf_counter()):
            list(checked(range(100)))
        assert list(checked(range(100))) == list(range(100))
    assert list(checked(range(100))) == list(range(100))


def test_a_deadline_that_comes_while_items_are_read_ends_them_soon() -> None:
    with building_until(perf_counter() + 0.05):
        items = checked(iter(int, 1))  # without end
        with pytest.raises(OutOfBudgetError):
            for _ in items:
                pass
