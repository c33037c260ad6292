"""Advice: what a person asks about a puzzle or a half-filled board, answered by deductions.

    explanation.py      explain, grade: one puzzle, its verdict and its steps
    hints.py, reviews.py, why.py     advice on a half-filled board; why a square is what it is
    mistakes.py         what is wrong on a half-filled board, and where it began
    conflicts.py        a puzzle without a solution: the clues at odds, and how to mend them
    ambiguity.py        a puzzle with several solutions: where they differ

What these share:

    position.py         a board beside its puzzle, and where they disagree
    faults_at_sight.py  totals that differ, ships that do not fit, parts without a ship
    proofs.py           the steps to one conclusion, without those that it does not need
    clue_sets/          the smallest sets of clues from which something follows
        oracle.py, switches.py           whether it does, asked of a SAT solver, clue by clue
        minimal_sets.py, hitting_set.py  the smallest sets, from its answers

The steps come from `bimaru.deduction`, and so do the sentences (`languages/advice_sentences.py`).
"""

from bimaru.advice.ambiguity import Ambiguity, explain_ambiguity
from bimaru.advice.conflicts import Conflict, Repair, explain_conflict
from bimaru.advice.explanation import (
    Explaining,
    Explanation,
    UngradableError,
    explain,
    grade,
    start_explanation,
)
from bimaru.advice.hints import Advice, Focus, hint
from bimaru.advice.mistakes import Mistake
from bimaru.advice.position import InvalidSquareError
from bimaru.advice.reviews import Review, review
from bimaru.advice.why import Argument, why

__all__ = [
    "Advice",
    "Ambiguity",
    "Argument",
    "Conflict",
    "Explaining",
    "Explanation",
    "Focus",
    "InvalidSquareError",
    "Mistake",
    "Repair",
    "Review",
    "UngradableError",
    "explain",
    "explain_ambiguity",
    "explain_conflict",
    "grade",
    "hint",
    "review",
    "start_explanation",
    "why",
]
