"""Every technique has a puzzle that needs it, drawn in the docs."""

from __future__ import annotations

import re

import pytest

from bimaru.deduction.explanation import explain
from bimaru.deduction.ladder import FAILED, Ladder
from bimaru.deduction.techniques import PLAIN, TECHNIQUES, Technique
from techniques_page import PAGE, drawn, oracles

HARDNESS = {technique.name: i for i, technique in enumerate(TECHNIQUES)}


def name_of(technique: Technique) -> str:
    return technique.name


@pytest.mark.parametrize("technique", TECHNIQUES, ids=name_of)
def test_every_technique_is_the_hardest_that_its_puzzle_takes(technique: Technique) -> None:
    explanation = explain(oracles()[technique.name].puzzle)
    assert explanation.solved
    assert max((step.technique for step in explanation), key=HARDNESS.__getitem__) == technique.name


@pytest.mark.parametrize("technique", TECHNIQUES, ids=name_of)
def test_easier_techniques_do_not_solve_its_puzzle(technique: Technique) -> None:
    puzzle = oracles()[technique.name].puzzle
    ladder = Ladder(puzzle.rows, puzzle.cols, puzzle.fleet, puzzle.givens)
    assert ladder.run(min(HARDNESS[technique.name], len(PLAIN))) != FAILED
    assert not ladder.is_solved()


def test_the_page_shows_an_example_of_every_technique_easiest_first() -> None:
    shown = re.findall(r"<!-- example: (.*?) -->", PAGE.read_text(encoding="utf-8"))
    assert shown == [technique.name for technique in TECHNIQUES]


def test_the_examples_on_the_page_are_what_bimaru_draws() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert drawn(page) == page
