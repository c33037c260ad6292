"""Arguments and options that commands share."""

from __future__ import annotations

import math
import os
import re
from functools import partial
from typing import Any, Final

import click

from bimaru.board import UNKNOWN
from bimaru.cli.declarations import argument, flag, option
from bimaru.cli.spelling import meant
from bimaru.data_splits import Splits
from bimaru.engines import Engine, engine_named
from bimaru.engines.registry import REGISTRY, engine_names
from bimaru.formats import REGISTRY as FORMATS
from bimaru.puzzle import Given
from bimaru.ships import Fleet
from bimaru.sizes import MAX_SIDE
from bimaru.squares import Part, Square, parse_square
from bimaru.validation import number_in

MAX_NUMBER: Final = 10**9
"""The largest number of puzzles, seconds and the like that an option accepts; seeds may be larger."""
MAX_WORKERS: Final = 1024
_ADDRESS: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")
REMOTE: Final = "bimaru.remote"
"""The key, in the data of a command's context, of an output in an object store."""
PARQUET: Final = "parquet"
"""What `--to` takes besides the formats of puzzles as text."""
STANDARD_FLEET: Final = "4:1,3:2,2:3,1:4"
FLEET_HELP: Final = "Ships as length:count, or as lengths of single ships."


class Number(click.IntRange):
    """The type of a whole number from `least` to `most`."""

    name = "whole number"

    def __init__(self, least: int = 1, most: int = MAX_NUMBER) -> None:
        super().__init__(least, most)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Parse the number, which may also be written as 10,000, 10_000, 1e4, 10k or 1M."""
        found = re.fullmatch(r"(\d[\d,_]*)(?:e(\d)|([km]))?", str(value), re.IGNORECASE)
        if found:
            digits, exponent, unit = found.groups()
            zeros = int(exponent or 0) + {"k": 3, "m": 6}.get((unit or "").lower(), 0)
            value = re.sub("[,_]", "", digits) + "0" * zeros
        return super().convert(value, param, ctx)


class Real(click.FloatRange):
    """The type of a real number in a range."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Parse the number (-0 as 0). NaN fails, which click finds in every range."""
        found = float(super().convert(value, param, ctx))
        if math.isnan(found):
            self.fail(f"{value!r} is not a number.", param, ctx)
        return found + 0.0


