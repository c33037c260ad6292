"""The engine `auto`: a compiled search first, joined by others if that is not enough.

The kernel `search`, or `placements` for letters and polyominoes, does not learn. It is the fastest engine for
nearly every puzzle, but a few that learning solvers decide in seconds it would practically never finish.
So it gets a head start. Then the kernel also searches in random orders, a slice at a time, and starts again
and again: its time depends on the order of its branches, by orders of magnitude. Then its rivals join it,
each in a process of its own: solvers that learn, and restarts in random orders, as planned by the size and
the share of tallies known (`plan_for`). The first to find the next board, or to prove that there is none,
wins. Which of several boards comes first may then depend on the machine; the set of boards does not.
Puzzles that neither search takes go straight to the first engine that does.

`stats` has the `nodes` of the kernel in its own order: the same every time for a puzzle that it decides in
its head start. After a race they depend on the machine, as do `other_nodes`, those in random orders; nodes
of the rivals are not counted.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from importlib.util import find_spec
from itertools import islice
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias
from weakref import finalize

from bimaru.board import Board
from bimaru.clock import clock
from bimaru.deadlines import OutOfBudgetError, building_until
from bimaru.engines.kernel import KernelRun, KernelSearch
from bimaru.engines.placement_search import PlacementRun, PlacementSearch
from bimaru.engines.protocol import NO_LIMIT, Budget, Engine, Run
from bimaru.engines.registry import engine_named
from bimaru.engines.sweep import SweepEngine, count_by_sweep, watch_until
from bimaru.errors import OutOfReachError, OutOfTimeError, UnsupportedPuzzleError
from bimaru.processes.cores import available_cores
from bimaru.puzzle import Puzzle

if TYPE_CHECKING:  # slow to import, and most puzzles do not need it
    from bimaru.processes.killable import KillableCall

HEAD_START: Final = 0.01
"""Seconds that the kernel searches alone."""
_HEAD_START_NODES: Final = 1000
"""Nodes that it searches alone even if the time is over, since a busy machine must not change how a quick
puzzle is solved: fewer than it searches in that time on an idle one."""
_RESTART_NODES: Final = 500.0
"""Nodes of the first search in a random order. With 50 or 5,000, hard boards take about as long."""
_RESTART_GROWTH: Final = 1.1
"""Growth factor of each restart. Any of 1.05 to 1.2 does: on 92 boards of 14x14 to 24x20, it took 3.0 and 3.1
million nodes until there were two boards (at most 60,000 for each), with 1.1 it takes 3.3."""
_ORDERS_APART: Final = 1_000_000
"""The first order of restarts in another process, so that they repeat none of those in this one."""
_SLICE: Final = 0.01
"""Seconds that each of its searches gets between two polls of its rivals."""
_SWEEP_SLICE: Final = 0.03
"""Seconds that the sweep counts between two slices of the search."""
_RIVAL_COUNT_LIMIT: Final = 1000
"""The most boards that a rival counts; beyond, the kernel counts faster."""
_PACKAGES: Final = {"sat": "pysat", "cp-sat": "ortools"}
"""The engines that learn, with the package that each needs, best first for letters and polyomino ships."""
_CP_SAT: Final = "cp-sat:parameters=default"
"""The parameters tuned on small boards are slower on those that are hard enough for a race."""
RESTARTS: Final = "restarts"
"""The rival that searches in random orders."""


class Plan(NamedTuple):
    """How a race is run: the rivals that join the search, with the seconds from the head start until each
    does; and the share of its time that the search works once every core has a rival."""

    delays: Mapping[str, float]
    share: float


_FEW_TALLIES: Final = 0.85
"""The share of lines with a tally below which search prunes little, and solvers that learn are faster."""
_LARGE: Final = 900
"""Squares of a grid from which, with most tallies known, solvers that learn are slower than restarts."""


def plan_for(puzzle: Puzzle) -> Plan:
    """The plan for a puzzle, by features that take no search. Measured by `benchmarks.hard`."""
    tallies = [*puzzle.rows, *puzzle.cols]
    if Auto._kernel.refusal(puzzle) is not None:
        return Plan({"sat": 0.27, _CP_SAT: 10.0}, 0.5)
    if len(tallies) - tallies.count(None) < _FEW_TALLIES * len(tallies):
        return Plan({"sat": 0.1, _CP_SAT: 0.3}, 0.1)
    if puzzle.height * puzzle.width >= _LARGE:
        return Plan({RESTARTS: 0.27, "sat": 20.0, _CP_SAT: 30.0}, 1.0)
    return Plan({RESTARTS: 0.27, "sat": 0.27, _CP_SAT: 10.0}, 1.0)


_sweep: Final = SweepEngine()


class Auto:
    """Chooses the engine; see the module."""

    name = "auto"
    _kernel = KernelSearch()
    _placements = PlacementSearch()

    def refusal(self, puzzle: Puzzle) -> str | None:
        if self._kernel.refusal(puzzle) is None or self._placements.refusal(puzzle) is None:
            return None
        return None if _first_to_take(puzzle) else "no engine that is installed takes it"

    def run(self, puzzle: Puzzle, budget: Budget = NO_LIMIT) -> Run:
        if self._kernel.refusal(puzzle) is None:
            return _race_if_slow(KernelRun(puzzle, budget), budget)
        if self._placements.refusal(puzzle) is None:
            return _race_if_slow(PlacementRun(puzzle, budget), budget)
        return _run_of_another(puzzle, budget)


def _installed_learners() -> list[str]:
    """The engines that learn and are installed."""
    return [name for name, package in _PACKAGES.items() if find_spec(package)]


def _first_to_take(puzzle: Puzzle) -> Engine | None:
    """The best engine for a puzzle that no compiled search takes."""
    engines = (engine_named(name) for name in [*_installed_learners(), "backtracking"])
    return next((engine for engine in engines if engine.refusal(puzzle) is None), None)


class UndecidedRun(Run):
    """A run whose budget was spent before an engine was chosen: no boards, not complete."""

    def __next__(self) -> Board:
        raise StopIteration


def _run_of_another(puzzle: Puzzle, budget: Budget) -> Run:
    """The run of the best engine for a puzzle that no compiled search takes. The choice depends on
    the sizes of models, whose estimates take seconds of the budget on large grids."""
    deadline = None if budget.seconds is None else clock.now() + budget.seconds
    try:
        with building_until(deadline):
            engine = _first_to_take(puzzle)
    except OutOfBudgetError:
        return UndecidedRun()
    if engine is None:
        raise UnsupportedPuzzleError(Auto.name, "no engine that is installed takes it")
    if deadline is not None:
        budget = budget._replace(seconds=max(0.0, deadline - clock.now()))
    run = engine.run(puzzle, budget)
    run.engine = engine.name
    return run


CompiledRun: TypeAlias = KernelRun | PlacementRun


def _race_if_slow(run: CompiledRun, budget: Budget) -> Run:
    """The run, joined by rivals when it takes long; not if nodes are limited, when the result must be the
    same every time."""
    if budget.nodes is None and not run.complete:
        run.deadline = min(run.end, clock.now() + HEAD_START)
        run.next_elsewhere = _race
        run.count_elsewhere = _count_on
    return run


def _has_head_start(run: CompiledRun) -> bool:
    """Whether the search has nodes of its head start left, for which it then gets more time."""
    if run.complete or run.stats["nodes"] >= _HEAD_START_NODES or clock.now() >= run.end:
        return False
    run.deadline = min(run.end, clock.now() + HEAD_START)
    return True


def _race(run: CompiledRun) -> Board | None:
    """The first board of a race, which then finds the others; or of the rest of the head start."""
    while _has_head_start(run):
        if (board := run.next_before_deadline()) is not None:
            return board
    if run.complete:
        return None
    race = Race(run)
    run.next_elsewhere = race.next_board
    return race.next_board(run)


def _count_on(run: CompiledRun, number: int) -> int:
    """The number of boards, `number` of which the kernel has just found, from the first engine to know it."""
    before = run.found - number
    while _has_head_start(run):
        number += run.count_before_deadline()
    if isinstance(run, KernelRun) and _sweep.refusal(run.puzzle) is None:
        found, total = _sweep_beside(run)
        number += found
        if total is not None:
            run.complete, run.engine = True, _sweep.name
            n_left: int = total - before
            return n_left
    learners = {name: delay for name, delay in plan_for(run.puzzle).delays.items() if name != RESTARTS}
    rivals = _rivals_for(run.puzzle, learners, _RIVAL_COUNT_LIMIT)
    while not run.complete and clock.now() < run.end:
        run.deadline = min(run.end, clock.now() + _SLICE)
        number += run.count_before_deadline()
        for rival in rivals:
            boards = rival.poll()
            if boards is not None and rival.is_exhaustive and not run.complete:
                run.complete, run.engine, number = True, rival.engine, len(boards) - before
    _stop(rivals)
    return number


def _sweep_beside(run: KernelRun) -> tuple[int, int | None]:
    """Sweep, with a slice of the search now and then. Returns the boards that the search has found meanwhile,
    and the number of all boards, `None` if the search or the time came to its end, or memory did."""
    found = 0
    due = clock.now() + _SWEEP_SLICE

    def search_on(_swept: int, _used: int) -> None:
        nonlocal found, due
        if run.complete or clock.now() < min(due, run.end):
            return
        run.deadline = min(run.end, clock.now() + _SLICE)
        found += run.count_before_deadline()
        if run.complete or clock.now() >= run.end:
            raise OutOfTimeError
        due = clock.now() + _SWEEP_SLICE

    squares = run.puzzle.height * run.puzzle.width
    try:
        with building_until(None if run.end == inf else run.end):
            return found, count_by_sweep(run.puzzle, watch_until(squares, None, search_on))
    except (OutOfTimeError, OutOfBudgetError, OutOfReachError, MemoryError):
        return found, None


class Race:
    """The rest of a search, by the kernel and its rivals side by side."""

    def __init__(self, run: CompiledRun) -> None:
        # a search finds the same boards in the same order every time
        self._seen = set(islice(type(run)(run.puzzle, NO_LIMIT), run.found))
        self._ready: deque[Board] = deque()
        self._restarts = Restarts(run.puzzle, 1) if isinstance(run, KernelRun) else None
        plan = plan_for(run.puzzle)
        self._share = plan.share
        self._rivals = _rivals_for(run.puzzle, plan.delays, len(self._seen) + 2)
        self._is_over = False

    def next_board(self, run: CompiledRun) -> Board | None:
        """A new board, or `None`; the run's `complete` is then whether it is the last."""
        while not (self._ready or self._is_over) and clock.now() < run.end:
            start = perf_counter()
            run.deadline = min(run.end, clock.now() + _SLICE)
            board = run.next_before_deadline()
            self._add([] if board is None else [board])
            self._is_over = run.complete
            self._restart(run)
            self._poll(run)
            self._give_way(run, perf_counter() - start)
        if self._is_over or not self._ready:
            _stop(self._rivals)
        board = self._ready.popleft() if self._ready else None
        run.complete = self._is_over and not self._ready
        run.deadline = 0.0  # past: the rest of its slice would give boards that others have found
        return board

    def _add(self, boards: list[Board]) -> None:
        self._ready.extend(board for board in boards if board not in self._seen)
        self._seen.update(boards)

    def _restart(self, run: CompiledRun) -> None:
        """A slice of the restarted searches, unless there is a new board, or they have a process."""
        if self._restarts is None or any(one.engine == RESTARTS and one.is_running for one in self._rivals):
            return
        if not (self._ready or self._is_over):
            self._add(self._restarts.next_boards(min(run.end, clock.now() + _SLICE)))
            self._is_over = self._restarts.complete
        run.stats["other_nodes"] = self._restarts.nodes

    def _give_way(self, run: CompiledRun, worked: float) -> None:
        """Leave the cores to the rivals for a while after `worked` seconds, if all cores have one."""
        running = [rival for rival in self._rivals if rival.is_running]
        if len(running) >= available_cores() and not (self._ready or self._is_over):
            running[0].wait(max(0.0, min(worked * (1 / self._share - 1), run.end - clock.now())))

    def _poll(self, run: CompiledRun) -> None:
        for rival in self._rivals:
            boards = rival.poll()
            if boards is None or self._is_over:
                continue
            self._add(boards)
            if rival.is_exhaustive:
                self._is_over, run.engine = True, "search" if rival.engine == RESTARTS else rival.engine
            else:
                rival.start(4 * len(boards))


