"""Explanations on paper: the boards of each step side by side, with their sentences below them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from bimaru.books.booklet import Paper, document, paper_page
from bimaru.books.labels import labels_of
from bimaru.books.manuscript import Manuscript
from bimaru.books.pictures import Pictures
from bimaru.books.press import printed
from bimaru.books.teaching import as_printed
from bimaru.drawing.argument import panels_of
from bimaru.drawing.palette import PrintTheme
from bimaru.drawing.typesetting import Typefaces

if TYPE_CHECKING:
    from bimaru.board import Board
    from bimaru.deduction.telling.step import Step
    from bimaru.puzzle import Puzzle


class Lesson(NamedTuple):
    """A puzzle, steps of its explanation with their numbers and the boards before them, and closing
    paragraphs; `heading` is above the puzzle."""

    title: str
    puzzle: Puzzle
    steps: Sequence[tuple[int, Board, Step]]
    closing: Sequence[str] = ()
    heading: str = "The puzzle"


def lessons(
    explained: Iterable[Lesson],
    title: str = "",
    paper: Paper = "a4",
    typefaces: Typefaces = Typefaces(),  # noqa: B008  # a value
    language: str = "en",
    theme: PrintTheme = "light",
) -> bytes:
    """Explanations as PDF, each on new pages. Raises `FontError` for text that the typefaces lack, and
    `MissingExtraError`."""
    labels = labels_of(language)
    pictures = Pictures(labels.__getitem__, theme)
    legend = labels[f"marks_{theme}"]
    shown = [_lesson(number, lesson, pictures, legend) for number, lesson in enumerate(explained, 1)]
    data = document(title, language, typefaces) | {"lessons": shown}
    return printed(Manuscript(data, pictures.files), paper_page(paper), "lesson.typ", typefaces)


def _lesson(number: int, lesson: Lesson, pictures: Pictures, legend: str) -> dict[str, Any]:
    puzzle = lesson.puzzle
    first = pictures.put_puzzle(puzzle, None, f"lesson-{number}", names=True)
    panels = [
        {
            "title": "" if j else f"{i}. {step.title}",
            "text": as_printed(state.text),
            "board": pictures.put_state(puzzle, state, f"lesson-{number}-{i}-{j}"),
        }
        for i, before, step in lesson.steps
        for j, state in enumerate(panels_of(before, step))
    ]
    fleet = pictures.fleet_of(puzzle, first, shown=True)
    opening = {"title": lesson.heading, "text": legend, "board": first, **fleet}
    shown = [opening, *panels]
    shown[-1]["text"] = "\n".join([shown[-1]["text"], *lesson.closing])  # it stays with the last board
    return {"title": lesson.title, "panels": shown}
