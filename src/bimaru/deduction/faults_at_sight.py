"""Contradictions that a person sees before the first step: totals that differ, ships that do not fit the
grid, and given parts that no ship of the fleet has."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from bimaru.deduction.clues import Clues, clues_of, ships_of
from bimaru.deduction.languages import language_of
from bimaru.deduction.languages.language import Language
from bimaru.deduction.reasons import Clue, Reason, Total
from bimaru.placements import number_of_placements
from bimaru.puzzle import Given, Puzzle, Tally
from bimaru.ships import Ship
from bimaru.squares import Part

NO_SHIP: Final = "no ship fits"
SUMS: Final = "sums of the tallies"


@dataclass(frozen=True, slots=True)
class UnequalTotals:
    """Two totals that differ. `is_with_ships`: the ships have as many squares as the `other`, so that `one`
    is likely to be wrong."""

    one: Total
    other: Total
    clues: Clues
    is_with_ships: bool = False

    def reason(self, language: Language) -> Reason:
        """Why there is no solution, as a clause."""
        text = language.advice.unequal_totals(self.one, self.other, self.is_with_ships)
        return Reason(SUMS, (), (), text, clues=self.clues)


@dataclass(frozen=True, slots=True)
class TooLarge:
    """A ship of the fleet that fits nowhere on the empty grid."""

    ship: Ship
    clues: Clues

    def reason(self, language: Language) -> Reason:
        """Why there is no solution, as a clause."""
        return Reason(NO_SHIP, (), (), language.advice.too_large(self.ship), clues=self.clues)


@dataclass(frozen=True, slots=True)
class MissingShip:
    """A given part that no ship of the fleet has."""

    given: Given
    clues: Clues

    def reason(self, language: Language) -> Reason:
        """Why there is no solution, as a clause."""
        text = language.advice.missing_ship(self.given)
        return Reason(NO_SHIP, (), (), text, squares=(self.given.square,), clues=self.clues)


Discrepancy: TypeAlias = UnequalTotals | TooLarge | MissingShip


def find_discrepancy(puzzle: Puzzle) -> Discrepancy | None:
    """The first contradiction that is seen without a step; `None` if there is none.

    That one clue alone contradicts the rules comes first. Totals are compared only where every tally of a
    side is given and none exceeds its line: otherwise that tally is the contradiction."""
    return next(_too_large(puzzle), None) or next(_missing(puzzle), None) or unequal_totals(puzzle)


def failure_at_sight(puzzle: Puzzle, language: Language) -> Reason | None:
    """Why the puzzle has no solution, if that is seen without a step."""
    discrepancy = find_discrepancy(puzzle)
    return None if discrepancy is None else discrepancy.reason(language)


def failure_data(puzzle: Puzzle) -> dict[str, str | None]:
    """The entry `failure` in the JSON of a result without a solution: a clause, or `None` where it takes
    steps to see why."""
    failure = failure_at_sight(puzzle, language_of("en"))
    return {"failure": None if failure is None else failure.text}


def _too_large(puzzle: Puzzle) -> Iterator[TooLarge]:
    for clue, (ship, number) in ships_of(puzzle).items():
        if number and not number_of_placements(ship, puzzle.height, puzzle.width):
            yield TooLarge(ship, (clue,))


def _missing(puzzle: Puzzle) -> Iterator[MissingShip]:
    lengths = {ship.length for ship, number in puzzle.ships if number}
    longest = max(lengths, default=0)
    for given in puzzle.givens:
        if (given.kind == Part.SUBMARINE and 1 not in lengths) or (given.kind == Part.MIDDLE and longest < 3):
            yield MissingShip(given, (Clue("given", given.square),))


def unequal_totals(puzzle: Puzzle) -> UnequalTotals | None:
    """Totals of the rows, the columns and the ships that differ; `None` if there are none.

    Rows and columns are compared first. All clues of the two sides are cited: the number of the ships is that
    of all kinds."""
    ships = Total("ship", sum(ship.length * number for ship, number in puzzle.ships))
    sides = [Total("row", rows)] if (rows := _total(puzzle.rows, puzzle.width)) is not None else []
    if (cols := _total(puzzle.cols, puzzle.height)) is not None:
        sides.append(Total("column", cols))
    if len(sides) == 2 and rows != cols:
        one, other = sorted(sides, key=lambda side: side.number == ships.number)
        return UnequalTotals(one, other, _clues(puzzle, one, other), other.number == ships.number)
    for side in sides:
        if side.number != ships.number:
            return UnequalTotals(side, ships, _clues(puzzle, side, ships))
    return None


def _total(tallies: tuple[Tally, ...], length: int) -> int | None:
    """The sum of the tallies of a side; `None` if one is missing or exceeds the length of a line."""
    given = [tally for tally in tallies if tally is not None]
    if len(given) < len(tallies) or max(given) > length:
        return None
    return sum(given)


def _clues(puzzle: Puzzle, *totals: Total) -> Clues:
    """The clues that give the totals."""
    sides = {total.side for total in totals}
    kinds = {*(sides - {"ship"}), *(("fleet", "word", "shape") if "ship" in sides else ())}
    return tuple(clue for clue in clues_of(puzzle) if clue.kind in kinds)
