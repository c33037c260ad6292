"""Books: every page of random books, and what is in their files."""

from __future__ import annotations

import csv
import io
import json
import re
import tomllib
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

import bimaru as package
from bimaru.books.chapters import Entry, Section
from bimaru.books.fonts import Fonts, fonts_of
from bimaru.books.plan import Drawing, Item, Line, Page, plan
from bimaru.books.settings import KEYS, Book, InvalidBookError, read_book
from bimaru.books.trims import MM, TRIMS, Box
from bimaru.cli.exit_codes import Exit
from bimaru.drawing.booklet import bare
from bimaru.drawing.layout import Picture, picture
from bimaru.drawing.palette import BLACK
from bimaru.drawing.scene import scene
from command_line import UNIQUE, bimaru, jsonl
from instances import instances

pytest.importorskip("reportlab", reason="for want of reportlab")

PUZZLES: Final = [
    entry.puzzle
    for name in ("csplib014", "lettered", "polyomino", "boats", "large")
    for entry in instances(name)[:3]
    if max(entry.puzzle.height, entry.puzzle.width) <= 30
]
ENTRIES: Final = [
    Entry(0, puzzle, board, grade, 1.0)
    for puzzle, grade in zip(
        PUZZLES, ("easy", "hard", "extreme", "", "expert", "intermediate") * 9, strict=False
    )
    if (board := package.solve(puzzle).board) is not None
]
SLACK: Final = 0.01


@pytest.fixture(scope="module")
def fonts() -> Fonts:
    return fonts_of("", "")


def sections_of(book: Book, chosen: list[list[int]]) -> list[Section]:
    number = book.first_number
    found = []
    for i, chapter in enumerate(chosen):
        entries = [ENTRIES[index]._replace(number=number + k) for k, index in enumerate(chapter)]
        number += len(entries)
        found.append(Section(f"Chapter {i + 1} of the book", tuple(entries)))
    return found


def extent(drawn: Picture, fonts: Fonts) -> Iterator[tuple[float, float]]:
    """Points that a picture reaches, in squares."""
    for layer in drawn.layers:
        for outline in (*layer.fills, *layer.rings):
            yield from ((corner.x, corner.y) for corner in outline)
        for x, y, to_x, to_y in layer.lines:
            yield from ((x, y), (to_x, to_y))
        for text in layer.texts:
            width = fonts.regular.width_of(text.text, text.size * 100) / 100
            left = text.x - width / 2 if text.is_centred else text.x
            yield from ((left, text.y), (left + width, text.y - 0.75 * text.size))


def is_within(inner: Box, outer: Box) -> bool:
    return (
        inner.x >= outer.x - SLACK
        and inner.y >= outer.y - SLACK
        and inner.right <= outer.right + SLACK
        and inner.bottom <= outer.bottom + SLACK
    )


def overlap(one: Box, other: Box) -> bool:
    return (
        min(one.right, other.right) - max(one.x, other.x) > SLACK
        and min(one.bottom, other.bottom) - max(one.y, other.y) > SLACK
    )


def check_pages(book: Book, pages: list[Page], fonts: Fonts) -> None:
    """All is within the margins, nothing overlaps, and pages are numbered from 1."""
    assert [page.number for page in pages] == [*range(1, len(pages) + 1)]
    for page in pages:
        area = book.frame.content(page.number)
        for item in page.items:
            assert is_within(item.box, area), (page.number, item)
            check_item(item, fonts)
        for one, other in combinations(page.items, 2):
            assert not overlap(one.box, other.box), (page.number, one, other)


def check_item(item: Item, fonts: Fonts) -> None:
    """What an item draws is within its box."""
    match item:
        case Line():
            font = fonts.bold if item.is_bold else fonts.regular
            width = font.width_of(item.text, item.size) + fonts.regular.width_of(item.leader, item.size)
            assert width <= item.box.width + SLACK
            assert 1.15 * item.size <= item.box.height + SLACK
        case Drawing():
            drawn = item.drawn
            assert abs(drawn.width * item.scale - item.box.width) < SLACK
            assert abs(drawn.height * item.scale - item.box.height) < SLACK
            for x, y in extent(drawn, fonts):
                assert drawn.left - 0.05 <= x <= drawn.left + drawn.width + 0.05
                assert drawn.top - 0.05 <= y <= drawn.top + drawn.height + 0.05


