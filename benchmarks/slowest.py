"""The slowest of many puzzles of each kind, to generate, to grade and to verify, in seconds of CPU time.

usage: python -m benchmarks.slowest [--puzzles 1000] [--kinds KIND...] [--workers 1] [--results FILE]

Everything that bimaru does with a puzzle that it made should end within `TARGET` seconds: with an answer or,
for at most one of a hundred puzzles, at a budget that is the same on every machine. What was measured is kept
in a file of JSON Lines, and not measured again; so a run may be interrupted.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

import bimaru
from bimaru.advice.explanation import UngradableError
from bimaru.generation.generator import maker_of
from bimaru.generation.recipe import Recipe
from bimaru.generation.tries import CannotGenerateError
from bimaru.polyominoes import NAMED, SETS
from bimaru.puzzle import Puzzle
from bimaru.study.certificate_checker import verify
from bimaru.study.certificates import certify, save

TARGET: Final = 10.0
"""Seconds that a task may take."""
_PENTOMINOES: Final = tuple(NAMED[name] for name in ("F5", "L5", "P5", "T5", "W5"))
RECIPES: Final = {
    "straight": Recipe(),
    "any grade": Recipe(grade="easy-fiendish"),
    "extreme": Recipe(grade="extreme"),
    "fiendish": Recipe(grade="fiendish"),
    "15x15": Recipe(size=(15, 15), fleet={5: 1, 4: 2, 3: 3, 2: 4, 1: 5}),
    "missing tallies": Recipe(missing_tallies=8),
    "missing tallies of any grade": Recipe(missing_tallies=20, grade="easy-fiendish"),
    "tetrominoes": Recipe(size=(9, 9), fleet={}, shapes=SETS["tetrominoes"]),
    "pentominoes": Recipe(fleet={}, shapes=_PENTOMINOES),
    "pentominoes by half-turns": Recipe(fleet={}, shapes=_PENTOMINOES, symmetry="half-turn"),
    "lettered": Recipe(fleet={}, words=("SHIP", "SEA", "BOAT", "UP")),
    "lettered with edges": Recipe(fleet={}, words=("SHIP", "SEA", "UP"), edges=("top", "left")),
    "straight, polyomino and lettered": Recipe(
        fleet={2: 1, 1: 2}, words=("SEA",), shapes=(NAMED["L4"], NAMED["T4"])
    ),
    "one row": Recipe(size=(1, 30), fleet={4: 1, 3: 1, 2: 2, 1: 2}),
}
TASKS: Final = ("generate", "grade", "verify")
T = TypeVar("T")


class Timed(NamedTuple):
    """The CPU time of a task, and how it ended: `done`, or at which `budget`."""

    seconds: float
    end: str


def timed(task: Callable[[], T]) -> tuple[Timed, T | None]:
    """What a task took, and what it gave, if anything."""
    start = time.process_time()
    result, end = None, "done"
    try:
        result = task()
    except (CannotGenerateError, UngradableError) as error:
        end = str(error)
    return Timed(time.process_time() - start, end), result


def measure(kind: str, seed: int) -> dict[str, Any]:
    """The three tasks with the puzzle of a seed; those after generating only if it gave one."""
    found: dict[str, Any] = {"kind": kind, "seed": seed}
    found["generate"], puzzle = timed(lambda: maker_of(RECIPES[kind]).make(seed))
    if puzzle is not None:
        found["grade"], _ = timed(lambda: bimaru.grade(puzzle))
        found["verify"] = _verified(puzzle)
    return found


def _verified(puzzle: Puzzle) -> Timed:
    with tempfile.TemporaryDirectory() as directory:
        save(certify(puzzle), Path(directory) / "certificate")
        return timed(lambda: verify(Path(directory) / "certificate"))[0]


def measured(path: Path) -> Iterator[dict[str, Any]]:
    """What an earlier run measured; a last line that was cut off is left out."""
    if path.exists():
        with path.open(encoding="utf-8") as lines:
            yield from (json.loads(line) for line in lines if line.endswith("\n"))


def table(results: list[dict[str, Any]]) -> str:
    """The slowest of each kind and task, as a table in Markdown."""
    lines = [
        "| kind | puzzles | task | median | slowest | seed | stopped at a budget |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for kind in RECIPES:
        of_kind = [result for result in results if result["kind"] == kind]
        for task in TASKS:
            if times := [(*result[task], result["seed"]) for result in of_kind if task in result]:
                seconds, _, seed = max(times)
                stopped = sum(end != "done" for _, end, _ in times)
                middle = statistics.median(time for time, _, _ in times)
                lines.append(
                    f"| {kind} | {len(times)} | {task} | {middle:.3f} | {seconds:.2f} | {seed} | {stopped} |"
                )
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.slowest", description=__doc__)
    parser.add_argument("--puzzles", type=int, default=1000, help="of each kind (default 1000)")
    parser.add_argument(
        "--kinds", nargs="+", choices=[*RECIPES], default=[*RECIPES], metavar="KIND", help="default all"
    )
    parser.add_argument("--workers", type=int, default=1, help="processes (default 1)")
    parser.add_argument(
        "--results", type=Path, default=Path("slowest.jsonl"), help="a file (default slowest.jsonl)"
    )
    options = parser.parse_args(arguments)
    results = [*measured(options.results)]
    known = {(result["kind"], result["seed"]) for result in results}
    wanted = [(kind, seed) for seed in range(1, options.puzzles + 1) for kind in options.kinds]
    with (
        ProcessPoolExecutor(options.workers) as pool,
        options.results.open("a", encoding="utf-8") as file,
    ):
        jobs = [pool.submit(measure, *job) for job in wanted if job not in known]
        for job in as_completed(jobs):
            results.append(job.result())
            file.write(f"{json.dumps(results[-1])}\n")
            file.flush()
            print(f"\r{len(results)} measured", end="", file=sys.stderr)
    print(f"\n{table(results)}")


if __name__ == "__main__":
    main()
