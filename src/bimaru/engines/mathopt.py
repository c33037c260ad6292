"""Formulations solved by OR-Tools MathOpt, which carries HiGHS, SCIP and CP-SAT."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from importlib.util import find_spec
from math import inf
from typing import Any, ClassVar, Final, NamedTuple, TypeVar

from bimaru.deadlines import checked
from bimaru.engines import solver_log
from bimaru.engines.formulation import Constraint, Formulation, Variable
from bimaru.engines.model_engine import ModelEngine, SearchOutcome, Solver, SolverFailedError
from bimaru.engines.options import check_value
from bimaru.errors import MissingExtraError
from bimaru.processes.killable import CallFailedError, call_killable

T = TypeVar("T")

SOLVERS: Final = {"highs": "HIGHS", "scip": "GSCIP", "cp-sat": "CP_SAT"}
"""The solvers: bimaru's names and MathOpt's."""
_GRACE: Final = 0.5
"""Seconds that a solver may overrun its limit before its process is killed."""


class MipEngine(ModelEngine):
    """An engine for any of the solvers, with their cutting planes or without."""

    option_values: ClassVar = {"solver": tuple(SOLVERS)}

    def __init__(self, solver: str = "highs", cuts: bool = True) -> None:
        """Raises `ValueError` for an unknown solver, or one whose cutting planes cannot be switched off."""
        check_value("solver", solver, SOLVERS)
        if not cuts and solver == "highs":
            raise ValueError("the cuts of highs cannot be switched off here; those of scip and cp-sat can")
        self._solver, self._cuts = solver, cuts

    def solver(self, formulation: Formulation) -> Solver:
        if find_spec("ortools") is None:
            raise MissingExtraError(f"the engine {self.name}", "models")
        return MathOpt(self._solver, formulation, self._cuts)


class Row(NamedTuple):
    """A constraint of a matrix: the sum of factor * column lies between `low` and `high`."""

    columns: Sequence[Variable]
    factors: Sequence[float]
    low: float
    high: float


class Matrix:
    """Constraints as flat arrays, by row, which are quickly sent to another process."""

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


def solve_in_process(
    solver: str, deadline: float | None, solve: Callable[..., T], *arguments: object
) -> T | None:
    """The result of `solve(*arguments, seconds)` in another process, with the seconds left until the
    deadline; `None` if it overruns that by far. Raises `SolverFailedError`."""
    seconds = None if deadline is None else max(0.0, deadline - time.perf_counter())
    limit = None if seconds is None else seconds + _GRACE
    try:
        return call_killable(solve, *arguments, seconds, seconds=limit)
    except CallFailedError as error:
        raise SolverFailedError(f"{solver}: {error}") from None


class MathOpt:
    """A formulation and one of the solvers, which starts anew for every search."""

    def __init__(self, solver: str, formulation: Formulation, cuts: bool = True) -> None:
        self._solver, self._cuts = solver, cuts
        self._size = len(formulation.variables)
        self._matrix = Matrix(formulation.constraints)

    def add(self, constraint: Constraint) -> None:
        self._matrix.add(constraint)

    def search(self, _limit: int, deadline: float | None, nodes: int | None, /) -> SearchOutcome:
        """Find one solution, whatever the limit."""
        if nodes is not None and nodes <= 0:
            return SearchOutcome((), False, {})
        start = time.perf_counter()
        settings = Settings(self._solver, self._cuts, nodes, solver_log.is_wanted())
        ended = solve_in_process(self._solver, deadline, _solve, self._size, self._matrix, settings)
        if ended is not None:
            solver_log.add(ended.log)
        else:
            return SearchOutcome((), False, {"solve_seconds": time.perf_counter() - start})
        return outcome_of(self._solver, ended)


class Settings(NamedTuple):
    """How to solve: by which solver, with cutting planes or not, with at most how many nodes, with a log or
    not."""

    solver: str
    cuts: bool
    nodes: int | None
    log: bool


class SolverResult(NamedTuple):
    """How a solver ended: MathOpt's reason and detail, the solution if there is one, the cost, the log."""

    reason: str
    detail: str
    solution: Sequence[Variable]
    cost: Mapping[str, int | float]
    log: str = ""


def outcome_of(solver: str, ended: SolverResult) -> SearchOutcome:
    """The outcome of a search; every variable is bounded, so the model cannot be unbounded."""
    match ended.reason:
        case "OPTIMAL" | "FEASIBLE":
            return SearchOutcome([ended.solution], False, ended.cost)
        case "INFEASIBLE" | "INFEASIBLE_OR_UNBOUNDED":
            return SearchOutcome((), True, ended.cost)
        case "NO_SOLUTION_FOUND":
            return SearchOutcome((), False, ended.cost)
    raise SolverFailedError(f"{solver} ended with {ended.reason} {ended.detail}")


def _solve(size: int, matrix: Matrix, settings: Settings, seconds: float | None) -> SolverResult:
    """Solve in this process, with one thread."""
    called = time.perf_counter()
    solver = settings.solver
    from ortools.math_opt.python import mathopt

    start = time.perf_counter()
    model = mathopt.Model.from_model_proto(proto_of(size, matrix))
    built = time.perf_counter()
    parameters = mathopt.SolveParameters()
    if seconds is not None:
        parameters.time_limit = timedelta(seconds=max(0.0, seconds - (built - called)))
    if solver == "highs":  # MathOpt takes it as HiGHS's own option only
        parameters.highs.int_options["threads"] = 1
    else:
        parameters.threads = 1
    if solver != "cp-sat":  # it has no nodes
        parameters.node_limit = settings.nodes
    if not settings.cuts:
        parameters.cuts = mathopt.Emphasis.OFF
    log: list[str] = []
    result = mathopt.solve(
        model,
        mathopt.SolverType[SOLVERS[solver]],
        params=parameters,
        msg_cb=log.extend if settings.log else None,
    )
    cost = {
        "nodes": result.solve_stats.node_count,
        "build_seconds": built - start,
        "solve_seconds": time.perf_counter() - built,
    }
    values = result.variable_values() if result.has_primal_feasible_solution() else {}
    solution = [variable.id for variable, value in values.items() if value > 0.5]
    reason, detail = result.termination.reason.name, result.termination.detail
    return SolverResult(reason, detail, solution, cost, "\n".join(log))


def proto_of(size: int, matrix: Matrix, *, is_integer: bool = True) -> Any:
    """The model as MathOpt's own message, which takes arrays whole; or its linear relaxation."""
    from ortools.math_opt import model_pb2

    proto = model_pb2.ModelProto()
    proto.variables.ids.extend(range(size))
    proto.variables.lower_bounds.extend([0.0] * size)
    proto.variables.upper_bounds.extend([1.0] * size)
    proto.variables.integers.extend([is_integer] * size)
    proto.linear_constraints.ids.extend(range(len(matrix.low)))
    proto.linear_constraints.lower_bounds.extend(matrix.low)
    proto.linear_constraints.upper_bounds.extend(matrix.high)
    proto.linear_constraint_matrix.row_ids.extend(matrix.row)
    proto.linear_constraint_matrix.column_ids.extend(matrix.column)
    proto.linear_constraint_matrix.coefficients.extend(matrix.factor)
    return proto
