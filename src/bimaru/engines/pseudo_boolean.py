"""The engine `pseudo-boolean`: the ship-based model for Exact, which learns linear constraints.

J. Elffers and J. Nordström, "Divide and Conquer: Towards Faster Pseudo-Boolean Solving", IJCAI 2018, for the
cutting planes that it learns; the solver is Exact (J. Devriendt), which continues RoundingSat. It is
licensed under the AGPL, which is why it has an extra of its own. It takes every puzzle.
"""

from __future__ import annotations

from math import inf

from bimaru.engines.formulation import Formulation
from bimaru.engines.matrix_engine import ENDLESS, MatrixEngine, Search
from bimaru.engines.model_engine import Solver, TakesFormulations


class PseudoBoolean(MatrixEngine, TakesFormulations):
    """Takes every puzzle."""

    name = "pseudo-boolean"
    package = "exact"
    extra = "exact"

    def solver(self, formulation: Formulation) -> Solver:
        return self.started(solve_with_exact, formulation)


def solve_with_exact(search: Search) -> None:
    """Look for solutions with Exact, one after the other."""
    from exact import Exact

    solver = Exact([("verbosity", "0")])
    names = [f"y{number}" for number in range(search.size)]
    for name in names:
        solver.addVariable(name, 0, 1)
    for row in search.matrix.rows():
        terms = [(factor, names[i]) for i, factor in row.terms()]
        low, high = (0 if bound in (-inf, inf) else int(bound) for bound in (row.low, row.high))
        solver.addConstraint(terms, row.low != -inf, low, row.high != inf, high)
    search.begin()
    while search.has_time():
        seconds = search.seconds_left()
        status = solver.runFull(False, ENDLESS if seconds is None else max(0.001, seconds))
        search.exhausted = status == "UNSAT"
        if status != "SAT":
            break
        values = solver.getLastSolutionFor(names)
        solution = [number for number, value in enumerate(values) if value]
        if not search.found(solution):
            break
        solver.addConstraint([(1, names[i]) for i in solution], False, 0, True, len(solution) - 1)
    statistics = dict(solver.getStats())
    search.cost |= {"nodes": int(statistics["decisions"]), "conflicts": int(statistics["conflicts"])}
    search.log = "\n".join(f"{name}: {value:g}" for name, value in statistics.items())
