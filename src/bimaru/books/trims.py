"""The size of a book's pages, their margins, bleed and crop marks. Lengths are in points, y runs down."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

INCH: Final = 72.0
MM: Final = INCH / 25.4
TRIMS: Final = {
    "a4": (210 * MM, 297 * MM),
    "a5": (148 * MM, 210 * MM),
    "letter": (8.5 * INCH, 11 * INCH),
    "5.5x8.5in": (5.5 * INCH, 8.5 * INCH),
    "6x9in": (6 * INCH, 9 * INCH),
    "8.5x11in": (8.5 * INCH, 11 * INCH),
}
"""Width and height by name; any other size is written like `170x240mm` or `7x10in`."""
GUTTERS: Final = ((150, 9.6), (300, 12.7), (500, 15.9), (700, 19.1))
"""For books of at most this many pages, the least margin at the spine in mm (Kindle Direct Publishing,
"Set trim size, bleed, and margins")."""
THICKEST: Final = 22.3
"""The same for more pages."""
SPINES: Final = {"white": 0.0572, "cream": 0.0635}
"""The thickness of a page in mm by paper (Kindle Direct Publishing, "Create a paperback cover")."""
LEAST, MOST = 70 * MM, 600 * MM
"""The limits of a page's sides."""
MARK: Final = 14.0
"""The length of a crop mark."""
MARK_GAP: Final = 6.0
"""Distance of a crop mark from the bleed, or from the trim if there is none."""
_UNITS: Final = {"mm": MM, "cm": 10 * MM, "in": INCH}
_SIZE: Final = re.compile(rf"(\d{{1,4}}(?:\.\d{{1,3}})?)x(\d{{1,4}}(?:\.\d{{1,3}})?)({'|'.join(_UNITS)})")


class Frame(NamedTuple):
    """A page: its trimmed size, margins (`inner` at the spine), bleed, and whether it has crop marks."""

    width: float
    height: float
    inner: float
    outer: float
    top: float
    bottom: float
    bleed: float = 0.0
    crop_marks: bool = False

    @property
    def around(self) -> float:
        """The room around the trimmed page, for the bleed and the crop marks."""
        return self.bleed + (MARK + MARK_GAP if self.crop_marks else 0.0)

    @property
    def content_width(self) -> float:
        """The width of the area inside the margins."""
        return self.width - self.inner - self.outer

    @property
    def content_height(self) -> float:
        """The height of the area inside the margins."""
        return self.height - self.top - self.bottom


def gutter(pages: int) -> float:
    """The least margin at the spine of a book with that many pages, in mm."""
    return next((margin for most, margin in GUTTERS if pages <= most), THICKEST)


def trim_size(text: str) -> tuple[float, float] | None:
    """The width and height of a named or custom trim, in capitals or not, spaced or not; `None` if it is
    neither, or beyond the limits."""
    text = "".join(text.lower().replace("×", "x").split())
    if text in TRIMS:
        return TRIMS[text]
    if not (found := _SIZE.fullmatch(text)):
        return None
    unit = _UNITS[found[3]]
    width, height = float(found[1]) * unit, float(found[2]) * unit
    return (width, height) if min(width, height) >= LEAST and max(width, height) <= MOST else None
