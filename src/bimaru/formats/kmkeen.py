"""The four strings in the script of kmkeen's article "Solving Battleships with SAT".

ships  = '++ + +'    one run of `+` a ship
across = '1 ? 2'     column tallies from the left, `?` for a missing one
down   = '1 2 ?'     row tallies from the top
puzzle = '''...'''   the grid: `.` not given, `~` water, `O` submarine, `#` middle, `< > ^ v` the ends
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from bimaru.formats.builder import Builder, grid_marks, quoted, tally_text
from bimaru.formats.format import Format, Scope
from bimaru.formats.lines import nonblank
from bimaru.puzzle import Puzzle

_BLANK: Final = "."
_MARKS: Final = {"~": "W", "O": "S", "#": "M", "<": "L", ">": "R", "^": "T", "v": "B"}
_MISSING: Final = "?"
_NAMES: Final = ("ships", "across", "down", "puzzle")
_STRING: Final = re.compile(
    r"""^[ \t]*(ships|across|down|puzzle)[ \t]*=[ \t]*('{3}|"{3}|'|")\\?(.*?)\2""", re.MULTILINE | re.DOTALL
)
_START: Final = re.compile(r"""(ships|across|down|puzzle)\s*=\s*['"]""")


def _recognises(head: Sequence[str]) -> bool:
    return any(_START.match(line) for line in head)


def _read(lines: Iterator[str]) -> Iterator[Puzzle]:
    strings = dict(_strings("\n".join(lines)))
    builder = Builder()
    for name in _NAMES:
        if name not in strings:
            builder.fault(f"{name} = '...': missing")
    builder.check()
    rows = [
        (line.number + strings["puzzle"][0] - 1, line.text)
        for line in nonblank(strings["puzzle"][1].split("\n"))
    ]
    across, down = (
        builder.tallies(strings[name][1].split(), name, strings[name][0], missing=_MISSING)
        for name in ("across", "down")
    )
    builder.expect(rows, len(down), "rows of squares", strings["puzzle"][0])
    for line, row in rows:
        builder.expect(row, len(across), "squares", line)
    yield builder.build(
        rows=down,
        cols=across,
        fleet=_fleet(builder, *strings["ships"]),
        givens=builder.givens(rows, {_BLANK: None, **_MARKS}),
    )


def _strings(text: str) -> Iterator[tuple[str, tuple[int, str]]]:
    """The strings, as (name, (first line, string))."""
    line, counted = 1, 0
    for found in _STRING.finditer(text):
        start = found.start(3)
        line, counted = line + text.count("\n", counted, start), start
        yield found[1], (line, found[3])


def _fleet(builder: Builder, line: int, ships: str) -> Counter[int]:
    runs = ships.split()
    for run in runs:
        if run.strip("+"):
            builder.fault(f"ships: {quoted(run)} is not a run of +", line)
    return Counter(map(len, runs))


def _to_text(puzzle: Puzzle) -> str:
    ships = " ".join(" ".join(["+" * length] * count) for length, count in puzzle.fleet.items())
    across, down = (
        " ".join(tally_text(tally, _MISSING) for tally in tallies) for tallies in (puzzle.cols, puzzle.rows)
    )
    grid = grid_marks(puzzle, _MARKS, _BLANK)
    rows = "\n".join(map("".join, grid))
    return f"ships = '{ships}'\nacross = '{across}'\ndown = '{down}'\npuzzle = '''\n{rows}\n'''\n"


FORMAT: Final = Format(
    name="kmkeen",
    summary='the four strings of kmkeen\'s "Solving Battleships with SAT"',
    suffix=".py",
    scope=Scope(missing=True, squares=1_000_000),
    recognises=_recognises,
    read=_read,
    to_text=_to_text,
)
