"""What a language consists of: the sentences and names that explanations take.

The sentences of arguments are a table with gaps (`telling`); those of hints, and of what is wrong with a
puzzle, are functions that fit the protocol here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from bimaru.deduction.languages.telling import Telling
from bimaru.deduction.reasons import Case, Change, Clue, Line, Squares, Total
from bimaru.puzzle import Given
from bimaru.squares import Square

if TYPE_CHECKING:
    from bimaru.board import Board
    from bimaru.puzzle import Puzzle
    from bimaru.rules import Fault
    from bimaru.ships import Ship


class AnswerSentences(Protocol):
    """The sentences of hints, arguments, and what is wrong with a puzzle."""

    def where(self, lines: Sequence[Line], squares: Squares, /) -> str:
        """Where to look."""

    def wrong_square(self, square: Square, is_water: bool, is_given: bool, case: Case | None, /) -> str:
        """A square cannot be what the board shows: whether that is water, whether the opposite is given, and
        the refutation."""

    def wrong_part(self, square: Square, /) -> str:
        """A square is ship, but not the part that the board shows."""

    def mistake_in(self, rows: Sequence[Line], /) -> str:
        """In which rows a mistake is."""

    def look_again(self, squares: Squares, /) -> str:
        """Which squares are wrong."""

    def first_mark(self, square: Square, is_guess: bool, /) -> str:
        """The first mark of the player that is wrong, and whether nothing settled the square by then."""

    def go_back(self, squares: Squares, /) -> str:
        """What to clear to go back to before a mistake."""

    def wrong_together(self, square: Square, /) -> str:
        """A square cannot be right together with the others."""

    def fault(self, puzzle: Puzzle, board: Board, found: Fault, /) -> str:
        """What the referee finds."""

    def differing(self, square: Square, given: str, shown: str, /) -> str:
        """A square is given as one kind, but the board shows another, as a clause."""

    def argument(
        self,
        puzzle: Puzzle,
        claimed: Given,
        is_not: bool,
        clues: Sequence[Clue],
        squares: Squares,
        is_proved: bool,
        /,
    ) -> str:
        """What forces that a square shows a kind or, with `is_not`, that it does not; with `is_proved`, the
        steps prove it."""

    def more_clues(self, puzzle: Puzzle, clues: Sequence[Clue], /) -> str:
        """The steps take these clues, too."""

    def is_not(self, wrong: Given, /) -> str:
        """A square does not show something, as the conclusion of steps."""

    def is_open(self, square: Square, /) -> str:
        """Solutions differ on a square."""

    def is_possible(self, shown: Given, /) -> str:
        """A square shows something in some solution."""

    def conflict(self, puzzle: Puzzle, clues: Sequence[Clue], squares: Squares, /) -> str:
        """Clues and squares that cannot be true together."""

    def unequal_totals(self, one: Total, other: Total, is_with_ships: bool, /) -> str:
        """Two totals of ship squares that differ, as a clause; whether the ships agree with the other."""

    def too_large(self, ship: Ship, /) -> str:
        """A ship fits nowhere on the empty grid, as a clause."""

    def missing_ship(self, given: Given, /) -> str:
        """No ship of the fleet has a part that is given, as a clause."""

    def repair(self, changes: Sequence[Change], /) -> str:
        """Clues with other values, as a clause."""

    def ambiguity(self, squares: Squares, additions: Sequence[Sequence[Given]], /) -> str:
        """Where the solutions differ, and givens each set of which would decide between them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """The names and sentences of a language.

    `techniques` and `grades` are their names; `phrases` the short sentences around explanations, some with
    names in braces to be replaced; `telling` the sentences of arguments, `answers` those of hints and of what
    is wrong with a puzzle."""

    code: str
    """As in BCP 47: `en`."""
    techniques: Mapping[str, str]
    grades: Mapping[str, str]
    phrases: Mapping[str, str]
    telling: Telling
    answers: AnswerSentences

    def phrase(self, name: str, /, **values: object) -> str:
        """One of the `phrases`, with these values."""
        return self.phrases[name].format(**values)
