"""The engine `auto`: the kernel, and who joins it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from math import inf
from typing import Final

import pytest

import bimaru
from benchmarks.hard import Kind, made, straight, triangle
from bimaru.engines import auto, engine_named, placement_search
from bimaru.engines.kernel import KernelRun
from bimaru.engines.protocol import Budget
from bimaru.puzzle import Puzzle
from instances import Instance, instance, instances
from sampling import sampled

MANY_BOARDS: Final = (
    instance("seeds", "seed-001-6x6").puzzle,
    instance("seeds", "seed-000-12x12").puzzle,
    instance("csplib014", "csplib014-113").puzzle.replace(givens=()),
)
ENDLESS: Final = Puzzle([None] * 8, [None] * 8, {4: 1, 3: 2, 2: 3, 1: 2})


def _plan(monkeypatch: pytest.MonkeyPatch, delays: dict[str, float]) -> None:
    """Every race is run with these rivals."""
    monkeypatch.setattr(auto, "plan_for", lambda _: auto.Plan(delays, 0.5))


@pytest.fixture
def race(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rivals start at once, and the kernel works in short slices."""
    _plan(monkeypatch, {"sat": 0.0, "cp-sat": 0.0})
    monkeypatch.setattr(auto, "HEAD_START", 0.0)
    monkeypatch.setattr(auto, "_HEAD_START_NODES", 0)
    monkeypatch.setattr(auto, "_SLICE", 0.001)


