"""The option `--technique`: Python files with techniques of the user's own. Not among the common options:
what techniques are made of is imported with it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from importlib.util import decode_source
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import click

from bimaru.cli.declarations import option
from bimaru.cli.error_reports import BadInputError
from bimaru.deduction.own_techniques import OwnTechnique, described


class TechniqueFile(NamedTuple):
    """The path of a file and its text, which goes to workers: the same everywhere, even if it is changed."""

    path: str
    text: str


class _ReadFile(click.Path):
    """The type of a Python file to read."""

    def __init__(self) -> None:
        super().__init__(exists=True, dir_okay=False, readable=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The file. Fails where it is missing or no text."""
        path = str(super().convert(value, param, ctx))
        try:
            return TechniqueFile(path, decode_source(Path(path).read_bytes()))
        except (OSError, SyntaxError, UnicodeDecodeError) as error:
            self.fail(f"{path}: {error}.", param, ctx)


technique_files = option(
    "--technique FILE.py",
    "Also use the techniques of your own that FILE.py defines (docs/how-to/own-technique.md). The file is "
    "run: name only files that you trust. May be repeated.",
    multiple=True,
    type=_ReadFile(),
)


@cache
def techniques_in(files: tuple[TechniqueFile, ...]) -> tuple[OwnTechnique, ...]:
    """The techniques of files, which are run, in order. Raises `BadInputError` for a file that raises an
    exception, and for one without techniques."""
    return tuple(chain.from_iterable(map(_techniques_of, files)))


def _techniques_of(file: TechniqueFile) -> Iterator[OwnTechnique]:
    module = ModuleType(f"techniques of {file.path}")
    module.__file__ = file.path
    sys.modules[module.__name__] = module  # where dataclasses look for it
    try:
        exec(compile(file.text, file.path, "exec"), vars(module))
    except (Exception, SystemExit) as error:
        raise BadInputError(f"{file.path}: {described(error, file.path)}") from error
    found = {id(value): value for value in vars(module).values() if isinstance(value, OwnTechnique)}
    if not found:
        raise BadInputError(f"{file.path}: no OwnTechnique is defined at the top level")
    yield from found.values()
