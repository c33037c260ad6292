"""Completing drafts: givens are added to a part of a puzzle until it has one solution and meets a target.

Boards of the draft are found at random, not uniformly: tables for a uniform draw take too long while most
clues are missing. Each is given just enough squares; the first puzzle that meets the target is the answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bimaru.advice.position import givens_of, sized, with_givens
from bimaru.arrangements.rejection import Chance
from bimaru.board import WATER, Board
from bimaru.clock import clock
from bimaru.deduction.limits import Deadline, OutOfNodesError, check_explainable, refusal
from bimaru.errors import NoSolutionError, OutOfTimeError
from bimaru.generation.clue_masks import GROUPS, clues_of, with_clues
from bimaru.generation.clue_selection import (
    EARLY_WATER,
    SquareGroup,
    drop_redundant,
    select_until_unique,
    with_groups,
)
from bimaru.generation.minimisation import EngineOracle
from bimaru.generation.recipe import default_fleet
from bimaru.generation.scores import in_provenance
from bimaru.generation.uniqueness import GIVEN
from bimaru.grading.graders import grade_of_solved
from bimaru.grading.grades import GRADES, Grade
from bimaru.outcome import Outcome
from bimaru.puzzle import Given, Provenance, Puzzle, check_is_puzzle
from bimaru.solving import search
from bimaru.squares import Part

MOST_TRIES: Final = 10_000
"""Most boards to try."""
_NUDGES: Final = 8
"""Random squares that a board is asked to have as ship, where some board has them all."""
_NUDGE_NODES: Final = 2_000
"""Nodes of the search for such a board."""


@dataclass(frozen=True, slots=True)
class Completion(Outcome):
    """A draft completed to a target."""

    puzzle: Puzzle | None
    """The puzzle, or the nearest to the target, with its solution and grade; `None`: none."""
    tries: int
    """The boards tried."""
    complete: bool
    """Whether the puzzle meets the target, or is `None` because the draft has no solution. False does not
    mean that none would."""


@dataclass(frozen=True, slots=True)
class Target:
    """What a completed draft shall have: a grade of `GRADES`, and at most a number of givens; each may be
    `None` for any."""

    grade: str | None = None
    most_givens: int | None = None

    def distance(self, found: Grade | None, n_givens: int) -> tuple[int, int]:
        """How far a puzzle is from the target: in grades, and in givens that it has too many."""
        grades = 0 if self.grade is None else abs(_rank(found) - GRADES.index(self.grade))
        return grades, 0 if self.most_givens is None else max(0, n_givens - self.most_givens)


def complete(
    draft: Puzzle,
    target: Target,
    board: Board | None = None,
    *,
    seed: int = 0,
    time_limit: float | None = None,
) -> Completion:
    """The draft with givens added, so that it has one solution and meets the target.

    All clues of the draft stay. `board` has squares that the solution shall show without giving them. A draft
    without any tally gets them all, and one without ships the default fleet; other missing tallies stay
    missing. After `time_limit` seconds, or `MOST_TRIES`, the nearest puzzle found is returned.

    Raises `InvalidBoardError` for a board of another size, and `CannotExplainError` for a puzzle that cannot
    have a grade."""
    check_is_puzzle(draft)
    if not draft.ships:
        draft = draft.replace(fleet=default_fleet((), (), (draft.height, draft.width)))
    if target.grade is not None:
        check_explainable(draft)
    wanted = draft if board is None else with_givens(draft, givens_of(sized(board, draft)))
    completer = _Completer(draft, wanted, target, Chance(seed), Deadline(time_limit))
    best: tuple[tuple[int, int], Puzzle] | None = None
    tries = 0
    try:
        while tries < MOST_TRIES and (best is None or any(best[0])):
            found = completer.attempt()
            tries += 1
            if found is not None and (best is None or found[0] < best[0]):
                best = found
    except NoSolutionError:
        return Completion(None, 0, True)
    except OutOfTimeError:
        pass
    return Completion(best and best[1], tries, best is not None and not any(best[0]))


class _Completer:
    """Tries to complete a draft; `wanted` is the draft with all that its solution shall show."""

    def __init__(self, draft: Puzzle, wanted: Puzzle, target: Target, chance: Chance, deadline: Deadline):
        self._draft = draft
        self._wanted = wanted
        self._target = target
        self._chance = chance
        self._deadline = deadline
        self._fixed = {given.row * draft.width + given.col for given in draft.givens}

    def attempt(self) -> tuple[tuple[int, int], Puzzle] | None:
        """A puzzle of a random board with its distance from the target; `None` if the board needs more search
        than there is. Raises `NoSolutionError` and `OutOfTimeError`."""
        board = self._random_board()
        full = with_givens(self._with_tallies(board), givens_of(board))
        left = self._deadline.left()
        clues = clues_of(full)
        oracle = EngineOracle(full, board, clues, None if left is None else clock.now() + left)
        own = [clue for clue in clues if clue.kind not in GROUPS["givens"] or clue.position in self._fixed]
        base = sum(clue.value for clue in own)
        squares = [SquareGroup((clue.position,), GIVEN, clue.value) for clue in clues if clue not in own]
        is_ship = bytes(board.rows[at // full.width][at % full.width] != WATER for (at,), *_ in squares)
        candidates = self._chance.mix_in(squares, is_ship, EARLY_WATER)
        chosen, other = select_until_unique(oracle, base, candidates)
        if other is not None:
            self._deadline.check()
            return None

        def puzzle_with(groups: Sequence[SquareGroup]) -> Puzzle:
            return with_clues(full, with_groups(base, groups))

        def is_unique(groups: Sequence[SquareGroup]) -> bool:
            return oracle.is_unique(with_groups(base, groups))

        def grade(groups: Sequence[SquareGroup]) -> Grade | None:
            return self._grade(puzzle_with(groups), board)

        chosen = drop_redundant(chosen, is_unique)
        found = grade(chosen)
        if self._is_too_hard(found):
            for group in candidates:
                if group not in chosen and self._has_room(chosen):
                    chosen = [*chosen, group]
                    found = grade(chosen)
                    if not self._is_too_hard(found):
                        break
            if found == self._target.grade:
                chosen = drop_redundant(chosen, lambda rest: is_unique(rest) and grade(rest) == found)
                found = grade(chosen)
        distance = self._target.distance(found, len(chosen) + len(self._fixed))
        puzzle = puzzle_with(chosen).with_provenance(Provenance(solution=board.to_data()))
        return distance, puzzle if found is None else in_provenance(puzzle, found)

    def _random_board(self) -> Board:
        """A board of the draft: the first one with each of some random squares as ship, as far as there is
        one. Raises `NoSolutionError` and `OutOfTimeError`."""
        self._deadline.check()
        puzzle = self._wanted
        board = self._first_board(puzzle)
        for _ in range(_NUDGES):
            row, col = self._chance.below(puzzle.height), self._chance.below(puzzle.width)
            nudged = with_givens(puzzle, [Given(row, col, Part.SHIP)])
            found = next(
                search(nudged, limit=1, node_limit=_NUDGE_NODES, time_limit=self._deadline.left()), None
            )
            if found is not None:
                puzzle, board = nudged, found
        return board

    def _first_board(self, puzzle: Puzzle) -> Board:
        boards = search(puzzle, limit=1, time_limit=self._deadline.left())
        board = next(boards, None)
        if board is None:
            raise NoSolutionError(self._draft) if boards.complete else OutOfTimeError()
        return board

    def _with_tallies(self, board: Board) -> Puzzle:
        """The draft, with all tallies of the board if it has none."""
        draft = self._draft
        if any(tally is not None for tally in (*draft.rows, *draft.cols)):
            return draft
        ship = [[mark != WATER for mark in row] for row in board.rows]
        return draft.replace(rows=[*map(sum, ship)], cols=[*map(sum, zip(*ship, strict=True))])

    def _grade(self, puzzle: Puzzle, board: Board) -> Grade | None:
        """The grade; `None` if there is none, or it takes too much search."""
        if refusal(puzzle):
            return None
        try:
            return grade_of_solved(puzzle, board, self._deadline)
        except OutOfNodesError:
            return None

    def _is_too_hard(self, found: Grade | None) -> bool:
        return self._target.grade is not None and _rank(found) > GRADES.index(self._target.grade)

    def _has_room(self, chosen: Sequence[SquareGroup]) -> bool:
        most = self._target.most_givens
        return most is None or len(chosen) + len(self._fixed) < most


def _rank(found: Grade | None) -> int:
    """The number of a grade; that after the hardest, if there is none."""
    return len(GRADES) if found is None else GRADES.index(found)
