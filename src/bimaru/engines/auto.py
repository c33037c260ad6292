"""The engine `auto`: the kernel first, and learning solvers beside it where that is not enough.

A kernel without learning is the fastest for nearly every puzzle, and now and then lost for good
in one that a learning solver sees through in seconds. So the kernel gets a head start, then
others join it, each in a process of its own, and whoever first knows the next board, or that
there is none, is believed. Which board of several comes first may then depend on the machine;
what there is does not. Puzzles that the kernel does not take go straight to the first engine that does.
"""

from __future__ import annotations

from collections import deque
from importlib.util import find_spec
from itertools import islice
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING, Final
from weakref import finalize

from bimaru.board import Board
from bimaru.deadlines import OutOfBudgetError, building_until
from bimaru.engines.kernel import Search as KernelRun
from bimaru.engines.protocol import NO_LIMIT, Budget, Engine, Run
from bimaru.engines.registry import engine_named
from bimaru.engines.search import Search
from bimaru.errors import UnsupportedPuzzleError
from bimaru.puzzle import Puzzle

if TYPE_CHECKING:  # it costs time to import, and most puzzles are done without it
    from bimaru.processes.killable import CallAside

HEAD_START: Final = 0.3
"""Seconds that the kernel searches alone."""
_SLICE: Final = 0.02
"""Seconds that it searches between two looks at what the other has found."""
_MOST_COUNTED: Final = 1000
"""Boards that another engine is asked for when they are counted; the kernel counts more faster."""
_PACKAGES: Final = {"sat": "pysat", "cp-sat": "ortools"}
"""The engines that learn, and the package that each needs; for letters and bent ships the first is best."""
_JOINING: Final = {"cp-sat": 0.0, "sat": 5.0}
"""The engines that join the kernel, and after how many seconds more: CP-SAT is mostly the faster
to find boards where few squares are given, CaDiCaL to prove that there are no more."""


class Auto:
    """Picks the engine; see the module."""

    name = "auto"
    _kernel = Search()

    def refusal(self, puzzle: Puzzle) -> str | None:
        if self._kernel.refusal(puzzle) is None:
            return None
        return None if _first_to_take(puzzle) else "no engine that is installed takes it"

    def run(self, puzzle: Puzzle, budget: Budget = NO_LIMIT) -> Run:
        if self._kernel.refusal(puzzle) is None:
            return _joined(puzzle, budget)
        return _delegated(puzzle, budget)


def _learning() -> list[str]:
    """The engines that learn and are installed."""
    return [name for name, package in _PACKAGES.items() if find_spec(package)]


def _first_to_take(puzzle: Puzzle) -> Engine | None:
    """The best engine for a puzzle that the kernel does not take."""
    engines = (engine_named(name) for name in [*_learning(), "backtracking"])
    return next((engine for engine in engines if engine.refusal(puzzle) is None), None)


class UndecidedRun(Run):
    """A run whose budget was out before an engine was found; it has no boards and is not complete."""

    def __next__(self) -> Board:
        raise StopIteration


def _delegated(puzzle: Puzzle, budget: Budget) -> Run:
    """The run of the best engine for a puzzle that the kernel does not take. Which one that is depends on
    the sizes of models, which on large grids take seconds of the budget to estimate."""
    deadline = None if budget.seconds is None else perf_counter() + budget.seconds
    try:
        with building_until(deadline):
            engine = _first_to_take(puzzle)
    except OutOfBudgetError:
        return UndecidedRun()
    if engine is None:
        raise UnsupportedPuzzleError(Auto.name, "no engine that is installed takes it")
    if deadline is not None:
        budget = budget._replace(seconds=max(0.0, deadline - perf_counter()))
    run = engine.run(puzzle, budget)
    run.engine = engine.name
    return run


def _joined(puzzle: Puzzle, budget: Budget) -> Run:
    """The kernel's run, joined by others when it takes long: unless nodes are limited, for those
    are the kernel's, and who limits them wants the same answer every time."""
    run = KernelRun(puzzle, budget)
    if budget.nodes is None and not run.complete:
        run.deadline = min(run.end, perf_counter() + HEAD_START)
        run.beyond = _race
        run.count_beyond = _count_on
    return run


