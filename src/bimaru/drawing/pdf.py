"""Pictures in PDF: drawn on a page, or as a file of their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import IO, TYPE_CHECKING, Final, NamedTuple

from bimaru.drawing.layout import WAVE, Layer, Picture, Role, Text, picture
from bimaru.drawing.palette import STROKE_WIDTHS, Theme, colours_of
from bimaru.drawing.scene import Scene
from bimaru.drawing.ship_outlines import Corner, Outline
from bimaru.drawing.typeface import Weight, fitted, printable, typeface

if TYPE_CHECKING:
    from reportlab.lib.colors import Color
    from reportlab.pdfgen.canvas import Canvas
    from reportlab.pdfgen.pathobject import PDFPathObject

SIZE: Final = 24.0
"""Default points of a square's side."""
_ARC: Final = 0.5522847498
"""Distance of the control points of a quarter circle from its ends, in radii."""


_UNITS: Final = 100
"""Units of a square's side."""


class Spot(NamedTuple):
    """The position of a picture on a page: its upper left corner, and the points of a square's side."""

    x: float
    y: float
    scale: float


def pdf(file: IO[bytes], scene: Scene, theme: Theme = "light", size: float = SIZE) -> None:
    """Write the picture of a scene as a PDF of one page of its size. `size`: points of a square's side.

    Raises `MissingExtraError`."""
    pdf_of(file, picture(scene), theme, size)


def pdf_of(file: IO[bytes], drawn: Picture, theme: Theme = "light", size: float = SIZE) -> None:
    """Write a picture that is laid out already. Raises what `pdf` does."""
    paper = (drawn.width * size, drawn.height * size)
    canvas = new_canvas(file, paper, drawn.title)
    put(canvas, drawn, Spot(0, paper[1], size), theme)
    canvas.showPage()
    canvas.save()


def new_canvas(file: IO[bytes], paper: tuple[float, float], title: str, language: str = "en") -> Canvas:
    """An empty document; the same pages always give the same bytes."""
    name = typeface().name
    from reportlab import rl_config
    from reportlab.pdfgen.canvas import Canvas

    rl_config.useA85 = 0  # streams as they are: a fifth smaller and faster than spelled in ASCII
    canvas = Canvas(file, paper, invariant=1, pageCompression=1, initialFontName=name, lang=language)
    canvas.setTitle(title)
    canvas.setSubject("Battleship puzzles (Bimaru, Yubotu)")
    canvas.setAuthor("bimaru")
    canvas.setCreator("bimaru")
    return canvas


def write(
    canvas: Canvas,
    x: float,
    y: float,
    text: str,
    size: float,
    colour: str,
    weight: Weight = "regular",
    align: float = 0.0,
) -> None:
    """Write a line of text on a page. `align`: 0 to start at x, 0.5 to centre, 1 to end there."""
    shown = printable(text, weight)
    name = typeface(weight).name
    canvas.setFillColor(colour_of(colour))
    canvas.setFont(name, size)
    left = x - align * canvas.stringWidth(shown, name, size) if align else x
    canvas.drawString(left, y, shown)


def put(
    canvas: Canvas,
    drawn: Picture,
    spot: Spot,
    theme: Theme = "light",
    *,
    paper: bool = True,
    colours: Mapping[Role, str] | None = None,
) -> None:
    """Draw a picture on a page; without `paper`, over what is there. `colours` replace those of the theme."""
    painter = _Painter(canvas, colours or colours_of(theme))
    canvas.saveState()
    canvas.translate(spot.x - drawn.left * spot.scale, spot.y + drawn.top * spot.scale)
    canvas.scale(spot.scale / _UNITS, spot.scale / _UNITS)
    for layer in drawn.layers:
        if paper or layer.role != "paper":
            painter.draw(layer)
    canvas.restoreState()


