"""The workers of a command that works on many puzzles: processes of this machine, or a Dask cluster."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Self, TypeVar

import click

from bimaru.cli import options
from bimaru.cli.combinations import exclusive
from bimaru.cli.declarations import group, option
from bimaru.cli.error_reports import Failure
from bimaru.cli.output import is_directory

if TYPE_CHECKING:  # imported where needed: commands that need no workers stay fast
    from pathlib import Path
    from types import TracebackType

    from bimaru.long_runs.journal import Journal
    from bimaru.processes.lost_workers import JobRunner

Item = TypeVar("Item")
Answer = TypeVar("Answer")

_NOT_RECORDED: Final = ("workers", "scheduler", "target")
"""Options that the answers do not depend on."""


class Workers(ExitStack):
    """The workers that `--workers` and `--dask` choose, as a context in which the cluster is connected.

    With a cluster and an output, finished answers are kept in a journal, from which the same command
    continues; it is removed when the context ends without an exception, that is, when the output is there."""

    def __init__(self, workers: int, scheduler: str | None) -> None:
        super().__init__()
        self._number = workers
        self._scheduler = scheduler
        self._runner: JobRunner | None = None
        self._journal: Journal | None = None

    def __enter__(self) -> Self:
        if self._scheduler is not None:
            from bimaru.processes.interrupts import interrupts_held

            self.enter_context(interrupts_held())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None and self._journal is not None:
            self._journal.remove()
        super().__exit__(kind, error, trace)

    @property
    def are_one(self) -> bool:
        """Whether this process does all the work, one puzzle after the other."""
        return self._number == 1 and self._scheduler is None

    def map(self, work: Callable[[Item], Answer], items: Iterable[Item], /) -> Iterator[Answer]:
        """`map(work, items)` by the workers, in order. `work` must be picklable."""
        if self._scheduler is None:
            return in_processes(self._number)(work, items)
        from bimaru.long_runs.ordered_map import map_in_order

        runner = self._runner or self._connect(self._scheduler)
        return map_in_order(runner, work, items, self._journal, _is_final)

    @property
    def are_elsewhere(self) -> bool:
        """Whether a cluster works."""
        return self._scheduler is not None

    def map_here(self, work: Callable[[Item], Answer], items: Iterable[Item], /) -> Iterator[Answer]:
        """`map` for work that is not worth sending to a cluster."""
        return in_processes(self._number)(work, items)

    def _connect(self, scheduler: str) -> JobRunner:
        """Open the journal, if there is an output to keep it beside, and prepare the cluster."""
        from bimaru.long_runs.journal import open_journal
        from bimaru.processes.executors import dask_cluster
        from bimaru.processes.lost_workers import job_runner

        path = _journal_path(click.get_current_context().params.get("target"))
        if path is not None:
            self._journal = self.enter_context(open_journal(path, _settings()))
        self._runner = self.enter_context(job_runner(dask_cluster(scheduler)))
        return self._runner


def _is_final(answer: object) -> bool:
    """Whether an answer may be kept: a failure may be one of a worker, and not occur again."""
    return not isinstance(answer, Failure)


def _journal_path(target: str | None) -> Path | None:
    """The journal of an output; `None` for standard output, a device or a pipe."""
    from pathlib import Path

    from bimaru.long_runs.journal import SUFFIX

    if target is None or target == "-":
        return None
    path = Path(target).absolute()
    is_plain = is_directory(target) or path.is_file() or not path.exists()
    return path.with_name(path.name + SUFFIX) if is_plain else None


def in_processes(number: int) -> Callable[[Callable[[Any], Any], Iterable[Any]], Iterator[Any]]:
    """`map` in `number` processes, in order; in this process if it is one."""
    from bimaru.processes.pool import map_in_processes

    return partial(map_in_processes, workers=number)


shared_work = group(
    Workers,
    exclusive("--workers", "--dask"),
    workers=options.workers,
    scheduler=option(
        "--dask ADDRESS",
        "Use the workers of a Dask scheduler. With -o, the same command continues an interrupted run.",
    ),
)
"""The options `--workers` and `--dask`, as `Workers`."""


def _settings() -> dict[str, Any]:
    """Everything that the answers depend on besides the puzzles: version, command and options."""
    from bimaru import __version__

    context = click.get_current_context()
    given = {name: value for name, value in context.params.items() if name not in _NOT_RECORDED}
    return {"bimaru": __version__, "command": context.info_name, "directory": os.getcwd()} | given  # noqa: PTH109
