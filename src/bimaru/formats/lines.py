"""Lines of text, read within limits, and the errors that name them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from bimaru.errors import InvalidPuzzleError
from bimaru.sizes import MAX_BLANKS, MAX_CHARACTERS

T = TypeVar("T")


class TextFault(NamedTuple):
    """One thing wrong with a text. `line` counts from 1; `None` for the whole text."""

    line: int | None
    text: str

    def located(self, file: str | None) -> str:
        """The message, preceded by file and line where known."""
        if file is None:
            return self.text if self.line is None else f"line {self.line}: {self.text}"
        return f"{file}: {self.text}" if self.line is None else f"{file}:{self.line}: {self.text}"


class InvalidTextError(InvalidPuzzleError):
    """Text without a puzzle, or with a malformed one. Each fault names its file, where known, and line."""

    def __init__(self, text_faults: Sequence[TextFault], file: str | None = None) -> None:
        super().__init__([fault.located(file) for fault in text_faults])
        self.text_faults = tuple(text_faults)
        self.file = file

    def in_file(self, file: str | None) -> InvalidTextError:
        """The same faults, located in a file."""
        return InvalidTextError(self.text_faults, file)

    def __reduce__(self) -> tuple[object, ...]:
        return (InvalidTextError, (self.text_faults, self.file))


class Line(NamedTuple):
    """A stripped, nonblank line; `number` counts from 1."""

    number: int
    text: str


def check_is_text(value: object) -> None:
    """Raise `TypeError` for anything but text."""
    if not isinstance(value, str):
        raise TypeError(f"expected text, got {type(value).__name__}: bimaru.read and read_all read files")


def nonblank(lines: Iterable[str], comment: str | None = None) -> Iterator[Line]:
    """The lines that are neither blank nor start with the comment marker."""
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if text and not (comment and text.startswith(comment)):
            yield Line(number, text)


def first_line(head: Sequence[str], comment: str) -> str:
    """The first line that is not a comment."""
    return next((line for line in head if not line.startswith(comment)), "")


class Piece(str):
    """Part of a line that continues in the next piece: only JSON may have lines beyond `MAX_CHARACTERS`."""

    __slots__ = ()


class Recorder(Iterator[str]):
    """The same lines; each is recorded, until `recorded` is set to `None`."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines = lines
        self.recorded: list[str] | None = []

    def __next__(self) -> str:
        line = next(self._lines)
        if self.recorded is not None:
            self.recorded.append(line)
        return line


def too_large(line: int) -> InvalidTextError:
    """The error for a puzzle or board that exceeds `MAX_CHARACTERS` at a line."""
    return InvalidTextError([TextFault(line, f"a puzzle or board of more than {MAX_CHARACTERS} characters")])


def too_many_blanks(line: int) -> InvalidTextError:
    """The error for a blank stretch that exceeds `MAX_BLANKS` at a line."""
    return InvalidTextError([TextFault(line, f"more than {MAX_BLANKS} blank characters in a row")])


def _too_long(line: int) -> InvalidTextError:
    return InvalidTextError([TextFault(line, f"a line of {MAX_CHARACTERS} characters or more")])


def first_nonblank(lines: Iterator[str], before: int = 0) -> tuple[int, str | None]:
    """The number of blank lines skipped and the line after them, or `None` at the end of the text.

    `before` lines have been read already. Raises `InvalidTextError` if the blank lines exceed the limit."""
    room = MAX_BLANKS
    for number, line in enumerate(lines):
        if line and not line.isspace():
            return number, line
        room -= len(line) + 1
        if isinstance(line, Piece):
            raise _too_long(before + number + 1)
        if room < 0:
            raise too_many_blanks(before + number + 1)
    return 0, None


def bounded(read: Callable[[Iterator[str]], Iterator[T]], lines: Iterable[str]) -> Iterator[T]:
    """The items that `read` yields from lines, within the limits on the text of each.

    Raises `InvalidTextError` for a line in pieces, and when the next item exceeds the limits."""
    meter = _Meter(lines)
    for item in read(meter):
        meter.characters = meter.blanks = 0
        yield item


class _Meter(Iterator[str]):
    """The same lines, with their characters counted: `blanks` in blank lines, `characters` in others."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)
        self._number = 0
        self.characters = 0
        self.blanks = 0

    def __next__(self) -> str:
        line = next(self._lines)
        self._number += 1
        if isinstance(line, Piece):
            raise _too_long(self._number)
        if line and not line.isspace():
            self.characters += len(line) + 1
            if self.characters > MAX_CHARACTERS:
                raise too_large(self._number)
        else:
            self.blanks += len(line) + 1
            if self.blanks > MAX_BLANKS:
                raise too_many_blanks(self._number)
        return line
