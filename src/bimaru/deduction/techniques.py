"""The techniques, easiest first: one table for the ladder's rungs and grades."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Technique:
    """A human deduction.

    `effort`: as how many words of an explanation finding one use counts, of a plain deduction: so scores go
    with the levels of another program, and still with the words. `grade`: of a puzzle that needs nothing
    harder. `depth`: 0 for a plain deduction, 1 for a case analysis, 2 for one nested in another."""

    name: str
    effort: float
    grade: str
    depth: int = 0


PLAIN: Final = (
    Technique("around a given part", 0, "easy"),
    Technique("ships do not touch", 0, "easy"),
    Technique("rest of the line is water", 0, "easy"),
    Technique("rest of the line is ship", 0, "easy"),
    Technique("water round a finished ship", 3, "easy"),
    Technique("direction of a middle", 3, "easy"),
    Technique("no ship fits", 5, "easy"),
    Technique("one way to grow", 5, "easy"),
    Technique("missing tally", 5, "easy"),
    Technique("last places", 7, "intermediate"),
    Technique("overlap", 8, "intermediate"),
    Technique("ways to fill a line", 9, "intermediate"),
    Technique("no ship fits: starved line", 9, "hard"),
    Technique("last places: starved line", 9, "hard"),
    Technique("overlap: starved line", 9, "hard"),
    Technique("ways to fill a line: starved line", 9, "hard"),
)
"""In the order of the ladder's rungs."""

CONTRADICTION: Final = Technique("contradiction", 0, "expert", 1)
FAILING_PLACEMENTS: Final = Technique("places that fail", 0, "extreme", 1)
NESTED: Final = Technique("nested contradiction", 0, "fiendish", 2)

CASES: Final = Technique("cases", 0, "expert", 1)
SEARCHED: Final = Technique("found by search", 0, "", 1)
"""Not a technique, and without a grade: where the others end, a square that only search settles."""

LETTERED: Final = (
    Technique("ships on a square", 5, "easy"),
    Technique("first letter from an edge", 6, "intermediate"),
)
"""For ships with letters only; the ladder has no rungs for them."""

TECHNIQUES: Final = (*PLAIN, CONTRADICTION, FAILING_PLACEMENTS, NESTED)
"""For straight ships, easiest first."""
BY_NAME: Final = {technique.name: technique for technique in TECHNIQUES}
_EVERY: Final = {technique.name: technique for technique in (*TECHNIQUES, *LETTERED)}


def named(name: str) -> Technique:
    """The technique of a name."""
    return _EVERY[name]