class Seconds(Real):
    """The type of a number of seconds, which may also have a unit: 10s, 2m, 1h, 500ms."""

    name = "number of seconds, like 10, 10s or 2m"
    _UNITS: Final = {"ms": 0.001, "sec": 1, "min": 60, "s": 1, "m": 60, "h": 3600}

    def __init__(self) -> None:
        super().__init__(0, MAX_NUMBER)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Parse the number, and its unit."""
        for unit, size in self._UNITS.items() if isinstance(value, str) else ():
            figure = value.removesuffix(unit)
            if figure != value and re.fullmatch(r"[\d.]+", figure):
                value = str(super().convert(figure, param, ctx) * size)
                break
        return super().convert(value, param, ctx)


def engine_of(name: str, solver: str | None) -> Engine:
    """The engine that `--engine` and `--solver` name, or `--solver` alone."""
    plain, colon, rest = name.partition(":")
    if plain not in REGISTRY:  # looking up other packages takes longer than most puzzles do
        name = f"{meant(plain, engine_names()) or plain}{colon}{rest}"
    if plain == "auto" and solver is not None and (found := meant(solver, engine_names())):
        name, solver = found, None
    try:
        return engine_named(name) if solver is None else engine_named(name, solver=solver)
    except ValueError as error:
        names_no_engine = plain == "auto" and solver is not None
        advice = "; name one that has, as in --engine mip-ship --solver highs" if names_no_engine else ""
        raise click.UsageError(f"{error}{advice}") from error


def size_in(text: str, most: int = MAX_SIDE) -> tuple[int, int]:
    """A height and a width, like 10x10, or the side of a square; sides from 1 to `most`."""
    sides = re.split(r"[x×*,]", text.lower())
    match [number_in(side.strip()) for side in (sides * 2 if len(sides) == 1 else sides)]:
        case [int(height), int(width)] if 0 < height <= most and 0 < width <= most:
            return height, width
    raise ValueError(f"{text!r} is not a height and a width from 1 to {most}, like 10x10")


def square_in(text: str) -> Square:
    """The square of that name, like B4."""
    square = parse_square(text)
    if square is None:
        raise ValueError(f"{text!r} is not a row and a column, like B4")
    return square


class MeantOptionError(click.BadParameter):
    """An argument is the value of an option, which is plain without its name."""

    def __init__(
        self, option: str, value: str, ctx: click.Context | None, param: click.Parameter | None
    ) -> None:
        super().__init__(f"{value!r} is no number; did you mean {option} {value}?", ctx, param)
        self.option = option
        self.value = value


class MissingPathError(click.BadParameter):
    """A file or directory to read does not exist."""

    path: str


class InputPath(click.Path):
    """The path of a file or directory to read; - is standard input."""

    def __init__(self) -> None:
        super().__init__(exists=True, readable=True, allow_dash=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path. Raises `MissingPathError`."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter as error:
            if os.path.lexists(value):
                raise
            missing = MissingPathError(error.message, ctx, param)
            missing.path = os.fspath(value)
            raise missing from error


def moves_in(text: str) -> list[Given]:
    """Marks in the order in which they were made: `E5=X A3=W C4=?`."""
    moves = []
    for word in text.split():
        name, _, kind = word.partition("=")
        square = parse_square(name)
        if square is None or kind not in (*Part, UNKNOWN):
            raise ValueError(f"{word!r} is not a square and what it shows, like B4=X")
        moves.append(Given(*square, kind))
    return moves


def number(
    usage: str, help: str, *, least: int = 1, most: int = MAX_NUMBER, default: int | None = None
) -> Any:
    """An option for a whole number. The help states its default unless that is 0."""
    return option(usage, help, type=Number(least, most), default=default, show_default=bool(default))


ENGINE_OPTIONS: Final = "Options follow the name, as in backtracking:order=static,checks=none."
INPUT: Final = InputPath()

paths = argument(metavar="PATH...", nargs=-1, required=True, type=INPUT)
engine = option(
    "--engine NAME", f"Engine to solve with; see bimaru engines. {ENGINE_OPTIONS}", default="auto"
)
solver = option(
    "--solver NAME",
    "Solver that the engine uses; for the mip engines: auto, highs, scip, cp-sat, choco, pumpkin, "
    "smt, pseudo-boolean or cpmpy.",
)
limit = number("--limit N", "Find and show at most N solutions of each puzzle.")


def time_limit_on(subject: str) -> Any:
    """The option `--time-limit`, for the work on `subject`."""
    return option("--time-limit S", f"Spend at most S seconds on {subject}.", type=Seconds())


time_limit = time_limit_on("each puzzle")
workers = number("--workers N", "Work on N puzzles in parallel.", most=MAX_WORKERS, default=1)
as_json = flag("--json", "Print JSON, one object per line.")
ascii_only = flag("--ascii", "Draw in plain ASCII, without colour.")


def check_named(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    """Refuse an output without a name. Raises `BadParameter`."""
    if value == "":
        raise click.BadParameter("no file is named", ctx, param)


def local_target(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """The local path to write to for the value of `-o`, which may be an address such as s3://bucket/x."""
    check_named(ctx, param, value)
    if value is None or not _ADDRESS.match(value) or ctx.resilient_parsing:
        return value
    from bimaru.cli.remote_outputs import output_at

    output = ctx.meta[REMOTE] = output_at(value, ctx, param)
    return output.target


distinct = option(
    "--distinct",
    "Keep the first of equal puzzles, or of puzzles with equal answers; turned ones are equal.  "
    "[default in collections: puzzle]",
    choices=["puzzle", "answer"],
)
not_in = option(
    "--not-in PATH",
    "Leave out puzzles (with --distinct answer: answers) that are in PATH; may be repeated.",
    multiple=True,
    type=INPUT,
)
splits = option(
    "--splits NAME:WEIGHT,...",
    "Divide the puzzles by their answers, as in train:8,validation:1,test:1.",
    parse=Splits.parse,
)
apart = option(
    "--apart/--no-apart",
    "With --splits, leave out puzzles whose answer is one of another split with one ship moved.  "
    "[default: apart]",
    default=True,
)


def output_option(help: str, *, required: bool = False) -> Any:
    """The option `-o`."""
    return option("-o, --output FILE", help, type=click.Path(), callback=local_target, required=required)


output = output_option(
    "Write to FILE, or to an address such as s3://bucket/FILE; its ending decides the format. If it "
    "ends with / or is a directory, each puzzle gets a file in it."
)


def size_up_to(most: int) -> Any:
    """The option `--size`, for grids with sides up to `most`."""
    return option(
        "--size HEIGHTxWIDTH", "Size of the grid.", parse=partial(size_in, most=most), shown_default="10x10"
    )


fleet = option("--fleet FLEET", FLEET_HELP, parse=Fleet.parse, shown_default=STANDARD_FLEET)
seed = option("--seed N", "Random seed, any integer; the same seed gives the same result.", type=int)


def output_format(
    default: str | None, help: str = "Format to write; see bimaru formats.", *, with_tables: bool = False
) -> Any:
    """The option `--to`, the format in which a command writes puzzles; `with_tables`: or a table in
    Parquet."""
    return option(
        "--to FORMAT", help, choices=[*FORMATS, *([PARQUET] if with_tables else [])], shown_default=default
    )


def seed_or_random(seed: int | None) -> int:
    """The seed, or one from the system's entropy if none is given."""
    return int.from_bytes(os.urandom(4)) if seed is None else seed
