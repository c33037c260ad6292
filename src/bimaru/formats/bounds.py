"""How much of a text is held in memory at a time, whatever the text: the limits, and what keeps to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeVar

from bimaru.formats.protocol import InvalidText, TextFault

MAX_HELD: Final = 2**22
"""The most characters (of a line: bytes) that one puzzle or board may take, comments before it included.

A 99x99 grid with every clue takes a twentieth of that in JSON; the rest is room for ships with letters,
bent ships, and the keys that are carried along."""
MAX_BLANK: Final = 2**24
"""The most blank characters between two puzzles. They are not held, but a text of nothing else should end."""

T = TypeVar("T")


class Piece(str):
    """A piece of a line that goes on in the next one: only JSON may have lines longer than `MAX_HELD`."""

    __slots__ = ()


def too_much(line: int) -> InvalidText:
    """The error for a puzzle or board that takes more than may be held, found so in this line."""
    return InvalidText([TextFault(line, f"more than {MAX_HELD} characters for one puzzle or board")])


def too_blank(line: int) -> InvalidText:
    """The error for a blank stretch that is too long, found so in this line."""
    return InvalidText([TextFault(line, f"more than {MAX_BLANK} blank characters in a row")])


def _too_long(line: int) -> InvalidText:
    return InvalidText([TextFault(line, f"a line of {MAX_HELD} characters or more")])


def first_filled(lines: Iterator[str]) -> tuple[int, str | None]:
    """The number of blank lines at the start, which are skipped, and the line after them; `None` if there
    is none. Raises `InvalidText` where they go on for too long."""
    size = 0
    for number, line in enumerate(lines):
        if isinstance(line, Piece) and line.isspace():
            raise _too_long(number + 1)
        if line and not line.isspace():
            return number, line
        size += len(line) + 1
        if size > MAX_BLANK:
            raise too_blank(number + 1)
    return 0, None


def bounded(read: Callable[[Iterator[str]], Iterator[T]], lines: Iterable[str]) -> Iterator[T]:
    """What `read` makes of lines, one thing after another, each of no more lines than may be held.

    Raises `InvalidText` for a line in pieces, and where there are too many characters before the next
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
