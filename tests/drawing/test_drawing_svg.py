"""Pictures as SVG: well formed whatever is drawn, small, and safe to put into a page."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path
from typing import Any, Final, get_args
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bimaru
from bimaru.board import MARKS, Board
from bimaru.drawing.layout import Role
from bimaru.drawing.palette import DARK, LIGHT, STROKE_WIDTHS
from bimaru.drawing.scene import scene
from bimaru.drawing.svg import SvgTheme, svg
from bimaru.puzzle import Puzzle
from instances import every_instance, instance
from puzzle_strategies import puzzles
from sampling import sampled

SVG: Final = "{http://www.w3.org/2000/svg}"
DOCUMENT: Final = (Path(__file__).parents[2] / "docs" / "reference" / "drawing.md").read_text(
    encoding="utf-8"
)
HOSTILE: Final = "</svg><script>alert(1)</script>&lt;\"'\x00\x1b]]>\ufffe"
CSPLIB: Final = instance("csplib014", "csplib014-113").puzzle
ALLOWED: Final = {"svg", "title", "desc", "g", "path", "text"}


def parsed(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def group(drawn: ElementTree.Element, role: str) -> ElementTree.Element:
    found = drawn.find(f"{SVG}g[@class='bimaru-{role}']")
    assert found is not None, role
    return found


def words(drawn: ElementTree.Element, role: str) -> list[str]:
    return [text.text or "" for text in group(drawn, role).iter(f"{SVG}text")]


# What is drawn


def test_a_puzzle_shows_its_tallies_names_and_fleet() -> None:
    drawn = parsed(bimaru.draw(CSPLIB))
    assert words(drawn, "tally") == [*map(str, CSPLIB.rows), *map(str, CSPLIB.cols)]
    assert words(drawn, "name") == [*"ABCDEFGHIJ", *map(str, range(1, 11))]
    assert paths(drawn, "ship") == CSPLIB.fleet.size
    assert paths(drawn, "hull") == 1
    assert waves(drawn) == 1


def paths(drawn: ElementTree.Element, role: str) -> int:
    """How many outlines or lines there are in a layer."""
    return sum(path.attrib["d"].count("M") for path in group(drawn, role).iter(f"{SVG}path"))


def waves(drawn: ElementTree.Element) -> int:
    return paths(drawn, "wave")


def test_an_answer_shows_every_ship_as_one_outline_and_every_other_square_as_water() -> None:
    board = bimaru.solve(CSPLIB).board
    assert board is not None
    drawn = parsed(bimaru.draw(CSPLIB, board))
    assert paths(drawn, "hull") == CSPLIB.fleet.size
    assert waves(drawn) == sum(row.count(".") for row in board.rows)
    assert paths(drawn, "crossed") == CSPLIB.fleet.size
    assert words(drawn, "met") == [*map(str, CSPLIB.rows), *map(str, CSPLIB.cols)]


def test_letters_stand_on_their_ships_and_at_the_edges() -> None:
    puzzle = Puzzle(rows=(2, 0), cols=(1, 1), words=["AB"], edges={"left": ["A", None], "bottom": ["A", "B"]})
    drawn = parsed(bimaru.draw(puzzle, Board(("LR", ".."), ("AB", ".."))))
    assert words(drawn, "letter") == ["A", "B"]
    assert words(drawn, "edge") == ["A", "B", "A"]


def test_names_and_fleet_can_be_left_out_and_a_missing_tally_is_blank() -> None:
    puzzle = Puzzle(rows=(1, None), cols=(1, 0), fleet={1: 1})
    drawn = parsed(bimaru.draw(puzzle, names=False, fleet=False))
    assert {element.attrib.get("class", "") for element in drawn} == {
        "", "bimaru-paper", "bimaru-grid", "bimaru-frame", "bimaru-tally",
    }  # fmt: skip
    assert words(drawn, "tally") == ["1", "1", "0"]


def test_a_step_is_lit_and_told() -> None:
    step = bimaru.explain(CSPLIB)[0]
    drawn = parsed(bimaru.draw(CSPLIB, step=step))
    assert group(drawn, "settled") is not None
    assert " ".join(words(drawn, "caption")).endswith(step.text)


@pytest.mark.parametrize("size", [-1, 0, 3.9, 401, float("nan"), float("inf"), 10**400])
def test_a_size_beyond_the_limits_of_the_command_is_refused(size: float) -> None:
    with pytest.raises(ValueError, match=r"^size: .* is not a number of pixels from 4 to 400$"):
        bimaru.draw(CSPLIB, size=size)


@pytest.mark.parametrize("size", ["20", None, True, 20j])
def test_a_size_that_is_no_number_is_refused(size: Any) -> None:
    with pytest.raises(TypeError, match=r"^size: .* is not a number$"):
        bimaru.draw(CSPLIB, size=size)


def test_the_size_is_that_of_a_square_in_pixels() -> None:
    small, large = (parsed(bimaru.draw(CSPLIB, size=size)) for size in (16, 64))
    assert small.attrib["viewBox"] == large.attrib["viewBox"]
    assert 4 * float(small.attrib["width"]) == float(large.attrib["width"])


# In a page


@pytest.mark.parametrize("theme", sampled(get_args(SvgTheme), lambda theme: theme == "auto"))
@settings(max_examples=40)
@given(puzzle=puzzles(), data=st.data())
def test_whatever_is_drawn_is_well_formed_and_nothing_but_shapes_and_text(
    theme: SvgTheme, puzzle: Puzzle, data: st.DataObject
) -> None:
    hostile = puzzle.replace(id=data.draw(st.sampled_from([HOSTILE, "<b>", None])), source=HOSTILE)
    rows = [data.draw(st.text(MARKS, min_size=puzzle.width, max_size=puzzle.width)) for _ in puzzle.rows]
    drawn = parsed(svg(scene(hostile, data.draw(st.sampled_from([None, Board(tuple(rows))]))), theme))
    allowed = ALLOWED | ({"style"} if theme == "auto" else set())
    for element in drawn.iter():
        assert element.tag.removeprefix(SVG) in allowed
        assert {"id", "style", "href"}.isdisjoint(element.attrib)


def test_text_from_puzzles_is_never_markup() -> None:
    drawn = parsed(bimaru.draw(CSPLIB.replace(id=HOSTILE)))
    title = drawn.find(f"{SVG}title")
    assert title is not None
    shown = HOSTILE.replace("\x00", "\ufffd").replace("\x1b", "\ufffd").replace("\ufffe", "\ufffd")
    assert title.text == f"Battleship puzzle {shown}"


def test_it_is_an_image_with_a_title_and_a_description() -> None:
    drawn = parsed(bimaru.draw(CSPLIB))
    assert drawn.attrib["role"] == "img"
    assert [element.tag.removeprefix(SVG) for element in drawn][:2] == ["title", "desc"]
    description = drawn.findtext(f"{SVG}desc") or ""
    for phrase in (
        "10 rows and 10 columns",
        "Ship squares by row: 2 4 3 3 2 4 1 1 0 0.",
        "Given: A6 W, G10 S.",
    ):
        assert phrase in description


def test_the_whole_board_is_described_too() -> None:
    puzzle = Puzzle((2, None), (1, 1), fleet={2: 1})
    description = parsed(bimaru.draw(puzzle, Board(("LR", "??")))).findtext(f"{SVG}desc") or ""
    assert "Ship squares by row: 2 ?." in description
    assert "Ships on the board: A1-A2. Squares still open: 2." in description


def test_every_layer_has_a_class_and_prefers_its_own_property_to_the_theme() -> None:
    for element in parsed(bimaru.draw(CSPLIB, bimaru.solve(CSPLIB).board)):
        if element.tag == f"{SVG}g":
            role = element.attrib["class"].removeprefix("bimaru-")
            paint = "stroke" if element.attrib["fill"] == "none" else "fill"
            assert element.attrib[paint] == LIGHT[role]  # type: ignore[index]  # that is what is tested
            assert element[0].attrib[paint] == f"var(--bimaru-{role})"


def test_the_automatic_theme_is_light_with_dark_properties() -> None:
    drawn = bimaru.draw(CSPLIB, theme="auto")
    style = parsed(drawn).findtext(f"{SVG}style") or ""
    assert re.sub("<style>.*</style>| bimaru-auto", "", drawn) == bimaru.draw(CSPLIB)
    assert style.count("{") == 2, "it speaks of nothing but pictures like itself"
    assert ".bimaru-auto{" in style
    assert all(f"--bimaru-{role}:{ink}" in style for role, ink in DARK.items())


# Colours


def test_every_role_has_its_colours_and_its_line_in_the_document() -> None:
    assert {*LIGHT} == {*DARK} == {*get_args(Role)} >= {*STROKE_WIDTHS}
    lines = re.findall(r"^\| `(\w+)` \| .* \| `(#\w+)` \| `(#\w+)` \|$", DOCUMENT, re.MULTILINE)
    assert lines == [(role, LIGHT[role], DARK[role]) for role in LIGHT]


def luminance(ink: str) -> float:
    channels = (int(ink[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """As WCAG 2 has it, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("inks", [LIGHT, DARK], ids=["light", "dark"])
