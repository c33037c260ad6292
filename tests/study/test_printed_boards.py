"""Boards as published programs print them, read by the referee's command and in Python."""

from __future__ import annotations

import io
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bimaru
from bimaru import Board, Puzzle
from bimaru.cli.exit_codes import Exit
from bimaru.errors import InvalidInputError
from bimaru.study import read_answer
from bimaru.study.answer_readers import ANSWERS, InvalidAnswerError
from command_line import bimaru as run
from instances import instance

PRINTED: Final = {"ship-list", "heads", "letters", "squares", "sb-dict"}

# The puzzle sb_12_12_5_0 of solbat, which has 51 solutions: what a program for its integer programming model
# printed, and the solution of sb.mzn that was expected of it, which is another one.
LARGE: Final = instance("seeds", "seed-000-12x12").puzzle
SHIP_LINES: Final = """\
SUCCESS:
Solution found:
Objective value = 0.0
Ship 0 (length 1) placed at row 11 col 8 with orientation Horizontal.
Ship 1 (length 1) placed at row 10 col 6 with orientation Vertical.
Ship 2 (length 3) placed at row 5 col 2 with orientation Horizontal.
Ship 3 (length 4) placed at row 3 col 0 with orientation Horizontal.
Ship 4 (length 4) placed at row 5 col 8 with orientation Vertical.
Ship 5 (length 4) placed at row 0 col 7 with orientation Vertical.
Ship 6 (length 4) placed at row 7 col 10 with orientation Vertical.
Ship 7 (length 5) placed at row 1 col 10 with orientation Vertical.
Ship 8 (length 5) placed at row 7 col 4 with orientation Vertical.
Ship 9 (length 5) placed at row 0 col 1 with orientation Horizontal.
Ship 10 (length 5) placed at row 7 col 1 with orientation Vertical.
"""
GRID_ROWS: Final = """\
0 1 1 1 1 1 0 1 0 0 0 0
0 0 0 0 0 0 0 1 0 0 1 0
0 0 0 0 0 0 0 1 0 0 1 0
1 1 1 1 0 0 0 1 0 0 1 0
0 0 0 0 0 0 0 0 0 0 1 0
0 0 1 1 1 0 0 0 1 0 1 0
0 0 0 0 0 0 0 0 1 0 0 0
0 1 0 0 1 0 0 0 1 0 1 0
0 1 0 0 1 0 0 0 1 0 1 0
0 1 0 0 1 0 0 0 0 0 1 0
0 1 0 0 1 0 1 0 0 0 1 0
0 1 0 0 1 0 0 0 1 0 0 0
""".replace("\n", " \n")
"""Each row ends in a blank."""
GRID: Final = f"Board occupancy (0: water, 1: ship):\n{GRID_ROWS}"
SHIPS: Final = f"{SHIP_LINES}\n{GRID}\n"
DICT: Final = (
    "Expected solution\n\n: {'board': [[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], [1, 1, 1, 3, 7"
    ", 7, 4, 1, 5, 1, 1, 5, 1, 1], [1, 1, 1, 1, 1, 1, 1, 1, 7, 1, 1, 7, 1, 1], [1, 1, 1, 1, 1, "
    "1, 1, 1, 7, 1, 1, 7, 1, 1], [1, 3, 7, 7, 4, 1, 1, 1, 6, 1, 1, 7, 1, 1], [1, 1, 1, 1, 1, 1,"
    " 1, 1, 1, 1, 1, 6, 1, 1], [1, 1, 3, 7, 7, 4, 1, 2, 1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1, 1"
    ", 1, 1, 1, 1, 5, 1, 1], [1, 1, 5, 1, 1, 5, 1, 1, 1, 5, 1, 7, 1, 1], [1, 1, 7, 1, 1, 7, 1, "
    "1, 1, 7, 1, 6, 1, 1], [1, 1, 7, 1, 1, 7, 1, 1, 1, 7, 1, 1, 1, 1], [1, 1, 7, 1, 1, 7, 1, 1,"
    " 1, 7, 1, 2, 1, 1], [1, 1, 6, 1, 1, 6, 1, 1, 1, 6, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1, 1, 1, 1"
    ", 1, 1, 1, 1, 1]], 'fill': [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 1, 1, 1,"
    " 1, 0, 1, 0, 0, 1, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0], [0, 0, 0, 0, 0, 0, 0"
    ", 0, 1, 0, 0, 1, 0, 0], [0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0], [0, 0, 0, 0, 0, 0, 0, "
    "0, 0, 0, 0, 1, 0, 0], [0, 0, 1, 1, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0,"
    " 0, 0, 0, 1, 0, 0], [0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0], [0, 0, 1, 0, 0, 1, 0, 0, 0"
    ", 1, 0, 1, 0, 0], [0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0], [0, 0, 1, 0, 0, 1, 0, 0, 0, "
    "1, 0, 1, 0, 0], [0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0, 0, 0,"
    " 0, 0, 0, 0]], 'npiece': [103, 2, 3, 3, 6, 6, 21]}\n"
)

