"""The fonts of a book: its own, embedded, or Bitstream Vera."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import NamedTuple

from bimaru.drawing.typeface import typeface
from bimaru.errors import BimaruError


class FontError(BimaruError, ValueError):
    """A font cannot be read, or has no sign for a character of the book."""


class Font(NamedTuple):
    """A font that reportlab knows by its name, and its characters."""

    name: str
    label: str
    characters: frozenset[int]

    def checked(self, text: str) -> str:
        """The text in composed form. Raises `FontError` if the font lacks one of its characters."""
        composed = unicodedata.normalize("NFC", text)
        missing = [char for char in composed if ord(char) not in self.characters and not char.isspace()]
        if missing:
            code = f"U+{ord(missing[0]):04X}"
            raise FontError(
                f"{self.label} has no sign for {missing[0]!r} ({code}) in {composed!r}: "
                "give fonts that have, with the settings font and bold_font"
            )
        return " ".join(composed.split())

    def width_of(self, text: str, size: float) -> float:
        """The width of a text in points."""
        from reportlab.pdfbase.pdfmetrics import stringWidth

        return float(stringWidth(text, self.name, size))

    def wrapped(self, text: str, size: float, room: float) -> list[str]:
        """Text broken into lines no wider than `room`; a longer word is broken, too. Raises `FontError`."""
        lines: list[str] = []
        for word in self.checked(text).split():
            joined = f"{lines[-1]} {word}" if lines else word
            if lines and self.width_of(joined, size) <= room:
                lines[-1] = joined
            else:
                lines += self._pieces(word, size, room)
        return lines

    def _pieces(self, word: str, size: float, room: float) -> list[str]:
        pieces = [""]
        for char in word:
            if pieces[-1] and self.width_of(pieces[-1] + char, size) > room:
                pieces.append("")
            pieces[-1] += char
        return pieces


class Fonts(NamedTuple):
    """The fonts of the text, and of titles and numbers."""

    regular: Font
    bold: Font


def fonts_of(regular: str, bold: str) -> Fonts:
    """The fonts of these files; empty for Bitstream Vera. A bold font that is left out is the regular one.

    Raises `FontError`, and `MissingExtraError` without reportlab."""
    vera = [
        Font(found.name, "Bitstream Vera", found.characters)
        for found in (typeface("regular"), typeface("bold"))
    ]
    text = _font(regular) if regular else vera[0]
    return Fonts(text, _font(bold) if bold else text if regular else vera[1])


def _font(path: str) -> Font:
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    name = f"book-{Path(path).stem}"
    try:
        font = TTFont(name, path)
    except (TTFError, OSError) as error:
        raise FontError(f"{path}: not a TrueType font that can be embedded: {error}") from None
    registerFont(font)
    return Font(name, path, frozenset(font.face.charToGlyph))
