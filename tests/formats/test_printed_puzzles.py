"""Pictures of puzzles, as commands print them, read as puzzles."""

from __future__ import annotations

from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bimaru.board import Board
from bimaru.drawing.terminal import Look, fleet, picture
from bimaru.errors import InvalidPuzzleError
from bimaru.formats import parse, parse_all, sniff
from bimaru.formats.format import KINDS, Scope
from bimaru.puzzle import Puzzle
from command_line import bimaru, jsonl
from instances import instances
from puzzle_strategies import puzzles

STRAIGHT: Final = Scope(kinds=KINDS, missing=True)
LOOKS: Final = (Look(), Look(ascii=True), Look(colour=True, room=80))
PUZZLE: Final = Puzzle(rows=(1, 0), cols=(0, 1, None), fleet={1: 1})


def drawn(puzzle: Puzzle, board: Board | None = None, look: Look = LOOKS[0]) -> str:
    return f"{picture(puzzle, board, look)}\n\n{fleet(puzzle, look)}\n"


@given(puzzle=puzzles(STRAIGHT), look=st.sampled_from(LOOKS))
def test_what_show_prints_is_read_back(puzzle: Puzzle, look: Look) -> None:
    text = drawn(puzzle, look=look)
    assert sniff(text) == "text"
    assert parse(text) == puzzle


@pytest.mark.parametrize("options", [(), ("--ascii",), ("--ascii", "--ships")], ids=" ".join)
def test_of_what_solve_prints_the_squares_in_brackets_are_given(options: tuple[str, ...]) -> None:
    several = [one.puzzle for one in instances("csplib014")[:30] if one.puzzle.givens]
    assert len(several) > 20
    answers = bimaru("solve", *options, "-", stdin=jsonl(*(puzzle.to_data() for puzzle in several)))
    assert [*parse_all(answers.out)] == several


def test_of_several_solutions_of_a_puzzle_the_first_is_read() -> None:
    two = Puzzle(rows=(1, 0, 1), cols=(1, 0, 1), fleet={1: 2}, givens={(1, 1): "W"})
    one = Puzzle(rows=(1, 0), cols=(1, 0), fleet={1: 1}, givens={(0, 0): "S"})
    answers = bimaru("solve", "--all", "-", stdin=jsonl(*(p.to_data() for p in (two, one, two))))
    assert answers.out.count("Solution 2") == 2
    assert [*parse_all(answers.out)] == [two, one, two]


def test_a_solution_without_brackets_is_that_of_a_puzzle_without_givens() -> None:
    assert parse(drawn(PUZZLE, Board((".S.", "...")))) == PUZZLE


def test_a_picture_without_room_for_brackets_shows_the_givens_of_a_puzzle() -> None:
    puzzle = PUZZLE.replace(givens={(1, 1): "W"})
    assert parse(drawn(puzzle, look=Look(room=1))) == puzzle


def test_a_picture_may_have_other_text_around_it_and_no_fleet() -> None:
    shown = picture(PUZZLE, None)
    assert parse(f"From the paper of 3 May:\n\n{shown}\n\nIs there 1 x solution?\n") == PUZZLE.replace(
        fleet={}
    )


LETTERED: Final = Puzzle(rows=(2,), cols=(1, 1, 0), words=["AB"])
EDGED: Final = LETTERED.replace(edges={"left": ["A"]})
POLYOMINO: Final = Puzzle(rows=(2, 1), cols=(2, 1), shapes=[["##", "#."]])


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (drawn(LETTERED), "line 7: fleet: only straight ships without letters are read"),
        (drawn(POLYOMINO), "line 8: fleet: only straight ships without letters are read"),
        (drawn(EDGED), "line 3: row A: letters at the edges of a picture are not read"),
        ("A │ ~ ~ │ 2\nC │ ~ ~ │ 1\n", "line 2: expected row B, found row C"),
        ("A │ ~ ~ │ 2\nB │ ~ ~ ~ │ 1\n", "line 2: row B: expected 2 squares, found 3"),
        ("A │[~ ~ │ 2\n", "line 1: row A, column 1: a bracket without the other"),
        ("A │ ~ ~]│ 2\n", "line 1: row A, column 2: a bracket without the other"),
        ("A │ ~ Q │ 2\n", "line 1: row 1, column 2: 'Q' is not one of ~ ● ◖ ◗ ∩ ∪ ■ ▣ · ╭ ╮ ╰ ╯"),
        ("A │ ~ O │ 2\n", "line 1: row 1, column 2: 'O' is not one of ~ ● ◖ ◗ ∩ ∪ ■ ▣ · ╭ ╮ ╰ ╯"),
        ("A | ~ O | two\n", "line 1: row A, beside the picture: 'two' is not a number from 0 to 9999"),
        ("A | ~ O | 1\n0 1\n", "line 2: expected tallies below the columns, found '0 1'"),
        ("A | ~ O | 1\n    0 1 2\n", "line 2: expected tallies below the columns, found '0 1 2'"),
        ("A | ~ O | 1\n    0 1\n    1\n", "line 2: column 2, below the picture: '1 ' is not a number"),
    ],
)  # fmt: skip
def test_a_picture_that_is_not_clear_is_refused_with_a_reason(text: str, fault: str) -> None:
    with pytest.raises(InvalidPuzzleError) as invalid:
        parse(text)
    assert invalid.value.faults[0].startswith(fault)
