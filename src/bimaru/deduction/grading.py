"""Grades: the hardest technique that a puzzle takes, and about how many words its explanation takes.

docs/reference/techniques.md has the table. Nothing is explained to grade a puzzle: the words of plain steps,
and of case analyses up to *expert*, are predicted from counts; those of harder case analyses are estimated
along the way that is found soonest (`graders.py`). `benchmarks/grading.py` has fitted the formula, and says
how good it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from math import sqrt
from operator import mul
from typing import Final, Literal, NamedTuple, TypeAlias

from bimaru.deduction.techniques import CONTRADICTION, FAILING_PLACEMENTS, NESTED, PLAIN, Technique
from bimaru.outcome import WholeOutcome

GRADES: Final = ("easy", "intermediate", "hard", "expert", "extreme", "fiendish")
GradeName: TypeAlias = Literal["easy", "intermediate", "hard", "expert", "extreme", "fiendish"]
"""A grade of `GRADES`, for type checkers."""
GradeRange: TypeAlias = (
    GradeName
    | Literal[
        "easy-intermediate",
        "easy-hard",
        "easy-expert",
        "easy-extreme",
        "easy-fiendish",
        "intermediate-hard",
        "intermediate-expert",
        "intermediate-extreme",
        "intermediate-fiendish",
        "hard-expert",
        "hard-extreme",
        "hard-fiendish",
        "expert-extreme",
        "expert-fiendish",
        "extreme-fiendish",
    ]
)
"""A grade, or a range of them from the easier to the harder."""
RUNGS: Final = tuple(sum(GRADES.index(technique.grade) <= level for technique in PLAIN) for level in range(3))
"""For each grade up to `hard`, the number of rungs of the ladder that its puzzles may take."""
BEYOND_EXPERT: Final = GRADES[4:]
"""Grades of puzzles that take more than suppositions about squares."""
GRADER: Final = 9
"""The version of the grader, stored with grades: raised whenever a puzzle gets another grade or score,
because only grades of one version are comparable."""
_LEVELS: Final = {grade: level for level, grade in enumerate(GRADES)}
_HALF_WAY: Final = {
    "easy": 114, "intermediate": 132, "hard": 163, "expert": 250, "extreme": 960, "fiendish": 2200,
}  # fmt: skip
"""The words at which the score is half way from each grade to the next: the median of 10x10 puzzles."""
_STEEPNESS: Final = {"easy": 4, "intermediate": 4, "hard": 4, "expert": 2, "extreme": 2, "fiendish": 4}
"""The power of the words that the score of a grade goes by: the fewer, the closer they lie together."""
_MOST: Final = 0.999
"""The most that a score is above the least one of its grade."""
FIRST_WORDS: Final = 56
"""The words of any explanation."""
_CASE_WORDS: Final = {"expert": 1.3, "extreme": 1.1, "fiendish": 1.1}
"""The words of case analyses for each ship missing, and three more; they grow with the square root of the
suppositions tried, and more slowly with the links of those that failed."""
_MOST_WORDS: Final = 1500
"""The most words of an *extreme* puzzle. One with more is as much work as those that take nested
contradictions: of these, 144 of 155 are predicted to take more (4,000 of 10x10 and 800 of 12x12 that
contradictions of squares do not solve, as they are made)."""


Uses: TypeAlias = Sequence[tuple[Technique, int]]
"""Techniques with the number of steps that a proof takes by each."""


class Work(NamedTuple):
    """What a proof takes: the steps on each rung of the ladder, and the ship squares and the water squares
    that they settle; the ships missing where plain techniques first end; the suppositions tried, the links of
    those that failed, and how many of these were values of squares, placements, and nested in others."""

    steps: tuple[int, ...]
    ships: tuple[int, ...] = ()
    waters: tuple[int, ...] = ()
    missing: int = 0
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
_STEP_WORDS, _SHIP_WORDS, _WATER_WORDS = zip(*[technique.words for technique in PLAIN], strict=True)
_LEVEL_OF: Final = [_LEVELS[technique.grade] for technique in _TECHNIQUES]


class Grade(str, WholeOutcome):
    """One of `GRADES`; `score` is a number from 1 to 7 whose whole part is the number of the grade.
    `techniques` are the names of those that the proof takes, easiest first, and `n_steps` is the number of
    its steps."""

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
    hardest = max(compress(_LEVEL_OF, numbers), default=0)
    words = predicted_words(work, GRADES[hardest])
    score = _score(_level(hardest, words), words)
    return Grade(score, tuple(compress(_NAMES, numbers)), sum(numbers))


def predicted_words(work: Work, grade: str) -> float:
    """About how many words the explanation of a puzzle of a grade has, from counts alone."""
    words = plain_words(work)
    if grade in _CASE_WORDS:
        words += _CASE_WORDS[grade] * (3 + work.missing) * sqrt((1 + work.tried) * sqrt(1 + work.links))
    return words


def plain_words(work: Work) -> float:
    """About how many of the words are those of plain steps."""
    words: float = (
        FIRST_WORDS
        + sum(map(mul, _STEP_WORDS, work.steps))
        + sum(map(mul, _SHIP_WORDS, work.ships))
        + sum(map(mul, _WATER_WORDS, work.waters))
    )
    return words


def grade_from(uses: Uses, words: float) -> Grade:
    """The grade of a proof by these techniques, its score by the words of its explanation."""
    hardest = max([_LEVELS[technique.grade] for technique, _ in uses], default=0)
    names = tuple([technique.name for technique, _ in uses])
    return Grade(_score(_level(hardest, words), words), names, sum([number for _, number in uses]))


def rescored(grade: Grade, words: float) -> Grade:
    """The same grade, with the score for an explanation of this many words."""
    return Grade(_score(_LEVELS[grade], words), grade.techniques, grade.n_steps)


def _level(hardest: int, words: float) -> int:
    """The number of a grade, from that of the hardest technique and the words predicted."""
    return hardest + (words > _MOST_WORDS and GRADES[hardest] == "extreme")


def _score(level: int, words: float) -> float:
    grade = GRADES[level]
    ratio = (words / _HALF_WAY[grade]) ** _STEEPNESS[grade]
    return round(level + 1 + min(ratio / (ratio + 1), _MOST), 3)
