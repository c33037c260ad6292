"""What it costs to make puzzles, against the targets.

    python -m benchmarks.generating [--seconds 5] [--only TEXT]

Prints, as a Markdown table, for each kind of puzzle: how many come a CPU second and how many should,
the CPU microseconds of one, how many times the median solve that is (the search kernel's, on the puzzles
just made, in the same run: on another machine look at this), and the givens of a puzzle. Then, what it
takes to minimise a puzzle with every square given, and to find the smallest number of clues.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from statistics import mean, median
from typing import Any, Final, NamedTuple, TypeVar

import bimaru
from bimaru import Puzzle
from bimaru.engines.kernel import KernelRun
from bimaru.engines.protocol import NO_LIMIT
from bimaru.generation.generator import Maker, maker_of
from bimaru.generation.minimisation import minimisation
from bimaru.generation.recipe import Recipe
from bimaru.generation.tries import CannotGenerateError
from bimaru.puzzle import Given
from bimaru.squares import Part


class Kind(NamedTuple):
    """Puzzles to be made, and how many are to come a CPU second."""

    name: str
    recipe: dict[str, Any]
    target: int | None = None


SEVEN: Final[dict[str, Any]] = {"size": (7, 7), "fleet": {3: 1, 2: 2, 1: 3}}
FIFTEEN: Final[dict[str, Any]] = {"size": (15, 15), "fleet": {5: 1, 4: 2, 3: 3, 2: 4, 1: 5}}
TWENTY: Final[dict[str, Any]] = {"size": (20, 20), "fleet": {6: 1, 5: 2, 4: 3, 3: 4, 2: 5, 1: 6}}
KINDS: Final = (
    Kind("10x10", {}, 6000),
    Kind("10x10 easy", {"grade": "easy"}, 4000),
    Kind("10x10 intermediate", {"grade": "intermediate"}, 2500),
    Kind("10x10 hard", {"grade": "hard"}, 1000),
    Kind("10x10 expert", {"grade": "expert"}, 2000),
    Kind("7x7", SEVEN, 10_000),
    Kind("15x15", FIFTEEN, 400),
    Kind("7x7 easy", SEVEN | {"grade": "easy"}, 12_000),
    Kind("7x7 hard", SEVEN | {"grade": "hard"}),
    Kind("15x15 easy", FIFTEEN | {"grade": "easy"}, 1000),
    Kind("15x15 hard", FIFTEEN | {"grade": "hard"}),
    Kind("15x15 expert", FIFTEEN | {"grade": "expert"}),
    Kind("20x20", TWENTY, 100),
    Kind("10x10 without givens", {"givens": ()}),
    Kind("10x10, half-turn", {"symmetry": "half-turn"}),
    Kind("10x10, 5 tallies missing", {"missing_tallies": 5}),
    Kind("10x10, no tallies", {"missing_tallies": 20}),
)
HEADS: Final = ("a CPU second", "target", "µs", "solves", "givens")

Answer = TypeVar("Answer")


def main() -> None:
    """Measure the kinds that the options name."""
    parser = argparse.ArgumentParser(description="Measure what it costs to make puzzles.")
    parser.add_argument("--seconds", type=float, default=5, help="CPU seconds for each kind")
    parser.add_argument("--only", default="", help="kinds with this in their name")
    options = parser.parse_args()
    print("| " + " | ".join(["", *HEADS]) + " |\n|" + " --- |" * (len(HEADS) + 1))
    for kind in KINDS:
        if options.only in kind.name:
            print("| " + " | ".join([kind.name, *cells(kind, options.seconds)]) + " |", flush=True)
    if options.only in "minimise":
        print_minimising(options.seconds)


def cells(kind: Kind, seconds: float) -> Iterator[str]:
    """The figures of a kind of puzzles."""
    maker = maker_of(Recipe(**kind.recipe))
    puzzles, spent = made(maker, seconds)
    each = spent / len(puzzles)
    solve = median(timed(solved, puzzle)[1] for puzzle in puzzles[:1000])
    yield f"{1 / each:.0f}"
    yield "" if kind.target is None else str(kind.target)
    yield f"{each * 1e6:.0f}"
    yield f"{each / solve:.1f}"
    yield f"{mean(len(puzzle.givens) for puzzle in puzzles):.1f}"


def made(maker: Maker, seconds: float) -> tuple[Sequence[Puzzle], float]:
    """The puzzles that come in that time, of one seed after the other, and the time they took."""
    puzzles = []
    start = time.process_time()
    for seed in count(1):
        try:
            puzzles.append(maker.make(seed))
        except CannotGenerateError as reason:
            print(f"seed {seed}: {reason}")
        if (spent := time.process_time() - start) >= seconds:
            return puzzles, spent
    raise AssertionError


def solved(puzzle: Puzzle) -> int:
    """The number of boards, by the search kernel."""
    return len(list(KernelRun(puzzle, NO_LIMIT)))


def timed(work: Callable[[Puzzle], Answer], puzzle: Puzzle) -> tuple[Answer, float]:
    """The answer and the CPU seconds that it took."""
    start = time.process_time()
    answer = work(puzzle)
    return answer, time.process_time() - start


def print_minimising(seconds: float) -> None:
    """Print what it takes to minimise 10x10 puzzles with every square given."""
    bimaru.minimise(full(1))  # so that nothing is still to be loaded
    costs, smallest, kept = [], [], []
    start = time.process_time()
    for seed in count(1):
        puzzle = full(seed)
        costs.append(timed(bimaru.minimise, puzzle)[1])
        found, spent = timed(lambda puzzle: minimisation(puzzle, smallest=True), puzzle)
        smallest.append(spent)
        kept.append(found)
        if time.process_time() - start >= seconds:
            break
    proved = sum(bool(one.smallest) for one in kept)
    print(f"\nminimise, every square given: median {1e3 * median(costs):.2f} ms (target 15), of {len(costs)}")
    print(
        f"--smallest: median {median(smallest):.2f} s, {proved} of {len(kept)} proved, "
        f"{mean(one.clues for one in kept):.1f} clues"
    )


def full(seed: int) -> Puzzle:
    """A puzzle with every square given."""
    puzzle = bimaru.generate(seed=seed)
    board = bimaru.Board.from_data(puzzle.provenance.solution)
    return puzzle.replace(
        givens=[Given(*at, Part.WATER if mark == "." else mark) for at, mark in board.squares()]
    )


if __name__ == "__main__":
    main()