# The Literowce of A. Fish, "ILP Part 100": what its program prints once the first ship is placed.
LITEROWCE: Final = instance("seeds", "seed-002-literowce").puzzle
HEADS: Final = """\
,,0_1,,,,4_1,
,,,,5_2,,,
,,,,,,,
,,,,,3_3,,
,2_2,,,,,,
,,,,,,,
,,,,1_2,,,
"""
LETTERS: Final = "  1   2\n  2 3  \n  3    \n     1 \n23     \n       \n   12  \n\n"
LETTERED_ROWS: Final = "..1...2\n..2.3..\n..3....\n.....1.\n23.....\n.......\n...12..\n"

# The board of V. Jandhyala, "Battleship", without its givens, and the set that his function returns.
SMALL: Final = instance("seeds", "seed-001-6x6").puzzle
SQUARES: Final = "{(2, 4), (5, 5), (0, 0), (0, 3), (2, 0), (0, 2), (4, 5), (5, 0), (1, 0), (3, 2)}\n"

ANSWERS_PRINTED: Final = [
    (LARGE, SHIPS, "ship-list"),
    (LARGE, SHIP_LINES, "ship-list"),
    (LARGE, GRID, "ship-list"),
    (LARGE, GRID_ROWS, "board"),
    (LARGE, GRID_ROWS.replace(" ", ""), "board"),
    (LARGE, GRID_ROWS.replace(" ", ", "), "board"),
    (LARGE, DICT, "sb-dict"),
    (LARGE, DICT[DICT.index("{") :], "sb-dict"),
    (LARGE, DICT[DICT.index("{") :].replace("'", '"'), "board"),
    (LITEROWCE, f"{HEADS}\n{LETTERS}", "heads"),
    (LITEROWCE, HEADS, "heads"),
    (LITEROWCE, " ".join(f"{HEADS}{LETTERS}".split()), "heads"),
    (LITEROWCE, LETTERS, "letters"),
    (LITEROWCE, "\n".join(line.rstrip() for line in LETTERS.split("\n")).rstrip(), "letters"),
    (LITEROWCE, LETTERED_ROWS, "board"),
    (LITEROWCE, LETTERED_ROWS.replace(".", "0"), "board"),
    (LITEROWCE, LETTERED_ROWS.replace("", " ").replace("\n ", "\n").strip(" "), "board"),
    (SMALL, SQUARES, "squares"),
    (SMALL, f"frozenset({SQUARES.strip()})\n", "squares"),
]


@pytest.mark.parametrize(("puzzle", "text", "format"), ANSWERS_PRINTED)
def test_the_board_that_a_published_program_prints_is_found_right(
    puzzle: Puzzle, text: str, format: str, tmp_path: Path
) -> None:
    answer = read_answer(io.StringIO(text), puzzle)
    assert (answer.format, answer.status) == (format, "solution")
    assert answer.board is not None
    assert bimaru.check(puzzle, answer.board) == []
    if format != "board":
        assert read_answer(io.StringIO(text), puzzle, format=format) == answer
    (tmp_path / "puzzle.jsonl").write_text(bimaru.write(puzzle, "json"))
    ran = run("check", tmp_path / "puzzle.jsonl", "-", stdin=text)
    assert (ran.code, ran.out.splitlines()[0], ran.err) == (Exit.DONE, f"{puzzle.id}: right", "")


