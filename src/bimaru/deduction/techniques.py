"""The techniques, easiest first: one table for the ladder's rungs and grades.

A new technique is a row here, with its sentences in each of `bimaru.deduction.languages` and, unless it is a
case analysis, methods in `bimaru.deduction.ladder` that `Ladder.try_rung` and `Prover.cite_subject` call.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Subject: TypeAlias = Literal["square", "ship", "given part", "middle", "line", "run", "ships"]
"""What a finding is about: a square, a ship square, a given part, a middle, a line, a run of ship squares in
a line, or the ships of one length."""


@dataclass(frozen=True, slots=True)
class Technique:
    """A human deduction.

    `effort`: how much one use adds to a puzzle's score; `grade`: of a puzzle that needs nothing harder.
    `depth`: 0 for a plain deduction, 1 for a case analysis, 2 for one nested in another.

    For plain deductions, `method` names the method of the ladder, and `subject` what its findings are
    about. With `is_merged`, what one scan finds is one link."""

    name: str
    effort: float
    grade: str
    depth: int = 0
    method: str = ""
    subject: Subject = "square"
    is_merged: bool = False


PLAIN: Final = (
    Technique(
        "around a given part", 1, "easy",
        method="given_parts", subject="given part",
    ),
    Technique(
        "ships do not touch", 1, "easy",
        method="diagonals", subject="ship", is_merged=True,
    ),
    Technique(
        "rest of the line is water", 1, "easy",
        method="rest_water", subject="line",
    ),
    Technique(
        "rest of the line is ship", 1, "easy",
        method="rest_ship", subject="line",
    ),
    Technique(
        "water round a finished ship", 2, "easy",
        method="finished_ships", subject="run",
    ),
    Technique(
        "direction of a middle", 2, "easy",
        method="middles", subject="middle",
    ),
    Technique(
        "no ship fits", 3, "easy",
        method="unreached", is_merged=True,
    ),
    Technique(
        "one way to grow", 3, "easy",
        method="growth",
    ),
    Technique(
        "missing tally", 3, "easy",
        method="missing_tallies", subject="line",
    ),
    Technique(
        "last places", 6, "intermediate",
        method="last_placements", subject="ships",
    ),
    Technique(
        "overlap", 8, "intermediate",
        method="overlaps", subject="ships",
    ),
    Technique(
        "ways to fill a line", 10, "intermediate",
        method="fillings", subject="line",
    ),
    Technique(
        "no ship fits: starved line", 12, "hard",
        method="unreached", is_merged=True,
    ),
    Technique(
        "last places: starved line", 14, "hard",
        method="last_placements", subject="ships",
    ),
    Technique(
        "overlap: starved line", 16, "hard",
        method="overlaps", subject="ships",
    ),
    Technique(
        "ways to fill a line: starved line", 16, "hard",
        method="fillings", subject="line",
    ),
)  # fmt: skip
"""In the order of the ladder's rungs."""

CONTRADICTION: Final = Technique("contradiction", 20, "expert", 1, "contradictions")
FAILING_PLACEMENTS: Final = Technique("places that fail", 24, "extreme", 1)
NESTED: Final = Technique("nested contradiction", 160, "extreme", 2)

CASES: Final = Technique("cases", 20, "expert", 1)
SEARCHED: Final = Technique("found by search", 0, "", 1)
"""Not a technique, and without a grade: where the others end, a square that only search settles."""

TECHNIQUES: Final = (*PLAIN, CONTRADICTION, FAILING_PLACEMENTS, NESTED)
BY_NAME: Final = {technique.name: technique for technique in TECHNIQUES}
