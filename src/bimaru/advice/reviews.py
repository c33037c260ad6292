"""Reviews: whether a half-filled board can still become a solution, and the board to go back to if not.

A review does not reveal what is wrong, or where, unless one goes back.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from bimaru.advice.position import agrees, contradicts, givens_of, search, sized
from bimaru.board import NO_LETTER, UNKNOWN, Board
from bimaru.deduction.limits import Deadline
from bimaru.deduction.reasons import Squares
from bimaru.outcome import WholeOutcome
from bimaru.puzzle import Given, Puzzle, check_is_puzzle
from bimaru.rules import check
from bimaru.squares import Square


@dataclass(frozen=True, slots=True)
class Review(WholeOutcome):
    """Whether a board can be completed to a solution."""

    right: bool
    """Whether a solution can be reached."""
    finished: bool
    """Whether it is a solution."""
    board: Board | None
    """The board to go back to: the same if it is right; else the last of the history that is right; without
    one, the board without its wrong squares. `None`: the puzzle has no solution."""
    removed: Squares
    """The squares taken back: those known on the board that are unknown or different on the other."""

    def to_data(self, *, rewind: bool = True) -> dict[str, object]:
        """The review as JSON; without `rewind` only the verdict."""
        data = WholeOutcome.to_data(self)
        return data if rewind else {key: data[key] for key in ("right", "finished")}


def review(
    puzzle: Puzzle, board: Board, *, history: Sequence[Board] = (), time_limit: float | None = None
) -> Review:
    """Whether a half-filled board can still be completed to a solution, and what to go back to if not.

    `history`: earlier boards, oldest first. Going back leads to the last of them that can be completed, which
    is the board before the first mistake that was not undone. Without such a board, wrong squares are
    removed: all that differ from the solution or, if there are several, each square in reading order that
    cannot be right together with those kept before it, so that none removed could be put back.

    Raises `InvalidBoardError` for a board of another size, `OutOfTimeError` after `time_limit` seconds."""
    check_is_puzzle(puzzle)
    judge = _Judge(puzzle, Deadline(time_limit))
    for one in (board, *history):
        sized(one, puzzle)
    if judge.is_possible(givens_of(board)):
        return Review(True, not check(puzzle, board), board, ())
    if not judge.has_solution:
        return Review(False, False, None, ())
    back = next((one for one in reversed(history) if judge.is_possible(givens_of(one))), None)
    if back is None:
        kept = {given.square for given in judge.possible_part(givens_of(board))}
        letters = board.letters and _only(board.letters, kept, NO_LETTER)
        back = Board(_only(board.rows, kept, UNKNOWN), letters)
    removed = tuple(at for at, mark in board.squares() if mark != UNKNOWN and not _same(board, back, at))
    return Review(False, False, back, removed)


def _same(board: Board, other: Board, at: Square) -> bool:
    return board[at] == other[at] and board.letter(at) == other.letter(at)


def _only(rows: Sequence[str], kept: Container[Square], rest: str) -> tuple[str, ...]:
    """Rows of a board, with another sign on all squares but those that are kept."""
    return tuple(
        "".join(sign if (r, c) in kept else rest for c, sign in enumerate(row)) for r, row in enumerate(rows)
    )


class _Judge:
    """Knows the only solution of a puzzle, if there is only one; otherwise every board takes a search."""

    def __init__(self, puzzle: Puzzle, deadline: Deadline) -> None:
        self._puzzle, self._deadline = puzzle, deadline
        result = search(puzzle, deadline)
        self.has_solution = result.status != "none"
        self._solution = result.board if result.status == "unique" else None

    def is_possible(self, shown: Sequence[Given]) -> bool:
        """Whether a board that shows these squares can be completed to a solution."""
        if not self.has_solution or any(contradicts(given, self._puzzle) for given in shown):
            return False
        if self._solution is not None:
            return all(agrees(given, self._solution) for given in shown)
        return search(self._puzzle, self._deadline, shown, limit=1).status != "none"

    def possible_part(self, shown: Sequence[Given]) -> list[Given]:
        """Squares that can be right together, to which none of the others can be added."""
        kept: list[Given] = []
        for _, each in groupby(shown, key=attrgetter("square")):
            said = [*each]
            if self.is_possible(said if self._solution is not None else [*kept, *said]):
                kept += said
        return kept
