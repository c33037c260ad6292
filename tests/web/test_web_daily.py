"""The puzzles of the days: pinned for good, of the grade of their weekday, each with one solution."""

from __future__ import annotations

from datetime import date, timedelta
from hashlib import sha256
from typing import Final

import pytest

import bimaru
from bimaru.formats import format_named
from bimaru.puzzle import Puzzle
from bimaru.symmetry import canonical
from bimaru.web.daily import GRADES, PUZZLES, puzzle_of_day

MONDAY: Final = date(2025, 12, 29)
WEEKS: Final = 105
PINNED: Final = {
    "2025-12-31": "#r=4.1.0.2.3.3.1.1.2.3&c=0.2.2.3.1.4.0.1.4.3&f=4x1.3x2.2x3.1x4&h=E2T.I10T.J4B",
    "2026-01-01": "#r=3.0.1.5.0.3.2.2.2.2&c=2.0.7.1.1.3.0.1.1.4&f=4x1.3x2.2x3.1x4&h=A10S.D8L.F1W.I6M",
    "2026-11-22": "#r=3.1.2.1.3.2.0.5.0.3&c=0.2.1.2.6.0.2.0.1.6&f=4x1.3x2.2x3.1x4&h=E10S.J4L",
    "2028-02-29": "#r=2.3.4.1.1.1.1.2.2.3&c=1.1.4.1.1.1.1.3.0.7&f=4x1.3x2.2x3.1x4&h=B10S.C3M.H3T.H10T.J7L",
    "2041-07-04": "#r=3.2.0.2.2.2.1.2.5.1&c=3.0.0.3.3.1.4.3.1.2&f=4x1.3x2.2x3.1x4&h=D5S.F7B.F10S.I4M",
}
"""Puzzles that no later version may change."""


def link(puzzle: Puzzle) -> str:
    return format_named("permalink").write(puzzle.replace(id=None)).strip()


def days(number: int, *, start: date = MONDAY) -> list[date]:
    return [start + timedelta(days=n) for n in range(number)]


def test_the_file_of_the_puzzles_is_the_same_for_good() -> None:
    digest = "a25aa87ae5cb8b7e0f133130f6dac63647dcee37f7fc42ed91ffef189742f9fb"
    assert sha256(PUZZLES.read_bytes()).hexdigest() == digest


@pytest.mark.parametrize("day", PINNED)
def test_the_puzzle_of_a_day_is_the_same_in_every_version(day: str) -> None:
    puzzle = puzzle_of_day(date.fromisoformat(day))
    assert (puzzle.id, link(puzzle)) == (day, PINNED[day])


def test_every_puzzle_has_one_solution_and_no_two_are_the_same() -> None:
    puzzles = [puzzle_of_day(day) for day in days(7 * WEEKS)]
    assert all(bimaru.count(puzzle) == 1 for puzzle in puzzles)
    assert len({canonical(puzzle) for puzzle in puzzles}) == 7 * WEEKS


def test_the_grade_is_that_of_the_weekday() -> None:
    for day in days(14, start=date(2026, 11, 23)):
        puzzle = puzzle_of_day(day)
        assert bimaru.grade(puzzle) == puzzle.provenance.grade == GRADES[day.weekday()]


def test_after_all_weeks_the_puzzles_return_in_another_symmetry() -> None:
    rounds = [puzzle_of_day(MONDAY + timedelta(weeks=WEEKS * n)) for n in range(-1, 8)]
    assert len({canonical(puzzle) for puzzle in rounds}) == 1
    assert len({link(puzzle) for puzzle in rounds}) == 8
    assert link(rounds[0]) == link(rounds[8])


def test_there_is_a_puzzle_for_every_day_that_a_date_can_name() -> None:
    for day in (date.min, date(1969, 12, 31), date(1970, 1, 1), date.max):
        assert puzzle_of_day(day).id == day.isoformat()
