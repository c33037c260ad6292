"""Keeping to the limits of what is held of a text, `MAX_HELD` and `MAX_BLANK`, whatever the text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from bimaru.formats.protocol import MAX_BLANK, MAX_HELD, InvalidTextError, TextFault

T = TypeVar("T")


class Piece(str):
    """A piece of a line that goes on in the next one: only JSON may have lines longer than `MAX_HELD`."""

    __slots__ = ()


def too_much(line: int) -> InvalidTextError:
    """The error for a puzzle or board that takes more than may be held, found so in this line."""
    return InvalidTextError([TextFault(line, f"more than {MAX_HELD} characters for one puzzle or board")])


def too_blank(line: int) -> InvalidTextError:
    """The error for a blank stretch that is too long, found so in this line."""
    return InvalidTextError([TextFault(line, f"more than {MAX_BLANK} blank characters in a row")])


def _too_long(line: int) -> InvalidTextError:
    return InvalidTextError([TextFault(line, f"a line of {MAX_HELD} characters or more")])


def first_filled(lines: Iterator[str], before: int = 0) -> tuple[int, str | None]:
    """The number of blank lines at the start, which are skipped, and the line after them; `None` if there
    is none. Raises `InvalidTextError` where they go on for too long; `before` lines have been read
    already."""
    room = MAX_BLANK
    for number, line in enumerate(lines):
        if line and not line.isspace():
            return number, line
        room -= len(line) + 1
        if isinstance(line, Piece):
            raise _too_long(before + number + 1)
        if room < 0:
            raise too_blank(before + number + 1)
    return 0, None


def bounded(read: Callable[[Iterator[str]], Iterator[T]], lines: Iterable[str]) -> Iterator[T]:
    """What `read` makes of lines, one thing after another, each of no more lines than may be held.

    Raises `InvalidTextError` for a line in pieces, and where there are too many characters before the next
    thing is found."""
    meter = _Meter(lines)
    for found in read(meter):
        meter.held = meter.blank = 0
        yield found


class _Meter(Iterator[str]):
    """The same lines, counted: the characters of blank ones in `blank`, of all others in `held`."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)
        self._number = 0
        self.held = 0
        self.blank = 0

    def __next__(self) -> str:
        line = next(self._lines)
        self._number += 1
        if isinstance(line, Piece):
            raise _too_long(self._number)
        if line and not line.isspace():
            self.held += len(line) + 1
            if self.held > MAX_HELD:
                raise too_much(self._number)
        else:
            self.blank += len(line) + 1
            if self.blank > MAX_BLANK:
                raise too_blank(self._number)
        return line
