"""The engine `smt`: the ship-based model as pseudo-Boolean constraints, for the SMT solver Z3.

L. de Moura and N. Bjørner, "Z3: An Efficient SMT Solver", TACAS 2008. Every constraint is one of Z3's
pseudo-Boolean ones; a clause excludes each board before the next is looked for. It takes every puzzle.
"""

from __future__ import annotations

from typing import Any

from bimaru.engines.formulation import Formulation
from bimaru.engines.matrix import Row
from bimaru.engines.matrix_engine import MatrixEngine, Search
from bimaru.engines.model_engine import Solver, TakesFormulations


class Smt(MatrixEngine, TakesFormulations):
    """Takes every puzzle."""

    name = "smt"
    package = "z3"

    def solver(self, formulation: Formulation) -> Solver:
        return self.started(solve_with_z3, formulation)


def solve_with_z3(search: Search) -> None:
    """Look for solutions with Z3, one after the other."""
    import z3

    solver = z3.SolverFor("QF_FD")
    variables = z3.BoolVector("y", search.size)
    for row in search.matrix.rows():
        solver.add(*_constraints(variables, row))
    search.begin()
    while search.has_time():
        seconds = search.seconds_left()
        if seconds is not None:
            solver.set("timeout", max(1, int(1000 * seconds)))
        status = solver.check()
        search.exhausted = status == z3.unsat
        if status != z3.sat:
            break
        model = solver.model()
        solution = [i for i, variable in enumerate(variables) if z3.is_true(model[variable])]
        if not search.found(solution):
            break
        solver.add(z3.Or([z3.Not(variables[i]) for i in solution]))
    statistics = solver.statistics()
    values = {key: statistics.get_key_value(key) for key in statistics.keys()}  # noqa: SIM118 (no mapping)
    search.cost["conflicts"] = next((n for key, n in values.items() if key.endswith("conflicts")), 0)
    search.log = str(statistics)


def _constraints(variables: Any, row: Row) -> list[Any]:
    """A constraint as a bound from below, one from above, or an equation."""
    import z3

    terms = [(variables[i], factor) for i, factor in row.terms()]
    if not terms:
        return [z3.BoolVal(row.allows_zero())]
    kinds = {"=": z3.PbEq, ">=": z3.PbGe, "<=": z3.PbLe}
    return [kinds[sense](terms, bound) for sense, bound in row.bounds()]
