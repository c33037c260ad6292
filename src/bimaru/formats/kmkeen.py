"""The strings of the script of kmkeen's article "Solving Battleships with SAT".

There are four of them:

    ships  = '++ + +'    one word of `+` a ship
    across = '1 ? 2'     column tallies from the left, `?` where one is not told
    down   = '1 2 ?'     row tallies from the top
    puzzle = '''...'''   the grid: `.` not told, `~` water, `O` submarine, `#` middle, `< > ^ v` the ends
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from bimaru.formats.builder import Draft, filled, marks_of, quoted, tally_text
from bimaru.formats.protocol import Format, Scope
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
    draft = Draft()
    for name in _NAMES:
        if name not in strings:
            draft.fault(f"{name} = '...' is missing")
    draft.check()
    rows = [
        (line.number + strings["puzzle"][0] - 1, line.text)
        for line in filled(strings["puzzle"][1].split("\n"))
    ]
    across, down = (
        draft.tallies(strings[name][1].split(), name, strings[name][0], missing=_MISSING)
        for name in ("across", "down")
    )
    draft.expect(rows, len(down), "rows of squares", strings["puzzle"][0])
    for line, row in rows:
        draft.expect(row, len(across), "squares", line)
    yield draft.puzzle(
        rows=down,
        cols=across,
        fleet=_fleet(draft, *strings["ships"]),
        givens=draft.givens(rows, {_BLANK: None, **_MARKS}),
    )


def _strings(text: str) -> Iterator[tuple[str, tuple[int, str]]]:
    """The names of the strings, each with the line that its string starts in, and the string."""
    line, counted = 1, 0
    for found in _STRING.finditer(text):
        start = found.start(3)
        line, counted = line + text.count("\n", counted, start), start
        yield found[1], (line, found[3])


def _fleet(draft: Draft, line: int, ships: str) -> Counter[int]:
    words = ships.split()
    for word in words:
        if word.strip("+"):
            draft.fault(f"ships: {quoted(word)} is not a word of +", line)
    return Counter(map(len, words))


def _to_text(puzzle: Puzzle) -> str:
    ships = " ".join(" ".join(["+" * length] * count) for length, count in puzzle.fleet.items())
    across, down = (
        " ".join(tally_text(tally, _MISSING) for tally in tallies) for tallies in (puzzle.cols, puzzle.rows)
    )
    grid = marks_of(puzzle, _MARKS, _BLANK)
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
