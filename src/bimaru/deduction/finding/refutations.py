"""The refutations that grades count once plain techniques end: first of wrong values of squares, one at a
time; where that ends, of all placements that fail. `measuring` does the same on the ladder.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from bimaru.deduction.finding import codes
from bimaru.deduction.finding.citations import State
from bimaru.deduction.finding.splits import Case, placements_open


class Refutations:
    """Refutes suppositions on a board, and adds what follows. Of the `solution`, the value of each square,
    only wrong values are tried, none where solutions differ. `watch` is called for each supposition.

    `tried` is the number of suppositions tried, and `links` that of the links in those that failed; `squares`
    and `placements` are how many of these were values and placements."""

    def __init__(self, state: State, solution: Sequence[int], watch: Callable[[], None]) -> None:
        self._state, self._solution, self._watch = state, solution, watch
        self._reached: dict[int, int] = {}
        """For each supposed fact that did not fail, all facts known after it."""
        self.tried = self.links = self.squares = self.placements = 0

    def refute_values(self) -> None:
        """Settle the first square of which plain techniques refute a value, and so on until there is none."""
        self._reached.clear()  # with fewer placements, more follows
        while True:
            wrong = self._failing_value()
            if wrong is None:
                return
            self.squares += 1
            self._state.suppose(wrong.water, wrong.ship, codes.CONCLUDED)
            self._state.run()

    def refute_placements(self) -> bool:
        """Rule out all placements that plain techniques refute. Returns whether there are any."""
        cases = [split.cases[0] for split in placements_open(self._state)]
        failing = [case.places[0] for case in cases if self._reached_by(case) is None]
        self.placements += len(failing)
        self._state.rule_out_all(failing, codes.NOTED, 0)
        self._state.run()
        return bool(failing)

    def _failing_value(self) -> Case | None:
        """The first wrong value that fails. What follows from one that does not would not fail either."""
        known, passed = _packed(self._state.facts_since(0)), 0
        for fact in self._wrong_values():
            if passed >> fact & 1:
                continue
            if fact not in self._reached or known & ~self._reached[fact]:
                case = Case((), (fact >> 1,)) if fact & 1 else Case((fact >> 1,), ())
                reached = self._reached_by(case)
                if reached is None:
                    return case
                self._reached[fact] = _packed(reached)
            passed |= self._reached[fact]
        return None

    def _wrong_values(self) -> list[int]:
        """The wrong values of open squares: water first, since a square found to be ship shows more than one
        found to be water, so that fewer suppositions are needed."""
        wrong = [
            2 * at + (value == codes.SHIP)
            for at, value in enumerate(self._solution)
            if value != codes.OPEN and self._state.known(at) == codes.OPEN
        ]
        return sorted(wrong, key=lambda fact: not fact & 1)

    def _reached_by(self, case: Case) -> list[int] | None:
        """All facts about squares known after a case; `None` if plain techniques refute it."""
        self._watch()
        self.tried += 1
        state = self._state
        mark = state.top
        state.suppose(case.ship, case.water)
        holds = state.run()
        if not holds:
            self.links += len(state.links(mark))
        reached = state.facts_since(0) if holds else None
        state.undo(mark)
        return reached


def _packed(facts: Iterable[int]) -> int:
    """Facts as a set of bits."""
    packed = 0
    for fact in facts:
        packed |= 1 << fact
    return packed
