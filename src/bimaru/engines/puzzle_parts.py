"""Enumeration of a puzzle's boards in parts, for models whose solvers return one solution a call.

A part is the puzzle with further squares known. The squares that bimaru's own propagation settles are known,
too: for each square it is tried whether the kernel refutes water or ship there at once, without a search. A
part with less than `SETTLED` of its squares known is split by the values of a square. In any other part the
solver looks for a board, or proves that there is none. A part with a known board is split by the squares of
that board. So the solver gets small models only: what is hard about a large one is done by splitting.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from bimaru.board import Board
from bimaru.clock import clock
from bimaru.deadlines import OutOfBudgetError, building_until, checked
from bimaru.engines.kernel import KernelRun, KernelSearch
from bimaru.engines.protocol import Budget, Run
from bimaru.puzzle import Given, Puzzle
from bimaru.squares import Part as SquarePart
from bimaru.squares import Square

Known: TypeAlias = Mapping[Square, bool]
"""The squares that are known: whether each is ship."""

SETTLED: Final = 0.6
"""The share of the squares that are known in a part that a solver gets. Measured on the 12x12 board among the
sources: with 0.6 every integer program lists its boards several times as fast as without."""
_PROPAGATION_ONLY: Final = Budget(nodes=0)


class Part(NamedTuple):
    """The boards in which these squares are known; `board` is one of them, as its ship squares, if one has
    been found."""

    known: Known
    board: frozenset[Square] | None = None


class PartsRun(Run):
    """The boards of a plain puzzle, each from a run on a part of it."""

    def __init__(self, run: Callable[[Puzzle, Budget], Run], puzzle: Puzzle, budget: Budget) -> None:
        """`run` starts an engine. `stats` has the sizes of its model of the whole puzzle, and counts splits
        as nodes. Raises what `run` raises."""
        super().__init__()
        start = clock.now()
        self._start_run, self._puzzle, self._nodes = run, puzzle, budget.nodes
        self._deadline = None if budget.seconds is None else start + budget.seconds
        self.stats = {**run(puzzle, budget).stats}
        self._boards = self._search()

    def __next__(self) -> Board:
        return next(self._boards)

    def _search(self) -> Iterator[Board]:
        """All boards. `complete` is set at the very end, and not if the budget runs out."""
        squares = self._puzzle.height * self._puzzle.width
        parts = [Part({given.square: given.kind != SquarePart.WATER for given in self._puzzle.givens})]
        while parts:
            part = parts.pop()
            if part.board is None and len(part.known) >= SETTLED * squares:
                board, is_decided = self._solve(part)
                if board is not None:
                    parts.append(part._replace(board=board.occupied()))
                    yield board
                elif not is_decided:
                    return
                continue
            if self._nodes is not None and self.stats["nodes"] >= self._nodes:
                return
            self.stats["nodes"] += 1
            try:
                with building_until(self._deadline):
                    parts.extend(self._split(part))
            except OutOfBudgetError:
                return
        self.complete = True

    def _solve(self, part: Part) -> tuple[Board | None, bool]:
        """A board of a part, and, if there is none, whether that is proved; within the rest of the budget."""
        seconds = None if self._deadline is None else max(0.0, self._deadline - clock.now())
        nodes = None if self._nodes is None else max(0, self._nodes - int(self.stats["nodes"]))
        run = self._start_run(with_squares(self._puzzle, part.known), Budget(seconds, nodes, boards=1))
        board = next(run, None)
        for name in ("nodes", "build_seconds", "solve_seconds"):
            self.stats[name] = self.stats.get(name, 0) + run.stats.get(name, 0)
        return board, run.complete

    def _split(self, part: Part) -> list[Part]:
        """Both values of the first square that is not known, of the board's ship squares if there is one."""
        every = product(range(self._puzzle.height), range(self._puzzle.width))
        candidates = every if part.board is None else sorted(part.board)
        square = next((at for at in candidates if at not in part.known), None)
        if square is None:  # no other board has all these ship squares
            return []
        parts = []
        for value in (False, True):
            known = settled(self._puzzle, {**part.known, square: value})
            if known is not None:
                is_in = part.board is not None and (square in part.board) == value
                parts.append(Part(known, part.board if is_in else None))
        return parts


def can_split(puzzle: Puzzle) -> bool:
    """Whether the boards of a puzzle differ in their squares alone, and the kernel takes it."""
    return KernelSearch().refusal(puzzle) is None


def settled(puzzle: Puzzle, known: Known) -> Known | None:
    """These squares and those of which one value is refuted at once; `None` if there is no board.

    Raises `OutOfBudgetError` when the deadline of `building_until` passes."""
    if is_refuted(puzzle, known):
        return None
    found = dict(known)
    for at in checked(product(range(puzzle.height), range(puzzle.width))):
        for value in (False, True):
            if at not in found and is_refuted(puzzle, {**found, at: value}):
                found[at] = not value
    return None if is_refuted(puzzle, found) else found


def is_refuted(puzzle: Puzzle, known: Known) -> bool:
    """Whether the kernel's propagation alone shows that no board has these squares."""
    return bool(KernelRun(with_squares(puzzle, known), _PROPAGATION_ONLY).complete)


def with_squares(puzzle: Puzzle, known: Known) -> Puzzle:
    """A plain puzzle with these squares given, too; the squares that it gives are among them."""
    shown = {given.square: given for given in puzzle.givens}
    givens = (
        shown.get(at) or Given(*at, SquarePart.SHIP if is_ship else SquarePart.WATER)
        for at, is_ship in known.items()
    )
    return Puzzle._trusted(puzzle.rows, puzzle.cols, puzzle.fleet, givens, puzzle.provenance, puzzle.extra)
