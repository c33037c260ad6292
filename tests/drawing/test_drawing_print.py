"""Pictures, lessons and booklets to print: PDF and PNG."""

from __future__ import annotations

import hashlib
import io
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, groupby
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from pypdf import PdfReader

import bimaru
from bimaru.board import WATER, Board
from bimaru.drawing import png as png_module
from bimaru.drawing.booklet import EXAMPLE, EXAMPLE_BOARD, MOST_ON_A_PAGE, Entry, Style, bare, booklet
from bimaru.drawing.layout import Layer, Text
from bimaru.drawing.lesson import Lesson, lessons
from bimaru.drawing.palette import LIGHT
from bimaru.drawing.pdf import pdf
from bimaru.drawing.pdf_pages import PAPERS, Paper
from bimaru.drawing.png import _font, png
from bimaru.drawing.scene import scene
from bimaru.drawing.typeface import fitted, printable, typeface
from bimaru.errors import PictureTooLargeError
from bimaru.puzzle import Puzzle
from instances import instance, instances
from puzzle_strategies import puzzles

CSPLIB: Final = instance("csplib014", "csplib014-113").puzzle
MIXED: Final = [found.puzzle for name in ("lettered", "polyomino", "boats") for found in instances(name)[:4]]
LARGE: Final = [found.puzzle for found in instances("large") if found.puzzle.height == 30][:1]


def figure(puzzle: Puzzle, board: Board | None = None) -> bytes:
    file = io.BytesIO()
    pdf(file, scene(puzzle, board))
    return file.getvalue()


def book(entries: list[Entry], style: Style = Style()) -> PdfReader:  # noqa: B008  # a value
    file = io.BytesIO()
    booklet(file, entries, style)
    return PdfReader(file)


def solved(puzzle: Puzzle, remark: str = "") -> Entry:
    return Entry(puzzle, remark=remark, answer=bimaru.solve(puzzle).board)


def texts(reader: PdfReader) -> list[str]:
    return [page.extract_text() for page in reader.pages]


# PNG


def pixels(data: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(data))
    assert image.format == "PNG"
    return image.convert("RGB")


def ink(image: Image.Image, x: float, y: float, size: float) -> str:
    """The colour of a place, in squares from the grid's corner, of a picture without names."""
    pixel: Any = image.getpixel((int((x + 0.25) * size), int((y + 0.25) * size)))
    return "#" + "".join(f"{channel:02x}" for channel in pixel)


@pytest.mark.parametrize("size", [8, 21.5, 40])
def test_every_square_of_a_png_shows_what_the_board_says(size: float) -> None:
    puzzle = instance("polyomino", "polyomino-7").puzzle
    board = bimaru.solve(puzzle).board
    assert board is not None
    image = pixels(png(scene(puzzle, board, names=False), size=size))
    for (row, col), mark in board.squares():
        # the middle is ship, or lies on a wave; a place above it is either within the hull or water
        assert ink(image, col + 0.35, row + 0.65, size) == LIGHT["hull"] or mark == WATER
        assert (ink(image, col + 0.3, row + 0.2, size) in (LIGHT["sea"], LIGHT["given"])) == (mark == WATER)


def test_a_hole_in_a_ship_shows_the_water_in_it() -> None:
    ring = Puzzle((None,) * 5, (None,) * 5, shapes=[["#####", "#...#", "#...#", "#...#", "#####"]])
    board = Board(("XXXXX", "X...X", "X.S.X", "X...X", "XXXXX"))
    image = pixels(png(scene(ring, board, names=False, fleet=False), size=20))
    assert ink(image, 1.3, 1.2, 20) == LIGHT["sea"]
    assert ink(image, 2.4, 2.5, 20) == LIGHT["hull"]
    assert ink(image, 0.4, 2.5, 20) == LIGHT["hull"]


