"""Standard input and output that are closed, full or cut off."""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from errno import EBADF, EDQUOT, EFBIG, ENOENT, ENOSPC
from typing import Final, NoReturn

from bimaru.atomic_files import WriteError

_DISK_FULL: Final = (ENOSPC, EFBIG, EDQUOT)


class _ClosedOutput(io.FileIO):
    """Stands in for a closed standard output. It occupies the file descriptor, so that no other file
    gets it."""

    def __init__(self) -> None:
        super().__init__(os.devnull, "r")

    def writable(self) -> bool:
        """True, as `BufferedWriter` requires."""
        return True

    def write(self, data: object) -> NoReturn:  # noqa: ARG002  # none of it is written
        """Raise `OSError`, as the system would."""
        raise OSError(EBADF, "it is closed", "standard output: cannot be written")


def open_closed_streams() -> None:
    """Replace closed standard input and error by the null device; standard output fails when used."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115  # it stays open
    if sys.stdout is None:
        sys.stdout = io.TextIOWrapper(io.BufferedWriter(_ClosedOutput()), encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115


def message_of(error: OSError) -> str:
    """The error in one line, with the name of the file. Only errors of standard output lack a name, and those
    about the current directory."""
    if error.errno == ENOENT and _is_current_directory_deleted():
        return "the current directory has been deleted: change to another one"
    is_output = error.filename is None and error.errno in _DISK_FULL
    name = "standard output" if is_output else error.filename
    problem = "cannot be written" if is_output or isinstance(error, WriteError) else None
    return ": ".join(filter(None, (name, problem, error.strerror)))


def _is_current_directory_deleted() -> bool:
    try:
        os.getcwd()  # noqa: PTH109  # pathlib takes longer to load
    except FileNotFoundError:
        return True
    return False


def flush_output() -> None:
    """Flush standard output; discard what cannot be printed."""
    try:
        sys.stdout.flush()
    except OSError:
        discard_output()


def discard_output() -> None:
    """Send pending output to the null device; otherwise Python complains again when it exits."""
    with suppress(OSError):  # of a stream in memory
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
