"""Every board of a puzzle, found by an obvious program that shares no line with bimaru.

The rules, as CSPLib prob014 and puzz.link state them:

- every ship of the fleet lies on the grid once, and nothing else does; a ship may be turned, a polyomino
  flipped too, and the letters of a word may be read in any of the four directions;
- ships do not touch, not even at a corner;
- a line with a tally has that number of ship squares;
- a given square shows what is given: water, ship, its letter, or the part that its neighbours make it.
  Where a ship runs straight through or branches, that is a middle;
- the letter given at an edge is the one nearest to that edge in its line. Squares without a letter, ships
  among them, do not count.

Ships are placed kind after kind. A placement that touches an earlier one, or takes more squares of a line
than its tally leaves, is dropped at once; the rest is checked when all ships lie. Sets of squares are bits of
an integer, numbered row by row; the squares that a tally leaves are bytes of another integer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

Square: TypeAlias = tuple[int, int]
"""(row, column), from 0 at the top left."""
Cells: TypeAlias = tuple[Square, ...]
Kind: TypeAlias = tuple[Cells, str]
"""A ship: its squares, turned and flipped in the way that comes first in order, and its word."""
Shown: TypeAlias = tuple[str, str]
"""A board as two strings, row after row: the marks `.SLRTBMX`, and the letters, `.` where there is none."""

WATER: Final = "."
_PARTS: Final = {
    "": "S",
    "r": "L",
    "l": "R",
    "d": "T",
    "u": "B",
    "dr": "RB",
    "dl": "LB",
    "ru": "RT",
    "lu": "LT",
}
"""What a square shows whose ship goes on to the right, to the left, down or up; otherwise a middle."""
_STEPS: Final = {"d": (1, 0), "l": (0, -1), "r": (0, 1), "u": (-1, 0)}
_NO_TALLY: Final = 100
"""More squares than any line has; with a bit to spare below 256, so that no byte borrows from the next."""
_GUARD: Final = 128


class TooMany(Exception):
    """The puzzle takes more work than allowed."""


@dataclass(frozen=True)
class RawPuzzle:
    """A puzzle as plain values, as in its JSON: what both this program and bimaru are given."""

    rows: Sequence[int | None]
    cols: Sequence[int | None]
    fleet: Mapping[int, int] = field(default_factory=dict)
    givens: Mapping[Square, str] = field(default_factory=dict)
    words: Sequence[str] = ()
    shapes: Sequence[Sequence[str]] = ()
    edges: Mapping[str, Sequence[str | None]] = field(default_factory=dict)

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def width(self) -> int:
        return len(self.cols)


class Placement(NamedTuple):
    """One way that a ship can lie."""

    squares: int
    """Its squares, as bits."""
    zone: int
    """Its squares and all that touch them, as bits."""
    lines: int
    """The number of its squares in each line, as bytes."""
    shown: tuple[tuple[int, str, str], ...]
    """Number, part and letter of each square; no letter is the empty string."""


Ways: TypeAlias = tuple[int, list[Placement]]
"""How many ships of a kind there are still to place, and where each of them can lie."""


def boards(puzzle: RawPuzzle, most_work: int | None = None) -> set[Shown]:
    """All boards. Raises `TooMany` when more than `most_work` placements would have to be compared."""
    return {show(puzzle, laid) for laid in arrangements(puzzle, most_work)}


def arrangements(puzzle: RawPuzzle, most_work: int | None = None) -> Iterator[tuple[Placement, ...]]:
    """The same as placements; each board comes once. Raises `TooMany`."""
    tallies = [*puzzle.rows, *puzzle.cols]
    left = sum((_left(tally) | _GUARD) << 8 * line for line, tally in enumerate(tallies))
    told = sum(127 << 8 * line for line, tally in enumerate(tallies) if tally is not None)
    guards = sum(_GUARD << 8 * line for line in range(len(tallies)))
    wanted = _bits(at for at, kind in _numbered(puzzle) if kind != "W")
    search = _Search(guards, most_work)
    ships = [(number, _as_given(puzzle, *kind)) for kind, number in _kinds(puzzle)]
    fleet = search.free(ships, 0, left)
    if fleet is None:
        return
    for laid, rest in search.lay((), fleet, left):
        if not rest & told and _covers(laid, wanted) and _obeys_edges(puzzle, laid):
            yield laid


class _Search:
    """Places ships; `work` counts the placements compared."""

    def __init__(self, guards: int, most_work: int | None) -> None:
        self._guards = guards
        self._most_work = most_work
        self.work = 0

    def lay(
        self, laid: tuple[Placement, ...], fleet: Sequence[Ways], left: int
    ) -> Iterator[tuple[tuple[Placement, ...], int]]:
        """Every way to add the fleet, each ship of a kind on a later placement than the one before it,
        with what is then left of the tallies."""
        if not fleet:
            yield laid, left
            return
        (number, ways), others = fleet[0], fleet[1:]
        if number == 1 and not others:
            self.work += len(ways)
            yield from [((*laid, placement), left - placement.lines) for placement in ways]
            return
        for i, placement in enumerate(ways[: len(ways) - number + 1]):
            same = [(number - 1, ways[i + 1 :])] if number > 1 else []
            rest = left - placement.lines
            free = self.free([*same, *others], placement.zone, rest)
            if free is not None:
                yield from self.lay((*laid, placement), free, rest)

    def free(self, fleet: Sequence[Ways], zone: int, left: int) -> list[Ways] | None:
        """The placements that do not meet the zone and fit into what is left; `None` if there are too few."""
        guards = self._guards
        free = []
        for number, ways in fleet:
            self.work += len(ways)
            kept = [p for p in ways if not p.squares & zone and (left - p.lines) & guards == guards]
            if len(kept) < number:
                return None
            free.append((number, kept))
        if self._most_work is not None and self.work > self._most_work:
            raise TooMany
        return free


def _left(tally: int | None) -> int:
    return _NO_TALLY if tally is None else min(tally, _NO_TALLY)


# Ships


def _kinds(puzzle: RawPuzzle) -> list[tuple[Kind, int]]:
    """The ships by shape and word, each with its number, largest first."""
    counts = Counter[Kind]()
    for length, number in puzzle.fleet.items():
        counts[straight(length)] += number
    counts.update(map(lettered, puzzle.words))
    counts.update(map(polyomino, puzzle.shapes))
    return sorted((kind for kind in counts.items() if kind[1]), key=lambda kind: -len(kind[0][0]))


def straight(length: int) -> Kind:
    """A straight ship without letters."""
    return tuple((0, c) for c in range(length)), ""


def lettered(word: str) -> Kind:
    """A ship with letters."""
    return straight(len(word))[0], min(word, word[::-1])


def polyomino(shape: Sequence[str]) -> Kind:
    """A ship of any shape: one string a row, `#` for its squares."""
    cells = [(r, c) for r, row in enumerate(shape) for c, mark in enumerate(row) if mark == "#"]
    return min(_turned(cells)), ""


def _turned(cells: Iterable[Square]) -> set[Cells]:
    """The shape, turned and flipped in every way, each at the top left."""
    forms = []
    for r, c in cells:
        forms.append([(r, c), (r, -c), (-r, c), (-r, -c), (c, r), (c, -r), (-c, r), (-c, -r)])
    return {_moved(form) for form in zip(*forms, strict=True)}


def _moved(cells: Sequence[Square]) -> Cells:
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    return tuple(sorted((r - top, c - left) for r, c in cells))


# Placements


def _as_given(puzzle: RawPuzzle, cells: Cells, word: str) -> list[Placement]:
    """The placements of a ship that no given square forbids."""
    givens = _numbered(puzzle)
    water = _bits(at for at, kind in givens if kind == "W")
    ship = _bits(at for at, kind in givens if kind != "W")
    return [
        placement
        for placement in placements(cells, word, puzzle.height, puzzle.width)
        if not placement.squares & water
        and not placement.zone & ~placement.squares & ship
        and (not placement.squares & ship or _shows(placement, givens))
    ]


def _numbered(puzzle: RawPuzzle) -> list[tuple[int, str]]:
    """The given squares by their numbers, with what is given."""
    return [(r * puzzle.width + c, kind) for (r, c), kind in puzzle.givens.items()]


def _shows(placement: Placement, givens: Iterable[tuple[int, str]]) -> bool:
    """Whether the squares of a placement show what is given."""
    shown = {at: (part, letter) for at, part, letter in placement.shown}
    return all(_is_as_given(kind, *shown[at]) for at, kind in givens if at in shown)


def _is_as_given(given: str, part: str, letter: str) -> bool:
    return letter == given[1:] if given.startswith("=") else given in (part, "X")


@lru_cache(maxsize=512)
def placements(cells: Cells, word: str, height: int, width: int) -> list[Placement]:
    """Every placement of a ship on an empty grid."""
    return [
        _placement([(top + r, left + c) for r, c in form], letters, height, width)
        for form in sorted(_turned(cells))
        for top in range(height - max(r for r, _ in form))
        for left in range(width - max(c for _, c in form))
        for letters in sorted({word, word[::-1]})
    ]


def _placement(squares: Sequence[Square], word: str, height: int, width: int) -> Placement:
    counts = Counter(line for r, c in squares for line in (r, height + c))
    near = {(r + dr, c + dc) for r, c in squares for dr in (-1, 0, 1) for dc in (-1, 0, 1)}
    zone = ((r, c) for r, c in near if 0 <= r < height and 0 <= c < width)
    numbers = [r * width + c for r, c in squares]
    parts = [_part(at, squares) for at in squares]
    return Placement(
        squares=_bits(numbers),
        zone=_bits(r * width + c for r, c in zone),
        lines=sum(number << 8 * line for line, number in counts.items()),
        shown=tuple(zip(numbers, parts, word or [""] * len(squares), strict=True)),
    )


def _bits(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in numbers)


def _part(square: Square, ship: Sequence[Square]) -> str:
    r, c = square
    ways = "".join(name for name, (dr, dc) in _STEPS.items() if (r + dr, c + dc) in ship)
    return _PARTS.get(ways, "M")


# Boards


def _covers(laid: Iterable[Placement], wanted: int) -> bool:
    for placement in laid:
        wanted &= ~placement.squares
    return not wanted


def _obeys_edges(puzzle: RawPuzzle, laid: Iterable[Placement]) -> bool:
    if not puzzle.edges:
        return True
    letters = show(puzzle, laid)[1]
    rows = [letters[r * puzzle.width : (r + 1) * puzzle.width] for r in range(puzzle.height)]
    columns = [letters[c :: puzzle.width] for c in range(puzzle.width)]
    lines = {
        "left": rows,
        "right": [row[::-1] for row in rows],
        "top": columns,
        "bottom": [column[::-1] for column in columns],
    }
    return all(
        letter is None or line.replace(WATER, "")[:1] == letter
        for side, given in puzzle.edges.items()
        for letter, line in zip(given, lines[side], strict=False)
    )


def show(puzzle: RawPuzzle, laid: Iterable[Placement]) -> Shown:
    """The board; as in bimaru, all ship squares show `X` where the fleet has polyomino ships."""
    is_polyomino = any(map(_is_polyomino, puzzle.shapes))
    marks = [WATER] * (puzzle.height * puzzle.width)
    letters = marks.copy()
    for placement in laid:
        for at, part, letter in placement.shown:
            marks[at] = "X" if is_polyomino else part
            letters[at] = letter or WATER
    return "".join(marks), "".join(letters)


def _is_polyomino(shape: Sequence[str]) -> bool:
    return (
        sum("#" in row for row in shape) > 1 and sum("#" in column for column in zip(*shape, strict=True)) > 1
    )