def test_a_png_is_as_large_as_its_squares_and_not_larger_than_memory() -> None:
    small, large = (pixels(png(scene(CSPLIB), size=size)).width for size in (10, 30))
    assert abs(3 * small - large) <= 3
    with pytest.raises(PictureTooLargeError, match=f"{png_module.MAX_PIXELS:,}"):
        png(scene(CSPLIB), size=1000)


@pytest.mark.parametrize(("size", "breadth"), [(160, 5), (320, 10)])
def test_lines_of_a_png_are_as_broad_as_its_size_demands(size: int, breadth: int) -> None:
    image = pixels(png(scene(Puzzle((None,) * 4, (None,) * 4), names=False, fleet=False), size=size))
    inks = [ink(image, x / size, 1.3, size) for x in range(4 * size)]
    lines = ["".join(run) for is_line, run in groupby(inks, lambda mark: mark == LIGHT["grid"]) if is_line]
    assert [len(line) // len(LIGHT["grid"]) for line in lines] == [breadth - 1] * 3  # its edges are blurred


@given(puzzles(), st.sampled_from(["light", "dark"]))
@settings(max_examples=10)
def test_every_puzzle_can_be_drawn_as_png_and_pdf(puzzle: Puzzle, theme: Any) -> None:
    drawn = scene(puzzle, Board.unknown(puzzle.height, puzzle.width))
    pixels(png(drawn, theme, 8))
    file = io.BytesIO()
    pdf(file, drawn, theme)
    assert len(PdfReader(file).pages) == 1


# PDF


def fonts_in(resources: Any) -> Iterator[Any]:
    """The fonts of a page or a form, and of the forms in it."""
    yield from (font.get_object() for font in resources.get("/Font", {}).values())
    for form in resources.get("/XObject", {}).values():
        yield from fonts_in(form.get_object().get("/Resources", {}))


def assert_fonts_are_embedded(reader: PdfReader) -> None:
    fonts = [font for page in reader.pages for font in fonts_in(page["/Resources"])]
    assert fonts
    for font in fonts:
        assert "/FontFile2" in font["/FontDescriptor"], font["/BaseFont"]
        assert font["/BaseFont"][7:8] == "+", "a subset of the font is enough"


def test_a_figure_is_a_page_of_its_own_size_with_its_text_and_fonts() -> None:
    reader = PdfReader(io.BytesIO(figure(CSPLIB)))
    (page,) = reader.pages
    assert page.mediabox.width < page.mediabox.height < 420
    assert "".join(page.extract_text().split()).startswith("ABCDEFGHIJ12345678910")
    assert reader.metadata is not None
    assert reader.metadata.title == "Battleship puzzle csplib014-113"
    assert_fonts_are_embedded(reader)


def test_what_the_typeface_lacks_is_shown_by_its_code() -> None:
    assert printable("Fähre Ærø") == "Fähre Ærø"
    assert printable("e\u0301") == "é"
    assert printable("海\t\x00") == "[U+6D77] [U+0000]"


def test_a_letter_that_the_typeface_lacks_is_a_code_that_fits_its_square() -> None:
    assert fitted(Text(0, 0, "é", 0.56)) == ("é", 0.56)
    code, size = fitted(Text(0, 0, "海", 0.56))
    assert code == "[U+6D77]"
    assert _font(round(100 * size)).getlength(code) < 100
    puzzle = Puzzle((1,), (1,), words=["海"])
    page = PdfReader(io.BytesIO(figure(puzzle, Board(("S",), ("海",))))).pages[0]
    assert "[U+6D77]" in page.extract_text()


# Booklets


def test_title_and_number_of_a_page_are_centred() -> None:
    from reportlab.pdfbase.pdfmetrics import stringWidth

    page = book([solved(EXAMPLE)], Style(title="Seas and more seas")).pages[1]
    found: list[tuple[str, float]] = []

    def note(text: str, cm: list[float], tm: list[float], _: object, size: float) -> None:
        if text.strip():
            width = stringWidth(text.strip(), typeface().name, size)
            found.append((text.strip(), cm[4] + tm[4] + width / 2))

    page.extract_text(visitor_text=note)
    (title, its_middle), (number, other_middle) = found[:2]
    assert (title, number) == ("Seas and more seas", "2")
    middle = float(page.mediabox.width) / 2
    assert (its_middle, other_middle) == pytest.approx((middle, middle), abs=0.1)


def test_a_booklet_has_rules_numbered_puzzles_with_grades_and_answers() -> None:
    entries = [solved(puzzle, "hard") for puzzle in MIXED]
    reader = book(entries, Style(title="Ebb und Flöte", per_page=4))
    pages = texts(reader)
    assert len(pages) == 1 + 3 + 1
    assert "Ebb und Flöte" in pages[0]
    assert f"{len(MIXED)} puzzles" in pages[0]
    assert "No two ships touch" in pages[0]
    assert "letters" in pages[0]
    assert "bends" in pages[0]
    assert "exactly one answer" in pages[0]
    for number, page in enumerate(pages[1:], 2):
        assert "Ebb und Flöte" in page
        assert str(number) in page.splitlines()
    assert sum(page.count("hard") for page in pages) == len(entries)
    assert "Answers" in pages[-1]
    assert reader.metadata is not None
    assert reader.metadata.title == "Ebb und Flöte"
    assert_fonts_are_embedded(reader)


def test_what_no_puzzle_has_is_not_explained() -> None:
    rules = texts(book([solved(CSPLIB), Entry(CSPLIB, note="no solution")]))[0]
    assert "letters" not in rules
    assert "bends" not in rules
    assert "exactly one answer" not in rules


def test_an_outline_leads_to_rules_puzzles_and_answers() -> None:
    outline: Any = book([solved(puzzle) for puzzle in MIXED[-3:]], Style(per_page=2)).outline
    assert [entry["/Title"] for entry in outline if not isinstance(entry, list)] == [
        "How to solve",
        "Puzzles",
        "Answers",
    ]
    assert [entry["/Title"] for entry in outline[2]] == ["From puzzle 1", "From puzzle 3"]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("per_page", range(1, MOST_ON_A_PAGE + 1))
def test_every_page_is_of_its_paper_and_has_so_many_puzzles(paper: Paper, per_page: int) -> None:
    style = Style(paper=paper, per_page=per_page, instructions=False, answers=False)
    reader = book([Entry(CSPLIB)] * (per_page + 1), style)
    assert len(reader.pages) == 2
    for page in reader.pages:
        size = (float(page.mediabox.width), float(page.mediabox.height))
        assert size == pytest.approx(PAPERS[paper], abs=0.01)


def test_large_puzzles_get_pages_with_fewer_of_them() -> None:
    style = Style(per_page=6, instructions=False, answers=False)
    assert len(book([Entry(EXAMPLE), *map(Entry, LARGE), Entry(EXAMPLE)], style).pages) == 3


def extents(page: Any) -> list[tuple[float, float, float, float]]:
    """Left, bottom, right and top of the beginnings of the texts of each puzzle; its remark is `!`."""
    found: list[list[tuple[float, float]]] = []

    def note(text: str, cm: list[float], tm: list[float], _: object, size: float) -> None:
        at = (cm[0] * tm[4] + cm[2] * tm[5] + cm[4], cm[1] * tm[4] + cm[3] * tm[5] + cm[5])
        if text.strip() == "!":
            found.append([])
        if text.strip() and found:
            found[-1].append(at)

    page.extract_text(visitor_text=note)
    for texts in found[:-1]:
        texts.pop()  # the number of the next puzzle, before its remark
    columns = [[*zip(*texts, strict=True)] for texts in found]
    return [(min(xs), min(ys), max(xs), max(ys)) for xs, ys in columns]


@pytest.mark.parametrize("per_page", range(1, MOST_ON_A_PAGE + 1))
@pytest.mark.parametrize("shape", [(2, 18), (15, 10)], ids=["wide", "high"])
def test_puzzles_on_a_page_of_a_booklet_lie_side_by_side_within_it(
    shape: tuple[int, int], per_page: int
) -> None:
    height, width = shape
    puzzle = Puzzle((1,) * height, (1,) * width)
    style = Style(per_page=per_page, instructions=False, answers=False)
    for page in book([Entry(puzzle, remark="!")] * per_page, style).pages:
        boxes = extents(page)
        assert all(left > 30 and low > 30 for left, low, _, _ in boxes)
        assert all(right < float(page.mediabox.width) - 30 for _, _, right, _ in boxes)
        for one, other in combinations(boxes, 2):
            assert one[2] < other[0] or other[2] < one[0] or one[3] < other[1] or other[3] < one[1]


def test_a_puzzle_without_answer_is_told_at_the_end() -> None:
    assert "no solution" in texts(book([Entry(CSPLIB, note="no solution")], Style()))[-1]


def test_the_example_in_the_rules_has_the_answer_that_is_shown() -> None:
    result = bimaru.solve(EXAMPLE)
    assert (result.status, result.board) == ("unique", EXAMPLE_BOARD)


def test_an_answer_shows_its_ships_and_no_sea_names_or_tallies() -> None:
    drawn = bare(scene(EXAMPLE, EXAMPLE_BOARD, names=False, fleet=False))
    roles = {layer.role for layer in drawn.layers if layer != Layer(layer.role)}
    assert roles == {"paper", "grid", "frame", "hull", "seam"}


def test_a_thousand_answers_take_little_room() -> None:
    board = bimaru.solve(CSPLIB).board
    file = io.BytesIO()
    assert booklet(file, [Entry(CSPLIB, answer=board)] * 100, Style(per_page=4)) == 100
    assert len(file.getvalue()) < 10_000_000 / 10


# Lessons


def test_a_lesson_has_a_picture_and_the_words_of_every_step() -> None:
    puzzle = instance("boats", "boats-fix-e-00").puzzle
    explanation = bimaru.explain(puzzle)
    file = io.BytesIO()
    lessons(file, [Lesson("An easy one", puzzle, [*enumerate(explanation, 1)], ["That is all."])])
    page_text = " ".join(" ".join(texts(PdfReader(file))).split())
    assert "An easy one" in page_text
    assert "That is all." in page_text
    for number, step in enumerate(explanation, 1):
        assert f"{number}. {step.technique[:1].upper()}{step.technique[1:]}" in page_text
        assert " ".join(step.text.split()[:6]) in page_text


def test_words_that_fill_pages_go_on_on_the_next() -> None:
    puzzle = CSPLIB
    step = max(bimaru.explain(puzzle), key=lambda step: len(step.text))
    file = io.BytesIO()
    lessons(file, [Lesson("", puzzle, [(1, replace(step, text=step.text + " word" * 3000 + " end"))])])
    pages = texts(PdfReader(file))
    assert len(pages) > 3
    assert pages[-1].split()[-1] in ("end", str(len(pages)))


# The same input, the same file

PROGRAM: Final = """
import hashlib, io, bimaru
from bimaru.drawing.booklet import *
from bimaru.drawing.png import png
from bimaru.drawing.scene import scene
from bimaru.drawing.svg import svg
puzzle = bimaru.Puzzle((2, 1, 1), (2, None, 1), {2: 1, 1: 2}, {(0, 0): "L"}, shapes=[["##", "#."]])
board = bimaru.Board(("LR.", "...", "X.S"))
file = io.BytesIO()
booklet(file, [Entry(puzzle, answer=board)] * 9, Style(per_page=3))
drawn = scene(puzzle, board)
for data in (file.getvalue(), png(drawn), svg(drawn).encode()):
    print(hashlib.sha256(data).hexdigest())
"""


def test_files_are_the_same_byte_by_byte_in_every_process() -> None:
    ran = [
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert len(ran[0].split()) == 3
    assert ran[0] == ran[1]
    assert hashlib.sha256(figure(CSPLIB)).digest() == hashlib.sha256(figure(CSPLIB)).digest()
