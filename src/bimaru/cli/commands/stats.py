"""`bimaru stats`: what a pile of puzzles is like."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from textwrap import fill
from typing import Any

import click

from bimaru import statistics
from bimaru.cli import options
from bimaru.cli.batch import asked, batch_of_puzzles, of_puzzle
from bimaru.cli.counted_items import passing
from bimaru.cli.main_group import Exit
from bimaru.cli.output import look, opened
from bimaru.collections.directory import summary_of
from bimaru.drawing.histogram import grouped, histogram
from bimaru.drawing.terminal import PAGE
from bimaru.statistics import features_of


@click.command()
@options.paths
@click.option("--grade", "grading", is_flag=True, help="Grade the puzzles, instead of asking what they tell.")
@options.time_limit
@options.workers
@options.as_json
@options.ascii_only
@options.output
def stats(
    paths: tuple[str, ...],
    grading: bool,
    time_limit: float | None,
    workers: int,
    as_json: bool,
    ascii_only: bool,
    target: str | None,
) -> Exit:
    """Count puzzles by size, ships, givens and grade, as bars.

    The grade is the one that a puzzle tells; with --grade it is found out, and so is the score.
    Of a collection it says besides how far it is, and how many seeds it took.

    \b
    With --json, one object for all puzzles, how many there are of each:
      {"puzzles", "grades", "scores", "givens", "kinds", "missing_tallies",
       "sizes", "fleets", "collections"}

    \b
    Example:
      bimaru stats puzzles.jsonl
      bimaru stats --grade --json puzzles.jsonl
    """
    drawn = look(target, ascii=ascii_only)
    work = of_puzzle(partial(features_of, grading=grading, time_limit=time_limit))
    batch = batch_of_puzzles()
    with passing(batch.answers(asked(paths), work, workers)) as answers:
        found = statistics.collect(seen for _, seen in answers)
    collections = [{"path": path} | summary for path in paths if (summary := summary_of(Path(path)))]
    data = found.to_data() | ({"collections": collections} if collections else {})
    with opened(target, ".json" if as_json else ".txt") as output:
        text = json.dumps(data) if as_json else "\n".join(_as_text(data, drawn.ascii, drawn.room or PAGE))
        output.put(None, f"{text}\n")
        return batch.end()


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


def _collection(told: Mapping[str, Any]) -> str:
    path, seed, count = told["path"], told["seed"], told["count"]
    if not told["complete"]:
        return fill(f"{path}: a collection in the making, of {count:,} puzzles from seed {seed} on", PAGE)
    puzzles, seeds = told["puzzles"], told["seeds"]
    vain = f"{100 * (1 - puzzles / seeds):.2f}% of which gave nothing new"
    made = f"{puzzles:,} different puzzles from {seeds:,} seeds, {vain}"
    return fill(f"{path}: a complete collection, from seed {seed} on: {made}", PAGE)
