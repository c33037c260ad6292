"""`bimaru convert`: puzzles in another format."""

from __future__ import annotations

from functools import partial

from bimaru.cli import options
from bimaru.cli.batch import answer_writer, puzzle_batch, puzzle_work, single_puzzle
from bimaru.cli.command import command
from bimaru.cli.commands.export import table_rows, until_failure, write_table
from bimaru.cli.error_reports import BadInputError
from bimaru.cli.exit_codes import Exit
from bimaru.cli.file_endings import no_format
from bimaru.cli.output import is_directory, open_output
from bimaru.cli.workers import Workers, shared_work
from bimaru.formats import REGISTRY, format_named
from bimaru.puzzle import Puzzle


@command()
def convert(
    paths: tuple[str, ...] = options.paths,
    name: str | None = options.output_format(
        None,
        f"Format to write: {', '.join(REGISTRY)}; or parquet, a table. The ending of FILE may imply it.",
        with_tables=True,
    ),
    workers: Workers = shared_work,
    target: str | None = options.output,
) -> Exit:
    """Convert puzzles to another format.

    bimaru formats lists the formats; that of the input is detected. Many puzzles go into one file
    if the format allows it; otherwise pass a directory to -o, in which each puzzle gets a file named after
    its id.

    \b
    Example:
      bimaru convert puzzle.txt --to puzzlink
      bimaru convert puzzle.txt -o puzzle.json
      bimaru convert puzzles.jsonl --to minizinc -o data/
    """
    if name is None:
        raise no_format("x.json")
    if name == options.PARQUET:
        return _convert_to_table(paths, target, workers)
    chosen = format_named(name)
    batch = puzzle_batch(paths)
    if not (chosen.many or is_directory(target)):
        batch.items = single_puzzle(batch.items, chosen.name)
    with open_output(target, chosen.suffix, separator=chosen.separator) as output:
        work = puzzle_work(partial(_convert, chosen.name))
        return batch.run(work, answer_writer(output), workers.map)


def _convert(name: str, puzzle: Puzzle) -> str:
    return format_named(name).write(puzzle)


def _convert_to_table(paths: tuple[str, ...], target: str | None, workers: Workers) -> Exit:
    if is_directory(target):
        raise BadInputError(
            "a table is one file: give -o FILE, or use bimaru export, which fills directories"
        )
    batch = puzzle_batch(paths)
    write_table(until_failure(table_rows(paths, batch, workers), batch), target or "-")
    return batch.end()
