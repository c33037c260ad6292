"""The operation `why` of the API."""

from __future__ import annotations

import json
from typing import Any

from bimaru.web import schema
from bimaru.web.handlers import answer
from bimaru.web.messages import Request

PUZZLE = {"rows": [2, 0, 1], "cols": [1, 1, 1], "fleet": {"2": 1, "1": 1}, "givens": [[2, 0, "W"]]}


def ask(
    body: object, square: str, is_not: str | None = None, time_limit: float = 9, language: str = "en"
) -> tuple[int, Any]:
    options = {"square": square, "not": is_not, "language": language}
    found = answer(Request("why", json.dumps(body).encode(), options, time_limit, 99))
    return found.status, json.loads(found.content)


def test_a_square_is_argued_from_the_puzzle_and_from_a_board() -> None:
    status, argument = ask(PUZZLE, "B2")
    assert (status, argument["text"]) == (200, "Row B has 0: so B2 is water.")
    assert argument["clues"] == [{"row": 1}]
    aliases = {field.alias or name for name, field in schema.WhyResult.model_fields.items()}
    assert aliases == {*argument}
    _, argument = ask({"puzzle": PUZZLE, "board": {"board": ["LR?", "???", "???"]}}, "A3", "X")
    assert (argument["verdict"], argument["not"]) == ("forced", True)


def test_no_solution_and_a_time_limit_are_verdicts() -> None:
    status, argument = ask(PUZZLE | {"rows": [2, 0, 2]}, "A1")
    assert (status, argument["verdict"]) == (200, "none")
    status, argument = ask(PUZZLE, "A1", time_limit=0)
    assert (status, argument["verdict"], argument["complete"]) == (200, "unknown", False)


def test_an_argument_is_in_the_language_requested() -> None:
    _, argument = ask(PUZZLE, "B2", language="de")
    assert argument["text"] == "Zeile B hat 0: Also ist B2 Wasser."
    _, argument = ask(PUZZLE | {"rows": [2, 0, 2]}, "A1", language="de")
    assert argument["text"] == "Das Rätsel hat keine Lösung."


def test_what_is_no_square_is_refused() -> None:
    status, error = ask(PUZZLE, "Z9")
    assert (status, error["error"]) == (422, "invalid square")
    assert error["faults"] == ["the square Z9 is not on the grid, which is 3x3"]
