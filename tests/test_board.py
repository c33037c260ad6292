"""Boards: what is refused, what a square shows, and the ships read off."""

from __future__ import annotations

import copy
import pickle
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bimaru.board import MARKS, Board, mark_of, neighbours, part_among
from bimaru.errors import InvalidBoardError
from bimaru.placements import board_of, placements
from bimaru.puzzle import Puzzle
from bimaru.ships import Ship
from bimaru.squares import Part, Square
from puzzle_strategies import shapes

BOARD: Final = Board(("LMR.", "...?", ".T.X", "SB?."))


def faults_of(rows: Any, letters: Any = None) -> tuple[str, ...]:
    with pytest.raises(InvalidBoardError) as error:
        Board(rows, letters)
    return error.value.faults


@st.composite
def boards(draw: st.DrawFn, marks: str = MARKS) -> Board:
    """Boards of up to 6x6 squares with any marks anywhere."""
    height, width = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    row = st.text(marks, min_size=width, max_size=width)
    return Board(tuple(draw(st.lists(row, min_size=height, max_size=height))))


# Validation


@pytest.mark.parametrize(
    ("rows", "faults"),
    [
        ((), ["board: it has no squares"]),
        (("", ""), ["board: it has no squares"]),
        (("..", "."), ["board: row 2 has 1 squares, row 1 has 2"]),
        (("..", ""), ["board: row 2 has 0 squares, row 1 has 2"]),
        (("S.", "wS"), ["board: row 2 has 'w'; a square is one of . S L R T B M X ?"]),
        (
            ("..", "S\x1b..", "\n"),
            [
                "board: row 2 has '\\x1b'; a square is one of . S L R T B M X ?",
                "board: row 2 has 4 squares, row 1 has 2",
                "board: row 3 has '\\n'; a square is one of . S L R T B M X ?",
                "board: row 3 has 1 squares, row 1 has 2",
            ],
        ),
        (None, ["board: not a list of strings, one a row"]),
        ("..", ["board: not a list of strings, one a row"]),
        ((1, 2), ["board: not a list of strings, one a row"]),
        ((b"..",), ["board: not a list of strings, one a row"]),
    ],
)
def test_what_is_no_board_is_refused_with_every_fault(rows: object, faults: list[str]) -> None:
    assert [*faults_of(rows)] == faults


@pytest.mark.parametrize(
    ("letters", "fault"),
    [
        ("A.", "letters: not a list of strings, one a row"),
        ((None,), "letters: not a list of strings, one a row"),
        (("A.",), "letters: not of the same size as the board"),
        (("A.", "."), "letters: not of the same size as the board"),
        (("A.", "?\x1b"), "letters: row 2 has '\\x1b?'; a square has a letter, a digit or ."),
    ],
)
def test_letters_are_letters_of_the_same_squares(letters: object, fault: str) -> None:
    assert faults_of(("S.", ".."), letters) == (fault,)


def test_faults_of_rows_and_letters_are_told_together() -> None:
    assert len(faults_of(("w.", ".."), ("-.", ".."))) == 2


def test_the_error_of_a_board_is_a_value_error_that_pickles() -> None:
    error = pickle.loads(pickle.dumps(InvalidBoardError(["one", "other"])))
    assert issubclass(type(error), ValueError)
    assert (error.faults, str(error)) == (("one", "other"), "one; other")


def test_rows_may_be_listed() -> None:
    rows: Any = ["S.", ".."]
    letters: Any = ["A.", ".."]
    board = Board(("S.", ".."), ("A.", ".."))
    assert Board(rows, letters) == board
    assert hash(Board(rows, letters)) == hash(board)


# JSON


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (None, "a board is an object with a `board` key"),
        (["S."], "a board is an object with a `board` key"),
        ({}, "no board in this JSON: it has no key `board`"),
        ({"board": "S."}, "board: not a list of strings, one a row"),
        ({"board": []}, "board: it has no squares"),
        ({"board": ["S"], "letters": 1}, "letters: not a list of strings, one a row"),
    ],
)
def test_what_is_no_board_in_json_is_refused(data: object, fault: str) -> None:
    with pytest.raises(InvalidBoardError) as error:
        Board.from_data(data)
    assert error.value.faults == (fault,)


@given(boards(), st.booleans())
def test_a_board_is_read_as_it_is_written(board: Board, lettered: bool) -> None:
    letters = tuple("A" * board.width for _ in board.rows) if lettered else None
    board = Board(board.rows, letters)
    assert set(board.to_data()) == ({"board", "letters"} if lettered else {"board"})
    assert Board.from_data(board.to_data()) == board
    assert pickle.loads(pickle.dumps(board)) == copy.deepcopy(board) == board


# Squares


def test_a_board_shows_its_squares() -> None:
    assert (BOARD.height, BOARD.width) == (4, 4)
    assert [BOARD[at] for at in ((0, 0), (1, 3), (3, 1))] == ["L", "?", "B"]
    assert [*BOARD.squares()][:5] == [
        ((0, 0), "L"),
        ((0, 1), "M"),
        ((0, 2), "R"),
        ((0, 3), "."),
        ((1, 0), "."),
    ]
    assert BOARD.occupied() == {(0, 0), (0, 1), (0, 2), (2, 1), (2, 3), (3, 0), (3, 1)}


@pytest.mark.parametrize("square", [(-1, 0), (0, -1), (4, 0), (0, 4), "E1", "A5"])
def test_a_square_off_the_board_is_an_error(square: tuple[int, int] | str) -> None:
    with pytest.raises(IndexError, match="is not on the board, which is 4x4"):
        BOARD[square]


