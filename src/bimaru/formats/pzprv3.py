"""Files of pzpr (puzz.link), version 3, kind `battleship`.

`pzprv3`, `battleship`, rows, columns, the bank (the letter of a preset, or the number of ships and a
piece a line), a line with the column tallies, a line for every row with its tally and its
squares; then what the player has marked. `/` may stand for the end of a line. Source: robx/pzprjs,
`src/variety/statuepark.js`, `src/pzpr/parser.js`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Any, Final

from bimaru.formats.builder import Draft, Line, filled, marks_of, quoted, tally_text
from bimaru.formats.protocol import Format
from bimaru.formats.pzpr import KIND_OF_VALUE, SCOPE, bank_of, read_pieces, read_preset
from bimaru.puzzle import Puzzle, Tally
from bimaru.squares import Part
from bimaru.validation import number_in

_HEADER: Final = "pzprv3"
_NAME: Final = "battleship"
_NOTHING: Final = "."
_NOT_TOLD: Final = "-"
_CROSSED_OFF: Final = "c"
_MARKS: Final = {str(value): kind for value, kind in enumerate(KIND_OF_VALUE)} | {_NOT_TOLD: Part.SHIP.value}
_ANSWERS: Final = {"#": "X", "+": ".", _NOTHING: "?"}
_NOT_READ: Final = ("info:{", "history:{", "__HISTORY__", "http://")
"""What the lines begin with that may follow a puzzle: notes, the player's moves."""


def _read(lines: Iterator[str]) -> Iterator[Puzzle]:
    draft = Draft()
    body = list(_body(lines))
    if len(body) < 5:
        draft.fail(f"{_HEADER}, {_NAME}, rows, columns and a bank were expected, a line each")
    if not (body[0].text.startswith(_HEADER) and body[1].text == _NAME):
        draft.fail(
            f"{_HEADER} and {_NAME} were expected, not {quoted(body[0].text)} and {quoted(body[1].text)}"
        )
    height = draft.number(body[2].text, "rows", body[2].number)
    width = draft.number(body[3].text, "columns", body[3].number)
    ships, rest = _bank(draft, body[4:])
    if len(rest) < height + 1:
        draft.fail(f"column tallies and {height} rows were expected after the bank, not {len(rest)} lines")
    grid = [_tokens(draft, line, width + 1) for line in rest[: height + 1]]
    marked = [_tokens(draft, line, width) for line in rest[height + 1 : 2 * height + 1]]
    if marked:
        draft.expect(marked, height, "rows of marks")
    draft.check()
    yield _puzzle(draft, ships, grid, marked)


def _body(lines: Iterator[str]) -> Iterator[Line]:
    for line in takewhile(lambda line: not line.text.startswith(_NOT_READ), filled(lines)):
        for part in line.text.split("/"):
            if text := part.strip():
                yield Line(line.number, text)


def _bank(draft: Draft, lines: Sequence[Line]) -> tuple[dict[str, Any], Sequence[Line]]:
    """The ships, as arguments of `Puzzle`, and the lines after the bank."""
    first = lines[0]
    if (count := number_in(first.text)) is None:
        return read_preset(draft, first.text, first.number), lines[1:]
    pieces = [line.text for line in lines[1 : count + 1]]
    return read_pieces(draft, pieces, first.number), lines[count + 1 :]


def _tokens(draft: Draft, line: Line, count: int) -> tuple[int, list[str]]:
    tokens = line.text.split()
    draft.expect(tokens, count, "entries", line.number)
    return line.number, tokens


def _puzzle(
    draft: Draft,
    ships: dict[str, Any],
    grid: Sequence[tuple[int, list[str]]],
    marked: Sequence[tuple[int, list[str]]],
) -> Puzzle:
    (first_line, (_, *cols)), *rows = grid
    givens = draft.givens([(line, squares) for line, (_, *squares) in rows], {_NOTHING: None, **_MARKS})
    return draft.puzzle(
        rows=[_tally(draft, tally, line) for line, (tally, *_) in rows],
        cols=[_tally(draft, tally, first_line) for tally in cols],
        givens=givens,
        extra=_progress(draft, marked, givens),
        **ships,
    )


def _tally(draft: Draft, token: str, line: int) -> Tally:
    """A tally, which the player may have crossed off."""
    return draft.tally(token.removeprefix(_CROSSED_OFF), "tally", line, missing=_NOTHING + _NOT_TOLD)


def _progress(
    draft: Draft, rows: Sequence[tuple[int, list[str]]], givens: Iterable[tuple[int, int, str]]
) -> dict[str, object]:
    """What the player has marked: a `solution` if every square is, `progress` if only some are."""
    board = [[_answer(draft, mark, line) for mark in marks] for line, marks in rows]
    draft.check()
    if all(mark == "?" for row in board for mark in row):
        return {}
    for row, col, kind in givens:
        board[row][col] = "." if kind == Part.WATER else "X"
    told = all("?" not in row for row in board)
    return {"solution" if told else "progress": {"board": ["".join(row) for row in board]}}


def _answer(draft: Draft, mark: str, line: int) -> str:
    if mark not in _ANSWERS:
        draft.fault(f"{quoted(mark)} is not one of {' '.join(_ANSWERS)}", line)
    return _ANSWERS.get(mark, "?")


def _to_text(puzzle: Puzzle) -> str:
    preset, pieces = bank_of(puzzle)
    bank = [preset] if preset else [str(len(pieces)), *pieces]
    lines = [_HEADER, _NAME, str(puzzle.height), str(puzzle.width), *bank, *map(_joined, _table(puzzle))]
    lines += [_joined([_NOTHING] * puzzle.width)] * puzzle.height
    return "".join(line + "\n" for line in [*lines, _joined(["0"] * len(pieces))])


def _table(puzzle: Puzzle) -> Iterator[list[str]]:
    yield [_NOTHING, *(tally_text(tally, _NOTHING) for tally in puzzle.cols)]
    for tally, row in zip(puzzle.rows, marks_of(puzzle, _MARKS, _NOTHING), strict=True):
        yield [tally_text(tally, _NOTHING), *row]


def _joined(tokens: Iterable[str]) -> str:
    """A line as pzpr writes it: a blank after every token, the last one too."""
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
