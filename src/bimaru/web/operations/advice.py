"""Explanations, hints, arguments and grades."""

from __future__ import annotations

import bimaru
from bimaru.advice.why import no_argument
from bimaru.grading.grades import no_grade
from bimaru.web.messages import Answer, Request, as_json
from bimaru.web.operations.requests import (
    language_of,
    object_in,
    puzzle_and_board_in,
    puzzle_in,
    puzzle_with_board_in,
    square_named,
)


def explain(request: Request) -> Answer:
    """Explain every step to the solution."""
    puzzle = puzzle_in(request)
    explanation = bimaru.explain(
        puzzle, time_limit=request.time_limit, with_clues=True, language=language_of(request)
    )
    return as_json({"id": puzzle.id} | explanation.to_data())


def hint(request: Request) -> Answer:
    """Return the next step from a half-filled board, or the mistake in it."""
    puzzle, board = puzzle_and_board_in(request)
    last = request.options.get("last")
    last = None if last is None else square_named(last, "last")
    advice, timeout = bimaru.Advice(), {}
    try:
        advice = bimaru.hint(
            puzzle,
            board,
            last=last,
            prefer=request.options.get("prefer"),
            strength=request.options["strength"],
            time_limit=request.time_limit,
            language=language_of(request),
        )
    except bimaru.NoSolutionError:
        pass
    except bimaru.OutOfTimeError as reason:
        timeout = reason.to_data()
    return as_json({"id": puzzle.id} | advice.to_data(request.options["strength"]) | timeout)


def why(request: Request) -> Answer:
    """Argue why a square is ship or water, or does not show a kind, from the fewest clues."""
    puzzle, board = puzzle_with_board_in(request)
    square = square_named(request.options["square"], "square")
    is_not, language = request.options["not"], language_of(request)
    try:
        argument = bimaru.why(
            puzzle, square, board, is_not=is_not, time_limit=request.time_limit, language=language
        ).to_data()
    except (bimaru.NoSolutionError, bimaru.OutOfTimeError) as reason:
        argument = no_argument(square, is_not, reason, language)
    return as_json({"id": puzzle.id} | argument)


def review(request: Request) -> Answer:
    """Say whether a half-filled board can still become a solution, not what is wrong."""
    puzzle, board = puzzle_and_board_in(request)
    if board is None:
        raise bimaru.InvalidBoardError(["board: missing"])
    history = object_in(request).get("history") or []
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


def grade(request: Request) -> Answer:
    """Grade the difficulty of a puzzle."""
    puzzle = puzzle_in(request)
    try:
        grade = bimaru.grade(puzzle, time_limit=request.time_limit).to_data()
    except bimaru.UngradableError as reason:
        grade = reason.to_data()
    except bimaru.OutOfTimeError as reason:
        grade = no_grade(str(reason)) | reason.to_data()
    return as_json({"id": puzzle.id} | grade)
