"""The ships of a board as a list, as `bimaru solve --ships` prints them."""

from __future__ import annotations

import pytest

from bimaru import Board, Puzzle
from bimaru.formats.ship_list import list_ships, ships_as_text


@pytest.mark.parametrize(
    ("letters", "first", "orientation"),
    [
        (("...", "CAT", "..."), (1, 0), "right"),
        (("...", "TAC", "..."), (1, 2), "left"),
        ((".C.", ".A.", ".T."), (0, 1), "down"),
        ((".T.", ".A.", ".C."), (2, 1), "up"),
    ],
)
def test_a_word_runs_from_its_first_letter(
    letters: tuple[str, ...], first: tuple[int, int], orientation: str
) -> None:
    puzzle = Puzzle((None,) * 3, (None,) * 3, words=["CAT"])
    marks = tuple("".join("." if letter == "." else "X" for letter in row) for row in letters)
    (ship,) = list_ships(puzzle, Board(marks, letters))
    assert ((ship.row, ship.column), ship.orientation, ship.word) == (first, orientation, "CAT")


@pytest.mark.parametrize(
    ("rows", "orientation"),
    [(("LMR", "..."), "horizontal"), (("T..", "B.."), "vertical"), (("S..", "..."), None)],
)
def test_a_ship_without_letters_runs_neither_forwards_nor_backwards(
    rows: tuple[str, ...], orientation: str | None
) -> None:
    (ship,) = list_ships(Puzzle((None,) * 2, (None,) * 3, {3: 1}), Board(rows))
    assert ((ship.row, ship.column), ship.orientation, ship.word) == ((0, 0), orientation, None)


def test_a_polyomino_ship_has_no_orientation() -> None:
    puzzle = Puzzle((None,) * 2, (None,) * 2, shapes=[["##", "#."]])
    (ship,) = list_ships(puzzle, Board(("XX", "X.")))
    assert (ship.length, ship.orientation) == (3, None)


def test_ships_are_listed_longest_first_in_a_table() -> None:
    puzzle = Puzzle((None,) * 3, (None,) * 4, {3: 1, 2: 1, 1: 1})
    board = Board(("S.LR", "....", "LMR."))
    assert ships_as_text(list_ships(puzzle, board)) == "\n".join(
        [
            "ship  length  row  column  orientation",
            "1     3       C    1       horizontal",
            "2     2       A    3       horizontal",
            "3     1       A    1       -",
        ]
    )
