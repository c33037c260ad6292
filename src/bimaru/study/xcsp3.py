"""Formulations in XCSP3, the format of the competitions of constraint solvers, read by ACE, Choco and others.

F. Boussemart, C. Lecoutre, G. Audemard and C. Piette, "XCSP3-core: A Format for Representing Constraint
Satisfaction/Optimization Problems" (2020): variables with their values, and constraints of the kind `sum`;
`bimaru.study.xcsp3_lines` adds those of other kinds.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Sequence
from typing import Final
from xml.sax.saxutils import quoteattr

from bimaru.engines.formulation import Constraint, Formulation
from bimaru.study.constraint_groups import by_family, described

_CONDITIONS: Final = {"=": "eq", "<=": "le", ">=": "ge"}
_COMPARED: Final = {"=": operator.eq, "<=": operator.le, ">=": operator.ge}


def xcsp3(model: Formulation, title: str) -> str:
    """The instance of a formulation that `bimaru.study.models` has prepared, under a title of one line."""
    return instance(title, variables(model.variables, "0 1"), sums(model))


def instance(title: str, variables: Iterable[str], blocks: Iterable[str]) -> str:
    """The text of an instance: its variables, and blocks of constraints."""
    head = f'<instance format="XCSP3" type="CSP" note={quoteattr(title)}>'
    body = ["<variables>", *variables, "</variables>", "<constraints>", *blocks, "</constraints>"]
    return "\n".join([head, *body, "</instance>"]) + "\n"


def variables(names: Iterable[str], domain: str) -> Iterator[str]:
    """Variables with the same values."""
    yield from (f'  <var id="{name}"> {domain} </var>' for name in names)


def block(group: str, constraints: Iterable[str]) -> Iterator[str]:
    """Constraints, and what they state."""
    yield f"  <block note={quoteattr(described(group))}>"
    yield from (f"    {each}" for each in constraints)
    yield "  </block>"


def sums(model: Formulation) -> Iterator[str]:
    """The constraints of a formulation."""
    for group, constraints in by_family(model.constraints).items():
        if stated := [*filter(_is_stated, constraints)]:
            yield from block(group, (_sum(each, model.variables) for each in stated))


def _is_stated(constraint: Constraint) -> bool:
    """Whether a constraint has variables, or is false without any: solvers expect variables in every sum."""
    return any(constraint.terms.values()) or not _COMPARED[constraint.sense](0, constraint.number)


def _sum(constraint: Constraint, names: Sequence[str]) -> str:
    """Without variables it is false, and stated as a variable that is 2."""
    if not any(constraint.terms.values()):
        constraint = constraint._replace(terms={0: 1}, sense="=", number=2)
    variables = " ".join(names[variable] for variable in constraint.terms)
    factors = " ".join(map(str, constraint.terms.values()))
    return (
        f'<sum id="{constraint.name}"> <list> {variables} </list> <coeffs> {factors} </coeffs> '
        f"<condition> ({_CONDITIONS[constraint.sense]},{constraint.number}) </condition> </sum>"
    )
