"""Puzzles as a table in Apache Parquet, one row each, for pyarrow, pandas, Polars, DuckDB and Hugging Face.

Every column has one type, and no list mixes types; docs/reference/formats.md describes each.
Missing values are null, and so are `words`, `shapes` and `edges` of puzzles without any. A column `json`
with the whole puzzle can be added; without it, notes that have no column are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import accumulate, pairwise, repeat
from os import PathLike
from typing import IO, Any, Final, Literal, NamedTuple, TypeAlias

from bimaru.board import Board
from bimaru.errors import InvalidBoardError, InvalidPuzzleError, MissingExtraError
from bimaru.formats.lines import InvalidTextError, TextFault
from bimaru.formats.registry import format_named
from bimaru.puzzle import Edges, Given, Puzzle, given_at, provenances, trusted_puzzles
from bimaru.ships import Fleet
from bimaru.sizes import MAX_NUMBER, MAX_SIDE

ROWS_AT_ONCE: Final = 10_000
"""Rows of a row group, which are in memory together."""
_READ_AT_ONCE: Final = 4000
"""Puzzles that are made together. More take longer: Python looks through them for cycles."""
PLAIN_MARKS: Final = frozenset(".SLRTBM")
"""The marks of complete boards of straight ships."""
TENSORS: Final = ("rows_tensor", "cols_tensor", "givens_tensor", "answer_tensor")
"""Columns of bytes, as many in each row, beside the readable ones: the tallies, 255 where one is missing; the
givens, 0 where there is none, otherwise 1 plus the index to `WSLRTBMX`; the answer, 1 for ship, 0 for water,
255 where it is not known."""
_KINDS: Final = "WSLRTBMX"
_NO_ANSWER: Final = b"\xff"
_Kind: TypeAlias = Literal["d", "h", "i", "q"]
_SMALLEST, _LARGEST = -(2**63), 2**63 - 1
_MOST_STEPS: Final = 2**31 - 1
_MOST_GRADER: Final = 2**15 - 1
_NAMES: Final = ("source", "fleet", "grade", "givens.list.element.kind", "techniques.list.element", "split")
"""The columns with few different values, which are written as numbers in a dictionary."""


class Row(NamedTuple):
    """The values of a puzzle's columns. `givens` are (row, column, kind); `json` is `None` where not
    wanted."""

    id: str | None
    source: str | None
    seed: int | None
    fleet: str
    rows: Sequence[int | None]
    cols: Sequence[int | None]
    givens: Sequence[Sequence[Any]]
    words: Sequence[str] | None
    shapes: Sequence[str] | None
    edges: Mapping[str, str] | None
    grade: str | None
    score: float | None
    techniques: Sequence[str] | None
    n_steps: int | None
    grader: int | None
    answer: str | None
    letters: str | None
    json: str | None = None
    split: str | None = None


def pyarrow() -> tuple[Any, Any]:
    """The modules `pyarrow` and `pyarrow.parquet`. Raises `MissingExtraError`."""
    try:
        import pyarrow as pa  # type: ignore[import-untyped]  # it ships no types
        import pyarrow.parquet as pq  # type: ignore[import-untyped]
    except ImportError:
        raise MissingExtraError("a table in Parquet", "parquet") from None
    return pa, pq


def table_row(puzzle: Puzzle, *, json: bool = False) -> Row:
    """The row of a puzzle; `json` adds the whole puzzle."""
    notes = {**puzzle.extra, **puzzle.provenance.to_data()}
    board, letters = _board(notes.get("solution"), puzzle)
    return Row(
        id=None if puzzle.id is None else str(puzzle.id),
        source=puzzle.source,
        fleet=str(puzzle.fleet),
        rows=puzzle.rows,
        cols=puzzle.cols,
        givens=puzzle.givens,
        words=puzzle.words or None,
        shapes=["/".join(shape) for shape in puzzle.shapes] or None,
        edges=None if puzzle.is_plain else _edge_texts(puzzle.edges),
        answer=board,
        letters=letters,
        json=format_named("json").write(puzzle).rstrip("\n") if json else None,
        **notes_that_fit(notes, NOTES),
    )


def _edge_texts(edges: Edges) -> dict[str, str] | None:
    """The letters at the edges, a text for each side, a space where there is none; `None` if there are no
    letters."""
    texts = {side: "".join(letter or " " for letter in line) for side, line in edges._asdict().items()}
    return texts if any(texts.values()) else None


def notes_that_fit(notes: Mapping[str, object], keys: Iterable[str]) -> dict[str, Any]:
    """The recorded values of columns, whatever came with the puzzle: `None` for those that do not fit."""
    return {key: _FITTING[key](notes.get(key)) for key in keys}


def _integer(least: int, most: int, value: object) -> int | None:
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return value if is_number and least <= value <= most else None  # type: ignore[operator, return-value]


def _number(value: object) -> float | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number and abs(value) <= _LARGEST else None  # type: ignore[arg-type]


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _names(value: object) -> list[str] | None:
    is_names = isinstance(value, list | tuple) and all(isinstance(name, str) for name in value)
    return list(value) if is_names else None  # type: ignore[call-overload]  # a list of names


_FITTING: Final[Mapping[str, Callable[[object], Any]]] = {
    "seed": partial(_integer, _SMALLEST, _LARGEST),
    "grade": _text,
    "score": _number,
    "techniques": _names,
    "n_steps": partial(_integer, 0, _MOST_STEPS),
    "grader": partial(_integer, 0, _MOST_GRADER),
}
NOTES: Final = tuple(_FITTING)
"""The columns of what is recorded of a puzzle, but for its solution."""


def _board(solution: object, puzzle: Puzzle) -> tuple[str | None, str | None]:
    """The squares and the letters of a recorded solution, if it is a board of the puzzle's size."""
    if (squares := plain_squares(solution, puzzle.height, puzzle.width)) and {*squares} <= PLAIN_MARKS:
        return squares, None
    try:
        board = Board.from_data(solution)
    except (InvalidBoardError, InvalidPuzzleError):
        return None, None
    if (board.height, board.width) != (puzzle.height, puzzle.width):
        return None, None
    return "".join(board.rows), "".join(board.letters) if board.letters else None


