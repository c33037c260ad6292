"""The tables of the engine `placements`: how the ships of a fleet can lie on a grid.

An *orientation* is a shape turned or flipped, moved to the corner of the grid. A *pose* is an orientation
of a kind of ship, with the letters that its squares show. A placement is a pose and its *start*: the
square of the grid under the corner of the pose's box.

The grid is a bit set of `words` 64-bit words: square (r, c) is bit r (width + 1) + c. The column
beyond the last is never ship, so that a shift of the whole set moves a ship over the grid without it
reaching around an edge. A *symbol* is what a ship square shows: 0 for no letter, or 1 plus the index to
`Poses.letters`. A *line* is a row, a column or, last of all, the whole grid, whose tally is the squares of
the fleet.

The tables and sets are described at the constants: those of the first group are indices to the header of
`Poses.table`, which is followed by the sections that it points to. Memory is one array of words:

    masks     a set for each line
    scratch   padded sets (`PADDED` words, the first at `PAD`), so that shifts may read beyond the grid
    frames    one for each level of the search, copied from parent to child
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from bimaru.board import NO_LETTER, part_among
from bimaru.placements import box, surroundings
from bimaru.puzzle import Puzzle
from bimaru.ships import Shape, Ship
from bimaru.squares import Square
from bimaru.symmetry import shape_orientations

FleetKey: TypeAlias = tuple[tuple[tuple[int, int], ...], tuple[str, ...], tuple[Shape, ...]]
"""The fleet's pairs, the words and the shapes of a puzzle."""

GIVEN_PARTS: Final = ("W", "X", "S", "L", "R", "T", "B", "M", "RB", "LB", "RT", "LT")
"""The kinds of givens without letters, by their code."""
LETTER_CODE: Final = len(GIVEN_PARTS)
"""The code of a given letter is this plus its symbol."""

MOST_ROOM: Final = 6
"""The most squares of a ship on one line that are compared with the room of the line, and the most that
`pose_rules.taking_too_many` counts to."""
MOST_SPARE: Final = 4
"""The most squares beside a ship on one line that are compared with the water that the line can spare."""

# Indices to the header.
HEIGHT: Final = 0
WIDTH: Final = 1
STRIDE: Final = 2
WORDS: Final = 3
"""Words of a set."""
PADDED: Final = 4
SYMBOLS: Final = 5
"""Number of symbols: 1 without letters."""
N_ORIENTATIONS: Final = 6
N_POSES: Final = 7
N_KINDS: Final = 8
N_LINES: Final = 9
LINES: Final = 10
"""Section: the first word and the end of each line's mask."""
KINDS: Final = 11
"""Section: the number of ships of each kind, and their length."""
POSES: Final = 12
"""Section: kind, orientation, position of the symbols of each pose; those of an orientation are adjacent."""
ORIENTATIONS: Final = 13
"""Section: `ORIENTATION_SIZE` numbers for each orientation."""
ORDER: Final = 14
"""Section: the orientations kind by kind, each with the number of kinds that have no more, from the first."""
# The scratch sets, as offsets in memory.
AT_BARE: Final = 15
"""Ship squares of ships still to be placed."""
AT_UNKNOWN: Final = 16
AT_OPEN: Final = 17
"""Squares that a ship still to be placed can occupy; then, a set a symbol, those where it can show it."""
AT_CAN: Final = 18
"""A set a symbol: where it can be shown, by a ship placed or to be placed."""
AT_ONCE: Final = 19
"""Squares that some candidate covers."""
AT_TWICE: Final = 20
"""Squares that several candidates cover."""
AT_TIGHT: Final = 21
"""`MOST_ROOM` sets, of rows with room for fewer than 1, 2, ... ship squares; as many of columns; then
`MOST_SPARE` sets of rows, and of columns, with fewer squares to spare for water."""
AT_LIVE: Final = 22
"""A word a kind: the number of its candidates."""
AT_PREFERRED: Final = 23
"""A set a pose: the starts that a branch tries first."""
AT_EXCLUDED: Final = 24
"""A word a line: 1 plus a tally that the line must not have; 0 if it may have any."""
AT_ROOM: Final = 25
"""A word a line: how many of its unknown squares can be ship;"""
AT_SPARE: Final = 26
"""how many can be water."""
# The frame.
AT_FRAMES: Final = 27
FRAME_SIZE: Final = 28
"""The fields of a frame, as offsets: the lowest and highest tally of each line, as words;"""
LOWEST: Final = 29
HIGHEST: Final = 30
MISSING: Final = 31
"""ships still to be placed, a word a kind;"""
PLACED: Final = 32
"""the number of ships placed, then pose times `64 * WORDS` plus start of each;"""
SHIPS: Final = 33
WATERS: Final = 34
"""sets of ship and water squares, the latter with all that is not on the grid;"""
TAKEN: Final = 35
"""squares of ships that are placed;"""
DENIED: Final = 36
"""a set a symbol: where it cannot be shown;"""
STARTS: Final = 37
"""a set a pose: where it can start."""
HEADER: Final = 38

