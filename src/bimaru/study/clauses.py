"""Converting clauses to constraints and back, so that every model can be written in every format."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, count, islice, pairwise

from bimaru.engines.cnf import Clause, Cnf, Fresh, Group, sequential_counter
from bimaru.engines.formulation import Constraint, Formulation, Variable, at_least
from bimaru.study.constraint_groups import by_family


def groups_of(cnf: Cnf) -> Iterator[tuple[str, list[Clause]]]:
    """The clauses of a formula, group by group."""
    clauses = iter(cnf.clauses)
    for group in cnf.groups or (Group("clause", len(cnf.clauses)),):
        yield group.name, list(islice(clauses, group.clauses))


def all_names(cnf: Cnf) -> dict[int, str]:
    """A name for every variable. An auxiliary one is named by the group of clauses that brings it in:
    `aux_tally_512`."""
    names = {**cnf.names()}
    for group, clauses in groups_of(cnf):
        for variable in {abs(literal) for clause in clauses for literal in clause} - names.keys():
            names[variable] = f"aux_{group}_{variable}"
    return {v: names.get(v, f"aux_{v}") for v in range(1, cnf.variables + 1)}


def as_constraints(cnf: Cnf) -> Formulation:
    """Each clause as a linear constraint, named by its group: its literals sum to at least 1, a negated one
    being 1 minus its variable."""
    return Formulation(
        variables=tuple(all_names(cnf).values()),
        constraints=tuple(
            _constraint(group, clause) for group, clauses in groups_of(cnf) for clause in clauses
        ),
        distinguishing=range(cnf.distinguishing.start - 1, cnf.distinguishing.stop - 1),
        read=lambda solution: cnf.read(variable + 1 for variable in solution),
    )


def _constraint(group: str, clause: Clause) -> Constraint:
    negated = sum(literal < 0 for literal in clause)
    return at_least(1 - negated, group, {abs(literal) - 1: 1 if literal > 0 else -1 for literal in clause})


def as_clause(constraint: Constraint) -> list[tuple[Variable, bool]] | None:
    """The literals, as variables and whether they are positive, of which a constraint requires at least
    one; `None` if it requires anything else, or has no terms."""
    _, terms, sense, number = constraint
    sign = -1 if sense == "<=" else 1
    negative = sum(sign * factor < 0 for factor in terms.values())
    if sense == "=" or not terms or {*map(abs, terms.values())} != {1} or sign * number != 1 - negative:
        return None
    return [(variable, sign * factor > 0) for variable, factor in terms.items()]


def as_clauses(model: Formulation) -> Cnf:
    """Constraints as clauses, by sequential counters. Models and solutions correspond one to one."""
    fresh = count(len(model.variables) + 1).__next__
    groups = {
        name: list(chain.from_iterable(_clauses(constraint, fresh) for constraint in constraints))
        for name, constraints in by_family(model.constraints).items()
    }
    return Cnf(
        variables=fresh() - 1,
        clauses=list(chain.from_iterable(groups.values())),
        groups=tuple(Group(name, len(clauses)) for name, clauses in groups.items()),
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
