"""The numbers that the compiled modules of `finding` use: values of squares, and techniques with their names
and about how many words they take.

This file serves callers in Python, and those modules uncompiled; compiled, they take the same numbers from
`codes.pxd`, as constants of C.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

# Values of squares.
OPEN = 0
SHIP = 1
WATER = 2

# Techniques, about in the order in which `State.step` tries them; those before CORNER only say what is
# given or known.
KNOWN = 0  # on the board, or supposed
GIVEN = 1
NOTED = 2  # a placement that an earlier step ruled out
CONCLUDED = 3  # what cases showed
ON_WATER = 4
TOUCHING = 5
CORNER = 6
LINE_WATER = 7
LINE_SHIP = 8
OVERFULL = 9
STARVED = 10
ALL_FOUND = 11
BEFORE_LETTER = 12
ONLY_LETTER = 13
LETTER = 14
ON_SQUARE = 15
NO_SHIP = 16
LAST = 17
OVERLAP = 18
WAYS = 19
# Contradictions that are none of the techniques'.
CLASH = 20
TOO_FEW = 21
TOO_MANY = 22
NO_FORM = 23  # ship squares that belong together, but to no ship
ACCOUNTED = 24  # all ships of a kind are complete, or only they can fill some square or line
# A technique of the user's: the last number.
OWN = 25

NONE = -1
NEVER = 2147483647  # later than everything on the trail

# Sizes of lists; what has more is left out.
MAX_WAYS = 128  # to fill a line
MAX_GROUPED = 96  # placements sorted into groups
MAX_PATTERNS = 256  # of the ships in one line


class Named(NamedTuple):
    """A technique with its name in `techniques.py`, and about how many words it takes: within a case a
    conclusion (`case`), and a contradiction (`ending`); of plain steps each sentence beyond those of every
    explanation (`step`), and each square that it shows to be water (`water`)."""

    technique: str
    case: int = 8
    ending: int = 4
    step: float = 0.0
    water: float = 0.0


BY_NUMBER: Final[Mapping[int, Named]] = {
    CORNER: Named("ships do not touch", water=0.3),
    LINE_WATER: Named("rest of the line is water", 3, step=2.0, water=0.3),
    LINE_SHIP: Named("rest of the line is ship", 6, step=3.8),
    ON_SQUARE: Named("ships on a square", 12, step=10.0),
    NO_SHIP: Named("no ship fits", 4, 7, 9.3, 2.3),
    LETTER: Named("first letter from an edge", 22, 16, 14.0),
    LAST: Named("last places", 9, step=7.5, water=1.0),
    OVERLAP: Named("overlap", 22, 7, 19.0, 4.6),
    WAYS: Named("ways to fill a line", 15, step=25.0),
    CLASH: Named("contradiction", ending=0),
    TOO_FEW: Named("last places"),
    TOO_MANY: Named("last places", ending=7),
    ACCOUNTED: Named("last places", ending=10),
    NO_FORM: Named("no ship fits"),
}
"""The techniques that sentences name. Words within cases are fitted to 5,000 cases of CSPLib boards and
*extreme* puzzles (the estimate and the actual words of a case have a correlation of 0.98; with lettered ships
and polyominoes, 0.97), those of plain steps by `benchmarks/grading.py`; letters at edges were not fitted."""
UNNAMED: Final = Named("")
"""For all others, and for the user's own."""
BY_NUMBER_STARVED: Final[Mapping[int, Named]] = {
    **BY_NUMBER,
    ON_SQUARE: Named("overlap: starved line", step=17.0),  # of the placements that cover a square
    NO_SHIP: Named("no ship fits: starved line", step=9.3, water=6.5),
    LAST: Named("last places: starved line", step=14.0, water=4.7),
    OVERLAP: Named("overlap: starved line", step=21.0, water=14.0),
    WAYS: Named("ways to fill a line: starved line", step=22.0, water=2.7),
}
"""Plain steps where placements are ruled out that would starve a line."""