def _race(run: KernelRun) -> Board | None:
    """The first board of a race; it then gives the others itself."""
    race = Race(run)
    run.beyond = race.next_board
    return race.next_board(run)


def _count_on(run: KernelRun, number: int) -> int:
    """The number of boards, `number` of which the kernel has just found, by whoever knows first."""
    before = run.found - number
    others = _joining(run.puzzle, _MOST_COUNTED)
    while not run.complete and perf_counter() < run.end:
        run.deadline = min(run.end, perf_counter() + _SLICE)
        number += run.count_on()
        for other in others:
            boards = other.answer()
            if boards is not None and other.knows_all and not run.complete:
                run.complete, run.engine, number = True, other.engine, len(boards) - before
    _stop(others)
    return number


class Race:
    """What is left of a puzzle, searched by the kernel and by others side by side."""

    def __init__(self, run: KernelRun) -> None:
        # the kernel gives the same boards in the same order every time
        self._seen = set(islice(KernelRun(run.puzzle, NO_LIMIT), run.found))
        self._ready: deque[Board] = deque()
        self._others = _joining(run.puzzle, len(self._seen) + 2)
        self._is_over = False

    def next_board(self, run: KernelRun) -> Board | None:
        """A board not given before; the run's `complete` then tells whether it is the last."""
        while not (self._ready or self._is_over) and perf_counter() < run.end:
            run.deadline = min(run.end, perf_counter() + _SLICE)
            board = run.search_on()
            self._offer([] if board is None else [board])
            self._is_over = run.complete
            self._listen(run)
        if self._is_over or not self._ready:
            _stop(self._others)
        board = self._ready.popleft() if self._ready else None
        run.complete = self._is_over and not self._ready
        return board

    def _offer(self, boards: list[Board]) -> None:
        self._ready.extend(board for board in boards if board not in self._seen)
        self._seen.update(boards)

    def _listen(self, run: KernelRun) -> None:
        for other in self._others:
            boards = other.answer()
            if boards is None or self._is_over:
                continue
            self._offer(boards)
            if other.knows_all:
                self._is_over, run.engine = True, other.engine
            else:
                other.look_for(4 * len(boards))


def _joining(puzzle: Puzzle, most: int) -> list[Other]:
    """Those who join the kernel, each to look for up to `most` boards."""
    now = perf_counter()
    installed = _learning()
    return [Other(name, puzzle, most, now + after) for name, after in _JOINING.items() if name in installed]


def _stop(others: list[Other]) -> None:
    for other in others:
        other.stop()


class Other:
    """A learning engine at work on a puzzle in another process, from a certain moment on."""

    def __init__(self, engine: str, puzzle: Puzzle, most: int, start: float) -> None:
        self.engine = engine
        self.knows_all = False
        self._puzzle = puzzle
        self._most = most
        self._start = start
        self._call: CallAside[tuple[list[Board], bool]] | None = None

    def look_for(self, most: int) -> None:
        """Start over, for up to `most` boards."""
        from bimaru.processes.killable import CallAside

        self._start = inf
        self._call = CallAside(find_boards, self.engine, self._puzzle, most)
        self._cancel = finalize(self, self._call.cancel)

    def answer(self) -> list[Board] | None:
        """The boards that it has found, once, when it has finished; `knows_all` then says whether
        those are all there are."""
        from bimaru.processes.killable import CallFailedError

        if perf_counter() >= self._start:
            self.look_for(self._most)
        if self._call is None or not self._call.wait(0):
            return None
        self._cancel.detach()
        call, self._call = self._call, None
        try:
            boards, self.knows_all = call.result()
        except CallFailedError:  # the puzzle is too large for it, or it broke: the rest go on
            return None
        return list(boards)

    def stop(self) -> None:
        """End the work, if there is any; so does nobody's asking any more."""
        self._start = inf
        if self._call is not None:
            self._cancel()
            self._call = None


def find_boards(engine: str, puzzle: Puzzle, most: int) -> tuple[list[Board], bool]:
    """Up to `most` boards, and whether they are all: what is asked of the other process."""
    run = engine_named(engine).run(puzzle)
    return list(islice(run, most)), run.complete
