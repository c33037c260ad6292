"""Every link of an explanation follows from what it cites, alone, and what it lists can be."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Final

import pytest

from bimaru import Puzzle
from bimaru.board import WATER
from bimaru.deduction import Clue
from citations import Citations, links_of
from explanations import explained
from instances import Instance, instance, instances
from reading import (
    Known,
    Read,
    boards_of_steps,
    breaks,
    line_squares,
    links_as_read,
    links_too_many,
    placement_breaks,
    supposing,
)
from sampling import sampled

MANY_NOTES: Final = "csplib014-11794"
"""A board on which many placements are ruled out, and needed long after."""
SAMPLE: Final = (
    *instances("boats")[::15],
    *instances("csplib014")[::40],
    instance("csplib014", MANY_NOTES),
    *instances("large")[:1],
    *instances("lettered")[::2],
    *instances("polyomino")[:6],
)
MOST_LATE: Final = 0.02
"""The share of cases that go on though the contradiction is seen."""
LAST: Final = ("last places", "last places: starved line")
FEW: Final = {
    "boats-fixS-h-05",
    "csplib014-113",
    "csplib014-12681",
    MANY_NOTES,
    "lettered-3",
    "polyomino-4",
    "polyomino-1",
}
"""Of every kind of ships; the others are for `make check`."""


def id_of(one: Instance) -> str:
    return one.id


all_kinds = pytest.mark.parametrize("one", sampled(SAMPLE, lambda one: one.id in FEW), ids=id_of)


def read(one: Instance) -> list[Read]:
    return [*links_as_read(one.puzzle, explained(one.puzzle))]


@all_kinds
def test_every_link_and_every_analysis_follows_from_what_it_cites(one: Instance) -> None:
    citations = Citations(one.puzzle)
    assert [link for link in links_of(explained(one.puzzle)) if not citations.follows(link)] == []


@all_kinds
def test_links_rest_only_on_what_is_known_before_them(one: Instance) -> None:
    for found in read(one):
        premises, known = found.link.premises, found.known
        assert known.ship.issuperset(premises.ship), found.link.text
        assert known.water.issuperset(premises.water), found.link.text
        assert known.barred.issuperset(premises.barred), found.link.text


@all_kinds
def test_no_link_concludes_what_is_known_before_it(one: Instance) -> None:
    for found in read(one):
        is_ending = found.case is not None and found.link is found.case.ending
        assert is_ending or not found.known.ship.intersection(found.link.ship), found.link.text
        assert is_ending or not found.known.water.intersection(found.link.water), found.link.text


@all_kinds
def test_placements_ruled_out_that_a_link_rests_on_name_the_steps(one: Instance) -> None:
    steps = explained(one.puzzle).steps
    for found in read(one):
        named = {placement for number in found.link.barred_in for placement in steps[number - 1].barred}
        assert named.issuperset(found.link.premises.barred)
        assert max(found.link.barred_in, default=0) < found.number


# What is listed


@all_kinds
def test_no_placement_that_is_listed_breaks_a_rule_or_a_tally_by_itself(one: Instance) -> None:
    """On the board as its reader has it there."""
    for found in read(one):
        for placement in found.link.placements:
            fault = placement_breaks(one.puzzle, [placement], found.known)
            assert not fault, (placement, fault, found.link.text, found.step.text)


@all_kinds
def test_a_line_is_filled_in_one_of_the_ways_that_are_listed_and_each_can_be(one: Instance) -> None:
    citations = Citations(one.puzzle)
    for found in read(one):
        link, known = found.link, found.known
        if link.ways and link.line is not None:
            assert link.n_ways == len(link.ways)
            assert citations.allows_only(link, known.ship, known.water), link.text
            squares = line_squares(one.puzzle, link.line.axis, link.line.number)
            for way in link.ways:
                rest = {*squares} - {*way} - known.ship
                assert not breaks(one.puzzle, way, rest, known), (way, link.text, found.step.text)
                assert {*link.ship} <= {*way}
                assert not {*link.water} & {*way}


@all_kinds
def test_one_of_the_answers_to_a_question_is_true_and_none_breaks_a_rule_by_itself(one: Instance) -> None:
    citations = Citations(one.puzzle)
    for step, known in boards_of_steps(one.puzzle, explained(one.puzzle)):
        if step.question is None:
            continue
        assert step.question.n_cases == len(step.cases) > 1
        assert citations.is_exhaustive(step.cases, known.ship, known.water), step.text
        for case in step.cases:
            if len(case.placements) > 1:  # together they may break a tally, after what follows from them
                fault = next(
                    filter(None, (placement_breaks(one.puzzle, (p,), known) for p in case.placements)), ""
                )
            else:
                supposed = supposing(one.puzzle, case, Known(frozenset(), frozenset()))
                fault = breaks(one.puzzle, supposed.ship, supposed.water - known.ship, known)
                fault = fault or placement_breaks(one.puzzle, case.placements, known)
            assert not fault, (case.text, fault, step.text)


@all_kinds
def test_a_line_names_all_squares_that_it_needs(one: Instance) -> None:
    """But for those of the only placements that a sentence before it names."""
    for found in read(one):
        link, known, case = found.link, found.known, found.case
        if case is not None and case not in found.step.cases:
            continue
        if link.technique == "rest of the line is ship" and link.ship and link.line is not None:
            before = () if case is None else case.reasons[: case.reasons.index(link)]
            whole = [other for other in before if other.technique in LAST or len(other.placements) == 1]
            named = {at for other in whole for placement in other.placements for at in placement}
            squares = {*line_squares(one.puzzle, link.line.axis, link.line.number)}
            assert not squares - known.ship - known.water - {*link.ship} - named, (link.text, found.step.text)
            assert link.needed == len(link.ship)


@all_kinds
def test_no_two_kinds_of_ships_are_told_on_the_same_squares(one: Instance) -> None:
    for step in explained(one.puzzle):
        for case in step.cases:
            lying = [
                link for link in case.reasons if link.technique.startswith("overlap") and link.wanted == 1
            ]
            last = [link for link in case.reasons if link.technique.startswith("last places")]
            for other, link in product(lying, last):
                if other.kind != link.kind and case.reasons.index(other) < case.reasons.index(link):
                    shared = [
                        {*placement} & {*taken}
                        for placement, taken in product(other.placements, link.placements)
                    ]
                    assert not all(shared), step.text


@all_kinds
def test_nearly_every_case_ends_where_a_reader_sees_the_contradiction(one: Instance) -> None:
    """Too many ships, or a line over or short of its tally; a few go on for some links."""
    steps = boards_of_steps(one.puzzle, explained(one.puzzle))
    cases = [(case, known) for step, known in steps for case in step.cases]
    late = [found for case, known in cases if (found := links_too_many(one.puzzle, case, known))]
    assert len(late) <= 1 + len(cases) * MOST_LATE, late
    assert max(late, default=0) <= 4


def test_explanations_of_all_kinds_of_ships_ask_questions_and_rule_out_placements() -> None:
    """Otherwise the tests above would look at nothing."""
    few = [one for one in SAMPLE if one.id in FEW]
    steps = [step for one in few for step in explained(one.puzzle)]
    asked = {step.question.about for step in steps if step.question is not None}
    assert asked >= {"ships", "line"}
    assert any(reason.premises.barred for reason in links_of(steps))
    assert sum(bool(reason.ways) for reason in links_of(steps)) > 5
    assert any(step.cases for step in explained(instance("polyomino", "polyomino-4").puzzle))


# The checks themselves


def test_the_check_notices_a_missing_and_a_superfluous_clue() -> None:
    puzzle = Puzzle(rows=(1, 0, 1), cols=(1, 0, 1), fleet={1: 2}, givens={(0, 0): "S"})
    citations = Citations(puzzle)
    link = next(
        reason
        for step in explained(puzzle)
        for reason in step.reasons
        if reason.technique == "rest of the line is water" and reason.clues == (Clue("row", 1),)
    )
    assert citations.follows(link)
    assert not citations.follows(replace(link, clues=()))
    assert citations.superfluous(replace(link, clues=(Clue("row", 1), Clue("column", 1)))) != []


def test_the_check_notices_a_case_or_a_way_that_is_missing() -> None:
    one = instance("csplib014", "csplib014-12681")
    citations = Citations(one.puzzle)
    explanation = explained(one.puzzle)
    solution = explanation.board
    cases = next(step.cases for step in explanation if step.question is not None)
    wrong = [case for case in cases if any(solution[at] == WATER for at in case.supposed)]
    assert len(wrong) < len(cases)
    assert not citations.is_exhaustive(wrong, (), ())
    found = next(found for found in read(one) if len(found.link.ways) > 1)
    fewer = replace(found.link, ways=found.link.ways[1:])
    assert not citations.allows_only(replace(fewer, clues=()), found.known.ship, found.known.water)


@pytest.mark.parametrize(
    ("ship", "water", "fault"),
    [
        ([(0, 0), (0, 1)], [], "row 0 has more than 1"),
        ([(1, 1)], [], "ships touch at a corner"),
        ([(2, 2)], [], "a square would be both"),
        ([], [(0, 0), (1, 0), (2, 0)], "column 0 cannot reach 1"),
        ([(2, 0)], [(2, 1)], ""),
    ],
)
def test_a_reader_sees_what_breaks_a_rule(
    ship: list[tuple[int, int]], water: list[tuple[int, int]], fault: str
) -> None:
    puzzle = Puzzle(rows=(1, None, 1), cols=(1, None, None), fleet={1: 3})
    known = Known(frozenset({(0, 2)}), frozenset({(2, 2)}))
    assert breaks(puzzle, ship, water, known) == fault
