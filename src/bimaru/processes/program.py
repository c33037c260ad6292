"""Programs of others, such as solvers, run to their end or to a time limit."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterable
from contextlib import suppress
from typing import Final, NamedTuple

from bimaru.clock import clock

_ENDING: Final = 2.0
"""Seconds that a program has to end by itself before it is killed."""


class Output(NamedTuple):
    """What a program has printed, and its exit code."""

    text: str
    messages: str
    code: int


def run_program(command: Iterable[str], seconds: float | None) -> Output | None:
    """Run a program; `None` if it takes more than some seconds. It is ended then, and at Ctrl-C, with the
    programs that it has started. Raises `OSError` if it cannot be started."""
    process = subprocess.Popen(
        [*command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
    )
    try:
        with clock.waiting():
            text, messages = process.communicate(timeout=seconds)
        return Output(text, messages, process.returncode)
    except subprocess.TimeoutExpired:
        return None
    finally:
        if process.poll() is None:
            _end(process)


def _end(process: subprocess.Popen[str]) -> None:
    """End a program. MiniZinc starts its solver in another process group, and ends it at SIGTERM: so the
    program is killed only if that does not end it."""
    process.terminate()
    try:
        process.communicate(timeout=_ENDING)
    except subprocess.TimeoutExpired:
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