def plain_squares(solution: object, height: int, width: int) -> str | None:
    """The squares of a recorded board of that size without letters, whose marks are not checked; `None` for
    anything else. `Board` reads the same, at ten times the cost."""
    board = solution.get("board") if isinstance(solution, dict) and len(solution) == 1 else None
    if type(board) is not list or len(board) != height or {*map(type, board)} != {str}:
        return None
    return "".join(board) if {*map(len, board)} == {width} else None


# Writing


def schema(*, json: bool = False, split: bool = False, tensors: tuple[int, int] | None = None) -> Any:
    """The schema of the table; with `tensors`, of a table of puzzles of this height and width. Raises
    `MissingExtraError`."""
    pa, _ = pyarrow()
    numbers, texts = pa.list_(pa.int16()), pa.list_(pa.string())
    given = pa.struct({"row": pa.int16(), "col": pa.int16(), "kind": pa.string()})
    columns = {
        "id": pa.string(),
        "source": pa.string(),
        "seed": pa.int64(),
        "height": pa.int16(),
        "width": pa.int16(),
        "fleet": pa.string(),
        "rows": numbers,
        "cols": numbers,
        "givens": pa.list_(given),
        "words": texts,
        "shapes": texts,
        "edges": pa.struct(dict.fromkeys(Edges._fields, pa.string())),
        "grade": pa.string(),
        "score": pa.float64(),
        "techniques": texts,
        "n_steps": pa.int32(),
        "grader": pa.int16(),
        "answer": pa.string(),
        "letters": pa.string(),
    }
    more = {name: pa.string() for name, wanted in (("split", split), ("json", json)) if wanted}
    sizes = {} if tensors is None else _tensor_sizes(*tensors)
    return pa.schema(columns | more | {name: pa.list_(pa.uint8(), size) for name, size in sizes.items()})


def _tensor_sizes(height: int, width: int) -> dict[str, int]:
    """The numbers of bytes in the columns of tensors."""
    squares = height * width
    return dict(zip(TENSORS, (height, width, squares, squares), strict=True))


