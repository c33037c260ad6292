"""Exporting puzzles as a table in Apache Parquet, one row each, for pandas, Polars, DuckDB and others.

| column | type | what |
| --- | --- | --- |
| `id`, `source` | text | as in JSON |
| `seed` | 64-bit integer | the seed of `bimaru generate` |
| `height`, `width` | 16-bit integers | the grid |
| `fleet` | text | as in `4:1,3:2`, longest first, straight unlettered ships only |
| `rows`, `cols` | lists of 16-bit integers | the tallies; null where one is missing |
| `givens` | list of (`row`, `col`, `kind`) | the given squares |
| `grade`, `score` | text, double | from the puzzle's notes |
| `techniques`, `n_steps` | list of text, 64-bit integer | of the proof behind the grade |
| `solution` | list of text | the rows of the board, from the puzzle's notes |
| `json` | text | the whole puzzle |

Missing values are null.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import IO, Any, Final

from bimaru.errors import MissingExtraError
from bimaru.formats import write
from bimaru.puzzle import Puzzle

ROWS_AT_ONCE: Final = 10_000
"""Rows of a row group, which are in memory together."""
_SMALLEST, _LARGEST = -(2**63), 2**63 - 1


def write_table(puzzles: Iterable[Puzzle], file: IO[bytes]) -> None:
    """Write a stream of puzzles, group by group. Raises `MissingExtraError`, and what `puzzles` does."""
    write_rows(map(table_row, puzzles), file)


def write_rows(rows: Iterable[Mapping[str, object]], file: IO[bytes]) -> None:
    """Write the rows that `table_row` makes of puzzles. Raises as `write_table`."""
    try:
        import pyarrow as pa  # type: ignore[import-untyped]  # it ships no types
        import pyarrow.parquet as pq  # type: ignore[import-untyped]
    except ImportError:
        raise MissingExtraError("a table in Parquet", "parquet") from None
    schema = _schema(pa)
    with pq.ParquetWriter(file, schema, compression="zstd") as writer:
        for group in _groups(iter(rows)):
            writer.write_table(pa.Table.from_pylist(group, schema))


def _schema(pa: Any) -> Any:
    numbers = pa.list_(pa.int16())
    given = pa.struct({"row": pa.int16(), "col": pa.int16(), "kind": pa.string()})
    return pa.schema(
        {
            "id": pa.string(),
            "source": pa.string(),
            "seed": pa.int64(),
            "height": pa.int16(),
            "width": pa.int16(),
            "fleet": pa.string(),
            "rows": numbers,
            "cols": numbers,
            "givens": pa.list_(given),
            "grade": pa.string(),
            "score": pa.float64(),
            "techniques": pa.list_(pa.string()),
            "n_steps": pa.int64(),
            "solution": pa.list_(pa.string()),
            "json": pa.string(),
        }
    )


def table_row(puzzle: Puzzle) -> dict[str, object]:
    """The row of a puzzle, by column."""
    known = puzzle.provenance
    return {
        "id": None if puzzle.id is None else str(puzzle.id),
        "source": puzzle.source,
        "seed": _integer(known.seed),
        "height": puzzle.height,
        "width": puzzle.width,
        "fleet": str(puzzle.fleet),
        "rows": puzzle.rows,
        "cols": puzzle.cols,
        "givens": [given._asdict() for given in puzzle.givens],
        "grade": known.grade,
        "score": None if known.score is None else float(known.score),
        "techniques": known.techniques,
        "n_steps": _integer(known.n_steps),
        "solution": _board(known.solution),
        "json": write(puzzle, "json").rstrip("\n"),
    }


def _integer(value: int | None) -> int | None:
    return value if value is not None and _SMALLEST <= value <= _LARGEST else None


def _board(solution: object) -> list[str] | None:
    """The rows of a board, if in the form that `generate` writes."""
    rows = solution.get("board") if isinstance(solution, Mapping) else None
    return rows if isinstance(rows, list) and all(isinstance(row, str) for row in rows) else None


def _groups(rows: Iterator[Mapping[str, object]]) -> Iterator[list[Mapping[str, object]]]:
    while group := list(islice(rows, ROWS_AT_ONCE)):
        yield group
