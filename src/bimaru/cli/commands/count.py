"""`bimaru count`: the exact number of boards."""

from __future__ import annotations

import json
from functools import partial

import click

from bimaru import solving
from bimaru.cli import options
from bimaru.cli.batch import Asked, asked, batch_of_puzzles, of_puzzle, writing
from bimaru.cli.main_group import Exit
from bimaru.cli.output import opened


@click.command()
@options.paths
@options.engine
@options.solver
@options.time_limit
@options.workers
@options.as_json
@options.output
def count(
    paths: tuple[str, ...],
    engine: str,
    solver: str | None,
    time_limit: float | None,
    workers: int,
    as_json: bool,
    target: str | None,
) -> Exit:
    """Count the solutions of puzzles, exactly.

    \b
    With --json, one object a puzzle:
      {"id", "n_solutions", "complete"}
    Where the time limit came first, "complete" is false: there are more, maybe.

    \b
    Example:
      bimaru count puzzle.txt
      bimaru count --json --time-limit 10 puzzles.jsonl
    """
    chosen = options.engine_of(engine, solver)
    work = of_puzzle(partial(solving.count, engine=chosen, time_limit=time_limit))
    with opened(target, ".json" if as_json else ".txt") as output:
        tell = writing(output, _as_json if as_json else _as_text, _exit_of)
        return batch_of_puzzles().tell_each(asked(paths), work, tell, workers)


def _exit_of(number: solving.Count) -> Exit:
    if not number.complete:
        return Exit.UNDECIDED
    return Exit.DONE if number else Exit.FAILED


def _as_json(one: Asked, number: solving.Count) -> str:
    return json.dumps({"id": one.puzzle.id} | number.to_data()) + "\n"


def _as_text(one: Asked, number: solving.Count) -> str:
    title = f"{one.title}: " if one.title else ""
    least = "" if number.complete else "at least "
    return f"{title}{least}{number} solution{'' if number == 1 else 's'}\n"
