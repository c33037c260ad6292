"""Every model in every format, read back and solved by another program to the same answer."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from pysat.formula import CNF
from pysat.solvers import Solver

from bimaru import Board, Puzzle, check, solve
from bimaru.engines.cnf import Cnf
from bimaru.engines.registry import REGISTRY, engine_named
from bimaru.errors import UnsupportedPuzzleError
from bimaru.study import Answer, read_answer
from bimaru.study.clauses import as_clauses, as_constraints
from bimaru.study.constraint_groups import DESCRIPTIONS, family
from bimaru.study.models import (
    SUFFIXES,
    WRITERS,
    NotASolutionError,
    model_of,
    model_text,
    models,
    numbered_names,
    written_models,
)
from bimaru.study.variable_names import board_of_names
from brute_force import boards_of, small_puzzles
from command_line import MULTIPLE, UNIQUE, bimaru, jsonl
from foreign_solvers import SOLVERS, output_of
from foreign_solvers import Solver as ForeignSolver
from instances import instance
from sampling import sampled

some = settings(max_examples=15, derandomize=True, database=None, suppress_health_check=list(HealthCheck))

PUZZLES: Final = {
    "plain": instance("seeds", "seed-001-6x6").puzzle,
    "lettered": instance("seeds", "seed-002-literowce").puzzle,
    "polyomino": instance("polyomino", "polyomino-1").puzzle,
    "accented": Puzzle([None] * 3, [None, 2, None], words=["éß", "aE"]),
    "contradictory": Puzzle([1, 0], [0, 1], {1: 1}, {(1, 1): "S"}),
    "impossible": Puzzle([1], [0], {2: 1}),
    "empty": Puzzle([0, None], [0, 0]),
}
SOLVABLE: Final = PUZZLES.keys() - {"contradictory", "impossible"}
UNSOLVABLE: Final = (PUZZLES["contradictory"], PUZZLES["impossible"])


def test_every_engine_with_a_model_and_no_other_is_listed() -> None:
    assert set(models()) == REGISTRY.keys() - {
        *("auto", "search", "placements", "backtracking", "sweep"),
        *("rectangles", "smith", "minizinc", "exact-cover"),  # no linear constraints nor clauses
        *(
            "asp",
            "smt",
            "choco",
            "pumpkin",
            "cpmpy",
            "diagram",
            "pseudo-boolean",
        ),  # another solver for the model of mip-ship
    }


def test_every_format_is_solved_by_others() -> None:
    assert SOLVERS.keys() == WRITERS.keys()


def is_for_every_run(to: str, puzzle: str, diagonal: int) -> bool:
    """A Latin square for each format: every model and every puzzle once, as many as there are models. But one
    start of Java is enough, and a lettered puzzle takes many clauses."""
    if to == "xcsp3" and puzzle != "polyomino":
        return False
    return diagonal % len(PUZZLES) == 0 and (to, puzzle) != ("dimacs", "lettered")


def first_solvers() -> list[Any]:
    """Every format with its first solver, every model and every puzzle; a sample is for `make test`."""
    return [
        pytest.param(
            to,
            solver,
            model,
            puzzle,
            id=f"{to}-{name}-{model}-{puzzle}",
            marks=[
                pytest.mark.needs(*solver.needs.split()),
                *([] if is_for_every_run(to, puzzle, i + j + k) else [pytest.mark.thorough]),
            ],
        )
        for i, to in enumerate(SOLVERS)
        for name, solver in [*SOLVERS[to].items()][:1]
        for j, model in enumerate(models())
        for k, puzzle in enumerate(PUZZLES)
    ]


def other_solvers() -> list[Any]:
    """Every format with its other solvers, marked with the programs that they need."""
    return [
        pytest.param(to, solver, id=f"{to}-{name}", marks=pytest.mark.needs(*solver.needs.split()))
        for to in SOLVERS
        for name, solver in [*SOLVERS[to].items()][1:]
    ]


def answer_to(
    to: str, solver: ForeignSolver, name: str, puzzle: Puzzle, folder: Path, another: Board | None = None
) -> Answer:
    """What a solver answers to an exported model, read back with the exported file."""
    exported, answered = folder / f"model{WRITERS[to].suffix}", folder / "answer"
    exported.write_text(model_text(name, puzzle, to, another=another))
    answered.write_text(solver.solve(exported))
    numbers = to in ("dimacs", "opb") or solver.answer == "glpk-sol"
    answer = read_answer(answered, puzzle, exported=exported if numbers else None)
    assert answer.format == solver.answer
    return answer


@pytest.mark.parametrize(("to", "solver", "name", "puzzle"), first_solvers())
def test_another_solver_gives_the_same_answer(
    to: str, solver: ForeignSolver, name: str, puzzle: str, tmp_path: Path
) -> None:
    solved = PUZZLES[puzzle]
    if engine_named(name).refusal(solved):
        with pytest.raises(UnsupportedPuzzleError):
            model_text(name, solved, to)
        return
    answer = answer_to(to, solver, name, solved, tmp_path)
    assert answer.status == ("solution" if puzzle in SOLVABLE else "none")
    assert answer.board is None or check(solved, answer.board) == []


@pytest.mark.thorough
@pytest.mark.parametrize("puzzle", ["plain", "lettered", "polyomino", "impossible"])
@pytest.mark.parametrize(("to", "solver"), other_solvers())
def test_so_do_all_others(to: str, solver: ForeignSolver, puzzle: str, tmp_path: Path) -> None:
    for name in ("mip-ship", "sat"):
        answer = answer_to(to, solver, name, PUZZLES[puzzle], tmp_path)
        assert answer.status == ("solution" if puzzle in SOLVABLE else "none")
        assert answer.board is None or check(PUZZLES[puzzle], answer.board) == []


# Models in the words of a format


def own_texts() -> list[Any]:
    """Each with its solvers; one start of Java is enough for every run."""
    return [
        pytest.param(
            name,
            to,
            solver,
            id=f"{name}-{called}",
            marks=[
                pytest.mark.needs(*solver.needs.split()),
                *([pytest.mark.thorough] if to == "xcsp3" or called == "gringo" else []),
            ],
        )
        for name, to in (("asp", "asp"), ("automaton", "xcsp3"))
        for called, solver in SOLVERS[to].items()
    ]


@pytest.mark.parametrize(("name", "to", "solver"), own_texts())
def test_a_model_in_the_words_of_a_format_has_the_boards(
    name: str, to: str, solver: ForeignSolver, tmp_path: Path
) -> None:
    """Board after board is excluded; puzzles with many are searched once."""
    for puzzle in (*SMALL.values(), *PUZZLES.values()):
        if engine_named(name).refusal(puzzle):
            continue
        solved = read_back(name, to, solver, puzzle, tmp_path)
        assert solved.status == ("solution" if puzzle not in UNSOLVABLE else "none")
        if solved.board is not None:
            assert check(puzzle, solved.board) == []
            another = read_back(name, to, solver, puzzle, tmp_path, solved.board)
            assert another.board != solved.board
            assert (another.status == "none") == (bimaru_count(puzzle) == 1)


def read_back(
    name: str, to: str, solver: ForeignSolver, puzzle: Puzzle, folder: Path, another: Board | None = None
) -> Answer:
    exported, answered = folder / f"model{SUFFIXES[to]}", folder / "answer"
    exported.write_text(model_text(name, puzzle, to, another=another))
    answered.write_text(solver.solve(exported))
    return read_answer(answered, puzzle)


def bimaru_count(puzzle: Puzzle) -> int:
    return len(solve(puzzle, limit=2).boards)


@pytest.mark.parametrize("raw", [False, True], ids=["filtered", "raw"])
def test_an_exact_cover_has_the_boards(raw: bool) -> None:
    """A search in plain Python stands for DLX3."""
    full = Puzzle([3, None, None], [None] * 3, {3: 1, 1: 1})
    for puzzle in (*SMALL.values(), full, *UNSOLVABLE, PUZZLES["impossible"].replace(rows=[2])):
        if not puzzle.words:
            boards = [dlx_board(puzzle, options) for options in covers_of(puzzle, raw)]
            assert {*boards} == boards_of(puzzle)
            assert len(boards) == len({*boards})


def dlx_board(puzzle: Puzzle, options: list[list[str]]) -> Board | None:
    """The board that is read of a solution as DLX3 prints it."""
    printed = "".join(f" {' '.join(option)} (1 of 1)\n" for option in options)
    return read_answer(io.StringIO(f"1:\n{printed}"), puzzle, format="dlx").board


@pytest.mark.parametrize(
    ("printed", "status"),
    [
        ("Altogether 0 solutions, 812+93 mems, 0 updates", "none"),
        ("Altogether 51 solutions, 812+93 mems, 77 updates", "unknown"),
        ("Altogether 10 solutions, 812+93 mems, 77 updates", "unknown"),
    ],
)
def test_dlx3_says_that_there_is_no_solution_by_their_number(printed: str, status: str) -> None:
    assert read_answer(io.StringIO(printed), PUZZLES["plain"]).status == status


def covers_of(puzzle: Puzzle, raw: bool) -> Iterator[list[list[str]]]:
    """The options that cover each primary item as often as its number says, and no secondary one twice."""
    lines = model_text("exact-cover", puzzle, "dlx", raw=raw).splitlines()
    items, *options = [line.split() for line in lines if not line.startswith("| ")]
    bar = items.index("|")
    numbers = (item.rpartition("|") for item in items[:bar])
    wanted = Counter({name: int(number or 1) for number, _, name in numbers})

    def extend(chosen: list[list[str]], room: Counter[str]) -> Iterator[list[list[str]]]:
        square = next((name for name in wanted if room[name] and name[0].isupper()), None)
        if square is None:
            if not any(room[name] for name in wanted):
                yield chosen
            return
        for option in options:
            if square in option and all(room[item] for item in option):
                yield from extend([*chosen, option], room - Counter(option))

    return extend([], wanted + Counter(items[bar + 1 :]))


@pytest.mark.parametrize(
    ("name", "to", "reason"),
    [
        ("asp", "lp", "asp has no linear constraints: it is written as asp"),
        ("rectangles", "opb", "rectangles has no linear constraints: it is written as minizinc, mzn, dzn"),
        ("mip-ship", "dlx", "mip-ship is not written as dlx: that is for exact-cover"),
    ],
)
def test_a_model_that_a_format_cannot_hold_is_refused_with_those_that_can(
    name: str, to: str, reason: str
) -> None:
    with pytest.raises(UnsupportedPuzzleError, match=reason):
        model_text(name, PUZZLES["plain"], to)


def test_the_command_names_every_model_that_is_written() -> None:
    assert {"asp", "automaton", "rectangles", "exact-cover"} < {*written_models()}
    help_text = "".join(bimaru("model", "--help").out.split())
    assert all(name in help_text for name in written_models())


@pytest.mark.needs("cbc")
def test_cbc_reads_the_names_of_mip_pairs(tmp_path: Path) -> None:
    """Without `FREE` in the header it takes the file for one with fixed columns."""
    model = tmp_path / "model.mps"
    text = model_text("mip-pairs", instance("csplib014", "csplib014-113").puzzle, "mps")
    model.write_text(text)
    assert "Bad image" not in output_of("cbc", model, "quit")
    model.write_text(text.replace(" FREE", ""))
    assert "Bad image" in output_of("cbc", model, "quit")


# The cut


SMALL: Final = {
    "plain": Puzzle([None] * 3, [1, None, None, 1], {2: 1, 1: 1}),
    "with givens": Puzzle([None] * 4, [None] * 4, {3: 1, 1: 1}, {(0, 0): "W", (1, 1): "T"}),
    "lettered": Puzzle([None] * 3, [2, None, None], words=["AB", "B"]),
    "accented": PUZZLES["accented"],
    "polyomino": Puzzle([None] * 3, [None] * 3, {1: 1}, {(0, 1): "X"}, shapes=[["##", "#."]]),
    "empty": PUZZLES["empty"],
}


@pytest.mark.parametrize("raw", [False, True], ids=["filtered", "raw"])
@pytest.mark.parametrize("puzzle", SMALL.values(), ids=SMALL)
@pytest.mark.parametrize("name", models())
def test_a_model_of_another_board_lacks_exactly_that_one(name: str, puzzle: Puzzle, raw: bool) -> None:
    if engine_named(name).refusal(puzzle):
        return
    boards = boards_of(puzzle)
    excluded = min(boards, key=lambda board: str(board.to_data()))
    assert boards_of_formula(name, puzzle, raw=raw) == boards
    assert boards_of_formula(name, puzzle, raw=raw, another=excluded) == boards - {excluded}


def boards_of_formula(
    name: str, puzzle: Puzzle, *, raw: bool = False, another: Board | None = None
) -> set[Board]:
    """Every board of a model, by CaDiCaL."""
    model = model_of(name, puzzle, raw=raw, another=another)
    cnf = model if isinstance(model, Cnf) else as_clauses(model)
    found = set()
    with Solver("cadical153", bootstrap_with=cnf.clauses) as solver:
        while solver.solve():
            true = [literal for literal in solver.get_model() if literal > 0]
            found.add(cnf.read(true))
            solver.add_clause(cnf.excluding(true))
    return found


@pytest.mark.parametrize("name", sampled(models(), "mip-pairs".__ne__))
def test_a_raw_model_has_all_placements(name: str) -> None:
    puzzle = instance("csplib014", "csplib014-113").puzzle
    of_squares = ("mip-cell", "automaton")
    assert len(names_in(name, puzzle, raw=True)) > len(names_in(name, puzzle)) or name in of_squares
    if name == "mip-ship":
        assert len(names_in(name, puzzle, raw=True)) == 580


def names_in(name: str, puzzle: Puzzle, *, raw: bool = False) -> tuple[str, ...]:
    return numbered_names(model_of(name, puzzle, raw=raw))


@pytest.mark.thorough
@some
@given(small_puzzles())
def test_raw_models_and_filtered_ones_have_the_same_boards(puzzle: Puzzle) -> None:
    for name in models():
        if not engine_named(name).refusal(puzzle):
            assert boards_of_formula(name, puzzle, raw=True) == boards_of(puzzle)


def test_options_of_an_engine_change_what_is_exported(tmp_path: Path) -> None:
    puzzle = PUZZLES["plain"]
    arguments = ["model", "-", "--to", "dimacs", "--model"]
    binomial = bimaru(*arguments, "sat:encoding=binomial", stdin=jsonl(puzzle.to_data()))
    sequential = bimaru(*arguments, "sat:encoding=sequential", stdin=jsonl(puzzle.to_data()))
    assert binomial.out == model_text("sat:encoding=binomial", puzzle, "dimacs")
    assert sequential.out == model_text("sat", puzzle, "dimacs")
    assert "aux_" in sequential.out
    assert "aux_" not in binomial.out


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("search", "the engine search has no model: it is a search; those with one are cp-sat, mip-ship"),
        ("choco", "the engine choco has no model: its model is mip-ship;"),
        ("sat:encoding=unary", "encoding"),
        ("nothing", "unknown engine 'nothing'; those with a model are cp-sat, mip-ship"),
    ],
)
@pytest.mark.parametrize("command", [["model", "-", "--to", "lp"], ["check", "-", "-"]])
def test_the_name_of_a_model_is_checked(command: list[str], name: str, fault: str) -> None:
    ran = bimaru(*command, "--model", name, stdin=jsonl(UNIQUE))
    assert (ran.code, ran.out) == (2, "")
    assert fault in " ".join(ran.err.split())


def test_only_a_solution_can_be_excluded() -> None:
    puzzle = PUZZLES["plain"]
    with pytest.raises(NotASolutionError, match="the board to exclude is no solution: row A"):
        model_of("sat", puzzle, another=Board(("......",) * 6))


# Names and comments


@pytest.mark.parametrize("puzzle", PUZZLES.values(), ids=PUZZLES)
@pytest.mark.parametrize("name", models())
def test_names_are_distinct_and_valid_in_every_format(name: str, puzzle: Puzzle) -> None:
    if engine_named(name).refusal(puzzle):
        return
    model = model_of(name, puzzle)
    names = list(model.names().values() if isinstance(model, Cnf) else model.variables)
    assert len(names) == len(set(names))
    assert all(re.fullmatch(r"(?![eE]\d)[A-Za-z_]\w*", found, re.ASCII) for found in names)


@pytest.mark.parametrize("name", sampled(models(), "mip-cell".__ne__))
def test_every_variable_of_a_formula_has_a_name(name: str) -> None:
    text = model_text(name, PUZZLES["plain"], "dimacs")
    (variables,) = re.findall(r"^p cnf (\d+) ", text, re.MULTILINE)
    named = re.findall(r"^c (\d+) = \S+$", text, re.MULTILINE)
    assert [int(number) for number in named] == [*range(1, int(variables) + 1)]


@pytest.mark.parametrize("puzzle", PUZZLES.values(), ids=PUZZLES)
@pytest.mark.parametrize("name", models())
def test_every_group_of_constraints_is_described(name: str, puzzle: Puzzle) -> None:
    if engine_named(name).refusal(puzzle):
        return
    model = model_of(name, puzzle)
    linear = as_constraints(model) if isinstance(model, Cnf) else model
    assert {family(constraint.name) for constraint in linear.constraints} <= DESCRIPTIONS.keys()


@pytest.mark.parametrize(
    ("to", "comment"),
    [
        ("lp", "\\ window: at most one ship touches a window of two by two squares"),
        ("mps", "* window: at most one ship touches a window of two by two squares"),
        ("dimacs", "c clauses \\d+ to \\d+: window: at most one ship touches .*"),
        ("opb", "\\* constraints \\d+ to \\d+: window: at most one ship touches .*"),
        ("smt2", "; window: at most one ship touches .*"),
        ("asp", "% window: at most one ship touches .*"),
        ("xcsp3", '  <block note="window: at most one ship touches a window of two by two squares">'),
        ("minizinc-matrix", "% constraints \\d+ to \\d+: window: at most one ship touches .*"),
    ],
)
def test_a_comment_says_what_each_group_states(to: str, comment: str) -> None:
    lines = model_text("mip-ship", PUZZLES["plain"], to).splitlines()
    assert comment in lines or any(re.fullmatch(comment, line) for line in lines)


def test_no_automaton_reads_words_of_one_letter_of_which_ace_makes_none() -> None:
    text = model_text("automaton", Puzzle([1, 0, 1], [2], {1: 2}), "xcsp3")
    across, down = (group for group in text.split("<group>") if "<regular>" in group or "%0 </list>" in group)
    assert "<regular>" not in across
    assert across.count("<args>") == 3
    assert "<regular>" in down


@pytest.mark.parametrize("name", models())
def test_the_formula_of_a_model_has_its_boards(name: str) -> None:
    puzzle = SMALL["plain"]
    text = model_text(name, puzzle, "dimacs")
    formula = CNF(from_string=text)
    names = dict(re.findall(r"^c (\d+) = (\S+)$", text, re.MULTILINE))
    with Solver("cadical153", bootstrap_with=formula) as solver:
        found = {
            board_of_names(puzzle, {names[str(literal)] for literal in true if str(literal) in names})
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


def test_a_format_that_is_for_one_model_needs_no_name() -> None:
    named = bimaru("model", "-", "--to", "dlx", "--model", "exact-cover", stdin=jsonl(UNIQUE))
    unnamed = bimaru("model", "-", "--to", "dlx", stdin=jsonl(UNIQUE))
    assert (unnamed.code, unnamed.out) == (0, named.out)
    assert "--to asp needs --model NAME." in bimaru("model", "-", "--to", "asp", stdin=jsonl(UNIQUE)).err
