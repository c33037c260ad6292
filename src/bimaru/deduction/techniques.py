"""The names of the techniques, easiest first, and how much effort each takes.

A new technique is a rung in `ladder`, a line here, and a sentence in `telling`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from bimaru.deduction.ladder import PLAIN_RUNGS


class Technique(NamedTuple):
    """`effort` is what a use of it adds to the score of a puzzle; `depth` is 0 for a plain deduction,
    1 for a case analysis, 2 for one that is nested in another."""

    name: str
    effort: float
    depth: int = 0


PLAIN: Final = (
    Technique("around a given part", 1),
    Technique("ships do not touch", 1),
    Technique("rest of the line is water", 1),
    Technique("rest of the line is ship", 1),
    Technique("water round a finished ship", 2),
    Technique("direction of a middle", 2),
    Technique("no ship fits", 3),
    Technique("one way to grow", 3),
    Technique("missing tally", 3),
    Technique("last places", 6),
    Technique("overlap", 8),
    Technique("ways to fill a line", 10),
    Technique("no ship fits: starved line", 12),
    Technique("last places: starved line", 14),
    Technique("overlap: starved line", 16),
    Technique("ways to fill a line: starved line", 16),
)
"""In the order of the ladder's rungs."""

CONTRADICTION: Final = Technique("contradiction", 40, 1)
AGREEMENT: Final = Technique("what all cases share", 60, 1)
FAILING_PLACES: Final = Technique("places that fail", 80, 1)
NESTED: Final = Technique("nested contradiction", 160, 2)

TECHNIQUES: Final = (*PLAIN, CONTRADICTION, AGREEMENT, FAILING_PLACES, NESTED)

if len(PLAIN) != PLAIN_RUNGS:
    raise RuntimeError("a rung of the ladder has no name, or a name has no rung")
