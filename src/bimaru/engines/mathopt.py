"""Formulations solved by OR-Tools' HiGHS, SCIP and CP-SAT, the first two through MathOpt, or by the solvers
of other engines.

MathOpt's solvers return one solution a call. To look for one or two boards is one call each, the second
with a cut that excludes the first board. More are enumerated in parts of the puzzle (`puzzle_parts`), or by a
partition of the formulation's solutions (`formulation_parts`). CP-SAT enumerates by itself.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial
from itertools import islice
from typing import Any, ClassVar, Final, NamedTuple, TypeVar

from bimaru.clock import clock
from bimaru.engines import solver_log
from bimaru.engines.formulation import Constraint, Formulation, Variable
from bimaru.engines.formulation_parts import Enumeration, Found, LinearSystem, Part
from bimaru.engines.matrix import Matrix
from bimaru.engines.model_engine import (
    FEW,
    ModelEngine,
    SearchOutcome,
    Solver,
    SolverFailedError,
    TakesFormulations,
)
from bimaru.engines.options import check_value
from bimaru.engines.packages import check_installed
from bimaru.engines.protocol import NO_LIMIT, Budget, Run
from bimaru.engines.puzzle_parts import PartsRun, can_split
from bimaru.engines.registry import engine_named
from bimaru.processes.killable import CallFailedError, call_killable
from bimaru.puzzle import Puzzle

T = TypeVar("T")

SOLVERS: Final = {"highs": "HIGHS", "scip": "GSCIP", "cp-sat": "CP_SAT"}
"""The solvers: bimaru's names and MathOpt's. (OR-Tools' wheels are built without GLPK.)"""
ENGINES: Final = ("choco", "pumpkin", "smt", "pseudo-boolean", "cpmpy")
"""Engines whose solvers take any formulation, by name, too."""
AUTO: Final = "auto"
SPLITS: Final = ("squares", "variables")
"""How HiGHS and SCIP enumerate: in parts of the puzzle, which bimaru's own propagation makes small; or, for
every formulation, in parts by the values of its variables."""
_ONE_A_CALL: Final = ("highs", "scip")
_GRACE: Final = 0.5
"""Seconds that a solver may overrun its limit before its process is killed."""


class MipEngine(ModelEngine):
    """An engine for any of the solvers, with their cutting planes or without.

    The solver `auto` is HiGHS, and CP-SAT, which enumerates many times as fast, where more than two boards
    are wanted."""

    option_values: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "solver": (AUTO, *SOLVERS, *ENGINES),
        "split": SPLITS,
    }

    def __init__(self, solver: str = AUTO, cuts: bool = True, split: str = "squares") -> None:
        """Raises `ValueError` for an unknown solver or way to split, or a solver whose cutting planes cannot
        be switched off."""
        check_value("solver", solver, self.option_values["solver"])
        check_value("split", split, SPLITS)
        if not cuts and solver not in ("scip", "cp-sat"):
            raise ValueError("only the cuts of scip and cp-sat can be switched off here")
        self._solver, self._cuts, self._split = solver, cuts, split

    def run(self, puzzle: Puzzle, budget: Budget = NO_LIMIT) -> Run:
        many = budget.boards is None or budget.boards > FEW
        if many and self._split == "squares" and self._solver in _ONE_A_CALL and can_split(puzzle):
            return PartsRun(super().run, puzzle, budget)
        return super().run(puzzle, budget)

    def solver(self, formulation: Formulation) -> Solver:
        if self._solver in ENGINES:
            return _solver_of(self._solver, _ordered(formulation))
        check_installed("ortools", f"the engine {self.name}")
        if self._solver == AUTO:
            return HighsOrCpSat(formulation, self._cuts)
        return MathOpt(self._solver, formulation, self._cuts)


class HighsOrCpSat:
    """HiGHS to look for one solution, CP-SAT for several."""

    def __init__(self, formulation: Formulation, cuts: bool) -> None:
        self._formulation = formulation
        self._solver: Solver = MathOpt("highs", formulation, cuts)
        self._cuts: list[Constraint] = []

    def add(self, constraint: Constraint) -> None:
        self._cuts.append(constraint)
        self._solver.add(constraint)

    def search(self, limit: int, deadline: float | None, nodes: int | None, /) -> SearchOutcome:
        """Search with CP-SAT as soon as several are sought, unless nodes, which it does not have, are
        limited."""
        if limit > 1 and nodes is None and isinstance(self._solver, MathOpt):
            # as the engine `cp-sat` uses it
            self._solver = _solver_of("cp-sat", _ordered(self._formulation, self._cuts))
        return self._solver.search(limit, deadline, nodes)


def _ordered(formulation: Formulation, cuts: Iterable[Constraint] = ()) -> Formulation:
    """With its `ordering`, which leaves one of the solutions that show one board, for solvers that enumerate
    solutions."""
    constraints = (*formulation.constraints, *formulation.ordering, *cuts)
    return replace(formulation, constraints=constraints)


