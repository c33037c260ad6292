"""`bimaru formats`: what puzzles can be written in."""

from __future__ import annotations

import json

import click

from bimaru.cli import options
from bimaru.formats import REGISTRY, Format, format_named


@click.command()
@options.as_json
def formats(as_json: bool) -> None:
    """List the formats that puzzles are read from and written to.

    Every command finds out by itself in which format its input is.

    \b
    With --json, one object a format:
      {"name", "summary", "suffix", "many"}
    "many" tells whether one file can hold more than one puzzle.

    \b
    Example:
      bimaru formats
    """
    for one in map(format_named, REGISTRY):
        click.echo(json.dumps(one.to_data()) if as_json else _as_text(one))


def _as_text(one: Format) -> str:
    return f"{one.name:10}  {'many' if one.many else 'one '}  {one.summary}"
