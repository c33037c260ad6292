"""Collections made by a real Dask cluster: a scheduler and two workers, each a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bimaru.collections.collection import Progress
from bimaru.collections.executors import NoClusterError, dask_cluster
from small_collections import CollectionSpec, contents

pytest.importorskip("distributed", reason="for want of Dask")

SPEC = CollectionSpec(count=200, shard_size=15)


class Cluster(NamedTuple):
    """A scheduler's address, and its workers."""

    address: str
    workers: list[subprocess.Popen[bytes]]


def started(stack: ExitStack, directory: Path, command: str, *args: str) -> subprocess.Popen[bytes]:
    """A program of Dask's, which ends with the test."""
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


def address_in(file: Path) -> str:
    """The address that a scheduler writes down once it listens."""
    end = time.monotonic() + 60
    while not (file.exists() and file.stat().st_size):
        assert time.monotonic() < end, "the scheduler does not start"
        time.sleep(0.05)
    return str(json.loads(file.read_text())["address"])


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    directory = tmp_path_factory.mktemp("dask_cluster")
    with ExitStack() as stack:
        file = directory / "scheduler.json"
        here = ("--host", "127.0.0.1", "--no-dashboard")
        started(stack, directory, "dask_scheduler", *here, "--port", "0", "--scheduler-file", str(file))
        address = address_in(file)
        alone = ("--no-nanny", "--nthreads", "1")
        yield Cluster(
            address, [started(stack, directory, "dask_worker", address, *here, *alone) for _ in range(2)]
        )


def test_the_executor_of_a_client_works_like_any_other(cluster: Cluster, tmp_path: Path) -> None:
    from distributed import Client

    SPEC.make(tmp_path / "here")
    client: Any = Client(cluster.address, set_as_default=False)  # type: ignore[no-untyped-call]
    with client, client.get_executor() as executor:
        SPEC.make(tmp_path / "there", executor=executor)
    assert contents(tmp_path / "there") == contents(tmp_path / "here")


def test_a_cluster_makes_the_same_files_though_a_worker_is_killed(cluster: Cluster, tmp_path: Path) -> None:
    SPEC.make(tmp_path / "here")
    reports: list[Progress] = []

    def kill_one(progress: Progress) -> None:
        reports.append(progress)
        if progress.shards_done == 3:
            cluster.workers[0].kill()

    SPEC.make(tmp_path / "there", source=dask_cluster(cluster.address), on_progress=kill_one)
    assert cluster.workers[0].wait() < 0
    assert cluster.workers[1].poll() is None
    assert contents(tmp_path / "there") == contents(tmp_path / "here")


def test_an_address_without_a_scheduler_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bimaru.collections.executors._TIME_TO_CONNECT", 0.5)
    for address in ("tcp://127.0.0.1:9", "nonsense"):
        with pytest.raises(NoClusterError, match=f"no Dask scheduler at {address}"):
            SPEC.make(tmp_path / "there", source=dask_cluster(address))
    assert not (tmp_path / "there").exists()
