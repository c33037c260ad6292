"""The eight symmetries of the grid, and which puzzles they make the same.

Of the eight orientations of a puzzle, one is its canonical form, the same for all eight. A 10x12 puzzle
on its side is a 12x10 one, so these are the same, too; a canonical form is never higher than wide. Givens
that show an end or a corner turn with the grid, as do letters at the edges; words may be read backwards
and polyomino ships flipped, so that this holds for every kind of puzzle. The orientations of a ship's shape
are here as well (`shape_orientations`).

Deduction works on the canonical form as well, so that a mirrored puzzle gets the mirrored explanation and
the same grade.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache, reduce
from hashlib import blake2b
from itertools import product
from json import dumps
from operator import xor
from struct import Struct
from typing import Final, NamedTuple, TypeAlias

from bimaru.puzzle import Edges, Given, Puzzle, Tally, check_is_puzzle
from bimaru.ships import Ship
from bimaru.squares import Part, Square

Tallies: TypeAlias = tuple[Tally, ...]


def _swap(*pairs: tuple[Part, Part]) -> dict[str, str]:
    return {part: other for pair in pairs for part, other in (pair, pair[::-1])}


_UPSIDE_DOWN: Final = _swap(
    (Part.TOP, Part.BOTTOM), (Part.RIGHT_BELOW, Part.RIGHT_ABOVE), (Part.LEFT_BELOW, Part.LEFT_ABOVE)
)
_MIRRORED: Final = _swap(
    (Part.LEFT, Part.RIGHT), (Part.RIGHT_BELOW, Part.LEFT_BELOW), (Part.RIGHT_ABOVE, Part.LEFT_ABOVE)
)
_TRANSPOSED: Final = _swap(
    (Part.LEFT, Part.TOP), (Part.RIGHT, Part.BOTTOM), (Part.LEFT_BELOW, Part.RIGHT_ABOVE)
)


@cache
def _images(upside_down: bool, mirrored: bool, transposed: bool) -> dict[str, str]:
    """The parts that a turn shows as others, each with its image."""
    applied = [
        images
        for applies, images in ((upside_down, _UPSIDE_DOWN), (mirrored, _MIRRORED), (transposed, _TRANSPOSED))
        if applies
    ]
    return {
        part.value: str(reduce(lambda kind, images: images.get(kind, kind), applied, part.value))
        for part in Part
    }


class Turn(NamedTuple):
    """One of the eight symmetries of a grid: turned upside down, then mirrored, then transposed."""

    height: int
    width: int
    upside_down: bool = False
    mirrored: bool = False
    transposed: bool = False

    def to(self, square: Square) -> Square:
        """The image of a square."""
        row = self.height - 1 - square[0] if self.upside_down else square[0]
        col = self.width - 1 - square[1] if self.mirrored else square[1]
        return (col, row) if self.transposed else (row, col)

    def back(self, square: Square) -> Square:
        """The square whose image is `square`."""
        row, col = square[::-1] if self.transposed else square
        return (
            self.height - 1 - row if self.upside_down else row,
            self.width - 1 - col if self.mirrored else col,
        )

    def given(self, given: Given) -> Given:
        """The image of a given: its square, and the part that is shown there."""
        return self.givens((given,))[0]

    def givens(self, givens: Iterable[Given]) -> list[Given]:
        """The images of givens, in order of rows and columns."""
        height, width, upside_down, mirrored, transposed = self
        images = _images(upside_down, mirrored, transposed)
        image_of = images.get
        turned = []
        for row, col, kind in givens:  # `to`, without a call: puzzles are made in less time than those take
            at = (height - 1 - row if upside_down else row, width - 1 - col if mirrored else col)
            turned.append(Given(*(at[::-1] if transposed else at), image_of(kind, kind)))
        turned.sort()
        return turned

    def tallies(self, puzzle: Puzzle) -> tuple[Tallies, Tallies]:
        """The tallies of the rows and of the columns of the image."""
        rows = puzzle.rows[::-1] if self.upside_down else puzzle.rows
        cols = puzzle.cols[::-1] if self.mirrored else puzzle.cols
        return (cols, rows) if self.transposed else (rows, cols)

    def rows(self, rows: Sequence[str]) -> list[str]:
        """The image of squares, a string a row."""
        image = [row[::-1] for row in rows] if self.mirrored else [*rows]
        if self.upside_down:
            image.reverse()
        return ["".join(column) for column in zip(*image, strict=True)] if self.transposed else image

    def edges(self, edges: Edges) -> Edges:
        """The letters at the edges of the image."""
        top, bottom, left, right = edges
        if self.upside_down:
            top, bottom, left, right = bottom, top, left[::-1], right[::-1]
        if self.mirrored:
            top, bottom, left, right = top[::-1], bottom[::-1], right, left
        return Edges(left, right, top, bottom) if self.transposed else Edges(top, bottom, left, right)

    def puzzle(self, puzzle: Puzzle) -> Puzzle:
        """The image of a puzzle, without its id, source and notes."""
        rows, cols = self.tallies(puzzle)
        givens = self.givens(puzzle.givens)
        return Puzzle(
            rows,
            cols,
            puzzle.fleet,
            givens,
            words=puzzle.words,
            shapes=puzzle.shapes,
            edges=self.edges(puzzle.edges),
        )


def turns(height: int, width: int) -> Iterator[Turn]:
    """The eight symmetries of a grid, the identity first."""
    return (Turn(height, width, *choice) for choice in product((False, True), repeat=3))


def canonical(puzzle: Puzzle) -> Puzzle:
    """The orientation that stands for all eight, without id, source and notes: equal for two puzzles if and
    only if they differ by turning and flipping."""
    check_is_puzzle(puzzle)
    return canonical_turn(puzzle, puzzle.givens).puzzle(puzzle)


def fingerprint(puzzle: Puzzle) -> int:
    """A 64-bit hash of the canonical form: among a million puzzles, two have the same hash
    with a probability of one in forty million."""
    turn = canonical_turn(puzzle, puzzle.givens)
    givens = turn.givens(puzzle.givens)
    words = sorted(min(word, word[::-1]) for word in puzzle.words)
    polyominoes = sorted(Ship.polyomino(shape).squares for shape in puzzle.shapes)
    clues = [*turn.tallies(puzzle), puzzle.fleet.pairs, words, polyominoes, givens, turn.edges(puzzle.edges)]
    return int.from_bytes(blake2b(dumps(clues).encode(), digest_size=8).digest(), "big")


def answer_fingerprint(squares: str, width: int) -> int:
    """A 64-bit hash of where the ships of a board lie, the same for its eight orientations.

    `squares` are those of the board, row after row, with `.` for water; what parts they show does not
    matter."""
    mask = "".join("." if square == "." else "#" for square in squares)
    upright = [mask[at : at + width] for at in range(0, len(mask), width)]
    forms = []
    for rows in (upright, ["".join(column) for column in zip(*upright, strict=True)]):
        mirrored = [row[::-1] for row in rows]
        forms += ["\n".join(form) for form in (rows, rows[::-1], mirrored, mirrored[::-1])]
    return int.from_bytes(blake2b(min(forms).encode(), digest_size=8).digest(), "big")


def rest_fingerprints(squares: str, width: int) -> list[int]:
    """For each ship of a board, a 64-bit hash of where the others lie, the same for the eight orientations of
    the board. Boards with one fleet have one of them in common if they differ by one ship moved, however they
    are turned.

    `squares` as of `answer_fingerprint`."""
    keys = _square_keys(len(squares) // width, width)
    ships = [reduce(xor, (keys[square] for square in ship)) for ship in _ships(squares, width)]
    board = reduce(xor, ships, 0)
    turns = len(_distinct_turns(len(squares) // width, width))
    hashes = Struct(f"{turns}Q")
    return [min(hashes.unpack((board ^ ship).to_bytes(hashes.size, "little"))) for ship in ships]


@lru_cache(maxsize=64)
def _square_keys(height: int, width: int) -> tuple[int, ...]:
    """For each square, random numbers of 64 bits, one for its image in each turn, side by side in one."""
    size = sorted((height, width))
    return tuple(
        int.from_bytes(
            b"".join(
                blake2b(repr((size, turn.to(square))).encode(), digest_size=8).digest()
                for turn in _distinct_turns(height, width)
            ),
            "little",
        )
        for square in product(range(height), range(width))
    )


@lru_cache(maxsize=64)
def _distinct_turns(height: int, width: int) -> tuple[Turn, ...]:
    """The turns that give a grid no higher than wide."""
    return tuple(
        turn for turn in turns(height, width) if height == width or turn.transposed == (height > width)
    )


def _ships(squares: str, width: int) -> list[list[int]]:
    """The squares of each ship, as numbers: those that touch side by side."""
    ship_of: dict[int, list[int]] = {}
    for square, mark in enumerate(squares):
        if mark == ".":
            continue
        left = ship_of.get(square - 1) if square % width else None
        above = ship_of.get(square - width)
        ship = left or above or []
        if left and above and left is not above:  # a polyomino ship
            ship += above
            ship_of.update(dict.fromkeys(above, ship))
        ship.append(square)
        ship_of[square] = ship
    return [ship for square, ship in ship_of.items() if ship[0] == square]


def canonical_turn(puzzle: Puzzle, givens: Iterable[Given]) -> Turn:
    """The turn that takes a puzzle with these givens to its canonical form: fewest rows, then the smallest
    tallies, rows before columns, then the smallest givens and letters."""
    rows, upside_down = _smaller_direction(puzzle.rows)
    cols, mirrored = _smaller_direction(puzzle.cols)
    upright, on_its_side = (len(rows), rows, cols), (len(cols), cols, rows)
    transposed = (False, True) if upright == on_its_side else (on_its_side < upright,)
    candidates = [
        Turn(puzzle.height, puzzle.width, *flags) for flags in product(upside_down, mirrored, transposed)
    ]
    if len(candidates) == 1:
        return candidates[0]
    return min(candidates, key=lambda turn: (turn.givens(givens), _letters(turn.edges(puzzle.edges))))


def _smaller_direction(line: Tallies) -> tuple[tuple[int, ...], tuple[bool, ...]]:
    """The smaller of tallies read forwards and backwards, a missing one as -1, and whether it is the
    reversed one; both flags for a palindrome."""
    forwards = tuple([-1 if tally is None else tally for tally in line])
    backwards = forwards[::-1]
    if forwards < backwards:
        return forwards, (False,)
    return backwards, (False, True) if forwards == backwards else (True,)


def _letters(edges: Edges) -> list[list[str]]:
    return [[letter or "" for letter in side] for side in edges]


def shape_orientations(squares: Iterable[Square]) -> set[tuple[Square, ...]]:
    """The up to eight orientations of a shape, each moved to the corner and sorted."""
    shape = [*squares]
    return {_at_corner([turn.to(square) for square in shape]) for turn in turns(1, 1)}


def _at_corner(squares: Sequence[Square]) -> tuple[Square, ...]:
    top = min(r for r, _ in squares)
    left = min(c for _, c in squares)
    return tuple(sorted((r - top, c - left) for r, c in squares))
