"""Pictures of texts: what a terminal shows, and a text beside a board."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from bimaru.drawing.svg import escape

_LINE: Final = 17
_COLUMN: Final = 7.8
"""Height of a line, and width of a character, in pixels."""
_MARGIN: Final = 12
_SPACE: Final = "\N{NO-BREAK SPACE}"
"""Several others next to each other are drawn as one."""
_PAPER, _INK = "#141922", "#dde3ec"
_FONT: Final = "'DejaVu Sans Mono',Menlo,Consolas,monospace"


def terminal(lines: Sequence[str], title: str) -> str:
    """Lines on a dark terminal. Each is as wide as its characters, whatever the typeface."""
    width, height = _size(lines)
    return f"{_head(width, height, title)}{_text(lines)}</svg>\n"


def beside(lines: Sequence[str], picture: str, title: str) -> str:
    """A terminal, and right of it a picture in SVG."""
    width, height = _size(lines)
    wide, high = (float(re.search(rf'{side}="([\d.]+)"', picture)[1]) for side in ("width", "height"))  # type: ignore[index]
    placed = picture.replace("<svg ", f'<svg x="{width + _MARGIN:g}" ', 1).strip()
    head = _head(width, height, title, width + _MARGIN + wide, max(height, high))
    return f"{head}{_text(lines)}{placed}</svg>\n"


def _size(lines: Sequence[str]) -> tuple[float, float]:
    return _COLUMN * max(map(len, lines)) + 2 * _MARGIN, _LINE * len(lines) + 2 * _MARGIN


def _head(width: float, height: float, title: str, whole: float = 0, deep: float = 0) -> str:
    whole, deep = whole or width, deep or height
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{whole:g}" height="{deep:g}"'
        f' viewBox="0 0 {whole:g} {deep:g}"><title>{escape(title)}</title>'
        f'<rect width="{width:g}" height="{height:g}" rx="6" fill="{_PAPER}"/>'
    )


def _text(lines: Sequence[str]) -> str:
    shown = (
        f'<text x="{_MARGIN}" y="{_MARGIN + _LINE * (i + 0.75):g}" textLength="{_COLUMN * len(line):g}"'
        f' lengthAdjust="spacingAndGlyphs">{escape(line.replace(" ", _SPACE))}</text>'
        for i, line in enumerate(lines)
        if line
    )
    return f'<g fill="{_INK}" font-family="{_FONT}" font-size="13">{"".join(shown)}</g>'
