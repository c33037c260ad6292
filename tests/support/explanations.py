"""Explanations of puzzles, each worked out once for all tests of a process."""

from __future__ import annotations

from functools import cache

from bimaru import Explanation, Puzzle
from bimaru.deduction.explanation import explain


@cache
def explained(puzzle: Puzzle, language: str = "en") -> Explanation:
    """The explanation of a puzzle; for tests that patch nothing in it."""
    return explain(puzzle, language=language)
