"""Transcripts: cases and what bimaru answered, kept in `tests/data/told`, a file for each folder of tests.

A case is a line: a command, a statement of Python after `>>>`, or a format and a text in it, as Python
writes it. What comes of it is below, indented. Lines that begin with `#` are comments.

To accept changed answers, or those of new cases, run
`PYTHONPATH=src:tests/support:. .venv/bin/python tests/support/transcripts.py`, and read them in `git diff`.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import sys
import tempfile
from ast import literal_eval
from collections.abc import Callable, Iterator
from contextlib import chdir, nullcontext, redirect_stdout
from dataclasses import is_dataclass
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from textwrap import indent
from typing import Any, Final
from unittest.mock import patch
from zipfile import ZipFile

import pytest

import bimaru
from bimaru.deduction.languages import LANGUAGES
from bimaru.errors import BimaruError, InvalidPuzzleError
from command_line import bimaru as call
from small_collections import AtOnce
from told import told

on_unix: Final = pytest.mark.skipif(sys.platform == "win32", reason="paths of Unix")
TOLD: Final = Path(__file__).parents[1] / "data" / "told"
_FAULTS: Final = (AttributeError, BimaruError, OSError, TypeError, ValueError)
_USAGE: Final = re.compile(r"Usage: .*\nTry 'bimaru .*\n\n")
_VERSION: Final = re.compile(rf"(?<![\w.]){re.escape(bimaru.__version__)}(?![\w.]*\w)")
_UNSTEADY: Final = re.compile(
    r"""(?<=time=")[\d.]+ | [\d.]+(?=[ ]ms) | (?<="seconds":[ ])[\d.e-]+ | \d{4}(-\d\d){2}T[\d:+]+
    | \b[\da-f]{64}\b | (?<=gz":[ ])\d+ | \d+(?=[ ]bytes[ ]instead) | (?<=bytes[ ]instead[ ]of[ ])\d+
    | \d+(?=[ ]files)""",
    re.VERBOSE,
)
"""Times, digests, sizes of what is compressed, and the number of files of the page."""


def transcript(name: str) -> str:
    """A transcript as it is kept."""
    return (TOLD / f"{name}.txt").read_text(encoding="utf-8")


def renewed(name: str) -> str:
    """The transcript that the cases of this one give now."""
    cases = [line for line in transcript(name).splitlines() if line and not line.startswith(" ")]
    names: dict[str, Any] = {"bimaru": bimaru}
    with (
        tempfile.TemporaryDirectory() as folder,
        chdir(folder),
        patch("bimaru.processes.executors.process_pool", lambda *_: nullcontext(AtOnce())),
        patch("click.formatting.FORCED_WIDTH", 9999),  # each option of a help on a line
        patch.dict(os.environ, {"COLUMNS": "80", "BIMARU_LIBRARY": "library.db"}),
    ):
        return "".join(_answered(case, names) for case in cases)


def fault_of(function: Callable[[], object]) -> str:
    """What a function raises, or else returns."""
    try:
        return repr(function())
    except _FAULTS as error:
        return f"{type(error).__name__}: {error}"


def value_types(package: str) -> Iterator[str]:
    """The data classes in a package, and whether they are immutable, have slots and compare by value."""
    path = import_module(package).__path__
    for module in sorted(one.name for one in walk_packages(path, f"{package}.")):
        for name, kind in sorted(vars(import_module(module)).items()):
            if isinstance(kind, type) and is_dataclass(kind) and kind.__module__ == module:
                flags = getattr(kind, "__dataclass_params__")  # noqa: B009  # its type is not public
                slots = "__slots__" in vars(kind)
                yield f"{name}: frozen {flags.frozen}, slots {slots}, eq {flags.eq}"


def _answered(case: str, names: dict[str, Any]) -> str:
    answer = "" if case.startswith("#") else "\n".join(_answer(case, names))
    answer = _VERSION.sub("VERSION", _UNSTEADY.sub("?", answer.replace("\x1b", "ESC")))
    lines = (line.rstrip() for line in indent(answer, "  ").splitlines())
    return "\n".join([case, *lines]) + "\n"


def _answer(case: str, names: dict[str, Any]) -> Iterator[str]:
    verb, _, rest = case.partition(" ")
    if verb == "bimaru":
        ran = call(*shlex.split(rest))
        err = _USAGE.sub("", ran.err)
        yield from filter(None, [ran.out, err.rstrip("\n"), f"exit {ran.code}" if ran.code else ""])
    elif verb == "cat":
        yield _content(rest)
    elif verb == ">>>":
        yield _printed(rest, names)
    else:
        yield from _read(verb, literal_eval(rest))


def _content(path: str) -> str:
    """A text that a command wrote, which may be in an archive: `book.epub/mimetype`."""
    file, is_member, member = path.partition(".epub/")
    if is_member:
        with ZipFile(f"{file}.epub") as archive:
            return archive.read(member).decode()
    return Path(path).read_text(encoding="utf-8")


def _printed(statement: str, names: dict[str, Any]) -> str:
    with redirect_stdout(io.StringIO()) as out:
        try:
            exec(compile(f"{statement}\n", "case", "single"), names)
        except _FAULTS as error:
            print(f"{type(error).__name__}: {error}")
    return out.getvalue()


def _read(format: str, text: str) -> Iterator[str]:
    """The puzzles as JSON, or what is wrong with the text."""
    try:
        for puzzle in [*bimaru.parse_all(text, format)]:
            yield bimaru.write(puzzle, "json").strip()
    except InvalidPuzzleError as error:
        yield from error.faults


if __name__ == "__main__":
    for name in sorted({*LANGUAGES, *(file.stem for file in TOLD.glob("*.txt"))}):
        text = told(name) if name in LANGUAGES else renewed(name)
        (TOLD / f"{name}.txt").write_text(text, encoding="utf-8")
