"""The techniques, easiest first: one table for the ladder's rungs, grades and sentences.

A new technique is a row here and, unless it is a case analysis, a method in `bimaru.deduction.ladder`
that `Ladder.try_rung` calls.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from bimaru.deduction import sentences
from bimaru.deduction.reasons import Reason

Subject: TypeAlias = Literal["square", "given part", "middle", "line", "run", "ships"]
"""What a finding is about: a square, a given part, a middle, a line, a run of ship squares in a line, or the
ships of one length."""


@dataclass(frozen=True, slots=True)
class Technique:
    """A human deduction.

    `effort`: what one use adds to the score of a puzzle; `grade`: of a puzzle that takes nothing harder.
    `depth`: 0 for a plain deduction, 1 for a case analysis, 2 for one nested in another.

    For plain deductions, `method` names the method of the ladder, and `subject` what its findings are
    about; `finding` renders the sentence that says what follows, `failure` the clause that says why the board
    cannot be completed (`None` if the method never fails). With `is_merged`, the findings of one scan share
    one sentence."""

    name: str
    effort: float
    grade: str
    depth: int = 0
    method: str = ""
    subject: Subject = "square"
    finding: Callable[..., str] = sentences.conclusion
    failure: Callable[[Reason], str] | None = None
    is_merged: bool = False


PLAIN: Final = (
    Technique(
        "around a given part", 1, "easy",
        method="given_parts", subject="given part", finding=sentences.given_part, failure=sentences.no_part,
    ),
    Technique(
        "ships do not touch", 1, "easy",
        method="diagonals", finding=sentences.diagonals, failure=sentences.touching, is_merged=True,
    ),
    Technique(
        "rest of the line is water", 1, "easy",
        method="rest_water", subject="line", finding=sentences.rest_water, failure=sentences.too_many,
    ),
    Technique(
        "rest of the line is ship", 1, "easy",
        method="rest_ship", subject="line", finding=sentences.rest_ship, failure=sentences.too_few,
    ),
    Technique(
        "water round a finished ship", 2, "easy",
        method="finished_ships", subject="run", finding=sentences.finished_ship,
    ),
    Technique(
        "direction of a middle", 2, "easy",
        method="middles", subject="middle", finding=sentences.middle, failure=sentences.no_direction,
    ),
    Technique(
        "no ship fits", 3, "easy",
        method="unreached", finding=sentences.unreached, failure=sentences.no_ship, is_merged=True,
    ),
    Technique(
        "one way to grow", 3, "easy",
        method="growth", finding=sentences.growth,
    ),
    Technique(
        "missing tally", 3, "easy",
        method="missing_tallies", subject="line",
        finding=sentences.missing_tally, failure=sentences.impossible_tally,
    ),
    Technique(
        "last places", 6, "intermediate",
        method="last_placements", subject="ships",
        finding=sentences.last_placements, failure=sentences.no_placement,
    ),
    Technique(
        "overlap", 8, "intermediate",
        method="overlaps", subject="ships", finding=sentences.overlap, failure=sentences.no_placement,
    ),
    Technique(
        "ways to fill a line", 10, "intermediate",
        method="fillings", subject="line", finding=sentences.filling, failure=sentences.no_filling,
    ),
    Technique(
        "no ship fits: starved line", 12, "hard",
        method="unreached", finding=sentences.unreached, failure=sentences.no_ship, is_merged=True,
    ),
    Technique(
        "last places: starved line", 14, "hard",
        method="last_placements", subject="ships",
        finding=sentences.last_placements, failure=sentences.no_placement,
    ),
    Technique(
        "overlap: starved line", 16, "hard",
        method="overlaps", subject="ships", finding=sentences.overlap, failure=sentences.no_placement,
    ),
    Technique(
        "ways to fill a line: starved line", 16, "hard",
        method="fillings", subject="line", finding=sentences.filling, failure=sentences.no_filling,
    ),
)  # fmt: skip
"""In the order of the ladder's rungs."""

CONTRADICTION: Final = Technique("contradiction", 40, "expert", 1, "contradictions")
AGREEMENT: Final = Technique("what all cases share", 60, "expert", 1)
FAILING_PLACEMENTS: Final = Technique("places that fail", 80, "expert", 1)
NESTED: Final = Technique("nested contradiction", 160, "expert", 2)

TECHNIQUES: Final = (*PLAIN, CONTRADICTION, AGREEMENT, FAILING_PLACEMENTS, NESTED)
BY_NAME: Final = {technique.name: technique for technique in TECHNIQUES}
