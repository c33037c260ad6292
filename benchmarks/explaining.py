"""How far explanations lead, what they cost, and what the grades are worth.

    python -m benchmarks.explaining [FILE...] [--limit 20] [--every 1] [--sound] [--noise] [--work] [--needed]
        [--why 100]

Prints, as a Markdown table, for each file and level in it: how many puzzles are explained to the end, how
many without case analysis and without one nested in another, the median number of case analyses and of
the suppositions in them, the median CPU milliseconds of `explain` and of `grade`, and the grades;
then the rank correlation (Spearman) of the scores with the levels that the puzzles came with.

`--sound` asks the search kernel of every step, in each of the eight orientations of the puzzle, whether its
squares follow from those known before. `--noise` adds to each puzzle every true hint, one at a time,
and reports how much harder that made it at most, and how often. `--work` prints, instead of the table, what
reading costs: the links of the analyses, the words of the longest step and of a hint where plain techniques
are stuck, and the CPU seconds to the first step and to the last, refining included. `--needed` prints how
many case analyses cite a clue without which a SAT solver, which may use any argument, refutes the same
supposition, and how many clues analyses cite (with `tests/support` in PYTHONPATH). `--why` takes squares at
random, of puzzles graded hard or higher, and prints how many have an argument, its steps and words, and the
CPU seconds.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, islice, product
from pathlib import Path
from statistics import correlation, mean, median
from typing import Final, NamedTuple, TypeVar

import bimaru
from bimaru import Board, Explanation, Puzzle, Step
from bimaru.advice import start_explanation
from bimaru.advice.position import givens_of, with_givens
from bimaru.board import WATER
from bimaru.engines.kernel import KernelRun
from bimaru.engines.protocol import NO_LIMIT
from bimaru.grading.grades import GRADES
from bimaru.puzzle import Given
from bimaru.squares import Part, Square
from bimaru.symmetry import Turn

DATA: Final = Path(__file__).parents[1] / "tests" / "data"
LEVELS: Final = ("easy", "normal", "tricky", "hard")
HEADS: Final = (
    "puzzles", "explained", "no case analysis", "none nested", "case analyses", "suppositions",
    "`explain` ms", "slowest", "`grade` ms", "grades",
)  # fmt: skip

Answer = TypeVar("Answer")


class Row(NamedTuple):
    """What was measured of one puzzle."""

    explanation: Explanation
    seconds: float
    grade_seconds: float


def main() -> None:
    """Measure what the arguments ask for."""
    parser = argparse.ArgumentParser(description="Measure explanations and grades.")
    parser.add_argument(
        "files", nargs="*", type=Path, default=[DATA / "boats.jsonl", DATA / "csplib014.jsonl"]
    )
    parser.add_argument("--limit", type=int, help="puzzles of each file")
    parser.add_argument("--sound", action="store_true", help="check every step in all orientations")
    parser.add_argument("--noise", action="store_true", help="measure how hints change the score")
    parser.add_argument("--every", type=int, default=1, help="take only every Nth puzzle")
    parser.add_argument("--work", action="store_true", help="measure what reading costs")
    parser.add_argument("--needed", action="store_true", help="count analyses with superfluous clues")
    parser.add_argument("--why", type=int, default=0, help="squares of which it is measured why")
    options = parser.parse_args()
    if options.work or options.needed or options.why:
        for file in options.files:
            puzzles = [*islice(bimaru.read_all(file), 0, options.limit, options.every)]
            if options.work:
                print_work(file.stem, puzzles)
            if options.needed:
                print_needed(file.stem, puzzles)
            if options.why:
                print_why(file.stem, puzzles, options.why)
        return
    print("| " + " | ".join(["", *HEADS]) + " |\n|" + " --- |" * (len(HEADS) + 1))
    levelled: list[tuple[str, float]] = []
    for file in options.files:
        puzzles = [*islice(bimaru.read_all(file), 0, options.limit, options.every)]
        levelled += measure(file.stem, puzzles)
        if options.sound:
            print(f"{file.stem}: {sum(map(check, puzzles))} steps in all orientations, all sound")
        if options.noise:
            print_noise(file.stem, puzzles)
    if len({level for level, _ in levelled}) > 1:
        levels, scores = zip(*levelled, strict=True)
        value = rank_correlation([LEVELS.index(level) for level in levels], scores)
        print(f"Spearman's rank correlation of scores and levels: {value:.2f}")


def measure(name: str, puzzles: Sequence[Puzzle]) -> Iterator[tuple[str, float]]:
    """Print a row for each level, and give the level and score of each puzzle that has both."""
    by_level: dict[str, list[Row]] = defaultdict(list)
    for puzzle in puzzles:
        level = str(puzzle.extra.get("difficulty") or "")
        explanation, seconds = timed(bimaru.explain, puzzle)
        grade, grade_seconds = (None, 0.0) if explanation.grade is None else timed(bimaru.grade, puzzle)
        if grade is not None and grade.score != getattr(explanation.grade, "score", None):
            raise SystemExit(f"{puzzle!r}: graded {grade.score}, explained {explanation.grade}")
        by_level[level].append(Row(explanation, seconds, grade_seconds))
        if grade is not None and level in LEVELS:
            yield level, grade.score
    for level, rows in by_level.items():
        print("| " + " | ".join([f"{name} {level}".strip(), *cells(rows)]) + " |", flush=True)


def timed(work: Callable[[Puzzle], Answer], puzzle: Puzzle) -> tuple[Answer, float]:
    """The answer and the CPU seconds that it took."""
    start = time.process_time()
    answer = work(puzzle)
    return answer, time.process_time() - start


def cells(rows: Sequence[Row]) -> Iterator[str]:
    """The figures of a row of the table."""
    depths = [max((step.depth for step in row.explanation), default=0) for row in rows]
    yield str(len(rows))
    yield str(sum(row.explanation.solved for row in rows))
    yield str(sum(depth == 0 for depth in depths))
    yield str(sum(depth < 2 for depth in depths))
    yield f"{median(sum(step.depth > 0 for step in row.explanation) for row in rows):g}"
    yield f"{median(sum(len(step.cases) for step in row.explanation) for row in rows):g}"
    yield f"{1000 * median(row.seconds for row in rows):.1f}"
    yield f"{1000 * max(row.seconds for row in rows):.0f}"
    yield f"{1000 * median(row.grade_seconds for row in rows):.2f}"
    grades = Counter(row.explanation.grade or "none" for row in rows)
    yield ", ".join(f"{number} {grade}" for grade, number in sorted(grades.items()))


def ranks(values: Sequence[float]) -> list[float]:
    """Each value's place in their order, ties sharing the mean of theirs."""
    return [sum(other < one for other in values) + (values.count(one) - 1) / 2 for one in values]


