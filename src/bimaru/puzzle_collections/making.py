"""Making collections: the first different puzzles of a recipe, or of several, in a directory of shards.

A collection holds the first `count` different puzzles of the seeds from `seed` on. Puzzles that can be
turned or flipped into each other are the same. Nothing else influences its files: neither the workers, nor
the order of events, nor interruptions. The work goes in rounds. A round has as many seeds as puzzles are
missing (at first `count`), or more once new puzzles become rare. Its shards are made in any order, each
without its own duplicates. Then they are gone through in order, and rewritten if they repeat puzzles of
earlier shards, or if answers of different splits must be apart and are not. With several recipes, the parts
are made one after the other in this way, each without the puzzles of earlier ones.

    _manifest.json                                    the settings
    puzzles-00000000001-00000001000.jsonl.gz, ...     the shards, named by their seeds, and before them the
                                                      part, if there are several; with splits, in a folder
                                                      of each split
    _complete.json                                    the result, written last
    _unfinished/                                      until then: a lock, files being written, and a
                                                      `.marks` file for every shard: its digest, and
                                                      the fingerprints of its puzzles (see `ShardRecord`)

The files are the only state. A shard is finished if its file exists and has the digest in its marks. So
however a run ends, or its files are damaged, the next run makes the missing shards. Going through a round
again finds the same duplicates, and changes nothing in shards that were rewritten already. A complete
collection is checked by the sizes and digests in `_complete.json` (earlier versions wrote none); if it is
damaged, it becomes an unfinished one again, whose intact shards are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from bimaru.generation.recipe import Recipe
from bimaru.processes.cores import available_cores
from bimaru.processes.executors import (
    ExecutorSource,
    check_version,
    external_executor,
    local_processes,
    running_version,
)
from bimaru.processes.interrupts import handle_interrupts
from bimaru.processes.lost_workers import JobRunner, job_runner
from bimaru.puzzle_collections.directory import CollectionDirectory, Part, Settings, ShardKey, as_begun
from bimaru.puzzle_collections.duplicates import Kept, add_known
from bimaru.puzzle_collections.integer_set import FingerprintSet
from bimaru.puzzle_collections.records import Completion, Fault
from bimaru.puzzle_collections.shards import JSON_LINES, Layout, Shard, make_shard

if TYPE_CHECKING:
    from concurrent.futures import Executor

SHARD_SIZE: Final = 1000
"""Seeds in a shard. With 10x10 puzzles: 60 kB, and a third of a second to make (some seconds with a
grade)."""
_FEWEST_TRIED: Final = 1000
_FEWEST_NEW: Final = 1 / 1000
"""Making ends when a round gives fewer new puzzles than this share of its seeds, if it has at least
`_FEWEST_TRIED` seeds, without which such a share does not show, and as many as there are puzzles: nearly all
that exist have then been found."""


class Progress(NamedTuple):
    """Progress of a collection: the round, its shards and seeds, the puzzles found in earlier rounds, and the
    part, from 1, of all parts."""

    round: int
    shards: int
    shards_done: int
    seeds: int
    seeds_done: int
    found: int
    part: int = 1
    parts: int = 1


def make_collection(
    recipe: Recipe | Sequence[Part],
    count: int,
    seed: int,
    directory: str | PathLike[str],
    *,
    shard_size: int = SHARD_SIZE,
    layout: Layout = JSON_LINES,
    not_in: Sequence[str | PathLike[str]] = (),
    workers: int | None = None,
    executor: Executor | None = None,
    source: ExecutorSource | None = None,
    on_progress: Callable[[Progress], object] = lambda _: None,
    on_repair: Callable[[Sequence[Fault]], object] = lambda _: None,
) -> Completion:
    """Make a collection, or continue one with the same settings.

    Instead of a recipe there may be several `Part`s, each with a number of puzzles; `count` is then the
    number of all. Puzzles in the files or directories `not_in` are left out (with the layout's `distinct`
    answer, all with their answers).

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
    parts = (Part(recipe, count),) if isinstance(recipe, Recipe) else tuple(recipe)
    if not parts or any(part.count < 1 for part in parts) or sum(part.count for part in parts) != count:
        raise ValueError(f"expected parts with numbers from 1, {count} in all")
    if source is None:
        number = workers or available_cores()
        source = local_processes(number) if executor is None else external_executor(executor, number)
    seen = FingerprintSet(Path(directory))
    known = add_known(seen, not_in, layout)
    settings = as_begun(Settings(parts, seed, shard_size, running_version(), layout, known), Path(directory))
    target = CollectionDirectory(Path(directory), settings, on_repair)
    kept = Kept(seen, settings.layout, Path(directory))
    with target.acquired(), job_runner(source) as runner:
        if target.completion:
            return target.completion
        made = [
            _make_rounds(part, settings, target, runner, kept, on_progress)
            for part in range(len(settings.parts))
        ]
        return target.finish(Completion(sum(part.puzzles for part in made), sum(part.seeds for part in made)))


