"""Ships: their shapes and letters, and the fleet of the straight ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from operator import index
from typing import NamedTuple, TypeAlias

from bimaru.errors import InvalidPuzzleError
from bimaru.sizes import MAX_NUMBER
from bimaru.squares import Square
from bimaru.validation import brief, first_faults, fleet_faults, number_in

Shape: TypeAlias = tuple[str, ...]
"""A polyomino: one string a row, `#` for its squares, `.` for the rest of its box."""


class Immutable:
    """A base of values: attributes cannot be assigned."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__} is immutable")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a {type(self).__name__} is immutable")


class Fleet(Immutable, Mapping[int, int]):
    """The numbers of straight, unlettered ships by length, longest first."""

    __slots__ = ("_counts", "pairs")

    pairs: tuple[tuple[int, int], ...]
    """(length, count), longest first."""
    _counts: dict[int, int]

    def __init__(self, counts: Mapping[int, int] | None = None) -> None:
        """Lengths with a count of 0 are dropped.

        Raises `InvalidPuzzleError` for anything but positive lengths and counts from 0."""
        items = {} if counts is None else counts
        faults = first_faults(fleet_faults(items))
        if faults:
            raise InvalidPuzzleError(faults)
        put = object.__setattr__
        put(
            self, "pairs", tuple((index(n), index(items[n])) for n in sorted(items, reverse=True) if items[n])
        )
        put(self, "_counts", dict(self.pairs))

    @classmethod
    def parse(cls, text: str) -> Fleet:
        """The fleet of `4:1,3:2,2:3,1:4` (length:count) or of single lengths, `4,3,3,2,2,2,1,1,1,1`,
        separated by commas or blanks. Raises `InvalidPuzzleError`."""
        entries = text.replace(",", " ").split()
        counts: Counter[int] = Counter()
        for length, count in filter(None, map(_ships_in, entries)):
            counts[length] += count
        wrong = (entry for entry in entries if _ships_in(entry) is None)
        form = "is neither length:count, like 4:1, nor a length"
        if faults := first_faults(f"fleet: {brief(entry)} {form}" for entry in wrong):
            raise InvalidPuzzleError(faults)
        return cls(counts)

    @property
    def squares(self) -> int:
        """Number of ship squares of the whole fleet."""
        return sum(length * count for length, count in self.pairs)

    @property
    def size(self) -> int:
        """Number of ships."""
        return sum(self._counts.values())

    def __getitem__(self, length: int) -> int:
        return self._counts[length]

    def __iter__(self) -> Iterator[int]:
        return iter(self._counts)

    def __len__(self) -> int:
        return len(self._counts)

    def __eq__(self, other: object) -> bool:
        return self._counts == (other._counts if isinstance(other, Fleet) else other)

    def __hash__(self) -> int:
        return hash(self.pairs)

    def __reduce__(self) -> tuple[type[Fleet], tuple[dict[int, int]]]:
        return (Fleet, (self._counts,))

    def __str__(self) -> str:
        return ",".join(f"{length}:{count}" for length, count in self.pairs)

    def __repr__(self) -> str:
        return f"Fleet({self._counts!r})"


def _ships_in(entry: str) -> tuple[int, int] | None:
    """The length and count of an entry of a fleet; `None` if it is malformed."""
    length, colon, count = entry.partition(":")
    match number_in(length), number_in(count) if colon else 1:
        case int(squares), int(number):
            return squares, number
    return None


@cache
def _across() -> tuple[Square, ...]:
    """The squares of the longest straight ship; shorter ones are slices of it, since a fleet may have
    thousands of lengths."""
    return tuple((0, k) for k in range(MAX_NUMBER))


class Ship(NamedTuple):
    """A kind of ship: its squares, moved to the grid's corner, and its letters.

    Ships that differ only by turning and flipping are equal if they are built with `straight`,
    `lettered` and `polyomino`.
    """

    squares: tuple[Square, ...]
    word: str | None = None

    @classmethod
    def straight(cls, length: int) -> Ship:
        return cls(_across()[:length] if length <= MAX_NUMBER else tuple((0, k) for k in range(length)))

    @classmethod
    def lettered(cls, word: str) -> Ship:
        return cls(cls.straight(len(word)).squares, min(word, word[::-1]))

    @classmethod
    def polyomino(cls, shape: Iterable[str]) -> Ship:
        """The ship of a `Shape`; a straight shape gives a straight ship."""
        return cls(_first_form(tuple(shape)))

    def listed(self, words: Collection[str]) -> Ship:
        """The kind with its word as it stands among these, which may be the other way round."""
        if self.word is None or self.word in words:
            return self
        return self._replace(word=self.word[::-1])

    @property
    def length(self) -> int:
        """Number of squares."""
        return len(self.squares)

    @property
    def is_straight(self) -> bool:
        return all(row == 0 for row, _ in self.squares)

    @property
    def shape(self) -> Shape:
        """Its rows: `("##", "#.")`."""
        squares = {*self.squares}
        rows, cols = (range(max(square[axis] for square in squares) + 1) for axis in (0, 1))
        return tuple("".join("#" if (r, c) in squares else "." for c in cols) for r in rows)

    @property
    def rank(self) -> tuple[int, tuple[Square, ...], str]:
        """The sort key of ships: longest first, then by shape, then by word."""
        return (-self.length, self.squares, self.word or "")


def squares_of_ships(ships: Iterable[tuple[Ship, int]]) -> int:
    """The number of squares of all ships, from their kinds and the number of each."""
    return sum(ship.length * number for ship, number in ships)


@lru_cache(maxsize=1024)  # the referee asks for every ship of a board
def _first_form(shape: tuple[str, ...]) -> tuple[Square, ...]:
    """The squares of a shape, turned and flipped so that they come first."""
    upright = _trimmed(shape)
    flipped = [form[::step] for form in (upright, _transposed(upright)) for step in (1, -1)]
    forms = {form for rows in flipped for form in (tuple(rows), tuple(row[::-1] for row in rows))}
    return min(map(_ship_squares, forms))


def _trimmed(shape: Iterable[str]) -> list[str]:
    """The rows of a shape without the empty rows and columns around it."""
    rows = [*shape]
    for _ in range(2):
        occupied = [i for i, row in enumerate(rows) if "#" in row]
        rows = _transposed(rows[occupied[0] : occupied[-1] + 1])
    return rows


def _transposed(rows: Iterable[str]) -> list[str]:
    """The columns of a shape as rows."""
    return ["".join(column) for column in zip(*rows, strict=True)]


def _ship_squares(rows: Iterable[str]) -> tuple[Square, ...]:
    """The squares of a shape in reading order."""
    return tuple([(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "#"])
