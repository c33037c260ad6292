"""Other programs, such as solvers, run to their end or up to a time limit."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import AnyStr, Final, NamedTuple

from bimaru.clock import clock

_GRACE: Final = 2.0
"""Seconds that a program has to end by itself before it is killed."""


class Output(NamedTuple):
    """What a program has printed, and its exit code."""

    text: str
    messages: str
    code: int


def run_program(command: Iterable[str], seconds: float | None) -> Output | None:
    """Run a program; `None` if it takes more than `seconds`. It is ended then, and at Ctrl-C, with the
    programs that it has started. Raises `OSError` if it cannot be started."""
    process = subprocess.Popen(
        [*command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
    )
    # MiniZinc starts its solver in another process group, and ends it at SIGTERM.
    printed = output_within(process, seconds, grace=_GRACE)
    return None if printed is None else Output(*printed, process.returncode)


def output_within(
    process: subprocess.Popen[AnyStr], seconds: float | None, text: AnyStr | None = None, grace: float = 0
) -> tuple[AnyStr, AnyStr] | None:
    """What a program prints when it is given this text; `None` if it takes more than `seconds`. Whatever is
    left of its process group is then killed; before that, it has `grace` seconds to end by itself."""
    try:
        with clock.waiting():
            return process.communicate(text, timeout=seconds)
    except subprocess.TimeoutExpired:
        return None
    finally:
        if grace and process.poll() is None:
            process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.communicate(timeout=grace)
        kill_group(process)
        process.communicate()  # reads what is left, closes the pipes and collects the exit code


def kill_group(process: subprocess.Popen[AnyStr]) -> None:
    """Kill a process and the programs that it has started in its group."""
    if sys.platform == "win32":
        process.kill()
    else:
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
