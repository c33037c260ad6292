"""The engine `cp-sat`: the ship-based model, in CP-SAT's own constraints."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from math import inf
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias

from bimaru.engines import mip_ship, solver_log
from bimaru.engines.formulation import Constraint, Formulation, Variable
from bimaru.engines.mathopt import solve_in_process
from bimaru.engines.matrix import Matrix, Row
from bimaru.engines.model_engine import ModelEngine, SearchOutcome, Solver
from bimaru.engines.model_size import Ways
from bimaru.engines.options import check_value
from bimaru.engines.packages import check_installed
from bimaru.puzzle import Puzzle

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

PARAMETERS: Final = {
    "tuned": {"linearization_level": 0, "cp_model_probing_level": 0, "symmetry_level": 0},
    "default": {},
}
"""Tuned is without linear relaxation, probing and symmetry detection: on the 10x10 boards of CSPLib these
triple the time, and on boards of 12x12 to 30x20 they cost time as often as they save it."""


class CpSat(ModelEngine):
    """Takes every puzzle. `parameters` is one of `PARAMETERS`."""

    name = "cp-sat"
    takes_letters = True
    takes_shapes = True
    option_values: ClassVar = {"parameters": tuple(PARAMETERS)}

    def __init__(self, parameters: str = "tuned") -> None:
        """Raises `ValueError` for other parameters."""
        check_value("parameters", parameters, PARAMETERS)
        self._parameters = parameters

    def formulation(self, puzzle: Puzzle) -> Formulation:
        return mip_ship.ship_based_with_sums(puzzle)

    def nonzeros(self, puzzle: Puzzle, ways: Ways, /) -> int:
        return mip_ship.estimate_nonzeros(puzzle, ways)

    def solver(self, formulation: Formulation) -> Solver:
        check_installed("ortools", f"the engine {self.name}")
        return CpSatSolver(formulation, PARAMETERS[self._parameters])


Further: TypeAlias = "Callable[[cp_model.CpModel, Sequence[cp_model.IntVar]], None]"
"""Adds to a model what is not linear, given its 0-1 variables. It must be importable by name, because models
are built in another process."""


class CpSatSolver:
    """CP-SAT with a formulation, and perhaps further constraints."""

    def __init__(
        self,
        formulation: Formulation,
        parameters: Mapping[str, int] = PARAMETERS["default"],
        further: Further | None = None,
    ) -> None:
        self._parameters, self._further = parameters, further
        self._size = len(formulation.variables)
        self._matrix = Matrix(formulation.constraints)

    def add(self, constraint: Constraint) -> None:
        self._matrix.add(constraint)

    def search(self, limit: int, deadline: float | None, _nodes: int | None, /) -> SearchOutcome:
        """Look for solutions with one worker, in another process: a library that runs out of memory ends its
        process, with an exit code of its own.

        CP-SAT has no nodes: its branches are counted as such, and not limited."""
        build = partial(_build, self._size, self._matrix, self._further)
        log = solver_log.is_wanted()
        answer = solve_in_process("CP-SAT", deadline, _solve, build, limit, self._parameters, log)
        if answer is None:
            return SearchOutcome((), False, {})
        outcome, text = answer
        solver_log.add(text)
        return outcome if self._further else outcome._replace(sizes={})  # they are those of the formulation


Built: TypeAlias = "tuple[cp_model.CpModel, Sequence[cp_model.IntVar]]"
"""A model, and the variables whose values make a solution."""


def _build(size: int, matrix: Matrix, further: Further | None) -> Built:
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    variables = [model.new_bool_var("") for _ in range(size)]
    for row in matrix.rows():
        add_row(model, variables, row)
    if further is not None:
        further(model, variables)
    return model, variables


def _solve(
    build: Callable[[], Built], limit: int, parameters: Mapping[str, int], log: bool, seconds: float | None
) -> tuple[SearchOutcome, str]:
    """Solve in this process. Returns the outcome and the log, if it is wanted."""
    called = time.perf_counter()
    from ortools.sat.python import cp_model

    start = time.perf_counter()
    model, variables = build()
    built = time.perf_counter()
    solver = cp_model.CpSolver()
    lines_of_log: list[str] = []
    for name, value in {"num_workers": 1, **parameters}.items():
        setattr(solver.parameters, name, value)
    if log:
        solver.parameters.log_search_progress = True
        solver.parameters.log_to_stdout = False
        solver.log_callback = lines_of_log.append
    if seconds is not None:
        solver.parameters.max_time_in_seconds = max(0.0, seconds - (built - called))
    solver.parameters.enumerate_all_solutions = limit > 1
    collector = _collector()(variables, limit)
    status = solver.solve(model, collector)
    if status == cp_model.MODEL_INVALID:
        raise RuntimeError(model.validate())
    found_all = status == cp_model.OPTIMAL and len(collector.found) < limit
    cost = {
        "nodes": solver.num_branches,
        "conflicts": solver.num_conflicts,
        "build_seconds": built - start,
        "solve_seconds": time.perf_counter() - built,
    }
    sizes = {"variables": len(model.proto.variables), "constraints": len(model.proto.constraints)}
    found_none = status == cp_model.INFEASIBLE
    outcome = SearchOutcome(collector.found, found_all or found_none, cost, sizes)
    return outcome, "\n".join(lines_of_log)


def add_row(model: cp_model.CpModel, variables: Sequence[cp_model.IntVar], row: Row) -> None:
    """Add a constraint, in CP-SAT's special forms for sums of ones where they fit: it reads them faster."""
    from ortools.sat.python import cp_model

    chosen = [variables[column] for column in row.columns]
    are_ones = set(row.factors) == {1}
    if are_ones and (row.low, row.high) == (-inf, 1):
        model.add_at_most_one(chosen)
    elif are_ones and row.low == row.high == 1:
        model.add_exactly_one(chosen)
    elif are_ones and (row.low, row.high) == (-inf, len(chosen) - 1):
        model.add_bool_or(~variable for variable in chosen)
    else:
        model.add_linear_constraint(
            cp_model.LinearExpr.weighted_sum(chosen, [int(factor) for factor in row.factors]),
            cp_model.INT_MIN if row.low == -inf else int(row.low),
            cp_model.INT_MAX if row.high == inf else int(row.high),
        )


@cache
def _collector() -> Any:
    """The class of the callback that collects solutions; its base class is OR-Tools'."""
    from ortools.sat.python import cp_model

    class Collector(cp_model.CpSolverSolutionCallback):
        def __init__(self, variables: Sequence[cp_model.IntVar], limit: int) -> None:
            super().__init__()
            self.found: list[list[Variable]] = []
            self._seen: set[tuple[Variable, ...]] = set()
            self._variables = variables
            self._limit = limit

        def on_solution_callback(self) -> None:
            solution = [i for i, literal in enumerate(self._variables) if self.boolean_value(literal)]
            if tuple(solution) not in self._seen:  # other variables may differ
                self._seen.add(tuple(solution))
                self.found.append(solution)
            if len(self.found) == self._limit:
                self.stop_search()

    return Collector
