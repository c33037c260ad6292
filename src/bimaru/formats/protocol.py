"""What every format is: the protocol, what it can say, and the errors of reading and writing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final, NamedTuple, TypeAlias

from bimaru.errors import BimaruError, InvalidPuzzleError
from bimaru.puzzle import NO_EDGES, Puzzle, check_is_puzzle
from bimaru.ships import Fleet
from bimaru.sizes import MAX_NUMBER, MAX_SIDE
from bimaru.squares import LETTER_MARK, Part

STRAIGHT_KINDS: Final = frozenset({*"WSLRTBM"})
"""The kinds of givens that nearly every format has."""
KINDS: Final = frozenset(part.value for part in Part)
"""Every kind of given, letters aside."""


MAX_HELD: Final = 2**22
"""The most characters (of a line: bytes) that one puzzle or board may take, comments before it included.

A 99x99 grid with every clue takes a twentieth of that in JSON; the rest is room for ships with letters,
bent ships, and the keys that are carried along."""
MAX_BLANK: Final = 2**24
"""The most blank characters between two puzzles. They are not held, but a text of nothing else should end."""


class TextFault(NamedTuple):
    """One thing wrong with a text. `line` is counted from 1; `None` where it is the whole text."""

    line: int | None
    text: str


class InvalidTextError(InvalidPuzzleError):
    """Text that holds no puzzle, or a malformed one. Every fault says its file, where known, and its line."""

    def __init__(self, places: Sequence[TextFault], file: str | None = None) -> None:
        super().__init__([located(fault, file) for fault in places])
        self.places = tuple(places)
        self.file = file

    def within(self, file: str | None) -> InvalidTextError:
        """The same faults, found in that file."""
        return InvalidTextError(self.places, file)

    def __reduce__(self) -> tuple[object, ...]:
        return (InvalidTextError, (self.places, self.file))


def located(fault: TextFault, file: str | None) -> str:
    """The sentence of a fault, with the place before it."""
    if file is None:
        return fault.text if fault.line is None else f"line {fault.line}: {fault.text}"
    return f"{file}: {fault.text}" if fault.line is None else f"{file}:{fault.line}: {fault.text}"


class CannotWriteError(BimaruError, ValueError):
    """The format has no words for something that the puzzle asks. `unsaid` names each such thing."""

    def __init__(self, format: str, unsaid: Sequence[str]) -> None:
        super().__init__(f"the format {format} cannot say: {'; '.join(unsaid)}")
        self.format = format
        self.unsaid = tuple(unsaid)

    def __reduce__(self) -> tuple[type[CannotWriteError], tuple[str, tuple[str, ...]]]:
        return (CannotWriteError, (self.format, self.unsaid))


class UnknownFormatError(BimaruError, ValueError):
    """No format has this name."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What a format can ask. Ids, sources and other notes are no part of it: where a format
    has no place for them they are dropped."""

    kinds: frozenset[str] = STRAIGHT_KINDS
    missing: bool = False  # tallies that are not told
    shapes: bool = False  # bent ships
    letters: bool = False  # words, edge letters, letters as givens
    square: bool = False  # nothing but square grids
    sides: tuple[int, int] = (1, MAX_SIDE)
    tally: int = MAX_NUMBER  # the largest
    length: int = MAX_NUMBER  # the longest ship
    count: int = MAX_NUMBER  # most ships of one length
    ships: int | None = None  # most straight ships, where each is written by itself
    squares: int | None = None  # most squares of straight ships, where each is written by itself
    fleet: Fleet | None = None  # the only one

    def unsaid(self, puzzle: Puzzle) -> Iterator[str]:
        """What the puzzle asks and the format cannot say, one phrase each."""
        yield from self._unsaid_of_grid(puzzle)
        yield from self._unsaid_of_ships(puzzle)
        strange = {given.kind for given in puzzle.givens} - self.kinds
        if any(kind.startswith(LETTER_MARK) for kind in strange) and not self.letters:
            yield "letters as givens"
        if unknown := sorted(kind for kind in strange if not kind.startswith(LETTER_MARK)):
            yield f"givens of kind {' '.join(unknown)}"

    def _unsaid_of_grid(self, puzzle: Puzzle) -> Iterator[str]:
        height, width = puzzle.height, puzzle.width
        least, most = self.sides
        if self.square and height != width:
            yield f"a grid that is not square ({height}x{width})"
        if not (least <= min(height, width) and max(height, width) <= most):
            yield f"a {height}x{width} grid: " + (
                f"{least} a side" if least == most else f"{least} to {most} a side"
            )
        if not self.missing and None in puzzle.rows + puzzle.cols:
            yield "missing tallies"
        if any(tally is not None and tally > self.tally for tally in puzzle.rows + puzzle.cols):
            yield f"tallies above {self.tally}"
        if puzzle.edges != NO_EDGES and not self.letters:
            yield "edge letters"

    def _unsaid_of_ships(self, puzzle: Puzzle) -> Iterator[str]:
        if puzzle.words and not self.letters:
            yield "ships with letters"
        if puzzle.shapes and not self.shapes:
            yield "bent ships"
        boxes = (max(len(shape), len(shape[0])) for shape in puzzle.shapes)
        if any(length > self.length for length in chain(puzzle.fleet, boxes)):
            yield f"ships longer than {self.length}"
        if any(count > self.count for count in puzzle.fleet.values()):
            yield f"more than {self.count} ships of one length"
        if self.ships is not None and puzzle.fleet.size > self.ships:
            yield f"more than {self.ships} ships"
        if self.squares is not None and puzzle.fleet.squares > self.squares:
            yield f"ships of more than {self.squares} squares together"
        if self.fleet is not None and puzzle.fleet != self.fleet:
            yield f"a fleet other than {self.fleet}"


EVERYTHING: Final = Scope(kinds=KINDS, missing=True, shapes=True, letters=True)
"""All that a puzzle can ask."""


Reader: TypeAlias = Callable[[Iterator[str]], Iterator[Puzzle]]
"""Lines without their ends to puzzles, as a stream. Raises `InvalidTextError`."""


@dataclass(frozen=True, slots=True)
class Format:
    """One way to write puzzles down.

    `recognises` is asked with the first lines of a text, stripped, blank ones left out, and
    says yes only when it is sure. `to_text` gets puzzles within `scope` only, and ends with
    a newline.
    """

    name: str
    summary: str
    suffix: str
    scope: Scope
    recognises: Callable[[Sequence[str]], bool]
    read: Reader
    to_text: Callable[[Puzzle], str]
    separator: str | None = None  # what stands between two puzzles; `None`: a file holds one
    takes_pieces: bool = False  # `read` takes lines of any length, and keeps to the limits by itself

    @property
    def many(self) -> bool:
        """Whether a file can hold more than one puzzle."""
        return self.separator is not None

    def to_data(self) -> dict[str, object]:
        """What the format is, as JSON."""
        return {"name": self.name, "summary": self.summary, "suffix": self.suffix, "many": self.many}

    def write(self, puzzle: Puzzle) -> str:
        """The puzzle as text. Raises `CannotWriteError`, naming everything that cannot be said."""
        check_is_puzzle(puzzle)
        if unsaid := list(self.scope.unsaid(puzzle)):
            raise CannotWriteError(self.name, unsaid)
        text = self.to_text(puzzle)
        if len(text) > MAX_HELD:
            raise CannotWriteError(self.name, [f"a puzzle of more than {MAX_HELD} characters"])
        return text
