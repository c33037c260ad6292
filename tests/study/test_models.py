"""Every model in every format, read back and solved by another program to the same answer."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, TypeAlias

import pytest
from pysat.formula import CNF
from pysat.solvers import Solver

from bimaru import Board, Puzzle, check
from bimaru.engines.cnf import Cnf
from bimaru.engines.registry import REGISTRY, engine_named
from bimaru.errors import UnsupportedPuzzleError
from bimaru.study.models import WRITERS, Model, model_of, model_text, models
from brute_force import boards_of
from command_line import MULTIPLE, UNIQUE, bimaru, jsonl
from instances import instance

PUZZLES: Final = {
    "plain": instance("seeds", "seed-001-6x6").puzzle,
    "lettered": instance("seeds", "seed-002-literowce").puzzle,
    "bent": instance("polyomino", "polyomino-1").puzzle,
    "accented": Puzzle([None] * 3, [None, 2, None], words=["éß", "aE"]),
    "contradictory": Puzzle([1, 0], [0, 1], {1: 1}, {(1, 1): "S"}),
    "impossible": Puzzle([1], [0], {2: 1}),
    "empty": Puzzle([0, None], [0, 0]),
}
SOLVABLE: Final = PUZZLES.keys() - {"contradictory", "impossible"}

Answer: TypeAlias = set[str] | None
"""The names of the variables that are 1 or true; `None` where there is no solution."""


def solved_by_highs(text: str, folder: Path) -> Answer:
    """An MPS file, solved by HiGHS as OR-Tools carries it."""
    from ortools.linear_solver.python import model_builder

    path = folder / "model.mps"
    path.write_text(text)
    model = model_builder.Model()  # type: ignore[no-untyped-call]  # OR-Tools leaves it untyped
    assert model.import_from_mps_file(str(path))
    solver = model_builder.Solver("highs")
    status = solver.solve(model)
    if status == model_builder.SolveStatus.INFEASIBLE:
        return None
    assert status == model_builder.SolveStatus.OPTIMAL
    return {variable.name for variable in model.get_variables() if solver.value(variable) > 0.5}


def solved_by_glpk(text: str, folder: Path) -> Answer:
    """An LP file, solved by GLPK."""
    model, solution = folder / "model.lp", folder / "solution"
    model.write_text(text)
    subprocess.run(["glpsol", "--lp", str(model), "-o", str(solution)], check=True, capture_output=True)
    shown = solution.read_text()
    if "INTEGER EMPTY" in shown:
        return None
    assert "INTEGER OPTIMAL" in shown
    columns = shown.partition("Column name")[2].partition("Integer feasibility")[0]
    return set(re.findall(r"^ +\d+ (\S+)\s+\* +1 ", columns, re.MULTILINE))


def solved_by_cadical(text: str, _folder: Path) -> Answer:
    """A DIMACS file, solved by CaDiCaL."""
    names = dict(re.findall(r"^c (\d+) = (\S+)$", text, re.MULTILINE))
    with Solver("cadical153", bootstrap_with=CNF(from_string=text)) as solver:
        if not solver.solve():
            return None
        return {names[str(literal)] for literal in solver.get_model() if str(literal) in names}


def solved_by_minizinc(text: str, folder: Path) -> Answer:
    """A MiniZinc file cut into model and data, solved by Gecode."""
    model, _, data = text.partition("% Data\n")
    (folder / "model.mzn").write_text(model)
    (folder / "data.dzn").write_text(data)
    command = ["minizinc", "--solver", "gecode", *map(str, (folder / "model.mzn", folder / "data.dzn"))]
    shown = subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout
    if "=====UNSATISFIABLE=====" in shown:
        return None
    return set(shown.replace("----------", "").split())


SOLVERS: Final[dict[str, Callable[[str, Path], Answer]]] = {
    "mps": solved_by_highs,
    "lp": solved_by_glpk,
    "dimacs": solved_by_cadical,
    "minizinc": solved_by_minizinc,
}


def board_of_names(model: Model, true: Iterable[str]) -> Board:
    """The board of a solution told by the names of its variables."""
    if isinstance(model, Cnf):
        number = {name: variable for variable, name in model.names().items()}
        return model.read(sorted(number[name] for name in true if name in number))
    return model.read(sorted(map(model.variables.index, true)))


def test_every_engine_with_a_model_and_no_other_is_listed() -> None:
    assert set(models()) == REGISTRY.keys() - {
        *("auto", "search", "backtracking"),
        *("automaton", "rectangles", "smith", "minizinc", "exact-cover"),  # no linear constraints nor clauses
        *("asp", "smt", "choco", "pumpkin", "pseudo-boolean"),  # another solver for the model of mip-ship
    }


def test_every_format_has_another_solver_here() -> None:
    assert SOLVERS.keys() == WRITERS.keys()


@pytest.mark.parametrize("puzzle", PUZZLES)
@pytest.mark.parametrize("name", models())
@pytest.mark.parametrize(
    "to",
    [
        "mps",
        "dimacs",
        pytest.param("lp", marks=pytest.mark.needs("glpk")),
        pytest.param("minizinc", marks=pytest.mark.needs("minizinc")),
    ],
)
def test_another_solver_gives_the_same_answer(to: str, name: str, puzzle: str, tmp_path: Path) -> None:
    asked = PUZZLES[puzzle]
    if engine_named(name).refusal(asked):
        with pytest.raises(UnsupportedPuzzleError):
            model_text(name, asked, to)
        return
    answer = SOLVERS[to](model_text(name, asked, to), tmp_path)
    assert (answer is not None) == (puzzle in SOLVABLE)
    if answer is not None:
        assert check(asked, board_of_names(model_of(name, asked), answer - {"none"})) == []


@pytest.mark.parametrize("puzzle", PUZZLES.values(), ids=PUZZLES)
@pytest.mark.parametrize("name", models())
def test_names_are_distinct_and_valid_in_every_format(name: str, puzzle: Puzzle) -> None:
    if engine_named(name).refusal(puzzle):
        return
    model = model_of(name, puzzle)
    names = list(model.names().values() if isinstance(model, Cnf) else model.variables)
    assert len(names) == len(set(names))
    assert all(re.fullmatch(r"(?![eE]\d)[A-Za-z_]\w*", found, re.ASCII) for found in names)


@pytest.mark.parametrize("name", models())
def test_the_formula_of_a_model_has_its_boards(name: str) -> None:
    puzzle = Puzzle([None] * 3, [1, None, None, 1], {2: 1, 1: 1})
    text = model_text(name, puzzle, "dimacs")
    formula = CNF(from_string=text)
    model = model_of(name, puzzle)
    names = dict(re.findall(r"^c (\d+) = (\S+)$", text, re.MULTILINE))
    with Solver("cadical153", bootstrap_with=formula) as solver:
        found = {
            board_of_names(model, {names[str(literal)] for literal in true if str(literal) in names})
            for true in solver.enum_models()
        }
    assert found == boards_of(puzzle)
    assert len(found) > 1


# The command


def test_the_command_writes_a_model() -> None:
    ran = bimaru("model", "-", "--model", "mip-ship", "--to", "lp", stdin=jsonl(UNIQUE))
    assert ran.code == 0
    assert ran.out == model_text("mip-ship", Puzzle([1, 0], [1, 0], {1: 1}, id="unique"), "lp")


def test_the_command_writes_many_models_into_a_directory(tmp_path: Path) -> None:
    puzzles = jsonl(UNIQUE, MULTIPLE)
    assert (
        bimaru("model", "-", "--model", "sat", "--to", "dimacs", "-o", f"{tmp_path}/", stdin=puzzles).code
        == 0
    )
    assert {path.name for path in tmp_path.iterdir()} == {"unique.cnf", "multiple.cnf"}


def test_the_command_asks_for_a_directory_for_many_models() -> None:
    ran = bimaru("model", "-", "--model", "sat", "--to", "mps", stdin=jsonl(UNIQUE, MULTIPLE))
    assert (ran.code, ran.out) == (2, "")
    assert "-o DIRECTORY/" in ran.err


def test_the_command_names_the_puzzle_that_a_model_does_not_take() -> None:
    lettered = {"rows": [1], "cols": [None], "words": ["A"]}
    ran = bimaru("model", "-", "--model", "mip-cell", "--to", "lp", stdin=jsonl(lettered))
    assert (ran.code, ran.out) == (2, "")
    assert "puzzle 1: the engine mip-cell does not take this puzzle" in ran.err
