"""The programs for other systems, as far as programs that can be installed here run them.

SWI-Prolog has the constraints of SICStus that the program uses. For ECLiPSe a few lines replace its
libraries, and Essence' is translated into MiniZinc.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any, Final

import pytest

from bimaru import Board, Puzzle, check
from bimaru.errors import UnsupportedPuzzleError
from bimaru.study import read_answer
from bimaru.study.models import model_text
from bimaru.study.prolog_models import PROGRAMS
from brute_force import boards_of
from command_line import UNIQUE, bimaru, jsonl
from essence_in_minizinc import minizinc
from foreign_solvers import output_of
from instances import instance

SUPPORT: Final = Path(__file__).parents[1] / "support"
PUZZLES: Final = {
    "open": Puzzle([None] * 3, [None] * 4, {2: 1, 1: 1}),
    "tallies": Puzzle([2, 0, None, 2], [1, 1, None, None], {3: 1, 2: 0, 1: 2}),
    "ends": Puzzle([None] * 4, [None] * 4, {3: 1, 2: 1}, {(0, 0): "W", (1, 1): "T", (1, 3): "B"}),
    "left and right": Puzzle([None] * 3, [None] * 5, {2: 2}, {(0, 0): "L", (2, 4): "R"}),
    "middle": Puzzle([None] * 5, [None] * 4, {3: 1}, {(2, 1): "M"}),
    "submarine": Puzzle([None] * 3, [None] * 3, {1: 2, 2: 1}, {(1, 0): "S"}),
    "part unknown": Puzzle([None] * 3, [None] * 3, {2: 1, 1: 1}, {(2, 2): "X"}),
    "one column": Puzzle([None] * 5, [3], {2: 1, 1: 1}),
    "without ships": Puzzle([0, None], [0, 0]),
    "impossible": Puzzle([1], [0], {2: 1}),
    "sums that differ": Puzzle([1, 0], [1, 1], {1: 1}),
    "contradictory": Puzzle([1, 0], [0, 1], {1: 1}, {(1, 1): "S"}),
}


def prolog(*files: Path, goal: str = "all") -> str:
    names = ", ".join(f"'{file}'" for file in files)
    return output_of("swipl", "-g", f"consult([{names}])", "-g", goal, "-t", "halt")


def sicstus(path: Path) -> str:
    return prolog(path)


def eclipse(path: Path) -> str:
    return prolog(SUPPORT / "eclipse_in_swi.pl", path)


def essence(path: Path) -> str:
    model = path.with_suffix(".mzn")
    model.write_text(minizinc(path.read_text()))
    return output_of("minizinc", "--solver", "gecode", "-a", model)


RUNS: Final[dict[str, Callable[[Path], str]]] = {"sicstus": sicstus, "eclipse": eclipse, "essence": essence}
NEEDS: Final = {"sicstus": "swipl", "eclipse": "swipl", "essence": "minizinc"}
LANGUAGES: Final = [pytest.param(to, marks=pytest.mark.needs(program)) for to, program in NEEDS.items()]


def found(
    to: str, puzzle: Puzzle, folder: Path, another: Board | None = None
) -> list[frozenset[tuple[int, int]]]:
    """The ship squares of each solution of a program."""
    path = folder / f"program{PROGRAMS[to].suffix}"
    path.write_text(model_text(None, puzzle, to, another=another))
    shown = RUNS[to](path)
    assert re.search(r"^=====(=====|UNSATISFIABLE=====)$", shown, re.MULTILINE)
    boards = [rows.split() for rows in shown.split("----------\n")[:-1]]
    return [
        frozenset((r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark not in ".0")
        for rows in boards
    ]


def programs() -> Iterator[Any]:
    """Every language with every puzzle. Each puzzle is in one language for `make test`, in turn."""
    for (i, (to, program)), (j, name) in product(enumerate(NEEDS.items()), enumerate(PUZZLES)):
        marks = [pytest.mark.needs(program), *([] if i == j % len(NEEDS) else [pytest.mark.thorough])]
        yield pytest.param(to, PUZZLES[name], id=f"{to}-{name}", marks=marks)


@pytest.mark.parametrize(("to", "puzzle"), [*programs()])
def test_a_program_has_every_board_once(to: str, puzzle: Puzzle, tmp_path: Path) -> None:
    squares = found(to, puzzle, tmp_path)
    assert len(squares) == len(set(squares))
    assert set(squares) == {frozenset(board.occupied()) for board in boards_of(puzzle)}


@pytest.mark.parametrize("to", LANGUAGES)
def test_it_can_lack_a_board(to: str, tmp_path: Path) -> None:
    for name in ("open", "without ships"):
        puzzle = PUZZLES[name]
        boards = boards_of(puzzle)
        excluded = min(boards, key=lambda board: board.rows)
        squares = {frozenset(board.occupied()) for board in boards - {excluded}}
        assert set(found(to, puzzle, tmp_path, another=excluded)) == squares


@pytest.mark.needs("swipl")
def test_the_programs_print_what_check_reads(tmp_path: Path) -> None:
    puzzle = instance("csplib014", "csplib014-113").puzzle
    path = tmp_path / "puzzle.ecl"
    path.write_text(model_text(None, puzzle, "eclipse"))
    shown = prolog(SUPPORT / "eclipse_in_swi.pl", path, goal="main")
    board = read_answer(io.StringIO(shown), puzzle).board
    assert board is not None
    assert check(puzzle, board) == []
    path = tmp_path / "none.pl"
    path.write_text(model_text(None, PUZZLES["contradictory"], "sicstus"))
    assert read_answer(io.StringIO(prolog(path, goal="main")), puzzle).status == "none"


@pytest.mark.parametrize("to", PROGRAMS)
def test_a_program_says_what_it_follows_and_that_its_system_never_ran_it(to: str) -> None:
    text = model_text(None, instance("csplib014", "csplib014-113").puzzle, to)
    head = " ".join(re.sub(r"^[%$] ?", "", line) for line in text.splitlines()[:24])
    assert "csplib014-113" in head
    assert re.search(r"After the (cell )?model of [A-Z]\. ", head)
    assert re.search(r"has never been run in (ECLiPSe|SICStus|Savile Row)", head)
    assert max(map(len, text.partition("The puzzle")[0].splitlines())) <= 120


@pytest.mark.parametrize("to", PROGRAMS)
def test_letters_are_refused(to: str) -> None:
    with pytest.raises(UnsupportedPuzzleError, match="straight ships without letters"):
        model_text(None, Puzzle([1], [None], words=["A"]), to)


def test_a_program_needs_no_name_and_every_other_format_does() -> None:
    puzzle = PUZZLES["open"]
    with pytest.raises(ValueError, match="lp needs the name of a model: "):
        model_text(None, puzzle, "lp")
    with pytest.raises(ValueError, match="sicstus has a model of its own, and none called sat"):
        model_text("sat", puzzle, "sicstus")


def test_the_command_writes_programs() -> None:
    ran = bimaru("model", "-", "--to", "sicstus", stdin=jsonl(UNIQUE))
    assert ran.out == model_text(None, Puzzle([1, 0], [1, 0], {1: 1}, id="unique"), "sicstus")
    for arguments in (["--to", "lp"], ["--to", "essence", "--model", "sat"]):
        ran = bimaru("model", "-", *arguments, stdin=jsonl(UNIQUE))
        assert (ran.code, ran.out) == (2, "")
        assert f"--to {arguments[1]}" in ran.err
