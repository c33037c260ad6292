"""Contradictions that a person sees before the first step: totals that differ, ships that do not fit the
grid, and given parts that no ship of the fleet has."""

from __future__ import annotations

from collections.abc import Callable
from operator import methodcaller
from typing import Final, NamedTuple

from bimaru.deduction.clues import Clues, clues_of, ships_of
from bimaru.deduction.languages import language_of
from bimaru.deduction.languages.advice_sentences import AdviceSentences
from bimaru.deduction.languages.language import Language
from bimaru.deduction.reasons import Clue, Reason, Squares, Total
from bimaru.placements import number_of_placements
from bimaru.puzzle import Puzzle, Tally
from bimaru.squares import Part

NO_SHIP: Final = "no ship fits"
SUMS: Final = "sums of the tallies"


class Discrepancy(NamedTuple):
    """Clues that contradict each other, or the rules, and how a language says so."""

    technique: str
    clues: Clues
    clause: Callable[[AdviceSentences], str]
    squares: Squares = ()

    def reason(self, language: Language) -> Reason:
        """Why there is no solution, as a clause."""
        return Reason(
            self.technique, (), (), self.clause(language.advice), squares=self.squares, clues=self.clues
        )


def find_discrepancy(puzzle: Puzzle) -> Discrepancy | None:
    """The first contradiction that is seen without a step; `None` if there is none.

    That one clue alone contradicts the rules comes first. Totals are compared only where every tally of a
    side is given and none exceeds its line: otherwise that tally is the contradiction."""
    return _impossible_clue(puzzle) or unequal_totals(puzzle)


def failure_at_sight(puzzle: Puzzle, language: Language) -> Reason | None:
    """Why the puzzle has no solution, if that is seen without a step."""
    discrepancy = find_discrepancy(puzzle)
    return discrepancy and discrepancy.reason(language)


def failure_data(puzzle: Puzzle) -> dict[str, str | None]:
    """The entry `failure` in the JSON of a result without a solution: a clause, or `None` where it takes
    steps to see why."""
    failure = failure_at_sight(puzzle, language_of("en"))
    return {"failure": None if failure is None else failure.text}


def _impossible_clue(puzzle: Puzzle) -> Discrepancy | None:
    """A ship of the fleet that fits nowhere on the empty grid, or a given part that no ship of it has."""
    for clue, (ship, number) in ships_of(puzzle).items():
        if number and not number_of_placements(ship, puzzle.height, puzzle.width):
            return Discrepancy(NO_SHIP, (clue,), methodcaller("too_large", ship))
    lengths = {ship.length for ship, number in puzzle.ships if number}
    longest = max(lengths, default=0)
    for given in puzzle.givens:
        if (given.kind == Part.SUBMARINE and 1 not in lengths) or (given.kind == Part.MIDDLE and longest < 3):
            clue = Clue("given", given.square)
            return Discrepancy(NO_SHIP, (clue,), methodcaller("missing_ship", given), (given.square,))
    return None


def unequal_totals(puzzle: Puzzle) -> Discrepancy | None:
    """Totals of the rows, the columns and the ships that differ; `None` if there are none.

    Rows and columns are compared first; where the ships have as many squares as one of them, the other is
    likely to be wrong. All clues of the two sides are cited: the number of the ships is that of all kinds."""
    ships = Total("ship", sum(ship.length * number for ship, number in puzzle.ships))
    sides = [Total("row", rows)] if (rows := _total(puzzle.rows, puzzle.width)) is not None else []
    if (cols := _total(puzzle.cols, puzzle.height)) is not None:
        sides.append(Total("column", cols))
    if len(sides) == 2 and rows != cols:
        one, other = sorted(sides, key=lambda side: side.number == ships.number)
        return _differing(puzzle, one, other, other.number == ships.number)
    wrong = next((side for side in sides if side.number != ships.number), None)
    return wrong and _differing(puzzle, wrong, ships)


def _differing(puzzle: Puzzle, one: Total, other: Total, is_with_ships: bool = False) -> Discrepancy:
    """Two totals that differ, with the clues that give them."""
    sides = {one.side, other.side}
    kinds = {*(sides - {"ship"}), *(("fleet", "word", "shape") if "ship" in sides else ())}
    clues = tuple(clue for clue in clues_of(puzzle) if clue.kind in kinds)
    return Discrepancy(SUMS, clues, methodcaller("unequal_totals", one, other, is_with_ships))


def _total(tallies: tuple[Tally, ...], length: int) -> int | None:
    """The sum of the tallies of a side; `None` if one is missing or exceeds the length of a line."""
    given = [tally for tally in tallies if tally is not None]
    return None if len(given) < len(tallies) or max(given) > length else sum(given)