def test_a_board_is_full_when_nothing_is_unknown() -> None:
    assert not BOARD.is_full
    assert Board(("X.", "..")).is_full
    assert Board.unknown(2, 3) == Board(("???", "???"))


def test_letters_are_told_where_there_are_some() -> None:
    board = Board(("XX.",), ("A..",))
    assert [board.letter((0, c)) for c in range(3)] == ["A", None, None]
    assert Board(("XX.",)).letter((0, 0)) is None


def test_a_board_of_parts_is_water_elsewhere() -> None:
    parts = {(0, 0): Part.TOP, (1, 0): Part.RIGHT_ABOVE, (1, 1): Part.RIGHT, (0, 2): Part.WATER}
    assert Board.of_parts(2, 3, parts) == Board(("T..", "XR."))
    assert Board.of_parts(1, 2, {(0, 1): Part.SHIP}, {(0, 1): "A"}) == Board((".X",), (".A",))


def test_nothing_can_be_changed() -> None:
    with pytest.raises(AttributeError):
        BOARD.rows = ()  # type: ignore[misc]


# Ships


def test_ships_are_squares_joined_by_their_sides_in_reading_order() -> None:
    assert BOARD.ships() == (((0, 0), (0, 1), (0, 2)), ((2, 1), (3, 0), (3, 1)), ((2, 3),))
    assert Board(("..",)).ships() == ()
    assert Board(("X.X", "XXX", "X.X")).ships() == (((0, 0), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0), (2, 2)),)


@given(boards())
def test_ships_are_all_that_is_occupied_and_never_side_by_side(board: Board) -> None:
    ships = [frozenset(ship) for ship in board.ships()]
    assert sum(map(len, ships)) == len(board.occupied())
    assert frozenset().union(*ships) == board.occupied()
    for ship in ships:
        beside = {near for at in ship for near in neighbours(at)} - ship
        assert beside.isdisjoint(board.occupied())


@given(shapes(), st.data())
def test_the_ship_of_a_placement_is_read_off_its_board(shape: tuple[str, ...], data: st.DataObject) -> None:
    placement = data.draw(st.sampled_from(placements(Ship.polyomino(shape), 7, 7)))
    board = Board.of_parts(7, 7, dict(zip(placement.squares, placement.parts, strict=True)))
    assert board.ships() == (placement.squares,)


# Parts


@pytest.mark.parametrize(
    ("ship", "part"),
    [
        ("..., .#., ...", Part.SUBMARINE),
        ("..., .##, ...", Part.LEFT),
        ("..., ##., ...", Part.RIGHT),
        ("..., .#., .#.", Part.TOP),
        (".#., .#., ...", Part.BOTTOM),
        ("..., ###, ...", Part.MIDDLE),
        (".#., .#., .#.", Part.MIDDLE),
        ("..., .##, .#.", Part.RIGHT_BELOW),
        ("..., ##., .#.", Part.LEFT_BELOW),
        (".#., .##, ...", Part.RIGHT_ABOVE),
        (".#., ##., ...", Part.LEFT_ABOVE),
        (".#., ###, ...", Part.MIDDLE),
        (".#., ###, .#.", Part.MIDDLE),
        ("#.#, .##, #.#", Part.LEFT),
    ],
)
def test_a_square_shows_the_part_that_its_neighbours_make_it(ship: str, part: Part) -> None:
    squares = {(r, c) for r, row in enumerate(ship.split(", ")) for c, mark in enumerate(row) if mark == "#"}
    assert part_among((1, 1), squares) == part


@pytest.mark.parametrize("part", Part)
def test_every_part_has_a_mark(part: Part) -> None:
    corners = (Part.RIGHT_BELOW, Part.LEFT_BELOW, Part.RIGHT_ABOVE, Part.LEFT_ABOVE)
    assert mark_of(part) == ("." if part == Part.WATER else "X" if part in corners else part)


def test_parts_are_shown_where_the_neighbours_tell_them() -> None:
    assert Board(("XX.X?", "....X")).with_parts() == Board(("LR.X?", "....X"))
    assert Board(("XXX", "X.X", "X..")).with_parts() == Board(("XMX", "M.B", "B.."))
    assert Board((".X.", "XXX", ".X."), ("...", "AB.", "...")).with_parts() == Board(
        (".T.", "LMR", ".B."), ("...", "AB.", "...")
    )


@given(boards("?.X"), st.data())
def test_a_part_shown_stays_however_the_rest_is_filled(board: Board, data: st.DataObject) -> None:
    shown = board.with_parts()
    fills = iter(data.draw(st.lists(st.sampled_from(".X"), min_size=36, max_size=36)))
    filled = Board(tuple("".join(next(fills) if mark == "?" else mark for mark in row) for row in board.rows))
    for at, mark in shown.squares():
        if mark not in "?X":
            assert filled.with_parts()[at] == mark


@given(st.lists(st.integers(1, 4), max_size=3), st.data())
def test_the_parts_of_placed_ships_are_those_of_their_placements(
    lengths: list[int], data: st.DataObject
) -> None:
    puzzle = Puzzle([None] * 6, [None] * 6)
    taken: set[Square] = set()
    laid = []
    for length in lengths:
        free = [p for p in placements(Ship.straight(length), 6, 6) if taken.isdisjoint(p.squares)]
        if free:
            laid.append(data.draw(st.sampled_from(free)))
            taken.update(laid[-1].squares, laid[-1].surroundings)
    board = board_of(puzzle, laid)
    untold = Board(tuple("".join("." if mark == "." else "X" for mark in row) for row in board.rows))
    assert untold.with_parts() == board
