"""The next step from a half-filled board, or the mistake in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from bimaru.board import SHIP, UNKNOWN, WATER, Board
from bimaru.deduction.deadline import Deadline
from bimaru.deduction.explanation import fitting, forced_squares, givens_of, is_against, solved, with_givens
from bimaru.deduction.reasons import Squares
from bimaru.deduction.sentences import capital, names
from bimaru.deduction.session import CannotExplainError, Deduction, Step, refusal
from bimaru.errors import BimaruError
from bimaru.puzzle import Given, Puzzle, check_is_puzzle
from bimaru.rules import Fault, check
from bimaru.squares import Part

STRENGTHS: Final = ("where", "technique", "step")
"""How much a hint tells: where to look, also the technique, or the whole step."""


class Mistake(NamedTuple):
    """What cannot be on a half-filled board: the squares concerned, and why."""

    squares: Squares
    text: str


class Advice(NamedTuple):
    """Help for a half-filled board, in three strengths: `where` to look, which `technique`, and the
    whole `step`. All three are `None` if there is a mistake, or if nothing more follows."""

    mistake: Mistake | None = None
    where: str | None = None
    technique: str | None = None
    step: Step | None = None

    def to_data(self, strength: str = "step") -> dict[str, object]:
        """The advice as JSON, in one of `STRENGTHS`."""
        told = STRENGTHS.index(strength)
        return {
            "mistake": self.mistake and self.mistake._asdict(),
            "where": self.where,
            "technique": self.technique if told > 0 else None,
            "step": self.step.to_data() if self.step and told > 1 else None,
        }


class NoSolutionError(BimaruError, ValueError):
    """There is nothing to explain: the puzzle has no board."""

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__(puzzle)

    def __str__(self) -> str:
        return f"{self.args[0]!r} has no board"


def hint(puzzle: Puzzle, board: Board | None = None, *, time_limit: float | None = None) -> Advice:
    """What to do next on a half-filled board (on the empty one, if none is given).

    Raises `InvalidBoardError` for a board of another size, `NoSolutionError` where the puzzle has none,
    `OutOfTimeError` where it takes more than `time_limit` seconds to tell, and otherwise what
    `explain` raises."""
    check_is_puzzle(puzzle)
    deadline = Deadline(time_limit)
    if reason := refusal(puzzle):
        raise CannotExplainError(reason)
    board = fitting(puzzle, board or Board.unknown(puzzle.height, puzzle.width))
    shown = givens_of(board)
    result = solved(with_givens(puzzle, shown), deadline)
    if result.status == "none" or any(is_against(one, puzzle) for one in shown):
        return Advice(_mistake(puzzle, board, shown, deadline))
    deduction = Deduction(puzzle, shown, deadline)
    step = next(deduction.steps(), None) or next(
        deduction.steps(forced_squares(puzzle, shown, result, deadline)), None
    )
    if step is None:
        return Advice()
    return Advice(None, _where(step), step.technique, step)


def _where(step: Step) -> str:
    """Where to look: the line that the step is about, the ship, or else the squares that it settles."""
    reason = step.reasons[0]
    if step.cases:
        place = names(step.cases[0].supposed)
    elif reason.line is not None:
        place = reason.line.name
    else:
        place = names(reason.squares or reason.ship or reason.water)
    return f"Look at {place}."


# Mistakes


def _mistake(puzzle: Puzzle, board: Board, shown: Sequence[Given], deadline: Deadline) -> Mistake:
    """What is wrong with a board from which no board of the puzzle can be reached."""
    result = solved(puzzle, deadline)
    if result.status == "none":
        raise NoSolutionError(puzzle)
    forced = forced_squares(puzzle, (), result, deadline)
    right = [one for one in shown if _agrees(one, forced)]
    wrong = [one for one in shown if (forced[one.square] == WATER) != (one.kind == Part.WATER)]
    if wrong := [one for one in wrong if forced[one.square] != UNKNOWN]:
        return _wrong_square(puzzle, right, wrong, deadline)
    if broken := [fault for fault in check(puzzle, board) if fault.rule != "unfinished"]:
        return _broken(broken[0])
    if len(right) < len(shown):
        square = next(one.square for one in shown if one not in right)
        return Mistake((square,), f"{names([square])} is ship, but not the part that it shows.")
    return _wrong_together(puzzle, shown, deadline)


def _broken(fault: Fault) -> Mistake:
    return Mistake(fault.squares, f"{capital(fault.text)}.")


def _agrees(one: Given, forced: Board) -> bool:
    """Whether what a square shows is not against what all boards have there."""
    mark = forced[one.square]
    if mark == UNKNOWN:
        return True
    if one.kind == Part.WATER or mark == WATER:
        return one.kind == Part.WATER and mark == WATER
    return mark in (one.kind, SHIP) or one.kind == SHIP


def _wrong_square(
    puzzle: Puzzle, right: Sequence[Given], wrong: Sequence[Given], deadline: Deadline
) -> Mistake:
    """The wrong square that is easiest to see through, with a chain that shows it."""
    deduction = Deduction(puzzle, right, deadline)
    one = min(wrong, key=lambda one: deduction.steps_against(one.square, one.kind != Part.WATER))
    value, other = ("water", "ship") if one.kind == Part.WATER else ("ship", "water")
    told = f"{names([one.square])} cannot be {value}."
    if one.square in {given.square for given in puzzle.givens}:
        return Mistake((one.square,), f"{told} It is given as {other}.")
    why = deduction.against(one.square, one.kind != Part.WATER) or f"Every board has {other} there."
    return Mistake((one.square,), f"{told} {why}")


def _wrong_together(puzzle: Puzzle, shown: Sequence[Given], deadline: Deadline) -> Mistake:
    """The first square that leaves no board with those before it, where each alone may be."""
    kept: list[Given] = []
    for one in shown:
        kept.append(one)
        if solved(with_givens(puzzle, kept), deadline, limit=1).status == "none":
            break
    square = kept[-1].square
    return Mistake((square,), f"{names([square])} cannot be that together with the other squares filled in.")
