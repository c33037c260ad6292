"""The techniques, easiest first: one table for the ladder's rungs and grades.

A row that is not a case analysis names the method of `LineTechniques` that `Ladder.try_rung` calls.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Technique:
    """A human deduction.

    `effort`: how hard one use is beside those of others; `grade`: of a puzzle that needs nothing harder.
    `depth`: 0 for a plain deduction, 1 for a case analysis, 2 for one nested in another.

    For plain deductions, `method` names the method of the ladder, and `words` is how many words of an
    explanation go with each step of the ladder, each ship square and each water square that it settles, as
    fitted by `benchmarks/grading.py`."""

    name: str
    effort: float
    grade: str
    depth: int = 0
    method: str = ""
    words: tuple[int, int, int] = (1, 0, 0)


PLAIN: Final = (
    Technique("around a given part", 1, "easy", method="given_parts", words=(5, 4, 1)),
    Technique("ships do not touch", 1, "easy", method="diagonals"),
    Technique("rest of the line is water", 1, "easy", method="rest_water"),
    Technique("rest of the line is ship", 1, "easy", method="rest_ship", words=(2, 0, 0)),
    Technique("water round a finished ship", 2, "easy", method="finished_ships", words=(12, 0, 0)),
    Technique("direction of a middle", 2, "easy", method="middles", words=(1, 4, 1)),
    Technique("no ship fits", 3, "easy", method="unreached", words=(13, 0, 1)),
    Technique("one way to grow", 3, "easy", method="growth", words=(7, 3, 2)),
    Technique("missing tally", 3, "easy", method="missing_tallies", words=(12, 0, 0)),
    Technique("last places", 6, "intermediate", method="last_placements", words=(8, 0, 0)),
    Technique("overlap", 8, "intermediate", method="overlaps", words=(17, 0, 1)),
    Technique("ways to fill a line", 10, "intermediate", method="fillings", words=(10, 3, 3)),
    Technique("no ship fits: starved line", 12, "hard", method="unreached", words=(9, 0, 5)),
    Technique("last places: starved line", 14, "hard", method="last_placements", words=(3, 1, 0)),
    Technique("overlap: starved line", 16, "hard", method="overlaps", words=(8, 5, 1)),
    Technique("ways to fill a line: starved line", 16, "hard", method="fillings", words=(3, 8, 5)),
)
"""In the order of the ladder's rungs."""

CONTRADICTION: Final = Technique("contradiction", 20, "expert", 1)
FAILING_PLACEMENTS: Final = Technique("places that fail", 24, "extreme", 1)
NESTED: Final = Technique("nested contradiction", 160, "fiendish", 2)

CASES: Final = Technique("cases", 20, "expert", 1)
SEARCHED: Final = Technique("found by search", 0, "", 1)
"""Not a technique, and without a grade: where the others end, a square that only search settles."""

TECHNIQUES: Final = (*PLAIN, CONTRADICTION, FAILING_PLACEMENTS, NESTED)
BY_NAME: Final = {technique.name: technique for technique in TECHNIQUES}
