"""What the API does, each operation from a request's body and options to an answer: in a worker."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from io import BytesIO
from typing import Any, Final

import bimaru
from bimaru.drawing.pdf import pdf
from bimaru.drawing.png import PictureTooLargeError, png
from bimaru.drawing.scene import scene
from bimaru.drawing.svg import svg
from bimaru.errors import OutOfReachError
from bimaru.formats import sniff
from bimaru.formats.jsonl import from_data, to_data, value_in
from bimaru.generation.generator import SEED_BITS, maker_of, random_seed
from bimaru.generation.minimisation import minimise
from bimaru.generation.recipe import Recipe
from bimaru.validation import number_in
from bimaru.web.messages import PICTURES, Answer, Request, as_json, error_answer

_POINTS: Final = 0.75
"""Of a pixel, as browsers print it."""
_GRADES_OF_THE_WEEK: Final = ("easy", "easy", "intermediate", "intermediate", "hard", "hard", "expert")
"""Of the puzzles of the days from Monday on."""


class _NotPossibleError(ValueError):
    """Options that exclude each other."""


_NOT_READ: Final[dict[type[Any], str]] = {
    bimaru.InvalidPuzzleError: "this is not a puzzle",
    bimaru.InvalidBoardError: "this is not a board for it",
    bimaru.InvalidRecipeError: "no puzzle can be asked for like that",
}
"""Errors with `faults`, and what they say in short."""
_NOT_DONE: Final = (
    bimaru.CannotGenerateError,
    bimaru.CannotWriteError,
    bimaru.UnsupportedPuzzleError,
    bimaru.FleetDoesNotFitError,
    bimaru.MissingExtraError,
    bimaru.UnknownFormatError,
    bimaru.NotUniqueError,
    OutOfReachError,
    PictureTooLargeError,
    _NotPossibleError,
)


def answer(request: Request) -> Answer:
    """The answer to a request, also to one that cannot be done."""
    try:
        return OPERATIONS[request.operation](request)
    except tuple(_NOT_READ) as error:
        what = next(what for kind, what in _NOT_READ.items() if isinstance(error, kind))
        return error_answer(422, what, *error.faults)
    except _NOT_DONE as error:
        return error_answer(422, str(error))


# Reading what is asked


def _keys(request: Request) -> dict[str, Any]:
    """The keys of the body. Raises `InvalidTextError`."""
    given = value_in(request.body)
    if not isinstance(given, dict):
        raise bimaru.InvalidPuzzleError(["the body is not an object"])
    return given


def _puzzle(request: Request) -> bimaru.Puzzle:
    """The body as a puzzle. Raises `InvalidPuzzleError`."""
    return _sized(value_in(request.body), request.side)


def _sized(data: object, side: int) -> bimaru.Puzzle:
    puzzle = from_data(data)
    if max(puzzle.height, puzzle.width) > side:
        fault = f"the grid is {puzzle.height}x{puzzle.width}; this server takes up to {side} a side"
        raise bimaru.InvalidPuzzleError([fault])
    return puzzle


def _with_board(request: Request) -> tuple[bimaru.Puzzle, bimaru.Board | None]:
    """The body as `{"puzzle", "board"}`. Raises `InvalidPuzzleError` and `InvalidBoardError`."""
    given = _keys(request)
    board = given.get("board")
    return _sized(given.get("puzzle"), request.side), None if board is None else bimaru.Board.from_data(board)


# The operations


def _solve(request: Request) -> Answer:
    puzzle = _puzzle(request)
    limit, engine = request.options["limit"], request.options["engine"]
    result = bimaru.solve(puzzle, engine=engine, limit=limit, time_limit=request.time_limit)
    return as_json({"id": puzzle.id} | result.to_data())


def _count(request: Request) -> Answer:
    puzzle = _puzzle(request)
    number = bimaru.count(puzzle, engine=request.options["engine"], time_limit=request.time_limit)
    return as_json({"id": puzzle.id} | number.to_data())


def _check(request: Request) -> Answer:
    puzzle, board = _with_board(request)
    if board is None:
        raise bimaru.InvalidBoardError(["board: missing"])
    return as_json({"id": puzzle.id, "faults": [fault._asdict() for fault in bimaru.check(puzzle, board)]})


def _explain(request: Request) -> Answer:
    puzzle = _puzzle(request)
    explanation = bimaru.explain(puzzle, time_limit=request.time_limit)
    return as_json({"id": puzzle.id} | explanation.to_data())


def _hint(request: Request) -> Answer:
    puzzle, board = _with_board(request)
    advice, late = bimaru.Advice(), {}
    try:
        advice = bimaru.hint(puzzle, board, time_limit=request.time_limit)
    except bimaru.NoSolutionError:
        pass
    except bimaru.OutOfTimeError as reason:
        late = reason.to_data()
    return as_json({"id": puzzle.id} | advice.to_data(request.options["strength"]) | late)


def _grade(request: Request) -> Answer:
    puzzle = _puzzle(request)
    try:
        told = bimaru.grade(puzzle, time_limit=request.time_limit).to_data()
    except bimaru.UngradableError as reason:
        told = reason.to_data()
    except bimaru.OutOfTimeError as reason:
        told = {"grade": None, "score": None} | reason.to_data()
    return as_json({"id": puzzle.id} | told)


def _convert(request: Request) -> Answer:
    given = _keys(request)
    text, to = given.get("text"), given.get("to")
    if not (isinstance(text, str) and isinstance(to, str)):
        raise bimaru.InvalidPuzzleError([f"{key}: missing, or not text" for key in ("text", "to")])
    source = sniff(text)
    written = "".join(bimaru.write_all(bimaru.parse_all(text, source), to))
    return as_json({"text": written, "from": source, "to": to})


def _generate(request: Request) -> Answer:
    return as_json(to_data(_made(_keys(request), request.side)))


def _made(given: Mapping[str, Any], side: int) -> bimaru.Puzzle:
    """The puzzle that is asked for. Sizes and fleets may be written as on the command line."""
    asked = {name: value for name, value in given.items() if value is not None}
    seed = asked.pop("seed", None)
    if not (
        seed is None or (isinstance(seed, int) and not isinstance(seed, bool) and 0 <= seed < 2**SEED_BITS)
    ):
        raise bimaru.InvalidRecipeError([f"seed: not a whole number from 0 to {2**SEED_BITS - 1}"])
    if isinstance(asked.get("size"), str):
        asked["size"] = [number_in(part) for part in asked["size"].split("x")]
    if isinstance(asked.get("fleet"), str):
        asked["fleet"] = bimaru.Fleet.parse(asked["fleet"])
    recipe = Recipe.from_data(asked)
    if max(recipe.size) > side:
        raise bimaru.InvalidRecipeError([f"size: this server makes puzzles of up to {side} a side"])
    return maker_of(recipe).make(random_seed() if seed is None else seed)


def _daily(request: Request) -> Answer:
    try:
        day = date.fromisoformat(request.options["date"])
    except ValueError:
        raise bimaru.InvalidRecipeError(["date: there is no such day"]) from None
    made = _made({"grade": _GRADES_OF_THE_WEEK[day.weekday()], "seed": int(f"{day:%Y%m%d}")}, request.side)
    return as_json(to_data(made.replace(id=f"{day:%Y-%m-%d}")))


def _minimise(request: Request) -> Answer:
    return as_json(to_data(minimise(_puzzle(request), time_limit=request.time_limit)))


def _draw(request: Request) -> Answer:
    puzzle, board = _with_board(request) if "puzzle" in _keys(request) else (_puzzle(request), None)
    if board and (board.height, board.width) != (puzzle.height, puzzle.width):
        raise bimaru.InvalidBoardError(["the board is of another size than the puzzle"])
    shown = scene(puzzle, board, names=request.options["names"], fleet=request.options["fleet"])
    to, theme, size = (request.options[name] for name in ("to", "theme", "size"))
    if theme == "auto" and to != "svg":
        raise _NotPossibleError("the theme auto is for SVG")
    if to == "svg":
        return Answer(200, PICTURES[to], svg(shown, theme, size).encode())
    if to == "png":
        return Answer(200, PICTURES[to], png(shown, theme, size))
    file = BytesIO()
    pdf(file, shown, theme, size * _POINTS)
    return Answer(200, PICTURES[to], file.getvalue())


OPERATIONS: Final[dict[str, Callable[[Request], Answer]]] = {
    "solve": _solve,
    "count": _count,
    "check": _check,
    "explain": _explain,
    "hint": _hint,
    "grade": _grade,
    "convert": _convert,
    "generate": _generate,
    "daily": _daily,
    "minimise": _minimise,
    "draw": _draw,
}
"""What a request can ask for, by its name."""
