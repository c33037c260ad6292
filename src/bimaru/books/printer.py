"""Books as PDF. Every font is embedded; black is ink, not a mixture."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import IO, TYPE_CHECKING, Final

from bimaru.books.fonts import Fonts
from bimaru.books.plan import Drawing, Line, Page, Stars
from bimaru.books.settings import Book
from bimaru.drawing.palette import BLACK, LIGHT
from bimaru.drawing.pdf import Spot, colour_of, new_canvas, put

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

_FOLIO: Final = 9.0
"""The size of page numbers and of the title above pages."""
_INNER: Final = 0.45
"""The inner radius of a star, in its outer one."""
_STAR: Final = 3.9
"""The outer radius of a star."""


def print_book(file: IO[bytes], book: Book, pages: Sequence[Page], fonts: Fonts) -> None:
    """Write the pages as PDF, with metadata, outline and, in its boxes, the trim and the bleed."""
    frame = book.frame
    around = frame.around
    canvas = new_canvas(
        file, (frame.width + 2 * around, frame.height + 2 * around), book.title, book.language
    )
    _set_metadata(canvas, book)
    for page in pages:
        _Sheet(canvas, book, fonts).draw(page)
    canvas.save()


def _set_metadata(canvas: Canvas, book: Book) -> None:
    canvas.setAuthor(book.author)
    if book.subject:
        canvas.setSubject(book.subject)
    if book.isbn:
        canvas.setKeywords(f"ISBN {book.isbn}")
    if book.date:
        day = book.date.replace("-", "")
        canvas.setDateFormatter(lambda *_: f"D:{day}000000Z")


class _Sheet:
    """A page as it is drawn. Coordinates of the plan run down, those of PDF up."""

    def __init__(self, canvas: Canvas, book: Book, fonts: Fonts) -> None:
        self._canvas = canvas
        self._book = book
        self._fonts = fonts
        self._frame = book.frame
        self._colours = BLACK if book.black else LIGHT

    def draw(self, page: Page) -> None:
        """Draw a page with its number, marks and place in the outline."""
        canvas, frame = self._canvas, self._frame
        self._set_boxes()
        canvas.saveState()
        canvas.translate(frame.around, frame.around)
        for item in page.items:
            match item:
                case Line():
                    self._line(item)
                case Stars():
                    self._stars(item)
                case Drawing():
                    spot = Spot(item.box.x, frame.height - item.box.y, item.scale)
                    put(canvas, item.drawn, spot, paper=False, colours=self._colours)
        if page.is_numbered:
            self._folio(page.number)
        self._marks()
        canvas.restoreState()
        if page.mark:
            key = f"page-{page.number}"
            canvas.bookmarkPage(key)
            canvas.addOutlineEntry(page.mark, key, 0)
        canvas.showPage()

    def _set_boxes(self) -> None:
        frame = self._frame
        trim, bleed = frame.around, frame.around - frame.bleed
        self._canvas.setTrimBox((trim, trim, trim + frame.width, trim + frame.height))
        self._canvas.setBleedBox(
            (bleed, bleed, frame.width + 2 * trim - bleed, frame.height + 2 * trim - bleed)
        )

    def _text(
        self, x: float, y: float, text: str, size: float, *, bold: bool = False, align: float = 0.0
    ) -> None:
        """A text whose baseline is at y, in coordinates of the plan."""
        font = self._fonts.bold if bold else self._fonts.regular
        shown = font.checked(text)
        self._canvas.setFillColor(colour_of(self._colours["tally"]))
        self._canvas.setFont(font.name, size)
        self._canvas.drawString(x - align * font.width_of(shown, size), self._frame.height - y, shown)

    def _line(self, line: Line) -> None:
        box = line.box
        baseline = box.y + 0.5 * min(box.height, 1.4 * line.size) + 0.36 * line.size
        self._text(
            box.x + line.align * box.width,
            baseline,
            line.text,
            line.size,
            bold=line.is_bold,
            align=line.align,
        )
        if line.leader:
            font = self._fonts.regular
            end = box.right - font.width_of(line.leader, line.size)
            start = box.x + font.width_of(line.text, line.size)
            step = 2 * font.width_of(".", line.size)
            dots = int((end - start - 2 * step) / step)
            for i in range(max(dots, 0)):
                self._text(end - (i + 2) * step, baseline, ".", line.size)
            self._text(end, baseline, line.leader, line.size)

    def _stars(self, stars: Stars) -> None:
        canvas, box = self._canvas, stars.box
        canvas.setFillColor(colour_of(self._colours["tally"]))
        canvas.setStrokeColor(colour_of(self._colours["tally"]))
        canvas.setLineWidth(0.5)
        for i in range(stars.of):
            x = box.x + (i + 0.5) * box.width / stars.of
            y = self._frame.height - (box.y + 0.5 * box.height)
            outer = min(_STAR, 0.43 * box.width / stars.of)
            path = canvas.beginPath()
            for corner in range(10):
                radius = outer * (_INNER if corner % 2 else 1.0)
                angle = pi / 2 + corner * pi / 5
                point = (x + radius * cos(angle), y + radius * sin(angle))
                (path.lineTo if corner else path.moveTo)(*point)
            path.close()
            canvas.drawPath(path, stroke=1, fill=int(i < stars.number))

    def _folio(self, number: int) -> None:
        """The page's number at the outer corner, below the text."""
        area = self._frame.content(number)
        x, align = (area.right, 1.0) if number % 2 else (area.x, 0.0)
        self._text(x, self._frame.height - 0.45 * self._frame.bottom, str(number), _FOLIO, align=align)

    def _marks(self) -> None:
        self._canvas.setLineWidth(0.25)
        for x, y, to_x, to_y in self._frame.crop_marks():
            self._canvas.line(x, self._frame.height - y, to_x, self._frame.height - to_y)
