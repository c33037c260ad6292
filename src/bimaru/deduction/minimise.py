"""Chains made as short as they get by leaving out what is not needed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

Item = TypeVar("Item")


def shortest(items: Sequence[Item], suffice: Callable[[Sequence[Item]], bool]) -> list[Item]:
    """A part of `items`, in their order, that suffices and no item of which can be left out.

    Whole pieces are tried first, from the end, ever smaller ones after (after A. Zeller and
    R. Hildebrandt, "Simplifying and isolating failure-inducing input", 2002)."""
    kept = list(items)
    size = len(kept)
    while size:
        end = len(kept)
        while end > 0:
            rest = kept[: max(end - size, 0)] + kept[end:]
            if suffice(rest):
                kept = rest
            end -= size
        size //= 2
    return kept
