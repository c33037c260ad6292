"""Dask clusters on this machine: a scheduler and workers, each a process of its own, or all in this one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

_HERE: Final = ("--host", "127.0.0.1", "--no-dashboard")
_PATIENCE: Final = 120.0
"""Seconds for a program to start, on a busy machine, too."""


class Cluster(NamedTuple):
    """A scheduler's address, and where its programs run."""

    address: str
    directory: Path
    stack: ExitStack

    def add_worker(self) -> subprocess.Popen[bytes]:
        """A further worker, which has joined."""
        from distributed import Client

        alone = ("--no-nanny", "--nthreads", "1")
        client: Any = Client(self.address, set_as_default=False, timeout=_PATIENCE)  # type: ignore[no-untyped-call]
        with client:
            number = len(client.nthreads())
            worker = _started(self.stack, self.directory, "dask_worker", self.address, *_HERE, *alone)
            client.wait_for_workers(number + 1, timeout=_PATIENCE)
        return worker


@contextmanager
def started_cluster(directory: Path) -> Iterator[Cluster]:
    """A cluster without workers, whose programs end with the context."""
    with ExitStack() as stack:
        file = directory / "scheduler.json"
        _started(stack, directory, "dask_scheduler", *_HERE, "--port", "0", "--scheduler-file", str(file))
        yield Cluster(_address_in(file), directory, stack)


@contextmanager
def cluster_in_this_process() -> Iterator[str]:
    """The address of a cluster with one worker, quick to start, whose worker cannot be killed."""
    import dask
    from distributed import LocalCluster

    worker = {"n_workers": 1, "threads_per_worker": 1, "processes": False}
    with TemporaryDirectory() as scratch, dask.config.set({"temporary-directory": scratch}):
        started: Any = LocalCluster(**worker, dashboard_address=":0")  # type: ignore[no-untyped-call]
        with started as cluster:
            yield cluster.scheduler_address


def _started(stack: ExitStack, directory: Path, command: str, *args: str) -> subprocess.Popen[bytes]:
    """A program of Dask's."""
    place = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "DASK_TEMPORARY_DIRECTORY": str(directory)}
    process = subprocess.Popen(
        [sys.executable, "-m", "distributed.cli." + command, *args],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=place,
        cwd=directory,
    )
    stack.callback(process.wait)
    stack.callback(process.kill)
    return process


def _address_in(file: Path) -> str:
    """The address that a scheduler writes down once it listens."""
    end = time.monotonic() + _PATIENCE
    while not (file.exists() and file.stat().st_size):
        assert time.monotonic() < end, "the scheduler does not start"
        time.sleep(0.05)
    return str(json.loads(file.read_text())["address"])
