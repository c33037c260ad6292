"""Grades: the hardest technique that a puzzle takes, and how much work its steps are together.

docs/reference/techniques.md has the table. The work is counted on the proof as found, before it is refined.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from bimaru.deduction.techniques import CONTRADICTION, FAILING_PLACEMENTS, NESTED, PLAIN

GRADES: Final = ("easy", "intermediate", "hard", "expert", "extreme")
RUNGS: Final = tuple(sum(GRADES.index(technique.grade) <= level for technique in PLAIN) for level in range(3))
"""For each grade up to `hard`, the number of rungs of the ladder that its puzzles may take."""
_HALF_WAY: Final = {"easy": 60, "intermediate": 90, "hard": 120, "expert": 400, "extreme": 9500}
"""The effort at which the score is half way from each grade to the next."""
_STEEPNESS: Final = {"extreme": 2}
"""The power of the effort that the score of a grade goes by, if not 1."""
_LINK: Final = 6
"""The effort of a link of a chain."""
_TRIAL: Final = 0.5
"""The effort of a supposition tried, whether it fails or not."""


class Work(NamedTuple):
    """What a proof takes: the steps on each rung of the ladder; the suppositions tried, the links of those
    that failed, and how many of these were values of squares, placements, and nested in others."""

    steps: tuple[int, ...]
    tried: int = 0
    links: int = 0
    squares: int = 0
    placements: int = 0
    nested: int = 0

    @property
    def level(self) -> int:
        """The index of the grade."""
        hardest = [technique.grade for technique, uses in zip(PLAIN, self.steps, strict=False) if uses]
        hardest += [
            technique.grade
            for technique, uses in zip(_ANALYSES, (self.squares, self.placements, self.nested), strict=True)
            if uses
        ]
        return max(map(GRADES.index, hardest), default=0)

    @property
    def effort(self) -> float:
        """The sum over all steps, links and suppositions."""
        plain = sum(technique.effort * uses for technique, uses in zip(PLAIN, self.steps, strict=False))
        analyses = sum(
            technique.effort * uses
            for technique, uses in zip(_ANALYSES, (self.squares, self.placements, self.nested), strict=True)
        )
        return plain + analyses + _LINK * self.links + _TRIAL * self.tried


_ANALYSES: Final = (CONTRADICTION, FAILING_PLACEMENTS, NESTED)


class Grade(str):
    """`easy`, `intermediate`, `hard`, `expert` or `extreme`; `score` is a number from 1 to 6 whose whole
    part is the number of the grade."""

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


def grade_of(work: Work) -> Grade:
    """The grade of a puzzle, from the work that its proof takes."""
    return grade_from(work.level, work.effort)


def grade_from(level: int, effort: float) -> Grade:
    """The grade with this index, its score by the effort."""
    ratio = (effort / _HALF_WAY[GRADES[level]]) ** _STEEPNESS.get(GRADES[level], 1)
    return Grade(round(level + 1 + ratio / (ratio + 1), 3))
