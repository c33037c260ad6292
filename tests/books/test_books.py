"""Books: their pages, and what is in their files."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import pytest
from pypdf import PdfReader

import bimaru as package
from bimaru.books.manuscript import manuscript
from bimaru.books.press import number_of_pages, printed_book
from bimaru.books.puzzles import Entry, Section, collect
from bimaru.books.rules import LETTERED
from bimaru.books.settings import KEYS, Book, InvalidBookError, chapter_entry, read_book
from bimaru.books.trims import MM, gutter, trim_size
from bimaru.cli.exit_codes import Exit
from bimaru.deduction.languages import LANGUAGES
from bimaru.drawing.palette import BLACK
from bimaru.drawing.typesetting import Typefaces
from bimaru.generation import tries
from bimaru.generation.generator import maker_of
from bimaru.generation.recipe import Recipe
from bimaru.generation.tries import CannotGenerateError
from bimaru.symmetry import fingerprint
from command_line import UNIQUE, bimaru, jsonl, started
from explanations import with_column_9
from fonts import CHINESE, font_with
from instances import instances
from sampling import thorough

pytest.importorskip("typst", reason="for want of typst")

# The first with a column given: whole explanations of them would take most of the time.
PUZZLES: Final = [with_column_9(entry.puzzle) for entry in instances("csplib014")[:3]] + [
    entry.puzzle
    for name in ("lettered", "polyomino", "boats", "large")
    for entry in instances(name)[:3]
    if max(entry.puzzle.height, entry.puzzle.width) <= 30
]
PUZZLES.append(instances("csplib014")[0].puzzle)
ENTRIES: Final = [
    Entry(0, puzzle, board, grade, 1.0)
    for puzzle, grade in zip(
        PUZZLES, ("easy", "hard", "extreme", "", "expert", "intermediate") * 9, strict=False
    )
    if (board := package.solve(puzzle).board) is not None
]


UPSIDE_DOWN: Final = {"T": "B", "B": "T"}


def sections_of(book: Book, chosen: list[list[int]]) -> list[Section]:
    number = book.first_number
    found = []
    for i, chapter in enumerate(chosen):
        entries = [ENTRIES[index]._replace(number=number + k) for k, index in enumerate(chapter)]
        number += len(entries)
        found.append(Section(f"Chapter {i + 1}", tuple(entries)))
    return found


def printed(values: dict[str, Any], chosen: list[list[int]]) -> PdfReader:
    """The pages of a book with these puzzles."""
    book = Book(values, (), {})
    made = manuscript(book, sections_of(book, chosen), Typefaces())
    return PdfReader(io.BytesIO(printed_book(made, book, Typefaces())))


def texts_of(reader: PdfReader) -> list[str]:
    return [" ".join(page.extract_text().split()) for page in reader.pages]


def page_with(text: str, pages: list[str]) -> int:
    """The number of the only page with a text."""
    (found,) = (number for number, page in enumerate(pages, 1) if text in page)
    return found


@pytest.fixture(scope="module")
def pages() -> list[str]:
    """The texts of the pages of a book of two chapters."""
    values = {"title": "Calm seas", "author": "A. Author", "copyright": "© A. Author", "answer_size": 24.0}
    return texts_of(printed(values, [[0, 1, 2], [0, 1]]))


def test_front_matter_is_half_title_title_and_notices(pages: list[str]) -> None:
    assert pages[0] == "Calm seas"
    assert pages[1] == ""
    assert pages[2].startswith("Calm seas 5 puzzles A. Author")
    assert pages[3].startswith("© A. Author Set in Libertinus Serif & Bimaru Sans.")
    assert pages[4].startswith("Contents")
    assert page_with("How to solve 1 A fleet", pages) == 7


def test_chapters_open_on_right_hand_pages_with_a_text_and_blank_pages_are_blank(pages: list[str]) -> None:
    for opening in ("Chapter 1 Puzzles 1 to 3. From easy to extreme.", "Chapter 2 Puzzles 4 to 5."):
        assert page_with(opening, pages) % 2 == 1
    assert "" in pages[7:]


def test_heads_have_the_title_on_the_left_and_the_chapter_with_its_numbers_on_the_right(
    pages: list[str],
) -> None:
    first = page_with("Chapter 1 Puzzles 1 to 3.", pages)
    assert pages[first].startswith("Calm seas")
    assert "Chapter 1" not in pages[first]
    assert pages[first + 1].startswith("Chapter 1, 1–3 3 "), "with the numbers of the page on the left"
    assert pages[first + 1].endswith(str(first + 2))


def test_contents_and_puzzles_refer_to_pages_that_have_what_they_say(pages: list[str]) -> None:
    contents = " ".join(pages[4:6])
    for title in ("How to solve", "Chapter 1", "Chapter 2", "Answers"):
        (number,) = re.findall(rf"{title} [. ]*(\d+)", contents)
        assert title in pages[int(number) - 1]
    references = [
        (number, int(page))
        for text in pages
        for number, page in re.findall(r"\b(\d) (?:easy|hard|extreme) answer on p\. (\d+)", text)
    ]
    assert {number for number, _ in references} == {"1", "2", "3", "4", "5"}
    for number, page in references:
        assert re.search(rf"\b{number}\b", pages[page - 1])
        assert page >= page_with("Answers 1", pages)


def test_no_line_above_a_puzzle_is_broken_however_narrow_its_board() -> None:
    for per_page in (2, 6):
        reader = printed({"per_page": per_page, "rules": False}, [[1, 5] * 6])
        found = [re.findall(r"answer on p[.] \d+", page.extract_text()) for page in reader.pages]
        assert sum(map(len, found)) == 12


def test_no_page_of_answers_is_left_with_a_single_row() -> None:
    reader = printed({"rules": False, "contents": False}, [[0] * 22])
    links = [len(page.get("/Annots", ())) for page in reader.pages]  # one for each answer
    assert [number for number in links if number][-3:] == [9, 9, 4]


def test_answers_are_as_small_as_can_be_read_where_a_row_more_has_room_then() -> None:
    values = {"trim": "4.25x6.87in", "rules": False, "contents": False, "title_page": False}
    reader = printed(values, [[0] * 16])
    links = [len(page.get("/Annots", ())) for page in reader.pages]
    assert [number for number in links if number > 2] == [4, 6, 6]


def test_a_chart_of_progress_leaves_no_row_for_a_page_of_its_own() -> None:
    values = {"trim": "4.25x6.87in", "progress": True, "rules": False, "contents": False, "answers": "none"}
    pages = texts_of(printed(values, [[0] * 20, [0] * 20, [0] * 12, [0] * 8]))
    chart = page_with("Progress A box", pages)
    assert "53 54 55 56 57 58 59 60" in pages[chart - 1]


def test_a_book_without_openings_has_no_blank_pages_and_begins_with_its_title() -> None:
    values = {"trim": "a5", "title_page": False, "contents": False, "openings": False, "example": False}
    pages = texts_of(printed({**values, "title": "Calm seas"}, [[0] * 4]))
    assert len(pages) == 4
    assert pages[0].startswith("Calm seas How to solve")
    assert pages[1].startswith("Chapter 1 1 ")


@pytest.mark.parametrize("per_page", [1, 2])
def test_a_leaf_has_two_sides(per_page: int) -> None:
    values = {"per_page": per_page, "rules": False, "contents": False, "answers": "none"}
    assert [len(printed(values, [[0] * number]).pages) % 2 for number in (1, 2, 3)] == [0, 0, 0]


def test_sizes_of_pages_follow_their_number() -> None:
    book = Book({}, (), {})
    assert [round(book.frame(pages).inner / MM, 1) for pages in (100, 400, 800)] == [15.6, 21.9, 28.3]
    widths = {150: 9.6, 151: 12.7, 300: 12.7, 301: 15.9, 500: 15.9, 501: 19.1, 700: 19.1, 701: 22.3}
    assert {pages: gutter(pages) for pages in widths} == widths
    assert Book({"inner": 25.0, "outer": 10.0}, (), {}).frame(800).inner == pytest.approx(25 * MM)


def test_pages_are_mirrored_at_the_spine() -> None:
    pages = printed({"inner": 25.0, "outer": 10.0}, [[0, 1]]).pages
    for side, margin in ((pages[::2], 25), (pages[1::2], 10)):
        left = min(x for page in side for x, _, text in places_of(page) if text.strip())
        assert left == pytest.approx(margin * MM, abs=0.01)


def sizes_of(reader: PdfReader) -> Iterator[float]:
    """The sizes of all text, as printed."""
    sizes: list[float] = []

    def note(text: str, cm: list[float], tm: list[float], font: object, size: float) -> None:
        if text.strip():
            sizes.append(abs(size * tm[3] * cm[3]))

    for page in reader.pages:
        page.extract_text(visitor_text=note)
    return iter(sizes)


def test_large_print_has_no_text_below_16_points() -> None:
    values = {
        "large_print": True,
        "trim": "8.5x11in",
        "hints": True,
        "learn": True,
        "progress": True,
        "solved": True,
        "first_steps": 1,
    }
    reader = printed(values, [[0, 1]])
    assert min(sizes_of(reader)) >= 15.99
    assert min(sizes_of(printed({"large_print": True, "names": False}, [[0]]))) >= 15.99


def test_large_print_has_no_letters_on_ships_below_16_points() -> None:
    book = Book({"large_print": True, "title_page": False, "contents": False}, (), {})
    entries = (Entry(1, LETTERED.puzzle, LETTERED.board, "easy", 1.0),)
    made = manuscript(book, [Section("One", entries)], Typefaces())
    assert min(sizes_of(PdfReader(io.BytesIO(printed_book(made, book, Typefaces()))))) >= 15.99


def test_names_that_puzzles_have_anyway_take_no_further_room_in_large_print() -> None:
    book = Book({"large_print": True, "hints": True, "solved": True}, (), {})
    assert manuscript(book, sections_of(book, [[0]]), Typefaces()).data["hints"]


def test_lessons_in_large_print_are_on_facing_pages_where_two_boards_are_too_narrow_for_one() -> None:
    recipe = Recipe.from_table({"size": "7x7", "fleet": "3:1,2:2,1:3", "grade": "easy"})
    puzzle = maker_of(recipe).make(10)
    board = package.solve(puzzle).board
    assert board is not None
    values = {"large_print": True, "trim": "a4", "learn": True, "rules": False, "title_page": False}
    book = Book(values, (), {})
    entries = (Entry(1, puzzle, board, "easy", 1.0),)
    made = manuscript(book, [Section("One", entries)], Typefaces())
    assert min(sizes_of(PdfReader(io.BytesIO(printed_book(made, book, Typefaces()))))) >= 15.99


@pytest.mark.thorough
def test_nothing_is_set_below_the_number_of_its_page() -> None:
    values = {"learn": True, "hints": True, "solved": True, "first_steps": 3}
    for page in [
        page
        for more in ({"trim": "5.5x8.5in"}, {"large_print": True, "trim": "8.5x11in"})
        for page in printed(values | more, [[0, 1]]).pages
    ]:
        places = [place for place in places_of(page) if place[2].strip()]
        folios = [y for _, y, text in places if text.strip() == places[-1][2].strip()]
        assert not places or min(y for _, y, _ in places) == min(folios)


def places_of(page: Any) -> list[tuple[float, float, str]]:
    """The texts of a page in their order, each with its distance from the left and its height."""
    places: list[tuple[float, float, str]] = []

    def note(text: str, cm: list[float], tm: list[float], font: object, size: float) -> None:
        places.append((tm[4] * cm[0] + cm[4], tm[5] * cm[3] + cm[5], text))

    page.extract_text(visitor_text=note)
    return places


@pytest.mark.parametrize("language", ["en", thorough("de")])
def test_lessons_refer_to_no_steps(language: str) -> None:
    recipe = Recipe.from_table({"size": "8x8", "shapes": "tetrominoes"})
    puzzles = [maker_of(recipe).make(seed) for seed in (1, 11)]
    boards = [board for puzzle in puzzles if (board := package.solve(puzzle).board)]
    entries = [Entry(i, *both) for i, both in enumerate(zip(puzzles, boards, strict=True), 1)]
    book = Book({"learn": True, "language": language}, (), {})
    lessons = manuscript(book, [Section("One", tuple(entries))], Typefaces()).data["lessons"]
    assert len(lessons) > 5
    assert not re.search(r"(steps?|Schritte?n?)\s\d", "\n".join(lesson["text"] for lesson in lessons))


LONG_WORD: Final = "Schiffeversenkungsrätselsammlungsherausgebergesellschaft"


def ends_of(page: Any) -> Iterator[float]:
    """How far to the right each text of a page goes at least: letters of the serif are wider than that."""
    ends: list[float] = []

    def note(text: str, cm: list[float], tm: list[float], font: object, size: float) -> None:
        letters = sum(map(str.isalnum, text))
        ends.append(tm[4] * cm[0] + cm[4] + 0.38 * abs(size * tm[3] * cm[3]) * letters)

    page.extract_text(visitor_text=note)
    return iter(ends)


def test_titles_of_one_long_word_stay_within_the_margins() -> None:
    names = dict.fromkeys(("title", "subtitle", "author", "publisher"), LONG_WORD)
    book = Book({**names, "progress": True, "answers": "chapter"}, (), {})
    sections = [section._replace(title=f"{LONG_WORD}en") for section in sections_of(book, [[0], [1]])]
    made = manuscript(book, sections, Typefaces())
    for page in PdfReader(io.BytesIO(printed_book(made, book, Typefaces()))).pages:
        assert max(ends_of(page), default=0) < page.mediabox.width - book.frame().outer


@pytest.mark.parametrize("key", ["title", "subtitle", "author", "publisher"])
def test_a_text_that_is_too_long_for_its_page_is_refused_by_its_name(key: str) -> None:
    with pytest.raises(package.BimaruError, match=rf"^{key}: too long for its place, even at \d+"):
        printed({key: "Sink the fleet " * 200}, [[0]])


def test_the_title_of_a_chapter_that_is_too_long_is_refused() -> None:
    book = Book({}, (), {})
    (section,) = sections_of(book, [[0]])
    made = manuscript(book, [section._replace(title="Sink the fleet " * 200)], Typefaces())
    with pytest.raises(package.BimaruError, match=r"^the title 'Sink the fleet .*\.\.\.': too long"):
        printed_book(made, book, Typefaces())


@pytest.mark.parametrize("size", [16.0, 26.0, 40.0])
@pytest.mark.parametrize("per_page", [2, 6])
def test_text_of_every_size_has_room_on_a_page(size: float, per_page: int) -> None:
    values = {"text_size": size, "per_page": per_page, "hints": True, "progress": True}
    book = Book(values, (), {})
    for page in printed(values, [[0, 1, 2]]).pages:
        assert max(ends_of(page), default=0) < page.mediabox.width - book.frame().outer + 1


def test_text_that_is_too_large_for_the_page_is_refused() -> None:
    with pytest.raises(InvalidBookError, match="text_size: 20 points are too large for a page of 70x100mm: "):
        printed({"text_size": 20.0, "trim": "70x100mm"}, [[0]])


def test_a_puzzle_that_has_no_room_in_large_print_is_refused() -> None:
    large = next(i for i, entry in enumerate(ENTRIES) if entry.puzzle.width >= 15)
    with pytest.raises(package.BimaruError, match=r"puzzle 1: \d+x\d+ squares are too many for large print"):
        printed({"large_print": True}, [[large]])


def test_a_puzzle_whose_squares_no_pencil_can_mark_is_refused_unless_they_are_asked_for() -> None:
    large = package.Puzzle(rows=(None,) * 99, cols=(None,) * 99, fleet={1: 1}, givens={(0, 0): "S"})
    board = package.solve(large).board
    assert board is not None
    sections = [Section("Large", (Entry(1, large, board),))]
    with pytest.raises(
        package.BimaruError, match=r"puzzle 1: 99x99 squares would be 1\.\d mm wide on a page of a4"
    ):
        manuscript(Book({"trim": "a4"}, (), {}), sections, Typefaces())
    on_screen = manuscript(Book({}, (), {}), sections, Typefaces(), on_screen=True)
    assert on_screen.data["chapters"][0]["entries"]
    asked = manuscript(Book({"trim": "a4", "least_size": 4.0}, (), {}), sections, Typefaces())
    assert asked.data["chapters"][0]["entries"][0]["board"]["width"] > 99


def figures_in(node: Any) -> Iterator[Any]:
    """The figures of a tree of tags."""
    node = node.get_object()
    if isinstance(node, list):
        for one in node:
            yield from figures_in(one)
    elif isinstance(node, dict):
        if node.get("/S") == "/Figure":
            yield node
        if "/K" in node:
            yield from figures_in(node["/K"])


def test_every_board_is_described_in_the_order_of_the_pages() -> None:
    reader = printed({"rules": False, "fleet": False, "stars": False, "title_page": False}, [[0, 1]])
    root: Any = reader.root_object
    assert root["/MarkInfo"]["/Marked"]
    described = [str(figure["/Alt"]) for figure in figures_in(root["/StructTreeRoot"])]
    boards = [text for text in described if text.startswith("A grid of")]
    assert len(boards) == 4
    assert [("Ships on the board" in text) for text in boards] == [False, False, True, True]
    tallies = " ".join(map(str, PUZZLES[0].rows))
    assert f"Ship squares by row: {tallies}." in boards[0]
    assert b"pdfuaid" in b"".join([root["/Metadata"].get_object().get_data()]), (
        "the file says which standard it keeps"
    )


@pytest.mark.parametrize(
    ("language", "word"), [("de", "Lösungen"), ("fr", "Solutions"), ("es", "Soluciones")]
)
def test_a_book_speaks_its_language(language: str, word: str) -> None:
    reader = printed({"language": language, "title": "Мо́ре · Θάλασσα"}, [[0]])
    assert str(reader.root_object["/Lang"]) == language
    assert word in " ".join(texts_of(reader))
    root: Any = reader.root_object
    assert not any("A grid of" in str(figure["/Alt"]) for figure in figures_in(root["/StructTreeRoot"]))
    assert reader.metadata is not None
    assert reader.metadata.title == "Мо́ре · Θάλασσα"
    assert reader.metadata.subject != "Battleship puzzles (Bimaru, Yubotu)"


def test_a_book_teaches_and_hints_if_it_should() -> None:
    values = {"learn": True, "hints": True, "solved": True, "progress": True, "first_steps": 2}
    text = " ".join(texts_of(printed(values, [[0, 1]])))
    for heading in ("What to look for", "Hints", "Where to look", "Progress", "step by step"):
        assert heading in text
    (step, *_) = package.explain(PUZZLES[0])
    assert text.count(step.text.split(":")[0]) >= 2
    assert LANGUAGES["en"].principle(step.technique) in text


def test_chapters_open_with_a_ship_of_each_kind() -> None:
    book = Book({}, (), {})
    chapters = manuscript(book, sections_of(book, [[0], [0]]), Typefaces()).data["chapters"]
    ships = ", ".join(f"1 of {length}" for length in PUZZLES[0].fleet)
    assert [chapter["ornament"]["alt"] for chapter in chapters] == [f"Ships: {ships}."] * 2


def test_no_hint_is_left_alone_before_the_next_heading() -> None:
    values = {"hints": True, "rules": False, "contents": False, "title_page": False, "answers": "none"}
    for number in (20, 23, 41):
        pages = texts_of(printed({**values, "trim": "4.25x6.87in"}, [[0] * number]))
        alone = rf"(Battleship puzzles|Hints) {number} .*(Which technique|The step itself)"
        assert not any(re.match(alone, page) for page in pages)


def test_each_argument_of_a_case_analysis_is_a_paragraph() -> None:
    (section,) = sections_of(Book({}, (), {}), [[0]])
    frames = manuscript(Book({"solved": True}, (), {}), [section], Typefaces()).data["solved"]["frames"]
    steps = package.explain(PUZZLES[0])
    assert any(step.cases for step in steps)
    for frame, step in zip(frames, steps, strict=True):
        paragraphs = frame["text"].split("\n")
        assert len(paragraphs) == len(step.text.split("\n"))
        assert not any(paragraph.startswith("-") for paragraph in paragraphs)


def test_a_head_without_room_ends_with_an_ellipsis_and_keeps_its_numbers() -> None:
    long = "Ships in the fog of a very early morning in November, and what is left of them when it is gone"
    book = Book({"title": long, "title_page": False, "contents": False, "rules": False}, (), {})
    (section,) = sections_of(book, [[0, 1, 2]])
    made = manuscript(book, [section._replace(title=long)], Typefaces())
    texts = texts_of(PdfReader(io.BytesIO(printed_book(made, book, Typefaces()))))
    assert any(re.match(r"Ships in the fog .{20,80}… 1 easy", text) for text in texts)
    assert any(re.match(r"Ships in the fog .{20,80}… 1–3 3 extreme", text) for text in texts)


def test_a_shortened_head_has_no_other_mark_before_its_ellipsis() -> None:
    title = "Müßig: " * 30
    pages = texts_of(printed({"title": title, "title_page": False, "contents": False}, [[0]]))
    heads = [page for page in pages if page.startswith("Müssig: Müssig: ")]  # in small capitals
    assert heads
    assert all("Müssig…" in page for page in heads)


def test_steps_are_read_down_the_columns() -> None:
    page = next(page for page in printed({}, [[0]]).pages if "step by step" in page.extract_text())
    found = [(y, int(text[0])) for _, y, text in places_of(page) if re.match(r"[1-9]\. ", text)]
    assert [number for _, number in found] == [1, 2, 3, 4, 5]
    tops = [y for y, _ in found]
    starts = [i for i, (before, top) in enumerate(pairwise(tops), 1) if top > before]
    assert len(starts) == 1  # a second column
    assert abs(tops[0] - tops[starts[0]]) < 60  # the tops of two columns, whose first texts differ in length


def test_ranges_of_squares_have_a_dash_and_are_not_broken() -> None:
    text = " ".join(texts_of(printed({"hints": True, "solved": True, "first_steps": 3}, [[0, 1]])))
    assert re.search(r"[A-Z]\d+–[A-Z]\d+", text)
    assert not re.search(r"[A-Z]\d+[-–] *\d|[A-Z]\d+-", text)


def test_answers_with_steps_name_rows_and_columns() -> None:
    for first_steps in (0, 1):
        answers = [text for text in texts_of(printed({"first_steps": first_steps}, [[0]])) if text][-1]
        has_names = {"A", "B", "C"} <= set(answers.split())
        assert has_names == (first_steps > 0)


def test_six_explained_answers_take_two_pages() -> None:
    values = {"first_steps": 3, "rules": False, "contents": False, "title_page": False}
    pages = texts_of(printed(values, [[0, 1] * 3]))
    answers = next(number for number, page in enumerate(pages, 1) if page.startswith("Answers"))
    assert len(pages) - answers + 1 == 2


@pytest.mark.parametrize(
    ("grades", "has_room"), [(("easy", "hard"), True), (("easy", "intermediate"), False)]
)
def test_puzzles_as_large_have_all_their_grade_in_words_or_none_in_a_chapter(
    grades: tuple[str, ...], has_room: bool
) -> None:
    book = Book({"trim": "4.5x8.5in"}, (), {})
    entries = tuple(
        ENTRIES[number]._replace(number=number, grade=grade) for number, grade in enumerate(grades, 1)
    )
    made = manuscript(book, [Section("One", entries)], Typefaces())
    pages = texts_of(PdfReader(io.BytesIO(printed_book(made, book, Typefaces()))))
    text = next(page for page in pages if "answer on p." in page)
    assert [grade in text for grade in grades] == [has_room, has_room]


def test_ships_stand_beside_a_board_that_is_larger_then() -> None:
    values = {"trim": "a5", "rules": False, "contents": False, "title_page": False}
    sides = {
        code: side_on(printed(values | {"site": code}, [[0, 0]]).pages[1])
        for code in ("", "https://example.org/")  # a QR code stands there
    }
    assert sides[""] > 1.1 * sides["https://example.org/"]


def test_words_of_ragged_text_are_not_divided() -> None:
    values = {"language": "de", "hints": True, "first_steps": 3, "title_page": False, "contents": False}
    pages = printed(values | {"rules": False}, [[0, 1, 2]]).pages
    lines = [line for page in pages for line in page.extract_text().splitlines()]
    assert any("U-Boot" in line for line in lines)
    assert not [line for line in lines if line.rstrip().endswith(("-", "\u2010"))]


@pytest.mark.thorough
def test_large_print_has_one_explained_answer_a_page_and_lessons_on_facing_pages() -> None:
    values = {"large_print": True, "trim": "8.5x11in", "learn": True, "first_steps": 2, "rules": False}
    # A hard puzzle: it has lessons whose boards are as large as their text leaves room for.
    reader = printed(values | {"title_page": False, "contents": False}, [[-1] * 9])
    pages = texts_of(reader)
    answers = next(number for number, page in enumerate(pages, 1) if page.startswith("Answers"))
    assert len([page for page in pages[answers - 1 :] if page]) == 9
    titles = {package.technique_name(step.technique).capitalize() for step in package.explain(PUZZLES[-1])}
    lessons = [
        number
        for number, page in enumerate(pages, 1)
        if any(page.startswith(f"Battleship puzzles {title} ") for title in titles)
    ]
    assert lessons == [2 * number for number in range(1, len(titles) + 1)]
    for number in lessons:
        assert pages[number - 1].startswith("Battleship puzzles ")
        left, right = (side_on(reader.pages[number + i - 1]) for i in (0, 1))
        assert left == pytest.approx(right, abs=0.02)
        before, after = (tallies_on(reader.pages[number + i - 1]) for i in (0, 1))
        assert before == pytest.approx(after, abs=0.1)


def side_on(page: Any) -> float:
    """The side of a square on a page: the distance of the tallies of its rows."""
    return min(after - before for before, after in pairwise(tallies_on(page)))


def tallies_on(page: Any) -> list[float]:
    """The heights of the tallies of rows on a page."""
    digits = [(round(x), round(y, 2)) for x, y, text in places_of(page) if re.fullmatch(r"\d", text.strip())]
    (column, _) = max(Counter(x for x, _ in digits).items(), key=lambda item: item[1])
    return sorted({y for x, y in digits if x == column})


def test_a_puzzle_alone_on_its_page_because_of_its_neighbours_keeps_the_size_of_its_kind() -> None:
    large = next(i for i, entry in enumerate(ENTRIES) if entry.puzzle.width >= 15)
    values = {"rules": False, "contents": False, "title_page": False, "answers": "none"}
    pages = printed(values, [[large, 0, large, 0, 0]]).pages[1:]
    alone, together = (side_on(pages[number]) for number in (1, 3))
    assert alone == pytest.approx(together, abs=0.02)


def test_a_printer_gets_a_bleed_within_the_crop_marks() -> None:
    page = printed({"bleed": 3.0, "crop_marks": True}, [[0]]).pages[6]
    sides = [float(box.width) for box in (page.trimbox, page.bleedbox, page.mediabox)]
    assert sides == pytest.approx([432, 432 + 6 * MM, 432 + 6 * MM + 40], abs=0.01)
    assert page.extract_text().startswith("How to solve")


def test_random_settings_give_books() -> None:
    for trim, per_page, answers in (("a4", 6, "end"), ("120x120mm", 4, "chapter"), ("300x150mm", 3, "none")):
        values = {"trim": trim, "per_page": per_page, "answers": answers, "least_size": 4.0}
        reader = printed(
            {**values, "title": "A title that is far longer than titles usually are " * 3}, [[0, 1, 2, 3]]
        )
        text = " ".join(texts_of(reader))
        assert ("Answers" in text) == (answers != "none")


@pytest.mark.thorough
def test_a_book_of_many_puzzles_takes_little_room() -> None:
    book = Book({}, (), {})
    made = manuscript(book, sections_of(book, [[i % 3 for i in range(100)]]), Typefaces())
    data = printed_book(made, book, Typefaces())
    assert len(data) < 700_000
    assert number_of_pages(data) == len(PdfReader(io.BytesIO(data)).pages)


# Files


BOOK: Final = """
title = "Calm seas"
author = "A. Author"
subject = "Puzzles"
isbn = "978-3-16-148410-0"
date = "2026-05-01"
language = "de"
trim = "a5"
bleed = 3
crop_marks = true
order = "grade"
answers = "chapter"
first_number = 11

