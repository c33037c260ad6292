"""Linear constraints as flat arrays, which are quickly sent to another process."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from math import inf
from typing import NamedTuple

from bimaru.deadlines import checked
from bimaru.engines.formulation import Constraint, Variable


class Row(NamedTuple):
    """A constraint of a matrix: the sum of factor * column lies between `low` and `high`."""

    columns: Sequence[Variable]
    factors: Sequence[float]
    low: float
    high: float

    def terms(self) -> list[tuple[Variable, int]]:
        """The columns, each with its factor."""
        return [(column, int(factor)) for column, factor in zip(self.columns, self.factors, strict=True)]

    def bounds(self) -> list[tuple[str, int]]:
        """What the sum is compared with, by `=`, or by `>=` and `<=`."""
        if self.low == self.high:
            return [("=", int(self.low))]
        bounds = ((">=", self.low), ("<=", self.high))
        return [(sense, int(bound)) for sense, bound in bounds if bound not in (-inf, inf)]

    def allows_zero(self) -> bool:
        """Whether it holds where all its columns are 0, or has none."""
        return self.low <= 0 <= self.high


def row_of(constraint: Constraint) -> Row:
    """A constraint as a row, its columns in ascending order."""
    _, terms, sense, number = constraint
    columns = sorted(terms)
    low = -inf if sense == "<=" else number
    high = inf if sense == ">=" else number
    return Row(columns, [terms[column] for column in columns], low, high)


class Matrix:
    """Constraints by row."""

    def __init__(self, constraints: Iterable[Constraint]) -> None:
        self.low = array("d")
        self.high = array("d")
        self.row = array("q")
        self.column = array("q")
        self.factor = array("d")
        for constraint in checked(constraints):
            self.add(constraint)

    def add(self, constraint: Constraint) -> None:
        self.add_row(row_of(constraint))

    def add_row(self, row: Row) -> None:
        self.row.extend([len(self.low)] * len(row.columns))
        self.column.extend(row.columns)
        self.factor.extend(row.factors)
        self.low.append(row.low)
        self.high.append(row.high)

    def rows(self) -> Iterator[Row]:
        """The constraints, in their order."""
        end = 0
        for number, (low, high) in enumerate(zip(self.low, self.high, strict=True)):
            start = end
            while end < len(self.row) and self.row[end] == number:
                end += 1
            yield Row(self.column[start:end], self.factor[start:end], low, high)
