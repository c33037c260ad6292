"""Explanations: sound at every step, complete, the same however the puzzle is turned, and well written."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import bimaru
from bimaru import Board, Explanation, Puzzle, Step, check
from bimaru.advice.explanation import explain
from bimaru.advice.position import givens_of, with_givens
from bimaru.board import UNKNOWN, WATER
from bimaru.deduction.steps_in_order import Deduction
from bimaru.deduction.techniques import CASES, TECHNIQUES
from bimaru.engines.kernel import KernelRun
from bimaru.engines.protocol import NO_LIMIT
from bimaru.grading.ladder import ladder, line_techniques, lines
from bimaru.grading.ladder.ladder import Ladder
from bimaru.grading.ladder.rungs import (
    FOUND,
    PLAIN_RUNGS,
    SUPPOSE,
    encode_placement,
    encode_value,
    placement_of,
)
from bimaru.puzzle import Given, Tally
from bimaru.ships import Fleet
from bimaru.squares import Part, Square, square_name
from brute_force import boards_of, small_puzzles
from command_line import bimaru as call
from command_line import jsonl
from ending_techniques import end_techniques_early, searched
from explanations import explained, with_column_9
from instances import Instance, instance, instances
from orientations import orientations
from sampling import sampled, thorough
from uncompiled import uncompiled

SAMPLE: Final = (
    *instances("boats")[::20],
    *instances("csplib014")[:2],
    instance("large", instances("large")[0].id),
)
TOO_LONG: Final = Puzzle(
    (1, None, 3, 2, 2, None, 1, 5, None, 0),
    (3, 2, 3, None, 1, 0, 1, 3, 4, None),
    {4: 1},
    shapes=(("##", "##"), ("###", ".#."), (".##", "##."), ("###", "#..")),
    givens={(3, 2): "W", (3, 6): "W", (8, 8): "W"},
)
"""A puzzle that the techniques solve, but not all by arguments that are told."""
DEPTH: Final = {technique.name: technique.depth for technique in (*TECHNIQUES, CASES)} | {
    "ships on a square": 0
}
few_examples = settings(
    max_examples=60, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)


def id_of(one: Instance) -> str:
    return one.id


def has_board(puzzle: Puzzle) -> bool:
    return next(KernelRun(puzzle, NO_LIMIT), None) is not None


def unimplied(puzzle: Puzzle, before: Board, step: Step) -> list[str]:
    """The squares and barred placements of a step that do not follow from the squares known before."""
    known = with_givens(puzzle, givens_of(before))
    shown = {given.square: given.kind for given in known.givens}
    against = [{at: Part.SHIP} for at in step.water] + [{at: Part.WATER} for at in step.ship]
    against += [complete_ship(puzzle, placement) for placement in step.barred]
    return [
        " ".join(map(square_name, other))
        for other in against
        if all((shown.get(at, kind) == Part.WATER) == (kind == Part.WATER) for at, kind in other.items())
        if has_board(puzzle_with(known, other))
    ]


def puzzle_with(puzzle: Puzzle, other: Mapping[Square, Part]) -> Puzzle:
    """The puzzle with further squares given as ship and water."""
    shown = {given.square for given in puzzle.givens}
    fresh = [Given(*at, kind.value) for at, kind in other.items() if at not in shown]
    return puzzle.replace(givens=[*puzzle.givens, *fresh])


def complete_ship(puzzle: Puzzle, placement: Sequence[Square]) -> dict[Square, Part]:
    """The squares of a ship and the water around it."""
    around = {
        (r + down, c + right): Part.WATER for r, c in placement for down in (-1, 0, 1) for right in (-1, 0, 1)
    }
    marks = around | dict.fromkeys(placement, Part.SHIP)
    return {
        (r, c): kind for (r, c), kind in marks.items() if 0 <= r < puzzle.height and 0 <= c < puzzle.width
    }


def boards_before(puzzle: Puzzle, explanation: Explanation) -> list[Board]:
    """What is known before each step: to begin with, whatever the givens show."""
    shown = {given.square: given.kind for given in puzzle.givens}
    marks = {at: WATER if kind == Part.WATER else Part.SHIP.value for at, kind in shown.items()}
    rows = tuple(
        "".join(marks.get((r, c), UNKNOWN) for c in range(puzzle.width)) for r in range(puzzle.height)
    )
    return [Board(rows), *(step.board for step in explanation)]


def assert_sound(puzzle: Puzzle, explanation: Explanation) -> None:
    for (before, after), step in zip(pairwise(boards_before(puzzle, explanation)), explanation, strict=True):
        assert unimplied(puzzle, before, step) == []
        fresh = {*step.water, *step.ship}
        assert fresh or step.barred, "every step settles something"
        assert all(
            (before[at] == UNKNOWN) == (at in fresh)
            for at, _ in after.squares()
            if before[at] != after[at] and UNKNOWN in (before[at], after[at])
        )
        assert all(after[at] == WATER for at in step.water)
        assert all(after[at] not in (WATER, UNKNOWN) for at in step.ship)


# Soundness


@pytest.mark.parametrize("one", sampled(SAMPLE, lambda one: one == SAMPLE[0]), ids=id_of)
def test_every_step_follows_from_what_is_known_before_it_in_all_orientations(one: Instance) -> None:
    for puzzle in orientations(one.puzzle):
        assert_sound(puzzle, explained(puzzle))


@few_examples
@given(small_puzzles())
def test_all_that_follows_is_explained_and_nothing_else(puzzle: Puzzle) -> None:
    if not puzzle.is_plain or any(given.letter for given in puzzle.givens):
        return
    boards = boards_of(puzzle)
    explanation = explain(puzzle)
    if not boards:
        assert explanation.status == "none"
        return
    for at, mark in explanation.board.squares():
        shown = {board[at] == WATER for board in boards}
        assert (mark == UNKNOWN) == (len(shown) > 1)
        assert mark == UNKNOWN or (mark == WATER) in shown
    assert not searched(explanation)
    assert explanation.status == ("unique" if len(boards) == 1 else "multiple")
    assert_sound(puzzle, explanation)


# Completeness


@pytest.mark.parametrize(
    "one",
    sampled(instances("csplib014")[::25], lambda one: one is instances("csplib014")[50]),
    ids=id_of,
)
def test_boards_that_rule_solvers_give_up_on_are_explained_to_the_end(one: Instance) -> None:
    explanation = explained(one.puzzle)
    assert explanation.solved
    assert not searched(explanation)
    assert check(one.puzzle, explanation.board) == []
    assert max(step.depth for step in explanation) <= 2


@pytest.mark.parametrize(
    "one", [one for one in instances("boats") if one.known["difficulty"] in ("easy", "normal")], ids=id_of
)
def test_easy_and_normal_puzzles_need_no_case_analysis(one: Instance) -> None:
    explanation = explained(one.puzzle)
    assert explanation.solved
    assert {step.depth for step in explanation} == {0}


def test_rectangles_missing_tallies_and_other_fleets_are_explained() -> None:
    large = instances("large")[0].puzzle
    assert large.fleet != Fleet({4: 1, 3: 2, 2: 3, 1: 4})
    assert explain(large).solved
    stripped = [one.puzzle for one in instances("boats") if None in one.puzzle.rows]
    assert stripped
    assert all(explain(puzzle).solved for puzzle in stripped[:5])


# What comes out


@pytest.mark.parametrize("one", [*instances("boats")[::20], instances("csplib014")[0]], ids=id_of)
def test_an_explanation_has_the_grade_of_its_puzzle(one: Instance) -> None:
    alone, told = bimaru.grade(one.puzzle), explained(one.puzzle).grade
    assert told is not None
    assert (alone, alone.score) == (told, told.score)


def test_an_explanation_is_the_sequence_of_its_steps() -> None:
    explanation = bimaru.explain(instances("boats")[0].puzzle)
    assert [str(step) for step in explanation] == [step.text for step in explanation.steps]
    assert explanation[0] == explanation.steps[0]
    assert explanation[-1].board == explanation.board
    assert len(explanation) == len(explanation.steps)


@pytest.mark.parametrize("one", sampled(SAMPLE, lambda one: one.id != "csplib014-123"), ids=id_of)
def test_steps_list_the_squares_that_they_settle_and_a_known_technique(one: Instance) -> None:
    for step in explained(one.puzzle):
        assert step.depth == DEPTH[step.technique]
        assert (step.depth > 0) == bool(step.cases)
        assert {at for reason in step.reasons for at in (*reason.ship, *reason.water)} == {
            *step.ship,
            *step.water,
        }


@pytest.mark.parametrize(
    "puzzle",
    [
        *(one.puzzle for one in instances("boats")[::40]),
        *(with_column_9(one.puzzle) for one in instances("csplib014")[3:6:2]),
        thorough(instances("csplib014")[0].puzzle),
    ],
)
def test_mirrored_puzzles_have_mirrored_explanations(puzzle: Puzzle) -> None:
    explanations = [
        [(step.technique, len(step.ship), len(step.water)) for step in explained(turned)]
        for turned in orientations(puzzle)
    ]
    assert all(other == explanations[0] for other in explanations)


def test_several_solutions_leave_squares_open_and_two_are_shown() -> None:
    puzzle = Puzzle(rows=(1, 0, 1), cols=(1, 0, 1), fleet={1: 2})
    explanation = explain(puzzle)
    assert (explanation.status, explanation.solved, explanation.grade) == ("multiple", False, None)
    assert explanation.open == ((0, 0), (0, 2), (2, 0), (2, 2))
    first, second = explanation.boards
    assert first != second
    assert check(puzzle, first) == check(puzzle, second) == []


def test_a_puzzle_without_a_solution_has_its_contradiction_explained() -> None:
    explanation = explain(Puzzle(rows=(2, 0), cols=(2, 0), fleet={1: 2}))
    assert explanation.status == "none"
    assert explanation.failure is not None
    assert explanation.failure.text == "column 1 cannot reach 2"


def test_a_ship_that_fits_nowhere_leaves_no_solution() -> None:
    deduction = Deduction(Puzzle((1, 0, 1), (1, 0, 1), Fleet({1: 1})))
    assert [*deduction.steps(), *deduction.steps_to_contradiction()]
    assert deduction.failure is not None
    assert deduction.failure.text == "there are too many submarines: one on A1 or A3 and one on C1 or C3"


@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle(rows=(None,) * 99, cols=(None,) * 99, words=("AB",)),
        Puzzle(rows=(0,) * 64, cols=(0,), fleet={}),
        Puzzle(rows=(0,), cols=(0,), fleet=dict.fromkeys(range(1, 66), 1)),
    ],
    ids=["too many placements", "too large", "too many lengths"],
)
def test_other_puzzles_are_refused(puzzle: Puzzle) -> None:
    for function in (bimaru.explain, bimaru.grade, bimaru.hint):
        with pytest.raises(
            bimaru.UnsupportedPuzzleError, match="the puzzle cannot be explained: only"
        ) as refused:
            function(puzzle)
        assert str(pickle.loads(pickle.dumps(refused.value))) == str(refused.value)


@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle(rows=(9999, 9999), cols=(9999, None), fleet={9999: 9999}),
        Puzzle(rows=(None,) * 63, cols=(None,) * 63, fleet=dict.fromkeys(range(100, 164), 9999)),
        Puzzle(rows=(1,), cols=(1,), fleet={1: 1}, givens={(0, 0): "T"}),
        Puzzle(rows=(1,), cols=(1,), fleet={1: 1}, givens={(0, 0): "RT"}),
        Puzzle(rows=(1, 1), cols=(1, 1), fleet={1: 2}),
    ],
    ids=repr,
)
def test_absurd_puzzles_have_no_solution(puzzle: Puzzle) -> None:
    assert explain(puzzle).status == "none"


def test_the_largest_grid_and_the_empty_puzzle_are_explained() -> None:
    large = Puzzle(rows=(63, *[0] * 62), cols=(1,) * 63, fleet={63: 1})
    assert explain(large).solved
    assert explain(Puzzle(rows=(0,), cols=(0,), fleet={})).board == Board((".",))


# Time limits


HARD: Final = instance("large", "large-15x15-4").puzzle
"""It takes seconds to explain."""
CUT_SHORT: Final = instance("csplib014", "csplib014-113").puzzle


def test_steps_found_before_the_time_limit_are_kept() -> None:
    explanation = explain(HARD, time_limit=0.2)
    assert not explanation.complete
    assert not explanation.solved
    assert explanation.grade is None
    assert explanation.steps
    assert_sound(HARD, explanation)
    assert explanation.board == explanation[-1].board


def test_no_time_gives_no_answer() -> None:
    assert explain(HARD, time_limit=0).status == "unknown"
    for function in (bimaru.grade, bimaru.hint):
        with pytest.raises(bimaru.OutOfTimeError, match="the time limit was reached before"):
            function(HARD, time_limit=0)


@pytest.mark.parametrize("function", [bimaru.explain, bimaru.grade, bimaru.hint])
def test_a_time_limit_below_zero_is_refused(function: Callable[..., object]) -> None:
    with pytest.raises(ValueError, match="time_limit: -1 is not a number of seconds from 0"):
        function(HARD, time_limit=-1)


def test_a_puzzle_that_the_techniques_do_not_finish_has_no_grade(monkeypatch: pytest.MonkeyPatch) -> None:
    end_techniques_early(monkeypatch)
    explanation = explain(CUT_SHORT)
    assert explanation.complete
    assert (explanation.status, explanation.solved, explanation.grade) == ("unique", True, None)
    with pytest.raises(bimaru.UngradableError, match="no technique leads on to its solution") as reason:
        bimaru.grade(CUT_SHORT)
    assert explanation.to_data()["ungraded"] == reason.value.to_data()["ungraded"] == reason.value.reason


def test_a_puzzle_with_an_argument_too_long_to_be_told_has_its_grade() -> None:
    explanation = explain(TOO_LONG)
    assert searched(explanation)
    assert explanation.n_searched
    assert explanation.grade == bimaru.grade(TOO_LONG) == "fiendish"
    assert "ungraded" not in explanation.to_data()
    printed = " ".join(call("explain", "-", stdin=jsonl(TOO_LONG.to_data())).out.split())
    assert "Where search settles a square, the argument is too long to be told." in printed
    assert "Grade: fiendish" in printed


# Sentences


def test_a_sentence_names_squares_line_rule_and_reason() -> None:
    puzzle = Puzzle(rows=(3, 0, 1), cols=(1, 1, 1, 0, 1), fleet={3: 1, 1: 1})
    assert [step.text for step in explain(puzzle)][:1] == ["Row B and column 4 are empty."]


NO_TALLIES: Final = (None,) * 5


@pytest.mark.parametrize(
    ("rows", "cols", "fleet", "sentence"),
    [
        (
            (1, None, 0),
            (None, None),
            {1: 1},
            "Counting the fleet's squares, row B is empty.",
        ),
        (
            (None,),
            (None,),
            {1: 1},
            "Counting the fleet's squares, row A has 1 and needs all its open squares: A1 is ship.",
        ),
        (
            (None,) * 2,
            (None,) * 2,
            {2: 2},
            "The rest of the fleet takes all open squares of rows A and B",
        ),
    ],
)
def test_a_missing_tally_is_derived_from_the_fleet(
    rows: tuple[Tally, ...], cols: tuple[Tally, ...], fleet: dict[int, int], sentence: str
) -> None:
    links = [link for step in explain(Puzzle(rows, cols, fleet)) for link in step.reasons]
    assert sentence in " ".join(link.text for link in links if link.technique == "missing tally")


def test_a_full_board_with_another_fleet_is_impossible() -> None:
    deduction = Deduction(Puzzle(rows=(1, 0, 1), cols=(2,), fleet={1: 3}))
    assert [*deduction.steps()][-1].board.is_full
    assert deduction.failure is not None
    assert deduction.failure.text == "the last submarine fits nowhere (two are found: A1 and C1)"


EXPLAINED: Final = (
    *(one.puzzle for one in instances("boats")[100::40]),
    instances("csplib014")[2].puzzle,
    *(with_column_9(one.puzzle) for one in instances("csplib014")[1:6:4]),
    *(thorough(one.puzzle) for one in instances("csplib014")[3:5]),
)


@pytest.mark.parametrize("puzzle", EXPLAINED)
def test_each_group_of_placements_has_one_ship_of_the_solution(puzzle: Puzzle) -> None:
    explanation = explained(puzzle)
    ships = explanation.board.ships()
    for reason in (reason for step in explanation for reason in step.reasons if reason.groups):
        assert len(reason.groups) == reason.wanted
        assert sorted(placement for group in reason.groups for placement in group) == [*reason.placements]
        for group in reason.groups:
            assert sum(placement in ships for placement in group) == 1


def test_no_link_of_a_contradiction_can_be_left_out() -> None:
    steps = explained(instance("csplib014", "csplib014-113").puzzle)
    case = next(case for step in steps for case in step.cases if case.reasons)
    assert case.ending is not None
    assert case.text.startswith("Suppose ")
    assert case.text.endswith(f"Then {case.ending.text}.")
    assert 0 < len(case.reasons) < 20


@pytest.mark.parametrize("one", [instances("boats")[0], instance("csplib014", "csplib014-10898")], ids=id_of)
def test_the_json_of_a_step_has_its_reasons_and_cases(one: Instance) -> None:
    for step in explained(one.puzzle):
        data = json.loads(json.dumps(step.to_data()))
        assert [reason["text"] for reason in data["reasons"]] == [reason.text for reason in step.reasons]
        for found, reason in zip(data["reasons"], step.reasons, strict=True):
            assert {tuple(at) for at in found["ship"]} == {*reason.ship}
            assert ("line" in found) == (reason.line is not None)
            assert [tuple(map(tuple, placement)) for placement in found.get("placements", ())] == [
                *reason.placements
            ]
        assert [case["supposed"] for case in data["cases"]] == [
            [*map(list, case.supposed)] for case in step.cases
        ]


# The compiled ladder against itself uncompiled


slow_ladder: Final = uncompiled(ladder, uncompiled(line_techniques, uncompiled(lines)))


def test_is_compiled() -> None:
    assert (ladder.__spec__.origin or "").endswith((".so", ".pyd"))


@pytest.mark.parametrize("one", [*instances("boats")[::25], *instances("csplib014")[::50]], ids=id_of)
def test_the_ladder_finds_the_same_compiled_and_uncompiled(one: Instance) -> None:
    puzzle = one.puzzle
    given = (puzzle.rows, puzzle.cols, puzzle.fleet, puzzle.givens)
    compiled, slow = Ladder(*given), slow_ladder.Ladder(*given)
    rung = 0
    while rung < PLAIN_RUNGS:
        outcome = compiled.apply_rung(rung)
        assert outcome == slow.apply_rung(rung)
        assert compiled.known_squares() == slow.known_squares()
        rung = 0 if outcome == FOUND else rung + 1
    values = [encode_value((row, 0), is_ship) for row in range(4) for is_ship in (True, False)]
    suppositions = [*values, *map(encode_placement, compiled.placements_of(3)[:6])]
    for supposition in suppositions:
        assert compiled.trial(supposition) == slow.trial(supposition)
    assert compiled.trial_of_all(values[0], values) == slow.trial_of_all(values[0], values)
    for run in (compiled, slow):
        run.rule_out(suppositions[-1])
    assert compiled.placements_of(3) == slow.placements_of(3)


@pytest.mark.parametrize("number", [16740, 19293])
def test_a_known_solution_saves_suppositions_and_changes_no_step(number: int) -> None:
    puzzle = instance("csplib014", f"csplib014-{number}").puzzle
    board = bimaru.solve(puzzle).board
    assert board is not None
    given = (puzzle.rows, puzzle.cols, puzzle.fleet, puzzle.givens)
    blind, informed, slow = Ladder(*given), Ladder(*given), slow_ladder.Ladder(*given)
    for run in (informed, slow):
        run.set_solution(board.rows)
    for run in (blind, informed, slow):
        run.run(SUPPOSE + 1)
    assert informed.known_squares() == blind.known_squares() == slow.known_squares()
    assert informed.uses_by_rung() == blind.uses_by_rung() == slow.uses_by_rung()
    assert informed.n_chained == blind.n_chained == slow.n_chained
    assert informed.n_tried == slow.n_tried < blind.n_tried


def test_a_solution_of_another_size_is_refused() -> None:
    puzzle = instances("csplib014")[0].puzzle
    given = (puzzle.rows, puzzle.cols, puzzle.fleet, puzzle.givens)
    with pytest.raises(ValueError, match="9 rows; the grid has 10"):
        Ladder(*given).set_solution(["." * 10] * 9)
    with pytest.raises(ValueError, match="11 squares in a row; the grid has 10 columns"):
        Ladder(*given).set_solution(["." * 11] * 10)


@few_examples
@given(st.integers(0, 62), st.integers(0, 62), st.booleans())
def test_suppositions_survive_encoding(row: int, col: int, is_ship: bool) -> None:
    value = encode_value((row, col), is_ship)
    assert placement_of(value) is None
    large = Ladder((None,) * 63, (None,) * 63, Fleet({1: 1}), ())
    large.rule_out(value)
    known = {
        (r, c): mark for r, marks in enumerate(large.marks()) for c, mark in enumerate(marks) if mark != "?"
    }
    assert known == {(row, col): "." if is_ship else "X"}
    assert placement_of(encode_placement((row + col, col, row + 1))) == (row + col, col, row + 1)


@pytest.mark.parametrize(
    "one",
    [
        *instances("boats")[::12],
        *sampled(instances("csplib014")[::50], lambda one: one in instances("csplib014")[::100]),
    ],
    ids=id_of,
)
def test_a_line_that_needs_all_its_open_squares_gets_as_many_as_it_needs(one: Instance) -> None:
    reasons = [reason for step in explained(one.puzzle) if not step.cases for reason in step.reasons]
    needed = [reason for reason in reasons if reason.technique == "rest of the line is ship"]
    assert [reason.text for reason in needed if len(reason.ship) != reason.needed] == []


def test_in_a_lettered_puzzle_ship_squares_without_a_letter_are_open() -> None:
    explanation = explain(Puzzle([2], [1, 1], words=["AB"]))
    assert explanation.board.is_full
    assert explanation.open == ((0, 0), (0, 1))
