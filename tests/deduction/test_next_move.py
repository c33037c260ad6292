"""How moves are found: what a search leaves out would have led nowhere."""

from __future__ import annotations

from typing import Final

import pytest

from bimaru import Puzzle
from bimaru.deduction.finding import codes
from bimaru.deduction.finding.case_splits import Split, suppositions
from bimaru.deduction.finding.compared_ways import find_way, words_soonest
from bimaru.deduction.finding.next_move import INNER, Finder
from bimaru.deduction.finding.plain import rounds
from bimaru.deduction.finding.plain_words import words_of
from bimaru.deduction.finding.preferred_moves import USUAL, Move, Preference
from bimaru.deduction.limits import LONG_SPLIT_ESTIMATE, MAX_NOTES, MAX_SPLIT_ESTIMATE
from ended import Ended
from instances import instances

LETTERED: Final = [one.puzzle for one in instances("lettered")]
PUZZLES: Final = [
    *(one.puzzle for one in (*instances("csplib014")[::80], *instances("polyomino")[1:])),
    *(puzzle.replace(givens=(), rows=(None,) * puzzle.height) for puzzle in LETTERED),
]


class Stuck(Ended):
    """A puzzle where plain techniques have ended, and the finder of what leads on."""

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__(puzzle)
        self.finder = Finder(self.state, lambda: None)


@pytest.fixture(params=PUZZLES)
def stuck(request: pytest.FixtureRequest) -> Stuck:
    return Stuck(request.param)


def test_what_follows_from_a_value_that_does_not_fail_does_not_fail_either(stuck: Stuck) -> None:
    for at in {*range(stuck.state.n)} - {*stuck.known()}:
        for value in (codes.SHIP, codes.WATER):
            for fact in stuck.facts_after(at, value) or ():
                assert stuck.facts_after(fact >> 1, codes.WATER if fact & 1 else codes.SHIP) is not None


def test_remembering_boards_that_hold_changes_nothing_of_what_is_found(stuck: Stuck) -> None:
    holding: list[bytes] = []
    values = [split for split in suppositions(stuck.state) if stuck.finder.move(split) is None]
    assert values
    for outer in values:
        found = stuck.finder.nested(outer, INNER, holding=holding)
        assert found == stuck.finder.nested(outer, INNER)
    assert holding


def test_what_was_kept_of_trials_is_true_of_the_board_and_of_fuller_ones(stuck: Stuck) -> None:
    finder = Finder(stuck.state, lambda: None, keeps=True)
    move = finder.best()
    before = kept_and_true(finder)
    assert before
    assert all(before)
    if move is not None:
        finder.apply(move)
        assert all(kept_and_true(finder))


def kept_and_true(finder: Finder) -> list[bool]:
    """Of each value that is known from trials before to fail, or not to, whether that is so."""
    kept, known = finder._kept, finder._kept.known()
    held = kept.held(known)
    found = []
    for case in (split.cases[0] for split in suppositions(finder.state)):
        fact = 2 * case.ship[0] if case.ship else 2 * case.water[0] + 1
        if kept.failed(case, known, in_brief=False) is not None:
            found.append(finder._refutation(case) is not None)
        elif fact in held:
            found.append(finder._refutation(case) is None)
    return found


def test_the_ways_to_fill_a_line_cover_it_and_are_none_if_there_are_more_than_wanted(stuck: Stuck) -> None:
    for line in range(stuck.clues.geometry.n_lines):
        ways = stuck.state.ways_of(line)
        if not ways:
            continue
        assert len({*ways}) == len(ways)
        for ship, water in ways:
            assert sorted(ship + water) == [*stuck.clues.geometry.line_squares(line)]
            assert len(ship) == stuck.clues.tallies[line]
        assert stuck.state.ways_of(line, most=len(ways)) == ways
        assert stuck.state.ways_of(line, most=len(ways) - 1) is None


def move(words: int, gain: int, *, notes: int = 0) -> Move:
    return Move(Split("value", 0, ()), (True,), (0,), (), (*range(notes),), words, 0, gain)


def test_limits_are_relaxed_one_after_the_other_the_words_first() -> None:
    short, long = move(LONG_SPLIT_ESTIMATE, 1), move(MAX_SPLIT_ESTIMATE, 90)
    many = move(10, 90, notes=MAX_NOTES + 1)
    preference: Preference | None = Preference()
    found = []
    while preference is not None:
        found.append((preference.best([short]), preference.best([long]), preference.best([many])))
        preference = preference.relaxed()
    assert found[0] == (short, None, None)
    assert found[-2:] == [(short, long, None), (short, long, many)]


@pytest.mark.parametrize(("preference", "takes"), [(Preference(), False), (USUAL, True)])
def test_an_explanation_rests_no_step_on_more_than_twelve_notes_a_grade_may(
    preference: Preference, takes: bool
) -> None:
    limits: Preference | None = preference
    while limits is not None:
        last, limits = limits, limits.relaxed()
    twelve, thirteen = move(10, 90, notes=12), move(10, 90, notes=13)
    assert last.best([twelve]) == twelve
    assert (last.best([thirteen]) == thirteen) == takes


def test_the_words_of_the_way_found_soonest_are_those_of_its_moves_and_of_what_follows(stuck: Stuck) -> None:
    before = stuck.state.position()
    way = find_way(stuck.finder, USUAL)
    least: float = sum(move.all_words for move in way.moves) + (0 if way.is_complete else 500)
    words = words_soonest(stuck.finder)
    assert least <= words
    assert stuck.state.position() == before
    for move in way.moves:
        stuck.finder.add(move)
        least += words_of(stuck.state, rounds(stuck.state))
    assert words == pytest.approx(least)


def test_what_only_search_settles_counts_many_words() -> None:
    stuck = Stuck(Puzzle((1, 0, 1), (1, 0, 1), {1: 2}))  # two solutions
    assert words_soonest(stuck.finder) == 500
