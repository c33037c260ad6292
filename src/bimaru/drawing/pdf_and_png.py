"""Pictures as PDF and PNG: their SVG, on a page of its size."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, cast

from bimaru.drawing.layout import Picture, picture
from bimaru.drawing.palette import PrintTheme
from bimaru.drawing.scene import Scene
from bimaru.drawing.svg import SvgTheme, printed_svg, svg_of
from bimaru.drawing.typesetting import Typefaces, check_text, typeset
from bimaru.errors import PictureTooLargeError

FigureFormat: TypeAlias = Literal["svg", "pdf", "png"]
_POINTS_OF_A_PIXEL: Final = 0.75
"""As browsers print it."""
POINTS: Final = 24.0
"""Default points of a square's side in PDF."""
PIXELS: Final = 32.0
"""Default pixels of a square's side in PNG."""
MAX_PIXELS: Final = 40_000_000
"""Of a picture: more would exhaust the memory of a small machine."""
_PAGE: Final = """
#let drawn = json("picture.json")
#set document(title: drawn.title, author: "bimaru", date: none)
#set page(width: drawn.width * 1pt, height: drawn.height * 1pt, margin: 0pt)
#image("picture.svg", width: 100%, height: 100%, alt: drawn.description)
"""


def pdf(
    drawn: Picture | Scene,
    theme: PrintTheme = "light",
    size: float = POINTS,
    typefaces: Typefaces = Typefaces(),  # noqa: B008  # a value
) -> bytes:
    """A picture as a PDF of one page of its size. `size`: points of a square's side.

    Raises `FontError` for a letter that no typeface has, and `MissingExtraError`."""
    files = _files(_laid_out(drawn), theme, size)
    return typeset("page.typ", files, typefaces=typefaces)


def png(
    drawn: Picture | Scene,
    theme: PrintTheme = "light",
    size: float = PIXELS,
    typefaces: Typefaces = Typefaces(),  # noqa: B008  # a value
) -> bytes:
    """A picture as PNG. `size`: pixels of a square's side.

    Raises `PictureTooLargeError`, `FontError` for a letter that no typeface has, and `MissingExtraError`."""
    shown = _laid_out(drawn)
    width, height = (max(round(side * size), 1) for side in (shown.width, shown.height))
    if width * height > MAX_PIXELS:
        raise PictureTooLargeError(
            f"a picture of {width}x{height} pixels is too large: at most {MAX_PIXELS:,} are drawn"
        )
    # A missing sign is an error in PDF only.
    check_text("".join(text.text for layer in shown.layers for text in layer.texts), typefaces)
    return typeset("page.typ", _files(shown, theme, size), "png", typefaces=typefaces)


def figure(
    drawn: Picture | Scene,
    to: FigureFormat,
    theme: SvgTheme,
    size: float,
    typefaces: Typefaces = Typefaces(),  # noqa: B008  # a value
) -> str | bytes:
    """A picture in one of the formats. `size`: pixels of a square's side. The theme `auto` is for SVG only.

    Raises what `pdf` and `png` raise."""
    if to == "svg":
        return svg_of(_laid_out(drawn), theme, size)
    printed = cast(PrintTheme, theme)
    if to == "png":
        return png(drawn, printed, size, typefaces)
    return pdf(drawn, printed, size * _POINTS_OF_A_PIXEL, typefaces)


def _laid_out(drawn: Picture | Scene) -> Picture:
    return picture(drawn) if isinstance(drawn, Scene) else drawn


def _files(shown: Picture, theme: PrintTheme, size: float) -> dict[str, bytes]:
    import json

    sides = {"width": max(round(shown.width * size), 1), "height": max(round(shown.height * size), 1)}
    data = {**sides, "title": shown.title or "-", "description": shown.description or "-"}
    return {
        "page.typ": _PAGE.encode(),
        "picture.json": json.dumps(data).encode(),
        "picture.svg": printed_svg(shown, theme).encode(),
    }
