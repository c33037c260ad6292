"""The models of CSPLib, and the solvers of other paradigms: their options, and what is special in them."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

import pytest
from hypothesis import HealthCheck, given, settings

import bimaru
from bimaru import Puzzle
from bimaru.engines import diagram, engine_named
from bimaru.engines.asp import program
from bimaru.engines.automaton import automaton
from bimaru.engines.choco import ORDERS
from bimaru.engines.cpmpy import SOLVERS as SOLVERS_OF_CPMPY
from bimaru.engines.matrix import Matrix
from bimaru.engines.minizinc_text import MODELS, PART_NAMES, UNKNOWN, data_of, model_text
from bimaru.engines.mip_ship import ship_based_with_sums
from bimaru.errors import MissingExtraError, UnsupportedPuzzleError
from bimaru.processes.program import Output, run_program
from bimaru.study.comparison import Trial, run_trial
from brute_force import boards_of, small_puzzles
from instances import instance

T = TypeVar("T")
SMITH: Final = [
    f"smith:model={model},ordered={on}" for model in ("channelled", "cells", "ships") for on in ("on", "off")
]
FEW: Final = Puzzle([2, None, None], [None] * 4, {2: 1, 1: 2})
"""A puzzle with equal ships and several boards."""
KNOWN: Final = instance("csplib014", "csplib014-8382")
SQUARES: Final = ("automaton", "rectangles", "smith")
FOREIGN: Final = {
    "asp": "clingo",
    "smt": "z3",
    "choco": "pychoco",
    "diagram": "oxidd",
    "pumpkin": "pumpkin_solver",
    "cpmpy": "cpmpy",
    "pseudo-boolean": "exact",
}


@pytest.mark.parametrize("name", SMITH)
def test_cells_and_ships_give_each_board_once_with_symmetry_and_without(name: str) -> None:
    boards = list(engine_named(name).run(FEW))
    assert len(boards) == len(boards_of(FEW)) > 1
    assert set(boards) == boards_of(FEW)
    assert bimaru.solve(KNOWN.puzzle, engine=name).status == "unique"


@pytest.mark.parametrize("name", SQUARES)
@pytest.mark.parametrize("kind", ["S", "L", "R", "T", "B", "M", "X", "W", "RB"])
def test_a_given_part_is_that_part_wherever_it_is(name: str, kind: str) -> None:
    for square in ((0, 0), (1, 1), (0, 2)):
        puzzle = Puzzle([None] * 3, [None] * 3, {3: 1, 1: 1}, givens={square: kind})
        assert set(engine_named(name).run(puzzle)) == boards_of(puzzle)


def test_an_automaton_accepts_exactly_the_lines_of_ships_apart() -> None:
    transitions, final = automaton((2, 1), 1, -1)
    step = {(state, value): after for state, value, after in transitions}

    def accepts(*line: int) -> bool:
        state: int | None = 0
        for value in line:
            state = None if state is None else step.get((state, value))
        return state in final

    assert accepts(2, 2, 0, 1)
    assert accepts(0, -2, 0, 2, 2)
    assert not accepts(2, 0, 0)
    assert not accepts(2, 2, 2)
    assert not accepts(2, 2, 1)
    assert not accepts(-2, -2)


@pytest.mark.parametrize("order", ORDERS)
def test_every_search_strategy_of_choco_finds_all_boards(order: str) -> None:
    assert set(engine_named("choco", order=order).run(FEW)) == boards_of(FEW)


@pytest.mark.parametrize("solver", SOLVERS_OF_CPMPY)
def test_every_solver_of_cpmpy_finds_all_boards(solver: str) -> None:
    assert set(engine_named("cpmpy", solver=solver).run(FEW)) == boards_of(FEW)


def test_an_answer_set_program_has_rules_and_facts() -> None:
    text = program(Puzzle([1, None], [None, None], {1: 1}))
    assert "{ placement(P) : kind(P, K) } = N :- fleet(K, N)." in text
    assert "kind(ship1_A2, ship1). covers(ship1_A2, ((1, 2)))." in text
    assert "tally(row(1), 1)." in text


@pytest.mark.parametrize("name", ["automaton", "rectangles", "smith", *FOREIGN])
def test_a_missing_package_is_named_by_its_extra(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = engine_named(name)
    monkeypatch.setattr(sys, "path", [])
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    monkeypatch.setattr("bimaru.engines.packages.find_spec", lambda _: None)
    of_models = dict.fromkeys(("automaton", "rectangles", "smith"), "models")
    extra = (of_models | {"pseudo-boolean": "exact"}).get(name, "solvers")
    with pytest.raises(MissingExtraError, match=rf"the engine {name} needs an extra: .*bimaru\[{extra}\]"):
        engine.run(FEW)


def test_without_minizinc_the_program_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bimaru.engines.minizinc.which", lambda _: None)
    with pytest.raises(MissingExtraError, match="the engine minizinc needs the program minizinc"):
        engine_named("minizinc").run(FEW)


@pytest.mark.needs("minizinc")
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_what_minizinc_has_started_ends_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mark = f"BIMARU_TEST={tmp_path}"
    monkeypatch.setenv(*mark.split("="))
    model = tmp_path / "hopeless.mzn"
    model.write_text("""
        include "alldifferent.mzn";
        array [1..14, 1..13] of var 0..12: x;  % as in a tournament, too large for this search
        constraint forall(p in 1..14)(alldifferent([x[p, h] | h in 1..13]));
        constraint forall(h in 1..13, k in 0..12)(sum(p in 1..14)(bool2int(x[p, h] = k)) <= 1);
        solve satisfy;
    """)
    assert run_program(["minizinc", "--solver", "gecode", str(model)], 1.0) is None
    commands = [file.parent / "cmdline" for file in Path("/proc").glob("[0-9]*/environ") if has(file, mark)]
    assert [path for path in commands if b"gecode" in path.read_bytes()] == []


def has(file: Path, mark: str) -> bool:
    """Whether a process has that variable; the process may be gone or another user's."""
    try:
        return mark.encode() in file.read_bytes()
    except OSError:
        return False


