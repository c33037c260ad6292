"""Tables of solved puzzles: from a table in Parquet to another, without an object for each puzzle."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from bimaru.cli.exit_codes import Exit, worst
from bimaru.cli.output import open_file
from bimaru.cli.output_protocol import NoOutput
from bimaru.cli.progress import progress_line
from bimaru.cli.workers import in_processes

if TYPE_CHECKING:
    from bimaru.batches import Solved

_CODES = {"none": Exit.FAILED, "unknown": Exit.UNDECIDED}


def solve_tables(paths: Sequence[str], target: str, workers: int = 1) -> Exit:
    """Solve the puzzles of tables, by this number of processes, and write one with the columns `id`, `status`
    and `answer`, the squares of the first solution, row after row.

    Returns the exit code of all puzzles. Raises what `read_batches` raises."""
    from bimaru.batches import Batch, read_batches
    from bimaru.formats.tables import pyarrow

    pa, parquet = pyarrow()
    schema = pa.schema({"id": pa.string(), "status": pa.string(), "answer": pa.string()})
    code = Exit.DONE
    with (
        open_file(target) as stream,
        parquet.ParquetWriter(stream.binary, schema, compression="zstd") as writer,
        progress_line(NoOutput()) as line,
    ):
        batches = chain.from_iterable(map(read_batches, paths))
        for solved in in_processes(workers)(Batch.solve, batches):
            statuses = solved.statuses
            code = worst(code, *(_CODES[status] for status in {*statuses} & _CODES.keys()))
            writer.write_table(pa.table([_ids(pa, solved), statuses, _answers(pa, solved)], schema=schema))
            for _ in statuses:
                line.put(None, "")
    return code


def _ids(pa: Any, solved: Solved) -> Any:
    ids = solved.batch.ids or [None] * len(solved)
    return pa.array([None if name is None else str(name) for name in ids], pa.string())


def _answers(pa: Any, solved: Solved) -> Any:
    """The boards as text; null where there is none."""
    squares = solved.batch.height * solved.batch.width
    ends = array("i", range(0, squares * len(solved) + 1, squares))
    text = pa.StringArray.from_buffers(len(solved), pa.py_buffer(ends), pa.py_buffer(solved.boards))
    if 0 not in solved.numbers and 255 not in solved.numbers:
        return text
    pairs = zip(text.to_pylist(), solved.numbers, strict=True)
    return pa.array([answer if 0 < number < 255 else None for answer, number in pairs], pa.string())
