"""Calls set aside in another process, which can be killed at any moment.

HiGHS and SCIP, as OR-Tools carries them, do not hear Ctrl-C and may overrun their time limit.
A process stays for the next call as long as this one lives: only the first pays for its start.
"""

from __future__ import annotations

import atexit
import os
import pickle
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, BinaryIO, Final, TypeAlias, TypeVar

T = TypeVar("T")
Process: TypeAlias = "subprocess.Popen[bytes]"

_idle: Final[list[Process]] = []
_BROKEN: Final = (EOFError, OSError, pickle.UnpicklingError)
"""What writing to a process, or reading from it, raises when it has ended."""


class CallFailed(RuntimeError):
    """The function raised, or its process ended in the middle of the call."""


def call_aside(function: Callable[..., T], *arguments: object, seconds: float | None = None) -> T | None:
    """What `function(*arguments)` returns, or `None` if it has not returned within `seconds`.

    The function can be imported by its name; arguments and result are pickled. Raises
    `CallFailed`. Ctrl-C while it waits kills the process."""
    process = _idle_process() or _new_process()
    with _killed_after(seconds, process) as killed:
        try:
            result, trouble = _ask(process, (function, arguments))
        except BaseException as error:
            _end(process)
            if not isinstance(error, _BROKEN):
                raise
            if killed.is_set():
                return None
            raise CallFailed(f"the process of {function.__name__} ended, {process.returncode}") from None
    _idle.append(process)
    if trouble:
        raise CallFailed(trouble)
    answer: T = result
    return answer


class CallAside:
    """A call that is answered in another process while this one goes on."""

    def __init__(self, function: Callable[..., object], *arguments: object) -> None:
        """The function can be imported by its name; arguments and result are pickled."""
        self._process = _idle_process() or _new_process()
        self._answer: Any = None
        self._thread = threading.Thread(target=self._wait, args=((function, arguments),), daemon=True)
        self._thread.start()

    def _wait(self, call: object) -> None:
        try:
            self._answer = _ask(self._process, call)
        except _BROKEN:
            self._answer = (None, "the process ended")

    def is_done(self) -> bool:
        return not self._thread.is_alive()

    def result(self) -> Any:
        """What the function returned; waits for it. Raises `CallFailed`."""
        self._thread.join()
        result, trouble = self._answer
        if trouble:
            _end(self._process)
            raise CallFailed(trouble)
        _idle.append(self._process)
        return result

    def cancel(self) -> None:
        """Give up waiting for it."""
        self._process.kill()
        self._thread.join()
        _end(self._process)


@contextmanager
def _killed_after(seconds: float | None, process: Process) -> Iterator[threading.Event]:
    """Gives the event that tells whether the process was killed because the time is out."""
    killed = threading.Event()

    def kill() -> None:
        killed.set()
        process.kill()

    timer = threading.Timer(seconds or 0.0, kill)
    if seconds is not None:
        timer.start()
    try:
        yield killed
    finally:
        timer.cancel()


def _ask(process: Process, call: object) -> Any:
    if process.stdin is None or process.stdout is None:
        raise EOFError
    pickle.dump(call, process.stdin)
    process.stdin.flush()
    return pickle.load(process.stdout)


def _idle_process() -> Process | None:
    while _idle:
        process = _idle.pop()
        if process.poll() is None:
            return process
    return None


def _new_process() -> Process:
    """A session of its own, so that Ctrl-C in the terminal reaches this process alone."""
    program = f"import sys; sys.path[:] = {sys.path!r}; from {__name__} import serve; serve()"
    return subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
    )


def _end(process: Process) -> None:
    process.kill()
    with suppress(OSError), process:
        pass


@atexit.register
def _end_all() -> None:
    while _idle:
        _end(_idle.pop())


if hasattr(os, "register_at_fork"):  # a forked child has no part in its parent's conversations
    os.register_at_fork(after_in_child=_idle.clear)


def serve() -> None:
    """Answer the calls that come by standard input, in the other process.

    Each is answered in a thread, so that the end of the input, which is the end of the process
    that calls, is noticed at once."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # where solvers chat
    with suppress(EOFError):
        while True:
            function, arguments = pickle.load(sys.stdin.buffer)
            threading.Thread(target=_answer, args=(function, arguments, answers), daemon=True).start()
    os._exit(0)


def _answer(function: Callable[..., object], arguments: tuple[object, ...], answers: BinaryIO) -> None:
    try:
        answer = pickle.dumps((function(*arguments), None))
    except Exception:
        answer = pickle.dumps((None, traceback.format_exc()))
    answers.write(answer)
    answers.flush()