def rank_correlation(first: Sequence[float], second: Sequence[float]) -> float:
    """Spearman's."""
    return correlation(ranks(first), ranks(second))


# Soundness


def check(puzzle: Puzzle) -> int:
    """Check every step in all orientations; how many there were."""
    number = 0
    for turns in product((False, True), repeat=3):
        turned = turned_by(Turn(puzzle.height, puzzle.width, *turns), puzzle)
        before = Board.unknown(turned.height, turned.width)
        for step in bimaru.explain(turned):
            if wrong := not_implied(turned, before, step):
                raise SystemExit(f"{puzzle!r}: {wrong} do not follow: {step}")
            before = step.board
            number += 1
    return number


def turned_by(turn: Turn, puzzle: Puzzle) -> Puzzle:
    """The puzzle, turned."""
    rows, cols = turn.tallies(puzzle)
    return puzzle.replace(rows=rows, cols=cols, givens=[turn.given(given) for given in puzzle.givens])


def not_implied(puzzle: Puzzle, before: Board, step: Step) -> list[Square]:
    """The squares of a step that do not follow from those known before."""
    known = with_givens(puzzle, givens_of(before))
    against = [*((at, Part.SHIP) for at in step.water), *((at, Part.WATER) for at in step.ship)]
    tried = ((at, known.replace(givens=[*known.givens, Given(*at, kind.value)])) for at, kind in against)
    return [at for at, other in tried if next(KernelRun(other, NO_LIMIT), None) is not None]


# What reading costs


class Reading(NamedTuple):
    """What one explanation costs: the links of each analysis, the words of the longest step and of the hint
    where plain techniques are stuck (0 if they are not), and CPU seconds."""

    solved: bool
    links: tuple[int, ...]
    longest: int
    hint: int
    first: float
    whole: float


