"""Pictures of puzzles, of their answers and of steps of their explanations, in files."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final, Literal, NamedTuple, TypeAlias

import click

from bimaru import advice
from bimaru.advice import Explanation
from bimaru.board import Board
from bimaru.cli.batch import Batch, InputPuzzle, single_puzzle
from bimaru.cli.error_reports import BadInputError
from bimaru.cli.exit_codes import Exit, ReportedExit
from bimaru.cli.output import is_directory, numbered_name, open_output
from bimaru.deduction import Step
from bimaru.drawing import layout, terminal
from bimaru.drawing.animation import SECONDS, animated
from bimaru.drawing.argument import State, overview, scenes_of, states_of
from bimaru.drawing.pdf_and_png import FigureFormat, figure
from bimaru.drawing.scene import in_words, scene
from bimaru.drawing.strip import strip
from bimaru.drawing.svg import SvgTheme
from bimaru.drawing.terminal import Look
from bimaru.drawing.typesetting import Typefaces
from bimaru.errors import PictureTooLargeError
from bimaru.puzzle import Puzzle
from bimaru.solving import solve

Sequencing: TypeAlias = Literal["strip", "animation"]
"""Boards side by side, or one after another."""
Format: TypeAlias = Literal["text"] | FigureFormat

SUFFIXES: Final[dict[str, Format]] = {".svg": "svg", ".pdf": "pdf", ".png": "png", ".txt": "text"}
_NOTES: Final = {
    "multiple": ("one of several solutions", Exit.DONE),
    "none": ("no solution", Exit.FAILED),
    "unknown": ("undecided within the time limit", Exit.UNDECIDED),
}
"""For each status of an answer, what is wrong with it and the exit code."""


class Content(NamedTuple):
    """What to draw of each puzzle besides its clues: nothing, the answer, a board from a file, one step of
    its explanation, or all steps; with `is_sequence` the boards of these in one picture."""

    answer: bool = False
    board: str | None = None
    step: int | None = None
    explanation: bool = False
    time_limit: float | None = None
    is_sequence: bool = False
    language: str = "en"


class PictureStyle(NamedTuple):
    """How pictures look. `size`: the side of a square in pixels; `columns` and `seconds` are those of a
    sequence of boards."""

    theme: SvgTheme
    size: float
    names: bool
    fleet: bool
    text: Look
    sequence: Sequencing | None = None
    columns: int = 4
    seconds: float = SECONDS
    typefaces: Typefaces = Typefaces()


class Picture(NamedTuple):
    """What to draw. `number` counts the steps of an explanation; `note` is what is wrong with the answer,
    and `code` the exit code for that. `states` are the boards of a sequence."""

    puzzle: Puzzle
    board: Board | None = None
    step: Step | None = None
    number: int = 0
    note: str = ""
    code: Exit = Exit.DONE
    states: tuple[State, ...] = ()


def pictures_of(content: Content, item: InputPuzzle) -> list[Picture]:
    """The pictures of a puzzle. Raises `BadInputError` and `CannotExplainError`."""
    puzzle = item.puzzle
    if content.answer:
        result = solve(puzzle, time_limit=content.time_limit)
        note, code = _NOTES.get(result.status, ("", Exit.DONE))
        return [Picture(puzzle, result.board, note=note, code=code)]
    if isinstance(item.board, Board):
        return [_filled(puzzle, item.board)]
    if content.is_sequence:
        return [_sequence(puzzle, explained(puzzle, content), content.step)]
    if content.explanation or content.step is not None:
        return steps(puzzle, explained(puzzle, content), content.step)
    return [Picture(puzzle)]


def explained(puzzle: Puzzle, content: Content) -> Explanation:
    """Its explanation, within the time limit. Raises `CannotExplainError`."""
    return advice.explain(puzzle, time_limit=content.time_limit, language=content.language)


def _filled(puzzle: Puzzle, board: Board) -> Picture:
    if (board.height, board.width) != (puzzle.height, puzzle.width):
        sizes = f"{board.height}x{board.width}, the puzzle {puzzle.height}x{puzzle.width}"
        raise BadInputError(f"--board: the board is {sizes}")
    return Picture(puzzle, board)


def steps(puzzle: Puzzle, explanation: Explanation, number: int | None) -> list[Picture]:
    """The step of that number, or all steps of an explanation (if it has none, the puzzle).

    Raises `BadInputError`."""
    if number is not None and number > len(explanation):
        raise BadInputError(f"--step {number}: the explanation has {len(explanation)} steps")
    if number is not None:
        return [Picture(puzzle, None, explanation[number - 1], number)]
    note, code = _outcome(explanation)
    pictures = [Picture(puzzle, None, step, i, note, code) for i, step in enumerate(explanation, 1)]
    return pictures or [Picture(puzzle, note=note, code=code)]


def _sequence(puzzle: Puzzle, explanation: Explanation, number: int | None) -> Picture:
    """The boards of the case analysis of a step, or of all steps. Raises `BadInputError`."""
    if number is not None:
        (step,) = (picture.step for picture in steps(puzzle, explanation, number))
        before = Board.unknown(puzzle.height, puzzle.width)
        states = states_of(explanation[number - 2].board if number > 1 else before, step) if step else []
        if not states:
            raise BadInputError(f"--step {number}: a plain step, without a case analysis to go through")
        return Picture(puzzle, None, step, number, states=tuple(states))
    if not explanation.steps:
        raise BadInputError("--explanation: the explanation has no steps")
    note, code = _outcome(explanation)
    return Picture(puzzle, note=note, code=code, states=tuple(overview(explanation)))


def _outcome(explanation: Explanation) -> tuple[str, Exit]:
    """What is missing in an explanation, and the exit code for that."""
    if not explanation.complete:
        return ("not explained within the time limit", Exit.UNDECIDED)
    if explanation.status == "unique" and not explanation.solved:
        return ("the techniques do not solve it", Exit.UNDECIDED)
    return _NOTES.get(explanation.status, ("", Exit.DONE))


def _boards(picture: Picture, style: PictureStyle) -> list[layout.Picture]:
    """The boards of a sequence."""
    scenes = scenes_of(picture.puzzle, picture.states, names=style.names)
    return [layout.picture(board) for board in scenes]


def _drawn(picture: Picture, style: PictureStyle) -> layout.Picture:
    if picture.states:
        return strip(_boards(picture, style), style.columns)
    drawn = scene(picture.puzzle, picture.board, picture.step, names=style.names, fleet=style.fleet)
    return layout.picture(drawn)


def _rendered(picture: Picture, style: PictureStyle, format: FigureFormat) -> str | bytes:
    """A picture in a format that has one. Raises what `figure` raises."""
    if style.sequence == "animation":
        return animated(_boards(picture, style), style.theme, style.size, style.seconds)
    try:
        return figure(_drawn(picture, style), format, style.theme, style.size, style.typefaces)
    except PictureTooLargeError as error:
        raise BadInputError(f"--size {style.size:g}: {error}") from error


def _as_text(picture: Picture, style: PictureStyle) -> str:
    step, puzzle = picture.step, picture.puzzle
    text = terminal.paragraphs(f"{picture.number}. {in_words(step)}") if step else ""
    drawing = terminal.picture(puzzle, step.board if step else picture.board, style.text)
    ships = terminal.fleet(puzzle, style.text) if style.fleet else ""
    parts = (text, drawing, ships)
    return "".join(f"{part}\n\n" for part in parts if part)


def _file_name(item: InputPuzzle, picture: Picture) -> str | int | None:
    """The name of a picture's file; each step of an explanation has its number in it."""
    if not picture.number:
        return item.puzzle.id
    puzzle = numbered_name(item.number) if item.puzzle.id is None else item.puzzle.id
    return f"{puzzle}-{picture.number:03}"


