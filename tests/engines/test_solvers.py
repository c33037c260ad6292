"""The engines that hand a formulation to a solver: sizes, costs, and what the solvers may answer."""

from __future__ import annotations

import operator
import sys
import time
from collections.abc import Callable, Collection
from dataclasses import replace
from itertools import islice, product
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import bimaru
from bimaru import Puzzle
from bimaru.engines import Budget, engine_named
from bimaru.engines.automaton import LinesEngine
from bimaru.engines.cp_sat import CpSat
from bimaru.engines.formulation import Constraint, Formulation, at_least, at_most, exactly
from bimaru.engines.mathopt import ENGINES, SOLVERS, SPLITS, MathOpt, SolverResult, outcome_of
from bimaru.engines.minizinc_text import MODELS as MODELS_TO_READ
from bimaru.engines.mip_cell import MipCell
from bimaru.engines.mip_heads import MipHeads
from bimaru.engines.mip_pairs import MipPairs
from bimaru.engines.mip_ship import MipShip, ship_based
from bimaru.engines.model_engine import MOST_NONZEROS, ModelEngine, SolverFailedError
from bimaru.engines.puzzle_parts import PartsRun, settled
from bimaru.errors import UnsupportedPuzzleError
from bimaru.placements import fitting
from brute_force import STRAIGHT, boards_of, puzzles_from_boards
from command_line import UNIQUE, jsonl, started
from command_line import bimaru as call
from instances import every_instance, instance
from sampling import sampled

MIPS: Final = (MipShip, MipCell, MipPairs, MipHeads)
every_solver = pytest.mark.parametrize("solver", SOLVERS)
every_solver_or_engine = pytest.mark.parametrize("solver", [*SOLVERS, *ENGINES])
MODELS: Final = (CpSat(), LinesEngine("highs"), *(mip() for mip in MIPS))
every_model = pytest.mark.parametrize("engine", MODELS, ids=lambda one: one.name)
FEW: Final = Puzzle([1, None, 1], [None, None, None], {1: 2})
"""A puzzle of nine boards."""


@every_solver_or_engine
@pytest.mark.parametrize("mip", MIPS)
def test_every_solver_gives_every_board_of_every_model(mip: type[MipShip], solver: str) -> None:
    run = mip(solver).run(FEW)
    assert set(run) == boards_of(FEW)
    assert run.complete


CELLS: Final = (
    *(f"{mip.name}:solver={solver}" for mip in MIPS for solver in (*SOLVERS, *ENGINES)),
    *(f"automaton:solver={solver}" for solver in LinesEngine.option_values["solver"]),
    *(f"minizinc:model={model}" for model in MODELS_TO_READ),
)
"""Models and the solvers that take them."""


@pytest.mark.parametrize("name", LinesEngine.option_values["solver"])
def test_every_solver_reads_lines_as_words(name: str) -> None:
    run = LinesEngine(name).run(FEW)
    assert set(run) == boards_of(FEW)
    assert run.complete


