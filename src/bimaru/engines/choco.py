"""The engine `choco`: the ship-based model for Choco, a classical constraint programming solver.

C. Prud'homme and J.-G. Fages, "Choco-solver: A Java library for constraint programming", Journal of Open
Source Software 7(78), 2022. Sums are its propagators `sum` and `scalar`; it searches depth first, by
weighted degrees, and enumerates boards in one search. It takes every puzzle.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar, Final, TypeAlias

from bimaru.engines.formulation import Formulation
from bimaru.engines.matrix import Row
from bimaru.engines.matrix_engine import MatrixEngine, Search
from bimaru.engines.model_engine import Solver, TakesFormulations
from bimaru.engines.options import check_value

Post: TypeAlias = Callable[[Any, Any], None]
"""Adds to a model of Choco, given its 0-1 variables. It must be importable by name."""
ORDERS: Final = {
    "dom-wdeg": "set_dom_over_w_deg_search",
    "default": "",
    "input-order": "set_input_order_ub_search",
    "min-domain": "set_min_dom_ub_search",
    "activity": "set_activity_based_search",
}
"""Search strategies, the best on CSPLib's boards first, and the methods of Choco's solver that set them."""


class Choco(MatrixEngine, TakesFormulations):
    """Takes every puzzle. `order` is one of `ORDERS`."""

    name = "choco"
    package = "pychoco"
    option_values: ClassVar = {"order": tuple(ORDERS)}

    def __init__(self, order: str = "dom-wdeg") -> None:
        """Raises `ValueError` for an unknown order."""
        check_value("order", order, ORDERS)
        self._order = order

    def solver(self, formulation: Formulation, post: Post | None = None) -> Solver:
        """A solver with the formulation, and perhaps constraints that are not linear. Raises
        `MissingExtraError`."""
        return self.started(partial(solve_with_choco, order=self._order, also=post), formulation)


def solve_with_choco(search: Search, order: str, also: Post | None) -> None:
    """Look for solutions with Choco, in one search."""
    from pychoco import Model

    model = Model()
    variables = model.boolvars(search.size) if search.size else []
    for row in search.matrix.rows():
        _post(model, variables, row)
    if also is not None:
        also(model, variables)
    solver = model.get_solver()
    if variables and ORDERS[order]:
        getattr(solver, ORDERS[order])(*variables)
    search.begin()
    while search.has_time():  # no limit of its own: at its end it would look as if the search were over
        if not solver.solve():
            search.exhausted = True
            break
        if not search.found([i for i, variable in enumerate(variables) if variable.get_value()]):
            break
    search.cost |= {"nodes": _node_count(solver), "fails": solver.get_fail_count()}


def _node_count(solver: Any) -> int:
    """The nodes of a search. In pychoco 0.4.0 the method of the solver with this name gives its seconds."""
    from pychoco import backend

    number: int = backend.get_node_count(solver._handle)
    return number


def _post(model: Any, variables: Any, row: Row) -> None:
    """Post a constraint."""
    chosen = [variables[i] for i in row.columns]
    if not chosen:
        if not row.allows_zero():
            model.add_clause_false(model.boolvar(True))
        return
    factors = [factor for _, factor in row.terms()]
    for operator, bound in row.bounds():
        if set(factors) == {1}:
            model.sum(chosen, operator, bound).post()
        else:
            model.scalar(chosen, factors, operator, bound).post()
