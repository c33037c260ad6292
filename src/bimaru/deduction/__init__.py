"""Deduction: explanations step by step, hints and grades, as a person solves."""

from bimaru.deduction.explanation import Explanation, UngradableError, explain, grade
from bimaru.deduction.grading import Grade
from bimaru.deduction.hints import Advice, Focus, Mistake, NoSolutionError, hint
from bimaru.deduction.reasons import Case, Clue, Facts, Line, Reason, Starved
from bimaru.deduction.session import CannotExplainError, Step
from bimaru.errors import OutOfTimeError

__all__ = [
    "Advice",
    "CannotExplainError",
    "Case",
    "Clue",
    "Explanation",
    "Facts",
    "Focus",
    "Grade",
    "Line",
    "Mistake",
    "NoSolutionError",
    "OutOfTimeError",
    "Reason",
    "Starved",
    "Step",
    "UngradableError",
    "explain",
    "grade",
    "hint",
]
