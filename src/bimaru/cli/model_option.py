"""The option `--model`: an engine that has a model, with its options."""

from __future__ import annotations

import click

from bimaru.study.models import engine_with_model, written_models


def model_named(text: str) -> str:
    """The name of an engine that has a model, with options, as in `sat-boats:encoding=binomial`. Raises
    `ValueError`."""
    return engine_with_model(text).name


def complete_model(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """The names that begin so, for the shell."""
    return [name for name in written_models() if name.startswith(incomplete)]
