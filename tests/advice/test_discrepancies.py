"""Contradictions that are seen before the first step, with their sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bimaru
from bimaru import Board, Puzzle
from bimaru.advice.faults_at_sight import failure_at_sight
from bimaru.deduction.clues import clues_of
from bimaru.deduction.languages.en import ENGLISH
from brute_force import boards_of, small_puzzles
from command_line import bimaru as call
from command_line import jsonl
from instances import instances
from sampling import thorough

REAL: Final = next(one.puzzle for one in instances("csplib014") if one.id == "csplib014-113")
SMALL: Final = ([None] * 3, [None] * 3)


@pytest.mark.parametrize(
    ("changes", "english", "german"),
    [
        thorough(
            {"rows": [3, *REAL.rows[1:]]},
            "the rows have 21 ship squares and the columns have 20, as the ships do",
            "die Zeilen haben 21 Schiffsfelder und die Spalten haben 20, ebenso die Schiffe",
        ),
        thorough(
            {"cols": [1, *REAL.cols[1:]]},
            "the columns have 21 ship squares and the rows have 20, as the ships do",
            "die Spalten haben 21 Schiffsfelder und die Zeilen haben 20, ebenso die Schiffe",
        ),
        (
            {"rows": [1, *REAL.rows[1:]], "cols": [None, *REAL.cols[1:]]},
            "the rows have 19 ship squares and the ships have 20",
            "die Zeilen haben 19 Schiffsfelder und die Schiffe haben 20",
        ),
        thorough(
            {"fleet": {4: 3, 3: 2, 2: 3, 1: 4}},
            "the rows have 20 ship squares and the ships have 28",
            "die Zeilen haben 20 Schiffsfelder und die Schiffe haben 28",
        ),
        (
            {"fleet": {12: 1, 3: 2, 2: 1}},
            "a ship of length 12 does not fit",
            "ein Schiff der Länge 12 passt nicht auf das Brett",
        ),
        (
            {"fleet": {4: 2, 3: 2, 2: 3}},
            "G10 is a submarine, but the fleet has no submarines",
            "G10 ist ein U-Boot, aber die Flotte hat keine U-Boote",
        ),
    ],
)
def test_what_a_person_sees_at_once_is_explained_without_steps(
    changes: Mapping[str, Any], english: str, german: str
) -> None:
    puzzle = REAL.replace(**changes)
    assert bimaru.solve(puzzle).status == "none"
    for language, text in (("en", english), ("de", german)):
        explanation = bimaru.explain(puzzle, with_clues=True, language=language, time_limit=60)
        assert (explanation.status, explanation.steps) == ("none", ())
        assert explanation.failure is not None
        assert explanation.failure.text == text
        conflict = explanation.conflict
        assert conflict is not None
        assert (conflict.text, conflict.steps) == (f"{text[0].upper()}{text[1:]}.", ())
        assert conflict.complete


@pytest.mark.parametrize(
    ("ships", "english", "german"),
    [
        ({"words": ["ABCD"]}, "ABCD does not fit", "ABCD passt nicht auf das Brett"),
        (
            {"shapes": [["####", "#..."]]},
            "an L pentomino does not fit",
            "ein L-Pentomino passt nicht auf das Brett",
        ),
        (
            {"shapes": [["####", "####"]]},
            "a ship of the shape ####/#### does not fit",
            "ein Schiff der Form ####/#### passt nicht auf das Brett",
        ),
        (
            {"fleet": {2: 1}, "givens": [(1, 1, "M")]},
            "B2 is a middle, but the fleet has no ships of three or more squares",
            "B2 ist ein Mittelteil, aber die Flotte hat keine Schiffe aus drei oder mehr Feldern",
        ),
    ],
)
def test_ships_that_cannot_exist_are_named(ships: Mapping[str, Any], english: str, german: str) -> None:
    for language, text in (("en", english), ("de", german)):
        failure = bimaru.explain(Puzzle(*SMALL, **ships), language=language).failure
        assert failure is not None
        assert failure.text == text


def test_the_clues_of_totals_are_those_of_both_sides() -> None:
    conflict = bimaru.explain_conflict(REAL.replace(rows=[3, *REAL.rows[1:]]), time_limit=60)
    assert conflict is not None
    assert [clue.kind for clue in conflict.clues] == ["row"] * 10 + ["column"] * 10
    assert not conflict.smallest
    assert any(repair.text == "row A has 2, not 3" and repair.unique for repair in conflict.repairs)


def test_a_clue_that_contradicts_the_rules_alone_is_the_smallest_conflict() -> None:
    conflict = bimaru.explain_conflict(REAL.replace(fleet={12: 1}), time_limit=60)
    assert conflict is not None
    assert (len(conflict.clues), conflict.smallest, conflict.repairs) == (1, True, ())


def test_a_tally_that_exceeds_its_line_comes_before_the_totals() -> None:
    conflict = bimaru.explain_conflict(REAL.replace(rows=[12, *REAL.rows[1:]]), time_limit=60)
    assert conflict is not None
    assert [clue.to_data() for clue in conflict.clues] == [{"row": 0}]


def test_missing_tallies_are_not_added_up() -> None:
    assert failure_at_sight(Puzzle([1, None], [None, 1], {2: 1}), ENGLISH) is None
    assert failure_at_sight(REAL, ENGLISH) is None


def test_a_board_does_not_hide_what_is_wrong_with_the_puzzle() -> None:
    conflict = bimaru.explain_conflict(Puzzle([1, 0], [1, 1], {1: 1}), Board(("X?", "??")))
    assert conflict is not None
    assert conflict.text == "The columns have 2 ship squares and the rows have 1, as the ships do."
    assert (conflict.squares, conflict.repairs) == ((), ())


def test_a_puzzle_too_large_for_repairs_still_has_its_conflict() -> None:
    conflict = bimaru.explain_conflict(Puzzle([1] * 99, [0] * 99, dict.fromkeys(range(1, 40), 99)))
    assert conflict is not None
    assert (conflict.repairs, conflict.complete) == ((), False)


@settings(max_examples=60)
@given(small_puzzles(), st.data())
def test_a_puzzle_with_a_board_has_no_discrepancy(puzzle: Puzzle, data: st.DataObject) -> None:
    if puzzle.rows[0] is not None and data.draw(st.booleans()):
        puzzle = puzzle.replace(rows=[data.draw(st.integers(0, puzzle.width)), *puzzle.rows[1:]])
    found = failure_at_sight(puzzle, ENGLISH)
    if found is not None:
        assert boards_of(puzzle) == frozenset()
        assert {*found.clues} <= {*clues_of(puzzle)}


def test_the_command_prints_the_sentence_once_and_the_repairs() -> None:
    puzzle = {"rows": [1, 0], "cols": [1, 1], "fleet": {"1": 1}}
    out = call("explain", "-", stdin=jsonl(puzzle)).out
    assert out.count("columns have 2 ship squares") == 1
    assert "The puzzle would have a solution if" in out
