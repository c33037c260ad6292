"""The main loop of a worker process, which answers requests one at a time and can be interrupted.

Requests arrive on standard input and answers leave on the original standard output, each as two frames: a
header in JSON and a body. The worker exits at the end of its input, that is when the server ends.
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

from bimaru.processes.child import take_output
from bimaru.web.messages import LENGTH, TIMED_OUT, Answer, Request, TimeBudget, error_answer

_REPEAT: Final = 0.1
"""Seconds after which an interruption that had no effect is repeated."""
_SESSION: Final = Path("/proc/self/autogroup")
"""The niceness of the session, among which Linux divides the processor first (sched(7))."""
_ATTEMPTS: Final = 10


class Interrupted(BaseException):
    """The time budget is used up. Not an `Exception`, so that no handler in between catches it."""


class Alarm:
    """Raises `Interrupted` in the work when its budget is used up or the server sends the signal.

    Without these signals (Windows), the server kills the worker instead."""

    def __init__(self) -> None:
        self._is_running = False
        self._is_supported = hasattr(signal, "setitimer")
        if self._is_supported:
            signal.signal(signal.SIGALRM, self._interrupt)
            signal.signal(signal.SIGPROF, self._interrupt)

    def _interrupt(self, _: int, frame: FrameType | None) -> None:
        if self._is_running and not _is_importing(frame):
            raise Interrupted

    def start(self, budget: TimeBudget) -> None:
        """Interrupt the work after this time."""
        self._is_running = True
        if self._is_supported:
            _set_timers(*budget)

    def stop(self) -> None:
        """Interrupt nothing any more."""
        self._is_running = False
        if self._is_supported:
            _set_timers()


def _is_importing(frame: FrameType | None) -> bool:
    """Whether an import is under way: interrupted, it would leave half a module."""
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False


def _set_timers(clock: float | None = None, processor: float | None = None) -> None:
    for timer, seconds in ((signal.ITIMER_REAL, clock), (signal.ITIMER_PROF, processor)):
        signal.setitimer(timer, 0 if seconds is None else max(seconds, 1e-6), _REPEAT)


def serve(memory: int, niceness: int) -> NoReturn:
    """Answer requests until the input ends, within `memory` bytes of address space."""
    _set_niceness(niceness)
    import_module("bimaru.web.handlers").load_all()  # only now, since it takes time
    answers = take_output()
    _limit_memory(memory)
    alarm = Alarm()
    requests: SimpleQueue[tuple[Request, TimeBudget]] = SimpleQueue()
    Thread(target=_read, args=(sys.stdin.buffer, requests.put), daemon=True).start()
    gc.freeze()
    _send(answers, {}, b"")
    while True:
        request, budget = requests.get()
        result, is_reusable = answer_within(request, budget, alarm)
        head = {"status": result.status, "media_type": result.media_type}
        _send(answers, {"answer": head, "is_reusable": is_reusable}, result.content)


def _set_niceness(niceness: int) -> None:
    """Raise the niceness of the process and its session; no effect on Windows."""
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
        _set_session_niceness(niceness)


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
    from bimaru.web.handlers import answer

    try:
        alarm.start(budget)
        result = answer(request)
        alarm.stop()
        return result, True
    except Interrupted:
        alarm.stop()  # it may have been raised while stopping
        return Answer(TIMED_OUT, "", b""), True
    except MemoryError:
        alarm.stop()
        return error_answer(503, "the memory limit was exceeded"), False
    except Exception as error:
        alarm.stop()
        _print_once(error)
        return error_answer(500, f"internal error: {type(error).__name__}"), True


_printed: Final[set[tuple[object, ...]]] = set()


def _print_once(error: Exception) -> None:
    """Print the traceback of a bug, once for each line that raises it."""
    frames = traceback.extract_tb(error.__traceback__)
    place = (type(error), frames[-1].filename, frames[-1].lineno)
    if place not in _printed:
        _printed.add(place)
        traceback.print_exception(error)


def _send(stream: BinaryIO, header: dict[str, object], body: bytes) -> None:
    for data in (json.dumps(header).encode(), body):
        stream.write(len(data).to_bytes(LENGTH) + data)
    stream.flush()
