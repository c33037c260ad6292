"""Explanations: the steps of a puzzle as a person would take them, and its grade."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import overload

from bimaru.advice.ambiguity import Ambiguity, find_ambiguity
from bimaru.advice.conflicts import Conflict, find_conflict
from bimaru.advice.faults_at_sight import failure_at_sight
from bimaru.advice.position import contradicts, forced_squares, givens_of, search, sized
from bimaru.board import UNKNOWN, WATER, Board
from bimaru.deduction.languages import language_of
from bimaru.deduction.languages.language import Language
from bimaru.deduction.limits import Deadline, OutOfNodesError, check_explainable
from bimaru.deduction.own_techniques import OwnTechnique, usable
from bimaru.deduction.reasons import Reason, Squares
from bimaru.deduction.steps_in_order import Deduction
from bimaru.deduction.techniques import CONTRADICTION, SEARCHED
from bimaru.deduction.telling.chapters import Chapter, chapters_of
from bimaru.deduction.telling.step import Step, with_notes
from bimaru.errors import BimaruError, OutOfTimeError, UnsupportedPuzzleError
from bimaru.grading.graders import grade_of_solved
from bimaru.grading.grades import BEYOND_EXPERT, Grade, no_grade
from bimaru.outcome import Outcome
from bimaru.puzzle import Given, Puzzle, check_is_puzzle
from bimaru.solving import NOT_UNIQUE, Result, Status


@dataclass(frozen=True, slots=True)
class Explanation(Outcome, Sequence[Step]):
    """The steps in order, and their result.

    `conflict` and `ambiguity` are `None` unless requested, for puzzles that are too large, and if the time
    ran out before."""

    steps: tuple[Step, ...]
    status: Status
    board: Board
    """What is known in the end: the only solution, or what all solutions have in common, as far as the steps
    lead."""
    boards: tuple[Board, ...]
    """Two solutions, if there are several."""
    grade: Grade | None
    """That of `grade`. Some steps may be `found by search` all the same: their argument would be too long to
    tell. Where it is `None`, `ungraded` says why."""
    failure: Reason | None
    """The contradiction that the steps lead to if there is no solution; `None` if only search proves that."""
    complete: bool = True
    """False if the time limit passed first: more steps may follow."""
    conflict: Conflict | None = None
    """If there is no solution: clues that contradict each other, and repairs."""
    ambiguity: Ambiguity | None = None
    """If there are several: where they differ, and what would decide between them."""
    chapters: tuple[Chapter, ...] = ()
    """An overview of a long explanation: what its steps find, in order; none of a short one."""
    ungraded: str = ""
    """Why there is no grade; empty if there is one."""

    KEYS = (
        "steps", "chapters", "status", "solved", "n_searched", "complete", "failure", "open", "boards",
        "conflict", "ambiguity",
    )  # fmt: skip
    TEXTS = ("failure",)

    @property
    def solved(self) -> bool:
        """Whether every square is explained; steps `found by search` count, too."""
        return self.status == "unique" and self.board.is_full

    @property
    def n_searched(self) -> int:
        """How many squares only search settled."""
        steps = (step for step in self.steps if step.technique == SEARCHED.name)
        return len({at for step in steps for at in (*step.ship, *step.water)})

    @property
    def open(self) -> Squares:
        """The squares left open; in lettered puzzles also ship squares whose letter is not known."""
        board = self.board
        return tuple(
            at
            for at, mark in board.squares()
            if mark == UNKNOWN or (board.letters is not None and mark != WATER and not board.letter(at))
        )

    def to_data(self) -> dict[str, object]:
        """The explanation as JSON, with the keys of its grade."""
        grade = no_grade(self.ungraded) if self.grade is None else self.grade.to_data()
        return Outcome.to_data(self) | grade

    @overload
    def __getitem__(self, index: int) -> Step: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Step, ...]: ...

    def __getitem__(self, index: int | slice) -> Step | tuple[Step, ...]:
        return self.steps[index]

    def __len__(self) -> int:
        return len(self.steps)


class UngradableError(BimaruError, ValueError):
    """The puzzle does not have exactly one solution (`status` says what it has), or the techniques do
    not lead to it (`unique`), as far as they were tried: unless `complete`, that would have taken too much
    search."""

    def __init__(self, puzzle: Puzzle, status: str, complete: bool = True) -> None:  # pickled by position
        super().__init__(puzzle, status, complete)
        self.status = status
        self.complete = complete

    @property
    def reason(self) -> str:
        """Why the puzzle has no grade."""
        return why_ungraded(self.status, self.complete)

    def to_data(self) -> dict[str, object]:
        """The missing grade as JSON."""
        return no_grade(self.reason) | ({} if self.complete else {"complete": False})

    def __str__(self) -> str:
        return f"{self.args[0]!r} has no grade: {self.reason}"


def why_ungraded(status: str, complete: bool) -> str:
    """Why a puzzle of a status has no grade; unless `complete`, grading it was cut off."""
    if not complete:
        return "it takes too much search to grade"
    return NOT_UNIQUE.get(status, "no technique leads on to its solution")


class Explaining:
    """An explanation in progress: its steps, each as soon as it is known, and then the `explanation`."""

    def __init__(
        self,
        puzzle: Puzzle,
        shown: Sequence[Given],
        deadline: Deadline,
        language: Language,
        *,
        refine: bool,
        with_clues: bool,
        techniques: Sequence[OwnTechnique],
    ) -> None:
        self._puzzle, self._shown, self._deadline, self._language = puzzle, shown, deadline, language
        self._refine, self._with_clues, self._techniques = refine, with_clues, techniques
        self._deduction = Deduction(puzzle, shown, deadline, language)
        self._failure = failure_at_sight(puzzle, language)
        self._result: Result | None = None
        self._grade: tuple[Grade | None, bool] | None = None
        self._left = self._reminding()
        self._steps: list[Step] = []
        self._complete = True
        self._explanation: Explanation | None = None

    def __iter__(self) -> Iterator[Step]:
        """The steps not taken yet, up to the time limit."""
        try:
            for step in self._left:
                self._steps.append(step)
                yield step
        except OutOfTimeError:
            self._complete = False

    def explanation(self) -> Explanation:
        """The whole explanation; takes the steps that are left."""
        if self._explanation is None:
            for _ in self:
                pass
            self._explanation = self._whole()
        return self._explanation

    @property
    def _contradiction(self) -> Reason | None:
        """Why there is no solution: seen before the first step, or where the steps end."""
        return self._failure or self._deduction.failure

    def _reminding(self) -> Iterator[Step]:
        """The steps; the first that marks squares diagonal to a ship says that all steps do so, and names no
        such squares."""
        is_said = False
        for step in self._unreminded():
            text = step.text if is_said else self._language.arguments.reminded(step.text, step.reasons)
            is_said = is_said or text != step.text
            yield replace(step, text=text)

    def _unreminded(self) -> Iterator[Step]:
        """The plain steps, and, where they lead no further, those with case analyses; none where the clues
        contradict each other at sight."""
        if self._failure is not None:
            return
        deduction = self._deduction
        yield from deduction.steps()
        if deduction.failure is not None:
            return
        self._result = search(self._puzzle, self._deadline, self._shown)
        if self._result.status == "none":
            yield from deduction.steps_to_contradiction(refine=self._refine)
        else:
            forced = forced_squares(self._puzzle, self._shown, self._result, self._deadline)
            deduction.use(usable(self._techniques, (*self._result.boards, forced)))
            yield from deduction.steps(forced, refine=self._refine, asks=lambda: self._asks(forced))
            yield from deduction.spelling(self._steps)

    def _asks(self, board: Board) -> bool:
        """Whether to suppose nothing without a question, as puzzles up to *expert* promise."""
        grade = self._graded(board)[0] if board.is_full else None
        return grade is not None and grade not in BEYOND_EXPERT

    def _graded(self, board: Board) -> tuple[Grade | None, bool]:
        """The grade of the puzzle, whose only solution is `board`, and whether grading was cut off."""
        if self._grade is None:
            try:
                self._grade = grade_of_solved(self._puzzle, board, self._deadline, self._shown), False
            except (OutOfNodesError, OutOfTimeError):
                self._grade = None, True
        return self._grade

    def _whole(self) -> Explanation:
        """The steps with their result."""
        deduction, result, steps = self._deduction, self._result, with_notes(self._steps)
        status: Status = "none" if self._contradiction else "unknown" if result is None else result.status
        board = deduction.board()
        grade, is_cut_off = None, False
        if status == "unique" and board.is_full:
            grade, is_cut_off = self._graded(board)
        return Explanation(
            steps,
            status,
            board,
            result.boards if result is not None and status == "multiple" else (),
            grade,
            self._contradiction,
            self._complete and not is_cut_off,
            *(self._clues(status) if self._with_clues else (None, None)),
            chapters_of(self._puzzle, steps, board, self._language),
            "" if grade is not None else self._why_ungraded(status, is_cut_off),
        )

    def _why_ungraded(self, status: Status, is_cut_off: bool) -> str:
        """Why there is no grade."""
        is_known = status in NOT_UNIQUE or self._complete
        return why_ungraded(status, not is_cut_off) if is_known else str(OutOfTimeError())

    def _clues(self, status: Status) -> tuple[Conflict | None, Ambiguity | None]:
        """What is wrong with a puzzle that does not have exactly one solution, as far as it can be found."""
        try:
            if status == "none":
                return find_conflict(self._puzzle, tuple(self._shown), self._deadline, self._language), None
            if status == "multiple":
                return None, find_ambiguity(self._puzzle, self._shown, self._deadline, self._language)
        except (UnsupportedPuzzleError, OutOfTimeError):
            pass
        return None, None


def start_explanation(
    puzzle: Puzzle,
    *,
    refine: bool = True,
    time_limit: float | None = None,
    with_clues: bool = False,
    language: str = "en",
    techniques: Sequence[OwnTechnique] = (),
) -> Explaining:
    """The explanation of a puzzle, in progress; options and errors are those of `explain`."""
    words = language_of(language)
    check_is_puzzle(puzzle)
    check_explainable(puzzle)
    deadline = Deadline(time_limit)
    return Explaining(
        puzzle, (), deadline, words, refine=refine, with_clues=with_clues, techniques=techniques
    )


def explain(
    puzzle: Puzzle,
    board: Board | None = None,
    *,
    refine: bool = True,
    time_limit: float | None = None,
    with_clues: bool = False,
    language: str = "en",
    techniques: Sequence[OwnTechnique] = (),
) -> Explanation:
    """Explain a puzzle, from a half-filled board if one is given, for at most `time_limit` seconds; with
    `with_clues`, also what is wrong with one that does not have exactly one solution: its `conflict`, or its
    `ambiguity`. Without `refine`, case analyses that nothing later needs are not left out, which saves time.
    The sentences are in `language`, one of `LANGUAGES`. Further `techniques`, of class
    `own_techniques.OwnTechnique`, are tried where those of bimaru end.

    If the board contradicts the puzzle, the status is `none`, and `failure` says why. Raises
    `UnsupportedPuzzleError` for grids beyond 63x63, and with letters or polyominoes for too many placements,
    `InvalidBoardError` for a board of another size, and `ValueError` for an unknown language or a time
    limit below 0, and `OwnTechniqueError` for a technique that finds something false."""
    words = language_of(language)
    check_is_puzzle(puzzle)
    deadline = Deadline(time_limit)
    check_explainable(puzzle)
    shown = () if board is None else givens_of(sized(board, puzzle))
    if wrong := [given for given in shown if contradicts(given, puzzle)]:
        return _contradiction(puzzle, shown, wrong, words)
    return Explaining(
        puzzle, shown, deadline, words, refine=refine, with_clues=with_clues, techniques=techniques
    ).explanation()


def _contradiction(
    puzzle: Puzzle, shown: Sequence[Given], wrong: Sequence[Given], language: Language
) -> Explanation:
    """The explanation of a board on which some squares contradict what is given."""
    first = wrong[0]
    kind = next(given.kind for given in puzzle.givens if given.square == first.square)
    text = language.advice.differing(first.square, kind, first.kind)
    failure = Reason(CONTRADICTION.name, (), (), text, squares=(first.square,))
    known = Deduction(puzzle, [given for given in shown if given not in wrong]).board()
    ungraded = why_ungraded("none", complete=True)
    return Explanation((), "none", known, (), None, failure, ungraded=ungraded)


def grade(puzzle: Puzzle, *, time_limit: float | None = None) -> Grade:
    """How hard a puzzle is for a person: from `easy` to `fiendish` (`GRADES`), with its `score`.

    Raises `UngradableError` unless the puzzle has exactly one solution and the techniques lead to it
    within a budget of search, which is the same on every machine,
    `OutOfTimeError` after `time_limit` seconds, and otherwise what `explain` raises."""
    check_is_puzzle(puzzle)
    deadline = Deadline(time_limit)
    check_explainable(puzzle)
    result = search(puzzle, deadline)
    found = None
    if result.status == "unique" and result.board is not None:
        try:
            found = grade_of_solved(puzzle, result.board, deadline)
        except OutOfNodesError:
            raise UngradableError(puzzle, result.status, complete=False) from None
    if found is None:
        raise UngradableError(puzzle, result.status)
    return found
