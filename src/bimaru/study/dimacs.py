"""Clauses in DIMACS CNF, which every SAT solver reads, with comments that name the variables.

The format is that of the second DIMACS challenge, "Satisfiability: Suggested Format" (1993).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol


class Clauses(Protocol):
    """Clauses over the variables 1 to `variables`, of which some have names."""

    @property
    def variables(self) -> int: ...
    @property
    def clauses(self) -> Sequence[Sequence[int]]: ...
    def names(self) -> Mapping[int, str]: ...


def dimacs(formula: Clauses, title: str) -> str:
    """The DIMACS text. Comments hold the title, of one line, and the names: `c 17 = ship4_C5_right`."""
    lines = (
        f"c {title}",
        *(f"c {variable} = {name}" for variable, name in formula.names().items()),
        f"p cnf {formula.variables} {len(formula.clauses)}",
        *(" ".join(map(str, (*clause, 0))) for clause in formula.clauses),
    )
    return "".join(f"{line}\n" for line in lines)
