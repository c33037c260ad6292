"""Numbers of books: their check digits, and thirteen digits for ten."""

from __future__ import annotations

import re


def is_isbn(text: str) -> bool:
    """Whether the check digit is right (ISBN Users' Manual, appendix 1; ISO 2108)."""
    number = text.replace("-", "").replace(" ", "")
    if re.fullmatch(r"[0-9]{13}", number):
        return sum((1, 3)[i % 2] * int(digit) for i, digit in enumerate(number)) % 10 == 0
    if re.fullmatch(r"[0-9]{9}[0-9Xx]", number):
        values = [10 if digit in "Xx" else int(digit) for digit in number]
        return sum((10 - i) * value for i, value in enumerate(values)) % 11 == 0
    return False


def isbn_13(number: str) -> str:
    """The thirteen digits of an ISBN, of either length."""
    digits = number.replace("-", "").replace(" ", "")
    if len(digits) == 10:
        digits = f"978{digits[:9]}"
        check = -sum((1, 3)[i % 2] * int(digit) for i, digit in enumerate(digits)) % 10
        digits += str(check)
    return digits
