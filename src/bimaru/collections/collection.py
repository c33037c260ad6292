"""Collections: as many different puzzles of a recipe as are asked for, in a directory of shards.

A collection is the first `count` different puzzles of the seeds from `seed` on, where those that can
be turned or flipped into each other are one. Nothing else goes into its files: not who made them,
in what order or in how many attempts. Making it goes in rounds. A round has as many seeds as puzzles
are missing (the first one: `count`), and more once they seldom give something new. Its shards are made
in any order; each drops its own duplicates. Then the shards of the round are gone through in order,
and those rewritten in which puzzles stand that an earlier shard has.

    manifest.json                                     what was asked for
    puzzles-00000000001-00000001000.jsonl.gz, ...     the shards, named by their seeds
    complete.json                                     how it ended; the last file to be written
    unfinished/                                       until then: the lock, what is being written, and
                                                      a `.marks` for every shard: its digest, and the
                                                      fingerprints of its puzzles (see `place.Record`)

All state is in which files there are. A shard is done once its file is there and has the digest that stands
in its marks; so whatever ends a run, or damages its files, the next goes on with the shards that are missing.
Going through a round again finds the same duplicates, and changes nothing in shards that have lost theirs.
A complete collection is checked by the digests in `complete.json`; earlier versions wrote none.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from bimaru.collections.directory import Complete, Place, Settings
from bimaru.collections.executors import Crew, Team, lent, processes, processors
from bimaru.collections.fingerprints import Fingerprints
from bimaru.collections.shards import Shard, make_shard
from bimaru.errors import BimaruError
from bimaru.generation.recipe import Recipe
from bimaru.processes.pool import handle_interrupts

if TYPE_CHECKING:
    from concurrent.futures import Executor

SHARD_SIZE: Final = 1000
"""Seeds in a shard: of 10x10 puzzles 60 kilobytes, and a third of a second's work (graded, some seconds')."""
_FEWEST_TRIED: Final = 1000
_FEWEST_NEW: Final = 1 / 1000
"""Of at least so many seeds, and as many as there are puzzles, less than this part gave something new:
then nearly all puzzles that there are have been found."""


class VersionMismatchError(BimaruError, ValueError):
    """A worker has another version of bimaru, which may make other puzzles of the same seed."""


class Progress(NamedTuple):
    """How far a collection is: the round, its shards and seeds, and the puzzles of the rounds before."""

    round: int
    shards: int
    shards_done: int
    seeds: int
    seeds_done: int
    found: int


class Round(NamedTuple):
    """Seeds that are made together."""

    first: int
    seeds: int

    def shards(self, size: int) -> list[range]:
        """The seeds of each of its shards."""
        end = self.first + self.seeds
        return [range(at, min(at + size, end)) for at in range(self.first, end, size)]


def make_collection(
    recipe: Recipe,
    count: int,
    seed: int,
    directory: str | PathLike[str],
    *,
    shard_size: int = SHARD_SIZE,
    workers: int | None = None,
    executor: Executor | None = None,
    crew: Crew | None = None,
    tell: Callable[[Progress], object] = lambda _: None,
) -> Complete:
    """Make a collection, or go on with one that was begun with the same settings.

    It is made by `workers` processes (as many as there are processors), by any `executor` of
    `concurrent.futures`, or by a `crew`. `tell` hears how far it is after every shard. A script that
    calls this needs the usual `if __name__ == "__main__":`, for processes start by importing it.

    Raises `CollectionMismatchError` and `LockedError` where the directory is not for this;
    `DamagedCollectionError` where files of a complete one are missing or damaged; `CannotGenerateError`
    where no such puzzle comes; `WorkersLostError`; `OSError`. Whatever is raised, the shards that are done
    stay."""
    if seed < 0 or count < 1 or shard_size < 1:
        raise ValueError(f"seeds count from 0, puzzles and shard sizes from 1: {seed}, {count}, {shard_size}")
    if crew is None:
        hands = workers or processors()
        crew = processes(hands) if executor is None else lent(executor, hands)
    settings = Settings(recipe, seed, count, shard_size, _version())
    with Place(Path(directory), settings).held() as place, crew.at_work() as team:
        return place.complete or _collect(settings, place, team, tell)


def _version() -> str:
    """The version of bimaru, whose package is there wherever one of its modules is."""
    return str(sys.modules["bimaru"].__version__)


class _Job(NamedTuple):
    recipe: Recipe
    seeds: range
    version: str


def _work(job: _Job) -> Shard:
    """Make a shard, somewhere."""
    if job.version != _version():
        raise VersionMismatchError(f"a worker has bimaru {_version()} instead of {job.version}")
    return make_shard(job.recipe, job.seeds)


def _collect(settings: Settings, place: Place, team: Team, tell: Callable[[Progress], object]) -> Complete:
    """Go from round to round until there are enough puzzles, or hardly any come."""
    seen = Fingerprints()
    last = settings.seed
    now = Round(settings.seed, settings.count)
    number = 0
    while True:
        number += 1
        before = len(seen)
        shards = now.shards(settings.shard_size)
        for done, seeds_done in _finished(shards, settings, place, team):
            tell(Progress(number, len(shards), done, now.seeds, seeds_done, before))
        for seeds in shards:
            last = _sifted(seeds, settings.count, place, seen) or last
            handle_interrupts()
        new = len(seen) - before
        end = now.first + now.seeds
        missing = settings.count - len(seen)
        if not missing:
            return place.finish(Complete(len(seen), last + 1 - settings.seed))
        if now.seeds >= max(_FEWEST_TRIED, len(seen)) and new < _FEWEST_NEW * now.seeds:
            return place.finish(Complete(len(seen), end - settings.seed))
        now = Round(end, _next_size(missing, now.seeds, new, end - settings.seed))


def _finished(
    shards: Sequence[range], settings: Settings, place: Place, team: Team
) -> Iterator[tuple[int, int]]:
    """Make the shards that are not there yet. Gives the number of those that are, and of their seeds,
    at first and after each."""
    missing = [seeds for seeds in shards if not place.has(seeds)]
    done = len(shards) - len(missing)
    seeds_done = sum(map(len, shards)) - sum(map(len, missing))
    yield done, seeds_done
    jobs = (_Job(settings.recipe, seeds, settings.version) for seeds in missing)
    with closing(team.done(_work, jobs)) as made:
        for job, shard in made:
            place.put(job.seeds, shard)
            done += 1
            seeds_done += len(job.seeds)
            yield done, seeds_done


def _sifted(seeds: range, count: int, place: Place, seen: Fingerprints) -> int | None:
    """Drop what is not new from a shard, and what is too much. Returns the last seed that is left."""
    marks = place.marks(seeds)
    kept = [mark for mark in marks if len(seen) < count and seen.add(mark.fingerprint)]
    if len(kept) < len(marks):
        place.keep(seeds, kept)
    return kept[-1].seed if kept else None


def _next_size(missing: int, tried: int, new: int, tried_in_all: int) -> int:
    """How many seeds the next round has: what is missing at the rate of the last round, but at most
    as many again as there were in all."""
    wanted = -(-missing * tried // new) if new else 2 * tried
    return max(missing, min(wanted, tried_in_all))
