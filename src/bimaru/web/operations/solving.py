"""Solutions: solving, counting, checking; and other notations of a puzzle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import bimaru
from bimaru.engines.options import options_of, split
from bimaru.engines.registry import engine_named, factory_of
from bimaru.formats import sniff
from bimaru.web.messages import Answer, Request, as_json
from bimaru.web.operations.requests import InvalidOptionError, object_in, puzzle_and_board_in, puzzle_in


def solve(request: Request) -> Answer:
    """Find solutions. With the default limit of two, the status says whether there is only one."""
    puzzle = puzzle_in(request)
    limit = request.options["limit"]
    result = bimaru.solve(puzzle, engine=_engine(request), limit=limit, time_limit=request.time_limit)
    data = {"id": puzzle.id} | result.to_data()
    if result.status == "none":
        from bimaru.advice.faults_at_sight import failure_data  # imported late: a browser starts sooner

        data |= failure_data(puzzle)
    return as_json(data)


def count(request: Request) -> Answer:
    """Count the solutions."""
    puzzle = puzzle_in(request)
    if request.options["squares"]:
        return as_json({"id": puzzle.id} | _squares_of(puzzle, request.time_limit))
    number = bimaru.count(puzzle, engine=_engine(request), time_limit=request.time_limit)
    return as_json({"id": puzzle.id} | number.to_data())


def _squares_of(puzzle: bimaru.Puzzle, time_limit: float | None) -> dict[str, object]:
    try:
        return bimaru.count_squares(puzzle, time_limit=time_limit).to_data()
    except (bimaru.OutOfTimeError, bimaru.OutOfReachError):
        return {"n_solutions": 0, "complete": False, "squares": None}


def check(request: Request) -> Answer:
    """List the rules that a board breaks; none for a solution."""
    puzzle, board = puzzle_and_board_in(request)
    if board is None:
        raise bimaru.InvalidBoardError(["board: missing"])
    return as_json({"id": puzzle.id, "faults": [fault.to_data() for fault in bimaru.check(puzzle, board)]})


def convert(request: Request) -> Answer:
    """Convert puzzles to another format."""
    data = object_in(request)
    text, to = data.get("text"), data.get("to")
    if not (isinstance(text, str) and isinstance(to, str)):
        faults = (_text_fault(data, key) for key in ("text", "to"))
        raise bimaru.InvalidPuzzleError([fault for fault in faults if fault])
    source = sniff(text)
    written = "".join(bimaru.write_all(bimaru.parse_all(text, source), to))
    return as_json({"text": written, "from": source, "to": to})


def _text_fault(data: Mapping[str, Any], key: str) -> str:
    """What is wrong with a value that should be text; empty if nothing is."""
    if key not in data:
        return f"{key}: missing"
    return "" if isinstance(data[key], str) else f"{key}: not text"


def _engine(request: Request) -> str:
    """The engine, with its options, of which only those with listed values are open to clients: any other
    value, such as the name of a program, is for the owner of the machine. Raises `_InvalidOptionError`."""
    text = request.options["engine"]
    try:
        name, given = split(text)
        closed = {option.name for option in options_of(factory_of(name)) if not option.values}
        if closed := closed & given.keys():
            raise ValueError(f"the option {', '.join(sorted(closed))} of {name} cannot be set by a request")
        engine_named(text)
    except ValueError as error:
        raise InvalidOptionError([f"engine: {error}"]) from error
    return str(text)
