"""Boards read from JSON and from pictures, and the faults of other text."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bimaru.board import Board
from bimaru.drawing.terminal import picture
from bimaru.errors import InvalidBoardError
from bimaru.formats.board_text import parse_board, read_boards, read_boards_or_faults, solution_heading
from bimaru.puzzle import Puzzle
from bimaru.solving import solve
from instances import instances
from puzzle_strategies import puzzles

PUZZLE: Final = Puzzle(rows=(1, 0), cols=(0, 1, None), fleet={1: 1})
BOARD: Final = Board((".S.", "..."))
HALF: Final = Board(("?S?", "???"))
LETTERED: Final = Puzzle(rows=(2,), cols=(1, 1, 0), words=["OX"])

FORMS: Final = {
    "JSON": '{"board": [".S.", "..."]}',
    "JSON over many lines": json.dumps(BOARD.to_data(), indent=2),
    "a line of solve --json": '{"id": 7, "status": "unique", "solutions": [{"board": [".S.", "..."]}]}',
    "the first of several solutions": '{"solutions": [{"board": [".S.", "..."]}, {"board": ["...", "..S"]}]}',
    "a picture": picture(PUZZLE, BOARD),
    "a picture among other text": f"of 3 May\n\n{picture(PUZZLE, BOARD)}\n\nOne of | many |.\n",
    "bare rows": "A|~O~|\nB|~~~|",
    "with the ends of lines of Windows": picture(PUZZLE, BOARD).replace("\n", "\r\n"),
}


def written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("text", FORMS.values(), ids=FORMS)
def test_a_board_is_read_from(text: str, tmp_path: Path) -> None:
    assert parse_board(text, PUZZLE) == BOARD
    assert [*read_boards(written(tmp_path / "board", text), [PUZZLE])] == [BOARD]


@pytest.mark.parametrize("text", [json.dumps(HALF.to_data()), picture(PUZZLE, HALF)])
def test_a_half_filled_board_is_read(text: str) -> None:
    assert parse_board(text, PUZZLE) == HALF


def test_letters_are_letters_only_where_the_puzzle_has_words() -> None:
    assert parse_board("A | O X ~ |", LETTERED) == Board(("XX.",), ("OX.",))
    assert parse_board("A | O X ~ |", PUZZLE) == Board(("SX.",))


PLAIN: Final = Puzzle([2, 0], [1, 1, 0], {2: 1})
OF_DIGITS: Final = Puzzle([2, 0], [1, 1, 0], words=["12"])
OF_ONES: Final = Puzzle([2, 0], [1, 1, 0], words=["11"])
OF_ZEROS: Final = Puzzle([2, 0], [1, 1, 0], words=["10"])
OF_PARTS: Final = Puzzle([2, 0], [1, 1, 0], words=["LS"])


@pytest.mark.parametrize(
    ("text", "puzzle", "board"),
    [
        ("110\n000", PLAIN, Board(("XX.", "..."))),
        ("1 1 0\n0 0 0", PLAIN, Board(("XX.", "..."))),
        ("1, 1, ?,\n0, 0, 0,", PLAIN, Board(("XX?", "..."))),
        ("L R .\n. . .", PLAIN, Board(("LR.", "..."))),
        ('{"board": [[3, 4, 1], [1, 1, 1]]}', PLAIN, Board(("LR.", "..."))),
        ("12.\n...", OF_DIGITS, Board(("XX.", "..."), ("12.", "..."))),
        ("1 2 0\n0 0 0", OF_DIGITS, Board(("XX.", "..."), ("12.", "..."))),
        ("1?X\n...", OF_DIGITS, Board(("X?X", "..."), ("1..", "..."))),
        ("110\n000", OF_ONES, Board(("XX.", "..."), ("11.", "..."))),
        ("110\n000", LETTERED, Board(("XX.", "..."))),
        ("10.\n...", OF_ZEROS, Board(("XX.", "..."), ("10.", "..."))),
        ("LR.\n...", OF_PARTS, Board(("LR.", "..."))),
    ],
)
def test_plain_rows_are_marks_numbers_or_letters_of_the_puzzle(
    text: str, puzzle: Puzzle, board: Board
) -> None:
    assert parse_board(text, puzzle) == board


@pytest.mark.parametrize(
    ("text", "puzzle", "fault"),
    [
        ("LS.\n...", OF_PARTS, "L S can be parts of ships and letters of this puzzle"),
        ("100\n000", OF_ZEROS, "0 can be water and a letter of this puzzle; write water as [.]"),
        ("120\n000", PLAIN, "line 1: board: row 1 has '012'; a square is one of"),
        ("1 1 0\n0 0 0\n0 0", PLAIN, "line 3: board: row 3 has 2 squares"),
        ('{"board": [[3, 4, 1], [1, 1]]}', PLAIN, "line 1: board: row 2 has 2 squares"),
        ('{"board": [[3, 4, 1], [1, 1, 0]]}', PLAIN, "line 1: board: row 2 has 0; a square is 1 .water. or"),
        ('{"board": [[3, 4, 1], "..."]}', PLAIN, "line 1: board: row 2 is not a list of numbers"),
        ('{"board": [[3, 4]], "fill": [[0, 1]]}', PLAIN, "line 1: fill: other squares are ship than on"),
    ],
)
def test_plain_rows_that_can_be_read_in_two_ways_or_in_none_are_refused(
    text: str, puzzle: Puzzle, fault: str
) -> None:
    with pytest.raises(InvalidBoardError, match=fault):
        parse_board(text, puzzle)


@pytest.mark.parametrize("rest", ["1 1 1 1", "3 1 1 1", "1 1 1 2"])
def test_only_a_frame_of_water_is_taken_off(rest: str) -> None:
    puzzle = Puzzle([1, 0], [1, 0], {1: 1})
    rows = [[1, 1, 1, 1], [1, 2, 1, 1], [1, 1, 1, 1], [int(number) for number in rest.split()]]
    board = parse_board(json.dumps({"board": rows}), puzzle)
    assert (board == Board(("S.", ".."))) == (rest == "1 1 1 1")
    assert (board.height == 4) == (rest != "1 1 1 1")


@pytest.mark.parametrize("text", [".s.\n...", ".x.\n...", "~O~\n~~~", "~ v ~\n~ ~ ~", "~X~\n~~~\n---"])
def test_plain_rows_may_have_small_marks_or_the_signs_of_pictures(text: str) -> None:
    read = parse_board(text, PUZZLE)
    assert read.rows[1] == "..."
    assert read.rows[0] in (".S.", ".X.", ".B.")


def test_lines_of_dashes_part_boards_and_keep_the_place_of_one_that_is_missing(tmp_path: Path) -> None:
    path = written(tmp_path / "boards", ".S.\n...\n---\n\n---\n.X.\n...\n---\n---\n")
    read = [*read_boards_or_faults(path, [PUZZLE] * 4)]
    assert [isinstance(one, Board) for one in read] == [True, False, True, False]


def test_the_first_of_several_solutions_is_read() -> None:
    other = Board(("...", ".S."))
    answer = "\n\n".join(
        f"{solution_heading(number)}\n\n{picture(PUZZLE, board)}"
        for number, board in ((1, BOARD), (2, other))
    )
    assert list(
        read_boards(io.StringIO(f"{answer}\n\npuzzle 2\n\n{picture(PUZZLE, other)}"), [PUZZLE] * 2)
    ) == [
        BOARD,
        other,
    ]


@pytest.mark.parametrize("title", ["{", '{"a puzzle', " {x}"])
def test_a_title_may_start_like_json(title: str) -> None:
    assert parse_board(f"{title}\n\n{picture(PUZZLE, BOARD)}", PUZZLE) == BOARD


def test_boards_are_read_lazily() -> None:
    def lines() -> Iterator[str]:
        yield FORMS["JSON"]
        yield FORMS["JSON"]
        raise AssertionError("read ahead")

    class Slow(io.StringIO):
        def readline(self, *_: object) -> str:  # type: ignore[override]  # typeshed takes it for bytes
            return next(remaining) + "\n"

    remaining = lines()
    boards = read_boards(Slow(), iter([PUZZLE] * 3))
    assert [next(boards), next(boards)] == [BOARD, BOARD]


WRONG: Final = {
    "": "empty: expected a board",
    " \n\n": "empty: expected a board",
    "nothing to see": "no board: ",
    '{"board": [".S.", "..."]': "line 1: not JSON: ",
    '{"board": [".S.",\n"..."}': "line 2: not JSON: ",
    '{"board": [".S."]}\n{"board"}': "line 2: not JSON: ",
    '{"rows": [1]}': "line 1: no board in this JSON: it has no key `board`",
    '{"board": [".S.", "...."]}': "line 1: board: row 2 has 4 squares, row 1 has 3",
    '\n{"board": [".z."]}': "line 2: board: row 1 has 'z'; a square is one of . S L R T B M X ?",
    '{"status": "none", "solutions": []}': "line 1: `solutions` holds no board",
    '{"solutions": [7]}': "line 1: a board is an object with a `board` key",
    '{"board": ' + "[" * 100_000: "line 1: JSON that is nested too deeply",
    '{"board": ' + "1" * 5000 + "}": "line 1: a number of thousands of digits",
    "A | ~ ~ |\nC | ~ ~ |": "line 2: expected row B, found row C",
    "B | ~ ~ |": "line 1: expected row A, found row B",
    "A | ~ ~ |\nB | ~ |": "line 2: row B: expected 2 squares, found 1",
    "A | |": "line 1: row A: expected 1 squares, found 0",
    "A |" + "~" * 100 + "|": "line 1: row A: expected 99 squares, found 100",
    "A | ~x~ |": "line 1: row A: unexpected 'x' between two squares",
    "\nA | ~ q |": "line 2: expected one of ~ O < > ^ v # X . r 7 L J, found 'q'",
    "\n...\n.S.\n.Q.\n": "line 4: board: row 3 has 'Q'; a square is one of . S L R T B M X ?",
    "...\n.S.\n..\n": "line 3: board: row 3 has 2 squares, row 1 has 3",
    "A | O |\n\nA | O |": "more boards than puzzles",
}


@pytest.mark.parametrize(("text", "message"), WRONG.items(), ids=[text[:30] for text in WRONG])
def test_a_fault_is_reported_with_its_place(text: str, message: str, tmp_path: Path) -> None:
    path = written(tmp_path / "board.txt", text)
    with pytest.raises(InvalidBoardError) as invalid:
        list(read_boards(path, [PUZZLE]))
    place = message.replace("line ", f"{path}:") if message.startswith("line") else f"{path}: {message}"
    fault = invalid.value.faults[0]
    assert fault.startswith(place) if message.endswith((": ", "...")) else fault == place


def test_fewer_boards_than_puzzles_are_rejected() -> None:
    with pytest.raises(InvalidBoardError, match="more puzzles than boards"):
        list(read_boards(io.StringIO(FORMS["JSON"]), [PUZZLE] * 2))


def test_an_error_in_the_puzzles_is_not_reported_as_one_in_the_boards(tmp_path: Path) -> None:
    def broken() -> Iterator[Puzzle]:
        yield PUZZLE
        Puzzle(rows=(-1,), cols=(0,))

    boards = read_boards(written(tmp_path / "board.json", FORMS["JSON"]), broken())
    with pytest.raises(ValueError, match=r"^rows\[0\]: -1 is neither null nor an integer"):
        list(boards)


def test_solutions_are_read_back_from_their_pictures() -> None:
    for found in instances("csplib014")[:20]:
        board = solve(found.puzzle).board
        assert board is not None
        assert parse_board(picture(found.puzzle, board), found.puzzle) == board


@given(text=st.text() | st.text('AB |~O<>[]:{}"board\n'), puzzle=puzzles())
@example(text="A | \x1b[0m |", puzzle=PUZZLE)
def test_any_text_is_read_as_a_board_or_rejected(text: str, puzzle: Puzzle) -> None:
    with suppress(InvalidBoardError):
        assert parse_board(text, puzzle).width > 0
