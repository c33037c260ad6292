"""Deduction: solving as a person does, told step by step, and how hard that is."""

from bimaru.deduction.explanation import Explanation, UngradableError, explain, grade
from bimaru.deduction.grading import Grade
from bimaru.deduction.hints import Advice, Mistake, NoSolutionError, hint
from bimaru.deduction.reasons import Case, Line, Reason, Starved
from bimaru.deduction.session import CannotExplainError, Step
from bimaru.errors import OutOfTimeError

__all__ = [
    "Advice",
    "CannotExplainError",
    "Case",
    "Explanation",
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
