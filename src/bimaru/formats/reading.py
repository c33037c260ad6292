"""Reading puzzles from text, files and streams, in any format."""

from __future__ import annotations

import io
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from itertools import chain, islice
from typing import Final

from bimaru.formats.protocol import InvalidText, TextFault
from bimaru.formats.registry import REGISTRY, format_named
from bimaru.formats.source import Source, lines_of, opened
from bimaru.puzzle import Puzzle

_HEAD_LINES: Final = 1000
_HEAD_WIDTH: Final = 1000


def read(source: Source, format: str | None = None) -> Puzzle:
    """The first puzzle of a file, in any format (or in the one named).

    Raises `InvalidText`, an `InvalidPuzzle`, for anything that is not a puzzle; `OSError` for a
    file that cannot be read; `UnknownFormat`."""
    with closing(read_all(source, format)) as puzzles:
        return next(puzzles)


def read_all(source: Source, format: str | None = None) -> Generator[Puzzle, None, None]:
    """Every puzzle of a file, as a stream. Raises what `read` does; a fault in one puzzle comes
    after all the puzzles before it."""
    with opened(source) as file:
        yield from _puzzles(lines_of(file), format)


def parse(text: str, format: str | None = None) -> Puzzle:
    """The first puzzle of a text. Never touches a file. Raises `InvalidText` and `UnknownFormat`."""
    return next(parse_all(text, format))


def parse_all(text: str, format: str | None = None) -> Iterator[Puzzle]:
    """Every puzzle of a text. Raises what `parse` does."""
    return _puzzles(lines_of(io.StringIO(text, newline="\n")), format)


def sniff(text: str) -> str:
    """The name of the format that a text is in, told by its first lines.

    Raises `InvalidText` when there is none that fits."""
    return _recognised(_head(text.split("\n")))


def _puzzles(lines: Iterator[str], format: str | None) -> Iterator[Puzzle]:
    name, lines = _sniffed(lines) if format is None else (format, lines)
    puzzle = None
    for puzzle in format_named(name).read(lines):
        yield puzzle
    if puzzle is None:
        raise InvalidText([TextFault(None, "no puzzle in the input")])


def _sniffed(lines: Iterator[str]) -> tuple[str, Iterator[str]]:
    """The format of the lines, and the same lines again.

    Most formats show in the first line that is not blank; no more is read ahead of a stream
    unless there is need."""
    taken: list[str] = []
    for line in lines:
        taken.append(line)
        if line.strip():
            break
    if (name := _first_to_recognise(_head(taken))) is None:
        taken += islice(lines, _HEAD_LINES)
        name = _recognised(_head(taken))
    return name, chain(taken, lines)


def _head(lines: Iterable[str]) -> list[str]:
    """The first lines as `Format.recognises` gets them."""
    filled = (text for line in lines if (text := line[:_HEAD_WIDTH].strip()))
    return list(islice(filled, _HEAD_LINES))


def _recognised(head: list[str]) -> str:
    if not head:
        raise InvalidText([TextFault(None, "no puzzle in the input")])
    if (name := _first_to_recognise(head)) is None:
        raise InvalidText(
            [TextFault(None, "not in any format that bimaru reads (`bimaru formats` lists them)")]
        )
    return name


def _first_to_recognise(head: list[str]) -> str | None:
    return next((name for name in REGISTRY if head and format_named(name).recognises(head)), None)
