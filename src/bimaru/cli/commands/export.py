"""`bimaru export`: puzzles as a table."""

from __future__ import annotations

import gc
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

import click

from bimaru.atomic_files import write_errors
from bimaru.cli import options
from bimaru.cli.batch import Batch, InputPuzzle, puzzle_batch, puzzle_work, read_puzzles
from bimaru.cli.command import command
from bimaru.cli.declarations import flag, option
from bimaru.cli.error_reports import BadInputError
from bimaru.cli.exit_codes import Exit
from bimaru.cli.file_endings import SUFFIX
from bimaru.cli.output import Stream, is_directory, open_directory, open_file
from bimaru.cli.progress import counted_items
from bimaru.cli.tabulate import csv_of
from bimaru.cli.workers import Workers, shared_work
from bimaru.data_splits import Splits, answer_key, with_splits
from bimaru.export import plain_rows
from bimaru.formats.tables import Row, schema, table_row, write_rows
from bimaru.puzzle import Puzzle
from bimaru.puzzle_collections.integer_set import FingerprintSet
from bimaru.symmetry import fingerprint


class Selection(NamedTuple):
    """Which puzzles are exported, and into which splits."""

    paths: Sequence[str]
    splits: Splits | None = None
    distinct: str | None = None
    """`puzzle` or `answer`: what must be different."""
    not_in: Sequence[str] = ()
    """Paths of puzzles that the data set must not contain."""
    scratch: Path | None = None
    """Where fingerprints of more puzzles than fit in memory are kept meanwhile; see `FingerprintSet`."""
    apart: bool = True
    """Whether answers of different splits differ by more than one ship moved."""
    with_json: bool = False


@command()
def export(
    paths: tuple[str, ...] = options.paths,
    with_json: bool = flag("--with-json", "Add a column with each puzzle as JSON, all its notes included."),
    with_tensors: bool = flag(
        "--tensors", "Add the columns rows_tensor, cols_tensor, givens_tensor and answer_tensor, of bytes."
    ),
    splits: Splits | None = options.splits,
    apart: bool = options.apart,
    distinct: str | None = options.distinct,
    not_in: tuple[str, ...] = options.not_in,
    title: str = option("--title TEXT", "Title on the card of a data set.", default="Battleship puzzles"),
    workers: Workers = shared_work,
    licence: str | None = option("--licence NAME", "Licence on the card, by its SPDX name, as in CC0-1.0."),
    target: str = options.output_option(
        "Write to FILE; - is standard output. If it ends with / or is a directory, or has no ending beside "
        "--splits, a data set with a card.",
        required=True,
    ),
) -> Exit:
    """Export puzzles as a table, Apache Parquet or CSV.

    The columns are id, source, seed, height, width, fleet, rows, cols, givens, words, shapes,
    edges, grade, score, techniques, n_steps, grader, answer and letters; missing values are null. Every
    column has one type; in CSV, lists are JSON.

    A directory gets a folder for each of the --splits, or one file for all puzzles, and a card, README.md,
    with the recipe, counts and histograms. A file gets a column "split". The split of a puzzle
    depends on its answer only: all its turns, and other puzzles with that answer, are in the same.
    Then the rows are in the order of the splits.

    \b
    Example:
      bimaru export puzzles.jsonl -o puzzles.parquet
      bimaru export --distinct puzzle --licence CC0-1.0 puzzles.jsonl -o data-set/
    """
    if splits is not None and target != "-" and not (Path(target).suffix or Path(target).exists()):
        target = f"{target.rstrip('/')}/"
    scratch = None if target == "-" else Path(target)
    selection = Selection(paths, splits, distinct, not_in, scratch, apart, with_json)
    batch = puzzle_batch(paths)
    rows = until_failure(_selected(selection, batch, workers), batch)
    if splits is not None and apart:
        rows = _apart(rows, splits, selection.scratch)
    if with_tensors and target.lower().endswith(".csv"):
        raise click.UsageError("--tensors is for Parquet")
    with _no_garbage_collection():
        rows, size = _of_one_size(rows) if with_tensors else (rows, None)
        if is_directory(target):
            _write_directory(rows, Path(target), selection, title, licence, size)
        else:
            write_table(rows, target, with_json=with_json, with_split=splits is not None, tensors=size)
    return batch.end()


def _apart(rows: Iterable[Row], splits: Splits, scratch: Path | None) -> Iterator[Row]:
    """The rows whose answers are not near those of an earlier split; the number of others is reported."""
    from bimaru.data_set import apart

    left_out: Counter[str | None] = Counter()
    yield from apart(rows, splits.names, scratch, lambda row: left_out.update([row.split]))
    if left_out:
        counts = ", ".join(f"{count:,} of {name}" for name, count in left_out.items())
        click.echo(
            f"Left out, one moved ship from an earlier split: {counts} (--no-apart keeps them)", err=True
        )


def _of_one_size(rows: Iterator[Row]) -> tuple[Iterator[Row], tuple[int, int] | None]:
    """The rows, and the height and width of the first, if there is one. Rows of other sizes, or with letters
    or polyomino ships, raise `BadInputError` in their turn."""
    first = [*islice(rows, 1)]
    size = (len(first[0].rows), len(first[0].cols)) if first else None
    return (_with_size(row, size) for row in chain(first, rows)), size