class _Job(NamedTuple):
    recipe: Recipe
    key: ShardKey
    version: str
    layout: Layout


def _do_job(job: _Job) -> Shard:
    """Make a shard, in a worker."""
    check_version(job.version)
    return make_shard(job.recipe, job.key.seeds, job.layout)


def _make_rounds(
    part: int,
    settings: Settings,
    directory: CollectionDirectory,
    runner: JobRunner,
    kept: Kept,
    on_progress: Callable[[Progress], object],
) -> Completion:
    """Make rounds of a part until it has enough puzzles, or hardly any new ones are left. `kept` has the
    fingerprints to leave out, and gets those of all puzzles."""
    count, others = settings.parts[part].count, len(kept)
    last_seed = settings.seed
    seeds = range(settings.seed, settings.seed + count)
    number = 0
    while True:
        number += 1
        before = len(kept)
        starts = range(0, len(seeds), settings.shard_size)
        shards = [ShardKey(part, seeds[start : start + settings.shard_size]) for start in starts]
        here = (part + 1, len(settings.parts))
        at = Progress(number, len(shards), 0, len(seeds), 0, before - others, *here)
        for shards_done, seeds_done in _make_missing(shards, settings, directory, runner):
            on_progress(at._replace(shards_done=shards_done, seeds_done=seeds_done))
        for key in shards:
            last_seed = _drop_duplicates(key, others + count, directory, kept) or last_seed
            handle_interrupts()
        new, found = len(kept) - before, len(kept) - others
        if found == count:
            return Completion(count, last_seed + 1 - settings.seed)
        tried = seeds.stop - settings.seed
        if len(seeds) >= max(_FEWEST_TRIED, found) and new < _FEWEST_NEW * len(seeds):
            return Completion(found, tried)
        seeds = range(seeds.stop, seeds.stop + _next_size(count - found, len(seeds), new, tried))


def _make_missing(
    shards: Sequence[ShardKey], settings: Settings, directory: CollectionDirectory, runner: JobRunner
) -> Iterator[tuple[int, int]]:
    """Make the shards that are missing. Yields the numbers of finished shards and of their seeds, at first
    and after each shard."""
    missing = [key for key in shards if not directory.has_shard(key)]
    done = len(shards) - len(missing)
    seeds_done = sum(len(key.seeds) for key in shards) - sum(len(key.seeds) for key in missing)
    yield done, seeds_done
    jobs = (_Job(settings.parts[key.part].recipe, key, settings.version, settings.layout) for key in missing)
    with closing(runner.run(_do_job, jobs)) as results:
        for job, shard in results:
            directory.write_shard(job.key, shard)
            done += 1
            seeds_done += len(job.key.seeds)
            yield done, seeds_done


def _drop_duplicates(key: ShardKey, most: int, directory: CollectionDirectory, kept: Kept) -> int | None:
    """Drop the puzzles of a shard that are not new, near those of other splits, or for which `kept` would get
    more than `most`. Returns the last seed that is left."""
    marks = directory.marks(key)
    left = [mark for mark in marks if len(kept) < most and kept.add(mark)]
    if len(left) < len(marks):
        directory.keep_only(key, left)
    return left[-1].seed if left else None


def _next_size(missing: int, tried: int, new: int, tried_in_all: int) -> int:
    """The number of seeds of the next round: enough for the missing puzzles at the rate of the last round,
    but at most as many as were tried in all."""
    required = -(-missing * tried // new) if new else 2 * tried
    return max(missing, min(required, tried_in_all))
