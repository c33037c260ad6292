"""Pictures of puzzles, and booklets."""

from __future__ import annotations

from typing import Final

import bimaru
from bimaru.books import booklet as booklets
from bimaru.clock import clock
from bimaru.drawing.pdf_and_png import figure
from bimaru.drawing.scene import scene
from bimaru.web.messages import BOOKLET_PUZZLES, PICTURES, Answer, Request
from bimaru.web.operations.requests import (
    OptionConflictError,
    object_in,
    puzzle_of,
    puzzle_with_board_in,
)

_NO_ANSWER: Final = {"multiple": "several solutions", "none": "no solution", "unknown": "not solved in time"}
"""What a booklet prints instead of an answer, by the status of the solution."""


def draw(request: Request) -> Answer:
    """Draw a puzzle, optionally with a board."""
    puzzle, board = puzzle_with_board_in(request)
    if board and (board.height, board.width) != (puzzle.height, puzzle.width):
        raise bimaru.InvalidBoardError(["the board and the puzzle differ in size"])
    picture = scene(puzzle, board, names=request.options["names"], fleet=request.options["fleet"])
    to, theme, size = (request.options[name] for name in ("to", "theme", "size"))
    if theme == "auto" and to != "svg":
        raise OptionConflictError("the theme auto is for SVG only")
    drawn = figure(picture, to, theme, size)
    return Answer(200, PICTURES[to], drawn.encode() if isinstance(drawn, str) else drawn)


def booklet(request: Request) -> Answer:
    """Make a booklet of puzzles as PDF."""
    puzzles = _puzzles(request)
    title, paper, per_page, rules, answers = (
        request.options[name] for name in ("title", "paper", "per_page", "rules", "answers")
    )
    deadline = clock.now() + request.time_limit
    entries = (_entry(puzzle, max(0.0, deadline - clock.now()), answers=answers) for puzzle in puzzles)
    style = booklets.Style(title, paper, per_page, rules, answers)
    return Answer(200, PICTURES["pdf"], booklets.booklet(entries, style))


def _puzzles(request: Request) -> list[bimaru.Puzzle]:
    """The body as `{"puzzles"}`. Raises `InvalidPuzzleError` with every fault and its puzzle's number."""
    listed = object_in(request).get("puzzles")
    if not isinstance(listed, list) or not 1 <= len(listed) <= BOOKLET_PUZZLES:
        raise bimaru.InvalidPuzzleError([f"puzzles: not a list of 1 to {BOOKLET_PUZZLES}"])
    puzzles: list[bimaru.Puzzle] = []
    faults: list[str] = []
    for number, data in enumerate(listed, 1):
        try:
            puzzles.append(puzzle_of(data, request.side))
        except bimaru.InvalidPuzzleError as error:
            faults += [f"puzzle {number}: {fault}" for fault in error.faults]
    if faults:
        raise bimaru.InvalidPuzzleError(faults)
    return puzzles


def _entry(puzzle: bimaru.Puzzle, seconds: float, *, answers: bool) -> booklets.Entry:
    """A puzzle of a booklet and, with `answers`, its answer or a note why it has none."""
    entry = booklets.Entry(puzzle, remark=puzzle.provenance.grade or "")
    if not answers:
        return entry
    result = bimaru.solve(puzzle, limit=2, time_limit=seconds)
    note = _NO_ANSWER.get(result.status, "")
    return entry._replace(answer=None if note else result.board, note=note)
