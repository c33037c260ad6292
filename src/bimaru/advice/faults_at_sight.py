"""Contradictions that a person sees before the first step: totals that differ, ships that do not fit the
grid, and given parts that no ship of the fleet has."""

from __future__ import annotations

from typing import Final

from bimaru.deduction.clues import clues_of, ships_of
from bimaru.deduction.languages import language_of
from bimaru.deduction.languages.advice_sentences import AdviceSentences
from bimaru.deduction.languages.language import Language
from bimaru.deduction.reasons import Clue, Reason, Total
from bimaru.placements import number_of_placements
from bimaru.puzzle import Puzzle, Tally
from bimaru.ships import squares_of_ships
from bimaru.squares import Part

NO_SHIP: Final = "no ship fits"
SUMS: Final = "sums of the tallies"


def failure_at_sight(puzzle: Puzzle, language: Language) -> Reason | None:
    """The first contradiction that is seen without a step; `None` if there is none.

    That one clue alone contradicts the rules comes first. Totals are compared only where every tally of a
    side is given and none exceeds its line: otherwise that tally is the contradiction."""
    return _impossible_clue(puzzle, language.advice) or _unequal_totals(puzzle, language.advice)


def failure_data(puzzle: Puzzle) -> dict[str, str | None]:
    """The entry `failure` in the JSON of a result without a solution: a clause, or `None` where it takes
    steps to see why."""
    failure = failure_at_sight(puzzle, language_of("en"))
    return {"failure": None if failure is None else failure.text}


def _impossible_clue(puzzle: Puzzle, advice: AdviceSentences) -> Reason | None:
    """A ship of the fleet that fits nowhere on the empty grid, or a given part that no ship of it has."""
    for clue, (ship, number) in ships_of(puzzle).items():
        if number and not number_of_placements(ship, puzzle.height, puzzle.width):
            return Reason(NO_SHIP, (), (), advice.too_large(ship), clues=(clue,))
    lengths = {ship.length for ship, number in puzzle.ships if number}
    longest = max(lengths, default=0)
    for given in puzzle.givens:
        if (given.kind == Part.SUBMARINE and 1 not in lengths) or (given.kind == Part.MIDDLE and longest < 3):
            clue, text = Clue("given", given.square), advice.missing_ship(given)
            return Reason(NO_SHIP, (), (), text, squares=(given.square,), clues=(clue,))
    return None


def _unequal_totals(puzzle: Puzzle, advice: AdviceSentences) -> Reason | None:
    """Totals that differ. All clues of the two sides are cited: the number of the ships is that of all
    kinds."""
    totals = differing_totals(puzzle)
    if totals is None:
        return None
    sides = {total.side for total in totals[:2]}
    kinds = {*(sides - {"ship"}), *(("fleet", "word", "shape") if "ship" in sides else ())}
    clues = tuple(clue for clue in clues_of(puzzle) if clue.kind in kinds)
    return Reason(SUMS, (), (), advice.unequal_totals(*totals), clues=clues)


def differing_totals(puzzle: Puzzle) -> tuple[Total, Total, bool] | None:
    """Two totals, of the rows, the columns and the ships, that differ, and whether the ships agree with the
    second; `None` if there are none.

    Rows and columns are compared first; where the ships have as many squares as one of them, the other is
    likely to be wrong."""
    ships = Total("ship", squares_of_ships(puzzle.ships))
    sides = [Total("row", rows)] if (rows := _total(puzzle.rows, puzzle.width)) is not None else []
    if (cols := _total(puzzle.cols, puzzle.height)) is not None:
        sides.append(Total("column", cols))
    if len(sides) == 2 and rows != cols:
        one, other = sorted(sides, key=lambda side: side.number == ships.number)
        return one, other, other.number == ships.number
    wrong = next((side for side in sides if side.number != ships.number), None)
    return wrong and (wrong, ships, False)


def _total(tallies: tuple[Tally, ...], length: int) -> int | None:
    """The sum of the tallies of a side; `None` if one is missing or exceeds the length of a line."""
    given = [tally for tally in tallies if tally is not None]
    return None if len(given) < len(tallies) or max(given) > length else sum(given)
