"""English words: ships, lines, what squares show, and lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bimaru.deduction.languages.notation import are_several, line_ranges, names
from bimaru.deduction.reasons import Line, Squares
from bimaru.squares import Part

_SHIPS: Final = {1: "submarine", 2: "destroyer", 3: "cruiser", 4: "battleship"}
_PARTS: Final = {
    Part.SUBMARINE: "a submarine",
    Part.LEFT: "a left end",
    Part.RIGHT: "a right end",
    Part.TOP: "a top end",
    Part.BOTTOM: "a bottom end",
    Part.MIDDLE: "a middle",
    Part.SHIP: "ship",
    Part.WATER: "water",
}


def ship_name(length: int, number: int = 1) -> str:
    """The name of a ship of some length, in the plural unless `number` is 1."""
    name = _SHIPS.get(length, f"ship of {length}")
    return name if number == 1 else name.replace("ship of", "ships of") if " " in name else f"{name}s"


def joined(words: Sequence[str], last: str = "and") -> str:
    """`a, b and c`."""
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def part_name(kind: str) -> str:
    """What a square shows, in words: `a left end`, `ship`, `water`."""
    return _PARTS.get(Part(kind), "a corner")


def values(ship: Squares, water: Squares) -> str:
    """`B4 is ship; B5, C3 are water`."""
    return "; ".join(
        f"{names(squares)} {'is' if len(squares) == 1 else 'are'} {value}"
        for squares, value in ((ship, "ship"), (water, "water"))
        if squares
    )


def line_names(lines: Sequence[Line]) -> str:
    """`rows A and C and column 4`, `rows A-C`."""
    found = line_ranges(lines).items()
    return joined([f"{axis}{'s' if are_several(labels) else ''} {joined(labels)}" for axis, labels in found])
