"""The board that a puzzle is to have, and whether clues leave no other."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Final, TypeAlias

from bimaru.generation.alternatives import AlternativeBoards

Mask: TypeAlias = int
"""Clues, or what differs between two boards: a sheet (see `AlternativeBoards`), its first byte lowest."""

GIVEN: Final = 0xFF
"""A square or a tally that is given in full."""
JUST_SHIP: Final = 8
"""A square of which is given only whether it is ship."""
UNDECIDED: Final = 0
"""Where a board differs that may or may not be there: the search did not come to an end."""


class Answer(ABC):
    """A board, and what is known of the other boards of its grid and fleet.

    Every other board that is found is kept, as the mask of where it differs. Clues that it meets are
    refuted without a search: that is most of the questions when clues are dropped one by one."""

    def __init__(self) -> None:
        self._known: list[Mask] = []

    def another(self, given: Mask) -> Mask | None:
        """Where a board differs that meets the clues; `None` if there is no such board, and
        `UNDECIDED` where that is not known."""
        for difference in self._known:
            if not difference & given:
                return difference
        found = self._ask(given)
        if found:
            self._known.append(found)
        return found

    def is_only(self, given: Mask) -> bool:
        """Whether the clues leave no other board, proved."""
        return self.another(given) is None

    @abstractmethod
    def _ask(self, given: Mask) -> Mask | None:
        """What `another` tells, found by a search."""


class KernelAnswer(Answer):
    """A board of straight ships, asked about by the kernel."""

    def __init__(self, others: AlternativeBoards, sheet: bytes, nodes: int) -> None:
        """`nodes` is what a question may cost."""
        super().__init__()
        self.sheet = sheet
        self._others = others
        self._value = int.from_bytes(sheet, "little")
        self._nodes = nodes

    def _ask(self, given: Mask) -> Mask | None:
        clues = given.to_bytes(len(self.sheet), "little")
        found = self._others.find(self.sheet, clues, self._nodes)
        if found is None:
            return None if self._others.complete else UNDECIDED
        return int.from_bytes(found, "little") ^ self._value


def mask_of(places: Iterable[int], value: int = GIVEN) -> Mask:
    """The mask that gives these bytes of a sheet."""
    return sum(value << 8 * place for place in places)
