"""Manuscripts: what the templates are given of a book, as data and pictures (docs/reference/templates.md)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from bimaru.books.codes import address
from bimaru.books.pictures import Pictures
from bimaru.books.puzzles import Entry, Section, UnfitPuzzleError
from bimaru.books.rules import Example, example_of, rules
from bimaru.books.settings import LEAST_SIZE, Book, InvalidBookError
from bimaru.books.teaching import example_steps, first_steps, hint_texts, learning, solution_frames
from bimaru.books.trims import MARK, MARK_GAP, MM, Frame
from bimaru.drawing.layout import CHART_NUMBER, LEAST_LETTER
from bimaru.drawing.palette import PrintTheme
from bimaru.drawing.typesetting import SANS, Face, Typefaces
from bimaru.puzzle import Puzzle

_ROOM_OF_NAMES: Final = 0.85
_COPIED: Final = ("subtitle", "author", "publisher", "isbn", "date", "language")
_MANY_PAGES: Final = 300
"""With as many, the margin at the spine is wide; in large print most books have fewer."""
LEAST_MARKED: Final = 6.0
"""The least side of a square in points, two millimetres: less than a pencil can mark."""
LARGE: Final = 16.0
"""The least size of text in large print, in points."""
_NARROWEST: Final = 8.0
"""The least width of a page inside its margins, in sizes of its text: some eighteen letters."""


class Manuscript(NamedTuple):
    """The data of a document, and the files that its template reads besides, by name."""

    data: Mapping[str, Any]
    files: Mapping[str, bytes]

    def paged(self, page: Mapping[str, Any]) -> dict[str, bytes]:
        """All files, for a page of these sizes."""
        data = json.dumps({**self.data, "page": page}, ensure_ascii=False)
        return {**self.files, "data.json": data.encode()}


def manuscript(
    book: Book,
    sections: Sequence[Section],
    typefaces: Typefaces,
    on_puzzle: Callable[[int], object] = lambda _: None,
    *,
    on_screen: bool = False,
) -> Manuscript:
    """The manuscript of a book, for the typesetter or, `on_screen`, for an e-book; `on_puzzle` is called with
    the number of each puzzle.

    In print, raises `UnfitPuzzleError` for one that has no room, or none in large print, and
    `InvalidBookError` for text that is too large for the pages."""
    if not on_screen:
        _check_text_has_room(book)
    theme: PrintTheme = "black" if book.black else "light"
    pictures = Pictures(book.label, theme, book.spot_colour, large=book.large_print, on_screen=on_screen)
    entries = [entry for section in sections for entry in section.entries]
    puzzles = [entry.puzzle for entry in entries]
    chapters = []
    for section in sections:
        shown = []
        for entry in section.entries:
            on_puzzle(entry.number)
            shown.append(_entry(book, entry, pictures))
            if not on_screen:
                _check_has_room(book, entry, shown[-1]["board"]["width"])
        chapters.append(_chapter(book, section, shown, pictures))
    data = {
        **front(book, len(entries), typefaces),
        "style": style_of(book, typefaces, _least_text(puzzles)),
        "chapters": chapters,
        "described": {section.title: _numbers(book, section) for section in sections if section.entries},
        "ornament": chapters[0]["ornament"] if chapters else None,
        "rules": rules(book.label, puzzles, fleet=book.fleet, names_in=book.language),
        "example": _example(book, example_of(puzzles), pictures) if book.rules else None,
        "lessons": learning(book, puzzles, pictures) if book.learn else [],
        "solved": solution_frames(book, entries, pictures) if book.solved else None,
        "hints": [
            {"number": entry.number, "title": str(entry.number), "texts": hint_texts(book, entry)}
            for entry in entries
            if book.hints
        ],
    }
    return Manuscript(data, pictures.files)


def _example(book: Book, example: Example, pictures: Pictures) -> dict[str, Any]:
    """What the page of rules shows: a puzzle and its answer, and its steps."""
    ends = pictures.put_example(example, names=True)
    return {"ends": ends, "steps": example_steps(book, example.puzzle, pictures) if book.example else []}


def page_of(frame: Frame) -> dict[str, Any]:
    """The sizes of a page, in points."""
    room = {"around": frame.around, "mark": MARK, "mark_gap": max(frame.bleed, MARK_GAP)}
    return {**frame._asdict(), **room}


def style_of(book: Book, typefaces: Typefaces, least_text: float = CHART_NUMBER) -> dict[str, Any]:
    """The settings that are about the look. In large print all sizes are at least `LARGE`, those on boards
    too, whose smallest text is `least_text` of a square high."""
    large = book.large_print
    least_side = LARGE / least_text if large else 0.0
    names = (
        "title_page",
        "contents",
        "openings",
        "rules",
        "answers",
        "stars",
        "size",
        "references",
        "progress",
    )
    return {name: getattr(book, name) for name in names} | {
        "per_page": 1 if large else book.per_page,
        "least_size": max(book.least_size, least_side),
        "least_side": least_side,
        "text_size": max(book.text_size, LARGE) if large else book.text_size,
        "least_text": LARGE if large else 0.0,
        "spot_colour": book.spot_colour,
        "answer_size": book.answer_size and max(book.answer_size, least_side),
        "text_font": typefaces.text.family,
        "text_face": _face(typefaces.text),
        "title_font": typefaces.titles.family,
        "title_face": _face(typefaces.titles),
    }


def _least_text(puzzles: Iterable[Puzzle]) -> float:
    """The size of the smallest text on boards, in sides of a square, with names as large as tallies."""
    return LEAST_LETTER if any(puzzle.words for puzzle in puzzles) else CHART_NUMBER


def _face(face: Face) -> dict[str, Any]:
    """Which face of its family it is, as Typst sets it."""
    return {"weight": face.weight, "style": face.style, "stretch": 100 * face.stretch}


def front(book: Book, number: int, typefaces: Typefaces) -> dict[str, Any]:
    """The texts of a book, which has that many puzzles."""
    faces = " & ".join(dict.fromkeys((typefaces.text.family, typefaces.titles.family, SANS)))
    imprint = [
        book.copyright,
        ", ".join(text for text in (book.publisher, book.date[:4]) if text),
        f"ISBN {book.isbn}" if book.isbn else "",
        book.label("typefaces").format(typefaces=faces),
    ]
    count = book.label("one_puzzle") if number == 1 else book.label("puzzles").format(number=number)
    return {
        **{name: getattr(book, name) for name in _COPIED},
        **{name: getattr(book, name).strip() or book.label(name) for name in ("title", "subject")},
        "keywords": [f"ISBN {book.isbn}"] if book.isbn else [],
        "count": count,
        "imprint": [text for text in imprint if text],
        "labels": book.labels,
    }


def _chapter(
    book: Book, section: Section, entries: list[dict[str, Any]], pictures: Pictures
) -> dict[str, Any]:
    return {
        "title": section.title,
        "text": section.text or _numbers(book, section),
        "ornament": _ornament(section.entries[0].puzzle, pictures) if section.entries else None,
        "entries": entries,
    }


def _ornament(puzzle: Puzzle, pictures: Pictures) -> dict[str, Any] | None:
    """A ship of each kind that a puzzle has."""
    fleet = {length: 1 for length, count in puzzle.fleet.items() if count}
    words, shapes = [*dict.fromkeys(puzzle.words)], [*dict.fromkeys(puzzle.shapes)]
    return pictures.put_fleet(puzzle.replace(fleet=fleet, words=words, shapes=shapes))


def _numbers(book: Book, section: Section) -> str:
    """The numbers of a chapter's puzzles, and their grades."""
    first, last = section.entries[0], section.entries[-1]
    name = "chapter_one" if first.number == last.number else "chapter_text"
    text = book.label(name).format(first=first.number, last=last.number)
    ranked = sorted({(entry.stars, entry.grade) for entry in section.entries if entry.stars})
    if not (book.stars or book.grades) or not ranked:
        return text
    least, most = (book.label(grade) for _, grade in (ranked[0], ranked[-1]))
    if first.number == last.number:
        return f"{text} {least.capitalize()}."
    name = "chapter_grade" if least == most else "chapter_grades"
    return f"{text} {book.label(name).format(least=least, most=most)}"


