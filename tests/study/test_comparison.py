"""Engines side by side: what counts as a disagreement, and what does not."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from typing import Final

import pytest

import lying
from bimaru.board import Board
from bimaru.engines import REGISTRY, Engine, engine_named
from bimaru.errors import MissingExtraError, OutOfTimeError
from bimaru.processes.killable import CallFailedError
from bimaru.puzzle import Puzzle
from bimaru.rules import check
from bimaru.study.comparison import COSTS, SIZES, Claim, Comparison, run_trial, warm_up, with_relaxation
from command_line import MULTIPLE, NONE, OPEN, UNIQUE
from instances import puzzle_of

PACKAGES: Final = ("ortools", "pysat", "clingo", "z3", "pychoco", "pumpkin_solver", "cpmpy", "oxidd", "exact")
ALONE: Final = ("auto", "search", "placements", "backtracking", "exact-cover", "sweep")
"""Engines that need no package."""
ELSEWHERE: Final = REGISTRY.keys() - {*ALONE, "sat", "sat-boats"}
"""Engines whose solvers run in other processes."""
ONE: Final = puzzle_of(UNIQUE)
TWO: Final = puzzle_of(MULTIPLE)
SEARCH: Final = engine_named("search")


def _fail(*_: object, **__: object) -> None:
    raise CallFailedError("the process ended")


def compared(puzzle: Puzzle, *engines: Engine, limit: int | None = 2) -> Comparison:
    return Comparison(puzzle, tuple(run_trial(puzzle, engine, limit) for engine in engines))


@pytest.mark.parametrize("given", [UNIQUE, MULTIPLE, NONE], ids=lambda given: given["id"])
@pytest.mark.parametrize("limit", [1, 2, None])
def test_correct_engines_agree(given: Mapping[str, object], limit: int | None) -> None:
    comparison = compared(puzzle_of(given), SEARCH, engine_named("backtracking"), lying.honest(), limit=limit)
    assert (comparison.is_sound, comparison.disagreements()) == (True, [])
    assert len(comparison.decided) == 3
    if limit != 1:
        assert comparison.answer == given["id"]


@pytest.mark.parametrize("puzzle", [ONE, TWO], ids=["and says there is none", "and says there is one"])
def test_a_missed_board_is_shown_with_what_the_engine_found_instead(puzzle: Puzzle) -> None:
    comparison = compared(puzzle, lying.forgetful(), SEARCH)
    (found,) = comparison.disagreements()
    right, wrong = found.claims
    assert found.text == "search found a board that is not among all the boards of forgetful"
    assert (right.engine, wrong.engine) == ("search", "forgetful")
    assert right.board is not None
    assert check(puzzle, right.board) == []
    assert wrong.board == (None if puzzle == ONE else Board(("..S", "...", "S..")))
    assert right.board != wrong.board
    assert not comparison.is_sound


def test_engines_that_miss_the_same_board_are_reported_once() -> None:
    comparison = compared(TWO, lying.forgetful(), SEARCH, lying.forgetful(), lying.honest())
    (found,) = comparison.disagreements()
    assert found.text == "search found a board that is not among all the boards of forgetful, forgetful"


def test_a_board_that_the_referee_rejects_is_shown_beside_one_that_it_accepts() -> None:
    comparison = compared(ONE, lying.careless(), SEARCH)
    (found,) = comparison.disagreements()
    assert found.text.startswith("the engine careless gave a wrong board: ")
    assert check(ONE, Board(("..", "S.")))[0].text in found.text
    assert found.claims == (
        Claim("careless", Board(("..", "S."))),
        Claim("search", Board(("S.", ".."))),
    )


def test_a_board_that_the_referee_rejects_needs_no_other_engine_to_be_wrong() -> None:
    comparison = compared(ONE, lying.careless())
    assert [len(found.claims) for found in comparison.disagreements()] == [1]


def test_a_repeated_board_is_no_second_board() -> None:
    comparison = compared(ONE, lying.stuttering(), SEARCH)
    (found,) = comparison.disagreements()
    assert found.text == "the engine stuttering gave a wrong board: it is given twice"


@pytest.mark.parametrize(
    ("error", "message"),
    [(RuntimeError("Traceback:\n  here\nout of ideas\n"), "out of ideas"), (KeyError(), "KeyError")],
    ids=["at length", "without a word"],
)
def test_a_failing_engine_is_reported_in_a_line(error: Exception, message: str) -> None:
    comparison = compared(ONE, lying.broken(error), SEARCH)
    assert comparison.trials[0].outcome == "failed"
    assert comparison.trials[0].trouble == f"the engine broken failed: {message}"
    assert comparison.disagreements() == []
    assert not comparison.is_sound


def test_an_engine_out_of_time_contradicts_none() -> None:
    open_puzzle = puzzle_of(OPEN)
    slow = run_trial(open_puzzle, engine_named("backtracking"), time_limit=0)
    assert (slow.outcome, slow.decided, slow.has_run) == ("unknown", False, True)
    comparison = Comparison(open_puzzle, (run_trial(open_puzzle, SEARCH), slow))
    assert comparison.is_sound
    assert comparison.answer == "multiple"
    assert [trial.engine for trial in comparison.decided] == ["search"]


def test_an_engine_that_raises_when_it_is_out_of_time_has_not_failed() -> None:
    trial = run_trial(ONE, lying.broken(OutOfTimeError()))
    assert (trial.outcome, trial.decided, trial.has_run, trial.is_at_fault) == ("unknown", False, True, False)


def hide(packages: Iterable[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Make packages seem not to be installed."""
    for name in [*sys.modules]:
        if name.partition(".")[0] in packages:
            monkeypatch.setitem(sys.modules, name, None)
    for name in packages:
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setattr("bimaru.engines.minizinc.which", lambda _: None)


