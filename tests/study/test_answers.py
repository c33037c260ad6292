"""Answers of solvers, as they write them, read back as boards or as what else they say."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Final

import pytest

import bimaru
from bimaru import Board, Puzzle, check, solve
from bimaru.errors import InvalidBoardError
from bimaru.study import answers, read_answer
from bimaru.study.answer_readers import ANSWERS, InvalidAnswerError
from bimaru.study.models import model_text
from bimaru.study.variable_names import UnknownVariableError, board_of_names, names_on
from instances import instance
from sampling import sampled

PUZZLE: Final = Puzzle([2, 0, 1], [1, 1, 1], {2: 1, 1: 1})
BOARD: Final = Board(("LR.", "...", "..S"))

GLPK: Final = """\
Problem:    bimaru
Rows:       9
Columns:    4 (4 integer, 4 binary)
Non-zeros:  20
Status:     INTEGER OPTIMAL
Objective:  obj = 0 (MINimum)

   No.   Row name        Activity     Lower bound   Upper bound
------ ------------    ------------- ------------- -------------
     1 fleet_ship2                 1             1             =

   No. Column name       Activity     Lower bound   Upper bound
------ ------------    ------------- ------------- -------------
     1 ship2_A1_right
                    *              1             0             1
     2 ship2_A2_right
                    *              0             0             1
     3 ship1_C1     *              0             0             1
     4 ship1_C3     *              1             0             1

Integer feasibility conditions:

KKT.PE: max.abs.err = 0.00e+00 on row 0
"""
GLPK_NONE: Final = GLPK.replace("INTEGER OPTIMAL", "INTEGER EMPTY")
GLPK_SOL: Final = """\
c Problem:    bimaru
c Status:     INTEGER OPTIMAL
s mip 1 4 o 0
i 1 1
j 1 1
j 2 0
j 3 0
j 4 1
e o f
"""
CBC: Final = """\
Optimal - objective value 0.00000000
      0 ship2_A1_right                1                       0
**    3 ship1_C3               0.99999999                       0
"""
HIGHS: Final = """\
Model status
Optimal

# Primal solution values
Feasible
Objective 0
# Columns 4
ship2_A1_right 1
ship2_A2_right -0
ship1_C1 0
ship1_C3 1
# Rows 1
fleet_ship2 1
"""
HIGHS_NONE: Final = "Model status\nInfeasible\n\n# Primal solution values\nNone\n\n# Basis\n"
SCIP: Final = """\
solution status: optimal solution found
objective value:                                    0
ship2_A1_right                                      1 \t(obj:0)
ship1_C3                                            1 \t(obj:0)
"""
SCIP_NONE: Final = "solution status: infeasible\nno solution available\n"
SMT: Final = """\
sat
(
  (define-fun ship1_C3 () Bool
    true)
  (define-fun ship2_A2_right () Bool
    false)
  (define-fun ship2_A1_right () Bool true)
)
"""
CLINGO: Final = """\
clingo version 5.8.0
Reading from model.lp
Solving...
Answer: 1 (Time: 0.004s)
holds("ship2_A1_right") holds("ship1_C3")
SATISFIABLE

