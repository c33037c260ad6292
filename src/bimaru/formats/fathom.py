"""Boards of Fathom It! (`unsolvable_for_csplib.txt` in the SBInstances of CSPLib prob014), for reading only.

Boards stand between lines of `=`. The ships are given by where they lie in the solution
(`PLACESHIP length row column S|E`), which is kept as `Puzzle.provenance.solution`; the number
of solutions that the board has without its hints is kept in `Puzzle.extra`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from bimaru.formats.builder import Draft, Line, filled, id_in, quoted
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
_WAYS: Final = {"E": "H", "S": "V"}
_PART: Final = re.compile(
    r"(?P<what>START-NEW-BOARD\b|PLACESHIP\b|(?:Board ID|Nodes|Solutions|Hint|(?:Row|Column) tallies):)"
    r"(?P<rest>.*)"
)


def is_part(line: str) -> bool:
    """Whether this can only be a line of such a board."""
    return bool(_PART.match(line))


def read(lines: Iterable[str]) -> Iterator[Puzzle]:
    """Every board of a file. Raises `InvalidTextError`."""
    for block in _blocks(filled(lines)):
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
    draft = Draft(parts[0][1].number)
    hints = [hint for what, line in parts if what == "Hint" and (hint := _hint(draft, line))]
    ships = [ship for what, line in parts if what == "PLACESHIP" and (ship := _ship(draft, line))]
    once = _once(draft, parts)
    for what in _NEEDED:
        if what not in once:
            draft.fault(f"a line {what} is missing")
    draft.check()
    rows, cols = (_numbers(draft, once[what]) for what in ("Row tallies", "Column tallies"))
    if [len(rows), len(cols)] != _numbers(draft, size := once["START-NEW-BOARD"]):
        draft.fault(
            f"{len(rows)} row and {len(cols)} column tallies on a board of {quoted(size.text.strip())}"
        )
    return draft.puzzle(
        rows=rows,
        cols=cols,
        fleet=Counter(int(length) for length, *_ in ships),
        givens=hints,
        id=id_in(once["Board ID"].text.strip()) if "Board ID" in once else None,
        extra={"solution": ships} | _count_without_hints(once.get("Solutions")),
    )


def _once(draft: Draft, parts: list[tuple[str, Line]]) -> dict[str, Line]:
    """The last line of each sort; of all but hints and ships a board has only one."""
    once: dict[str, Line] = {}
    for what, line in parts:
        if what in once and what not in ("Hint", "PLACESHIP"):
            draft.fault(f"a second line {what} on one board", line.number)
        once[what] = line
    return once


def _numbers(draft: Draft, line: Line) -> list[int]:
    return [draft.number(text, "number", line.number) for text in line.text.replace(",", " ").split()]


def _hint(draft: Draft, line: Line) -> tuple[int, int, str] | None:
    """`row column kind`, and how many solutions it takes away."""
    match line.text.split():
        case [row, col, kind, *_] if kind in _KINDS:
            return (
                draft.number(row, "row", line.number),
                draft.number(col, "column", line.number),
                _KINDS[kind],
            )
    draft.fault(f"Hint: row column kind was expected, the kind one of {' '.join(_KINDS)}", line.number)
    return None


def _ship(draft: Draft, line: Line) -> list[int | str] | None:
    match line.text.split():
        case [length, row, col, way] if way in _WAYS:
            return [*(draft.number(text, "ship", line.number) for text in (length, row, col)), _WAYS[way]]
    draft.fault("PLACESHIP length row column S or E was expected", line.number)
    return None


def _count_without_hints(line: Line | None) -> dict[str, int]:
    number = None if line is None else number_in(line.text.strip())
    return {} if number is None else {"n_solutions_without_hints": number}
