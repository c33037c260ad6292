"""How well scores predict what explanations ask of a reader, and where the weights of scores come from.

    python -m benchmarks.grading [--lots easy:100:1:10 ...] [--fit]

Makes puzzles (grade, number, first seed, side), explains them, and prints for each grade, of the puzzles with
even seeds, a row of a Markdown table: their number, the rank correlation (Spearman) of the score with the
words, the words of the longest step, the headings and the notes alive, the mean error of the words where they
are predicted from counts, and the scores (first, second and third quartile).

`--fit` prints the weights of the plain techniques that fit the puzzles with odd seeds: words a step, a ship
square and a water square, none negative, the step's at least 1, with the least squares of the relative
errors; and, for *expert* and harder, the factor of the words of case analyses. Weights of squares that
hardly reduce the error are 0 in the table (`FITTED`), and the weight of missing tallies is not fitted: the
puzzles have none.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain
from math import exp, log
from statistics import mean, median, quantiles
from typing import Final, NamedTuple

import bimaru
from benchmarks.explaining import rank_correlation
from benchmarks.telling import Reading, reading_of
from bimaru.deduction.grading import BEYOND_EXPERT, GRADES, Work, plain_words, predicted_words
from bimaru.deduction.measuring import work_of
from bimaru.deduction.techniques import PLAIN

LOTS: Final = tuple(
    f"{grade}:{number}:9100:{side}"
    for grade in GRADES
    for number, side in ((60 if grade in BEYOND_EXPERT else 100, 10), (20, 8), (20, 7))
    if (grade, side) != ("fiendish", 7)  # none is found there
)
HEADS: Final = (
    "puzzles", "score, words", "longest step", "headings", "notes", "error", "scores",
)  # fmt: skip
FITTED: Final = tuple(
    (rung, kind)
    for rung, technique in enumerate(PLAIN)
    for kind, words in enumerate(technique.words)
    if (kind == 0 or words) and technique.name != "missing tally"
)
"""The weights that are fitted: rungs, with 0 for steps, 1 for ship squares, 2 for water squares."""
N_SWEEPS: Final = 3000


class Told(NamedTuple):
    """The work of a puzzle, as the ladder counts it, its score, and how its explanation reads."""

    seed: int
    grade: str
    work: Work
    score: float
    reading: Reading


def main() -> None:
    """Measure what the arguments ask for."""
    parser = argparse.ArgumentParser(description="Measure what scores predict.")
    parser.add_argument(
        "--lots", nargs="*", default=LOTS, metavar="GRADE:N:SEED:SIDE", help="puzzles to make"
    )
    parser.add_argument("--fit", action="store_true", help="fit the weights, on puzzles with odd seeds")
    options = parser.parse_args()
    by_grade: dict[str, list[Told]] = defaultdict(list)
    for one in chain.from_iterable(map(puzzles_told, options.lots)):
        by_grade[one.grade].append(one)
    print("| " + " | ".join(["", *HEADS]) + " |\n|" + " --- |" * (len(HEADS) + 1))
    for grade, told in by_grade.items():
        held_out = [one for one in told if one.seed % 2 == 0]
        print("| " + " | ".join([grade, *cells(held_out)]) + " |")
    if options.fit:
        print_fit({grade: [one for one in told if one.seed % 2] for grade, told in by_grade.items()})


def puzzles_told(lot: str) -> Iterator[Told]:
    """The puzzles of a lot, made and explained."""
    grade, *numbers = lot.split(":")
    number, first, side = map(int, numbers)
    for seed in range(first, first + number):
        puzzle = bimaru.generate((side, side), grade=grade, seed=seed)  # type: ignore[arg-type]  # one of `GRADES`
        work = work_of(puzzle, bimaru.solve(puzzle).boards[0], lambda: None)
        score = puzzle.provenance.score
        if work is not None and score is not None:
            yield Told(seed, grade, work, score, reading_of(puzzle))


def cells(told: Sequence[Told]) -> Iterator[str]:
    """The figures of a row."""
    scores = [one.score for one in told]
    words = [one.reading.words for one in told]
    yield str(len(told))
    yield agreement(scores, words)
    yield agreement(scores, [one.reading.longest for one in told])
    yield agreement(scores, [one.reading.headings for one in told])
    yield agreement(scores, [one.reading.alive for one in told])
    yield "-" if told[0].grade in BEYOND_EXPERT else f"{mean(map(error, told)):.0%}"
    yield ", ".join(f"{score:.2f}" for score in quantiles(scores, n=4))


def error(one: Told) -> float:
    """The relative error of the words predicted from counts."""
    return abs(predicted_words(one.work, one.grade) / one.reading.words - 1)


def agreement(first: Sequence[float], second: Sequence[float]) -> str:
    """The rank correlation; a dash where one of them is constant."""
    if len({*first}) == 1 or len({*second}) == 1:
        return "-"
    return f"{rank_correlation(first, second):.2f}"


# Fitting


def print_fit(by_grade: dict[str, list[Told]]) -> None:
    """Print the weights of plain techniques, and the factors of case analyses."""
    plain = [one for grade in GRADES[:3] for one in by_grade.get(grade, [])]
    weights = fitted([counts(one.work) for one in plain], [one.reading.words for one in plain])
    print(f"\n{weights[0]:.1f} words of any explanation")
    for (rung, kind), weight in zip(FITTED, weights[1:], strict=True):
        print(f"{PLAIN[rung].name}, {('steps', 'ship squares', 'water squares')[kind]}: {weight:.1f}")
    for grade in GRADES[3:]:
        ratios = [case_ratio(one) for one in by_grade.get(grade, [])]
        if ratios:
            print(f"case analyses, {grade}: today's factor times {exp(median(map(log, ratios))):.2f}")


def counts(work: Work) -> list[int]:
    """1, and what each fitted weight is multiplied by."""
    kinds = (work.steps, work.ships, work.waters)
    return [1, *(kinds[kind][rung] for rung, kind in FITTED)]


def fitted(rows: Sequence[Sequence[int]], words: Sequence[int]) -> list[float]:
    """The weights with the least squares of the relative errors, by descent along one after the other."""
    least = [0.0, *(float(kind == 0) for _, kind in FITTED)]
    columns = [
        [number / total for number, total in zip(column, words, strict=True)]
        for column in zip(*rows, strict=True)
    ]
    weights = [*least]
    rest = [
        1 - sum(weight * column[i] for weight, column in zip(weights, columns, strict=True))
        for i in range(len(rows))
    ]
    for _ in range(N_SWEEPS):
        for j, column in enumerate(columns):
            size = sum(value * value for value in column)
            if size:
                gain = sum(map(float.__mul__, column, rest)) / size
                weight = max(least[j], weights[j] + gain)
                rest = [
                    left - (weight - weights[j]) * value for left, value in zip(rest, column, strict=True)
                ]
                weights[j] = weight
    return weights


def case_ratio(one: Told) -> float:
    """The words of case analyses by those predicted."""
    plain = plain_words(one.work)
    return max(one.reading.words - plain, 20) / (predicted_words(one.work, one.grade) - plain)


if __name__ == "__main__":
    main()
