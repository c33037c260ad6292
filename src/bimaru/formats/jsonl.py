"""JSON, the format that holds everything: one object, an array of them, or one object after another.

`Puzzle.from_data` and `Puzzle.to_data` define the keys.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Final, NoReturn

from bimaru.errors import InvalidPuzzleError
from bimaru.formats.bounds import Piece, first_filled, too_blank, too_much
from bimaru.formats.builder import quoted
from bimaru.formats.protocol import (
    EVERYTHING,
    MAX_BLANK,
    MAX_HELD,
    CannotWriteError,
    Format,
    InvalidTextError,
    TextFault,
)
from bimaru.puzzle import Puzzle

_SPACE: Final = re.compile(r"[ \t\n\r]*")
_LONGEST_TOKEN: Final = len("-Infinity")
"""The most characters of what a decoder reads as a whole, text in quotes aside."""


class _RefusedError(ValueError):
    """Something that Python's decoder would take, and bimaru does not."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        raise _RefusedError(f"the key {quoted(_repeated(pairs))} is given twice in one object")
    return data


def _repeated(pairs: Iterable[tuple[str, Any]]) -> str:
    """The first key that is there again; empty if none is."""
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen:
            return key
        seen.add(key)
    return ""


def _constant(name: str) -> NoReturn:
    raise _RefusedError(f"{name} is not a number of JSON")


