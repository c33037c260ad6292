"""`bimaru generate`: new puzzles."""

from __future__ import annotations

import re
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from bimaru.cli import options
from bimaru.cli.batch import Batch
from bimaru.cli.collection_reports import write_collection
from bimaru.cli.command import command
from bimaru.cli.declarations import argument, flag, group, option
from bimaru.cli.error_reports import BadInputError, Failure
from bimaru.cli.exit_codes import Exit
from bimaru.cli.output import asked_target, is_directory, open_output
from bimaru.cli.progress import expect
from bimaru.cli.recipe_options import ALL_IN_FILE, parts_of, quotas_in, spelt_grade
from bimaru.cli.spelling import meant
from bimaru.cli.workers import in_processes
from bimaru.data_splits import Splits
from bimaru.deduction.techniques import BY_NAME
from bimaru.errors import OutOfReachError, OutOfTimeError
from bimaru.formats import format_named
from bimaru.formats.input_files import SHARDS
from bimaru.generation.generator import Maker, maker_of, random_seed
from bimaru.generation.patterns import SYMMETRIES
from bimaru.generation.recipe import (
    DEFAULT_TRIES,
    GIVEN_OPTIONS,
    SIDES,
    InvalidRecipeError,
    Recipe,
    default_fleet,
    entries_in,
    names_in,
    range_in,
)
from bimaru.generation.tries import CannotGenerateError
from bimaru.grading.grades import GRADES
from bimaru.polyominoes import SETS
from bimaru.puzzle_collections.shards import Layout
from bimaru.ships import Fleet
from bimaru.sizes import GENERATED_MAX_SIDE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

_MAX_FAILURES: Final = 3
"""Failed seeds after which the rest is not tried, if none has succeeded."""


def _parse(ctx: click.Context, param: click.Parameter, value: str | None) -> Any:
    """An entry of a recipe that the command takes as text."""
    try:
        return None if value is None else entries_in({str(param.name): value})[str(param.name)]
    except InvalidRecipeError as error:
        text = error.faults[0].removeprefix(f"{param.name}: ").removesuffix(".")
        raise click.BadParameter(f"{text}.", ctx, param) from error


class _Count(options.Number):
    """The type of the number of puzzles."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The number. Raises `MeantOptionError` for a grade or a size instead."""
        text = str(value)
        if meant(text, GRADES):
            raise options.MeantOptionError("--grade", text, ctx, param)
        if re.fullmatch(r"\d+[x×]\d+", text, re.IGNORECASE):
            raise options.MeantOptionError("--size", text, ctx, param)
        return super().convert(value, param, ctx)


def _kinds_in(text: str) -> tuple[str, ...]:
    if range_in(text) is not None:
        raise ValueError(
            f"{text!r} is a number, which --givens-number takes; this option is for kinds of givens"
        )
    return names_in(text)


