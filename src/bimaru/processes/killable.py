"""Function calls in other processes that can be killed at any moment.

HiGHS and SCIP, as bundled with OR-Tools, ignore Ctrl-C and may overrun their time limit.
A process is kept for later calls as long as this one lives, so that only the first call pays for
its start.
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

from bimaru.clock import clock
from bimaru.errors import BimaruError
from bimaru.processes.child import child_command, take_output
from bimaru.processes.interrupts import interrupts_held

T = TypeVar("T")
Process: TypeAlias = "subprocess.Popen[bytes]"

_idle: Final[list[Process]] = []
_is_callee: Final = threading.Event()
"""Set in a process that serves calls."""
_BROKEN_PIPE: Final = (EOFError, OSError, pickle.UnpicklingError)
"""What writing to a process that has ended, or reading from it, raises."""


class CallFailedError(BimaruError, RuntimeError):
    """The function raised, or its process ended during the call."""


class KillableCall(Generic[T]):
    """A call that runs in another process, concurrently with this one."""

    def __init__(self, function: Callable[..., T], *arguments: object) -> None:
        """`function` must be importable by name; arguments and result are pickled."""
        request = pickle.dumps((function, arguments))
        self._process = _idle_process() or _new_process()
        self._response: tuple[Any, str] = (None, f"the process of {function.__name__} ended")
        self._has_ended = False
        self._under_way = threading.Lock()
        """Released at the end. An `Event` would not do: Ctrl-C inside its methods can leave it locked."""
        self._under_way.acquire()
        self._end_claimed = threading.Lock()
        """Taken by the first of completion and cancellation."""
        with interrupts_held():  # raised while a thread starts, one may end as a `RuntimeError`
            threading.Thread(target=self._communicate, args=(request,), daemon=True).start()

    def _communicate(self, request: bytes) -> None:
        try:
            self._response = _exchange(self._process, request)
            is_reusable = self._end_claimed.acquire(blocking=False)
        except _BROKEN_PIPE:
            is_reusable = False
        if is_reusable:
            _idle.append(self._process)
        else:
            _end(self._process)
        self._has_ended = True
        self._under_way.release()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until the call has ended, at most `seconds`. Returns whether it has."""
        with clock.waiting():
            if not self._has_ended and self._under_way.acquire(timeout=-1 if seconds is None else seconds):
                self._under_way.release()
        return self._has_ended

    def result(self) -> T:
        """The result of the function; waits for it. Raises `CallFailedError`."""
        self.wait()
        result, failure = self._response
        if failure:
            raise CallFailedError(failure)
        returned: T = result
        return returned

    def cancel(self) -> None:
        """Kill the process, unless the call has ended."""
        if self._end_claimed.acquire(blocking=False):
            self._process.kill()
            self.wait()


def call_killable(function: Callable[..., T], *arguments: object, seconds: float | None = None) -> T | None:
    """`function(*arguments)`, computed in another process; `None` if it takes longer than `seconds`.

    Raises `CallFailedError`. Ctrl-C ends the call. In a process that itself serves such calls the
    function is called directly, and ends with the process."""
    if _is_callee.is_set():
        return function(*arguments)
    call = KillableCall(function, *arguments)
    try:
        return call.result() if call.wait(seconds) else None
    finally:
        call.cancel()


def _exchange(process: Process, request: bytes) -> Any:
    """Send a request, and wait for the response."""
    if process.stdin is None or process.stdout is None:
        raise EOFError
    process.stdin.write(request)
    process.stdin.flush()
    return pickle.load(process.stdout)


def _idle_process() -> Process | None:
    while _idle:
        process = _idle.pop()
        if process.poll() is None:
            return process
    return None


def _new_process() -> Process:
    """Start a process in a group of its own, so that Ctrl-C in the terminal reaches only this process; not
    in a session of its own, where Linux would ignore its niceness."""
    command = child_command(__name__, "serve()")
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, process_group=0)


def _end(process: Process) -> None:
    process.kill()
    with suppress(OSError), process:
        pass


@atexit.register
def _end_idle_processes() -> None:
    while _idle:
        _end(_idle.pop())


if hasattr(os, "register_at_fork"):  # a forked child must not use the pipes of its parent
    os.register_at_fork(after_in_child=_idle.clear)


def serve() -> None:
    """Serve calls from standard input: the program of the other process.

    Each call runs in a thread, so that the end of the input, when the calling process has ended, is
    noticed at once."""
    _is_callee.set()
    responses = take_output()
    with suppress(EOFError):
        while True:
            function, arguments = pickle.load(sys.stdin.buffer)
            threading.Thread(target=_respond, args=(function, arguments, responses), daemon=True).start()
    os._exit(0)  # at once, whatever a call is doing


def _respond(function: Callable[..., object], arguments: tuple[object, ...], responses: BinaryIO) -> None:
    try:
        response = pickle.dumps((function(*arguments), ""))
    except Exception:
        response = pickle.dumps((None, traceback.format_exc()))
    with suppress(BrokenPipeError):  # the calling process has ended, and this one is about to
        responses.write(response)
        responses.flush()
