"""Reviews: only whether a half-filled board can become a solution, and the board to go back to."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest

import bimaru
from bimaru import Board, InvalidBoardError, Puzzle
from bimaru.board import UNKNOWN, WATER, part_among
from bimaru.cli.exit_codes import Exit
from bimaru.squares import Square
from bimaru.web.handlers import answer
from bimaru.web.messages import Request
from brute_force import boards_of
from command_line import bimaru as call
from instances import instance, instances

SEVERAL = Puzzle((2, 0, 1), (1, 1, 1), {2: 1, 1: 1})
"""Solutions: LR. / ... / ..S and .LR / ... / S.."""
UNIQUE = SEVERAL.replace(givens={(2, 0): "W"})
DATA = json.dumps(dict(UNIQUE.to_data()) | {"id": "small"})


def is_shown_by(board: Board, solution: Board) -> bool:
    return all(
        mark == UNKNOWN or mark == solution[at] or (mark == "X" and solution[at] != WATER)
        for at, mark in board.squares()
    )


def with_mark(at: Square, mark: str, letter: str, size: tuple[int, int]) -> Board:
    """A board that shows one square."""
    squares = product(range(size[0]), range(size[1]))
    marks = [(mark, letter) if square == at else (UNKNOWN, ".") for square in squares]
    rows, letters = ("".join(signs) for signs in zip(*marks, strict=True))
    parts = range(0, len(rows), size[1])
    return Board(*(tuple(row[i : i + size[1]] for i in parts) for row in (rows, letters)))


@pytest.mark.parametrize(
    "given", [(1, 1, "M"), (1, 0, "L"), (0, 1, "T"), (1, 1, "=A"), (1, 1, "X"), (1, 2, "R"), (2, 2, "S")]
)
def test_of_a_square_that_is_given_a_part_or_a_letter_both_count(given: tuple[int, int, str]) -> None:
    puzzle = Puzzle([None] * 3, [None] * 3, words=["A", "B"] if given[2] == "S" else ["CAT"], givens=[given])
    solutions = bimaru.solve(puzzle, limit=None).boards
    assert solutions
    for row, col, letter in product(range(3), range(3), "CATBZ"):
        board = with_mark((row, col), "X", letter, (3, 3))
        expected = any(one.letter((row, col)) == letter for one in solutions)
        assert bimaru.review(puzzle, board).right == expected
        assert (bimaru.hint(puzzle, board).mistake is None) == expected
    for mark in "SLRTBM":
        board = with_mark((1, 1), mark, ".", (3, 3))
        expected = any(one[1, 1] == mark for one in solutions)
        assert bimaru.review(puzzle, board).right == expected


def test_a_wrong_letter_is_named_even_where_a_part_is_given() -> None:
    puzzle = Puzzle([2], [1, 0, 1], words=["A", "B"], givens=[(0, 0, "S")])
    found = bimaru.hint(puzzle, Board(("X.X",), ("Z.A",))).mistake
    assert found is not None
    assert (found.squares, found.text) == (((0, 0),), "A1 cannot have the letter that the board shows.")


def test_a_board_without_its_letters_is_right_and_not_finished() -> None:
    puzzle = Puzzle([3, 0], [1, 1, 1], words=["CAT"], givens=[(0, 0, "=C")])
    review = bimaru.review(puzzle, Board(("XXX", "..."), ("C..", "...")))
    assert (review.right, review.finished) == (True, False)
    assert bimaru.review(puzzle, Board(("XXX", "..."), ("CAT", "..."))).finished


@pytest.mark.parametrize("puzzle", [SEVERAL, UNIQUE], ids=["several", "unique"])
def test_the_verdict_is_that_of_brute_force(puzzle: Puzzle) -> None:
    found = boards_of(puzzle)
    for marks in product("?.XL", repeat=4):
        board = Board((f"{marks[0]}{marks[1]}?", "???", f"{marks[2]}?{marks[3]}"))
        expected = any(is_shown_by(board, one) for one in found)
        review = bimaru.review(puzzle, board)
        assert review.right == expected
        assert review.board is not None
        assert any(is_shown_by(review.board, one) for one in found)
        assert (review.board == board) == expected
        for at in review.removed:  # none of the squares removed could be put back
            rows = [*review.board.rows]
            rows[at[0]] = rows[at[0]][: at[1]] + board[at] + rows[at[0]][at[1] + 1 :]
            assert not any(is_shown_by(Board(tuple(rows)), one) for one in found)


@pytest.mark.parametrize("edges", [None, {"left": ["C", None, None]}], ids=["several", "unique"])
def test_of_a_square_that_shows_a_part_and_a_letter_both_count(edges: dict[str, list[str | None]]) -> None:
    puzzle = Puzzle([None] * 3, [1, 1, 1] if edges else [None] * 3, words=["CAT"], edges=edges)
    solutions = boards_of(puzzle)
    for row, col, mark, letter in product(range(3), range(3), "SLRTBMX", "CATZ"):
        at = (row, col)
        board = with_mark(at, mark, letter, (3, 3))
        parts = [one[at] for one in solutions if one.letter(at) == letter]
        expected = bool(parts) if mark == "X" else mark in parts
        review = bimaru.review(puzzle, board)
        assert (review.right, review.removed) == (expected, () if expected else (at,))
        assert (bimaru.hint(puzzle, board).mistake is None) == expected
        assert (bimaru.explain(puzzle, board).status != "none") == expected
        assert (bimaru.explain_conflict(puzzle, board) is None) == expected


def test_middles_that_may_go_on_in_many_ways_take_no_time() -> None:
    puzzle = Puzzle([None] * 15, [None] * 15, words=["CAT"] * 20)
    middles = [(r, c) for r in range(1, 15, 4) for c in range(1, 15, 4)]
    rows = ["".join("M" if (r, c) in middles else "?" for c in range(15)) for r in range(15)]
    letters = ["".join("A" if (r, c) in middles else "." for c in range(15)) for r in range(15)]
    assert bimaru.review(puzzle, Board(tuple(rows), tuple(letters)), time_limit=60).right


def test_parts_of_polyomino_ships_are_right_where_the_solution_has_them() -> None:
    puzzle = Puzzle((2, 1, 2), (1, 1, 3), {1: 1}, shapes=[["#.", "#.", "##"]], givens={(0, 0): "W"})
    (solution,) = boards_of(puzzle)
    for at, part in product(sorted(solution.occupied()), "SLRTBM"):
        board = with_mark(at, part, ".", (3, 3))
        expected = part_among(at, solution.occupied()) == part
        review = bimaru.review(puzzle, board)
        assert (review.right, review.removed) == (expected, () if expected else (at,))
        assert (bimaru.hint(puzzle, board).mistake is None) == expected


def test_without_a_history_exactly_the_wrong_squares_are_removed() -> None:
    for one in (*instances("csplib014")[::70], *instances("lettered")[:2], *instances("polyomino")[:2]):
        solution = bimaru.solve(one.puzzle).boards[0]
        given = {given.square for given in one.puzzle.givens}
        rows = [[*row] for row in solution.rows]
        free = [at for at, _ in solution.squares() if at not in given]
        for r, c in (free[3], free[-5]):
            rows[r][c] = "X" if rows[r][c] == WATER else WATER
        wrong = Board(tuple(map("".join, rows)))
        review = bimaru.review(one.puzzle, wrong)
        assert (review.right, review.finished, review.removed) == (False, False, (free[3], free[-5]))
        assert bimaru.review(one.puzzle, solution).finished


def test_a_history_leads_back_to_the_last_board_that_was_right() -> None:
    history = [Board(rows) for rows in (("???",) * 3, ("L??", "???", "???"), ("L.?", "???", "???"))]
    now = Board(("L.?", "???", "??S"))
    review = bimaru.review(UNIQUE, now, history=history)
    assert (review.board, review.removed) == (history[1], ((0, 1), (2, 2)))
    mended = [*history, Board(("LR?", "???", "???"))]
    assert bimaru.review(UNIQUE, Board(("LRX", "???", "???")), history=mended).board == mended[-1]
    hopeless = [Board((".??", "???", "???"))]
    assert bimaru.review(UNIQUE, now, history=hopeless).board == Board(("L??", "???", "??S"))


def test_what_contradicts_a_given_is_wrong_and_a_puzzle_without_a_solution_has_no_way_back() -> None:
    assert not bimaru.review(UNIQUE, Board(("???", "???", "S??"))).right
    review = bimaru.review(UNIQUE.replace(rows=(2, 1, 1)), Board.unknown(3, 3))
    assert (review.right, review.board, review.removed) == (False, None, ())


def test_boards_of_another_size_are_refused() -> None:
    with pytest.raises(InvalidBoardError):
        bimaru.review(UNIQUE, Board.unknown(2, 2))
    with pytest.raises(InvalidBoardError):
        bimaru.review(UNIQUE, Board.unknown(3, 3), history=[Board.unknown(2, 2)])


# The command


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "puzzle.json").write_text(DATA, encoding="utf-8")
    for name, rows in {"right": "LR.\n...\n..S", "half": "L??\n???\n???", "wrong": "L.?\n???\n??S"}.items():
        (tmp_path / name).write_text(f"{rows}\n", encoding="utf-8")
    (tmp_path / "history").write_text("???\n???\n???\n\nL??\n???\n???\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("board", "code", "verdict"),
    [
        ("right", Exit.DONE, "right"),
        ("half", Exit.DONE, "right so far"),
        ("wrong", Exit.FAILED, "wrong"),
    ],
)
def test_the_command_says_only_whether(files: Path, board: str, code: Exit, verdict: str) -> None:
    ran = call("check", "--so-far", files / "puzzle.json", files / board)
    assert ran == (code, f"small: {verdict}\n", "")
    ran = call("check", "--so-far", "--json", files / "puzzle.json", files / board)
    assert ran.objects == [{"id": "small", "right": code == Exit.DONE, "finished": board == "right"}]


def test_the_command_goes_back(files: Path) -> None:
    ran = call("check", "--rewind", "--json", files / "puzzle.json", files / "wrong")
    assert ran.code == Exit.FAILED
    assert ran.objects[0]["board"] == {"board": ["L??", "???", "??S"]}
    assert ran.objects[0]["removed"] == [[0, 1]]
    ran = call("check", "--rewind", files / "puzzle.json", files / "wrong", "--history", files / "history")
    assert ran.out.startswith("small: wrong\n\n")
    assert ran.out.endswith("\n\nTaken back: A2, C3.\n")
    (files / "again").write_text(ran.out.split("\n\n", 1)[1], encoding="utf-8")
    ran = call("check", "--so-far", files / "puzzle.json", files / "again")
    assert ran.out == "small: right so far\n"
    ran = call("check", "--so-far", "--time-limit", "0", "--json", files / "puzzle.json", files / "wrong")
    assert (ran.code, ran.objects[0]["right"], ran.objects[0]["complete"]) == (Exit.UNDECIDED, None, False)


@pytest.mark.parametrize(
    "args",
    [("--history", "half"), ("--so-far", "--model", "sat"), ("--time-limit", "3")],
    ids=["history", "model", "time"],
)
def test_options_that_do_not_go_together_are_refused(files: Path, args: tuple[str, ...]) -> None:
    named = [files / arg if (files / arg).exists() else arg for arg in args]
    assert call("check", *named, files / "puzzle.json", files / "half").code == Exit.BAD_INPUT


def test_a_hint_stays_near_the_last_mark(tmp_path: Path) -> None:
    puzzle = instance("csplib014", "csplib014-113").puzzle
    board = bimaru.explain(puzzle)[1].board
    file = tmp_path / "half.json"
    file.write_text(json.dumps(board.to_data()), encoding="utf-8")
    stdin = json.dumps(dict(puzzle.to_data()))
    for last in ("A1", "J10"):
        ran = call("hint", "--json", "--last", last, "--board", file, "-", stdin=stdin)
        step = bimaru.hint(puzzle, board, last=(0, 0) if last == "A1" else (9, 9)).step
        assert step is not None
        assert ran.objects[0]["step"] == json.loads(json.dumps(step.to_data()))
    assert call("hint", "--last", "4B", "-", stdin=stdin).code == Exit.BAD_INPUT
    assert call("hint", "--last", "Z99", "-", stdin=stdin).code == Exit.BAD_INPUT


# The API


def ask(body: object, *, rewind: bool = False, time_limit: float = 9) -> tuple[int, object]:
    request = Request("review", json.dumps(body).encode(), {"rewind": rewind}, time_limit, 99)
    found = answer(request)
    return found.status, json.loads(found.content)


def test_the_api_reviews_boards() -> None:
    body = {"puzzle": json.loads(DATA), "board": {"board": ["L.?", "???", "??S"]}}
    nothing = {"board": None, "removed": None}
    assert ask(body) == (200, {"id": "small", "right": False, "finished": False} | nothing)
    back = {"board": {"board": ["L??", "???", "??S"]}, "removed": [[0, 1]]}
    assert ask(body, rewind=True) == (200, {"id": "small", "right": False, "finished": False} | back)
    history = {"history": [{"board": ["???"] * 3}]}
    assert ask(body | history, rewind=True)[1] == {
        "id": "small", "right": False, "finished": False,
        "board": {"board": ["???"] * 3}, "removed": [[0, 0], [0, 1], [2, 2]],
    }  # fmt: skip
    late = {"id": "small", "right": None, "finished": None, "complete": False} | nothing
    assert ask(body, time_limit=0) == (200, late)
    assert ask({"puzzle": body["puzzle"]})[0] == ask(body | {"history": 3})[0] == 422
