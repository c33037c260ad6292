"""Minimum hitting sets by branch and bound.

A hitting set has an element of each of many sets. Sets are masks with a bit for each element. The cost is
counted in steps, so that a budget means the same on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from bimaru.errors import BimaruError

Elements: TypeAlias = int


class OutOfEffortError(BimaruError, RuntimeError):
    """The steps were spent before the result was known."""


class Effort:
    """A budget of steps, which also ends when `is_over` returns true."""

    def __init__(self, steps: int, is_over: Callable[[], bool] = lambda: False) -> None:
        self.left = steps
        self._is_over = is_over

    def spend(self, steps: int = 1) -> None:
        """Raise `OutOfEffortError` if the steps or the time have run out."""
        self.left -= steps
        if self.left < 0 or self._is_over():
            raise OutOfEffortError


def find_hitting_set(sets: Sequence[Elements], most: int, effort: Effort) -> Elements | None:
    """A hitting set of at most `most` elements; `None` if there is none.

    Raises `OutOfEffortError`."""
    effort.spend(1 + len(sets) // 8)
    if not sets:
        return 0
    if count_disjoint(sets, most + 1) > most:
        return None
    smallest = min(sets, key=int.bit_count)
    tried: Elements = 0
    for element in _by_frequency(smallest, sets):
        left = [each & ~tried for each in sets if not each & element]
        if not all(left):
            break  # a set has only elements that were tried, now and for all that follow
        rest = find_hitting_set(_minimal_sets(left), most - 1, effort)
        if rest is not None:
            return rest | element
        tried |= element
    return None


def count_disjoint(sets: Iterable[Elements], enough: int) -> int:
    """A number of pairwise disjoint sets, found greedily: a lower bound on the size of a hitting set.

    Counting stops at `enough`."""
    used: Elements = 0
    number = 0
    for each in sorted(sets, key=int.bit_count):
        if not each & used:
            used |= each
            number += 1
            if number == enough:
                break
    return number


def _by_frequency(elements: Elements, sets: Sequence[Elements]) -> list[Elements]:
    """The elements one by one, the one in most sets first."""
    single = [1 << i for i in range(elements.bit_length()) if elements >> i & 1]
    return sorted(single, key=lambda element: -sum(each & element != 0 for each in sets))


def _minimal_sets(sets: Iterable[Elements]) -> list[Elements]:
    """The sets that contain no other one; what hits them hits all."""
    minimal: list[Elements] = []
    for each in sorted(set(sets), key=int.bit_count):
        if not any(other & each == other for other in minimal):
            minimal.append(each)
    return minimal
