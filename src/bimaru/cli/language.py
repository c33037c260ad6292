"""The option `--language`, for commands that print sentences. Not among the common options: the languages are
imported with it."""

from __future__ import annotations

import click

from bimaru.cli.declarations import option
from bimaru.deduction.languages import LANGUAGES

language = option(
    "--language",
    type=click.Choice(tuple(LANGUAGES)),
    default=next(iter(LANGUAGES)),
    show_default=True,
    help="Language of the sentences.",
)
