"""A worker: a process that answers one request after another, and can be told to let one be.

Requests come by standard input and answers leave by what was standard output, each as two frames: a
header in JSON and a body. The end of the input, which is the end of the server, is the end of the worker.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from types import FrameType
from typing import Any, BinaryIO, Final, NoReturn

from bimaru.web.handlers import answer
from bimaru.web.messages import LENGTH, OVERRAN, Answer, Request, Spell, error_answer

_INSIST: Final = 0.1
"""Seconds after which work that did not hear that its time is over is told so again."""


class Overrun(BaseException):
    """The time is over. Not an `Exception`, so that nothing on the way takes it for an error of its own."""


class _Alarm:
    """Ends work when its time is over, or when the server says so by the signal itself.

    Where there are no such signals (Windows), the server is left to kill the worker."""

    def __init__(self) -> None:
        self._is_on = False
        self._is_there = hasattr(signal, "setitimer")
        if self._is_there:
            signal.signal(signal.SIGALRM, self._ring)
            signal.signal(signal.SIGPROF, self._ring)

    def _ring(self, _: int, frame: FrameType | None) -> None:
        if self._is_on and not _is_importing(frame):
            raise Overrun

    def on(self, spell: Spell) -> None:
        self._is_on = True
        if self._is_there:
            _set_timers(*spell)

    def off(self) -> None:
        self._is_on = False
        if self._is_there:
            _set_timers()


def _is_importing(frame: FrameType | None) -> bool:
    """Whether an import is under way, which would leave half a module if it were broken off."""
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False


def _set_timers(clock: float | None = None, processor: float | None = None) -> None:
    for timer, seconds in ((signal.ITIMER_REAL, clock), (signal.ITIMER_PROF, processor)):
        signal.setitimer(timer, 0 if seconds is None else max(seconds, 1e-6), _INSIST)


def serve(memory: int) -> NoReturn:
    """Answer requests for ever, within so many bytes."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # where solvers chat
    _keep_within(memory)
    alarm = _Alarm()
    requests: SimpleQueue[tuple[Request, Spell]] = SimpleQueue()
    Thread(target=_read, args=(sys.stdin.buffer, requests.put), daemon=True).start()
    gc.freeze()
    _send(answers, {}, b"")
    while True:
        request, spell = requests.get()
        found, stays = _answered(request, spell, alarm)
        told = {"status": found.status, "media_type": found.media_type}
        _send(answers, {"answer": told, "stays": stays}, found.content)


def _keep_within(memory: int) -> None:
    if sys.platform != "win32":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_AS)
        least = memory if most == resource.RLIM_INFINITY else min(memory, most)
        with suppress(ValueError, OSError):  # macOS knows the limit and does not set it
            resource.setrlimit(resource.RLIMIT_AS, (least, least))


def _read(stream: BinaryIO, put: Callable[[tuple[Request, Spell]], None]) -> None:
    """Take requests in, in a thread of its own so that the end of the server is noticed at once."""
    while True:
        header, body = _frame(stream), _frame(stream)
        asked: dict[str, Any] = json.loads(header)
        put((Request(body=body, **asked["request"]), Spell(*asked["spell"])))


def _frame(stream: BinaryIO) -> bytes:
    length = stream.read(LENGTH)
    data = stream.read(int.from_bytes(length))
    if not length:
        os._exit(0)
    return data


def _answered(request: Request, spell: Spell, alarm: _Alarm) -> tuple[Answer, bool]:
    """The answer, and whether this worker is fit for another request."""
    try:
        alarm.on(spell)
        found = answer(request)
        alarm.off()
        return found, True
    except Overrun:
        alarm.off()  # which may have rung while it was being switched off
        return Answer(OVERRAN, "", b""), True
    except MemoryError:
        alarm.off()
        return error_answer(503, "this takes more memory than the server gives"), False
    except Exception as error:
        alarm.off()
        _report(error)
        return error_answer(500, f"bimaru broke down: {type(error).__name__}"), True


_reported: Final[set[tuple[object, ...]]] = set()


def _report(error: Exception) -> None:
    """Print the traceback of a bug, once for each place."""
    frames = traceback.extract_tb(error.__traceback__)
    place = (type(error), frames[-1].filename, frames[-1].lineno)
    if place not in _reported:
        _reported.add(place)
        traceback.print_exception(error)


def _send(stream: BinaryIO, header: dict[str, object], body: bytes) -> None:
    for data in (json.dumps(header).encode(), body):
        stream.write(len(data).to_bytes(LENGTH) + data)
    stream.flush()
