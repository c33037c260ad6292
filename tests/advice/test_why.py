"""Arguments for single squares."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import bimaru
from bimaru import Argument, Board, NoSolutionError, Puzzle
from bimaru.board import UNKNOWN, WATER
from bimaru.cli.exit_codes import Exit
from bimaru.deduction.reasons import Squares
from bimaru.squares import Square
from brute_force import boards_of
from citations import Citations, links_of
from command_line import bimaru as call
from command_line import jsonl
from instances import instance
from sampling import thorough

PUZZLE = Puzzle((2, 0, 1), (1, 1, 1), {2: 1, 1: 1}, givens={(2, 0): "W"})
DATA = {
    "id": "small",
    "rows": [2, 0, 1],
    "cols": [1, 1, 1],
    "fleet": {"2": 1, "1": 1},
    "givens": [[2, 0, "W"]],
}


def test_a_square_in_a_line_without_ships_takes_one_clue() -> None:
    argument = bimaru.why(PUZZLE, (1, 1))
    assert (argument.kind, argument.verdict, argument.smallest) == ("W", "forced", True)
    assert argument.text == "Row B has 0: so B2 is water."
    assert [step.technique for step in argument.steps] == ["rest of the line is water"]
    assert argument.steps[0].water == ((1, 0), (1, 1), (1, 2))


def test_a_given_needs_no_steps() -> None:
    argument = bimaru.why(PUZZLE, (2, 0))
    assert (argument.steps, argument.text) == ((), "It is given: C1 is water.")


def test_a_square_that_solutions_do_not_share_is_open() -> None:
    argument = bimaru.why(PUZZLE.replace(givens=()), (0, 0))
    assert (argument.verdict, argument.kind, len(argument.boards)) == ("open", None, 2)
    assert {board[0, 0] == "." for board in argument.boards} == {True, False}


def test_what_one_thinks_is_refuted_or_shown_to_be_possible() -> None:
    argument = bimaru.why(PUZZLE, (0, 0), is_not="S")
    assert (argument.verdict, argument.kind, argument.is_not) == ("forced", "S", True)
    assert argument.text.endswith("A1 is not a submarine.")
    possible = bimaru.why(PUZZLE, (0, 0), is_not="L")
    assert (possible.verdict, len(possible.boards), possible.steps) == ("possible", 1, ())
    assert possible.boards[0][0, 0] == "L"


def test_known_squares_of_a_board_shorten_an_argument() -> None:
    board = Board(("LR?", "???", "???"))
    argument = bimaru.why(PUZZLE, (0, 2), board)
    assert len(argument.clues) + len(argument.squares) <= len(bimaru.why(PUZZLE, (0, 2)).clues)
    assert bimaru.why(PUZZLE, (0, 2), Board(("??X", "???", "???"))).kind == "W"  # its own mark does not count


def test_a_letter_is_refuted() -> None:
    puzzle = Puzzle((2, 0), (1, 1), words=("AB",), edges={"left": ["A", None]})
    argument = bimaru.why(puzzle, (0, 1), is_not="=A")
    assert (argument.verdict, argument.kind) == ("forced", "=A")
    assert bimaru.why(puzzle, (0, 1), is_not="=B").verdict == "possible"


def test_squares_and_kinds_that_do_not_exist_are_refused() -> None:
    for square in ((3, 0), (0, -1), (-1, 0)):
        with pytest.raises(bimaru.InvalidInputError, match="is not on the grid, which is 3x3"):
            bimaru.why(PUZZLE, square)
    with pytest.raises(bimaru.InvalidInputError, match="not: 'Q' is neither"):
        bimaru.why(PUZZLE, (0, 0), is_not="Q")
    with pytest.raises(bimaru.NoSolutionError):
        bimaru.why(Puzzle((1,), (0,), {1: 1}), (0, 0))


# More clues than the smallest set


def hard_squares() -> Iterator[tuple[Puzzle, Square]]:
    """Squares that no technique reaches from the smallest set of clues that forces them."""
    for name, square in (("2942", (3, 5)), ("113", (1, 1)), ("123", (1, 1))):
        yield instance("csplib014", f"csplib014-{name}").puzzle, square


@cache
def argued(puzzle: Puzzle, square: Square) -> Argument:
    """Why the square is what it is, worked out once."""
    return bimaru.why(puzzle, square)


FIRST, *OTHERS = hard_squares()


@pytest.mark.parametrize(("puzzle", "square"), [thorough(*FIRST), *OTHERS], ids=repr)
def test_where_no_technique_leads_on_the_steps_use_more_clues(puzzle: Puzzle, square: Square) -> None:
    argument = argued(puzzle, square)
    assert argument.verdict == "forced"
    assert square in argument.steps[-1].ship + argument.steps[-1].water
    citations = Citations(puzzle)
    marks = {given.square: given.kind == "W" for given in puzzle.givens}
    barred: set[Squares] = set()
    cited = set()
    for step in argument.steps:
        for link in links_of([step]):
            assert citations.follows(link)
            cited |= {*link.clues}
        for reason in step.reasons:
            assert {at for at in reason.premises.ship if marks.get(at) is False} == {*reason.premises.ship}
            assert {at for at in reason.premises.water if marks.get(at) is True} == {*reason.premises.water}
            assert {*reason.premises.barred} <= barred
            marks |= dict.fromkeys(reason.ship, False) | dict.fromkeys(reason.water, True)
            barred |= {*reason.barred}
        shown = {at: mark for at, mark in step.board.squares() if mark != UNKNOWN}
        assert {at: mark == WATER for at, mark in shown.items()} == marks
    more = "No short argument from these alone is known; the steps also use this: " in argument.text
    assert bool(cited - {*argument.clues}) == more


def test_of_the_clues_beyond_the_smallest_set_only_those_are_named_that_the_steps_need() -> None:
    puzzle = instance("lettered", "lettered-5").puzzle
    argument = bimaru.why(puzzle, "C6", is_not="=B")
    links = [*links_of(argument.steps)]
    assert all(map(Citations(puzzle).follows, links_of(argument.steps[:-1])))
    more = {clue for link in links for clue in link.clues} - {*argument.clues}
    assert 0 < len(more) <= 5
    assert "the steps also use this: " in argument.text


def test_where_an_argument_is_long_a_split_tells_how_many_cases_each_of_its_own_takes() -> None:
    puzzle, square = OTHERS[0]
    argument = argued(puzzle, square)
    assert sum(len(step.text.split()) for step in argument.steps) <= 250
    last = argument.steps[-1]
    (supposed,) = last.cases
    assert supposed.supposed == (square,)
    assert supposed.question is not None
    assert supposed.question.n_cases == len(supposed.cases)
    counted = [case for case in supposed.cases if case.ending and case.ending.technique == "found by search"]
    assert 0 < len(counted) < len(supposed.cases)
    assert any(re.search(r"This takes \d+ further cases, all of which fail\.", case.text) for case in counted)
    assert all(case.text in last.text or "without further cases" in case.text for case in counted)
    assert Citations(puzzle).is_exhaustive(supposed.cases, (), [square])


def test_words_that_may_lie_on_the_same_squares_are_told_apart_in_finite_time() -> None:
    edges = {"top": [None, None, None, "C", None], "left": ["C", "A", None]}
    puzzle = Puzzle([None, None, 2], [None] * 5, words=["AA", "AC"], edges=edges)
    (solution,) = boards_of(puzzle)
    for at, mark in solution.squares():
        argument = bimaru.why(puzzle, at)
        assert (argument.verdict, argument.kind) == ("forced", "W" if mark == WATER else "X")


def test_a_square_of_a_half_filled_board_takes_fewer_steps_than_one_of_the_empty_board() -> None:
    puzzle, square = FIRST
    steps = argued(puzzle, square).steps
    assert not any(square in step.ship + step.water for step in steps[:-1])
    later = bimaru.why(puzzle, square, steps[-2].board)
    assert 0 < len(later.steps) < len(steps)


# On the command line


def test_the_command_prints_the_clues_and_the_steps() -> None:
    ran = call("why", "-", "b2", stdin=jsonl(DATA))
    assert (ran.code, ran.err) == (Exit.DONE, "")
    assert ran.out == (
        "small\n\nRow B has 0: so B2 is water.\n\n1. Rest of the line is water. Row B is empty.\n\n"
    )
    ran = call("why", "--json", "-", "A1", "--not", "S", stdin=jsonl(DATA))
    (answer,) = ran.objects
    assert (answer["square"], answer["kind"], answer["not"], answer["verdict"]) == (
        [0, 0],
        "S",
        True,
        "forced",
    )
    assert answer["id"] == "small"


def test_the_command_refuses_what_is_no_square() -> None:
    for name in ("B", "22", "B0", "B01", "é1", "B2 "):
        ran = call("why", "-", name, stdin=jsonl(DATA))
        assert ran.code == Exit.BAD_INPUT
        assert "is not a row and a column, like B4." in ran.err
    ran = call("why", "-", "Z9", stdin=jsonl(DATA))
    assert (ran.code, "the square Z9 is not on the grid" in ran.err) == (Exit.BAD_INPUT, True)


def test_the_exit_codes_are_those_of_no_solution_and_of_a_time_limit() -> None:
    ran = call("why", "--json", "-", "A1", stdin=jsonl(DATA | {"rows": [2, 0, 2]}))
    assert (ran.code, ran.objects[0]["verdict"]) == (Exit.FAILED, "none")
    ran = call("why", "--json", "--time-limit", "0", "-", "A1", stdin=jsonl(DATA))
    assert (ran.code, ran.objects[0]["verdict"], ran.objects[0]["complete"]) == (
        Exit.UNDECIDED,
        "unknown",
        False,
    )
    ran = call("why", "-", "A1", stdin=jsonl(DATA | {"givens": []}))
    assert (ran.code, "A1 is ship in some solutions and water in others." in ran.out) == (Exit.DONE, True)


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "No solution agrees with this board."), ("de", "Keine Lösung passt zu diesem Brett.")],
)
def test_of_a_board_that_no_solution_agrees_with_the_puzzle_is_not_blamed(
    language: str, text: str, tmp_path: Path
) -> None:
    wrong = tmp_path / "wrong.txt"
    wrong.write_text("???\n?X?\n???\n", encoding="utf-8")
    ran = call("why", "-", "A1", "--board", wrong, "--language", language, stdin=jsonl(DATA))
    assert (ran.code, ran.out) == (Exit.FAILED, f"small\n\n{text}\n\n")
    with pytest.raises(NoSolutionError, match=r"no solution of .* agrees with the board"):
        bimaru.why(Puzzle.from_data(DATA), "A1", Board(("???", "?X?", "???")))


def test_explain_prints_conflicts_with_repairs_and_what_decides_between_solutions() -> None:
    ran = call("explain", "-", stdin=jsonl(DATA | {"cols": [2, 1, 0]}))
    assert ran.code == Exit.FAILED
    assert "these contradict each other." in " ".join(ran.out.split())
    assert "- C1 is ship, not water (then exactly one)" in ran.out
    ran = call("explain", "-", stdin=jsonl(DATA | {"givens": []}))
    assert "A1-A3, C1 and C3. Only one solution would be left if" in " ".join(ran.out.split())
    (answer,) = call("explain", "--json", "-", stdin=jsonl(DATA)).objects
    assert (answer["conflict"], answer["ambiguity"]) == (None, None)
