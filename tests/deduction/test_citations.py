"""Every link of an explanation follows from what it cites, alone, and from hardly anything less."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Final

import pytest

from bimaru import Explanation, Puzzle
from bimaru.deduction import Clue, Reason
from bimaru.deduction.explanation import explain
from bimaru.squares import Part, Square
from citations import Citations, all_links
from instances import Instance, instances

SAMPLE: Final = tuple(
    one
    for one in (*instances("boats")[::15], *instances("csplib014")[::40], *instances("large")[:1])
    if None not in (*one.puzzle.rows, *one.puzzle.cols)
)
"""Without missing tallies: counting squares takes SAT long."""


def id_of(one: Instance) -> str:
    return one.id


def links_of(explanation: Explanation) -> Iterator[Reason]:
    """All links, and each case analysis as one that cites what its links cite."""
    for step in explanation:
        yield from step.reasons
        for case in step.cases:
            yield from all_links(case.reasons)
            if case.ending is not None:
                yield case.ending


@pytest.mark.parametrize("one", SAMPLE, ids=id_of)
def test_every_link_and_every_analysis_follows_from_what_it_cites(one: Instance) -> None:
    citations = Citations(one.puzzle)
    assert [link for link in links_of(explain(one.puzzle)) if not citations.follows(link)] == []


def test_hardly_any_link_cites_a_clue_that_it_can_do_without() -> None:
    few = [*instances("boats")[:60:15], *instances("csplib014")[::101]]
    numbers = []
    for one in few:
        citations = Citations(one.puzzle)
        numbers += [bool(citations.superfluous(link)) for link in single_links(explain(one.puzzle))]
    assert len(numbers) > 500
    assert sum(numbers) / len(numbers) < 0.01


def single_links(explanation: Explanation) -> Iterator[Reason]:
    """All links but case analyses, which cite all that their links cite."""
    for step in explanation:
        nested = [link for case in step.cases for link in (*case.reasons, case.ending) if link is not None]
        yield from (link for link in (nested if step.cases else step.reasons) if not link.cases)


def test_a_line_is_filled_in_one_of_the_ways_that_are_listed() -> None:
    few = [*instances("boats")[::75], *instances("csplib014")[::101]]
    number = 0
    for one in few:
        citations = Citations(one.puzzle)
        for link, ship, water in links_with_marks(one.puzzle):
            if link.ways:
                number += 1
                assert citations.allows_only(link, ship, water), link
                assert all({*link.ship} <= {*way} and not {*link.water} & {*way} for way in link.ways)
    assert number > 10


def links_with_marks(puzzle: Puzzle) -> Iterator[tuple[Reason, set[Square], set[Square]]]:
    """Single links, each with the squares that are known to be ship and water before it."""
    water = {given.square for given in puzzle.givens if given.kind == Part.WATER}
    ship = {given.square for given in puzzle.givens} - water
    for step in explain(puzzle):
        for link in () if step.cases else step.reasons:
            yield link, ship, water
            ship, water = ship | {*link.ship}, water | {*link.water}
        for case in step.cases:
            supposed = {*case.supposed}
            inner_ship = ship | (set() if case.is_water else supposed)
            inner_water = water | (supposed if case.is_water else set())
            if case.is_placement:
                inner_water |= around(supposed)
            for link in case.reasons:
                yield link, inner_ship, inner_water
                inner_ship, inner_water = inner_ship | {*link.ship}, inner_water | {*link.water}
        ship, water = ship | {*step.ship}, water | {*step.water}


def around(squares: set[Square]) -> set[Square]:
    steps = [*product((-1, 0, 1), repeat=2)]
    return {(r + down, c + right) for r, c in squares for down, right in steps} - squares


def test_ships_that_exclude_each_other_end_a_case_without_a_square_that_is_both() -> None:
    explanations = [explain(one.puzzle) for one in instances("csplib014")[:40:20]]
    links = [link for one in explanations for link in links_of(one)]
    assert not [link.text for link in links if {*link.ship} & {*link.water}]
    assert [link.text for link in links if link.text.endswith(("these touch", "these overlap"))]


def test_the_check_notices_a_missing_and_a_superfluous_clue() -> None:
    puzzle = Puzzle(rows=(1, 0, 1), cols=(1, 0, 1), fleet={1: 2}, givens={(0, 0): "S"})
    citations = Citations(puzzle)
    link = next(
        reason
        for step in explain(puzzle)
        for reason in step.reasons
        if reason.technique == "rest of the line is water" and reason.clues == (Clue("row", 1),)
    )
    assert citations.follows(link)
    assert not citations.follows(replace(link, clues=()))
    assert citations.superfluous(replace(link, clues=(Clue("row", 1), Clue("column", 1)))) != []
