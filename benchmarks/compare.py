"""bimaru against the yardstick and a peer, in one run on the same boards.

    python -m benchmarks.compare [--sets csplib014 large] [--limit 20] [--seconds 120]

Prints, as a Markdown table, the CPU milliseconds that each takes to solve a puzzle and to prove
whether its board is the only one, from a puzzle in memory to the judged answer: model building
counts, nothing is kept from one call to the next, and one call comes first to warm up. Any
disagreement about the boards ends the run with an error.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Final, Generic, NamedTuple, TypeVar

import bimaru
from benchmarks import peer, yardstick
from benchmarks.yardstick import Answer
from bimaru import Puzzle, Result

DATA: Final = Path(__file__).parents[1] / "tests" / "data"
EXAMPLE: Final = DATA.parents[1] / "examples" / "csplib014-113.txt"
SETS: Final = (
    "csplib014",
    "boats easy",
    "boats normal",
    "boats tricky",
    "boats hard",
    "large",
    "solbat",
)

ALSO: Final = ("counting", "process")
HEADS: Final = (
    "boards",
    "puzzles",
    "yardstick",
    "`solve`",
    "`solve_many`",
    "`solve` against the yardstick",
    "`solve_many` against its median / mean",
    "multi-puzzle-solver",
    "`solve` against that",
)

Got = TypeVar("Got")


class Measured(NamedTuple, Generic[Got]):
    """CPU milliseconds, one figure a puzzle, and what was answered, in the puzzles' order."""

    spent: list[float]
    answers: list[Got]


def puzzles_of(name: str, limit: int | None = None) -> list[Puzzle]:
    """The first puzzles of a set; the word after a file's name is a level."""
    file, _, level = name.partition(" ")
    puzzles = bimaru.read_all(DATA / f"{file}.jsonl")
    return [puzzle for puzzle in puzzles if not level or puzzle.extra["difficulty"] == level][:limit]


def measure(call: Callable[[Puzzle], Got], puzzles: Sequence[Puzzle]) -> Measured[Got]:
    """Call once to warm up, then once with a fresh copy of every puzzle; all threads' time counts."""
    call(puzzles[0])
    measured: Measured[Got] = Measured([], [])
    for puzzle in puzzles:
        fresh = puzzle.replace()
        start = time.process_time()
        answer = call(fresh)
        measured.spent.append(1000 * (time.process_time() - start))
        measured.answers.append(answer)
    return measured


def measure_batch(puzzles: Sequence[Puzzle]) -> Measured[Result]:
    """The same for one call with all the puzzles: each gets an equal share of the time."""
    fresh = [puzzle.replace() for puzzle in puzzles]
    start = time.process_time()
    results = list(bimaru.solve_many(fresh, engine="search", workers=1))
    share = 1000 * (time.process_time() - start) / len(puzzles)
    return Measured([share] * len(puzzles), results)


def answer_of(result: Result) -> Answer:
    """What bimaru found, as the others say it."""
    return Answer(tuple(board.occupied() for board in result.boards), result.complete)


def verdict(answer: Answer) -> object:
    """What can be compared: no board or the only one, "several", or `None` where time ran out."""
    if len(answer.boards) > 1:
        return "several"
    return answer.boards if answer.complete else None


def check(puzzles: Sequence[Puzzle], one: Sequence[Answer], other: Sequence[Answer]) -> None:
    """Exit, naming them, if there are puzzles on which two solvers that finished disagree."""
    verdicts = zip(puzzles, map(verdict, one), map(verdict, other), strict=True)
    wrong = [str(puzzle.id) for puzzle, a, b in verdicts if a != b and None not in (a, b)]
    if wrong:
        sys.exit(f"the solvers disagree on {', '.join(wrong)}")


def spread(times: Sequence[float]) -> tuple[float, float, float]:
    """Median, 95th percentile and sum."""
    return statistics.median(times), sorted(times)[int(0.95 * (len(times) - 1))], sum(times)


def cell(figures: Iterable[float]) -> str:
    """One cell of the table, each figure to three digits."""
    return " / ".join(f"{figure:,.0f}" if figure >= 100 else f"{figure:.3g}" for figure in figures)


