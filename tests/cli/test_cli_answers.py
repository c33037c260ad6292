"""`bimaru model` and `bimaru check`: models go out to other solvers and their answers come back."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from bimaru.cli.exit_codes import Exit
from command_line import MULTIPLE, NONE, UNIQUE, bimaru, jsonl

SOLVED = "Optimal - objective value 0.00000000\n      0 ship1_A1     1     0\n"


@pytest.fixture
def puzzle(tmp_path: Path) -> Path:
    path = tmp_path / "puzzle.json"
    path.write_text(jsonl(UNIQUE), encoding="utf-8")
    return path


def test_the_answer_of_a_solver_is_shown_and_judged(puzzle: Path) -> None:
    ran = bimaru("check", puzzle, "-", stdin=SOLVED)
    assert (ran.code, ran.err) == (Exit.DONE, "")
    assert ran.out.startswith("unique: right\n\n")
    assert "A │ ● ~ │ 1" in ran.out


def test_the_faults_of_a_solvers_board_are_listed(puzzle: Path) -> None:
    ran = bimaru("check", "--json", puzzle, "-", stdin=SOLVED.replace("A1", "B2"))
    assert ran.code == Exit.FAILED
    (answer,) = ran.objects
    assert list(answer) == ["id", "format", "status", "answers", "board", "faults"]
    assert (answer["format"], answer["status"], answer["board"]) == ("cbc", "solution", ["..", ".S"])
    assert {fault["rule"] for fault in answer["faults"]} == {"row", "column"}


CLINGO: Final = 'Answer: 1\nholds("ship1_A1")\nAnswer: 2\nholds("ship1_B2")\nSATISFIABLE\n'
MINIZINC: Final = "S.\n..\n----------\n.S\n..\n----------\n==========\n"


@pytest.mark.parametrize("text", [CLINGO, MINIZINC])
def test_of_several_answers_it_is_said_that_only_the_first_is_checked(text: str, puzzle: Path) -> None:
    ran = bimaru("check", puzzle, "-", stdin=text)
    assert ran.out.startswith("unique: right\nThe first of 2 answers; the others are not checked.\n")
    assert bimaru("check", "--json", puzzle, "-", stdin=text).objects[0]["answers"] == 2


@pytest.mark.parametrize(
    ("text", "code", "shown"),
    [
        ("UNSAT\n", Exit.FAILED, "unique: no solution, according to the solver"),
        ("INDET\n", Exit.UNDECIDED, "unique: undecided by the solver"),
    ],
)
def test_an_answer_without_a_board_is_reported(text: str, code: Exit, shown: str, puzzle: Path) -> None:
    ran = bimaru("check", puzzle, "-", stdin=text)
    assert (ran.code, ran.out) == (code, f"{shown} (answer of the result file of MiniSat)\n")
    (answer,) = bimaru("check", "--json", puzzle, "-", stdin=text).objects
    assert (answer["board"], answer["faults"][0]["rule"]) == (None, "board")


def test_the_ending_of_the_file_is_the_format_of_a_model(puzzle: Path, tmp_path: Path) -> None:
    model = ("model", puzzle, "--model", "mip-ship")
    assert bimaru(*model, "-o", tmp_path / "it.lp").code == Exit.DONE
    assert (tmp_path / "it.lp").read_text() == bimaru(*model, "--to", "lp").out
    for target in ("-", tmp_path / "it.txt"):
        ran = bimaru(*model, "-o", target)
        assert (ran.code, ran.out) == (Exit.BAD_INPUT, "")
        assert "give the format with --to, or with the ending of -o FILE" in ran.err


def test_numbers_need_the_exported_file_or_the_name_of_the_model(puzzle: Path, tmp_path: Path) -> None:
    exported, answer = tmp_path / "model.cnf", tmp_path / "answer"
    bimaru("model", puzzle, "--model", "sat", "--to", "dimacs", "-o", exported)
    answer.write_text("s SATISFIABLE\nv 1 -2 0\n")
    ran = bimaru("check", puzzle, answer)
    assert ran.code == Exit.BAD_INPUT
    assert f"{answer}: the answer numbers its variables: give the model (--model NAME)" in ran.err
    for options in (["--exported", exported], ["--model", "sat"], ["--model", "sat", "--raw"]):
        assert bimaru("check", puzzle, answer, *options).code == Exit.DONE
    assert bimaru("check", puzzle, answer, "--raw").code == Exit.BAD_INPUT
    assert bimaru("check", puzzle, answer, "--model", "sat", "--exported", exported).code == Exit.BAD_INPUT


def test_a_solvers_answer_is_for_one_puzzle(tmp_path: Path) -> None:
    puzzles = tmp_path / "puzzles.jsonl"
    puzzles.write_text(jsonl(UNIQUE, MULTIPLE))
    ran = bimaru("check", puzzles, "-", stdin=SOLVED)
    assert (ran.code, ran.out) == (Exit.BAD_INPUT, "")
    assert "the answer is for one puzzle" in ran.err


@pytest.mark.parametrize("answer", [SOLVED, '{"board": ["S.", ".."]}', "A | O ~ |\nB | ~ ~ |\n"])
def test_a_solution_can_be_excluded(answer: str, puzzle: Path, tmp_path: Path) -> None:
    solution = tmp_path / "solution"
    solution.write_text(answer)
    ran = bimaru("model", puzzle, "--model", "mip-ship", "--to", "lp", "--another", solution)
    assert (ran.code, ran.err) == (Exit.DONE, "")
    assert " another_board: + ship1_A1 <= 0\n" in ran.out


def test_many_solutions_can_be_excluded(tmp_path: Path) -> None:
    puzzles = tmp_path / "puzzles.jsonl"
    puzzles.write_text(jsonl(UNIQUE, MULTIPLE))
    bimaru("solve", "--json", puzzles, "-o", tmp_path / "solved")
    options = ("--model", "sat", "--to", "dimacs", "--another", tmp_path / "solved")
    assert bimaru("model", puzzles, *options, "-o", f"{tmp_path}/models/").code == Exit.DONE
    assert {path.name for path in (tmp_path / "models").iterdir()} == {"unique.cnf", "multiple.cnf"}


@pytest.mark.parametrize(
    ("board", "message"),
    [
        ('{"board": ["..", ".."]}', "the board to exclude is no solution: row A has 0 ship squares"),
        ('{"solutions": []}', "no board to exclude: `solutions` holds no board"),
        ("UNSAT\n", "no board to exclude: the solver found no solution"),
    ],
)
def test_what_is_no_solution_cannot_be_excluded(board: str, message: str, puzzle: Path) -> None:
    ran = bimaru("model", puzzle, "--model", "sat", "--to", "lp", "--another", "-", stdin=board)
    assert (ran.code, ran.out) == (Exit.BAD_INPUT, "")
    assert message in ran.err


def test_a_raw_model_has_the_placements_that_clues_rule_out(tmp_path: Path) -> None:
    puzzle = tmp_path / "none.json"
    puzzle.write_text(jsonl(NONE))
    command = ("model", puzzle, "--model", "mip-ship", "--to", "lp")
    assert "ship1_B2" not in bimaru(*command).out
    assert "ship1_B2" in bimaru(*command, "--raw").out
