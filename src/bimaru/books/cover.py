"""Covers: back, spine and front in one sheet, for the pages and the paper of a book. Sizes and data only: the
layout is `templates/cover.typ`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bimaru.books.codes import barcode
from bimaru.books.isbn import isbn_13
from bimaru.books.manuscript import Manuscript, page_of
from bimaru.books.press import printed
from bimaru.books.settings import Book
from bimaru.books.trims import MM, SPINES
from bimaru.drawing.typesetting import Typefaces

BLEED: Final = 3.2
"""Bleed of a cover in mm, unless the book has more."""
LEAST_TITLED: Final = 4.0
"""The least width of a spine with text, in mm."""


def printed_cover(manuscript: Manuscript, book: Book, pages: int, typefaces: Typefaces) -> bytes:
    """The cover of a book with that many pages as PDF of one page. Raises what `typeset` does."""
    frame = book.frame(pages)
    spine = pages * SPINES[book.paper]
    page = page_of(frame._replace(width=2 * frame.width + spine * MM, bleed=max(frame.bleed, BLEED * MM)))
    data = {**manuscript.data, "cover": _cover(manuscript.data, book, frame.width, spine)}
    files = dict(manuscript.files)
    if book.isbn:
        files["barcode.svg"] = barcode(book.isbn)
    template = "cover.typ"
    return printed(Manuscript(data, files), page, template, typefaces)


def _cover(data: Mapping[str, Any], book: Book, width: float, spine: float) -> dict[str, Any]:
    # An answer of the book on its cover would give a puzzle away: that of the rules' example does not.
    shown = [end["board"] for end in reversed(data["example"]["ends"])] if data["example"] else []
    shown += [entry["board"] for chapter in data["chapters"] for entry in chapter["entries"]]
    return {
        "front": width,
        "spine": spine * MM,
        "titled": spine >= LEAST_TITLED,
        "blurb": book.blurb,
        "picture": shown[0] if shown else None,
        "isbn": book.isbn,
        "digits": isbn_13(book.isbn) if book.isbn else "",
    }