def table_of(rows: Sequence[Row], schema: Any) -> Any:
    """The `pyarrow.Table` of the rows. Raises as pyarrow does for values of other types."""
    pa, _ = pyarrow()
    columns = dict(
        zip(Row._fields, zip(*rows, strict=True) if rows else [()] * len(Row._fields), strict=True)
    )
    columns["height"] = tuple(map(len, columns["rows"]))
    columns["width"] = tuple(map(len, columns["cols"]))
    arrays = [
        _givens(pa, columns["givens"])
        if field.name == "givens"
        else _tensor(pa, field, columns)
        if field.name in TENSORS
        else pa.array(columns[field.name], field.type)
        for field in schema
    ]
    return pa.Table.from_arrays(arrays, schema=schema)


def _tensor(pa: Any, field: Any, columns: Mapping[str, Any]) -> Any:
    """A column of tensors, from the readable one."""
    size = field.type.list_size
    entries: Iterable[bytes]
    if field.name == "givens_tensor":
        entries = map(_givens_bytes, columns["givens"], columns["width"], repeat(size))
    elif field.name == "answer_tensor":
        entries = (_answer_bytes(answer, size) for answer in columns["answer"])
    else:
        entries = map(tally_bytes, columns[field.name.removesuffix("_tensor")])
    return lists_of_bytes(pa, b"".join(entries), size)


def lists_of_bytes(pa: Any, array: bytes, size: int) -> Any:
    """An array of lists of `size` bytes, in the same memory."""
    values = pa.Array.from_buffers(pa.uint8(), len(array), [None, pa.py_buffer(array)])
    return pa.FixedSizeListArray.from_arrays(values, size)


def _givens_bytes(givens: Sequence[Sequence[Any]], width: int, size: int) -> bytes:
    squares = bytearray(size)
    for row, col, kind in givens:
        squares[row * width + col] = 1 + _KINDS.index(kind)
    return bytes(squares)


def _answer_bytes(answer: str | None, size: int) -> bytes:
    return _NO_ANSWER * size if answer is None else bytes([mark != "." for mark in answer])


def tally_bytes(tallies: Sequence[int | None]) -> bytes:
    """Tallies as bytes. Larger ones than a byte holds cannot be met, nor can the largest that it does."""
    most = _BYTE_MISSING - 1
    return bytes([_BYTE_MISSING if tally is None else min(tally, most) for tally in tallies])


def _givens(pa: Any, givens: Sequence[Sequence[Sequence[Any]]]) -> Any:
    """The column of givens, built from flat lists: an eighth of the time that dictionaries take."""
    flat = [given for entry in givens for given in entry]
    ends = [0]
    for entry in givens:
        ends.append(ends[-1] + len(entry))
    squares = [pa.array([given[i] for given in flat], pa.int16()) for i in (0, 1)]
    kinds = pa.array([str(given[2]) for given in flat], pa.string())
    structs = pa.StructArray.from_arrays([*squares, kinds], ["row", "col", "kind"])
    return pa.ListArray.from_arrays(pa.array(ends, pa.int32()), structs)


class TableWriter:
    """Writes rows into a file, group by group. A context manager."""

    def __init__(self, file: IO[bytes], schema: Any) -> None:
        _, pq = pyarrow()
        self._schema = schema
        self._rows: list[Row] = []
        self._writer = pq.ParquetWriter(
            file,
            schema,
            compression="zstd",
            use_dictionary=[
                *(name for name in _NAMES if name.split(".")[0] in schema.names),
                "rows.list.element",
                "cols.list.element",
                "height",
                "width",
                "givens.list.element.row",
                "givens.list.element.col",
            ],
            column_encoding={"seed": "DELTA_BINARY_PACKED"},
        )

    def __enter__(self) -> TableWriter:
        return self

    def __exit__(self, error: type[BaseException] | None, *_: object) -> None:
        if self._rows and error is None:
            self._write_group()
        self._writer.close()

    def add(self, row: Row) -> None:
        """Write a row, or keep it for the next group."""
        self._rows.append(row)
        if len(self._rows) == ROWS_AT_ONCE:
            self._write_group()

    def _write_group(self) -> None:
        self._writer.write_table(table_of(self._rows, self._schema))
        self._rows = []


