"""How puzzles without a solution are explained.

    PYTHONPATH=tests/support python -m benchmarks.contradictory [FILE...] [--count 500] [--seed 1]

Makes puzzles without a solution from those of the files: a unit of a tally is moved to another line, or a
given to another square. Explains each, with the clues that contradict each other, for at most a minute.
Prints how many are led to a contradiction by steps; how many have a conflict, and how many a SAT
solver confirms that shares nothing with the explanations (the clues leave no board, and without any one of
them they leave one); how many are proved to be smallest, are led to by steps, and have all smallest
repairs; how many clues they have; and the CPU seconds.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

import bimaru
from bimaru import Puzzle
from bimaru.advice.conflicts import Conflict
from bimaru.deduction import Reason
from citations import Citations

DATA: Final = Path(__file__).parents[1] / "tests" / "data"
SECONDS: Final = 60.0
PROGRESS: Final = 50


class Row(NamedTuple):
    """What was measured of one puzzle."""

    is_led_to_contradiction: bool
    conflict: Conflict | None
    is_minimal: bool
    seconds: float


def main() -> None:
    """Measure what the arguments ask for."""
    parser = argparse.ArgumentParser(description="Measure explanations of puzzles without a solution.")
    parser.add_argument(
        "files", nargs="*", type=Path, default=[DATA / "boats.jsonl", DATA / "csplib014.jsonl"]
    )
    parser.add_argument("--count", type=int, default=500, help="number of puzzles")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    puzzles = [puzzle for file in options.files for puzzle in bimaru.read_all(file)]
    rows: list[Row] = []
    for puzzle in contradictory(puzzles, random.Random(options.seed)):
        rows.append(row_of(puzzle))
        if not (rows[-1].is_led_to_contradiction and rows[-1].conflict and rows[-1].is_minimal):
            print(f"  not explained, or not minimal: {puzzle.to_data()}", flush=True)
        if len(rows) == options.count or len(rows) % PROGRESS == 0:
            print_rows(rows)
        if len(rows) == options.count:
            return


def contradictory(puzzles: Sequence[Puzzle], rng: random.Random) -> Iterator[Puzzle]:
    """Puzzles without a solution, without end, each a slight change of one of those given."""
    while True:
        puzzle = rng.choice(puzzles)
        changed = _with_given_moved(puzzle, rng) if rng.random() < 0.5 else _with_unit_moved(puzzle, rng)
        if changed is not None and bimaru.solve(changed, limit=1).status == "none":
            yield changed


def _with_unit_moved(puzzle: Puzzle, rng: random.Random) -> Puzzle | None:
    """The puzzle with a unit of a tally in a parallel line; `None` if the lines chosen do not allow it."""
    is_row = rng.random() < 0.5
    tallies = [*(puzzle.rows if is_row else puzzle.cols)]
    giver, taker = rng.sample(range(len(tallies)), 2)
    given, taken = tallies[giver], tallies[taker]
    if not given or taken is None or taken >= (puzzle.width if is_row else puzzle.height):
        return None
    tallies[giver], tallies[taker] = given - 1, taken + 1
    return puzzle.replace(rows=tallies) if is_row else puzzle.replace(cols=tallies)


def _with_given_moved(puzzle: Puzzle, rng: random.Random) -> Puzzle | None:
    """The puzzle with a given on another square; `None` if it has none, or one is there already."""
    if not puzzle.givens:
        return None
    moved = rng.choice([*puzzle.givens])
    square = rng.randrange(puzzle.height), rng.randrange(puzzle.width)
    if any(given.square == square for given in puzzle.givens):
        return None
    others = [given for given in puzzle.givens if given != moved]
    return puzzle.replace(givens=[*others, moved._replace(row=square[0], col=square[1])])


def row_of(puzzle: Puzzle) -> Row:
    """Explain one puzzle, and check its conflict."""
    start = time.process_time()
    explanation = bimaru.explain(puzzle, with_clues=True, time_limit=SECONDS)
    seconds = time.process_time() - start
    conflict = explanation.conflict
    is_minimal = conflict is not None and _is_minimal(puzzle, conflict)
    return Row(explanation.failure is not None, conflict, is_minimal, seconds)


def _is_minimal(puzzle: Puzzle, conflict: Conflict) -> bool:
    """Whether the clues leave no board, and without any one of them they leave one."""
    reason = Reason("contradiction", (), (), "", clues=conflict.clues)
    citations = Citations(puzzle)
    return citations.follows(reason) and not citations.superfluous(reason)


def print_rows(rows: Sequence[Row]) -> None:
    """Print the figures so far."""
    conflicts = [row.conflict for row in rows if row.conflict is not None]
    sizes = sorted(len(conflict.clues) for conflict in conflicts)
    seconds = sorted(row.seconds for row in rows)
    print(f"{len(rows)} puzzles without a solution:")
    print(f"  led to a contradiction by steps: {sum(row.is_led_to_contradiction for row in rows)}")
    print(f"  with a conflict: {len(conflicts)}; minimal by removal: {sum(row.is_minimal for row in rows)}")
    print(f"  proved to be smallest: {sum(conflict.smallest for conflict in conflicts)}")
    print(f"  led to by steps: {sum(conflict.failure is not None for conflict in conflicts)}")
    print(f"  with all smallest repairs: {sum(conflict.complete for conflict in conflicts)}")
    if sizes:
        print(f"  clues of a conflict, median and most: {median(sizes):g}, {sizes[-1]}")
    print(
        f"  CPU s, median, p95, most: {median(seconds):.2f}, {seconds[len(seconds) * 95 // 100]:.2f}, "
        f"{seconds[-1]:.2f}",
        flush=True,
    )


if __name__ == "__main__":
    main()
