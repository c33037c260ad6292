"""Grades: the hardest technique that a puzzle takes, and how much effort its steps take together.

docs/reference/techniques.md has the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bimaru.deduction.techniques import PLAIN, Technique

GRADES: Final = ("easy", "intermediate", "hard", "expert")
RUNGS: Final = tuple(
    sum(GRADES.index(technique.grade) <= level for technique in PLAIN) for level in range(len(GRADES) - 1)
)
"""For each grade but the last, the number of rungs of the ladder that its puzzles may take."""
_HALF_WAY: Final = {"easy": 60, "intermediate": 90, "hard": 120, "expert": 600}
"""The effort at which the score is half way from each grade to the next."""


class Grade(str):
    """`easy`, `intermediate`, `hard` or `expert`; `score` is a number from 1 to 5 whose whole part is
    the number of the grade."""

    score: float
    __slots__ = ("score",)

    def __new__(cls, score: float) -> Grade:
        grade = super().__new__(cls, GRADES[int(score) - 1])
        grade.score = score
        return grade

    def to_data(self) -> dict[str, object]:
        """The grade as JSON."""
        return {"grade": str(self), "score": self.score}

    def __getnewargs__(self) -> tuple[float]:  # type: ignore[override]  # what `__new__` takes
        return (self.score,)


def grade_of(uses: Mapping[Technique, int]) -> Grade:
    """The grade of a puzzle, from the number of times that it takes each technique."""
    level = max((GRADES.index(technique.grade) for technique, number in uses.items() if number), default=0)
    effort = sum(technique.effort * number for technique, number in uses.items())
    return Grade(round(level + 1 + effort / (effort + _HALF_WAY[GRADES[level]]), 3))