def write_rows(rows: Iterable[Row], file: IO[bytes], schema: Any) -> None:
    """Write a stream of rows, group by group."""
    with TableWriter(file, schema) as writer:
        for row in rows:
            writer.add(row)


# Reading


def read_table(file: Any) -> Iterator[Puzzle]:
    """The puzzles of a table, as a stream; `file` is a path or a file that can be searched.

    Raises `InvalidTextError` for anything that is not such a table, and `MissingExtraError`."""
    _, pq = pyarrow()
    with _table_errors():
        for batch in pq.ParquetFile(file).iter_batches(_READ_AT_ONCE):
            yield from _plain_puzzles(batch) or map(_puzzle_of, batch.to_pylist())


@contextmanager
def _table_errors(path: str | PathLike[str] | None = None) -> Iterator[None]:
    """Raise errors of pyarrow as `InvalidTextError`, with the path."""
    pa, _ = pyarrow()
    try:
        yield
    except pa.ArrowException as error:
        file = None if path is None else str(path)
        raise InvalidTextError([TextFault(None, f"not a table in Parquet: {error}")], file) from None


_PLAIN_TYPES: Final = {
    "rows": "list<element: int16>",
    "cols": "list<element: int16>",
    "givens": "list<element: struct<row: int16, col: int16, kind: string>>",
    "fleet": "string",
}
_UNUSUAL: Final = ("words", "shapes", "edges", "letters", "json")
"""The columns that are null for plain puzzles."""
PLAIN_COLUMNS: Final = ("id", *_PLAIN_TYPES, *_UNUSUAL)
"""The columns that the clues of plain puzzles take, and the names."""
_NOTE_TYPES: Final = {
    "id": "string",
    "source": "string",
    "seed": "int64",
    "grade": "string",
    "score": "double",
    "techniques": "list<element: string>",
    "n_steps": "int32",
    "grader": "int16",
    "answer": "string",
}

_NUMBERS: Final[Mapping[str, _Kind]] = {"seed": "q", "score": "d", "n_steps": "i", "grader": "h"}
"""The columns of recorded numbers, with their kinds as in `struct`."""


def _plain_puzzles(batch: Any) -> list[Puzzle] | None:
    """The puzzles of a group of rows, made column by column; `None` if they have columns of other types,
    letters or polyomino ships, or a fault, which are left to `_puzzle_of`."""
    types = {field.name: str(field.type) for field in batch.schema}
    if not (_is_plain(batch) and all(types.get(name, kind) == kind for name, kind in _NOTE_TYPES.items())):
        return None
    columns = {name: batch.column(name) for name in types}
    has_gaps = "techniques" in columns and columns["techniques"].flatten().null_count
    if has_gaps or not (_is_on_grid(batch) and _is_in_bounds(batch)):
        return None
    try:
        fleets = _mapped(columns["fleet"], Fleet.parse)
    except InvalidPuzzleError:
        return None
    widths = _numbers(columns["cols"].value_lengths(), "i")
    solutions = _solutions(columns["answer"], widths) if "answer" in columns else None
    techniques = _techniques(columns["techniques"]) if "techniques" in columns else None
    notes = {name: _numbers(columns[name], kind) for name, kind in _NUMBERS.items() if name in columns}
    if "grade" in columns:
        notes["grade"] = _mapped(columns["grade"], str)
    return trusted_puzzles(
        rows=_tuples(_numbers(columns["rows"].flatten()), columns["rows"]),
        cols=_tuples(_numbers(columns["cols"].flatten()), columns["cols"]),
        fleets=fleets,
        givens=_tuples(givens_of(columns["givens"]), columns["givens"]),
        provenance=provenances(len(batch), {**notes, "solution": solutions, "techniques": techniques}),
        ids=_texts(columns["id"]) if "id" in columns else [None] * len(batch),
        sources=_mapped(columns["source"], str) if "source" in columns else [None] * len(batch),
    )


