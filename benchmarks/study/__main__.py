"""Every published model with every solver, on all sets of puzzles: sizes, times, ablations, charts.

    python -m benchmarks.study DIRECTORY [--puzzles 3] [--seconds 20] [--only solvers csc384]

The directory gets `trials.jsonl` and `sizes.jsonl`, the raw results, `report.md` with the tables, and the
charts. A result is written as soon as it is there, and is not measured again: the same command continues
after an interruption, and larger values add to what is there. `--puzzles 0` takes all of every set.

Every trial proves a puzzle unique, or finds two boards (in `listing` all), with one thread, one trial at a
time. Times are CPU seconds of all processes on Linux. A disagreement between engines ends the study with
an error.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection, Iterable, Iterator
from itertools import chain, product
from pathlib import Path
from typing import Final

from benchmarks.study.plan import EXPERIMENTS, FILES, SETS, PuzzleSet
from benchmarks.study.report import DisagreementError, report, write
from benchmarks.study.sizes import FORMULAS, MODELS, Sizes
from benchmarks.study.trials import Results
from bimaru.puzzle import Puzzle

SIZES: Final = "sizes"


def main() -> None:
    """Measure what is missing, and write the report."""
    names = [SIZES, *(experiment.name for experiment in EXPERIMENTS)]
    parser = argparse.ArgumentParser(prog="python -m benchmarks.study", description=__doc__.split("\n")[0])
    parser.add_argument("directory", type=Path, help="where results and report are kept")
    parser.add_argument("--puzzles", type=int, default=3, help="of each set; 0: all")
    parser.add_argument("--seconds", type=float, default=20, help="for each engine and puzzle")
    parser.add_argument("--only", nargs="+", choices=names, default=names, metavar="EXPERIMENT")
    parser.add_argument("--sets", nargs="+", default=[one.name for one in (*SETS, *FILES)], metavar="SET")
    arguments = parser.parse_args()
    directory, seconds, number = arguments.directory, arguments.seconds, arguments.puzzles or None
    directory.mkdir(parents=True, exist_ok=True)
    results, sizes = Results(directory / "trials.jsonl"), Sizes(directory / "sizes.jsonl")
    if SIZES in arguments.only:
        for puzzle, model in _pairs(SETS, arguments.sets, number, (*MODELS, *FORMULAS)):
            _show(f"size of {model} for {puzzle.id}")
            sizes.measure(puzzle, model, seconds)
    for experiment in (one for one in EXPERIMENTS if one.name in arguments.only):
        for puzzle, engine in _pairs(experiment.sets, arguments.sets, number, experiment.engines):
            _show(f"{experiment.name}: {engine} on {puzzle.id}")
            results.measure(puzzle, engine, experiment, seconds)
    try:
        text = report(directory, results, sizes, number, seconds)
    except DisagreementError as error:
        sys.exit(str(error))
    write(directory / "report.md", text)
    print(text, end="")


def _pairs(
    sets: Iterable[PuzzleSet], wanted: Collection[str], number: int | None, names: Iterable[str]
) -> Iterator[tuple[Puzzle, str]]:
    """Every puzzle with every name, of the sets that are wanted; others always are."""
    optional = {one.name for one in (*SETS, *FILES)}
    chosen = (one for one in sets if one.name in wanted or one.name not in optional)
    return product(chain.from_iterable(one.puzzles(number) for one in chosen), tuple(names))


def _show(text: str) -> None:
    """Show progress on a terminal."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}\r", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
