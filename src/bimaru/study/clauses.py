"""Converting clauses to constraints and back, so that every model can be written in every format."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, count, pairwise

from bimaru.engines.cnf import Clause, Cnf, Fresh, sequential_counter
from bimaru.engines.formulation import Constraint, Formulation, at_least


def as_constraints(cnf: Cnf) -> Formulation:
    """Each clause as a linear constraint: its literals sum to at least 1, a negated one being 1 minus its
    variable. Auxiliary variables are named `count_<number>`."""
    names = cnf.names()
    return Formulation(
        variables=tuple(names.get(v, f"count_{v}") for v in range(1, cnf.variables + 1)),
        constraints=tuple(_constraint(clause) for clause in cnf.clauses),
        distinguishing=range(cnf.distinguishing.start - 1, cnf.distinguishing.stop - 1),
        read=lambda solution: cnf.read(variable + 1 for variable in solution),
    )


def _constraint(clause: Clause) -> Constraint:
    negated = sum(literal < 0 for literal in clause)
    return at_least(1 - negated, "clause", {abs(literal) - 1: 1 if literal > 0 else -1 for literal in clause})


def as_clauses(model: Formulation) -> Cnf:
    """Constraints as clauses, by sequential counters. Models and solutions correspond one to one."""
    fresh = count(len(model.variables) + 1).__next__
    clauses = list(chain.from_iterable(_clauses(constraint, fresh) for constraint in model.constraints))
    return Cnf(
        variables=fresh() - 1,
        clauses=clauses,
        distinguishing=range(model.distinguishing.start + 1, model.distinguishing.stop + 1),
        read=lambda true: model.read(variable - 1 for variable in true),
        names=lambda: dict(enumerate(model.variables, start=1)),
    )


def _clauses(constraint: Constraint, fresh: Fresh) -> Iterator[Clause]:
    """A coefficient n becomes n equal literals, -n becomes n negated ones and adds n to the number. The
    slack of an inequality becomes literals of which the first ones are true."""
    literals: list[int] = []
    number = constraint.number
    for variable, factor in constraint.terms.items():
        literals += [variable + 1 if factor > 0 else -variable - 1] * abs(factor)
        number += max(0, -factor)
    if constraint.sense == ">=":
        literals = [-literal for literal in literals]
        number = len(literals) - number
    if constraint.sense != "=":
        if number >= len(literals):
            return
        slack = [fresh() for _ in range(number)]
        yield from ([first, -second] for first, second in pairwise(slack))
        literals += slack
    yield from sequential_counter(literals, number, fresh)
