"""Formulations solved by OR-Tools MathOpt, which carries HiGHS, SCIP and CP-SAT."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from importlib.util import find_spec
from math import inf
from typing import Any, Final, NamedTuple, TypeVar

from bimaru.deadlines import checked
from bimaru.engines.formulation import Constraint, Formulation, Variable
from bimaru.engines.model_engine import Answer, ModelEngine, Solver, SolverFailedError
from bimaru.errors import MissingExtraError
from bimaru.processes.killable import CallFailedError, call_aside

T = TypeVar("T")

SOLVERS: Final = {"highs": "HIGHS", "scip": "GSCIP", "cp-sat": "CP_SAT"}
"""The solvers, by our names and MathOpt's."""
_GRACE: Final = 0.5
"""Seconds that a solver may overrun its limit before its process is killed."""


class MipEngine(ModelEngine):
    """An engine for any of the solvers."""

    def __init__(self, solver: str = "highs") -> None:
        """Raises `ValueError` for an unknown solver."""
        if solver not in SOLVERS:
            raise ValueError(f"no solver is called {solver!r}; there are {', '.join(SOLVERS)}")
        self._solver = solver

    def solver(self, formulation: Formulation) -> Solver:
        if find_spec("ortools") is None:
            raise MissingExtraError(f"the engine {self.name}", "models")
        return MathOpt(self._solver, formulation)


class Row(NamedTuple):
    """A constraint of a matrix: the sum of factor * column lies between `low` and `high`."""

    columns: Sequence[Variable]
    factors: Sequence[float]
    low: float
    high: float


class Matrix:
    """Constraints as flat arrays, by row, which another process is sent in no time."""

    def __init__(self, constraints: Iterable[Constraint]) -> None:
        self.low = array("d")
        self.high = array("d")
        self.row = array("q")
        self.column = array("q")
        self.factor = array("d")
        for constraint in checked(constraints):
            self.add(constraint)

    def add(self, constraint: Constraint) -> None:
        _, terms, sense, number = constraint
        columns = sorted(terms)
        self.row.extend([len(self.low)] * len(columns))
        self.column.extend(columns)
        self.factor.extend([terms[column] for column in columns])
        self.low.append(-inf if sense == "<=" else number)
        self.high.append(inf if sense == ">=" else number)

    def rows(self) -> Iterator[Row]:
        """The constraints, in their order."""
        end = 0
        for number, (low, high) in enumerate(zip(self.low, self.high, strict=True)):
            start = end
            while end < len(self.row) and self.row[end] == number:
                end += 1
            yield Row(self.column[start:end], self.factor[start:end], low, high)


def solve_aside(solver: str, deadline: float | None, solve: Callable[..., T], *arguments: object) -> T | None:
    """What `solve(*arguments, seconds)` returns in another process, where `seconds` are those until the
    deadline; `None` where that is over long before. Raises `SolverFailedError`."""
    seconds = None if deadline is None else max(0.0, deadline - time.perf_counter())
    limit = None if seconds is None else seconds + _GRACE
    try:
        return call_aside(solve, *arguments, seconds, seconds=limit)
    except CallFailedError as error:
        raise SolverFailedError(f"{solver}: {error}") from None


class MathOpt:
    """A formulation and one of the solvers, which starts afresh for every search."""

    def __init__(self, solver: str, formulation: Formulation) -> None:
        self._solver = solver
        self._size = len(formulation.variables)
        self._matrix = Matrix(formulation.constraints)

    def add(self, constraint: Constraint) -> None:
        self._matrix.add(constraint)

    def search(self, _wanted: int, deadline: float | None, nodes: int | None, /) -> Answer:
        """Gives one solution, however many are wanted."""
        if nodes is not None and nodes <= 0:
            return Answer((), False, {})
        start = time.perf_counter()
        ended = solve_aside(self._solver, deadline, _solve, self._size, self._matrix, self._solver, nodes)
        if ended is None:
            return Answer((), False, {"solve_seconds": time.perf_counter() - start})
        return answer_of(self._solver, ended)


class Ended(NamedTuple):
    """How a solver ended: MathOpt's reason and detail, the solution if there is one, the cost."""

    reason: str
    detail: str
    solution: Sequence[Variable]
    cost: Mapping[str, int | float]


def answer_of(solver: str, ended: Ended) -> Answer:
    """What the end of a solver says; every variable is bounded, so none is a sign of an unbounded model."""
    match ended.reason:
        case "OPTIMAL" | "FEASIBLE":
            return Answer([ended.solution], False, ended.cost)
        case "INFEASIBLE" | "INFEASIBLE_OR_UNBOUNDED":
            return Answer((), True, ended.cost)
        case "NO_SOLUTION_FOUND":
            return Answer((), False, ended.cost)
    raise SolverFailedError(f"{solver} ended with {ended.reason} {ended.detail}")


def _solve(size: int, matrix: Matrix, solver: str, nodes: int | None, seconds: float | None) -> Ended:
    """Solve, in the process set aside, by one thread."""
    called = time.perf_counter()
    from ortools.math_opt.python import mathopt

    start = time.perf_counter()
    model = mathopt.Model.from_model_proto(_proto(size, matrix))
    built = time.perf_counter()
    parameters = mathopt.SolveParameters()
    if seconds is not None:
        parameters.time_limit = timedelta(seconds=max(0.0, seconds - (built - called)))
    if solver == "highs":  # which MathOpt asks to be told in HiGHS's own words
        parameters.highs.int_options["threads"] = 1
    else:
        parameters.threads = 1
    if solver != "cp-sat":  # which has no nodes
        parameters.node_limit = nodes
    result = mathopt.solve(model, mathopt.SolverType[SOLVERS[solver]], params=parameters)
    cost = {
        "nodes": result.solve_stats.node_count,
        "build_seconds": built - start,
        "solve_seconds": time.perf_counter() - built,
    }
    values = result.variable_values() if result.has_primal_feasible_solution() else {}
    solution = [variable.id for variable, value in values.items() if value > 0.5]
    return Ended(result.termination.reason.name, result.termination.detail, solution, cost)


def _proto(size: int, matrix: Matrix) -> Any:
    """The model as MathOpt's own message, which takes arrays whole."""
    from ortools.math_opt import model_pb2

    proto = model_pb2.ModelProto()
    proto.variables.ids.extend(range(size))
    proto.variables.lower_bounds.extend([0.0] * size)
    proto.variables.upper_bounds.extend([1.0] * size)
    proto.variables.integers.extend([True] * size)
    proto.linear_constraints.ids.extend(range(len(matrix.low)))
    proto.linear_constraints.lower_bounds.extend(matrix.low)
    proto.linear_constraints.upper_bounds.extend(matrix.high)
    proto.linear_constraint_matrix.row_ids.extend(matrix.row)
    proto.linear_constraint_matrix.column_ids.extend(matrix.column)
    proto.linear_constraint_matrix.coefficients.extend(matrix.factor)
    return proto
