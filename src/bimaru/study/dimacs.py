"""Clauses in DIMACS CNF, which every SAT solver reads, with comments that name the variables and say what
the clauses state. All comments stand at the beginning, where every reader accepts them.

The format is that of the second DIMACS challenge, "Satisfiability: Suggested Format" (1993).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol


class Clauses(Protocol):
    """Clauses over the variables 1 to `variables`, of which some have names. `groups` are the statements of
    consecutive clauses, each on one line, with their numbers."""

    @property
    def variables(self) -> int: ...
    @property
    def clauses(self) -> Sequence[Sequence[int]]: ...
    @property
    def groups(self) -> Iterable[tuple[str, int]]: ...
    def names(self) -> Mapping[int, str]: ...


def dimacs(formula: Clauses, title: str) -> str:
    """The DIMACS text. Comments hold the title, of one line; the groups, `c clauses 8 to 15: ...`; and the
    names, `c 17 = ship4_C5_right`."""
    lines = (
        f"c {title}",
        *_groups(formula),
        *(f"c {variable} = {name}" for variable, name in formula.names().items()),
        f"p cnf {formula.variables} {len(formula.clauses)}",
        *(" ".join(map(str, (*clause, 0))) for clause in formula.clauses),
    )
    return "".join(f"{line}\n" for line in lines)


def _groups(formula: Clauses) -> Iterator[str]:
    last = 0
    for statement, number in formula.groups:
        if number:
            yield f"c clauses {last + 1} to {last + number}: {statement}"
        last += number
