"""Every link of an explanation follows from what it cites, alone, and from hardly anything less."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import pytest

from bimaru import Explanation, Puzzle
from bimaru.deduction import Clue, Reason
from bimaru.deduction.explanation import explain
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