@pytest.fixture
def only_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel gets no time at all, and one rival all of it."""
    _plan(monkeypatch, {"cp-sat": 0.0})
    monkeypatch.setattr(auto, "HEAD_START", 0.0)
    monkeypatch.setattr(auto, "_HEAD_START_NODES", 0)
    monkeypatch.setattr(auto, "_SLICE", 0.0)


def _same_as_the_kernel(puzzle: Puzzle) -> bimaru.Result:
    kernel = bimaru.solve(puzzle, engine="search", limit=None)
    result = bimaru.solve(puzzle, limit=None)
    assert len(result.boards) == len(set(result.boards))
    assert set(result.boards) == set(kernel.boards)
    assert (result.status, result.complete) == (kernel.status, True)
    assert bimaru.count(puzzle) == len(kernel.boards)
    return result


@pytest.mark.parametrize("known", instances("boats")[::40], ids=lambda known: known.id)
def test_the_kernel_alone_solves_what_is_quick(known: Instance) -> None:
    assert bimaru.solve(known.puzzle).engine == "search"


few_puzzles = pytest.mark.parametrize(
    "puzzle", sampled(MANY_BOARDS, lambda puzzle: puzzle.height < 12), ids=repr
)


GRID: Final = Puzzle([3] * 20, [3] * 20, {1: 60})
LETTERED: Final = Puzzle([None] * 9, [3] * 9, words=["ABC", "DE"])
CP_SAT: Final = "cp-sat:parameters=default"


@pytest.mark.parametrize(
    ("puzzle", "soon", "gives_way"),
    [
        (GRID, {auto.RESTARTS, "sat"}, False),
        (GRID.replace(rows=[3, *[None] * 19]), {"sat", CP_SAT}, True),
        (Puzzle([3] * 30, [3] * 30, {1: 90}), {auto.RESTARTS}, False),
        (LETTERED, {"sat"}, False),
    ],
    ids=["all tallies", "missing tallies", "large", "letters"],
)
def test_clues_ships_and_size_choose_who_joins_in_the_first_second_and_whether_the_search_gives_way(
    puzzle: Puzzle, soon: set[str], gives_way: bool
) -> None:
    plan = auto.plan_for(puzzle)
    assert {name for name, delay in plan.delays.items() if delay < 1} == soon
    assert (plan.share < 0.2) == gives_way
    assert {engine_named(name).name for name in plan.delays if name != auto.RESTARTS} == {"sat", CP_SAT}


class _Busy:
    """A rival that never finishes, and what it was waited for."""

    engine = "busy"
    is_running = True

    def __init__(self) -> None:
        self.waited: list[float] = []

    def wait(self, seconds: float) -> None:
        self.waited.append(seconds)

    def poll(self) -> None:
        pass

    def stop(self) -> None:
        pass


@pytest.mark.parametrize(("cores", "pauses"), [(1, True), (2, True), (3, False)])
def test_the_search_pauses_when_every_core_has_a_rival(
    cores: int, pauses: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    _plan(monkeypatch, {})
    rivals = [_Busy(), _Busy()]
    monkeypatch.setattr(auto, "_rivals_for", lambda *_: rivals)
    monkeypatch.setattr(auto, "available_cores", lambda: cores)
    run = KernelRun(made(Kind(20, 20, straight(130, 7), 0.05), 0), Budget(seconds=0.2))
    auto.Race(run).next_board(run)
    assert any(seconds > 0 for seconds in rivals[0].waited) == pauses


def test_a_rival_looks_for_no_more_boards_than_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    class Boundless:
        """An engine whose run is the budget."""

        complete = False

        def run(self, _puzzle: Puzzle, budget: Budget) -> Boundless:
            self.boards = budget.boards
            return self

        def __iter__(self) -> Iterator[int]:
            return iter(range(self.boards or 0))

    monkeypatch.setattr(auto, "engine_named", lambda _: Boundless())
    boards, is_exhaustive = auto.find_boards("boundless", GRID, 2)
    assert (len(boards), is_exhaustive) == (2, False)


@pytest.mark.usefixtures("race")
@few_puzzles
def test_a_race_gives_every_board_once(puzzle: Puzzle) -> None:
    _same_as_the_kernel(puzzle)


@pytest.mark.usefixtures("only_the_other")
@few_puzzles
def test_the_other_engine_may_find_them_all_and_is_named(puzzle: Puzzle) -> None:
    assert _same_as_the_kernel(puzzle).engine == "cp-sat"


@pytest.mark.parametrize(
    "known", [instance("csplib014", "csplib014-113"), instance("polyomino", "polyomino-4")]
)
def test_a_machine_too_busy_for_the_head_start_does_not_change_the_nodes_of_a_quick_puzzle(
    known: Instance,
) -> None:
    name = bimaru.solve(known.puzzle).engine
    alone = engine_named(name).run(known.puzzle)
    run, counting = (auto.Auto().run(known.puzzle) for _ in range(2))
    for kernel in (run, counting):
        kernel.deadline = 0.0  # type: ignore[attr-defined]
    assert [*run] == [*alone]
    assert counting.count() == known.known["n_solutions"]
    assert run.stats == counting.stats == alone.stats
    assert alone.stats["nodes"] > 0
    assert (run.complete, counting.complete) == (True, True)


@pytest.mark.usefixtures("only_the_other")
def test_another_joins_when_it_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    _plan(monkeypatch, {"cp-sat": 1000.0, "sat": 0.01})
    assert _same_as_the_kernel(MANY_BOARDS[0]).engine == "sat"


@pytest.mark.usefixtures("only_the_other")
def test_the_other_engine_may_prove_that_there_is_no_board() -> None:
    result = bimaru.solve(instance("seeds", "seed-001-6x6").puzzle.replace(givens={(0, 1): "L", (0, 2): "S"}))
    assert (result.status, result.boards, result.complete) == ("none", (), True)


@pytest.fixture
def no_rivals(monkeypatch: pytest.MonkeyPatch) -> None:
    """The race is between the searches in their orders."""
    _plan(monkeypatch, {})
    monkeypatch.setattr(auto, "_HEAD_START_NODES", 0)


@pytest.mark.usefixtures("race", "no_rivals")
@pytest.mark.parametrize("puzzle", MANY_BOARDS, ids=repr)
def test_searches_in_several_orders_give_each_board_once(puzzle: Puzzle) -> None:
    run = auto.Auto().run(puzzle)
    boards = list(run)
    assert len(boards) == len(set(boards))
    assert set(boards) == set(bimaru.solve(puzzle, engine="search", limit=None).boards)


@pytest.mark.parametrize("puzzle", MANY_BOARDS[:2], ids=repr)
def test_restarts_find_every_board_and_end(puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auto, "_RESTART_NODES", 1.0)
    restarts = auto.Restarts(puzzle, 2)
    found = set()
    while boards := restarts.next_boards(inf):
        found.update(boards)
    assert restarts.complete
    assert found == set(bimaru.solve(puzzle, engine="search", limit=None).boards)
    assert restarts.nodes > bimaru.solve(puzzle, engine="search", limit=None).stats["nodes"] / 2


@pytest.mark.thorough
@pytest.mark.usefixtures("no_rivals")
def test_a_board_on_which_one_order_sinks_is_solved_in_another() -> None:
    sinks = made(Kind(40, 40, triangle(10), 0.05), 2)
    assert bimaru.solve(sinks, engine="search", node_limit=20_000).status == "unknown"
    assert bimaru.solve(sinks).status == "multiple"


@pytest.mark.usefixtures("no_rivals")
def test_what_was_found_before_the_race_is_continued(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auto, "_SLICE", 1000.0)
    expected = bimaru.solve(MANY_BOARDS[1], engine="search", limit=None).boards
    run = auto.Auto().run(MANY_BOARDS[1])
    first = next(run)
    run.deadline = 0.0  # type: ignore[attr-defined]  # the kernel's
    assert (first, *run) == expected


@pytest.mark.usefixtures("race")
def test_boards_given_before_the_race_are_not_given_again(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = MANY_BOARDS[1]
    run = auto.Auto().run(puzzle)
    monkeypatch.setattr(auto, "_SLICE", 0.0)
    run.deadline = float("inf")  # type: ignore[attr-defined]  # the kernel's
    first = [next(run) for _ in range(20)]
    run.deadline = 0.0  # type: ignore[attr-defined]
    boards = first + list(run)
    assert len(boards) == len(set(boards)) == 51
    assert run.complete


def test_restarts_in_another_process_find_every_board(monkeypatch: pytest.MonkeyPatch) -> None:
    _plan(monkeypatch, {auto.RESTARTS: 0.0})
    monkeypatch.setattr(auto, "HEAD_START", 0.0)
    monkeypatch.setattr(auto, "_HEAD_START_NODES", 0)
    monkeypatch.setattr(auto, "_SLICE", 0.0)
    result = bimaru.solve(MANY_BOARDS[0], limit=None)
    assert set(result.boards) == set(bimaru.solve(MANY_BOARDS[0], engine="search", limit=None).boards)
    assert (result.complete, result.engine) == (True, "search")


class _QuickSearch:
    """Restarts that find some boards in their first slice."""

    complete = False
    nodes = 0

    def __init__(self, boards: list[bimaru.Board], monkeypatch: pytest.MonkeyPatch) -> None:
        self._boards, self._monkeypatch = boards, monkeypatch

    def next_boards(self, _deadline: float) -> list[bimaru.Board]:
        """The boards, once; then the kernel gets slices that do not end before it finds a board."""
        self._monkeypatch.setattr(auto, "_SLICE", 1000.0)
        boards, self._boards = self._boards, []
        return boards


@pytest.mark.usefixtures("no_rivals")
@pytest.mark.parametrize("number", [1, 5])
def test_boards_that_another_search_finds_first_are_given_once(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = MANY_BOARDS[1]
    boards = bimaru.solve(puzzle, engine="search", limit=None).boards
    quick = _QuickSearch([*boards[-number:]], monkeypatch)
    monkeypatch.setattr(auto, "Restarts", lambda *_: quick)
    monkeypatch.setattr(auto, "HEAD_START", 0.0)
    monkeypatch.setattr(auto, "_HEAD_START_NODES", 0)
    monkeypatch.setattr(auto, "_SLICE", 0.0)
    run = auto.Auto().run(puzzle)
    assert sorted(run, key=repr) == sorted(boards, key=repr)
    assert run.complete


@pytest.mark.usefixtures("race")
@pytest.mark.parametrize("packages", [{}, {"no-such-engine": "sys"}])
def test_the_kernel_goes_on_alone_when_nobody_can_join_it(
    monkeypatch: pytest.MonkeyPatch, packages: dict[str, str]
) -> None:
    monkeypatch.setattr(auto, "_PACKAGES", packages)
    _plan(monkeypatch, dict.fromkeys(packages, 0.0))
    assert _same_as_the_kernel(MANY_BOARDS[0]).engine == "search"


@pytest.mark.usefixtures("race")
def test_a_race_ends_when_the_time_is_out() -> None:
    start = time.perf_counter()
    result = bimaru.solve(ENDLESS, limit=None, time_limit=0.2)
    number = bimaru.count(Puzzle([None] * 20, [None] * 20, {4: 1, 3: 2, 2: 3, 1: 4}), time_limit=0.2)
    assert (result.complete, number.complete) == (False, False)
    assert time.perf_counter() - start < 10


@pytest.mark.parametrize("name", ["lettered", "polyomino"])
def test_letters_and_polyomino_ships_are_searched_too(name: str) -> None:
    for puzzle, _ in instances(name):
        result = bimaru.solve(puzzle)
        assert (result.status, result.engine) == ("unique", "placements")


@pytest.mark.usefixtures("only_the_other")
def test_another_joins_for_letters_and_polyomino_ships(monkeypatch: pytest.MonkeyPatch) -> None:
    _plan(monkeypatch, {"sat": 0.0})
    known = instance("polyomino", "polyomino-7")
    result = bimaru.solve(known.puzzle, limit=None)
    assert (len(result.boards), result.complete) == (known.known["n_solutions"], True)


@pytest.fixture
def no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiled searches take nothing, as if the puzzle were too large for them."""
    monkeypatch.setattr(placement_search, "MOST_BYTES", 0)


@pytest.mark.usefixtures("no_search")
def test_a_learning_engine_takes_what_no_search_takes() -> None:
    result = bimaru.solve(instance("seeds", "seed-002-literowce").puzzle)
    assert (result.status, result.engine) == ("unique", "sat")


@pytest.mark.usefixtures("no_search")
def test_without_any_extra_the_backtracking_engine_takes_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auto, "_PACKAGES", {})
    result = bimaru.solve(instance("seeds", "seed-002-literowce").puzzle)
    assert (result.status, result.engine) == ("unique", "backtracking")


def test_a_limit_of_nodes_is_the_kernels_and_gives_the_same_every_time() -> None:
    hard = instance("solbat", "sb_15_15_6_0").puzzle
    results = [bimaru.solve(hard, node_limit=2000) for _ in range(2)]
    assert [(r.status, r.stats["nodes"], r.engine) for r in results] == [("unknown", 2000, "search")] * 2
