"""Where answers go: standard output, a file, or a directory with a file for each puzzle."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from typing import TextIO

from bimaru.cli.main_group import CannotOutputError, Reported
from bimaru.cli.progress import Output, Text, counted, pieces_of
from bimaru.drawing.terminal import PAGE, Look
from bimaru.formats.board_text import UNICODE


class Stream:
    """Answers one after the other, each flushed."""

    def __init__(self, stream: TextIO, name: str) -> None:
        self._stream = stream
        self._name = name

    def put(self, id: str | int | None, text: Text) -> None:  # noqa: ARG002  # files are named by it
        for piece in pieces_of(text):
            with blamed_on(self._name):
                add(self._stream, piece)
                self._stream.flush()


class Parted:
    """Answers with a separator between two."""

    def __init__(self, output: Output, separator: str) -> None:
        self._output = output
        self._separator = separator
        self._before = ""

    def put(self, id: str | int | None, text: Text) -> None:
        """Add an answer, after the separator unless it is the first."""
        self._output.put(id, self._before + text if isinstance(text, str) else text)
        self._before = self._separator


def add(stream: TextIO, text: str | bytes) -> None:
    """Write text, or bytes beneath it."""
    if isinstance(text, bytes):
        stream.flush()
        stream.buffer.write(text)
    else:
        stream.write(text)


@contextmanager
def opened(target: str | None, suffix: str, doing: Callable[[], str] = str) -> Iterator[Output]:
    """The output that `-o` asks for. Files in a directory end in `suffix`; `doing` tells who
    watches what is at work."""
    with _place(target, suffix) as place, counted(place, doing) as output:
        yield output


@contextmanager
def _place(target: str | None, suffix: str) -> Iterator[Output]:
    if target is None or target == "-":
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(errors="backslashreplace")
        yield Stream(sys.stdout, "standard output")
        return
    from pathlib import Path

    from bimaru.cli import files

    if is_directory(target):
        reported = None
        with files.directory(Path(target), suffix) as directory:
            try:
                yield directory
            except Reported as end:  # of single puzzles: the files of the others are whole
                reported = end
        if reported:
            raise reported
    else:
        with files.file(Path(target).resolve()) as stream:
            yield Stream(stream, target)


def is_directory(target: str | None) -> bool:
    """Whether `-o` asks for a file a puzzle."""
    if not target:
        return False
    return target.endswith(("/", os.sep)) or os.path.isdir(target)  # noqa: PTH112


@contextmanager
def blamed_on(name: str) -> Iterator[None]:
    """Say of a failure to write what could not be written."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise CannotOutputError(f"{name}: cannot be written: {error.strerror}") from error


def look(target: str | None, *, ascii: bool) -> Look:
    """How to draw for that output: on a terminal in colour and within its width."""
    if not (target is None or target == "-"):
        return Look(ascii)
    plain = ascii or not _writes_signs()
    if not sys.stdout.isatty():
        return Look(plain)
    colour = not (ascii or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb")
    return Look(plain, colour, os.get_terminal_size(sys.stdout.fileno()).columns or PAGE)


def _writes_signs() -> bool:
    """Whether standard output has all the signs of the notation."""
    try:
        "".join(UNICODE.values()).encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return False
    return True
