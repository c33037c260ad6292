"""Temporary files of processes that were killed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from command_line import UNIQUE, bimaru, jsonl

KILLED = """
import os, signal, sys
from pathlib import Path
from bimaru.atomic_files import temporary_path
with temporary_path(Path(sys.argv[1])) as part:
    part.write_text("half")
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(os.name != "posix", reason="Windows has no SIGKILL")
def test_what_a_killed_process_left_is_removed_by_the_next_that_writes_the_same_file(tmp_path: Path) -> None:
    for name in ("it.txt", "other.txt"):
        subprocess.run([sys.executable, "-c", KILLED, tmp_path / name], check=False)
    (ended,) = tmp_path.glob(".it.txt.*")
    (other,) = tmp_path.glob(".other.txt.*")
    number = re.search(r"(\d+)\.part$", ended.name)
    assert number
    running = ended.with_name(ended.name.replace(number[0], f"{os.getppid()}.part"))
    running.touch()
    assert bimaru("solve", "-", "-o", tmp_path / "it.txt", stdin=jsonl(UNIQUE)).code == 0
    assert {*tmp_path.iterdir()} == {tmp_path / "it.txt", other, running}
