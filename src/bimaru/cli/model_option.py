"""The option `--model`: an engine that has a model, with its options."""

from __future__ import annotations

import click

from bimaru.study.models import engine_with_model, written_models


def parse_model(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """The name of an engine that has a model, with options, as in `sat-boats:encoding=binomial`."""
    if value is None:
        return None
    try:
        return engine_with_model(value).name
    except ValueError as error:
        raise click.BadParameter(f"{error}.", ctx, param) from None


def complete_model(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """The names that begin so, for the shell."""
    return [name for name in written_models() if name.startswith(incomplete)]
