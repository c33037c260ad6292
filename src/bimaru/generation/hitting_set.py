"""The smallest set that has an element of each of many sets, by branch and bound.

Sets are masks with a bit an element. What a question costs is counted in steps, so that a budget means
the same on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from bimaru.errors import BimaruError

Elements: TypeAlias = int


class OutOfEffortError(BimaruError, RuntimeError):
    """The steps were spent before the answer was known."""


class Effort:
    """A number of steps to spend, before the time is up: `is_over` says whether it is."""

    def __init__(self, steps: int, is_over: Callable[[], bool] = lambda: False) -> None:
        self.left = steps
        self._is_over = is_over

    def spend(self, steps: int = 1) -> None:
        """Raises `OutOfEffortError` when there are none left, or no time."""
        self.left -= steps
        if self.left < 0 or self._is_over():
            raise OutOfEffortError


def hitting(sets: Sequence[Elements], most: int, effort: Effort) -> Elements | None:
    """A set of at most so many elements that has one of each of the sets; `None` if there is none.

    Raises `OutOfEffortError`."""
    effort.spend(1 + len(sets) // 8)
    if not sets:
        return 0
    if disjoint(sets, most + 1) > most:
        return None
    smallest = min(sets, key=int.bit_count)
    tried: Elements = 0
    for element in _by_use(smallest, sets):
        left = [each & ~tried for each in sets if not each & element]
        if not all(left):
            break  # one of the sets had but elements that were tried, and so have all that follow
        rest = hitting(_least(left), most - 1, effort)
        if rest is not None:
            return rest | element
        tried |= element
    return None


def disjoint(sets: Iterable[Elements], enough: int) -> int:
    """So many of the sets have nothing in common, so that a hitting set has at least as many elements."""
    taken: Elements = 0
    number = 0
    for each in sorted(sets, key=int.bit_count):
        if not each & taken:
            taken |= each
            number += 1
            if number == enough:
                break
    return number


def _by_use(elements: Elements, sets: Sequence[Elements]) -> list[Elements]:
    """The elements one by one, those that are in most sets first."""
    single = [1 << i for i in range(elements.bit_length()) if elements >> i & 1]
    return sorted(single, key=lambda element: -sum(each & element != 0 for each in sets))


def _least(sets: Iterable[Elements]) -> list[Elements]:
    """The sets that contain no other one: who hits them hits all."""
    least: list[Elements] = []
    for each in sorted(set(sets), key=int.bit_count):
        if not any(other & each == other for other in least):
            least.append(each)
    return least
