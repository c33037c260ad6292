"""Pictures as SVG, for web pages, notebooks and print.

Small, without identifiers, styles or scripts, so that any number of them fit into one page under a strict
content policy. Every layer is a group of the class `bimaru-` and its role with its colour as an attribute;
its contents use the custom property `--bimaru-` and the role, if it is set, in place of that colour.
docs/reference/drawing.md has the roles.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import groupby, pairwise
from typing import Final, Literal, TypeAlias

from bimaru.drawing.layout import WAVE, Layer, Picture, Text, picture
from bimaru.drawing.palette import DARK, STROKE_WIDTHS, PrintTheme, colours_of, printing_colours
from bimaru.drawing.scene import Scene
from bimaru.drawing.ship_outlines import BLUNT, BOW, Outline
from bimaru.drawing.typesetting import SANS

SvgTheme: TypeAlias = Literal["light", "dark", "auto"]
"""`auto` is light, or dark if the reader's system is."""
SvgUnit: TypeAlias = Literal["", "pt"]
"""Of the size of a picture: pixels, or points."""
Medium: TypeAlias = Literal["page", "print", "screen"]
"""Where a picture is shown: on a web page, in print, or in an e-book."""

SIZE: Final = 32
"""Default pixels of a square's side."""
SIZES: Final = (4, 400)
"""The least and the largest."""
_UNITS: Final = 32
"""Units of a square's side: one unit is a pixel at the default size."""
_FONT: Final = "Helvetica,Arial,'Liberation Sans',sans-serif"
_PRINT_FONT: Final = f"'{SANS}',{_FONT}"
_WEIGHT: Final = ' font-weight="600"'
_DIGIT: Final = 0.513
"""The width of a digit in that weight of the typeface that bimaru ships, in its size."""
_DIGITS: Final = frozenset("0123456789")
_SIGNS: Final = {ord("&"): "&amp;", ord("<"): "&lt;", ord(">"): "&gt;", ord('"'): "&quot;"}
_NOT_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def svg(scene: Scene, theme: SvgTheme = "light", size: float = SIZE, unit: SvgUnit = "") -> str:
    """A scene as SVG. `size`: pixels, or points, of a square's side. Raises `ValueError` for an unknown
    theme."""
    return svg_of(picture(scene), theme, size, unit)


def svg_of(drawn: Picture, theme: SvgTheme = "light", size: float = SIZE, unit: SvgUnit = "") -> str:
    """A picture that is laid out already, as SVG."""
    return f"{svg_head(drawn, theme, size, unit)}{svg_groups(drawn.layers, theme)}</svg>\n"


def printed_svg(drawn: Picture, theme: PrintTheme, spot: str = "", *, on_screen: bool = False) -> str:
    """A picture for the typesetter, which knows no custom properties and has its description from elsewhere,
    in the typeface that bimaru ships. `on_screen`: for e-books, whose readers may have no such typeface.
    `spot`: a second ink beside black, as #rrggbb."""
    colours = printing_colours(spot) if theme == "black" else colours_of(theme)
    medium: Medium = "screen" if on_screen else "print"
    head = svg_head(drawn if on_screen else drawn._replace(title="", description=""), "light", SIZE)
    groups = (part for layer in drawn.layers for part in _layer(layer, colours[layer.role], medium))
    return f"{head}{''.join(groups)}</svg>\n"


def svg_head(drawn: Picture, theme: SvgTheme, size: float, unit: SvgUnit = "") -> str:
    """The beginning of an SVG file with the size of a picture: its title, description and style."""
    left, top, width, height = (round(value * _UNITS) for value in drawn[:4])
    scale = size / _UNITS
    name = "bimaru bimaru-auto" if theme == "auto" else "bimaru"
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="{name}" role="img"'
            f' width="{width * scale:g}{unit}" height="{height * scale:g}{unit}"',
            f' viewBox="{left} {top} {width} {height}">',
            f"<title>{escape(drawn.title)}</title>" if drawn.title else "",
            f"<desc>{escape(drawn.description)}</desc>" if drawn.description else "",
            _dark_style() if theme == "auto" else "",
        ]
    )


def svg_groups(layers: Iterable[Layer], theme: SvgTheme) -> str:
    """Layers as groups. Raises `ValueError` for an unknown theme."""
    colours = colours_of(theme)
    return "".join(part for layer in layers for part in _layer(layer, colours[layer.role]))


def escape(text: str) -> str:
    """Text escaped for XML; characters that XML cannot hold become U+FFFD."""
    return _NOT_XML.sub("\ufffd", text).translate(_SIGNS)


@cache
def _dark_style() -> str:
    properties = ";".join(f"--bimaru-{role}:{colour}" for role, colour in DARK.items())
    return f"<style>@media(prefers-color-scheme:dark){{.bimaru-auto{{{properties}}}}}</style>"


