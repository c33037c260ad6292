"""Formulations in the MPS format.

IBM ILOG CPLEX, "MPS file format: industry standard", in its free form, which allows names of
any length and which every solver reads. CBC guesses which form a file has, wrongly for names of some
lengths, unless the line `NAME` ends in `FREE`; GLPK has the option `--freemps`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bimaru.engines.formulation import Formulation
from bimaru.study.constraint_groups import by_family, described

_ROWS: Final = {"=": "E", "<=": "L", ">=": "G"}


def mps(model: Formulation, title: str) -> str:
    """The MPS file of a formulation that `bimaru.study.models` has prepared, under a title of one line."""
    lines = [f"* {title}", "NAME bimaru FREE", "ROWS", " N obj"]
    for group, constraints in by_family(model.constraints).items():
        lines.append(f"* {described(group)}")
        lines += (f" {_ROWS[constraint.sense]} {constraint.name}" for constraint in constraints)
    lines += ["COLUMNS", *_columns(model), "RHS"]
    lines += (f" RHS {each.name} {each.number}" for each in model.constraints if each.number)
    lines += ["BOUNDS", *(f" BV BOUND {name}" for name in model.variables), "ENDATA"]
    return "\n".join([*lines, ""])


def _columns(model: Formulation) -> Iterator[str]:
    columns: list[list[str]] = [[f" {name} obj 0"] for name in model.variables]
    for constraint in model.constraints:
        for variable, factor in constraint.terms.items():
            columns[variable].append(f" {model.variables[variable]} {constraint.name} {factor}")
    return (line for column in columns for line in column)
