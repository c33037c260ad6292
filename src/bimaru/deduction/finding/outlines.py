"""Outlines: a split of the board, and how many cases each of its own takes until all have failed.

They stand in for arguments that are too long to read. The cases are those of a search by splits, the
narrowest first, with plain techniques after each.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from bimaru.deduction.finding import codes
from bimaru.deduction.finding.case_splits import Case, Split, Width, splits
from bimaru.deduction.finding.citations import State
from bimaru.deduction.limits import OUTLINE_WORDS

_WIDTH: Final = Width(8, 12)
_MOST: Final = 400
"""Cases of a search, beyond which it says nothing to a reader."""
_COMPARED: Final = 4
"""Splits that are searched, the most promising first."""
_WORD: Final = 0.2
"""How many cases a word counts as, where splits are compared. Of 175 outlines of CSPLib boards, 28 are
others with half as much, and 23 with twice as much."""


class Outline(NamedTuple):
    """A split all cases of which fail, and for each the number of cases that this takes; 0 where plain
    techniques refute it in few words, 1 where they take many."""

    split: Split
    n_cases: tuple[int, ...]


class Outliner:
    """Finds the outline for a board that cannot be completed, which is left as it is."""

    def __init__(self, state: State, watch: Callable[[], None]) -> None:
        self._state, self._watch = state, watch

    def outline(self) -> Outline | None:
        """The outline with the fewest cases and words; `None` if these are more than `_MOST`."""
        candidates = sorted(splits(self._state, _WIDTH), key=self._promise)
        found: tuple[float, Outline] | None = None
        for split in candidates[:_COMPARED]:
            most = _MOST if found is None else int(found[0])
            searched = self._searched(split, most)
            if searched is not None and (found is None or searched[0] < found[0]):
                found = searched
        return found and found[1]

    def _promise(self, split: Split) -> int:
        """How many squares those of its cases leave open that plain techniques do not refute."""
        state = self._state
        mark = state.top
        n_open = 0
        for case in split.cases:
            self._watch()
            state.suppose(case.ship, case.water)
            if state.run():
                n_open += int(state.n - state.n_known) + 1
            state.undo(mark)
        return n_open

    def _searched(self, split: Split, most: int) -> tuple[float, Outline] | None:
        """The outline of a split with what it costs; `None` if it is more than `most`."""
        counts: list[int] = []
        state = self._state
        mark = state.top
        cost = 0.0
        told = 0
        for case in split.cases:
            state.suppose(case.ship, case.water)
            if state.run():
                number = self._count(int(most - cost))
            else:
                words = state.cost(mark)
                number = 0 if told + words <= OUTLINE_WORDS else 1
                told += 0 if number else words
            state.undo(mark)
            if number is None:
                return None
            counts.append(number)
            cost += number
        return cost + _WORD * told, Outline(split, tuple(counts))

    def _count(self, most: int) -> int | None:
        """The cases that the search takes on this board; `None` if they are more than `most`, or if one does
        not fail."""
        cases = self._narrowest()
        if not cases:
            return None
        state = self._state
        mark = state.top
        number = 0
        for case in cases:
            self._watch()
            state.suppose(case.ship, case.water)
            more = self._count(most - number) if state.run() else 1
            state.undo(mark)
            if more is None or number + more > most:
                return None
            number += more
        return number

    def _narrowest(self) -> tuple[Case, ...]:
        """The cases of the split that has the fewest; of two values of a square where none is narrow.

        A split with a case whose squares are all known, as of words on the same squares, would come again."""
        found: tuple[Case, ...] = ()
        values = [self._state.known(at) for at in range(self._state.n)]
        for split in splits(self._state, _WIDTH):
            is_narrower = not found or len(split.cases) < len(found)
            if is_narrower and not any(case.agrees(values) for case in split.cases):
                found = split.cases
            if len(found) == 2:
                break
        if found:
            return found
        state = self._state
        at = next((at for at in range(state.n) if state.known(at) == codes.OPEN), None)
        return () if at is None else (Case((at,), ()), Case((), (at,)))
