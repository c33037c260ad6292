"""The engine `cpmpy`: the ship-based model in CPMpy, a modelling library for many solvers.

T. Guns, "Increasing modeling language convenience with a universal n-dimensional array, CPpy as
python-embedded example", ModRef 2019. Constraints are its sums, and lines of `automaton` its `Regular`; it
rewrites them for the solver. It takes every puzzle.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from operator import eq, ge, le
from typing import Any, ClassVar, Final, TypeAlias

from bimaru.engines.formulation import Formulation
from bimaru.engines.matrix import Row
from bimaru.engines.matrix_engine import MatrixEngine, Search
from bimaru.engines.model_engine import Solver, TakesFormulations
from bimaru.engines.options import check_value
from bimaru.engines.packages import check_installed

Further: TypeAlias = Callable[[Any], list[Any]]
"""Constraints that are not linear, given the 0-1 variables. It must be importable by name."""
SOLVERS: Final = {
    "ortools": ("ortools", "models"),
    "exact": ("exact", "exact"),
    "pumpkin": ("pumpkin_solver", "solvers"),
    "z3": ("z3", "solvers"),
}
"""CPMpy's names of solvers, each with its package and the extra that installs it."""
_SENSES: Final[Mapping[str, Callable[[Any, int], Any]]] = {"=": eq, ">=": ge, "<=": le}
_SETTINGS: Final = {"ortools": {"num_workers": 1}}


class Cpmpy(MatrixEngine, TakesFormulations):
    """Takes every puzzle. `solver` is one of `SOLVERS`."""

    name = "cpmpy"
    package = "cpmpy"
    option_values: ClassVar = {"solver": tuple(SOLVERS)}

    def __init__(self, solver: str = "ortools") -> None:
        """Raises `ValueError` for an unknown solver."""
        check_value("solver", solver, SOLVERS)
        self._solver = solver

    def solver(self, formulation: Formulation, further: Further | None = None) -> Solver:
        """A solver with the formulation, and perhaps constraints that are not linear. Raises
        `MissingExtraError`."""
        solve = partial(solve_with_cpmpy, solver_name=self._solver, further=further)
        solver = self.started(solve, formulation)
        package, extra = SOLVERS[self._solver]
        check_installed(package, f"the engine {self.name} with {self._solver}", extra)
        return solver


def solve_with_cpmpy(search: Search, solver_name: str, further: Further | None) -> None:
    """Look for solutions with CPMpy: in one search where the solver can, else one after the other."""
    cp = _library()
    variables = [cp.boolvar() for _ in range(search.size)]
    solver = cp.SolverLookup.get(solver_name)
    solver.add([bound for row in search.matrix.rows() for bound in _bounds(cp, variables, row)])
    if further is not None:
        solver.add(further(variables))
    solver.user_vars.update(variables)  # also those in no constraint

    def keep() -> None:
        search.found([i for i, variable in enumerate(variables) if variable.value()])

    search.begin()
    seconds = search.seconds_left()
    time_limit = None if seconds is None else max(0.001, seconds)
    settings = {"time_limit": time_limit, **_SETTINGS.get(solver_name, {})}
    enumerates = search.limit > 1 and bool(variables)  # OR-Tools shows no solutions without variables
    if enumerates:  # `call_from_model`: no warning that the solver cannot be used again
        solver.solveAll(display=keep, solution_limit=search.limit, call_from_model=True, **settings)
    elif solver.solve(**settings):
        keep()
    ended = solver.status().exitstatus.name
    search.exhausted = ended == "UNSATISFIABLE" or (ended == "OPTIMAL" and enumerates)


def _library() -> Any:
    """CPMpy, without its adapter to highspy, which cannot be loaded beside the HiGHS in OR-Tools."""
    sys.modules["highspy"] = None  # type: ignore[assignment]
    import cpmpy

    return cpmpy


def _bounds(cp: Any, variables: list[Any], row: Row) -> Iterator[Any]:
    """A constraint as an equation, or as bounds from below and above."""
    if not row.columns:
        yield cp.BoolVal(row.allows_zero())
        return
    total = cp.sum(variables[i] if factor == 1 else factor * variables[i] for i, factor in row.terms())
    yield from (_SENSES[sense](total, bound) for sense, bound in row.bounds())
