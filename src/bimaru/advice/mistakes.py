"""Mistakes on a half-filled board: which square is wrong, why, and what to go back to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from bimaru.advice.clue_sets.oracle import Items
from bimaru.advice.position import contradicts, forced_squares, givens_of, search, usable_on
from bimaru.advice.proofs import FEW, Proof, first_short, outline_not, prove_not
from bimaru.board import SHIP, UNKNOWN, WATER, Board
from bimaru.deduction.clues import clues_of
from bimaru.deduction.languages.language import Language
from bimaru.deduction.limits import ARGUMENT_WORK, Budget, Deadline, OutOfNodesError, Watch, placements_in
from bimaru.deduction.own_techniques import OwnTechnique, for_arguments
from bimaru.deduction.reasons import Case, Line, Squares
from bimaru.deduction.steps_in_order import Deduction, in_one
from bimaru.deduction.telling.step import Step
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
    steps: tuple[Step, ...] = ()
    """Otherwise the steps of the argument that `text` gives."""
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

    Unless it `argues`, a mistake that plain techniques don't refute has no reason. Techniques of one's own
    argue from the squares that are right, if these have a solution. Raises `NoSolutionError` for a puzzle
    without a solution."""

    def __init__(
        self,
        puzzle: Puzzle,
        board: Board,
        deadline: Deadline,
        language: Language,
        *,
        argues: bool = True,
        techniques: Sequence[OwnTechnique] = (),
    ) -> None:
        self._argues = argues
        self._puzzle, self._board, self._shown = puzzle, board, givens_of(board)
        self._deadline, self._language, self._advice = deadline, language, language.advice
        self._given = {given.square: given.kind for given in puzzle.givens}
        result = search(puzzle, deadline)
        if result.status == "none":
            raise NoSolutionError(puzzle)
        self._forced = forced_squares(puzzle, (), result, deadline)
        self._right = [given for given in self._shown if _is_possible(given, self._forced)]
        self._own = usable_on(puzzle, self._right, for_arguments(techniques), deadline)

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
        deduction = Deduction(self._puzzle, before, self._deadline, self._language).use(self._own)
        deduction.run()
        guess = deduction.board()[wrong.square] == UNKNOWN
        forced = self._forced[wrong.square]
        if forced == UNKNOWN:
            found = self._wrong("wrong together", before, wrong)
        elif (forced == WATER) == (wrong.kind == Part.WATER):
            found = self._wrong_kind(before, wrong)
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
                return self._wrong("wrong letter", self._right, given)
        if broken := [fault for fault in check(self._puzzle, self._board) if fault.rule != "unfinished"]:
            return Mistake(broken[0].squares, self._advice.fault(self._puzzle, self._board, broken[0]))
        if len(self._right) < len(self._shown):
            wrong_kind = next(given for given in self._shown if given not in self._right)
            return self._wrong_kind(self._right, wrong_kind)
        # Each square alone is possible: the first that, with those before it, leaves no solution.
        first = self._first_wrong(self._shown)
        return self._wrong("wrong together", self._shown[:first], self._shown[first])

    def _wrong_kind(self, right: Sequence[Given], wrong: Given) -> Mistake:
        """That a square is ship, but not as it is shown."""
        return self._wrong("wrong part" if wrong.letter is None else "wrong letter", right, wrong)

    def _wrong(self, key: str, right: Sequence[Given], wrong: Given) -> Mistake:
        """What a sentence says is wrong, and why."""
        found = Mistake((wrong.square,), self._advice.of_square(key, wrong.square))
        return self._with_argument(found, right, wrong)

    def _wrong_square(self, right: Sequence[Given], wrong: Sequence[Given]) -> Mistake:
        """The wrong square that takes the fewest steps to refute, and why it is wrong; a given one, at which
        no mark can be cleared, only if there is no other."""
        deduction = Deduction(self._puzzle, right, self._deadline, self._language).use(self._own)
        first = min(wrong, key=lambda one: (one.square in self._given, deduction.steps_against(one)))
        kind = self._given.get(first.square)
        case = None if kind else deduction.against(first)
        text = self._advice.wrong_square(first.square, first.kind == Part.WATER, kind, case)
        found = Mistake((first.square,), text, case)
        value = first if first.kind == Part.WATER else first._replace(kind=Part.SHIP)
        return self._with_argument(found, right, value)

    def _with_argument(self, found: Mistake, right: Sequence[Given], wrong: Given) -> Mistake:
        """The mistake with an argument of case analyses, unless plain techniques or a given refute it."""
        if not self._argues or found.case is not None or wrong.square in self._given:
            return found
        proof = self._argument(right, wrong)
        if proof is None:
            return found
        return replace(found, text=f"{found.text} {in_one(proof.steps).text}", steps=proof.steps)

    def _argument(self, right: Sequence[Given], wrong: Given) -> Proof | None:
        """The first short argument: of few case analyses, in outline, or in outline from the puzzle alone;
        where none is short, the shortest.

        Not from the smallest set of clues, as in answers to `why`: finding that takes a second or more."""
        clues = clues_of(self._puzzle)
        known: Items = (*clues, *right)
        ways: tuple[Callable[[Watch], Proof | None], ...] = (
            partial(prove_not, self._puzzle, known, wrong, own=self._own, most=FEW),
            partial(outline_not, self._puzzle, known, wrong, own=self._own),
            partial(outline_not, self._puzzle, clues, wrong, own=self._own),
        )
        try:
            proof = first_short(partial(self._within_bounds, way) for way in ways)
            return proof and proof.told(self._language)
        except OutOfTimeError:
            return None

    def _within_bounds(self, way: Callable[[Watch], Proof | None]) -> Proof | None:
        """The argument of a way to find it, if it ends at the square and does not take too much search."""
        budget = Budget(ARGUMENT_WORK, placements_in(self._puzzle), self._deadline)
        try:
            proof = way(budget)
        except OutOfNodesError:
            return None
        budget.spend(-ARGUMENT_WORK)  # as much again, to tell it in another language
        return proof if proof is not None and proof.failure is None else None


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
