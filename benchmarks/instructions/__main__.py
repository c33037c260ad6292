"""Whether the working tree is faster than a commit, by the instructions that standard tasks take.

    python -m benchmarks.instructions [COMMIT] [--only REGEX] [--jobs 2] [--json FILE] [--list]

Both sides are compiled, each by its own `setup.py`; the commit (HEAD, unless another is named) in a folder
of `build/instructions`, which is kept. Every task runs once on each side under Valgrind, which counts
instructions whatever else the machine does, and a Markdown table compares the counts. They are not time:
they see neither caches nor waiting. Exits with 2 where the comparison is impossible.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from benchmarks.instructions.builds import ComparisonError, build_commit, build_working_tree, commit_of
from benchmarks.instructions.counting import COMMANDS, Counted, check_valgrind, count_commands, count_tasks
from benchmarks.instructions.report import Pair, as_json, table
from benchmarks.instructions.tasks import TASKS

NAMES: Final = (*COMMANDS, *TASKS)
Counter = Callable[[Path, Sequence[str]], Iterator[tuple[str, Counted]]]


def compare(before: Path, after: Path, names: Sequence[str], jobs: int) -> dict[str, Pair]:
    """Count tasks on both sides, in `jobs` processes at once."""
    with ThreadPoolExecutor(jobs) as pool:
        running = [
            (side, pool.submit(lambda count, dealt, side: [*count(side, dealt)], count, dealt, side))
            for side in (before, after)
            for count, dealt in shares(names, -(-jobs // 2))
        ]
        counted = {(side, name): row for side, job in running for name, row in job.result()}
    return {name: Pair(counted[before, name], counted[after, name]) for name in names}


def shares(names: Sequence[str], number: int) -> Iterator[tuple[Counter, list[str]]]:
    """What each process of one side counts: the tasks are dealt out to `number` of them, and the commands
    have one of their own."""
    tasks = [name for name in names if name in TASKS]
    commands = [name for name in names if name in COMMANDS]
    dealt = [(count_tasks, tasks[start::number]) for start in range(number)]
    yield from (share for share in (*dealt, (count_commands, commands)) if share[1])


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the comparison that the arguments ask for, and return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.instructions", description=__doc__.split("\n")[0]
    )
    parser.add_argument("commit", nargs="?", default="HEAD", help="what to compare with (HEAD)")
    parser.add_argument("--only", type=_pattern, default="", metavar="REGEX", help="only tasks that match")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes at once (all cores)")
    parser.add_argument("--list", action="store_true", help="print the names of the tasks and exit")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the counts to a file, too")
    options = parser.parse_args(arguments)
    names = [name for name in NAMES if re.search(options.only, name)]
    if options.jobs < 1:
        parser.error("--jobs must be at least 1")
    if not names:
        parser.error("--only fits no task; --list prints their names")
    if options.list:
        print("\n".join(names))
        return 0
    try:
        _print_comparison(options.commit, names, options.jobs, options.json)
    except ComparisonError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _print_comparison(commit: str, names: Sequence[str], jobs: int, file: Path | None) -> None:
    check_valgrind()
    commit = commit_of(commit)
    pairs = compare(build_commit(commit), build_working_tree(), names, jobs)
    print("\n".join(table(pairs)))
    if file:
        file.write_text(json.dumps({"commit": commit, **as_json(pairs)}, indent=1) + "\n", encoding="utf-8")


def _pattern(text: str) -> str:
    try:
        re.compile(text)
    except re.error as error:
        raise argparse.ArgumentTypeError(f"{error}") from None
    return text


if __name__ == "__main__":
    sys.exit(main())
