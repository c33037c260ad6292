"""An ordered map over a stream of items by the workers of an executor, which can be continued after an
interruption."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from typing import Final, Generic, NamedTuple, TypeVar

from bimaru.long_runs.journal import Journal, digest_of
from bimaru.processes.executors import check_version, running_version
from bimaru.processes.lost_workers import JobRunner
from bimaru.processes.pool import Chunk, chunks, map_chunk

Item = TypeVar("Item")
Result = TypeVar("Result")

_SPREAD: Final = 8
"""Chunks of each size, the same whatever workers there are: a continued run must make the same chunks."""


class _Job(NamedTuple, Generic[Item, Result]):
    """A chunk of items with what a worker needs to work on it, the error that reading raised after its items,
    and where its results belong in the journal."""

    work: Callable[[Item], Result]
    items: list[Item]
    version: str
    error_after: Exception | None
    digest: bytes = b""
    is_recorded: bool = False


def map_in_order(
    runner: JobRunner,
    work: Callable[[Item], Result],
    items: Iterable[Item],
    journal: Journal | None,
    is_final: Callable[[Result], bool],
) -> Iterator[Result]:
    """`map(work, items)` by the workers of `runner`; `work` and the items must be picklable.

    Results go through the journal: those that an earlier run recorded are taken from it; new ones are
    recorded, unless one of their chunk is not final, such as a failure that may not occur again. An exception
    of `work` or of `items` is raised in its turn. Raises `VersionMismatchError` and `WorkersLostError`."""
    read = (_Job(work, chunk, running_version(), error) for chunk, error in chunks(items, _SPREAD))
    jobs = (_recalled(journal, job) for job in read)
    with closing(runner.run_in_order(_do, jobs)) as answers:
        for job, (results, error) in answers:
            if journal is not None and not job.is_recorded:
                is_complete = error is None and all(map(is_final, results))
                journal.append(job.digest, results if is_complete else None)
            yield from results
            if failure := error or job.error_after:
                raise failure


def _recalled(
    journal: Journal | None, job: _Job[Item, Result]
) -> tuple[_Job[Item, Result], Chunk[Result] | None]:
    """The job, with the results that the journal has of it."""
    if journal is None:
        return job, None
    digest = digest_of(job.items)
    recall = journal.recall(digest)
    job = job._replace(digest=digest, is_recorded=recall.is_recorded)
    return job, None if recall.results is None else (recall.results, None)


def _do(job: _Job[Item, Result]) -> Chunk[Result]:
    """Work on a chunk, in a worker."""
    check_version(job.version)
    return map_chunk(job.work, job.items)