def _float(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise _RefusedError(f"{quoted(text)} is too large a number")
    return number


_decode: Final = json.JSONDecoder(
    object_pairs_hook=_object, parse_constant=_constant, parse_float=_float
).raw_decode


def values(lines: Iterator[str]) -> Iterator[tuple[int, Any]]:
    """Every JSON value of a text, with the number of the line that it starts on, as a stream.

    Raises `InvalidTextError` at the first thing that is not JSON, or is larger than may be held."""
    text = _Text(lines)
    while text.peek():
        yield text.value()


def value_in(text: str | bytes) -> object:
    """The one JSON value that a text is. Raises `InvalidTextError`."""
    try:
        whole = text if isinstance(text, str) else text.decode()
    except UnicodeDecodeError as error:
        raise InvalidTextError([TextFault(None, f"not text in UTF-8: {error.reason}")]) from None
    found = list(islice(values(iter([whole])), 2))
    if len(found) != 1:
        fault = "more than one value of JSON" if found else "empty, where JSON was expected"
        raise InvalidTextError([TextFault(None, fault)])
    return found[0][1]


def _entries(lines: Iterator[str]) -> Iterator[tuple[int, Any, int | None]]:
    """The JSON values of a text with the numbers of their lines; of an array its entries instead, each as
    soon as it is read, with its number in the array."""
    text = _Text(lines)
    while first := text.peek():
        if first != "[":
            yield *text.value(), None
            continue
        text.take()
        number = 0
        while number or text.peek() != "]":
            number += 1
            yield *text.value(), number
            if (after := text.peek()) == "]":
                break
            if after != ",":
                raise text.fault("Expecting ',' delimiter")
            text.take()
        text.take()


class _Text:
    """JSON text, of which no more is held than one value and what was read ahead to find its end.

    What is held is `_held` from `_at` on, the next value or blanks before it."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines = lines
        self._held = ""
        self._at = 0
        self._line = 0
        """The number of the line that the text held begins in."""
        self._column = 0
        """The number of characters of that line before the text held."""
        self._counted = (0, 0)
        """A place in the text held, and the number of its line: where counting goes on."""
        self._glue = "\n"
        """What stands between the text held and the next line."""

    def peek(self) -> str:
        """The character that the next thing begins with; empty at the end. Raises `InvalidTextError`."""
        blank = 0
        while True:
            space = _SPACE.match(self._held, self._at)
            end = space.end() if space else self._at
            blank += end - self._at
            self._at = end
            if end < len(self._held):
                return self._held[end]
            if blank > MAX_BLANK:
                raise too_blank(self._line_at(end))
            if not (self._next_line() if self._glue else self._read_on(0)):
                return ""

    def take(self) -> None:
        """Pass the character that `peek` gives."""
        self._at += 1

    def value(self) -> tuple[int, Any]:
        """The next value and the number of its line. Raises `InvalidTextError`."""
        self.peek()
        while True:
            try:
                value, end = _decode(self._held, self._at)
            except json.JSONDecodeError as error:
                if self._is_cut_off(error) and self._read_on(len(self._held) - self._at):
                    continue
                raise self._not_json(error) from None
            except _RefusedError as error:
                raise self._refused(str(error)) from None
            except RecursionError:
                raise self._refused("not JSON that can be read: nested too deeply") from None
            except ValueError:  # the only other one: an integer of more digits than Python reads
                raise self._refused("a number of thousands of digits") from None
            if end - self._at > MAX_HELD:
                raise too_much(self._line_at(self._at))
            is_inside = end < len(self._held) - _LONGEST_TOKEN  # otherwise a number may go on
            if is_inside or self._glue or not self._read_on(1):
                found = self._line_at(self._at), value
                self._at = end
                return found

    def fault(self, text: str) -> InvalidTextError:
        """The error for what comes next, and is not JSON."""
        return self._not_json(json.JSONDecodeError(text, self._held, self._at))

    def _is_cut_off(self, error: json.JSONDecodeError) -> bool:
        """Whether it can be that the value only lacks the text that has not been read so far."""
        if self._glue:
            return error.pos >= len(self._held.rstrip())
        return error.msg.startswith("Unterminated string") or error.pos >= len(self._held) - _LONGEST_TOKEN

    def _next_line(self) -> bool:
        """Hold the next line that is not blank instead of what is held, all of which has been passed.

        Returns whether there is any."""
        before = self._line_at(self._at)
        blank, line = first_filled(self._lines, before)
        if line is None:
            return False
        self._held, self._at = line, 0
        self._line, self._column = before + blank + 1, 0
        self._counted = (0, self._line)
        self._glue = "" if isinstance(line, Piece) else "\n"
        return True

    def _read_on(self, wanted: int) -> bool:
        """Read at least one line and so many characters, and drop what has been passed.

        Returns whether there is any more. A value that goes on over many lines is tried again whenever
        there is twice as much of it, so that all tries together take no longer than two or three.
        Raises `InvalidTextError` when enough is held already."""
        held = len(self._held) - self._at
        if held > MAX_HELD:
            raise too_much(self._line_at(self._at))
        enough = min(wanted, MAX_HELD + 1 - held)
        fresh: list[str] = []
        size = 0
        for line in self._lines:
            fresh += (self._glue, line)
            size += len(line) + 1
            self._glue = "" if isinstance(line, Piece) else "\n"
            if size >= enough:
                break
        if fresh:
            self._drop()
            self._held = "".join([self._held, *fresh])
        return bool(fresh)

    def _drop(self) -> None:
        start = self._held.rfind("\n", 0, self._at) + 1
        self._column = self._at - start + (0 if start else self._column)
        self._line = self._line_at(self._at)
        self._held = self._held[self._at :]
        self._at = 0
        self._counted = (0, self._line)

    def _line_at(self, at: int) -> int:
        """The number of the line that a place in the text held is in; no place before the last asked for."""
        before, line = self._counted
        line += self._held.count("\n", before, at)
        self._counted = (at, line)
        return line

    def _not_json(self, error: json.JSONDecodeError) -> InvalidTextError:
        column = error.colno + (self._column if error.lineno == 1 else 0)
        fault = f"not JSON: {error.msg} (column {column})"
        return InvalidTextError([TextFault(self._line + error.lineno - 1, fault)])

    def _refused(self, text: str) -> InvalidTextError:
        return InvalidTextError([TextFault(self._line_at(self._at), text)])


def _read(lines: Iterator[str]) -> Iterator[Puzzle]:
    for line, value, number in _entries(lines):
        yield _puzzle(value, line, "" if number is None else f"puzzle {number} of the array: ")


def _puzzle(data: object, line: int, where: str = "") -> Puzzle:
    try:
        return Puzzle.from_data(data)
    except InvalidPuzzleError as error:
        raise InvalidTextError([TextFault(line, where + fault) for fault in error.faults]) from None


def _to_text(puzzle: Puzzle) -> str:
    try:
        return json.dumps(puzzle.to_data(), allow_nan=False) + "\n"
    except (TypeError, ValueError, RecursionError) as error:
        raise CannotWriteError("json", [f"these notes of the puzzle ({error})"]) from None


FORMAT: Final = Format(
    name="json",
    summary="JSON, one object a line for many puzzles: holds everything that bimaru knows",
    suffix=".jsonl",
    scope=EVERYTHING,
    recognises=lambda head: head[0][0] in "[{",
    read=_read,
    to_text=_to_text,
    separator="",
    takes_pieces=True,
)
