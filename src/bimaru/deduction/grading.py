"""Grades: the hardest technique that a puzzle takes, and how much work its steps are together.

docs/reference/techniques.md has the table. The work is counted on the proof as found, before it is refined.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from operator import mul
from typing import Final, Literal, NamedTuple, TypeAlias

from bimaru.deduction.techniques import CONTRADICTION, FAILING_PLACEMENTS, NESTED, PLAIN, Technique
from bimaru.outcome import WholeOutcome

GRADES: Final = ("easy", "intermediate", "hard", "expert", "extreme")
GradeName: TypeAlias = Literal["easy", "intermediate", "hard", "expert", "extreme"]
"""A grade of `GRADES`, for type checkers."""
GradeRange: TypeAlias = (
    GradeName
    | Literal[
        "easy-intermediate",
        "easy-hard",
        "easy-expert",
        "easy-extreme",
        "intermediate-hard",
        "intermediate-expert",
        "intermediate-extreme",
        "hard-expert",
        "hard-extreme",
        "expert-extreme",
    ]
)
"""A grade, or a range of them from the easier to the harder."""
RUNGS: Final = tuple(sum(GRADES.index(technique.grade) <= level for technique in PLAIN) for level in range(3))
"""For each grade up to `hard`, the number of rungs of the ladder that its puzzles may take."""
GRADER: Final = 1
"""The version of the grader, stored with grades: raised whenever a puzzle gets another grade or score,
because only grades of one version are comparable."""
_LEVELS: Final = {grade: level for level, grade in enumerate(GRADES)}
_HALF_WAY: Final = {"easy": 60, "intermediate": 90, "hard": 120, "expert": 300, "extreme": 8800}
"""The effort at which the score is half way from each grade to the next."""
_STEEPNESS: Final = {"extreme": 2}
"""The power of the effort that the score of a grade goes by, if not 1."""
_LINK: Final = 6
"""The effort of a link of a chain."""
_TRIAL: Final = 0.5
"""The effort of a supposition tried, whether it fails or not."""


Uses: TypeAlias = Sequence[tuple[Technique, int]]
"""Techniques with the number of steps that a proof takes by each."""


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
    def numbers(self) -> tuple[int, ...]:
        """The number of steps by each technique of the ladder and of case analyses, easiest first."""
        return (*self.steps[: len(PLAIN)], self.squares, self.placements, self.nested)


_TECHNIQUES: Final = (*PLAIN, CONTRADICTION, FAILING_PLACEMENTS, NESTED)
_NAMES: Final = [technique.name for technique in _TECHNIQUES]
_EFFORTS: Final = [technique.effort for technique in _TECHNIQUES]
_LEVEL_OF: Final = [_LEVELS[technique.grade] for technique in _TECHNIQUES]


class Grade(str, WholeOutcome):
    """`easy`, `intermediate`, `hard`, `expert` or `extreme`; `score` is a number from 1 to 6 whose whole
    part is the number of the grade. `techniques` are the names of those that the proof takes, easiest first,
    and `n_steps` is the number of its steps."""

    score: float
    techniques: tuple[str, ...]
    n_steps: int
    __slots__ = ("n_steps", "score", "techniques")

    def __new__(cls, score: float, techniques: tuple[str, ...] = (), n_steps: int = 0) -> Grade:
        grade = super().__new__(cls, GRADES[int(score) - 1])
        grade.score = score
        grade.techniques = techniques
        grade.n_steps = n_steps
        return grade

    def to_data(self) -> dict[str, object]:
        """The grade as JSON."""
        return {"grade": str(self), "score": self.score, "grader": GRADER}

    def __getnewargs__(self) -> tuple[float, tuple[str, ...], int]:  # type: ignore[override]  # as `__new__`
        return (self.score, self.techniques, self.n_steps)


def no_grade() -> dict[str, object]:
    """The JSON of a grade that is missing."""
    return {"grade": None, "score": None, "grader": GRADER}


def grade_of(work: Work) -> Grade:
    """The grade of a puzzle, from the work that its proof takes."""
    numbers = work.numbers
    # As `grade_from`, without an object for each technique: some puzzles are made in less than 0.1 ms.
    effort = sum(map(mul, _EFFORTS, numbers)) + _LINK * work.links + _TRIAL * work.tried
    level = max(compress(_LEVEL_OF, numbers), default=0)
    return Grade(_score(level, effort), tuple(compress(_NAMES, numbers)), sum(numbers))


def grade_from(uses: Uses, effort: float) -> Grade:
    """The grade of a proof by these techniques, its score by the effort."""
    level = max([_LEVELS[technique.grade] for technique, _ in uses], default=0)
    names = tuple([technique.name for technique, _ in uses])
    return Grade(_score(level, effort), names, sum([number for _, number in uses]))


def _score(level: int, effort: float) -> float:
    ratio = (effort / _HALF_WAY[GRADES[level]]) ** _STEEPNESS.get(GRADES[level], 1)
    return round(level + 1 + ratio / (ratio + 1), 3)
