"""How errors are reported: faults of the input, one a line; internal errors, with how to report the bug."""

from __future__ import annotations

import os
import traceback
from collections.abc import Sequence
from typing import Any, NamedTuple

import click

from bimaru.cli.exit_codes import Exit
from bimaru.errors import BimaruError, InvalidInputError, MissingExtraError
from bimaru.solving import EngineFailedError, WrongBoardError


class BadInputError(click.ClickException):
    """What is wrong with the input or the call, one fault a line."""

    exit_code = Exit.BAD_INPUT

    def show(self, file: Any = None) -> None:
        """Print every fault on a line of its own."""
        for line in self.message.splitlines():
            click.echo(f"Error: {line}", file=file, err=True)


class InternalError(click.ClickException):
    """A defect of bimaru, or of the other `package` that added an engine, with its traceback as text."""

    exit_code = Exit.INTERNAL_ERROR

    def __init__(self, message: str, traceback: str, package: str = "") -> None:
        super().__init__(message)
        self.traceback = traceback
        self.package = package

    def show(self, file: Any = None) -> None:
        """Print the error and how to report it; with `BIMARU_DEBUG` also the traceback."""
        if os.environ.get("BIMARU_DEBUG"):
            click.echo(self.traceback, file=file, err=True, nl=False)
        kind = "internal error: "
        request = "Unless memory ran out or a process was killed, this is a bug: please report it with the"
        if self.package:
            kind = ""
            request = f"This is a bug in {self.package}, not in bimaru: please report it there with the"
        click.echo(f"Error: {kind}{self.message}\n{request}", file=file, err=True)
        text = "puzzle and the command line. Set BIMARU_DEBUG=1 to see the traceback."
        click.echo(text, file=file, err=True)


class Failure(NamedTuple):
    """What went wrong, as plain values that pass between processes: the exit code, the message (one fault
    a line), and the traceback of an internal error with the package that it is about, if not bimaru."""

    code: Exit
    message: str
    traceback: str = ""
    package: str = ""

    def as_error(self) -> click.ClickException:
        """The error that prints it and ends the call."""
        if self.code == Exit.INTERNAL_ERROR:
            return InternalError(self.message, self.traceback, self.package)
        return BadInputError(self.message)


def failure_of(error: Exception, location: str = "") -> Failure:
    """The failure to report for an error, and the location of the puzzle it is about, if known."""
    if isinstance(error, MissingExtraError):  # about the installation, not the puzzle
        return Failure(Exit.BAD_INPUT, str(error))
    faults = _input_faults(error)
    if faults is not None:
        prefix = f"{location}: " if location else ""
        return Failure(Exit.BAD_INPUT, "\n".join(f"{prefix}{fault}" for fault in faults))
    package = error.package if isinstance(error, EngineFailedError | WrongBoardError) else ""
    kind = "" if package else f"{type(error).__name__}: "
    message = " ".join(f"{kind}{error}{f' ({location})' if location else ''}".split())
    return Failure(Exit.INTERNAL_ERROR, message, "".join(traceback.format_exception(error)), package)


def _input_faults(error: Exception) -> Sequence[str] | None:
    """What is wrong with the input; `None` for an internal error."""
    if isinstance(error, InvalidInputError):
        return [*error.faults, *getattr(error, "__notes__", ())]
    if isinstance(error, BadInputError):
        return error.message.splitlines()
    return [str(error)] if isinstance(error, BimaruError) and isinstance(error, ValueError) else None