@command(ALL_IN_FILE)
def generate(
    entries: dict[str, Any] = group(
        dict,
        size=options.size_up_to(GENERATED_MAX_SIDE),
        fleet=option(
            "--fleet FLEET",
            f"{options.FLEET_HELP}  [default: {options.STANDARD_FLEET}; on small grids the "
            "largest of its kind that fits, as 3:1,2:2,1:3 on 6x6; none with --words or --shapes]",
            parse=Fleet.parse,
        ),
        words=option("--words WORD,...", "Ships with letters.", callback=_parse, default=""),
        shapes=option(
            "--shapes SHAPE,...",
            f"Polyomino ships: {', '.join(SETS)}; single ones like L4, W5; or rows like ###/#..",
            callback=_parse,
            default="",
        ),
        edges=option(
            "--edges SIDE,...", f"Sides with letter clues: {', '.join(SIDES)}.", callback=_parse, default=""
        ),
        grade=option(
            "--grade GRADE",
            f"Grade: {', '.join(GRADES)}; a range like easy-hard or a list like easy,hard, from which "
            "each puzzle draws one; or numbers of puzzles, as in easy:40,hard:20, for collections.",
        ),
        technique=option(
            "--technique NAME",
            "A technique that each puzzle takes, with nothing harder than its grade, which --grade "
            f"must allow: {', '.join(BY_NAME)}.",
        ),
        score=flag("--score", "Record grade and score, of any grade. With --grade they always are."),
        givens=option(
            "--givens KIND,...",
            f"Kinds of givens: {', '.join(GIVEN_OPTIONS)} (plain ship squares); or none.",
            parse=_kinds_in,
            shown_default="water,parts",
        ),
        givens_number=option(
            "--givens-number A-B",
            "Number of givens: each puzzle draws one from A to B, and has more, up to B, if it needs "
            "them; 0-B: as few as possible, at most B; A: exactly A.",
            callback=_parse,
        ),
        symmetry=option(
            "--symmetry NAME",
            f"Symmetry of the given squares: {', '.join(SYMMETRIES)}.",
            choices=SYMMETRIES,
            shown_default="none",
        ),
        missing_tallies=options.number(
            "--missing-tallies N", "Omit the tallies of N lines.", least=0, default=0
        ),
        spare=options.number("--spare N", "Reveal N more squares than needed.", least=0, default=0),
        tries=options.number("--tries N", "Try at most N fleets for each puzzle.", default=DEFAULT_TRIES),
    ),
    time_limit: float | None = options.time_limit,
    number: int | None = argument(metavar="[N]", required=False, type=_Count()),
    count: int | None = options.number("--count N", "Number of puzzles.  [default: 1]"),
    recipes: Path | None = option(
        "--recipes FILE",
        "Make a collection of several recipes, read from a file in TOML.",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
    ),
    seed: int | None = option(
        "--seed S", "Random seed of the first puzzle; the next one has S + 1, and so on.", type=int
    ),
    workers: int | None = options.number(
        "--workers N",
        "Make N puzzles in parallel.  [default: 1; for a collection, one per processor]",
        most=options.MAX_WORKERS,
    ),
    scheduler: str | None = option(
        "--dask ADDRESS", "Make a collection with the workers of a Dask scheduler."
    ),
    shard_size: int | None = options.number(
        "--shard-size N", "Seeds in each file of a collection.  [default: 1000]"
    ),
    distinct: str | None = options.distinct,
    not_in: tuple[str, ...] = options.not_in,
    splits: Splits | None = options.splits,
    apart: bool = options.apart,
    name: str = options.output_format(
        "json", "Format to write; see bimaru formats; or parquet, for collections.", with_tables=True
    ),
    target: str | None = options.output,
) -> Exit:
    """Generate puzzles, each proved to have exactly one solution.

    Every given (with --symmetry: every group of givens) is needed: without it there would be other
    solutions, or the puzzle would be harder than --grade. Only --spare and --givens-number add
    more. With the same options, a seed always gives the same puzzle, whatever --workers and
    --count are.

    \b
    Writes one object per puzzle, with these keys besides the puzzle's own:
      "seed", "solution": {"board": [...]}, "grade" (null without --grade and
      --score), and with a grade "score", "techniques" (of the proof, easiest
      first), "n_steps" (of the proof) and "grader" (the version of the grader)

    If -o names a directory and the format is json or parquet, the puzzles become a collection: files
    of 1000 seeds, without duplicates. An interrupted collection is continued by the same command. (A file
    is not: what was finished is left beside it, as in puzzles.unfinished.jsonl, and a message says how to
    make the rest.)
    --distinct, --not-in, --splits, --shard-size and --dask are for collections. With --splits, each split
    is a directory in it, and a card, README.md, describes them; a puzzle whose answer is one of another
    split with one ship moved is left out for a further one (--no-apart keeps it).

    A collection may have several parts: of grades, as in --grade easy:40,hard:20, or of recipes. The
    file of --recipes has a table [[recipe]] for each part, with its count, and with the options of
    puzzles as they are written here, under their names with _ for -:

    \b
      [[recipe]]
      count = 40
      size = "6x6"
      fleet = "3:1,2:2,1:3"
      grade = "easy"

    A grade of a range that takes too much work, as for that seed, is replaced by the nearest other one.
    Seeds that give no puzzle within --tries, or take too much work, are reported, and the exit code is 3.

    \b
    Example:
      bimaru generate --grade hard --seed 7
      bimaru generate --size 7x7 --fleet 3,2,2,1,1 --symmetry half-turn --to text
      bimaru generate --shapes F5,L5,P5,T5,W5 --symmetry half-turn
      bimaru generate --count 100 --grade easy-hard --workers 2 -o puzzles.jsonl
    """
    if number is not None and count not in (None, number):
        raise click.UsageError(f"--count {count} and {number} contradict each other")
    count = number if count is None else count
    grade = entries["grade"] = entries["grade"] and spelt_grade(entries["grade"])
    is_collection = target is not None and is_directory(target) and name in ("json", options.PARQUET)
    if entries["fleet"] is None:
        entries["fleet"] = default_fleet(entries["words"], entries["shapes"], entries["size"])
    parts = parts_of(recipes, count, **entries)
    try:
        if is_collection and target is not None:
            if time_limit is not None:
                raise click.UsageError(
                    "--time-limit: a collection is limited by --tries, which gives the "
                    "same puzzles on every machine."
                )
            layout = Layout(name, distinct or "puzzle", str(splits or ""), apart=apart and splits is not None)
            return write_collection(parts, seed, target, workers, scheduler, shard_size, layout, not_in)
        _refuse_collection_options(
            name,
            target,
            {
                "--dask": scheduler,
                "--shard-size": shard_size,
                "--distinct": distinct,
                "--not-in": not_in,
                "--splits": splits,
                "--recipes": recipes,
                "--grade with numbers": quotas_in(grade),
                "--to parquet": name == options.PARQUET,
            },
        )
        first = random_seed() if seed is None else seed
        ((recipe, number),) = parts
        return _write(recipe, range(first, first + number), workers or 1, name, target, time_limit)
    except (CannotGenerateError, OutOfReachError) as error:
        click.echo(f"Error: {error}", err=True)
        return Exit.UNDECIDED