class Restarts:
    """Searches of a puzzle in random orders, each for some more nodes than the one before.

    The time to the first boards has a heavy tail: in one order a search sinks for millions of nodes, in
    another it takes hundreds (Gomes, Selman, Crato and Kautz, "Heavy-tailed phenomena in satisfiability and
    constraint satisfaction problems", 2000). So many short searches are tried, and the limit grows, until
    one of them ends by itself."""

    def __init__(self, puzzle: Puzzle, first_order: int) -> None:
        self.complete = False
        self.nodes = 0
        self._puzzle = puzzle
        self._order = first_order
        self._limit = _RESTART_NODES
        self._run: KernelRun | None = None

    def next_boards(self, deadline: float) -> list[Board]:
        """The next board of a search, if there is one before the deadline."""
        while not self.complete and clock.now() < deadline:
            if self._run is None:
                self._run = KernelRun(self._puzzle, Budget(nodes=int(self._limit)), self._order)
                self._order += 1
                self._limit *= _RESTART_GROWTH
            before = self._run.stats["nodes"]
            self._run.deadline = deadline
            board = self._run.next_before_deadline()
            nodes = self._run.stats["nodes"]
            self.nodes += nodes - before
            self.complete = self._run.complete
            if board is not None:
                return [board]
            if clock.now() < deadline:
                self._run = None
        return []