[[chapter]]
title = "Leicht"
recipe = { size = "6x6", fleet = "3:1,2:2,1:3", grade = "easy-hard", count = 5, seed = 1 }

[[chapter]]
title = "Alte"
files = ["old.jsonl"]

[labels]
answers_to = "Das kommt heraus: {chapter}"
"""


def one_puzzle(directory: Path) -> Path:
    """A file with one small puzzle."""
    path = directory / "one.jsonl"
    path.write_text(jsonl(UNIQUE), encoding="utf-8")
    return path


@pytest.fixture
def book_file(tmp_path: Path) -> Path:
    old = [package.generate(size=(6, 6), fleet={3: 1, 2: 2, 1: 3}, seed=seed) for seed in range(50, 53)]
    (tmp_path / "old.jsonl").write_text("".join(package.write_all(old, "json")), encoding="utf-8")
    path = tmp_path / "book.toml"
    path.write_text(BOOK, encoding="utf-8")
    return path


def fonts_in(reader: PdfReader) -> Iterator[Any]:
    for page in reader.pages:
        resources: Any = page["/Resources"]
        for font in resources.get("/Font", {}).values():
            yield from (one.get_object() for one in font.get_object()["/DescendantFonts"])


def test_a_book_has_its_metadata_boxes_outline_and_fonts(book_file: Path, tmp_path: Path) -> None:
    for name in ("one.pdf", "two.pdf"):
        ran = bimaru("book", book_file, "-o", tmp_path / name)
        assert (ran.code, ran.out, ran.err) == (Exit.DONE, "", "")
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()
    reader = PdfReader(tmp_path / "one.pdf")
    assert reader.metadata is not None
    found = {
        key: str(reader.metadata[f"/{key}"]).removesuffix("000000Z")
        for key in ("Title", "Author", "Subject", "Keywords", "CreationDate")
    }
    assert found == {
        "Title": "Calm seas",
        "Author": "A. Author",
        "Subject": "Puzzles",
        "Keywords": "ISBN 978-3-16-148410-0",
        "CreationDate": "D:20260501",
    }
    assert str(reader.root_object["/Lang"]) == "de"
    page = reader.pages[4]
    assert [round(float(side) / MM) for side in (page.trimbox.width, page.trimbox.height)] == [148, 210]
    assert [round(float(side) / MM) for side in (page.bleedbox.width, page.bleedbox.height)] == [154, 216]
    assert page.mediabox.width > page.bleedbox.width > page.trimbox.width
    outline: Any = reader.outline
    titles = [str(entry["/Title"]) for entry in outline]
    assert titles == [
        *("Inhalt", "So wird gelöst", "Leicht", "Das kommt heraus: Leicht", "Alte"),
        "Das kommt heraus: Alte",
    ]
    for font in fonts_in(reader):
        assert {"/FontFile2", "/FontFile3"} & font["/FontDescriptor"].keys()
    texts = [page.extract_text() for page in reader.pages]
    assert "ISBN 978-3-16-148410-0" in texts[3]
    assert re.search(r"^11\b", "\n".join(texts), re.MULTILINE)


def test_labels_may_have_the_names_of_earlier_versions(book_file: Path) -> None:
    book_file.write_text(f'{BOOK}rule_bent = "Drehen ist erlaubt."\n', encoding="utf-8")
    assert read_book(book_file, {}).label("rule_polyomino") == "Drehen ist erlaubt."
    replaced = read_book(book_file, {}, labels={"rule_polyomino": "Wenden auch."})
    assert replaced.label("rule_polyomino") == "Wenden auch."


def test_puzzles_of_a_chapter_are_in_order_of_grade_and_score(book_file: Path, tmp_path: Path) -> None:
    assert bimaru("book", book_file, "-o", f"{tmp_path}/folder/").code == Exit.DONE
    with (tmp_path / "folder" / "puzzles.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["number"] for row in rows] == [str(number) for number in range(11, 11 + len(rows))]
    for title in ("Leicht", "Alte"):
        keys = [(int(row["stars"]), float(row["score"])) for row in rows if row["chapter"] == title]
        assert keys == sorted(keys)
        assert keys
    names = {path.name for path in (tmp_path / "folder").iterdir()}
    assert names == {"puzzles.csv"} | {row[kind] for row in rows for kind in ("puzzle", "answer")}
    assert rows[0]["puzzle"] == "puzzle-011.svg"


def test_black_is_one_ink(book_file: Path, tmp_path: Path) -> None:
    assert all(colour[1:3] * 3 == colour[1:] for colour in BLACK.values())
    bimaru("book", book_file, "-o", tmp_path / "it.pdf")
    for page in PdfReader(tmp_path / "it.pdf").pages:
        content = page.get_contents()
        assert content is not None
        assert not re.search(rb"(?<![\d.])[\d.]+ [\d.]+ [\d.]+ (rg|RG|scn|SCN)\b", content.get_data())


def test_a_second_ink_is_one_colour_and_shares_of_it(book_file: Path, tmp_path: Path) -> None:
    bimaru("book", book_file, "--learn", "--spot-colour", "#cc0000", "-o", tmp_path / "it.pdf")
    found = set()
    for page in PdfReader(tmp_path / "it.pdf").pages:
        content = page.get_contents()
        assert content is not None
        found |= set(re.findall(rb"([\d.]+) ([\d.]+) ([\d.]+) (?:rg|RG|scn|SCN)\b", content.get_data()))
    colours = {tuple(map(float, one)) for one in found}
    reds = [one for one in colours if one[0] != one[1]]
    assert any(one == pytest.approx((0.8, 0, 0), abs=0.01) for one in reds)
    assert len(reds) > 1
    for red, green, blue in reds:
        assert green == pytest.approx(blue, abs=0.01)
        assert 1 - red == pytest.approx((1 - green) / 5, abs=0.01)


def test_a_second_ink_that_is_no_colour_is_refused(book_file: Path, tmp_path: Path) -> None:
    ran = bimaru("book", book_file, "--spot-colour", "red", "-o", tmp_path / "it.pdf")
    assert ran.code == Exit.BAD_INPUT
    assert "spot_colour: 'red' is not a colour like #1b4f72" in ran.err


def test_every_setting_is_an_option_and_options_win(book_file: Path, tmp_path: Path) -> None:
    shown = bimaru("book", "--help").out
    for key in KEYS:
        assert f"--{key.name.replace('_', '-')}" in shown
    ran = bimaru(
        "book",
        book_file,
        "--title",
        "Other",
        "--trim",
        "letter",
        "--no-crop-marks",
        "--bleed",
        "0",
        "-o",
        tmp_path / "it.pdf",
    )
    assert ran.code == Exit.DONE
    reader = PdfReader(tmp_path / "it.pdf")
    assert reader.metadata is not None
    assert reader.metadata.title == "Other"
    assert reader.pages[0].mediabox.width == 612


def test_a_book_of_options_is_that_of_the_book_file(
    book_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every key of the file is given as an option: chapters as tables, their recipes included, and labels."""
    data = tomllib.loads(BOOK)
    chosen: list[str | Path] = []
    for chapter in data.pop("chapter"):
        recipe = ", ".join(f"{key} = {json.dumps(value)}" for key, value in chapter.get("recipe", {}).items())
        puzzles = f"{{ recipe = {{ {recipe} }}, order = 'grade' }}" if recipe else chapter["files"][0]
        chosen += ["--chapter", chapter["title"], puzzles]
    for name, text in data.pop("labels").items():
        chosen += ["--label", name, text]
    for key, value in data.items():
        name = key.replace("_", "-")
        chosen += [f"--{name}"] if value is True else [f"--{name}", str(value)]
    monkeypatch.chdir(tmp_path)
    assert bimaru("book", book_file, "-o", tmp_path / "file.pdf").code == Exit.DONE
    assert bimaru("book", *chosen, "-o", tmp_path / "options.pdf").code == Exit.DONE
    assert (tmp_path / "file.pdf").read_bytes() == (tmp_path / "options.pdf").read_bytes()


