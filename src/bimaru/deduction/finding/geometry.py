"""Where ships can lie: squares, lines and placements by number, as arrays, for every kind of ship. Which
orientations a shape has: `symmetry`.

Squares are numbered in reading order. Lines are numbered rows first, then columns; a square has a position in
each of its two lines. Placements are numbered kind after kind; those of a lettered ship that cover the same
squares, one for each reading, share a *body*. Lists of lists are stored one after the other, with an array of
where each begins.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate, chain

from bimaru.deadlines import checked
from bimaru.placements import Placement, placements
from bimaru.ships import Ship

WORD = 64
"""Bits of a word of a mask."""


class Lists:
    """Lists of integers, one after the other: list `i` is `items[start[i]:start[i + 1]]`."""

    def __init__(self, lists: Sequence[Sequence[int]]) -> None:
        self.start = array("i", [0, *accumulate(map(len, lists))])
        self.items = array("i", chain.from_iterable(lists)) or array("i", [0])

    @cached_property
    def tuples(self) -> list[tuple[int, ...]]:
        """The lists as tuples."""
        return [tuple(self[index]) for index in range(len(self.start) - 1)]

    def __getitem__(self, index: int) -> array[int]:
        return self.items[self.start[index] : self.start[index + 1]]


class Geometry:
    """The placements of some kinds of ships on a grid, whatever the clues are."""

    def __init__(self, height: int, width: int, ships: Sequence[Ship]) -> None:
        self.height, self.width, self.ships = height, width, tuple(ships)
        self.n_squares = height * width
        forms = [ship.squares for ship in self.ships]
        self.has_double = bytes([*(forms.count(form) > 1 for form in forms), 0])
        """Of each kind, whether another one has its form."""
        self.has_letters = any(ship.word is not None for ship in self.ships)
        self.n_lines = height + width
        self.placements: list[Placement] = []
        kinds: list[int] = []
        for kind, ship in enumerate(ships):
            found = placements(ship, height, width)
            self.placements += found
            kinds += [kind] * len(found)
        self.kind = array("i", kinds or [0])
        self.first = array("i", [0, *accumulate(kinds.count(kind) for kind in range(len(ships)))])
        self.body, self.n_bodies = self._bodies()
        squares = [[*map(self.number, placement.squares)] for placement in checked(self.placements)]
        around = [[*map(self.number, placement.surroundings)] for placement in checked(self.placements)]
        self.squares, self.around = Lists(squares), Lists(around)
        self.letters = array(
            "i", [ord(one) for placement in self.placements for one in _letters(placement)] or [0]
        )
        self.covering = Lists(_inverse(squares, self.n_squares))
        self.touching = Lists(_inverse(around, self.n_squares))
        self.corners = Lists([*self._corners(squares)])
        self.words = -(-self.n_squares // WORD)
        in_rows = range(self.n_squares)
        inside, beside = _masks(squares, in_rows), _masks(around, in_rows)
        self.square_masks, self.around_masks = self._in_words(inside), self._in_words(beside)
        in_columns = [c * height + r for r in range(height) for c in range(width)]
        self._set_lines(
            [*zip(inside, beside, _masks(squares, in_columns), _masks(around, in_columns), strict=True)]
        )

    @cached_property
    def longest_first(self) -> list[int]:
        """The kinds of ships, long ones first."""
        return sorted(range(len(self.ships)), key=lambda kind: -self.ships[kind].length)

    def number(self, square: tuple[int, int]) -> int:
        """The number of a square."""
        return square[0] * self.width + square[1]

    def line_squares(self, line: int) -> range:
        """The squares of a line, in the order of their positions."""
        if line < self.height:
            return range(line * self.width, (line + 1) * self.width)
        return range(line - self.height, self.n_squares, self.width)

    def one_a_body(self, placements: Sequence[int]) -> list[int]:
        """One placement of each body."""
        return [*{self.body[placement]: placement for placement in reversed(placements)}.values()][::-1]

    def _bodies(self) -> tuple[array[int], int]:
        numbers: dict[tuple[Ship, tuple[tuple[int, int], ...]], int] = {}
        keys = ((placement.ship, placement.squares) for placement in self.placements)
        return array("i", [numbers.setdefault(key, len(numbers)) for key in keys] or [0]), len(numbers)

    def _corners(self, squares: Sequence[Sequence[int]]) -> Iterable[list[int]]:
        """For each square, those beside or diagonal to it that no ship covers together with it."""
        together: list[set[int]] = [set() for _ in range(self.n_squares)]
        for placement in squares:
            for at in placement:
                together[at].update(placement)
        for at, shared in enumerate(together):
            r, c = divmod(at, self.width)
            near = (
                self.number((row, col))
                for row in range(max(r - 1, 0), min(r + 2, self.height))
                for col in range(max(c - 1, 0), min(c + 2, self.width))
                if (row, col) != (r, c)
            )
            yield [other for other in near if other not in shared]

    def _in_words(self, masks: Sequence[int]) -> array[int]:
        """Masks of squares, split into words."""
        size = 8 * self.words
        words = array("Q", b"".join(mask.to_bytes(size, "little") for mask in masks) or bytes(size))
        if sys.byteorder == "big":
            words.byteswap()
        return words

    def _set_lines(self, masks: Sequence[tuple[int, int, int, int]]) -> None:
        """For each line the placements on it or beside it, with masks of the positions that they cover, and
        that lie around them. `masks`: the squares of each placement and those around it, row by row, and
        column by column."""
        entries: list[list[tuple[int, int, int]]] = [[] for _ in range(self.n_lines)]
        for number, (inside, beside, inside_down, beside_down) in enumerate(checked(masks)):
            for row, covered, near in _crossed(inside, beside, self.width):
                entries[row].append((number, covered, near))
            for column, covered, near in _crossed(inside_down, beside_down, self.height):
                entries[self.height + column].append((number, covered, near))
        patterns = [_patterns(line) for line in entries]
        flat = [entry for line in entries for entry in line]
        self.pattern_start = array("i", [0, *accumulate(map(len, patterns))])
        self.pattern_inside = array("Q", [inside for line in patterns for inside, _ in line] or [0])
        self.pattern_beside = array("Q", [beside for line in patterns for _, beside in line] or [0])
        in_order = ((line, *pattern) for line, found in enumerate(patterns) for pattern in found)
        numbers = {pattern: number for number, pattern in enumerate(in_order)}
        placements = (
            (line, inside, beside) for line, found in enumerate(entries) for _, inside, beside in found
        )
        self.line_pattern = array("i", [numbers.get(pattern, -1) for pattern in placements] or [-1])
        self.line_start = array("i", [0, *accumulate(map(len, entries))])
        self.line_of = array("i", [line for line, found in enumerate(entries) for _ in found] or [0])
        self.entries = Lists(_inverse([[number] for number, _, _ in flat], len(self.placements)))
        """Of each placement, its indices in these lists."""
        self.line_placement = array("i", [number for number, _, _ in flat] or [0])
        self.line_inside = array("Q", [inside for _, inside, _ in flat] or [0])
        self.line_beside = array("Q", [beside for _, _, beside in flat] or [0])
        self.most_inside = max(map(int.bit_count, self.line_inside))
        """The most squares of a line that a placement covers, and that lie beside one."""
        self.most_beside = max(map(int.bit_count, self.line_beside))


def _masks(placements: Sequence[Sequence[int]], numbers: Sequence[int]) -> list[int]:
    """Each placement as a mask, in which square `at` is bit `numbers[at]`."""
    bit = [1 << number for number in numbers].__getitem__
    return [sum(map(bit, placement)) for placement in checked(placements)]


def _crossed(inside: int, beside: int, length: int) -> Iterator[tuple[int, int, int]]:
    """Each line that a placement covers or touches, with masks of the positions it covers and touches."""
    ones = (1 << length) - 1
    both = inside | beside
    first = ((both & -both).bit_length() - 1) // length
    for line in range(first, (both.bit_length() - 1) // length + 1):
        start = line * length
        yield line, inside >> start & ones, beside >> start & ones


def _patterns(entries: Sequence[tuple[int, int, int]]) -> list[tuple[int, int]]:
    """The different ways in which placements cover squares of a line, and touch others: by the first square
    that they cover."""
    found = {(inside, beside) for _, inside, beside in entries if inside}
    return sorted(found, key=lambda pattern: (pattern[0] & -pattern[0], pattern))


def _letters(placement: Placement) -> Sequence[str]:
    return placement.letters or "\0" * len(placement.squares)


def _inverse(lists: Sequence[Sequence[int]], size: int) -> list[list[int]]:
    """For each number the lists that hold it."""
    found: list[list[int]] = [[] for _ in range(size)]
    for index, one in enumerate(lists):
        for item in one:
            found[item].append(index)
    return found


@lru_cache(maxsize=16)
def geometry_of(height: int, width: int, ships: tuple[Ship, ...]) -> Geometry:
    """The geometry of a size and some kinds of ships."""
    return Geometry(height, width, ships)
