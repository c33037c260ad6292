"""The techniques on placements, easiest first. Those that are the same for straight ships have the same
names."""

from __future__ import annotations

from typing import Final

from bimaru.deduction.techniques import BY_NAME, CONTRADICTION, Technique

LINE_WATER: Final = "rest of the line is water"
LINE_SHIP: Final = "rest of the line is ship"
NO_SHIP: Final = "no ship fits"
ON_SQUARE: Final = "ships on a square"
LETTER: Final = "first letter from an edge"
LAST: Final = "last places"
SHARED: Final = "overlap"
SUPPOSED: Final = CONTRADICTION.name
SUMS: Final = "sums of the tallies"
TOGETHER: Final = "clues together"

PLACING_TECHNIQUES: Final = {
    LINE_WATER: BY_NAME[LINE_WATER],
    LINE_SHIP: BY_NAME[LINE_SHIP],
    ON_SQUARE: Technique(ON_SQUARE, 3, "easy"),
    NO_SHIP: BY_NAME[NO_SHIP],
    LETTER: Technique(LETTER, 4, "intermediate"),
    LAST: BY_NAME[LAST],
    SHARED: BY_NAME[SHARED],
    SUPPOSED: CONTRADICTION,
    TOGETHER: Technique(TOGETHER, 160, "expert", 1),
}
"""By name. `clues together` is not a technique: where the others end, the fewest clues and known squares
found that force a square are shown as such."""
