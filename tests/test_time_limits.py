"""One convention for time limits: a result says whether it is `complete`, and only a call without any partial
answer raises `OutOfTimeError`."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, Final

import pytest

import bimaru
from bimaru.board import Board
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
}
"""Calls whose results may be partial."""
RAISING: Final[dict[str, Callable[[], Any]]] = {
    "grade": lambda: bimaru.grade(HARD, time_limit=0),
    "why": lambda: bimaru.why(HARD, (0, 0), time_limit=0),
    "conflict": lambda: bimaru.conflict(HARD, time_limit=0),
    "ambiguity": lambda: bimaru.ambiguity(OPEN, time_limit=0),
    "hint": lambda: bimaru.hint(HARD, Board.unknown(15, 15), time_limit=0),
    "review": lambda: bimaru.review(OPEN, Board.unknown(30, 30), time_limit=0),
    "minimise": lambda: bimaru.minimise(OPEN, time_limit=0),
    "minimisation": lambda: bimaru.minimisation(OPEN, time_limit=0),
    "count_arrangements": lambda: bimaru.count_arrangements((12, 12), {4: 1, 3: 2, 2: 3, 1: 4}, time_limit=0),
}
"""Calls that give an answer or none; `minimisation` until the solution is proved to be the only one."""


def _exhausted(solutions: bimaru.Solutions) -> bimaru.Solutions:
    assert list(solutions) is not None
    return solutions


def test_every_call_with_a_time_limit_is_here() -> None:
    public = [getattr(bimaru, name) for name in bimaru.__all__]
    calls = {call.__name__ for call in public if inspect.isfunction(call)}
    limited = {name for name in calls if "time_limit" in inspect.signature(getattr(bimaru, name)).parameters}
    assert limited == {*SAYING, *RAISING}


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
