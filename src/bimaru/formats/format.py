"""What a format is: how it reads and writes, and what it can express."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final, TypeAlias

from bimaru.board import Board
from bimaru.errors import BimaruError
from bimaru.formats.lines import InvalidTextError
from bimaru.json_values import JsonValue
from bimaru.puzzle import NO_EDGES, Puzzle, check_is_puzzle
from bimaru.ships import Fleet
from bimaru.sizes import MAX_CHARACTERS, MAX_NUMBER, MAX_SIDE
from bimaru.squares import LETTER_MARK, Part

STRAIGHT_KINDS: Final = frozenset({*"WSLRTBM"})
"""The kinds of givens that nearly every format has."""
KINDS: Final = frozenset(part.value for part in Part)
"""Every kind of given except letters."""


class CannotWriteError(BimaruError, ValueError):
    """The format cannot express something in the puzzle. `unsupported` names each feature."""

    def __init__(self, format: str, unsupported: Sequence[str]) -> None:
        super().__init__(f"the format {format} cannot express: {'; '.join(unsupported)}")
        self.format = format
        self.unsupported = tuple(unsupported)

    def __reduce__(self) -> tuple[type[CannotWriteError], tuple[str, tuple[str, ...]]]:
        return (CannotWriteError, (self.format, self.unsupported))


class UnknownFormatError(BimaruError, ValueError):
    """No format has this name."""


@dataclass(frozen=True, slots=True)
class Scope:
    """The puzzles that a format can express. Ids, sources and other notes do not count: a format
    without a place for them drops them."""

    kinds: frozenset[str] = STRAIGHT_KINDS
    missing: bool = False  # missing tallies
    shapes: bool = False  # polyomino ships
    letters: bool = False  # words, edge letters, letters as givens
    square: bool = False  # square grids only
    sides: tuple[int, int] = (1, MAX_SIDE)
    tally: int = MAX_NUMBER  # the largest
    length: int = MAX_NUMBER  # the longest ship
    lengths: int = MAX_NUMBER  # most different lengths of straight ships
    count: int = MAX_NUMBER  # most ships of one length
    ships: int | None = None  # most straight ships, where each is written out
    squares: int | None = None  # most squares of straight ships, where each is written out
    other_squares: int | None = None  # most squares of lettered and polyomino ships
    fleet: Fleet | None = None  # the only one

    def unsupported(self, puzzle: Puzzle) -> Iterator[str]:
        """The features of a puzzle that the format cannot express, as phrases."""
        if self is EVERYTHING:  # a tenth of the time that a puzzle takes to write
            return
        yield from self._unsupported_grid(puzzle)
        yield from self._unsupported_ships(puzzle)
        kinds = {given.kind for given in puzzle.givens} - self.kinds
        if any(kind.startswith(LETTER_MARK) for kind in kinds) and not self.letters:
            yield "letters as givens"
        if parts := sorted(kind for kind in kinds if not kind.startswith(LETTER_MARK)):
            yield f"givens of kind {' '.join(parts)}"

    def _unsupported_grid(self, puzzle: Puzzle) -> Iterator[str]:
        height, width = puzzle.height, puzzle.width
        least, most = self.sides
        if self.square and height != width:
            yield f"a grid that is not square ({height}x{width})"
        if not (least <= min(height, width) and max(height, width) <= most):
            sides = f"{least}" if least == most else f"{least} to {most}"
            yield f"a grid of {height}x{width} (sides must be {sides})"
        if not self.missing and None in puzzle.rows + puzzle.cols:
            yield "missing tallies"
        if any(tally is not None and tally > self.tally for tally in puzzle.rows + puzzle.cols):
            yield f"tallies above {self.tally}"
        if puzzle.edges != NO_EDGES and not self.letters:
            yield "edge letters"

    def _unsupported_ships(self, puzzle: Puzzle) -> Iterator[str]:
        if puzzle.words and not self.letters:
            yield "ships with letters"
        if puzzle.shapes and not self.shapes:
            yield "polyomino ships"
        boxes = (max(len(shape), len(shape[0])) for shape in puzzle.shapes)
        if any(length > self.length for length in chain(puzzle.fleet, boxes)):
            yield f"ships longer than {self.length}"
        if len(puzzle.fleet) > self.lengths:
            yield f"ships of more than {self.lengths} lengths"
        if any(count > self.count for count in puzzle.fleet.values()):
            yield f"more than {self.count} ships of one length"
        if self.ships is not None and puzzle.fleet.size > self.ships:
            yield f"more than {self.ships} ships"
        if self.squares is not None and puzzle.fleet.squares > self.squares:
            yield f"a fleet of more than {self.squares} squares"
        if self.other_squares is not None and _other_squares(puzzle) > self.other_squares:
            yield f"lettered and polyomino ships of more than {self.other_squares} squares"
        if self.fleet is not None and puzzle.fleet != self.fleet:
            yield f"a fleet other than {self.fleet}"


def _other_squares(puzzle: Puzzle) -> int:
    return sum(map(len, puzzle.words)) + sum(row.count("#") for shape in puzzle.shapes for row in shape)


EVERYTHING: Final = Scope(kinds=KINDS, missing=True, shapes=True, letters=True)
"""Every puzzle."""


Reader: TypeAlias = Callable[[Iterator[str]], Iterator[Puzzle]]
"""Puzzles from lines without their line ends, as a stream. Raises `InvalidTextError`."""

TolerantReader: TypeAlias = Callable[[Iterator[str]], Iterator[Puzzle | InvalidTextError]]
"""Like `Reader`, but yields the error of a malformed puzzle in its place and goes on. Raises
`InvalidTextError` where the next puzzle cannot be found."""


def raise_faults(puzzles: Iterable[Puzzle | InvalidTextError]) -> Iterator[Puzzle]:
    """The same puzzles. Raises the first error among them."""
    for puzzle in puzzles:
        if isinstance(puzzle, InvalidTextError):
            raise puzzle
        yield puzzle


@dataclass(frozen=True, slots=True)
class Format(JsonValue):
    """A text format for puzzles.

    `recognises` is given the first lines of a text, stripped and nonblank, and returns true only if the
    text is certainly in this format. `to_text` is given puzzles within `scope` only; its text ends with a
    newline.
    """

    name: str
    summary: str
    suffix: str
    scope: Scope
    recognises: Callable[[Sequence[str]], bool]
    read: Reader
    to_text: Callable[[Puzzle], str]
    separator: str | None = None  # text between two puzzles; `None` if a file holds only one
    board_to_text: Callable[[Board], str] | None = None  # a solution, as programs for it print them
    read_or_faults: TolerantReader | None = None  # for formats with a puzzle on each line
    takes_long_lines: bool = False  # `read` accepts lines in pieces, and enforces the limits itself

    KEYS = ("name", "summary", "suffix", "many")

    @property
    def many(self) -> bool:
        """Whether a text can hold more than one puzzle."""
        return self.separator is not None

    def write_board(self, puzzle: Puzzle, board: Board) -> str:
        """A solution as text. Raises `CannotWriteError`, as for the puzzle or if boards have no text."""
        check_is_puzzle(puzzle)
        unsupported = ["solutions"] if self.board_to_text is None else list(self.scope.unsupported(puzzle))
        if self.board_to_text is None or unsupported:
            raise CannotWriteError(self.name, unsupported)
        return self.board_to_text(board)

    def write(self, puzzle: Puzzle) -> str:
        """The puzzle as text. Raises `CannotWriteError`, which names every unsupported feature."""
        check_is_puzzle(puzzle)
        if unsupported := list(self.scope.unsupported(puzzle)):
            raise CannotWriteError(self.name, unsupported)
        text = self.to_text(puzzle)
        if len(text) > MAX_CHARACTERS:
            raise CannotWriteError(self.name, [f"a puzzle of more than {MAX_CHARACTERS} characters"])
        return text
