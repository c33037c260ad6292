"""Making collections: the first `count` different puzzles of a recipe, in a directory of shards.

A collection holds the first `count` different puzzles of the seeds from `seed` on. Puzzles that can be
turned or flipped into each other are the same. Nothing else influences its files: neither the workers, nor
the order of events, nor interruptions. The work goes in rounds. A round has as many seeds as puzzles are
missing (at first `count`), or more once new puzzles become rare. Its shards are made in any order, each
without its own duplicates. Then they are gone through in order, and rewritten if they repeat puzzles of
earlier shards.

    manifest.json                                     the settings
    puzzles-00000000001-00000001000.jsonl.gz, ...     the shards, named by their seeds
    complete.json                                     the result, written last
    unfinished/                                       until then: a lock, files being written, and a
                                                      `.marks` file for every shard: its digest, and
                                                      the fingerprints of its puzzles (see `ShardRecord`)

The files are the only state. A shard is finished if its file exists and has the digest in its marks. So
however a run ends, or its files are damaged, the next run makes the missing shards. Going through a round
again finds the same duplicates, and changes nothing in shards that were rewritten already. A complete
collection is checked by the sizes and digests in `complete.json` (earlier versions wrote none); if it is
damaged, it becomes an unfinished one again, whose intact shards are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from bimaru.collections.directory import CollectionDirectory, Settings
from bimaru.collections.executors import (
    ExecutorSource,
    JobRunner,
    available_processors,
    check_version,
    external_executor,
    local_processes,
    running_version,
)
from bimaru.collections.integer_set import FingerprintSet
from bimaru.collections.records import Completion, Fault
from bimaru.collections.shards import JSON_LINES, Layout, Shard, make_shard
from bimaru.generation.recipe import Recipe
from bimaru.processes.interrupts import handle_interrupts

if TYPE_CHECKING:
    from concurrent.futures import Executor

SHARD_SIZE: Final = 1000
"""Seeds in a shard. With 10x10 puzzles: 60 kB, and a third of a second to make (some seconds with a
grade)."""
_FEWEST_TRIED: Final = 1000
_FEWEST_NEW: Final = 1 / 1000
"""Making ends when a round gives fewer new puzzles than this share of its seeds, if it has at least
`_FEWEST_TRIED` seeds and as many as there are puzzles: nearly all that exist have then been found."""


class Progress(NamedTuple):
    """Progress of a collection: the round, its shards and seeds, and the puzzles found in earlier rounds."""

    round: int
    shards: int
    shards_done: int
    seeds: int
    seeds_done: int
    found: int


class Round(NamedTuple):
    """The seeds of a round: the first, and their number."""

    first: int
    seeds: int

    def shards(self, size: int) -> list[range]:
        """The seeds of each shard of the round."""
        end = self.first + self.seeds
        return [range(at, min(at + size, end)) for at in range(self.first, end, size)]


def make_collection(
    recipe: Recipe,
    count: int,
    seed: int,
    directory: str | PathLike[str],
    *,
    shard_size: int = SHARD_SIZE,
    layout: Layout = JSON_LINES,
    workers: int | None = None,
    executor: Executor | None = None,
    source: ExecutorSource | None = None,
    on_progress: Callable[[Progress], object] = lambda _: None,
    on_repair: Callable[[Sequence[Fault]], object] = lambda _: None,
) -> Completion:
    """Make a collection, or continue one with the same settings.

    It is made by `workers` processes (by default one for each processor), by an `executor` of
    `concurrent.futures`, or by the executors of a `source`. `on_progress` is called after every shard,
    `on_repair` with the missing and damaged files of a complete collection, before they are made again. A
    script that calls this needs the usual `if __name__ == "__main__":`, because worker processes import it.

    Raises `CollectionMismatchError` and `LockedError` if the directory cannot be used;
    `DamagedCollectionError` if puzzles are missing and it is not known where; `CannotGenerateError`
    if the recipe gives no puzzle; `WorkersLostError`; `OSError`. Finished shards are kept in any case."""
    if seed < 0 or count < 1 or shard_size < 1:
        raise ValueError(
            f"expected a seed from 0, a count and a shard size from 1, got {seed}, {count}, {shard_size}"
        )
    if source is None:
        number = workers or available_processors()
        source = local_processes(number) if executor is None else external_executor(executor, number)
    settings = Settings(recipe, seed, count, shard_size, running_version(), layout)
    target = CollectionDirectory(Path(directory), settings, on_repair)
    with target.acquired(), source.job_runner() as runner:
        return target.completion or _make_rounds(settings, target, runner, on_progress)


class _Job(NamedTuple):
    recipe: Recipe
    seeds: range
    version: str
    layout: Layout


def _do_job(job: _Job) -> Shard:
    """Make a shard, in a worker."""
    check_version(job.version)
    return make_shard(job.recipe, job.seeds, job.layout)


def _make_rounds(
    settings: Settings,
    directory: CollectionDirectory,
    runner: JobRunner,
    on_progress: Callable[[Progress], object],
) -> Completion:
    """Make rounds until there are enough puzzles, or hardly any new ones."""
    seen = FingerprintSet()
    last_seed = settings.seed
    current = Round(settings.seed, settings.count)
    number = 0
    while True:
        number += 1
        before = len(seen)
        shards = current.shards(settings.shard_size)
        for shards_done, seeds_done in _make_missing(shards, settings, directory, runner):
            on_progress(Progress(number, len(shards), shards_done, current.seeds, seeds_done, before))
        for seeds in shards:
            last_seed = _drop_duplicates(seeds, settings.count, directory, seen) or last_seed
            handle_interrupts()
        new = len(seen) - before
        end = current.first + current.seeds
        missing = settings.count - len(seen)
        if not missing:
            return directory.finish(Completion(len(seen), last_seed + 1 - settings.seed))
        if current.seeds >= max(_FEWEST_TRIED, len(seen)) and new < _FEWEST_NEW * current.seeds:
            return directory.finish(Completion(len(seen), end - settings.seed))
        current = Round(end, _next_size(missing, current.seeds, new, end - settings.seed))


def _make_missing(
    shards: Sequence[range], settings: Settings, directory: CollectionDirectory, runner: JobRunner
) -> Iterator[tuple[int, int]]:
    """Make the shards that are missing. Yields the numbers of finished shards and of their seeds, at first
    and after each shard."""
    missing = [seeds for seeds in shards if not directory.has_shard(seeds)]
    done = len(shards) - len(missing)
    seeds_done = sum(map(len, shards)) - sum(map(len, missing))
    yield done, seeds_done
    jobs = (_Job(settings.recipe, seeds, settings.version, settings.layout) for seeds in missing)
    with closing(runner.run(_do_job, jobs)) as results:
        for job, shard in results:
            directory.write_shard(job.seeds, shard)
            done += 1
            seeds_done += len(job.seeds)
            yield done, seeds_done


def _drop_duplicates(
    seeds: range, count: int, directory: CollectionDirectory, seen: FingerprintSet
) -> int | None:
    """Drop the puzzles of a shard that are not new, or exceed `count`. Returns the last seed that is left."""
    marks = directory.marks(seeds)
    kept = [mark for mark in marks if len(seen) < count and seen.add(mark.fingerprint)]
    if len(kept) < len(marks):
        directory.keep_only(seeds, kept)
    return kept[-1].seed if kept else None


def _next_size(missing: int, tried: int, new: int, tried_in_all: int) -> int:
    """The number of seeds of the next round: enough for the missing puzzles at the rate of the last round,
    but at most as many as were tried in all."""
    required = -(-missing * tried // new) if new else 2 * tried
    return max(missing, min(required, tried_in_all))
