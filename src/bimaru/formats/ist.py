"""Instances of the Bimaru project at Instituto Superior Técnico, Lisbon (course IA, 2022/23).

Tab-separated: `ROW` and ten tallies, `COLUMN` and ten tallies, the number of hints, and a line
`HINT row column value`, counted from 0, for each. The grid is always 10x10, with the standard fleet.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bimaru.formats.builder import Builder, quoted
from bimaru.formats.format import Format, Scope
from bimaru.formats.lines import Line, nonblank
from bimaru.puzzle import Puzzle, Tally
from bimaru.ships import Fleet

_SIDE: Final = 10
_FLEET: Final = Fleet({4: 1, 3: 2, 2: 3, 1: 4})
_KINDS: Final = {"W": "W", "C": "S", "T": "T", "M": "M", "B": "B", "L": "L", "R": "R"}
_VALUES: Final = {kind: value for value, kind in _KINDS.items()}


def _read(lines: Iterator[str]) -> Iterator[Puzzle]:
    builder = Builder()
    body = list(nonblank(lines))
    if len(body) < 3:
        builder.fail("expected a line ROW, a line COLUMN and the number of hints")
    rows, cols = _tallies(builder, body[0], "ROW"), _tallies(builder, body[1], "COLUMN")
    number = builder.number(body[2].text, "number of hints", body[2].number)
    builder.expect(body[3:], number, "lines HINT", body[2].number)
    givens = [given for line in body[3:] if (given := _given(builder, line))]
    builder.check()
    yield builder.build(rows=rows, cols=cols, fleet=_FLEET, givens=givens)


def _tallies(builder: Builder, line: Line, heading: str) -> tuple[Tally, ...]:
    found, *tallies = line.text.split()
    if found != heading:
        builder.fault(f"expected {heading}, found {quoted(found)}", line.number)
    builder.expect(tallies, _SIDE, "tallies", line.number)
    return builder.tallies(tallies, heading, line.number)


def _given(builder: Builder, line: Line) -> tuple[int, int, str] | None:
    match line.text.split():
        case ["HINT", row, col, value] if value in _KINDS:
            return (
                builder.number(row, "row", line.number),
                builder.number(col, "column", line.number),
                _KINDS[value],
            )
    builder.fault(f"expected HINT, row, column and one of {' '.join(_KINDS)}", line.number)
    return None


def _to_text(puzzle: Puzzle) -> str:
    lines: list[tuple[object, ...]] = [("ROW", *puzzle.rows), ("COLUMN", *puzzle.cols), (len(puzzle.givens),)]
    lines += (("HINT", given.row, given.col, _VALUES[given.kind]) for given in puzzle.givens)
    return "".join("\t".join(map(str, line)) + "\n" for line in lines)


FORMAT: Final = Format(
    name="ist",
    summary="instance of the Técnico Lisboa Bimaru project: 10x10, standard fleet",
    suffix=".txt",
    scope=Scope(sides=(_SIDE, _SIDE), fleet=_FLEET),
    recognises=lambda head: head[0].split()[0] == "ROW",
    read=_read,
    to_text=_to_text,
)
