"""A font with characters that the typefaces of books lack, made of the glyphs of one of them."""

from __future__ import annotations

import struct
from pathlib import Path

from bimaru.drawing import typesetting

CHINESE = "海"


def font_with(characters: str, path: Path) -> Path:
    """Write a font of the family "Another One" that has `characters` and ASCII, all drawn as an A."""
    source = Path(typesetting.__file__).parent / "typefaces" / "BimaruSans-Regular.ttf"
    font = source.read_bytes().replace(_name("Bimaru Sans"), _name("Another One"))
    first = 36  # the glyph of A
    glyphs = dict.fromkeys([*map(ord, characters), *range(32, 127)], first)
    path.write_bytes(_with_table(font, b"cmap", _cmap(glyphs)))
    return path


def _name(text: str) -> bytes:
    return text.encode("utf-16-be")


def _cmap(glyphs: dict[int, int]) -> bytes:
    """A table from characters to glyphs in format 12 (OpenType specification, `cmap`)."""
    groups = b"".join(struct.pack(">3L", code, code, glyph) for code, glyph in sorted(glyphs.items()))
    head = struct.pack(">HHLLL", 12, 0, 16 + len(groups), 0, len(glyphs))
    return struct.pack(">HHHHL", 0, 1, 3, 10, 12) + head + groups


def _with_table(font: bytes, tag: bytes, table: bytes) -> bytes:
    """A font in which a table is replaced: the new one is at its end."""
    (number,) = struct.unpack_from(">H", font, 4)
    at = next(at for at in range(12, 12 + 16 * number, 16) if font[at : at + 4] == tag)
    padded = font + b"\0" * (-len(font) % 4)
    entry = struct.pack(">4sLLL", tag, 0, len(padded), len(table))
    return padded[:at] + entry + padded[at + 16 :] + table
