"""What a language consists of: the sentences and names that explanations take.

A sentence is a function of the values of a link, so that a language can put its words in any order. The
functions of a language are its modules `sentences`, `placements` and `answers`, which fit the protocols here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

from bimaru.deduction.reasons import Case, Clue, Facts, Line, Reason, Squares
from bimaru.puzzle import Given
from bimaru.squares import Square

if TYPE_CHECKING:
    from bimaru.board import Board
    from bimaru.deduction.discrepancies import Total
    from bimaru.deduction.layout import Layout
    from bimaru.deduction.placement_state import Link
    from bimaru.deduction.repairs import Change
    from bimaru.puzzle import Puzzle
    from bimaru.rules import Fault
    from bimaru.ships import Ship

Sentence: TypeAlias = Callable[[Reason], str]
"""What follows from a link, as a sentence; or why the board cannot be completed, as a clause."""


class Sentences(Protocol):
    """The sentences of puzzles with straight ships."""

    # What follows
    def given_part(self, reason: Reason, /) -> str: ...
    def diagonals(self, reason: Reason, /) -> str: ...
    def rest_water(self, reason: Reason, /) -> str: ...
    def rest_ship(self, reason: Reason, /) -> str: ...
    def finished_ship(self, reason: Reason, /) -> str: ...
    def middle(self, reason: Reason, /) -> str: ...
    def unreached(self, reason: Reason, /) -> str: ...
    def growth(self, reason: Reason, /) -> str: ...
    def missing_tally(self, reason: Reason, /) -> str: ...
    def last_placements(self, reason: Reason, /) -> str: ...
    def overlap(self, reason: Reason, /) -> str: ...
    def filling(self, reason: Reason, /) -> str: ...

    # The same in a chain, where every word counts
    def brief_diagonals(self, reason: Reason, /) -> str: ...
    def brief_water(self, reason: Reason, /) -> str: ...
    def brief_ship(self, reason: Reason, /) -> str: ...
    def brief_unreached(self, reason: Reason, /) -> str: ...
    def brief_growth(self, reason: Reason, /) -> str: ...
    def brief_placements(self, reason: Reason, /) -> str: ...
    def brief_overlap(self, reason: Reason, /) -> str: ...
    def brief_filling(self, reason: Reason, /) -> str: ...
    def rest_water_of(self, reasons: Sequence[Reason], /) -> str: ...
    def rest_ship_of(self, reasons: Sequence[Reason], /) -> str: ...

    # Why the board cannot be completed, as clauses
    def no_part(self, reason: Reason, /) -> str: ...
    def touching(self, reason: Reason, /) -> str: ...
    def too_many(self, reason: Reason, /) -> str: ...
    def too_few(self, reason: Reason, /) -> str: ...
    def no_direction(self, reason: Reason, /) -> str: ...
    def no_ship(self, reason: Reason, /) -> str: ...
    def impossible_tally(self, reason: Reason, /) -> str: ...
    def no_placement(self, reason: Reason, /) -> str: ...
    def no_filling(self, reason: Reason, /) -> str: ...
    def clash(self, reason: Reason, /) -> str: ...

    # Cases
    def supposition(self, case: Case, /) -> str: ...
    def contradiction(self, clause: str, /) -> str: ...
    def refuted(self, reason: Reason, /) -> str: ...
    def family(self, cases: Sequence[Case], /) -> str: ...
    def shared_argument(self, cases: Sequence[Case], argument: str, /) -> str: ...
    def nested(self, text: str, /) -> str: ...

    # Where the techniques end
    def searched(self, reason: Reason, /) -> str: ...


class PlacementSentences(Protocol):
    """The sentences of puzzles with letters or bent ships."""

    def finding(self, layout: Layout, link: Link, reason: Reason, /) -> str:
        """What follows from a link."""

    def failure(self, layout: Layout, link: Link, reason: Reason, /) -> str:
        """Why the board cannot be completed, as a clause."""

    def nowhere(self, puzzle: Puzzle, clues: Sequence[Clue], water: Squares, /) -> str:
        """No ship fits on any of some squares."""

    def supposition(self, given: Given, /) -> str:
        """What is supposed."""

    def refuted(self, given: Given, /) -> str:
        """A square does not show something."""

    def forced(self, puzzle: Puzzle, clues: Sequence[Clue], premises: Facts, given: Given, /) -> str:
        """Clues and known squares force what a square shows."""


class AnswerSentences(Protocol):
    """The sentences of hints, arguments, and what is wrong with a puzzle."""

    def where(self, lines: Sequence[Line], squares: Squares, /) -> str:
        """Where to look."""

    def idea(self, case: Case, /) -> str:
        """What to suppose, and where to look for the contradiction."""

    def summary(self, cases: Sequence[Case], conclusion: str, /) -> str:
        """A long argument without its links, with the sentence of its conclusion."""

    def wrong_square(self, square: Square, is_water: bool, is_given: bool, case: Case | None, /) -> str:
        """A square cannot be what the board shows: whether that is water, whether the opposite is given, and
        the refutation."""

    def wrong_part(self, square: Square, /) -> str:
        """A square is ship, but not the part that the board shows."""

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
    names in braces to be replaced. By technique, there are sentences for what follows (`findings`), why the
    board cannot be completed (`failures`; of techniques that can fail), shorter ones in a chain (`brief`),
    and those for several lines at once (`joint`)."""

    code: str
    """As in BCP 47: `en`."""
    techniques: Mapping[str, str]
    grades: Mapping[str, str]
    phrases: Mapping[str, str]
    sentences: Sentences
    placements: PlacementSentences
    answers: AnswerSentences
    findings: Mapping[str, Sentence] = field(init=False)
    brief: Mapping[str, Sentence] = field(init=False)
    failures: Mapping[str, Sentence] = field(init=False)
    joint: Mapping[str, Callable[[Sequence[Reason]], str]] = field(init=False)

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "findings", _with_starved(_findings(self.sentences)))
        put(self, "brief", _with_starved(_brief(self.sentences)))
        put(self, "failures", _with_starved(_failures(self.sentences)))
        put(self, "joint", _joint(self.sentences))

    def phrase(self, name: str, /, **values: object) -> str:
        """One of the `phrases`, with these values."""
        return self.phrases[name].format(**values)