def _rivals_for(puzzle: Puzzle, delays: Mapping[str, float], most: int) -> list[Rival]:
    """The rivals of the search, each to look for up to `most` boards."""
    start = clock.now()
    installed = _installed_learners()
    return [
        Rival(name, puzzle, most, start + after)
        for name, after in delays.items()
        if (available_cores() > 1 if name == RESTARTS else name.partition(":")[0] in installed)
    ]


def _stop(rivals: list[Rival]) -> None:
    for rival in rivals:
        rival.stop()


class Rival:
    """An engine, or `RESTARTS`, that solves a puzzle in another process, from a time `start` on."""

    def __init__(self, engine: str, puzzle: Puzzle, most: int, start: float) -> None:
        self.engine = engine
        self.is_exhaustive = False
        self._puzzle = puzzle
        self._most = most
        self._start = start
        self._call: KillableCall[tuple[list[Board], bool]] | None = None

    def start(self, most: int) -> None:
        """Start again, for up to `most` boards."""
        from bimaru.processes.killable import KillableCall

        self._start = inf
        self._call = KillableCall(find_boards, self.engine, self._puzzle, most)
        self._cancel = finalize(self, self._call.cancel)

    @property
    def is_running(self) -> bool:
        return self._call is not None

    def wait(self, seconds: float) -> None:
        """Wait until it has finished, or the seconds have passed."""
        if self._call is not None:
            self._call.wait(seconds)

    def poll(self) -> list[Board] | None:
        """The boards that it has found, once, when it has finished; `is_exhaustive` is then whether
        they are all there are."""
        from bimaru.processes.killable import CallFailedError

        if clock.now() >= self._start:
            self.start(self._most)
        if self._call is None or not self._call.wait(0):
            return None
        self._cancel.detach()
        call, self._call = self._call, None
        try:
            boards, self.is_exhaustive = call.result()
        except CallFailedError:  # the puzzle is too large for it, or it failed: the rest continue
            return None
        return list(boards)

    def stop(self) -> None:
        """Kill the process, if there is one; garbage collection does the same."""
        self._start = inf
        if self._call is not None:
            self._cancel()
            self._call = None


def find_boards(engine: str, puzzle: Puzzle, most: int) -> tuple[list[Board], bool]:
    """Up to `most` boards, and whether they are all; called in the other process."""
    if engine == RESTARTS:
        return _boards_by_restarts(puzzle, most)
    run = engine_named(engine).run(puzzle, Budget(boards=most))
    return list(islice(run, most)), run.complete


def _boards_by_restarts(puzzle: Puzzle, most: int) -> tuple[list[Board], bool]:
    restarts = Restarts(puzzle, _ORDERS_APART)
    found: dict[Board, None] = {}
    while not restarts.complete and len(found) < most:
        found |= dict.fromkeys(restarts.next_boards(clock.now() + _SLICE))
    return list(found), restarts.complete
