"""Jobs that go on when workers are lost: a new executor does what is left, until too many losses in a row."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any, Final, TypeVar

from bimaru.errors import BimaruError
from bimaru.processes.executors import ActiveExecutor, ExecutorSource
from bimaru.processes.pool import in_order, submit, wait_for_any

if TYPE_CHECKING:
    from concurrent.futures import Future

Job = TypeVar("Job")
Result = TypeVar("Result")

MOST_LOSSES: Final = 3
"""Consecutive losses of workers, with no job finished in between, after which the work is given up."""
_AHEAD_IN_ORDER: Final = 4
"""As many times more jobs in advance where results are in order, because a long job holds back the others."""
_DASK_LOSSES: Final = ("CommClosedError", "KilledWorker")
"""Dask's errors for a scheduler, or repeatedly a worker, that went away."""


class WorkersLostError(BimaruError, RuntimeError):
    """Workers were killed, or ran out of memory, repeatedly before a job was finished."""


@contextmanager
def job_runner(source: ExecutorSource) -> Iterator[JobRunner]:
    """A runner for jobs; its executor is started at the first job and ends with the context."""
    with ExitStack() as stack:
        yield JobRunner(source, stack)


class JobRunner:
    """Runs jobs by the executors of a source, and starts a new one when workers are lost."""

    def __init__(self, source: ExecutorSource, stack: ExitStack) -> None:
        self._source = source
        self._stack = stack
        self._active: ActiveExecutor | None = None

    def run(
        self, work: Callable[[Job], Result], jobs: Iterable[Job]
    ) -> Generator[tuple[Job, Result], None, None]:
        """Every job with the result of `work`, in the order in which they finish.

        Raises what `work` does, and `WorkersLostError`."""
        waiting = deque(jobs)
        if waiting:
            yield from self._until_done(lambda active: _run_until_lost(active, work, waiting))

    def run_in_order(
        self, work: Callable[[Job], Result], jobs: Iterable[tuple[Job, Result | None]]
    ) -> Generator[tuple[Job, Result], None, None]:
        """Every job with the result of `work`, in the order of the jobs. A job may come with its result, if
        that is known.

        Only a limited number of jobs is taken in advance, and no more are kept in memory. Raises what `work`
        does, and `WorkersLostError`."""
        source = iter(jobs)
        waiting: deque[tuple[Job, Result | None]] = deque()
        return self._until_done(lambda active: _run_in_order_until_lost(active, work, waiting, source))

    def _until_done(
        self, run: Callable[[ActiveExecutor], Iterator[tuple[Job, Result]]]
    ) -> Generator[tuple[Job, Result], None, None]:
        """The results of `run`, which goes on with another executor when workers are lost."""
        losses = 0
        while True:
            try:
                for answer in run(self._executor()):
                    losses = 0
                    yield answer
            except Exception as error:
                if not _is_loss(error):
                    raise
                losses += 1
                self._discard_executor(losses)
            else:
                return

    def _executor(self) -> ActiveExecutor:
        if self._active is None:
            self._active = self._stack.enter_context(self._source.start())
        return self._active

    def _discard_executor(self, losses: int) -> None:
        """Close an executor that lost workers, the `losses`-th in a row. Raises `WorkersLostError`."""
        self._stack.close()
        self._active = None
        if not self._source.is_renewable:
            raise WorkersLostError("the executor lost workers and accepts no more jobs")
        if losses == MOST_LOSSES:
            raise WorkersLostError(f"workers were lost {losses} times before a job was finished")


def _run_until_lost(
    active: ActiveExecutor, work: Callable[[Job], Result], waiting: deque[Job]
) -> Iterator[tuple[Job, Result]]:
    """Run the waiting jobs. If a worker is lost, or a job raises, the unfinished jobs are put back in
    `waiting`."""
    submitted_jobs: dict[Future[Result], Job] = {}
    try:
        while waiting or submitted_jobs:
            while waiting and len(submitted_jobs) < active.capacity():
                submitted_jobs[submit(active.executor, work, waiting[0])] = waiting[0]
                waiting.popleft()  # only now: submitting may raise
            for future in wait_for_any(submitted_jobs):
                result = future.result()
                yield submitted_jobs.pop(future), result
    except Exception:
        for future in [future for future in submitted_jobs if _has_result(future)]:
            yield submitted_jobs.pop(future), future.result()
        waiting.extendleft(reversed(submitted_jobs.values()))
        if waiting:  # otherwise nothing was lost but workers
            raise
    finally:
        if not active.is_owned:
            for future in submitted_jobs:
                future.cancel()


def _run_in_order_until_lost(
    active: ActiveExecutor,
    work: Callable[[Job], Result],
    waiting: deque[tuple[Job, Result | None]],
    source: Iterator[tuple[Job, Result | None]],
) -> Iterator[tuple[Job, Result]]:
    """Run the waiting jobs and those of the source. `waiting` always has the jobs taken and not finished."""

    def taken() -> Iterator[tuple[Job, Result | None]]:
        yield from [*waiting]  # what a lost executor had taken; results take jobs off `waiting` meanwhile
        for job in source:
            waiting.append(job)
            yield job

    answers = in_order(
        taken(),
        lambda job: _start(active, work, *job),
        lambda: _AHEAD_IN_ORDER * active.capacity(),
        cancels=not active.is_owned,
    )
    for (job, _), result in answers:
        waiting.popleft()
        yield job, result


def _start(
    active: ActiveExecutor, work: Callable[[Job], Result], job: Job, known: Result | None
) -> Future[Result]:
    """Submit a job, unless its result is known."""
    if known is None:
        return submit(active.executor, work, job)
    from concurrent.futures import Future

    future: Future[Result] = Future()
    future.set_result(known)
    return future


def _has_result(future: Future[Any]) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None


def _is_loss(error: Exception) -> bool:
    """Whether an error means that workers were lost, not that the work failed.

    Dask's errors are recognised by their names, because Dask may not be installed."""
    from concurrent.futures import BrokenExecutor, CancelledError

    return isinstance(error, BrokenExecutor | CancelledError) or type(error).__name__ in _DASK_LOSSES
