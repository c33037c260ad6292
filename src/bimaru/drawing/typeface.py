"""The typeface of PDF and PNG: Bitstream Vera, which comes with reportlab, may be embedded, and looks the
same everywhere."""

from __future__ import annotations

import unicodedata
from functools import cache
from pathlib import Path
from typing import Final, Literal, NamedTuple, TypeAlias

from bimaru.drawing.layout import Text
from bimaru.errors import MissingExtraError

Weight: TypeAlias = Literal["regular", "bold"]
_SQUARE: Final = 1.5
"""The size at which a character is as wide as a square, in squares."""
_FILES: Final = {"regular": "Vera.ttf", "bold": "VeraBd.ttf"}


class Typeface(NamedTuple):
    """A font as reportlab knows it, its file, and the characters that it has."""

    name: str
    file: Path
    characters: frozenset[int]


@cache
def typeface(weight: Weight = "regular") -> Typeface:
    """The font of that weight, ready for use. Raises `MissingExtraError`."""
    try:
        import reportlab
        from reportlab.pdfbase.pdfmetrics import registerFont
        from reportlab.pdfbase.ttfonts import TTFont
    except ImportError as error:
        raise MissingExtraError("drawing as PDF or PNG", "print") from error
    file = Path(reportlab.__file__).parent / "fonts" / _FILES[weight]
    name = f"bimaru-{weight}"
    font = TTFont(name, str(file))
    registerFont(font)
    return Typeface(name, file, frozenset(font.face.charToGlyph))


def printable(text: str, weight: Weight = "regular") -> str:
    """Text in the characters of the typeface; others by their code, `U+4E2D`, so that none is lost or taken
    for another."""
    has = typeface(weight).characters
    composed = unicodedata.normalize("NFC", text)
    return "".join(char if ord(char) in has and char.isprintable() else _by_code(char) for char in composed)


def fitted(text: Text) -> tuple[str, float]:
    """A text in the characters of the typeface and its size, smaller where a square must hold a code."""
    shown = printable(text.text)
    if shown == text.text or not text.is_centred:
        return shown, text.size
    return shown, min(text.size, _SQUARE / len(shown))


def _by_code(char: str) -> str:
    return " " if char in "\t\r\n" else f"[U+{ord(char):04X}]"
