"""Commands on a real Dask cluster: the same bytes, though a worker is killed, or the command itself."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from bimaru.long_runs.journal import Journal
from command_line import bimaru, without_times
from dask_clusters import Cluster, cluster_in_this_process, started_cluster
from instances import DATA

pytest.importorskip("distributed", reason="for want of Dask")
pytest.importorskip("pyarrow", reason="for want of pyarrow")

pytestmark = pytest.mark.thorough  # a cluster takes seconds to start

COMMANDS: Final = {
    "solve": ["solve", "--json"],
    "count": ["count"],
    "grade": ["grade", "--json"],
    "explain": ["explain", "--json"],
    "minimise": ["minimise", "--json"],
    "convert": ["convert", "--to", "text"],
    "stats": ["stats", "--grade", "--json"],
    "export": ["export", "--distinct", "puzzle"],
}
KILLED: Final = """
import os, signal
from bimaru.cli import main
from bimaru.long_runs.journal import Journal

append = Journal.append

def append_and_die(journal, digest, results):
    append(journal, digest, results)
    append_and_die.left -= 1
    if not append_and_die.left:
        os.kill(os.getpid(), signal.SIGKILL)

append_and_die.left = 10
Journal.append = append_and_die
main()
"""
"""The command, killed when ten chunks are done."""


@pytest.fixture(scope="module")
def puzzles(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A collection of 80 puzzles in four shards."""
    path = tmp_path_factory.mktemp("puzzles") / "collection"
    small = ["--size", "5x5", "--fleet", "3,2,1,1", "--workers", "1"]
    ran = bimaru("generate", *small, "--count", "80", "--shard-size", "20", "--seed", "1", "-o", f"{path}/")
    assert ran.code == 0
    return path


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster with one worker, which stays."""
    with started_cluster(tmp_path_factory.mktemp("dask_cluster")) as started:
        started.add_worker()
        yield started


@pytest.mark.parametrize("command", ["grade", "convert"])
def test_the_output_of_a_cluster_in_this_process_is_the_same(command: str, tmp_path: Path) -> None:
    lines = (DATA / "csplib014.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    puzzles = tmp_path / "puzzles.jsonl"
    puzzles.write_text("".join(lines[:12]), encoding="utf-8")
    with cluster_in_this_process() as address:
        ran = bimaru(*COMMANDS[command], puzzles, "--dask", address, "-o", tmp_path / "there")
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    assert (tmp_path / "there").read_text(encoding="utf-8") == bimaru(*COMMANDS[command], puzzles).out


@pytest.mark.parametrize("command", COMMANDS)
def test_the_output_is_the_same_though_a_worker_is_killed(
    command: str, cluster: Cluster, puzzles: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    victim = cluster.add_worker()
    append = Journal.append
    appended = 0

    def kill_at_the_third(journal: Journal, digest: bytes, results: Any) -> None:
        nonlocal appended
        appended += 1
        if appended == 3:
            victim.kill()
        append(journal, digest, results)

    monkeypatch.setattr(Journal, "append", kill_at_the_third)
    here, there = tmp_path / "here", tmp_path / "there"
    expected = bimaru(*COMMANDS[command], puzzles, "-o", here)
    ran = bimaru(*COMMANDS[command], puzzles, "--dask", cluster.address, "-o", there)
    assert (ran.code, ran.err) == (expected.code, "")
    assert victim.wait() < 0
    if command == "solve":
        assert without_times(there.read_text()) == without_times(here.read_text())
    else:
        assert there.read_bytes() == here.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["here", "there"]


def test_a_killed_command_continues_where_it_was(
    cluster: Cluster, puzzles: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "out.jsonl"
    args = ["explain", "--json", "--dask", cluster.address, "-o", str(target), str(puzzles)]
    killed = subprocess.run([sys.executable, "-c", KILLED, *args], check=False)
    assert killed.returncode < 0
    assert not target.exists()
    appended = 0
    append = Journal.append

    def count(journal: Journal, digest: bytes, results: Any) -> None:
        nonlocal appended
        appended += 1
        append(journal, digest, results)

    monkeypatch.setattr(Journal, "append", count)
    ran = bimaru(*args)
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    assert target.read_text() == bimaru("explain", "--json", puzzles).out
    # 80 puzzles are 8 chunks of each of the sizes 1 to 3, and 32 more puzzles in chunks of 4.
    assert appended == 3 * 8 + 32 // 4 - 10
    assert [path.name for path in tmp_path.iterdir() if path.name[0] != "."] == ["out.jsonl"]


def test_an_address_without_a_scheduler_is_bad_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bimaru.processes.executors._TIME_TO_CONNECT", 0.5)
    ran = bimaru("count", DATA / "boats.jsonl", "--dask", "tcp://127.0.0.1:9", "-o", tmp_path / "out.txt")
    assert ran.code == 2
    assert "no Dask scheduler at tcp://127.0.0.1:9" in ran.err
    assert not (tmp_path / "out.txt").exists()
