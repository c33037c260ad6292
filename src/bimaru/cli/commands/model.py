"""`bimaru model`: the formulations that engines pass to their solvers."""

from __future__ import annotations

from functools import partial

import click

from bimaru.cli import options
from bimaru.cli.batch import answer_writer, puzzle_batch, puzzle_work, read_puzzles, single_puzzle
from bimaru.cli.exit_codes import Exit
from bimaru.cli.output import is_directory, open_output
from bimaru.study.models import WRITERS, model_text, models


@click.command()
@options.paths
@click.option(
    "--model",
    "name",
    type=click.Choice(models()),
    metavar="NAME",
    required=True,
    help=f"Engine whose model to write: {', '.join(models())}.",
)
@click.option(
    "--to",
    type=click.Choice(list(WRITERS)),
    metavar="FORMAT",
    required=True,
    help=f"Format to write: {', '.join(WRITERS)}.",
)
@options.output
def model(paths: tuple[str, ...], name: str, to: str, target: str | None) -> Exit:
    """Write the model of an engine as a file for other solvers.

    Variables are named by their meaning: ship4_C5_right is a ship of four squares from C5 to
    the right. A MiniZinc file holds a model and its data, which can be separated before the
    line "% Data". If -o names a directory, each puzzle gets a file in it, named by its id.

    \b
    Example:
      bimaru model puzzle.txt --model mip-ship --to lp
      bimaru model puzzles.jsonl --model sat --to dimacs -o models/
    """
    puzzles = read_puzzles(paths)
    if not is_directory(target):
        puzzles = single_puzzle(puzzles, to)
    with open_output(target, WRITERS[to].suffix) as output:
        work = puzzle_work(partial(model_text, name, to=to))
        return puzzle_batch().run(puzzles, work, answer_writer(output))