def check_answers(book: Book, sections: list[Section], pages: list[Page]) -> None:
    """Each puzzle is there once, in order, and each answer is that of the puzzle with its number."""
    every = [item for page in pages for item in page.items if isinstance(item, Drawing)]
    drawings = [item for item in every if item.entry]
    assert {item.number for item in every if item.entry is None} == ({0} if book.rules else set())
    expected = {entry.number: entry for section in sections for entry in section.entries}
    puzzles = [item for item in drawings if not item.is_answer]
    answers = [item for item in drawings if item.is_answer]
    assert [item.number for item in puzzles] == [*expected]
    assert [item.number for item in answers] == ([] if book.answers == "none" else [*expected])
    for item in puzzles:
        puzzle = expected[item.number].puzzle
        assert item.drawn == picture(scene(puzzle, names=book.names, fleet=book.fleet))
    for item in answers:
        entry = expected[item.number]
        assert package.check(entry.puzzle, entry.board) == []
        assert item.drawn == bare(scene(entry.puzzle, entry.board, names=False, fleet=False))
    for page in pages:
        numbers = [int(item.text) for item in page.items if isinstance(item, Line) and item.text.isdigit()]
        shown = [item.number for item in page.items if isinstance(item, Drawing) and item.entry]
        assert numbers == shown


def check_contents(book: Book, sections: list[Section], pages: list[Page]) -> None:
    """The contents list the pages on which the rules, the chapters and the answers at the end begin."""
    lines = [item for page in pages for item in page.items if isinstance(item, Line)]
    titles = [book.label("rules"), *(section.title for section in sections), book.label("answers")]
    begins = [page.number for page in pages if page.mark in titles]
    assert [int(line.leader) for line in lines if line.leader] == (begins if book.contents else [])


MARGIN = st.sampled_from([0.0, 5.0, 12.0, 25.0])
VALUES = st.fixed_dictionaries(
    {
        "trim": st.sampled_from([*TRIMS, "120x120mm", "300x150mm", "100x170mm"]),
        "inner": MARGIN,
        "outer": MARGIN,
        "top": MARGIN,
        "bottom": MARGIN,
        "bleed": st.sampled_from([0.0, 3.0]),
        "per_page": st.integers(1, 6),
        "size": st.sampled_from([0.0, 12.0, 40.0]),
        "least_size": st.sampled_from([4.0, 14.0, 30.0]),
        "text_size": st.sampled_from([8.0, 10.5, 18.0]),
        "answers": st.sampled_from(["end", "chapter", "none"]),
        "answer_size": st.sampled_from([5.0, 9.0, 30.0]),
        "language": st.sampled_from(["en", "de", "fr"]),
        "first_number": st.sampled_from([0, 1, 98, 9990]),
        **dict.fromkeys(
            ("title_page", "contents", "rules", "stars", "grades", "names", "fleet"), st.booleans()
        ),
        "title": st.sampled_from(["Calm seas", "A title that is far longer than titles usually are " * 3]),
    }
)


@given(
    values=VALUES,
    chosen=st.lists(
        st.lists(st.integers(0, len(ENTRIES) - 1), min_size=1, max_size=7), min_size=1, max_size=3
    ),
)
@settings(max_examples=12, suppress_health_check=[*HealthCheck])
def test_pages_of_random_books(values: dict[str, Any], chosen: list[list[int]], fonts: Fonts) -> None:
    book = Book(values, (), {})
    sections = sections_of(book, chosen)
    pages = plan(book, sections, fonts)
    check_pages(book, pages, fonts)
    check_answers(book, sections, pages)
    check_contents(book, sections, pages)


@pytest.mark.parametrize(("trim", "fits"), [("100x170mm", False), ("210x297mm", True)])
def test_a_grade_that_would_reach_beyond_its_puzzle_is_left_out(trim: str, fits: bool, fonts: Fonts) -> None:
    values = {"trim": trim, "inner": 20.0, "outer": 20.0, "per_page": 4, "least_size": 2.0}
    book = Book({**values, "first_number": 9990}, (), {})
    sections = sections_of(book, [[0] * 4])
    pages = plan(book, sections, fonts)
    check_pages(book, pages, fonts)
    words = {item.text for page in pages for item in page.items if isinstance(item, Line)}
    assert (book.label("easy") in words) == fits