def _is_in_bounds(batch: Any) -> bool:
    """Whether no side and no tally is larger than allowed, and the givens of each puzzle are in order."""
    import pyarrow as pa
    import pyarrow.compute as pc  # type: ignore[import-untyped]  # it ships no types

    for name in ("rows", "cols"):
        lines = batch.column(name)
        if pc.max(lines.value_lengths()).as_py() > MAX_SIDE:
            return False
        if pc.any(pc.greater(lines.flatten(), MAX_NUMBER)).as_py():
            return False
    givens = batch.column("givens")
    rows, cols, _ = givens.flatten().flatten()
    owners = givens.value_parent_indices()
    at = pc.add(pc.multiply(rows.cast(pa.int32()), MAX_SIDE), cols.cast(pa.int32()))
    later = pc.or_(
        pc.greater(at.slice(1), at.slice(0, max(0, len(at) - 1))),
        pc.not_equal(owners.slice(1), owners.slice(0, max(0, len(at) - 1))),
    )
    return pc.all(later).as_py() is not False


def _tuples(values: Sequence[Any], column: Any) -> list[tuple[Any, ...]]:
    """The values of a column of lists, in a tuple for each list."""
    lengths = _numbers(column.value_lengths(), "i")
    length = lengths[0]
    if length and lengths.count(length) == len(lengths):
        return [*zip(*[iter(values)] * length, strict=True)]
    flat = tuple(values)
    return [flat[start:end] for start, end in pairwise(accumulate(lengths, initial=0))]


def _mapped(column: Any, function: Callable[[str], Any]) -> list[Any]:
    """The values of a function of texts, called once for each different one."""
    coded = column.dictionary_encode()
    found = [function(text) for text in coded.dictionary.to_pylist()]
    if not column.null_count:
        return [*map(found.__getitem__, _numbers(coded.indices, "i"))]
    return [None if at is None else found[at] for at in coded.indices.to_pylist()]


def _techniques(column: Any) -> list[tuple[str, ...] | None]:
    """The entries of a column of techniques."""
    entries = _tuples(_mapped(column.flatten(), str), column.fill_null([]))
    if not column.null_count:
        return [*entries]
    valid = column.is_valid().to_pylist()
    return [entry if is_there else None for entry, is_there in zip(entries, valid, strict=True)]


def _solutions(answers: Any, widths: Sequence[int]) -> list[dict[str, list[str]] | None]:
    """The recorded solutions: those of boards of one size, cut from one text."""
    texts = _texts(answers)
    plain = [text for text in texts if text]
    sizes = {*map(len, plain)}
    if len(plain) == len(texts) and len(sizes) == 1 == len({*widths}) and sizes.pop() % widths[0] == 0:
        width, height = widths[0], len(plain[0]) // widths[0]
        cut = _split("".join(plain), width)
        return [{"board": cut[at : at + height]} for at in range(0, len(cut), height)]
    return [
        None if text is None else {"board": _split(text, width)}
        for text, width in zip(texts, widths, strict=True)
    ]


def plain_groups(
    path: str | PathLike[str], size: int = ROWS_AT_ONCE, columns: Sequence[str] | None = None
) -> Iterator[Any]:
    """Groups of `size` rows of a table of plain puzzles, as record batches of Arrow, of all columns or those
    of these that there are; `None` for a group of other puzzles, or with squares off the grid. Raises as
    `read_table`."""
    _, pq = pyarrow()
    with _table_errors(path):
        table = pq.ParquetFile(path)
        names = columns and [name for name in columns if name in table.schema_arrow.names]
        for batch in table.iter_batches(size, columns=names):
            yield batch if _is_plain(batch) and _is_on_grid(batch) else None


def _is_on_grid(batch: Any) -> bool:
    """Whether tallies are counts, and all givens are parts of puzzles on squares of their grids."""
    import pyarrow.compute as pc

    givens = batch.column("givens")
    rows, cols, kinds = givens.flatten().flatten()
    owners = givens.value_parent_indices()
    for squares, lines in ((rows, batch.column("rows")), (cols, batch.column("cols"))):
        sizes = lines.value_lengths()
        on_grid = pc.and_(pc.greater_equal(squares, 0), pc.less(squares, sizes.take(owners)))
        is_negative = pc.any(pc.less(lines.flatten(), 0)).as_py()
        if not pc.min(sizes).as_py() or is_negative or squares.null_count:
            return False
        if pc.all(on_grid).as_py() is False:
            return False
    return {*kinds.unique().to_pylist()} <= {*_KINDS}


