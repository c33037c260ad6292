"""How hard a puzzle is: by the techniques that it takes, and how often.

The grade is that of the hardest technique needed; the number behind it lies between the number of
its grade and the next one, higher the more effort the steps take together.
docs/reference/techniques.md has the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from bimaru.deduction.ladder import FILLING, MISSING, PLAIN_RUNGS
from bimaru.deduction.techniques import TECHNIQUES, Technique

GRADES: Final = ("easy", "intermediate", "hard", "expert")
RUNGS: Final = (MISSING + 1, FILLING + 1, PLAIN_RUNGS)
"""For each grade but the last, how many rungs of the ladder it may take."""
_HALF_WAY: Final = (60, 90, 120, 600)
"""For each grade, the effort at which the number is half way to the next grade."""
_PLACE: Final = {technique.name: i for i, technique in enumerate(TECHNIQUES)}


class Grade(str):
    """`easy`, `intermediate`, `hard` or `expert`; `score` is a number from 1 to 5 whose whole part
    counts the grades."""

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
    """The grade of a puzzle that takes each technique so many times."""
    hardest = max((_PLACE[technique.name] for technique, number in uses.items() if number), default=0)
    level = _level(hardest)
    effort = sum(technique.effort * number for technique, number in uses.items())
    half_way = _HALF_WAY[level]
    return Grade(round(level + 1 + effort / (effort + half_way), 3))


def _level(place: int) -> int:
    """The grade, from 0, of a technique by its place in the table."""
    return sum(place >= first for first in RUNGS)


def counted(techniques: Iterable[Technique]) -> dict[Technique, int]:
    """How often each technique is used."""
    uses: dict[Technique, int] = {}
    for technique in techniques:
        uses[technique] = uses.get(technique, 0) + 1
    return uses
