"""The formulas of `sat` and `sat-boats`, and CaDiCaL under a budget."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice

import pytest
from hypothesis import HealthCheck, given, settings
from pysat.solvers import Solver

from bimaru.engines import Budget
from bimaru.engines.cadical import Cadical, CnfEngine
from bimaru.engines.cnf import ENCODINGS, MOST_CLAUSES, Cnf
from bimaru.engines.sat import Sat
from bimaru.engines.sat_boats import SatBoats
from bimaru.errors import UnsupportedPuzzleError
from bimaru.placements import fitting
from bimaru.puzzle import Puzzle
from brute_force import boards_of, small_puzzles
from instances import every_instance, instance
from sampling import sampled

FORMULAS = [make(encoding) for make in (Sat, SatBoats) for encoding in ENCODINGS]
every_formula = pytest.mark.parametrize("engine", FORMULAS, ids=lambda e: e.name)
one_formula = pytest.mark.parametrize(
    "engine", sampled(FORMULAS, lambda formula: formula is FORMULAS[-1]), ids=lambda e: e.name
)

PIGEONS = 11


def pigeons() -> list[list[int]]:
    """One pigeon more than there are holes: a formula that takes CaDiCaL minutes."""
    holes = range(PIGEONS)
    nests = [[PIGEONS * pigeon + hole + 1 for hole in holes] for pigeon in range(PIGEONS + 1)]
    pairs = [(one, other) for one in range(PIGEONS + 1) for other in range(one)]
    return nests + [[-nests[one][hole], -nests[other][hole]] for hole in holes for one, other in pairs]


def models_of(formula: Cnf) -> list[list[int]]:
    """The true variables of every model, by another solver."""
    free = [[variable, -variable] for variable in range(1, formula.variables + 1)]
    with Solver("glucose4", bootstrap_with=formula.clauses + free) as solver:
        return [[literal for literal in model if literal > 0] for model in solver.enum_models()]


@one_formula
@settings(max_examples=40, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
@given(puzzle=small_puzzles())
def test_every_board_has_exactly_one_model(engine: CnfEngine, puzzle: Puzzle) -> None:
    if engine.refusal(puzzle) or len(boards_of(puzzle)) > 100:
        return
    formula = engine.cnf(puzzle)
    models = models_of(formula)
    boards = [formula.read(true) for true in models]
    assert len(boards) == len(boards_of(puzzle))
    assert set(boards) == boards_of(puzzle)
    assert len({len(formula.excluding(true)) for true in models}) <= 1


@one_formula
def test_the_size_is_estimated_from_above(engine: CnfEngine) -> None:
    for known in islice(every_instance(), 0, None, 7):
        ways = {ship: len(found) for ship, found in fitting(known.puzzle).items()}
        if not engine.refusal(known.puzzle) and (estimate := engine.size(known.puzzle, ways)) < 20_000:
            assert len(engine.cnf(known.puzzle).clauses) <= estimate


@every_formula
def test_a_formula_too_large_to_build_is_refused_at_once(engine: CnfEngine) -> None:
    crowd = Puzzle([None] * 99, [None] * 99, dict.fromkeys(range(1, 9), 2000))
    start = time.perf_counter()
    with pytest.raises(UnsupportedPuzzleError, match=f"clauses or more, the limit is {MOST_CLAUSES:,}"):
        engine.run(crowd)
    assert time.perf_counter() - start < 5


def test_boats_with_letters_are_not_taken() -> None:
    with pytest.raises(
        UnsupportedPuzzleError, match="sat-boats does not take this puzzle: it takes only straight"
    ):
        SatBoats().run(instance("seeds", "seed-002-literowce").puzzle)


def test_sums_that_do_not_agree_need_no_search() -> None:
    """Counting line by line would take as long as with pigeons."""
    run = Sat().run(instance("solbat", "sb_13_13_5_5").puzzle)
    assert (list(run), run.complete, run.stats["conflicts"]) == ([], True, 0)


def test_a_run_tells_its_variables_clauses_conflicts_and_seconds() -> None:
    run = Sat().run(instance("csplib014", "csplib014-113").puzzle)
    assert len(list(run)) == 1
    assert run.stats["variables"] < run.stats["clauses"]
    assert run.stats["conflicts"] > 10
    assert min(run.stats["build_seconds"], run.stats["solve_seconds"]) > 0


class Signalled(BaseException):
    """What the handler of a signal raises."""


@pytest.fixture
def freed(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[object]]:
    """The solvers that are freed, those of other tests included, while SIGALRM raises `Signalled`."""

    def handle(*_: object) -> None:
        raise Signalled

    solvers: list[object] = []
    monkeypatch.setattr("pysat.solvers.pysolvers.cadical195_del", lambda solver, _: solvers.append(solver))
    monkeypatch.setattr("sys.unraisablehook", lambda _: None)
    before = signal.signal(signal.SIGALRM, handle)
    yield solvers
    signal.signal(signal.SIGALRM, before)


needs_an_alarm = pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="there is no such signal")


def solver_of(cadical: Cadical) -> object:
    """What python-sat frees."""
    return cadical._solver.solver.cadical


@needs_an_alarm
def test_a_solver_is_freed_once_even_if_a_signal_arrives_meanwhile(
    freed: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    def free_and_signal(solver: object, _: object) -> None:
        freed.append(solver)
        if solver is own:
            signal.raise_signal(signal.SIGALRM)

    monkeypatch.setattr("pysat.solvers.pysolvers.cadical195_del", free_and_signal)
    cadical = Cadical("a test", [[1, 2], [-1]])
    own, thread = solver_of(cadical), cadical._thread
    assert cadical.solve()
    with suppress(Signalled):
        del cadical
        thread.shutdown()
    assert freed.count(own) == 1


@needs_an_alarm
def test_a_solver_that_a_signal_leaves_searching_is_freed_when_that_has_ended(
    freed: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    def search(*_: object) -> int:
        signal.raise_signal(signal.SIGALRM)
        time.sleep(0.2)
        freed_meanwhile.append(own in freed)
        return 1

    freed_meanwhile: list[bool] = []
    monkeypatch.setattr("pysat.solvers.pysolvers.cadical195_solve_lim", search)
    cadical = Cadical("a test", [[1, 2], [-1]])
    own, thread = solver_of(cadical), cadical._thread
    try:
        cadical.solve()
    except Signalled:  # whose traceback would keep the solver
        del cadical
    thread.shutdown()
    assert (freed_meanwhile, freed.count(own)) == ([False], 1)


def test_a_search_goes_on_over_many_slices() -> None:
    run = Sat().run(instance("solbat", "sb_15_15_7_0").puzzle)
    assert (len(list(run)), run.complete) == (1, True)
    assert run.stats["conflicts"] > 1000


def test_a_deadline_ends_a_search_that_would_take_minutes() -> None:
    start = time.perf_counter()
    assert Cadical("a test", pigeons()).solve(deadline=start + 0.3) is None
    assert 0.3 <= time.perf_counter() - start < 5


def test_a_run_out_of_time_gives_no_board_and_claims_nothing() -> None:
    run = Sat().run(instance("solbat", "sb_15_15_6_1").puzzle, Budget(seconds=0.0))
    assert (next(run, None), run.complete) == (None, False)
