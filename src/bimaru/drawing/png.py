"""Pictures as PNG, drawn at several times their size and scaled down, so that edges are smooth."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import cos, pi, sin
from typing import TYPE_CHECKING, Final

from bimaru.drawing.layout import WAVE, Layer, Picture, Point, Text, picture
from bimaru.drawing.palette import STROKE_WIDTHS, Theme, colours_of
from bimaru.drawing.scene import Scene
from bimaru.drawing.ship_outlines import Corner, Outline
from bimaru.drawing.typeface import fitted, typeface
from bimaru.errors import MissingExtraError, PictureTooLargeError

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

SIZE: Final = 32
MAX_PIXELS: Final = 40_000_000
"""Of a picture: more would exhaust the memory of a small machine."""
_OVERSAMPLING: Final = 4
_MAX_SAMPLES: Final = 160_000_000
_STEPS: Final = 8
"""Straight pieces of a rounded corner, and of half a wave."""


def png(scene: Scene, theme: Theme = "light", size: float = SIZE) -> bytes:
    """The picture of a scene as a PNG file. `size`: pixels of a square's side.

    Raises `PictureTooLargeError`, and `MissingExtraError` where Pillow or reportlab is not installed."""
    return png_of(picture(scene), theme, size)


def png_of(drawn: Picture, theme: Theme = "light", size: float = SIZE) -> bytes:
    """A picture that is laid out already. Raises what `png` does."""
    try:
        from PIL import Image
    except ImportError as error:
        raise MissingExtraError("drawing as PDF or PNG", "print") from error
    typeface()  # raises, too
    colours = colours_of(theme)
    width, height = (max(round(side * size), 1) for side in (drawn.width, drawn.height))
    if width * height > MAX_PIXELS:
        raise PictureTooLargeError(
            f"a picture of {width}x{height} pixels is too large: at most {MAX_PIXELS:,} are drawn"
        )
    oversampling = _OVERSAMPLING if width * height * _OVERSAMPLING**2 <= _MAX_SAMPLES else 2
    image = Image.new("RGB", (width * oversampling, height * oversampling), colours["paper"])
    canvas = _Canvas(image, drawn, size * oversampling)
    for layer in drawn.layers:
        canvas.draw(layer, colours[layer.role])
    file = io.BytesIO()
    image.reduce(oversampling).save(file, "PNG")
    return file.getvalue()


class _Canvas:
    """Draws layers, and converts coordinates of a picture to pixels."""

    def __init__(self, image: Image, drawn: Picture, scale: float) -> None:
        self._image = image
        self._draw = _drawing_on(image)
        self._scale = scale
        self._origin = (-drawn.left * scale, -drawn.top * scale)

    def draw(self, layer: Layer, colour: str) -> None:
        self._fill(layer.fills, colour)
        breadth = max(round(STROKE_WIDTHS.get(layer.role, 0) * self._scale), 1)
        for outline in layer.rings:
            points = list(_flattened(outline))
            self._line([*points, *points[:2]], colour, breadth)
        for x, y, to_x, to_y in layer.lines:
            self._line([(x, y), (to_x, to_y)], colour, breadth)
        for x, y in layer.waves:
            self._line([(x + dx, y + dy) for dx, dy in _wave()], colour, breadth)
        for text in layer.texts:
            self._text(text, colour)

    def _fill(self, outlines: Sequence[Outline], colour: str) -> None:
        if all(_area(outline) > 0 for outline in outlines):
            for outline in outlines:
                self._draw.polygon(self._points(_flattened(outline)), fill=colour)
            return
        from PIL import Image

        # Holes run the other way round and are drawn after what surrounds them: larger outlines first.
        mask = Image.new("L", self._image.size)
        for outline in sorted(outlines, key=lambda outline: abs(_area(outline)), reverse=True):
            _drawing_on(mask).polygon(
                self._points(_flattened(outline)), fill=255 if _area(outline) > 0 else 0
            )
        self._image.paste(colour, mask=mask)

    def _line(self, points: Iterable[Point], colour: str, breadth: int) -> None:
        self._draw.line(self._points(points), fill=colour, width=breadth, joint="curve")

    def _text(self, text: Text, colour: str) -> None:
        shown, size = fitted(text)
        font = _font(round(size * self._scale))
        anchor = "ms" if text.is_centred else "ls"
        ((x, y),) = self._points([(text.x, text.y)])
        self._draw.text((x, y), shown, fill=colour, font=font, anchor=anchor)

    def _points(self, points: Iterable[Point]) -> list[Point]:
        left, top = self._origin
        return [(round(left + x * self._scale), round(top + y * self._scale)) for x, y in points]


@lru_cache(maxsize=64)
def _font(size: int) -> FreeTypeFont:
    from PIL import ImageFont

    return ImageFont.truetype(str(typeface().file), max(size, 1))


def _drawing_on(image: Image) -> ImageDraw:
    from PIL.ImageDraw import Draw

    return Draw(image)


def _area(outline: Outline) -> float:
    """Twice the area within an outline, negative for a hole."""
    pairs = zip(outline, (*outline[1:], outline[0]), strict=True)
    return sum(a.x * b.y - b.x * a.y for a, b in pairs)


@lru_cache(maxsize=1)
def _wave() -> tuple[Point, ...]:
    points = [(0.0, 0.0)]
    for control_x, control_y, end_x, end_y in WAVE:
        start_x, start_y = points[-1]
        for step in range(1, _STEPS + 1):
            t = step / _STEPS
            a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
            points.append((a * start_x + b * control_x + c * end_x, a * start_y + b * control_y + c * end_y))
    return tuple(points)


def _flattened(outline: Outline) -> Iterator[Point]:
    """The points of an outline, with rounded corners as short straight pieces."""
    for (before, corner), after in zip(
        pairwise((outline[-1], *outline)), (*outline[1:], outline[0]), strict=True
    ):
        yield from _round(before, corner, after) if corner.radius else [(corner.x, corner.y)]


def _round(before: Corner, corner: Corner, after: Corner) -> Iterator[Point]:
    """A quarter of a circle from the side towards `before` to that towards `after`."""
    radius = corner.radius
    (in_x, in_y), (out_x, out_y) = (_direction(corner, other) for other in (before, after))
    centre_x, centre_y = corner.x + (in_x + out_x) * radius, corner.y + (in_y + out_y) * radius
    for step in range(_STEPS + 1):
        angle = pi / 2 * step / _STEPS
        along, away = sin(angle) * radius, cos(angle) * radius
        yield (centre_x - out_x * away - in_x * along, centre_y - out_y * away - in_y * along)


def _direction(start: Corner, end: Corner) -> tuple[int, int]:
    return ((end.x > start.x) - (end.x < start.x), (end.y > start.y) - (end.y < start.y))