@pytest.mark.thorough
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.needs("minizinc")] * name.startswith("minizinc"))
        for name in CELLS
    ],
)
@settings(max_examples=10, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
@given(puzzle=puzzles_from_boards(st.lists(STRAIGHT, max_size=3)).map(lambda made: made[0]))
def test_every_model_with_every_solver_gives_the_boards_of_ten_puzzles(name: str, puzzle: Puzzle) -> None:
    engine = engine_named(name)
    if not engine.refusal(puzzle):
        boards = list(engine.run(puzzle))
        assert len(boards) == len({*boards})
        assert {*boards} == boards_of(puzzle)


@pytest.mark.parametrize("solver", ENGINES)
@pytest.mark.parametrize("mip", [MipShip, MipHeads])
def test_the_solvers_of_other_engines_take_edge_letters(mip: type[MipShip], solver: str) -> None:
    puzzle = Puzzle([2, 0, 1], [None] * 3, words=["AB", "C"], edges={"left": ["B", None, None]})
    run = mip(solver).run(puzzle)
    assert set(run) == boards_of(puzzle)
    assert run.complete


@pytest.mark.parametrize("mip", sampled(MIPS, lambda mip: mip is MipShip))
def test_every_model_lists_the_51_boards_of_a_grid_without_givens(mip: type[MipShip]) -> None:
    puzzle = instance("seeds", "seed-000-12x12").puzzle
    result = bimaru.solve(puzzle, engine=mip(), limit=None)
    assert (len(result.boards), result.complete) == (51, True)
    assert set(result.boards) == set(bimaru.solve(puzzle, limit=None, engine="search").boards)


@pytest.mark.thorough
def test_the_51_boards_are_listed_in_parts_of_the_grid() -> None:
    puzzle = instance("seeds", "seed-000-12x12").puzzle
    result = bimaru.solve(puzzle, engine=MipShip("highs"), limit=None)
    assert (len(result.boards), result.complete) == (51, True)
    assert set(result.boards) == set(bimaru.solve(puzzle, limit=None, engine="search").boards)
    assert result.stats["variables"] == len(ship_based(puzzle).variables)


SMALL: Final = (
    Puzzle([None] * 3, [None] * 3, {2: 1, 1: 1}),
    Puzzle([2, None, 2], [None, None, 1, None], {2: 1, 1: 2}, {(0, 1): "L"}),
    Puzzle([None, None, 1], [None] * 3, {3: 1, 1: 1}, {(0, 0): "T", (2, 2): "X"}),
    Puzzle([1, 1], [1, 1], {1: 2}),
    Puzzle([None] * 2, [None] * 3, {}),
)
"""Puzzles of many boards, with givens of every kind; one without a board, and one without ships."""


@pytest.mark.parametrize("split", SPLITS)
@pytest.mark.parametrize("puzzle", SMALL, ids=repr)
def test_both_ways_to_split_give_every_board_once(puzzle: Puzzle, split: str) -> None:
    run = MipShip("highs", split=split).run(puzzle)
    boards = list(run)
    assert len(boards) == len(set(boards))
    assert set(boards) == boards_of(puzzle)
    assert run.complete


@pytest.mark.parametrize(
    ("solver", "split", "boards", "in_parts"),
    [
        *((solver, "squares", None, solver in ("highs", "scip")) for solver in ("auto", *SOLVERS, *ENGINES)),
        ("highs", "variables", None, False),
        ("scip", "squares", 3, True),
        ("scip", "squares", 2, False),
    ],
)
def test_many_boards_are_listed_in_parts_by_solvers_of_one_solution_a_call(
    solver: str, split: str, boards: int | None, in_parts: bool
) -> None:
    run = MipCell(solver, split=split).run(SMALL[0], Budget(boards=boards))
    assert isinstance(run, PartsRun) == in_parts


def test_what_propagation_settles_is_so_in_every_board() -> None:
    for puzzle in SMALL:
        boards = boards_of(puzzle)
        for at in product(range(puzzle.height), range(puzzle.width)):
            for value in (False, True):
                left = [board for board in boards if (at in board.occupied()) == value]
                known = settled(puzzle, {at: value})
                assert known is not None or not left
                for square, is_ship in (known or {}).items():
                    assert all((square in board.occupied()) == is_ship for board in left)


@pytest.mark.parametrize("ships", [{"words": ["AB"]}, {"shapes": [["##", "#."]]}], ids=str)
def test_letters_and_polyomino_ships_are_listed_without_parts_of_the_grid(ships: dict[str, Any]) -> None:
    puzzle = Puzzle([None] * 3, [None] * 3, **ships)
    assert bimaru.count(puzzle, engine=MipShip("highs")) == len(boards_of(puzzle))


def test_listing_in_parts_ends_with_the_time() -> None:
    puzzle = Puzzle([None] * 20, [None] * 20, {4: 1, 3: 2, 2: 3, 1: 2})
    result = bimaru.solve(puzzle, engine="mip-ship:solver=highs", limit=None, time_limit=1)
    assert not result.complete


def test_an_interrupted_enumeration_continues_where_it_stopped() -> None:
    model = ship_based(FEW)
    solver = MathOpt("highs", model)
    found = []
    for limit in (2, 3, 9):
        outcome = solver.search(limit, None, None)
        found += [model.read(solution) for solution in outcome.solutions]
        for solution in outcome.solutions:
            solver.add(model.excluding(solution))
    assert len(found) == 9
    assert set(found) == boards_of(FEW)
    last = solver.search(1000, None, None)
    assert (last.solutions, last.exhausted) == ([], True)


def test_ordered_ships_leave_one_solution_of_each_board() -> None:
    puzzle = Puzzle([None], [None] * 4, {1: 2})
    model = MipPairs(symmetry="broken").formulation(puzzle)
    size = len(model.variables)
    ones = [{v for v in range(size) if number >> v & 1} for number in range(1 << size)]
    solutions = [chosen for chosen in ones if all(_holds(c, chosen) for c in model.constraints)]
    assert len(solutions) == 3
    assert {model.read(chosen) for chosen in solutions} == boards_of(puzzle)
    assert bimaru.count(puzzle, engine=MipPairs(symmetry="broken", solver="highs")) == 3


def _holds(constraint: Constraint, ones: Collection[int]) -> bool:
    total = sum(factor for variable, factor in constraint.terms.items() if variable in ones)
    compare: dict[str, Callable[[int, int], bool]] = {"=": operator.eq, "<=": operator.le, ">=": operator.ge}
    return compare[constraint.sense](total, constraint.number)


def test_an_unknown_symmetry_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="the option symmetry does not accept 'lost'"):
        MipPairs(symmetry="lost")


