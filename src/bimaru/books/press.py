"""Documents as PDF: a manuscript and a template, typeset. Tags and PDF/UA: `drawing.typesetting`."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Mapping
from itertools import accumulate
from pathlib import Path
from typing import Any, Final

from bimaru.books.manuscript import Manuscript, page_of
from bimaru.books.settings import Book
from bimaru.drawing.typesetting import Typefaces, typeset

TEMPLATES: Final = Path(__file__).parent / "templates"
_MEDIA_BOX: Final = re.compile(rb"/MediaBox ?\[[^\]]*\]")
_PAGES: Final = re.compile(rb"/Type/Pages/Count (\d+)")


def printed(manuscript: Manuscript, page: dict[str, Any], template: str, typefaces: Typefaces) -> bytes:
    """A manuscript as PDF. `template`: the name of one of `TEMPLATES`, or the path of another, which reads
    nothing but the manuscript, bimaru's templates, and files in its own folder.

    Raises what `typeset` does."""
    files = sources(manuscript, page)
    root = None
    if template not in files:
        path = Path(template).resolve()
        root, template = path.parent, path.name
        files[template] = path.read_bytes()
    made = typeset(template, files, root=root, typefaces=typefaces)
    return with_bleed_boxes(made, page["around"] - page["bleed"]) if page["crop_marks"] else made


def sources(manuscript: Manuscript, page: Mapping[str, Any]) -> dict[str, bytes]:
    """What the typesetter reads: the templates, and the manuscript for a page of these sizes."""
    templates = {path.name: path.read_bytes() for path in sorted(TEMPLATES.glob("*.typ"))}
    return templates | manuscript.paged(page)


def printed_book(manuscript: Manuscript, book: Book, typefaces: Typefaces) -> bytes:
    """The pages of a book, with a margin at the spine for as many as they are.

    Raises what `typeset` does."""
    template = book.template or "book.typ"
    pages = expected_pages(manuscript.data)
    for _ in range(2):
        frame = book.frame(pages)
        made = printed(manuscript, page_of(frame), template, typefaces)
        pages = number_of_pages(made)
        if book.frame(pages) == frame:
            break
    return made


def expected_pages(data: Mapping[str, Any]) -> int:
    """About as many pages as the book will have: setting it twice takes twice the time."""
    puzzles = [len(chapter["entries"]) for chapter in data["chapters"]]
    per_page: int = data["style"]["per_page"]
    return 12 + sum(3 + number // per_page + number // 12 for number in puzzles)


def with_bleed_boxes(pdf: bytes, margin: float) -> bytes:
    """A PDF file of Typst's whose sheets have a margin beyond the bleed, for crop marks: with that margin
    outside the bleed box. Typst takes all of it for bleed."""
    boxes = {found.end(): _bleed_box(found[0], margin) for found in _MEDIA_BOX.finditer(pdf)}
    places = [*boxes]
    grown = [0, *accumulate(map(len, boxes.values()))]

    def moved(found: re.Match[bytes]) -> bytes:
        offset = int(found[1])
        return b"%010d 00000 n" % (offset + grown[bisect(places, offset)])

    body, xref, tail = pdf.rpartition(b"\nxref")
    table, start, end = tail.rpartition(b"startxref\n")
    whole = _MEDIA_BOX.sub(lambda found: found[0] + boxes[found.end()], body)
    table = re.sub(rb"(\d{10}) 00000 n", moved, table)
    return whole + xref + table + start + re.sub(rb"^\d+", b"%d" % (len(whole) + 1), end)


def _bleed_box(media_box: bytes, margin: float) -> bytes:
    left, bottom, right, top = (float(side) for side in re.findall(rb"[-\d.]+", media_box))
    box = (left + margin, bottom + margin, right - margin, top - margin)
    return b"/BleedBox[%s]" % " ".join(f"{side:g}" for side in box).encode()


def number_of_pages(pdf: bytes) -> int:
    """The number of pages of a PDF file of Typst's."""
    return max(map(int, _PAGES.findall(pdf)), default=0)
