"""Data of the MiniZinc model `sb.mzn` (MiniZinc benchmarks, solbat).

`height`, `width`, `maxship`; `ship`, the number of ships by length from 1; `hint`, the grid, with
0 for a square that is not given; `rowsum` with an entry for each row, `colsum` with one for each column
(`sb.mzn` itself was only ever run on square grids).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from bimaru.formats.builder import Builder, grid_marks, quoted
from bimaru.formats.format import Format, Scope
from bimaru.formats.lines import Line
from bimaru.puzzle import Puzzle
from bimaru.sizes import MAX_NUMBER

_BLANK: Final = "0"
_MARKS: Final = {"1": "W", "2": "S", "3": "L", "4": "R", "5": "T", "6": "B", "7": "M"}
_NAMES: Final = ("height", "width", "maxship", "ship", "hint", "rowsum", "colsum")
_COMMENT: Final = re.compile(r"%[^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
_START: Final = re.compile(rf"({'|'.join(_NAMES)})\s*=\s*[\d\[]")


def _recognises(head: Sequence[str]) -> bool:
    return any(_START.match(line) for line in head)


def _read(lines: Iterator[str]) -> Iterator[Puzzle]:
    builder = Builder()
    items = _items(builder, "\n".join(lines))
    for name in _NAMES:
        if name not in items and name != "hint":
            builder.fault(f"{name}: missing")
    builder.check()
    height, width, maxship = (
        builder.number(items[name].text, name, items[name].number) for name in _NAMES[:3]
    )
    ship, rows, cols = (_array(builder, name, items[name]) for name in ("ship", "rowsum", "colsum"))
    for name, entries, count in (("ship", ship, maxship), ("rowsum", rows, height), ("colsum", cols, width)):
        builder.expect(entries, count, f"entries in {name}", items[name].number)
    grid = _grid(builder, items["hint"], height, width) if "hint" in items else []
    yield builder.build(
        rows=rows,
        cols=cols,
        fleet=dict(enumerate(ship, 1)),
        givens=builder.givens(grid, {_BLANK: None, **_MARKS}),
    )


def _items(builder: Builder, text: str) -> dict[str, Line]:
    """The assignments by name, without comments."""
    items: dict[str, Line] = {}
    line = 1
    for part in _COMMENT.sub(_newlines, text).split(";"):
        name, equals, value = part.partition("=")
        first_line = line + _newlines_before(name)
        line += part.count("\n")
        if name.strip() in items:
            builder.fault(f"{name.strip()}: given twice", first_line)
        elif name.strip() in _NAMES and equals:
            items[name.strip()] = Line(first_line, value.strip())
        elif part.strip():
            builder.fault(
                f"{quoted(part.strip())} is not an assignment to one of {' '.join(_NAMES)}", first_line
            )
    return items


def _newlines(comment: re.Match[str]) -> str:
    """The line ends of a comment, so that lines keep their numbers."""
    return " " + "\n" * comment[0].count("\n")


def _newlines_before(text: str) -> int:
    return text[: len(text) - len(text.lstrip())].count("\n")


def _array(builder: Builder, name: str, item: Line) -> list[int]:
    if not (item.text.startswith("[") and item.text.endswith("]")):
        builder.fault(f"{name}: {quoted(item.text)} is not an array like [1, 2, 3]", item.number)
        return []
    entries = _split(item.text[1:-1], ",")
    if len(entries) > MAX_NUMBER:
        builder.fail(f"{name}: {len(entries)} entries; at most {MAX_NUMBER} are read", item.number)
    return [builder.number(entry.strip(), name, item.number) for entry in entries]


def _grid(builder: Builder, item: Line, height: int, width: int) -> list[tuple[int, list[str]]]:
    """The rows of `[| 0, 1 | 0, 0 |]` with their line numbers."""
    if not (item.text.startswith("[|") and item.text.endswith("|]") and len(item.text) > 3):
        builder.fault(f"hint: {quoted(item.text)} is not a grid like [| 0, 1 | 0, 0 |]", item.number)
        return []
    rows = []
    line = item.number
    for text in _split(item.text[2:-2], "|"):
        row = [mark.strip() for mark in _split(text, ",")]
        builder.expect(row, width, "entries in a row of hint", line + _newlines_before(text))
        rows.append((line + _newlines_before(text), row))
        line += text.count("\n")
    builder.expect(rows, height, "rows in hint", item.number)
    return rows


def _split(text: str, separator: str) -> list[str]:
    """The entries between separators; MiniZinc allows a trailing separator."""
    entries = text.split(separator)
    return entries if entries[-1].strip() else entries[:-1]


def _to_text(puzzle: Puzzle) -> str:
    longest = max(puzzle.fleet, default=1)
    grid = grid_marks(puzzle, _MARKS, _BLANK)
    rows = " |\n".join("  " + ", ".join(row) for row in grid)
    return (
        f"height = {puzzle.height};\nwidth = {puzzle.width};\nmaxship = {longest};\n"
        f"ship = {[puzzle.fleet.get(length, 0) for length in range(1, longest + 1)]};\n"
        f"hint = [|\n{rows} |];\nrowsum = {[*puzzle.rows]};\ncolsum = {[*puzzle.cols]};\n"
    )


FORMAT: Final = Format(
    name="minizinc",
    summary="data (.dzn) of the MiniZinc model sb.mzn",
    suffix=".dzn",
    scope=Scope(),
    recognises=_recognises,
    read=_read,
    to_text=_to_text,
)
