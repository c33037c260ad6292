"""The parts that the URLs and files of pzpr (puzz.link) share: the bank of ships, the values of squares.

Source: robx/pzprjs, `src/variety/statuepark.js`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Final

from bimaru.formats.builder import Builder, quoted
from bimaru.formats.format import KINDS, Scope
from bimaru.puzzle import Puzzle
from bimaru.ships import Shape, Ship

KIND_OF_VALUE: Final = ("W", "T", "B", "L", "R", "M", "S", "RB", "LB", "RT", "LT")
"""The kind of given for every value from 0; X has a sign of its own."""
VALUE_OF_KIND: Final = {kind: value for value, kind in enumerate(KIND_OF_VALUE)}

_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
_BITS: Final = 5  # in a digit of a bitmap
_PIECE: Final = re.compile(r"([1-9a-z])([1-9a-z])([0-9a-v]{1,245})")

SCOPE: Final = Scope(
    kinds=KINDS, missing=True, shapes=True, tally=255, length=len(_DIGITS) - 1, ships=100_000
)


def _shapes(text: str) -> tuple[Shape, ...]:
    return tuple(tuple(piece.split("/")) for piece in text.split())


def _triangular(longest: int) -> tuple[Shape, ...]:
    """`longest` ships of length 1, one fewer of length 2, down to one of length `longest`."""
    return tuple(("#" * length,) for length in range(1, longest + 1) for _ in range(longest + 1 - length))


_PRESETS: Final[dict[str, tuple[Shape, ...]]] = {
    "c": _triangular(3),
    "d": _triangular(4),
    "e": _triangular(5),
    "t": _shapes("#### ###/#.. ###/.#. ##./.## ##/##"),
    "p": _shapes(
        "##### ####/#... ####/.#.. ###./..## ###/##. #.#/### "
        ".##/##./.#. ###/.#./.#. #../#../### #../##./.## .#./###/.#. ##./.#./.##"
    ),
    "z": (),
}


@cache
def _preset_ships(letter: str) -> Counter[Ship]:
    return Counter(map(Ship.polyomino, _PRESETS[letter]))


def bank_of(puzzle: Puzzle) -> tuple[str | None, list[str]]:
    """The letter of the preset with the puzzle's ships, if there is one, and the codes of its pieces:
    straight ships by length, then polyominoes in their order."""
    ships = Counter(dict(puzzle.ships))
    preset = next((letter for letter in _PRESETS if _preset_ships(letter) == ships), None)
    straight = sorted(puzzle.fleet.items())
    pieces = [("#" * length,) for length, count in straight for _ in range(count)]
    return preset, [*map(_code, [*pieces, *puzzle.shapes])]


def _code(shape: Shape) -> str:
    bits = "".join(shape).replace("#", "1").replace(".", "0")
    digits = (int(bits[i : i + _BITS].ljust(_BITS, "0"), 2) for i in range(0, len(bits), _BITS))
    return (
        _DIGITS[len(shape[0])] + _DIGITS[len(shape)] + "".join(_DIGITS[digit] for digit in digits).rstrip("0")
    )


def read_preset(builder: Builder, letter: str, line: int | None = None) -> dict[str, Any]:
    """The ships of a preset, as arguments of `Puzzle`."""
    if letter not in _PRESETS:
        builder.fault(f"bank: {quoted(letter)} is not one of the presets {' '.join(_PRESETS)}", line)
    return _fleet_and_shapes(_PRESETS.get(letter, ()))


def read_pieces(builder: Builder, codes: Sequence[str], line: int | None = None) -> dict[str, Any]:
    """The ships of a bank of piece codes, as arguments of `Puzzle`."""
    shapes = {code: _piece(builder, code, line) for code in dict.fromkeys(codes)}
    return _fleet_and_shapes(shape for code in codes if (shape := shapes[code]))


def _piece(builder: Builder, code: str, line: int | None) -> Shape | None:
    if not (found := _PIECE.fullmatch(code)):
        builder.fault(f"bank: {quoted(code)} is not a piece (width, height and bitmap, as in 31s)", line)
        return None
    width, height = _DIGITS.index(found[1]), _DIGITS.index(found[2])
    bits = "".join(format(_DIGITS.index(digit), "05b") for digit in found[3])
    if "1" not in bits or "1" in bits[width * height :]:
        builder.fault(f"bank: the piece {quoted(code)} has no squares, or some outside its box", line)
        return None
    marks = bits[: width * height].ljust(width * height, "0").replace("1", "#").replace("0", ".")
    return tuple(marks[i : i + width] for i in range(0, width * height, width))


def _fleet_and_shapes(shapes: Iterable[Shape]) -> dict[str, Any]:
    fleet: Counter[int] = Counter()
    polyominoes = []
    for shape in shapes:
        if length := _straight_length(shape):
            fleet[length] += 1
        else:
            polyominoes.append(shape)
    return {"fleet": fleet, "shapes": polyominoes}


def _straight_length(shape: Shape) -> int | None:
    """The length of a straight ship; `None` for any other shape, also a disconnected one."""
    rows = [row for row in shape if "#" in row]
    line = rows[0]
    if len(rows) > 1:
        if any(row.count("#") > 1 or row.index("#") != line.index("#") for row in rows):
            return None
        line = "".join("#" if "#" in row else "." for row in shape)
    run = line.strip(".")
    return None if "." in run else len(run)
