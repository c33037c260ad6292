"""`bimaru minimise`: puzzles without superfluous clues."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, TypeAlias

import click

from bimaru.cli import options
from bimaru.cli.batch import InputPuzzle, puzzle_batch, puzzle_work, single_puzzle
from bimaru.cli.command import command
from bimaru.cli.declarations import flag, group, option
from bimaru.cli.exit_codes import Exit
from bimaru.cli.output import is_directory, open_output
from bimaru.cli.workers import Workers, shared_work
from bimaru.errors import OutOfTimeError
from bimaru.formats import format_named
from bimaru.generation.clue_masks import GROUPS
from bimaru.generation.minimisation import DEFAULT_EFFORT, DEFAULT_ORDER, Minimisation, minimisation
from bimaru.puzzle import Puzzle
from bimaru.solving import NotUniqueError

_Outcome: TypeAlias = Minimisation | NotUniqueError | OutOfTimeError


def _kinds_in(text: str) -> tuple[str, ...]:
    names = tuple(filter(None, text.replace(",", " ").split()))
    for name in names:
        if name not in GROUPS:
            raise ValueError(f"{name!r} is not one of {', '.join(GROUPS)}")
    return names


@command()
def minimise(
    paths: tuple[str, ...] = options.paths,
    settings: Mapping[str, Any] = group(
        dict,
        drop=option(
            "--drop KIND,...",
            f"Kinds of clues to drop, in this order: {', '.join(GROUPS)}. All others are kept.",
            parse=_kinds_in,
            shown_default=",".join(DEFAULT_ORDER),
        ),
        weaken=flag("--weaken", "Replace given parts by plain ship squares where possible."),
        smallest=flag("--smallest", "Search for the smallest number of clues."),
        effort=options.number(
            "--effort N", "Spend at most N steps on --smallest.", least=0, default=DEFAULT_EFFORT
        ),
        seed=option("--seed N", "Random seed; another seed keeps other clues.", type=int, default=0),
        time_limit=options.time_limit,
    ),
    workers: Workers = shared_work,
    name: str = options.output_format("text"),
    as_json: bool = flag("--json", "The same as --to json."),
    target: str | None = options.output,
) -> Exit:
    """Drop clues while the solution stays unique.

    By default, givens are dropped first, then letters at the edges, then tallies. Each remaining
    clue is needed: without it there would be another solution. Another selection may still have
    fewer clues; --smallest searches for the smallest number and reports on standard error whether it
    is proved.

    A puzzle with several solutions or none is written unchanged, with a note on standard error.

    \b
    With --json, one object per puzzle, with an additional key:
      "minimised": {"clues", "before", "irreducible", "smallest", "at_least"}
    The last two are null without --smallest.

    \b
    Example:
      bimaru minimise puzzle.txt
      bimaru minimise --drop givens --smallest --json puzzle.txt
    """
    chosen = format_named("json" if as_json else name)
    batch = puzzle_batch(paths)
    if not (chosen.many or is_directory(target)):
        batch.items = single_puzzle(batch.items, chosen.name)
    search = partial(minimisation, **settings)
    work = puzzle_work(partial(_minimise, search, chosen.name))
    with open_output(target, chosen.suffix, separator=chosen.separator) as output:

        def write(item: InputPuzzle, answer: tuple[str, _Outcome]) -> Exit:
            text, outcome = answer
            output.put(item.puzzle.id, text)
            if note := _note(outcome):
                click.echo(item.label + note, err=True)
            return _exit_code(outcome)

        return batch.run(work, write, workers.map)


def _minimise(search: partial[Minimisation], name: str, puzzle: Puzzle) -> tuple[str, _Outcome]:
    """The minimised puzzle, or the same one if it is not unique, in the format `name`; and the outcome.

    Runs in this process or a worker. Raises `CannotWriteError`."""
    outcome: _Outcome
    try:
        outcome = search(puzzle)
        puzzle, summary = outcome.puzzle, outcome.to_data()
    except (NotUniqueError, OutOfTimeError) as error:
        outcome, summary = error, None
    return format_named(name).write(puzzle.replace(extra={**puzzle.extra, "minimised": summary})), outcome


def _note(outcome: _Outcome) -> str:
    """The note to print with a puzzle: why it is unchanged or, with --smallest, how few clues it can have."""
    if isinstance(outcome, NotUniqueError):
        return f"unchanged: {outcome.reason}"
    if isinstance(outcome, OutOfTimeError):
        return f"unchanged: {outcome}"
    if not outcome.complete:
        return f"{outcome.clues} clues when the time limit was reached; not all may be needed"
    if outcome.at_least is None:
        return ""
    if outcome.smallest:
        return f"{outcome.clues} clues, proved to be the smallest number"
    return (
        f"{outcome.clues} clues, not proved to be the smallest number; at least {outcome.at_least} are needed"
    )


def _exit_code(outcome: _Outcome) -> Exit:
    if isinstance(outcome, OutOfTimeError):
        return Exit.UNDECIDED
    if isinstance(outcome, NotUniqueError):
        return Exit.DONE if outcome.status == "multiple" else Exit.FAILED
    return Exit.DONE if outcome.complete else Exit.UNDECIDED
