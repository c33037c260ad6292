"""How tight the linear relaxation of a formulation is."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from importlib.util import find_spec

from bimaru.engines.formulation import Formulation, Variable
from bimaru.errors import MissingExtraError


def relaxation_bound(
    formulation: Formulation, chosen: Collection[Variable], time_limit: float | None = None
) -> float | None:
    """The share of a solution that the linear relaxation keeps, from 0 to 1; `None` if the limit is reached.

    `chosen` are the distinguishing variables that are 1 in the only solution of a puzzle. The minimum of
    their sum over the relaxation, divided by their number, is the bound: at 1 no search is needed, as the
    relaxation alone has no other solution. Solved by GLOP. Raises `MissingExtraError`."""
    if find_spec("ortools") is None:
        raise MissingExtraError("a linear relaxation", "models")
    from ortools.math_opt.python import mathopt

    model = mathopt.Model()
    variables = [model.add_variable(lb=0.0, ub=1.0) for _ in formulation.variables]
    for _, terms, sense, number in formulation.constraints:
        total = mathopt.LinearSum(factor * variables[v] for v, factor in terms.items())
        low = -float("inf") if sense == "<=" else number
        high = float("inf") if sense == ">=" else number
        model.add_linear_constraint(expr=total, lb=low, ub=high)
    model.minimize(mathopt.LinearSum(variables[v] for v in chosen))
    limit = None if time_limit is None else timedelta(seconds=time_limit)
    parameters = mathopt.SolveParameters(time_limit=limit)
    result = mathopt.solve(model, mathopt.SolverType.GLOP, params=parameters)
    if result.termination.reason != mathopt.TerminationReason.OPTIMAL:
        return None
    return float(result.objective_value()) / len(chosen)
