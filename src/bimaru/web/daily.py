"""The puzzle of each day, which is the same everywhere and in every later version.

`page/daily/puzzles.txt` has 105 weeks of puzzles as fragments of links, seven a week from Monday to Sunday.
They begin with the week of 29 December 2025; after 105 weeks they begin anew in the next of the eight
symmetries of the grid, so that none returns as it was for 16 years. `page/daily/daily.js` does the same for
the page, and a test compares both. The file is never changed: that would change the puzzles of the past.
"""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import Final

from bimaru.formats import format_named
from bimaru.puzzle import Provenance, Puzzle
from bimaru.symmetry import turns
from bimaru.web.page_files import PAGE

GRADES: Final = ("easy", "easy", "intermediate", "intermediate", "hard", "hard", "expert")
"""The grades of the days from Monday to Sunday."""
PUZZLES: Final = PAGE / "daily" / "puzzles.txt"
_FIRST_WEEK: Final = date(2025, 12, 29).toordinal() // 7
"""Weeks that begin on a Monday, counted from that of 0001-01-01, which was one."""


def puzzle_of_day(day: date) -> Puzzle:
    """The puzzle of a day, with the day as its id and its grade."""
    fragments = _fragments()
    week, weekday = divmod(day.toordinal() - 1, len(GRADES))
    round_, number = divmod(week - _FIRST_WEEK, len(fragments) // len(GRADES))
    puzzle = next(format_named("permalink").read(iter([f"#{fragments[number * len(GRADES) + weekday]}"])))
    symmetries = list(turns(puzzle.height, puzzle.width))
    turned = symmetries[round_ % len(symmetries)].puzzle(puzzle)
    return turned.replace(id=day.isoformat(), provenance=Provenance(grade=GRADES[weekday]))


@cache
def _fragments() -> tuple[str, ...]:
    return tuple(PUZZLES.read_text(encoding="ascii").split())
