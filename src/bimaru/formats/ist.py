"""The instances of the bimaru project of Instituto Superior Técnico, Lisbon (course IA, 2022/23).

Tab-separated: `ROW` and ten tallies, `COLUMN` and ten tallies, the number of hints, and that
many lines `HINT row column value`, counted from 0. The grid is always 10x10 and the fleet the
standard one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bimaru.formats.builder import Draft, Line, filled, quoted
from bimaru.formats.protocol import Format, Scope
from bimaru.puzzle import Puzzle, Tally
from bimaru.ships import Fleet

_SIDE: Final = 10
_FLEET: Final = Fleet({4: 1, 3: 2, 2: 3, 1: 4})
_KINDS: Final = {"W": "W", "C": "S", "T": "T", "M": "M", "B": "B", "L": "L", "R": "R"}
_VALUES: Final = {kind: value for value, kind in _KINDS.items()}


def _read(lines: Iterator[str]) -> Iterator[Puzzle]:
    draft = Draft()
    body = list(filled(lines))
    if len(body) < 3:
        draft.fail("a line ROW, a line COLUMN and the number of hints were expected")
    rows, cols = _tallies(draft, body[0], "ROW"), _tallies(draft, body[1], "COLUMN")
    draft.expect(
        body[3:], draft.number(body[2].text, "number of hints", body[2].number), "lines HINT", body[2].number
    )
    hints = [hint for line in body[3:] if (hint := _hint(draft, line))]
    draft.check()
    yield draft.puzzle(rows=rows, cols=cols, fleet=_FLEET, givens=hints)


def _tallies(draft: Draft, line: Line, heading: str) -> tuple[Tally, ...]:
    found, *tallies = line.text.split()
    if found != heading:
        draft.fault(f"{heading} was expected, not {quoted(found)}", line.number)
    draft.expect(tallies, _SIDE, "tallies", line.number)
    return draft.tallies(tallies, heading, line.number)


def _hint(draft: Draft, line: Line) -> tuple[int, int, str] | None:
    match line.text.split():
        case ["HINT", row, col, value] if value in _KINDS:
            return (
                draft.number(row, "row", line.number),
                draft.number(col, "column", line.number),
                _KINDS[value],
            )
    draft.fault(f"HINT row column value was expected, the value one of {' '.join(_KINDS)}", line.number)
    return None


def _to_text(puzzle: Puzzle) -> str:
    lines: list[tuple[object, ...]] = [("ROW", *puzzle.rows), ("COLUMN", *puzzle.cols), (len(puzzle.givens),)]
    lines += (("HINT", given.row, given.col, _VALUES[given.kind]) for given in puzzle.givens)
    return "".join("\t".join(map(str, line)) + "\n" for line in lines)


FORMAT: Final = Format(
    name="ist",
    summary="Técnico Lisboa bimaru instance: 10x10, standard fleet",
    suffix=".txt",
    scope=Scope(sides=(_SIDE, _SIDE), fleet=_FLEET),
    recognises=lambda head: head[0].split()[0] == "ROW",
    read=_read,
    to_text=_to_text,
)