_STARVED: Final = ": starved line"
_CAN_STARVE: Final = ("no ship fits", "last places", "overlap", "ways to fill a line")
"""The techniques that have a harder form, in which other placements would starve a line."""


def _with_starved(table: dict[str, Sentence]) -> dict[str, Sentence]:
    return table | {f"{name}{_STARVED}": table[name] for name in _CAN_STARVE}


def _findings(of: Sentences) -> dict[str, Sentence]:
    return {
        "around a given part": of.given_part,
        "ships do not touch": of.diagonals,
        "rest of the line is water": of.rest_water,
        "rest of the line is ship": of.rest_ship,
        "water round a finished ship": of.finished_ship,
        "direction of a middle": of.middle,
        "no ship fits": of.unreached,
        "one way to grow": of.growth,
        "missing tally": of.missing_tally,
        "last places": of.last_placements,
        "overlap": of.overlap,
        "ways to fill a line": of.filling,
        "found by search": of.searched,
    }


def _brief(of: Sentences) -> dict[str, Sentence]:
    return {
        "ships do not touch": of.brief_diagonals,
        "rest of the line is water": of.brief_water,
        "rest of the line is ship": of.brief_ship,
        "no ship fits": of.brief_unreached,
        "one way to grow": of.brief_growth,
        "last places": of.brief_placements,
        "overlap": of.brief_overlap,
        "ways to fill a line": of.brief_filling,
    }


def _failures(of: Sentences) -> dict[str, Sentence]:
    return {
        "around a given part": of.no_part,
        "ships do not touch": of.touching,
        "rest of the line is water": of.too_many,
        "rest of the line is ship": of.too_few,
        "direction of a middle": of.no_direction,
        "no ship fits": of.no_ship,
        "missing tally": of.impossible_tally,
        "last places": of.no_placement,
        "overlap": of.no_placement,
        "ways to fill a line": of.no_filling,
        "contradiction": of.clash,
    }


def _joint(of: Sentences) -> dict[str, Callable[[Sequence[Reason]], str]]:
    return {"rest of the line is water": of.rest_water_of, "rest of the line is ship": of.rest_ship_of}
