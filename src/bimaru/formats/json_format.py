"""JSON: one object, an array of objects, or one object after another. Holds every puzzle and its notes.

`Puzzle.from_data` and `Puzzle.to_data` define the keys. A key given twice is refused, and so is `NaN`.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from math import isinf
from typing import Any, Final, NoReturn

from bimaru.errors import InvalidPuzzleError
from bimaru.formats.builder import quoted
from bimaru.formats.format import EVERYTHING, CannotWriteError, Format, raise_faults
from bimaru.formats.lines import (
    InvalidTextError,
    Piece,
    Recorder,
    TextFault,
    first_nonblank,
    too_large,
    too_many_blanks,
)
from bimaru.puzzle import Puzzle
from bimaru.sizes import MAX_BLANKS, MAX_CHARACTERS

_SPACE: Final = re.compile(r"[ \t\n\r]*")
_LONGEST_TOKEN: Final = len("-Infinity")
"""The most characters of a token other than a string or number."""


class _RejectedError(ValueError):
    """JSON that Python's decoder accepts and bimaru does not."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        raise _RejectedError(f"the key {quoted(_repeated_key(pairs))} is given twice in one object")
    return data


def _repeated_key(pairs: Iterable[tuple[str, Any]]) -> str:
    """The first key that is repeated; empty if none is."""
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen:
            return key
        seen.add(key)
    return ""


def _constant(name: str) -> NoReturn:
    raise _RejectedError(f"{name} is not a JSON number")


def _float(text: str) -> float:
    number = float(text)
    if isinf(number):
        raise _RejectedError(f"the number {quoted(text)} is too large")
    return number


_decode: Final = json.JSONDecoder(
    object_pairs_hook=_object, parse_constant=_constant, parse_float=_float
).raw_decode
_encode: Final = json.JSONEncoder(allow_nan=False).encode


def values(lines: Iterator[str]) -> Iterator[tuple[int, Any]]:
    """Every JSON value of a text with the number of its first line, as a stream.

    Raises `InvalidTextError` at the first malformed value, or one that exceeds the limits."""
    stream = _JsonStream(lines)
    while stream.peek():
        yield stream.value()


def value_in(text: str | bytes) -> object:
    """The single JSON value of a text. Raises `InvalidTextError`."""
    try:
        whole = text if isinstance(text, str) else text.decode()
    except UnicodeDecodeError as error:
        raise InvalidTextError([TextFault(None, f"not text in UTF-8: {error.reason}")]) from None
    found = list(islice(values(iter([whole])), 2))
    if len(found) != 1:
        fault = f"expected one JSON value, found {'more' if found else 'none'}"
        raise InvalidTextError([TextFault(None, fault)])
    return found[0][1]


def _entries(lines: Iterator[str], before: int = 0) -> Iterator[tuple[int, Any, int | None]]:
    """The JSON values of a text with their line numbers, as (line, value, number). For an array, its entries
    with their numbers in the array, each as soon as it is read. There have been some lines `before`."""
    stream = _JsonStream(lines, before)
    while first := stream.peek():
        if first != "[":
            yield *stream.value(), None
            continue
        stream.skip()
        number = 0
        while number or stream.peek() != "]":
            number += 1
            yield *stream.value(), number
            if (after := stream.peek()) == "]":
                break
            if after != ",":
                raise stream.syntax_error("Expecting ',' delimiter")
            stream.skip()
        stream.skip()


