"""`bimaru convert`: puzzles in another format."""

from __future__ import annotations

import click

from bimaru.cli import options
from bimaru.cli.batch import answer_writer, puzzle_batch, puzzle_work, read_puzzles, single_puzzle
from bimaru.cli.exit_codes import Exit
from bimaru.cli.output import Separated, is_directory, open_output
from bimaru.formats import REGISTRY, format_named


@click.command()
@options.paths
@click.option(
    "--to",
    "name",
    type=click.Choice(list(REGISTRY)),
    metavar="FORMAT",
    required=True,
    help=f"Format to write: {', '.join(REGISTRY)}.",
)
@options.output
def convert(paths: tuple[str, ...], name: str, target: str | None) -> Exit:
    """Convert puzzles to another format.

    bimaru formats lists the formats; that of the input is detected. Many puzzles go into one file
    if the format allows it; otherwise pass a directory to -o, in which each puzzle gets a file named after
    its id.

    \b
    Example:
      bimaru convert puzzle.txt --to puzzlink
      bimaru convert puzzles.jsonl --to minizinc -o data/
    """
    chosen = format_named(name)
    puzzles = read_puzzles(paths)
    if not (chosen.many or is_directory(target)):
        puzzles = single_puzzle(puzzles, chosen.name)
    separator = "" if is_directory(target) else chosen.separator or ""
    with open_output(target, chosen.suffix) as output:
        separated = Separated(output, separator)
        return puzzle_batch().run(puzzles, puzzle_work(chosen.write), answer_writer(separated))
