"""Data of the MiniZinc model `sb.mzn` (MiniZinc benchmarks, solbat).

`height`, `width`, `maxship`; `ship`, the number of ships by length from 1; `hint`, the grid, with
0 where nothing is told; `rowsum` with an entry a row, `colsum` with an entry a column (whatever
`sb.mzn`, which was only ever run on square grids, does with them).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from bimaru.formats.builder import Draft, marks_of, quoted
from bimaru.formats.protocol import Format, Scope
from bimaru.puzzle import Puzzle
from bimaru.sizes import MAX_NUMBER

_BLANK: Final = "0"
_MARKS: Final = {"1": "W", "2": "S", "3": "L", "4": "R", "5": "T", "6": "B", "7": "M"}
_NAMES: Final = ("height", "width", "maxship", "ship", "hint", "rowsum", "colsum")
_COMMENT: Final = re.compile(r"%[^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
_START: Final = re.compile(rf"({'|'.join(_NAMES)})\s*=\s*[\d\[]")


class _Item(NamedTuple):
    line: int
    value: str


def _recognises(head: Sequence[str]) -> bool:
    return any(_START.match(line) for line in head)


def _read(lines: Iterator[str]) -> Iterator[Puzzle]:
    draft = Draft()
    items = _items(draft, "\n".join(lines))
    for name in _NAMES:
        if name not in items and name != "hint":
            draft.fault(f"{name} is missing")
    draft.check()
    height, width, maxship = (draft.number(items[name].value, name, items[name].line) for name in _NAMES[:3])
    ship, rows, cols = (_array(draft, name, items[name]) for name in ("ship", "rowsum", "colsum"))
    for name, entries, count in (("ship", ship, maxship), ("rowsum", rows, height), ("colsum", cols, width)):
        draft.expect(entries, count, f"entries of {name}", items[name].line)
    grid = _grid(draft, items["hint"], height, width) if "hint" in items else []
    yield draft.puzzle(
        rows=rows,
        cols=cols,
        fleet=dict(enumerate(ship, 1)),
        givens=draft.givens(grid, {_BLANK: None, **_MARKS}),
    )


def _items(draft: Draft, text: str) -> dict[str, _Item]:
    """What is assigned to every name, without comments."""
    items: dict[str, _Item] = {}
    line = 1
    for part in _COMMENT.sub(_newlines, text).split(";"):
        name, equals, value = part.partition("=")
        at = line + _newlines_before(name)
        line += part.count("\n")
        if name.strip() in items:
            draft.fault(f"{name.strip()} is given twice", at)
        elif name.strip() in _NAMES and equals:
            items[name.strip()] = _Item(at, value.strip())
        elif part.strip():
            draft.fault(f"{quoted(part.strip())} is not a value given to one of {' '.join(_NAMES)}", at)
    return items


def _newlines(comment: re.Match[str]) -> str:
    """What is left of a comment, so that lines keep their numbers."""
    return " " + "\n" * comment[0].count("\n")


def _newlines_before(text: str) -> int:
    return text[: len(text) - len(text.lstrip())].count("\n")


def _array(draft: Draft, name: str, item: _Item) -> list[int]:
    if not (item.value.startswith("[") and item.value.endswith("]")):
        draft.fault(f"{name}: {quoted(item.value)} is not an array like [1, 2, 3]", item.line)
        return []
    entries = _split(item.value[1:-1], ",")
    if len(entries) > MAX_NUMBER:
        draft.fail(f"{name}: {len(entries)} entries; at most {MAX_NUMBER} are read", item.line)
    return [draft.number(entry.strip(), name, item.line) for entry in entries]


def _grid(draft: Draft, item: _Item, height: int, width: int) -> list[tuple[int, list[str]]]:
    """The rows of `[| 0, 1 | 0, 0 |]`, each with its line."""
    if not (item.value.startswith("[|") and item.value.endswith("|]") and len(item.value) > 3):
        draft.fault(f"hint: {quoted(item.value)} is not a grid like [| 0, 1 | 0, 0 |]", item.line)
        return []
    rows = []
    line = item.line
    for text in _split(item.value[2:-2], "|"):
        row = [mark.strip() for mark in _split(text, ",")]
        draft.expect(row, width, "entries of a row of hint", line + _newlines_before(text))
        rows.append((line + _newlines_before(text), row))
        line += text.count("\n")
    draft.expect(rows, height, "rows of hint", item.line)
    return rows


def _split(text: str, mark: str) -> list[str]:
    """The entries between the marks; MiniZinc lets a list end with the mark."""
    entries = text.split(mark)
    return entries if entries[-1].strip() else entries[:-1]


def _to_text(puzzle: Puzzle) -> str:
    longest = max(puzzle.fleet, default=1)
    grid = marks_of(puzzle, _MARKS, _BLANK)
    rows = " |\n".join("  " + ", ".join(row) for row in grid)
    return (
        f"height = {puzzle.height};\nwidth = {puzzle.width};\nmaxship = {longest};\n"
        f"ship = {[puzzle.fleet.get(length, 0) for length in range(1, longest + 1)]};\n"
        f"hint = [|\n{rows} |];\nrowsum = {[*puzzle.rows]};\ncolsum = {[*puzzle.cols]};\n"
    )


FORMAT: Final = Format(
    name="minizinc",
    summary="data of MiniZinc's sb.mzn (.dzn)",
    suffix=".dzn",
    scope=Scope(),
    recognises=_recognises,
    read=_read,
    to_text=_to_text,
)