def _layer(layer: Layer, colour: str, medium: Medium = "page") -> Iterator[str]:
    role = layer.role
    name = f'class="bimaru-{role}"'
    if layer.texts:
        font, weight = (_FONT, "") if medium == "page" else (_PRINT_FONT, _WEIGHT)
        yield f'<g {name} fill="{colour}" font-family="{font}"{weight}><g{_own("fill", role, medium)}>'
        yield from _texts(layer.texts, medium)
        yield "</g></g>"
    elif layer.fills:
        own = _own("fill", role, medium)
        yield f'<g {name} fill="{colour}"><path{own} d="{"".join(map(_path, layer.fills))}"/></g>'
    else:
        crisp = ' shape-rendering="crispEdges"' if role in ("grid", "frame") else ""
        width = _number(STROKE_WIDTHS[role])
        strokes = [
            *map(_path, layer.rings),
            *(_line(*segment) for segment in layer.lines),
            *(f"M{_number(x)} {_number(y)}{_WAVE}" for x, y in layer.waves),
        ]
        stroke = f'stroke="{colour}" stroke-width="{width}" stroke-linecap="round"'
        yield f'<g {name} fill="none" {stroke}{crisp}>'
        yield f'<path{_own("stroke", role, medium)} d="{"".join(strokes)}"/></g>'


def _own(attribute: str, role: str, medium: Medium) -> str:
    """The attribute that lets a page have another colour."""
    return f' {attribute}="var(--bimaru-{role})"' if medium == "page" else ""


def _texts(texts: Iterable[Text], medium: Medium) -> Iterator[str]:
    """Texts, grouped by size and alignment; for the typesetter, the digits of a group are one text: each text
    takes four kilobytes there."""
    for (size, is_centred), group in groupby(texts, key=lambda text: (text.size, text.is_centred)):
        anchor = ' text-anchor="middle"' if is_centred else ""
        shown = [*group]
        digits = [text for text in shown if medium == "print" and is_centred and text.text in _DIGITS]
        alone = "".join(
            f'<text x="{_number(text.x)}" y="{_number(text.y)}">{escape(text.text)}</text>'
            for text in shown
            if not digits or text.text not in _DIGITS
        )
        yield f'<g font-size="{_number(size)}"{anchor}>{alone}{_run(digits) if digits else ""}</g>'


def _run(digits: Sequence[Text]) -> str:
    """Single digits of one size as one text, each of them moved to its place."""
    first, wide = digits[0], _DIGIT * round(digits[0].size * _UNITS)
    right = (f"{_UNITS * (to.x - text.x) - wide:g}" for text, to in pairwise(digits))
    down = (f"{_UNITS * (to.y - text.y):g}" for text, to in pairwise(digits))
    return (
        f'<text text-anchor="start" font-kerning="none" x="{_UNITS * first.x - wide / 2:g}"'
        f' y="{_UNITS * first.y:g}" dx="{" ".join(("0", *right))}" dy="{" ".join(("0", *down))}">'
        f"{''.join(text.text for text in digits)}</text>"
    )


@lru_cache(maxsize=4096)
def _number(value: float) -> str:
    """A length in squares as one in units."""
    return str(round(value * _UNITS))


def _line(x: float, y: float, to_x: float, to_y: float) -> str:
    if y == to_y:
        return f"M{_number(x)} {_number(y)}H{_number(to_x)}"
    return f"M{_number(x)} {_number(y)}V{_number(to_y)}"


def _path(outline: Outline) -> str:
    """A closed path, each rounded corner an arc, or a side of a bow."""
    points = [
        (round(x * _UNITS), round(y * _UNITS), round(radius * _UNITS), bow) for x, y, radius, bow in outline
    ]
    parts: list[str] = []
    from_x, from_y = points[-1][:2]
    for (x, y, radius, bow), (to_x, to_y, *_) in zip(points, (*points[1:], points[0]), strict=True):
        letter = "L" if parts else "M"
        # the directions of the sides, from the corner
        into = ((from_x > x) - (from_x < x), (from_y > y) - (from_y < y))
        out = ((to_x > x) - (to_x < x), (to_y > y) - (to_y < y))
        if not radius:
            parts.append(f"{letter}{x} {y}")
        elif bow:
            parts.append(letter + _side_of_bow(x, y, radius, into, out, (into[1] == 0) == (bow == "x")))
        else:
            turn = int(into[1] * out[0] > into[0] * out[1])
            arc = f"a{radius} {radius} 0 0 {turn} {(out[0] - into[0]) * radius} {(out[1] - into[1]) * radius}"
            parts.append(f"{letter}{x + into[0] * radius} {y + into[1] * radius}{arc}")
        from_x, from_y = x, y
    return "".join(parts) + "Z"


def _side_of_bow(
    x: int, y: int, radius: int, into: tuple[int, int], out: tuple[int, int], ends_at_tip: bool
) -> str:
    """A corner of a bow: a parabola from the hull to the tip, or from the tip to the hull."""
    long = round(BOW * radius)
    first, last, (dx, dy) = (long, radius, into) if ends_at_tip else (radius, long, out)
    aim = round(BLUNT * radius)
    start_x, start_y = x + into[0] * first, y + into[1] * first
    return (
        f"{start_x} {start_y}q{x + dx * aim - start_x} {y + dy * aim - start_y}"
        f" {x + out[0] * last - start_x} {y + out[1] * last - start_y}"
    )


_WAVE: Final = "".join(
    "q" + " ".join(str(round(value * _UNITS)) for value in (cx - x, cy - y, to_x - x, to_y - y))
    for (x, y), (cx, cy, to_x, to_y) in zip(((0.0, 0.0), WAVE[0][2:]), WAVE, strict=True)
)
