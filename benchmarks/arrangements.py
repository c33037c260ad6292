"""How fast arrangements are counted and drawn: python -m benchmarks.arrangements [SECONDS]

CPU time of one thread; each line of draws takes the given number of seconds (2 by default).
"""

from __future__ import annotations

import sys
from time import process_time
from typing import Final

import bimaru
from bimaru.arrangements.random_fleets import FleetSampler
from bimaru.arrangements.rejection import Chance
from bimaru.ships import Fleet

COUNTED: Final = (
    (6, 6, "3:1,2:2,1:3"),
    (8, 8, "5:1,4:1,3:2,2:1"),
    (10, 10, "5:1,4:1,3:2,2:1"),
    (10, 10, "4:1,3:2,2:3,1:4"),
    (10, 10, "5:1,4:2,3:3,2:4"),
)
DRAWN: Final = (
    (7, 7, "3:1,2:2,1:3"),
    (10, 10, "4:1,3:2,2:3,1:4"),
    (15, 15, "5:1,4:2,3:3,2:4,1:5"),
    (30, 30, "6:1,5:2,4:3,3:4,2:5,1:6"),
    (8, 8, "4:1,3:2,2:3,1:4"),
    (7, 7, "4:1,3:2,2:3,1:4"),
    (15, 15, "6:1,5:2,4:3,3:4,2:5,1:6"),
    (12, 12, "6:1,5:2,4:3,3:4,2:5,1:6"),
)


def main(seconds: float) -> None:
    """Measure and print."""
    print(f"{'counting':<34} {'arrangements':>22} {'s':>8}")
    for height, width, fleet in COUNTED:
        start = process_time()
        number = bimaru.count_arrangements((height, width), Fleet.parse(fleet))
        print(f"{f'{height}x{width} {fleet}':<34} {number:>22,} {process_time() - start:>8.2f}")
    print(f"\n{'drawing':<34} {'method':>10} {'accepted':>10} {'first, ms':>10} {'each, µs':>10}")
    for height, width, fleet in DRAWN:
        start = process_time()
        fleets, chance = FleetSampler(height, width, Fleet.parse(fleet)), Chance(1)
        fleets.draw(chance)
        first = process_time() - start
        each = seconds_a_draw(fleets, chance, seconds)
        print(
            f"{f'{height}x{width} {fleet}':<34} {fleets.method:>10} {fleets.acceptance:>10.2g} "
            f"{1e3 * first:>10.1f} {1e6 * each:>10.1f}"
        )


def seconds_a_draw(fleets: FleetSampler, chance: Chance, seconds: float) -> float:
    """What a draw takes on average, by drawing for so many seconds."""
    draws = 0
    start = process_time()
    while (spent := process_time() - start) < seconds:
        fleets.draw(chance)
        draws += 1
    return spent / draws


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 2.0)
