"""A formulation: a puzzle as 0-1 variables and linear constraints, a plain value.

Pure functions write it (`mip_ship`, `mip_cell`, `mip_pairs`, `mip_heads`); any solver can solve it
(`cp_sat`, `mathopt`), and any file format can store it (`bimaru.study`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from bimaru.board import Board

Variable: TypeAlias = int
"""A 0-1 variable: its index in `Formulation.variables`."""


class Constraint(NamedTuple):
    """The sum of coefficient * variable, from `terms`, compared with `number`.

    Constraints of one family may share a name."""

    name: str
    terms: Mapping[Variable, int]
    sense: Literal["=", "<=", ">="]
    number: int


def exactly(number: int, name: str, terms: Mapping[Variable, int]) -> Constraint:
    """The terms sum to `number`."""
    return Constraint(name, terms, "=", number)


def at_most(number: int, name: str, terms: Mapping[Variable, int]) -> Constraint:
    """The terms sum to at most `number`."""
    return Constraint(name, terms, "<=", number)


def at_least(number: int, name: str, terms: Mapping[Variable, int]) -> Constraint:
    """The terms sum to at least `number`."""
    return Constraint(name, terms, ">=", number)


@dataclass(frozen=True, slots=True, eq=False)
class Formulation:
    """`variables` are names, each used once. `read` turns the variables that are 1 in a
    solution into its board.

    `distinguishing` are the variables that distinguish boards: two solutions show the same board
    exactly if they agree on these, and every solution has the same number of them at 1.

    `ordering` are further constraints that leave one of the solutions that show the same board: they are
    no part of the published model, and are for solvers that enumerate solutions.
    """

    variables: tuple[str, ...]
    constraints: tuple[Constraint, ...]
    distinguishing: range
    read: Callable[[Iterable[Variable]], Board]
    ordering: tuple[Constraint, ...] = ()

    @property
    def nonzeros(self) -> int:
        return sum(len(constraint.terms) for constraint in self.constraints)

    def excluding(self, solution: Iterable[Variable]) -> Constraint:
        """The no-good cut that excludes exactly the solutions that show the same board."""
        chosen = [variable for variable in solution if variable in self.distinguishing]
        return at_most(len(chosen) - 1, "another_board", dict.fromkeys(chosen, 1))
