"""An ordered map over a stream of items by the workers of an executor, which can be continued after an
interruption."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from typing import Any, Final, Generic, NamedTuple, TypeVar

from bimaru.long_runs.journal import Journal, digest_of
from bimaru.processes.executors import JobRunner, check_version, running_version
from bimaru.processes.pool import Chunk, chunks, map_chunk

Item = TypeVar("Item")
Result = TypeVar("Result")

_SPREAD: Final = 8
"""Chunks of each size, the same whatever workers there are: a continued run must make the same chunks."""


class _Task(NamedTuple, Generic[Item, Result]):
    """A chunk of items, and what a worker needs to work on it."""

    work: Callable[[Item], Result]
    items: list[Item]
    version: str


class _Job(NamedTuple, Generic[Item, Result]):
    """A task, the error that reading raised after its items, and where its results belong in the journal."""

    task: _Task[Item, Result]
    error_after: Exception | None
    digest: bytes
    is_recorded: bool


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
    jobs = (_recalled(journal, _Task(work, chunk, running_version()), error) for chunk, error in _read(items))
    with closing(runner.run_in_order(_do, jobs)) as answers:
        for job, (results, error) in answers:
            if journal is not None and not job.is_recorded:
                is_complete = error is None and all(map(is_final, results))
                journal.append(job.digest, results if is_complete else None)
            yield from results
            if failure := error or job.error_after:
                raise failure


def _read(items: Iterable[Item]) -> Iterator[Chunk[Item]]:
    return chunks(items, _SPREAD)


def _recalled(
    journal: Journal | None, task: _Task[Item, Result], error_after: Exception | None
) -> tuple[_Job[Item, Result], Chunk[Result] | None]:
    """The job of a task, with the results that the journal has of it."""
    if journal is None:
        return _Job(task, error_after, b"", is_recorded=False), None
    digest = digest_of(task.items)
    recall = journal.recall(digest)
    known: list[Any] | None = recall.results
    return _Job(task, error_after, digest, recall.is_recorded), None if known is None else (known, None)


def _do(job: _Job[Item, Result]) -> Chunk[Result]:
    """Work on a chunk, in a worker."""
    check_version(job.task.version)
    return map_chunk(job.task.work, job.task.items)