def line(name: str, puzzles: Sequence[Puzzle], seconds: float) -> str:
    """The line of the table for one set of puzzles."""
    report(f"{name}: bimaru")
    ours = measure(partial(bimaru.solve, engine="search"), puzzles)
    batch = measure_batch(puzzles)
    answers = [answer_of(result) for result in ours.answers]
    check(puzzles, answers, [answer_of(result) for result in batch.answers])

    report(f"{name}: the yardstick")
    yard = measure(partial(yardstick.solve, seconds=seconds), puzzles)
    check(puzzles, answers, yard.answers)
    unfinished = sum(verdict(answer) is None for answer in yard.answers)

    cells = [
        name,
        str(len(puzzles)),
        cell(spread(yard.spent)) + (f" ({unfinished} unfinished)" if unfinished else ""),
        cell(spread(ours.spent)),
        cell(batch.spent[:1]),
        cell(ratios(yard.spent, ours.spent)),
        cell([average(yard.spent) / batch.spent[0] for average in (statistics.median, statistics.mean)]),
        *peer_cells(name, puzzles, ours.spent, answers),
    ]
    return f"| {' | '.join(cells)} |"


def peer_cells(
    name: str, puzzles: Sequence[Puzzle], spent: Sequence[float], answers: Sequence[Answer]
) -> tuple[str, str]:
    """The peer's times, and bimaru's ratios to them, over the puzzles of the set that the peer takes."""
    # It lists every board, and those of solbat have thousands.
    chosen = [i for i, puzzle in enumerate(puzzles) if peer.takes(puzzle) and name != "solbat"]
    if not chosen:
        return "-", "-"
    report(f"{name}: the peer")
    taken = [puzzles[i] for i in chosen]
    theirs = measure(peer.solve, taken)
    check(taken, [answers[i] for i in chosen], theirs.answers)
    return cell(spread(theirs.spent)), cell(ratios(theirs.spent, [spent[i] for i in chosen]))


def ratios(slow: Sequence[float], fast: Sequence[float]) -> list[float]:
    """How many times as fast, by median, 95th percentile and sum."""
    return [a / b for a, b in zip(spread(slow), spread(fast), strict=True)]


def counting() -> str:
    """How long it takes to count the boards of all CSPLib puzzles without their givens."""
    puzzles = puzzles_of("csplib014")
    report("counting: bimaru")
    counted = measure(
        partial(bimaru.count, engine="search"), [puzzle.replace(givens=()) for puzzle in puzzles]
    )
    known = [puzzle.extra["n_solutions_without_hints"] for puzzle in puzzles]
    if known != counted.answers:
        sys.exit("the counts are wrong")
    report("counting: the yardstick")
    yard = statistics.median(measure(yardstick.solve, puzzles).spent)
    spent = sum(counted.spent)
    return (
        f"Without their givens the {len(puzzles)} CSPLib puzzles have {sum(counted.answers):,} boards, "
        f"all counted in {spent:,.0f} ms: {spent / yard:.1f} times the yardstick's median to solve one."
    )


def whole_process() -> str:
    """What `bimaru solve` costs from start to end, beside the mere import of CP-SAT."""
    report("whole process")
    ours = child_median("-m", "bimaru", "solve", str(EXAMPLE))
    theirs = child_median("-c", "from ortools.sat.python import cp_model")
    return (
        f"`bimaru solve` on one puzzle, the whole process: {ours:.0f} ms; "
        f"the mere import of CP-SAT: {theirs:.0f} ms, {theirs / ours:.1f} times as much."
    )


def child_median(*arguments: str) -> float:
    """CPU milliseconds of a Python process with these arguments, the median of several."""
    spent = []
    for _ in range(9):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *arguments], stdout=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent.append(1000 * (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime))
    return statistics.median(spent)


def report(text: str) -> None:
    """Show progress, where someone is watching."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}\r", end="", file=sys.stderr, flush=True)


def main() -> None:
    """Measure what the options name."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.compare", description=__doc__.split("\n")[0])
    parser.add_argument("--sets", nargs="+", choices=(*SETS, *ALSO), default=(*SETS, *ALSO))
    parser.add_argument("--limit", type=int, help="take only the first puzzles of each set")
    parser.add_argument("--seconds", type=float, default=120, help="for the yardstick, a puzzle")
    options = parser.parse_args()
    sets = [name for name in SETS if name in options.sets]
    if sets:
        print("CPU ms a puzzle, and times as fast: median / 95th percentile / sum; `solve_many`: the mean.\n")
        print(f"| {' | '.join(HEADS)} |\n|{' --- |' * len(HEADS)}")
    for name in sets:
        print(line(name, puzzles_of(name, options.limit), options.seconds), flush=True)
    if "counting" in options.sets:
        print(f"\n{counting()}")
    if "process" in options.sets:
        print(f"\n{whole_process()}")


if __name__ == "__main__":
    main()
