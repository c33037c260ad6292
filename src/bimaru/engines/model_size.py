"""How large a model would be, told before it is built."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from bimaru.placements import fitting, number_of_placements
from bimaru.puzzle import Puzzle
from bimaru.ships import Ship

Ways: TypeAlias = Mapping[Ship, int]
"""In how many ways each kind of ship can lie."""

_WORTH_A_LOOK: Final = 3
"""How many times too large a model may seem before it is known which placements fit."""


def least_size(puzzle: Puzzle, size: Callable[[Ways], int], limit: int) -> int:
    """The `size` if every placement fits, which is told at once, or where that is not far beyond
    the limit, by those that do."""
    size_of_all = size(
        {ship: number_of_placements(ship, puzzle.height, puzzle.width) for ship, _ in puzzle.ships}
    )
    if limit < size_of_all <= _WORTH_A_LOOK * limit:
        return size({ship: len(found) for ship, found in fitting(puzzle).items()})
    return size_of_all
