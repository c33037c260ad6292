"""The option `--language`, for commands that print sentences. Not among the common options: the languages are
imported with it."""

from __future__ import annotations

from bimaru.cli.declarations import option
from bimaru.deduction.languages import LANGUAGES

language = option(
    "--language", "Language of the sentences.", choices=LANGUAGES, shown_default=next(iter(LANGUAGES))
)