def _has_names(book: Book) -> bool:
    """Whether puzzles have the names of rows and columns."""
    return bool(book.names or book.hints or book.first_steps)


def _entry(book: Book, entry: Entry, pictures: Pictures) -> dict[str, Any]:
    """What a template is given of a puzzle."""
    number, puzzle = entry.number, entry.puzzle
    steps = first_steps(book, entry) if book.first_steps else ""
    shown = pictures.put_entry(
        number, puzzle, None, entry.board, names=_has_names(book), fleet=book.fleet, answer_names=bool(steps)
    )
    link = address(book.site, puzzle) if book.site else ""
    return shown | {
        "stars": entry.stars,
        "remark": book.label(entry.grade) if book.grades and entry.grade else "",
        "answer": None if book.answers == "none" else shown["answer"],
        "steps": steps,
        "link": link,
        "code": pictures.put_code(link, number) if link else None,
    }


def _check_text_has_room(book: Book) -> None:
    """Raise `InvalidBookError` for text that is too large for the pages."""
    most = int(book.frame().content_width / _NARROWEST)
    if book.text_size > most:
        raise InvalidBookError(
            [
                f"text_size: {book.text_size:g} points are too large for a page of {book.trim}: "
                f"choose at most {most}, or a larger trim"
            ]
        )


def _check_has_room(book: Book, entry: Entry, width: float) -> None:
    """Raise `UnfitPuzzleError` for a puzzle whose squares would be smaller than a pencil's point, unless the
    book asks for as small ones, or, in large print, its numbers too small."""
    squares = f"puzzle {entry.number}: {entry.puzzle.height}x{entry.puzzle.width} squares"
    side = book.frame().content_width / width
    if side < min(book.least_size, LEAST_MARKED):
        or_smaller = f", or a least_size of {int(side)}" if side >= LEAST_SIZE else ""
        raise UnfitPuzzleError(
            f"{squares} would be {side / MM:.1f} mm wide on a page of {book.trim}: "
            f"choose a larger trim{or_smaller}"
        )
    is_named_elsewhere = not _has_names(book) and (book.learn or book.solved)
    width += _ROOM_OF_NAMES if is_named_elsewhere else 0.0
    side = book.frame(_MANY_PAGES).content_width / width
    if book.large_print and side * _least_text([entry.puzzle]) < LARGE:
        raise UnfitPuzzleError(
            f"{squares} are too many for large print on a page of {book.trim}: choose a larger trim"
        )
