"""Arguments and options that commands share."""

from __future__ import annotations

import math
from typing import Final

import click

from bimaru.engines import REGISTRY, Engine, engine_named

_MOST_WORKERS: Final = 1024


def _finite(ctx: click.Context, param: click.Parameter, value: float | None) -> float | None:
    if value is not None and not math.isfinite(value):
        raise click.BadParameter(f"{value} is not a finite number.", ctx, param)
    return value


def engine_of(name: str, solver: str | None) -> Engine:
    """The engine that `--engine` and `--solver` ask for."""
    try:
        return engine_named(name) if solver is None else engine_named(name, solver=solver)
    except ValueError as error:
        raise click.UsageError(str(error)) from error


INPUT: Final = click.Path(exists=True, dir_okay=False, readable=True, allow_dash=True)

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
    type=click.IntRange(1),
    metavar="N",
    help="Find at most N solutions of each puzzle, and show them all.",
)
time_limit = click.option(
    "--time-limit",
    type=click.FloatRange(min=0),
    callback=_finite,
    metavar="S",
    help="Spend at most S seconds on each puzzle.",
)
workers = click.option(
    "--workers",
    type=click.IntRange(1, _MOST_WORKERS),
    metavar="N",
    default=1,
    show_default=True,
    help="Solve N puzzles at a time.",
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
