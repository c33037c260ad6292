"""Collections: puzzles a second by one process and by two, and the memory that each takes as it goes on.

usage: python -m benchmarks.collecting [--count 20000] [--long 100000] [--grade GRADE] [--size 10x10]

Meant for a machine with nothing else to do, and for Linux, whose /proc has the memory of a process. The
shares of the processor show whether it was one: two workers can't be twice as fast on half a processor.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import resource
import tempfile
import time
from pathlib import Path
from typing import Final, NamedTuple

from bimaru.generation.recipe import Recipe
from bimaru.puzzle_collections.making import Progress, make_collection

_REPORTS: Final = 10
"""Lines about the memory."""


class Cost(NamedTuple):
    """What a collection took: seconds by the clock, and of the processors, those of the workers apart."""

    seconds: float
    own: float
    workers: float

    @property
    def processor(self) -> float:
        """Seconds of all processors."""
        return self.own + self.workers


class Memory:
    """The largest memory of a worker so far, in MB, printed from time to time."""

    def __init__(self, every: int) -> None:
        self._every = every
        self._next = every

    def report(self, progress: Progress) -> None:
        """Print a line if it is time."""
        if progress.round > 1 or progress.seeds_done < self._next:
            return
        self._next += self._every
        workers = [_resident(child.pid) for child in multiprocessing.active_children()]
        sizes = ", ".join(f"{size:.1f}" for size in workers)
        print(
            f"  after {progress.seeds_done:>9,}: workers {sizes} MB, the rest {_resident(os.getpid()):.1f} MB"
        )


def _resident(process: int | None) -> float:
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def made(recipe: Recipe, count: int, workers: int, memory: Memory | None = None) -> Cost:
    """Make a collection, and throw it away."""
    with tempfile.TemporaryDirectory() as directory:
        before = _processor()
        start = time.monotonic()
        if memory is None:
            make_collection(recipe, count, 1, directory, workers=workers)
        else:
            make_collection(recipe, count, 1, directory, workers=workers, on_progress=memory.report)
        seconds = time.monotonic() - start
        return Cost(seconds, *(after - since for after, since in zip(_processor(), before, strict=True)))


def _processor() -> tuple[float, float]:
    """Seconds of the processor that this process took, and its ended children."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    own, children = (each.ru_utime + each.ru_stime for each in used)
    return own, children


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--count", type=int, default=20_000, help="puzzles to compare one worker with two")
    parser.add_argument("--long", type=int, default=100_000, help="puzzles over which memory is watched")
    parser.add_argument("--grade")
    parser.add_argument("--size", default="10x10")
    options = parser.parse_args()
    height, _, width = options.size.partition("x")
    recipe = Recipe(size=(int(height), int(width)), grade=options.grade)
    load = f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors"
    print(f"{options.size}, grade {options.grade or 'any'}; {load}")
    costs = {workers: made(recipe, options.count, workers) for workers in (1, 2)}
    for workers, cost in costs.items():
        print(
            f"{options.count:,} by {workers}: {options.count / cost.seconds:,.0f} a second, "
            f"{options.count / cost.processor:,.0f} a second of the processor, "
            f"which had {cost.processor / cost.seconds:.2f} processors; "
            f"{100 * cost.own / cost.processor:.1f}% of it not in workers"
        )
    print(f"two against one: {costs[1].seconds / costs[2].seconds:.2f} times")
    if options.long:
        print(f"memory over {options.long:,}, by two:")
        made(recipe, options.long, 2, Memory(max(1, options.long // _REPORTS)))


if __name__ == "__main__":
    main()
