"""The command: record which tests execute what, try mutants, and sum up."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from benchmarks.mutants.faults import drawn
from benchmarks.mutants.recording import HERE, Recording, record
from benchmarks.mutants.selection import batches_for
from benchmarks.mutants.trials import Result, results_in, try_all


def summary(results: Iterable[Result]) -> str:
    """How many were killed, in total and in each folder, and which survived."""
    results = [*results]
    all_of = Counter(_folder(result) for result in results)
    killed = Counter(_folder(result) for result in results if not result.survived)
    width = max(map(len, all_of), default=0)
    lines = [f"{sum(killed.values())} of {len(results)} mutants were killed", ""]
    lines += [
        f"{folder:{width}}  {killed[folder]:3} of {number:3}" for folder, number in sorted(all_of.items())
    ]
    survivors = sorted(result.mutant for result in results if result.survived)
    return "\n".join([*lines, *(["", "Survived:", *survivors] if survivors else [])])


def _folder(result: Result) -> str:
    return result.mutant.partition(":")[0].partition("/")[0]


def main(arguments: Sequence[str], root: Path = HERE) -> None:
    """Try mutants until `--count` of them have results, or the time is up."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mutants", description=main.__doc__)
    parser.add_argument(
        "results", type=Path, nargs="?", help="a file of JSON Lines; without it, none is tried"
    )
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="start no mutant after this time")
    parser.add_argument("--only", default="", metavar="REGEX", help="modules, as in 'books/|formats/'")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="as many as there are cores")
    parser.add_argument("--coverage", type=Path, default=root / "build" / "mutants.coverage", metavar="FILE")
    parser.add_argument("--record", action="store_true", help="first run the suite, or `-- TESTS`, for FILE")
    own, tests = _split(arguments)
    options = parser.parse_args(own)
    if options.record:
        record(root, options.coverage, options.jobs, tests)
    if options.results is not None:
        _try(root, options)


def _split(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """What comes before `--` and after it."""
    at = [*arguments, "--"].index("--")
    return [*arguments[:at]], [*arguments[at + 1 :]]


def _try(root: Path, options: argparse.Namespace) -> None:
    end = time.monotonic() + options.seconds
    options.results.parent.mkdir(parents=True, exist_ok=True)
    recording = Recording(root, options.coverage) if options.coverage.exists() else None
    mutants = drawn(root, options.seed, options.count, options.only)
    known = results_in(options.results)
    new = [mutant for mutant in mutants if mutant.key not in known]
    for result in try_all(root, new, lambda mutant: batches_for(root, mutant, recording), options.jobs, end):
        known[result.mutant] = result
        with options.results.open("a", encoding="utf-8") as file:
            file.write(f"{json.dumps(result._asdict())}\n")
        print("survived" if result.survived else "killed  ", result.mutant, result.killer, flush=True)
    print(summary(known[mutant.key] for mutant in mutants if mutant.key in known))


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # which ends the tests that run, too
    main(sys.argv[1:])
