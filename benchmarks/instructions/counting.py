"""Counts instructions with Valgrind's cachegrind, without its caches, which the count does not need."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from benchmarks.instructions.builds import ROOT, ComparisonError

COMMANDS: Final = {
    "import": ("-c", "import bimaru"),
    "help": ("-m", "bimaru", "--help"),
    "solve a file": (
        "-m",
        "bimaru",
        "solve",
        "--engine",
        "search",
        str(ROOT / "examples" / "csplib014-113.txt"),
    ),
}
"""Tasks that are whole processes, by what follows `python`."""
_EMPTY: Final = ("-c", "pass")
"""The start of Python, subtracted from `COMMANDS`."""


class Counted(NamedTuple):
    """What one side took for a task."""

    instructions: int | None
    """`None` if it failed."""
    answer: str = ""
    """What it answered; the same on both sides if they did the same work."""
    error: str = ""
    """Why it failed."""


def check_valgrind() -> None:
    """Raise `ComparisonError` if Valgrind is missing."""
    if shutil.which("valgrind") is None:
        raise ComparisonError("valgrind is not installed (on Debian and Ubuntu: apt-get install valgrind)")


def count_tasks(side: Path, names: Sequence[str]) -> Iterator[tuple[str, Counted]]:
    """Count tasks of `tasks.TASKS` in forks of one process."""
    with TemporaryDirectory() as files:
        ran = _run(side, Path(files), ["-m", "benchmarks.instructions.runner", *names])
        rows: list[dict[str, Any]] = [json.loads(line) for line in ran.stdout.splitlines()]
        if ran.returncode or not rows:
            raise ComparisonError(f"the tasks cannot run on {side}:\n{ran.stderr}".rstrip())
        nothing = instructions_in(Path(files, str(rows[0]["pid"])))
        for row in rows[1:]:
            if "error" in row:
                yield row["task"], Counted(None, error=row["error"])
            else:
                total = instructions_in(Path(files, str(row["pid"])))
                yield row["task"], Counted(total - nothing, row["answer"])


def count_commands(side: Path, names: Sequence[str]) -> Iterator[tuple[str, Counted]]:
    """Count tasks of `COMMANDS`, each in a process of its own."""
    start = _count_process(side, _EMPTY)
    if start.instructions is None:
        raise ComparisonError(f"Python does not start under Valgrind:\n{start.error}")
    for name in names:
        whole = _count_process(side, COMMANDS[name])
        if whole.instructions is None:
            yield name, whole
        else:
            yield name, whole._replace(instructions=whole.instructions - start.instructions)


def _count_process(side: Path, arguments: Sequence[str]) -> Counted:
    with TemporaryDirectory() as files:
        ran = _run(side, Path(files), arguments)
        if ran.returncode:
            return Counted(None, error=ran.stderr.strip() or f"exit code {ran.returncode}")
        # What it printed is no answer to compare: seconds are part of it.
        return Counted(sum(map(instructions_in, Path(files).iterdir())))


def instructions_in(file: Path) -> int:
    """The instructions that a file of cachegrind sums up."""
    text = file.read_text(encoding="utf-8", errors="replace") if file.exists() else ""
    events, summary = (re.search(rf"^{key}: *(.*)$", text, re.MULTILINE) for key in ("events", "summary"))
    if not events or not summary:
        raise ComparisonError(f"{file.name} is no complete file of cachegrind")
    return int(dict(zip(events[1].split(), summary[1].split(), strict=True))["Ir"])


def _run(side: Path, files: Path, arguments: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Run Python under Valgrind, which writes a file for each process, named by its id."""
    counting = ["valgrind", "--quiet", "--tool=cachegrind", "--cache-sim=no"]
    command = [*counting, f"--cachegrind-out-file={files}/%p", sys.executable, "-P", *arguments]
    return subprocess.run(
        [*_at_fixed_addresses(), *command],
        cwd=side,
        env=_environment(side),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def _at_fixed_addresses() -> list[str]:
    """What switches off the randomisation of addresses, where the system has it."""
    command = ["setarch", "-R"]
    if shutil.which("setarch") is None or subprocess.run([*command, "true"], check=False).returncode:
        return []
    return command


def _environment(side: Path) -> dict[str, str]:
    """Nothing of the user's, so that two runs differ in nothing; the tasks are always those of this tree."""
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "PYTHONPATH": os.pathsep.join((str(side / "src"), str(ROOT))),
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONUTF8": "1",
        "COLUMNS": "80",
    }
