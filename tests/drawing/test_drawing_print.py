"""Pictures as PDF and PNG."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

import bimaru
from bimaru.board import WATER, Board
from bimaru.drawing import typesetting
from bimaru.drawing.layout import fleet_picture
from bimaru.drawing.palette import LIGHT
from bimaru.drawing.pdf_and_png import MAX_PIXELS, pdf, png
from bimaru.drawing.scene import scene
from bimaru.drawing.typesetting import LONG, Face, TypesettingError, typefaces_of, typeset
from bimaru.errors import FontError, PictureTooLargeError
from bimaru.puzzle import Puzzle
from fonts import CHINESE, font_with
from instances import instance, instances
from png_pixels import Image, image_of
from puzzle_strategies import puzzles

pytest.importorskip("typst", reason="for want of typst")

CSPLIB: Final = instance("csplib014", "csplib014-113").puzzle


# PNG


def ink(image: Image, x: float, y: float, size: float) -> str:
    """The colour of a place, in squares from the grid's corner, of a picture without names."""
    return "#" + "".join(
        f"{channel:02x}" for channel in image.pixel(int((x + 0.25) * size), int((y + 0.25) * size))
    )


@pytest.mark.parametrize("size", [8, 21.5, 40])
def test_every_square_of_a_png_shows_what_the_board_says(size: float) -> None:
    puzzle = instance("polyomino", "polyomino-7").puzzle
    board = bimaru.solve(puzzle).board
    assert board is not None
    image = image_of(png(scene(puzzle, board, names=False), size=size))
    for (row, col), mark in board.squares():
        # the middle is ship, or lies on a wave; a place above it is either within the hull or water
        assert ink(image, col + 0.45, row + 0.55, size) == LIGHT["hull"] or mark == WATER
        assert (ink(image, col + 0.3, row + 0.2, size) in (LIGHT["sea"], LIGHT["given"])) == (mark == WATER)


def test_tallies_are_centred_on_their_columns() -> None:
    size, number = 40, 12
    image = image_of(png(scene(Puzzle((0,), (0,) * number), names=False), size=size))
    for col in range(number):
        dark = [x for x in range(size) if ink(image, col + x / size, 1.5, size) != LIGHT["paper"]]
        assert abs(dark[0] + dark[-1] + 1 - size) <= 1, "in pixels"


def test_a_hole_in_a_ship_shows_the_water_in_it() -> None:
    ring = Puzzle((None,) * 5, (None,) * 5, shapes=[["#####", "#...#", "#...#", "#...#", "#####"]])
    board = Board(("XXXXX", "X...X", "X.S.X", "X...X", "XXXXX"))
    image = image_of(png(scene(ring, board, names=False, fleet=False), size=20))
    assert ink(image, 1.3, 1.2, 20) == LIGHT["sea"]
    assert ink(image, 2.4, 2.5, 20) == LIGHT["hull"]
    assert ink(image, 0.4, 2.5, 20) == LIGHT["hull"]


def test_a_png_is_as_large_as_its_squares_and_not_larger_than_memory() -> None:
    small, large = (image_of(png(scene(CSPLIB), size=size)).width for size in (10, 30))
    assert abs(3 * small - large) <= 3
    with pytest.raises(PictureTooLargeError, match=f"{MAX_PIXELS:,}"):
        png(scene(CSPLIB), size=1000)


@pytest.mark.parametrize(("size", "breadth"), [(160, 5), (320, 10)])
def test_lines_of_a_png_are_as_broad_as_its_size_demands(size: int, breadth: int) -> None:
    image = image_of(png(scene(Puzzle((None,) * 4, (None,) * 4), names=False, fleet=False), size=size))
    inks = [ink(image, x / size, 1.3, size) for x in range(4 * size)]
    lines = [len([*run]) for is_line, run in groupby(inks, lambda mark: mark == LIGHT["grid"]) if is_line]
    assert len(lines) == 3
    assert all(breadth - 1 <= line <= breadth for line in lines), "edges may be blurred"


@given(puzzles(), st.sampled_from(["light", "dark"]))
@settings(max_examples=10)
def test_every_puzzle_can_be_drawn_as_png_and_pdf(puzzle: Puzzle, theme: Any) -> None:
    drawn = scene(puzzle, Board.unknown(puzzle.height, puzzle.width))
    image_of(png(drawn, theme, 8))
    assert len(PdfReader(io.BytesIO(pdf(drawn, theme))).pages) == 1


# PDF


def fonts_in(resources: Any) -> Iterator[Any]:
    """The fonts of a page or a form, and of the forms in it."""
    yield from (font.get_object() for font in resources.get("/Font", {}).values())
    for form in resources.get("/XObject", {}).values():
        yield from fonts_in(form.get_object().get("/Resources", {}))


def test_a_figure_is_a_page_of_its_own_size_with_its_text_fonts_and_description() -> None:
    reader = PdfReader(io.BytesIO(pdf(scene(CSPLIB))))
    (page,) = reader.pages
    assert page.mediabox.width < page.mediabox.height < 420
    assert sorted("".join(page.extract_text().split())[:21]) == sorted("ABCDEFGHIJ12345678910")
    assert reader.metadata is not None
    assert reader.metadata.title == "Battleship puzzle csplib014-113"
    assert [*fonts_in(page["/Resources"])]
    for font in fonts_in(page["/Resources"]):
        (descendant,) = (one.get_object() for one in font["/DescendantFonts"])
        assert "/FontFile2" in descendant["/FontDescriptor"]
        assert font["/BaseFont"].endswith("+BimaruSans-Semibold"), "of which a subset is enough"
    assert b"A grid of 10 rows and 10 columns." in pdf(scene(CSPLIB))


