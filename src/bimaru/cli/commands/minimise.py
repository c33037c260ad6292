"""`bimaru minimise`: fewer clues."""

from __future__ import annotations

import sys
from functools import partial
from typing import TypeAlias

import click

from bimaru.cli import options
from bimaru.cli.batch import Asked, asked, batch_of_puzzles, of_puzzle, only_one
from bimaru.cli.main_group import Exit
from bimaru.cli.output import Parted, is_directory, opened
from bimaru.errors import OutOfTimeError
from bimaru.formats import format_named
from bimaru.generation.clues import GROUPS
from bimaru.generation.minimisation import EFFORT, ORDER, Minimisation, minimisation
from bimaru.puzzle import Puzzle
from bimaru.solving import NotUniqueError


def _order(ctx: click.Context, param: click.Parameter, value: str) -> tuple[str, ...]:
    names = tuple(filter(None, value.replace(",", " ").split()))
    for name in names:
        if name not in GROUPS:
            raise click.BadParameter(f"{name!r} is not one of {', '.join(GROUPS)}.", ctx, param)
    return names


_Answer: TypeAlias = Minimisation | NotUniqueError | OutOfTimeError


@click.command()
@options.paths
@click.option(
    "--drop",
    callback=_order,
    default=",".join(ORDER),
    show_default=True,
    metavar="KIND,...",
    help=f"What may be dropped, first what is named first: {', '.join(GROUPS)}. All else is kept.",
)
@click.option("--weaken", is_flag=True, help="Tell parts only as ship where that is enough.")
@click.option("--smallest", is_flag=True, help="Look for the smallest number of clues.")
@click.option(
    "--effort",
    type=options.number(0),
    default=EFFORT,
    show_default=True,
    metavar="N",
    help="Spend N steps on that at most.",
)
@click.option("--seed", type=int, default=0, metavar="N", help="Another number, another choice.")
@options.time_limit
@options.workers
@options.written_as("text")
@click.option("--json", "as_json", is_flag=True, help="The same as --to json.")
@options.output
def minimise(
    paths: tuple[str, ...],
    drop: tuple[str, ...],
    weaken: bool,
    smallest: bool,
    effort: int,
    seed: int,
    time_limit: float | None,
    workers: int,
    name: str,
    as_json: bool,
    target: str | None,
) -> Exit:
    """Drop the clues that can be spared.

    The solution stays the only one. Usually givens go first, then letters at the edges, then tallies.
    Each clue that is left is needed: without it there would be another solution. Another choice may
    still have fewer clues; --smallest looks for the smallest number, and tells whether it is proved.

    A puzzle with several solutions, or none, is written as it is, with a remark on standard error.

    \b
    With --json, one object a puzzle, with all that it asks and besides
      "minimised": {"clues", "before", "irreducible", "smallest", "at_least"}
    The last two are null without --smallest.

    \b
    Example:
      bimaru minimise puzzle.txt
      bimaru minimise --drop givens --smallest --json puzzle.txt
    """
    chosen = format_named("json" if as_json else name)
    puzzles = asked(paths)
    if not (chosen.many or is_directory(target)):
        puzzles = only_one(puzzles, chosen.name)
    separator = "" if is_directory(target) else chosen.separator or ""
    one_by_one = partial(
        minimisation,
        drop=drop,
        weaken=weaken,
        smallest=smallest,
        seed=seed,
        effort=effort,
        time_limit=time_limit,
    )
    work = of_puzzle(partial(_done, one_by_one, chosen.name))
    with opened(target, chosen.suffix) as output:
        parted = Parted(output, separator)

        def tell(one: Asked, done: tuple[str, _Answer]) -> Exit:
            text, answer = done
            parted.put(one.puzzle.id, text)
            if remark := _remark(one, answer):
                click.echo(remark, err=True)
            return _exit_of(answer)

        return batch_of_puzzles().tell_each(puzzles, work, tell, workers)


def _done(one_by_one: partial[Minimisation], name: str, puzzle: Puzzle) -> tuple[str, _Answer]:
    """The puzzle as it is to be written, here or in a worker, and what came of it. Raises
    `CannotWriteError`."""
    answer = _answer(puzzle, one_by_one)
    return format_named(name).write(_told(puzzle, answer)), answer


def _answer(puzzle: Puzzle, work: partial[Minimisation]) -> _Answer:
    try:
        return work(puzzle)
    except (NotUniqueError, OutOfTimeError) as reason:
        return reason


def _told(puzzle: Puzzle, answer: _Answer) -> Puzzle:
    """The puzzle to write, with what is known of its clues."""
    if not isinstance(answer, Minimisation):
        return puzzle.replace(extra={**puzzle.extra, "minimised": None})
    return answer.puzzle.replace(extra={**answer.puzzle.extra, "minimised": answer.to_data()})


def _remark(one: Asked, answer: _Answer) -> str:
    """What to say of a puzzle beside it: that it keeps its clues, and to people how few it can have."""
    title = f"{one.title}: " if one.title else ""
    if not isinstance(answer, Minimisation):
        reason = answer.reason if isinstance(answer, NotUniqueError) else answer
        return f"{title}nothing is dropped: {reason}"
    if not answer.complete:
        return f"{title}{answer.clues} clues when the time was up; some may be spared"
    if answer.at_least is None or not sys.stderr.isatty():
        return ""
    if answer.is_smallest:
        return f"{title}{answer.clues} clues, the smallest number, proved"
    return f"{title}{answer.clues} clues; {answer.at_least} at least are needed, proved"


def _exit_of(answer: _Answer) -> Exit:
    if isinstance(answer, OutOfTimeError):
        return Exit.UNDECIDED
    if isinstance(answer, NotUniqueError):
        return Exit.DONE if answer.status == "multiple" else Exit.FAILED
    return Exit.DONE if answer.complete else Exit.UNDECIDED
