"""Deduction: solving as a person does, told step by step, and how hard that is."""

from bimaru.deduction.deadline import OutOfTime
from bimaru.deduction.explanation import Explanation, Ungradable, explain, grade
from bimaru.deduction.grading import Grade
from bimaru.deduction.hints import Advice, Mistake, NoBoard, hint
from bimaru.deduction.reasons import Case, Line, Reason, Starved
from bimaru.deduction.session import CannotExplain, Step

__all__ = [
    "Advice",
    "CannotExplain",
    "Case",
    "Explanation",
    "Grade",
    "Line",
    "Mistake",
    "NoBoard",
    "OutOfTime",
    "Reason",
    "Starved",
    "Step",
    "Ungradable",
    "explain",
    "grade",
    "hint",
]
