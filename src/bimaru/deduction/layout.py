"""The fixed part of a puzzle for techniques on placements: where ships can lie, and the clues in force.

Squares and placements are numbered, and sets of them are masks with a bit for each. Clues that are not in
force count for nothing, so that an argument from some of the clues can be found as such.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from bimaru.deadlines import checked
from bimaru.deduction.clues import edge_of, ordered, ships_of
from bimaru.deduction.reasons import Clue, Line, Squares
from bimaru.engines import lines
from bimaru.placements import placements
from bimaru.puzzle import Given, Puzzle
from bimaru.ships import Ship
from bimaru.squares import Part, Square

Mask: TypeAlias = int


class Place(NamedTuple):
    """A placement: its squares and those around it as masks, its kind of ship by index, the part and the
    letter on each of its squares."""

    squares: Mask
    around: Mask
    kind: int
    parts: dict[int, str]
    letters: dict[int, str]

    def shows(self, square: int, kind: str) -> bool:
        """Whether it shows a part, or a letter (`=A`), on one of its squares."""
        if kind.startswith("="):
            return self.letters.get(square) == kind[1:]
        return kind in (Part.SHIP, self.parts[square])


class Kind(NamedTuple):
    """A kind of ship: the clue for its number, and the number, `None` if the clue is not in force."""

    clue: Clue
    ship: Ship
    number: int | None
    places: Mask


class TallyLine(NamedTuple):
    """A line with a tally, given or derived, and the clues for it."""

    line: Line
    squares: Mask
    tally: int
    clues: tuple[Clue, ...]


class Edge(NamedTuple):
    """A letter at an edge, and the squares of its line from that edge."""

    clue: Clue
    line: Line
    squares: tuple[int, ...]
    letter: str


class Layout:
    """The placements of a puzzle, and those of its clues that are in force."""

    def __init__(self, puzzle: Puzzle, clues: Collection[Clue]) -> None:
        self.puzzle = puzzle
        self.width = puzzle.width
        self.places: list[Place] = []
        self.kinds = [*self._kinds(frozenset(clues))]
        squares = puzzle.height * puzzle.width
        self.covering: list[Mask] = [0] * squares
        self.near: list[Mask] = [0] * squares
        self.lettered: list[Mask] = [0] * squares
        self.showing: dict[tuple[int, str], Mask] = defaultdict(int)
        for number, place in enumerate(checked(self.places)):
            for at in bits(place.squares):
                self.covering[at] |= 1 << number
            for at in bits(place.around):
                self.near[at] |= 1 << number
            for at, letter in place.letters.items():
                self.showing[at, letter] |= 1 << number
                self.lettered[at] |= 1 << number
        self.lines = [*self._lines(frozenset(clues))]
        self.through: list[list[int]] = [
            [i for i, line in enumerate(self.lines) if line.squares & place.squares] for place in self.places
        ]
        self.edges = [*self._edges(frozenset(clues))]
        self.givens = [given for given in puzzle.givens if Clue("given", given.square) in clues]

    def number(self, square: Square) -> int:
        """The number of a square."""
        return square[0] * self.width + square[1]

    def square(self, number: int) -> Square:
        """The square of a number."""
        return divmod(number, self.width)

    def squares(self, mask: Mask) -> Squares:
        """The squares of a mask, in reading order."""
        return tuple(map(self.square, bits(mask)))

    def mask(self, squares: Sequence[Square]) -> Mask:
        """The mask of some squares."""
        return sum(1 << self.number(square) for square in set(squares))

    def clashing(self, given: Given) -> Mask:
        """The placements over a square that do not show what is given."""
        at = self.number(given.square)
        over = bits(self.covering[at])
        return sum(1 << number for number in over if not self.places[number].shows(at, given.kind))

    def _kinds(self, clues: frozenset[Clue]) -> Iterator[Kind]:
        puzzle = self.puzzle
        for index, (clue, (ship, number)) in enumerate(ships_of(puzzle).items()):
            first = len(self.places)
            for one in checked(placements(ship, puzzle.height, puzzle.width)):
                numbers = [*map(self.number, one.squares)]
                self.places.append(
                    Place(
                        self.mask(one.squares),
                        self.mask(one.surroundings),
                        index,
                        {at: str(part) for at, part in zip(numbers, one.parts, strict=True)},
                        dict(zip(numbers, one.letters, strict=False)),
                    )
                )
            mask = (1 << len(self.places)) - (1 << first)
            yield Kind(clue, ship, number if clue in clues else None, mask)

    def _lines(self, clues: frozenset[Clue]) -> Iterator[TallyLine]:
        puzzle = self.puzzle
        for axis, found, tallies in (
            ("row", lines.rows(puzzle), puzzle.rows),
            ("column", lines.columns(puzzle), puzzle.cols),
        ):
            without = []
            for i, (line, tally) in enumerate(zip(found, tallies, strict=True)):
                clue = Clue("row" if axis == "row" else "column", i)
                named = Line("row" if axis == "row" else "column", i)
                if tally is None or clue not in clues:
                    without.append((named, self.mask(line)))
                else:
                    yield TallyLine(named, self.mask(line), tally, (clue,))
            yield from self._derived(clues, axis, without)

    def _derived(
        self, clues: frozenset[Clue], axis: str, without: Sequence[tuple[Line, Mask]]
    ) -> Iterator[TallyLine]:
        """The only line of an axis without a tally: the rest of the fleet's squares."""
        squares = self.fleet_squares()
        if squares is None or len(without) != 1:
            return
        tallies = self.puzzle.rows if axis == "row" else self.puzzle.cols
        (line, mask) = without[0]
        rest = squares - sum(tally or 0 for i, tally in enumerate(tallies) if i != line.number)
        if rest >= 0:
            parallel = ordered(clue for clue in clues if clue.kind == axis)
            yield TallyLine(line, mask, rest, (*parallel, *(kind.clue for kind in self.kinds)))

    def fleet_squares(self) -> int | None:
        """The squares of the fleet, if the numbers of all ships are in force."""
        numbers = [kind.number for kind in self.kinds]
        known = [number for number in numbers if number is not None]
        if len(known) < len(numbers):
            return None
        return sum(kind.ship.length * number for kind, number in zip(self.kinds, known, strict=True))

    def sums(self, clues: Collection[Clue]) -> dict[str, int]:
        """The sums of those tallies of the rows and of the columns that are among the clues."""
        sides = {"row": self.puzzle.rows, "column": self.puzzle.cols}
        return {
            axis: sum(tally or 0 for i, tally in enumerate(tallies) if _tally_clue(axis, i) in clues)
            for axis, tallies in sides.items()
        }

    def _edges(self, clues: frozenset[Clue]) -> Iterator[Edge]:
        puzzle = self.puzzle
        for clue in sorted((clue for clue in clues if clue.kind == "edge"), key=str):
            side, i = edge_of(clue)
            is_column = side in ("top", "bottom")
            line = (lines.columns if is_column else lines.rows)(puzzle)[i]
            inwards = line if side in ("top", "left") else line[::-1]
            named = Line("column" if is_column else "row", i)
            letter = puzzle.edges._asdict()[side][i]
            yield Edge(clue, named, tuple(map(self.number, inwards)), letter)


def _tally_clue(axis: str, number: int) -> Clue:
    return Clue("row" if axis == "row" else "column", number)


def bits(mask: Mask) -> Iterator[int]:
    """The numbers in a mask, smallest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
