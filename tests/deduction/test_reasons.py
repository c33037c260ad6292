"""The sentences of explanations carry their arguments: nothing is missing that made readers stop."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import pytest

from bimaru import Explanation, Puzzle
from bimaru.deduction import Case, Clue, Reason, Step
from bimaru.deduction.explanation import explain
from bimaru.deduction.languages import language_of
from bimaru.deduction.languages.en.clues import clue_texts
from bimaru.deduction.reasons import Facts
from bimaru.puzzle import Given
from bimaru.squares import Square
from instances import instances

SAMPLE = [one.puzzle for one in instances("csplib014")[::40]]
WITH_NEIGHBOURS = "csplib014-16721"
"""Many of its squares are refuted by the argument of their neighbours."""


@cache
def explained(puzzle: Puzzle, language: str = "en") -> Explanation:
    return explain(puzzle, language=language)


def puzzle_of(name: str) -> Puzzle:
    return next(one.puzzle for one in instances("csplib014") if one.id == name)


def links_of(step: Step) -> Iterator[Reason]:
    """The single links of a step, and the contradictions in it."""
    yield from (reason for reason in step.reasons if not step.cases)
    for case in step.cases:
        yield from _links_in(case)


def _links_in(case: Case) -> Iterator[Reason]:
    for reason in case.reasons:
        if not reason.cases:
            yield reason
        for nested in reason.cases:
            yield from _links_in(nested)
    if case.ending is not None:
        yield case.ending


def steps_with_known(puzzle: Puzzle) -> Iterator[tuple[Step, set[Square], set[Square]]]:
    """The steps, each with the squares that are known to be ship and water before it."""
    ship: set[Square] = set()
    water: set[Square] = set()
    for step in explained(puzzle):
        yield step, ship, water
        ship, water = ship | {*step.ship}, water | {*step.water}


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda puzzle: str(puzzle.id))
def test_placements_on_known_water_are_not_ruled_out_by_anything_else(puzzle: Puzzle) -> None:
    for step, _, water in steps_with_known(puzzle):
        for link in links_of(step):
            placements = [*(one.squares for one in link.starved), *link.premises.barred]
            assert [place for place in placements if water.intersection(place)] == [], step.text


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda puzzle: str(puzzle.id))
def test_no_link_concludes_what_is_known_before_its_step(puzzle: Puzzle) -> None:
    for step, ship, water in steps_with_known(puzzle):
        for link in links_of(step):
            if step.cases and all(case.ending is not link for case in step.cases):
                assert not ship.intersection(link.ship), step.text
                assert not water.intersection(link.water), step.text


def test_the_lines_that_bar_places_are_in_the_sentence() -> None:
    steps = explained(puzzle_of("csplib014-4062"))
    step = next(step for step in steps if step.text.startswith("Suppose a destroyer lies on D9-D10. Row E"))
    assert "(others overfill columns 1 and 10 and lines under 4)" in step.text
    link = next(link for link in step.cases[0].reasons if "lines under" in link.text)
    assert len(link.overfull) > 2
    assert {"column 1", "column 10"} == {line.name for line in {*link.overfull} - {*link.short}}


def test_a_line_that_takes_some_squares_names_the_ways_or_what_they_are_chosen_from() -> None:
    number = 0
    for puzzle in SAMPLE:
        for step in explained(puzzle):
            for link in links_of(step):
                if link.technique.startswith("ways to fill") and (link.ship or link.water):
                    number += 1
                    assert {*link.ship, *link.water} <= {*link.choice}
                    assert link.n_ways == len(link.ways) if link.ways else link.n_ways != 0
                    assert " more, always" not in link.text
    assert number > 10


def test_many_places_ruled_out_before_name_the_steps() -> None:
    number = 0
    for puzzle in SAMPLE:
        steps = explained(puzzle)
        for i, step in enumerate(steps, 1):
            for link in links_of(step):
                ruled_out = {place for n in link.barred_in for place in steps[n - 1].barred}
                assert ruled_out >= {*link.premises.barred}
                assert max(link.barred_in, default=0) < i
                number += len(link.premises.barred) > 6
        assert "ruled out before" not in " ".join(step.text for step in steps)
    assert number


def test_squares_that_fail_by_the_same_argument_are_one_step() -> None:
    steps = explained(puzzle_of(WITH_NEIGHBOURS))
    families = [step for step in steps if len(step.cases) > 1 and not step.barred]
    assert "Suppose G5, G6, G7, G8, G9 or G10 is ship." in families[0].text
    assert families[0].text.endswith("So G5-G10 are water.")
    for step in families:
        settled = {*step.ship, *step.water}
        assert settled == {at for case in step.cases for at in case.supposed}
        for reason in step.reasons:
            assert not settled & {*reason.premises.ship, *reason.premises.water}
    arguments = [step.text.partition(". ")[2].rpartition(" So ")[0] for step in steps if step.cases]
    assert not any(one == other for one, other in pairwise(arguments))


@pytest.mark.parametrize(
    ("language", "clause"),
    [
        ("en", "E1-E5 would be 5 in a row, more than any ship has"),
        ("de", "E1-E5 wären 5 in einer Reihe, mehr als jedes Schiff hat"),
    ],
)
def test_ship_squares_in_a_row_that_no_ship_has_are_named(language: str, clause: str) -> None:
    assert clause in " ".join(step.text for step in explained(puzzle_of(WITH_NEIGHBOURS), language))


def test_an_end_without_room_says_what_stands_in_the_way_or_what_was_left_before() -> None:
    cases = [case for puzzle in SAMPLE for step in explained(puzzle) for case in step.cases]
    texts = [case.ending.text for case in cases if case.ending is not None]
    room = [text for text in texts if " would fit nowhere" in text]
    assert any("not even on" in text for text in room)
    bare = [text for text in room if text.endswith(" would fit nowhere")]
    assert len(bare) < len(room) / 10, bare


def test_a_chain_does_not_give_the_same_reason_twice() -> None:
    for puzzle in SAMPLE:
        for step in explained(puzzle):
            for case in step.cases:
                text = case.text.partition(" (Suppose")[0]
                assert text.count("submarines are found") <= 1, text
                assert text.count("lines under") <= 1, text


@pytest.mark.parametrize(
    ("language", "clues"),
    [
        (
            "en",
            "Because of columns 1 and 3, the letters below columns 1 and 3 and the letters left of rows B",
        ),
        (
            "de",
            "wegen der Spalten 1 und 3, der Buchstaben unter den Spalten 1 und 3 und der Buchstaben links",
        ),
    ],
)
def test_long_lists_of_clues_are_grouped_and_whole_in_the_data(language: str, clues: str) -> None:
    steps = (step for one in instances("lettered") for step in explained(one.puzzle, language))
    link = next(link for step in steps for link in step.reasons if clues in link.text)
    edges = {clue.value for clue in link.clues if clue.kind == "edge"}
    assert edges >= {("left", row) for row in (1, 3, 4, 5, 6, 7)}


@pytest.mark.parametrize(
    ("language", "start"), [("en", "Rows A-C, columns 1 and 2 and the"), ("de", "Wegen der Zeilen A-C, der")]
)
def test_what_many_clues_force_together_names_them_without_their_values(language: str, start: str) -> None:
    puzzle = instances("lettered")[0].puzzle
    clues = [Clue("row", number) for number in range(3)] + [Clue("column", number) for number in range(2)]
    clues += [Clue("edge", ("right", number)) for number in (0, 2, 3, 4)]
    text = language_of(language).placements.forced(puzzle, clues, Facts(water=((0, 0),)), Given(4, 4, "X"))
    assert text.startswith(start), text


def test_tallies_that_are_equal_and_beside_each_other_are_grouped() -> None:
    puzzle = Puzzle(rows=(1, 1, 1, 2), cols=(2, 1, 1, 1), fleet={2: 1, 1: 3})
    text = clue_texts(puzzle, [Clue("row", number) for number in range(4)])
    assert text == "rows A-C have 1 each and row D 2"
