"""Whether clues leave only one board: the oracle that generating and minimising query.

Sets of clues, and differences between boards, are masks: integers with a byte for each square and each tally.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Final, TypeAlias

from bimaru.generation.alternatives import AlternativeBoards

Mask: TypeAlias = int
"""A set of clues, or the difference between two boards: the bytes of a sheet (see
`AlternativeBoards`), the first lowest."""

GIVEN: Final = 0xFF
"""A square or a tally that is given in full."""
JUST_SHIP: Final = 8
"""A square given as ship or water, without its part."""
UNDECIDED: Final = 0
"""A difference that means: the search ended before it found another board or excluded one."""


class UniquenessOracle(ABC):
    """A solution, and what is known of the other boards of its grid and fleet.

    Every other board found is kept, as the mask of its differences. Clues that it meets are
    refuted without a search, which saves most searches when clues are dropped one by one."""

    def __init__(self) -> None:
        self._known: list[Mask] = []

    def find_other(self, clues: Mask) -> Mask | None:
        """The difference of another board that meets the clues; `None` if there is no such board, and
        `UNDECIDED` if that is not known."""
        for difference in self._known:
            if not difference & clues:
                return difference
        found = self._search(clues)
        if found:
            self._known.append(found)
        return found

    def is_unique(self, clues: Mask) -> bool:
        """Whether the clues provably leave no other board."""
        return self.find_other(clues) is None

    @abstractmethod
    def _search(self, clues: Mask) -> Mask | None:
        """`find_other` without the boards already known."""


class KernelOracle(UniquenessOracle):
    """The oracle for straight ships: the search kernel, with a limit of `nodes` a query."""

    def __init__(self, others: AlternativeBoards, sheet: bytes, nodes: int) -> None:
        super().__init__()
        self.sheet = sheet
        self._others = others
        self._value = int.from_bytes(sheet, "little")
        self._nodes = nodes

    def _search(self, clues: Mask) -> Mask | None:
        found = self._others.find(self.sheet, clues.to_bytes(len(self.sheet), "little"), self._nodes)
        if found is None:
            return None if self._others.complete else UNDECIDED
        return int.from_bytes(found, "little") ^ self._value


def mask_of(positions: Iterable[int], value: int = GIVEN) -> Mask:
    """The mask with `value` in these bytes of a sheet."""
    return sum(value << 8 * position for position in positions)
