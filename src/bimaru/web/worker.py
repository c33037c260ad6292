"""The main loop of a worker process, which answers requests one at a time and can be interrupted.

Requests arrive on standard input and answers leave on the original standard output, each as two frames: a
header in JSON and a body. The worker exits at the end of its input, that is when the server ends. The time
limits of operations are of its processor time, so that a busy machine takes nothing from a request.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from types import FrameType
from typing import Any, BinaryIO, Final, NoReturn

from bimaru.clock import clock
from bimaru.processes.child import take_output
from bimaru.web.messages import LENGTH, TIMED_OUT, Answer, Request, TimeBudget, error_answer, framed

_REPEAT: Final = 0.1
"""Seconds after which an interruption that had no effect is repeated."""
_SESSION: Final = Path("/proc/self/autogroup")
"""The niceness of the session, among which Linux divides the processor first (sched(7))."""
_ATTEMPTS: Final = 10
_START_NICENESS: Final = 8
"""The most niceness while a worker starts: with more, a busy machine would not let it finish in time."""


class Interrupted(BaseException):
    """The time budget is used up. Not an `Exception`, so that no handler in between catches it."""


class Alarm:
    """Raises `Interrupted` in the work when its budget is used up or the server sends the signal.

    Without these signals (Windows), the server kills the worker instead."""

    def __init__(self) -> None:
        self._is_supported = hasattr(signal, "setitimer")
        if self._is_supported:
            signal.signal(signal.SIGALRM, _interrupt)
            signal.signal(signal.SIGPROF, _interrupt)

    def start(self, budget: TimeBudget) -> None:
        """Interrupt the work after this time."""
        if self._is_supported:
            _set_timers(*budget)

    def stop(self) -> None:
        """Stop interrupting."""
        if self._is_supported:
            _set_timers()


def _interrupt(_: int, frame: FrameType | None) -> None:
    """Raise `Interrupted` if `frame` is in the work: raised after it, nothing would catch a second one."""
    while frame is not None and frame.f_code is not _work.__code__:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return  # an import that is interrupted would leave half a module
        frame = frame.f_back
    if frame is not None:
        raise Interrupted


def report_unraisable(unraisable: sys.UnraisableHookArgs) -> None:
    """Report an error that cannot be raised, but not an interruption: in a destructor it is lost, and the
    next signal of the timer ends the work."""
    if not isinstance(unraisable.exc_value, Interrupted):
        sys.__unraisablehook__(unraisable)


def _set_timers(clock: float | None = None, processor: float | None = None) -> None:
    for timer, seconds in ((signal.ITIMER_REAL, clock), (signal.ITIMER_PROF, processor)):
        signal.setitimer(timer, 0 if seconds is None else max(seconds, 1e-6), _REPEAT)


def serve(memory: int, niceness: int) -> NoReturn:
    """Answer requests until the input ends, within `memory` bytes of address space."""
    at_start = min(niceness, _START_NICENESS)
    _raise_niceness(0, at_start)
    import_module("bimaru.web.handlers").load_all()  # only now, since it takes time
    _raise_niceness(at_start, niceness)
    answers = take_output()
    clock.count_work()
    _limit_memory(memory)
    alarm = Alarm()
    sys.unraisablehook = report_unraisable
    requests: SimpleQueue[tuple[Request, TimeBudget]] = SimpleQueue()
    Thread(target=_read, args=(sys.stdin.buffer, requests.put), daemon=True).start()
    gc.freeze()
    _send(answers, {}, b"")
    while True:
        request, budget = requests.get()
        result, is_reusable = answer_within(request, budget, alarm)
        head = {"status": result.status, "media_type": result.media_type}
        _send(answers, {"answer": head, "is_reusable": is_reusable}, result.content)


def _raise_niceness(before: int, after: int) -> None:
    """Raise the niceness of the process and its session; no effect on Windows."""
    if after > before and hasattr(os, "nice"):
        os.nice(after - before)
        _set_session_niceness(after)


def _set_session_niceness(niceness: int) -> None:
    for _ in range(_ATTEMPTS):
        try:
            _SESSION.write_text(str(niceness), encoding="ascii")
        except BlockingIOError:  # Linux accepts ten changes a second
            time.sleep(0.1)
        except OSError:
            return
        else:
            return


def _limit_memory(memory: int) -> None:
    if sys.platform != "win32":
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        limit = memory if hard == resource.RLIM_INFINITY else min(memory, hard)
        with suppress(ValueError, OSError):  # macOS has the limit and refuses to set it
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


def _read(stream: BinaryIO, put: Callable[[tuple[Request, TimeBudget]], None]) -> None:
    """Read requests, in a thread of its own so that the end of the server is noticed at once."""
    while True:
        header, body = _read_frame(stream), _read_frame(stream)
        fields: dict[str, Any] = json.loads(header)
        put((Request(body=body, **fields["request"]), TimeBudget(*fields["budget"])))


def _read_frame(stream: BinaryIO) -> bytes:
    length = stream.read(LENGTH)
    data = stream.read(int.from_bytes(length))
    if not length:
        os._exit(0)
    return data


def answer_within(request: Request, budget: TimeBudget, alarm: Alarm) -> tuple[Answer, bool]:
    """The answer, and whether this worker can take another request."""
    alarm.start(budget)
    try:
        return _work(request), True
    except Interrupted:
        return Answer(TIMED_OUT, "", b""), True
    except MemoryError:
        return error_answer(503, "the memory limit was exceeded"), False
    except Exception as error:
        _print_once(error)
        return error_answer(500, f"internal error: {type(error).__name__}"), True
    finally:
        alarm.stop()


def _work(request: Request) -> Answer:
    """The answer. Requests are interrupted in here only, and in what this calls."""
    from bimaru.web.handlers import answer

    return answer(request)


_printed: Final[set[tuple[object, ...]]] = set()


def _print_once(error: Exception) -> None:
    """Print the traceback of a bug, once for each line that raises it."""
    frames = traceback.extract_tb(error.__traceback__)
    place = (type(error), frames[-1].filename, frames[-1].lineno)
    if place not in _printed:
        _printed.add(place)
        traceback.print_exception(error)


def _send(stream: BinaryIO, header: dict[str, object], body: bytes) -> None:
    """Send an answer. If nobody is there to read it, the server has ended, and so does this process."""
    try:
        stream.write(framed(header, body))
        stream.flush()
    except BrokenPipeError:
        os._exit(0)
