"""Hints: the next step from a half-filled board, or the mistake in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bimaru.board import SHIP, UNKNOWN, WATER, Board
from bimaru.deduction.deduction import Deduction
from bimaru.deduction.explainable import check_explainable
from bimaru.deduction.languages import language_of
from bimaru.deduction.languages.language import Language
from bimaru.deduction.languages.notation import names
from bimaru.deduction.position import (
    check_on_grid,
    contradicts,
    forced_squares,
    givens_of,
    search,
    sized,
    with_givens,
)
from bimaru.deduction.reasons import Case, Line, Squares, listed
from bimaru.deduction.telling.steps import Step
from bimaru.deduction.time_limit import Deadline
from bimaru.errors import NoSolutionError
from bimaru.puzzle import Given, Puzzle, check_is_puzzle
from bimaru.rules import check
from bimaru.squares import Part, Square

MAX_WORDS: Final = 120
"""Words up to which the text of a hint is the whole argument."""
STRENGTHS: Final = ("where", "technique", "idea", "step")
"""How much a hint reveals: where to look; also the technique; also, for a case analysis, what to suppose and
where to look for the contradiction; or the whole step."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """What is impossible on a half-filled board: the squares concerned, and why; `case` is the refutation of
    the square, if plain techniques lead to it from the squares that are right."""

    squares: Squares
    text: str
    case: Case | None = None

    def to_data(self) -> dict[str, object]:
        """The mistake as JSON."""
        case = self.case and self.case.to_data()
        return {"squares": listed(self.squares), "text": self.text, "case": case}


@dataclass(frozen=True, slots=True)
class Focus:
    """Where to look on a board: some squares, or a line."""

    squares: Squares = ()
    lines: tuple[Line, ...] = ()

    def __str__(self) -> str:
        return ", ".join([*(line.name for line in self.lines), *filter(None, [names(self.squares)])])

    def to_data(self) -> dict[str, object]:
        """The squares and lines as JSON."""
        return {"squares": listed(self.squares), "lines": [{line.axis: line.number} for line in self.lines]}


@dataclass(frozen=True, slots=True)
class Advice:
    """A hint for a half-filled board, in four strengths: the `focus` (`where` in words), the `technique`, the
    `idea`, and the whole `step`. All are `None` if there is a mistake, or if nothing more follows.
    `solved`: the board is a solution. `language`: that of its sentences."""

    mistake: Mistake | None = None
    focus: Focus | None = None
    technique: str | None = None
    step: Step | None = None
    language: str = "en"
    solved: bool = False

    @property
    def where(self) -> str | None:
        """Where to look, as a sentence."""
        if self.focus is None:
            return None
        return language_of(self.language).answers.where(self.focus.lines, self.focus.squares)

    @property
    def text(self) -> str | None:
        """The sentences of the step; of a case analysis of more than `MAX_WORDS` words a summary."""
        if self.step is None:
            return None
        if not self.step.cases or len(self.step.text.split()) <= MAX_WORDS:
            return self.step.text
        conclusion = " ".join(reason.text for reason in self.step.reasons)
        telling = language_of(self.language).telling
        return telling.summary(self.step.question, self.step.cases, conclusion)

    @property
    def idea(self) -> str | None:
        """For a case analysis: what to suppose and where to look for the contradiction, as a sentence."""
        if self.step is None or not self.step.cases:
            return None
        return language_of(self.language).telling.idea(self.step.question, self.step.cases)

    def to_data(self, strength: str = "step") -> dict[str, object]:
        """The advice as JSON, in one of `STRENGTHS`."""
        revealed = STRENGTHS.index(strength)
        return {
            "mistake": self.mistake and self.mistake.to_data(),
            "where": self.where,
            "focus": self.focus and self.focus.to_data(),
            "technique": self.technique if revealed > 0 else None,
            "idea": self.idea if revealed > 1 else None,
            "step": self.step.to_data() if self.step and revealed > 2 else None,
            "solved": self.solved,
        }


def hint(
    puzzle: Puzzle,
    board: Board | None = None,
    *,
    last: Square | None = None,
    time_limit: float | None = None,
    language: str = "en",
) -> Advice:
    """The next step from a half-filled board (from the empty one, if none is given); where several are as
    easy, one near the square marked `last`. The sentences are in `language`.

    Raises `InvalidBoardError` for a board of another size, `InvalidInputError` for a square off the grid,
    `NoSolutionError` for a puzzle without a solution,
    `OutOfTimeError` after `time_limit` seconds, and otherwise what `explain` raises."""
    words = language_of(language)
    check_is_puzzle(puzzle)
    deadline = Deadline(time_limit)
    check_explainable(puzzle)
    if last is not None:
        check_on_grid(last, puzzle)
    board = sized(board or Board.unknown(puzzle.height, puzzle.width), puzzle)
    shown = givens_of(board)
    result = search(with_givens(puzzle, shown), deadline)
    if result.status == "none" or any(contradicts(given, puzzle) for given in shown):
        return Advice(_mistake(puzzle, board, shown, deadline, words), language=language)
    deduction = Deduction(puzzle, shown, deadline, words)
    step = deduction.next_step(last=last)
    if step is None:
        step = deduction.next_step(forced_squares(puzzle, shown, result, deadline), last)
    if step is None:
        return Advice(language=language, solved=not check(puzzle, board))
    return Advice(None, _focus(step), step.technique, step, language)


def _focus(step: Step) -> Focus:
    """The line or the squares that the first reason of a step is about, or else those that it settles."""
    reason = step.reasons[0]
    if step.question is not None and step.question.lines:
        return Focus(lines=step.question.lines)
    if step.question is not None and step.question.squares:
        return Focus(step.question.squares)
    if step.cases:
        return Focus(step.cases[0].supposed)
    if reason.lines:
        return Focus(lines=reason.lines)
    return Focus(reason.squares or reason.ship or reason.water)


# Mistakes


def _mistake(
    puzzle: Puzzle, board: Board, shown: Sequence[Given], deadline: Deadline, language: Language
) -> Mistake:
    """The mistake on a board that cannot be completed to a solution."""
    result = search(puzzle, deadline)
    if result.status == "none":
        raise NoSolutionError(puzzle)
    forced = forced_squares(puzzle, (), result, deadline)
    right = [given for given in shown if _is_possible(given, forced)]
    wrong = [given for given in shown if (forced[given.square] == WATER) != (given.kind == Part.WATER)]
    if wrong := [given for given in wrong if forced[given.square] != UNKNOWN]:
        return _wrong_square(puzzle, right, wrong, deadline, language)
    if broken := [fault for fault in check(puzzle, board) if fault.rule != "unfinished"]:
        return Mistake(broken[0].squares, language.answers.fault(puzzle, board, broken[0]))
    if len(right) < len(shown):
        square = next(given.square for given in shown if given not in right)
        return Mistake((square,), language.answers.wrong_part(square))
    return _wrong_together(puzzle, shown, deadline, language)


def _is_possible(shown: Given, forced: Board) -> bool:
    """Whether what a square shows agrees with what it is in all solutions."""
    mark, letter = forced[shown.square], forced.letter(shown.square)
    if mark == UNKNOWN or (shown.letter is not None and letter in (shown.letter, None) and mark != WATER):
        return True
    if shown.kind == Part.WATER or mark == WATER:
        return shown.kind == Part.WATER and mark == WATER
    return mark in (shown.kind, SHIP) or shown.kind == SHIP


def _wrong_square(
    puzzle: Puzzle, right: Sequence[Given], wrong: Sequence[Given], deadline: Deadline, language: Language
) -> Mistake:
    """The wrong square that takes the fewest steps to refute, and why it is wrong."""
    deduction = Deduction(puzzle, right, deadline, language)
    first = min(wrong, key=deduction.steps_against)
    is_water = first.kind == Part.WATER
    is_given = first.square in {given.square for given in puzzle.givens}
    case = None if is_given else deduction.against(first)
    text = language.answers.wrong_square(first.square, is_water, is_given, case)
    return Mistake((first.square,), text, case)


def _wrong_together(
    puzzle: Puzzle, shown: Sequence[Given], deadline: Deadline, language: Language
) -> Mistake:
    """The first square that, with those before it, leaves no solution, though each alone is possible."""
    kept: list[Given] = []
    for given in shown:
        kept.append(given)
        if search(with_givens(puzzle, kept), deadline, limit=1).status == "none":
            break
    square = kept[-1].square
    return Mistake((square,), language.answers.wrong_together(square))
