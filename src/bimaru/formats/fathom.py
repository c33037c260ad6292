"""Boards of Fathom It! (`unsolvable_for_csplib.txt` in the SBInstances of CSPLib prob014), for reading only.

Lines of `=` separate boards. The fleet is that of the solution (`PLACESHIP length row column S|E`), which is
kept as `Puzzle.provenance.solution`; the number of solutions without the hints is kept in `Puzzle.extra`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from bimaru.formats.builder import Builder, parse_id, quoted
from bimaru.formats.lines import Line, nonblank
from bimaru.puzzle import Puzzle
from bimaru.validation import number_in

_KINDS: Final = {
    "Circle": "S",
    "Water": "W",
    "Top": "T",
    "Bottom": "B",
    "Left": "L",
    "Right": "R",
    "Middle": "M",
}
_NEEDED: Final = ("START-NEW-BOARD", "Row tallies", "Column tallies", "PLACESHIP")
_DIRECTIONS: Final = {"E": "H", "S": "V"}
_PART: Final = re.compile(
    r"(?P<what>START-NEW-BOARD\b|PLACESHIP\b|(?:Board ID|Nodes|Solutions|Hint|(?:Row|Column) tallies):)"
    r"(?P<rest>.*)"
)


def is_part(line: str) -> bool:
    """Whether a line belongs to a Fathom It! board."""
    return bool(_PART.match(line))


def read(lines: Iterable[str]) -> Iterator[Puzzle]:
    """Every board of a file. Raises `InvalidTextError`."""
    for block in _blocks(nonblank(lines)):
        parts = [
            (found["what"].rstrip(":"), Line(line.number, found["rest"]))
            for line in block
            if (found := _PART.match(line.text))
        ]
        if parts:
            yield _puzzle(parts)


def _blocks(lines: Iterable[Line]) -> Iterator[list[Line]]:
    block: list[Line] = []
    for line in lines:
        if not line.text.strip("="):
            yield block
            block = []
        else:
            block.append(line)
    yield block


def _puzzle(parts: list[tuple[str, Line]]) -> Puzzle:
    builder = Builder(parts[0][1].number)
    givens = [given for what, line in parts if what == "Hint" and (given := _given(builder, line))]
    ships = [ship for what, line in parts if what == "PLACESHIP" and (ship := _ship(builder, line))]
    last = _last_of_each(builder, parts)
    for what in _NEEDED:
        if what not in last:
            builder.fault(f"{what}: missing")
    builder.check()
    rows, cols = (_numbers(builder, last[what]) for what in ("Row tallies", "Column tallies"))
    if [len(rows), len(cols)] != _numbers(builder, size := last["START-NEW-BOARD"]):
        builder.fault(
            f"{len(rows)} row and {len(cols)} column tallies for a board of {quoted(size.text.strip())}"
        )
    return builder.build(
        rows=rows,
        cols=cols,
        fleet=Counter(int(length) for length, *_ in ships),
        givens=givens,
        id=parse_id(last["Board ID"].text.strip()) if "Board ID" in last else None,
        extra={"solution": ships} | _count_without_hints(last.get("Solutions")),
    )


def _last_of_each(builder: Builder, parts: list[tuple[str, Line]]) -> dict[str, Line]:
    """The last line of each type; only hints and ships may be repeated."""
    last: dict[str, Line] = {}
    for what, line in parts:
        if what in last and what not in ("Hint", "PLACESHIP"):
            builder.fault(f"{what}: given twice for one board", line.number)
        last[what] = line
    return last


def _numbers(builder: Builder, line: Line) -> list[int]:
    return [builder.number(text, "number", line.number) for text in line.text.replace(",", " ").split()]


def _given(builder: Builder, line: Line) -> tuple[int, int, str] | None:
    """A given from `row column kind`, which the number of solutions that it excludes may follow."""
    match line.text.split():
        case [row, col, kind, *_] if kind in _KINDS:
            return (
                builder.number(row, "row", line.number),
                builder.number(col, "column", line.number),
                _KINDS[kind],
            )
    builder.fault(f"Hint: expected row, column and one of {' '.join(_KINDS)}", line.number)
    return None


def _ship(builder: Builder, line: Line) -> list[int | str] | None:
    match line.text.split():
        case [length, row, col, direction] if direction in _DIRECTIONS:
            numbers = [builder.number(text, "ship", line.number) for text in (length, row, col)]
            return [*numbers, _DIRECTIONS[direction]]
    builder.fault("PLACESHIP: expected length, row, column and S or E", line.number)
    return None


def _count_without_hints(line: Line | None) -> dict[str, int]:
    number = None if line is None else number_in(line.text.strip())
    return {} if number is None else {"n_solutions_without_hints": number}
