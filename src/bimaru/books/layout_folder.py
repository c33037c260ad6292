"""A folder for layout programs: a picture of each puzzle and of each answer, and a table of them."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import Final

from bimaru.books.puzzles import Entry, Section
from bimaru.books.settings import Book
from bimaru.drawing.pdf_and_png import pdf, png
from bimaru.drawing.scene import Scene, scene
from bimaru.drawing.svg import svg
from bimaru.drawing.typesetting import typefaces_of

TABLE: Final = "puzzles.csv"
_VALUES: Final = ("number", "chapter", "grade", "stars", "score", "height", "width", "id")
_POINTS: Final = 24.0
"""Points of a square's side, unless the book sets a size."""
_PIXELS: Final = 96.0
_PICTURE: Final = re.compile(r"(puzzle|answer)-[0-9]{3,}\.(svg|pdf|png)")


def left_in(directory: Path, written: Collection[str]) -> list[str]:
    """Pictures of earlier books in a directory: those that are not among the files written now."""
    if not directory.is_dir():
        return []
    names = (file.name for file in directory.iterdir())
    return sorted(name for name in names if _PICTURE.fullmatch(name) and name not in written)


def write_folder(directory: Path, book: Book, sections: Sequence[Section], to: str) -> None:
    """Write `puzzle-001.svg`, `answer-001.svg`, ... and `puzzles.csv`. `to`: svg, pdf or png."""
    entries = [entry for section in sections for entry in section.entries]
    digits = max(3, *(len(str(entry.number)) for entry in entries))
    rows = []
    for section in sections:
        for entry in section.entries:
            names = [f"{kind}-{entry.number:0{digits}}.{to}" for kind in ("puzzle", "answer")]
            for name, shown in zip(names, _scenes(book, entry), strict=True):
                (directory / name).write_bytes(_RENDERERS[to](shown, book))
            rows.append([*_values(section, entry), *names])
    with (directory / TABLE).open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([[*_VALUES, "puzzle", "answer"], *rows])


def _scenes(book: Book, entry: Entry) -> Iterator[Scene]:
    yield scene(entry.puzzle, names=book.names, fleet=book.fleet)
    yield scene(entry.puzzle, entry.board, names=book.names, fleet=False)


def _values(section: Section, entry: Entry) -> list[object]:
    puzzle = entry.puzzle
    score, name = ("" if value is None else value for value in (entry.score, puzzle.id))
    graded = (entry.grade, entry.stars or "", score)
    return [entry.number, section.title, *graded, puzzle.height, puzzle.width, name]


_RENDERERS: Final[dict[str, Callable[[Scene, Book], bytes]]] = {
    "svg": lambda shown, book: svg(shown, "light", book.size or _POINTS, unit="pt").encode(),
    "pdf": lambda shown, book: pdf(shown, "light", book.size or _POINTS, typefaces_of(book.font)),
    "png": lambda shown, book: png(shown, "light", book.size or _PIXELS, typefaces_of(book.font)),
}
"""What renders a picture in each format."""
PICTURES: Final = tuple(_RENDERERS)
