"""Estimates of the size of a model before it is built."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from bimaru.placements import fitting, number_of_placements
from bimaru.puzzle import Puzzle
from bimaru.ships import Ship

Ways: TypeAlias = Mapping[Ship, int]
"""The number of placements of each kind of ship."""

_EXACT_COUNT_FACTOR: Final = 3
"""If the quick estimate is at most this multiple of the limit, the placements that fit are counted."""


def least_size(puzzle: Puzzle, size: Callable[[Ways], int], limit: int) -> int:
    """The `size` for all placements, which is fast; if it is not far beyond the limit, the size for
    those that fit."""
    size_of_all = size(
        {ship: number_of_placements(ship, puzzle.height, puzzle.width) for ship, _ in puzzle.ships}
    )
    if limit < size_of_all <= _EXACT_COUNT_FACTOR * limit:
        return size({ship: len(found) for ship, found in fitting(puzzle).items()})
    return size_of_all
