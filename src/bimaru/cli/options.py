"""Arguments and options that commands share."""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from typing import Any, Final, TypeVar

import click

from bimaru.engines import REGISTRY, Engine, engine_named
from bimaru.errors import InvalidPuzzleError
from bimaru.formats import REGISTRY as FORMATS
from bimaru.ships import Fleet
from bimaru.sizes import MAX_SIDE
from bimaru.validation import number_in

FC = TypeVar("FC", bound=Callable[..., Any])
"""A command on its way, which an option is put on."""
MOST: Final = 10**9
"""The largest number that an option takes, be it of puzzles or of seconds; seeds may be larger."""
MOST_WORKERS: Final = 1024
STANDARD_FLEET: Final = "4:1,3:2,2:3,1:4"


def number(least: int = 1, most: int = MOST) -> click.IntRange:
    """The type of a whole number from `least` to `most`."""
    return click.IntRange(least, most)


class Real(click.FloatRange):
    """The type of a number with a fraction, from `least` to `most`."""

    def __init__(self, least: float, most: float) -> None:
        super().__init__(least, most)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number, 0 for -0. Fails for one out of range and for NaN, which click has in every range."""
        found = float(super().convert(value, param, ctx))
        if math.isnan(found):
            self.fail(f"{value!r} is not a number.", param, ctx)
        return found + 0.0


def seconds(least: float = 0) -> Real:
    """The type of a number of seconds."""
    return Real(least, MOST)


def engine_of(name: str, solver: str | None) -> Engine:
    """The engine that `--engine` and `--solver` ask for."""
    try:
        return engine_named(name) if solver is None else engine_named(name, solver=solver)
    except ValueError as error:
        raise click.UsageError(str(error)) from error


def size_in(ctx: click.Context, param: click.Parameter, value: str) -> tuple[int, int]:
    """The height and width that an option gives, like 10x10."""
    match [number_in(side) for side in value.lower().split("x")]:
        case [int(height), int(width)] if 0 < height <= MAX_SIDE and 0 < width <= MAX_SIDE:
            return height, width
    text = f"{value!r} is not a height and a width from 1 to {MAX_SIDE}, like 10x10."
    raise click.BadParameter(text, ctx, param)


def fleet_in(ctx: click.Context, param: click.Parameter, value: str | None) -> Fleet | None:
    """The fleet that an option gives, like 4:1,3:2; `None` where it is left out and has no default."""
    try:
        return None if value is None else Fleet.parse(value)
    except InvalidPuzzleError as error:
        raise click.BadParameter("; ".join(error.faults) + ".", ctx, param) from error


INPUT: Final = click.Path(exists=True, readable=True, allow_dash=True)

paths = click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=INPUT)
engine = click.option(
    "--engine",
    type=click.Choice(list(REGISTRY)),
    metavar="NAME",
    default="auto",
    help=f"What to solve with: {', '.join(REGISTRY)}.",
)
solver = click.option(
    "--solver",
    metavar="NAME",
    help="What the mip engines solve their models with: highs, which they take otherwise, scip or cp-sat.",
)
limit = click.option(
    "--limit",
    type=number(),
    metavar="N",
    help="Find at most N solutions of each puzzle, and show them all.",
)


def time_limit_on(what: str) -> Callable[[FC], FC]:
    """The option `--time-limit`, for each of what a command goes through."""
    return click.option(
        "--time-limit",
        type=seconds(),
        metavar="S",
        help=f"Spend at most S seconds on {what}.",
    )


time_limit = time_limit_on("each puzzle")
workers = click.option(
    "--workers",
    type=number(most=MOST_WORKERS),
    metavar="N",
    default=1,
    show_default=True,
    help="Work on N puzzles at a time.",
)
as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON, one object a line.")
ascii_only = click.option("--ascii", "ascii_only", is_flag=True, help="Draw in plain ASCII, without colour.")
output = click.option(
    "-o",
    "--output",
    "target",
    type=click.Path(),
    metavar="FILE",
    help="Write to FILE; with a / at its end, or where it is a directory, a file a puzzle in it.",
)
size = click.option(
    "--size",
    callback=size_in,
    metavar="HEIGHTxWIDTH",
    default="10x10",
    show_default=True,
    help="The grid.",
)
fleet = click.option(
    "--fleet",
    callback=fleet_in,
    metavar="FLEET",
    default=STANDARD_FLEET,
    show_default=True,
    help="The ships, as length:count, or the lengths of single ships.",
)
seed = click.option(
    "--seed",
    type=int,
    metavar="N",
    help="Draw by this number, any integer: the same number, the same draws.",
)


def written_as(default: str) -> Callable[[FC], FC]:
    """The format of the puzzles that a command makes."""
    return click.option(
        "--to",
        "name",
        type=click.Choice(list(FORMATS)),
        metavar="FORMAT",
        default=default,
        show_default=True,
        help="The format to write; bimaru formats lists them.",
    )


def seed_or_any(seed: int | None) -> int:
    """The seed that was asked for, or else one that the system's own chance gives."""
    return int.from_bytes(os.urandom(4)) if seed is None else seed
