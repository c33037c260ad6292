"""How the search grows with the grid: nodes and CPU time of `search` from 10x10 to 60x60.

    python -m benchmarks.growth [--boards 5] [--nodes 1000000] [--sides 10 15 20]

For each side and share of given squares: boards made at random as in `benchmarks.hard`, the median and the
most nodes until two boards are found or one is proved unique, the median CPU time, and the boards that
the nodes did not decide, as the grid lies and in the best of its four classes of symmetries (see
docs/background/search.md).
"""

from __future__ import annotations

import argparse
import time
from itertools import islice
from statistics import median
from typing import Final, NamedTuple

from benchmarks.hard import Kind, made, triangle
from bimaru.engines.kernel import KernelRun
from bimaru.engines.protocol import Budget
from bimaru.puzzle import Puzzle
from bimaru.symmetry import turns

LONGEST: Final = {10: 4, 15: 5, 20: 7, 30: 8, 40: 10, 50: 11, 60: 12}
"""The longest ship by the side of the grid."""
SHARES: Final = (0.05, 0.1, 0.2)


class Cost(NamedTuple):
    """Nodes and CPU seconds of a search, and whether they decided the puzzle."""

    nodes: float
    seconds: float
    is_decided: bool


def cost(puzzle: Puzzle, nodes: int) -> Cost:
    """The cost of two boards or a proof."""
    start = time.process_time()
    run = KernelRun(puzzle, Budget(nodes=nodes))
    found = len([*islice(run, 2)])
    return Cost(run.stats["nodes"], time.process_time() - start, found == 2 or run.complete)


def least_cost(puzzle: Puzzle, nodes: int) -> Cost:
    """The cost of the puzzle in the best of four orientations."""
    four = [*turns(puzzle.height, puzzle.width)][::2]
    return min(cost(turn.puzzle(puzzle), nodes) for turn in four)


def main() -> None:
    """Print the table, a row a side and share."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--boards", type=int, default=5, help="of each row")
    parser.add_argument("--nodes", type=int, default=1_000_000, help="limit for a search")
    parser.add_argument("--sides", type=int, nargs="*", choices=LONGEST, default=[*LONGEST], metavar="N")
    options = parser.parse_args()
    print("| grid | given | nodes: median, most | ms | not decided | best of four: nodes | not decided |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for side in options.sides:
        for share in SHARES:
            puzzles = [
                made(Kind(side, side, triangle(LONGEST[side]), share), seed) for seed in range(options.boards)
            ]
            costs = [cost(puzzle, options.nodes) for puzzle in puzzles]
            best = [least_cost(puzzle, options.nodes) for puzzle in puzzles]
            nodes = [one.nodes for one in costs]
            cells = [
                f"{side}x{side}",
                f"{share:.0%}",
                f"{median(nodes):,.0f}, {max(nodes):,.0f}",
                f"{median(one.seconds for one in costs) * 1e3:.1f}",
                f"{sum(not one.is_decided for one in costs)}",
                f"{median(one.nodes for one in best):,.0f}",
                f"{sum(not one.is_decided for one in best)}",
            ]
            print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
