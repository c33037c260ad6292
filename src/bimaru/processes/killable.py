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
from collections.abc import Callable
from contextlib import suppress
from typing import Any, BinaryIO, Final, Generic, TypeAlias, TypeVar

from bimaru.errors import BimaruError

T = TypeVar("T")
Process: TypeAlias = "subprocess.Popen[bytes]"

_idle: Final[list[Process]] = []
_is_aside: Final = threading.Event()
"""Set in a process that answers calls."""
_BROKEN: Final = (EOFError, OSError, pickle.UnpicklingError)
"""What writing to a process, or reading from it, raises when it has ended."""


class CallFailedError(BimaruError, RuntimeError):
    """The function raised, or its process ended in the middle of the call."""


class CallAside(Generic[T]):
    """A call that is answered in another process while this one goes on."""

    def __init__(self, function: Callable[..., T], *arguments: object) -> None:
        """The function can be imported by its name; arguments and result are pickled."""
        call = pickle.dumps((function, arguments))
        self._process = _idle_process() or _new_process()
        self._answer: tuple[Any, str] = (None, f"the process of {function.__name__} ended")
        self._answered = threading.Event()
        self._is_over = threading.Lock()
        threading.Thread(target=self._listen, args=(call,), daemon=True).start()

    def _listen(self, call: bytes) -> None:
        try:
            self._answer = _ask(self._process, call)
            stays = self._is_over.acquire(blocking=False)
        except _BROKEN:
            stays = False
        if stays:
            _idle.append(self._process)
        else:
            _end(self._process)
        self._answered.set()

    def wait(self, seconds: float | None = None) -> bool:
        """Whether the call is over within so many seconds."""
        return self._answered.wait(seconds)

    def result(self) -> T:
        """What the function returned; waits for it. Raises `CallFailedError`."""
        self.wait()
        result, trouble = self._answer
        if trouble:
            raise CallFailedError(trouble)
        returned: T = result
        return returned

    def cancel(self) -> None:
        """End it, if it is not over."""
        if self._is_over.acquire(blocking=False):
            self._process.kill()
            self._answered.wait()


def call_aside(function: Callable[..., T], *arguments: object, seconds: float | None = None) -> T | None:
    """What `function(*arguments)` returns, or `None` if it has not returned within `seconds`.

    Raises `CallFailedError`. Ctrl-C while it waits ends the call. In a process that is set aside itself the
    function is called there, and ends when that is ended."""
    if _is_aside.is_set():
        return function(*arguments)
    call = CallAside(function, *arguments)
    try:
        return call.result() if call.wait(seconds) else None
    finally:
        call.cancel()


def _ask(process: Process, call: bytes) -> Any:
    if process.stdin is None or process.stdout is None:
        raise EOFError
    process.stdin.write(call)
    process.stdin.flush()
    return pickle.load(process.stdout)


def _idle_process() -> Process | None:
    while _idle:
        process = _idle.pop()
        if process.poll() is None:
            return process
    return None


def _new_process() -> Process:
    """In a group of its own, so that Ctrl-C in the terminal reaches this process alone; not in a session
    of its own, for there Linux forgets how nice this process is."""
    program = f"import sys; sys.path[:] = {sys.path!r}; from {__name__} import serve; serve()"
    return subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, process_group=0
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
    _is_aside.set()
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # where solvers chat
    with suppress(EOFError):
        while True:
            function, arguments = pickle.load(sys.stdin.buffer)
            threading.Thread(target=_answer, args=(function, arguments, answers), daemon=True).start()
    os._exit(0)


def _answer(function: Callable[..., object], arguments: tuple[object, ...], answers: BinaryIO) -> None:
    try:
        answer = pickle.dumps((function(*arguments), ""))
    except Exception:
        answer = pickle.dumps((None, traceback.format_exc()))
    answers.write(answer)
    answers.flush()