def draw_pictures(
    batch: Batch[InputPuzzle], content: Content, style: PictureStyle, format: Format, target: str | None
) -> Exit:
    """Draw every puzzle in a format of `SUFFIXES`, in one file or in a file each; there is no picture of an
    answer that does not exist, or is not known."""
    suffix = next(suffix for suffix, name in SUFFIXES.items() if name == format)
    is_single = format != "text" and not is_directory(target)
    if is_single and content.explanation and not content.is_sequence:
        raise click.UsageError("an explanation has many pictures: give -o DIRECTORY/, or a PDF.")
    if is_single:
        batch.items = single_puzzle(batch.items, format.upper())
    is_empty = True

    def render(item: InputPuzzle, picture: Picture) -> str | bytes:
        if format == "text":
            return (f"{item.title}\n\n" if item.title else "") + _as_text(picture, style)
        return _rendered(picture, style, format)

    with open_output(target, suffix) as output:

        def write(item: InputPuzzle, pictures: Sequence[Picture]) -> Exit:
            nonlocal is_empty
            for picture in pictures:
                if picture.board or not content.answer:
                    output.put(_file_name(item, picture), render(item, picture))
                    is_empty = False
            return report(item, pictures[-1])

        code = batch.run(partial(pictures_of, content), write)
        if is_empty and code != Exit.DONE:
            raise ReportedExit(code)  # which leaves no file
        return code


def report(item: InputPuzzle, picture: Picture) -> Exit:
    """Report on standard error what is wrong with an answer; returns the exit code for that."""
    if picture.note:
        click.echo(f"{item.title or 'puzzle 1'}: {picture.note}", err=True)
    return picture.code
