"""The grade and score of a generated puzzle, with the techniques and the number of steps of its proof."""

from __future__ import annotations

from bimaru.board import Board
from bimaru.deduction.deductions import grade_of_solved, refusal
from bimaru.deduction.grading import GRADES
from bimaru.generation.recipe import RejectedFleetError
from bimaru.puzzle import Provenance, Puzzle


def with_score(puzzle: Puzzle, board: Board, wanted: str | None = None) -> Puzzle:
    """The puzzle, whose only solution is `board`, with its grade in its provenance; unchanged if the
    techniques do not lead to the solution.

    Raises `RejectedFleetError` if `wanted` is another grade."""
    with_extreme = wanted in (None, GRADES[-1])
    found = None if refusal(puzzle) else grade_of_solved(puzzle, board, with_extreme=with_extreme)
    if wanted is not None and found != wanted:
        raise RejectedFleetError(f"did not turn out {wanted}")
    if found is None:
        return puzzle
    known = puzzle.provenance
    return puzzle.with_provenance(
        Provenance(known.seed, known.solution, str(found), found.score, found.techniques, found.n_steps)
    )
