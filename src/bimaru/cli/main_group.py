"""The group of commands: loads each when it is called, and ends every call with an exit code."""

from __future__ import annotations

import atexit
import io
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from enum import IntEnum
from errno import EBADF, EDQUOT, EFBIG, ENOSPC
from importlib import import_module
from typing import Any, Final, NamedTuple, NoReturn

import click

from bimaru.errors import InvalidBoardError, InvalidPuzzleError, MissingExtraError, UnsupportedPuzzleError
from bimaru.formats import CannotWriteError

_ENDS: Final = (click.ClickException, click.exceptions.Exit, OSError)
"""What `main` knows how to end a call with."""
_NO_ROOM: Final = (ENOSPC, EFBIG, EDQUOT)
_TIME_TO_END: Final = 1.0
"""Seconds in which a second signal to end is taken for the same one."""


class Exit(IntEnum):
    """How a call ended. Of many puzzles the worst counts, as `worst` has them in order: an internal error
    before bad input, that before a limit that came first, that before a puzzle without a solution."""

    DONE = 0
    FAILED = 1
    BAD_INPUT = 2
    UNDECIDED = 3
    BROKEN_DOWN = 70
    INTERRUPTED = 130
    BROKEN_PIPE = 141


_BY_WEIGHT: Final = (Exit.DONE, Exit.FAILED, Exit.UNDECIDED, Exit.BAD_INPUT, Exit.BROKEN_DOWN)


def worst(*codes: Exit) -> Exit:
    """The exit code of a batch whose puzzles ended with these."""
    return max(codes, key=_BY_WEIGHT.index)


class Reported(click.exceptions.Exit):
    """Ends the call with an exit code, after everything about it has been printed."""


class BadInputError(click.ClickException):
    """What is wrong with the input or the call, one line a fault."""

    exit_code = Exit.BAD_INPUT

    def show(self, file: Any = None) -> None:
        """Print every fault on a line of its own."""
        for line in self.message.splitlines():
            click.echo(f"Error: {line}", file=file, err=True)


class CannotOutputError(BadInputError):
    """Answers cannot be written to where they should go, which ends a batch."""


class InternalError(click.ClickException):
    """An error that bimaru should not have made, told so that somebody can mend it."""

    exit_code = Exit.BROKEN_DOWN

    def __init__(self, message: str, traceback: str) -> None:
        super().__init__(message)
        self.traceback = traceback

    def show(self, file: Any = None) -> None:
        """Print what broke and how to report it; all of the traceback where `BIMARU_DEBUG` asks for it."""
        if os.environ.get("BIMARU_DEBUG"):
            click.echo(self.traceback, file=file, err=True, nl=False)
        click.echo(f"Error: bimaru broke down: {self.message}", file=file, err=True)
        click.echo(
            "Unless memory ran out or somebody killed a process, this is a bug: please report it with\n"
            "the puzzle and what you typed. With BIMARU_DEBUG=1 before the command you see where it is.",
            file=file,
            err=True,
        )


class Trouble(NamedTuple):
    """What went wrong, as text, so that it comes out of a worker process whole: the exit code, the message
    (a line for each thing wrong), and the traceback of an internal error."""

    code: Exit
    message: str
    traceback: str = ""

    def as_error(self) -> click.ClickException:
        """The error that prints it and ends the call."""
        if self.code == Exit.BROKEN_DOWN:
            return InternalError(self.message, self.traceback)
        return BadInputError(self.message)


def trouble_of(error: Exception, place: str = "") -> Trouble:
    """What to report of an error, with the puzzle at which it occurred, if that is known."""
    if isinstance(error, MissingExtraError):  # about the installation, whatever the puzzle
        return Trouble(Exit.BAD_INPUT, str(error))
    faults = _faults(error)
    if faults is not None:
        return Trouble(Exit.BAD_INPUT, "\n".join(f"{place}: {fault}" if place else fault for fault in faults))
    said = f"{type(error).__name__}: {error}{f' ({place})' if place else ''}"
    return Trouble(Exit.BROKEN_DOWN, " ".join(said.split()), "".join(traceback.format_exception(error)))


