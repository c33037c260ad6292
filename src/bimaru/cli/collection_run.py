"""What `bimaru generate` does for `-o DIRECTORY/`: a collection, with a bar about it on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from bimaru.cli.main_group import BadInputError, Exit
from bimaru.collections.collection import SHARD_SIZE, Progress, VersionMismatchError, make_collection
from bimaru.collections.directory import CollectionMismatchError, DamagedCollectionError
from bimaru.collections.executors import NoClusterError, dask_cluster
from bimaru.collections.locks import LockedError
from bimaru.generation.recipe import Recipe
from bimaru.processes.pool import interrupts_held


def collect(
    recipe: Recipe,
    count: int,
    seed: int,
    directory: str,
    workers: int | None,
    scheduler: str | None,
    shard_size: int | None,
) -> Exit:
    """Make a collection by so many processes (`None`: as many as there are processors), or by those of
    a Dask scheduler. Raises `BadInputError`, and what `make_collection` does besides."""
    if seed < 0:
        raise click.UsageError(f"--seed: a collection counts its seeds from 0, not from {seed}")
    source = None if scheduler is None else dask_cluster(scheduler)
    try:
        with interrupts_held(), _shown() as tell:
            complete = make_collection(
                recipe,
                count,
                seed,
                directory,
                shard_size=shard_size or SHARD_SIZE,
                workers=workers,
                source=source,
                on_progress=tell,
            )
    except (
        DamagedCollectionError,
        LockedError,
        NoClusterError,
        CollectionMismatchError,
        VersionMismatchError,
    ) as error:
        raise BadInputError(str(error)) from error
    if complete.puzzles == count:
        return Exit.DONE
    found = f"{complete.puzzles} different puzzles from {complete.seeds} seeds"
    click.echo(f"{directory}: {found}, and hardly a new one among the last", err=True)
    return Exit.UNDECIDED


@contextmanager
def _shown() -> Iterator[Callable[[Progress], None]]:
    """What to tell how far a collection is: on a terminal there is a bar about it."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, ProgressColumn, Task, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar
    from rich.text import Text

    class Rate(ProgressColumn):
        """Seeds a second, lately."""

        def render(self, task: Task) -> Text:
            return Text("" if task.speed is None else f"{task.speed:,.0f}/s")

    columns: list[Any] = [
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:,.0f} of {task.total:,.0f}"),
        Rate(),
        TimeRemainingColumn(),
        TextColumn("shard {task.fields[shards]}"),
    ]
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        yield _Teller(bar).tell


class _Teller:
    """Passes on to a bar how far a collection is. What was there at first counts for no speed."""

    def __init__(self, bar: Any) -> None:
        self._bar = bar
        self._task = bar.add_task("", total=0, shards="", visible=False)
        self._round = 0

    def tell(self, progress: Progress) -> None:
        told = {
            "completed": progress.seeds_done,
            "total": progress.seeds,
            "shards": f"{progress.shards_done} of {progress.shards}",
        }
        if progress.round == self._round:
            self._bar.update(self._task, **told)
            return
        self._round = progress.round
        self._bar.reset(self._task, description=_doing(progress), visible=True, **told)


def _doing(progress: Progress) -> str:
    return "making" if progress.round == 1 else f"{progress.found:,} made, and in place of duplicates"
