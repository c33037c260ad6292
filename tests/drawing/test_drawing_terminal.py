"""Puzzles and boards as text: what the pictures look like, and that they can be read back."""

from __future__ import annotations

import re
import unicodedata
from itertools import product
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bimaru.board import MARKS, NO_LETTER, SHIP, UNKNOWN, Board, mark_of
from bimaru.drawing.terminal import PAGE, Look, fleet, picture
from bimaru.formats.board_text import ASCII, ASCII_LETTERED, UNICODE, Notation, is_lettered, parse_board
from bimaru.puzzle import Puzzle
from bimaru.squares import Part
from instances import instance
from puzzle_strategies import puzzles

ASCII_LOOK: Final = Look(ascii=True)
LOOKS: Final = [Look(*look) for look in product((False, True), (False, True), (None, 1))]
"""In ASCII or not, coloured or not, with and without gaps."""
NOTATIONS: Final = {"unicode": UNICODE, "ascii": ASCII, "ascii, lettered": ASCII_LETTERED}

PARTS_OF_SHIPS: Final = "SLRTBMX"

EVERY_PART: Final = Puzzle(
    rows=(2, 1, 3, None, 4),
    cols=(1, 2, None, 2, 3, 11, 1),
    fleet={3: 2, 2: 1, 1: 2},
    givens={(0, 5): "T", (2, 0): "S", (4, 2): "W", (4, 3): "L"},
)
PARTS: Final = Board(("....ST.", ".....M.", "S..LRB.", "???????", "...LMRX"))


def uncoloured(text: str) -> str:
    return re.sub("\x1b\\[[0-9;]*m", "", text)


def test_a_board_is_drawn_with_rounded_ships_waves_tallies_and_boxed_given_squares() -> None:
    expected = """\
    1 2 3 4 5 6 7
  ┌───────────────┐
A │ ~ ~ ~ ~ ●[∩]~ │ 2
B │ ~ ~ ~ ~ ~ ■ ~ │ 1
C │[●]~ ~ ◖ ◗ ∪ ~ │ 3
D │ · · · · · · · │
E │ ~ ~[~:◖]■ ◗ ▣ │ 4
  └───────────────┘
              1
    1 2   2 3 1 1"""
    assert picture(EVERY_PART, PARTS) == expected


def test_the_same_board_in_plain_ascii() -> None:
    expected = """\
    1 2 3 4 5 6 7
  +---------------+
A | ~ ~ ~ ~ O[^]~ | 2
B | ~ ~ ~ ~ ~ # ~ | 1
C |[O]~ ~ < > v ~ | 3
D | . . . . . . . |
E | ~ ~[~:<]# > X | 4
  +---------------+
              1
    1 2   2 3 1 1"""
    assert picture(EVERY_PART, PARTS, ASCII_LOOK) == expected


def test_a_puzzle_without_a_board_shows_what_is_given() -> None:
    polyomino = Puzzle(
        rows=(3,), cols=(1,) * 5, shapes=[["##", "#."]], givens={(0, 0): "RB", (0, 2): "M", (0, 4): "X"}
    )
    assert "│[╭]·[■]·[▣]│" in picture(polyomino)
    assert "|[r].[#].[X]|" in picture(polyomino, None, ASCII_LOOK)


def test_lettered_boards_show_letters_on_their_squares_and_at_the_edges() -> None:
    puzzle = Puzzle(
        rows=(2, 0, 1),
        cols=(1, 1, 1),
        words=["AB", "C"],
        edges={"top": [None, "B", "C"], "left": ["A", None, "C"], "right": ["B", None, None]},
        givens={(0, 0): "=A"},
    )
    expected = """\
       1 2 3

         B C
     ┌───────┐
A  A │[A]B ~ │ B  2
B    │ ~ ~ ~ │    0
C  C │ ~ ~ C │    1
     └───────┘
       1 1 1"""
    assert picture(puzzle, Board(("LR.", "...", "..S"), ("AB.", "...", "..C"))) == expected


def test_the_fleet_is_drawn_with_the_number_of_each_ship() -> None:
    puzzle = Puzzle(
        rows=(None,),
        cols=(None,),
        fleet={25: 1, 3: 2, 1: 4},
        words=["NET"],
        shapes=[["##", "#."], ["##", "#."]],
    )
    expected = """\
1 × ◖■ 25 ■◗   2 × ◖■◗   4 × ●   1 × NET   2 × L ▣▣
                                                 ▣"""
    assert fleet(puzzle) == expected
    assert fleet(puzzle, ASCII_LOOK).startswith("1 x <# 25 #>   2 x <#>   4 x @ ")
    assert fleet(Puzzle(rows=(0,), cols=(0,))) == ""


@pytest.mark.parametrize("room", [20, 40, None])
def test_a_long_fleet_goes_over_several_lines(room: int | None) -> None:
    lines = fleet(instance("large", "large-30x20-1").puzzle, Look(room=room)).splitlines()
    assert len(lines) > 1
    assert max(map(len, lines)) <= (room or PAGE)


