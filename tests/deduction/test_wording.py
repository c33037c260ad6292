"""What a chain of links has said is not said again, and nothing else is left out."""

from __future__ import annotations

from typing import Final

from bimaru.deduction.languages import language_of
from bimaru.deduction.reasons import Case, Line, Reason, Squares
from bimaru.deduction.wording import tell_case

ENGLISH: Final = language_of("en")
KEPT: Final = ((0, 0), (0, 1), (0, 2))
IN_ROW_C: Final = ((2, 4), (2, 5), (2, 6))
IN_COLUMN_9: Final = ((4, 8), (5, 8), (6, 8))


def link(places: tuple[Squares, ...], overfull: tuple[Line, ...] = ()) -> Reason:
    """A cruiser that is left to place, with its places, and the lines that it would overfill elsewhere."""
    technique = "last places"
    return Reason(technique, (), (), "", length=3, wanted=1, total=1, places=places, overfull=overfull)


def test_of_the_lines_that_a_ship_would_overfill_those_of_places_listed_before_are_named() -> None:
    overfull = (Line("row", 2), Line("column", 8), Line("row", 7))
    links = (link((KEPT, IN_ROW_C, IN_COLUMN_9)), link((KEPT,), overfull))
    case = tell_case(Case(((9, 9),), True, links, None, ""), ENGLISH)
    (_, after) = case.reasons
    assert after.text == "The cruiser lies on A1-A3 (others overfill row C and column 9)."
    assert case.text.endswith(f"The cruiser lies on A1-A3, C5-C7 and E9-G9. {after.text}")
