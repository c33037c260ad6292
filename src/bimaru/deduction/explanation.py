"""A puzzle explained like a person would, from the first square to the last that follows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import overload

from bimaru.board import UNKNOWN, WATER, Board
from bimaru.deduction.deadline import Deadline
from bimaru.deduction.grading import Grade
from bimaru.deduction.reasons import Reason, Squares
from bimaru.deduction.sentences import names, part_name
from bimaru.deduction.session import CannotExplainError, Deduction, Step, refusal
from bimaru.deduction.techniques import CONTRADICTION
from bimaru.errors import BimaruError, InvalidBoardError, OutOfTimeError
from bimaru.puzzle import Given, Puzzle, check_is_puzzle
from bimaru.solving import NOT_UNIQUE, Result, Status, solve
from bimaru.squares import Part, Square


@dataclass(frozen=True, slots=True)
class Explanation(Sequence[Step]):
    """The steps in their order, and what they come to.

    `status` is that of the puzzle. `board` is what is known in the end: the referee's board if the
    puzzle has one, otherwise what all its boards have in common, as far as the techniques lead.
    `boards` are two boards that differ, where there are several. `failure` is the contradiction to which the
    steps lead where there is none; it is `None` where the techniques do not lead to one, and only search
    proves that there is none. `complete` is false where the time ran out: more may follow than is told."""

    steps: tuple[Step, ...]
    status: Status
    board: Board
    boards: tuple[Board, ...]
    grade: Grade | None
    failure: Reason | None
    complete: bool = True

    @property
    def solved(self) -> bool:
        """Whether every square was explained."""
        return self.status == "unique" and self.board.is_full

    @property
    def open(self) -> Squares:
        """The squares that stay open."""
        return tuple(at for at, mark in self.board.squares() if mark == UNKNOWN)

    def to_data(self) -> dict[str, object]:
        """The explanation as JSON."""
        return {
            "status": self.status,
            "solved": self.solved,
            "complete": self.complete,
            "grade": self.grade,
            "score": None if self.grade is None else self.grade.score,
            "steps": [step.to_data() for step in self.steps],
            "failure": None if self.failure is None else self.failure.text,
            "open": [list(square) for square in self.open],
            "boards": [board.to_data() for board in self.boards],
        }

    @overload
    def __getitem__(self, index: int) -> Step: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Step, ...]: ...

    def __getitem__(self, index: int | slice) -> Step | tuple[Step, ...]:
        return self.steps[index]

    def __len__(self) -> int:
        return len(self.steps)


class UngradableError(BimaruError, ValueError):
    """Only a puzzle with exactly one board has a grade; this one has another `status`, or (`unique`)
    the techniques do not lead to its board."""

    def __init__(self, puzzle: Puzzle, status: str) -> None:
        super().__init__(puzzle, status)
        self.status = status

    @property
    def reason(self) -> str:
        """What keeps the puzzle from having one."""
        return NOT_UNIQUE.get(self.status, "no technique leads on to its solution")

    def to_data(self) -> dict[str, object]:
        """That there is no grade, as JSON."""
        return {"grade": None, "score": None}

    def __str__(self) -> str:
        return f"{self.args[0]!r} has no grade: {self.reason}"


def explain(puzzle: Puzzle, board: Board | None = None, *, time_limit: float | None = None) -> Explanation:
    """Explain a puzzle, from a half-filled board if one is given, for at most `time_limit` seconds.

    Where the board contradicts the puzzle, the status is `none`, and `failure` says why.
    Raises `CannotExplainError` for ships with letters or bends and for grids beyond 63x63,
    `InvalidBoardError`
    for a board of another size, and `ValueError` for a time limit below 0."""
    check_is_puzzle(puzzle)
    deadline = Deadline(time_limit)
    if reason := refusal(puzzle):
        raise CannotExplainError(reason)
    shown = () if board is None else givens_of(fitting(puzzle, board))
    if against := [one for one in shown if is_against(one, puzzle)]:
        return _contradicted(puzzle, shown, against)
    deduction = Deduction(puzzle, shown, deadline)
    steps: list[Step] = []
    result: Result | None = None
    complete = True
    try:
        for step in deduction.steps():
            steps.append(step)  # noqa: PERF402  # one by one: they stand when the time runs out
        if deduction.failure is None:
            result = solved(with_givens(puzzle, shown), deadline)
            for step in _case_steps(deduction, puzzle, shown, result, deadline):
                steps.append(step)  # noqa: PERF402
    except OutOfTimeError:
        complete = False
    known = deduction.board()
    status: Status = "none" if deduction.failure else "unknown" if result is None else result.status
    return Explanation(
        tuple(steps),
        status,
        known,
        result.boards if result is not None and status == "multiple" else (),
        deduction.grade() if status == "unique" and known.is_full else None,
        deduction.failure,
        complete,
    )


def _case_steps(
    deduction: Deduction, puzzle: Puzzle, shown: Sequence[Given], result: Result, deadline: Deadline
) -> Iterator[Step]:
    """The steps that follow where plain techniques lead no further. Raises `OutOfTimeError`."""
    if result.status == "none":
        return deduction.steps_to_contradiction()
    return deduction.steps(forced_squares(puzzle, shown, result, deadline))


def _contradicted(puzzle: Puzzle, shown: Sequence[Given], against: Sequence[Given]) -> Explanation:
    """What there is to say of a board that shows something else than the puzzle gives."""
    first = against[0]
    kind = next(given.kind for given in puzzle.givens if given.square == first.square)
    text = (
        f"{names([first.square])} is given as {part_name(kind)}, but the board shows {part_name(first.kind)}"
    )
    failure = Reason(CONTRADICTION.name, (), (), text, squares=(first.square,))
    known = Deduction(puzzle, [one for one in shown if one not in against]).board()
    return Explanation((), "none", known, (), None, failure)


def grade(puzzle: Puzzle, *, time_limit: float | None = None) -> Grade:
    """How hard a puzzle is, for a person: `easy`, `intermediate`, `hard` or `expert`, with its `score`.

    Raises `UngradableError` unless the puzzle has exactly one board, to which the techniques lead;
    `OutOfTimeError` where that takes more than `time_limit` seconds; otherwise what `explain` raises."""
    check_is_puzzle(puzzle)
    deadline = Deadline(time_limit)
    deduction = Deduction(puzzle, deadline=deadline)
    result = solved(puzzle, deadline)
    if result.status == "unique" and result.board is not None:
        deduction.finish(result.board)
    if not deduction.ladder.is_solved() or result.status != "unique":
        raise UngradableError(puzzle, result.status)
    return deduction.grade()


def solved(puzzle: Puzzle, deadline: Deadline, limit: int = 2) -> Result:
    """What search finds. Raises `OutOfTimeError` where it does not get to an end."""
    result = solve(puzzle, limit=limit, time_limit=deadline.left())
    if not result.complete and len(result.boards) < limit:
        raise OutOfTimeError
    return result


def fitting(puzzle: Puzzle, board: Board) -> Board:
    """The board. Raises `InvalidBoardError` if its size is not that of the puzzle."""
    if (board.height, board.width) != (puzzle.height, puzzle.width):
        size = f"{puzzle.height}x{puzzle.width}"
        raise InvalidBoardError([f"the board is {board.height}x{board.width}, the puzzle {size}"])
    return board


def givens_of(board: Board) -> tuple[Given, ...]:
    """What a half-filled board shows, as givens."""
    return tuple(
        Given(r, c, Part.WATER if mark == WATER else mark)
        for (r, c), mark in board.squares()
        if mark != UNKNOWN
    )


def is_against(one: Given, puzzle: Puzzle) -> bool:
    """Whether a square shows something else than the puzzle gives."""
    told = {given.square: given.kind for given in puzzle.givens}.get(one.square, one.kind)
    if Part.WATER in (told, one.kind):
        return told != one.kind
    return told != one.kind and Part.SHIP not in (told, one.kind)


def with_givens(puzzle: Puzzle, shown: Sequence[Given]) -> Puzzle:
    """The puzzle with what is shown as givens; a given that tells a part already is left as it is."""
    givens = {given.square: given for given in shown}
    givens |= {
        given.square: given
        for given in puzzle.givens
        if given.kind != Part.SHIP or givens.get(given.square, given).kind == Part.WATER
    }
    return puzzle.replace(givens=[*({given.square: given for given in puzzle.givens} | givens).values()])


def forced_squares(puzzle: Puzzle, shown: Sequence[Given], result: Result, deadline: Deadline) -> Board:
    """What all boards have in common: the only board, if it is that. Raises `OutOfTimeError`."""
    if result.status == "unique" and result.board is not None:
        return result.board
    deduction = Deduction(puzzle, shown, deadline)
    if result.status != "multiple" or deduction.run():
        return Board.unknown(puzzle.height, puzzle.width)
    known = deduction.board()
    common = {at for at, mark in known.squares() if mark == UNKNOWN and _agree(result.boards, at)}
    forced: dict[Square, str] = {}
    while common:
        at = min(common)
        mark = result.boards[0][at]
        other = solved(_against(with_givens(puzzle, shown), at, mark), deadline, limit=1)
        if other.board is None:
            forced[at] = mark
            common.remove(at)
        else:
            boards = (result.boards[0], other.board)
            common = {one for one in common if _agree(boards, one)}
    rows = (
        "".join(forced.get((r, c), mark) for c, mark in enumerate(row)) for r, row in enumerate(known.rows)
    )
    return Board.spelled(tuple(rows))


def _agree(boards: Sequence[Board], at: Square) -> bool:
    return len({board[at] == WATER for board in boards}) == 1


def _against(puzzle: Puzzle, at: Square, mark: str) -> Puzzle:
    """The puzzle with the other value in a square."""
    kind = Part.SHIP if mark == WATER else Part.WATER
    return puzzle.replace(givens=[*puzzle.givens, Given(*at, kind)])
