"""The option `--language`, for commands that print sentences. Not among the common options: the languages are
imported with it."""

from __future__ import annotations

from typing import Final

import click

from bimaru.deduction.languages import LANGUAGES

DEFAULT: Final = next(iter(LANGUAGES))

language = click.option(
    "--language",
    type=click.Choice(tuple(LANGUAGES)),
    default=DEFAULT,
    show_default=True,
    help="Language of the sentences.",
)
