"""Exact numbers of arrangements: boards of the puzzle that has a fleet and no clues, by the engine `sweep`.

An example is in docs/background/arrangements.md.
"""

from __future__ import annotations

from collections.abc import Mapping

from bimaru.clock import clock
from bimaru.engines.sweep import count_by_sweep, unlimited, watching
from bimaru.engines.sweep_kernel import Watch
from bimaru.errors import InvalidPuzzleError
from bimaru.placements import could_fit
from bimaru.puzzle import Puzzle
from bimaru.ships import Fleet
from bimaru.sizes import MAX_SIDE
from bimaru.solving import seconds_of


def count_arrangements(
    size: tuple[int, int],
    fleet: Mapping[int, int],
    *,
    time_limit: float | None = None,
    watch: Watch | None = None,
) -> int:
    """The exact number of ways to arrange a fleet on a grid of `size` (height, width), no two ships touching.

    Ships of one length are interchangeable, so this is a number of boards. `time_limit` is in seconds.
    `watch` is called now and then with the number of squares swept and the bytes in use.

    Raises `OutOfTimeError` at the time limit, `OutOfReachError` beyond a gigabyte, and `InvalidPuzzleError`
    for a size or a fleet that no puzzle can have.
    """
    ships = fleet if isinstance(fleet, Fleet) else Fleet(fleet)
    height, width = size
    if not (0 < height <= MAX_SIDE and 0 < width <= MAX_SIDE):
        raise InvalidPuzzleError([f"size: sides are 1 to {MAX_SIDE}, not {height} and {width}"])
    limit = seconds_of(time_limit)
    deadline = None if limit is None else clock.now() + limit
    if not could_fit(height, width, ships.pairs):
        return 0
    puzzle = Puzzle([None] * height, [None] * width, ships)
    with watching(puzzle, deadline, watch or unlimited) as limits:
        return count_by_sweep(puzzle, limits)
