"""The base of the engines that hand a formulation to a solver."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from math import inf
from typing import ClassVar, Final, NamedTuple, Protocol

from bimaru.board import Board
from bimaru.clock import clock
from bimaru.deadlines import OutOfBudgetError, building_until
from bimaru.engines.formulation import Constraint, Formulation, Variable
from bimaru.engines.model_size import Ways, least_size
from bimaru.engines.protocol import NO_LIMIT, Budget, Run, check_takes
from bimaru.errors import BimaruError
from bimaru.puzzle import NO_EDGES, Puzzle

MOST_NONZEROS: Final = 3_000_000
"""The largest formulation that is built: some seconds, and up to a gigabyte."""
FEW: Final = 2
"""The most boards that are sought one by one."""
_BATCH: Final = 64
"""Boards that the first search looks for, where more than a few are wanted."""
_GROWTH: Final = 4
"""Boards that a later search looks for, for each that has been found."""


class SolverFailedError(BimaruError, RuntimeError):
    """A solver ended without a result before its time limit: a bug in it or in bimaru."""


class SearchOutcome(NamedTuple):
    """The outcome of one search: solutions, each as the variables that are 1, and whether they are all
    there are; neither if the budget ran out. Some may show the same board. `cost` is added to `Run.stats`."""

    solutions: Sequence[Sequence[Variable]]
    exhausted: bool
    cost: Mapping[str, int | float]
    sizes: Mapping[str, int] = {}
    """Sizes of a model of the solver's own, if it has one: the first replace those of the formulation."""


class Solver(Protocol):
    """A solver with a formulation."""

    def search(self, limit: int, deadline: float | None, nodes: int | None, /) -> SearchOutcome:
        """Look for up to `limit` solutions, until `deadline` by `clock` and, if the solver has
        nodes, for at most `nodes` of them. Raises `SolverFailedError`."""

    def add(self, constraint: Constraint) -> None:
        """Require it of every later solution."""


class ModelRun(Run):
    """The boards of a formulation, each excluded before the next search.

    Up to two boards, as many as a proof of uniqueness takes, are sought one by one, for which solvers are at
    their best. Where the caller takes more, searches look for many at once, and for more each time."""

    def __init__(
        self,
        formulate: Callable[[], Formulation],
        load: Callable[[Formulation], Solver],
        budget: Budget,
    ) -> None:
        """Build the model, within the time of the budget."""
        super().__init__()
        start = time.perf_counter()
        self._deadline = None if budget.seconds is None else clock.now() + budget.seconds
        self._nodes = budget.nodes
        self._most = inf if budget.boards is None else budget.boards
        self._loaded: tuple[Formulation, Solver] | None = None
        self._found: deque[Board] = deque()
        self._n_yielded = 0
        self._exhausted = False
        with suppress(OutOfBudgetError), building_until(self._deadline):
            formulation = formulate()
            self._loaded = formulation, load(formulation)
            self.stats |= {
                "variables": len(formulation.variables),
                "constraints": len(formulation.constraints),
                "nonzeros": formulation.nonzeros,
            }
        self.stats |= {"build_seconds": time.perf_counter() - start, "solve_seconds": 0.0}

    def __next__(self) -> Board:
        if self._loaded and not self._found and not self._exhausted:
            self._search(*self._loaded)
        self.complete = self._exhausted and len(self._found) <= 1
        if not self._found:
            raise StopIteration
        self._n_yielded += 1
        return self._found.popleft()

    def _search(self, formulation: Formulation, solver: Solver) -> None:
        if self._deadline is not None and clock.now() >= self._deadline:
            return
        nodes = None if self._nodes is None else self._nodes - int(self.stats["nodes"])
        outcome = solver.search(self._batch(), self._deadline, nodes)
        self._exhausted = outcome.exhausted
        shown = set()
        for solution in outcome.solutions:
            cut = formulation.excluding(solution)
            if (chosen := frozenset(cut.terms)) not in shown:  # else the same board in another way
                shown.add(chosen)
                self._found.append(formulation.read(solution))
                solver.add(cut)
        if outcome.sizes and self.stats.pop("nonzeros", None) is not None:
            self.stats |= outcome.sizes
        for name, cost in outcome.cost.items():
            self.stats[name] = self.stats.get(name, 0) + cost

    def _batch(self) -> int:
        """The number of boards to look for next."""
        if self._most <= FEW:
            return 1
        return int(min(max(_BATCH, _GROWTH * self._n_yielded), max(1, self._most - self._n_yielded)))


class FormulationEngine(ABC):
    """An engine that writes the puzzle as a formulation and hands it to a solver."""

    name: ClassVar[str]
    takes_letters: ClassVar[bool]
    takes_shapes: ClassVar[bool]

    @abstractmethod
    def formulation(self, puzzle: Puzzle) -> Formulation:
        """The model of a puzzle that is not refused."""

    @abstractmethod
    def nonzeros(self, puzzle: Puzzle, ways: Ways, /) -> int:
        """An estimate, rather too high than too low, of the nonzeros of the model for these numbers of
        placements."""

    @abstractmethod
    def solver_for(self, puzzle: Puzzle, formulation: Formulation) -> Solver:
        """A solver with the formulation of a puzzle. Raises `MissingExtraError`."""

    def refusal(self, puzzle: Puzzle) -> str | None:
        if not self.takes_letters and (puzzle.words or puzzle.edges != NO_EDGES):
            return "it has no variables for letters"
        if not self.takes_shapes and puzzle.shapes:
            return "it knows straight ships only"
        nonzeros = least_size(puzzle, partial(self.nonzeros, puzzle), MOST_NONZEROS)
        if nonzeros > MOST_NONZEROS:
            return f"its model would have about {nonzeros:,} nonzeros, the limit is {MOST_NONZEROS:,}"
        return None

    def model(self, puzzle: Puzzle) -> Formulation:
        """The formulation whose solutions are the boards. Raises `UnsupportedPuzzleError`."""
        check_takes(self, puzzle)
        return self.formulation(puzzle)

    def run(self, puzzle: Puzzle, budget: Budget = NO_LIMIT) -> Run:
        return ModelRun(partial(self.model, puzzle), partial(self.solver_for, puzzle), budget)


class TakesFormulations(FormulationEngine):
    """An engine whose solver takes the formulation of any model."""

    @abstractmethod
    def solver(self, formulation: Formulation) -> Solver:
        """A solver with the formulation. Raises `MissingExtraError`."""

    def solver_for(self, _puzzle: Puzzle, formulation: Formulation) -> Solver:
        return self.solver(formulation)


class ModelEngine(TakesFormulations):
    """An engine whose formulation is the model, complete and its own, which `bimaru model` writes."""
