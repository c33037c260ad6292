"""A process that runs one engine on puzzles, under a limit of CPU time for it and all that it starts."""

from __future__ import annotations

import hashlib
import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from benchmarks.processor_time import Times, process_times
from benchmarks.study.exports import engine_of
from bimaru.processes.child import take_output
from bimaru.puzzle import Puzzle
from bimaru.study.comparison import run_trial, warm_up

MEMORY: Final = 4 << 30
"""Bytes of data that a process may have."""
_ROOT: Final = Path(__file__).parents[2]
_LOOK: Final = 0.1
"""Seconds from one look at the CPU time to the next."""
_STARTING: Final = 60
"""CPU seconds that it may take until an engine is ready."""
_CLOCKED: Final = ("build_seconds", "solve_seconds")
_PATIENCE: Final = 200
"""Times the CPU limit that a trial may take by the clock: one that only waits ends as well."""


class Worker:
    """A process for trials of an engine, started when it is needed, and again after each that was killed."""

    def __init__(self, engine: str) -> None:
        self._engine = engine
        self._process: subprocess.Popen[bytes] | None = None

    def run(self, puzzle: Puzzle, seconds: float, boards: int | None, nodes: int | None) -> dict[str, Any]:
        """What a trial found and took: its outcome is `unknown` after so many CPU seconds, and `failed` if
        the process ended."""
        if self._process is None:
            command = [sys.executable, "-m", __name__, self._engine]
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=_ROOT, process_group=0
            )
            if failure := self._answer(self._process, _STARTING):
                return failure
        return self._answer(self._process, seconds, json.dumps([puzzle.to_data(), boards, nodes]))

    def _answer(self, process: subprocess.Popen[bytes], seconds: float, request: str = "") -> dict[str, Any]:
        """The next line of the process, which is killed if it takes more CPU time."""
        if process.stdin is None or process.stdout is None:
            raise EOFError
        if request:
            process.stdin.write(request.encode() + b"\n")
            process.stdin.flush()
        before, began = cpu_of(process.pid), time.monotonic()
        while not select.select([process.stdout], [], [], _LOOK)[0]:
            cpu, waited = cpu_of(process.pid) - before, time.monotonic() - began
            if cpu > seconds or waited > _PATIENCE * seconds:
                self.close()
                return {"outcome": "unknown", "decided": False, "cpu": round(cpu, 2)}
        if line := process.stdout.readline():
            found: dict[str, Any] = json.loads(line)
            return found
        self.close()
        return {"outcome": "failed", "decided": False, "trouble": f"exit code {process.returncode}"}

    def close(self) -> None:
        """Kill the process and all that it has started."""
        if self._process is not None:
            for pid in process_times(self._process.pid):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            with self._process:
                self._process = None


def cpu_of(pid: int) -> float:
    """The CPU seconds of a process and of all that it has started."""
    return _total(process_times(pid))


def _total(found: Mapping[int, Times]) -> float:
    return sum(times.own + times.ended for times in found.values())


def serve(name: str) -> None:
    """Run an engine on the puzzles of the standard input, after one of one square: imports don't count."""
    import resource

    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    answers = take_output()
    engine = engine_of(name)
    warm_up(engine)
    answers.write(b"{}\n")
    answers.flush()
    for line in sys.stdin.buffer:
        data, boards, nodes = json.loads(line)
        puzzle = Puzzle.from_data(data)
        others, own = _cpu_of_others(), time.process_time()
        trial = run_trial(puzzle, engine, boards, node_limit=nodes)
        cpu = time.process_time() - own + _cpu_of_others() - others
        texts = sorted(str(board) for board in trial.boards)
        answer = {
            "outcome": trial.outcome,
            "decided": trial.decided,
            "cpu": round(cpu, 6),
            "nodes": trial.stats.get("nodes"),
            **{name: round(trial.stats[name], 4) for name in _CLOCKED if name in trial.stats},
            "boards": hashlib.sha256("\n".join(texts).encode()).hexdigest()[:8] if trial.complete else None,
            "trouble": trial.trouble or None,
        }
        answers.write(json.dumps(answer).encode() + b"\n")
        answers.flush()


def _cpu_of_others() -> float:
    """The CPU seconds of what this process has started."""
    found = process_times(os.getpid())  # read once: its own time goes on
    return _total(found) - found[os.getpid()].own


if __name__ == "__main__":
    serve(sys.argv[1])
