"""Techniques of one's own, for explanations: what each looks at, what it finds, and how it says so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from bimaru.board import SHIP, UNKNOWN, WATER
from bimaru.deduction.finding.start import NumberedClues
from bimaru.deduction.finding.state import State
from bimaru.errors import BimaruError
from bimaru.ships import Ship
from bimaru.squares import Square


class OwnTechniqueError(BimaruError, ValueError):
    """A technique of one's own found what is not so, or what is not on the grid."""


class Found(NamedTuple):
    """What a technique concludes: squares that are ship, and water. It follows from the tallies of `lines`
    with all that is known in them, from the numbers of ships of some `kinds`, and from `known` squares."""

    ship: tuple[Square, ...] = ()
    water: tuple[Square, ...] = ()
    lines: tuple[int, ...] = ()
    kinds: tuple[int, ...] = ()
    known: tuple[Square, ...] = ()


@dataclass(frozen=True, slots=True)
class OwnTechnique:
    """A technique for `explain`, tried where those of bimaru end, in suppositions, too.

    `find` looks at a board and returns what it finds there, or `None`. `sentences` says it in each language
    (English takes the place of those left out), with the gaps `{lines}`, for the lines that it rests on, and
    `{values}`, for what it concludes: `"{lines} leave no choice: {values}"`."""

    name: str
    find: Callable[[Sight], Found | None]
    sentences: Mapping[str, str]

    def sentence(self, language: str) -> str:
        """Its sentence in a language, as a clause."""
        return self.sentences.get(language) or self.sentences["en"]


class Sight:
    """A board as a technique sees it. The board may be turned, so a technique looks at rows and columns
    alike. Lines are numbered from 0, rows first; a square is a row and a column, both from 0."""

    def __init__(self, clues: NumberedClues, state: State) -> None:
        self._clues, self._state = clues, state
        self.height, self.width = clues.height, clues.width

    @property
    def n_lines(self) -> int:
        """The number of rows and columns."""
        return self.height + self.width

    def mark(self, square: Square) -> str:
        """What is known of a square: `X` for ship, `.` for water, `?`."""
        return (UNKNOWN, SHIP, WATER)[self._state.known(self._clues.geometry.number(square))]

    def line(self, line: int) -> tuple[Square, ...]:
        """The squares of a line."""
        return tuple(divmod(at, self.width) for at in self._clues.geometry.line_squares(line))

    def tally(self, line: int) -> int | None:
        """The number of ship squares of a line, if it is known."""
        tally = self._clues.tallies[line]
        return None if tally < 0 else tally

    def needs(self, line: int) -> int | None:
        """How many ship squares a line still needs, if its tally is known."""
        tally = self.tally(line)
        return None if tally is None else tally - sum(self.mark(at) == SHIP for at in self.line(line))

    def open(self, line: int) -> tuple[Square, ...]:
        """The open squares of a line."""
        return tuple(at for at in self.line(line) if self.mark(at) == UNKNOWN)

    @property
    def kinds(self) -> list[tuple[Ship, int]]:
        """The kinds of ships, each with its number in the fleet; -1 for an unknown one."""
        return [(ship, number) for _, ship, number in self._clues.kinds]

    def places(self, kind: int) -> Iterator[tuple[Square, ...]]:
        """The placements that a kind of ship can still have, those that are complete included."""
        for place in self._state.places_of(kind, with_complete=True):
            yield tuple(divmod(at, self.width) for at in self._clues.geometry.squares[place])


class Finding(NamedTuple):
    """What a technique found, in the numbers of a state."""

    technique: OwnTechnique
    ship: tuple[int, ...]
    water: tuple[int, ...]
    lines: tuple[int, ...]
    kinds: tuple[int, ...]
    known: tuple[int, ...]


def use(techniques: Iterable[OwnTechnique], clues: NumberedClues, state: State) -> None:
    """Let a state use techniques, in this order."""
    state.own = [partial(_find, technique, clues) for technique in techniques]


def _find(technique: OwnTechnique, clues: NumberedClues, state: State) -> Finding | None:
    sight = Sight(clues, state)
    found = technique.find(sight)
    if found is None:
        return None
    squares = (*found.ship, *found.water, *found.known)
    is_known = all(0 <= line < sight.n_lines for line in found.lines)
    is_known &= all(0 <= kind < len(sight.kinds) for kind in found.kinds)
    if not is_known or not all(0 <= r < sight.height and 0 <= c < sight.width for r, c in squares):
        raise OwnTechniqueError(f"the technique {technique.name!r} found what is not on the grid: {found}")
    known = (*found.known, *(at for line in found.lines for at in sight.line(line)))

    def numbers(squares: Iterable[Square]) -> tuple[int, ...]:
        return tuple(map(clues.geometry.number, squares))

    conclusions = numbers(found.ship), numbers(found.water)
    return Finding(technique, *conclusions, found.lines, found.kinds, numbers(known))
