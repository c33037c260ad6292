"""The grade and score of a generated puzzle, with the techniques and the number of steps of its proof."""

from __future__ import annotations

from bimaru.board import Board
from bimaru.deduction.explainable import refusal
from bimaru.deduction.grades import grade_of_solved
from bimaru.deduction.grading import GRADER, GRADES, Grade, grade_of
from bimaru.deduction.ladder.ladder import Ladder
from bimaru.deduction.measuring import work_of
from bimaru.deduction.time_limit import Deadline
from bimaru.generation.recipe import RejectedFleetError
from bimaru.puzzle import Provenance, Puzzle
from bimaru.ships import Fleet


def with_score(puzzle: Puzzle, board: Board) -> Puzzle:
    """The puzzle, whose only solution is `board`, with its grade in its provenance; unchanged if the
    techniques do not lead to the solution."""
    found = None if refusal(puzzle) else grade_of_solved(puzzle, board)
    return puzzle if found is None else in_provenance(puzzle, found)


class Scorer:
    """Scores puzzles of straight ships of one size and fleet, in the same memory."""

    def __init__(self, height: int, width: int, fleet: Fleet) -> None:
        sides = sorted((height, width))
        self._ladder = Ladder((None,) * sides[0], (None,) * sides[1], fleet, ())
        self._watch = Deadline().check

    def with_score(self, puzzle: Puzzle, board: Board, wanted: str | None = None) -> Puzzle:
        """As the function `with_score`. Raises `RejectedFleetError` if `wanted` is another grade."""
        with_extreme = wanted in (None, GRADES[-1])
        work = work_of(puzzle, board, self._watch, with_extreme=with_extreme, ladder=self._ladder)
        found = None if work is None else grade_of(work)
        if wanted is not None and found != wanted:
            raise RejectedFleetError(f"did not turn out {wanted}")
        return puzzle if found is None else in_provenance(puzzle, found)


def in_provenance(puzzle: Puzzle, found: Grade) -> Puzzle:
    """The puzzle with this grade in its provenance."""
    known = puzzle.provenance
    steps = (found.techniques, found.n_steps)
    return puzzle.with_provenance(
        Provenance(known.seed, known.solution, str(found), found.score, *steps, GRADER)
    )
