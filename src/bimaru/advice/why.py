"""The shortest convincing argument that a square is ship or water, or cannot show a given kind."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Final, Literal, TypeAlias

from bimaru.advice.clue_sets.minimal_sets import MinimalSet, smallest_set
from bimaru.advice.clue_sets.oracle import Item, Items, Oracle, has_fast_solver
from bimaru.advice.position import (
    InvalidSquareError,
    check_on_grid,
    contradicts,
    givens_of,
    search,
    sized,
    usable_on,
)
from bimaru.advice.proofs import FEW, Proof, first_short, opposite, outline_not, plainly_not, prove_not
from bimaru.board import WATER, Board
from bimaru.deduction.clues import Clues, clues_of, ordered
from bimaru.deduction.languages import language_of
from bimaru.deduction.languages.language import Language
from bimaru.deduction.limits import Deadline, OutOfNodesError
from bimaru.deduction.own_techniques import OwnTechnique, for_arguments
from bimaru.deduction.reasons import Clue, Squares
from bimaru.deduction.telling.step import Step
from bimaru.errors import NoSolutionError, OutOfTimeError
from bimaru.outcome import Outcome
from bimaru.puzzle import Given, Puzzle, check_is_puzzle
from bimaru.squares import LETTER_MARK, Part, Square, parse_square

Verdict: TypeAlias = Literal["forced", "open", "possible", "none", "unknown"]

_MOST_CONFLICTS: Final = 300
"""Conflicts of the built-in SAT solver until no fewer clues are sought, and"""
_MOST_CLUES: Final = 8
"""clues of a quick argument beyond which it seeks none: on CSPLib boards it took up to 12 s in a browser to
leave out one clue in five."""
_KINDS: Final = tuple(part.value for part in Part)


@dataclass(frozen=True, slots=True)
class Argument(Outcome):
    """Why a square shows `kind` (`W` or `X`), or with `is_not`, why it does not show that.

    There are no steps where no technique leads to the square, and where a clue itself says it."""

    square: Square
    kind: str | None
    """What it shows, or does not show; `None`: not forced."""
    is_not: bool
    verdict: Verdict
    """`open`: solutions differ there; `possible`: some solution shows the kind; `none`: there is no solution;
    `unknown`: the time limit passed first."""
    clues: Clues
    """The clues that force it, together with the squares; none can be left out where python-sat is installed,
    or `smallest` is true."""
    squares: Squares
    """The known squares that force it with them."""
    smallest: bool
    """Whether no set has fewer."""
    steps: tuple[Step, ...]
    """From these clues to the square or, where no technique leads there, from more clues, which the text
    names."""
    boards: tuple[Board, ...]
    """Solutions, where it is not forced."""
    complete: bool
    """False if the time limit passed before the argument was as short as can be."""
    text: str

    RENAMED: ClassVar = {"is_not": "not"}


def no_argument(
    square: Square, is_not: str | None, reason: NoSolutionError | OutOfTimeError, language: str = "en"
) -> dict[str, object]:
    """The JSON where there is no argument, for that reason."""
    complete = isinstance(reason, NoSolutionError)
    text = language_of(language).phrase("no_solution" if complete else "out_of_time")
    verdict: Verdict = "none" if complete else "unknown"
    return Argument(
        square, is_not, is_not is not None, verdict, (), (), False, (), (), complete, text
    ).to_data()  # fmt: skip


def why(
    puzzle: Puzzle,
    square: Square | str,
    board: Board | None = None,
    *,
    is_not: str | None = None,
    time_limit: float | None = None,
    language: str = "en",
    techniques: Sequence[OwnTechnique] = (),
) -> Argument:
    """The shortest argument why a square, (row, column) or a name like `B4`, is ship or water, from the
    puzzle or from a half-filled board; with `is_not`, why it cannot show that: a `Part`, or in lettered
    puzzles `=` and a letter. The sentences are in `language`. Further `techniques` are as in `explain`, but
    those that assume uniqueness are left out: the argument is from clues.

    What the board shows on the square itself does not count.
    Raises `InvalidInputError` for a square off the grid or another kind, `NoSolutionError` where puzzle and
    board have no solution, `InvalidBoardError` for a board of another size, `UnsupportedPuzzleError` for a
    puzzle that is too large, `OutOfTimeError` if `time_limit` seconds do not suffice,
    `OwnTechniqueError` for a technique that finds something false, and `ValueError` for an unknown
    language."""
    words = language_of(language)
    check_is_puzzle(puzzle)
    named = parse_square(square) if isinstance(square, str) else square
    if named is None:
        raise InvalidSquareError([f"the square {square!r} is not a row and a column, like B4"])
    _check_square(puzzle, named, is_not)
    known = () if board is None else givens_of(sized(board, puzzle))
    others = [given for given in known if given.square != named]
    return _Question(puzzle, named, others, words, Deadline(time_limit), techniques).answer(is_not)


def _check_square(puzzle: Puzzle, square: Square, is_not: str | None) -> None:
    check_on_grid(square, puzzle)
    is_letter = is_not is not None and is_not.startswith(LETTER_MARK) and len(is_not) == 2
    if is_not is not None and not (is_letter or is_not in _KINDS):
        raise InvalidSquareError([f"not: {is_not!r} is neither one of {' '.join(_KINDS)} nor = and a letter"])


class _Question:
    """A question about a square, from the clues of a puzzle and the known squares of a board."""

    def __init__(
        self,
        puzzle: Puzzle,
        square: Square,
        known: Sequence[Given],
        language: Language,
        deadline: Deadline,
        techniques: Sequence[OwnTechnique],
    ) -> None:
        self._language = language
        self._puzzle = puzzle
        self._square = square
        self._known = known
        self._clues = clues_of(puzzle)
        self._items: Items = (*self._clues, *known)
        self._deadline = deadline
        self._own = usable_on(puzzle, known, for_arguments(techniques), deadline)

    def answer(self, is_not: str | None) -> Argument:
        board = self._board()
        if board is None:
            without = search(self._puzzle, self._deadline, limit=1).board
            raise NoSolutionError(self._puzzle, with_board=without is not None)
        if is_not is not None:
            return self._argue(Given(*self._square, is_not), is_not=True)
        value = Part.WATER if board[self._square] == WATER else Part.SHIP
        return self._argue(opposite(Given(*self._square, value)), is_not=False, example=board)

    def _board(self, *more: Given) -> Board | None:
        """A solution with the known squares, and more."""
        return search(self._puzzle, self._deadline, (*self._known, *more), limit=1).board

    def _argue(self, wrong: Given, *, is_not: bool, example: Board | None = None) -> Argument:
        """The argument that a square does not show what is `wrong`."""
        is_at_sight = contradicts(wrong, self._puzzle)
        other = None if is_at_sight else self._board(wrong)
        if other is not None:
            return self._no_argument(wrong, is_not, [*filter(None, [example]), other])
        quick = None if is_at_sight else self._proved(self._items, wrong, most=FEW)
        found = self._fewest(wrong, quick)
        proof, complete = Proof(()), True
        try:
            if found.items != (Clue("given", self._square),):
                proof = self._proof(found, wrong, quick) or proof
        except OutOfTimeError:
            complete = False
        return self._argument(wrong, is_not, found, proof, complete)

    def _fewest(self, wrong: Given, quick: Proof | None) -> MinimalSet:
        """The fewest clues and known squares that leave no board with what is wrong. Where no squares are
        known, the search starts from the clues of a quick argument, which are few where it is short."""
        cited = set(self._clues if quick is None else quick.cited)
        is_certain = quick is None or not quick.uses(self._own)  # what these cite is not checked
        start = tuple(clue for clue in self._clues if clue in cited) if is_certain and not self._known else ()
        if len(start) > _MOST_CLUES and not has_fast_solver():
            return MinimalSet(start, smallest=False)
        oracle = Oracle(self._puzzle, self._deadline, _MOST_CONFLICTS)
        also = [oracle.switches.shown(wrong.square, wrong.kind)]
        try:
            found = smallest_set(oracle, self._items, also, start)
        except OutOfNodesError:  # that these leave no board is known already
            return MinimalSet(start or self._items, smallest=False)
        if found is None:
            raise OutOfTimeError
        return found

    def _proof(self, chosen: MinimalSet, wrong: Given, quick: Proof | None) -> Proof | None:
        """The shortest argument that is short: from the smallest set, from all clues, or in outline; where
        none is, the shortest."""
        sets = [chosen.items] if len(chosen.items) < len(self._items) else []
        best = first_short(
            (
                *(partial(self._proved, items, wrong, most=FEW) for items in sets),
                lambda: quick,
                partial(outline_not, self._puzzle, self._items, wrong, self._deadline, self._own),
                *(partial(self._proved, items, wrong) for items in (*sets, self._items)),
            )
        )
        return best and self._with_fewer_clues(best, chosen.items, wrong).told(self._language)

    def _with_fewer_clues(self, proof: Proof, chosen: Items, wrong: Given) -> Proof:
        """The argument without clues, other than those chosen, that a plain one can do without which is no
        longer: its steps rest on more than what matters to the square. The argument itself, if it is not
        plain."""
        best = proof
        with suppress(OutOfTimeError):
            more = self._more(proof, chosen)
            size = len(more) if self._plainly([*chosen, *more], wrong, proof.words) else 0
            while size:
                left = [more[:at] + more[at + size :] for at in range(0, len(more), size)]
                shorter = (self._plainly([*chosen, *others], wrong, best.words) for others in left)
                found = next(filter(None, shorter), None)
                if found is None:
                    size //= 2
                else:
                    best, more = found, self._more(found, chosen)
                    size = min(size, len(more))
        return best

    def _more(self, proof: Proof, chosen: Items) -> Clues:
        """The clues of an argument, other than those chosen."""
        return ordered(proof.cited.intersection(self._clues).difference(chosen))

    def _plainly(self, items: Sequence[Item], wrong: Given, most: int) -> Proof | None:
        """A plain argument from some items, of at most that many words."""
        found = plainly_not(self._puzzle, (*items, *self._known), wrong, self._deadline, self._own)
        return found if found is not None and found.words <= most else None

    def _proved(self, items: Items, wrong: Given, most: int | None = None) -> Proof | None:
        """An argument from some items, of at most that many case analyses."""
        return prove_not(self._puzzle, items, wrong, self._deadline, self._own, most=most)

    def _argument(
        self, wrong: Given, is_not: bool, found: MinimalSet, proof: Proof, complete: bool
    ) -> Argument:
        clues = ordered(item for item in found.items if isinstance(item, Clue))
        squares = tuple(dict.fromkeys(item.square for item in found.items if isinstance(item, Given)))
        kind = wrong.kind if is_not else opposite(wrong).kind
        claimed = Given(*self._square, kind)
        more = self._more(proof, found.items)
        is_proved = bool(proof.steps) and not more
        text = self._language.advice.argument(self._puzzle, claimed, is_not, clues, squares, is_proved)
        if more:
            text = f"{text} {self._language.advice.more_clues(self._puzzle, more)}"
        return Argument(
            self._square, kind, is_not, "forced", clues, squares, found.smallest, proof.steps, (),
            complete, text,
        )  # fmt: skip

    def _no_argument(self, wrong: Given, is_not: bool, boards: Sequence[Board]) -> Argument:
        """That a square is not forced."""
        verdict: Verdict = "possible" if is_not else "open"
        advice = self._language.advice
        text = advice.of_given("is possible", wrong) if is_not else advice.of_square("is open", self._square)
        kind = wrong.kind if is_not else None
        return Argument(self._square, kind, is_not, verdict, (), (), True, (), tuple(boards), True, text)
