"""Deduction: explanations step by step, hints and grades, as a person solves."""

from bimaru.deduction.ambiguity import Ambiguity, explain_ambiguity
from bimaru.deduction.conflicts import Conflict, explain_conflict
from bimaru.deduction.explainable import CannotExplainError
from bimaru.deduction.explanation import (
    Explaining,
    Explanation,
    UngradableError,
    explain,
    grade,
    iter_steps,
    start_explanation,
)
from bimaru.deduction.grading import Grade
from bimaru.deduction.hints import Advice, Focus, hint
from bimaru.deduction.languages import LANGUAGES, UnknownLanguageError, grade_name, technique_name
from bimaru.deduction.mistakes import Mistake
from bimaru.deduction.position import InvalidSquareError
from bimaru.deduction.reasons import Case, Change, Clue, Facts, Line, Question, Reason
from bimaru.deduction.repairs import Repair
from bimaru.deduction.reviews import Review, review
from bimaru.deduction.telling.steps import Step
from bimaru.deduction.why import Argument, why
from bimaru.errors import NoSolutionError, OutOfTimeError

__all__ = [
    "LANGUAGES",
    "Advice",
    "Ambiguity",
    "Argument",
    "CannotExplainError",
    "Case",
    "Change",
    "Clue",
    "Conflict",
    "Explaining",
    "Explanation",
    "Facts",
    "Focus",
    "Grade",
    "InvalidSquareError",
    "Line",
    "Mistake",
    "NoSolutionError",
    "OutOfTimeError",
    "Question",
    "Reason",
    "Repair",
    "Review",
    "Step",
    "UngradableError",
    "UnknownLanguageError",
    "explain",
    "explain_ambiguity",
    "explain_conflict",
    "grade",
    "grade_name",
    "hint",
    "iter_steps",
    "review",
    "start_explanation",
    "technique_name",
    "why",
]
