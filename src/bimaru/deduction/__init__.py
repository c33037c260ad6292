"""Deduction: solving as a person does, told step by step, and how hard that is."""

from bimaru.deduction.deducing import CannotExplain, Step
from bimaru.deduction.explanation import Explanation, Ungradable, explain, grade
from bimaru.deduction.grading import Grade
from bimaru.deduction.hints import Advice, Mistake, NoBoard, hint

__all__ = [
    "Advice",
    "CannotExplain",
    "Explanation",
    "Grade",
    "Mistake",
    "NoBoard",
    "Step",
    "Ungradable",
    "explain",
    "grade",
    "hint",
]