@pytest.mark.needs("minizinc")
def test_a_solver_that_minizinc_does_not_have_is_missing() -> None:
    trial = run_trial(FEW, engine_named("minizinc:solver=abacus"))
    assert (trial.outcome, trial.has_run) == ("missing", False)
    assert trial.trouble == "the engine minizinc needs the solver abacus, which MiniZinc does not find"


@pytest.fixture
def minizinc_ends(monkeypatch: pytest.MonkeyPatch) -> Callable[[Output], Trial]:
    """A trial for which MiniZinc is said to have ended with this output."""

    def run(output: Output) -> Trial:
        monkeypatch.setattr("bimaru.engines.minizinc.which", lambda _: "minizinc")
        monkeypatch.setattr("bimaru.engines.minizinc.run_program", lambda *_: output)
        return run_trial(FEW, engine_named("minizinc:solver=abacus"))

    return run


@pytest.mark.parametrize(
    "messages",
    [
        "Config exception: no solver with tag abacus found\nminizinc: MiniZinc driver.\nUsage: ...",
        "Error: configuration error: no solver with tag abacus found",
        "  domain 1, fleet 3,\nError: plugin loading error: Failed to load plugin libscip\n",
        "Error: error: cannot load gurobi dll, specify --gurobi-dll",
        'Error: error: Error occurred when executing FZN solver with command "/usr/bin/fzn-abacus".',
    ],
)
def test_every_way_in_which_minizinc_reports_a_missing_solver_is_known(
    messages: str, minizinc_ends: Callable[[Output], Trial]
) -> None:
    assert minizinc_ends(Output("", messages, 1)).outcome == "missing"


@pytest.mark.parametrize(
    ("text", "messages", "code", "outcome", "trouble"),
    [
        ("=====ERROR=====\n", "terrible\n", 1, "failed", "terrible"),
        ("=====ERROR=====\n", "", 0, "failed", "exit code 0"),
        ("", "", 139, "failed", "exit code 139"),
        ("=====UNKNOWN=====\n", "", 0, "unknown", ""),
        ("=====UNSATISFIABLE=====\n", "", 0, "none", ""),
        ("=====UNSATorUNBOUNDED=====\n", "", 0, "none", ""),
    ],
)
def test_how_minizinc_ended_is_told_apart(
    text: str,
    messages: str,
    code: int,
    outcome: str,
    trouble: str,
    minizinc_ends: Callable[[Output], Trial],
) -> None:
    trial = minizinc_ends(Output(text, messages, code))
    assert trial.outcome == outcome
    assert trial.trouble.endswith(trouble)
    assert trial.has_run == (trouble == "")


