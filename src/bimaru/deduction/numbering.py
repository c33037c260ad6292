"""Numbering: which step of an explanation ruled out the placements that later ones cite."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from operator import is_

from bimaru.deduction.reasons import Case, Reason, Squares


class Numbers:
    """The steps so far, numbered from 1, by the placements that they rule out."""

    def __init__(self) -> None:
        self._steps = 0
        self._of: dict[Squares, int] = {}

    def note(self, barred: Iterable[Squares]) -> None:
        """Note the next step, and what it rules out."""
        self._steps += 1
        for place in barred:
            self._of.setdefault(place, self._steps)

    def cited(self, reason: Reason) -> Reason:
        """A link with the numbers of the steps that ruled out the placements that it cites, and that those
        nested in it cite; without them, if some were ruled out otherwise. The same one if it cites none."""
        barred = reason.premises.barred
        steps = {self._of[place] for place in barred if place in self._of}
        numbers = tuple(sorted(steps)) if all(place in self._of for place in barred) else ()
        cases = tuple(map(self.cited_in, reason.cases))
        if numbers == reason.barred_in and all(map(is_, cases, reason.cases)):
            return reason
        return replace(reason, barred_in=numbers, cases=cases)

    def cited_in(self, case: Case) -> Case:
        """A case with these numbers in its links; the same one if they cite none."""
        ending = None if case.ending is None else self.cited(case.ending)
        reasons = tuple(map(self.cited, case.reasons))
        if ending is case.ending and all(map(is_, reasons, case.reasons)):
            return case
        return replace(case, reasons=reasons, ending=ending)


class NoNumbers(Numbers):
    """For steps some of which are left out later, which changes their numbers: none is cited."""

    def note(self, barred: Iterable[Squares]) -> None:
        """Do nothing."""
