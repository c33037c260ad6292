"""The base of the engines that pass the ship-based model, as a matrix, to an external solver of another kind.

The solver runs in another process, which is killed at Ctrl-C and when it overruns its time. A function
importable by name builds the solver's own model from the matrix of the constraints.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import ClassVar, Final, TypeAlias

from bimaru.engines import mip_ship, solver_log
from bimaru.engines.formulation import Constraint, Formulation, Variable
from bimaru.engines.mathopt import solve_in_process
from bimaru.engines.matrix import Matrix
from bimaru.engines.model_engine import FormulationEngine, SearchOutcome, Solver
from bimaru.engines.model_size import Ways
from bimaru.engines.packages import check_installed
from bimaru.errors import UnsupportedPuzzleError
from bimaru.puzzle import Puzzle

Solve: TypeAlias = Callable[["Search"], None]
"""Looks for solutions, and ends when the search is over."""


class Search:
    """One search: its model, its limits, and what is found, in the process of the solver."""

    def __init__(self, size: int, matrix: Matrix, limit: int, seconds: float | None) -> None:
        self.size, self.matrix, self.limit = size, matrix, limit
        self._start = self._built = perf_counter()
        self._end = None if seconds is None else self._start + seconds
        self.solutions: list[list[Variable]] = []
        self.exhausted = False
        self.cost: dict[str, int | float] = {}
        self.refusal = ""
        """Why the solver gave up, if it did, as the end of a sentence; see `Engine.refusal`."""
        self.log = ""

    def seconds_left(self) -> float | None:
        """The rest of the time limit."""
        return None if self._end is None else max(0.0, self._end - perf_counter())

    def has_time(self) -> bool:
        """Whether the time limit has not passed."""
        return self._end is None or perf_counter() < self._end

    def begin(self) -> None:
        """Mark the end of building."""
        self._built = perf_counter()

    def found(self, solution: list[Variable]) -> bool:
        """Keep a solution, as the variables that are 1. Returns whether more are wanted."""
        self.solutions.append(solution)
        return len(self.solutions) < self.limit

    def outcome(self) -> SearchOutcome:
        """The outcome, when the search is over."""
        seconds = {"build_seconds": self._built - self._start, "solve_seconds": perf_counter() - self._built}
        return SearchOutcome(self.solutions, self.exhausted, self.cost | seconds)


class MatrixEngine(FormulationEngine):
    """An engine for a solver from the Python package `package`, which the extra `extra` installs."""

    takes_letters = True
    takes_shapes = True
    package: ClassVar[str]
    extra: ClassVar[str] = "solvers"

    def formulation(self, puzzle: Puzzle) -> Formulation:
        return mip_ship.ship_based_with_sums(puzzle)

    def nonzeros(self, puzzle: Puzzle, ways: Ways, /) -> int:
        return mip_ship.estimate_nonzeros(puzzle, ways)

    def started(self, solve: Solve, formulation: Formulation) -> Solver:
        """A solver that solves by this function, which builds its model. Raises `MissingExtraError`."""
        check_installed(self.package, f"the engine {self.name}", self.extra)
        return MatrixSolver(self.name, solve, formulation)


class MatrixSolver:
    """A solver with a formulation, which starts anew for every search."""

    def __init__(self, name: str, solve: Solve, formulation: Formulation) -> None:
        self._name, self._solve = name, solve
        self._size = len(formulation.variables)
        self._matrix = Matrix(formulation.constraints)

    def add(self, constraint: Constraint) -> None:
        self._matrix.add(constraint)

    def search(self, limit: int, deadline: float | None, _nodes: int | None, /) -> SearchOutcome:
        """Nodes are counted, if the solver has them, and not limited."""
        answer = solve_in_process(self._name, deadline, _run, self._solve, self._size, self._matrix, limit)
        if answer is None:
            return SearchOutcome((), False, {})
        outcome, refusal, log = answer
        solver_log.add(log)
        if refusal:
            raise UnsupportedPuzzleError(self._name, refusal)
        return outcome


def _run(
    solve: Solve, size: int, matrix: Matrix, limit: int, seconds: float | None
) -> tuple[SearchOutcome, str, str]:
    """The outcome, why the solver gave up, and the log."""
    search = Search(size, matrix, limit, seconds)
    solve(search)
    return search.outcome(), search.refusal, search.log


ENDLESS: Final = 10**8
"""Seconds, three years, for solvers that need a limit."""
