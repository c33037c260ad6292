"""What a reader has to remember beside the board: the placements ruled out that are worth it."""

from __future__ import annotations

from typing import Final

from bimaru.deduction.finding.codes import names_of_techniques
from bimaru.deduction.finding.state import State

MOST: Final = 8
"""Placements ruled out that are remembered from one case analysis to the next."""
_BARRED: Final = names_of_techniques["BARRED"]
_CONCLUDED: Final = names_of_techniques["REFUTED"]


class Memory:
    """The placements that are ruled out on a board from now on, each with the number of its step."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._mark: int | None = None
        self._has_words = any(ship.word is not None for ship in state.geometry.ships)
        self._steps: dict[int, int] = {}

    def note(self, place: int, step: int = 0) -> None:
        """Rule out a placement."""
        if self._mark is None:
            self._mark = self._state.top
        self._state.rule_out([place], _BARRED, step)
        self._steps[place] = step

    def forget(self) -> None:
        """Forget all but a few placements ruled out, the longest ships first and then the last ones; what is
        known of squares stays. Nothing must be left to find. Readings of words are not forgotten: the letters
        that the board shows follow from them."""
        state = self._state
        if self._mark is None or self._has_words or len(self._steps) <= MOST or state.failure >= 0:
            return
        facts = state.facts_since(self._mark)
        state.undo(self._mark)
        ship = [fact >> 1 for fact in facts if not fact & 1]
        state.suppose(ship, [fact >> 1 for fact in facts if fact & 1], _CONCLUDED, 0)
        state.run()
        open_ones = [place for place in self._steps if state.is_alive(place)]
        by_length = sorted(open_ones, key=lambda place: len(state.geometry.squares[place]))
        self._steps = {place: self._steps[place] for place in by_length[-MOST:]}
        for place, step in self._steps.items():
            state.rule_out([place], _BARRED, step)
        state.run()