def _faults(error: Exception) -> Sequence[str] | None:
    """What is wrong with the input; `None` for an internal error."""
    if isinstance(error, InvalidPuzzleError | InvalidBoardError):
        return error.faults
    if isinstance(error, BadInputError):
        return error.message.splitlines()
    return [str(error)] if isinstance(error, CannotWriteError | UnsupportedPuzzleError) else None


class Commands(click.Group):
    """A group whose commands are imported when they are called, and return their exit code."""

    def __init__(self, *args: Any, lazily: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lazily = lazily

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # click's signature
        """The names of the commands, in the order of the table."""
        return list(self.lazily)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command of that name, imported now."""
        if cmd_name not in self.lazily:
            return None
        module, _, name = self.lazily[cmd_name].partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run the program, telling what cannot be read or written in one line."""
        _open_closed_streams()
        try:
            with _ending_cleanly():
                return super().main(*args, **kwargs)
        except OSError as error:
            BadInputError(_told(error)).show()
            sys.exit(Exit.BAD_INPUT)
        finally:
            _settle_output()

    def invoke(self, ctx: click.Context) -> None:
        """Run the command and leave with its exit code, whatever goes wrong."""
        try:
            code = super().invoke(ctx) or Exit.DONE
            sys.stdout.flush()
        except KeyboardInterrupt:
            code = Exit.INTERRUPTED
        except BrokenPipeError:
            _drop_output()
            code = Exit.BROKEN_PIPE
        except _ENDS:
            raise
        except Exception as error:
            raise trouble_of(error).as_error() from error
        ctx.exit(code)


@contextmanager
def _ending_cleanly() -> Iterator[None]:
    """A signal to end becomes an exception, which leaves no half files and no workers behind."""
    if threading.current_thread() is not threading.main_thread():  # others cannot handle signals
        yield
        return
    end = _End()
    names = ("SIGTERM", "SIGHUP", "SIGINT")
    usual = (signal.SIG_DFL, signal.default_int_handler)  # nohup has SIGHUP ignored
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in numbers}
    ours = {number: handler for number, handler in before.items() if handler in usual}
    for number in ours:
        signal.signal(number, end)
    try:
        yield
    finally:
        atexit.register(signal.signal, signal.SIGINT, signal.getsignal(signal.SIGINT))
        for number, handler in ours.items():
            signal.signal(number, handler)


class _End:
    """Handles a signal to end, once: `timeout` and shells send it twice, and the second one must not
    interrupt what the first one has begun to clear away."""

    def __init__(self) -> None:
        self._first: float | None = None

    def __call__(self, number: int, _: object) -> None:
        now = time.monotonic()
        if self._first is not None and now < self._first + _TIME_TO_END:
            return
        self._first = now
        if number == signal.SIGINT:
            raise KeyboardInterrupt
        raise SystemExit(128 + number)


class _Closed(io.FileIO):
    """Standard output that came closed. It keeps the number of the stream, lest another file get it."""

    def __init__(self) -> None:
        super().__init__(os.devnull, "r")

    def writable(self) -> bool:
        """So it claims, for the buffer before it wants that."""
        return True

    def write(self, data: object) -> NoReturn:  # noqa: ARG002  # none of it is written
        """Raises `OSError`, as the system would."""
        raise OSError(EBADF, "it is closed", "standard output: cannot be written")


def _open_closed_streams() -> None:
    """Standard input and error that came closed are the null device; standard output fails when used."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115  # it stays open
    if sys.stdout is None:
        sys.stdout = io.TextIOWrapper(io.BufferedWriter(_Closed()), encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115


def _told(error: OSError) -> str:
    """The error in a line, with the name of the file. All files that are written have one in their errors,
    except standard output."""
    is_output = error.filename is None and error.errno in _NO_ROOM
    name = "standard output: cannot be written" if is_output else error.filename
    return ": ".join(filter(None, (name, error.strerror)))


def _settle_output() -> None:
    """Leave nothing to print that cannot be printed."""
    try:
        sys.stdout.flush()
    except OSError:
        _drop_output()


def _drop_output() -> None:
    """Send what is left to print nowhere, or Python complains once more when it exits."""
    with suppress(OSError):  # of a stream in memory
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