def _solver_of(name: str, formulation: Formulation) -> Solver:
    """The solver of another engine with a formulation of any model."""
    engine = engine_named(name)
    if not isinstance(engine, TakesFormulations):
        raise TypeError(f"{engine.name} is no engine for formulations")
    return engine.solver(formulation)


def solve_in_process(
    solver: str, deadline: float | None, solve: Callable[..., T], *arguments: object
) -> T | None:
    """The result of `solve(*arguments, seconds)` in another process, with the seconds left until the
    deadline; `None` if it overruns that by far. Raises `SolverFailedError`."""
    seconds = None if deadline is None else max(0.0, deadline - clock.now())
    limit = None if seconds is None else seconds + _GRACE
    try:
        return call_killable(solve, *arguments, seconds, seconds=limit)
    except CallFailedError as error:
        raise SolverFailedError(f"{solver}: {error}") from None


class MathOpt:
    """A formulation and one of the solvers. What it has not searched yet is kept between the calls."""

    def __init__(self, solver: str, formulation: Formulation, cuts: bool = True) -> None:
        self._solver, self._cuts = solver, cuts
        self._size = len(formulation.variables)
        self._distinguishing = formulation.distinguishing
        self._matrix = Matrix(formulation.constraints)
        self._found: list[frozenset[Variable]] = []
        self._parts: Sequence[Part] | None = None

    def add(self, constraint: Constraint) -> None:
        self._matrix.add(constraint)

    def search(self, limit: int, deadline: float | None, nodes: int | None, /) -> SearchOutcome:
        """Find one solution; if more are sought, up to `limit` in parts of the solutions."""
        if nodes is not None and nodes <= 0:
            return SearchOutcome((), False, {})
        start = time.perf_counter()
        outcome = self._in_parts(limit, deadline, nodes) if limit > 1 else self._one(deadline, nodes)
        if outcome is None:
            return SearchOutcome((), False, {"solve_seconds": time.perf_counter() - start})
        for solution in outcome.solutions:
            self._found.append(frozenset(v for v in solution if v in self._distinguishing))
        return outcome

    def _one(self, deadline: float | None, nodes: int | None) -> SearchOutcome | None:
        ended = solve_in_process(
            self._solver, deadline, _solve, self._size, self._matrix, self._settings(nodes)
        )
        if ended is None:
            return None
        solver_log.add(ended.log)
        return outcome_of(self._solver, ended)

    def _in_parts(self, limit: int, deadline: float | None, nodes: int | None) -> SearchOutcome | None:
        parts = [Part({}, tuple(self._found))] if self._parts is None else self._parts
        task = (self._size, self._matrix, self._distinguishing, parts, self._settings(nodes), limit)
        ended = solve_in_process(self._solver, deadline, _enumerate, *task)
        if ended is None:
            return None
        outcome, self._parts, log = ended
        solver_log.add(log)
        return outcome

    def _settings(self, nodes: int | None) -> Settings:
        return Settings(self._solver, self._cuts, nodes, solver_log.is_wanted())


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


def _enumerate(
    size: int,
    matrix: Matrix,
    distinguishing: range,
    parts: Sequence[Part],
    settings: Settings,
    limit: int,
    seconds: float | None,
) -> tuple[SearchOutcome, Sequence[Part], str]:
    """Up to `limit` more solutions in the open parts: the outcome, the parts that stay open, and the log.
    Runs in the solver's process."""
    deadline = None if seconds is None else time.perf_counter() + seconds
    cost: Counter[str] = Counter()
    logs: list[str] = []

    def decide(size: int, matrix: Matrix) -> Found:
        nodes = None if settings.nodes is None else settings.nodes - cost["nodes"]
        left = None if deadline is None else deadline - time.perf_counter()
        if (nodes is not None and nodes <= 0) or (left is not None and left <= 0):
            return Found(False, None)
        ended = _solve(size, matrix, settings._replace(nodes=nodes), left)
        logs.append(ended.log)
        outcome = outcome_of(settings.solver, ended)
        cost.update(outcome.cost)
        solution = next(iter(outcome.solutions), None)
        return Found(solution is not None or outcome.exhausted, solution)

    enumeration = Enumeration(LinearSystem(size, matrix), distinguishing, parts, decide)
    solutions = list(islice(enumeration, limit))
    outcome = SearchOutcome(solutions, not enumeration.parts, dict(cost))
    return outcome, enumeration.parts, "\n".join(logs)


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
    solve = partial(mathopt.solve, model, mathopt.SolverType[SOLVERS[solver]], params=parameters)
    note = log.extend if settings.log else None
    try:
        result = solve(msg_cb=note)
    except Exception:  # MathOpt fails to convert the error, with one of several types
        if solver != "highs":
            raise
        # HiGHS's presolve takes some infeasible models for solved; HiGHS finds that out, and gives up.
        parameters.presolve = mathopt.Emphasis.OFF
        result = solve(msg_cb=note)
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