class _Painter:
    """Draws layers in small units, mostly whole numbers, which take less space and time."""

    def __init__(self, canvas: Canvas, colours: Mapping[Role, str]) -> None:
        self._canvas = canvas
        self._colours = colours

    def draw(self, layer: Layer) -> None:
        shade = colour_of(self._colours[layer.role])
        if layer.texts:
            self._write(layer.texts, shade)
        elif layer.fills:
            self._canvas.setFillColor(shade)
            self._canvas.drawPath(_path(map(_outline, layer.fills)), stroke=0, fill=1, fillMode=1)
        else:
            self._canvas.setStrokeColor(shade)
            self._canvas.setLineWidth(STROKE_WIDTHS[layer.role] * _UNITS)
            self._canvas.setLineCap(1)
            self._canvas.drawPath(_path(_strokes(layer)), stroke=1, fill=0)

    def _write(self, texts: Iterable[Text], shade: Color) -> None:
        name = typeface().name
        self._canvas.setFillColor(shade)
        block = self._canvas.beginText()
        for text in texts:
            shown, size = fitted(text)
            size *= _UNITS
            indent = self._canvas.stringWidth(shown, name, size) / 2 if text.is_centred else 0.0
            block.setFont(name, size)
            block.setTextOrigin(round(text.x * _UNITS - indent), round(-text.y * _UNITS))
            block.textOut(shown)
        self._canvas.drawText(block)


@cache
def colour_of(name: str) -> Color:
    """A colour of a palette: `#rrggbb`, or `k` and the share of black ink, as in `k0.5`."""
    from reportlab.lib.colors import CMYKColor, HexColor

    return CMYKColor(0, 0, 0, float(name[1:])) if name.startswith("k") else HexColor(name)


def _path(operators: Iterable[str]) -> PDFPathObject:
    """A path of operators as text: reportlab spends most of its time on formatting numbers."""
    from reportlab.pdfgen.pathobject import PDFPathObject

    return PDFPathObject(code=[" ".join(operators)])


def _strokes(layer: Layer) -> Iterator[str]:
    yield from map(_outline, layer.rings)
    for x, y, to_x, to_y in layer.lines:
        yield f"{_at(x, y)} m {_at(to_x, to_y)} l"
    for x, y in layer.waves:
        yield from _wave(x, y)


def _at(x: float, y: float) -> str:
    return f"{round(x * _UNITS)} {round(-y * _UNITS)}"


def _wave(x: float, y: float) -> Iterator[str]:
    yield f"{_at(x, y)} m"
    start = (0.0, 0.0)
    for control_x, control_y, end_x, end_y in WAVE:
        # A quadratic curve is a cubic one whose control points lie two thirds of the way to its own.
        near = _at(x + (start[0] + 2 * control_x) / 3, y + (start[1] + 2 * control_y) / 3)
        far = _at(x + (end_x + 2 * control_x) / 3, y + (end_y + 2 * control_y) / 3)
        yield f"{near} {far} {_at(x + end_x, y + end_y)} c"
        start = (end_x, end_y)


def _outline(outline: Outline) -> str:
    parts: list[str] = []
    before = outline[-1]
    for corner, after in zip(outline, (*outline[1:], outline[0]), strict=True):
        start = _from(corner, before, corner.radius)
        parts.append(f"{_at(*start)} {'l' if parts else 'm'}")
        if corner.radius:
            rest = corner.radius * (1 - _ARC)
            near, far = _from(corner, before, rest), _from(corner, after, rest)
            parts.append(f"{_at(*near)} {_at(*far)} {_at(*_from(corner, after, corner.radius))} c")
        before = corner
    return " ".join([*parts, "h"])


def _from(corner: Corner, other: Corner, distance: float) -> tuple[float, float]:
    """The point at a distance from a corner on the side to another corner."""
    x, y = corner.x, corner.y
    if other.x != x:
        return (x + distance if other.x > x else x - distance, y)
    return (x, y + distance if other.y > y else y - distance)
