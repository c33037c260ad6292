"""The engine `auto`: the kernel first, and a learning solver beside it where that is not enough.

A kernel without learning is the fastest for nearly every puzzle, and now and then lost for good
in one that a learning solver sees through in seconds. So the kernel gets a head start, then
both run at the same time, the other one in a process of its own, and whichever knows the next
board, or that there is none, is believed. Which board of several comes first may then depend on
the machine; what there is does not. Puzzles that the kernel does not take go straight to the
first engine that does.
"""

from __future__ import annotations

from collections import deque
from importlib.util import find_spec
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING, Final
from weakref import finalize

from bimaru.board import Board
from bimaru.engines.kernel import Search as KernelRun
from bimaru.engines.protocol import NO_LIMIT, Budget, Engine, EngineRefuses, Run
from bimaru.engines.registry import engine_named
from bimaru.engines.search import Search
from bimaru.puzzle import Puzzle

if TYPE_CHECKING:  # it costs time to import, and most puzzles are done without it
    from bimaru.engines.aside import CallAside

HEAD_START: Final = 0.3
"""Seconds that the kernel searches alone."""
_SLICE: Final = 0.02
"""Seconds that it searches between two looks at what the other has found."""
_MOST_COUNTED: Final = 1000
"""Boards that another engine is asked for when they are counted; the kernel counts more faster."""
_LEARNING: Final = {"sat": "pysat", "cp-sat": "ortools"}
"""The engines that learn, best first, and the package that each needs."""


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
        engine = _first_to_take(puzzle)
        if engine is None:
            raise EngineRefuses(self.name, "no engine that is installed takes it")
        run = engine.run(puzzle, budget)
        run.engine = engine.name
        return run


def _learning() -> list[str]:
    """The engines that learn and are installed."""
    return [name for name, package in _LEARNING.items() if find_spec(package)]


def _first_to_take(puzzle: Puzzle) -> Engine | None:
    """The best engine for a puzzle that the kernel does not take."""
    engines = (engine_named(name) for name in [*_learning(), "backtracking"])
    return next((engine for engine in engines if engine.refusal(puzzle) is None), None)


def _joined(puzzle: Puzzle, budget: Budget) -> Run:
    """The kernel's run, joined by another engine when it takes long: unless nodes are limited, for
    those are the kernel's, and who limits them wants the same answer every time."""
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
    other = Other(run.puzzle, _MOST_COUNTED)
    while not run.complete and perf_counter() < run.end:
        run.deadline = min(run.end, perf_counter() + _SLICE)
        number += run.count_on()
        boards = other.answer()
        if boards is not None and other.knows_all:
            run.complete, run.engine, number = True, other.engine, len(boards) - before
    other.stop()
    return number


class Race:
    """What is left of a puzzle, searched by the kernel and by another engine side by side."""

    def __init__(self, run: KernelRun) -> None:
        # the kernel gives the same boards in the same order every time
        self._seen = set(islice(KernelRun(run.puzzle, NO_LIMIT), run.found))
        self._ready: deque[Board] = deque()
        self._other = Other(run.puzzle, len(self._seen) + 2)
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
            self._other.stop()
        board = self._ready.popleft() if self._ready else None
        run.complete = self._is_over and not self._ready
        return board

    def _offer(self, boards: list[Board]) -> None:
        self._ready.extend(board for board in boards if board not in self._seen)
        self._seen.update(boards)

    def _listen(self, run: KernelRun) -> None:
        boards = self._other.answer()
        if boards is None:
            return
        self._offer(boards)
        if self._other.knows_all:
            self._is_over, run.engine = True, self._other.engine
        else:
            self._other = Other(run.puzzle, 4 * len(boards))


class Other:
    """A learning engine at work on a puzzle in another process, if there is one that takes it."""

    def __init__(self, puzzle: Puzzle, most: int) -> None:
        """It looks for up to `most` boards."""
        self._puzzle = puzzle
        self._most = most
        self._engines = _learning()
        self._call: CallAside[tuple[list[Board], bool]] | None = None
        self.engine = ""
        self.knows_all = False
        self._start()

    def _start(self) -> None:
        from bimaru.engines.aside import CallAside

        self.engine = self._engines.pop(0) if self._engines else ""
        self._call = CallAside(find_boards, self.engine, self._puzzle, self._most) if self.engine else None
        if self._call is not None:
            self._cancel = finalize(self, self._call.cancel)

    def answer(self) -> list[Board] | None:
        """The boards that it has found, once, when it has finished; `knows_all` then says whether
        those are all there are."""
        from bimaru.engines.aside import CallFailed

        if self._call is None or not self._call.wait(0):
            return None
        self._cancel.detach()
        try:
            boards, self.knows_all = self._call.result()
        except CallFailed:  # the puzzle is too large for it, or it broke: try the next
            self._start()
            return None
        self._call = None
        return list(boards)

    def stop(self) -> None:
        """End the work, if there is any; so does nobody's asking any more."""
        if self._call is not None:
            self._cancel()
            self._call = None


def find_boards(engine: str, puzzle: Puzzle, most: int) -> tuple[list[Board], bool]:
    """Up to `most` boards, and whether they are all: what is asked of the other process."""
    run = engine_named(engine).run(puzzle)
    return list(islice(run, most)), run.complete
