"""What `bimaru draw` shows of each puzzle, and as what."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from textwrap import fill
from typing import Final, NamedTuple, cast

from bimaru import deduction
from bimaru.board import Board
from bimaru.cli.batch import Asked
from bimaru.cli.main_group import BadInputError, Exit
from bimaru.deduction import Explanation, Step
from bimaru.drawing.palette import Theme
from bimaru.drawing.pdf import pdf
from bimaru.drawing.png import PictureTooLargeError, png
from bimaru.drawing.scene import Scene, in_words, scene
from bimaru.drawing.svg import SvgTheme, svg
from bimaru.drawing.terminal import PAGE, Look, fleet, picture
from bimaru.puzzle import Puzzle
from bimaru.solving import Result, solve
from bimaru.squares import square_names

_POINTS: Final = 0.75
"""Of a pixel, as browsers print it."""

_NOTES: Final = {
    "multiple": ("one of several solutions", Exit.DONE),
    "none": ("no solution", Exit.FAILED),
    "unknown": ("not decided within the limit", Exit.UNDECIDED),
}


class Content(NamedTuple):
    """What of each puzzle is shown: nothing else, its answer, a board from a file, or a step (or all of
    them) of its explanation."""

    answer: bool = False
    board: str | None = None
    step: int | None = None
    explanation: bool = False
    time_limit: float | None = None


class Looks(NamedTuple):
    """How pictures look. `size`: pixels of a square's side."""

    theme: SvgTheme
    size: float
    names: bool
    fleet: bool
    text: Look


class Shown(NamedTuple):
    """One picture. `number` counts the steps of an explanation; `note` says what is wrong with the answer,
    and `code` is the exit code for that."""

    puzzle: Puzzle
    board: Board | None = None
    step: Step | None = None
    number: int = 0
    note: str = ""
    code: Exit = Exit.DONE


def shown(content: Content, one: Asked) -> list[Shown]:
    """The pictures of a puzzle. Raises `BadInputError` and `CannotExplainError`."""
    puzzle = one.puzzle
    if content.answer:
        return [answer(puzzle, solve(puzzle, time_limit=content.time_limit))]
    if isinstance(one.board, Board):
        return [_filled(puzzle, one.board)]
    if content.explanation or content.step is not None:
        return steps(puzzle, deduction.explain(puzzle, time_limit=content.time_limit), content.step)
    return [Shown(puzzle)]


def answer(puzzle: Puzzle, result: Result) -> Shown:
    """The first board of a puzzle, if it has one, and what there is to say of it."""
    note, code = _NOTES.get(result.status, ("", Exit.DONE))
    return Shown(puzzle, result.board, note=note, code=code)


def _filled(puzzle: Puzzle, board: Board) -> Shown:
    if (board.height, board.width) != (puzzle.height, puzzle.width):
        sizes = f"{board.height}x{board.width}, the puzzle {puzzle.height}x{puzzle.width}"
        raise BadInputError(f"--board: the board is {sizes}")
    return Shown(puzzle, board)


def steps(puzzle: Puzzle, explanation: Explanation, number: int | None) -> list[Shown]:
    """The steps of an explanation (the puzzle, if it has none), or the one of that number.

    Raises `BadInputError`."""
    if number is not None and number > len(explanation):
        raise BadInputError(f"--step {number}: the explanation has {len(explanation)} steps")
    if number is not None:
        return [Shown(puzzle, None, explanation[number - 1], number)]
    note, code = _outcome(explanation)
    told = [Shown(puzzle, None, step, i, note, code) for i, step in enumerate(explanation, 1)]
    return told or [Shown(puzzle, note=note, code=code)]


def _outcome(explanation: Explanation) -> tuple[str, Exit]:
    """What is wrong with an explanation, and the exit code for that."""
    if not explanation.complete:
        return ("not explained within the limit", Exit.UNDECIDED)
    if explanation.status == "unique" and not explanation.solved:
        return ("no technique leads to the end", Exit.UNDECIDED)
    return _NOTES.get(explanation.status, ("", Exit.DONE))


def closing(explanation: Explanation) -> Iterator[str]:
    """What there is to say when all steps are done."""
    if explanation.status == "none":
        yield f"No solution: {explanation.failure.text if explanation.failure else 'search proves it'}."
    elif explanation.solved and explanation.grade is not None:
        yield f"The only solution. Grade: {explanation.grade}."
    elif not explanation.complete:
        yield f"The time is up; still open are {square_names(explanation.open)}."
    else:
        several = "Several solutions: n" if explanation.status == "multiple" else "N"
        yield f"{several}othing more follows; still open are {square_names(explanation.open)}."


def scene_of(one: Shown, looks: Looks) -> Scene:
    """What a picture has to draw."""
    return scene(one.puzzle, one.board, one.step, names=looks.names, fleet=looks.fleet)


def _as_svg(one: Shown, looks: Looks) -> str:
    return svg(scene_of(one, looks), looks.theme, looks.size)


def _as_png(one: Shown, looks: Looks) -> bytes:
    try:
        return png(scene_of(one, looks), cast(Theme, looks.theme), looks.size)
    except PictureTooLargeError as error:
        raise BadInputError(f"--size {looks.size:g}: {error}") from error


def _as_pdf(one: Shown, looks: Looks) -> bytes:
    file = io.BytesIO()
    pdf(file, scene_of(one, looks), cast(Theme, looks.theme), looks.size * _POINTS)
    return file.getvalue()


def _as_text(one: Shown, looks: Looks) -> str:
    board = one.step.board if one.step else one.board
    told = fill(f"{one.number}. {in_words(one.step)}", PAGE) if one.step else ""
    ships = fleet(one.puzzle, looks.text) if looks.fleet else ""
    parts = (told, picture(one.puzzle, board, looks.text), ships)
    return "".join(f"{part}\n\n" for part in parts if part)


DRAWN: Final[dict[str, Callable[[Shown, Looks], str | bytes]]] = {
    "svg": _as_svg,
    "pdf": _as_pdf,
    "png": _as_png,
    "text": _as_text,
}
"""How a picture is written in each format."""


def file_name(one: Asked, picture: Shown) -> str | int | None:
    """What a picture's file is called after; each step of an explanation has its number."""
    if not picture.number:
        return one.puzzle.id
    puzzle = f"puzzle-{one.number}" if one.puzzle.id is None else one.puzzle.id
    return f"{puzzle}-{picture.number:03}"
