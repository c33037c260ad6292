"""An executor whose workers are those of a Dask cluster."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import partial
from typing import Any, TypeVar

Result = TypeVar("Result")


class DaskExecutor(Executor):
    """Submits work to a Dask cluster.

    Dask's own (`Client.get_executor`) raises `ValueError` when a worker dies while its result is fetched: it
    looks at the state of the work after the result is there, and takes what is not finished for an error."""

    def __init__(self, client: Any) -> None:
        """`client` is a `distributed.Client`."""
        self._client = client

    def submit(self, work: Callable[..., Result], /, *args: Any, **kwargs: Any) -> Future[Result]:
        """Submit work; cancelling the future cancels it."""
        remote = self._client.submit(work, *args, **kwargs)
        future: Future[Result] = Future()
        future.add_done_callback(lambda done: remote.cancel() if done.cancelled() else None)
        remote.add_done_callback(partial(_settle, future))
        return future


def _settle(future: Future[Result], remote: Any) -> None:
    """Copy the outcome of work on a Dask cluster to a future."""
    if not future.set_running_or_notify_cancel():
        return
    try:
        result = remote.result()
    except BaseException as error:
        future.set_exception(error)
    else:
        future.set_result(result)
