"""`bimaru export`: puzzles as a table."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import click

from bimaru.cli import options
from bimaru.cli.batch import asked, batch_of_puzzles, of_puzzle
from bimaru.cli.counted_items import passing
from bimaru.cli.main_group import Exit
from bimaru.cli.output import blamed_on
from bimaru.export import table_row, write_rows


@click.command()
@options.paths
@click.option(
    "-o",
    "--output",
    "target",
    type=click.Path(dir_okay=False, allow_dash=True),
    metavar="FILE",
    required=True,
    help="Write to FILE.",
)
def export(paths: tuple[str, ...], target: str) -> Exit:
    """Write puzzles as a table in Apache Parquet, a row each.

    The columns are id, source, seed, height, width, fleet, rows, cols, givens, grade, score,
    solution and json, which is all of the puzzle; what a puzzle does not tell is null.

    \b
    Example:
      bimaru export puzzles.jsonl -o puzzles.parquet
    """
    batch = batch_of_puzzles()
    with _written(target) as file, passing(batch.answers(asked(paths), of_puzzle(table_row))) as answers:
        write_rows((row for _, row in answers), file)
        return batch.end()


@contextmanager
def _written(target: str) -> Iterator[BinaryIO]:
    """The bytes of a file that appears when all is written."""
    if target == "-":
        yield sys.stdout.buffer
        return
    from bimaru.cli import files

    with files.file(Path(target).resolve()) as stream, blamed_on(target):
        yield stream.buffer
