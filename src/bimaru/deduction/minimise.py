"""Arguments made as short as they get, by leaving out what is not needed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

Item = TypeVar("Item")


def shortest(items: Sequence[Item], suffices: Callable[[Sequence[Item]], bool]) -> list[Item]:
    """A subsequence of `items` that suffices and from which no item can be left out.

    Leaves out long pieces first, from the end, then ever shorter ones (after A. Zeller and
    R. Hildebrandt, "Simplifying and isolating failure-inducing input", 2002)."""
    kept = list(items)
    size = len(kept)
    while size:
        end = len(kept)
        while end > 0:
            rest = kept[: max(end - size, 0)] + kept[end:]
            if suffices(rest):
                kept = rest
            end -= size
        size //= 2
    return kept
