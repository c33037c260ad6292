"""URLs of puzz.link (pzpr), type `battleship`; one a line, with or without the site.

    battleship/<columns>/<rows>/<tallies><squares>/<bank>

The tallies, columns first, and the squares row by row are in pzpr's "number16": a hex digit, `-` and two hex
digits, `.` for "?", and `g` to `z` for 1 to 20 blanks. The bank is `/` and the letter of a preset, or the
number of ships and their pieces. Puzzles are written exactly as pzpr writes them. Source:
robx/pzprjs, `src/variety/statuepark.js`, `src/variety-common/Encode.js`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from bimaru.formats.builder import Builder, blank_run, quoted
from bimaru.formats.format import Format
from bimaru.formats.lines import Line, first_line, nonblank
from bimaru.formats.pzpr import KIND_OF_VALUE, SCOPE, VALUE_OF_KIND, bank_of, read_pieces, read_preset
from bimaru.puzzle import Puzzle
from bimaru.sizes import MAX_SIDE
from bimaru.squares import Part
from bimaru.validation import number_in

_URL: Final = re.compile(r"(?:\S*\?)?battleship(?:_edit)?/(\S*)")
_COMMENT: Final = "#"
_TOKEN: Final = re.compile(
    r"(?P<number>[0-9a-f])|-(?P<large>[0-9a-f]{2})|(?P<unspecified>\.)|(?P<blanks>[g-z])"
)
_BLANKS: Final = "ghijklmnopqrstuvwxyz"
_UNSPECIFIED: Final = -1  # the value of "?"


def _recognises(head: Sequence[str]) -> bool:
    return bool(_URL.match(first_line(head, _COMMENT)))


def _read(lines: Iterator[str]) -> Iterator[Puzzle]:
    return (_puzzle(line) for line in nonblank(lines, _COMMENT))


def _puzzle(line: Line) -> Puzzle:
    builder = Builder(line.number)
    if not (found := _URL.fullmatch(line.text)):
        builder.fail(f"{quoted(line.text)} is not the URL of a battleship puzzle")
    parts = found[1].split("/")
    if number_in(parts[0]) is None:  # options of the player
        parts = parts[1:]
    if len(parts) < 4:
        builder.fail("expected columns/rows/tallies and squares/bank")
    width, height = builder.number(parts[0], "columns"), builder.number(parts[1], "rows")
    if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
        builder.fail(f"a grid of {height}x{width} (sides must be 1 to {MAX_SIDE})")
    tallies, squares = _clues(builder, parts[2], width + height, width * height)
    clues = [None if tally == _UNSPECIFIED else tally for tally in tallies]
    givens = [
        (*divmod(i, width), _kind(builder, value)) for i, value in enumerate(squares) if value is not None
    ]
    return builder.build(rows=clues[width:], cols=clues[:width], givens=givens, **_bank(builder, parts[3:]))


def _clues(
    builder: Builder, body: str, outside: int, inside: int
) -> tuple[list[int | None], list[int | None]]:
    """The values outside and inside the grid; an empty body has no clues."""
    if not body:
        return [None] * outside, [None] * inside
    tallies, end = _values(builder, body, 0, outside, "tallies")
    squares, end = _values(builder, body, end, inside, "squares")
    if end < len(body):
        builder.fail(f"squares: unexpected {quoted(body[end:])} after the last of {inside}")
    return tallies, squares


def _values(builder: Builder, body: str, at: int, count: int, what: str) -> tuple[list[int | None], int]:
    """`count` values starting at position `at`, and the position after them."""
    values: list[int | None] = []
    while len(values) < count:
        if not (token := _TOKEN.match(body, at)):
            rest = quoted(body[at:]) if at < len(body) else "the end"
            builder.fail(f"{what}: expected {count - len(values)} more of {count}, found {rest}")
        values += _decode(token)
        at = token.end()
    if len(values) > count:
        builder.fail(f"{what}: expected {count}, found {len(values)} with the blanks at the end")
    return values, at


def _decode(token: re.Match[str]) -> list[int | None]:
    if token["blanks"]:
        return [None] * (_BLANKS.index(token["blanks"]) + 1)
    return [_UNSPECIFIED if token["unspecified"] else int(token["number"] or token["large"], 16)]


def _kind(builder: Builder, value: int) -> str:
    if value >= len(KIND_OF_VALUE):
        builder.fault(f"squares: {value} is not a value from 0 to {len(KIND_OF_VALUE) - 1}")
        return Part.SHIP
    return Part.SHIP if value == _UNSPECIFIED else KIND_OF_VALUE[value]


def _bank(builder: Builder, parts: Sequence[str]) -> dict[str, Any]:
    if len(parts) == 2 and not parts[0]:
        return read_preset(builder, parts[1])
    builder.expect(parts[1:], builder.number(parts[0], "bank, number of ships"), "pieces in the bank")
    return read_pieces(builder, parts[1:])


def _to_text(puzzle: Puzzle) -> str:
    squares: list[int | None] = [None] * (puzzle.width * puzzle.height)
    for given in puzzle.givens:
        squares[given.row * puzzle.width + given.col] = VALUE_OF_KIND.get(given.kind, _UNSPECIFIED)
    preset, pieces = bank_of(puzzle)
    bank = f"/{preset}" if preset else "/".join([str(len(pieces)), *pieces])
    body = _encoded(puzzle.cols + puzzle.rows) + _encoded(squares)
    return f"battleship/{puzzle.width}/{puzzle.height}/{body}/{bank}\n"


def _encoded(values: Iterable[int | None]) -> str:
    text = ""
    blanks = 0
    for value in values:
        if value is None:
            blanks += 1
        else:
            text += blank_run(blanks, _BLANKS) + _number(value)
            blanks = 0
    return text + blank_run(blanks, _BLANKS)


def _number(value: int) -> str:
    return "." if value == _UNSPECIFIED else f"{value:x}" if value < 16 else f"-{value:02x}"


FORMAT: Final = Format(
    name="puzzlink",
    summary="puzz.link URLs (pzpr), one a line; written from `battleship/` on, without https://puzz.link/p?",
    suffix=".url",
    scope=SCOPE,
    recognises=_recognises,
    read=_read,
    to_text=_to_text,
    separator="",
)
