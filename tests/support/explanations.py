"""Explanations of puzzles, each worked out once for all tests of a process."""

from __future__ import annotations

from functools import cache

from bimaru import Explanation, Puzzle, Step, solve
from bimaru.advice.explanation import explain
from bimaru.advice.position import givens_of
from bimaru.deduction.languages import language_of
from bimaru.deduction.languages.notation import shortened
from bimaru.deduction.reasons import links_of


@cache
def explained(puzzle: Puzzle, language: str = "en") -> Explanation:
    """The explanation of a puzzle; for tests that patch nothing in it."""
    return explain(puzzle, language=language)


@cache
def with_column_9(puzzle: Puzzle) -> Puzzle:
    """The puzzle with column 9 of its solution given. csplib014-113 is then explained in a fiftieth of the
    time; step 11 is a case analysis."""
    board = solve(puzzle).board
    assert board is not None
    known = {given.square for given in puzzle.givens}
    column = [given for given in givens_of(board) if given.square[1] == 8 and given.square not in known]
    return puzzle.replace(givens=[*puzzle.givens, *column])


def in_short(text: str, step: Step) -> str:
    """A text of a step without where ships are that are found: the step says that only once."""
    return shortened(text, language_of(step.language).arguments.lists_of_ships(links_of(step.cases)))
