"""Squares: where they are, what they show, and how people write them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import Final, TypeAlias

Square: TypeAlias = tuple[int, int]
"""(row, column), counted from 0 at the top left."""
LETTER_MARK: Final = "="
"""A given letter is written `=A`."""


class Part(StrEnum):
    """What a square shows, as givens write it (a board writes water as `.`)."""

    WATER = "W"
    SUBMARINE = "S"
    LEFT = "L"
    RIGHT = "R"
    TOP = "T"
    BOTTOM = "B"
    MIDDLE = "M"
    SHIP = "X"  # ship, part unknown
    RIGHT_BELOW = "RB"  # corner of a polyomino ship, open to the right and below
    LEFT_BELOW = "LB"
    RIGHT_ABOVE = "RT"
    LEFT_ABOVE = "LT"


NEXT_STEPS: Final = {
    Part.LEFT: (0, 1),
    Part.RIGHT: (0, -1),
    Part.TOP: (1, 0),
    Part.BOTTOM: (-1, 0),
}
"""The step from an end of a straight ship to its next square."""


def row_name(row: int) -> str:
    """The letters of a row: A for 0, Z for 25, AA for 26."""
    name = ""
    row += 1
    while row:
        row, letter = divmod(row - 1, 26)
        name = chr(ord("A") + letter) + name
    return name


def square_name(square: Square) -> str:
    """A square's row letters and column number: `B4` for (1, 3)."""
    return f"{row_name(square[0])}{square[1] + 1}"


def parse_square(name: str) -> Square | None:
    """The square of a name, like (1, 3) for `B4` or `b4`; `None` for anything else."""
    found = re.fullmatch(r"([A-Za-z]{1,3})([0-9]{1,4})", name, re.ASCII)
    if found is None or found[2].startswith("0"):
        return None
    row = 0
    for letter in found[1].upper():
        row = row * 26 + ord(letter) - ord("A") + 1
    return (row - 1, int(found[2]) - 1)


def square_names(squares: Iterable[Square]) -> str:
    """The names of squares, straight runs abbreviated: `A1-A4 C7`."""
    distinct = set(squares)
    across = runs_of(sorted(distinct), (0, 1))
    down = runs_of(sorted(distinct, key=lambda square: square[::-1]), (1, 0))
    shortest = min(across, down, key=len)
    return " ".join("-".join(dict.fromkeys(map(square_name, (run[0], run[-1])))) for run in shortest)


def with_neighbours(squares: Iterable[Square]) -> set[Square]:
    """The squares and all that touch one of them, diagonal ones included, on the grid or beyond it."""
    return {(r + down, c + right) for r, c in squares for down in (-1, 0, 1) for right in (-1, 0, 1)}


def runs_of(squares: Iterable[Square], step: Square) -> list[list[Square]]:
    """The squares, in order, as maximal runs with the same step from each to the next."""
    runs: list[list[Square]] = []
    for row, col in squares:
        if runs and runs[-1][-1] == (row - step[0], col - step[1]):
            runs[-1].append((row, col))
        else:
            runs.append([(row, col)])
    return runs
