"""Game IDs of Boats, by Lennard Sprong for Simon Tatham's puzzles (x-sheep/puzzles-unreleased, `boats.c`).

`10x10f4,4,3,2,1:`, then the tallies, columns first, `-` for a missing one, and the squares row by row:
`a` to `z` skip 1 to 26 squares, a capital is a given. One ID a line; save files are read too.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bimaru.formats.builder import Builder, blank_run, quoted, tally_text
from bimaru.formats.format import STRAIGHT_KINDS, Format, Scope
from bimaru.formats.lines import Line, first_line, nonblank
from bimaru.puzzle import Puzzle
from bimaru.squares import Part

_KINDS: Final = {"S": "S", "T": "T", "B": "B", "L": "L", "R": "R", "C": "M", "V": "X", "W": "W"}
_LETTERS: Final = {kind: letter for letter, kind in _KINDS.items()}
_MISSING: Final = "-"
_SKIPS: Final = string.ascii_lowercase
_SHORT_SKIPS: Final = _SKIPS[:-1]
_LONGEST: Final = 9
_USUAL_LONGEST: Final = 4
_SIDES: Final = (2, 99)

_PARAMS: Final = re.compile(
    r"(?P<width>\d{1,9})(x(?P<height>\d{1,9}))?(f(?P<longest>\d{1,9}))?(d[enth])?S?(?P<fleet>(,\d*)*+)",
    re.ASCII,
)
_COMMENT: Final = "#"
_START: Final = re.compile(r"\d+(x\d+)?(f\d+)?(d\w)?S?(,\d*)*+[:#]|SAVEFILE:\d+:", re.ASCII)
_TOKEN: Final = re.compile(r"(?P<number>\d+|-)|(?P<skip>[a-z])|(?P<given>[A-Z])|(?P<other>[^,\s])", re.ASCII)
_SAVED: Final = re.compile(r"(\w+) *:\d+:(.*)", re.ASCII)


def _recognises(head: Sequence[str]) -> bool:
    return bool(_START.match(first_line(head, _COMMENT)))


def _read(lines: Iterator[str]) -> Iterator[Puzzle]:
    body = nonblank(lines, _COMMENT)
    for line in body:
        if line.text.startswith("SAVEFILE:"):
            yield _puzzle(_saved_id(line, body))
        else:
            yield _puzzle(line)


def _saved_id(first: Line, lines: Iterable[Line]) -> Line:
    """The game ID in a save file."""
    saved = {found[1]: found[2] for line in lines if (found := _SAVED.match(line.text))}
    if not {"PARAMS", "DESC"} <= saved.keys():
        Builder(first.number).fail("save file: PARAMS or DESC is missing")
    return Line(first.number, f"{saved['PARAMS']}:{saved['DESC']}")


def _puzzle(line: Line) -> Puzzle:
    builder = Builder(line.number)
    params, colon, desc = line.text.partition(":")
    if not colon and "#" in params:
        builder.fail("the ID has a random seed instead of a puzzle, which only Boats can generate from it")
    found = _PARAMS.fullmatch(params)
    if not (colon and found):
        builder.fail(f"{quoted(line.text)} is not a game ID like 10x10f4,4,3,2,1:2,-,1,...")
    width, height = int(found["width"]), int(found["height"] or found["width"])
    for side in (width, height):
        if not _SIDES[0] <= side <= _SIDES[1]:
            builder.fail(f"a side of {side} (sides must be {_SIDES[0]} to {_SIDES[1]})")
    fleet = _fleet(builder, int(found["longest"] or _USUAL_LONGEST), found["fleet"])
    numbers, givens = _parse_description(builder, desc, height, width)
    tallies = builder.tallies(numbers, "the ID", missing=_MISSING)
    return builder.build(rows=tallies[width:], cols=tallies[:width], fleet=fleet, givens=givens)


def _fleet(builder: Builder, longest: int, counts: str) -> dict[int, int]:
    if not 1 <= longest <= _LONGEST:
        builder.fail(f"ships up to length {longest} (the limit must be 1 to {_LONGEST})")
    if not counts:
        return {length: longest + 1 - length for length in range(1, longest + 1)}
    texts = counts[1:].split(",")
    if len(texts) > longest:
        builder.fail(f"fleet: {len(texts)} counts for ships up to length {longest}")
    return {length: builder.number(text or "0", "fleet") for length, text in enumerate(texts, 1)}


def _parse_description(
    builder: Builder, desc: str, height: int, width: int
) -> tuple[list[str], list[tuple[int, int, str]]]:
    """The tallies and givens of a description."""
    numbers, givens = [], []
    square = 0
    for token in _TOKEN.finditer(desc):
        if token["number"]:
            numbers.append(token["number"])
        elif token["skip"]:
            square += _SKIPS.index(token["skip"]) + 1
        elif token["given"] in _KINDS:
            if square < width * height:
                givens.append((*divmod(square, width), _KINDS[token["given"]]))
            square += 1
        else:
            builder.fault(f"{token[0]!r} is not a number, -, a to z or one of {' '.join(_KINDS)}")
    builder.expect(numbers, width + height, "tallies")
    if square > width * height:
        builder.fail(f"{square} squares for a grid of {width}x{height}")
    builder.check()
    return numbers, givens


def _to_text(puzzle: Puzzle) -> str:
    longest = max(puzzle.fleet, default=1)
    counts = "".join(f",{puzzle.fleet.get(length, 0)}" for length in range(1, longest + 1))
    tallies = (tally_text(tally, _MISSING) for tally in puzzle.cols + puzzle.rows)
    return f"{puzzle.width}x{puzzle.height}f{longest}{counts}:{','.join(tallies)},{_cells(puzzle)}\n"


def _cells(puzzle: Puzzle) -> str:
    """The squares as Boats writes them: after the last given, only whole runs of 26 blanks."""
    cells = ""
    square = 0
    for given in puzzle.givens:
        at = given.row * puzzle.width + given.col
        cells += blank_run(at - square, _SKIPS) + _LETTERS[given.kind]
        square = at + 1
    return cells + blank_run(puzzle.height * puzzle.width - square, _SKIPS).rstrip(_SHORT_SKIPS)


FORMAT: Final = Format(
    name="boats",
    summary="game IDs of Boats (Simon Tatham's puzzles), one a line; also reads save files",
    suffix=".txt",
    scope=Scope(kinds=STRAIGHT_KINDS | {Part.SHIP}, missing=True, sides=_SIDES, length=_LONGEST),
    recognises=_recognises,
    read=_read,
    to_text=_to_text,
    separator="",
)
