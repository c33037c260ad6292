"""CaDiCaL through python-sat, and the base of the engines that give it a formula."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final, TypeVar

from bimaru.board import Board
from bimaru.clock import clock
from bimaru.deadlines import OutOfBudgetError, building_until, checked
from bimaru.engines.cnf import ENCODINGS, MOST_CLAUSES, Clause, Cnf, Literal, encoding_named, too_large
from bimaru.engines.model_size import Ways, least_size
from bimaru.engines.protocol import NO_LIMIT, Budget, Run, check_takes
from bimaru.errors import MissingExtraError
from bimaru.processes.interrupts import interrupts_held
from bimaru.puzzle import Puzzle

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

T = TypeVar("T")

CADICAL: Final = "cadical195"
"""CaDiCaL 1.9.5 (Armin Biere et al., CAV 2024), by the name that python-sat gives it."""
GLUCOSE: Final = "glucose4"
"""Glucose 4.1 (Gilles Audemard and Laurent Simon, 2018), faster at many small searches of one formula."""
_CLAUSES_A_SLICE: Final = 2_000_000
"""Conflicts between two checks of the clock, times clauses: at most about a tenth of a second for up to
a million clauses."""


class Cadical:
    """The solver, run in slices of a fixed number of conflicts, so that its results are reproducible.

    The slices run in a thread of their own: in the main thread, python-sat would jump out of the
    solver's code at Ctrl-C and leave it broken; here Python waits for the slice to end.
    """

    def __init__(
        self, what: str, clauses: Sequence[Clause], *, with_proof: bool = False, solver: str = CADICAL
    ) -> None:
        """Raises `MissingExtraError`, which names `what` needs it."""
        from concurrent.futures import ThreadPoolExecutor

        try:
            from pysat.solvers import Solver
        except ModuleNotFoundError:  # installing would not help with any other error
            raise MissingExtraError(what, "models") from None
        self._solver = Solver(solver, bootstrap_with=checked(clauses), with_proof=with_proof)
        self._thread = ThreadPoolExecutor(max_workers=1)
        self._slice = max(10, _CLAUSES_A_SLICE // (len(clauses) + 1))

    def __del__(self) -> None:
        """Free the solver in its thread, after a slice that an interruption has left running there."""
        if thread := getattr(self, "_thread", None):
            with suppress(RuntimeError):  # at the interpreter's end no thread is left
                submitted(thread, self._solver.delete)
            thread.shutdown(wait=False)

    def solve(
        self,
        deadline: float | None = None,
        assumptions: Sequence[Literal] = (),
        watch: Callable[[], None] = lambda: None,
    ) -> bool | None:
        """Whether there is a model with the assumptions true; `None` if the deadline, by
        `clock`, has passed. `watch` is called before each slice, and may raise an exception."""
        search = partial(self._solver.solve_limited, assumptions=[*assumptions])
        while deadline is None or clock.now() < deadline:
            watch()
            self._solver.conf_budget(self._slice)
            found: bool | None = submitted(self._thread, search).result()
            if found is not None:
                return found
        return None

    def true_variables(self) -> list[int]:
        """The variables that are true in the model just found."""
        return [literal for literal in self._solver.get_model() if literal > 0]

    def core(self) -> list[Literal]:
        """Assumptions, of those of the last search, that already leave no model."""
        return [*(self._solver.get_core() or ())]

    def add(self, clause: Clause) -> None:
        """Add a clause, which every later model must satisfy."""
        self._solver.add_clause(clause)

    @property
    def conflicts(self) -> int:
        return int(self._solver.accum_stats()["conflicts"])

    def proof(self) -> list[str]:
        """The lines of the DRAT proof that there is no model."""
        lines: list[str] = self._solver.get_proof()
        return lines


def submitted(thread: Executor, work: Callable[[], T]) -> Future[T]:
    """Work for a thread. An exception raised by a signal within `submit` could leave the thread running but
    unknown, and the next work would get another one beside it."""
    with interrupts_held():
        return thread.submit(work)


class CnfRun(Run):
    """The boards of a formula, each excluded by a clause before the next search."""

    def __init__(self, engine: str, formula: Callable[[], Cnf], budget: Budget) -> None:
        """Build the formula, within the time of the budget. Raises `MissingExtraError`."""
        super().__init__()
        start = time.perf_counter()
        self._deadline = None if budget.seconds is None else clock.now() + budget.seconds
        self._loaded: tuple[Cnf, Cadical] | None = None
        with suppress(OutOfBudgetError), building_until(self._deadline):
            cnf = formula()
            self._loaded = cnf, Cadical(f"the engine {engine}", cnf.clauses)
            self.stats |= {"variables": cnf.variables, "clauses": len(cnf.clauses)}
        self.stats |= {
            "conflicts": 0,
            "build_seconds": time.perf_counter() - start,
            "solve_seconds": 0.0,
        }

    def __next__(self) -> Board:
        if self._loaded is None or self.complete:
            raise StopIteration
        cnf, cadical = self._loaded
        if not self._solve(cadical):
            raise StopIteration
        true = cadical.true_variables()
        cadical.add(cnf.excluding(true))
        return cnf.read(true)

    def _solve(self, cadical: Cadical) -> bool:
        start = time.perf_counter()
        found = cadical.solve(self._deadline)
        self.stats["solve_seconds"] += time.perf_counter() - start
        self.stats["conflicts"] = cadical.conflicts
        self.complete = found is False
        return found is True


class CnfEngine(ABC):
    """An engine that writes a formula for CaDiCaL. `encoding` is the cardinality encoding, a name from
    `bimaru.engines.cnf.ENCODINGS`."""

    name: str
    option_values: ClassVar = {"encoding": tuple(ENCODINGS)}

    def __init__(self, encoding: str = "sequential") -> None:
        """Raises `ValueError` for an unknown encoding."""
        self.encoding = encoding_named(encoding)

    @abstractmethod
    def size(self, puzzle: Puzzle, ways: Ways) -> int:
        """An estimate, rather too high than too low, of the clauses of the formula for these numbers of
        placements."""

    @abstractmethod
    def formula(self, puzzle: Puzzle) -> Cnf:
        """The formula of a puzzle that is not refused."""

    def refusal(self, puzzle: Puzzle) -> str | None:
        return too_large(least_size(puzzle, partial(self.size, puzzle), MOST_CLAUSES))

    def cnf(self, puzzle: Puzzle) -> Cnf:
        """The formula whose models are the boards. Raises `UnsupportedPuzzleError`."""
        check_takes(self, puzzle)
        return self.formula(puzzle)

    def run(self, puzzle: Puzzle, budget: Budget = NO_LIMIT) -> Run:
        return CnfRun(self.name, partial(self.cnf, puzzle), budget)
