"""`bimaru generate`: new puzzles."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path
from typing import Final, NamedTuple

import click

from bimaru.arrangements.random_fleets import FleetDoesNotFitError
from bimaru.cli import options
from bimaru.cli.batch import Batch
from bimaru.cli.main_group import BadInputError, Exit, Trouble
from bimaru.cli.output import Parted, is_directory, opened
from bimaru.collections.directory import CollectionMismatchError, summary_of
from bimaru.deduction.grading import GRADES
from bimaru.errors import OutOfReachError
from bimaru.formats import format_named
from bimaru.generation.attempts import CannotGenerateError
from bimaru.generation.generator import Maker, maker_of, new_seed
from bimaru.generation.lettered import LetteredMaker
from bimaru.generation.patterns import SYMMETRIES
from bimaru.generation.recipe import GIVEN_KINDS, MOST_TRIES, SIDES, InvalidRecipeError, Recipe, usual_fleet
from bimaru.ships import Fleet
from bimaru.validation import number_in

_PATIENCE: Final = 3
"""Seeds in a row of which nothing comes before the rest are not tried."""


def _names(ctx: click.Context, param: click.Parameter, value: str) -> tuple[str, ...]:  # noqa: ARG001
    return () if value == "none" else tuple(filter(None, value.replace(",", " ").split()))


def _range(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[int, int] | None:
    if value is None:
        return None
    match [number_in(end) for end in value.split("-")]:
        case [int(number)]:
            return number, number
        case [int(least), int(most)]:
            return least, most
    raise click.BadParameter(f"{value!r} is neither a number nor a range like 0-6.", ctx, param)


@click.command()
@options.size
@click.option(
    "--fleet",
    callback=options.fleet_in,
    metavar="FLEET",
    help="The ships, as length:count, or the lengths of single ships.  "
    f"[default: {options.STANDARD_FLEET}, or none with --words]",
)
@click.option("--words", callback=_names, default="", metavar="WORD,...", help="Ships with letters.")
@click.option(
    "--edges",
    callback=_names,
    default="",
    metavar="SIDE,...",
    help=f"Sides that name the letter nearest to them: {', '.join(SIDES)}.",
)
@click.option(
    "--grade",
    metavar="GRADE",
    help=f"{', '.join(GRADES)}, or a range like easy-hard, of which each puzzle draws one.",
)
@click.option(
    "--givens",
    callback=_names,
    default="water,parts",
    show_default=True,
    metavar="KIND,...",
    help=f"What givens may tell: {', '.join(GIVEN_KINDS)} (squares of which only that is told); or none.",
)
@click.option(
    "--givens-number", callback=_range, metavar="A-B", help="From A to B given squares, or just as many."
)
@click.option(
    "--symmetry",
    type=click.Choice(list(SYMMETRIES)),
    metavar="NAME",
    default="none",
    show_default=True,
    help=f"The pattern of the given squares: {', '.join(SYMMETRIES)}.",
)
@click.option(
    "--missing-tallies",
    type=options.number(0),
    default=0,
    metavar="N",
    help="N lines don't tell their tally.",
)
@click.option(
    "--spare", type=options.number(0), default=0, metavar="N", help="Give N squares more than are needed."
)
@click.option(
    "--tries",
    type=options.number(),
    default=MOST_TRIES,
    show_default=True,
    metavar="N",
    help="Try N fleets for a puzzle at most.",
)
@click.option("--count", type=options.number(), default=1, metavar="N", help="Make N puzzles.")
@click.option(
    "--seed",
    type=int,
    metavar="S",
    help="The seed of the first puzzle; the next has S + 1, and so on. Each puzzle tells its own.",
)
@click.option(
    "--workers",
    type=options.number(most=options.MOST_WORKERS),
    metavar="N",
    help="Make N puzzles at a time.  [default: 1, or for a collection as many as there are processors]",
)
@click.option(
    "--dask", "scheduler", metavar="ADDRESS", help="Make a collection by the workers of that Dask scheduler."
)
@click.option(
    "--shard-size",
    type=options.number(),
    metavar="N",
    help="Seeds in a file of a collection.  [default: 1000]",
)
@options.written_as("json")
@options.output
def generate(
    size: tuple[int, int],
    fleet: Fleet | None,
    words: tuple[str, ...],
    edges: tuple[str, ...],
    grade: str | None,
    givens: tuple[str, ...],
    givens_number: tuple[int, int] | None,
    symmetry: str,
    missing_tallies: int,
    spare: int,
    tries: int,
    count: int,
    seed: int | None,
    workers: int | None,
    scheduler: str | None,
    shard_size: int | None,
    name: str,
    target: str | None,
) -> Exit:
    """Make puzzles, each proved to have exactly one solution.

    The squares that are given are needed: with one less, there would be other solutions, or the
    puzzle would be harder than the grade asked for. The puzzle of a seed is always the same,
    whatever the number of workers and the other puzzles made with it.

    \b
    Writes one object a puzzle, with all that it asks and besides
      "seed", "solution": {"board": [...]}, "grade" (null unless asked for)

    Where -o names a directory and the format is json, that becomes a collection: files of 1000 seeds,
    without duplicates, and the same command goes on where it stopped.

    What does not come in so many --tries is told, and the exit code is 3.

    \b
    Example:
      bimaru generate --grade hard --seed 7
      bimaru generate --size 7x7 --fleet 3,2,2,1,1 --symmetry half-turn --to text
      bimaru generate --count 100 --grade easy-hard --workers 2 -o puzzles.jsonl
    """
    recipe = _recipe(
        size=size,
        fleet=usual_fleet(words) if fleet is None else fleet,
        words=words,
        edges=edges,
        grade=grade,
        givens=givens,
        givens_number=givens_number,
        symmetry=symmetry,
        missing_tallies=missing_tallies,
        spare=spare,
        tries=tries,
    )
    try:
        if target is not None and is_directory(target) and name == "json":
            from bimaru.cli.collection_run import collect

            first = _begun_with(target) if seed is None else seed
            first = new_seed() if first is None else first
            return collect(recipe, count, first, target, workers, scheduler, shard_size)
        if scheduler is not None or shard_size is not None:
            raise click.UsageError("--dask and --shard-size are for collections: -o DIRECTORY/")
        first = new_seed() if seed is None else seed
        return _write(recipe, range(first, first + count), workers or 1, name, target)
    except FleetDoesNotFitError as error:
        raise BadInputError(str(error)) from error
    except (CannotGenerateError, OutOfReachError) as error:
        click.echo(f"Error: {error}", err=True)
        return Exit.UNDECIDED


def _begun_with(directory: str) -> int | None:
    """The seed of the collection in a directory, if one was begun there."""
    try:
        begun = summary_of(Path(directory)) or {}
    except CollectionMismatchError:  # which is told when it comes to that
        return None
    seed = begun.get("seed")
    return seed if isinstance(seed, int) else None


def _recipe(**asked: object) -> Recipe:
    """Raises `BadInputError` with every fault."""
    try:
        return Recipe(**asked)  # type: ignore[arg-type]  # checked by the constructor
    except InvalidRecipeError as error:
        raise BadInputError("\n".join(map(_of_option, error.faults))) from error


def _of_option(fault: str) -> str:
    """What is wrong with an entry of a recipe, said of the option that it comes from."""
    name, _, text = fault.partition(":")
    return f"--{name.replace('_', '-')}:{text}"


class _Made(NamedTuple):
    """What came of a seed: a puzzle as text, or why there is none."""

    text: str = ""
    reason: str = ""


def _write(recipe: Recipe, seeds: range, workers: int, name: str, target: str | None) -> Exit:
    """The puzzles of the seeds, one after the other."""
    chosen = format_named(name)
    in_one = not is_directory(target)
    if in_one and len(seeds) > 1 and not chosen.many:
        raise BadInputError(f"a {name} file holds one puzzle; for many, give a directory: -o DIRECTORY/")
    separator = (chosen.separator or "") if in_one else ""
    _maker(recipe)  # what cannot be made at all is told before there are workers
    work = partial(_made, recipe, name)
    batch: Batch[int] = Batch("seed {}".format)
    failed = made = 0
    with opened(target, chosen.suffix) as output:
        parted = Parted(output, separator)
        for seed, one in batch.results(seeds, work, workers):
            if isinstance(one, Trouble) or one.reason:
                failed += 1
                if not isinstance(one, Trouble):
                    batch.note(Exit.UNDECIDED)
                    click.echo(f"Error: seed {seed}: {one.reason}", err=True)
                if failed == _PATIENCE and not made:
                    break
            else:
                parted.put(seed, one.text)
                made += 1
        return batch.end()


def _made(recipe: Recipe, name: str, seed: int) -> _Made:
    """Make a puzzle, here or in a worker. Raises `CannotWriteError`."""
    try:
        puzzle = _maker(recipe).make(seed)
    except CannotGenerateError as error:
        return _Made(reason=str(error))
    return _Made(format_named(name).write(puzzle))


@cache
def _maker(recipe: Recipe) -> Maker | LetteredMaker:
    """The maker, which a process keeps from one puzzle to the next."""
    return maker_of(recipe)
