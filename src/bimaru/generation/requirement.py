"""Puzzles that take a given technique, and nothing harder than its grade.

A puzzle takes a technique that is among the steps of its proof if the other techniques of the grade do not
solve it. Case analyses are tried only where all easier techniques end, so that it takes them wherever they
occur.
"""

from __future__ import annotations

from typing import Final

from bimaru.deduction.techniques import BY_NAME, PLAIN, Technique
from bimaru.grading.grades import GRADES, RUNGS
from bimaru.grading.ladder.ladder import Ladder
from bimaru.puzzle import Puzzle

MISSING_TALLY: Final = BY_NAME["missing tally"]
TAKEN_WHEN_USED: Final = frozenset(
    {
        "ships do not touch",  # a rule of the puzzle, without which the other techniques are wrong
        "water round a finished ship",  # no ship fits there
        "direction of a middle",  # one way to grow; no ship fits on the other sides
        "last places",  # overlap of as many placements as ships
        "no ship fits: starved line",  # water in all ways to fill the line
        "last places: starved line",  # overlap
    }
)
"""Techniques that a puzzle takes if they are among its steps. The first is a rule of the puzzle. What the
others conclude, other techniques of the same grade conclude as well: no puzzle is unsolvable without them."""


def takes(puzzle: Puzzle, technique: Technique) -> bool:
    """Whether a puzzle of straight ships takes a technique. Its provenance has the grade of the technique."""
    if technique.name not in (puzzle.provenance.techniques or ()):
        return False
    if technique not in PLAIN or technique.name in TAKEN_WHEN_USED:
        return True
    ladder = Ladder(puzzle.rows, puzzle.cols, puzzle.fleet, puzzle.givens)
    ladder.run_without(RUNGS[GRADES.index(technique.grade)], PLAIN.index(technique))
    return not ladder.is_solved()
