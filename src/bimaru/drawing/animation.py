"""Pictures one after another in one SVG file.

The frames lie on top of each other, all but the last one hidden. A style sheet shows each in turn, unless
the reader's system asks for reduced motion; there, and where a content policy drops the sheet, the last one
stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bimaru.drawing.layout import Layer, Picture, box
from bimaru.drawing.strip import strip
from bimaru.drawing.svg import SIZE, SvgTheme, svg_groups, svg_head

SECONDS: Final = 2.5
"""Default seconds for which each picture is shown."""


def animated(
    pictures: Sequence[Picture], theme: SvgTheme = "light", size: float = SIZE, seconds: float = SECONDS
) -> str:
    """Pictures as SVG, each shown for `seconds`, over and over.

    Raises `ValueError` without pictures and for an unknown theme."""
    whole = strip(pictures, 1)
    height = max(picture.height for picture in pictures)
    paper = Layer("paper", fills=[box(0, 0, whole.width, height)])
    stage = Picture(0, 0, whole.width, height, (paper,), whole.title, whole.description)
    frames = [strip([picture], 1) for picture in pictures]
    parts = [svg_head(stage, theme, size), _style(len(frames), seconds), svg_groups((paper,), theme)]
    for number, frame in enumerate(frames, 1):
        hidden = "" if number == len(frames) else ' visibility="hidden"'
        groups = svg_groups(frame.layers[1:], theme)
        parts.append(f'<g class="bimaru-turn bimaru-turn-{number}"{hidden}>{groups}</g>')
    return "".join([*parts, "</svg>\n"])


def _style(number: int, seconds: float) -> str:
    """The style sheet that shows one frame after another."""
    if number == 1:
        return ""
    share = f"{100 / number:.4g}%"
    delays = "".join(
        f".bimaru-turn-{i}{{animation-delay:{(i - 1) * seconds:g}s}}" for i in range(1, number + 1)
    )
    return (
        "<style>@media(prefers-reduced-motion:no-preference){"
        f"@keyframes bimaru-turn{{0%{{visibility:visible}}{share},to{{visibility:hidden}}}}"
        f".bimaru-turn{{visibility:hidden;animation:bimaru-turn {number * seconds:g}s step-end infinite}}"
        f"{delays}}}</style>"
    )
