"""Enumeration of a formulation's solutions by parts, for solvers that return one solution a call.

Excluding each board by a cut and starting anew repeats nearly the same search for every board. Here the
solutions are split into parts by the values of some variables, as in branch and bound. A part in which
a solution is known is split again, without a search; in any other the solver looks for one, or proves that
there is none. So each board found leaves behind smaller problems, most of which are decided by
propagation or presolve. What is open when the search stops is a plain value, with which it is continued.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from bimaru.deadlines import checked
from bimaru.engines.formulation import Variable
from bimaru.engines.matrix import Matrix, Row

Values: TypeAlias = Mapping[Variable, bool]
"""The values of the variables that are fixed."""


class Part(NamedTuple):
    """The solutions with these values. `known` are solutions among them, each as the distinguishing
    variables that are 1."""

    values: Values
    known: tuple[frozenset[Variable], ...]


class Reduced(NamedTuple):
    """What is left of a model when some variables are fixed: the free variables, which are the columns of
    the matrix, and those that are 1."""

    free: Sequence[Variable]
    ones: Sequence[Variable]
    matrix: Matrix


class LinearSystem:
    """The constraints of a matrix over `size` variables, with the rows of each variable."""

    def __init__(self, size: int, matrix: Matrix) -> None:
        self._size = size
        self._rows: list[Row] = []
        self._rows_of: list[list[int]] = [[] for _ in range(size)]
        for row in checked(matrix.rows()):
            self.add(row)

    def add(self, row: Row) -> None:
        """Require it, too."""
        for variable in row.columns:
            self._rows_of[variable].append(len(self._rows))
        self._rows.append(row)

    def number_of_rows(self, variable: Variable) -> int:
        """The number of constraints on a variable."""
        return len(self._rows_of[variable])

    def propagate(self, values: Values, changed: Variable | None = None) -> dict[Variable, bool] | None:
        """These values and those that the bounds of single rows imply; `None` if a row cannot be satisfied.

        `changed` is the variable that has got its value since the last propagation; `None` checks all."""
        fixed = dict(values)
        queue = deque(range(len(self._rows)) if changed is None else self._rows_of[changed])
        waiting = set(queue)
        while queue:
            number = queue.popleft()
            waiting.discard(number)
            implied = _implied(self._rows[number], fixed)
            if implied is None:
                return None
            for variable, value in implied:
                fixed[variable] = value
                affected = [row for row in self._rows_of[variable] if row not in waiting]
                queue.extend(affected)
                waiting.update(affected)
        return fixed

    def reduce(self, values: Values) -> Reduced:
        """The model that is left with these values, without the rows that hold whatever the rest is."""
        free = [variable for variable in range(self._size) if variable not in values]
        column = {variable: index for index, variable in enumerate(free)}
        matrix = Matrix(())
        for row in checked(self._rows):
            terms, done, least, most = _bounds(row, values)
            if least < row.low or most > row.high:
                columns = [column[variable] for variable, _ in terms]
                factors = [factor for _, factor in terms]
                matrix.add_row(Row(columns, factors, row.low - done, row.high - done))
        return Reduced(free, [variable for variable, value in values.items() if value], matrix)


def _implied(row: Row, values: Values) -> list[tuple[Variable, bool]] | None:
    """The values that a row implies; `None` if it cannot be satisfied."""
    free, _, least, most = _bounds(row, values)
    if least > row.high or most < row.low:
        return None
    implied = []
    for variable, factor in free:
        if least + abs(factor) > row.high:
            implied.append((variable, factor < 0))
        elif most - abs(factor) < row.low:
            implied.append((variable, factor > 0))
    return implied


def _bounds(row: Row, values: Values) -> tuple[list[tuple[Variable, float]], float, float, float]:
    """The terms of the free variables of a row, the sum of the others, and the least and the most of all."""
    terms = [*zip(row.columns, row.factors, strict=True)]
    free = [(v, factor) for v, factor in terms if v not in values]
    done = sum(factor for v, factor in terms if values.get(v))
    least = done + sum(factor for _, factor in free if factor < 0)
    most = done + sum(factor for _, factor in free if factor > 0)
    return free, done, least, most


class Found(NamedTuple):
    """A solver's answer on a reduced model: whether it is decided, and the solution, by columns, if any."""

    decided: bool
    solution: Sequence[Variable] | None


class Enumeration:
    """The solutions within `parts`, which are found one after the other; `parts` are those still open.

    Solutions that differ only in variables that are not `distinguishing` count once. `solve` decides
    a reduced model."""

    def __init__(
        self,
        system: LinearSystem,
        distinguishing: range,
        parts: Iterable[Part],
        solve: Callable[[int, Matrix], Found],
    ) -> None:
        self.parts = list(parts)
        self._system, self._distinguishing, self._solve = system, distinguishing, solve

    def __iter__(self) -> Iterator[list[Variable]]:
        """The solutions. Stops as well when `solve` leaves a part undecided, which is then the last one."""
        while self.parts:
            part = self.parts.pop()
            if not part.known:
                found = self._search(part.values)
                if not found.decided:
                    self.parts.append(part)
                    return
                if found.solution is None:
                    continue
                shown = frozenset(v for v in found.solution if v in self._distinguishing)
                self._exclude(shown)
                self.parts.append(Part(part.values, (shown,)))
                yield list(found.solution)
            else:
                self.parts.extend(self._split(part))

    def _search(self, values: Values) -> Found:
        reduced = self._system.reduce(values)
        if not reduced.free:  # the rows that are left are violated
            return Found(True, None if reduced.matrix.low else reduced.ones)
        found = self._solve(len(reduced.free), reduced.matrix)
        if found.solution is None:
            return found
        return Found(True, sorted([*reduced.ones, *(reduced.free[column] for column in found.solution)]))

    def _exclude(self, shown: frozenset[Variable]) -> None:
        columns = sorted(shown)
        self._system.add(Row(columns, [1.0] * len(columns), float("-inf"), len(columns) - 1))

    def _split(self, part: Part) -> Iterator[Part]:
        """Both values of a variable that is 1 in a known solution: the one in the most constraints."""
        free = [variable for variable in part.known[0] if variable not in part.values]
        if not free:  # all its ones are fixed, and no other solution has more
            return
        chosen = max(free, key=lambda variable: (self._system.number_of_rows(variable), -variable))
        for value in (False, True):
            values = self._system.propagate({**part.values, chosen: value}, chosen)
            if values is not None:
                known = tuple(
                    shown
                    for shown in part.known
                    if (chosen in shown) == value and all(values.get(v, True) for v in shown)
                )
                yield Part(values, known)
