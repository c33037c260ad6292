"""Every published model with every solver, and solvers of others: puzzles decided, times, ablations, charts.

    python -m benchmarks.study DIRECTORY [--puzzles 30] [--seconds 20] [--only engines] [--engines sat search]
                                         [--minutes 60]

The directory gets `trials.jsonl`, the raw results, `report.md` with the tables, and the charts. A result is
written as soon as it is there, and is not measured again: the same command continues after an interruption,
and larger values add to what is there. `--puzzles 0` takes all of every set; `--minutes` begins no further
round of puzzles, one of each set, after so many.

Every trial proves a puzzle unique, or finds two boards (in `listing` all), one trial at a time, each engine
in a process of its own, which is killed with all that it has started at its limit of CPU seconds (Linux). A
disagreement between engines ends the study with an error.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from pathlib import Path

from benchmarks.study import boards
from benchmarks.study.plan import EXPERIMENTS, FILES, puzzles_of
from benchmarks.study.report import DisagreementError, keys_of, report, write
from benchmarks.study.trials import Results, close_workers
from bimaru.puzzle import Puzzle


def main() -> None:
    """Measure what is missing, and write the report."""
    names = [experiment.name for experiment in EXPERIMENTS]
    parser = argparse.ArgumentParser(prog="python -m benchmarks.study", description=__doc__.split("\n")[0])
    parser.add_argument("directory", type=Path, help="where results and report are kept")
    parser.add_argument("--puzzles", type=int, default=30, help="of each set; 0: all")
    parser.add_argument("--seconds", type=float, default=20, help="of CPU time, for each engine and puzzle")
    parser.add_argument(
        "--minutes", type=float, default=float("inf"), help="that the rounds may take to begin"
    )
    parser.add_argument("--only", nargs="+", choices=names, default=names, metavar="EXPERIMENT")
    parser.add_argument("--sets", nargs="+", default=[*boards.SETS, *FILES], metavar="SET")
    parser.add_argument(
        "--engines", nargs="+", metavar="ENGINE", help="of an experiment's engines only these"
    )
    options = parser.parse_args()
    directory, seconds, number = options.directory, options.seconds, options.puzzles or None
    end = time.monotonic() + 60 * options.minutes
    directory.mkdir(parents=True, exist_ok=True)
    results = Results(directory / "trials.jsonl")
    for experiment in (one for one in EXPERIMENTS if one.name in options.only):
        engines = [name for name in experiment.engines if name in (options.engines or experiment.engines)]
        chosen = [name for name in experiment.sets if name in options.sets]
        try:
            for puzzle in _rounds(chosen, number, end):
                for key in keys_of(experiment, puzzle, engines):
                    _show(f"{experiment.name}: {key[2]} on {puzzle.id}")
                    results.measure(puzzle, key, seconds)
        finally:
            close_workers(engines)
    try:
        text = report(directory, results, number, seconds)
    except DisagreementError as error:
        sys.exit(str(error))
    write(directory / "report.md", text)
    print(text, end="")


def _rounds(sets: Iterable[str], number: int | None, end: float) -> Iterator[Puzzle]:
    """The puzzles of the sets, one of each in turn; no new round after a time."""
    for puzzles in zip_longest(*(puzzles_of(name, number) for name in sorted(sets))):
        if time.monotonic() > end:
            return
        yield from (puzzle for puzzle in puzzles if puzzle is not None)


def _show(text: str) -> None:
    """Show progress on a terminal."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}\r", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