class _JsonStream:
    """JSON text, of which only the next value and the text read to find its end are in memory.

    They are `_buffer` from `_at` on, with any blanks before the value."""

    def __init__(self, lines: Iterator[str], before: int = 0) -> None:
        self._lines = lines
        self._buffer = ""
        self._at = 0
        self._line = before
        """The number of the line that the buffer starts in."""
        self._column = 0
        """The number of characters of that line before the buffer."""
        self._counted = (0, before)
        """The position up to which line ends have been counted, and its line number."""
        self._glue = "\n"
        """The text between the buffer and the next line: empty within a line."""

    def peek(self) -> str:
        """The next nonblank character; empty at the end. Raises `InvalidTextError`."""
        blanks = 0
        while True:
            space = _SPACE.match(self._buffer, self._at)
            end = space.end() if space else self._at
            blanks += end - self._at
            self._at = end
            if end < len(self._buffer):
                return self._buffer[end]
            if blanks > MAX_BLANKS:
                raise too_many_blanks(self._line_at(end))
            if not (self._replace_buffer() if self._glue else self._extend_buffer(0)):
                return ""

    def skip(self) -> None:
        """Skip the character that `peek` returns."""
        self._at += 1

    def value(self) -> tuple[int, Any]:
        """The line number of the next value, and the value. Raises `InvalidTextError`."""
        self.peek()
        while True:
            try:
                value, end = _decode(self._buffer, self._at)
            except json.JSONDecodeError as error:
                if self._may_be_truncated(error) and self._extend_buffer(len(self._buffer) - self._at):
                    continue
                raise self._located(self._error_in_first_line(error)) from None
            except _RejectedError as error:
                raise self._fault(str(error)) from None
            except RecursionError:
                raise self._fault("JSON that is nested too deeply") from None
            except ValueError:  # the only other one: an integer of more digits than Python reads
                raise self._fault("a number of thousands of digits") from None
            if end - self._at > MAX_CHARACTERS:
                raise too_large(self._line_at(self._at))
            is_complete = end < len(self._buffer) - _LONGEST_TOKEN  # otherwise a number may continue
            if is_complete or self._glue or not self._extend_buffer(1):
                result = self._line_at(self._at), value
                self._at = end
                return result

    def syntax_error(self, text: str) -> InvalidTextError:
        """The error for malformed JSON at the current position."""
        return self._located(json.JSONDecodeError(text, self._buffer, self._at))

    def _may_be_truncated(self, error: json.JSONDecodeError) -> bool:
        """Whether the rest of the text could complete the value."""
        if self._glue:
            return error.pos >= len(self._buffer.rstrip())
        return error.msg.startswith("Unterminated string") or error.pos >= len(self._buffer) - _LONGEST_TOKEN

    def _replace_buffer(self) -> bool:
        """Replace the buffer, which is used up, by the next nonblank line.

        Returns whether there is one."""
        before = self._line_at(self._at)
        blank, line = first_nonblank(self._lines, before)
        if line is None:
            return False
        self._buffer, self._at = line, 0
        self._line, self._column = before + blank + 1, 0
        self._counted = (0, self._line)
        self._glue = "" if isinstance(line, Piece) else "\n"
        return True

    def _extend_buffer(self, least: int) -> bool:
        """Drop what is used up, and read at least one line and `least` characters.

        Returns whether there were any. A value on many lines is decoded anew each time its text has doubled,
        so all attempts together take no longer than two or three.
        Raises `InvalidTextError` if the buffer exceeds the limit."""
        size = len(self._buffer) - self._at
        if size > MAX_CHARACTERS:
            raise too_large(self._line_at(self._at))
        room = min(least, MAX_CHARACTERS + 1 - size)
        fresh: list[str] = []
        for line in self._lines:
            fresh += (self._glue, line)
            room -= len(line) + 1
            self._glue = "" if isinstance(line, Piece) else "\n"
            if room <= 0:
                break
        if fresh:
            self._drop_used()
            self._buffer = "".join([self._buffer, *fresh])
        return bool(fresh)

    def _drop_used(self) -> None:
        start = self._buffer.rfind("\n", 0, self._at) + 1
        self._column = self._at - start + (0 if start else self._column)
        self._line = self._line_at(self._at)
        self._buffer = self._buffer[self._at :]
        self._at = 0
        self._counted = (0, self._line)

    def _line_at(self, at: int) -> int:
        """The line number of a position in the buffer, at or after the position of the last call."""
        before, line = self._counted
        line += self._buffer.count("\n", before, at)
        self._counted = (at, line)
        return line

    def _error_in_first_line(self, error: json.JSONDecodeError) -> json.JSONDecodeError:
        """The error at the end of the value's first line if, as in JSON Lines, the next one starts another
        object: there the value is incomplete. Otherwise the same error."""
        end = self._buffer.find("\n", self._at)
        if end < 0 or error.pos <= end or not self._buffer.startswith("{", end + 1):
            return error
        try:
            _decode(self._buffer[:end], self._at)
        except json.JSONDecodeError as first:
            return first
        except (ValueError, RecursionError):
            pass
        return error

    def _located(self, error: json.JSONDecodeError) -> InvalidTextError:
        column = error.colno + (self._column if error.lineno == 1 else 0)
        fault = f"not JSON: {error.msg} (column {column})"
        return InvalidTextError([TextFault(self._line + error.lineno - 1, fault)])

    def _fault(self, text: str) -> InvalidTextError:
        return InvalidTextError([TextFault(self._line_at(self._at), text)])


