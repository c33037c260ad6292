"""The table of techniques is complete, and every technique has a puzzle that needs it, drawn in the docs."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

import pytest

import bimaru
from bimaru.deduction.techniques import CASES, LETTERED, PLAIN, TECHNIQUES, Technique
from bimaru.grading.grades import GRADES
from bimaru.grading.ladder import ladder, line_techniques, lines
from bimaru.grading.ladder.ladder import Ladder
from bimaru.grading.ladder.rungs import FAILED, PLAIN_RUNGS, SUPPOSE
from bimaru.ships import Fleet
from sampling import sampled
from techniques_page import PAGE, SHOWN, oracles, renewed, told
from uncompiled import uncompiled

HARDNESS = {technique.name: i for i, technique in enumerate(TECHNIQUES)}

METHODS: Final = {
    "around a given part": "given_parts",
    "ships do not touch": "diagonals",
    "rest of the line is water": "rest_water",
    "rest of the line is ship": "rest_ship",
    "water round a finished ship": "finished_ships",
    "direction of a middle": "middles",
    "no ship fits": "unreached",
    "one way to grow": "growth",
    "missing tally": "missing_tallies",
    "last places": "last_placements",
    "overlap": "overlaps",
    "ways to fill a line": "fillings",
    "no ship fits: starved line": "unreached",
    "last places: starved line": "last_placements",
    "overlap: starved line": "overlaps",
    "ways to fill a line: starved line": "fillings",
}
"""The method of the ladder for each plain technique, in the order of the rungs."""

slow_ladder: Final = uncompiled(ladder, uncompiled(line_techniques, uncompiled(lines)))


def name_of(technique: Technique) -> str:
    return technique.name


@pytest.mark.parametrize(
    "technique", sampled(TECHNIQUES, lambda technique: technique.name != "nested contradiction"), ids=name_of
)
def test_every_technique_is_the_hardest_that_its_puzzle_takes(technique: Technique) -> None:
    puzzle = oracles()[technique.name].puzzle
    assert bimaru.grade(puzzle).techniques[-1] == technique.name
    assert bimaru.explain(puzzle).solved


def test_the_examples_of_the_page_take_their_technique() -> None:
    assert [*told()] == [technique.name for technique in (*TECHNIQUES, CASES, *LETTERED)]
    for name, puzzle in told().items():
        assert name in {step.technique for step in bimaru.explain(puzzle)}


@pytest.mark.parametrize("technique", TECHNIQUES, ids=name_of)
def test_easier_techniques_do_not_solve_its_puzzle(technique: Technique) -> None:
    puzzle = oracles()[technique.name].puzzle
    ladder = Ladder(puzzle.rows, puzzle.cols, puzzle.fleet, puzzle.givens)
    assert ladder.run(min(HARDNESS[technique.name], len(PLAIN))) != FAILED
    assert not ladder.is_solved()


def test_the_page_shows_an_example_of_every_technique_easiest_first() -> None:
    shown = re.findall(r"<!-- example: (.*?) -->", PAGE.read_text(encoding="utf-8"))
    assert shown == [technique.name for technique in SHOWN]


@pytest.mark.thorough
def test_the_examples_on_the_page_are_what_bimaru_draws() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert renewed(page) == page


# The table


def test_every_rung_of_the_ladder_has_a_row() -> None:
    assert len(PLAIN) == PLAIN_RUNGS == SUPPOSE
    assert [technique.name for technique in PLAIN] == [*METHODS]
    assert len({technique.name for technique in TECHNIQUES}) == len(TECHNIQUES)


@pytest.mark.parametrize(("rung", "name"), [*enumerate(METHODS)])
def test_each_rung_calls_the_method_of_its_technique(
    rung: int, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []

    def record(name: str) -> Callable[..., bool]:
        def call(*_: object) -> bool:
            calls.append(name)
            return False

        return call

    for method in {*METHODS.values()}:
        monkeypatch.setattr(slow_ladder.Ladder, method, record(method))
    slow_ladder.Ladder((1,), (1,), Fleet({1: 1}), ()).try_rung(rung)
    assert calls == [METHODS[name]]


def test_techniques_get_harder() -> None:
    levels = [GRADES.index(technique.grade) for technique in TECHNIQUES]
    efforts = [technique.effort for technique in PLAIN]
    assert levels == sorted(levels)
    assert {*levels} == {*range(len(GRADES))}
    assert efforts == sorted(efforts)


def test_plain_techniques_have_no_depth_and_case_analyses_have_one() -> None:
    assert {technique.depth for technique in PLAIN} == {0}
    assert [technique.depth for technique in TECHNIQUES[len(PLAIN) :]] == [1, 1, 2]
