"""Explanations on paper: a picture of each step, with its sentences beside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import IO, TYPE_CHECKING, Final, NamedTuple

from bimaru.drawing.layout import Picture, picture
from bimaru.drawing.pdf import Spot, put, write
from bimaru.drawing.pdf_pages import INK, MARGIN, TITLE, Pages, Paper
from bimaru.drawing.scene import scene

if TYPE_CHECKING:
    from bimaru.deduction.session import Step
    from bimaru.puzzle import Puzzle

_COLUMN: Final = 200.0
"""Width of the pictures in points; the text is to their right."""
_GUTTER: Final = 18.0
_WIDEST: Final = 18.0
"""Most points of a square's side."""
_TEXT: Final = 9.0
_LINE: Final = 13.0
_GAP: Final = 20.0
"""Between two steps."""


class Lesson(NamedTuple):
    """A puzzle, numbered steps of its explanation, and closing paragraphs; `heading` is beside the puzzle."""

    title: str
    puzzle: Puzzle
    steps: Sequence[tuple[int, Step]]
    closing: Sequence[str] = ()
    heading: str = "The puzzle"


def lessons(file: IO[bytes], explained: Iterable[Lesson], title: str = TITLE, paper: Paper = "a4") -> None:
    """Write explanations as PDF, each on new pages. Raises `MissingExtraError`."""
    writer = _Writer(Pages(file, paper, title))
    for lesson in explained:
        writer.put(lesson)
    writer.end()


class _Writer:
    """Fills the pages from the top; `y` is the position of the next line."""

    def __init__(self, pages: Pages) -> None:
        self._pages = pages
        self._y = 0.0

    def put(self, lesson: Lesson) -> None:
        self._begin_page()
        self._pages.mark(lesson.title)
        write(self._pages.canvas, MARGIN, self._y - 6, lesson.title, 15, INK, "bold")
        self._y -= 26
        self._block(picture(scene(lesson.puzzle)), lesson.heading, "")
        for number, step in lesson.steps:
            drawn = picture(scene(lesson.puzzle, None, step, fleet=False, caption=""))
            head = f"{number}. {step.title}"
            self._block(drawn, head, step.text)
        for paragraph in lesson.closing:
            self._paragraph(paragraph)

    def end(self) -> None:
        self._pages.save()

    def _begin_page(self) -> None:
        self._pages.begin()
        self._y = self._pages.top

    def _block(self, drawn: Picture, head: str, text: str) -> None:
        """A picture with text beside it, which continues on the next page if needed."""
        pages = self._pages
        tallest = pages.top - pages.bottom
        side = min(_COLUMN / drawn.width, tallest / drawn.height, _WIDEST)
        height = drawn.height * side
        if self._y - height < pages.bottom:
            self._begin_page()
        put(pages.canvas, drawn, Spot(MARGIN, self._y, side), paper=False)
        below = self._y - height
        x = MARGIN + _COLUMN + _GUTTER
        self._y -= _LINE
        write(pages.canvas, x, self._y, head, _TEXT + 1, INK, "bold")
        self._y -= 4
        is_beside = self._lines(text, x, pages.room - _COLUMN - _GUTTER)
        self._y = min(self._y, below) - _GAP if is_beside else self._y - _GAP

    def _lines(self, text: str, x: float, room: float) -> bool:
        """Write lines of text from x on. Returns whether they all fit on the page."""
        pages = self._pages
        is_same_page = True
        for line in pages.wrapped(text, _TEXT, room):
            if self._y - _LINE < pages.bottom:
                self._begin_page()
                is_same_page = False
            self._y -= _LINE
            write(pages.canvas, x, self._y, line, _TEXT, INK)
        return is_same_page

    def _paragraph(self, text: str) -> None:
        if self._y - 2 * _LINE < self._pages.bottom:
            self._begin_page()
        self._lines(text, MARGIN, self._pages.room)
        self._y -= _LINE / 2
