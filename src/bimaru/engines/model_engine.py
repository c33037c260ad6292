"""What the engines that hand a formulation to a solver have in common."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import ClassVar, Final, NamedTuple, Protocol

from bimaru.board import Board
from bimaru.deadlines import OutOfBudgetError, building_until
from bimaru.engines.formulation import Constraint, Formulation, Variable
from bimaru.engines.model_size import Ways, least_size
from bimaru.engines.protocol import NO_LIMIT, Budget, Run
from bimaru.errors import BimaruError, UnsupportedPuzzleError
from bimaru.puzzle import NO_EDGES, Puzzle

MOST_NONZEROS: Final = 3_000_000
"""The largest formulation that is built: some seconds, and up to a gigabyte."""


class SolverFailedError(BimaruError, RuntimeError):
    """A solver ended without an answer though it had time left: a bug in it or in bimaru."""


class Answer(NamedTuple):
    """What one search found: solutions, each as the variables that are 1, and whether those
    are all there are; neither where the budget ran out. `cost` adds to `Run.stats`."""

    solutions: Sequence[Sequence[Variable]]
    exhausted: bool
    cost: Mapping[str, int | float]


class Solver(Protocol):
    """A solver that has a formulation."""

    def search(self, wanted: int, deadline: float | None, nodes: int | None, /) -> Answer:
        """Look for up to `wanted` solutions, until `deadline` by `time.perf_counter` and, where
        the solver has nodes, for so many of them. Raises `SolverFailedError`."""

    def add(self, constraint: Constraint) -> None:
        """Ask for it of every later solution."""


class Model(NamedTuple):
    """A formulation, and a solver that has it."""

    formulation: Formulation
    solver: Solver


class ModelRun(Run):
    """The boards of a formulation, each cut off before the next is looked for.

    Where many are asked for, a search may give as many as are known already."""

    def __init__(
        self,
        formulate: Callable[[], Formulation],
        load: Callable[[Formulation], Solver],
        budget: Budget,
    ) -> None:
        """Builds the model, on the time of the budget."""
        super().__init__()
        start = time.perf_counter()
        self._deadline = None if budget.seconds is None else start + budget.seconds
        self._nodes = budget.nodes
        self._model: Model | None = None
        self._found: deque[Board] = deque()
        self._given = 0
        self._exhausted = False
        with suppress(OutOfBudgetError), building_until(self._deadline):
            formulation = formulate()
            self._model = Model(formulation, load(formulation))
            self.stats |= {
                "variables": len(formulation.variables),
                "constraints": len(formulation.constraints),
                "nonzeros": formulation.nonzeros,
            }
        self.stats |= {"build_seconds": time.perf_counter() - start, "solve_seconds": 0.0}

    def __next__(self) -> Board:
        if self._model and not self._found and not self._exhausted:
            self._search(*self._model)
        self.complete = self._exhausted and len(self._found) <= 1
        if not self._found:
            raise StopIteration
        self._given += 1
        return self._found.popleft()

    def _search(self, formulation: Formulation, solver: Solver) -> None:
        if self._deadline is not None and time.perf_counter() >= self._deadline:
            return
        nodes = None if self._nodes is None else self._nodes - int(self.stats["nodes"])
        answer = solver.search(max(1, self._given), self._deadline, nodes)
        self._exhausted = answer.exhausted
        for solution in answer.solutions:
            self._found.append(formulation.read(solution))
            solver.add(formulation.excluding(solution))
        for name, cost in answer.cost.items():
            self.stats[name] = self.stats.get(name, 0) + cost


class ModelEngine(ABC):
    """An engine that writes the puzzle as a formulation and hands it to a solver."""

    name: ClassVar[str]
    takes_letters: ClassVar[bool]
    takes_shapes: ClassVar[bool]

    @abstractmethod
    def formulation(self, puzzle: Puzzle) -> Formulation:
        """The model itself, for a puzzle that is not refused."""

    @abstractmethod
    def nonzeros(self, puzzle: Puzzle, ways: Ways, /) -> int:
        """About how many nonzeros the model has, rather too many than too few, if the ships can
        lie in so many ways."""

    @abstractmethod
    def solver(self, formulation: Formulation) -> Solver:
        """Hand the formulation over. Raises `MissingExtraError`."""

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
        if reason := self.refusal(puzzle):
            raise UnsupportedPuzzleError(self.name, reason)
        return self.formulation(puzzle)

    def run(self, puzzle: Puzzle, budget: Budget = NO_LIMIT) -> Run:
        return ModelRun(partial(self.model, puzzle), self.solver, budget)
