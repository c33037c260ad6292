"""The engine `pumpkin`: the ship-based model for Pumpkin, a lazy clause generation solver.

O. Ohrimenko, P. J. Stuckey and M. Codish, "Propagation via lazy clause generation", Constraints 14, 2009; the
solver is Pumpkin, of the Delft University of Technology. Its propagators, here those of linear
constraints, explain themselves in clauses, from which it learns as SAT solvers do. It takes every puzzle.
"""

from __future__ import annotations

from typing import Any

from bimaru.engines.formulation import Formulation
from bimaru.engines.matrix import Row
from bimaru.engines.matrix_engine import MatrixEngine, Search
from bimaru.engines.model_engine import Solver, TakesFormulations


class Pumpkin(MatrixEngine, TakesFormulations):
    """Takes every puzzle."""

    name = "pumpkin"
    package = "pumpkin_solver"

    def solver(self, formulation: Formulation) -> Solver:
        return self.started(solve_with_pumpkin, formulation)


def solve_with_pumpkin(search: Search) -> None:
    """Look for solutions with Pumpkin, one after the other."""
    import pumpkin_solver
    from pumpkin_solver import constraints

    model = pumpkin_solver.Model()
    variables = [model.new_boolean_variable() for _ in range(search.size)]
    numbers = [variable.as_integer() for variable in variables]
    never = model.new_integer_variable(1, 1)
    for row in search.matrix.rows():
        _post(model, numbers, never, row)
    search.begin()
    while search.has_time():
        result = model.satisfy(search.seconds_left())
        search.exhausted = isinstance(result, pumpkin_solver.SatisfactionResult.Unsatisfiable)
        if not isinstance(result, pumpkin_solver.SatisfactionResult.Satisfiable):
            break
        solution = [i for i, variable in enumerate(variables) if result._0.bool_value(variable)]
        if not search.found(solution):
            break
        others = [variables[i].negate() for i in solution]
        if not others:
            search.exhausted = True
            break
        model.add_constraint(constraints.Clause(others, model.new_constraint_tag()))


def _post(model: Any, numbers: list[Any], never: Any, row: Row) -> None:
    """Post a constraint; one without variables as a bound on a constant."""
    from pumpkin_solver import constraints

    terms = [numbers[i].scaled(factor) if factor != 1 else numbers[i] for i, factor in row.terms()]
    if not terms:
        if not row.allows_zero():
            model.add_constraint(constraints.LessThanOrEquals([never], 0, model.new_constraint_tag()))
        return
    for sense, bound in reversed(row.bounds()):
        kind = constraints.Equals if sense == "=" else constraints.LessThanOrEquals
        if sense == ">=":  # there is none of its own
            terms, bound = [numbers[i].scaled(-factor) for i, factor in row.terms()], -bound
        model.add_constraint(kind(terms, bound, model.new_constraint_tag()))
