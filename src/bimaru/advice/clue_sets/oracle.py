"""Which clues and known squares leave a board, by SAT under assumptions.

After Niklas Eén and Niklas Sörensson, "Temporal induction by incremental SAT solving", 2003: one solver
for all questions about a puzzle, which keeps what it has learnt. It is Glucose where python-sat is installed,
otherwise the built-in one, which is some twenty times slower.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, TypeAlias

from bimaru.advice.clue_sets.switches import Switches, refusal
from bimaru.board import Board
from bimaru.clock import clock
from bimaru.deadlines import OutOfBudgetError, building_until, checked
from bimaru.deduction.clues import Clues, clues_of
from bimaru.deduction.limits import Budget, Deadline
from bimaru.deduction.reasons import Clue
from bimaru.engines.cadical import GLUCOSE, Cadical
from bimaru.engines.clause_learning import ClauseLearner
from bimaru.engines.cnf import Clause, Literal
from bimaru.errors import MissingExtraError, OutOfTimeError, UnsupportedPuzzleError
from bimaru.puzzle import Given, Puzzle

if TYPE_CHECKING:
    from collections.abc import Iterator

Item: TypeAlias = Clue | Given
"""A clue, or a known square of a half-filled board."""
Items: TypeAlias = tuple[Item, ...]

_ROUNDS: Final = 100
"""Candidates for a smallest set that are tried before the best one so far is taken."""
_SLOW_ROUNDS: Final = 5
"""The same with the built-in solver."""
_SLICE: Final = 100
"""Conflicts of the built-in solver between two looks at the clock."""


def _solver(clauses: Sequence[Clause]) -> Cadical | ClauseLearner:
    """The fastest solver there is, with these clauses."""
    try:
        return Cadical("", clauses, solver=GLUCOSE)
    except MissingExtraError:
        learner = ClauseLearner()
        for clause in checked(clauses):
            learner.add(clause)
        return learner


def has_fast_solver() -> bool:
    """Whether python-sat is installed."""
    try:
        import pysat.solvers  # noqa: F401
    except ModuleNotFoundError:
        return False
    return True


class Oracle:
    """Answers which items leave a board. `most_rounds` bounds the search for smallest sets, and
    `most_conflicts` all questions together, if the built-in solver answers them; `limit` those to come.

    Raises `UnsupportedPuzzleError` for a puzzle whose formula would be too large, `OutOfTimeError` at the
    deadline, and `OutOfNodesError` after the conflicts, or at the limit."""

    def __init__(
        self, puzzle: Puzzle, deadline: Deadline | None = None, most_conflicts: int | None = None
    ) -> None:
        self.puzzle = puzzle
        self.deadline = deadline or Deadline()
        self._effort = None if most_conflicts is None else Budget(most_conflicts // _SLICE)
        with self._in_time():
            if reason := refusal(puzzle):
                raise UnsupportedPuzzleError("clues", reason)
            self.switches = Switches(puzzle)
            self._solver = _solver(self.switches.new_clauses())
        self.most_rounds = _ROUNDS if isinstance(self._solver, Cadical) else _SLOW_ROUNDS
        self.clues: Clues = clues_of(puzzle)
        self._true: frozenset[int] = frozenset()
        self._watch: Callable[[], None] = lambda: None

    @contextmanager
    def _in_time(self) -> Iterator[None]:
        try:
            with building_until(self.deadline.end):
                yield
        except OutOfBudgetError:
            raise OutOfTimeError from None

    def limit(self, slices: int) -> None:
        """Bound the questions from now on: by how many slices of a fixed number of conflicts the solver may
        take, each question one at least. That is the same on every machine."""
        self._watch = Budget(slices).check

    def literal(self, item: Item) -> Literal:
        """The literal that states an item."""
        if isinstance(item, Clue):
            return self.switches.switch_of[item]
        return self.switches.shown(item.square, item.kind)

    def has_board(self, items: Iterable[Item], also: Iterable[Literal] = ()) -> bool:
        """Whether there is a board that these items, and these literals, are true of."""
        return self._search([*map(self.literal, items), *also])

    def core(self, items: Sequence[Item], also: Sequence[Literal] = ()) -> Items | None:
        """Some of the items that leave no board where the literals are true; `None` if all leave one."""
        literals = {self.literal(item): item for item in items}
        if self._search([*literals, *also]):
            return None
        found = set(self._solver.core())
        return tuple(item for literal, item in literals.items() if literal in found)

    def holding(self, items: Iterable[Item]) -> Items:
        """The items that are true of the board found last."""
        literals = ((item, self.literal(item)) for item in items)
        return tuple(item for item, one in literals if (abs(one) in self._true) == (one > 0))

    def board(self) -> Board:
        """The board found last."""
        return self.switches.board(sorted(self._true))

    def difference(self) -> Literal:
        """A literal that a board differs from the one found last: a placement of that is missing."""
        placed = [variable for variable in sorted(self._true) if variable in self.switches.placed]
        return self.switches.any_of([-variable for variable in placed])

    def _search(self, literals: list[Literal]) -> bool:
        self.deadline.check()
        for clause in self.switches.new_clauses():
            self._solver.add(clause)
        found = self._solved(literals)
        if found is None:
            raise OutOfTimeError
        if found:
            self._true = frozenset(self._solver.true_variables())
        return found

    def _solved(self, literals: list[Literal]) -> bool | None:
        """Whether the literals can be true; `None` at the deadline."""
        end = self.deadline.end
        if isinstance(self._solver, Cadical):
            return self._solver.solve(end, literals, self._watch)
        while end is None or clock.now() < end:
            if self._effort is not None:
                self._effort.check()
            self._watch()
            found = self._solver.solve(literals, _SLICE)
            if found is not None:
                return found
        return None