def test_answers_are_distributed_evenly_over_their_pages(fonts: Fonts) -> None:
    for number in (30, 47, 55):
        book = Book({"per_page": 6, "least_size": 4.0}, (), {})
        pages = plan(book, sections_of(book, [[i % 4 for i in range(number)]]), fonts)
        shelves = [
            len({item.box.y for item in page.items if isinstance(item, Drawing)})
            for page in pages
            if any(isinstance(item, Drawing) and item.is_answer for item in page.items)
        ]
        assert max(shelves) <= -(-sum(shelves) // len(shelves)) + 1


def test_a_long_title_of_a_chapter_takes_no_more_than_a_third_of_its_page(fonts: Fonts) -> None:
    book = Book({}, (), {})
    title = "The puzzles of a very long summer beside a very quiet sea " * 8
    pages = plan(book, [Section(title, tuple(ENTRIES[:1]))], fonts)
    (page,) = (
        page
        for page in pages
        if any(isinstance(item, Drawing) and item.entry and not item.is_answer for item in page.items)
    )
    heading = [item for item in page.items if isinstance(item, Line) and item.text and item.text in title]
    assert len(heading) > 2
    assert sum(line.box.height for line in heading) < book.frame.content(1).height / 3


def test_large_print_is_as_wide_as_the_page(fonts: Fonts) -> None:
    small = package.generate(size=(6, 6), fleet={3: 1, 2: 2, 1: 3}, seed=1)
    board = package.solve(small).board
    assert board is not None
    book = Book({"per_page": 1}, (), {})
    pages = plan(book, [Section("Large", (Entry(1, small, board),))], fonts)
    (shown,) = (
        item
        for page in pages
        for item in page.items
        if isinstance(item, Drawing) and item.entry and not item.is_answer
    )
    assert shown.box.width > 0.99 * book.frame.content(1).width
    capped = plan(
        Book({"per_page": 1, "size": 20.0}, (), {}), [Section("Large", (Entry(1, small, board),))], fonts
    )
    assert (
        max(item.scale for page in capped for item in page.items if isinstance(item, Drawing) and item.entry)
        == 20
    )


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: str(puzzle.id))
def test_the_fleet_is_within_the_grid_and_has_no_orphan(puzzle: package.Puzzle) -> None:
    drawn = picture(scene(puzzle))
    ships = [outline for layer in drawn.layers if layer.role == "ship" for outline in layer.fills]
    assert (
        max(corner.x for outline in ships for corner in outline) <= max(puzzle.width, 4) + SLACK
        or puzzle.words
    )
    tops = [min(corner.y for corner in outline) for outline in ships]
    shelves = [tops.count(top) for top in sorted({*tops})]
    assert len(shelves) == 1 or shelves[-1] > 1 or shelves[-2] <= 2


def test_pages_are_mirrored_at_the_spine() -> None:
    frame = Book({"inner": 25.0, "outer": 10.0}, (), {}).frame
    assert frame.content(1).x == pytest.approx(25 * MM)
    assert frame.content(2).x == pytest.approx(10 * MM)
    assert frame.content(1).right == pytest.approx(frame.width - 10 * MM)


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
            yield font.get_object()


def test_a_book_has_its_metadata_boxes_outline_and_fonts(book_file: Path, tmp_path: Path) -> None:
    for name in ("one.pdf", "two.pdf"):
        ran = bimaru("book", book_file, "-o", tmp_path / name)
        assert (ran.code, ran.out, ran.err) == (Exit.DONE, "", "")
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()
    reader = PdfReader(tmp_path / "one.pdf")
    assert reader.metadata is not None
    found = {
        key: str(reader.metadata[f"/{key}"])
        for key in ("Title", "Author", "Subject", "Keywords", "CreationDate")
    }
    assert found == {
        "Title": "Calm seas",
        "Author": "A. Author",
        "Subject": "Puzzles",
        "Keywords": "ISBN 978-3-16-148410-0",
        "CreationDate": "D:20260501000000Z",
    }
    assert str(reader.root_object["/Lang"]) == "de"
    page = reader.pages[4]
    assert [round(float(side) / MM) for side in (page.trimbox.width, page.trimbox.height)] == [148, 210]
    assert [round(float(side) / MM) for side in (page.bleedbox.width, page.bleedbox.height)] == [154, 216]
    assert page.mediabox.width > page.bleedbox.width
    outline: Any = reader.outline
    titles = [str(entry["/Title"]) for entry in outline]
    assert titles == [
        *("Calm seas", "Inhalt", "So wird gelöst", "Leicht", "Das kommt heraus: Leicht", "Alte"),
        "Das kommt heraus: Alte",
    ]
    for font in fonts_in(reader):
        assert "/FontFile2" in font["/FontDescriptor"]
    texts = [page.extract_text() for page in reader.pages]
    assert "ISBN 978-3-16-148410-0" in texts[1]
    assert re.search(r"^11$", "\n".join(texts), re.MULTILINE)


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
    assert {*BLACK.values()} <= {"k0", "k1", "k0.12", "k0.6"}
    bimaru("book", book_file, "-o", tmp_path / "it.pdf")
    for page in PdfReader(tmp_path / "it.pdf").pages:
        content = page.get_contents()
        assert content is not None
        assert not re.search(rb"(?<![\d.])(?!0 0 0 )[\d.]+ [\d.]+ [\d.]+ (rg|RG)\b", content.get_data())


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
        (("-o", "it.docx"), "a book is written as PDF, to a name that ends in .pdf, not .docx"),
        (("--to", "svg", "-o", "it.pdf"), "--to svg is for a folder of pictures: -o DIRECTORY/"),
        (("--isbn", "978-3-16-148410-1", "-o", "it.pdf"), "isbn: '978-3-16-148410-1' is not an ISBN"),
        (("--isbn", "3-16-148410-1", "-o", "it.pdf"), "isbn: '3-16-148410-1' is not an ISBN"),
        (("--isbn", "316148410", "-o", "it.pdf"), "isbn: '316148410' is not an ISBN"),
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


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("title = 3", "title: 3 is not text"),
        ("trim = 'b7'", "trim: 'b7' is not one of a4"),
        ("trim = '10x10mm'", "trim: '10x10mm' is not one of a4"),
        ("per_page = 9", "per_page: 9 is not a number from 1 to 6"),
        ("per_page = 1.5", "per_page: 1.5 is not a whole number"),
        ("crop_marks = 1", "crop_marks: 1 is not true or false"),
        ("date = 'May'", "date: 'May' is not a date like 2026-05-01"),
        ("language = 'la'", "language: 'la' is not one of en, de, fr"),
        ("inner = 100", "the margins leave less than half of the page"),
        ("colour = 'red'", "colour: unknown key; expected title"),
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