def _read(lines: Iterator[str]) -> Iterator[Puzzle]:
    return raise_faults(_read_or_faults(lines))


def _read_or_faults(lines: Iterator[str]) -> Iterator[Puzzle | InvalidTextError]:
    """JSON Lines are decoded line by line; the error of a malformed line takes its place, if another object
    follows. From the first line that only begins a value, the rest is decoded as a stream of values.

    Raises `InvalidTextError` where the next puzzle cannot be found."""
    number = 0
    again: deque[str] = deque()
    while (line := again.popleft() if again else next(lines, None)) is not None:
        number += 1
        if (data := object_in(line)) is not None:
            yield _puzzle_or_fault(data, number)
            continue
        ahead = Recorder(_taken_from(again, lines))
        found = _read_stream(chain([line], ahead), number - 1)
        try:
            first = [*islice(found, 1)]
        except InvalidTextError as error:
            again.extendleft(reversed(ahead.recorded or ()))
            skipped = None if _begins_array(line) else _skip_to_object(again, lines)
            if skipped is None:
                raise
            yield error
            number += skipped
        else:
            ahead.recorded = None
            yield from chain(first, found)
            return


def _puzzle_or_fault(data: object, line: int) -> Puzzle | InvalidTextError:
    try:
        return Puzzle.from_data(data)
    except InvalidPuzzleError as error:
        return InvalidTextError([TextFault(line, fault) for fault in error.faults])


def _taken_from(again: deque[str], lines: Iterator[str]) -> Iterator[str]:
    """The lines to be read again, which are removed from `again`, and then the others."""
    while again:
        yield again.popleft()
    for line in lines:  # noqa: UP028  # `yield from` would close them with this
        yield line


def _begins_array(line: str) -> bool:
    """Whether a line begins an array, or is part of a long line, so that those after it are no JSON Lines."""
    return line.lstrip().startswith("[") or isinstance(line, Piece)


def _skip_to_object(again: deque[str], lines: Iterator[str]) -> int | None:
    """Skip lines up to the next one that is an object; returns their number, or `None` if there is no object
    within the limit on the text of a puzzle."""
    room = MAX_CHARACTERS
    is_start = True
    for skipped, line in enumerate(_taken_from(again, lines)):
        if is_start and object_in(line) is not None:
            again.appendleft(line)
            return skipped
        is_start = not isinstance(line, Piece)
        room -= len(line) + 1
        if room < 0:
            break
    return None


def object_in(line: str) -> object:
    """The object that a line consists of; `None` for any other line."""
    if line[:1] != "{" or isinstance(line, Piece):
        return None
    try:
        data, end = _decode(line)
    except (ValueError, RecursionError):
        return None
    return data if end == len(line) else None


def _read_stream(lines: Iterator[str], before: int) -> Iterator[Puzzle]:
    """The puzzles of lines of which there have been some `before`."""
    for line, value, number in _entries(lines, before):
        try:
            puzzle = Puzzle.from_data(value)
        except InvalidPuzzleError as error:
            where = "" if number is None else f"puzzle {number} of the array: "
            raise InvalidTextError([TextFault(line, where + fault) for fault in error.faults]) from None
        yield puzzle


def _to_text(puzzle: Puzzle) -> str:
    try:
        return _encode(puzzle.to_data()) + "\n"
    except (TypeError, ValueError, RecursionError) as error:
        raise CannotWriteError("json", [f"an `extra` that is not JSON ({error})"]) from None


FORMAT: Final = Format(
    name="json",
    summary="JSON, one object per line for many puzzles; holds every puzzle and its notes",
    suffix=".jsonl",
    scope=EVERYTHING,
    recognises=lambda head: head[0][0] in "[{",
    read=_read,
    read_or_faults=_read_or_faults,
    to_text=_to_text,
    separator="",
    takes_long_lines=True,
)