def test_the_same_picture_is_the_same_file() -> None:
    assert pdf(scene(CSPLIB)) == pdf(scene(CSPLIB))
    assert png(scene(CSPLIB)) == png(scene(CSPLIB))


def test_cyrillic_and_greek_letters_are_drawn() -> None:
    puzzle = Puzzle((2,), (1, 1), words=["ЖΩ"])
    assert "Ж" in PdfReader(io.BytesIO(pdf(scene(puzzle)))).pages[0].extract_text()
    png(scene(puzzle))


SPELLED: Final = {
    "a word": Puzzle((1,), (1,), words=["海"]),
    "a given letter": Puzzle((1,), (1,), givens=[(0, 0, "=海")]),
    "an edge": Puzzle((1,), (1,), words=["A"], edges={"top": ["海"]}),
}
"""Puzzles with a letter that no typeface of bimaru's has."""
LACKING: Final = "Bimaru Sans has no sign for '海' [(]U[+]6D77[)]: choose a font that has it"


@pytest.mark.parametrize("puzzle", SPELLED.values(), ids=SPELLED)
def test_letters_that_no_typeface_has_are_drawn_in_svg_only(puzzle: Puzzle) -> None:
    with pytest.raises(FontError, match=LACKING):
        pdf(scene(puzzle))
    with pytest.raises(FontError, match="no sign for '海'"):
        png(scene(puzzle))
    assert "海" in bimaru.draw(puzzle)


def test_own_fonts_draw_what_the_typefaces_of_bimaru_lack(tmp_path: Path) -> None:
    typefaces = typefaces_of(str(font_with(CHINESE, tmp_path / "own.ttf")))
    assert typefaces.text == typefaces.titles == Face("Another One")
    reader = PdfReader(io.BytesIO(pdf(scene(SPELLED["a word"]), typefaces=typefaces)))
    assert "海" in reader.pages[0].extract_text()
    png(scene(SPELLED["a word"]), typefaces=typefaces)


def test_the_face_of_a_font_file_is_used_and_not_another_of_its_family() -> None:
    folder = Path(typesetting.__file__).parent / "typefaces"
    assert typefaces_of(titles=str(folder / "BimaruSans-Semibold.ttf")).titles == Face("Bimaru Sans", 600)
    assert typefaces_of(str(folder / "BimaruSans-Semibold.ttf")).titles == Face("Bimaru Sans", 600)
    assert typefaces_of(str(folder / "BimaruSans-Regular.ttf")).text == Face("Bimaru Sans", 400)


@pytest.mark.parametrize(("name", "reason"), [("bad.ttf", "it is no TrueType"), ("none.ttf", "no such file")])
def test_files_that_are_no_fonts_are_refused(name: str, reason: str, tmp_path: Path) -> None:
    (tmp_path / "bad.ttf").write_text("no font")
    with pytest.raises(FontError, match=rf"{name}: not a font that can be embedded: {reason}"):
        typefaces_of(str(tmp_path / name))


def test_a_fault_of_a_template_is_named_with_its_file_and_line() -> None:
    with pytest.raises(TypesettingError, match=r"(?s)unknown variable: colour.*page.typ:2:1"):
        typeset("page.typ", {"page.typ": b"Text\n#colour"})
    with pytest.raises(TypesettingError, match=r"page.typ: packages are not fetched"):
        typeset("page.typ", {"page.typ": b'#import "@preview/cetz:0.3.0": *'})


def test_a_template_reads_nothing_outside_its_folder(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret")
    (tmp_path / "inside").mkdir()
    for path in ("../secret.txt", str(tmp_path / "secret.txt"), "/etc/hostname"):
        with pytest.raises(TypesettingError, match=r"file not found|escape|outside"):
            typeset("page.typ", {"page.typ": f'#read("{path}")'.encode()}, root=tmp_path / "inside")


@pytest.mark.parametrize("found", instances("csplib014")[:3], ids=lambda found: str(found.puzzle.id))
def test_a_fleet_is_on_one_line_or_broken_between_kinds(found: Any) -> None:
    for fleet, number in ({4: 1, 2: 2}, 1), (found.puzzle.fleet, 2), ({6: 2, 5: 3, 2: 9}, 3):
        drawn = fleet_picture(scene(found.puzzle.replace(fleet=fleet)))
        ships = [outline for layer in drawn.layers if layer.role == "ship" for outline in layer.fills]
        lines = {min(corner.y for corner in outline) for outline in ships}
        assert len(lines) == number
        widths = [
            (min(c.y for c in one), round(max(c.x for c in one) - min(c.x for c in one), 3)) for one in ships
        ]
        assert len({*widths}) == len({width for _, width in widths}), "no kind is on two lines"


def test_a_long_document_is_typeset_in_another_process_with_the_same_result_and_errors() -> None:
    files = {f"{number}.txt": b"" for number in range(LONG)}
    text = b"#set document(title: [It], date: none)\nShips"  # whose bytes have no time
    assert typeset("it.typ", {"it.typ": text, **files}) == typeset("it.typ", {"it.typ": text})
    with pytest.raises(TypesettingError, match=r"it\.typ"):
        typeset("it.typ", {"it.typ": text + b"#no", **files})
