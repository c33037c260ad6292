"""Plain techniques: the easiest first, and no hard fact that only makes the way longer."""

from __future__ import annotations

from typing import Final

import pytest

import bimaru
from bimaru.deduction.finding import codes, plain
from bimaru.deduction.finding.citations import Link, State
from bimaru.deduction.finding.start import NumberedClues
from bimaru.puzzle import Puzzle

HARD: Final = [*bimaru.generate_many(12, grade="hard", seed=41)]


def begun(puzzle: Puzzle) -> State:
    return NumberedClues(puzzle).start()


def starving(state: State) -> list[int]:
    """The squares of which it is said that a ship there would starve a line."""
    return [
        link.subject
        for one in plain.rounds(state)
        if one.starves
        for link in one.links
        if link.technique == codes.NO_SHIP
    ]


@pytest.mark.parametrize("puzzle", HARD)
def test_squares_that_wait_change_nothing_of_what_is_known_in_the_end(puzzle: Puzzle) -> None:
    state, waiting = begun(puzzle), begun(puzzle)
    waiting.wait(range(waiting.n))
    for one in (state, waiting):
        for _ in plain.rounds(one):
            pass
    assert [*map(state.known, range(state.n))] == [*map(waiting.known, range(state.n))]


@pytest.mark.parametrize("puzzle", HARD)
def test_after_it_is_found_what_waits_the_techniques_start_as_from_the_givens(puzzle: Puzzle) -> None:
    untouched, looked_at = begun(puzzle), begun(puzzle)
    plain.briefest(looked_at)
    for _ in plain.rounds(untouched):
        pass
    assert starving(looked_at) == starving(begun(puzzle))
    assert looked_at.position() == untouched.position()


def test_hard_facts_that_make_the_way_longer_wait() -> None:
    told = left = 0
    for puzzle in HARD:
        state = begun(puzzle)
        words, waiting = plain.briefest(state)
        state.wait(waiting)
        assert words == pytest.approx(sum(one.words() for one in plain.rounds(state)))
        usual = sum(one.words() for one in plain.rounds(begun(puzzle)))
        assert words < usual if waiting else words <= usual
        told += len(starving(begun(puzzle)))
        without = begun(puzzle)
        without.wait(waiting)
        left += len(starving(without))
    assert left < 0.7 * told


def test_squares_that_no_ship_fits_are_told_together_and_so_are_their_words() -> None:
    links = [codes.NO_SHIP, codes.NO_SHIP]
    one, two = (
        plain.Round([Link(number, at, 0, (2 * at + 1,)) for at, number in enumerate(links[:n])], True)
        for n in (1, 2)
    )
    assert one.words() < two.words() < 2 * one.words()