Models       : 1+
"""
CHOCO: Final = """\
c Choco 231113
s SATISFIABLE
v <instantiation id='sol1' type='solution' >
v \t<list>ship2_A1_right ship2_A2_right ship1_C1 ship1_C3 </list>
v \t<values>1 0x2 1 </values>
v </instantiation>
d FOUND SOLUTIONS 1
"""
ACE: Final = (
    "\x1b[92ms SATISFIABLE\x1b[0m\n\x1b[92m\nv\x1b[0m  <instantiation id='sol1' type='solution'> <list> "
    "ship1_C3 ship2_A1_right ship1_C1 </list>\n    <values> 1   1   * </values> </instantiation>\n"
)
NAMED: Final = "% obj = 0\nship2_A1_right\nship1_C3\n----------\nship2_A2_right\n----------\n==========\n"


@pytest.mark.parametrize(
    ("text", "format"),
    [
        (GLPK, "glpk"),
        (CBC, "cbc"),
        (HIGHS, "highs"),
        (SCIP, "scip"),
        (SCIP.partition("\n")[2], "scip"),
        (SMT, "smt"),
        ("sat\n((ship1_C3 true) (ship2_A1_right true) (ship1_C1 false))\n", "smt"),
        (CLINGO, "clingo"),
        (re.sub(r'holds\("(\w+)"\)', r"placement(\1)", CLINGO), "clingo"),
        (re.sub(r'holds\("(\w+)"\)', r"place(\1)", CLINGO), "clingo"),  # of an earlier version
        (CHOCO, "xcsp3"),
        (ACE, "xcsp3"),
        (NAMED, "minizinc"),
        ("LR.\n...\n..S\n----------\n", "minizinc"),
        ("lr. 2\n... 0\n..c 1\n111\n----------\n", "minizinc"),
        ("lr. 2\n... 0\n..c 1\n111\n", "sb"),
        ("LR.\n...\n..S\n", "board"),
        ('{"board": ["LR.", "...", "..S"]}\n', "board"),
    ],
)
def test_the_board_of_an_answer_is_read(text: str, format: str) -> None:
    answer = read_answer(io.StringIO(text), PUZZLE)
    assert (answer.format, answer.status, answer.board) == (format, "solution", BOARD)
    if format != "board":
        assert read_answer(io.StringIO(text), PUZZLE, format=format) == answer


@pytest.mark.parametrize(
    "text",
    [
        "c a comment\ns SATISFIABLE\nv 1 -2 -3\nv 4 -5 0\n",
        "SAT\n1 -2 -3 4 -5 0\n",
        "o 0\ns OPTIMUM FOUND\nv x1 -x2 -x3 x4\n",
        GLPK_SOL,
    ],
)
@pytest.mark.parametrize("suffix", ["cnf", "opb", "lp", "mps"])
def test_numbers_are_read_with_the_names_of_the_exported_file(text: str, suffix: str, tmp_path: Path) -> None:
    names = ["ship2_A1_right", "ship2_A2_right", "ship1_C1", "ship1_C3"]
    header = {"cnf": "p cnf 5 0", "opb": "* #variable= 5", "lp": "Binary", "mps": "BOUNDS"}[suffix]
    line = {"cnf": "c {} = {}", "opb": "* x{} = {}", "lp": " {1}", "mps": " BV BOUND {1}"}[suffix]
    lines = [header, *(line.format(number, name) for number, name in enumerate(names, 1)), "End"]
    exported = tmp_path / f"model.{suffix}"
    exported.write_text("\n".join(lines))
    assert read_answer(io.StringIO(text), PUZZLE, exported=exported).board == BOARD
    with pytest.raises(InvalidAnswerError, match="the answer numbers its variables: give the model"):
        read_answer(io.StringIO(text), PUZZLE)


SCIP_OPB: Final = """\
objective value:                                    0
x2                                                  1 \t(obj:0)
x15                                                 1 \t(obj:0)
x44                                                 1 \t(obj:0)
x52                                                 1 \t(obj:0)
x78                                                 1 \t(obj:0)
x86                                                 1 \t(obj:0)
x159                                                1 \t(obj:0)
x161                                                1 \t(obj:0)
x172                                                1 \t(obj:0)
x173                                                1 \t(obj:0)
"""
"""What SCIP 10.0 wrote for csplib014-113, exported by `bimaru model --model mip-ship --to opb`."""


def test_scip_names_the_variables_of_opb_by_their_numbers(tmp_path: Path) -> None:
    known = instance("csplib014", "csplib014-113")
    exported = tmp_path / "model.opb"
    exported.write_text(model_text("mip-ship", known.puzzle, "opb"), encoding="utf-8")
    by_file = read_answer(io.StringIO(SCIP_OPB), known.puzzle, exported=exported)
    by_model = read_answer(io.StringIO(SCIP_OPB), known.puzzle, model="mip-ship")
    assert (by_file.format, by_file.board) == ("scip", solve(known.puzzle).board)
    assert by_model == by_file
    with pytest.raises(InvalidAnswerError, match="the answer numbers its variables: give the model"):
        read_answer(io.StringIO(SCIP_OPB), known.puzzle)


@pytest.mark.parametrize("raw", sampled([False, True], (False).__eq__))
@pytest.mark.parametrize(
    "puzzle",
    sampled(
        [instance("seeds", "seed-001-6x6").puzzle, instance("csplib014", "csplib014-113").puzzle],
        lambda puzzle: puzzle.height < 10,
    ),
)
def test_numbers_are_read_with_the_names_of_the_model(puzzle: Puzzle, raw: bool) -> None:
    from pysat.formula import CNF
    from pysat.solvers import Solver

    for model in ("sat", "mip-ship", "mip-heads"):
        text = model_text(model, puzzle, "dimacs", raw=raw)
        with Solver("cadical153", bootstrap_with=CNF(from_string=text)) as solver:
            assert solver.solve()
            answer = f"s SATISFIABLE\nv {' '.join(map(str, solver.get_model()))} 0\n"
        found = read_answer(io.StringIO(answer), puzzle, model=model, raw=raw)
        assert found.board is not None
        assert check(puzzle, found.board) == []


@pytest.mark.parametrize(
    "text",
    [
        GLPK_NONE,
        GLPK_SOL.replace(" o 0", " n 0"),
        "Infeasible - objective value 0.0\n      0 ship2_A1_right 1 0\n",
        "Integer infeasible - objective value 0.0\n",
        HIGHS_NONE,
        SCIP_NONE,
        "s UNSATISFIABLE\n",
        "UNSAT\n",
        'unsat\n(error "line 12 column 10: model is not available")\n',
        "clingo version 5.8.0\nSolving...\nUNSATISFIABLE\n",
        "% a comment\n=====UNSATISFIABLE=====\n",
        "=====UNSATorUNBOUNDED=====\n",
        '{"solutions": []}\n',
    ],
)
def test_that_there_is_no_solution_is_read(text: str) -> None:
    answer = read_answer(io.StringIO(text), PUZZLE)
    assert (answer.status, answer.board) == ("none", None)


@pytest.mark.parametrize(
    "text",
    [
        GLPK.replace("INTEGER OPTIMAL", "INTEGER UNDEFINED"),
        GLPK_SOL.replace(" o 0", " u 0"),
        "Stopped on time - objective value 0.0\n      0 ship2_A1_right 0.5 0\n",
        "Model status\nTime limit reached\n\n# Primal solution values\nNone\n",
        "solution status: time limit reached\nno solution available\n",
        "c nothing\ns UNKNOWN\n",
        "c UNKNOWN\n",
        "INDET\n",
        "unknown\n",
        "c Choco 231113\ns UNKNOWN\nd FOUND SOLUTIONS 0\n",
        "clingo version 5.8.0\nUNKNOWN\n",
        "=====UNKNOWN=====\n",
    ],
)
def test_that_a_solver_gave_up_is_read(text: str) -> None:
    assert read_answer(io.StringIO(text), PUZZLE).status == "unknown"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (CBC.replace("0.99999999", "0.5"), "variable ship1_C3 is 0.5, expected 0 or 1; was .*variables[?]$"),
        (HIGHS.replace("ship1_C3 1", "ship1_C3 one"), "variable ship1_C3: 'one' is not a number"),
        (HIGHS.replace("ship1_C3 1", "ship1_C3"), "expected the name and the value of a variable"),
        ("s SATISFIABLE\nv 1 two 0\n", "'two' is not a literal"),
        (CHOCO.replace("0x2", "0x3"), "the instantiation has 4 variables and 5 values"),
        ("sat\n", "`sat` without the values of the variables"),
        ("the board\n----------\n", "expected rows of marks or the names of variables"),
        ("L.\n.\n----------\n", "row 2 has 1 squares"),
    ],
)
def test_a_damaged_answer_is_refused(text: str, fault: str) -> None:
    with pytest.raises(InvalidAnswerError, match=fault):
        read_answer(io.StringIO(text), PUZZLE)


@pytest.mark.parametrize("name", ["ship9_A1_right", "square_D1", "square_A1_Q", "word_A_A1", "lies_Z9", "é"])
def test_a_variable_of_no_model_is_refused(name: str) -> None:
    with pytest.raises(UnknownVariableError, match="no model of this puzzle has a variable of this name"):
        board_of_names(PUZZLE, [name])


@pytest.mark.parametrize("prefix", ["", "s2_"])
def test_answers_to_models_of_an_earlier_version_are_read(prefix: str) -> None:
    puzzle = Puzzle([2, 1], [2, 1], shapes=[["##", "#."]])
    assert board_of_names(puzzle, [f"{prefix}bent_11_10_A1_1"]) == Board(("XX", "X."))
    assert names_on(puzzle, Board(("XX", "X."))) >= {"polyomino_11_10_A1_1"}


def test_a_word_that_ends_like_the_number_of_a_ship_is_read() -> None:
    puzzle = Puzzle([3], [1, 1, 1], words=["0s1"])
    assert board_of_names(puzzle, ["word_0s1_A1_right"]) == Board(("LMR",), ("0s1",))


def test_what_is_neither_a_board_nor_an_answer_is_refused() -> None:
    with pytest.raises(InvalidBoardError, match="no board"):
        read_answer(io.StringIO("nothing\n"), PUZZLE)
    with pytest.raises(InvalidAnswerError, match="not an answer of HiGHS"):
        read_answer(io.StringIO("nothing\n"), PUZZLE, format="highs")
    with pytest.raises(ValueError, match="no format of answers is called 'none'"):
        read_answer(io.StringIO("nothing\n"), PUZZLE, format="none")


@pytest.mark.parametrize(
    "puzzle",
    [
        instance("csplib014", "csplib014-113").puzzle,
        instance("seeds", "seed-002-literowce").puzzle,
        instance("polyomino", "polyomino-1").puzzle,
        Puzzle([None] * 3, [None, 2, None], words=["éß", "aE"]),
    ],
)
def test_the_names_that_hold_on_a_board_describe_it(puzzle: Puzzle) -> None:
    board = bimaru.solve(puzzle, limit=1).board
    assert board is not None
    assert board_of_names(puzzle, names_on(puzzle, board)) == board


def test_every_format_has_a_test() -> None:
    numbers = {"glpk-sol", "sat", "minisat"}
    names = {"glpk", "cbc", "highs", "scip", "smt", "clingo", "xcsp3"}
    printed = {"ship-list", "heads", "letters", "squares", "sb-dict"}  # in test_printed_boards.py
    tested = numbers | names | printed | {"minizinc", "sb", "dlx"}  # dlx in test_models.py
    assert ANSWERS.keys() == tested


def test_an_answer_has_only_so_many_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = len(HIGHS.splitlines())
    monkeypatch.setattr(answers, "MOST_LINES", lines)
    assert read_answer(io.StringIO(HIGHS), PUZZLE).board == BOARD
    with pytest.raises(InvalidAnswerError, match=f"more than {lines} lines"):
        read_answer(io.StringIO(HIGHS + "\n"), PUZZLE)


def test_an_answer_to_a_larger_model_is_refused(tmp_path: Path) -> None:
    answer = "s SATISFIABLE\nv 1 -99999 0\n"
    exported = tmp_path / "model.cnf"
    exported.write_text("c square 1 = ship_A1\np cnf 9 12\n", encoding="utf-8")
    for source in ({"model": "sat"}, {"exported": exported}):
        with pytest.raises(InvalidAnswerError, match=r"99,999 variables, the model .*another model, or one"):
            read_answer(io.StringIO(answer), PUZZLE, **source)
