# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, freethreading_compatible=True
# cython: legacy_implicit_noexcept=True
"""Values in lines of JSON, found without decoding the lines, to count very many puzzles.

Compiled with Cython (pure-Python mode); uncompiled, decoding takes less time. What is accepted is valid JSON
in ASCII without escapes. For anything else, valid or not, there is no answer.
"""

from __future__ import annotations

import cython

IS_COMPILED: bool = cython.compiled
FLEET: bytes = b"fleet"
"""The key whose value has members; whether each is there once is not examined."""
_DEEPEST = cython.declare(cython.int, 8)
"""The most levels of arrays and objects in one another."""
_LONGEST = cython.declare(cython.Py_ssize_t, 15)
"""The most digits of a number."""
_BLANK = cython.declare(cython.uchar, ord(" "))
_LAST = cython.declare(cython.uchar, ord("~"))
_QUOTE = cython.declare(cython.uchar, ord('"'))
_BACKSLASH = cython.declare(cython.uchar, ord("\\"))
_ZERO = cython.declare(cython.uchar, ord("0"))
_NINE = cython.declare(cython.uchar, ord("9"))
_MINUS = cython.declare(cython.uchar, ord("-"))
_POINT = cython.declare(cython.uchar, ord("."))
_COMMA = cython.declare(cython.uchar, ord(","))
_COLON = cython.declare(cython.uchar, ord(":"))
_ARRAY = cython.declare(cython.uchar, ord("["))
_ARRAY_END = cython.declare(cython.uchar, ord("]"))
_OBJECT = cython.declare(cython.uchar, ord("{"))
_OBJECT_END = cython.declare(cython.uchar, ord("}"))


def raw_members(line: bytes) -> dict[bytes, bytes] | None:
    """The members of the object in a line, with values as they are written; `None` if there is no answer, for
    a key that comes twice, and for a value, but for the fleet, with an object of several members."""
    text = _Text(line)
    found: dict[bytes, bytes] = {}
    if not text.takes(_OBJECT):
        return None
    while True:
        key = text.raw_string()
        if key is None or key in found or not text.takes(_COLON):
            return None
        value = text.raw_value()
        if value is None:
            return None
        found[key] = value
        if text.has_several and key != FLEET:
            return None
        text.has_several = False
        if not text.takes(_COMMA):
            return found if text.takes(_OBJECT_END) and text.is_at_end() else None


def count_tallies(raw: bytes) -> tuple[int, int] | None:
    """How many numbers of up to two digits an array has, and how many times null; `None` if it has anything
    else, or nothing."""
    text = _Text(raw)
    numbers: cython.int = 0
    nulls: cython.int = 0
    if not text.takes(_ARRAY):
        return None
    while True:
        if text.small_number() >= 0:
            numbers += 1
        elif text.takes_word(b"null"):
            nulls += 1
        else:
            return None
        if not text.takes(_COMMA):
            return (numbers, nulls) if text.takes(_ARRAY_END) else None


def given_kinds(raw: bytes, height: int, width: int) -> str | None:
    """The kinds in an array of givens, `[row, column, kind]`, which are parts on the squares of a grid, in
    order; `None` if it has anything else."""
    text = _Text(raw)
    rows: cython.int = height
    cols: cython.int = width
    row: cython.int
    col: cython.int
    kind: cython.uchar
    last: cython.int = -1
    kinds: list[str] = []
    if not text.takes(_ARRAY):
        return None
    if text.takes(_ARRAY_END):
        return ""
    while True:
        if not text.takes(_ARRAY):
            return None
        row = text.small_number()
        if not (0 <= row < rows and text.takes(_COMMA)):
            return None
        col = text.small_number()
        if not (0 <= col < cols and text.takes(_COMMA) and row * cols + col > last):
            return None
        last = row * cols + col
        kind = text.kind()
        if not kind or not text.takes(_ARRAY_END):
            return None
        kinds.append(chr(kind))
        if not text.takes(_COMMA):
            return "".join(kinds) if text.takes(_ARRAY_END) else None


