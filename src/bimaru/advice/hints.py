"""Hints: the next step from a half-filled board, or the mistake in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, Literal, TypeAlias, get_args

from bimaru.advice.mistakes import Mistake, MistakeSearch
from bimaru.advice.position import (
    check_on_grid,
    contradicts,
    forced_squares,
    givens_of,
    search,
    sized,
    usable_on,
)
from bimaru.board import SHIP, Board, mark_of, with_marks
from bimaru.deduction.languages import language_of
from bimaru.deduction.languages.notation import names, word_count
from bimaru.deduction.limits import HINT_WORDS, Deadline, check_explainable
from bimaru.deduction.own_techniques import OwnTechnique
from bimaru.deduction.reasons import Clue, Line, Squares, lines_of
from bimaru.deduction.steps_in_order import Deduction
from bimaru.deduction.techniques import BY_NAME
from bimaru.deduction.telling.step import Step
from bimaru.errors import InvalidInputError
from bimaru.json_values import JsonValue
from bimaru.outcome import WholeOutcome
from bimaru.puzzle import Given, Puzzle, check_is_puzzle
from bimaru.rules import check
from bimaru.squares import Square

Strength: TypeAlias = Literal["where", "technique", "idea", "step"]
STRENGTHS: Final[tuple[Strength, ...]] = get_args(Strength)
"""How much a hint reveals: where to look; also the technique; also, for a case analysis, what to suppose and
where to look for the contradiction; or the whole step. Of a mistake: the row, the square, why it is wrong, or
also what to go back to."""


@dataclass(frozen=True, slots=True)
class Focus(JsonValue):
    """Where to look on a board: some squares, or a line."""

    squares: Squares = ()
    lines: tuple[Line, ...] = ()

    KEYS = ("squares", "numbered")
    RENAMED: ClassVar = {"numbered": "lines"}

    def __str__(self) -> str:
        return ", ".join([*(line.name for line in self.lines), *filter(None, [names(self.squares)])])

    @property
    def numbered(self) -> tuple[Clue, ...]:
        """The lines, such as `{"row": 3}`."""
        return tuple(Clue(line.axis, line.number) for line in self.lines)


@dataclass(frozen=True, slots=True)
class Advice(WholeOutcome):
    """A hint for a half-filled board, in four strengths: the `focus` (`where` in words), the `technique`, the
    `idea`, and the whole `step`. All are `None` if there is a mistake, or if nothing more follows.

    `language`: that of its sentences."""

    mistake: Mistake | None = None
    focus: Focus | None = None
    technique: str | None = None
    step: Step | None = None
    language: str = "en"
    solved: bool = False
    """Whether the board is a solution."""

    KEYS = ("mistake", "where", "focus", "technique", "idea", "step", "solved")

    @property
    def where(self) -> str | None:
        """Where to look, as a sentence."""
        if self.focus is None:
            return None
        return language_of(self.language).advice.where(self.focus.lines, self.focus.squares)

    @property
    def text(self) -> str | None:
        """The sentences of the step; of a case analysis of more than `HINT_WORDS` words a summary."""
        if self.step is None:
            return None
        if not self.step.cases or word_count(self.step.text) <= HINT_WORDS:
            return self.step.text
        reasons = self.step.reasons
        settling = [reason for reason in reasons if not reason.barred]  # what is barred, the cases show
        conclusion = " ".join(reason.text for reason in settling or reasons)
        arguments = language_of(self.language).arguments
        return arguments.summary(self.step.question, self.step.cases, conclusion)

    @property
    def idea(self) -> str | None:
        """For a case analysis: what to suppose and where to look for the contradiction, as a sentence."""
        if self.step is None or not self.step.cases:
            return None
        return language_of(self.language).arguments.idea(self.step.question, self.step.cases)

    def to_data(self, strength: str = "step") -> dict[str, object]:
        """The advice as JSON, in one of `STRENGTHS`. Raises `ValueError` for another one."""
        if strength not in STRENGTHS:
            raise ValueError(_unknown(strength))
        revealed = STRENGTHS.index(strength)
        mistake = self.mistake and self.mistake.to_data(revealed)
        hidden = dict.fromkeys(STRENGTHS[revealed + 1 :])
        return WholeOutcome.to_data(self) | {"mistake": mistake} | hidden


def hint(
    puzzle: Puzzle,
    board: Board | None = None,
    *,
    last: Square | None = None,
    prefer: str | None = None,
    moves: Sequence[Given] = (),
    strength: Strength = "step",
    time_limit: float | None = None,
    language: str = "en",
    techniques: Sequence[OwnTechnique] = (),
) -> Advice:
    """The next step from a half-filled board (from the empty one, if none is given); where several are as
    easy, one near the square marked `last`. Where a step by the technique named `prefer` follows from the
    board as well, that one is given, though it may be harder. The sentences are in `language`. Further
    `techniques` are as in `explain`; where the board has a mistake, those that assume uniqueness are left
    out.

    `moves`: the player's marks in order, those of squares that were filled in automatically left out; of a
    board with a mistake, the first of them that is wrong is named.

    `strength`: the most that will be read of the advice; why a mistake is wrong is not looked for below
    "idea".

    Raises `InvalidBoardError` for a board of another size, `InvalidInputError` for a square off the grid or
    an unknown technique, `NoSolutionError` for a puzzle without a solution, `OwnTechniqueError` for a
    technique of `techniques` that finds something false,
    `OutOfTimeError` after `time_limit` seconds, and otherwise what `explain` raises."""
    words = language_of(language)
    check_is_puzzle(puzzle)
    known = [*BY_NAME, *(technique.name for technique in techniques)]
    if prefer is not None and prefer not in known:
        raise InvalidInputError([f"prefer: {prefer!r} is not one of {', '.join(known)}"])
    if strength not in STRENGTHS:
        raise ValueError(_unknown(strength))
    moves = [Given(*move) for move in moves]
    deadline = Deadline(time_limit)
    check_explainable(puzzle)
    for square in (*([] if last is None else [last]), *(move.square for move in moves)):
        check_on_grid(square, puzzle)
    board = sized(board or _marked(puzzle, moves), puzzle)
    shown = givens_of(board)
    result = search(puzzle, deadline, shown)
    if result.status == "none" or any(contradicts(given, puzzle) for given in shown):
        argues = STRENGTHS.index(strength) >= STRENGTHS.index("idea")
        finder = MistakeSearch(puzzle, board, deadline, words, argues=argues, techniques=techniques)
        return Advice(finder.mistake(moves), language=language)
    own = usable_on(puzzle, shown, techniques, deadline, result)
    deduction = Deduction(puzzle, shown, deadline, words).use(own)
    step = deduction.next_step(last=last)
    if step is not None and prefer is not None and prefer != step.technique:
        step = Deduction(puzzle, shown, deadline, words).use(own).step_by(prefer) or step
    if step is None:
        step = deduction.next_step(forced_squares(puzzle, shown, result, deadline), last)
    if step is None:
        step = deduction.step_to_spell(board)
    if step is None:
        return Advice(language=language, solved=not check(puzzle, board))
    return Advice(None, _focus(step), step.technique, step, language)


def _unknown(strength: str) -> str:
    return f"unknown strength {strength!r}; expected one of {', '.join(STRENGTHS)}"


def _marked(puzzle: Puzzle, moves: Sequence[Given]) -> Board:
    """The board that marks leave."""
    marks = {move.square: SHIP if move.letter else mark_of(move.kind) for move in moves}
    return with_marks(Board.unknown(puzzle.height, puzzle.width), marks)


def _focus(step: Step) -> Focus:
    """The lines or the squares that the reasons of a step's technique are about, or else those that it
    settles; of a case analysis those of the question, or of what is supposed."""
    if step.question is not None and step.question.lines:
        return Focus(lines=step.question.lines)
    if step.question is not None and step.question.squares:
        return Focus(step.question.squares)
    if step.cases:
        return Focus(step.cases[0].supposed)
    reasons = [one for one in step.reasons if one.technique == step.technique]
    if lines := lines_of(reasons):
        return Focus(lines=tuple(lines))
    squares = {at for one in reasons for at in one.squares or one.ship or one.water}
    return Focus(tuple(sorted(squares)))