def print_work(name: str, puzzles: Sequence[Puzzle]) -> None:
    """Print the figures of a file."""
    readings = [reading_of(puzzle) for puzzle in puzzles]
    links = [number for one in readings for number in one.links]
    whole = sorted(one.whole for one in readings)
    hints = [one.hint for one in readings if one.hint]
    print(f"{name}: {len(readings)} boards, {sum(one.solved for one in readings)} explained to the end")
    print(
        f"  every analysis at most 20 links: {mean(max(one.links, default=0) <= 20 for one in readings):.0%}"
    )
    print(f"  links a board, median: {median(sum(one.links) for one in readings):g}")
    print(f"  links of an analysis, mean: {mean(links) if links else 0:.1f}")
    print(f"  words of the longest step, median: {median(one.longest for one in readings):g}")
    print(f"  words of a hint, median: {median(hints) if hints else 0:g}; at most {max(hints, default=0)}")
    print(
        f"  CPU s, first step, median and most: {median(one.first for one in readings):.3f}, "
        f"{max(one.first for one in readings):.3f}"
    )
    print(
        f"  CPU s, whole, median, p95, most: {median(whole):.2f}, {whole[len(whole) * 95 // 100]:.2f}, "
        f"{whole[-1]:.2f}",
        flush=True,
    )


def reading_of(puzzle: Puzzle) -> Reading:
    """Explain one puzzle, and get a hint where plain techniques are stuck."""
    start = time.process_time()
    next(iter(start_explanation(puzzle)), None)
    first = time.process_time() - start
    explanation, whole = timed(bimaru.explain, puzzle)
    links = tuple(len(case.reasons) for step in explanation for case in step.cases)
    longest = max((len(step.text.split()) for step in explanation), default=0)
    analyses = [i for i, step in enumerate(explanation) if step.depth]
    words = 0
    if analyses and analyses[0]:
        text = bimaru.hint(puzzle, explanation[analyses[0] - 1].board).text
        words = len((text or "").split())
    return Reading(explanation.solved, links, longest, words, first, whole)


def print_needed(name: str, puzzles: Sequence[Puzzle]) -> None:
    """Print how many case analyses cite clues that are superfluous, by a SAT solver."""
    from citations import Citations  # needs python-sat, as no other measurement

    superfluous: list[bool] = []
    clues: list[int] = []
    for puzzle in puzzles:
        citations = Citations(puzzle)
        analyses = [step for step in bimaru.explain(puzzle) if step.cases]
        for reason in chain.from_iterable(step.reasons for step in analyses):
            superfluous.append(bool(citations.superfluous(reason)))
            clues.append(len(reason.clues))
    print(f"{name}: {len(puzzles)} boards, {len(clues)} case analyses, {mean(clues):.1f} clues each")
    print(f"  with a superfluous clue: {mean(superfluous):.1%}", flush=True)


def print_why(name: str, puzzles: Sequence[Puzzle], number: int) -> None:
    """Print what arguments about squares at random cost, of puzzles graded hard or higher."""
    generator = random.Random(1)
    hard = [puzzle for puzzle in puzzles if GRADES.index(bimaru.grade(puzzle)) >= GRADES.index("hard")]
    steps: list[int] = []
    words: list[int] = []
    seconds: list[float] = []
    proved = 0
    for _ in range(number):
        puzzle = generator.choice(hard)
        given = {one.square for one in puzzle.givens}
        squares = [*product(range(puzzle.height), range(puzzle.width))]
        square = generator.choice([at for at in squares if at not in given])
        argument, time_taken = timed(partial(bimaru.why, square=square), puzzle)
        proved += bool(argument.steps)
        steps.append(len(argument.steps))
        words.append(sum(len(step.text.split()) for step in argument.steps))
        seconds.append(time_taken)
    print(f"{name}: {number} squares of {len(hard)} boards, {proved} with an argument")
    print(f"  steps, median and most: {median(steps):g}, {max(steps)}; words, median: {median(words):g}")
    print(f"  CPU s, median and most: {median(seconds):.2f}, {max(seconds):.2f}", flush=True)


# Noise


def print_noise(name: str, puzzles: Sequence[Puzzle]) -> None:
    """Print how much harder true hints make puzzles."""
    changes = [change for puzzle in puzzles for change in hinted_changes(puzzle)]
    harder = sorted(change for change in changes if change > 0)
    share = len(harder) / max(len(changes), 1)
    most = harder[-1] if harder else 0
    print(f"{name}: of {len(changes)} true hints {share:.2%} raise the score, by {most:.2f} at most")


def hinted_changes(puzzle: Puzzle) -> Iterator[float]:
    """What each true hint adds to the score."""
    board = bimaru.solve(puzzle).boards[0]
    before = bimaru.grade(puzzle).score
    hinted = {given.square for given in puzzle.givens}
    for at, mark in board.squares():
        if at not in hinted:
            hint = Given(*at, Part.WATER.value if mark == WATER else mark)
            yield bimaru.grade(puzzle.replace(givens=[*puzzle.givens, hint])).score - before


if __name__ == "__main__":
    main()
