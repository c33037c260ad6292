"""`bimaru count`: the exact number of boards."""

from __future__ import annotations

import json
from functools import partial

import click

from bimaru import solving
from bimaru.cli import options
from bimaru.cli.batch import InputPuzzle, answer_writer, puzzle_batch, puzzle_work, read_puzzles
from bimaru.cli.exit_codes import Exit
from bimaru.cli.output import open_output
from bimaru.cli.workers import Workers, shared_work


@click.command()
@options.paths
@options.engine
@options.solver
@options.time_limit
@shared_work
@options.as_json
@options.output
def count(
    paths: tuple[str, ...],
    engine: str,
    solver: str | None,
    time_limit: float | None,
    workers: Workers,
    as_json: bool,
    target: str | None,
) -> Exit:
    """Count the solutions of puzzles exactly.

    \b
    With --json, one object per puzzle:
      {"id", "n_solutions", "complete"}
    If "complete" is false, the time limit was reached, and the number is a
    lower bound.

    \b
    Example:
      bimaru count puzzle.txt
      bimaru count --json --time-limit 10 puzzles.jsonl
    """
    chosen = options.engine_of(engine, solver)
    work = puzzle_work(partial(solving.count, engine=chosen, time_limit=time_limit))
    with open_output(target, ".json" if as_json else ".txt") as output:
        write = answer_writer(output, _as_json if as_json else _as_text, _exit_code)
        return puzzle_batch().run(read_puzzles(paths), work, write, workers.map)


def _exit_code(number: solving.Count) -> Exit:
    if not number.complete:
        return Exit.UNDECIDED
    return Exit.DONE if number else Exit.FAILED


def _as_json(item: InputPuzzle, number: solving.Count) -> str:
    return json.dumps({"id": item.puzzle.id} | number.to_data()) + "\n"


def _as_text(item: InputPuzzle, number: solving.Count) -> str:
    bound = "" if number.complete else "at least "
    return f"{item.label}{bound}{number} solution{'' if number == 1 else 's'}\n"