def test_the_name_of_a_solver_is_no_option_of_the_program() -> None:
    with pytest.raises(ValueError, match="takes the name of a solver of MiniZinc"):
        engine_named("minizinc", solver="gecode --help")


def test_the_data_for_minizinc_state_what_squares_may_show() -> None:
    data = data_of(Puzzle([1, None], [1, None], {1: 1}), {(0, 0): "ship", (1, 1): "water"}, [[0, 1, 1, 0]])
    assert data["row_tally"] == "[1, -1]"
    assert data["given"] == "[|\n  ship, unknown |\n  unknown, water |]"
    assert data["excluded"] == "array3d(1..1, 1..2, 1..2, [0, 1, 1, 0])"


@pytest.mark.parametrize("model", MODELS)
def test_every_model_of_minizinc_knows_what_a_square_may_show(model: str) -> None:
    (names,) = re.findall(r"^enum SHOWN = \{ (.*) \};$", model_text(model), re.MULTILINE)
    assert {*names.split(", ")} == {*PART_NAMES.values(), UNKNOWN}


@pytest.mark.parametrize("name", FOREIGN)
def test_learning_solvers_count_what_they_cost(name: str) -> None:
    stats = bimaru.solve(KNOWN.puzzle, engine=name).stats
    assert stats["variables"] > 100
    assert 0 < stats["solve_seconds"] < stats["seconds"]


@settings(max_examples=25, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
@given(small_puzzles())
def test_a_diagram_is_counted_as_it_is_enumerated(puzzle: Puzzle) -> None:
    assert bimaru.count(puzzle, engine="diagram") == len(boards_of(puzzle))


def test_a_diagram_counts_boards_without_enumeration() -> None:
    puzzle = Puzzle(KNOWN.puzzle.rows, KNOWN.puzzle.cols, KNOWN.puzzle.fleet)
    counted = bimaru.count(puzzle, engine="diagram")
    assert counted.complete
    assert counted == bimaru.count(puzzle, engine="search")
    open_grid = Puzzle([None] * 6, [None] * 6, {3: 1, 2: 2, 1: 3})
    assert bimaru.count(open_grid, engine="diagram") == 894296  # as in the guide for researchers


def test_words_that_change_places_on_one_board_are_one_solution() -> None:
    puzzle = Puzzle([None], [None] * 5, words=["AB", "BA"])
    assert bimaru.count(puzzle, engine="diagram") == len(boards_of(puzzle)) > 1


def test_a_diagram_without_time_is_no_answer() -> None:
    formulation = ship_based_with_sums(KNOWN.puzzle)
    size, matrix = len(formulation.variables), Matrix(formulation.constraints)
    assert diagram.count_with_oxidd(size, matrix, None) == (1, "")
    assert diagram.count_with_oxidd(size, matrix, 0.0) == (None, "")
    assert not bimaru.count(KNOWN.puzzle, engine="diagram", time_limit=0).complete


def test_a_diagram_without_room_is_refused_and_not_out_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diagram, "MOST_NODES", 1 << 10)
    for module in ("matrix_engine", "diagram"):
        monkeypatch.setattr(f"bimaru.engines.{module}.solve_in_process", _in_this_process)
    trial = run_trial(KNOWN.puzzle, engine_named("diagram"))
    assert (trial.outcome, trial.has_run) == ("refused", False)
    assert trial.trouble.endswith("does not take this puzzle: its diagram has more than 1,024 nodes")
    with pytest.raises(UnsupportedPuzzleError, match="more than 1,024 nodes"):
        bimaru.count(KNOWN.puzzle, engine="diagram")


def _in_this_process(_solver: str, _deadline: None, solve: Callable[..., T], *arguments: object) -> T:
    return solve(*arguments, None)


def test_the_pseudo_boolean_solver_counts_its_decisions_and_conflicts() -> None:
    stats = bimaru.solve(instance("csplib014", "csplib014-113").puzzle, engine="pseudo-boolean").stats
    assert stats["nodes"] >= stats["conflicts"] > 0
