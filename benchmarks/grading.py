"""How well scores predict what explanations ask of a reader, and where the words of plain steps come from.

    python -m benchmarks.grading [--lots easy:100:1:10 ...] [--fit]

Makes puzzles (grade, number, first seed, side), explains them, and prints for each grade, of the puzzles with
even seeds, a row of a Markdown table: their number, the rank correlation (Spearman) of the score with the
words, the words of the longest step, the headings and the notes alive, the milliseconds that a score takes
(median), and the scores (first, second and third quartile).

`--fit` prints how many words go with each thing that sentences of plain steps name or list
(`finding/plain_words.py`), and how many with any explanation; then the same of each sentence, and of each
water square that it settles (`finding/plain.py`). They fit the puzzles up to *hard* with odd seeds: none is
negative, and the squares of the relative errors are least.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from statistics import median, quantiles
from typing import Final, NamedTuple, TypeAlias

import bimaru
from benchmarks.explaining import rank_correlation
from benchmarks.telling import Reading, reading_of
from bimaru import Puzzle
from bimaru.deduction.finding.citations import State
from bimaru.deduction.finding.plain import Round, briefest_rounds
from bimaru.deduction.finding.plain_words import contents
from bimaru.deduction.finding.start import NumberedClues
from bimaru.grading.grades import BEYOND_EXPERT, GRADES

LOTS: Final = tuple(
    f"{grade}:{number}:9100:{side}"
    for grade in GRADES
    for number, side in ((60 if grade in BEYOND_EXPERT else 100, 10), (20, 8), (20, 7))
    if (grade, side) != ("fiendish", 7)  # none is found there
)
HEADS: Final = (
    "puzzles", "score, words", "longest step", "headings", "notes", "ms", "scores",
)  # fmt: skip
N_SWEEPS: Final = 3000

Counting: TypeAlias = Callable[[State, Round], Iterable[tuple[str, int]]]
"""Counts in a round what words are fitted to, each kind by its name."""


class Told(NamedTuple):
    """A puzzle, its score, the milliseconds that took, and how its explanation reads."""

    seed: int
    puzzle: Puzzle
    score: float
    milliseconds: float
    reading: Reading


def main() -> None:
    """Measure what the arguments ask for."""
    parser = argparse.ArgumentParser(description="Measure what scores predict.")
    parser.add_argument(
        "--lots", nargs="*", default=LOTS, metavar="GRADE:N:SEED:SIDE", help="puzzles to make"
    )
    parser.add_argument("--fit", action="store_true", help="fit the words, on puzzles with odd seeds")
    options = parser.parse_args()
    by_grade: dict[str, list[Told]] = defaultdict(list)
    for lot in options.lots:
        by_grade[lot.split(":")[0]] += puzzles_told(lot)
    print("| " + " | ".join(["", *HEADS]) + " |\n|" + " --- |" * (len(HEADS) + 1))
    for grade, told in by_grade.items():
        held_out = [one for one in told if one.seed % 2 == 0]
        print("| " + " | ".join([grade, *cells(held_out)]) + " |")
    if options.fit:
        fitting = [one for grade in GRADES[:3] for one in by_grade[grade] if one.seed % 2]
        print_fit(fitting, contents)
        print_fit(fitting, sentences)


def puzzles_told(lot: str) -> Iterator[Told]:
    """The puzzles of a lot, made and explained."""
    grade, *numbers = lot.split(":")
    number, first, side = map(int, numbers)
    for seed in range(first, first + number):
        puzzle = bimaru.generate((side, side), grade=grade, seed=seed)  # type: ignore[arg-type]  # one of `GRADES`
        start = time.process_time()
        score = puzzle.provenance.score
        milliseconds = 1000 * (time.process_time() - start)
        if score is not None:
            yield Told(seed, puzzle, score, milliseconds, reading_of(puzzle))


def cells(told: Sequence[Told]) -> Iterator[str]:
    """The figures of a row."""
    scores = [one.score for one in told]
    yield str(len(told))
    yield agreement(scores, [one.reading.words for one in told])
    yield agreement(scores, [one.reading.longest for one in told])
    yield agreement(scores, [one.reading.headings for one in told])
    yield agreement(scores, [one.reading.alive for one in told])
    yield f"{median(one.milliseconds for one in told):.1f}"
    yield ", ".join(f"{score:.2f}" for score in quantiles(scores, n=4))


def agreement(first: Sequence[float], second: Sequence[float]) -> str:
    """The rank correlation; a dash where one of them is constant."""
    if len({*first}) == 1 or len({*second}) == 1:
        return "-"
    return f"{rank_correlation(first, second):.2f}"


# Fitting


def print_fit(told: Sequence[Told], counts: Counting) -> None:
    """Print the words of what plain steps are counted by, and of any explanation."""
    found = [counted(one.puzzle, counts) for one in told]
    kinds = sorted({*chain.from_iterable(found)})
    rows = [[1, *(one[kind] for kind in kinds)] for one in found]
    weights = fitted(rows, [one.reading.words for one in told])
    print()
    for kind, weight in zip(["any explanation", *kinds], weights, strict=True):
        print(f"{kind}: {weight:.1f}")


def counted(puzzle: Puzzle, counts: Counting) -> Counter[str]:
    """What the plain steps of an explanation are counted by."""
    state = NumberedClues(puzzle).start()
    state.tells = True
    found: Counter[str] = Counter()
    for one in briefest_rounds(state):
        for kind, number in counts(state, one):
            found[kind] += number
    return found


def sentences(_: State, one: Round) -> Iterator[tuple[str, int]]:
    """The sentences of a round, and their water squares."""
    for technique, n_water in one.sentences():
        kind = f"technique {technique}{', starving' * one.starves}"
        yield f"{kind}, a sentence", 1
        yield f"{kind}, a water square", n_water


def fitted(rows: Sequence[Sequence[int]], words: Sequence[int]) -> list[float]:
    """The weights with the least squares of the relative errors, by descent along one after the other."""
    columns = [
        [number / total for number, total in zip(column, words, strict=True)]
        for column in zip(*rows, strict=True)
    ]
    weights = [0.0] * len(columns)
    rest = [1.0] * len(rows)
    for _ in range(N_SWEEPS):
        for j, column in enumerate(columns):
            size = sum(value * value for value in column)
            if size:
                gain = sum(map(float.__mul__, column, rest)) / size
                weight = max(0.0, weights[j] + gain)
                rest = [
                    left - (weight - weights[j]) * value for left, value in zip(rest, column, strict=True)
                ]
                weights[j] = weight
    return weights


if __name__ == "__main__":
    main()