@cython.final
@cython.cclass
class _Text:
    """A text and a position in it. These functions pass what they find, and blanks before it."""

    text: bytes
    chars: cython.p_const_uchar
    at: cython.Py_ssize_t
    has_several: cython.bint
    """Whether an object of several members has been passed."""

    def __init__(self, text: bytes) -> None:
        self.text = text + b"\0"  # which ends everything
        self.chars = self.text
        self.at = 0
        self.has_several = False

    @cython.cfunc
    def next_sign(self) -> cython.uchar:
        """The sign that comes after blanks, which alone are passed."""
        while self.chars[self.at] == _BLANK:
            self.at += 1
        return self.chars[self.at]

    @cython.cfunc
    def takes(self, sign: cython.uchar) -> cython.bint:
        """Whether this sign is found."""
        if self.next_sign() != sign:
            return False
        self.at += 1
        return True

    @cython.cfunc
    def is_at_end(self) -> cython.bint:
        return self.at == len(self.text) - 1

    @cython.cfunc
    def takes_word(self, word: bytes) -> cython.bint:
        """Whether this word is found."""
        self.next_sign()
        if not self.text.startswith(word, self.at):
            return False
        self.at += len(word)
        return True

    @cython.cfunc
    def takes_digits(self) -> cython.bint:
        """Whether digits are found, not too many."""
        start: cython.Py_ssize_t = self.at
        while _ZERO <= self.chars[self.at] <= _NINE:
            self.at += 1
        return start < self.at <= start + _LONGEST

    @cython.cfunc
    def takes_integer(self) -> cython.bint:
        """Whether a number is found that is not negative."""
        is_zero: cython.bint = self.next_sign() == _ZERO
        start: cython.Py_ssize_t = self.at
        return self.takes_digits() and (not is_zero or self.at == start + 1)

    @cython.cfunc
    def small_number(self) -> cython.int:
        """A number of one or two digits; -1 if none is found."""
        self.next_sign()
        start: cython.Py_ssize_t = self.at
        if not self.takes_integer() or self.at > start + 2:
            return -1
        value: cython.int = self.chars[start] - _ZERO
        return value if self.at == start + 1 else 10 * value + self.chars[start + 1] - _ZERO

    @cython.cfunc
    def kind(self) -> cython.uchar:
        """The kind of a given, as a string; 0 if none is found."""
        kind: cython.uchar = self.chars[self.at + 1] if self.next_sign() == _QUOTE else 0
        if kind not in b"WSLRTBMX" or self.chars[self.at + 2] != _QUOTE:
            return 0
        self.at += 3
        return kind

    @cython.cfunc
    def takes_string(self) -> cython.bint:
        """Whether a string is found."""
        if not self.takes(_QUOTE):
            return False
        chars = self.chars  # in registers
        at: cython.Py_ssize_t = self.at
        while _BLANK <= chars[at] <= _LAST and chars[at] != _QUOTE and chars[at] != _BACKSLASH:
            at += 1
        self.at = at + 1
        return chars[at] == _QUOTE

    @cython.cfunc
    def takes_value(self, depth: cython.int) -> cython.bint:
        """Whether a value is found, within arrays and objects of some depth."""
        sign: cython.uchar = self.next_sign()
        if sign == _QUOTE:
            return self.takes_string()
        if sign in b"[{":
            return depth < _DEEPEST and self.takes_entries(sign == _OBJECT, depth + 1)
        if sign == _MINUS or _ZERO <= sign <= _NINE:
            return self.takes_number()
        return self.takes_word(b"null") or self.takes_word(b"true") or self.takes_word(b"false")

    @cython.cfunc
    def takes_number(self) -> cython.bint:
        """Whether a number without an exponent is found."""
        self.takes(_MINUS)
        if not (_ZERO <= self.chars[self.at] <= _NINE and self.takes_integer()):
            return False
        if self.chars[self.at] != _POINT:
            return True
        self.at += 1
        return self.takes_digits()

    @cython.cfunc
    def takes_entries(self, are_named: cython.bint, depth: cython.int) -> cython.bint:
        """Whether the rest of an array is found, or of an object."""
        end: cython.uchar = _OBJECT_END if are_named else _ARRAY_END
        self.at += 1
        if self.takes(end):
            return True
        while not are_named or (self.takes_string() and self.takes(_COLON)):
            if not self.takes_value(depth):
                return False
            if not self.takes(_COMMA):
                return self.takes(end)
            self.has_several |= are_named
        return False

    @cython.cfunc
    def raw_string(self) -> object:
        """The characters of a string; `None` if none is found."""
        self.next_sign()
        start: cython.Py_ssize_t = self.at + 1
        return self.text[start : self.at - 1] if self.takes_string() else None

    @cython.cfunc
    def raw_value(self) -> object:
        """A value as it is written; `None` if none is found."""
        self.next_sign()
        start: cython.Py_ssize_t = self.at
        return self.text[start : self.at] if self.takes_value(0) else None
