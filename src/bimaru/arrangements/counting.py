"""How many arrangements a fleet has: the call behind `bimaru.count_arrangements` and its command."""

from __future__ import annotations

from collections.abc import Mapping
from time import monotonic

from bimaru.arrangements.sweep import MOST_BYTES, Watch, count_by_sweep
from bimaru.errors import InvalidPuzzleError, OutOfReachError, OutOfTimeError
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
    """In how many ways a whole fleet can lie on a grid of `size` (height, width), no two ships touching.

    Ships of one length are interchangeable: what is counted is boards. The number is exact.
    `watch`, if given, is told now and then how many squares are done, and how many bytes the numbers take.

    Raises `OutOfTimeError` after `time_limit` seconds, `OutOfReachError` where the numbers take more than a
    gigabyte, and `InvalidPuzzleError` for a size or a fleet that no puzzle can have.
    """
    ships = fleet if isinstance(fleet, Fleet) else Fleet(fleet)
    height, width = size
    if not (0 < height <= MAX_SIDE and 0 < width <= MAX_SIDE):
        raise InvalidPuzzleError([f"size: sides are 1 to {MAX_SIDE}, not {height} and {width}"])
    limit = seconds_of(time_limit)
    end = None if limit is None else monotonic() + limit

    def watched(swept: int, taken: int) -> None:
        done = f"{swept} of {height * width} squares"
        if end is not None and monotonic() >= end:
            raise OutOfTimeError(f"{done} were counted")
        if taken > MOST_BYTES:
            raise OutOfReachError(f"after {done} the numbers take more than {MOST_BYTES / 1e9:g} GB")
        if watch is not None:
            watch(swept, taken)

    return count_by_sweep(height, width, ships.pairs, watched)
