"""What pictures and booklets cost.

    python -m benchmarks.drawing [FILE...] [--booklet 1000]

Prints, as a Markdown table, the CPU milliseconds that a picture takes and the kilobytes it has, of puzzles
and of their answers, median and largest; every picture is drawn once, so that nothing is remembered of it.
Then what a booklet takes with answers found anew: its seconds, megabytes and the memory of the process.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

import bimaru
from bimaru import Board, Puzzle
from bimaru.books.booklet import Entry, Style, booklet
from bimaru.drawing.pdf_and_png import pdf, png
from bimaru.drawing.scene import scene
from bimaru.drawing.svg import svg

DATA: Final = Path(__file__).parents[1] / "tests" / "data"


class Cost(NamedTuple):
    """CPU seconds and bytes."""

    seconds: float
    size: int


def as_svg(puzzle: Puzzle, board: Board | None) -> bytes:
    """The SVG of a puzzle or a board."""
    return svg(scene(puzzle, board)).encode()


def as_pdf(puzzle: Puzzle, board: Board | None) -> bytes:
    """The same as PDF."""
    return pdf(scene(puzzle, board))


def as_png(puzzle: Puzzle, board: Board | None) -> bytes:
    """The same as PNG."""
    return png(scene(puzzle, board))


def main() -> None:
    """Measure what the arguments ask for."""
    parser = argparse.ArgumentParser(description="Measure drawing.")
    parser.add_argument(
        "files", nargs="*", type=Path, default=[DATA / "csplib014.jsonl", DATA / "boats.jsonl"]
    )
    parser.add_argument("--booklet", type=int, default=1000, help="puzzles of the booklet")
    options = parser.parse_args()
    puzzles = [puzzle for file in options.files for puzzle in bimaru.read_all(file)]
    puzzles = [puzzle for puzzle in puzzles if (puzzle.height, puzzle.width) == (10, 10)]
    boards = [bimaru.solve(puzzle).board for puzzle in puzzles]
    print(f"{len(puzzles)} puzzles of 10x10\n\n| | ms | slowest | kB | largest |\n|" + " --- |" * 5)
    for name, draw in (("SVG", as_svg), ("PDF", as_pdf), ("PNG", as_png)):
        print(row(name, [cost(draw, puzzle, None) for puzzle in puzzles[:100]]))
        print(
            row(
                f"{name}, answer",
                [cost(draw, *one) for one in islice(zip(puzzles, boards, strict=True), 100)],
            )
        )
    measure_booklet(list(islice(cycle(puzzles), options.booklet)))


def cost(draw: Callable[[Puzzle, Board | None], bytes], puzzle: Puzzle, board: Board | None) -> Cost:
    """What it takes to draw one picture."""
    start = time.process_time()
    drawn = draw(puzzle, board)
    return Cost(time.process_time() - start, len(drawn))


def row(name: str, costs: Sequence[Cost]) -> str:
    """A line of the table."""
    times, sizes = ([*values] for values in zip(*costs, strict=True))
    cells = (1000 * median(times), 1000 * max(times), median(sizes) / 1000, max(sizes) / 1000)
    return f"| {name} | " + " | ".join(f"{cell:.2f}" for cell in cells) + " |"


def measure_booklet(puzzles: Sequence[Puzzle]) -> None:
    """Write a booklet and print its time, solving included."""
    start = time.process_time()
    made = booklet(entries(puzzles), Style(per_page=4))
    seconds, memory = time.process_time() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    size = len(made) / 1e6
    what = f"A booklet of {len(puzzles)} puzzles with answers"
    print(f"\n{what}: {seconds:.1f} s, {size:.2f} MB; {memory:.0f} MB of memory")


def entries(puzzles: Sequence[Puzzle]) -> Iterator[Entry]:
    """Puzzles of a booklet, solved on the way."""
    for puzzle, result in zip(puzzles, bimaru.solve_many(puzzles), strict=True):
        yield Entry(puzzle, remark="hard", answer=result.board)


if __name__ == "__main__":
    main()
