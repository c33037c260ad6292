"""Mistakes on a half-filled board: which square is wrong, why, and what to go back to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from bimaru.board import SHIP, UNKNOWN, WATER, Board
from bimaru.deduction.clues import clues_of
from bimaru.deduction.deduction import Deduction
from bimaru.deduction.languages.language import Language
from bimaru.deduction.limits import ARGUMENT_WORDS, Deadline
from bimaru.deduction.position import contradicts, forced_squares, search
from bimaru.deduction.proofs import prove_not
from bimaru.deduction.reasons import Case, Line, Squares
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


def find_mistake(
    puzzle: Puzzle,
    board: Board,
    shown: Sequence[Given],
    moves: Sequence[Given],
    deadline: Deadline,
    language: Language,
) -> Mistake:
    """The mistake on a board that cannot be completed to a solution: the first of the moves that is wrong,
    or without moves the square that is refuted in the fewest steps."""
    result = search(puzzle, deadline)
    if result.status == "none":
        raise NoSolutionError(puzzle)
    forced = forced_squares(puzzle, (), result, deadline)
    right = [given for given in shown if _is_possible(given, forced)]
    standing = _standing(shown, moves)
    first = _first_wrong(puzzle, standing, deadline)
    if first is not None:
        found = _wrong_move(puzzle, standing, first, forced, deadline, language)
    else:
        found = _found(puzzle, board, shown, right, forced, deadline, language)
    clear = _to_clear(puzzle, shown, right, standing, first)
    return _in_strengths(found, clear, language)


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


def _in_strengths(found: Mistake, clear: Squares, language: Language) -> Mistake:
    """The mistake with what weaker hints say, and what to go back to."""
    advice, squares = language.advice, found.squares
    if not squares:
        return replace(found, where=found.text, look=found.text)
    rows = tuple(Line("row", row) for row in sorted({row for row, _ in squares}))
    back = advice.go_back(clear) if clear else ""
    return replace(
        found, where=advice.mistake_in(rows), look=advice.look_again(squares), clear=clear, back=back
    )


def _to_clear(
    puzzle: Puzzle,
    shown: Sequence[Given],
    right: Sequence[Given],
    standing: Sequence[Given],
    first: int | None,
) -> Squares:
    """The marks that are wrong, and those made from the first wrong one on."""
    given = {one.square for one in puzzle.givens}
    later = {move.square for move in standing[first:]} if first is not None else set()
    wrong = {one.square for one in shown if one not in right}
    return tuple(sorted((later | wrong) - given))


def _first_wrong(puzzle: Puzzle, moves: Sequence[Given], deadline: Deadline) -> int | None:
    """The number of the first move after which there is no solution."""
    for number, move in enumerate(moves):
        made = moves[: number + 1]
        is_against = contradicts(move, puzzle)
        if is_against or search(puzzle, deadline, made, limit=1).status == "none":
            return number
    return None


def _wrong_move(
    puzzle: Puzzle, moves: Sequence[Given], first: int, forced: Board, deadline: Deadline, language: Language
) -> Mistake:
    """Why the first wrong move is wrong, after the moves before it."""
    before, wrong = moves[:first], moves[first]
    deduction = Deduction(puzzle, before, deadline, language)
    deduction.run()
    guess = deduction.board()[wrong.square] == UNKNOWN
    if forced[wrong.square] == UNKNOWN or (forced[wrong.square] == WATER) == (wrong.kind == Part.WATER):
        is_alone = forced[wrong.square] != UNKNOWN
        text = _wrong_kind(wrong, language) if is_alone else language.advice.wrong_together(wrong.square)
        found = Mistake((wrong.square,), text)
    else:
        found = _wrong_square(puzzle, before, [wrong], deadline, language)
    return replace(found, text=f"{language.advice.first_mark(wrong.square, guess)} {found.text}", guess=guess)


def _found(
    puzzle: Puzzle,
    board: Board,
    shown: Sequence[Given],
    right: Sequence[Given],
    forced: Board,
    deadline: Deadline,
    language: Language,
) -> Mistake:
    """The mistake on a board of which it is not known how it came about."""
    wrong = [given for given in shown if (forced[given.square] == WATER) != (given.kind == Part.WATER)]
    if wrong := [given for given in wrong if forced[given.square] != UNKNOWN]:
        return _wrong_square(puzzle, right, wrong, deadline, language)
    for given in shown:
        if given.letter is not None and search(puzzle, deadline, (given,), limit=1).status == "none":
            return Mistake((given.square,), language.advice.wrong_letter(given.square))
    if broken := [fault for fault in check(puzzle, board) if fault.rule != "unfinished"]:
        return Mistake(broken[0].squares, language.advice.fault(puzzle, board, broken[0]))
    if len(right) < len(shown):
        wrong_kind = next(given for given in shown if given not in right)
        return Mistake((wrong_kind.square,), _wrong_kind(wrong_kind, language))
    return _wrong_together(puzzle, shown, deadline, language)


def _wrong_kind(shown: Given, language: Language) -> str:
    """That a square is ship, but not as it is shown."""
    advice = language.advice
    return (advice.wrong_part if shown.letter is None else advice.wrong_letter)(shown.square)


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
    """The wrong square that takes the fewest steps to refute, and why it is wrong; a given one, at which no
    mark can be cleared, only if there is no other."""
    kinds = {given.square: given.kind for given in puzzle.givens}
    deduction = Deduction(puzzle, right, deadline, language)
    first = min(wrong, key=lambda one: (one.square in kinds, deduction.steps_against(one)))
    kind = kinds.get(first.square)
    case = None if kind else deduction.against(first)
    text = language.advice.wrong_square(first.square, first.kind == Part.WATER, kind, case)
    if case is None and not kind:
        text = " ".join([text, *_argument(puzzle, right, first, deadline, language)])
    return Mistake((first.square,), text, case)


def _argument(
    puzzle: Puzzle, right: Sequence[Given], wrong: Given, deadline: Deadline, language: Language
) -> Iterable[str]:
    """The sentences of an argument with case analyses, if a short one is found in time."""
    try:
        proof = prove_not(puzzle, (*clues_of(puzzle), *right), wrong, deadline)
        if proof is None or proof.words > ARGUMENT_WORDS:
            return ()
        return [step.text for step in proof.told(language).steps]
    except OutOfTimeError:
        return ()


def _wrong_together(
    puzzle: Puzzle, shown: Sequence[Given], deadline: Deadline, language: Language
) -> Mistake:
    """The first square that, with those before it, leaves no solution, though each alone is possible."""
    kept: list[Given] = []
    for given in shown:
        kept.append(given)
        if search(puzzle, deadline, kept, limit=1).status == "none":
            break
    square = kept[-1].square
    return Mistake((square,), language.advice.wrong_together(square))
