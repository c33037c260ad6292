"""`bimaru engines`: the engines, their options and what they take."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib import import_module
from textwrap import fill, indent
from typing import Final, NamedTuple

import click

from bimaru.capitals import capitalised
from bimaru.cli import options
from bimaru.cli.command import command
from bimaru.drawing.terminal import PAGE
from bimaru.engines import engine_named, engine_names
from bimaru.engines.options import as_text, options_of
from bimaru.engines.registry import factory_of
from bimaru.puzzle import Puzzle
from bimaru.solving import EngineFailedError, engine_errors

_INDENT: Final = 16
_PROBES: Final[Mapping[str, Puzzle]] = {
    "straight ships": Puzzle([1], [1], {1: 1}),
    "letters": Puzzle([1], [1], words=["A"]),
    "polyomino ships": Puzzle([2, 1], [2, 1], shapes=[["##", "#."]]),
}
"""A puzzle of each kind, to find out which engines take it."""


class _Description(NamedTuple):
    """An engine: its options with their defaults, the values that they accept, where there is a list of
    them, and the kinds of puzzles that it takes."""

    name: str
    summary: str
    options: Mapping[str, object]
    values: Mapping[str, tuple[str, ...]]
    takes: tuple[str, ...]


@command()
def engines(as_json: bool = options.as_json) -> None:
    """List the engines, their options and what they support.

    An engine may still reject a puzzle that is too large for it. Options are written after the
    name of the engine, wherever one is named; the first value here is the default. Engines of
    other packages are listed, too. docs/reference/engines.md has more.

    \b
    With --json, one object per engine:
      {"name", "summary", "options": {name: default},
       "values": {name: [...]}, "takes": [...]}

    \b
    Example:
      bimaru solve --engine backtracking:order=static,checks=none puzzle.txt
      bimaru engines
    """
    for engine in map(_describe, engine_names()):
        click.echo(json.dumps(engine._asdict()) if as_json else _as_text(engine))


def _describe(name: str) -> _Description:
    try:
        make, engine = factory_of(name), engine_named(name)
        with engine_errors(engine):
            takes = tuple(kind for kind, probe in _PROBES.items() if engine.refusal(probe) is None)
    except (ValueError, EngineFailedError) as error:  # of another package
        return _Description(name, capitalised(str(error)), {}, {}, ())
    document = import_module(make.__module__).__doc__ or make.__doc__ or "Of another package."
    summary = document.strip().partition("\n")[0].removeprefix(f"The engine `{name}`: ")
    options = options_of(make)
    return _Description(
        name,
        capitalised(summary),
        {option.name: option.default for option in options},
        {option.name: option.values for option in options if option.values},
        takes,
    )


def _as_text(engine: _Description) -> str:
    """The name and summary, and below it what the engine takes and its options."""
    settings = (_setting(name, default, engine.values) for name, default in engine.options.items())
    lines = [engine.summary, f"Takes {', '.join(engine.takes) or 'nothing'}.", *settings]
    text = "\n".join(fill(line, PAGE - _INDENT, subsequent_indent="  ") for line in lines)
    return f"{engine.name:{_INDENT}}{indent(text, ' ' * _INDENT).strip()}"


def _setting(name: str, default: object, values: Mapping[str, tuple[str, ...]]) -> str:
    """An option with its default, and the other values that it accepts: `order=mrv|static`."""
    if isinstance(default, tuple):
        return f"{name}={as_text(default)}, any of these, or {as_text(())}"
    first = as_text(default)
    return f"{name}={'|'.join([first, *(value for value in values.get(name, ()) if value != first)])}"
