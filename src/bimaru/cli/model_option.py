"""The option `--model`: an engine that has a model, with its options."""

from __future__ import annotations

from typing import Any

import click

from bimaru.cli.declarations import option
from bimaru.study.models import engine_with_model, written_models


def model_option(help: str) -> Any:
    """The option: an engine that has a model, with its options, as in `sat-boats:encoding=binomial`."""
    return option(
        "--model NAME", help, parse=lambda text: engine_with_model(text).name, shell_complete=_complete
    )


def _complete(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """The names that begin so, for the shell."""
    return [name for name in written_models() if name.startswith(incomplete)]
