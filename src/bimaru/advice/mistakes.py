"""Mistakes on a half-filled board: which square is wrong, why, and what to go back to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from bimaru.advice.position import contradicts, forced_squares, givens_of, search
from bimaru.advice.proofs import prove_not
from bimaru.board import SHIP, UNKNOWN, WATER, Board
from bimaru.deduction.clues import clues_of
from bimaru.deduction.languages.language import Language
from bimaru.deduction.limits import ARGUMENT_WORDS, Deadline
from bimaru.deduction.reasons import Case, Line, Squares
from bimaru.deduction.steps_in_order import Deduction
from bimaru.errors import NoSolutionError, OutOfTimeError
from bimaru.json_values import JsonValue
from bimaru.puzzle import Given, Puzzle
from bimaru.rules import check
from bimaru.squares import Part, Square


@dataclass(frozen=True, slots=True)
class Mistake(JsonValue):
    """What is impossible on a half-filled board: the squares concerned, and why. Of a board with its moves,
    the squares are the first wrong mark.

    `where` and `look` say less: the row, and the square; `back` says what to clear."""

    squares: Squares
    text: str
    case: Case | None = None
    """The refutation of the square, if plain techniques lead to it from the squares that are right."""
    where: str = ""
    look: str = ""
    guess: bool | None = None
    """With moves: whether nothing settled the square plainly by then."""
    clear: Squares = ()
    """What to clear to go back to before the mistake."""
    back: str = ""

    KEYS = ("squares", "text", "case", "guess", "clear")

    def told(self, strength: int = 3) -> str:
        """What a hint says, by how much it reveals: the row, the square, why, and what to go back to."""
        return (self.where, self.look, self.text, f"{self.text} {self.back}".rstrip())[strength]

    def to_data(self, strength: int = 3) -> dict[str, object]:
        """The mistake as JSON, as far as a hint of a strength reveals it."""
        revealed = Mistake(
            squares=self.squares if strength > 0 else (),
            text=self.told(strength),
            case=self.case if strength > 1 else None,
            guess=self.guess if strength > 1 else None,
            clear=self.clear if strength > 2 else (),
        )
        return JsonValue.to_data(revealed)


class MistakeSearch:
    """The search for the mistake on a board that cannot be completed to a solution.

    Raises `NoSolutionError` for a puzzle without one."""

    def __init__(self, puzzle: Puzzle, board: Board, deadline: Deadline, language: Language) -> None:
        self._puzzle, self._board, self._shown = puzzle, board, givens_of(board)
        self._deadline, self._language, self._advice = deadline, language, language.advice
        self._given = {given.square: given.kind for given in puzzle.givens}
        result = search(puzzle, deadline)
        if result.status == "none":
            raise NoSolutionError(puzzle)
        self._forced = forced_squares(puzzle, (), result, deadline)
        self._right = [given for given in self._shown if _is_possible(given, self._forced)]

    def mistake(self, moves: Sequence[Given]) -> Mistake:
        """The first of the moves that is wrong, or without moves the square that is refuted in the fewest
        steps; with what weaker hints say, and what to go back to."""
        standing = _standing(self._shown, moves)
        first = self._first_wrong(standing)
        is_known = first < len(standing)
        found = self._wrong_move(standing[:first], standing[first]) if is_known else self._found()
        squares = found.squares
        if not squares:
            return replace(found, where=found.text, look=found.text)
        wrong = (given for given in self._shown if given not in self._right)
        clear = tuple(sorted({given.square for given in (*standing[first:], *wrong)} - self._given.keys()))
        rows = tuple(Line("row", row) for row in sorted({row for row, _ in squares}))
        where, look = self._advice.mistake_in(rows), self._advice.of_squares("look again", squares)
        back = self._advice.of_squares("go back", clear) if clear else ""
        return replace(found, where=where, look=look, clear=clear, back=back)

    def _first_wrong(self, marks: Sequence[Given]) -> int:
        """The number of the first mark with which there is no solution; that of all marks if there is one."""
        for number, mark in enumerate(marks):
            if contradicts(mark, self._puzzle) or not self._has_solution(marks[: number + 1]):
                return number
        return len(marks)

    def _has_solution(self, shown: Sequence[Given]) -> bool:
        return search(self._puzzle, self._deadline, shown, limit=1).status != "none"

    def _wrong_move(self, before: Sequence[Given], wrong: Given) -> Mistake:
        """Why the first wrong move is wrong, after the moves before it."""
        deduction = Deduction(self._puzzle, before, self._deadline, self._language)
        deduction.run()
        guess = deduction.board()[wrong.square] == UNKNOWN
        forced = self._forced[wrong.square]
        if forced == UNKNOWN:
            found = self._mistake("wrong together", wrong.square)
        elif (forced == WATER) == (wrong.kind == Part.WATER):
            found = self._wrong_kind(wrong)
        else:
            found = self._wrong_square(before, [wrong])
        opening = self._advice.of_square("first mark guessed" if guess else "first mark", wrong.square)
        return replace(found, text=f"{opening} {found.text}", guess=guess)

    def _found(self) -> Mistake:
        """The mistake on a board of which it is not known how it came about."""
        forced = ((given, self._forced[given.square]) for given in self._shown)
        wrong = [
            given
            for given, mark in forced
            if mark != UNKNOWN and (mark == WATER) != (given.kind == Part.WATER)
        ]
        if wrong:
            return self._wrong_square(self._right, wrong)
        for given in self._shown:
            if given.letter is not None and not self._has_solution((given,)):
                return self._mistake("wrong letter", given.square)
        if broken := [fault for fault in check(self._puzzle, self._board) if fault.rule != "unfinished"]:
            return Mistake(broken[0].squares, self._advice.fault(self._puzzle, self._board, broken[0]))
        if len(self._right) < len(self._shown):
            return self._wrong_kind(next(given for given in self._shown if given not in self._right))
        # Each square alone is possible: the first that, with those before it, leaves no solution.
        return self._mistake("wrong together", self._shown[self._first_wrong(self._shown)].square)

    def _wrong_kind(self, shown: Given) -> Mistake:
        """That a square is ship, but not as it is shown."""
        return self._mistake("wrong part" if shown.letter is None else "wrong letter", shown.square)

    def _mistake(self, key: str, square: Square) -> Mistake:
        """A mistake that a sentence says."""
        return Mistake((square,), self._advice.of_square(key, square))

    def _wrong_square(self, right: Sequence[Given], wrong: Sequence[Given]) -> Mistake:
        """The wrong square that takes the fewest steps to refute, and why it is wrong; a given one, at which
        no mark can be cleared, only if there is no other."""
        deduction = Deduction(self._puzzle, right, self._deadline, self._language)
        first = min(wrong, key=lambda one: (one.square in self._given, deduction.steps_against(one)))
        kind = self._given.get(first.square)
        case = None if kind else deduction.against(first)
        text = self._advice.wrong_square(first.square, first.kind == Part.WATER, kind, case)
        if case is None and not kind:
            text = " ".join([text, *self._argument(right, first)])
        return Mistake((first.square,), text, case)

    def _argument(self, right: Sequence[Given], wrong: Given) -> Iterable[str]:
        """The sentences of an argument with case analyses, if a short one is found in time."""
        try:
            proof = prove_not(self._puzzle, (*clues_of(self._puzzle), *right), wrong, self._deadline)
            if proof is None or proof.words > ARGUMENT_WORDS:
                return ()
            return [step.text for step in proof.told(self._language).steps]
        except OutOfTimeError:
            return ()


def _standing(shown: Sequence[Given], moves: Sequence[Given]) -> list[Given]:
    """The marks that stand on the board, in the order in which they were made."""
    on_board = {given.square: given for given in shown}
    last: dict[Square, Given] = {}
    for move in reversed(moves):
        last.setdefault(move.square, move)
    in_order = [*last.values()][::-1]
    found = [(move, on_board[move.square]) for move in in_order if move.square in on_board]
    is_water = Part.WATER
    return [given for move, given in found if (move.kind == is_water) == (given.kind == is_water)]


def _is_possible(shown: Given, forced: Board) -> bool:
    """Whether what a square shows agrees with what it is in all solutions."""
    mark, letter = forced[shown.square], forced.letter(shown.square)
    if mark == UNKNOWN or (shown.letter is not None and letter in (shown.letter, None) and mark != WATER):
        return True
    if shown.kind == Part.WATER or mark == WATER:
        return shown.kind == Part.WATER and mark == WATER
    return mark in (shown.kind, SHIP) or shown.kind == SHIP
