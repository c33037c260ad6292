"""The grade and score of a generated puzzle, with the techniques and the number of steps of its proof."""

from __future__ import annotations

from functools import cache, partial
from typing import Any

from bimaru.board import Board
from bimaru.deduction.limits import Budget, OutOfNodesError, refusal
from bimaru.generation.tries import RejectedFleetError
from bimaru.grading.graders import MOST_LOOKS, grade_by_work, grade_of_solved
from bimaru.grading.grades import GRADER, GRADES, Grade
from bimaru.grading.ladder.ladder import Ladder
from bimaru.grading.ladder_work import work_of
from bimaru.puzzle import Provenance, Puzzle
from bimaru.ships import Fleet


def with_score(puzzle: Puzzle, board: Board) -> Puzzle:
    """The puzzle, whose only solution is `board`, with its grade in its provenance; unchanged if the
    techniques do not lead to the solution, or not with as much search as grading may take."""
    try:
        found = None if refusal(puzzle) else grade_of_solved(puzzle, board)
    except OutOfNodesError:
        return puzzle
    return puzzle if found is None else in_provenance(puzzle, found)


def known_easy(puzzle: Puzzle, board: Board) -> Puzzle:
    """The puzzle, whose squares were chosen so that easy techniques lead to `board`, with its grade in its
    provenance. What else the proof shows is found when it is first read."""
    proof = cache(partial(grade_of_solved, puzzle, board))

    def later(name: str) -> Any:
        return lambda: getattr(proof(), name)

    known = puzzle.provenance
    rest = (later("score"), later("techniques"), later("n_steps"), GRADER)
    return puzzle.with_provenance(Provenance(known.seed, known.solution, GRADES[0], *rest))


class Scorer:
    """Scores puzzles of straight ships of one size and fleet, in the same memory."""

    def __init__(self, height: int, width: int, fleet: Fleet) -> None:
        self._height, self._width = sorted((height, width))
        self._fleet = fleet
        self._start()

    def _start(self) -> None:
        self._ladder = Ladder((None,) * self._height, (None,) * self._width, self._fleet, ())

    def with_score(self, puzzle: Puzzle, board: Board) -> Puzzle:
        """Like the function `with_score`."""
        try:
            found = self._grade(puzzle, board, Budget(MOST_LOOKS))
        except OutOfNodesError:
            return puzzle
        return puzzle if found is None else in_provenance(puzzle, found)

    def require(self, puzzle: Puzzle, board: Board, wanted: str, budget: Budget) -> Puzzle:
        """The puzzle with its grade in its provenance. Raises `RejectedFleetError` if it is another than
        wanted, or not known within a budget."""
        try:
            found = self._grade(puzzle, board, budget, wanted)
        except OutOfNodesError:
            raise RejectedFleetError("turned out to take too much search to grade") from None
        if found is None:
            raise RejectedFleetError(f"did not turn out {wanted}")
        return in_provenance(puzzle, found)

    def _grade(self, puzzle: Puzzle, board: Board, budget: Budget, wanted: str | None = None) -> Grade | None:
        """The grade; `None` if there is none, or another than wanted."""
        hardest = wanted or GRADES[-1]
        try:
            work = work_of(puzzle, board, budget.check, hardest=hardest, ladder=self._ladder)
        except OutOfNodesError:
            self._start()  # what is left of the old one must not be used
            raise
        if work is None:
            return None
        found = grade_by_work(work, puzzle, board)
        return found if wanted in (None, found) else None


def in_provenance(puzzle: Puzzle, found: Grade) -> Puzzle:
    """The puzzle with this grade in its provenance."""
    known = puzzle.provenance
    steps = (found.techniques, found.n_steps)
    return puzzle.with_provenance(
        Provenance(known.seed, known.solution, str(found), lambda: found.score, *steps, GRADER)  # type: ignore[arg-type]  # found later
    )
