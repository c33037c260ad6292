"""Booklets: puzzles to print, how to solve them, and their answers at the end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from bimaru.board import Board
from bimaru.books.labels import labels_of
from bimaru.books.manuscript import Manuscript, front, page_of, style_of
from bimaru.books.pictures import Pictures
from bimaru.books.press import printed
from bimaru.books.rules import example_of, rules
from bimaru.books.settings import MOST_ON_A_PAGE as MOST_ON_A_PAGE
from bimaru.books.settings import Book
from bimaru.books.trims import MM, TRIMS, Frame
from bimaru.drawing.palette import PrintTheme
from bimaru.drawing.typesetting import Typefaces
from bimaru.puzzle import Puzzle

Paper: TypeAlias = Literal["a4", "letter"]
PAPERS: Final[tuple[Paper, ...]] = ("a4", "letter")


class Entry(NamedTuple):
    """A puzzle of a booklet. `board`: what its picture shows; `remark`: beside its number; `answer` and
    `note`: at the end of the booklet."""

    puzzle: Puzzle
    board: Board | None = None
    remark: str = ""
    answer: Board | None = None
    note: str = ""


class Style(NamedTuple):
    """The style of a booklet. `title` is on its first page and above every other, else the usual one of the
    `language`, one of `LANGUAGES` in `bimaru.books.labels`."""

    title: str = ""
    paper: Paper = "a4"
    per_page: int = 2
    instructions: bool = True
    answers: bool = True
    names: bool = False
    fleet: bool = True
    language: str = "en"
    typefaces: Typefaces = Typefaces()
    theme: PrintTheme = "light"


def booklet(entries: Iterable[Entry], style: Style = Style()) -> bytes:  # noqa: B008  # a value
    """A booklet as PDF. Raises `FontError` for text that its typefaces lack, and `MissingExtraError`."""
    pictures = Pictures(labels_of(style.language).__getitem__, style.theme)
    listed = list(entries)
    shown = [_shown(number, entry, style, pictures) for number, entry in enumerate(listed, 1)]
    data = document(style.title, style.language, style.typefaces) | {
        "entries": shown,
        "instructions": _instructions(listed, style, pictures) if style.instructions else None,
    }
    data["style"] |= {"per_page": style.per_page, "answers": "end" if style.answers else "none"}
    return printed(Manuscript(data, pictures.files), paper_page(style.paper), "booklet.typ", style.typefaces)


def document(title: str, language: str, typefaces: Typefaces) -> dict[str, Any]:
    """The data that templates get of every document that is not a book."""
    settings = {
        "title": title,
        "author": "bimaru",
        "language": language,
        "per_page": 1,
        "least_size": 11.0,
        "stars": False,
        "references": False,
    }
    book = Book(settings, (), {})
    return {**front(book, 0, typefaces), "style": style_of(book, typefaces)}


def paper_page(paper: Paper) -> dict[str, Any]:
    """A sheet of paper with the same margins on all pages."""
    width, height = TRIMS[paper]
    side, end = 18 * MM, 22 * MM
    return page_of(Frame(width, height, side, side, end, end))


def _shown(number: int, entry: Entry, style: Style, pictures: Pictures) -> dict[str, Any]:
    shown = pictures.put_entry(
        number, entry.puzzle, entry.board, entry.answer, names=style.names, fleet=style.fleet
    )
    return {**shown, "remark": entry.remark, "note": entry.note}


def _instructions(entries: list[Entry], style: Style, pictures: Pictures) -> dict[str, Any]:
    labels = labels_of(style.language)
    unique = all(entry.answer is not None and not entry.note for entry in entries)
    count = labels["one_puzzle" if len(entries) == 1 else "puzzles"].format(number=f"{len(entries):,}")
    puzzles = [entry.puzzle for entry in entries]
    paragraphs = rules(labels.__getitem__, puzzles, unique=unique, fleet=style.fleet)
    return {
        "count": count,
        "rules": paragraphs,
        "example": pictures.put_example(example_of(puzzles), names=False),
    }
