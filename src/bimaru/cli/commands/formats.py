"""`bimaru formats`: the formats of puzzles."""

from __future__ import annotations

import json

import click

from bimaru.cli import options
from bimaru.formats import REGISTRY, Format, format_named


@click.command()
@options.as_json
def formats(as_json: bool) -> None:
    """List the formats that puzzles are read from and written to.

    Every command detects the format of its input.

    \b
    With --json, one object per format:
      {"name", "summary", "suffix", "many"}
    "many" is true if a file can hold more than one puzzle.

    \b
    Example:
      bimaru formats
    """
    for found in map(format_named, REGISTRY):
        click.echo(json.dumps(found.to_data()) if as_json else _as_text(found))


def _as_text(format: Format) -> str:
    return f"{format.name:10}  {'many' if format.many else 'one '}  {format.summary}"
