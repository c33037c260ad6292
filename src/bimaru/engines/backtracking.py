"""The engine `backtracking`: depth-first search over the ships, as taught in courses on constraints.

The model, a variable per ship, and the checks of partial states are those of a report on the
Toronto course CSC384, which found forward checking with the order MRV best.
Plain Python, to be read and changed. It takes every puzzle of moderate size.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import ClassVar, Final

from bimaru.board import Board
from bimaru.engines.csp import Domains, Propagator, csp_of, values
from bimaru.engines.options import check_value
from bimaru.engines.protocol import NO_LIMIT, Budget, Run, check_takes
from bimaru.engines.search_run import SearchRun, refusal_of_size
from bimaru.placements import board_of, number_of_placements
from bimaru.puzzle import Puzzle

PROPAGATIONS: Final = ("backtracking", "forward-checking", "gac")
"""When a propagator runs: once all its ships are placed, once all but one are (Haralick and
Elliott, Artificial Intelligence 14, 1980), or always, until nothing changes (Mackworth,
Artificial Intelligence 8, 1977)."""

ORDERS: Final = ("static", "mrv")
"""Which ship is next: the longest, or the one with the minimum of remaining values (the
"fail first" of Haralick and Elliott)."""

CHECKS: Final = ("overfull", "underfull", "givens", "edges")
"""What a partial state is checked for: lines with too many squares, lines that can no longer have
enough, and givens and edge letters that no remaining ship can satisfy."""


class Backtracking:
    """`propagation` is one of `PROPAGATIONS`, `order` one of `ORDERS`, `checks` any of `CHECKS`.

    Plain backtracking only tests whether a state passes the checks; forward checking also removes the
    values that do not. They add nothing to `gac`, which filters all of that at once."""

    name = "backtracking"
    option_values: ClassVar = {"propagation": PROPAGATIONS, "order": ORDERS, "checks": CHECKS}

    def __init__(
        self, propagation: str = "gac", order: str = "mrv", checks: Collection[str] = CHECKS
    ) -> None:
        """Raises `ValueError` for an unknown name."""
        check_value("propagation", propagation, PROPAGATIONS)
        check_value("order", order, ORDERS)
        for check in checks:
            check_value("checks", check, CHECKS)
        self._propagation, self._order, self._checks = propagation, order, checks

    def refusal(self, puzzle: Puzzle) -> str | None:
        ships = sum(number for _, number in puzzle.ships)
        ways = sum(number_of_placements(ship, puzzle.height, puzzle.width) for ship, _ in puzzle.ships)
        return refusal_of_size(ships, ways)

    def run(self, puzzle: Puzzle, budget: Budget = NO_LIMIT) -> Run:
        check_takes(self, puzzle)
        return BacktrackingRun(puzzle, self._propagation, self._order, self._checks, budget)


class BacktrackingRun(SearchRun):
    """One search. `nodes` counts the ships placed, `fails` those that the constraints forbade."""

    def __init__(
        self, puzzle: Puzzle, propagation: str, order: str, checks: Collection[str], budget: Budget
    ) -> None:
        self._puzzle, self._order = puzzle, order
        self._propagation, self._names_of_checks = propagation, checks
        self._may_be_unplaced = PROPAGATIONS.index(propagation)  # ships of a constraint that is run
        super().__init__(budget)

    def _build(self) -> dict[str, int]:
        self._csp = csp_of(self._puzzle)
        constraints = self._csp.constraints
        self._propagators: list[list[Propagator]] = [[] for _ in self._csp.ways]
        for constraint in constraints:
            for ship in constraint.ships:
                self._propagators[ship].append(constraint)
        checks = (named for constraint in constraints for named in constraint.checks().items())
        self._checks = [check for name, check in checks if name in self._names_of_checks]
        return {"variables": len(self._csp.ways), "constraints": len(constraints)}

    def _search(self) -> Iterator[Board]:
        domains = self._csp.domains
        free = (1 << len(domains)) - 1
        if all(domains) and self._propagate(domains, free, self._csp.constraints):
            yield from map(self._board, self._branch(domains, free))

    def _branch(self, domains: Domains, free: int) -> Iterator[Domains]:
        """The solutions within `domains`; `free` has a bit for each ship not placed yet."""
        if not free:
            yield domains
            return
        ship = self._next_ship(domains, free)
        free ^= 1 << ship
        for way in values(domains[ship]):
            self._spend_node()
            child = domains.copy()
            child[ship] = 1 << way
            if self._propagate(child, free, self._propagators[ship]):
                yield from self._branch(child, free)
            else:
                self.stats["fails"] += 1

    def _next_ship(self, domains: Domains, free: int) -> int:
        if self._order == "static":
            return next(values(free))
        return min(values(free), key=lambda ship: domains[ship].bit_count())

    def _propagate(self, domains: Domains, free: int, changed: Iterable[Propagator]) -> bool:
        """Run the propagators that are ready. Returns false if the state is found to have no solution."""
        if self._propagation == "gac":
            return self._to_fixpoint(domains, changed)
        ready = (c for c in changed if (c.scope & free).bit_count() <= self._may_be_unplaced)
        return all(c.filter(domains) for c in ready) and all(
            # Plain backtracking only tests: what checks remove is thrown away.
            check(domains if self._may_be_unplaced else domains.copy())
            for check in self._checks
        )

    def _to_fixpoint(self, domains: Domains, changed: Iterable[Propagator]) -> bool:
        queue = dict.fromkeys(changed)
        while queue:
            self._check_deadline()
            constraint = next(iter(queue))
            del queue[constraint]
            before = [domains[ship] for ship in constraint.ships]
            if not constraint.filter(domains):
                return False
            for ship, domain in zip(constraint.ships, before, strict=True):
                if domains[ship] != domain:
                    queue |= dict.fromkeys(c for c in self._propagators[ship] if c is not constraint)
        return True

    def _board(self, domains: Domains) -> Board:
        chosen = (ways[domain.bit_length() - 1] for ways, domain in zip(self._csp.ways, domains, strict=True))
        return board_of(self._puzzle, chosen)
