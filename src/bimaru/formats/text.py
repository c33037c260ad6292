"""bimaru's own text: what one would type into a mail.

    # a line that begins with # is a comment
    id: csplib014-113
    fleet: 4:1, 3:2, 2:3, 1:4

       0 5 0 2 2 3 1 3 2 2
    2  . . . . . W . . . .
    4  . . . . . . . . . .
    ...

The first line of numbers holds the tallies of the columns, every line after it the tally of a
row and its squares; `?` or `-` is a tally that is not told. A square is `.` where nothing is
told, or the kind of its given (`W S L R T B M X`, corners `RB LB RT LT`, a letter as `=A`); the
signs `~ O < > ^ v #` may stand for `W S L R T B M`. The blanks between the squares of a row may
be left out.

`fleet` gives length:count, or the lengths of single ships; `words: 123 21` ships with letters,
`shapes: ##/#. ####` bent ones, rows between `/`; `top: . 3 A .` (`bottom`, `left`, `right`) the letters
nearest to that edge; `id` and `source` are free text, or text in quotes as JSON writes it. Lines
of three or more `-` stand between puzzles.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from bimaru.errors import InvalidPuzzleError
from bimaru.formats.builder import Draft, Line, filled, id_in, marks_of, quoted, tally_text
from bimaru.formats.protocol import EVERYTHING, Format
from bimaru.puzzle import Edges, Puzzle, Tally
from bimaru.ships import Fleet
from bimaru.squares import LETTER_MARK, Part

_BLANK: Final = "."
_NO_LETTER: Final = "."
_NOT_TOLD: Final = "?"
_MISSING: Final = _NOT_TOLD + "-"
_SIGNS: Final = {"~": "W", "O": "S", "<": "L", ">": "R", "^": "T", "V": "B", "#": "M"}
_MARKS: Final = {_BLANK: None, **{part.value: part.value for part in Part}, **_SIGNS}
_COMMENT: Final = "#"
_RULE: Final = re.compile(r"-{3,}")
_ENTRY: Final = re.compile(r"(id|source|fleet|words|shapes|top|bottom|left|right)\s*:\s*(.*)")
_TALLIES: Final = re.compile(r"(?:[0-9]+|[?-])(?:\s+(?:[0-9]+|[?-]))*+")
_ROW: Final = re.compile(r"(?:[0-9]+|[?-])\s+[.WSLRTBMX~O<>^V#=]", re.IGNORECASE)
_GAP: Final = re.compile(r"[\s,]+")


def _recognises(head: Sequence[str]) -> bool:
    lines = [line for line in head if not line.startswith(_COMMENT)]
    return any(map(_ENTRY.fullmatch, lines)) or any(
        _TALLIES.fullmatch(line) and _ROW.match(following) for line, following in pairwise(lines)
    )


def _read(lines: Iterator[str]) -> Iterator[Puzzle]:
    block: list[Line] = []
    for line in filled(lines, _COMMENT):
        if not _RULE.fullmatch(line.text):
            block.append(line)
        elif block:
            yield _puzzle(block)
            block = []
    if block:
        yield _puzzle(block)


def _puzzle(block: list[Line]) -> Puzzle:
    draft = Draft(block[0].number)
    entries, grid = _parted(draft, block)
    if len(grid) < 2:
        draft.fail("a line of column tallies and a line for every row were expected")
    cols = draft.tallies(grid[0].text.split(), "columns", grid[0].number, _MISSING)
    tallies, rows = zip(*(_row(draft, line, len(cols)) for line in grid[1:]), strict=True)
    return draft.puzzle(
        rows=tallies,
        cols=cols,
        givens=draft.givens(rows, _MARKS, has_letters=True),
        **{key: _READERS[key](draft, line) for key, line in entries.items() if key in _READERS},
        edges={side: _edge(line) for side, line in entries.items() if side in Edges._fields},
    )


def _parted(draft: Draft, block: list[Line]) -> tuple[dict[str, Line], list[Line]]:
    """The entries by their names, and the lines of the grid."""
    entries: dict[str, Line] = {}
    grid = []
    for line in block:
        if not (found := _ENTRY.fullmatch(line.text)):
            grid.append(line)
        elif found[1] in entries:
            draft.fault(
                f"a second {found[1]} in one puzzle (three dashes stand between puzzles)", line.number
            )
        else:
            entries[found[1]] = Line(line.number, found[2])
    return entries, grid


def _row(draft: Draft, line: Line, width: int) -> tuple[Tally, tuple[int, list[str]]]:
    """The tally of a row, and its marks with their line."""
    first, *marks = line.text.split()
    tally = draft.tally(first, "tally of the row", line.number, _MISSING)
    if len(marks) == 1 and len(marks[0]) == width:
        marks = [*marks[0]]
    draft.expect(marks, width, "squares", line.number)
    return tally, (line.number, [mark if mark.startswith(LETTER_MARK) else mark.upper() for mark in marks])


def _free_text(draft: Draft, line: Line) -> str:
    if not line.text.startswith('"'):
        return line.text
    try:
        return str(json.loads(line.text))
    except ValueError:
        draft.fault(f"{quoted(line.text)} is not text in quotes, as in JSON", line.number)
        return ""


def _id(draft: Draft, line: Line) -> str | int:
    name = id_in(line.text)
    return name if isinstance(name, int) else _free_text(draft, line)


def _fleet(draft: Draft, line: Line) -> Fleet:
    try:
        return Fleet.parse(line.text)
    except InvalidPuzzleError as error:
        for fault in error.faults:
            draft.fault(fault, line.number)
        return Fleet()


def _words(_: Draft, line: Line) -> list[str]:
    return _entries(line)


def _shapes(_: Draft, line: Line) -> list[list[str]]:
    return [shape.split("/") for shape in _entries(line)]


def _edge(line: Line) -> list[str | None]:
    return [None if letter == _NO_LETTER else letter for letter in _entries(line)]


def _entries(line: Line) -> list[str]:
    return [entry for entry in _GAP.split(line.text) if entry]


_READERS: Final[dict[str, Callable[[Draft, Line], object]]] = {
    "id": _id,
    "source": _free_text,
    "fleet": _fleet,
    "words": _words,
    "shapes": _shapes,
}


def _to_text(puzzle: Puzzle) -> str:
    entries = {
        "id": _name(puzzle.id),
        "source": None if puzzle.source is None else _quoted(puzzle.source),
        "fleet": str(puzzle.fleet).replace(",", ", "),
        "words": " ".join(puzzle.words),
        "shapes": " ".join(map("/".join, puzzle.shapes)),
        **{side: _letters(letters) for side, letters in puzzle.edges._asdict().items()},
    }
    head = "".join(f"{key}: {entry}\n" for key, entry in entries.items() if entry)
    return f"{head}\n{_table(puzzle)}" if head else _table(puzzle)


def _name(id: str | int | None) -> str | None:
    """An id; in quotes where it is text that looks like a number."""
    if not isinstance(id, str):
        return None if id is None else str(id)
    return _quoted(id) if id_in(id) == id else json.dumps(id)


def _quoted(text: str) -> str:
    """Free text; in quotes where it would not be read back as it is."""
    plain = text.isprintable() and text == text.strip() and text[:1] not in ("", '"')
    return text if plain else json.dumps(text)


def _letters(letters: Iterable[str | None]) -> str:
    return " ".join(letter or _NO_LETTER for letter in letters)


def _table(puzzle: Puzzle) -> str:
    kinds = {given.kind: given.kind for given in puzzle.givens}
    grid = marks_of(puzzle, kinds, _BLANK)
    rows = [[tally_text(tally, _NOT_TOLD), *row] for tally, row in zip(puzzle.rows, grid, strict=True)]
    rows.insert(0, ["", *(tally_text(tally, _NOT_TOLD) for tally in puzzle.cols)])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    aligned = ([cell.rjust(width) for cell, width in zip(row, widths, strict=True)] for row in rows)
    return "".join(f"{tally}  {' '.join(squares)}\n" for tally, *squares in aligned)


FORMAT: Final = Format(
    name="text",
    summary="bimaru's own text, as one would type it into a mail: holds every puzzle",
    suffix=".txt",
    scope=EVERYTHING,
    recognises=_recognises,
    read=_read,
    to_text=_to_text,
    separator="---\n",
)
