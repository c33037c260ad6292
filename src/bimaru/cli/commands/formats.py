"""`bimaru formats`: the formats of puzzles."""

from __future__ import annotations

import json

import click

from bimaru.cli import options
from bimaru.cli.command import command
from bimaru.formats import REGISTRY, format_named


@command()
def formats(as_json: bool = options.as_json) -> None:
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
        text = f"{found.name:10}  {'many' if found.many else 'one '}  {found.summary}"
        click.echo(json.dumps(found.to_data()) if as_json else text)