def bytes_of_tallies(array: Any) -> bytes | None:
    """The tallies as bytes, 255 for nulls; `None` if there are others than 0 to 254."""
    pa, _ = pyarrow()
    try:
        narrow = array.cast(pa.uint8())
    except pa.ArrowInvalid:
        return None
    if not narrow.null_count and _BYTE_MISSING in memoryview(narrow.buffers()[1]):
        return None
    filled = narrow.fill_null(_BYTE_MISSING)
    return bytes(memoryview(filled.buffers()[1])[filled.offset : filled.offset + len(filled)])


_BYTE_MISSING: Final = 255


def _is_plain(batch: Any) -> bool:
    """Whether the columns have the types of this module, and no puzzle has letters or polyomino ships."""
    types = {field.name: str(field.type) for field in batch.schema}
    return (
        all(types.get(name) == kind for name, kind in _PLAIN_TYPES.items())
        and not any(batch.column(name).null_count < len(batch) for name in _UNUSUAL if name in types)
        and not any(batch.column(name).null_count for name in _PLAIN_TYPES)
    )


def givens_of(column: Any) -> list[Given]:
    """The givens of a column, one after the other."""
    rows, cols, kinds = column.flatten().flatten()
    return [*map(given_at, _numbers(rows), _numbers(cols), _mapped(kinds, str))]


def _numbers(array: Any, kind: _Kind = "h") -> list[Any]:
    """The numbers of an array, of a `kind` as in `struct`: from its memory, unless there are nulls."""
    if array.null_count or not len(array):
        return list(array.to_pylist())
    memory: memoryview[Any] = memoryview(array.buffers()[1]).cast(kind)
    return memory[array.offset : array.offset + len(array)].tolist()


def _texts(column: Any) -> list[str | None]:
    """The texts of a column: cut from one, unless there are nulls, or letters of more than a byte."""
    if column.null_count or not len(column):
        return list(column.to_pylist())
    _, ends, data = column.buffers()
    places = memoryview(ends).cast("i")[column.offset : column.offset + len(column) + 1].tolist()
    first = places[0]
    whole = bytes(memoryview(data)[first : places[-1]]) if data else b""
    if not whole.isascii():
        return list(column.to_pylist())
    text = whole.decode("ascii")
    return [text[start - first : end - first] for start, end in pairwise(places)]


def number_of_rows(path: str | PathLike[str]) -> int | None:
    """The number of rows of a table; `None` for anything that is not one."""
    pa, pq = pyarrow()
    try:
        return int(pq.ParquetFile(path).metadata.num_rows)
    except pa.ArrowException:
        return None


def _puzzle_of(row: Mapping[str, Any]) -> Puzzle:
    """The puzzle of a row. Raises `InvalidTextError`."""
    try:
        if row.get("json") is not None:
            return next(format_named("json").read(iter([row["json"]])))
        return puzzle_of_columns(row)
    except (InvalidPuzzleError, KeyError, TypeError, ValueError) as error:
        raise InvalidTextError([TextFault(None, f"a row of the table is no puzzle: {error}")]) from None


def puzzle_of_columns(row: Mapping[str, Any]) -> Puzzle:
    """The puzzle that the columns of a row hold. Raises `InvalidPuzzleError`, `KeyError`, `TypeError` and
    `ValueError` for anything else."""
    notes = {name: row[name] for name in NOTES if row.get(name) is not None}
    edges = row.get("edges") or {}
    if row.get("answer") is not None:
        notes["solution"] = {
            key: _split(row[name], row["width"])
            for key, name in (("board", "answer"), ("letters", "letters"))
            if row.get(name) is not None
        }
    return Puzzle(
        row["rows"],
        row["cols"],
        Fleet.parse(row["fleet"]),
        [(given["row"], given["col"], given["kind"]) for given in row["givens"]],
        words=row.get("words") or (),
        shapes=[shape.split("/") for shape in row.get("shapes") or ()],
        edges={
            side: [None if letter == " " else letter for letter in line]
            for side, line in edges.items()
            if line
        }
        or None,
        id=row.get("id"),
        source=row.get("source"),
        extra=notes,
    )


def _split(squares: str, width: int) -> list[str]:
    return [squares[at : at + width] for at in range(0, len(squares), width)]
