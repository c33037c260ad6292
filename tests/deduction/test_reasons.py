"""The sentences of explanations carry their arguments."""

from __future__ import annotations

import re
from itertools import pairwise, product
from typing import Final

import pytest

import bimaru
from bimaru import Puzzle, Step
from bimaru.deduction import Clue, steps_in_order
from bimaru.deduction.finding.next_move import Finder
from bimaru.deduction.finding.preferred_moves import Move
from bimaru.deduction.languages.en import ENGLISH
from bimaru.deduction.languages.notation import placement_name, word_count
from bimaru.squares import Square, parse_square
from citations import links_of
from explanations import explained
from instances import instance, instances

SAMPLE: Final = [
    instance("csplib014", "csplib014-239").puzzle,
    instance("csplib014", "csplib014-1283").puzzle,
    *(one.puzzle for one in (*instances("csplib014")[::80], *instances("polyomino")[3:5])),
]


def steps_of(puzzle: Puzzle) -> tuple[Step, ...]:
    return explained(puzzle).steps


def squares_in(text: str) -> set[Square]:
    """The squares that a text names, those of ranges such as A1-A4 included."""
    found: set[Square] = set()
    for first, last in re.findall(r"\b([A-Z]+[0-9]+)(?:-([A-Z]+[0-9]+))?", text):
        (top, left), (bottom, right) = (parse_square(name) or (0, 0) for name in (first, last or first))
        found |= {*product(range(top, bottom + 1), range(left, right + 1))}
    return found


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda puzzle: str(puzzle.id))
def test_sentences_name_the_squares_that_are_settled_unless_a_reader_marks_them_unasked(
    puzzle: Puzzle,
) -> None:
    silent = {"ships do not touch", "rest of the line is water", "water round a finished ship"}
    for step in steps_of(puzzle):
        for link in step.reasons:
            if link.technique not in silent and not link.placements and not link.lines:
                assert squares_in(step.text) >= {*link.ship, *link.water}


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda puzzle: str(puzzle.id))
def test_a_full_line_is_named_with_the_squares_that_fill_it_on_the_board(puzzle: Puzzle) -> None:
    for link in links_of(steps_of(puzzle)):
        if link.technique == "rest of the line is water" and link.line is not None and link.water:
            assert link.line.name.split()[1] in link.text
            assert link.tally is not None


def test_placements_of_one_kind_of_ship_that_fail_are_one_step() -> None:
    steps = [step for puzzle in SAMPLE for step in steps_of(puzzle) if step.barred]
    shared = [step for step in steps if len(step.barred) > 1]
    assert shared
    for step in shared:
        assert len({case.ships for case in step.cases}) == 1
        assert len(step.text.split()) <= 120
        assert all(placement_name(placement) in step.text for placement in step.barred)
        assert not any({*reason.premises.barred} & {*step.barred} for reason in step.reasons)


def test_a_case_that_fails_ends_in_a_contradiction_and_others_in_what_they_share() -> None:
    for step in (step for puzzle in SAMPLE for step in steps_of(puzzle) if step.cases):
        left = [case for case in step.cases if case.ending is None]
        assert (step.question is not None) or not left
        for case in left if len(left) > 1 else []:
            settled = {*case.supposed, *(at for link in case.reasons for at in (*link.ship, *link.water))}
            implied = {(r + i, c + j) for r, c in case.supposed for i in (-1, 0, 1) for j in (-1, 0, 1)}
            line = {
                at
                for at in (*step.ship, *step.water)
                if case.line and at[case.line.axis == "column"] == case.line.number
            }
            first = step.reasons[0]
            assert {*first.ship, *first.water} <= settled | implied | line


def test_where_an_answer_is_too_long_to_be_told_another_takes_its_placement(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    too_long = []
    refuse = Finder.refuse

    def spy(finder: Finder, move: Move) -> None:
        too_long.append(move)
        refuse(finder, move)

    monkeypatch.setattr(Finder, "refuse", spy)
    monkeypatch.setattr(steps_in_order, "SURELY_SHORT_ESTIMATE", 60)
    monkeypatch.setattr(steps_in_order, "MAX_SPLIT_WORDS", 110)
    explanation = bimaru.explain(instance("csplib014", "csplib014-14488").puzzle)
    assert too_long
    assert explanation.solved
    assert all(word_count(step.text) <= 250 for step in explanation)
    assert all(word_count(step.text) <= 110 for step in explanation if step.cases and not step.barred)


def test_two_steps_in_a_row_do_not_tell_the_same_argument() -> None:
    for puzzle in SAMPLE:
        told = [
            (step.cases[0].ships, step.text.partition(". ")[2].rpartition(" So ")[0])
            for step in steps_of(puzzle)
            if step.barred
        ]
        assert not any(one == other for one, other in pairwise(told))


def test_a_chain_does_not_give_the_same_sentence_twice() -> None:
    for puzzle in SAMPLE:
        for case in (case for step in steps_of(puzzle) for case in step.cases):
            for one in case.cases or (case,):
                sentences = one.text.split(". ")
                assert len({*sentences}) == len(sentences), case.text


def test_an_explanation_in_words_is_not_long() -> None:
    steps = steps_of(instance("csplib014", "csplib014-113").puzzle)
    assert sum(len(step.text.split()) for step in steps) < 3000


def test_tallies_that_are_equal_and_beside_each_other_are_grouped() -> None:
    puzzle = Puzzle(rows=(1, 1, 1, 2), cols=(2, 1, 1, 1), fleet={2: 1, 1: 3})
    text = ENGLISH.advice.clues.all(puzzle, [Clue("row", number) for number in range(4)])
    assert text == "rows A-C have 1 each and row D 2"