# The section of an orientation.
N_SQUARES: Final = 0
SQUARES: Final = 1
"""Position of the offsets of its squares from the start."""
N_AROUND: Final = 2
AROUND: Final = 3
"""Position of the offsets of the squares around it."""
N_GROUPS: Final = 4
GROUPS: Final = 5
"""Position of its groups: its squares by rows and by columns, and those around it. Each group is the scratch
set of tight lines that it is compared with, the offset of its line, the most that is compared, its
number of squares, and their offsets."""
FIRST_POSE: Final = 6
END_POSE: Final = 7
PARTS: Final = 8
"""Position of the codes of its parts, in `GIVEN_PARTS`."""
ORIENTATION_SIZE: Final = 9

MOST_LETTERS: Final = 240
"""Different letters of the ships of a puzzle, so that every code is a byte."""

_WORD: Final = 64
_EVERY_BIT: Final = (1 << _WORD) - 1


class Poses(NamedTuple):
    """The tables for one grid and fleet; see the module for their layout."""

    table: bytes
    """64-bit integers."""
    masks: bytes
    """The first words of memory."""
    first: bytes
    """`WATERS`, `TAKEN`, `DENIED` and `STARTS` of a frame in which nothing is known."""
    letters: str
    shown: dict[int, str]
    """How a board writes each symbol."""
    ships: int
    """Number of ships."""
    has_room: bool
    """Whether the fleet could have room on the grid."""

    def symbol(self, letter: str) -> int:
        """The symbol of a letter; 0 if no ship has it."""
        return self.letters.find(letter) + 1


class _Pose(NamedTuple):
    orientation: tuple[Square, ...]
    kind: int
    letters: str


def poses_of(puzzle: Puzzle) -> Poses:
    """The tables of a puzzle, cached by its grid and fleet."""
    key = (puzzle.fleet.pairs, puzzle.words, puzzle.shapes)
    return _poses(len(puzzle.rows), len(puzzle.cols), key)


@lru_cache(maxsize=64)
def _poses(height: int, width: int, key: FleetKey) -> Poses:
    lengths, words, shapes = key
    if not _could_hold(height, width, key):
        return NO_POSES
    # missing tallies: only the ships and the grid matter here
    puzzle = Puzzle((None,) * height, (None,) * width, dict(lengths), words=words, shapes=shapes)
    return _Builder(height, width, puzzle.ships).poses()


NO_POSES: Final = Poses(b"", b"", b"", "", {}, 0, has_room=False)
"""The tables where a fleet is obviously too large for its grid."""


def _could_hold(height: int, width: int, key: FleetKey) -> bool:
    """Whether no straight ship is longer than the grid, and the ships have no more squares. Checked
    first, because building tables for thousands of lengths would take too long."""
    lengths, words, shapes = key
    longest = max((*(length for length, _ in lengths), *map(len, words)), default=0)
    squares = sum(length * number for length, number in lengths) + sum(map(len, words))
    squares += sum(row.count("#") for shape in shapes for row in shape)
    return longest <= max(height, width) and squares <= height * width


