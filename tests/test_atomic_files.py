"""Temporary files of processes that were killed."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from command_line import UNIQUE, bimaru, jsonl

KILLED = """
import os, signal, sys
from pathlib import Path
from bimaru.atomic_files import temporary_directory, temporary_path
where, kind = sys.argv[1:]
with (temporary_directory if kind == "files" else temporary_path)(Path(where)) as part:
    if kind == "directory":
        part.mkdir()
    (part if kind == "file" else part / "it").write_text("half")
    os.kill(os.getpid(), signal.SIGKILL)
"""


def killed(path: Path, kind: str) -> None:
    """Let a process be killed while it writes a file, a directory, or files into a directory."""
    ran = subprocess.run([sys.executable, "-c", KILLED, path, kind], check=False)
    assert ran.returncode == -signal.SIGKILL


@pytest.mark.skipif(os.name != "posix", reason="Windows has no SIGKILL")
def test_what_a_killed_process_left_is_removed_by_the_next_that_writes_the_same_file(tmp_path: Path) -> None:
    for name in ("it.txt", "other.txt"):
        killed(tmp_path / name, "file")
    (ended,) = tmp_path.glob(".it.txt.*")
    (other,) = tmp_path.glob(".other.txt.*")
    number = re.search(r"(\d+)\.part$", ended.name)
    assert number
    running = ended.with_name(ended.name.replace(number[0], f"{os.getppid()}.part"))
    of_none = ended.with_name(ended.name.replace(number[0], f"{10**30}.part"))  # too large for a process
    for stays in (running, of_none):
        stays.touch()
    assert bimaru("solve", "-", "-o", tmp_path / "it.txt", stdin=jsonl(UNIQUE)).code == 0
    assert {*tmp_path.iterdir()} == {tmp_path / "it.txt", other, running, of_none}


@pytest.mark.skipif(os.name != "posix", reason="Windows has no SIGKILL")
def test_what_a_killed_process_left_in_a_directory_is_removed_by_the_next_that_fills_it(
    tmp_path: Path,
) -> None:
    killed(tmp_path, "files")
    (ended,) = tmp_path.iterdir()
    number = re.search(r"-(\d+)-\w+\.part$", ended.name)
    assert number
    running = ended.with_name(ended.name.replace(f"-{number[1]}-", f"-{os.getppid()}-"))
    running.mkdir()
    assert bimaru("draw", "-", "-o", f"{tmp_path}/", stdin=jsonl(UNIQUE)).code == 0
    assert {*tmp_path.iterdir()} == {tmp_path / "unique.svg", running}


@pytest.mark.skipif(os.name != "posix", reason="Windows has no SIGKILL")
def test_what_a_killed_process_left_of_a_certificate_is_removed_by_the_next_that_makes_it(
    tmp_path: Path,
) -> None:
    killed(tmp_path / "it", "directory")
    assert len([*tmp_path.iterdir()]) == 1
    assert bimaru("certify", "-", "-o", tmp_path / "it", stdin=jsonl(UNIQUE)).code == 0
    assert {*tmp_path.iterdir()} == {tmp_path / "it"}
