"""Reading puzzles from text, files and streams, in any format."""

from __future__ import annotations

import io
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from itertools import chain, islice, repeat
from os import PathLike
from typing import Final

from bimaru.formats.bounds import bounded, first_filled
from bimaru.formats.protocol import MAX_HELD, InvalidTextError, TextFault
from bimaru.formats.registry import REGISTRY, format_named
from bimaru.formats.source import SHARDS, Source, is_directory, lines_of, opened, shards_in
from bimaru.puzzle import Puzzle

_HEAD_LINES: Final = 1000
_HEAD_WIDTH: Final = 1000
"""The lines of a text, and the characters of each, that its format is detected by."""


def read(source: Source, format: str | None = None) -> Puzzle:
    """The first puzzle of a file, in any format (or in the one named).

    Raises `InvalidTextError`, an `InvalidPuzzleError`, for anything that is not a puzzle; `OSError` for a
    file that cannot be read; `UnknownFormatError`."""
    with closing(read_all(source, format)) as puzzles:
        return next(puzzles)


def read_all(source: Source, format: str | None = None) -> Generator[Puzzle, None, None]:
    """Every puzzle of a file, as a stream; of a directory those of all its files of JSON Lines,
    packed or not, in the order of their names. Raises what `read` does; a fault in one puzzle
    comes after all the puzzles before it."""
    if is_directory(source):
        yield from _puzzles_in(source)
        return
    with opened(source) as file:
        yield from _puzzles(lines_of(file), format)


def _puzzles_in(directory: str | PathLike[str]) -> Iterator[Puzzle]:
    puzzle = None
    for path in shards_in(directory):
        with opened(path) as file:
            for puzzle in _read_as("json", lines_of(file)):
                yield puzzle
    if puzzle is None:
        fault = f"no puzzle in its files that end in {' or '.join(SHARDS)}"
        raise InvalidTextError([TextFault(None, fault)], str(directory))


def parse(text: str, format: str | None = None) -> Puzzle:
    """The first puzzle of a text. Never touches a file. Raises `InvalidTextError` and
    `UnknownFormatError`."""
    return next(parse_all(text, format))


def parse_all(text: str, format: str | None = None) -> Iterator[Puzzle]:
    """Every puzzle of a text. Raises what `parse` does."""
    return _puzzles(_lines_in(text), format)


def sniff(text: str) -> str:
    """The name of the format that a text is in, told by its first lines.

    Raises `InvalidTextError` when there is none that fits."""
    return _sniffed(_lines_in(text))[0]


def _lines_in(text: str) -> Iterator[str]:
    return lines_of(io.StringIO(text, newline="\n"))


def _puzzles(lines: Iterator[str], format: str | None) -> Iterator[Puzzle]:
    name, lines = _sniffed(lines) if format is None else (format, lines)
    puzzle = None
    for puzzle in _read_as(name, lines):
        yield puzzle
    if puzzle is None:
        raise InvalidTextError([TextFault(None, "no puzzle in the input")])


def _read_as(name: str, lines: Iterator[str]) -> Iterator[Puzzle]:
    """Every puzzle of lines in that format, none of them larger than may be held."""
    chosen = format_named(name)
    return chosen.read(lines) if chosen.takes_pieces else bounded(chosen.read, lines)


def _sniffed(lines: Iterator[str]) -> tuple[str, Iterator[str]]:
    """The name of the format of the lines, and the same lines again. Raises `InvalidTextError`.

    Most formats show in the first line that is not blank: no more of a stream is read ahead unless
    there is need, and no line further down is mistaken for the start of something else."""
    blank, first = first_filled(lines)
    if first is None:
        raise InvalidTextError([TextFault(None, "no puzzle in the input")])
    taken = [first]
    if (name := _first_to_recognise(taken)) is None:
        taken += _head(lines, MAX_HELD - len(first))
        name = _first_to_recognise(taken)
    if name is None:
        fault = "not in any format that bimaru reads (`bimaru formats` lists them)"
        raise InvalidTextError([TextFault(None, fault)])
    return name, chain(repeat("", blank), taken, lines)


def _head(lines: Iterator[str], room: int) -> Iterator[str]:
    """The lines that a format is detected by, as many as have room."""
    for line in islice(lines, _HEAD_LINES):
        yield line
        room -= len(line)
        if room < 0:
            return


def _first_to_recognise(lines: Iterable[str]) -> str | None:
    head = [text for line in lines if (text := line[:_HEAD_WIDTH].strip())]
    return next((name for name in REGISTRY if format_named(name).recognises(head)), None)
