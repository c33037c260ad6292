"""The engine `backtracking`: depth-first search over the ships, as a course on constraints teaches it.

The model, a variable per ship, and the checks of partial states are those of a report on the
Toronto course CSC384, which found forward checking with the order MRV best.
Plain Python, to be read and changed. It takes every puzzle of moderate size.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from typing import Final

from bimaru.board import Board
from bimaru.deadlines import OutOfBudgetError, building_until
from bimaru.engines.csp import Constraint, Csp, Domains, csp_of, values
from bimaru.engines.protocol import NO_LIMIT, Budget, Run
from bimaru.errors import UnsupportedPuzzleError
from bimaru.placements import board_of, number_of_placements
from bimaru.puzzle import Puzzle

PROPAGATIONS: Final = ("backtracking", "forward-checking", "gac")
"""When a constraint is filtered: once all its ships lie, once all but one do (Haralick and
Elliott, Artificial Intelligence 14, 1980), or always, until nothing changes (Mackworth,
Artificial Intelligence 8, 1977)."""

ORDERS: Final = ("static", "mrv")
"""Which ship is next: the longest, or the one with the minimum of remaining values (the
"fail first" of Haralick and Elliott)."""

CHECKS: Final = ("overfull", "underfull", "givens", "edges")
"""What a state is checked for while ships are still to come: lines that have too many squares,
or can no longer have enough, and givens and edge letters that no ship is left to meet."""

MOST_PLACEMENTS: Final = 20_000
"""The tables have a bit for every two placements: fifty megabytes."""
MOST_SHIPS: Final = 400
"""Python's stack must hold a level for each."""


class Backtracking:
    """`propagation` is one of `PROPAGATIONS`, `order` one of `ORDERS`, `checks` any of `CHECKS`.

    Plain backtracking only looks whether a state passes the checks; the others also drop the
    values that do not. To `gac`, which filters all that at once, they add nothing."""

    name = "backtracking"

    def __init__(
        self, propagation: str = "gac", order: str = "mrv", checks: Collection[str] = CHECKS
    ) -> None:
        """Raises `ValueError` for an unknown name."""
        for given, known in (([propagation], PROPAGATIONS), ([order], ORDERS), (checks, CHECKS)):
            if unknown := [name for name in given if name not in known]:
                raise ValueError(f"unknown option {unknown[0]!r}; there are {', '.join(known)}")
        self._propagation, self._order, self._checks = propagation, order, checks

    def refusal(self, puzzle: Puzzle) -> str | None:
        ships = sum(number for _, number in puzzle.ships)
        ways = sum(number_of_placements(ship, puzzle.height, puzzle.width) for ship, _ in puzzle.ships)
        if ships > MOST_SHIPS:
            return f"it has {ships:,} ships, the limit is {MOST_SHIPS:,}"
        if ways > MOST_PLACEMENTS:
            return f"its ships can lie in {ways:,} ways, the limit is {MOST_PLACEMENTS:,}"
        return None

    def run(self, puzzle: Puzzle, budget: Budget = NO_LIMIT) -> Run:
        if reason := self.refusal(puzzle):
            raise UnsupportedPuzzleError(self.name, reason)
        return BacktrackingRun(puzzle, self._propagation, self._order, self._checks, budget)


def _concerning(csp: Csp) -> list[list[Constraint]]:
    """The constraints on each ship."""
    found: list[list[Constraint]] = [[] for _ in csp.ways]
    for constraint in csp.constraints:
        for ship in constraint.ships:
            found[ship].append(constraint)
    return found


class BacktrackingRun(Run):
    """One search. `nodes` are the ships laid, `fails` those of them that the constraints forbade."""

    def __init__(
        self, puzzle: Puzzle, propagation: str, order: str, checks: Collection[str], budget: Budget
    ) -> None:
        super().__init__()
        start = time.perf_counter()
        self._puzzle, self._budget, self._order = puzzle, budget, order
        self._deadline = None if budget.seconds is None else start + budget.seconds
        self._propagation = propagation
        self._ahead = PROPAGATIONS.index(propagation)
        self._boards: Iterator[Board] = iter(())
        with suppress(OutOfBudgetError), building_until(self._deadline):
            self._csp = csp_of(puzzle)
            self._on = _concerning(self._csp)
            self._checks = [
                check for c in self._csp.constraints for name, check in c.checks().items() if name in checks
            ]
            self._boards = self._search()
            self.stats |= {"variables": len(self._csp.ways), "constraints": len(self._csp.constraints)}
        self.stats |= {"fails": 0, "build_seconds": time.perf_counter() - start, "solve_seconds": 0.0}

    def __next__(self) -> Board:
        start = time.perf_counter()
        try:
            return next(self._boards)
        finally:
            self.stats["solve_seconds"] += time.perf_counter() - start

    def _search(self) -> Iterator[Board]:
        domains = self._csp.domains
        free = (1 << len(domains)) - 1
        try:
            if all(domains) and self._look(domains, free, self._csp.constraints):
                yield from map(self._board, self._branch(domains, free))
            self.complete = True
        except OutOfBudgetError:
            return

    def _branch(self, domains: Domains, free: int) -> Iterator[Domains]:
        """The solutions in which the ships lie as `domains` allow; `free`, as bits, lie nowhere yet."""
        if not free:
            yield domains
            return
        ship = self._next(domains, free)
        free ^= 1 << ship
        for way in values(domains[ship]):
            self._spend_node()
            child = domains.copy()
            child[ship] = 1 << way
            if self._look(child, free, self._on[ship]):
                yield from self._branch(child, free)
            else:
                self.stats["fails"] += 1

    def _next(self, domains: Domains, free: int) -> int:
        if self._order == "static":
            return next(values(free))
        return min(values(free), key=lambda ship: domains[ship].bit_count())

    def _look(self, domains: Domains, free: int, changed: Iterable[Constraint]) -> bool:
        """Propagate: false where the state is seen to be hopeless."""
        if self._propagation == "gac":
            return self._to_fixpoint(domains, changed)
        ready = (c for c in changed if (c.scope & free).bit_count() <= self._ahead)
        return all(c.filter(domains) for c in ready) and all(
            check(domains if self._ahead else domains.copy()) for check in self._checks
        )

    def _to_fixpoint(self, domains: Domains, changed: Iterable[Constraint]) -> bool:
        queue = dict.fromkeys(changed)
        while queue:
            self._look_at_clock()
            constraint = next(iter(queue))
            del queue[constraint]
            before = [domains[ship] for ship in constraint.ships]
            if not constraint.filter(domains):
                return False
            for ship, domain in zip(constraint.ships, before, strict=True):
                if domains[ship] != domain:
                    queue |= dict.fromkeys(c for c in self._on[ship] if c is not constraint)
        return True

    def _spend_node(self) -> None:
        if self.stats["nodes"] == self._budget.nodes:
            raise OutOfBudgetError
        self._look_at_clock()
        self.stats["nodes"] += 1

    def _look_at_clock(self) -> None:
        if self._deadline is not None and time.perf_counter() >= self._deadline:
            raise OutOfBudgetError

    def _board(self, domains: Domains) -> Board:
        chosen = (ways[domain.bit_length() - 1] for ways, domain in zip(self._csp.ways, domains, strict=True))
        return board_of(self._puzzle, chosen)
