"""Formulations in SMT-LIB, linear integer arithmetic over Boolean variables, for Z3, cvc5, Yices and others.

C. Barrett, P. Fontaine and C. Tinelli, "The SMT-LIB Standard", version 2.6; the logic is QF_LIA.
"""

from __future__ import annotations

from collections.abc import Sequence

from bimaru.engines.formulation import Constraint, Formulation
from bimaru.study.clauses import as_clause
from bimaru.study.constraint_groups import by_family, described


def smt2(model: Formulation, title: str) -> str:
    """The SMT-LIB script of a formulation that `bimaru.study.models` has prepared, under a one-line title."""
    lines = [f"; {title}", "(set-option :produce-models true)", "(set-logic QF_LIA)"]
    lines += (f"(declare-const {name} Bool)" for name in model.variables)
    for group, constraints in by_family(model.constraints).items():
        lines.append(f"; {described(group)}")
        lines += (f"(assert {_formula(each, model.variables)}) ; {each.name}" for each in constraints)
    return "\n".join([*lines, "(check-sat)", "(get-model)", ""])


def _formula(constraint: Constraint, names: Sequence[str]) -> str:
    """A clause where it is one, or a comparison of sums, which takes solvers longer."""
    if (clause := as_clause(constraint)) is None:
        return _comparison(constraint, names)
    literals = [names[v] if is_positive else f"(not {names[v]})" for v, is_positive in clause]
    return literals[0] if len(literals) == 1 else f"(or {' '.join(literals)})"


def _comparison(constraint: Constraint, names: Sequence[str]) -> str:
    ones = {names[variable]: factor for variable, factor in constraint.terms.items() if factor}
    terms = [f"(ite {name} {_integer(factor)} 0)" for name, factor in ones.items()]
    total = terms[0] if len(terms) == 1 else f"(+ {' '.join(terms)})" if terms else "0"
    return f"({constraint.sense} {total} {_integer(constraint.number)})"


def _integer(number: int) -> str:
    return str(number) if number >= 0 else f"(- {-number})"
