"""Numbers of 64 bits that were seen, in 12 to 24 bytes each: a million take 16 megabytes."""

from __future__ import annotations

from array import array
from typing import Final

_FREE: Final = 0
_FIRST_SLOTS: Final = 1024


class Fingerprints:
    """A set of 64-bit numbers that are as good as random.

    An open table, at most two thirds full. A set of Python's would take five times the room."""

    def __init__(self) -> None:
        self._slots = array("Q", [_FREE]) * _FIRST_SLOTS
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def add(self, number: int) -> bool:
        """Whether the number is new; from now on it is not. 0 counts as 1, for it marks a free slot."""
        if 3 * self._size >= 2 * len(self._slots):
            self._grow()
        at = self._slot_of(number or 1)
        if self._slots[at]:
            return False
        self._slots[at] = number or 1
        self._size += 1
        return True

    def _slot_of(self, number: int) -> int:
        """The slot where the number is, or else belongs."""
        slots, last = self._slots, len(self._slots) - 1
        at = number & last
        while slots[at] not in (_FREE, number):
            at = at + 1 & last
        return at

    def _grow(self) -> None:
        before = self._slots
        self._slots = array("Q", [_FREE]) * (2 * len(before))
        for number in before:
            if number:
                self._slots[self._slot_of(number)] = number
