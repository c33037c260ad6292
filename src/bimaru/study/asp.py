"""Formulations as answer set programs, for clingo.

The language is ASP-Core-2 (F. Calimeri and others, "ASP-Core-2 Input Language Format", Theory and Practice
of Logic Programming 20(2), 2020) with clingo's sums. `holds("ship4_C5_right")` is the atom of a variable.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bimaru.engines.formulation import Constraint, Formulation
from bimaru.study.clauses import as_clause
from bimaru.study.constraint_groups import by_family, described

_VIOLATED: Final = {"=": "!=", "<=": ">", ">=": "<"}


def asp(model: Formulation, title: str) -> str:
    """The program of a formulation that `bimaru.study.models` has prepared, under a title of one line."""
    lines = [f"% {title}", *(f'{{ holds("{name}") }}.' for name in model.variables)]
    for group, constraints in by_family(model.constraints).items():
        lines.append(f"% {described(group)}")
        lines += (f":- {_violation(each, model.variables)}. % {each.name}" for each in constraints)
    return "\n".join([*lines, "#show holds/1.", ""])


def _violation(constraint: Constraint, names: Sequence[str]) -> str:
    """What a constraint excludes: all literals of a clause false, or a sum over pairs of a factor and
    a name, which are distinct."""
    if (clause := as_clause(constraint)) is not None:
        return ", ".join(
            f'{"not " if is_positive else ""}holds("{names[variable]}")' for variable, is_positive in clause
        )
    terms = ((names[variable], factor) for variable, factor in constraint.terms.items())
    elements = "; ".join(f'{factor},"{name}" : holds("{name}")' for name, factor in terms)
    return f"#sum {{ {elements} }} {_VIOLATED[constraint.sense]} {constraint.number}"
