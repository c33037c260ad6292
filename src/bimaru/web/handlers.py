"""The operations of the API, each from a request to an answer. They run in a worker."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from io import BytesIO
from time import monotonic
from typing import Any, Final

import bimaru
from bimaru.deduction.why import no_argument
from bimaru.drawing.booklet import Entry, Style, booklet
from bimaru.drawing.pdf import pdf
from bimaru.drawing.png import PictureTooLargeError, png
from bimaru.drawing.scene import scene
from bimaru.drawing.svg import svg
from bimaru.engines.options import options_of, split
from bimaru.engines.registry import engine_named, factory_of
from bimaru.errors import InvalidInputError, OutOfReachError
from bimaru.formats import sniff
from bimaru.formats.jsonl import value_in
from bimaru.generation.generator import SEED_BITS, maker_of, random_seed
from bimaru.generation.minimisation import minimisation
from bimaru.generation.polyominoes import UnknownShapeError, shapes_named
from bimaru.generation.recipe import Recipe
from bimaru.ships import Shape
from bimaru.squares import Square, parse_square
from bimaru.validation import number_in
from bimaru.web.daily import puzzle_of_day
from bimaru.web.messages import BOOKLET_PUZZLES, PICTURES, Answer, Request, as_json, error_answer

_POINTS: Final = 0.75
"""Points of a pixel, as browsers print it."""
_NO_ANSWER: Final = {"multiple": "several solutions", "none": "no solution", "unknown": "not solved in time"}
"""What a booklet prints instead of an answer, by the status of the solution."""


class _OptionConflictError(ValueError):
    """Options that exclude each other."""


class _InvalidOptionError(InvalidInputError):
    """An option that the schemas cannot describe."""


_INVALID: Final[dict[type[Any], str]] = {
    _InvalidOptionError: "invalid request",
    bimaru.InvalidPuzzleError: "invalid puzzle",
    bimaru.InvalidBoardError: "invalid board",
    bimaru.InvalidRecipeError: "invalid options for a puzzle",
    bimaru.InvalidSquareError: "invalid square",
}
"""Errors with `faults`, and their summaries."""
_IMPOSSIBLE: Final = (
    bimaru.CannotGenerateError,
    bimaru.CannotWriteError,
    bimaru.UnsupportedPuzzleError,
    bimaru.FleetDoesNotFitError,
    bimaru.MissingExtraError,
    bimaru.UnknownFormatError,
    bimaru.NotUniqueError,
    bimaru.OutOfTimeError,
    OutOfReachError,
    PictureTooLargeError,
    _OptionConflictError,
)


def answer(request: Request) -> Answer:
    """The answer to a request, invalid and impossible ones included."""
    try:
        return OPERATIONS[request.operation](request)
    except tuple(_INVALID) as error:
        summary = next(text for kind, text in _INVALID.items() if isinstance(error, kind))
        return error_answer(422, summary, *error.faults)
    except _IMPOSSIBLE as error:
        return error_answer(422, str(error))


# Reading bodies


def _object(request: Request) -> dict[str, Any]:
    """The body as a JSON object. Raises `InvalidPuzzleError`."""
    data = value_in(request.body)
    if not isinstance(data, dict):
        raise bimaru.InvalidPuzzleError(["the body is not an object"])
    return data


def _puzzle(request: Request) -> bimaru.Puzzle:
    """The body as a puzzle. Raises `InvalidPuzzleError`."""
    return _puzzle_of(value_in(request.body), request.side)


def _puzzle_of(data: object, side: int) -> bimaru.Puzzle:
    """The puzzle of a JSON object, with at most `side` rows or columns. Raises `InvalidPuzzleError`."""
    puzzle = bimaru.Puzzle.from_data(data)
    if max(puzzle.height, puzzle.width) > side:
        fault = f"the grid is {puzzle.height}x{puzzle.width}; this server accepts up to {side}x{side}"
        raise bimaru.InvalidPuzzleError([fault])
    return puzzle


def _puzzle_and_board(request: Request) -> tuple[bimaru.Puzzle, bimaru.Board | None]:
    """The body as `{"puzzle", "board"}`. Raises `InvalidPuzzleError` and `InvalidBoardError`."""
    data = _object(request)
    board = data.get("board")
    return _puzzle_of(data.get("puzzle"), request.side), None if board is None else bimaru.Board.from_data(
        board
    )


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
        raise _InvalidOptionError([f"engine: {error}"]) from error
    return str(text)


def _language(request: Request) -> str:
    return str(request.options.get("language", "en"))


# The operations


def _solve(request: Request) -> Answer:
    puzzle = _puzzle(request)
    limit = request.options["limit"]
    result = bimaru.solve(puzzle, engine=_engine(request), limit=limit, time_limit=request.time_limit)
    return as_json({"id": puzzle.id} | result.to_data())


def _count(request: Request) -> Answer:
    puzzle = _puzzle(request)
    number = bimaru.count(puzzle, engine=_engine(request), time_limit=request.time_limit)
    return as_json({"id": puzzle.id} | number.to_data())


def _check(request: Request) -> Answer:
    puzzle, board = _puzzle_and_board(request)
    if board is None:
        raise bimaru.InvalidBoardError(["board: missing"])
    return as_json({"id": puzzle.id, "faults": [fault.to_data() for fault in bimaru.check(puzzle, board)]})


def _review(request: Request) -> Answer:
    puzzle, board = _puzzle_and_board(request)
    if board is None:
        raise bimaru.InvalidBoardError(["board: missing"])
    history = _object(request).get("history") or []
    if not isinstance(history, list):
        raise bimaru.InvalidBoardError(["history: not a list of boards"])
    rewind = request.options["rewind"]
    try:
        boards = [*map(bimaru.Board.from_data, history)]
        found = bimaru.review(puzzle, board, history=boards, time_limit=request.time_limit).to_data(
            rewind=rewind
        )
    except bimaru.OutOfTimeError as reason:
        found = {"right": None, "finished": None} | reason.to_data()
    return as_json({"id": puzzle.id, "board": None, "removed": None} | found)


def _explain(request: Request) -> Answer:
    puzzle = _puzzle(request)
    explanation = bimaru.explain(
        puzzle, time_limit=request.time_limit, with_clues=True, language=_language(request)
    )
    return as_json({"id": puzzle.id} | explanation.to_data())


def _why(request: Request) -> Answer:
    puzzle, board = _puzzle_and_board(request) if "puzzle" in _object(request) else (_puzzle(request), None)
    square = _square(request.options["square"], "square")
    is_not, language = request.options["not"], _language(request)
    try:
        argument = bimaru.why(
            puzzle, square, board, is_not=is_not, time_limit=request.time_limit, language=language
        ).to_data()
    except bimaru.NoSolutionError:
        argument = no_argument(square, is_not, "none", language)
    except bimaru.OutOfTimeError:
        argument = no_argument(square, is_not, "unknown", language)
    return as_json({"id": puzzle.id} | argument)


def _square(name: str, option: str) -> Square:
    """The square of an option. Raises `InvalidSquareError`."""
    square = parse_square(name)
    if square is None:
        raise bimaru.InvalidSquareError([f"{option}: not a row and a column, like B4"])
    return square


def _hint(request: Request) -> Answer:
    puzzle, board = _puzzle_and_board(request)
    last = request.options.get("last")
    last = None if last is None else _square(last, "last")
    advice, timeout = bimaru.Advice(), {}
    try:
        advice = bimaru.hint(
            puzzle, board, last=last, time_limit=request.time_limit, language=_language(request)
        )
    except bimaru.NoSolutionError:
        pass
    except bimaru.OutOfTimeError as reason:
        timeout = reason.to_data()
    return as_json({"id": puzzle.id} | advice.to_data(request.options["strength"]) | timeout)


def _grade(request: Request) -> Answer:
    puzzle = _puzzle(request)
    try:
        grade = bimaru.grade(puzzle, time_limit=request.time_limit).to_data()
    except bimaru.UngradableError as reason:
        grade = reason.to_data()
    except bimaru.OutOfTimeError as reason:
        grade = {"grade": None, "score": None} | reason.to_data()
    return as_json({"id": puzzle.id} | grade)


def _convert(request: Request) -> Answer:
    data = _object(request)
    text, to = data.get("text"), data.get("to")
    if not (isinstance(text, str) and isinstance(to, str)):
        raise bimaru.InvalidPuzzleError([f"{key}: missing, or not text" for key in ("text", "to")])
    source = sniff(text)
    written = "".join(bimaru.write_all(bimaru.parse_all(text, source), to))
    return as_json({"text": written, "from": source, "to": to})


def _generate(request: Request) -> Answer:
    return as_json(_generated_puzzle(_object(request), request.side).to_data())


def _generated_puzzle(data: Mapping[str, Any], side: int) -> bimaru.Puzzle:
    """The puzzle generated with these options. Size and ships may be text, as on the command line."""
    options = {name: value for name, value in data.items() if value is not None}
    seed = options.pop("seed", None)
    if not (
        seed is None or (isinstance(seed, int) and not isinstance(seed, bool) and 0 <= seed < 2**SEED_BITS)
    ):
        raise bimaru.InvalidRecipeError([f"seed: not a whole number from 0 to {2**SEED_BITS - 1}"])
    if isinstance(options.get("size"), str):
        options["size"] = [number_in(part) for part in options["size"].split("x")]
    if isinstance(options.get("fleet"), str):
        options["fleet"] = bimaru.Fleet.parse(options["fleet"])
    if isinstance(options.get("words"), str):
        options["words"] = _names(options["words"])
    if isinstance(options.get("shapes"), str):
        options["shapes"] = _shapes_named(options["shapes"])
    recipe = Recipe.from_data(options)
    if max(recipe.size) > side:
        raise bimaru.InvalidRecipeError([f"size: this server generates puzzles up to {side}x{side}"])
    return maker_of(recipe).make(random_seed() if seed is None else seed)


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.replace(",", " ").split())


def _shapes_named(text: str) -> tuple[Shape, ...]:
    """The shapes with these names. Raises `InvalidRecipeError`."""
    try:
        return tuple(shape for name in _names(text) for shape in shapes_named(name))
    except UnknownShapeError as error:
        raise bimaru.InvalidRecipeError([f"shapes: {error}"]) from error


def _daily(request: Request) -> Answer:
    try:
        day = date.fromisoformat(request.options["date"])
    except ValueError:
        raise bimaru.InvalidRecipeError(["date: no such day"]) from None
    return as_json(puzzle_of_day(day).to_data())


def _minimise(request: Request) -> Answer:
    return as_json(minimisation(_puzzle(request), time_limit=request.time_limit).puzzle.to_data())


def _draw(request: Request) -> Answer:
    puzzle, board = _puzzle_and_board(request) if "puzzle" in _object(request) else (_puzzle(request), None)
    if board and (board.height, board.width) != (puzzle.height, puzzle.width):
        raise bimaru.InvalidBoardError(["the board and the puzzle differ in size"])
    picture = scene(puzzle, board, names=request.options["names"], fleet=request.options["fleet"])
    to, theme, size = (request.options[name] for name in ("to", "theme", "size"))
    if theme == "auto" and to != "svg":
        raise _OptionConflictError("the theme auto is for SVG only")
    if to == "svg":
        return Answer(200, PICTURES[to], svg(picture, theme, size).encode())
    if to == "png":
        return Answer(200, PICTURES[to], png(picture, theme, size))
    file = BytesIO()
    pdf(file, picture, theme, size * _POINTS)
    return Answer(200, PICTURES[to], file.getvalue())


def _booklet(request: Request) -> Answer:
    puzzles = _puzzles(request)
    title, paper, per_page, rules, answers = (
        request.options[name] for name in ("title", "paper", "per_page", "rules", "answers")
    )
    deadline = monotonic() + request.time_limit
    entries = (_entry(puzzle, max(0.0, deadline - monotonic()), answers=answers) for puzzle in puzzles)
    file = BytesIO()
    booklet(file, entries, Style(title, paper, per_page, rules, answers))
    return Answer(200, PICTURES["pdf"], file.getvalue())


def _puzzles(request: Request) -> list[bimaru.Puzzle]:
    """The body as `{"puzzles"}`. Raises `InvalidPuzzleError` with every fault and its puzzle's number."""
    listed = _object(request).get("puzzles")
    if not isinstance(listed, list) or not 1 <= len(listed) <= BOOKLET_PUZZLES:
        raise bimaru.InvalidPuzzleError([f"puzzles: not a list of 1 to {BOOKLET_PUZZLES}"])
    puzzles: list[bimaru.Puzzle] = []
    faults: list[str] = []
    for number, data in enumerate(listed, 1):
        try:
            puzzles.append(_puzzle_of(data, request.side))
        except bimaru.InvalidPuzzleError as error:
            faults += [f"puzzle {number}: {fault}" for fault in error.faults]
    if faults:
        raise bimaru.InvalidPuzzleError(faults)
    return puzzles


def _entry(puzzle: bimaru.Puzzle, seconds: float, *, answers: bool) -> Entry:
    """A puzzle of a booklet and, with `answers`, its answer or a note why it has none."""
    entry = Entry(puzzle, remark=puzzle.provenance.grade or "")
    if not answers:
        return entry
    result = bimaru.solve(puzzle, limit=2, time_limit=seconds)
    note = _NO_ANSWER.get(result.status, "")
    return entry._replace(answer=None if note else result.board, note=note)


OPERATIONS: Final[dict[str, Callable[[Request], Answer]]] = {
    "solve": _solve,
    "count": _count,
    "check": _check,
    "review": _review,
    "explain": _explain,
    "why": _why,
    "hint": _hint,
    "grade": _grade,
    "convert": _convert,
    "generate": _generate,
    "daily": _daily,
    "minimise": _minimise,
    "draw": _draw,
    "booklet": _booklet,
}
"""The operations by name."""
