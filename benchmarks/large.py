"""The engine `auto` against its parts on large boards: those of the tests, and sparser ones made here.

usage: python -m benchmarks.large [--seconds 120] [--boards 5]
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

import bimaru
from bimaru.board import WATER
from bimaru.placements import Placement, board_of, placements
from bimaru.puzzle import Puzzle
from bimaru.ships import Ship
from bimaru.squares import Part

ENGINES: Final = ("search", "sat", "cp-sat", "auto")
DATA: Final = Path(__file__).parent.parent / "tests" / "data" / "large.jsonl"


class Kind(NamedTuple):
    """A grid, the longest ship (1 of it, 2 of the next, ...) and the share of squares that are given."""

    height: int
    width: int
    longest: int
    share: float


SPARSE: Final = (
    Kind(20, 20, 7, 0.1),
    Kind(30, 20, 7, 0.1),
    Kind(30, 20, 8, 0.15),
    Kind(30, 30, 8, 0.15),
    Kind(30, 30, 8, 0.2),
)


def made(kind: Kind, seed: int) -> Puzzle:
    """A random fleet, with all tallies and a random share of its squares given."""
    chance = random.Random(seed)
    fleet = {length: kind.longest + 1 - length for length in range(1, kind.longest + 1)}
    open_grid = Puzzle([None] * kind.height, [None] * kind.width, fleet)
    while (laid := _laid(open_grid, chance)) is None:
        pass
    board = board_of(open_grid, laid)
    givens = {
        at: Part.WATER if mark == WATER else mark
        for at, mark in board.squares()
        if chance.random() < kind.share
    }
    columns = ["".join(column) for column in zip(*board.rows, strict=True)]
    return open_grid.replace(rows=_tallies(board.rows), cols=_tallies(columns), givens=givens)


def _laid(puzzle: Puzzle, chance: random.Random) -> list[Placement] | None:
    """Ships laid one after another wherever there is room, or `None` where one finds none."""
    laid: list[Placement] = []
    taken: set[tuple[int, int]] = set()
    for ship in (Ship.straight(length) for length, count in puzzle.fleet.pairs for _ in range(count)):
        ways = placements(ship, puzzle.height, puzzle.width)
        tries = (chance.choice(ways) for _ in range(500))
        found = next((way for way in tries if taken.isdisjoint(way.squares)), None)
        if found is None:
            return None
        laid.append(found)
        taken.update(found.squares, found.surroundings)
    return laid


def _tallies(lines: tuple[str, ...] | list[str]) -> list[int]:
    return [len(line) - line.count(WATER) for line in lines]


def sets(boards: int) -> Iterator[tuple[str, list[Puzzle]]]:
    """The puzzles by their size."""
    by_size: dict[str, list[Puzzle]] = {}
    for puzzle in bimaru.read_all(DATA):
        by_size.setdefault(f"{puzzle.height}x{puzzle.width}", []).append(puzzle)
    yield from by_size.items()
    for kind in SPARSE:
        name = f"{kind.height}x{kind.width}, {kind.share:.0%} given"
        yield name, [made(kind, seed) for seed in range(boards)]


def measured(puzzles: list[Puzzle], seconds: float) -> Mapping[str, tuple[float, int]]:
    """For each engine the wall time of all puzzles together, and how many it did not decide."""
    found = {}
    for engine in ENGINES:
        start = time.perf_counter()
        results = [bimaru.solve(puzzle, engine=engine, time_limit=seconds) for puzzle in puzzles]
        unknown = sum(result.status == "unknown" for result in results)
        found[engine] = (time.perf_counter() - start, unknown)
    return found


def main() -> None:
    """Print the table, a row a size."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=120, help="for a puzzle and engine")
    parser.add_argument("--boards", type=int, default=5, help="of each kind made here")
    options = parser.parse_args()
    for engine in ENGINES:  # what is imported once should not count
        bimaru.solve(Puzzle([1], [1], {1: 1}), engine=engine)
    print("Wall seconds, two boards or a proof; in brackets the boards not decided.\n")
    print("| boards |", " | ".join(ENGINES), "| auto against the better part |")
    print("| --- |" + " --- |" * (len(ENGINES) + 1))
    for name, puzzles in sets(options.boards):
        found = measured(puzzles, options.seconds)
        cells = [f"{wall:.2f}" + (f" ({unknown})" if unknown else "") for wall, unknown in found.values()]
        better = min(wall for engine, (wall, _) in found.items() if engine != "auto")
        print(f"| {len(puzzles)} of {name} |", " | ".join(cells), f"| {found['auto'][0] / better:.2f} |")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
