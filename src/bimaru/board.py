"""The board: a filled or half-filled grid."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeAlias, TypeGuard

from bimaru.errors import InvalidBoardError
from bimaru.squares import Part, Square, parse_square
from bimaru.validation import first_faults, is_list

WATER: Final = "."
SHIP: Final = "X"
UNKNOWN: Final = "?"
NO_LETTER: Final = "."
MARKS: Final = ".SLRTBMX?"
"""The marks of squares: water, the parts, ship of unknown part, unknown."""

Openings: TypeAlias = tuple[bool, bool, bool, bool]
"""Whether a ship goes on above, below, left and right of a square."""
OPENINGS: Final[Mapping[str, Openings]] = {
    Part.SUBMARINE: (False, False, False, False),
    Part.LEFT: (False, False, False, True),
    Part.RIGHT: (False, False, True, False),
    Part.TOP: (False, True, False, False),
    Part.BOTTOM: (True, False, False, False),
    Part.RIGHT_BELOW: (False, True, False, True),
    Part.LEFT_BELOW: (False, True, True, False),
    Part.RIGHT_ABOVE: (True, False, False, True),
    Part.LEFT_ABOVE: (True, False, True, False),
}
"""Where a ship goes on from each part but middles, which have several ways."""
_PART_OF: Final = {openings: Part(part) for part, openings in OPENINGS.items()}


@dataclass(frozen=True, slots=True)
class Board:
    """`rows` holds one string a row over `MARKS`; `letters`, in lettered puzzles, one string
    a row with the letter of each square and `.` where there is none.

    Raises `InvalidBoardError` for anything else: rows of different widths, other marks.
    """

    rows: tuple[str, ...]
    letters: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        if faults := first_faults(_board_faults(self.rows, self.letters)):
            raise InvalidBoardError(faults)
        object.__setattr__(self, "rows", tuple(self.rows))
        object.__setattr__(self, "letters", None if self.letters is None else tuple(self.letters))

    @classmethod
    def _spelled(cls, rows: tuple[str, ...], letters: tuple[str, ...] | None = None) -> Board:
        """The board of well-formed rows, without checking them: for engines, whose boards the referee
        checks anyway."""
        board = object.__new__(cls)
        _SET_ROWS(board, rows)
        _SET_LETTERS(board, letters)
        return board

    @classmethod
    def unknown(cls, height: int, width: int) -> Board:
        """The board of unknown squares."""
        return cls((UNKNOWN * width,) * height)

    @classmethod
    def of_parts(
        cls, height: int, width: int, parts: Mapping[Square, str], letters: Mapping[Square, str] | None = None
    ) -> Board:
        """The full board that shows `parts` (`Part` values) and water everywhere else."""
        return cls(
            _rows_of(height, width, {at: mark_of(part) for at, part in parts.items()}, WATER),
            None if letters is None else _rows_of(height, width, letters, NO_LETTER),
        )

    @classmethod
    def from_data(cls, data: object) -> Board:
        """Read `{"board": [...], "letters": [...]}`. Raises `InvalidBoardError`."""
        if not isinstance(data, Mapping):
            raise InvalidBoardError(["a board is an object with a `board` key"])
        if "board" not in data:
            raise InvalidBoardError(["no board in this JSON: it has no key `board`"])
        rows: Any = data["board"]
        return cls(rows, data.get("letters"))

    def to_data(self) -> dict[str, list[str]]:
        """The board as JSON: `{"board": [...]}`, with `"letters"` where it has any."""
        letters = {} if self.letters is None else {"letters": list(self.letters)}
        return {"board": list(self.rows), **letters}

    def __str__(self) -> str:
        """The rows, one a line."""
        return "\n".join(self.rows)

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def width(self) -> int:
        return len(self.rows[0])

    @property
    def is_full(self) -> bool:
        """Whether every square is known to be water or ship."""
        return not any(UNKNOWN in row for row in self.rows)

    def __getitem__(self, square: Square | str | int) -> str:
        """The mark of a square, one of `MARKS`: of (row, column), or of a name like `B4`. A number gives the
        marks of that row. Raises `IndexError` for a square that is not on the board."""
        if isinstance(square, int):
            return self.rows[square]
        at = parse_square(square) if isinstance(square, str) else square
        if at is None:
            raise IndexError(f"{square!r} is not a row and a column, like B4")
        row, col = at
        if not (0 <= row < self.height and 0 <= col < self.width):
            raise IndexError(f"{square!r} is not on the board, which is {self.height}x{self.width}")
        return self.rows[row][col]

    def letter(self, square: Square) -> str | None:
        """The letter of a square, if it shows one."""
        letter = NO_LETTER if self.letters is None else self.letters[square[0]][square[1]]
        return None if letter == NO_LETTER else letter

    def squares(self) -> Iterator[tuple[Square, str]]:
        """Every square with its mark, row by row."""
        return (((r, c), mark) for r, row in enumerate(self.rows) for c, mark in enumerate(row))

    def occupied(self) -> frozenset[Square]:
        """The squares known to be ship."""
        return frozenset(at for at, mark in self.squares() if mark not in (WATER, UNKNOWN))

    def filled(self) -> frozenset[tuple[Square, str | None]]:
        """The squares known to be ship, each with the letter that it shows, if any: what distinguishes the
        solutions of a puzzle."""
        return frozenset((at, self.letter(at)) for at in self.occupied())

    def ships(self) -> tuple[tuple[Square, ...], ...]:
        """The ships: groups of ship squares joined by their sides, in reading order."""
        found = []
        remaining = set(self.occupied())
        for start in sorted(remaining):
            if start in remaining:
                ship = _component(start, remaining)
                remaining -= ship
                found.append(tuple(sorted(ship)))
        return tuple(found)

    def with_parts(self, kept: Mapping[Square, str] | None = None) -> Board:
        """The same board with the part of every ship square, as its neighbours determine it; `X` where
        unknown neighbours leave it open, and at the corners of polyomino ships. `kept`: parts that stay,
        whatever their neighbours are."""
        occupied = self.occupied()
        known = {at for at, mark in self.squares() if mark != UNKNOWN}
        parts = {
            at: mark_of(part_among(at, occupied))
            if all(n in known or not self._holds(n) for n in neighbours(at))
            else SHIP
            for at in occupied
        }
        parts |= {at: part for at, part in (kept or {}).items() if at in occupied}
        return with_marks(self, parts)

    def _holds(self, square: Square) -> bool:
        return 0 <= square[0] < self.height and 0 <= square[1] < self.width


# The slots of a board, faster than `object.__setattr__`.
_SET_ROWS: Final = Board.__dict__["rows"].__set__
_SET_LETTERS: Final = Board.__dict__["letters"].__set__


def check_is_board(value: object) -> None:
    """Raise `TypeError`, which names the ways to get a board, for anything else: rows, a result, text."""
    if not isinstance(value, Board):
        ways = "bimaru.parse_board reads one from text, and that of a result is its .board"
        raise TypeError(f"expected a Board, got {type(value).__name__}: {ways}")


class HasBoard(Protocol):
    """What has found a board, like the result of `solve`."""

    @property
    def board(self) -> Board | None: ...


def with_marks(board: Board, marks: Mapping[Square, str]) -> Board:
    """The same board with other marks on some squares."""
    rows = tuple(
        "".join(marks.get((r, c), mark) for c, mark in enumerate(row)) for r, row in enumerate(board.rows)
    )
    return Board(rows, board.letters)


def neighbours(square: Square) -> tuple[Square, Square, Square, Square]:
    """The squares above, below, left and right, on the grid or not."""
    r, c = square
    return ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))


def part_among(square: Square, ship: Container[Square]) -> Part:
    """The part that a square of a ship shows. Where a ship runs straight through or branches, that is a
    middle, as in puzz.link."""
    above, below, left, right = (n in ship for n in neighbours(square))
    return _PART_OF.get((above, below, left, right), Part.MIDDLE)


def mark_of(part: str) -> str:
    """The mark of a part on a board: `.` for water, `X` for corners, which have no mark of their own."""
    return WATER if part == Part.WATER else part if len(part) == 1 else SHIP


def _rows_of(height: int, width: int, marks: Mapping[Square, str], rest: str) -> tuple[str, ...]:
    return tuple("".join(marks.get((r, c), rest) for c in range(width)) for r in range(height))


def _component(start: Square, among: set[Square]) -> set[Square]:
    reached, frontier = {start}, [start]
    while frontier:
        for near in neighbours(frontier.pop()):
            if near in among and near not in reached:
                reached.add(near)
                frontier.append(near)
    return reached


# Validation of arbitrary input: nothing is assumed of its type.


def _board_faults(rows: object, letters: object) -> Iterator[str]:
    if not _are_strings(rows):
        yield "board: not a list of strings, one a row"
        return
    yield from _row_faults(rows)
    if letters is not None:
        yield from _letter_faults(letters, rows)


def _row_faults(rows: Sequence[str]) -> Iterator[str]:
    if not rows or not rows[0]:
        yield "board: it has no squares"
        return
    for r, row in enumerate(rows):
        if row.strip(MARKS):
            shown = "".join(sorted(set(row) - set(MARKS)))[:20]
            yield f"board: row {r + 1} has {shown!r}; a square is one of {' '.join(MARKS)}"
        if len(row) != len(rows[0]):
            yield f"board: row {r + 1} has {len(row)} squares, row 1 has {len(rows[0])}"


def _letter_faults(letters: object, rows: Sequence[str]) -> Iterator[str]:
    if not _are_strings(letters):
        yield "letters: not a list of strings, one a row"
    elif [*map(len, letters)] != [*map(len, rows)]:
        yield "letters: not of the same size as the board"
    else:
        for r, row in enumerate(letters):
            invalid = sorted(sign for sign in set(row) if not (sign.isalnum() or sign == NO_LETTER))
            if invalid:
                shown = "".join(invalid)[:20]
                yield f"letters: row {r + 1} has {shown!r}; a square has a letter, a digit or {NO_LETTER}"


def _are_strings(value: object) -> TypeGuard[Sequence[str]]:
    return is_list(value) and all(isinstance(row, str) for row in value)
