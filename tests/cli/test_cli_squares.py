"""`bimaru count --squares` and `bimaru arrangements PUZZLE`: what they print."""

from __future__ import annotations

import pytest

from bimaru.board import Board
from bimaru.cli.exit_codes import Exit
from bimaru.puzzle import Puzzle
from bimaru.rules import check
from command_line import MULTIPLE, NONE, UNIQUE, bimaru, jsonl

OPEN = {"rows": [2, None, 1], "cols": [None, 1, None], "fleet": {"2": 1, "1": 1}}


def test_the_grid_shows_how_often_each_square_is_ship() -> None:
    ran = bimaru("count", "--squares", "-", stdin=jsonl(OPEN))
    table = "    1   2   3\nA  50  ##  50\nB   .   .   .\nC  50   .  50\n"
    assert (ran.code, ran.out) == (Exit.DONE, f"4 solutions\n\n{table}\n")


def test_the_numbers_come_as_json() -> None:
    ran = bimaru("count", "--squares", "--json", "-", stdin=jsonl(OPEN, NONE))
    assert ran.code == Exit.FAILED
    first, second = ran.objects
    assert first == {
        "id": None,
        "n_solutions": 4,
        "complete": True,
        "squares": [[2, 4, 2], [0, 0, 0], [2, 0, 2]],
    }
    assert (second["n_solutions"], second["complete"]) == (0, True)


def test_squares_that_are_not_counted_in_time_are_undecided() -> None:
    puzzle = {"rows": [None] * 30, "cols": [None] * 30, "fleet": {"5": 9}}
    ran = bimaru("count", "--squares", "--time-limit", "0.1", "-", stdin=jsonl(puzzle))
    assert ran.code == Exit.UNDECIDED
    assert "undecided: the time limit was reached" in ran.out


def test_squares_are_counted_without_an_engine() -> None:
    ran = bimaru("count", "--squares", "--engine", "search", "-", stdin=jsonl(OPEN))
    assert ran.code == Exit.BAD_INPUT
    assert "--squares takes no engine" in ran.err


def test_solutions_are_drawn_that_the_referee_accepts() -> None:
    ran = bimaru("arrangements", "-", "--draw", "5", "--seed", "1", "--json", stdin=jsonl(MULTIPLE, UNIQUE))
    boards = [Board.from_data(drawn) for drawn in ran.objects]
    assert ran.code == Exit.DONE
    assert [
        check(Puzzle.from_data(data), board)
        for data, board in zip([MULTIPLE] * 5 + [UNIQUE] * 5, boards, strict=True)
    ] == [[]] * 10
    assert len({*boards[:5]}) == 2


def test_a_puzzle_without_a_solution_has_none_to_draw() -> None:
    ran = bimaru("arrangements", "-", "--draw", "1", stdin=jsonl(NONE))
    assert (ran.code, ran.out) == (Exit.FAILED, "none: no solution\n")


@pytest.mark.parametrize("options", [(), ("--draw", "1", "--size", "3x3")])
def test_a_puzzle_is_drawn_from_and_has_a_size_of_its_own(options: tuple[str, ...]) -> None:
    ran = bimaru("arrangements", "-", *options, stdin=jsonl(OPEN))
    assert ran.code == Exit.BAD_INPUT
