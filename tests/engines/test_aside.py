"""Calls in another process: what they return, and that they can be ended at any moment."""

from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

from bimaru.processes.killable import CallFailedError, KillableCall, call_killable


def test_a_call_returns_what_the_function_does() -> None:
    assert call_killable(math.gcd, 12, 18) == 6


def test_the_next_call_finds_the_process_of_the_last() -> None:
    assert call_killable(os.getpid) == call_killable(os.getpid) != os.getpid()


def pid_at_meeting(pipe: Path, end: int) -> int:
    """The id of the process, once another call has opened the other end of a named pipe."""
    os.close(os.open(pipe, end))
    return os.getpid()


@pytest.mark.skipif(sys.platform == "win32", reason="it is about named pipes of Unix")
def test_two_calls_at_once_have_a_process_each(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    first, second = (KillableCall(pid_at_meeting, pipe, end) for end in (os.O_RDONLY, os.O_WRONLY))
    assert first.result() != second.result()


def pid_aside() -> int:
    pid = call_killable(os.getpid)
    assert pid is not None
    return pid


def test_a_call_within_a_call_starts_no_further_process() -> None:
    assert call_killable(pid_aside) == call_killable(os.getpid)


def test_what_the_function_raises_is_told() -> None:
    with pytest.raises(CallFailedError, match="ZeroDivisionError"):
        call_killable(divmod, 1, 0)


def test_a_process_that_breaks_down_is_told() -> None:
    with pytest.raises(CallFailedError, match="the process of _exit ended"):
        call_killable(os._exit, 3)
    assert call_killable(math.gcd, 12, 18) == 6


def test_a_call_that_takes_too_long_is_ended() -> None:
    start = time.perf_counter()
    assert call_killable(time.sleep, 60, seconds=0.1) is None
    assert time.perf_counter() - start < 5


def test_what_is_printed_is_no_answer(capfd: pytest.CaptureFixture[str]) -> None:
    assert call_killable(os.write, 1, b"chat") == 4
    assert capfd.readouterr().out == ""


def test_a_cancelled_call_leaves_no_process_behind() -> None:
    pid = call_killable(os.getpid)
    call = KillableCall(time.sleep, 60)
    assert not call.wait(0)
    call.cancel()
    assert not Path(f"/proc/{pid}").exists()


def say_and_nap() -> None:
    os.write(sys.stderr.fileno(), b"started\n")
    time.sleep(60)


@pytest.mark.skipif(sys.platform == "win32", reason="it is about signals of Unix")
@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
def test_the_other_process_ends_with_one_that_is_killed(end: signal.Signals) -> None:
    program = f"import {__name__} as it; it.call_killable(it.say_and_nap)"
    place = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen([sys.executable, "-c", program], stderr=subprocess.PIPE, env=place) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == b"started\n"
        process.send_signal(end)
        start = time.monotonic()
        assert process.stderr.read() == b""  # once nobody holds its other end
        assert time.monotonic() - start < 10


@pytest.mark.skipif(sys.platform == "win32", reason="it is about signals of Unix")
def test_ctrl_c_at_any_moment_of_a_wait_leaves_a_call_that_can_be_cancelled() -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    call = KillableCall(time.sleep, 60)
    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        for number in range(1000):
            with suppress(KeyboardInterrupt):
                signal.setitimer(signal.ITIMER_REAL, 1e-4 + number * 1e-7)
                while not call.wait(0):
                    pass
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    cancelling = threading.Thread(target=call.cancel, daemon=True)
    cancelling.start()
    cancelling.join(10)
    assert not cancelling.is_alive()
    assert call.wait(0)
