"""A batch as a value: puzzles of one size and fleet as arrays, read and solved without an object for each.

The arrays are bytes, which NumPy and Arrow take without a copy. A tally is a byte, or 255 where it is
missing; a given is the character of its kind, or 0 for a square that is not given; a board has a character
for each square.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import groupby, islice
from os import PathLike
from typing import Any, Final, overload

from bimaru.board import Board
from bimaru.engines.batch_search import MISSING, UNDECIDED, BatchSearch
from bimaru.engines.kernel import KERNEL_SIDE
from bimaru.errors import InvalidPuzzleError, MissingExtraError, UnsupportedPuzzleError
from bimaru.formats.tables import bytes_of_tallies, givens_of, lists_of_bytes, tally_bytes
from bimaru.puzzle import Given, Provenance, Puzzle, check_is_puzzle
from bimaru.rules import wrong_boards
from bimaru.ships import Fleet
from bimaru.solving import WrongBoardError, solve
from bimaru.validation import brief

BATCH: Final = 10_000
"""Puzzles of a batch that is read."""
_NODES: Final = 20_000
"""Nodes of the search for one puzzle, after which `solve` takes over, with all engines."""
_STATUS: Final = {0: "none", 1: "unique", 2: "multiple", UNDECIDED: "unknown"}


@dataclass(frozen=True, slots=True)
class Batch:
    """Puzzles of one size and fleet, with straight ships.

    `rows` has a byte for each row of each puzzle (N x H), `cols` for each column (N x W), and `givens` for
    each square (N x H x W). `ids` are their names, or empty. Iterating gives the ordinary values.

    Raises `InvalidPuzzleError` for arrays that do not agree in length, or with values that puzzles do not
    have."""

    height: int
    width: int
    fleet: Fleet
    rows: bytes
    cols: bytes
    givens: bytes
    ids: tuple[str | int | None, ...] = ()

    def __post_init__(self) -> None:
        number = len(self.rows) // max(self.height, 1)
        puzzles = f"{number} puzzles of {self.height}x{self.width}"
        faults = [
            f"{name}: {len(getattr(self, name))} bytes; {puzzles} have {size}"
            for name, size in (
                ("rows", number * self.height),
                ("cols", number * self.width),
                ("givens", number * self.height * self.width),
            )
            if len(getattr(self, name)) != size
        ]
        if self.ids and len(self.ids) != number:
            faults.append(f"ids: {len(self.ids)} names for {number} puzzles")
        if wrong := self.givens.translate(None, b"\0WSLRTBMX"):
            faults.append(f"givens: {brief(chr(min(wrong)))} is not one of W S L R T B M X")
        if faults:
            raise InvalidPuzzleError(faults)

    @classmethod
    def of(cls, puzzles: Iterable[Puzzle]) -> Batch:
        """The batch of these puzzles. Raises `UnsupportedPuzzleError` for letters, polyominoes, and sizes or
        fleets that differ."""
        several = [*puzzles]
        if not several:
            raise InvalidPuzzleError(["a batch has at least one puzzle"])
        first = several[0]
        check_is_puzzle(first)
        rows, cols, givens = bytearray(), bytearray(), bytearray()
        for puzzle in several:
            check_is_puzzle(puzzle)
            if not puzzle.is_plain or _form(puzzle) != _form(first):
                reason = "its puzzles have one size and fleet, and straight ships without letters"
                raise UnsupportedPuzzleError("batch", reason)
            rows += tally_bytes(puzzle.rows)
            cols += tally_bytes(puzzle.cols)
            squares = bytearray(first.height * first.width)
            for row, col, kind in puzzle.givens:
                squares[row * first.width + col] = ord(kind)
            givens += squares
        ids = tuple(puzzle.id for puzzle in several)
        named = ids if {*ids} != {None} else ()
        return cls(first.height, first.width, first.fleet, bytes(rows), bytes(cols), bytes(givens), named)

    def __len__(self) -> int:
        return len(self.rows) // self.height

    @overload
    def __getitem__(self, number: int) -> Puzzle: ...
    @overload
    def __getitem__(self, number: slice) -> Batch: ...
    def __getitem__(self, number: int | slice) -> Puzzle | Batch:
        """The puzzle of that number, from 0; of a slice, the batch of its puzzles."""
        if isinstance(number, slice):
            return self._part(range(len(self))[number])
        if not -len(self) <= number < len(self):
            raise IndexError(number)
        number %= len(self)
        squares = self.height * self.width
        shown = self.givens[number * squares : (number + 1) * squares]
        return Puzzle._trusted(
            _read_tallies(self.rows[number * self.height : (number + 1) * self.height]),
            _read_tallies(self.cols[number * self.width : (number + 1) * self.width]),
            self.fleet,
            [Given(*divmod(at, self.width), chr(kind)) for at, kind in enumerate(shown) if kind],
            Provenance(),
            {},
            self.ids[number] if self.ids else None,
        )

    def _part(self, numbers: range) -> Batch:
        """The batch of some of the puzzles."""

        def chosen(array: bytes, size: int) -> bytes:
            return b"".join(array[number * size : (number + 1) * size] for number in numbers)

        return Batch(
            self.height,
            self.width,
            self.fleet,
            chosen(self.rows, self.height),
            chosen(self.cols, self.width),
            chosen(self.givens, self.height * self.width),
            tuple(self.ids[number] for number in numbers) if self.ids else (),
        )

    def __iter__(self) -> Iterator[Puzzle]:
        return (self[number] for number in range(len(self)))

    def __repr__(self) -> str:
        return f"<Batch of {len(self):,} puzzles {self.height}x{self.width}, fleet {self.fleet}>"

    def solve(self) -> Solved:
        """The boards, and whether they are the only ones: each puzzle as by `solve` with its default limit.

        The referee judges every board. Raises `WrongBoardError`."""
        number = len(self)
        boards, found = bytearray(len(self.givens)), bytearray([UNDECIDED]) * number
        if max(self.height, self.width) <= KERNEL_SIDE:
            search = BatchSearch(self.height, self.width, self.fleet.pairs)
            search.solve(self.rows, self.cols, self.givens, boards, found, _NODES)
        for i in [i for i, boards_found in enumerate(found) if boards_found == UNDECIDED]:
            self._solve_at_length(i, boards, found)
        solved = Solved(self, bytes(boards), bytes(found))
        self._judge(solved)
        return solved

    def _solve_at_length(self, number: int, boards: bytearray, found: bytearray) -> None:
        """Solve one puzzle with all engines."""
        squares = self.height * self.width
        result = solve(self[number])
        found[number] = min(2, len(result.boards)) if result.complete or len(result.boards) > 1 else UNDECIDED
        marks = "".join(result.boards[0].rows) if result.boards else "." * squares
        boards[number * squares : (number + 1) * squares] = marks.encode("ascii")

    def _judge(self, solved: Solved) -> None:
        """Have the referee judge every board. Raises `WrongBoardError`."""
        pairs = self.fleet.pairs
        wrong = wrong_boards(self.height, self.width, pairs, self.rows, self.cols, self.givens, solved.boards)
        for number in wrong:
            board = solved.board(number)
            if board is not None:
                raise WrongBoardError("search", self[number], board, "the referee rejects it")

    def to_arrow(self) -> Any:
        """A `pyarrow.Table` with the columns `id`, `rows`, `cols` and `givens`, lists of fixed size over the
        memory of the batch. Raises `MissingExtraError`."""
        pa = _arrow()
        columns = {
            "rows": lists_of_bytes(pa, self.rows, self.height),
            "cols": lists_of_bytes(pa, self.cols, self.width),
            "givens": lists_of_bytes(pa, self.givens, self.height * self.width),
        }
        ids = [None if name is None else str(name) for name in self.ids] or [None] * len(self)
        return pa.table({"id": pa.array(ids, pa.string()), **columns})

    def to_pandas(self) -> Any:
        """A pandas data frame; see `to_arrow`."""
        return self.to_arrow().to_pandas()

    def to_polars(self) -> Any:
        """A Polars data frame; see `to_arrow`."""
        return import_module("polars").from_arrow(self.to_arrow())

    def to_jsonl(self) -> Iterator[str]:
        """The puzzles as lines of JSON."""
        return (json.dumps(puzzle.to_data()) + "\n" for puzzle in self)


@dataclass(frozen=True, slots=True)
class Solved:
    """The boards of a batch: a character for each square (N x H x W), water where there is no board; and the
    `numbers` of boards: 0, 1, 2 for several, 255 where that is not known."""

    batch: Batch
    boards: bytes
    numbers: bytes

    @property
    def statuses(self) -> list[str]:
        """The statuses of the puzzles, as of `Result`."""
        return [_STATUS[number] for number in self.numbers]

    def board(self, number: int) -> Board | None:
        """The board of one puzzle; `None` if there is none, or none is known."""
        width, squares = self.batch.width, self.batch.height * self.batch.width
        if self.numbers[number] in (0, UNDECIDED):
            return None
        marks = self.boards[number * squares : (number + 1) * squares].decode("ascii")
        return Board._spelled(tuple([marks[at : at + width] for at in range(0, squares, width)]))

    def __len__(self) -> int:
        return len(self.batch)

    def __iter__(self) -> Iterator[Board | None]:
        return map(self.board, range(len(self)))

    def __repr__(self) -> str:
        counts = {status: self.numbers.count(number) for number, status in _STATUS.items()}
        listed = ", ".join(f"{count:,} {status}" for status, count in counts.items() if count)
        return f"<Solved: {listed}>"

    def to_arrow(self) -> Any:
        """The table of the batch with the columns `status` and `board`."""
        pa = _arrow()
        table = self.batch.to_arrow()
        boards = lists_of_bytes(pa, self.boards, self.batch.height * self.batch.width)
        statuses = pa.array(self.statuses, pa.string())
        return table.append_column("status", statuses).append_column("board", boards)

    def to_pandas(self) -> Any:
        """A pandas data frame; see `to_arrow`."""
        return self.to_arrow().to_pandas()

    def to_polars(self) -> Any:
        """A Polars data frame; see `to_arrow`."""
        return import_module("polars").from_arrow(self.to_arrow())

    def to_jsonl(self) -> Iterator[str]:
        """An object a puzzle, with `id`, `status` and `solutions`, as of `bimaru solve --json`."""
        for number, board in enumerate(self):
            boards = [] if board is None else [board.to_data()]
            name = self.batch.ids[number] if self.batch.ids else None
            yield (
                json.dumps({"id": name, "status": _STATUS[self.numbers[number]], "solutions": boards}) + "\n"
            )


def read_batches(path: str | PathLike[str], size: int = BATCH) -> Iterator[Batch]:
    """The puzzles of a file, in order, as batches of at most `size`; one ends where size or fleet change.

    Of a table in Parquet, no object is made for each puzzle. Raises what `read_all` raises, and
    `UnsupportedPuzzleError` for letters and polyomino ships."""
    if str(path).endswith(".parquet"):
        yield from _batches_of_table(path, size)
        return
    from bimaru.formats import read_all

    yield from _batches_of(read_all(path), size)


def _batches_of(puzzles: Iterable[Puzzle], size: int) -> Iterator[Batch]:
    for _, group in groupby(puzzles, _form):
        while several := [*islice(group, size)]:
            yield Batch.of(several)


def _batches_of_table(path: str | PathLike[str], size: int) -> Iterator[Batch]:
    from bimaru.formats.tables import PLAIN_COLUMNS, plain_groups, read_table

    done = 0
    for group in plain_groups(path, size, PLAIN_COLUMNS):
        batch = None if group is None else _batch_of_group(group)
        if batch is None:  # anything but puzzles of one size and fleet: the rest as values
            yield from _batches_of(islice(read_table(path), done, None), size)
            return
        done += len(batch)
        yield batch


def _batch_of_group(group: Any) -> Batch | None:
    """The batch of a group of rows; `None` if they have several sizes or fleets, or a fault."""
    rows, cols, givens = (group.column(name) for name in ("rows", "cols", "givens"))
    forms = (group.column("fleet"), rows.value_lengths(), cols.value_lengths())
    fleets, heights, widths = (column.unique().to_pylist() for column in forms)
    row_tallies, col_tallies = (bytes_of_tallies(lines.flatten()) for lines in (rows, cols))
    if not len(fleets) == len(heights) == len(widths) == 1 or row_tallies is None or col_tallies is None:
        return None
    (height,), (width,) = heights, widths
    squares = height * width
    shown = bytearray(len(group) * squares)
    triples = iter(givens_of(givens))
    for number, count in enumerate(givens.value_lengths().to_pylist()):
        for row, col, kind in islice(triples, count):
            shown[number * squares + row * width + col] = ord(kind)
    ids = tuple(group.column("id").to_pylist()) if "id" in group.schema.names else ()
    named = ids if {*ids} - {None} else ()
    try:
        fleet = Fleet.parse(fleets[0])
        return Batch(height, width, fleet, row_tallies, col_tallies, bytes(shown), named)
    except InvalidPuzzleError:
        return None


def _form(puzzle: Puzzle) -> tuple[int, int, Fleet, bool]:
    return len(puzzle.rows), len(puzzle.cols), puzzle.fleet, puzzle.is_plain


def _read_tallies(line: bytes) -> tuple[int | None, ...]:
    return tuple([None if tally == MISSING else tally for tally in line])


def _arrow() -> Any:
    """The module `pyarrow`. Raises `MissingExtraError`."""
    try:
        import pyarrow  # type: ignore[import-untyped]  # it ships no types
    except ImportError:
        raise MissingExtraError("a table in Arrow", "parquet") from None
    return pyarrow