@pytest.mark.parametrize(
    ("puzzles", "message"),
    [
        ("{ recipe = }", "chapter 'One': '{ recipe = }' is not a table in TOML"),
        ("{}\ntitle = 'x'", "chapter 'One': expected one table, in braces, without a title"),
        ("{ title = 'Two' }", "chapter 'One': expected one table, in braces, without a title"),
        ("{ recipe = { grade = 'nice' } }", "chapter 1: recipe: grade: 'nice' is not one of"),
        ("{ order = 'best', files = ['x'] }", "chapter 1: order: 'best' is not one of given, grade"),
        ("nowhere.jsonl", "nowhere.jsonl: No such file or directory"),
    ],
)
def test_faults_of_a_chapter_given_as_an_option_are_named(puzzles: str, message: str, tmp_path: Path) -> None:
    ran = bimaru("book", "--chapter", "One", puzzles, "-o", tmp_path / "it.pdf")
    assert ran.code == Exit.BAD_INPUT
    assert message in ran.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        (
            ("-o", "it.docx"),
            "bimaru book cannot write .docx; it writes .pdf .epub .html",
        ),
        (("-o", "it"), "-o it: the name ends in none of .pdf .epub .html"),
        (("--template", "my.typ", "-o", "it.html"), "--template is for print: -o FILE.pdf"),
        (("--bleed", "3", "-o", "it.epub"), "--bleed is for print: -o FILE.pdf"),
        (("--title", "", "-o", "it.html"), "title: it is empty; a book must have a title"),
        (("--title", "a\x01b", "-o", "it.epub"), "title: it contains U+0001, which cannot be printed"),
        (("--author", "M\udcfcller", "-o", "it.pdf"), "'--author': 'M\\udcfcller' is not UTF-8."),
        (("--label", "contents", "M\udcfcller", "-o", "it.pdf"), "'--label': 'M\\udcfcller' is not UTF-8."),
        (("--chapter", "M\udcfcller", "x", "-o", "it.pdf"), "'--chapter': 'M\\udcfcller' is not UTF-8."),
        (("--to", "svg", "-o", "it.pdf"), "--to svg is for a folder of pictures: -o DIRECTORY/"),
        (("--isbn", "978-3-16-148410-1", "-o", "it.pdf"), "isbn: '978-3-16-148410-1' is not an ISBN"),
        (("--isbn", "3-16-148410-1", "-o", "it.pdf"), "isbn: '3-16-148410-1' is not an ISBN"),
        (("--isbn", "316148410", "-o", "it.pdf"), "isbn: '316148410' is not an ISBN"),
        (("--site", "nonsense", "-o", "it.pdf"), "site: 'nonsense' is not an address like https://"),
        (("--label", "nonsense", "x", "-o", "it.pdf"), "labels.nonsense: expected a text under one of"),
    ],
)
def test_options_that_make_no_sense_are_refused(
    chosen: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = bimaru("book", "--chapter", "All", "one.jsonl", *chosen)
    assert ran.code == Exit.BAD_INPUT
    assert message in ran.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("number", ["978-3-16-148410-0", "3-16-148410-X", "0 306 40615 2", ""])
def test_numbers_of_books_are_accepted_in_both_forms(number: str) -> None:
    chapter = {"title": "One", "files": ["one.jsonl"]}
    assert read_book(None, {"isbn": number}, [chapter]).isbn == number


def test_the_fault_of_an_option_is_not_said_to_be_in_the_book_file(tmp_path: Path) -> None:
    file = tmp_path / "it.toml"
    file.write_text("author = 5\n[[chapter]]\nrecipe = {count = 1}\n", encoding="utf-8")
    ran = bimaru("book", file, "--spot-colour", "blue", "-o", tmp_path / "it.pdf")
    assert ran.code == Exit.BAD_INPUT
    assert f"{file}: author: 5 is not text" in ran.err
    assert f"{file}: spot_colour" not in ran.err
    assert "spot_colour: 'blue' is not a colour" in ran.err


def test_a_book_needs_no_file(tmp_path: Path) -> None:
    ran = bimaru("book", "--chapter", "All", one_puzzle(tmp_path), "-o", tmp_path / "it.pdf")
    assert (ran.code, ran.err) == (Exit.DONE, "")


@pytest.mark.parametrize("form", ["svg", "pdf", "png"])
def test_a_folder_has_pictures_in_every_format(form: str, tmp_path: Path) -> None:
    path = tmp_path / "it.jsonl"
    path.write_text(jsonl(UNIQUE), encoding="utf-8")
    ran = bimaru(
        "book", "--chapter", "All", path, "--to", form, "--no-stars", "--no-grades", "-o", f"{tmp_path}/a/"
    )
    assert (ran.code, ran.err) == (Exit.DONE, "")
    names = sorted(path.name for path in (tmp_path / "a").iterdir())
    assert names == [f"answer-001.{form}", f"puzzle-001.{form}", "puzzles.csv"]


def test_pictures_in_svg_and_pdf_have_the_size_in_points(tmp_path: Path) -> None:
    chapter = ("--chapter", "All", one_puzzle(tmp_path), "--size", "20")
    for form in ("svg", "pdf"):
        assert bimaru("book", *chapter, "--to", form, "-o", f"{tmp_path}/a/").code == Exit.DONE
    width = PdfReader(tmp_path / "a" / "answer-001.pdf").pages[0].mediabox.width
    head = (tmp_path / "a" / "answer-001.svg").read_text(encoding="utf-8")[:300]
    (drawn,) = re.findall(r' width="([\d.]+)pt"', head)
    assert abs(float(drawn) - float(width)) < 0.6  # a page has a whole number of points


def test_pictures_of_another_book_that_are_left_in_a_folder_are_named(tmp_path: Path) -> None:
    folder = tmp_path / "a"
    folder.mkdir()
    for name in ("puzzle-001.svg", "answer-017.svg", "puzzle-017.svg", "cover.svg"):
        (folder / name).touch()
    ran = bimaru("book", "--chapter", "All", one_puzzle(tmp_path), "-o", f"{folder}/")
    assert ran.code == Exit.DONE
    assert ran.err == f"warning: {folder}/ still has pictures of another book: answer-017.svg and 1 more\n"


@pytest.mark.parametrize(
    ("form", "width", "twice"),
    [
        ("svg", b'width="84pt"', b'width="168pt"'),
        ("pdf", b"MediaBox[0 0 84 84]", b"MediaBox[0 0 168 168]"),
        ("png", b"IHDR\0\0\1\x50", b"IHDR\0\0\2\xa0"),
    ],
)
def test_pictures_of_a_folder_have_their_usual_size_or_that_of_the_book(
    form: str, width: bytes, twice: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "it.jsonl"
    path.write_text(jsonl(UNIQUE), encoding="utf-8")
    usual = {"svg": "48", "pdf": "48", "png": "192"}[form]
    for size, start in (((), width), (("--size", usual), twice)):
        assert bimaru("book", path, "--to", form, *size, "-o", f"{tmp_path}/a/").code == Exit.DONE
        data = (tmp_path / "a" / f"answer-001.{form}").read_bytes()
        assert start in data


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("title = 3", "title: 3 is not text"),
        ("title = 2026-05-01", "title: 2026-05-01 is not text"),
        ("title = true", "title: true is not text"),
        ("title = ' '", "title: it is empty; a book must have a title"),
        ('title = "a\\u0001b"', "title: it contains U+0001, which cannot be printed"),
        ('[labels]\nanswers = "\\uFFFF"', "labels.answers: it contains U+FFFF"),
        ('[[chapter]]\nfiles = ["x"]\ntext = "\\u0085"', "chapter 1: text: it contains U+0085"),
        ("date = 2026-05-01T10:00:00", "date: '2026-05-01T10:00:00' is not a date like 2026-05-01"),
        ("first_number = -1", "first_number: -1 is not a number from 0 to 1000000"),
        ("trim = 'b7'", "trim: 'b7' is not one of a4"),
        ("trim = '10x10mm'", "trim: '10x10mm' is not one of a4"),
        ("trim = '6x9'", "nor like 170x240mm, 17x24cm or 7x10in, of 70 to 600 mm a side"),
        ("per_page = 9", "per_page: 9 is not a number from 1 to 6"),
        ("per_page = 1.5", "per_page: 1.5 is not a whole number"),
        ("crop_marks = 1", "crop_marks: 1 is not true or false"),
        ("date = 'May'", "date: 'May' is not a date like 2026-05-01"),
        ("language = 'la'", "language: 'la' is not one of en, de, fr"),
        (
            "inner = 100",
            "inner 100, outer 13, top 18, bottom 19, leave less than half of a page of 152x229 mm",
        ),
        ("crew = 3", "crew: unknown key; expected title"),
        ("colour = 'red'", "colour: unknown key; did you mean spot_colour?"),
        ("[labels]\nhello = 'x'", "labels.hello: expected a text under one of contents"),
        ("chapter = 3", "chapter: expected [[chapter]] tables"),
        ("", "no chapter: expected"),
        ("[[chapter]]", "chapter 1: expected either files or a recipe"),
        ("[[chapter]]\nfiles = 'x'", "chapter 1: files: 'x' is not a list of paths"),
        ("[[chapter]]\nfiles = ['x']\norder = 'best'", "chapter 1: order: 'best' is not one of given, grade"),
        ("[[chapter]]\nrecipe = { count = 0 }", "chapter 1: recipe: expected a count from 1"),
        ("[[chapter]]\nrecipe = { size = '4' }", "chapter 1: recipe: size: 4 is not a height and a width"),
        ("[[chapter]]\nrecipe = { fleet = '9:x' }", "chapter 1: recipe: fleet: '9:x' is neither"),
        ("[[chapter]]\nrecipe = { grade = 'nice' }", "chapter 1: recipe: grade: 'nice' is not one of"),
        ("=", "not TOML"),
    ],
)
def test_faults_of_a_book_file_are_named(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "book.toml"
    path.write_text(text, encoding="utf-8")
    ran = bimaru("book", path, "-o", tmp_path / "it.pdf")
    assert ran.code == Exit.BAD_INPUT
    assert f"{path}: " in ran.err
    assert message in ran.err
    assert not (tmp_path / "it.pdf").exists()


def test_dates_and_numbers_of_a_book_file_need_no_quotes(tmp_path: Path) -> None:
    path = tmp_path / "book.toml"
    path.write_text(
        "date = 2026-05-01\nisbn = 9783161484100\n[[chapter]]\nfiles = ['x.jsonl']\n", encoding="utf-8"
    )
    book = read_book(path, {})
    assert (book.date, book.isbn) == ("2026-05-01", "9783161484100")


@pytest.mark.parametrize(
    ("trim", "same"), [("A5", "a5"), ("Letter", "letter"), ("15x21cm", "150x210mm"), ("6 × 9 in", "6x9in")]
)
def test_sizes_of_pages_are_written_in_several_ways(trim: str, same: str) -> None:
    assert Book({"trim": trim}, (), {}).frame() == Book({"trim": same}, (), {}).frame()
    assert trim_size(trim)


def test_what_is_not_a_puzzle_on_standard_input_is_named_so(tmp_path: Path) -> None:
    ran = bimaru("book", "-", "-o", tmp_path / "it.pdf", stdin="title = 'A book file'\n")
    assert (ran.code, ran.err.split(":")[:2]) == (Exit.BAD_INPUT, ["Error", " standard input"])


def test_standard_input_is_a_chapter_of_its_own(tmp_path: Path) -> None:
    ran = bimaru("book", "--chapter", "One", "-", "-o", tmp_path / "it.html", stdin=jsonl(UNIQUE))
    assert (ran.code, ran.err) == (Exit.DONE, "")
    assert "One" in (tmp_path / "it.html").read_text(encoding="utf-8")


def test_all_faults_are_named_at_once(tmp_path: Path) -> None:
    path = tmp_path / "book.toml"
    path.write_text("title = 3\nper_page = 0\n[[chapter]]\n[[chapter]]\n", encoding="utf-8")
    with pytest.raises(InvalidBookError) as caught:
        read_book(path, {})
    assert len(caught.value.faults) == 4


@pytest.mark.parametrize("option", ["--title", "--author", "--copyright"])
def test_text_that_no_typeface_has_is_refused(option: str, tmp_path: Path) -> None:
    ran = bimaru("book", option, "海", "--chapter", "All", one_puzzle(tmp_path), "-o", tmp_path / "it.pdf")
    assert ran.code == Exit.BAD_INPUT
    assert "has no sign for '海' (U+6D77): choose a font that has it" in ran.err
    assert not (tmp_path / "it.pdf").exists()


def test_own_fonts_are_embedded(tmp_path: Path) -> None:
    font = font_with(CHINESE, tmp_path / "own.ttf")
    options = ("--font", font, "--title", CHINESE)
    ran = bimaru("book", *options, "--chapter", "All", one_puzzle(tmp_path), "-o", tmp_path / "it.pdf")
    assert (ran.code, ran.err) == (Exit.DONE, "")
    assert CHINESE in PdfReader(tmp_path / "it.pdf").pages[0].extract_text()


def test_a_template_of_ones_own_sets_the_pages(tmp_path: Path) -> None:
    template = tmp_path / "own.typ"
    template.write_text(
        '#import "parts.typ": *\n#show: document-of\n= Mine\n#data.chapters.len() #read("note.txt")'
    )
    (tmp_path / "note.txt").write_text("from its folder")
    chosen = ("book", "--template", template, "--chapter", "All", one_puzzle(tmp_path))
    ran = bimaru(*chosen, "-o", tmp_path / "it.pdf")
    assert (ran.code, ran.err) == (Exit.DONE, "")
    assert "1 from its folder" in PdfReader(tmp_path / "it.pdf").pages[0].extract_text()
    template.write_text("#let a = 1\n#b")
    ran = bimaru(*chosen, "-o", tmp_path / "no.pdf")
    assert ran.code == Exit.BAD_INPUT
    assert "unknown variable: b" in ran.err
    assert "own.typ:2:1" in ran.err
    assert not (tmp_path / "no.pdf").exists()


def test_the_template_in_the_reference_sets_a_book(tmp_path: Path) -> None:
    page = Path(__file__).parents[2] / "docs" / "reference" / "templates.md"
    (shown,) = re.findall(r"```typst\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "own.typ").write_text(shown, encoding="utf-8")
    chosen = ("--template", tmp_path / "own.typ", "--chapter", "All", one_puzzle(tmp_path))
    ran = bimaru("book", *chosen, "-o", tmp_path / "it.pdf")
    assert (ran.code, ran.err) == (Exit.DONE, "")


@pytest.mark.parametrize(
    ("language", "words"),
    [("fr", ("la ligne", "de l’eau", "Regardez")), ("es", ("la fila", "agua", "Fíjese en"))],
)
def test_a_book_explains_in_its_language(language: str, words: tuple[str, ...], tmp_path: Path) -> None:
    chosen = (
        "--language",
        language,
        "--learn",
        "--hints",
        "--solved",
        "--chapter",
        "All",
        one_puzzle(tmp_path),
    )
    ran = bimaru("book", *chosen, "-o", tmp_path / "it.pdf")
    assert (ran.code, ran.err) == (Exit.DONE, "")
    text = " ".join(page.extract_text() for page in PdfReader(tmp_path / "it.pdf").pages)
    assert [word for word in words if word not in " ".join(text.split())] == []


def test_the_next_volume_has_no_puzzle_of_the_ones_before(tmp_path: Path) -> None:
    recipe = '{recipe = {size = "4x4", fleet = "2,1", count = 3, seed = %d}}'
    first, second = (str(tmp_path / name) for name in ("first.jsonl", "second.jsonl"))
    assert bimaru("book", "--chapter", "One", recipe % 1, "-o", first).code == Exit.DONE
    assert bimaru("book", "--chapter", "One", recipe % 1, "--not-in", first, "-o", second).code == Exit.DONE
    volumes = [{fingerprint(puzzle) for puzzle in package.read_all(Path(name))} for name in (first, second)]
    assert [*map(len, volumes)] == [3, 3]
    assert not volumes[0] & volumes[1]
    ran = bimaru("book", "--not-in", first, first, "-o", tmp_path / "again.pdf")
    assert ran.code == Exit.BAD_INPUT
    assert f"puzzle 1: the same puzzle as one in {first}, perhaps turned or flipped" in ran.err


def test_a_puzzle_that_is_twice_in_a_book_is_named_even_if_it_is_turned(tmp_path: Path) -> None:
    puzzle = package.generate(size=(6, 6), fleet={3: 1, 2: 2, 1: 3}, seed=1)
    turned = puzzle.replace(
        rows=puzzle.rows[::-1],
        givens={
            (5 - given.square[0], given.square[1]): UPSIDE_DOWN.get(given.kind, given.kind)
            for given in puzzle.givens
        },
        id="other",
    )
    path = tmp_path / "it.jsonl"
    path.write_text("".join(package.write_all([puzzle, turned], "json")), encoding="utf-8")
    ran = bimaru("book", "--chapter", "All", path, "-o", tmp_path / "it.pdf")
    assert ran.code == Exit.BAD_INPUT
    assert "chapter 'All', puzzle 2 ('other'): the same puzzle as chapter 'All', puzzle 1" in ran.err


def test_a_puzzle_without_exactly_one_solution_is_refused_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "it.jsonl"
    path.write_text(jsonl(UNIQUE, UNIQUE | {"rows": [2, 2]}), encoding="utf-8")
    ran = bimaru("book", "--chapter", "All", path, "-o", tmp_path / "it.pdf")
    assert ran.code == Exit.BAD_INPUT
    assert "chapter 'All', puzzle 2 ('unique'): no solution; a book needs exactly one solution" in ran.err
    assert not (tmp_path / "it.pdf").exists()


def test_a_recipe_with_too_few_puzzles_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "book.toml"
    path.write_text("[[chapter]]\nrecipe = { size = '3x3', fleet = '2:1', count = 50 }", encoding="utf-8")
    ran = bimaru("book", path, "-o", tmp_path / "it.pdf")
    assert ran.code == Exit.BAD_INPUT
    assert "different puzzles, not 50" in ran.err


def test_a_seed_that_gives_no_puzzle_is_skipped(tmp_path: Path) -> None:
    recipe = Recipe(size=(6, 6), fleet={3: 1, 2: 1, 1: 2}, grade="hard", symmetry="half-turn", tries=2)
    seeds = range(1, 200)
    maker = maker_of(recipe)

    def made(seed: int) -> package.Puzzle | None:
        try:
            return maker.make(seed)
        except CannotGenerateError:
            return None

    puzzles = [puzzle for puzzle in map(made, seeds) if puzzle]
    assert made(1) is None or made(2) is None
    text = (
        "{recipe = {size = '6x6', fleet = '3:1,2:1,1:2', grade = 'hard', symmetry = 'half-turn', tries = 2, "
    )
    entry = chapter_entry("C", f"{text}count = 2, seed = 1}}}}")
    (section,) = collect(read_book(None, {"title": "T"}, [entry]), None)
    assert [entry.puzzle for entry in section.entries] == puzzles[:2]


def test_a_recipe_that_gives_no_puzzle_at_all_ends_a_book(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tries, "FRUITLESS_TRIES", 100)
    table = (
        "{recipe = {size = '4x4', fleet = '2:1', givens_number = '9', symmetry = 'quarter-turn', tries = 10, "
    )
    ran = bimaru("book", "--chapter", "C", f"{table}count = 2}}}}", "-o", tmp_path / "it.html")
    assert ran.code == Exit.UNDECIDED
    assert "no suitable puzzle in 10 tries" in ran.err


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_ctrl_c_ends_a_book_while_it_is_typeset_and_leaves_no_file(tmp_path: Path) -> None:
    endless = "#let many = range(9999)\n#for a in many { for b in many { for c in many {} } }"
    (tmp_path / "endless.typ").write_text(endless, encoding="utf-8")
    command = (
        "book",
        one_puzzle(tmp_path),
        "--template",
        tmp_path / "endless.typ",
        "-o",
        tmp_path / "it.pdf",
    )
    before = {path.name for path in tmp_path.iterdir()}
    with started(*command, start_new_session=True) as process:
        wait_for_child(process.pid)
        os.kill(process.pid, signal.SIGINT)
        process.communicate(timeout=5)
    assert process.returncode == Exit.INTERRUPTED
    assert {path.name for path in tmp_path.iterdir()} == before


def wait_for_child(pid: int) -> None:
    """Wait until that process has started another, though not for ever."""
    deadline = time.monotonic() + 20
    while not subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, check=False).stdout:
        assert time.monotonic() < deadline
        time.sleep(0.05)
