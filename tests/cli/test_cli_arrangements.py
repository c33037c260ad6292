"""`bimaru arrangements`: what it prints."""

from __future__ import annotations

from pathlib import Path

import pytest

from bimaru.board import Board
from bimaru.cli.exit_codes import Exit
from bimaru.formats.board_text import read_boards
from bimaru.rules import check
from command_line import bimaru
from random_draws import STANDARD_FLEET, puzzle_of

FULL = ("arrangements", "--size", "3x3", "--fleet", "1:5")


def test_prints_the_exact_number() -> None:
    ran = bimaru("arrangements", "--size", "6x6", "--fleet", "3:1,2:2,1:3")
    assert ran == (Exit.DONE, "894296\n", "")


def test_prints_it_as_json() -> None:
    ran = bimaru("arrangements", "--size", "5X7", "--fleet", "2 2 1", "--json")
    assert ran.objects == [{"size": [5, 7], "fleet": {"2": 2, "1": 1}, "n_arrangements": 19_057}]


def test_no_arrangement_is_a_failure_whose_reason_is_given() -> None:
    reason = "The fleet 1:5 cannot lie on a grid of 3x3 without touching.\n"
    assert bimaru(*FULL) == (Exit.FAILED, "0\n", reason)
    counted = bimaru(*FULL, "--json")
    assert (counted.objects[0]["n_arrangements"], counted.err) == (0, reason)
    drawn = bimaru(*FULL, "--draw", "2")
    assert drawn == (Exit.FAILED, "", reason)
    assert bimaru(*FULL, "--draw", "2", "--json") == drawn


@pytest.mark.parametrize("out", [(), ("--json",)])
def test_a_time_limit_leaves_it_undecided(out: tuple[str, ...]) -> None:
    ran = bimaru("arrangements", "--size", "20x20", "--time-limit", "0.01", *out)
    assert ran.code == Exit.UNDECIDED
    assert ran.err.startswith("Undecided: the time limit was reached; ")
    assert [number["n_arrangements"] for number in ran.objects] == [None] * len(out)


def test_draws_boards_that_the_referee_accepts() -> None:
    ran = bimaru("arrangements", "--size", "8x9", "--draw", "3", "--seed", "-5", "--json")
    assert ran.code == Exit.DONE
    assert [drawn["method"] for drawn in ran.objects] == ["rejection"] * 3
    boards = [Board.from_data(drawn) for drawn in ran.objects]
    assert [check(puzzle_of(8, 9, STANDARD_FLEET), board) for board in boards] == [[]] * 3


def test_the_same_seed_draws_the_same_boards_and_another_seed_others() -> None:
    one, again, other = (bimaru("arrangements", "--draw", "2", "--seed", seed) for seed in ("1", "1", "2"))
    assert one == again
    assert one != other
    assert bimaru("arrangements", "--draw", "1").out != bimaru("arrangements", "--draw", "1").out


def test_says_with_each_board_what_its_method_is_worth() -> None:
    drawn = bimaru("arrangements", "--size", "2x5", "--fleet", "5:1", "--draw", "2", "--seed", "3")
    assert drawn.out.startswith("1, by rejection: all arrangements equally likely\n\n")
    assert drawn.out.count("LMMMR") == 2
    dense = ("--size", "12x12", "--fleet", "6:1,5:2,4:3,3:4,2:5,1:6")
    searched = bimaru("arrangements", *dense, "--draw", "1", "--seed", "3")
    assert searched.out.startswith("1, by search: some arrangements more likely than others\n\n")


def test_writes_a_board_a_file(tmp_path: Path) -> None:
    bimaru("arrangements", "--size", "4x4", "--fleet", "2:1", "--draw", "3", "--json", "-o", tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["1.json", "2.json", "3.json"]


def test_what_is_drawn_can_be_read_back(tmp_path: Path) -> None:
    puzzle = puzzle_of(8, 8, ((4, 1), (1, 2)))
    path = tmp_path / "board.txt"
    options = ("--size", "8x8", "--fleet", "4:1,1:2", "--draw", "1", "--seed", "1")
    bimaru("arrangements", *options, "--json", "-o", path)
    assert [check(puzzle, board) for board in read_boards(str(path), [puzzle])] == [[]]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--size", "ten"], "'ten' is not a height and a width from 1 to 99, like 10x10."),
        (["--size", "0x4"], "'0x4' is not a height and a width from 1 to 99, like 10x10."),
        (["--size", "4x100"], "'4x100' is not a height and a width from 1 to 99, like 10x10."),
        (["--size", "1x2x3"], "'1x2x3' is not a height and a width from 1 to 99, like 10x10."),
        (["--fleet", "4:x"], "fleet: '4:x' is neither length:count, like 4:1, nor a length."),
        (["--fleet", "0:1"], "fleet: "),
        (["--draw", "0"], "0 is not in the range 1<=x<=1000000000"),
        (["--size", "70x70", "--draw", "1"], "--size: --draw takes sides from 1 to 64, not 70 and 70"),
    ],
)
def test_invalid_options_are_reported(options: list[str], message: str) -> None:
    ran = bimaru("arrangements", *options)
    assert (ran.code, ran.out) == (Exit.BAD_INPUT, "")
    assert message in ran.err