@pytest.mark.parametrize("mip", MIPS)
def test_an_unknown_solver_is_refused_by_name(mip: type[MipShip]) -> None:
    with pytest.raises(
        ValueError,
        match="the option solver does not accept 'abacus'; it accepts auto, highs, scip, cp-sat, choco",
    ):
        mip("abacus")


@pytest.mark.parametrize(
    "engine", sampled(MODELS, lambda engine: engine.name == "mip-cell"), ids=lambda one: one.name
)
def test_the_size_of_a_model_is_known_before_it_is_built(engine: ModelEngine) -> None:
    for known in islice(every_instance(), 0, None, 9):
        ways = {ship: len(found) for ship, found in fitting(known.puzzle).items()}
        if not engine.refusal(known.puzzle) and (bound := engine.nonzeros(known.puzzle, ways)) < 20_000:
            assert engine.model(known.puzzle).nonzeros <= bound


@every_model
def test_a_model_too_large_is_refused_at_once_with_its_size(engine: ModelEngine) -> None:
    start = time.perf_counter()
    with pytest.raises(
        UnsupportedPuzzleError, match=rf"about [\d,]{{9,}} nonzeros, the limit is {MOST_NONZEROS:,}"
    ):
        engine.run(Puzzle([None] * 99, [None] * 99, dict.fromkeys(range(1, 99), 1)))
    assert time.perf_counter() - start < 5


def test_pairs_are_refused_on_a_board_that_other_models_take() -> None:
    large = Puzzle([None] * 30, [None] * 20, {5: 2, 4: 3, 3: 4, 2: 5, 1: 6})
    assert "nonzeros" in (MipPairs().refusal(large) or "")
    assert MipShip().refusal(large) is MipCell().refusal(large) is MipHeads().refusal(large) is None


@every_model
def test_a_run_tells_what_it_costs(engine: ModelEngine) -> None:
    known = instance("boats", "boats-fix-e-00")
    stats = bimaru.solve(known.puzzle, engine=engine).stats
    model = engine.model(known.puzzle)
    assert stats["variables"] == len(model.variables)
    assert stats["constraints"] == len(model.constraints)
    assert stats["nonzeros"] == model.nonzeros
    assert 0 < stats["build_seconds"] < stats["seconds"]
    assert 0 < stats["solve_seconds"] < stats["seconds"]


def test_cp_sat_counts_its_branches_and_conflicts() -> None:
    stats = bimaru.solve(instance("csplib014", "csplib014-113").puzzle, engine="cp-sat").stats
    assert stats["nodes"] >= stats["conflicts"] > 0


@pytest.mark.thorough
def test_cp_sat_counts_boards_in_batches() -> None:
    """A search for each of these would take minutes."""
    fleet = Puzzle([None] * 5, [None] * 5, {3: 1, 2: 1, 1: 2})
    assert bimaru.count(fleet, engine="cp-sat") == len(boards_of(fleet)) > 1000


