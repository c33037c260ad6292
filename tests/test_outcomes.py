"""All results share one base, with `complete`."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from typing import Final

import pytest

import bimaru
from bimaru.board import Board
from bimaru.outcome import Outcome
from bimaru.puzzle import Puzzle
from command_line import MULTIPLE, NONE, UNIQUE

ONE, SEVERAL, IMPOSSIBLE = map(Puzzle.from_data, (UNIQUE, MULTIPLE, NONE))
BLANK: Final = Board.unknown(ONE.height, ONE.width)
ANSWERS: Final[dict[str, Callable[[], object]]] = {
    "solve": lambda: bimaru.solve(ONE),
    "count": lambda: bimaru.count(ONE),
    "count squares": lambda: bimaru.count_squares(ONE),
    "explain": lambda: bimaru.explain(ONE),
    "why": lambda: bimaru.why(ONE, (0, 0)),
    "hint": lambda: bimaru.hint(ONE, BLANK),
    "review": lambda: bimaru.review(ONE, BLANK),
    "grade": lambda: bimaru.grade(ONE),
    "minimise": lambda: bimaru.minimisation(ONE),
    "conflict": lambda: bimaru.explain_conflict(IMPOSSIBLE),
    "ambiguity": lambda: bimaru.explain_ambiguity(SEVERAL),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_every_answer_says_whether_it_is_complete(name: str) -> None:
    answer = ANSWERS[name]()
    assert isinstance(answer, Outcome)
    assert answer.complete
    assert json.loads(json.dumps(answer.to_data())) == answer.to_data()
    again = pickle.loads(pickle.dumps(answer))
    assert (again, again.complete) == (answer, True)


def test_an_answer_that_a_limit_cuts_short_is_not_complete() -> None:
    assert not bimaru.solve(SEVERAL, limit=1).complete
    assert not bimaru.count(SEVERAL, node_limit=0).complete
