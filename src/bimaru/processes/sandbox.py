"""Programs that are not trusted, run in a scratch directory with limits, with all processes that they start.

On Linux a program gets namespaces of its own, if the system allows that: no network, and processes that end
with it. Elsewhere its process group is ended. `unenforced` names what the system does not limit.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from errno import EACCES, ENOENT
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from bimaru.processes.program import output_within

_UNSHARE: Final = ("unshare", "--user", "--map-current-user", "--net", "--pid", "--fork", "--kill-child")
_MOST_OUTPUT: Final = 10_000_000
"""Bytes of output that are read."""


class Limits(NamedTuple):
    """Limits of one run: seconds by the clock, bytes of memory and of each file, processes at a time."""

    seconds: float = 10.0
    memory: int = 2_000_000_000
    file_bytes: int = 100_000_000
    processes: int = 256


class Ran(NamedTuple):
    """How a program ended: its output and messages, and the exit code, negative for a signal; `None` if the
    time was out."""

    text: str
    messages: str
    code: int | None
    seconds: float
    peak_bytes: int | None


@cache
def has_namespaces() -> bool:
    """Whether programs can have a network and processes of their own."""
    if not sys.platform.startswith("linux") or shutil.which("unshare") is None:
        return False
    tried = subprocess.run([*_UNSHARE, "true"], capture_output=True, check=False)
    return tried.returncode == 0


def unenforced() -> tuple[str, ...]:
    """What is not limited on this system, each as a noun phrase."""
    found = [] if has_namespaces() else ["access to the network", "processes that leave their group"]
    if sys.platform == "win32":
        found += ["memory", "the size of files", "the number of processes"]
    elif sys.platform == "darwin":
        found += ["memory"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        found += ["the number of processes (of the superuser)"]
    return (*found, "which files are read")


def run_in_sandbox(
    command: Sequence[str],
    directory: Path,
    limits: Limits,
    text: str = "",
    started: Callable[[subprocess.Popen[bytes]], None] = lambda _: None,
) -> Ran:
    """Run a program in a directory, with this standard input, within the limits. The process is passed to
    `started`, so that another thread can kill its group. Raises `OSError` if it cannot be started."""
    if shutil.which(command[0], path=os.environ.get("PATH")) is None:
        if Path(command[0]).exists():
            raise PermissionError(EACCES, "not an executable program, as python solver.py is", command[0])
        raise FileNotFoundError(ENOENT, "no such program", command[0])
    start = time.perf_counter()
    # files, whose size the limits bound, where a pipe would fill memory
    outputs = [directory / ".output", directory / ".messages"]
    with outputs[0].open("wb") as output, outputs[1].open("wb") as messages:
        process = subprocess.Popen(
            [*(_UNSHARE if has_namespaces() else ()), *_limited(limits), *command],
            cwd=directory,
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=messages,
            start_new_session=True,
        )
        started(process)
        is_in_time = output_within(process, limits.seconds, text.encode()) is not None
    code = process.returncode if is_in_time else None
    seconds = time.perf_counter() - start
    shown = [_head_of(path) for path in outputs]
    return Ran(shown[0], _without_usage(shown[1]), code, seconds, _peak(shown[1]))


_USAGE: Final = "bimaru: peak "
_LAUNCH: Final = """\
import os, resource, subprocess, sys
memory, file_bytes, processes, *command = sys.argv[1:]
for kind, most in (("AS", memory), ("FSIZE", file_bytes), ("NPROC", processes), ("CORE", 0)):
    kind = getattr(resource, "RLIMIT_" + kind, None)
    try:
        hard = resource.getrlimit(kind)[1]
        most = int(most) if hard == resource.RLIM_INFINITY else min(int(most), hard)
        resource.setrlimit(kind, (most, most))
    except (TypeError, ValueError, OSError):
        pass
code = subprocess.call(command)
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
print(f"\\n{PREFIX}{peak}", file=sys.stderr)
sys.exit(code if code >= 0 else 128 - code)
"""
"""The program that sets the limits, runs the command, and reports the memory that it has taken."""


def _limited(limits: Limits) -> list[str]:
    if sys.platform == "win32":
        return []
    launch = _LAUNCH.replace("{PREFIX}", _USAGE)
    numbers = (limits.memory, limits.file_bytes, limits.processes)
    # isolated: modules in the program's directory are not imported
    return [sys.executable, "-I", "-S", "-c", launch, *map(str, numbers)]


def _head_of(path: Path) -> str:
    with path.open("rb") as file:
        return file.read(_MOST_OUTPUT).decode(errors="replace")


def _peak(messages: str) -> int | None:
    """The memory that the launcher reports, if it came to that."""
    last = messages.rstrip().rpartition("\n")[2]
    return int(last.removeprefix(_USAGE)) if last.startswith(_USAGE) else None


def _without_usage(messages: str) -> str:
    kept = [line for line in messages.splitlines() if not line.startswith(_USAGE)]
    return "\n".join(kept).strip()
