"""The readable MiniZinc models have the boards of their puzzles, all of them and no others."""

from __future__ import annotations

import io
import re
from itertools import product
from pathlib import Path
from typing import Final

import pytest

from bimaru import Board, Puzzle, check
from bimaru.errors import UnsupportedPuzzleError
from bimaru.study import read_answer
from bimaru.study.minizinc_models import MODELS
from bimaru.study.models import model_text
from brute_force import boards_of
from foreign_solvers import output_of
from instances import instance
from sampling import sampled

SMALL: Final = {
    "open": Puzzle([None] * 3, [1, None, None, 1], {2: 1, 1: 1}),
    "given parts": Puzzle([None] * 4, [None] * 5, {3: 1, 2: 1}, {(0, 0): "W", (1, 1): "T", (2, 1): "M"}),
    "given ends": Puzzle([None] * 3, [None] * 4, {3: 1, 1: 1}, {(0, 0): "L", (2, 3): "S"}),
    "one row": Puzzle([3], [None] * 5, {2: 1, 1: 1}),
    "one column": Puzzle([None] * 5, [3], {2: 1, 1: 1}, {(4, 0): "B"}),
    "without ships": Puzzle([0, None], [0, 0]),
    "impossible": Puzzle([1], [0], {2: 1}),
    "contradictory": Puzzle([1, 0], [0, 1], {1: 1}, {(1, 1): "S"}),
    "a ship too long": Puzzle([None] * 3, [None] * 3, {4: 1, 1: 1}),
    "a length without ships": Puzzle([None] * 3, [None] * 4, {3: 1, 2: 0, 1: 2}),
    "too many ships": Puzzle([None] * 2, [None] * 2, {1: 9}),
}
LETTERED: Final = {
    "words": Puzzle([None] * 3, [None] * 4, words=["AB", "C"]),
    "copies and palindromes": Puzzle([None] * 3, [1, None, None, None], words=["ABA", "A", "A"]),
    "edges": Puzzle(
        [None] * 4,
        [None] * 3,
        words=["AB", "A"],
        edges={"left": [None, "B", None, None], "bottom": ["A", None, None]},
    ),
    "given": Puzzle(
        [None] * 4, [2, None, 2, None], {}, {(0, 0): "T", (3, 2): "=B", (3, 3): "W"}, words=["ABC", "BA"]
    ),
    "one row": Puzzle([3], [None] * 5, words=["AB", "B"]),
    "a word too long": Puzzle([None] * 2, [None] * 2, words=["ABC"]),
    "a letter that no word has": Puzzle([None], [None] * 3, words=["A"], edges={"right": ["Z"]}),
}
ONE_OF_EACH: Final = ("mip-ship", "mip-cell", "sat-boats", "automaton", "rectangles", "smith")


def is_for_every_run(case: tuple[str, str]) -> bool:
    """Each puzzle with one model, in turn."""
    name, puzzle = case
    return name == ONE_OF_EACH[[*SMALL].index(puzzle) % len(ONE_OF_EACH)]


@pytest.mark.needs("minizinc")
@pytest.mark.parametrize("case", sampled(product(ONE_OF_EACH, SMALL), is_for_every_run), ids="-".join)
def test_a_readable_model_has_every_board_once(case: tuple[str, str], tmp_path: Path) -> None:
    """Model and data are separate files here."""
    name, puzzle = case[0], SMALL[case[1]]
    model, data = tmp_path / "model.mzn", tmp_path / "data.dzn"
    model.write_text(model_text(name, puzzle, "mzn"))
    data.write_text(model_text(name, puzzle, "dzn"))
    shown = output_of("minizinc", "--solver", "gecode", "-a", model, data)
    found = [Board(tuple(rows.split())) for rows in shown.split("----------\n")[:-1]]
    assert len(found) == len(set(found))
    assert set(found) == boards_of(puzzle)
    assert found or read_answer(io.StringIO(shown), puzzle).status == "none"


@pytest.mark.needs("minizinc")
@pytest.mark.parametrize("case", sampled(LETTERED, ["edges", "given", "copies and palindromes"].__contains__))
def test_the_readable_model_of_words_has_every_board_once(case: str, tmp_path: Path) -> None:
    puzzle = LETTERED[case]
    model = tmp_path / "model.mzn"
    model.write_text(model_text("mip-heads", puzzle, "minizinc"))
    shown = output_of("minizinc", "--solver", "gecode", "-a", model)
    found = [tuple(rows.split()) for rows in shown.split("----------\n")[:-1]]
    assert len(found) == len(set(found))
    assert set(found) == {board.letters for board in boards_of(puzzle)}
    assert found or read_answer(io.StringIO(shown), puzzle).status == "none"


@pytest.mark.needs("minizinc")
def test_a_lettered_puzzle_is_solved_and_has_no_other_board(tmp_path: Path) -> None:
    puzzle = instance("lettered", "lettered-1").puzzle
    model = tmp_path / "model.mzn"
    model.write_text(model_text("mip-heads", puzzle, "minizinc"))
    board = read_answer(io.StringIO(output_of("minizinc", "--solver", "gecode", model)), puzzle).board
    assert board is not None
    assert check(puzzle, board) == []
    model.write_text(model_text("mip-heads", puzzle, "minizinc", another=board))
    shown = output_of("minizinc", "--solver", "gecode", model)
    assert read_answer(io.StringIO(shown), puzzle).status == "none"


@pytest.mark.needs("minizinc")
@pytest.mark.parametrize("name", sampled(ONE_OF_EACH, "mip-cell".__eq__))
def test_a_real_puzzle_is_solved_and_has_no_other_board(name: str, tmp_path: Path) -> None:
    puzzle = instance("csplib014", "csplib014-113").puzzle
    model = tmp_path / "model.mzn"
    model.write_text(model_text(name, puzzle, "minizinc"))
    board = read_answer(io.StringIO(output_of("minizinc", "--solver", "gecode", model)), puzzle).board
    assert board is not None
    assert check(puzzle, board) == []
    model.write_text(model_text(name, puzzle, "minizinc", another=board))
    shown = output_of("minizinc", "--solver", "gecode", model)
    assert read_answer(io.StringIO(shown), puzzle).status == "none"


def test_the_models_are_files_that_say_what_they_are() -> None:
    for name in MODELS:
        text = model_text(name, SMALL["open"], "mzn")
        assert re.match(r"% [A-Z].*\n%\n% ", text)
        assert max(map(len, text.splitlines())) <= 120


@pytest.mark.parametrize(
    ("name", "puzzle", "fault"),
    [
        ("sat", SMALL["open"], "sat has no readable model: cp-sat, mip-ship, mip-heads, mip-cell"),
        ("mip-heads", SMALL["open"], "mip-heads does not take this puzzle: it is for ships with letters"),
        (
            "mip-ship",
            Puzzle([1], [None], words=["A"]),
            "mip-ship does not take this puzzle: it is for straight ships",
        ),
    ],
)
def test_what_has_no_readable_model_is_refused(name: str, puzzle: Puzzle, fault: str) -> None:
    with pytest.raises(UnsupportedPuzzleError, match=fault):
        model_text(name, puzzle, "minizinc")
