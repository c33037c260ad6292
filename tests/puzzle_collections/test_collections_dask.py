"""Collections made by a real Dask cluster: a scheduler and two workers, each a process of its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bimaru.errors import MissingExtraError
from bimaru.processes.executors import NoClusterError, dask_cluster
from bimaru.puzzle_collections.directory import Part
from bimaru.puzzle_collections.making import Progress, make_collection
from dask_clusters import cluster_in_this_process, started_cluster
from small_collections import SMALL, AtOnce, CollectionSpec, contents

pytest.importorskip("distributed", reason="for want of Dask")

SPEC = CollectionSpec(count=200, shard_size=15)


class Workers(NamedTuple):
    """A scheduler's address, and its two workers."""

    address: str
    workers: list[subprocess.Popen[bytes]]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workers]:
    with started_cluster(tmp_path_factory.mktemp("dask_cluster")) as started:
        yield Workers(started.address, [started.add_worker() for _ in range(2)])


def test_a_cluster_in_this_process_makes_the_same_files(tmp_path: Path) -> None:
    small = replace(SPEC, count=30, shard_size=7)
    small.make(tmp_path / "here")
    with cluster_in_this_process() as address:
        small.make(tmp_path / "there", source=dask_cluster(address))
    assert contents(tmp_path / "there") == contents(tmp_path / "here")


def test_other_work_of_the_program_stays_off_the_cluster() -> None:
    from distributed import default_client

    with (
        cluster_in_this_process() as address,
        dask_cluster(address).start(),
        pytest.raises(ValueError, match="No clients found"),
    ):
        default_client()  # type: ignore[no-untyped-call]


@pytest.mark.thorough
def test_the_executor_of_a_client_works_like_any_other(cluster: Workers, tmp_path: Path) -> None:
    from distributed import Client

    SPEC.make(tmp_path / "here")
    client: Any = Client(cluster.address, set_as_default=False)  # type: ignore[no-untyped-call]
    with client, client.get_executor() as executor:
        SPEC.make(tmp_path / "there", executor=executor)
    assert contents(tmp_path / "there") == contents(tmp_path / "here")


@pytest.mark.thorough
def test_a_result_counts_though_its_worker_is_lost_once_it_is_fetched(
    cluster: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    from distributed import Client, Future

    from bimaru.processes.dask_executor import DaskExecutor

    monkeypatch.setattr(Future, "status", property(lambda _: "lost"))
    client: Any = Client(cluster.address, set_as_default=False)  # type: ignore[no-untyped-call]
    with client:
        assert DaskExecutor(client).submit(divmod, 17, 5).result(timeout=20) == (3, 2)
        with client.get_executor() as executor, pytest.raises(ValueError, match="unpack"):
            executor.submit(divmod, 17, 4).result(timeout=20)  # Dask's own, until they mend it


@pytest.mark.thorough
def test_a_cluster_makes_the_same_files_though_a_worker_is_killed(cluster: Workers, tmp_path: Path) -> None:
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


@pytest.mark.thorough
def test_a_cluster_makes_the_same_parts_of_a_collection(cluster: Workers, tmp_path: Path) -> None:
    parts = (Part(SMALL, 40), Part(replace(SMALL, givens=("water",)), 30))
    for name, how in (("here", {"executor": AtOnce()}), ("there", {"source": dask_cluster(cluster.address)})):
        make_collection(parts, 70, 1, tmp_path / name, shard_size=20, **how)
    assert contents(tmp_path / "there") == contents(tmp_path / "here")


def test_an_address_without_a_scheduler_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bimaru.processes.executors._TIME_TO_CONNECT", 0.5)
    for address in ("tcp://127.0.0.1:9", "nonsense"):
        with pytest.raises(NoClusterError, match=f"no Dask scheduler at {address}"):
            SPEC.make(tmp_path / "there", source=dask_cluster(address))
    assert not (tmp_path / "there").exists()


def test_without_dask_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    needed = r"^work on a Dask cluster needs an extra: pip install 'bimaru\[cluster\]'"
    with pytest.raises(MissingExtraError, match=needed):
        SPEC.make(tmp_path / "there", source=dask_cluster("tcp://127.0.0.1:9"))
