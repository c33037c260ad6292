"""`bimaru stats`: statistics of many puzzles."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from textwrap import fill
from typing import Any

import click

from bimaru import puzzle_statistics
from bimaru.cli import options
from bimaru.cli.batch import puzzle_batch, puzzle_work
from bimaru.cli.command import command
from bimaru.cli.declarations import flag
from bimaru.cli.error_reports import BadInputError
from bimaru.cli.exit_codes import Exit
from bimaru.cli.output import choose_look, open_output
from bimaru.cli.output_protocol import NoOutput
from bimaru.cli.progress import counted_items, note_read, progress_line
from bimaru.cli.workers import Workers, shared_work
from bimaru.drawing.histogram import grouped, histogram
from bimaru.drawing.terminal import PAGE
from bimaru.formats.input_files import is_directory, shards_in
from bimaru.puzzle_collections.records import faults_in, summary_of
from bimaru.puzzle_statistics import features_of


@command()
def stats(
    paths: tuple[str, ...] = options.paths,
    grading: bool = flag("--grade", "Grade the puzzles instead of using recorded grades."),
    verifying: bool = flag("--verify", "Check the files of collections; count only if all is well."),
    time_limit: float | None = options.time_limit,
    workers: Workers = shared_work,
    as_json: bool = options.as_json,
    ascii_only: bool = options.ascii_only,
    target: str | None = options.output,
) -> Exit:
    """Chart puzzles by size, ships, givens and grade.

    Grades and scores are those recorded in the puzzles; --grade computes them. For a collection,
    its progress and the number of seeds used are shown, too. --verify compares every file of a
    collection with the sizes, digests and number of puzzles recorded when it was made; each fault
    is reported, and the exit code is 1.

    \b
    With --json, one object for all puzzles, with the number of each:
      {"puzzles", "grades", "scores", "givens", "kinds", "missing_tallies",
       "sizes", "fleets", "collections"}

    \b
    Example:
      bimaru stats puzzles.jsonl
      bimaru stats --grade --json puzzles.jsonl
    """
    if verifying and _report_faults(paths):
        return Exit.FAILED
    look = choose_look(target, ascii=ascii_only)
    work = puzzle_work(partial(features_of, grading=grading, time_limit=time_limit))
    with progress_line(NoOutput()):
        one_by_one = grading or workers.are_elsewhere
        found, rest = (puzzle_statistics.Statistics(), paths) if one_by_one else _count_files(paths, workers)
    batch = puzzle_batch(rest)
    with counted_items(batch.answers(work, workers.map)) as answers:
        found.add_all(puzzle_statistics.collect(seen for _, seen in answers))
    collections = [{"path": path} | summary for path in paths if (summary := summary_of(Path(path)))]
    data = found.to_data() | ({"collections": collections} if collections else {})
    with open_output(target, ".json" if as_json else ".txt") as output:
        text = json.dumps(data) if as_json else "\n".join(_as_text(data, look.ascii, look.room or PAGE))
        output.put(None, f"{text}\n")
        return batch.end()


def _count_files(paths: Sequence[str], workers: Workers) -> tuple[puzzle_statistics.Statistics, list[str]]:
    """The statistics of the paths that can be counted fast, and the others."""
    found = puzzle_statistics.Statistics()
    rest = []
    for path in paths:
        counted = puzzle_statistics.Statistics()
        for part in _parts_of(path, workers):
            if part is None:
                rest.append(path)
                break
            counted.add_all(part)
            note_read(found.puzzles + counted.puzzles)
        else:
            found.add_all(counted)
    return found, rest


def _parts_of(path: str, workers: Workers) -> Iterator[puzzle_statistics.Statistics | None]:
    """The statistics of the parts of a path; `None`, last, if they have to be counted one by one."""
    files = shards_in(path) if is_directory(path) else [Path(path)]
    parts = (part for file in files for part in puzzle_statistics.count_file(file, workers.map_here))
    first = next(parts, None) if all(file.is_file() for file in files) else None
    return chain([first], parts)


def _report_faults(paths: Sequence[str]) -> bool:
    """Report on standard error what is damaged in the collections; whether anything is."""
    for path in paths:
        if summary_of(Path(path)) is None:
            raise BadInputError(f"--verify: {path} is not a collection")
    faults = [(path, fault) for path in paths for fault in faults_in(Path(path))]
    for path, fault in faults:
        click.echo(f"{Path(path) / fault.name}: {fault.text}", err=True)
    return bool(faults)


def _as_text(data: Mapping[str, Any], ascii: bool, width: int) -> Iterator[str]:
    number = data["puzzles"]
    yield f"{number:,} puzzle{'' if number == 1 else 's'}"
    for collection in data.get("collections", ()):
        yield _collection(collection)
    for title, key, whole in (
        ("size", "sizes", number),
        ("ships", "fleets", number),
        ("grade", "grades", number),
        ("score from", "scores", sum(data["scores"].values())),
        ("givens", "givens", number),
        ("kind of given", "kinds", sum(data["kinds"].values())),
        ("missing tallies", "missing_tallies", number),
    ):
        counts = grouped(data[key]) if key in ("givens", "missing_tallies") else data[key]
        if len(counts) == 1:
            yield f"\n{title}: {next(iter(counts)) or 'none'}, all of them"
        elif counts:
            yield "\n" + "\n".join(histogram(title, counts, whole, ascii=ascii, width=width))


def _collection(summary: Mapping[str, Any]) -> str:
    path, seed, count = summary["path"], summary["seed"], summary["count"]
    if not summary["complete"]:
        return fill(f"{path}: an incomplete collection of {count:,} puzzles from seed {seed} on", PAGE)
    puzzles, seeds = summary["puzzles"], summary["seeds"]
    unused = seeds - puzzles
    share = f"{100 * unused / seeds:.2f}% of which gave no new puzzle" if unused else "one from each"
    used = f"{puzzles:,} different puzzles from {seeds:,} seeds, {share}"
    return fill(f"{path}: a complete collection from seed {seed} on: {used}", PAGE)
