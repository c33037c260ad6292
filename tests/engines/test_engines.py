"""Every engine of the registry, and the template for the next one, on the same puzzles: the same
boards, the same counts, the same manners."""

from __future__ import annotations

import re
import time
from typing import Final

import pytest
from hypothesis import HealthCheck, given, settings

import bimaru
from bimaru.clock import clock
from bimaru.engines import REGISTRY, Budget, Engine, engine_named
from bimaru.engines.mathopt import MipEngine
from bimaru.engines.protocol import is_in_seconds
from bimaru.engines.template import Template
from bimaru.errors import UnsupportedPuzzleError
from bimaru.puzzle import Puzzle
from brute_force import boards_of, small_puzzles
from instances import Instance, instance, instances
from interrupting import ctrl_c

ENGINES: Final = (*map(engine_named, REGISTRY), Template())
OF_ONE_SOLVER: Final = ("mip-cell", "mip-pairs", "mip-heads", "sat-boats", "rectangles", "smith")
"""Engines that leave their solver to code of another one, which stands for them where that is tested."""
OF_PACKAGES: Final = (
    *("cp-sat", "mip-ship", "sat", "asp", "smt", "choco", "pumpkin", "cpmpy", "diagram", "pseudo-boolean"),
)
"""Engines whose solvers are compiled code of packages."""
SLOW_ON_SMALL: Final = ("cp-sat", "mip-cell", "smt", "choco", "cpmpy", "diagram", "pseudo-boolean")
"""Engines that start their solver for longer than others search a small puzzle."""
IN_PYTHON: Final = ("backtracking", "exact-cover")
"""Engines that search in Python: not all real puzzles quickly."""


def marks(engine: Engine, *, is_kept: bool = True) -> list[pytest.MarkDecorator]:
    """What a test of this engine needs, a program that pip does not install; and whether it is thorough."""
    needed = [pytest.mark.needs("minizinc")] if engine.name == "minizinc" else []
    return needed if is_kept else [*needed, pytest.mark.thorough]


def every_engine_with(*thorough: str) -> pytest.MarkDecorator:
    """A test of every engine, of these in `make check` only."""
    engines = [
        pytest.param(engine, id=engine.name, marks=marks(engine, is_kept=engine.name not in thorough))
        for engine in ENGINES
    ]
    return pytest.mark.parametrize("engine", engines)


every_engine = every_engine_with()

REAL: Final = (
    *instances("lettered"),
    *instances("polyomino")[:2],
    *instances("boats")[:30:10],
    instance("csplib014", "csplib014-8382"),
    instance("seeds", "seed-002-literowce"),
)
"""Real puzzles that no engine needs seconds for."""
ONE_OF_A_KIND: Final = (instances("lettered")[0], *instances("polyomino")[:1], *REAL[-2:])


def is_sampled(engine: Engine, known: Instance) -> bool:
    """Whether `make test` has this engine solve this puzzle, too: not where it takes long."""
    return known in ONE_OF_A_KIND and not (known.id == "csplib014-8382" and engine.name in IN_PYTHON)


MANY: Final = instance("seeds", "seed-001-6x6")
"""A real puzzle with many boards."""
HARD: Final = instance("solbat", "sb_15_15_6_0").puzzle
"""A puzzle whose first board any engine looks for seconds for."""
WIDE: Final = Puzzle([None] * 12, [None] * 12, {5: 2, 4: 3, 3: 4, 2: 5, 1: 5})
ENDLESS: Final = Puzzle([None] * 8, [None] * 8, {4: 1, 3: 2, 2: 3, 1: 2})
"""A puzzle that has more boards than any engine gives in minutes."""


