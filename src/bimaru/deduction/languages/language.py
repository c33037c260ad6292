"""What a language consists of: the sentences and names that explanations take, one table of them a language.

A sentence is a function of the values of a link, so that a language can put its words in any order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bimaru.deduction.reasons import Case, Clue, Facts, Line, Reason, Squares
from bimaru.puzzle import Given
from bimaru.squares import Square

if TYPE_CHECKING:
    from bimaru.board import Board
    from bimaru.deduction.layout import Layout
    from bimaru.deduction.placement_state import Link
    from bimaru.deduction.repairs import Change
    from bimaru.puzzle import Puzzle
    from bimaru.rules import Fault


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacementSentences:
    """The sentences of puzzles with letters or bent ships."""

    finding: Callable[[Layout, Link, Reason], str]
    """What follows from a link."""
    failure: Callable[[Layout, Link, Reason], str]
    """Why the board cannot be completed, as a clause."""
    nowhere: Callable[[Puzzle, Sequence[Clue], Squares], str]
    """No ship fits on any of some squares."""
    supposition: Callable[[Given], str]
    """What is supposed."""
    refuted: Callable[[Given], str]
    """A square does not show something."""
    forced: Callable[[Puzzle, Sequence[Clue], Facts, Given], str]
    """Clues and known squares force what a square shows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerSentences:
    """The sentences of hints, arguments, and what is wrong with a puzzle."""

    where: Callable[[Sequence[Line], Squares], str]
    """Where to look."""
    idea: Callable[[Case], str]
    """What to suppose, and where to look for the contradiction."""
    wrong_square: Callable[[Square, bool, bool, Case | None], str]
    """A square cannot be what the board shows: the square, whether that is water, whether the opposite is
    given, and the refutation."""
    wrong_part: Callable[[Square], str]
    """A square is ship, but not the part that the board shows."""
    wrong_together: Callable[[Square], str]
    """A square cannot be right together with the others."""
    fault: Callable[[Puzzle, Board, Fault], str]
    """What the referee finds."""
    differing: Callable[[Square, str, str], str]
    """A square is given as one kind, but the board shows another, as a clause."""
    argument: Callable[[Puzzle, Given, bool, Sequence[Clue], Squares, bool], str]
    """What forces that a square shows a kind or, with the first truth value, that it does not; with the
    second, the steps prove it."""
    is_open: Callable[[Square], str]
    """Solutions differ on a square."""
    is_possible: Callable[[Given], str]
    """A square shows something in some solution."""
    conflict: Callable[[Puzzle, Sequence[Clue], Squares], str]
    """Clues and squares that cannot be true together."""
    repair: Callable[[Sequence[Change]], str]
    """Clues with other values, as a clause."""
    ambiguity: Callable[[Squares, Sequence[Sequence[Given]]], str]
    """Where the solutions differ, and givens each set of which would decide between them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """The sentences of a language: by technique, what follows (`findings`) and why the board cannot be
    completed (`failures`; of techniques that can fail); in a chain, shorter ones (`brief`), and those for
    several lines at once (`joint`); and those of cases, and of several that fail alike.

    `techniques` and `grades` are their names; `phrases` the short sentences around explanations, some with
    names in braces to be replaced."""

    code: str
    """As in BCP 47: `en`."""
    techniques: Mapping[str, str]
    grades: Mapping[str, str]
    phrases: Mapping[str, str]
    findings: Mapping[str, Callable[[Reason], str]]
    brief: Mapping[str, Callable[[Reason], str]]
    failures: Mapping[str, Callable[[Reason], str]]
    joint: Mapping[str, Callable[[Sequence[Reason]], str]]
    supposition: Callable[[Case], str]
    contradiction: Callable[[str], str]
    refuted: Callable[[Reason], str]
    family: Callable[[Sequence[Case]], str]
    shared_argument: Callable[[Sequence[Case], str], str]
    nested: Callable[[str], str]
    placements: PlacementSentences
    answers: AnswerSentences

    def phrase(self, name: str, /, **values: object) -> str:
        """One of the `phrases`, with these values."""
        return self.phrases[name].format(**values)