class _Builder:
    """Writes the tables."""

    def __init__(self, height: int, width: int, ships: Sequence[tuple[Ship, int]]) -> None:
        self._height, self._width, self._stride = height, width, width + 1
        self._words = -(-height * self._stride // _WORD)
        self._ships = ships
        self._letters = "".join(sorted({letter for ship, _ in ships for letter in ship.word or ""}))
        self._symbols = 1 + len(self._letters)
        self._poses = sorted(_every_pose(ships, height, width))
        self._orientations = sorted({pose.orientation for pose in self._poses})
        self._table = [0] * HEADER

    def poses(self) -> Poses:
        table = self._table
        lines = [*self._lines()]
        put = {HEIGHT: self._height, WIDTH: self._width, STRIDE: self._stride, WORDS: self._words}
        put |= {SYMBOLS: self._symbols, N_KINDS: len(self._ships), N_LINES: len(lines)}
        put |= {N_ORIENTATIONS: len(self._orientations), N_POSES: len(self._poses)}
        for index, value in put.items():
            table[index] = value
        masks = [word for line in lines for word in self._split(line)]
        self._lay_out_scratch(len(masks), self._padding(), len(lines))
        self._lay_out_frame(len(lines))
        table[LINES] = self._append(end for line in lines for end in _span(line))
        table[KINDS] = self._append(n for ship, number in self._ships for n in (number, ship.length))
        table[POSES] = self._append(number for pose in self._poses for number in self._pose(pose))
        entries = [entry for orientation in self._orientations for entry in self._orientation(orientation)]
        table[ORIENTATIONS] = self._append(entries)
        table[ORDER] = self._append(number for pair in self._order() for number in pair)
        return Poses(
            table=array("q", table).tobytes(),
            masks=array("Q", masks).tobytes(),
            first=array("Q", self._first_sets()).tobytes(),
            letters=self._letters,
            shown=dict(enumerate(NO_LETTER + self._letters)),
            ships=sum(number for _, number in self._ships),
            has_room=self._has_room(),
        )

    def _has_room(self) -> bool:
        """Whether the ships' squares, with those to the right, below and between the two, which no other ship
        shares, fit into a grid with one row and one column more."""
        reached = sum(number * _reach(ship.squares) for ship, number in self._ships)
        return reached <= (self._height + 1) * (self._width + 1)

    def _append(self, numbers: Iterable[int]) -> int:
        """Append a section, and return its position."""
        entries = [*numbers]
        at = len(self._table)
        self._table += entries
        return at

    def _offset(self, square: Square) -> int:
        return square[0] * self._stride + square[1]

    # Sets

    def _box(self, top: int, left: int, deep: int, wide: int) -> int:
        """The squares of a box, as the bits of an integer."""
        row = ((1 << wide) - 1) << left
        bits = 0
        for r in range(top, top + deep):
            bits |= row << r * self._stride
        return bits

    def _split(self, bits: int) -> list[int]:
        """The words of a set."""
        return [bits >> _WORD * word & _EVERY_BIT for word in range(self._words)]

    def _lines(self) -> Iterator[int]:
        yield from (self._box(r, 0, 1, self._width) for r in range(self._height))
        yield from (self._box(0, c, self._height, 1) for c in range(self._width))
        yield self._box(0, 0, self._height, self._width)

    def _first_sets(self) -> Iterator[int]:
        grid = self._box(0, 0, self._height, self._width)
        yield from (word ^ _EVERY_BIT for word in self._split(grid))
        yield from [0] * self._words * (1 + self._symbols)
        for pose in self._poses:
            deep, wide = box(pose.orientation)
            yield from self._split(self._box(0, 0, self._height - deep + 1, self._width - wide + 1))

    # The layout of memory

    def _padding(self) -> int:
        """Words to read beyond a set, at either end, whatever a pose reaches."""
        farthest = max((self._offset(pose.orientation[-1]) for pose in self._poses), default=0)
        return (farthest + 2 * self._stride + 2) // _WORD + 2

    def _lay_out_scratch(self, at: int, padding: int, lines: int) -> None:
        padded = self._words + 2 * padding
        self._table[PADDED] = padded
        for index, number in (
            (AT_BARE, 1),
            (AT_UNKNOWN, 1),
            (AT_OPEN, 1 + self._symbols),
            (AT_CAN, self._symbols),
            (AT_ONCE, 1),
            (AT_TWICE, 1),
            (AT_TIGHT, 2 * (MOST_ROOM + MOST_SPARE)),
        ):
            self._table[index] = at + padding
            at += number * padded
        self._table[AT_LIVE] = at
        at += len(self._ships)
        for index in (AT_EXCLUDED, AT_ROOM, AT_SPARE):
            self._table[index] = at
            at += lines
        self._table[AT_PREFERRED] = at
        self._table[AT_FRAMES] = self._table[AT_PREFERRED] + self._words * len(self._poses)

    def _lay_out_frame(self, lines: int) -> None:
        at = 0
        ships = sum(number for _, number in self._ships)
        for index, size in (
            (LOWEST, lines),
            (HIGHEST, lines),
            (MISSING, len(self._ships)),
            (PLACED, 1 + min(ships, self._height * self._width)),
            (SHIPS, self._words),
            (WATERS, self._words),
            (TAKEN, self._words),
            (DENIED, self._words * self._symbols),
            (STARTS, self._words * len(self._poses)),
        ):
            self._table[index] = at
            at += size
        self._table[FRAME_SIZE] = at

    # Sections

    def _pose(self, pose: _Pose) -> tuple[int, int, int]:
        symbols = [self._letters.index(letter) + 1 for letter in pose.letters]
        at = self._append(symbols or [0] * len(pose.orientation))
        return pose.kind, self._orientations.index(pose.orientation), at

    def _order(self) -> Iterator[tuple[int, int]]:
        """Each orientation, kind by kind, with the number of kinds that have no more."""
        left = [{pose.orientation for pose in self._poses if pose.kind == i} for i in range(len(self._ships))]
        done = 0
        for orientation in dict.fromkeys(orientation for kind in left for orientation in sorted(kind)):
            for kind in left:
                kind.discard(orientation)
            while done < len(left) and not left[done]:
                done += 1
            yield self._orientations.index(orientation), done

    def _orientation(self, orientation: tuple[Square, ...]) -> list[int]:
        around = _around(orientation)
        poses = [i for i, pose in enumerate(self._poses) if pose.orientation == orientation]
        groups = [*self._groups(orientation, around)]
        ship = frozenset(orientation)
        entry = {
            N_SQUARES: len(orientation),
            SQUARES: self._append(map(self._offset, orientation)),
            N_AROUND: len(around),
            AROUND: self._append(map(self._offset, around)),
            N_GROUPS: len(groups),
            GROUPS: self._append(number for group in groups for number in group),
            FIRST_POSE: poses[0],
            END_POSE: poses[-1] + 1,
            PARTS: self._append(GIVEN_PARTS.index(part_among(at, ship)) for at in orientation),
        }
        return [entry[index] for index in range(ORIENTATION_SIZE)]

    def _groups(self, squares: Sequence[Square], around: Sequence[Square]) -> Iterator[list[int]]:
        at = self._table[AT_TIGHT]
        for group, most in ((squares, MOST_ROOM), (around, MOST_SPARE)):
            for axis in (0, 1):
                unit = (self._stride, 1)[axis]
                for line in sorted({square[axis] for square in group}):
                    offsets = [self._offset(square) for square in group if square[axis] == line]
                    yield [at, line * unit, min(most, len(offsets)), len(offsets), *offsets]
                at += most * self._table[PADDED]


def _every_pose(ships: Sequence[tuple[Ship, int]], height: int, width: int) -> Iterator[_Pose]:
    """The poses that fit on an empty grid."""
    for kind, (ship, _) in enumerate(ships):
        for orientation in shape_orientations(ship.squares):
            deep, wide = box(orientation)
            if deep <= height and wide <= width:
                for letters in {ship.word or "", (ship.word or "")[::-1]}:
                    yield _Pose(orientation, kind, letters)


def _reach(squares: Iterable[Square]) -> int:
    """The number of squares of a ship and of those to the right, below and between the two."""
    return len({(r + dr, c + dc) for r, c in squares for dr in (0, 1) for dc in (0, 1)})


def _span(bits: int) -> tuple[int, int]:
    """The first word and the end of a set."""
    return ((bits & -bits).bit_length() - 1) // _WORD, (bits.bit_length() - 1) // _WORD + 1


def _around(orientation: Sequence[Square]) -> list[Square]:
    """The squares that touch an orientation, whether or not they are on the grid."""
    deep, wide = box(orientation)
    near = surroundings([(r + 1, c + 1) for r, c in orientation], deep + 2, wide + 2)
    return [(r - 1, c - 1) for r, c in near]


def code_of(kind: str, poses: Poses) -> int:
    """The code of a given; -1 for a letter that no ship has."""
    if kind in GIVEN_PARTS:
        return GIVEN_PARTS.index(kind)
    symbol = poses.symbol(kind[1:])
    return LETTER_CODE + symbol if symbol else -1


def every_edge(height: int, width: int) -> Iterator[tuple[int, int, int]]:
    """The lines seen from the top, the bottom, the left and the right: the bit of the first square, the step
    to the next square, and the number of squares."""
    stride = width + 1
    last = (height - 1) * stride
    yield from ((c, stride, height) for c in range(width))
    yield from ((last + c, -stride, height) for c in range(width))
    yield from ((r * stride, 1, width) for r in range(height))
    yield from ((r * stride + width - 1, -1, width) for r in range(height))


def letters_by_edge(puzzle: Puzzle) -> Iterator[str | None]:
    """The letters at the edges, in the order of `every_edge`."""
    lines = (puzzle.width, puzzle.width, puzzle.height, puzzle.height)
    for letters, number in zip(puzzle.edges, lines, strict=True):
        yield from letters or (None,) * number


def edge_lines(puzzle: Puzzle) -> Sequence[tuple[int, int, int, str]]:
    """The lines with a letter at the edge, as in `every_edge`, each with its letter."""
    if not any(puzzle.edges):
        return ()
    lines = zip(every_edge(puzzle.height, puzzle.width), letters_by_edge(puzzle), strict=True)
    return [(*line, letter) for line, letter in lines if letter is not None]


def memory_needed(puzzle: Puzzle) -> int:
    """At most the bytes that a search takes."""
    poses = 2 * len(puzzle.fleet.pairs) + 4 * len(puzzle.words) + 8 * len(puzzle.shapes)
    ships = puzzle.fleet.size + len(puzzle.words) + len(puzzle.shapes)
    words = puzzle.height * (puzzle.width + 1) // _WORD + 1
    return 8 * (words + 1) * (poses + len(puzzle.words) + 8) * (min(ships, puzzle.height * puzzle.width) + 2)
