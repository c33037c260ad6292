"""What ships with letters and polyomino ships cost: solving, making and minimising, against the targets.

    python -m benchmarks.placements [--puzzles 20]

CPU time of one process. Beside each figure stands the same in medians of `search` on CSPLib puzzles in
the same run: on another machine look at that.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import mean, median
from typing import Final

import bimaru
from bimaru.generation.generator import maker_of
from bimaru.generation.minimisation import minimisation
from bimaru.generation.recipe import Recipe
from bimaru.polyominoes import NAMED, SETS
from bimaru.puzzle import Puzzle
from bimaru.ships import Fleet

DATA: Final = Path(__file__).parents[1] / "tests" / "data"
WORDS: Final = ("1234", "234", "123", "12", "23", "34", "1", "2", "3", "4")
RECIPES: Final = {
    "ten words, edges": Recipe(fleet=Fleet(), words=WORDS, edges=("right", "bottom")),
    "ten words": Recipe(fleet=Fleet(), words=WORDS),
    "six pentominoes": Recipe(
        fleet=Fleet(), shapes=tuple(NAMED[name] for name in ("F5", "L5", "P5", "T5", "W5", "Y5"))
    ),
    "tetrominoes": Recipe(fleet=Fleet({1: 3}), shapes=SETS["tetrominoes"]),
}
"""10x10 puzzles to make."""
SECONDS: Final = 10.0
"""Time limit for minimising a puzzle."""


def cpu(work: Callable[[], object]) -> float:
    """The CPU seconds of a call."""
    start = time.process_time()
    work()
    return time.process_time() - start


def solve_times(puzzles: Sequence[Puzzle], rounds: int = 5) -> list[float]:
    """The CPU seconds to solve each puzzle, the tables of its ships being cached; best of some rounds."""
    return [min(cpu(lambda p=puzzle: bimaru.solve(p)) for _ in range(rounds)) for puzzle in puzzles]  # type: ignore[misc]


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--puzzles", type=int, default=20, help="to make of each kind")
    number = parser.parse_args().puzzles
    unit = median(solve_times([*bimaru.read_all(DATA / "csplib014.jsonl")][:50]))
    print(f"A CSPLib puzzle, by `search`: {unit * 1e6:.0f} us\n\n| solve | us | units | target, us |")
    print("| --- | --- | --- | --- |")
    for name in ("lettered", "polyomino"):
        for puzzle in bimaru.read_all(DATA / f"{name}.jsonl"):
            [seconds] = solve_times([puzzle])
            print(f"| {puzzle.id} | {seconds * 1e6:.0f} | {seconds / unit:.0f} | 500 |")
    print("\n| 10x10 | made a CPU second (50) | givens | solve, us | minimise, ms (50) | not done |")
    print("| --- | --- | --- | --- | --- | --- |")
    for name, recipe in RECIPES.items():
        maker = maker_of(recipe)
        maker.make(number)
        made: list[Puzzle] = []
        seconds = cpu(lambda made=made, maker=maker: made.extend(map(maker.make, range(number))))  # type: ignore[misc]
        incomplete = 0
        times = []
        for puzzle in made:
            start = time.process_time()
            incomplete += not minimisation(puzzle, time_limit=SECONDS).complete
            times.append((time.process_time() - start) * 1e3)
        cells = [
            f"{number / seconds:.0f}",
            f"{mean(len(puzzle.givens) for puzzle in made):.1f}",
            f"{median(solve_times(made)) * 1e6:.0f}",
            f"{mean(times):.0f}, {median(times):.0f}, {max(times):.0f}",
            str(incomplete),
        ]
        print(f"| {name} |", " | ".join(cells), "|", flush=True)


if __name__ == "__main__":
    main()
