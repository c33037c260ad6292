"""Boards where plain techniques have ended."""

from __future__ import annotations

from bimaru import Puzzle
from bimaru.deduction.finding import codes
from bimaru.deduction.finding.citations import State
from bimaru.deduction.finding.start import NumberedClues


class Ended:
    """A puzzle where plain techniques have ended."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.clues = NumberedClues(puzzle)
        self.state: State = self.clues.start()
        self.state.run()

    def known(self) -> dict[int, int]:
        """The squares that are known."""
        values = {at: self.state.known(at) for at in range(self.state.n)}
        return {at: value for at, value in values.items() if value != codes.OPEN}

    def facts_after(self, at: int, value: int) -> list[int] | None:
        """The facts that follow from a value of a square; `None` if plain techniques refute it."""
        mark = self.state.top
        self.state.suppose((at,) if value == codes.SHIP else (), (at,) if value == codes.WATER else ())
        facts = self.state.facts_since(mark) if self.state.run() else None
        self.state.undo(mark)
        return facts
