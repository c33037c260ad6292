"""Formulations in OPB, the format of the pseudo-Boolean competitions, read by clasp, RoundingSat and others.

O. Roussel and V. Manquinho, "Input/Output Format and Solver Requirements for the Competitions of
Pseudo-Boolean Solvers" (2012). Variables have numbers there, which comments at the beginning explain.
"""

from __future__ import annotations

from collections.abc import Iterable

from bimaru.engines.formulation import Constraint, Formulation, Variable
from bimaru.study.constraint_groups import by_family, described


def opb(model: Formulation, title: str) -> str:
    """The OPB file of a formulation that `bimaru.study.models` has prepared, under a title of one line."""
    sizes = f"#variable= {len(model.variables)} #constraint= {len(model.constraints)}"
    lines = [f"* {sizes}", f"* {title}"]
    groups = by_family(model.constraints)
    last = 0
    for group, constraints in groups.items():
        lines.append(f"* constraints {last + 1} to {last + len(constraints)}: {described(group)}")
        last += len(constraints)
    lines += (f"* x{number} = {name}" for number, name in enumerate(model.variables, start=1))
    for constraints in groups.values():
        lines += map(_constraint, constraints)
    return "\n".join([*lines, ""])


def _constraint(constraint: Constraint) -> str:
    """The format has no `<=`: such a constraint is negated."""
    sign = -1 if constraint.sense == "<=" else 1
    sense = "=" if constraint.sense == "=" else ">="
    return f"{_sum(constraint.terms.items(), sign)} {sense} {sign * constraint.number} ;"


def _sum(terms: Iterable[tuple[Variable, int]], sign: int) -> str:
    return " ".join(f"{sign * factor:+} x{variable + 1}" for variable, factor in terms)
