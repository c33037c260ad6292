"""Puzzles as commands print them, in pictures of signs, for reading only.

Given squares are in brackets. A picture without brackets shows a puzzle, whose known squares are given, or,
if all squares are known, the solution of one without givens. Polyominoes in the fleet, words, and letters on
the grid or at its edges are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import dropwhile, islice, takewhile
from typing import Final, NamedTuple

from bimaru.board import UNKNOWN
from bimaru.formats.board_text import (
    ASCII,
    BARS,
    GIVEN,
    GIVEN_BESIDE_GIVEN,
    UNICODE,
    is_later_solution,
    row_in,
    signs_and_gaps,
)
from bimaru.formats.builder import Builder, quoted
from bimaru.formats.lines import InvalidTextError, Line, TextFault
from bimaru.puzzle import Puzzle, Tally
from bimaru.sizes import MAX_NUMBER
from bimaru.squares import Part, row_name

_FIRST: Final = row_name(0)
_OPENING: Final = GIVEN[0] + GIVEN_BESIDE_GIVEN
_CLOSING: Final = GIVEN[1] + GIVEN_BESIDE_GIVEN
_DIGITS: Final = "0123456789 "
_FRAME: Final = re.compile(r"[\s┌┐└┘─+-]*")
_FLEET: Final = re.compile(r"\s*[0-9]+ [×x] ")
_SHIPS: Final = re.compile(r"([0-9]+) [×x] (\S+(?: [0-9]+ \S+)?)(?:\s+|$)")
_STRAIGHT: Final = re.compile(r"[●O]|[◖<](?:([■#]*)|[■#] ([0-9]+) [■#])[◗>]")
_KINDS: Final[Mapping[str, Mapping[str, str | None]]] = {
    bar: {
        sign: None if mark == UNKNOWN else Part.WATER if mark == "." else mark
        for mark, sign in notation.items()
    }
    for bar, notation in zip(BARS, (UNICODE, ASCII), strict=True)
}
"""For each bar beside the rows, the kinds of givens by their signs."""


class _Row(NamedTuple):
    """A row of a picture: the number of its line, its signs, the gaps around them, the column of the text in
    which its squares begin, the bar beside them, and what stands to the right of them."""

    line: int
    signs: str
    gaps: str
    start: int
    bar: str
    rest: str


def is_first_row(line: str) -> bool:
    """Whether a line is the first row of a picture."""
    found = row_in(line)
    return found is not None and found["name"] == _FIRST


def read(lines: Iterable[str]) -> Iterator[Puzzle]:
    """The puzzles of pictures; of several solutions of one puzzle, the first counts. Raises
    `InvalidTextError`."""
    rows: list[_Row] = []
    for drawn, below in _pictures(lines):
        rows = rows or drawn
        if not any(is_later_solution(line.text) for line in below):
            yield _puzzle(rows, below)
            rows = []
    if rows:
        yield _puzzle(rows, below)


def _pictures(lines: Iterable[str]) -> Iterator[tuple[list[_Row], list[Line]]]:
    """The rows of each picture, and the lines from there to the next one."""
    rows: list[_Row] = []
    below: list[Line] = []
    for number, line in enumerate(lines, 1):
        found = row_in(line)
        if found and rows and (below or found["name"] == _FIRST):
            yield rows, below
            rows, below = [], []
        if found:
            rows.append(_row(found, rows, number))
        elif rows and (line.strip() or not below or below[-1].text):
            below.append(Line(number, line.rstrip()))
    if rows:
        yield rows, below


def _row(found: re.Match[str], above: Sequence[_Row], number: int) -> _Row:
    if found["edge"]:
        fault = f"row {found['name']}: letters at the edges of a picture are not read"
        raise InvalidTextError([TextFault(number, fault)])
    signs, gaps = signs_and_gaps(found, len(above), len(above[0].signs) if above else None, number)
    start = found.start("squares") + bool(gaps)
    return _Row(number, signs, gaps, start, found.string[found.end() - 1], found.string[found.end() :])


def _puzzle(rows: Sequence[_Row], below: Sequence[Line]) -> Puzzle:
    builder = Builder(rows[0].line)
    fleet = _fleet(builder, below)
    shown = [(row.line, [*row.signs]) for row in rows]
    givens = builder.givens(shown, _KINDS[rows[0].bar])
    in_brackets = {(r, c) for r, row in enumerate(rows) for c in _in_brackets(builder, row, row_name(r))}
    is_solution = len(givens) == sum(len(row.signs) for row in rows)
    if in_brackets or is_solution:
        givens = [given for given in givens if given[:2] in in_brackets]
    return builder.build(
        rows=[_row_tally(builder, row, row_name(r)) for r, row in enumerate(rows)],
        cols=_column_tallies(builder, rows[0], below),
        fleet=fleet,
        givens=givens,
    )


def _in_brackets(builder: Builder, row: _Row, name: str) -> Iterator[int]:
    """The columns of the squares in brackets."""
    gaps = row.gaps.ljust(len(row.signs) + 1)
    for col in range(len(row.signs)):
        is_open = gaps[col] in _OPENING
        if is_open != (gaps[col + 1] in _CLOSING):
            builder.fault(f"row {name}, column {col + 1}: a bracket without the other", row.line)
        elif is_open:
            yield col


def _row_tally(builder: Builder, row: _Row, name: str) -> Tally:
    text = row.rest.strip()
    return builder.number(text, f"row {name}, beside the picture", row.line) if text else None


def _column_tallies(builder: Builder, row: _Row, below: Sequence[Line]) -> list[Tally]:
    """The numbers under the columns, their digits below each other."""
    lines = [*islice(takewhile(_is_filled, dropwhile(_is_frame, below)), len(str(MAX_NUMBER)) + 1)]
    columns = [row.start + (2 if row.gaps else 1) * col for col in range(len(row.signs))]
    for line in lines:
        digits = "".join(line.text[at : at + 1] for at in columns)
        if digits.strip(_DIGITS) or len(digits.replace(" ", "")) < len("".join(line.text.split())):
            builder.fail(
                f"expected tallies below the columns, found {quoted(line.text.strip())}", line.number
            )
    stacks = ("".join(line.text[at : at + 1] or " " for line in lines).lstrip() for at in columns)
    return [
        builder.number(stack, f"column {col}, below the picture", lines[0].number) if stack else None
        for col, stack in enumerate(stacks, 1)
    ]


def _is_filled(line: Line) -> bool:
    return bool(line.text)


def _is_frame(line: Line) -> bool:
    return _is_filled(line) and _FRAME.fullmatch(line.text) is not None


def _fleet(builder: Builder, below: Sequence[Line]) -> dict[int, int]:
    """The ships drawn below a picture. Raises `InvalidTextError` if some are not straight."""
    lines = takewhile(_is_filled, dropwhile(lambda line: not _FLEET.match(line.text), below))
    return builder.fleet(pair for line in lines for pair in _ships(builder, line))


def _ships(builder: Builder, line: Line) -> Iterator[tuple[int, int]]:
    """The lengths and numbers of ships in a line."""
    at, text = 0, line.text.strip()
    while at < len(text):
        found = _SHIPS.match(text, at)
        ship = found and _STRAIGHT.fullmatch(found[2])
        if not (found and ship):
            fault = "only straight ships without letters are read from a picture"
            builder.fail(f"fleet: {fault}, not {quoted(text[at:])}", line.number)
        length = builder.number(ship[2], "fleet", line.number) if ship[2] else len(ship[0])
        yield length, builder.number(found[1], "fleet", line.number)
        at = found.end()
