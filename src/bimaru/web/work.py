"""What the API does, each operation from a request's body and options to an answer: in a worker."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import bimaru
from bimaru.formats import REGISTRY, format_named, sniff
from bimaru.formats.jsonl import from_data, value_in

JSON: Final = "application/json"


class Answer(NamedTuple):
    """An answer as it goes over the wire. A `status` of 500 is a bug in bimaru."""

    status: int
    media_type: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked. `body` is JSON, not looked at so far; `options` have been checked; `time_limit`
    is in seconds; `side` is the most rows or columns that are taken."""

    operation: str
    body: bytes
    options: Mapping[str, Any]
    time_limit: float
    side: int

    def puzzle(self) -> bimaru.Puzzle:
        """The body as a puzzle. Raises `InvalidPuzzle`."""
        return self._puzzle_of(value_in(self.body))

    def puzzle_and_board(self) -> tuple[bimaru.Puzzle, bimaru.Board | None]:
        """The body as `{"puzzle", "board"}`. Raises `InvalidPuzzle` and `InvalidBoard`."""
        given = self.keys()
        board = given.get("board")
        return self._puzzle_of(given.get("puzzle")), None if board is None else bimaru.Board.from_data(board)

    def keys(self) -> dict[str, Any]:
        """The keys of the body, which is an object. Raises `InvalidPuzzle`."""
        given = value_in(self.body)
        if not isinstance(given, dict):
            raise bimaru.InvalidPuzzle(["the body is not an object"])
        return given

    def _puzzle_of(self, data: object) -> bimaru.Puzzle:
        puzzle = from_data(data)
        if max(puzzle.height, puzzle.width) > self.side:
            fault = f"the grid is {puzzle.height}x{puzzle.width}; this server takes up to {self.side} a side"
            raise bimaru.InvalidPuzzle([fault])
        return puzzle


def answer(request: Request) -> Answer:
    """The answer to a request, also to one that cannot be done."""
    try:
        return OPERATIONS[request.operation](request)
    except (bimaru.InvalidPuzzle, bimaru.InvalidBoard) as error:
        what = "puzzle" if isinstance(error, bimaru.InvalidPuzzle) else "board"
        return refusal(422, f"not a {what} that can be read", *error.faults)
    except (bimaru.EngineRefuses, bimaru.CannotWrite, bimaru.MissingExtra, bimaru.UnknownFormat) as error:
        return refusal(422, str(error))


def refusal(status: int, error: str, *faults: str) -> Answer:
    """The answer to what is not done: a sentence, and the faults where there are several."""
    return as_json({"error": error, "faults": list(faults)}, status)


def as_json(data: object, status: int = 200) -> Answer:
    """Data as an answer."""
    return Answer(status, JSON, json.dumps(data, allow_nan=False).encode())


def _solve(request: Request) -> Answer:
    puzzle = request.puzzle()
    limit, engine = request.options["limit"], request.options["engine"]
    result = bimaru.solve(puzzle, engine, limit, time_limit=request.time_limit)
    return as_json({"id": puzzle.id} | result.to_data())


def _count(request: Request) -> Answer:
    puzzle = request.puzzle()
    number = bimaru.count(puzzle, request.options["engine"], time_limit=request.time_limit)
    return as_json({"id": puzzle.id} | number.to_data())


def _check(request: Request) -> Answer:
    puzzle, board = request.puzzle_and_board()
    if board is None:
        raise bimaru.InvalidBoard(["board: missing"])
    return as_json({"id": puzzle.id, "faults": [fault._asdict() for fault in bimaru.faults(puzzle, board)]})


def _explain(request: Request) -> Answer:
    puzzle = request.puzzle()
    return as_json({"id": puzzle.id} | bimaru.explain(puzzle).to_data())


def _hint(request: Request) -> Answer:
    puzzle, board = request.puzzle_and_board()
    try:
        advice = bimaru.hint(puzzle, board)
    except bimaru.NoBoard:
        advice = bimaru.Advice()
    return as_json({"id": puzzle.id} | advice.to_data(request.options["strength"]))


def _grade(request: Request) -> Answer:
    puzzle = request.puzzle()
    grade: bimaru.Grade | bimaru.Ungradable
    try:
        grade = bimaru.grade(puzzle)
    except bimaru.Ungradable as reason:
        grade = reason
    return as_json({"id": puzzle.id} | grade.to_data())


def _convert(request: Request) -> Answer:
    given = request.keys()
    text, to = given.get("text"), given.get("to")
    if not (isinstance(text, str) and isinstance(to, str)):
        raise bimaru.InvalidPuzzle([f"{key}: missing, or not text" for key in ("text", "to")])
    source = sniff(text)
    written = "".join(bimaru.write_all(bimaru.parse_all(text, source), to))
    return as_json({"text": written, "from": source, "to": to})


def _formats(_: Request) -> Answer:
    return as_json([format_named(name).to_data() for name in REGISTRY])


OPERATIONS: Final[dict[str, Callable[[Request], Answer]]] = {
    "solve": _solve,
    "count": _count,
    "check": _check,
    "explain": _explain,
    "hint": _hint,
    "grade": _grade,
    "convert": _convert,
    "formats": _formats,
}
"""What a request can ask for, by its name."""
