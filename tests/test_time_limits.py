"""One convention for time limits: a result says whether it is `complete`, and only a call without any partial
answer raises `OutOfTimeError`."""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable
from typing import Any, Final

import pytest

import bimaru
from bimaru.board import Board
from bimaru.clock import clock
from bimaru.puzzle import Puzzle
from instances import instance

OPEN: Final = Puzzle([None] * 30, [None] * 30, {5: 9})
"""A puzzle of which nothing is known in no time."""
HARD: Final = instance("solbat", "sb_15_15_6_0").puzzle

SAYING: Final[dict[str, Callable[[], Any]]] = {
    "solve": lambda: bimaru.solve(OPEN, limit=None, time_limit=0),
    "solve_many": lambda: next(bimaru.solve_many([OPEN], limit=None, time_limit=0)),
    "search": lambda: _exhausted(bimaru.search(OPEN, time_limit=0)),
    "count": lambda: bimaru.count(OPEN, time_limit=0),
    "explain": lambda: bimaru.explain(HARD, time_limit=0),
    "explain_many": lambda: next(bimaru.explain_many([HARD], time_limit=0)),
}
"""Calls whose results may be partial."""
RAISING: Final[dict[str, Callable[[], Any]]] = {
    "is_unique": lambda: bimaru.is_unique(OPEN, engine="backtracking", time_limit=0),
    "grade": lambda: bimaru.grade(HARD, time_limit=0),
    "why": lambda: bimaru.why(HARD, (0, 0), time_limit=0),
    "explain_conflict": lambda: bimaru.explain_conflict(HARD, time_limit=0),
    "explain_ambiguity": lambda: bimaru.explain_ambiguity(OPEN, time_limit=0),
    "hint": lambda: bimaru.hint(HARD, Board.unknown(15, 15), time_limit=0),
    "review": lambda: bimaru.review(OPEN, Board.unknown(30, 30), time_limit=0),
    "minimise": lambda: bimaru.minimise(OPEN, time_limit=0),
    "minimisation": lambda: bimaru.minimisation(OPEN, time_limit=0),
    "count_arrangements": lambda: bimaru.count_arrangements((12, 12), {4: 1, 3: 2, 2: 3, 1: 4}, time_limit=0),
    "count_squares": lambda: bimaru.count_squares(OPEN, time_limit=0),
    "draw_boards": lambda: bimaru.draw_boards(OPEN, time_limit=0),
}
"""Calls that give an answer or none; `minimisation` until the solution is proved to be the only one."""


EASY: Final = instance("csplib014", "csplib014-113").puzzle
EMPTY: Final = Board.unknown(EASY.height, EASY.width)
ANSWERING: Final[dict[str, Callable[[], Any]]] = {
    "explain": lambda: bimaru.explain(EASY, time_limit=60).complete,
    "is_unique": lambda: bimaru.is_unique(EASY, time_limit=60),
    "grade": lambda: bimaru.grade(EASY, time_limit=60),
    "why": lambda: bimaru.why(EASY, (0, 0), time_limit=60).complete,
    "explain_conflict": lambda: bimaru.explain_conflict(Puzzle([2, 0], [1, 0], {1: 2}), time_limit=60),
    "explain_ambiguity": lambda: bimaru.explain_ambiguity(
        Puzzle([1, 0], [None, None], {1: 1}), time_limit=60
    ),
    "hint": lambda: bimaru.hint(EASY, EMPTY, time_limit=60).step,
    "review": lambda: bimaru.review(EASY, EMPTY, time_limit=60).right,
    "minimise": lambda: bimaru.minimise(EASY, time_limit=60),
    "count_arrangements": lambda: bimaru.count_arrangements((6, 6), {2: 2}, time_limit=60),
    "count_squares": lambda: bimaru.count_squares(EASY, time_limit=60),
    "draw_boards": lambda: bimaru.draw_boards(EASY, time_limit=60),
}
"""Calls that have plenty of time, and whether there is an answer."""


def _exhausted(solutions: bimaru.Solutions) -> bimaru.Solutions:
    assert list(solutions) is not None
    return solutions


def test_every_call_with_a_time_limit_is_here() -> None:
    public = [getattr(bimaru, name) for name in bimaru.__all__]
    calls = {call.__name__ for call in public if inspect.isfunction(call)}
    limited = {name for name in calls if "time_limit" in inspect.signature(getattr(bimaru, name)).parameters}
    assert limited == {*SAYING, *RAISING, "grade_many"}  # `None` for a puzzle without a grade in time


@pytest.mark.parametrize("name", SAYING)
def test_a_partial_result_says_that_it_is_not_complete(name: str) -> None:
    assert SAYING[name]().complete is False


@pytest.mark.parametrize("name", RAISING)
def test_a_call_without_a_partial_answer_raises(name: str) -> None:
    with pytest.raises(bimaru.OutOfTimeError, match="the time limit was reached"):
        RAISING[name]()


@pytest.mark.parametrize("name", [*SAYING, *RAISING])
def test_a_time_limit_is_a_keyword(name: str) -> None:
    parameter = inspect.signature(getattr(bimaru, name)).parameters["time_limit"]
    assert (parameter.kind, parameter.default) == (inspect.Parameter.KEYWORD_ONLY, None)


@pytest.mark.parametrize("shift", [-1e6, 1e6])
@pytest.mark.parametrize("name", ANSWERING)
def test_a_limit_is_by_the_clock_of_the_process(
    name: str, shift: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "now", lambda: time.perf_counter() + shift)  # read in part, it seems far off
    assert ANSWERING[name]()
