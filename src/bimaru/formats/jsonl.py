"""JSON, the format that holds everything: one object, an array of them, or one object after another.

The keys of a puzzle are `id`, `source`, `rows`, `cols`, `fleet`, `words`, `shapes`, `hints` and
`edges`; the others are kept in `Puzzle.extra` and written back.
"""

from __future__ import annotations

import json
import re
from collections.abc import Generator, Iterator
from itertools import islice
from typing import Any, Final, NoReturn

from bimaru.formats.draft import quoted
from bimaru.formats.protocol import EVERYTHING, CannotWrite, Format, InvalidText, TextFault
from bimaru.puzzle import InvalidPuzzle, Puzzle, number_in

_SPACE: Final = re.compile(r"[ \t\n\r]*")
_KEYS: Final = ("id", "source", "rows", "cols", "fleet", "words", "shapes", "hints", "edges")


def from_data(data: object) -> Puzzle:
    """The puzzle of a decoded JSON object. Raises `InvalidPuzzle`."""
    if not isinstance(data, dict):
        raise InvalidPuzzle([f"a puzzle is an object with `rows` and `cols`, not {_kind(data)}"])
    given = {key: data[key] for key in _KEYS if key in data}
    faults = [f"{key}: missing" for key in ("rows", "cols") if key not in given]
    if isinstance(given.get("fleet"), dict):
        given["fleet"], repeated = _fleet(given["fleet"])
        faults += repeated
    extra = {key: value for key, value in data.items() if key not in _KEYS}
    try:
        puzzle = Puzzle(**{"rows": (None,), "cols": (None,)} | given, extra=extra)
    except InvalidPuzzle as error:
        faults += error.faults
    if faults:
        raise InvalidPuzzle(faults)
    return puzzle


def to_data(puzzle: Puzzle) -> dict[str, object]:
    """The puzzle as a JSON object. What it does not have is left out, hints excepted."""
    data: dict[str, object] = {
        "id": puzzle.id,
        "source": puzzle.source,
        "rows": puzzle.rows,
        "cols": puzzle.cols,
        "fleet": {str(length): count for length, count in puzzle.fleet.items()},
        "words": puzzle.words,
        "shapes": puzzle.shapes,
        "hints": puzzle.hints,
        "edges": {side: letters for side, letters in puzzle.edges._asdict().items() if letters},
    }
    told = {key: value for key, value in data.items() if value not in (None, (), {}) or key == "hints"}
    return told | {key: value for key, value in puzzle.extra.items() if key not in data}


def _fleet(data: dict[str, object]) -> tuple[dict[object, object], list[str]]:
    """The fleet with numbers for keys, and the faults of lengths that occur twice (as `4` and `04`)."""
    fleet: dict[object, object] = {}
    faults = []
    for key, count in data.items():
        number = number_in(key)
        length = key if number is None else number
        if length in fleet:
            faults.append(f"fleet: length {length} is given twice")
        fleet[length] = count
    return fleet, faults


def _kind(data: object) -> str:
    names = {list: "an array", str: "text", bool: "true or false", type(None): "null"}
    return names.get(type(data), "a number")


class _Refused(ValueError):
    """Something that Python's decoder would take, and bimaru does not."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise _Refused(f"the key {quoted(twice)} is given twice in one object")
    return data


def _constant(name: str) -> NoReturn:
    raise _Refused(f"{name} is not a number of JSON")


def _float(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise _Refused(f"{quoted(text)} is too large a number")
    return number


_decode: Final = json.JSONDecoder(
    object_pairs_hook=_object, parse_constant=_constant, parse_float=_float
).raw_decode


def values(lines: Iterator[str]) -> Iterator[tuple[int, Any]]:
    """Every JSON value of a text, with the number of the line that it starts on, as a stream.

    Raises `InvalidText` at the first thing that is not JSON."""
    text, start, wanted = "", 1, 1
    while True:
        fresh = list(islice(lines, wanted))
        text = "\n".join([text, *fresh] if text else fresh)
        end = yield from _leading_values(text, start, last=len(fresh) < wanted)
        if len(fresh) < wanted:
            return
        start += text.count("\n", 0, end) + (end == len(text))
        text = text[end:]
        # A value that goes on over many lines is tried again whenever there are twice as many.
        wanted = text.count("\n") + 1


def value_in(text: str | bytes) -> object:
    """The one JSON value that a text is. Raises `InvalidText`."""
    try:
        lines = (text if isinstance(text, str) else text.decode()).split("\n")
    except UnicodeDecodeError as error:
        raise InvalidText([TextFault(None, f"not text in UTF-8: {error.reason}")]) from None
    found = list(islice(values(iter(lines)), 2))
    if len(found) != 1:
        fault = "more than one value of JSON" if found else "empty, where JSON was expected"
        raise InvalidText([TextFault(None, fault)])
    return found[0][1]


def _leading_values(text: str, start: int, last: bool) -> Generator[tuple[int, Any], None, int]:
    """The whole values that a text begins with. Returns where the one starts that is cut off at
    its end (the length of the text, if none is); in the `last` text that is a fault."""
    at = _after_space(text, 0)
    while at < len(text):
        line = start + text.count("\n", 0, at)
        try:
            value, end = _decode(text, at)
        except json.JSONDecodeError as error:
            if error.pos >= len(text.rstrip()) and not last:
                return at
            fault = f"not JSON: {error.msg} (column {error.colno})"
            raise InvalidText([TextFault(start + error.lineno - 1, fault)]) from None
        except _Refused as error:
            raise InvalidText([TextFault(line, str(error))]) from None
        except RecursionError:
            raise InvalidText([TextFault(line, "not JSON that can be read: nested too deeply")]) from None
        except ValueError:  # the only other one: an integer of more digits than Python reads
            raise InvalidText([TextFault(line, "a number of thousands of digits")]) from None
        yield line, value
        at = _after_space(text, end)
    return at


def _after_space(text: str, at: int) -> int:
    space = _SPACE.match(text, at)
    return space.end() if space else at


def _read(lines: Iterator[str]) -> Iterator[Puzzle]:
    for line, value in values(lines):
        if isinstance(value, list):
            for i, entry in enumerate(value, 1):
                yield _puzzle(entry, line, f"puzzle {i} of the array: ")
        else:
            yield _puzzle(value, line)


def _puzzle(data: object, line: int, where: str = "") -> Puzzle:
    try:
        return from_data(data)
    except InvalidPuzzle as error:
        raise InvalidText([TextFault(line, where + fault) for fault in error.faults]) from None


def _to_text(puzzle: Puzzle) -> str:
    try:
        return json.dumps(to_data(puzzle), allow_nan=False) + "\n"
    except (TypeError, ValueError, RecursionError) as error:
        raise CannotWrite("json", [f"these notes of the puzzle ({error})"]) from None


FORMAT: Final = Format(
    name="json",
    summary="JSON, one object a line for many puzzles: holds everything that bimaru knows",
    suffix=".jsonl",
    scope=EVERYTHING,
    recognises=lambda head: head[0][0] in "[{",
    read=_read,
    to_text=_to_text,
    separator="",
)