def test_one_letter_in_each_row_is_a_board_of_letters_and_indented_numbers_are_rows() -> None:
    puzzle = Puzzle([1, 0, 1], [1, 0, 1], words=["1", "2"])
    answer = read_answer(io.StringIO("1\n\n  2\n"), puzzle)
    assert (answer.format, answer.board) == ("letters", Board(("S..", "...", "..S"), ("1..", "...", "..2")))
    plain = read_answer(io.StringIO(" 1 0\n 0 0\n"), Puzzle([1, 0], [1, 0], {1: 1}))
    assert (plain.format, plain.board) == ("board", Board(("X.", "..")))


def test_the_printed_board_and_the_expected_one_are_two_of_the_solutions() -> None:
    boards = {read_answer(io.StringIO(text), LARGE).board for text in (SHIPS, DICT)}
    solutions = bimaru.solve(LARGE, limit=100).boards
    assert (len(boards), len(solutions), boards <= {*solutions}) == (2, 51, True)


def test_every_form_has_a_test() -> None:
    assert {name for _, _, name in ANSWERS_PRINTED} == PRINTED | {"board"}
    assert ANSWERS.keys() >= PRINTED


@pytest.mark.parametrize(
    ("puzzle", "text", "rules"),
    [
        (LARGE, SHIP_LINES.replace("row 11 col 8", "row 11 col 9"), {"column", "touching"}),
        (LARGE, GRID.replace("0 1 1 1 1 1 0 1", "1 1 1 1 1 0 0 1"), {"column"}),
        (LARGE, GRID_ROWS.replace("0 1 1 1 1 1 0 1", "1 1 1 1 1 0 0 1"), {"column"}),
        (LARGE, DICT.replace("3, 7, 7, 4", "3, 7, 4, 3", 1).partition(", 'fill'")[0] + "}", {"part"}),
        (LITEROWCE, HEADS.replace("0_1,", "0_3,").replace("\n,,,,,,,\n", "\n,,,,,,,\n"), None),
        (LITEROWCE, HEADS.replace("1_2", "1_0").replace(",,,,1_0,,,", ",,,1_0,,,,"), {"edge"}),
        (LITEROWCE, LETTERS.replace("   12", "   21"), {"edge"}),
        (LITEROWCE, LETTERED_ROWS.replace("12..", "21.."), {"edge"}),
        (LITEROWCE, LETTERED_ROWS.replace("..12", ".12."), {"column", "edge"}),
        (SMALL, SQUARES.replace("(2, 4)", "(2, 5)"), {"column"}),
    ],
)
def test_a_wrong_board_is_refused_by_the_referee(puzzle: Puzzle, text: str, rules: set[str] | None) -> None:
    if rules is None:
        with pytest.raises(InvalidAnswerError, match="leaves the 7x7 grid"):
            read_answer(io.StringIO(text), puzzle)
        return
    answer = read_answer(io.StringIO(text), puzzle)
    assert answer.board is not None
    assert {fault.rule for fault in bimaru.check(puzzle, answer.board)} == rules


def test_two_ships_side_by_side_do_not_pass_for_a_longer_one() -> None:
    puzzle = Puzzle([2], [1, 1], {2: 1})
    text = "".join(
        f"Ship {ship} (length 1) placed at row 0 col {ship} with orientation Vertical.\n" for ship in (0, 1)
    )
    answer = read_answer(io.StringIO(text), puzzle)
    assert answer.board == Board(("SS",))
    assert {fault.rule for fault in bimaru.check(puzzle, answer.board)} == {"part"}


SHIP: Final = "Ship {} (length {}) placed at row {} col {} with orientation {}.\n"


