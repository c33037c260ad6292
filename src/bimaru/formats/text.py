"""bimaru's own text format, as one would type a puzzle into an e-mail.

    # a line that starts with # is a comment
    id: csplib014-113
    fleet: 4:1, 3:2, 2:3, 1:4

       0 5 0 2 2 3 1 3 2 2
    2  . . . . . W . . . .
    4  . . . . . . . . . .
    ...

The first line of numbers has the column tallies, every line after it a row's tally and
squares; the tallies may also stand below the columns and to the right of the rows. `?` or `-` is a missing
tally. A square is `.` if it is not given, or the kind of its given
(`W S L R T B M X`, corners `RB LB RT LT`, a letter as `=A`); the signs `~ O < > ^ v #` may replace
`W S L R T B M`. The blanks between squares are optional.

`fleet` has length:count, or the lengths of single ships; `words: 123 21` are ships with letters,
`shapes: ##/#. ####` polyominoes, their rows separated by `/`; `top: . 3 A .` (`bottom`, `left`, `right`)
has the letters nearest to that edge; `id` and `source` are free text, or JSON strings. Lines of three or
more `-` separate puzzles.

Pictures of puzzles, as commands print them, are read too: `bimaru.formats.printed_puzzles`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, pairwise
from typing import Final

from bimaru.did_you_mean import close_names
from bimaru.errors import InvalidPuzzleError
from bimaru.formats import printed_puzzles
from bimaru.formats.builder import Builder, grid_marks, parse_id, quoted, tally_text
from bimaru.formats.format import EVERYTHING, Format
from bimaru.formats.lines import Line, nonblank
from bimaru.puzzle import Edges, Puzzle, Tally
from bimaru.ships import Fleet
from bimaru.squares import LETTER_MARK, Part

_BLANK: Final = "."
_NO_LETTER: Final = "."
_MISSING: Final = "?"
_MISSING_SIGNS: Final = "?-"
_SIGNS: Final = {"~": "W", "O": "S", "<": "L", ">": "R", "^": "T", "V": "B", "#": "M"}
_MARKS: Final = {_BLANK: None, **{part.value: part.value for part in Part}, **_SIGNS}
_COMMENT: Final = "#"
_RULE: Final = re.compile(r"-{3,}")
_KEYS: Final = ("id", "source", "fleet", "words", "shapes", *Edges._fields)
_MEANT_KEYS: Final = {"boats": "fleet", "name": "id", "ships": "fleet", "title": "id"}
"""What is meant by other keys that people type."""
_LONGEST_KEY: Final = 40
"""The most characters of an unknown key that are compared with the known ones."""
_ENTRY: Final = re.compile(rf"({'|'.join(_KEYS)})\s*:\s*(.*)")
_TALLIES: Final = re.compile(r"(?:[0-9]+|[?-])(?:\s+(?:[0-9]+|[?-]))*+")
_ROW: Final = re.compile(r"(?:[0-9]+|[?-])\s+[.WSLRTBMX~O<>^V#=]", re.IGNORECASE)
_ROW_BEFORE_TALLY: Final = re.compile(r"(?:(?:[.WSLRTBMX~O<>^V#]+|=\S)\s+)+(?:[0-9]+|[?-])", re.IGNORECASE)
_GAP: Final = re.compile(r"[\s,]+")


def _recognises(head: Sequence[str]) -> bool:
    lines = [line for line in head if not line.startswith(_COMMENT)]
    is_text = any(_is_text(*two) for two in pairwise(["", *lines]))
    return is_text or any(map(printed_puzzles.is_first_row, lines))


def _is_text(before: str, line: str) -> bool:
    """Whether a line is an entry, or one of this and the one before it has tallies and the other is a row."""
    return bool(
        _ENTRY.fullmatch(line)
        or (_TALLIES.fullmatch(before) and _is_row(line))
        or (_is_row(before) and _TALLIES.fullmatch(line))
    )


def _is_row(line: str) -> bool:
    """Whether a line begins or ends with a tally, and has squares."""
    return bool(_ROW.match(line) or _ROW_BEFORE_TALLY.fullmatch(line))


def _read(lines: Iterator[str]) -> Iterator[Puzzle]:
    """Puzzles in text or in pictures, whichever is recognised first."""
    head = []
    before = ""
    for line in lines:
        head.append(line)
        if printed_puzzles.is_first_row(line):
            return printed_puzzles.read(chain(head, lines))
        text = line.strip()
        if _is_text(before, text):
            break
        before = text if text and not text.startswith(_COMMENT) else before
    return _puzzles(chain(head, lines))


def _puzzles(lines: Iterable[str]) -> Iterator[Puzzle]:
    block: list[Line] = []
    for line in nonblank(lines, _COMMENT):
        if not _RULE.fullmatch(line.text):
            block.append(line)
        elif block:
            yield _puzzle(block)
            block = []
    if block:
        yield _puzzle(block)


def _puzzle(block: list[Line]) -> Puzzle:
    builder = Builder(block[0].number)
    entries, grid = _entries_and_grid(builder, block)
    if len(grid) < 2:
        builder.fail("expected a line of column tallies and a line for each row")
    sums, body = (grid[-1], grid[:-1]) if _has_tallies_below(grid) else (grid[0], grid[1:])
    cols = builder.tallies(sums.text.split(), "columns", sums.number, _MISSING_SIGNS)
    tallies, rows = zip(*(_row(builder, line, len(cols)) for line in body), strict=True)
    _check_widths(builder, len(cols), rows, sums.number)
    return builder.build(
        rows=tallies,
        cols=cols,
        givens=builder.givens(rows, _MARKS, has_letters=True),
        **{key: _PARSERS[key](builder, line) for key, line in entries.items() if key in _PARSERS},
        edges={side: _edge(line) for side, line in entries.items() if side in Edges._fields},
    )


def _entries_and_grid(builder: Builder, block: list[Line]) -> tuple[dict[str, Line], list[Line]]:
    """The entries by name, and the lines of the grid. Raises `InvalidTextError` for unknown entries: what is
    wrong with the rest may follow from them."""
    entries: dict[str, Line] = {}
    grid: list[Line] = []
    unknown: list[Line] = []
    for line in block:
        if not (found := _ENTRY.fullmatch(line.text)):
            (unknown if _is_entry(line.text) else grid).append(line)
        elif found[1] in entries:
            builder.fault(
                f"{found[1]}: given twice for one puzzle (separate puzzles by a line ---)", line.number
            )
        else:
            entries[found[1]] = Line(line.number, found[2])
    if unknown:
        for line in unknown:
            builder.fault(_unknown_key(line.text.partition(":")[0].strip()), line.number)
        builder.check()
    return entries, grid


def _is_entry(text: str) -> bool:
    """Whether a line is an entry, of a known key or another: no line of a grid starts with a letter."""
    return ":" in text and text[0].isalpha()


def _unknown_key(key: str) -> str:
    near = close_names(key[:_LONGEST_KEY], _KEYS)
    meant = _MEANT_KEYS.get(key.casefold()) or next(iter(near), None)
    advice = f"did you mean {quoted(meant)}?" if meant else f"expected one of {', '.join(_KEYS)}"
    return f"unknown key {quoted(key)}; {advice}"


def _has_tallies_below(grid: Sequence[Line]) -> bool:
    """Whether the column tallies stand below the rows."""
    return not _TALLIES.fullmatch(grid[0].text) and _TALLIES.fullmatch(grid[-1].text) is not None


def _row(builder: Builder, line: Line, width: int) -> tuple[Tally, tuple[int, list[str]]]:
    """The tally of a row, and its marks with their line number."""
    first, *marks = line.text.split()
    if marks and _TALLIES.fullmatch(marks[-1]) and not _TALLIES.fullmatch(first):
        *marks, first = first, *marks
    tally = builder.tally(first, "tally of the row", line.number, _MISSING_SIGNS)
    if len(marks) == 1 and (len(marks[0]) == width or (width > 1 and not _is_mark(marks[0]))):
        marks = [*marks[0]]
    return tally, (line.number, [mark if mark.startswith(LETTER_MARK) else mark.upper() for mark in marks])


def _is_mark(text: str) -> bool:
    return text.upper() in _MARKS or text.startswith(LETTER_MARK)


def _check_widths(builder: Builder, width: int, rows: Sequence[tuple[int, list[str]]], line: int) -> None:
    """Record a fault of the line of column tallies, if all rows have the same other width; otherwise of each
    row of another width."""
    [most, *others] = {len(marks) for _, marks in rows}
    if not others and most != width:
        squares = f"{most} square{'' if most == 1 else 's'}"
        builder.fault(f"{width} column tallies, but the rows have {squares}", line)
    elif others:
        for number, marks in rows:
            builder.expect(marks, width, "squares", number)


def _free_text(builder: Builder, line: Line) -> str:
    if not line.text.startswith('"'):
        return line.text
    try:
        return str(json.loads(line.text))
    except ValueError:
        builder.fault(f"{quoted(line.text)} is not a JSON string", line.number)
        return ""


def _id(builder: Builder, line: Line) -> str | int:
    name = parse_id(line.text)
    return name if isinstance(name, int) else _free_text(builder, line)


def _fleet(builder: Builder, line: Line) -> Fleet:
    try:
        return Fleet.parse(line.text)
    except InvalidPuzzleError as error:
        for fault in error.faults:
            builder.fault(fault, line.number)
        return Fleet()


def _edge(line: Line) -> list[str | None]:
    return [None if letter == _NO_LETTER else letter for letter in _words(line)]


def _words(line: Line) -> list[str]:
    return [word for word in _GAP.split(line.text) if word]


_PARSERS: Final[dict[str, Callable[[Builder, Line], object]]] = {
    "id": _id,
    "source": _free_text,
    "fleet": _fleet,
    "words": lambda _, line: _words(line),
    "shapes": lambda _, line: [shape.split("/") for shape in _words(line)],
}


def _to_text(puzzle: Puzzle) -> str:
    entries = {
        "id": _id_text(puzzle.id),
        "source": None if puzzle.source is None else _quoted(puzzle.source),
        "fleet": str(puzzle.fleet).replace(",", ", "),
        "words": " ".join(puzzle.words),
        "shapes": " ".join(map("/".join, puzzle.shapes)),
        **{side: _letters(letters) for side, letters in puzzle.edges._asdict().items()},
    }
    head = "".join(f"{key}: {entry}\n" for key, entry in entries.items() if entry)
    return f"{head}\n{_table(puzzle)}" if head else _table(puzzle)


def _id_text(id: str | int | None) -> str | None:
    """An id; in quotes if it is text that looks like a number."""
    if not isinstance(id, str):
        return None if id is None else str(id)
    return _quoted(id) if parse_id(id) == id else json.dumps(id)


def _quoted(text: str) -> str:
    """Free text; in quotes if it would not be read back unchanged."""
    plain = text.isprintable() and text == text.strip() and text[:1] not in ("", '"')
    return text if plain else json.dumps(text)


def _letters(letters: Iterable[str | None]) -> str:
    return " ".join(letter or _NO_LETTER for letter in letters)


def _table(puzzle: Puzzle) -> str:
    kinds = {given.kind: given.kind for given in puzzle.givens}
    grid = grid_marks(puzzle, kinds, _BLANK)
    rows = [[tally_text(tally, _MISSING), *row] for tally, row in zip(puzzle.rows, grid, strict=True)]
    rows.insert(0, ["", *(tally_text(tally, _MISSING) for tally in puzzle.cols)])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    aligned = ([cell.rjust(width) for cell, width in zip(row, widths, strict=True)] for row in rows)
    return "".join(f"{tally}  {' '.join(squares)}\n" for tally, *squares in aligned)


FORMAT: Final = Format(
    name="text",
    summary="bimaru's own text, as one would type it into an e-mail; can express every puzzle",
    suffix=".txt",
    scope=EVERYTHING,
    recognises=_recognises,
    read=_read,
    to_text=_to_text,
    separator="---\n",
)
