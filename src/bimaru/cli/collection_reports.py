"""`bimaru generate` to a directory: how a collection is begun, and what is reported of it."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bimaru.cli.exit_codes import Exit
from bimaru.cli.output_protocol import NoOutput
from bimaru.cli.progress import progress_line
from bimaru.formats.input_files import is_directory, shards_in
from bimaru.formats.tables import pyarrow
from bimaru.generation.generator import random_seed
from bimaru.puzzle_collections.records import CollectionMismatchError, summary_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bimaru.generation.recipe import Recipe
    from bimaru.puzzle_collections.making import Progress
    from bimaru.puzzle_collections.records import Fault
    from bimaru.puzzle_collections.shards import Layout


def _first_seed(directory: str) -> int:
    """The first seed of the collection in a directory; without one, a random seed."""
    try:
        seed = (summary_of(Path(directory)) or {}).get("seed")
    except CollectionMismatchError:  # making the collection reports it
        seed = None
    return seed if isinstance(seed, int) else random_seed()


def write_collection(
    recipes: Sequence[tuple[Recipe, int]],
    seed: int | None,
    directory: str,
    workers: int | None,
    scheduler: str | None,
    shard_size: int | None,
    layout: Layout,
    not_in: Sequence[str],
) -> Exit:
    """Make a collection by `workers` processes (`None`: one per processor), or by those of a Dask scheduler.
    Without a seed, it is that of the collection in the directory, or a random one.

    Raises `UsageError` and what `make_collection` raises."""
    from bimaru.processes.executors import dask_cluster
    from bimaru.processes.interrupts import interrupts_held
    from bimaru.puzzle_collections.directory import Part
    from bimaru.puzzle_collections.making import SHARD_SIZE, make_collection

    seed = _first_seed(directory) if seed is None else seed
    if seed < 0:
        raise click.UsageError(f"--seed: a collection takes seeds from 0, not {seed}")
    progress = _CollectionProgress()
    parts = [Part(recipe, number) for recipe, number in recipes]
    count = sum(part.count for part in parts)
    if layout.to == "parquet":
        pyarrow()  # raises before anything is made
    try:
        source = None if scheduler is None else dask_cluster(scheduler)
        with interrupts_held(), progress_line(NoOutput(), progress):
            complete = make_collection(
                parts,
                count,
                seed,
                directory,
                shard_size=shard_size or SHARD_SIZE,
                layout=layout,
                not_in=not_in,
                workers=workers,
                source=source,
                on_progress=progress.update,
                on_repair=partial(_report_repair, directory),
            )
    except KeyboardInterrupt:
        _report_interruption(directory)
        raise
    if layout.splits:
        from bimaru import __version__
        from bimaru.data_set import describe_collection

        describe_collection(Path(directory), __version__)
    if complete.puzzles == count:
        return Exit.DONE
    found = f"{complete.puzzles} different puzzles from {complete.seeds} seeds"
    click.echo(f"{directory}: only {found}; further seeds give hardly any new ones", err=True)
    return Exit.UNDECIDED


def _report_interruption(directory: str) -> None:
    """Report after Ctrl-C how many shards the collection has."""
    number = len(shards_in(directory)) if is_directory(directory) else 0
    shards = "1 finished shard" if number == 1 else f"{number} finished shards"
    click.echo(f"Interrupted; {directory} has {shards}. Run the same command again for the rest.", err=True)


def _report_repair(directory: str, faults: Sequence[Fault]) -> None:
    """Report on standard error what is made again."""
    for fault in faults:
        click.echo(f"{Path(directory) / fault.name}: {fault.text}; it is made again", err=True)


class _CollectionProgress:
    """Describes how far a collection is, for the progress line."""

    def __init__(self) -> None:
        self._text = ""
        self._round = (0, 0)
        self._first = 0
        self._start = 0.0

    def __call__(self) -> str:
        return self._text

    def update(self, progress: Progress) -> None:
        """Note the state after another shard. Shards of an earlier run do not count for the speed."""
        now = time.monotonic()
        if (progress.part, progress.round) != self._round:
            self._round, self._first, self._start = (progress.part, progress.round), progress.seeds_done, now
        done, total = progress.seeds_done, progress.seeds
        parts = [f"part {progress.part} of {progress.parts}" if progress.parts > 1 else ""]
        parts += [f"round {progress.round}" if progress.round > 1 else "", f"{done:,} of {total:,} seeds"]
        parts.append(f"shard {progress.shards_done} of {progress.shards}")
        if (new := done - self._first) and now > self._start:
            rate = new / (now - self._start)
            parts += [f"{rate:,.0f}/s", f"{(total - done) / rate:,.0f} s left"]
        self._text = ", ".join(filter(None, parts))
