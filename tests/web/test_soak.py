"""A short soak of the server: clients of every kind, no status 500, no lost answer, a clean end."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

pytest.importorskip("fastapi")

KINDS = (
    *("broken off", "flood of silent connections", "hopeless", "killed worker", "malformed", "not reading"),
    *("pipelined", "silent", "slow body", "watched"),
)


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
def test_under_clients_of_every_kind_the_server_keeps_answering() -> None:
    command = [sys.executable, "-m", "benchmarks.soak", "--minutes", "0.4", "--workers", "1", "--rate", "10"]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=400)
    assert (run.returncode, run.stderr) == (0, ""), run.stdout
    rows = re.findall(r"^\| (\d+) \| (steady|saturated) \| (\d+) ", run.stdout, re.MULTILINE)
    assert [int(part) for part, _, _ in rows] == [part for part in range(1, 11) for _ in range(2)]
    assert all(int(number) > 0 for _, _, number in rows)
    assert set(KINDS) <= set(re.findall(r"^([a-z ]+): ", run.stdout, re.MULTILINE))
