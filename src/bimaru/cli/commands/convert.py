"""`bimaru convert`: puzzles from any format to another."""

from __future__ import annotations

import click

from bimaru.cli import options
from bimaru.cli.batch import asked, batch_of_puzzles, of_puzzle, only_one, writing
from bimaru.cli.main_group import Exit
from bimaru.cli.output import Parted, is_directory, opened
from bimaru.formats import REGISTRY, format_named


@click.command()
@options.paths
@click.option(
    "--to",
    "name",
    type=click.Choice(list(REGISTRY)),
    metavar="FORMAT",
    required=True,
    help=f"The format to write: {', '.join(REGISTRY)}.",
)
@options.output
def convert(paths: tuple[str, ...], name: str, target: str | None) -> Exit:
    """Write puzzles in another format.

    bimaru formats lists them all. What they are in now is found out. Many puzzles go into one file
    where the format can hold them; where it holds one, and wherever -o names a directory, each gets
    a file of its own there, named by its id.

    \b
    Example:
      bimaru convert puzzle.txt --to puzzlink
      bimaru convert puzzles.jsonl --to minizinc -o data/
    """
    chosen = format_named(name)
    puzzles = asked(paths)
    if not (chosen.many or is_directory(target)):
        puzzles = only_one(puzzles, chosen.name)
    separator = "" if is_directory(target) else chosen.separator or ""
    with opened(target, chosen.suffix) as output:
        parted = Parted(output, separator)
        return batch_of_puzzles().tell_each(puzzles, of_puzzle(chosen.write), writing(parted))