def test_all_faults_are_named_at_once(tmp_path: Path) -> None:
    path = tmp_path / "book.toml"
    path.write_text("title = 3\nper_page = 0\n[[chapter]]\n[[chapter]]\n", encoding="utf-8")
    with pytest.raises(InvalidBookError) as caught:
        read_book(path, {})
    assert len(caught.value.faults) == 4


@pytest.mark.parametrize("option", ["--title", "--author", "--copyright"])
def test_text_that_the_font_cannot_print_is_refused(option: str, tmp_path: Path) -> None:
    ran = bimaru("book", option, "Мор", "--chapter", "All", one_puzzle(tmp_path), "-o", tmp_path / "it.pdf")
    assert ran.code == Exit.BAD_INPUT
    assert "Bitstream Vera has no sign for 'М' (U+041C) in 'Мор': give fonts that have" in ran.err
    assert not (tmp_path / "it.pdf").exists()


def test_own_fonts_are_embedded(tmp_path: Path) -> None:
    import reportlab

    folder = Path(reportlab.__file__).parent / "fonts"
    options = ("--font", folder / "VeraIt.ttf", "--bold-font", folder / "VeraBI.ttf")
    ran = bimaru("book", *options, "--chapter", "All", one_puzzle(tmp_path), "-o", tmp_path / "it.pdf")
    assert (ran.code, ran.err) == (Exit.DONE, "")
    names = {str(font["/BaseFont"]) for font in fonts_in(PdfReader(tmp_path / "it.pdf"))}
    assert any("Oblique" in name or "Obli" in name for name in names), names
    (tmp_path / "bad.ttf").write_text("no font")
    ran = bimaru(
        "book",
        "--font",
        tmp_path / "bad.ttf",
        "--chapter",
        "All",
        one_puzzle(tmp_path),
        "-o",
        tmp_path / "no.pdf",
    )
    assert ran.code == Exit.BAD_INPUT
    assert "bad.ttf: not a TrueType font that can be embedded" in ran.err


def test_a_puzzle_without_exactly_one_solution_is_refused_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "it.jsonl"
    path.write_text(jsonl(UNIQUE, UNIQUE | {"rows": [2, 2]}), encoding="utf-8")
    ran = bimaru("book", "--chapter", "All", path, "-o", tmp_path / "it.pdf")
    assert ran.code == Exit.BAD_INPUT
    assert "chapter 'All', puzzle 2: no solution; a book needs exactly one solution" in ran.err
    assert not (tmp_path / "it.pdf").exists()


def test_a_recipe_with_too_few_puzzles_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "book.toml"
    path.write_text("[[chapter]]\nrecipe = { size = '3x3', fleet = '2:1', count = 50 }", encoding="utf-8")
    ran = bimaru("book", path, "-o", tmp_path / "it.pdf")
    assert ran.code == Exit.BAD_INPUT
    assert "different puzzles, not 50" in ran.err


def test_a_book_of_many_pages_takes_little_room(tmp_path: Path, fonts: Fonts) -> None:
    from bimaru.books.printer import print_book

    book = Book({"per_page": 1}, (), {})
    pages = plan(book, sections_of(book, [[i % 4 for i in range(100)]]), fonts)
    file = io.BytesIO()
    print_book(file, book, pages, fonts)
    assert len(file.getvalue()) < 1_000_000