def test_sums_that_do_not_agree_need_no_search() -> None:
    stats = bimaru.solve(instance("solbat", "sb_13_13_5_5").puzzle, engine="cp-sat").stats
    assert stats["nodes"] == 0


@pytest.mark.parametrize("solver", ["highs", "scip"])
def test_a_solver_with_nodes_keeps_to_them(solver: str) -> None:
    run = MipShip(solver).run(instance("solbat", "sb_14_14_6_2").puzzle, Budget(nodes=1))
    list(run)
    assert not run.complete


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="it is about limits on memory of Linux")
@pytest.mark.parametrize("engine", ["cp-sat", "mip-ship"])
def test_a_solver_without_memory_is_a_breakdown_and_no_answer(engine: str) -> None:
    """Its libraries leave with 1 then, which would read as a puzzle without solutions."""
    import resource

    def limit_memory() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (100 << 20, 100 << 20))

    with started("solve", "--engine", engine, "-", preexec_fn=limit_memory) as process:
        _, stderr = process.communicate(jsonl(UNIQUE))
    assert process.returncode == 70
    assert "SolverFailedError" in stderr


# What a solver may answer


def ended(reason: str) -> SolverResult:
    return SolverResult(reason, "for a test", [0], {})


@pytest.mark.parametrize(
    ("reason", "solutions", "exhausted"),
    [
        ("OPTIMAL", 1, False),
        ("FEASIBLE", 1, False),
        ("INFEASIBLE", 0, True),
        ("INFEASIBLE_OR_UNBOUNDED", 0, True),
        ("NO_SOLUTION_FOUND", 0, False),
    ],
)
def test_only_infeasibility_proves_that_there_is_nothing(
    reason: str, solutions: int, exhausted: bool
) -> None:
    answer = outcome_of("highs", ended(reason))
    assert (len(answer.solutions), answer.exhausted) == (solutions, exhausted)


@pytest.mark.parametrize("reason", ["NUMERICAL_ERROR", "OTHER_ERROR", "IMPRECISE", "UNBOUNDED", "CUTOFF"])
def test_any_other_end_is_an_error(reason: str) -> None:
    with pytest.raises(SolverFailedError, match=f"highs ended with {reason} for a test"):
        outcome_of("highs", ended(reason))


@every_solver
def test_a_constraint_without_variables_is_heeded(solver: str) -> None:
    nothing = Formulation((), (exactly(0, "true", {}),), range(0), ship_based(FEW).read)
    run = MathOpt(solver, nothing)
    assert run.search(1, None, None).solutions == [[]]
    run.add(at_least(1, "false", {}))
    assert run.search(1, None, None).exhausted
    several = MathOpt(solver, replace(nothing, constraints=(exactly(1, "false", {}),))).search(2, None, None)
    assert (several.solutions, several.exhausted) == ([], True)


def test_every_board_sets_as_many_variables() -> None:
    model = ship_based(FEW)
    cut = model.excluding([0, 3])
    assert cut == at_most(1, "another_board", {0: 1, 3: 1})


# The command


@every_solver
def test_the_command_takes_the_solver(solver: str) -> None:
    ran = call("solve", "-", "--engine", "mip-ship", "--solver", solver, "--json", stdin=jsonl(UNIQUE))
    assert (ran.code, ran.objects[0]["status"]) == (0, "unique")
    assert solver in " ".join(call("solve", "--help").out.split())


@pytest.mark.parametrize("command", ["solve", "count"])
@pytest.mark.parametrize(
    ("engine", "solver", "words"),
    [
        (
            "mip-ship",
            "abacus",
            "the option solver does not accept 'abacus'; it accepts auto, highs, scip, cp-sat, choco",
        ),
        ("sat", "scip", "the engine sat has no option solver"),
    ],
)
def test_the_command_says_which_solvers_there_are(command: str, engine: str, solver: str, words: str) -> None:
    ran = call(command, "-", "--engine", engine, "--solver", solver, stdin=jsonl(UNIQUE))
    assert (ran.code, ran.out) == (2, "")
    assert words in ran.err
