"""The board that a puzzle is to have, and whether clues leave no other."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

from bimaru.engines.kernel import Others

Mask: TypeAlias = int
"""Clues, or what differs between two boards: the bytes of a sheet (see `Others`), the first lowest."""

GIVEN: Final = 0xFF
"""A square or a tally that is given in full."""
JUST_SHIP: Final = 8
"""A square of which is given only whether it is ship."""
UNDECIDED: Final = 0
"""No clue is met by no other board, as far as is known: the nodes were out."""


class Answer:
    """A board, and what is known of the other boards of its grid and fleet.

    Every other board that is found is kept, as the mask of where it differs. Clues that it meets are
    refuted without a search: that is most of the questions when clues are dropped one by one."""

    def __init__(self, others: Others, sheet: bytes, nodes: int) -> None:
        """`nodes` is what a question may cost."""
        self.sheet = sheet
        self._others = others
        self._value = int.from_bytes(sheet, "little")
        self._nodes = nodes
        self._known: list[Mask] = []

    def another(self, given: Mask) -> Mask | None:
        """Where a board differs that meets the clues; `None` if there is no such board, and
        `UNDECIDED` where the search did not come to an end."""
        for difference in self._known:
            if not difference & given:
                return difference
        clues = given.to_bytes(len(self.sheet), "little")
        found = self._others.other(self.sheet, clues, self._nodes)
        if found is None:
            return None if self._others.complete else UNDECIDED
        difference = int.from_bytes(found, "little") ^ self._value
        self._known.append(difference)
        return difference

    def is_only(self, given: Mask) -> bool:
        """Whether the clues leave no other board, proved."""
        return self.another(given) is None


def mask_of(places: Iterable[int], value: int = GIVEN) -> Mask:
    """The mask that gives these bytes of a sheet."""
    return sum(value << 8 * place for place in places)
