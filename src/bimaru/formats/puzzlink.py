"""URLs of puzz.link (pzpr), kind `battleship`; one a line, with the site before it or without.

    battleship/<columns>/<rows>/<tallies><squares>/<bank>

The tallies, columns first, and the squares row by row are written as pzpr's "number16":
a hex digit, `-` and two of them, `.` for "?", and `g` to `z` for 1 to 20 blanks. The bank is `/`
and the letter of a preset, or the number of ships and their pieces. What is written is what
pzpr writes. Source: robx/pzprjs, `src/variety/statuepark.js`, `src/variety-common/Encode.js`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from bimaru.formats.builder import Draft, Line, blank_run, filled, first_line, quoted
from bimaru.formats.protocol import Format
from bimaru.formats.pzpr import KIND_OF_VALUE, SCOPE, VALUE_OF_KIND, bank_of, read_pieces, read_preset
from bimaru.puzzle import Puzzle
from bimaru.sizes import MAX_SIDE
from bimaru.squares import Part
from bimaru.validation import number_in

_URL: Final = re.compile(r"(?:\S*\?)?battleship(?:_edit)?/(\S*)")
_COMMENT: Final = "#"
_TOKEN: Final = re.compile(r"(?P<number>[0-9a-f])|-(?P<large>[0-9a-f]{2})|(?P<told>\.)|(?P<blanks>[g-z])")
_BLANKS: Final = "ghijklmnopqrstuvwxyz"
_TOLD: Final = -1  # something is there, but not told what


def _recognises(head: Sequence[str]) -> bool:
    return bool(_URL.match(first_line(head, _COMMENT)))


def _read(lines: Iterator[str]) -> Iterator[Puzzle]:
    return (_puzzle(line) for line in filled(lines, _COMMENT))


def _puzzle(line: Line) -> Puzzle:
    draft = Draft(line.number)
    if not (found := _URL.fullmatch(line.text)):
        draft.fail(f"{quoted(line.text)} is not the URL of a battleship puzzle")
    parts = found[1].split("/")
    if number_in(parts[0]) is None:  # options of the player
        parts = parts[1:]
    if len(parts) < 4:
        draft.fail("columns, rows, tallies with squares, and a bank were expected, with / between them")
    width, height = draft.number(parts[0], "columns"), draft.number(parts[1], "rows")
    if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
        draft.fail(f"{height} rows and {width} columns; a grid has 1 to {MAX_SIDE} a side")
    tallies, squares = _decoded(draft, parts[2], width + height, width * height)
    told = [None if tally == _TOLD else tally for tally in tallies]
    givens = [
        (*divmod(i, width), _kind(draft, value)) for i, value in enumerate(squares) if value is not None
    ]
    return draft.puzzle(rows=told[width:], cols=told[:width], givens=givens, **_bank(draft, parts[3:]))


def _decoded(draft: Draft, body: str, outside: int, inside: int) -> tuple[list[int | None], list[int | None]]:
    """The values beside the grid and in it; a body without anything is a puzzle without clues."""
    if not body:
        return [None] * outside, [None] * inside
    tallies, end = _values(draft, body, 0, outside, "tallies")
    squares, end = _values(draft, body, end, inside, "squares")
    if end < len(body):
        draft.fail(f"squares: {quoted(body[end:])} is left over after the last of {inside}")
    return tallies, squares


def _values(draft: Draft, body: str, at: int, count: int, what: str) -> tuple[list[int | None], int]:
    """So many values from there on, and where they end."""
    values: list[int | None] = []
    while len(values) < count:
        if not (token := _TOKEN.match(body, at)):
            rest = quoted(body[at:]) if at < len(body) else "nothing"
            draft.fail(f"{what}: {rest} is left where {count - len(values)} of {count} were expected")
        values += _meant(token)
        at = token.end()
    if len(values) > count:
        draft.fail(f"{what}: {len(values)}, the last of them blanks, where {count} were expected")
    return values, at


def _meant(token: re.Match[str]) -> list[int | None]:
    if token["blanks"]:
        return [None] * (_BLANKS.index(token["blanks"]) + 1)
    return [_TOLD if token["told"] else int(token["number"] or token["large"], 16)]


def _kind(draft: Draft, value: int) -> str:
    if value >= len(KIND_OF_VALUE):
        draft.fault(f"squares: the value {value}; there are 0 to {len(KIND_OF_VALUE) - 1}")
        return Part.SHIP
    return Part.SHIP if value == _TOLD else KIND_OF_VALUE[value]


def _bank(draft: Draft, parts: Sequence[str]) -> dict[str, Any]:
    if len(parts) == 2 and not parts[0]:
        return read_preset(draft, parts[1])
    draft.expect(parts[1:], draft.number(parts[0], "bank, number of ships"), "pieces in the bank")
    return read_pieces(draft, parts[1:])


def _to_text(puzzle: Puzzle) -> str:
    squares: list[int | None] = [None] * (puzzle.width * puzzle.height)
    for given in puzzle.givens:
        squares[given.row * puzzle.width + given.col] = VALUE_OF_KIND.get(given.kind, _TOLD)
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
            text += blank_run(blanks, _BLANKS) + _digits(value)
            blanks = 0
    return text + blank_run(blanks, _BLANKS)


def _digits(value: int) -> str:
    return "." if value == _TOLD else f"{value:x}" if value < 16 else f"-{value:02x}"


FORMAT: Final = Format(
    name="puzzlink",
    summary="puzz.link URLs (pzpr), one a line; written from `battleship/` on, to stand after https://puzz.link/p?",
    suffix=".url",
    scope=SCOPE,
    recognises=_recognises,
    read=_read,
    to_text=_to_text,
    separator="",
)
