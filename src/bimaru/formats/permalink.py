"""Links to bimaru's own web page, whose fragment holds a puzzle; one a line, with or without the address.

    https://host/#r=2.4.3.3.2.4.1.1.0.0&c=0.5.0.2.2.3.1.3.2.2&f=4x1.3x2.2x3.1x4&h=A6W.G10S

`r`, `c`: row and column tallies, `_` for a missing one; `f`: the fleet as length x count; `w`: words;
`s`: shapes, rows of 1 and 0 joined by `-`; `h`: givens by square, letters as in `B4-A`; `et eb el er`: the
letters at the top, bottom, left and right edge, `_` for none; `n`: the id. Values are encoded as in HTML
forms. The page's `service/permalink.js` reads and writes the same links. Puzzles are written from `#` on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from bimaru.formats.builder import Builder, parse_id, quoted, tally_text
from bimaru.formats.format import EVERYTHING, Format
from bimaru.formats.lines import Line, nonblank
from bimaru.puzzle import Puzzle, Tally
from bimaru.sizes import MAX_NUMBER, MAX_SIDE
from bimaru.squares import LETTER_MARK, parse_square, square_name

_START: Final = re.compile(r"(?:\S*#)?r=[0-9_.]+&")
_FRAGMENT: Final = "#r="
_MISSING: Final = "_"
_LETTER: Final = "-"
_EDGES: Final = {"top": "et", "bottom": "eb", "left": "el", "right": "er"}
_TALLY: Final = re.compile(r"[0-9]{1,4}")
_SHIPS: Final = re.compile(r"([1-9][0-9]{0,3})x([0-9]{1,4})")
_GIVEN: Final = re.compile(r"([A-Z]{1,2}[1-9][0-9]?)(-.|[A-Z]{1,2})")
_BITS: Final = str.maketrans("10", "#.")
_MARKS: Final = str.maketrans("#.", "10")


def _read(lines: Iterator[str]) -> Iterator[Puzzle]:
    return (_puzzle(line) for line in nonblank(lines))


def _puzzle(line: Line) -> Puzzle:
    builder = Builder(line.number)
    fields = _fields(builder, line.text)
    lists = {key: [entry for entry in text.split(".") if entry] for key, text in fields.items()}
    return builder.build(
        rows=_tallies(builder, lists.get("r", ()), "r"),
        cols=_tallies(builder, lists.get("c", ()), "c"),
        fleet=builder.fleet(_ships(builder, lists.get("f", ()))),
        words=lists.get("w", ()),
        shapes=[shape.translate(_BITS).split("-") for shape in lists.get("s", ())],
        givens=[given for entry in lists.get("h", ()) if (given := _given(builder, entry))],
        edges={side: _edge(fields[key]) for side, key in _EDGES.items() if fields.get(key)},
        id=parse_id(fields["n"]) if fields.get("n") else None,
    )


def _fields(builder: Builder, link: str) -> dict[str, str]:
    """The fields of a link's fragment; as in the page, the first of several with the same key counts."""
    from urllib.parse import parse_qsl

    if len(link.split()) > 1:
        builder.fail(f"{quoted(link)} is not a link: it contains blanks")
    start = link.rfind(_FRAGMENT)
    fragment = link[start:] if start >= 0 else link
    fields = dict(reversed(parse_qsl(fragment.removeprefix("#"), keep_blank_values=True)))
    for key in ("r", "c"):
        if key not in fields:
            builder.fault(f"{key}=...: missing")
    builder.check()
    return fields


def _tallies(builder: Builder, entries: Sequence[str], key: str) -> list[Tally]:
    if len(entries) > 2 * MAX_SIDE:
        builder.fail(f"{key}: {len(entries)} tallies; a grid has at most {MAX_SIDE} a side")
    for entry in entries:
        if not (entry == _MISSING or _TALLY.fullmatch(entry)):
            builder.fault(f"{key}: {quoted(entry)} is not a tally from 0 to {MAX_NUMBER}, or {_MISSING}")
    return [int(entry) if _TALLY.fullmatch(entry) else None for entry in entries]


def _ships(builder: Builder, entries: Iterable[str]) -> Iterator[tuple[int, int]]:
    for entry in entries:
        if found := _SHIPS.fullmatch(entry):
            yield int(found[1]), int(found[2])
        else:
            builder.fault(f"f: {quoted(entry)} is not length x count, like 4x1")


def _given(builder: Builder, entry: str) -> tuple[int, int, str] | None:
    if (found := _GIVEN.fullmatch(entry)) and (at := parse_square(found[1])):
        return *at, found[2].replace(_LETTER, LETTER_MARK)
    builder.fault(f"h: {quoted(entry)} is not a square and its kind, like A6W or B4-A")
    return None


def _edge(text: str) -> list[str | None]:
    return [None if letter == _MISSING else letter for letter in text]


def _to_text(puzzle: Puzzle) -> str:
    from urllib.parse import quote_plus

    fields = {
        "r": ".".join(tally_text(tally, _MISSING) for tally in puzzle.rows),
        "c": ".".join(tally_text(tally, _MISSING) for tally in puzzle.cols),
        "f": ".".join(f"{length}x{count}" for length, count in puzzle.fleet.pairs),
        "w": ".".join(puzzle.words),
        "s": ".".join("-".join(shape).translate(_MARKS) for shape in puzzle.shapes),
        "h": ".".join(
            square_name(given.square) + given.kind.replace(LETTER_MARK, _LETTER) for given in puzzle.givens
        ),
        **{
            key: "".join(letter or _MISSING for letter in getattr(puzzle.edges, side))
            for side, key in _EDGES.items()
        },
        "n": "" if puzzle.id is None else str(puzzle.id),
    }
    encoded = ((key, quote_plus(text, safe="*").replace("~", "%7E")) for key, text in fields.items() if text)
    return "#" + "&".join(f"{key}={text}" for key, text in encoded) + "\n"


FORMAT: Final = Format(
    name="permalink",
    summary="links to bimaru's web page, one a line; written from `#` on, without the page's address",
    suffix=".url",
    scope=replace(EVERYTHING, lengths=MAX_SIDE, other_squares=MAX_SIDE**2),
    recognises=lambda head: bool(_START.match(head[0])),
    read=_read,
    to_text=_to_text,
    separator="",
)
