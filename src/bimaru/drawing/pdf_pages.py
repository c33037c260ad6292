"""The pages of a PDF document, each with a title and a number, and the outline of the document."""

from __future__ import annotations

from typing import IO, Final, Literal, TypeAlias

from bimaru.drawing.palette import LIGHT
from bimaru.drawing.pdf import new_canvas, write
from bimaru.drawing.typeface import Weight, printable, typeface

Paper: TypeAlias = Literal["a4", "letter"]
PAPERS: Final[dict[Paper, tuple[float, float]]] = {"a4": (595.276, 841.89), "letter": (612.0, 792.0)}
"""Width and height in points."""

TITLE: Final = "Battleship puzzles"
"""The default title of a document."""
MARGIN: Final = 46.0
HEADER: Final = 22.0
"""Distance between the content of a page and its title or number."""
GREY: Final = LIGHT["name"]
INK: Final = LIGHT["tally"]


class Pages:
    """The pages of a document in order. `canvas` is reportlab's; sizes are in points, and y runs up."""

    def __init__(self, file: IO[bytes], paper: Paper, title: str) -> None:
        self.canvas = new_canvas(file, PAPERS[paper], title)
        self.width, self.height = PAPERS[paper]
        self.title = title
        self.top = self.height - MARGIN - HEADER
        self.bottom = MARGIN + HEADER
        self.room = self.width - 2 * MARGIN
        self._page = 1
        self._is_begun = False

    def begin(self, *, bare: bool = False) -> None:
        """Begin a new page; a `bare` one has neither title nor number."""
        self.end()
        self._is_begun = True
        if not bare:
            middle = self.width / 2
            title = (*self.wrapped(self.title, 8, self.room), "")[0]
            write(self.canvas, middle, self.height - MARGIN, title, 8, GREY, align=0.5)
            write(self.canvas, middle, MARGIN - 12, str(self._page), 9, GREY, align=0.5)

    def end(self) -> None:
        """End the page, if there is one."""
        if self._is_begun:
            self.canvas.showPage()
            self._page += 1
        self._is_begun = False

    def mark(self, title: str, level: int = 0) -> None:
        """Add this page to the outline of the document; level 1 is below the last entry of level 0."""
        key = f"{self._page}-{level}-{title}"
        self.canvas.bookmarkPage(key)
        self.canvas.addOutlineEntry(printable(title), key, level, closed=level == 0)

    def save(self) -> None:
        """End the document."""
        self.end()
        self.canvas.save()

    def wrapped(self, text: str, size: float, room: float, weight: Weight = "regular") -> list[str]:
        """Text broken into lines no wider than `room`."""
        from reportlab.lib.utils import simpleSplit

        lines: list[str] = simpleSplit(printable(text, weight), typeface(weight).name, size, room)
        return lines

    def width_of(self, text: str, size: float, weight: Weight = "regular") -> float:
        """The width of a text."""
        return float(self.canvas.stringWidth(printable(text, weight), typeface(weight).name, size))