@pytest.mark.parametrize(
    ("puzzle", "text", "fault"),
    [
        (LARGE, SHIPS + DICT, "line 32: a second board; give only one of the two"),
        (LARGE, DICT + DICT, "line 6: a second board; give only one of the two"),
        (LARGE, SHIPS.replace("row 11 col 8", "row 12 col 8"), "line 4: ship 0 leaves the 12x12 grid"),
        (LARGE, SHIP_LINES.replace("Ship 1 ", "Ship 0 "), "line 5: ship 0 is listed twice"),
        (LARGE, SHIP.format(0, 3, 0, 0, "Vertical") + SHIP.format(1, 2, 2, 0, "Horizontal"),
         "line 2: ship 1 lies on C1, where ship 0 lies"),
        (LARGE, SHIPS.replace("0 0 0 0 0 0 0 0 1 0 0 0", "0 0 0 0 0 0 0 0 0 1 0 0", 1),
         "line 23: the grid shows '000000000100'"),
        (LARGE, SHIPS.replace("0 0 0 0 0 0 0 1 0 0 1 0 \n", "", 1), "line 17: the grid has 11 entries"),
        (LARGE, GRID.replace("0 0 0 0 0 0 0 1 0 0 1 0 \n", "", 1), "line 2: expected 12 rows, found 11"),
        (LARGE, DICT.replace("'fill': [[0", "'fill': [[1"), "line 3: fill: other squares are ship"),
        (LARGE, "{'board': [[1, 8], [0, 1]]}", "board: row 1 has 8; a square is 1"),
        (LARGE, "{'board': 1}", "board: not a list of rows"),
        (LITEROWCE, HEADS.replace(",,,,1_2,,,", ",,,,1_2,,"), "line 7: row G: expected 7 squares, found 6"),
        (LITEROWCE, HEADS.replace("1_2", "1_4"), "line 7: '1_4' is not the number of a word"),
        (LITEROWCE, HEADS.replace("1_2", "6_2"), "line 7: word 6: the puzzle has 6, counted from 0"),
        (LITEROWCE, HEADS.replace("1_2", "0_2"), "line 7: word 0 begins twice"),
        (LITEROWCE, HEADS.replace(",,,,,,,\n", "", 1), "line 1: expected 7 rows, found 6"),
        (LITEROWCE, f"{HEADS}\n{LETTERS}".replace("   12", "   21"),
         "line 15: the grid shows '21', the ships above it '12'"),
        (LITEROWCE, f"{HEADS}\n{HEADS}", "line 1: expected 7 rows, found 14"),
        (LITEROWCE, f"{HEADS}1 2 2", "line 8: the grid has 3 entries, by the ships above it 8"),
        (LITEROWCE, f"\n\n{LETTERS}", "expected 7 rows of letters, found 9"),
        (LITEROWCE, LETTERS.replace("     1 ", "     1  2"), "line 4: expected 7 squares, found 9"),
        (SMALL, SQUARES.replace("(2, 4)", "(2, 6)"), "line 1: square .2, 6. leaves the 6x6 grid"),
        (SMALL, SQUARES * 2, "line 2: a second board"),
    ],
)  # fmt: skip
def test_a_printed_board_that_contradicts_itself_is_refused(puzzle: Puzzle, text: str, fault: str) -> None:
    with pytest.raises(InvalidAnswerError, match=fault):
        read_answer(io.StringIO(text), puzzle)


def test_the_command_says_where_a_printed_board_is_wrong(tmp_path: Path) -> None:
    answer = tmp_path / "answer.txt"
    answer.write_text(SHIPS.replace("row 11 col 8", "row 12 col 8"))
    (tmp_path / "puzzle.jsonl").write_text(bimaru.write(LARGE, "json"))
    ran = run("check", tmp_path / "puzzle.jsonl", answer)
    assert (ran.code, ran.out) == (Exit.BAD_INPUT, "")
    assert f"{answer}: line 4: ship 0 leaves the 12x12 grid; rows and columns count from 0" in ran.err


def test_a_printed_board_can_be_excluded_from_a_model(tmp_path: Path) -> None:
    (tmp_path / "answer.txt").write_text(SQUARES)
    (tmp_path / "puzzle.jsonl").write_text(bimaru.write(SMALL, "json"))
    options = ("--model", "mip-ship", "--to", "lp", "--another", tmp_path / "answer.txt")
    ran = run("model", tmp_path / "puzzle.jsonl", *options)
    assert (ran.code, ran.err) == (Exit.DONE, "")
    assert " another_board: " in ran.out


@given(
    puzzle=st.sampled_from([LARGE, SMALL, LITEROWCE]),
    printed=st.sampled_from([form[1:] for form in ANSWERS_PRINTED if form[2] != "board"]),
    start=st.integers(0, 800),
    length=st.integers(0, 40),
    instead=st.text("01_,2 \n{}[]'board:()AB", max_size=9),
)
def test_a_damaged_printed_board_is_read_as_another_or_refused(
    puzzle: Puzzle, printed: tuple[str, str], start: int, length: int, instead: str
) -> None:
    text, name = printed
    damaged = text[:start] + instead + text[start + length :]
    with suppress(InvalidInputError):
        assert read_answer(io.StringIO(damaged), puzzle, format=name).board is not None
