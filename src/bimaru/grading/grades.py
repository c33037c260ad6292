"""Grades: the hardest technique that a puzzle takes, and about how many words its explanation takes.

docs/reference/techniques.md has the table. A grade comes from counts; its score from the words, which
`graders.py` estimates when the score is first read: that takes longer than making the puzzle.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import compress
from math import floor, inf, sqrt
from operator import mul
from typing import Final, Literal, NamedTuple, TypeAlias

from bimaru.deduction.techniques import PLAIN, TECHNIQUES, Technique
from bimaru.found_later import found_later
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
GRADER: Final = 11
"""The version of the grader, stored with grades: raised whenever a puzzle gets another grade or score,
because only grades of one version are comparable."""
_LEVELS: Final = {grade: level for level, grade in enumerate(GRADES)}
_HALF_WAY: Final = {
    "easy": 127, "intermediate": 148, "hard": 186, "expert": 290, "extreme": 790, "fiendish": 2200,
}  # fmt: skip
"""The words, with those for efforts, at which the score is half way from each grade to the next: the median
of 10x10 puzzles."""
_STEEPNESS: Final = {"easy": 4, "intermediate": 4, "hard": 4, "expert": 3, "extreme": 2, "fiendish": 3}
"""The power of the words that the score of a grade goes by: the fewer, the closer they lie together."""
_MOST: Final = 0.999
"""The most that a score is above the least one of its grade."""
_ROUNDING: Final = 1e-9
"""Makes up for the rounding of products such as 100 * 4.35."""
_MOST_CASE_WORK: Final = 1220
"""The most `case_work` of an *extreme* puzzle. One with more is as much work as those that take nested
contradictions."""


Uses: TypeAlias = Sequence[tuple[Technique, int]]
"""Techniques with the number of steps that a proof takes by each."""


class Work(NamedTuple):
    """What a proof takes: the steps on each rung of the ladder; the ships missing where plain techniques
    first end; the suppositions tried, the links of those that failed, and how many of these were values of
    squares, placements, and nested in others."""

    steps: tuple[int, ...]
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

    @property
    def case_work(self) -> float:
        """How much work the case analyses are: they get longer with each ship that is missing, with the
        square root of the suppositions tried, and more slowly with the links of those that failed."""
        return (3 + self.missing) * sqrt((1 + self.tried) * sqrt(1 + self.links))


_NAMES: Final = [technique.name for technique in TECHNIQUES]
_EFFORTS: Final = [technique.effort for technique in PLAIN]
_LEVEL_OF: Final = [_LEVELS[technique.grade] for technique in TECHNIQUES]


def score_text(score: float) -> str:
    """A score with two digits, rounded down, so that none looks like that of the next grade."""
    return f"{floor(100 * score + _ROUNDING) / 100:.2f}"


@found_later("score")
class Grade(str, WholeOutcome):
    """One of `GRADES`; `score` is a number from 1 to 7 whose whole part is the number of the grade, found
    when it is first read. `techniques` are the names of those that the proof takes, easiest first, and
    `n_steps` is the number of its steps. As text, grades sort by the alphabet: compare scores."""

    score: float
    techniques: tuple[str, ...]
    n_steps: int
    __slots__ = ("n_steps", "score", "techniques")

    def __new__(
        cls,
        name: str,
        score: float | Callable[[], float],
        techniques: tuple[str, ...] = (),
        n_steps: int = 0,
    ) -> Grade:
        """`score`: the number, or what returns it."""
        grade = super().__new__(cls, name)
        grade.score = score  # type: ignore[assignment]  # found later
        grade.techniques = techniques
        grade.n_steps = n_steps
        return grade

    def to_data(self) -> dict[str, object]:
        """The grade as JSON."""
        return {"grade": str(self), "score": self.score, "grader": GRADER}

    def __getnewargs__(self) -> tuple[str, float, tuple[str, ...], int]:  # type: ignore[override]  # as `__new__`
        return (str(self), self.score, self.techniques, self.n_steps)


def no_grade(reason: str) -> dict[str, object]:
    """The JSON of a grade that is missing for that reason."""
    return {"grade": None, "score": None, "grader": GRADER, "ungraded": reason}


def grade_of(work: Work, words: Callable[[], float]) -> Grade:
    """The grade of a puzzle, from the work that its proof takes; `words` estimates those of its
    explanation."""
    numbers = work.numbers
    # Like `grade_from`, but without an object for each technique: some puzzles are made in less than 0.1 ms.
    hardest = max(compress(_LEVEL_OF, numbers), default=0)
    effort = sum(map(mul, _EFFORTS, work.steps))
    return _grade(hardest, work, effort, words, tuple(compress(_NAMES, numbers)), sum(numbers))


def grade_from(uses: Uses, cases: Work, words: Callable[[], float]) -> Grade:
    """The grade of a proof by these techniques; `cases`: the work of its case analyses."""
    hardest = max([_LEVELS[technique.grade] for technique, _ in uses], default=0)
    names = tuple([technique.name for technique, _ in uses])
    effort = sum([technique.effort * number for technique, number in uses if not technique.depth])
    return _grade(hardest, cases, effort, words, names, sum([number for _, number in uses]))


def _grade(
    hardest: int, work: Work, effort: float, words: Callable[[], float], names: tuple[str, ...], n_steps: int
) -> Grade:
    name = GRADES[hardest]
    if name == "extreme" and work.case_work > _MOST_CASE_WORK:
        name = "fiendish"
    return Grade(name, lambda: score_of(name, words() + effort), names, n_steps)


def score_of(grade: str, words: float) -> float:
    """The score of a puzzle of this grade, from the estimated words of its explanation and its effort."""
    share = _MOST
    if words < inf:
        ratio = (words / _HALF_WAY[grade]) ** _STEEPNESS[grade]
        share = min(ratio / (ratio + 1), _MOST)
    return round(_LEVELS[grade] + 1 + share, 3)
