"""Trials that are kept from board to board: how a case fails, and what one leads to that does not.

On the way through a puzzle boards only get fuller. What failed still fails as long as all is known that this
rests on, in as many words as long as nothing of its argument is known by now. A case that led to all that
is known now, without failing, does not fail now.

What is known is a set of bits, an integer: of each square whether it is ship, and whether it is water; of
each placement whether it is ruled out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from bimaru.deduction.finding.case_splits import Case
from bimaru.deduction.finding.citations import State

_IS_SHIP: Final = bytes.maketrans(b"\0\1\2", b"010")
_IS_WATER: Final = bytes.maketrans(b"\0\1\2", b"001")
_IS_OUT: Final = bytes.maketrans(b"\0\1", b"10")

_SHORT: Final = 30
"""Words of an argument that is kept even if some of it is known by now: it would get little shorter."""


class Refutation(NamedTuple):
    """How a case fails: the facts about squares that this rests on, the placements that steps had ruled out,
    the facts that its argument concludes, about how many words that takes, and a number for its wording."""

    facts: tuple[int, ...]
    notes: tuple[int, ...]
    argument: tuple[int, ...]
    words: int
    wording: int


class KeptTrials:
    """What became of the cases that were tried on boards of one puzzle; unless `keeps`, nothing is kept.
    Where `known` is 0, nothing is taken from what was kept."""

    def __init__(self, state: State, *, keeps: bool) -> None:
        self._state, self.keeps = state, keeps
        self._n = int(state.n)
        self._failed: dict[Case, tuple[Refutation, int, int]] = {}
        """Of each case how it failed, with what that rests on, and what its argument concludes that was not
        known."""
        self._reached: dict[Case, int] = {}
        """Of each case all that was known after it."""

    def known(self) -> int:
        """What is known now; 0 if nothing is kept."""
        if not self.keeps:
            return 0
        position = self._state.position()
        values, possible = position[: self._n], position[self._n :]
        flags = values.translate(_IS_SHIP) + values.translate(_IS_WATER) + possible.translate(_IS_OUT)
        return int(flags[::-1], 2)

    def add(self, case: Case, failed: Refutation | None) -> None:
        """Keep how a case fails, or if it does not, what is known now that it is on the board."""
        if failed is None:
            self._reached[case] = self.known()
        else:
            rests_on = self._bits(failed.facts) | sum(1 << 2 * self._n + note for note in failed.notes)
            self._failed[case] = failed, rests_on, self._squares(failed.argument)

    def failed(self, case: Case, known: int, *, in_brief: bool) -> Refutation | None:
        """How a case fails where this much is known, if it has failed so; if `in_brief`, unless that might be
        shown in far fewer words by now."""
        if not known or case not in self._failed:
            return None
        failed, rests_on, argument = self._failed[case]
        is_lengthy = in_brief and failed.words > _SHORT and argument & known
        return None if rests_on & ~known or is_lengthy else failed

    def held(self, known: int) -> set[int]:
        """The facts about squares that do not fail, as cases show that led to all that is known, and more."""
        together = 0
        if not known:
            return set()
        for reached in self._reached.values():
            if not known & ~reached:
                together |= reached
        new, n = together & ~known, self._n
        return {2 * at + value for value in (0, 1) for at in range(n) if new >> at + value * n & 1}

    def share_nothing(self, cases: Iterable[Case], known: int) -> bool:
        """Whether two cases or more do not fail, as they showed before, but have nothing new in common."""
        if not known:
            return False
        before = (self._reached.get(case, 0) for case in cases)
        reached = [one for one in before if one and not known & ~one]
        common = (1 << 2 * self._n) - 1 & ~known
        for one in reached:
            common &= one
        return len(reached) > 1 and not common

    def _bits(self, facts: Sequence[int]) -> int:
        """Facts about squares as they are known."""
        return sum(1 << (fact >> 1) + (self._n if fact & 1 else 0) for fact in facts)

    def _squares(self, facts: Sequence[int]) -> int:
        """The squares of facts, known to be either."""
        return sum((1 | 1 << self._n) << (fact >> 1) for fact in facts)