def _with_size(row: Row, size: tuple[int, int] | None) -> Row:
    if (len(row.rows), len(row.cols)) != size or row.words or row.shapes:
        raise BadInputError("--tensors: the puzzles have one size, and straight ships without letters")
    return row


def until_failure(rows: Iterable[Row], batch: Batch[InputPuzzle]) -> Iterator[Row]:
    """The rows; raises `ReportedExit` at their end if a puzzle has failed, so that no file is left."""
    yield from rows
    batch.end()


@contextmanager
def _no_garbage_collection() -> Iterator[None]:
    """A context without the search for cycles, which rows do not have; it takes a quarter of the time."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def write_table(
    rows: Iterable[Row],
    target: str,
    *,
    with_json: bool = False,
    with_split: bool = False,
    tensors: tuple[int, int] | None = None,
) -> None:
    """Write rows to a file or to standard output, as CSV there if another command was given `--to csv`."""
    is_csv = target.lower().endswith(".csv") or click.get_current_context().meta.get(SUFFIX) == ".csv"
    columns = None if is_csv else schema(json=with_json, split=with_split, tensors=tensors)
    is_piped = target == "-"
    name = "standard output" if is_piped else target
    opened = nullcontext(Stream(sys.stdout, name)) if is_piped else open_file(target)
    with opened as stream, write_errors(name), counted_items(iter(rows)) as counted:
        if is_csv:
            _write_csv(counted, stream, with_json=with_json, with_split=with_split)
        else:
            write_rows(counted, stream.binary, columns)


def _write_csv(rows: Iterable[Row], stream: Stream, *, with_json: bool, with_split: bool) -> None:
    """Write the columns as CSV; lists and the like as JSON."""
    left_out = {name for name, wanted in (("json", with_json), ("split", with_split)) if not wanted}
    names = [name for name in Row._fields if name not in left_out]
    at = names.index("fleet")  # before which tables in Parquet have the sides
    records = ({"height": len(row.rows), "width": len(row.cols)} | row._asdict() for row in rows)
    for text in csv_of([*names[:at], "height", "width", *names[at:]], records):
        stream.put(None, text)


def _write_directory(
    rows: Iterable[Row], directory: Path, selection: Selection, title: str, licence: str | None,
    tensors: tuple[int, int] | None,
) -> None:  # fmt: skip
    from bimaru import __version__
    from bimaru.data_set import Description, write_data_set

    manifests, splits = [*_manifests(selection.paths)], selection.splits
    apart, weights, has_tensors = selection.apart, str(splits or ""), tensors is not None
    description = Description(title, licence, manifests, __version__, apart, weights, has_tensors)
    names = splits.names if splits else ()
    with open_directory(str(directory)) as part, counted_items(iter(rows)) as counted:
        write_data_set(counted, part, names, description, with_json=selection.with_json, tensors=tensors)


def _manifests(paths: Iterable[str]) -> Iterator[dict[str, object]]:
    """The manifests of the collections among the paths."""
    from bimaru.puzzle_collections.records import CollectionMismatchError, read_manifest

    for path in paths:
        try:
            manifest = read_manifest(Path(path)) if Path(path).is_dir() else None
        except CollectionMismatchError:
            continue
        if isinstance(manifest, dict):
            yield manifest


def _selected(selection: Selection, batch: Batch[InputPuzzle], workers: Workers) -> Iterator[Row]:
    by = selection.distinct or ("puzzle" if selection.not_in else None)
    if by == "puzzle":
        work = puzzle_work(partial(_row_and_key, selection.with_json))
        keyed = batch.answers(work, workers.map)
        rows = _distinct((pair for _, pair in keyed), selection, fingerprint)
    else:
        rows = table_rows(selection.paths, batch, workers, with_json=selection.with_json)
    if by == "answer":
        keyed_rows = ((row, answer_key(row)) for row in rows)
        rows = _distinct(keyed_rows, selection, lambda puzzle: answer_key(table_row(puzzle)))
    return rows if selection.splits is None else with_splits(rows, selection.splits)


def _row_and_key(with_json: bool, puzzle: Puzzle) -> tuple[Row, int]:
    return table_row(puzzle, json=with_json), fingerprint(puzzle)


def _distinct(
    items: Iterable[tuple[Row, int]], selection: Selection, key: Callable[[Puzzle], int]
) -> Iterator[Row]:
    """The rows whose keys are new: not in other paths and, with `--distinct`, only once."""
    seen = FingerprintSet(selection.scratch)
    for item in read_puzzles(selection.not_in):
        seen.add(key(item.puzzle))
    is_new = seen.add if selection.distinct else lambda number: number not in seen
    return (row for row, number in items if is_new(number))


def table_rows(
    paths: Sequence[str], batch: Batch[InputPuzzle], workers: Workers, *, with_json: bool = False
) -> Iterator[Row]:
    """The rows of all puzzles; in this process, those of plain puzzles the fast way."""
    work = puzzle_work(partial(table_row, json=with_json))
    if not workers.are_one:
        yield from (row for _, row in batch.answers(work, workers.map))
        return
    for path in paths:
        done = 0 if path == "-" or with_json else (yield from plain_rows(path))
        if done is not None:
            batch.items = islice(read_puzzles([path], batch), done, None)
            yield from (row for _, row in batch.answers(work))