def _refuse_collection_options(name: str, target: str | None, values: Mapping[str, object]) -> None:
    """Raise `UsageError` if an option has a value that is only for collections, where none is written: in the
    format `name` to `target`."""
    given = [option for option, value in values.items() if value]
    if not given:
        return
    *others, last = given
    subject = f"{', '.join(others)} and {last} are" if others else f"{last} is"
    if target is not None and is_directory(target):
        raise click.UsageError(f"--to {name}: {subject} for collections, which are json or parquet.")
    raise click.UsageError(f"{subject} for collections: -o {_directory_for(target)}, in json or parquet.")


def _directory_for(target: str | None) -> str:
    """The directory to write a collection to, instead of the file that `-o` names."""
    if target is None or target == "-":
        return "DIRECTORY/"
    name = asked_target(target)
    for suffix in (".gz", *SHARDS, ".json"):
        name = name.removesuffix(suffix)
    return f"{name}/"


def _write(
    recipe: Recipe, seeds: range, workers: int, name: str, target: str | None, time_limit: float | None
) -> Exit:
    """Write the puzzles of the seeds, one after the other."""
    chosen = format_named(name)
    if len(seeds) > 1 and not (chosen.many or is_directory(target)):
        raise BadInputError(f"{name}: a file holds one puzzle; for many, give a directory: -o DIRECTORY/")
    expect(lambda: len(seeds))
    _maker(recipe)  # raises for an impossible recipe before there are workers
    work = partial(_make, recipe, name, time_limit)
    batch: Batch[int] = Batch("seed {}".format, seeds)
    failed = made = 0
    is_remedied = False
    with (
        _rest_reported(seeds, lambda: failed + made),
        open_output(target, chosen.suffix, separator=chosen.separator, keeps=True) as output,
    ):
        for seed, outcome in batch.results(work, in_processes(workers)):
            if isinstance(outcome, str):
                output.put(seed, outcome)
                made += 1
                continue
            failed += 1
            if not isinstance(outcome, Failure):
                batch.note(Exit.UNDECIDED)
                click.echo(f"Error: seed {seed}: {outcome}", err=True)
            is_remedied = is_remedied or _is_remedied(recipe, outcome)
            if failed == _MAX_FAILURES and not made:
                break
        if is_remedied:
            click.echo(f"Fewer clues make harder puzzles: try --missing-tallies {_few(recipe)}.", err=True)
        return batch.end()


def _few(recipe: Recipe) -> int:
    """How many tallies to leave out, so that puzzles of few words can be *fiendish*."""
    return sum(recipe.size) * 3 // 4


def _is_remedied(recipe: Recipe, outcome: object) -> bool:
    """Whether a seed failed because its puzzles were not as hard as wanted, and more tallies could be left
    out."""
    if not isinstance(outcome, CannotGenerateError) or not recipe.grades:
        return False
    if recipe.missing_tallies >= _few(recipe):
        return False
    is_hard = GRADES.index(recipe.grades[-1]) >= GRADES.index("hard")
    return is_hard and any(reason.startswith("did not turn out") for reason in outcome.reasons)


@contextmanager
def _rest_reported(seeds: range, done: Callable[[], int]) -> Iterator[None]:
    """Report after Ctrl-C how to make the puzzles that are missing."""
    try:
        yield
    except KeyboardInterrupt:
        if rest := seeds[done() :] if done() else None:
            click.echo(f"For the rest: --seed {rest.start} --count {len(rest)}.", err=True)
        raise


def _make(
    recipe: Recipe, name: str, time_limit: float | None, seed: int
) -> str | CannotGenerateError | OutOfTimeError:
    """A puzzle as text, or the reason why a seed gives none; in this process or a worker. Raises
    `CannotWriteError`."""
    try:
        puzzle = _maker(recipe).make(seed, time_limit)
    except (CannotGenerateError, OutOfTimeError) as reason:
        return reason
    return format_named(name).write(puzzle)


@cache
def _maker(recipe: Recipe) -> Maker:
    """The maker, which a process keeps for all its puzzles."""
    return maker_of(recipe)
