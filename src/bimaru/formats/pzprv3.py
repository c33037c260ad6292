"""Files of pzpr (puzz.link), version 3, type `battleship`.

`pzprv3`, `battleship`, rows, columns, the bank (the letter of a preset, or the number of ships and a
line for each piece), a line with the column tallies, a line for every row with its tally and its
squares; then the player's marks. `/` may stand for a line end. Source: robx/pzprjs,
`src/variety/statuepark.js`, `src/pzpr/parser.js`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Any, Final

from bimaru.formats.builder import Builder, grid_marks, quoted, tally_text
from bimaru.formats.format import Format
from bimaru.formats.lines import Line, nonblank
from bimaru.formats.pzpr import KIND_OF_VALUE, SCOPE, bank_of, read_pieces, read_preset
from bimaru.puzzle import Puzzle, Tally
from bimaru.squares import Part
from bimaru.validation import number_in

_HEADER: Final = "pzprv3"
_NAME: Final = "battleship"
_BLANK: Final = "."
_UNSPECIFIED: Final = "-"
_CROSSED_OFF: Final = "c"
_MARKS: Final = {str(value): kind for value, kind in enumerate(KIND_OF_VALUE)} | {
    _UNSPECIFIED: Part.SHIP.value
}
_PLAYER_MARKS: Final = {"#": "X", "+": ".", _BLANK: "?"}
_END: Final = ("info:{", "history:{", "__HISTORY__", "http://")
"""The starts of lines that may follow a puzzle: notes and the player's moves."""


def _read(lines: Iterator[str]) -> Iterator[Puzzle]:
    builder = Builder()
    body = list(_body(lines))
    if len(body) < 5:
        builder.fail(f"expected a line each of {_HEADER}, {_NAME}, rows, columns and bank")
    if not (body[0].text.startswith(_HEADER) and body[1].text == _NAME):
        found = f"{quoted(body[0].text)} and {quoted(body[1].text)}"
        builder.fail(f"expected {_HEADER} and {_NAME}, found {found}")
    height = builder.number(body[2].text, "rows", body[2].number)
    width = builder.number(body[3].text, "columns", body[3].number)
    ships, rest = _bank(builder, body[4:])
    if len(rest) < height + 1:
        builder.fail(f"expected column tallies and {height} rows after the bank, found {len(rest)} lines")
    grid = [_tokens(builder, line, width + 1) for line in rest[: height + 1]]
    marked = [_tokens(builder, line, width) for line in rest[height + 1 : 2 * height + 1]]
    if marked:
        builder.expect(marked, height, "rows of marks")
    builder.check()
    yield _puzzle(builder, ships, grid, marked)


def _body(lines: Iterator[str]) -> Iterator[Line]:
    for line in takewhile(lambda line: not line.text.startswith(_END), nonblank(lines)):
        for part in line.text.split("/"):
            if text := part.strip():
                yield Line(line.number, text)


def _bank(builder: Builder, lines: Sequence[Line]) -> tuple[dict[str, Any], Sequence[Line]]:
    """The ships, as arguments of `Puzzle`, and the lines after the bank."""
    first = lines[0]
    if (count := number_in(first.text)) is None:
        return read_preset(builder, first.text, first.number), lines[1:]
    pieces = [line.text for line in lines[1 : count + 1]]
    return read_pieces(builder, pieces, first.number), lines[count + 1 :]


def _tokens(builder: Builder, line: Line, count: int) -> tuple[int, list[str]]:
    tokens = line.text.split()
    builder.expect(tokens, count, "entries", line.number)
    return line.number, tokens


def _puzzle(
    builder: Builder,
    ships: dict[str, Any],
    grid: Sequence[tuple[int, list[str]]],
    marked: Sequence[tuple[int, list[str]]],
) -> Puzzle:
    (first_line, (_, *cols)), *rows = grid
    givens = builder.givens([(line, squares) for line, (_, *squares) in rows], {_BLANK: None, **_MARKS})
    return builder.build(
        rows=[_tally(builder, tally, line) for line, (tally, *_) in rows],
        cols=[_tally(builder, tally, first_line) for tally in cols],
        givens=givens,
        extra=_progress(builder, marked, givens),
        **ships,
    )


def _tally(builder: Builder, token: str, line: int) -> Tally:
    """A tally, which the player may have crossed off."""
    return builder.tally(token.removeprefix(_CROSSED_OFF), "tally", line, missing=_BLANK + _UNSPECIFIED)


def _progress(
    builder: Builder, rows: Sequence[tuple[int, list[str]]], givens: Iterable[tuple[int, int, str]]
) -> dict[str, object]:
    """The player's marks: a `solution` if every square has one, `progress` if only some do."""
    board = [[_player_mark(builder, mark, line) for mark in marks] for line, marks in rows]
    builder.check()
    if all(mark == "?" for row in board for mark in row):
        return {}
    for row, col, kind in givens:
        board[row][col] = "." if kind == Part.WATER else "X"
    is_complete = all("?" not in row for row in board)
    return {"solution" if is_complete else "progress": {"board": ["".join(row) for row in board]}}


def _player_mark(builder: Builder, mark: str, line: int) -> str:
    if mark not in _PLAYER_MARKS:
        builder.fault(f"{quoted(mark)} is not one of {' '.join(_PLAYER_MARKS)}", line)
    return _PLAYER_MARKS.get(mark, "?")


def _to_text(puzzle: Puzzle) -> str:
    preset, pieces = bank_of(puzzle)
    bank = [preset] if preset else [str(len(pieces)), *pieces]
    lines = [_HEADER, _NAME, str(puzzle.height), str(puzzle.width), *bank, *map(_joined, _table(puzzle))]
    lines += [_joined([_BLANK] * puzzle.width)] * puzzle.height
    return "".join(line + "\n" for line in [*lines, _joined(["0"] * len(pieces))])


def _table(puzzle: Puzzle) -> Iterator[list[str]]:
    yield [_BLANK, *(tally_text(tally, _BLANK) for tally in puzzle.cols)]
    for tally, row in zip(puzzle.rows, grid_marks(puzzle, _MARKS, _BLANK), strict=True):
        yield [tally_text(tally, _BLANK), *row]


def _joined(tokens: Iterable[str]) -> str:
    """A line as pzpr writes it: a blank after every token, including the last."""
    return "".join(f"{token} " for token in tokens)


FORMAT: Final = Format(
    name="pzprv3",
    summary="file of puzz.link (pzpr)",
    suffix=".txt",
    scope=SCOPE,
    recognises=lambda head: head[0].startswith(_HEADER),
    read=_read,
    to_text=_to_text,
)
