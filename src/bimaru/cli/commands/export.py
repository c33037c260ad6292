"""`bimaru export`: puzzles as a table."""

from __future__ import annotations

import sys
from contextlib import nullcontext

import click

from bimaru.atomic_files import write_errors
from bimaru.cli import options
from bimaru.cli.batch import puzzle_batch, puzzle_work, read_puzzles
from bimaru.cli.exit_codes import Exit
from bimaru.cli.output import Stream, open_file
from bimaru.cli.progress import counted_items
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
    help="Write to FILE; - is standard output.",
)
def export(paths: tuple[str, ...], target: str) -> Exit:
    """Export puzzles as a table in Apache Parquet, one row each.

    The columns are id, source, seed, height, width, fleet, rows, cols, givens, grade, score,
    techniques, n_steps, solution and json, which holds the whole puzzle; missing values are null.

    \b
    Example:
      bimaru export puzzles.jsonl -o puzzles.parquet
    """
    batch = puzzle_batch()
    is_piped = target == "-"
    name = "standard output" if is_piped else target
    opened = nullcontext(Stream(sys.stdout, name)) if is_piped else open_file(target)
    rows = batch.answers(read_puzzles(paths), puzzle_work(table_row))
    with opened as stream, write_errors(name), counted_items(rows) as counted:
        write_rows((row for _, row in counted), stream.binary)
        return batch.end()
