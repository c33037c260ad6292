"""The colours of the layers of a picture by theme and role, and the widths of their lines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from bimaru.drawing.layout import Role

Theme: TypeAlias = Literal["light", "dark"]
PrintTheme: TypeAlias = Literal["light", "dark", "black"]

_COLOURS: Final[Mapping[Role, tuple[str, str]]] = {
    "paper": ("#ffffff", "#141922"),
    "sea": ("#edf4fb", "#182534"),
    "given": ("#e4e6ea", "#303845"),
    "line": ("#fff6d6", "#3a3318"),
    "failing": ("#fde3e0", "#4a2320"),
    "because": ("#ffe9a8", "#5e4d12"),
    "implied": ("#efe0fa", "#3b2852"),
    "settled": ("#c9efcf", "#1d4d2b"),
    "failed": ("#f6a9a2", "#7d2b26"),
    "grid": ("#c3c9d2", "#3a4351"),
    "frame": ("#2b3442", "#aab3c1"),
    "wave": ("#6c9fd2", "#5d93c9"),
    "hull": ("#2b3442", "#dde3ec"),
    "seam": ("#5a6577", "#aeb7c4"),
    "unknown": ("#6d7888", "#8d98a8"),
    "letter": ("#ffffff", "#141922"),
    "place": ("#d97a06", "#f0a23c"),
    "supposed": ("#8b3fc6", "#c58af0"),
    "barred": ("#c9252d", "#ff7b74"),
    "name": ("#7d8694", "#8a94a4"),
    "edge": ("#2b3442", "#dde3ec"),
    "tally": ("#1b2230", "#eef1f6"),
    "met": ("#858e9b", "#78828f"),
    "broken": ("#c9252d", "#ff7b74"),
    "ship": ("#2b3442", "#dde3ec"),
    "found": ("#cdd2d9", "#3f4958"),
    "rib": ("#ffffff", "#141922"),
    "word": ("#ffffff", "#141922"),
    "count": ("#1b2230", "#eef1f6"),
    "crossed": ("#7d8694", "#8a94a4"),
    "caption": ("#1b2230", "#eef1f6"),
}
"""The colours of each role in the light and in the dark theme."""
LIGHT: Final = {role: light for role, (light, _) in _COLOURS.items()}
DARK: Final = {role: dark for role, (_, dark) in _COLOURS.items()}

BLACK: Final[Mapping[Role, str]] = {
    **dict.fromkeys(LIGHT, "#000000"),
    **dict.fromkeys(("paper", "sea", "given", "letter", "rib", "seam", "word"), "#ffffff"),
    **dict.fromkeys(("line", "because", "failing"), "#ffffff"),  # named in the sentence beside the board
    **dict.fromkeys(("found", "settled", "implied"), "#dedede"),
    **dict.fromkeys(("failed",), "#b3b3b3"),
    **dict.fromkeys(("grid",), "#666666"),
}
"""Black ink only, for print, with greys as shares of it: what has to be read is pure black, and only
what a step settles is grey."""

_TINTED: Final[tuple[Role, ...]] = ("settled", "implied", "failed")
_SOLID: Final[tuple[Role, ...]] = ("wave", "place", "supposed", "barred")


def printing_colours(spot: str) -> Mapping[Role, str]:
    """`BLACK`, or black and a second ink, #rrggbb: solid, or in the shares in which black would be grey."""
    if not spot:
        return BLACK
    return {**BLACK, **dict.fromkeys(_SOLID, spot), **{role: _tint(spot, BLACK[role]) for role in _TINTED}}


def _tint(spot: str, grey: str) -> str:
    share = 1 - bytes.fromhex(grey[1:])[0] / 255
    return "#" + bytes(round(255 - share * (255 - one)) for one in bytes.fromhex(spot[1:])).hex()


def colours_of(theme: str) -> Mapping[Role, str]:
    """The colours of a theme. Raises `ValueError` for a name that is not one of a theme."""
    if theme not in _THEMES:
        raise ValueError(f"theme: {theme!r} is not one of {', '.join(_THEMES)}")
    return _THEMES[theme]


_THEMES: Final[Mapping[str, Mapping[Role, str]]] = {
    "light": LIGHT,
    "dark": DARK,
    "auto": LIGHT,
}
"""`auto` is light in all formats but SVG, where it follows the reader's system."""

STROKE_WIDTHS: Final[Mapping[Role, float]] = {
    "grid": 0.03125,
    "frame": 0.0625,
    "wave": 0.0625,
    "place": 0.0625,
    "supposed": 0.0625,
    "barred": 0.0625,
    "crossed": 0.0625,
    "seam": 0.03125,
    "rib": 0.03125,
}
"""The widths of lines, in sides of a square."""