@every_engine_with(*SLOW_ON_SMALL)
@settings(max_examples=25, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
@given(puzzle=small_puzzles())
def test_gives_each_board_of_a_small_puzzle_once(engine: Engine, puzzle: Puzzle) -> None:
    if engine.refusal(puzzle):
        return
    run = engine.run(puzzle)
    boards = list(run)
    assert len(boards) == len(set(boards))
    assert set(boards) == boards_of(puzzle)
    assert run.complete


@pytest.mark.parametrize(
    ("engine", "known"),
    [
        pytest.param(
            engine,
            known,
            id=f"{engine.name}-{known.id}",
            marks=marks(engine, is_kept=is_sampled(engine, known)),
        )
        for engine in ENGINES[:-1]  # the template takes hours
        for known in REAL
        if not engine.refusal(known.puzzle)
    ],
)
def test_finds_the_known_number_of_boards(engine: Engine, known: Instance) -> None:
    result = bimaru.solve(known.puzzle, engine=engine, limit=None)
    assert (len(result.boards), result.complete) == (known.known["n_solutions"], True)


@pytest.mark.parametrize(
    "engine",
    # mip-ship stands for all those that start afresh for every board, which takes seconds
    [
        one
        for one in ENGINES[:-1]
        if one.name in ("mip-ship", "automaton") or not (isinstance(one, MipEngine) or one.name == "minizinc")
    ],
    ids=lambda engine: engine.name,
)
def test_finds_all_of_many_boards(engine: Engine) -> None:
    result = bimaru.solve(MANY.puzzle, engine=engine, limit=None)
    assert (len(result.boards), result.complete) == (MANY.known["n_solutions"], True)


@pytest.mark.parametrize("name", ["search", "backtracking", "template"])
def test_spends_no_more_nodes_than_it_has(name: str) -> None:
    engine = next(engine for engine in ENGINES if engine.name == name)
    run = engine.run(MANY.puzzle, Budget(nodes=3))
    list(run)
    assert (run.stats["nodes"], run.complete) == (3, False)


@every_engine
@pytest.mark.parametrize("budget", [Budget(), Budget(seconds=0)], ids=["free", "without time"])
def test_its_statistics_are_whole_numbers_but_for_the_seconds(engine: Engine, budget: Budget) -> None:
    run = engine.run(Puzzle([1, None, 1], [None, None, None], {1: 2}), budget)
    list(run)
    types = {name: float if is_in_seconds(name) else int for name in run.stats}
    assert {name: type(value) for name, value in run.stats.items()} == types
    assert "nodes" in types
    assert min(run.stats.values()) >= 0


@every_engine
def test_counts_what_it_gives(engine: Engine) -> None:
    puzzle = Puzzle([1, None, 1], [None, None, None], {1: 2})
    assert bimaru.count(puzzle, engine=engine) == len(boards_of(puzzle)) == 9


@every_engine_with(*SLOW_ON_SMALL)
@pytest.mark.parametrize("shift", [-1e6, 1e6])
def test_a_time_limit_is_by_the_clock_of_the_process(
    engine: Engine, shift: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "now", lambda: time.perf_counter() + shift)  # read in part, it seems far off
    number = bimaru.count(Puzzle([1, None, 1], [None, None, None], {1: 2}), engine=engine, time_limit=60)
    assert (number, number.complete) == (9, True)


@every_engine
def test_the_empty_fleet_has_one_board(engine: Engine) -> None:
    result = bimaru.solve(Puzzle([None, 0], [0, None]), engine=engine)
    assert (result.status, result.boards) == ("unique", (bimaru.Board(("..", "..")),))


# the time limits of these have tests of their own
@every_engine_with(*OF_ONE_SOLVER, "auto", "search", "placements")
def test_stops_when_the_time_is_out(engine: Engine) -> None:
    start = time.perf_counter()
    result = bimaru.solve(ENDLESS, engine=engine, limit=None, time_limit=0.3)
    assert not result.complete
    assert time.perf_counter() - start < 5


@every_engine
def test_without_time_there_is_no_answer(engine: Engine) -> None:
    run = engine.run(ENDLESS, Budget(seconds=0))
    assert list(run) == []
    assert not run.complete


@every_engine
def test_a_first_board_alone_proves_nothing(engine: Engine) -> None:
    result = bimaru.solve(Puzzle([1], [None, None], {1: 1}), engine=engine, limit=1)
    assert (len(result.boards), result.status) == (1, "unknown")


@every_engine
def test_refuses_with_a_reason_what_it_does_not_take(engine: Engine) -> None:
    strange = Puzzle([2, 1], [None] * 3, words=["AB"], shapes=[["##", "#."]])
    reason = engine.refusal(strange)
    if reason is None:
        assert bimaru.solve(strange, engine=engine).complete
    else:
        with pytest.raises(UnsupportedPuzzleError, match=f"does not take this puzzle: {re.escape(reason)}"):
            engine.run(strange)


# these end at their time limits: Ctrl+C ends them in the same way
@every_engine_with(*OF_ONE_SOLVER, *OF_PACKAGES)
def test_ctrl_c_stops_it_at_once(engine: Engine) -> None:
    run = engine.run(HARD if engine.refusal(HARD) is None else WIDE)
    with pytest.raises(KeyboardInterrupt), ctrl_c(after=0.3) as pressed:
        list(run)
    assert time.perf_counter() - pressed[0] < 5
