"""What explanations ask of a reader.

    python -m benchmarks.telling [FILE...] [--every 5] [--offset 2] [--made expert:60:7001 ...] [--why 0]

Prints, for each file and each lot of puzzles made here (grade, number, seed), a row of a Markdown table:
words a board (median, 95 in 100), words of the longest step of a board (median, 95 in 100, any), headings
(case analyses and notes) a board, how many boards have a supposition that answers no question (and how many
there are), notes (placements ruled out that a later step needs) alive at once (median, 95 in 100, any), how
far back they are cited in steps (median, 90 in 100), squares found by search and boards with any, and CPU
seconds (median, 95 in 100). By default files are the CSPLib boards.

`--why` asks, of as many squares at random, why they are what they are, and prints how many words that takes.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, product
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

import bimaru
from bimaru import Explanation, Puzzle, Step
from bimaru.deduction.languages.notation import word_count
from bimaru.deduction.reasons import Reason, Squares

DATA: Final = Path(__file__).parents[1] / "tests" / "data"
SEARCHED: Final = "found by search"
HEADS: Final = (
    "boards", "words", "longest step", "headings", "with a lone supposition", "notes alive", "reach-back",
    "by search", "CPU s",
)  # fmt: skip


class Reading(NamedTuple):
    """What one explanation asks of its reader."""

    words: int
    longest: int
    headings: int
    lone: int
    alive: int
    reaches: tuple[int, ...]
    searched: int
    seconds: float


def main() -> None:
    """Measure what the arguments ask for."""
    parser = argparse.ArgumentParser(description="Measure what explanations ask of a reader.")
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--every", type=int, default=5, help="take only every Nth puzzle of a file")
    parser.add_argument("--offset", type=int, default=2, help="the first that is taken, from 0")
    parser.add_argument("--made", nargs="*", default=[], metavar="GRADE:N:SEED", help="puzzles made here")
    parser.add_argument("--why", type=int, default=0, help="squares of which it is measured why")
    options = parser.parse_args()
    files = options.files or ([] if options.made else [DATA / "csplib014.jsonl"])
    lots = [
        (file.stem, [*islice(bimaru.read_all(file), options.offset, None, options.every)]) for file in files
    ]
    lots += [(lot, made(*lot.split(":"))) for lot in options.made]
    if options.why:
        for name, puzzles in lots:
            print_why(name, puzzles, options.why)
        return
    print("| " + " | ".join(["", *HEADS]) + " |\n|" + " --- |" * (len(HEADS) + 1))
    for name, puzzles in lots:
        print("| " + " | ".join([name, *cells([*map(reading_of, puzzles)])]) + " |", flush=True)


def made(grade: str, number: str, seed: str) -> list[Puzzle]:
    """Puzzles of a grade, made from a seed."""
    return [*bimaru.generate_many(int(number), grade=grade, seed=int(seed))]


def reading_of(puzzle: Puzzle) -> Reading:
    """Explain one puzzle."""
    start = time.process_time()
    explanation = bimaru.explain(puzzle)
    seconds = time.process_time() - start
    words = [n_words(step) for step in explanation]
    analyses = [step for step in explanation if step.cases]
    return Reading(
        sum(words),
        max(words, default=0),
        len(analyses),
        sum(step.question is None for step in analyses),
        most_alive(explanation),
        tuple(reaches(explanation)),
        sum(step.technique == SEARCHED for step in explanation),
        seconds,
    )


def n_words(step: Step) -> int:
    """The words of a step."""
    return word_count(step.text)


def links(step: Step) -> Iterator[Reason]:
    """Every link of a step."""
    yield from step.reasons
    for case in step.cases:
        yield from case.reasons
        if case.ending is not None:
            yield case.ending
        for inner in case.cases:
            yield from inner.reasons
            if inner.ending is not None:
                yield inner.ending


def most_alive(explanation: Explanation) -> int:
    """The most placements at once that a reader has to remember: ruled out by then, and needed later."""
    told: dict[Squares, int] = {}
    last_use: dict[Squares, int] = {}
    for number, step in enumerate(explanation, 1):
        for link in links(step):
            last_use |= dict.fromkeys(link.premises.barred, number)
        told |= dict.fromkeys(step.barred, number)
    alive = [0] * (len(explanation) + 1)
    for placement in last_use.keys() & told.keys():
        for later in range(told[placement], last_use[placement]):
            alive[later] += 1
    return max(alive)


def reaches(explanation: Explanation) -> Iterator[int]:
    """How many steps back each note is cited, each once a step."""
    for number, step in enumerate(explanation, 1):
        cited = {earlier for link in links(step) for earlier in link.barred_in}
        yield from (number - earlier for earlier in cited if earlier < number)


def cells(readings: Sequence[Reading]) -> Iterator[str]:
    """The figures of a row."""
    yield str(len(readings))
    yield f"{middle(readings, words_of)}, {most(readings, words_of)}"
    longest = [one.longest for one in readings]
    yield f"{median(longest):g}, {quantile(longest, 95)}, {max(longest)}"
    yield f"{median(one.headings for one in readings):g}"
    yield f"{sum(one.lone > 0 for one in readings)} ({sum(one.lone for one in readings)})"
    alive = [one.alive for one in readings]
    yield f"{median(alive):g}, {quantile(alive, 95)}, {max(alive)}"
    back = [reach for one in readings for reach in one.reaches]
    yield f"{median(back):g}, {quantile(back, 90)} of {len(back)}" if back else "-"
    searched = [one.searched for one in readings]
    yield f"{sum(searched)} on {sum(number > 0 for number in searched)}"
    seconds = [one.seconds for one in readings]
    yield f"{median(seconds):.2f}, {quantile(seconds, 95):.2f}"


def words_of(reading: Reading) -> int:
    """The words of an explanation."""
    return reading.words


def middle(readings: Sequence[Reading], figure: Callable[[Reading], int]) -> str:
    """The median of a figure."""
    return f"{median(map(figure, readings)):g}"


def most(readings: Sequence[Reading], figure: Callable[[Reading], int]) -> str:
    """What 95 in 100 do not exceed."""
    return f"{quantile([*map(figure, readings)], 95):g}"


def quantile(values: Sequence[float], percent: int) -> float:
    """What that many in 100 do not exceed."""
    return sorted(values)[min(len(values) * percent // 100, len(values) - 1)]


def print_why(name: str, puzzles: Sequence[Puzzle], number: int) -> None:
    """Print what arguments about squares at random cost."""
    generator = random.Random(3)
    words, seconds = [], []
    for _ in range(number):
        puzzle = generator.choice(puzzles)
        given = {one.square for one in puzzle.givens}
        squares = [at for at in product(range(puzzle.height), range(puzzle.width)) if at not in given]
        start = time.process_time()
        argument = bimaru.why(puzzle, generator.choice(squares))
        seconds.append(time.process_time() - start)
        words.append(sum(map(n_words, argument.steps)) or 10**6)
    brief = sum(one <= 250 for one in words)
    print(
        f"{name}: {number} squares, {brief} in at most 250 words, {words.count(10**6)} without steps; words, "
        f"median and 90 in 100: {median(words):g}, {quantile(words, 90)}; CPU s, median and 95 in 100: "
        f"{median(seconds):.2f}, {quantile(seconds, 95):.2f}",
        flush=True,
    )


if __name__ == "__main__":
    main()
