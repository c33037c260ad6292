"""`bimaru model`: the formulations that engines hand to their solvers."""

from __future__ import annotations

from functools import partial

import click

from bimaru.cli import options
from bimaru.cli.batch import asked, batch_of_puzzles, of_puzzle, only_one, writing
from bimaru.cli.main_group import Exit
from bimaru.cli.output import is_directory, opened
from bimaru.study.models import WRITERS, model_text, models


@click.command()
@options.paths
@click.option(
    "--model",
    "name",
    type=click.Choice(models()),
    metavar="NAME",
    required=True,
    help=f"Whose model: {', '.join(models())}.",
)
@click.option(
    "--to",
    type=click.Choice(list(WRITERS)),
    metavar="FORMAT",
    required=True,
    help=f"The format to write: {', '.join(WRITERS)}.",
)
@options.output
def model(paths: tuple[str, ...], name: str, to: str, target: str | None) -> Exit:
    """Write the model of an engine for other solvers to read.

    Variables are named by what they mean: ship4_C5_right is a ship of four squares from C5 to
    the right. A MiniZinc file is a model with its data; cut before "% Data", it is two files.
    Where -o names a directory, each puzzle gets a file of its own there, named by its id.

    \b
    Example:
      bimaru model puzzle.txt --model mip-ship --to lp
      bimaru model puzzles.jsonl --model sat --to dimacs -o models/
    """
    puzzles = asked(paths)
    if not is_directory(target):
        puzzles = only_one(puzzles, to)
    with opened(target, WRITERS[to].suffix) as output:
        work = of_puzzle(partial(model_text, name, to=to))
        return batch_of_puzzles().tell_each(puzzles, work, writing(output))
