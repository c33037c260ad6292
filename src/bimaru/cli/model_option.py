"""The option `--model`: an engine that has a model, with its options."""

from __future__ import annotations

from collections.abc import Callable

import click

from bimaru.cli import options
from bimaru.study.models import engine_with_model, written_models


def model_option(*names: str, help: str) -> Callable[[options.FC], options.FC]:
    """The option, with the name of its argument: the name of an engine that has a model, with options, as in
    `sat-boats:encoding=binomial`."""
    return click.option(
        "--model",
        *names,
        callback=options.parsed(lambda text: engine_with_model(text).name),
        shell_complete=_complete,
        metavar="NAME",
        help=help,
    )


def _complete(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """The names that begin so, for the shell."""
    return [name for name in written_models() if name.startswith(incomplete)]