def test_what_is_to_be_read_stands_out(inks: dict[str, str]) -> None:
    for role in ("tally", "edge", "caption", "count", "broken"):
        assert contrast(inks[role], inks["paper"]) >= 4.5, role
    for role in ("name", "met"):
        assert contrast(inks[role], inks["paper"]) >= 3, role
    for ground in ("paper", "sea", "given", "line", "because", "settled"):
        assert contrast(inks["hull"], inks[ground]) >= 4.5, ground
    assert contrast(inks["letter"], inks["hull"]) >= 7
    assert contrast(inks["word"], inks["ship"]) >= 7


# Size


@pytest.mark.parametrize("each", sampled([5, 1], lambda each: each > 1))
def test_every_example_stays_small(each: int) -> None:
    for found in islice(every_instance(), 0, None, each):
        puzzle = found.puzzle
        squares = puzzle.height * puzzle.width
        board = Board(("X" + "." * (puzzle.width - 1),) * puzzle.height)
        drawn = len(bimaru.draw(puzzle)), len(bimaru.draw(puzzle, board))
        assert max(drawn) < 15_000 * max(squares / 100, 1)


# Notebooks


def test_notebooks_show_puzzles_boards_results_and_drawings() -> None:
    board = Board(("S.", ".."))
    assert CSPLIB._repr_svg_() == bimaru.draw(CSPLIB)  # type: ignore[attr-defined]  # set by the package
    assert paths(parsed(board._repr_svg_()), "hull") == 1  # type: ignore[attr-defined]
    assert bimaru.draw(CSPLIB)._repr_svg_() == bimaru.draw(CSPLIB)
    one, none = (bimaru.solve(Puzzle((tally, 0), (1, 0), {1: 1})) for tally in (1, 2))
    assert one._repr_svg_() == board._repr_svg_()  # type: ignore[attr-defined]
    assert none._repr_svg_() is None  # type: ignore[attr-defined]


def test_a_board_larger_than_any_puzzle_is_left_to_print() -> None:
    assert Board(("?" * 100,))._repr_svg_() is None  # type: ignore[attr-defined]


@pytest.mark.parametrize("theme", ["pink", "", None])
def test_an_unknown_theme_is_an_error_that_names_the_themes(theme: Any) -> None:
    with pytest.raises(ValueError, match=r"theme: .* is not one of light, dark, auto"):
        bimaru.draw(CSPLIB, theme=theme)


def test_the_number_of_a_step_is_an_error_that_says_where_steps_are() -> None:
    with pytest.raises(TypeError, match=r"expected a Step, got int: bimaru.explain\(puzzle\).steps has them"):
        bimaru.draw(CSPLIB, step=1)  # type: ignore[arg-type]
