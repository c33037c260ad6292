"""What machines read in a book: addresses of puzzles, as QR codes, and the barcode of an ISBN."""

from __future__ import annotations

from typing import Final

from bimaru.books.isbn import isbn_13
from bimaru.errors import MissingExtraError
from bimaru.formats.permalink import FORMAT
from bimaru.puzzle import Puzzle

_LEFT: Final = ("0001101", "0011001", "0010011", "0111101", "0100011", "0110001", "0101111", "0111011")
_LEFT_CODES: Final = (*_LEFT, "0110111", "0001011")
"""The digits in the left half of an EAN-13 with odd parity (ISO/IEC 15420)."""
_PARITIES: Final = tuple(
    "LLLLLL LLGLGG LLGGLG LLGGGL LGLLGG LGGLLG LGGGLL LGLGLG LGLGGL LGGLGL".split()  # noqa: SIM905
)


def address(site: str, puzzle: Puzzle) -> str:
    """The address that opens a puzzle, without its id, on a site with bimaru's page."""
    return f"{site.split('#')[0]}{FORMAT.to_text(puzzle.replace(id=None)).rstrip()}"


def qr_code(text: str) -> bytes:
    """A text as a QR code in SVG. Raises `MissingExtraError`."""
    try:
        import segno
    except ImportError as error:
        raise MissingExtraError("printing QR codes", "print") from error
    code: str = segno.make(text, error="m", micro=False).svg_inline(border=0, omitsize=True)
    return code.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1).encode()


def barcode(number: str) -> bytes:
    """The barcode of an ISBN, an EAN-13, in SVG, 95 modules wide and 60 high."""
    first, *rest = map(int, isbn_13(number))
    left = "".join(_left(digit, parity) for digit, parity in zip(rest[:6], _PARITIES[first], strict=True))
    right = "".join(_inverted(_LEFT_CODES[digit]) for digit in rest[6:])
    modules = f"101{left}01010{right}101"
    bars = "".join(f"M{i} 0h1v60h-1z" for i, module in enumerate(modules) if module == "1")
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 95 60"><path d="{bars}"/></svg>'.encode()


def _left(digit: int, parity: str) -> str:
    code = _LEFT_CODES[digit]
    return code if parity == "L" else _inverted(code)[::-1]


def _inverted(code: str) -> str:
    return "".join("10"[int(module)] for module in code)
