"""The ladder does for straight ships what the plain techniques of explanations do: hardly ever more, and what
it needs for *easy* to *hard* puzzles they find, too."""

from __future__ import annotations

from typing import Final

import pytest

import bimaru
from bimaru import Puzzle
from bimaru.board import UNKNOWN, WATER
from bimaru.deduction.finding import codes
from bimaru.deduction.finding.plain import rounds
from bimaru.deduction.finding.start import NumberedClues
from bimaru.grading.ladder.ladder import Ladder
from bimaru.grading.ladder.rungs import PLAIN_RUNGS
from bimaru.symmetry import canonical_turn
from sampling import thorough

SHOWN: Final = {codes.OPEN: UNKNOWN, codes.WATER: WATER}
"""Marks without parts; every other value is ship."""
SHIP: Final = "X"


def by_ladder(puzzle: Puzzle) -> str:
    """What the plain rungs of the ladder settle, on the puzzle turned to its standard orientation."""
    turn = canonical_turn(puzzle, puzzle.givens)
    ladder = Ladder(*turn.tallies(puzzle), puzzle.fleet, turn.givens(puzzle.givens))
    ladder.run(PLAIN_RUNGS)
    return "".join(mark if mark in (UNKNOWN, WATER) else SHIP for mark in "".join(ladder.marks()))


def by_deduction(puzzle: Puzzle) -> str:
    """What the plain techniques of explanations settle, on the same."""
    state = NumberedClues(puzzle).start()
    for _ in rounds(state):
        pass
    return "".join(SHOWN.get(state.known(at), SHIP) for at in range(state.n))


@pytest.mark.parametrize("number", [20, thorough(700)])
@pytest.mark.parametrize("grade", ["easy", "intermediate", "hard"])
def test_what_the_rungs_solve_plain_techniques_hardly_ever_do_not(grade: str, number: int) -> None:
    """Of 22,066 puzzles that the rungs solved, plain techniques left squares of 45 open."""
    unsolved = 0
    for puzzle in bimaru.generate_many(number, grade=grade, seed=471):
        assert UNKNOWN not in by_ladder(puzzle)
        unsolved += UNKNOWN in by_deduction(puzzle)
    assert unsolved <= 0.01 * number


@pytest.mark.parametrize("number", [20, thorough(700)])
@pytest.mark.parametrize("grade", ["hard", "expert", "extreme", "fiendish"])
def test_both_agree_on_each_square_and_the_rungs_hardly_ever_know_more(grade: str, number: int) -> None:
    more = 0
    for puzzle in bimaru.generate_many(number, grade=grade, seed=472):
        pairs = [*zip(by_ladder(puzzle), by_deduction(puzzle), strict=True)]
        assert all(one == other for one, other in pairs if UNKNOWN not in (one, other))
        more += any(other == UNKNOWN != one for one, other in pairs)
    assert more <= 0.05 * number
