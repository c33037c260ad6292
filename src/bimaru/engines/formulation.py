"""A formulation: a puzzle as 0-1 variables and linear constraints, a plain value.

Pure functions write it (`mip_ship`, `mip_cell`, `mip_pairs`, `mip_heads`), any solver can take
it (`cp_sat`, `mathopt`), and any file format can carry it (`bimaru.study`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from bimaru.board import Board

Variable: TypeAlias = int
"""A 0-1 variable: its index in `Formulation.variables`."""


class Constraint(NamedTuple):
    """The sum of coefficient * variable, which `terms` maps, compared with `number`.

    Constraints may share a name: those that say the same of many things."""

    name: str
    terms: Mapping[Variable, int]
    sense: Literal["=", "<=", ">="]
    number: int


def exactly(number: int, name: str, terms: Mapping[Variable, int]) -> Constraint:
    """The terms sum to `number`."""
    return Constraint(name, terms, "=", number)


def at_most(number: int, name: str, terms: Mapping[Variable, int]) -> Constraint:
    """They sum to no more."""
    return Constraint(name, terms, "<=", number)


def at_least(number: int, name: str, terms: Mapping[Variable, int]) -> Constraint:
    """They sum to no less."""
    return Constraint(name, terms, ">=", number)


@dataclass(frozen=True, slots=True, eq=False)
class Formulation:
    """`variables` are names, each used once. `read` turns the variables that are 1 in a
    solution into its board.

    `telling` are the variables that tell boards apart: two solutions show the same board
    exactly if these agree, and every solution has the same number of them at 1.
    """

    variables: tuple[str, ...]
    constraints: tuple[Constraint, ...]
    telling: range
    read: Callable[[Iterable[Variable]], Board]

    @property
    def nonzeros(self) -> int:
        return sum(len(constraint.terms) for constraint in self.constraints)

    def excluding(self, solution: Iterable[Variable]) -> Constraint:
        """The no-good cut: it leaves every solution but those that show the same board."""
        told = [variable for variable in solution if variable in self.telling]
        return at_most(len(told) - 1, "another_board", dict.fromkeys(told, 1))
