"""`bimaru engines`: the engines, their options and what they take."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib import import_module
from inspect import signature
from textwrap import fill, indent
from typing import Final, NamedTuple

import click

from bimaru.cli import options
from bimaru.drawing.terminal import PAGE
from bimaru.engines import REGISTRY, engine_named
from bimaru.puzzle import Puzzle

_INDENT: Final = 14
_PROBES: Final[Mapping[str, Puzzle]] = {
    "straight ships": Puzzle([1], [1], {1: 1}),
    "letters": Puzzle([1], [1], words=["A"]),
    "bent ships": Puzzle([2, 1], [2, 1], shapes=[["##", "#."]]),
}
"""A puzzle of each kind, to find out which engines take it."""


class _Description(NamedTuple):
    """An engine: its options with their defaults, and the kinds of puzzles that it takes."""

    name: str
    summary: str
    options: Mapping[str, object]
    takes: tuple[str, ...]


@click.command()
@options.as_json
def engines(as_json: bool) -> None:
    """List the engines, their options and what they take.

    An engine may still refuse a puzzle that is too large for it. Options are for Python
    (bimaru.engines.engine_named); solver is --solver, too. docs/reference/engines.md has more.

    \b
    With --json, one object an engine:
      {"name", "summary", "options": {name: default}, "takes": [...]}

    \b
    Example:
      bimaru engines
    """
    for engine in map(_describe, REGISTRY):
        click.echo(json.dumps(engine._asdict()) if as_json else _as_text(engine))


def _describe(name: str) -> _Description:
    module, _, factory = REGISTRY[name].partition(":")
    loaded = import_module(module)
    summary = (loaded.__doc__ or "").partition("\n")[0].removeprefix(f"The engine `{name}`: ")
    engine = engine_named(name)
    parameters = signature(getattr(loaded, factory)).parameters.values()
    return _Description(
        name,
        summary[:1].upper() + summary[1:],
        {parameter.name: parameter.default for parameter in parameters},
        tuple(kind for kind, probe in _PROBES.items() if engine.refusal(probe) is None),
    )


def _as_text(engine: _Description) -> str:
    """The name and summary, and below it what the engine takes and its options."""
    settings = (f"{name}={_plain(default)}" for name, default in engine.options.items())
    lines = [engine.summary, f"Takes {', '.join(engine.takes)}.", f"Options: {', '.join(settings)}."]
    text = "\n".join(fill(line, PAGE - _INDENT) for line in lines[: 3 if engine.options else 2])
    return f"{engine.name:{_INDENT}}{indent(text, ' ' * _INDENT).strip()}"


def _plain(default: object) -> str:
    return "+".join(map(str, default)) if isinstance(default, tuple) else str(default)