@pytest.mark.parametrize("name", REGISTRY)
def test_refused_missing_failed_and_out_of_time_are_told_apart(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = engine_named(name)
    strange = Puzzle([2, 1], [None] * 3, words=["AB"], shapes=[["##", "#."]])
    slow = run_trial(puzzle_of(OPEN), engine, time_limit=0)
    with monkeypatch.context() as broken:
        broken.setattr("bimaru.engines.mathopt.call_killable", _fail)
        broken.setattr("bimaru.engines.minizinc.which", str)  # as if it were installed
        broken.setattr("bimaru.engines.minizinc.run_program", _fail)
        failed = run_trial(ONE, engine)
    hide(PACKAGES, monkeypatch)
    missing = run_trial(ONE, engine)
    refused = run_trial(strange, engine) if engine.refusal(strange) else None
    assert (slow.outcome, slow.trouble) == ("unknown", "")
    assert failed.outcome == ("failed" if name in ELSEWHERE else "unique")
    assert missing.outcome == ("unique" if name in ALONE else "missing")
    assert refused is None or refused.outcome == "refused"


def test_a_relaxation_that_fails_is_reported_in_the_trial(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = engine_named("mip-ship")
    trial = run_trial(ONE, engine)
    monkeypatch.setattr("bimaru.engines.mathopt.call_killable", _fail)
    failed = with_relaxation(ONE, engine, trial)
    assert (trial.outcome, failed.outcome) == ("unique", "failed")
    assert failed.trouble == "the engine mip-ship failed: GLOP: the process ended"


def test_an_engine_that_stops_at_the_limit_contradicts_none() -> None:
    comparison = compared(TWO, lying.honest(), engine_named("backtracking"), limit=1)
    assert comparison.is_sound
    assert [trial.outcome for trial in comparison.trials] == ["unknown"] * 2
    assert len(comparison.decided) == 2


def test_an_engine_that_does_not_take_the_puzzle_reports_why() -> None:
    comparison = compared(Puzzle([1], [1], words=["A"]), SEARCH, engine_named("backtracking"))
    refusing = comparison.trials[0]
    assert (refusing.outcome, refusing.has_run) == ("refused", False)
    assert refusing.trouble.startswith("the engine search does not take this puzzle: it takes ")
    assert (comparison.is_sound, comparison.answer) == (True, "unique")


def test_a_missing_package_is_reported_with_its_extra() -> None:
    comparison = compared(ONE, lying.broken(MissingExtraError("the engine bare", "models")), SEARCH)
    missing = comparison.trials[0]
    assert (missing.outcome, missing.has_run) == ("missing", False)
    assert missing.trouble == "the engine bare needs an extra: pip install 'bimaru[models]'"
    assert (comparison.is_sound, comparison.answer) == (True, "unique")


def test_figures_are_the_counts_of_the_engine_and_null_for_the_rest() -> None:
    figures = run_trial(ONE, engine_named("backtracking")).figures()
    assert list(figures) == ["engine", "status", "complete", "n_solutions", *SIZES, *COSTS, "trouble"]
    assert (figures["engine"], figures["status"], figures["complete"]) == ("backtracking", "unique", True)
    assert (figures["n_solutions"], figures["variables"], figures["clauses"]) == (1, 1, None)
    refused = run_trial(Puzzle([1], [1], words=["A"]), SEARCH).figures()
    assert (refused["status"], refused["n_solutions"], refused["nodes"]) == ("refused", None, None)


def test_warming_up_leaves_errors_to_the_trials() -> None:
    warm_up(lying.oversized())