def test_ships_share_a_line_that_has_just_room_for_them() -> None:
    puzzle = Puzzle(rows=(None,), cols=(None,), fleet={3: 1, 1: 1})
    (line,) = fleet(puzzle).splitlines()
    assert fleet(puzzle, Look(room=len(line))) == line
    assert len(fleet(puzzle, Look(room=len(line) - 1)).splitlines()) == 2


@pytest.mark.parametrize("notation", NOTATIONS.values(), ids=NOTATIONS)
def test_every_sign_is_one_column_wide(notation: Notation) -> None:
    assert all(len(sign) == 1 for sign in notation.values())
    assert not [sign for sign in notation.values() if unicodedata.east_asian_width(sign) in "WF"]
    assert not [sign for sign in notation.values() if unicodedata.combining(sign)]


@pytest.mark.parametrize("notation", NOTATIONS.values(), ids=NOTATIONS)
def test_no_two_marks_of_a_board_share_a_sign(notation: Notation) -> None:
    assert len({notation[mark] for mark in MARKS}) == len(MARKS)


@pytest.mark.parametrize(
    "sign", [sign for name in ("ascii", "ascii, lettered") for sign in NOTATIONS[name].values()]
)
def test_ascii_signs_are_ascii_and_where_ships_have_letters_none_is_a_letter(sign: str) -> None:
    assert sign.isascii()
    assert sign in ASCII.values() or not sign.isalnum()


@pytest.mark.parametrize("size", [(20, 30), (30, 20), (62, 62)], ids=str)
def test_large_boards_fit_a_terminal_of_80_columns(size: tuple[int, int]) -> None:
    height, width = size
    puzzle = Puzzle(rows=(12,) * height, cols=(12,) * width, givens={(0, 0): "S"})
    lines = picture(puzzle, None, Look(room=80)).splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[-1].split()[-1].endswith("2")


def test_a_grid_wider_than_the_terminal_goes_without_gaps_and_one_as_wide_keeps_them() -> None:
    wide = max(map(len, picture(EVERY_PART).splitlines()))
    assert picture(EVERY_PART, PARTS, Look(room=wide)) == picture(EVERY_PART, PARTS)
    assert "A │~~~~●∩~│ 2" in picture(EVERY_PART, PARTS, Look(room=wide - 1))


def test_colour_adds_nothing_but_colour() -> None:
    coloured = picture(EVERY_PART, PARTS, Look(colour=True))
    assert coloured != picture(EVERY_PART, PARTS)
    assert uncoloured(coloured) == picture(EVERY_PART, PARTS)


def test_given_squares_have_a_colour_of_their_own() -> None:
    painted = re.findall("\x1b\\[([0-9;]+)m(.)\x1b", picture(EVERY_PART, PARTS, Look(colour=True)))
    of_boxes, of_rest = ({code for code, sign in painted if sign in signs} for signs in ("[∩]", "■▣·"))
    assert len(of_boxes) == 1
    assert of_boxes.isdisjoint(of_rest)


@st.composite
def boards(draw: st.DrawFn, puzzle: Puzzle) -> Board:
    """Any filling of the puzzle's grid, right or wrong; of a lettered one, some ship squares have letters."""
    rows = tuple(draw(st.text(MARKS, min_size=puzzle.width, max_size=puzzle.width)) for _ in puzzle.rows)
    if not is_lettered(puzzle):
        return Board(rows)
    letters = (
        "".join(draw(st.sampled_from("AB7.")) if mark in PARTS_OF_SHIPS else "." for mark in row)
        for row in rows
    )
    return Board(rows, tuple(letters))


def as_pictured(puzzle: Puzzle, board: Board) -> Board:
    """What a picture tells of a board: given squares are known, with their parts, and a letter stands for its
    part."""
    marks = {at: SHIP if board.letter(at) else mark for at, mark in board.squares()}
    letters = {at: letter for at in marks if (letter := board.letter(at))}
    for one in puzzle.givens:
        is_ship = board[one.square] == SHIP and one.kind != Part.WATER and not board.letter(one.square)
        if board[one.square] == UNKNOWN or is_ship:
            marks[one.square] = SHIP if one.letter else mark_of(one.kind)
            letters |= {one.square: one.letter} if one.letter else {}
    lines = range(puzzle.height), range(puzzle.width)
    return Board(
        tuple("".join(marks[row, col] for col in lines[1]) for row in lines[0]),
        tuple("".join(letters.get((row, col), NO_LETTER) for col in lines[1]) for row in lines[0])
        if is_lettered(puzzle)
        else None,
    )


@given(data=st.data(), look=st.sampled_from(LOOKS))
@settings(max_examples=60)
def test_every_picture_can_be_read_back(look: Look, data: st.DataObject) -> None:
    puzzle = data.draw(puzzles())
    board = data.draw(boards(puzzle))
    text = "\n\n".join([str(puzzle.id), picture(puzzle, board, look), fleet(puzzle, look)])
    assert parse_board(text, puzzle) == as_pictured(puzzle, board)
