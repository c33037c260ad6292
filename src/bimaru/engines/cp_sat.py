"""The engine `cp-sat`: the ship-based model, handed to CP-SAT in its own words."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, Final, TypeVar

from bimaru.engines import lines, mip_ship
from bimaru.engines.formulation import Constraint, Formulation, Variable, at_least
from bimaru.engines.model_engine import Answer, ModelEngine, Solver, SolverFailed
from bimaru.engines.protocol import MissingExtra
from bimaru.engines.sizes import Ways
from bimaru.puzzle import Puzzle

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

T = TypeVar("T")

PARAMETERS: Final = {
    "num_workers": 1,
    "linearization_level": 0,
    "cp_model_probing_level": 0,
    "symmetry_level": 0,
    "catch_sigint_signal": False,
}
"""Without linear relaxation, probing and a look for symmetries, which on the 10x10 boards of
CSPLib triple the time, and on boards of 12x12 to 30x20 lose as often as they win."""
_PATIENCE: Final = 0.05
"""Seconds between two looks whether a search has ended."""


class CpSat(ModelEngine):
    """Takes every puzzle."""

    name = "cp-sat"
    takes_letters = True
    takes_shapes = True

    def formulation(self, puzzle: Puzzle) -> Formulation:
        """The ship-based model. Sums that contradict each other are told outright: CP-SAT
        without linear relaxation, which is fastest otherwise, would search for long."""
        model = mip_ship.ship_based(puzzle)
        if lines.add_up(puzzle):
            return model
        return replace(model, constraints=(*model.constraints, at_least(1, "tallies_add_up", {})))

    def nonzeros(self, puzzle: Puzzle, ways: Ways, /) -> int:
        return mip_ship.nonzeros(puzzle, ways)

    def solver(self, formulation: Formulation) -> Solver:
        try:
            return CpSatSolver(formulation)
        except ImportError:
            raise MissingExtra(f"the engine {self.name}", "models") from None


class CpSatSolver:
    """CP-SAT with a formulation, by one worker."""

    def __init__(self, formulation: Formulation) -> None:
        from ortools.sat.python import cp_model

        self._model = cp_model.CpModel()
        self._variables = [self._model.new_bool_var("") for _ in formulation.variables]
        for constraint in formulation.constraints:
            self.add(constraint)

    def add(self, constraint: Constraint) -> None:
        """Sums of ones, where CP-SAT has words for them, are told in those: it reads them faster."""
        _, terms, sense, number = constraint
        chosen = [self._variables[variable] for variable in terms]
        said = (sense, number) if set(terms.values()) == {1} else ()
        if said == ("<=", 1):
            self._model.add_at_most_one(chosen)
        elif said == ("=", 1):
            self._model.add_exactly_one(chosen)
        elif said == ("<=", len(chosen) - 1):
            self._model.add_bool_or(~variable for variable in chosen)
        else:
            self._add_sum(chosen, list(terms.values()), sense, number)

    def _add_sum(
        self, chosen: Sequence[cp_model.IntVar], factors: Sequence[int], sense: str, number: int
    ) -> None:
        from ortools.sat.python import cp_model

        self._model.add_linear_constraint(
            cp_model.LinearExpr.weighted_sum(chosen, factors),
            cp_model.INT_MIN if sense == "<=" else number,
            cp_model.INT_MAX if sense == ">=" else number,
        )

    def search(self, wanted: int, deadline: float | None, _nodes: int | None, /) -> Answer:
        """CP-SAT has no nodes: its branches are counted as such, and not limited."""
        from ortools.sat.python import cp_model

        start = time.perf_counter()
        solver = cp_model.CpSolver()
        for name, value in PARAMETERS.items():
            setattr(solver.parameters, name, value)
        if deadline is not None:
            solver.parameters.max_time_in_seconds = max(0.0, deadline - start)
        solver.parameters.enumerate_all_solutions = wanted > 1
        collector = _collector()(self._variables, wanted)
        status = _interruptible(lambda: solver.solve(self._model, collector), solver.stop_search)
        if status == cp_model.MODEL_INVALID:
            raise SolverFailed(f"CP-SAT: {self._model.validate()}")
        found_all = status == cp_model.OPTIMAL and len(collector.found) < wanted
        cost = {
            "nodes": solver.num_branches,
            "conflicts": solver.num_conflicts,
            "solve_seconds": time.perf_counter() - start,
        }
        return Answer(collector.found, found_all or status == cp_model.INFEASIBLE, cost)


@cache
def _collector() -> Any:
    """The class of the callback that keeps the solutions; its base is OR-Tools'."""
    from ortools.sat.python import cp_model

    class Collector(cp_model.CpSolverSolutionCallback):
        def __init__(self, variables: Sequence[cp_model.IntVar], wanted: int) -> None:
            super().__init__()
            self.found: list[list[Variable]] = []
            self._variables = variables
            self._wanted = wanted

        def on_solution_callback(self) -> None:
            self.found.append([i for i, literal in enumerate(self._variables) if self.boolean_value(literal)])
            if len(self.found) == self._wanted:
                self.stop_search()

    return Collector


def _interruptible(solve: Callable[[], T], stop: Callable[[], None]) -> T:
    """Solve in a thread, for Ctrl-C is heard in the main thread, and only while that runs Python."""
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(solve)
        try:
            while not wait([future], timeout=_PATIENCE).done:
                pass
        finally:
            while not future.done():
                stop()
                wait([future], timeout=_PATIENCE)
    return future.result()
