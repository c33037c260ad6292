"""Puzzles read from and written to text, files and streams, in any format; one that is not named is detected
here, in the order of `registry.py`."""

from __future__ import annotations

import io
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from itertools import chain, islice, repeat
from os import PathLike
from typing import Final

from bimaru.formats.format import CannotWriteError, raise_faults
from bimaru.formats.input_files import (
    CSV,
    PARQUET,
    SHARDS,
    Source,
    is_directory,
    lines_of,
    name_of,
    open_source,
    shards_in,
)
from bimaru.formats.lines import (
    InvalidTextError,
    TextFault,
    bounded,
    check_is_text,
    first_nonblank,
)
from bimaru.formats.registry import REGISTRY, FormatName, format_named
from bimaru.puzzle import NOT_A_PUZZLE, Puzzle, check_is_puzzle
from bimaru.sizes import MAX_CHARACTERS

_HEAD_LINES: Final = 1000
_HEAD_WIDTH: Final = 1000
"""The lines of a text, and the characters of each, that detection examines."""


def read(source: Source, format: FormatName | str | None = None) -> Puzzle:
    """The first puzzle of a file. The format is detected unless it is named.

    Raises `InvalidTextError`, an `InvalidPuzzleError`, for malformed input; `OSError` for a file that
    cannot be read; `ValueError` for an unknown format."""
    with closing(read_all(source, format)) as puzzles:
        return next(puzzles)


def read_all(source: Source, format: FormatName | str | None = None) -> Generator[Puzzle, None, None]:
    """Every puzzle of a file, as a stream; for a directory, of all its JSON Lines files, gzipped or not,
    and its Parquet files, in order of name. A file named `.csv` is a table that bimaru has written.

    Raises what `read` does, and `MissingExtraError` for Parquet without the extra; a malformed puzzle
    raises after the puzzles before it."""
    with closing(read_all_or_faults(source, format)) as puzzles:
        yield from raise_faults(puzzles)


def read_all_or_faults(
    source: Source, format: FormatName | str | None = None
) -> Generator[Puzzle | InvalidTextError, None, None]:
    """The puzzles as from `read_all`; in JSON Lines, the error of a malformed line takes its place. Raises
    what `read_all` does for everything else that is malformed."""
    if is_directory(source):
        yield from _puzzles_in_directory(source)
        return
    if isinstance(source, str | PathLike) and str(source).endswith(PARQUET):
        yield from _puzzles_in_table(source)
        return
    with open_source(source) as file:
        if format is None and isinstance(source, str | PathLike) and str(source).endswith(CSV):
            from bimaru.formats.csv_tables import read_csv

            yield from read_csv(lines_of(file, ends=""))
        else:
            yield from _with_file(source, _puzzles_or_faults(lines_of(file), format))


def _with_file(
    source: Source, puzzles: Iterable[Puzzle | InvalidTextError]
) -> Iterator[Puzzle | InvalidTextError]:
    """The same puzzles; faults are located in the file."""
    for puzzle in puzzles:
        yield puzzle.in_file(name_of(source)) if isinstance(puzzle, InvalidTextError) else puzzle


def _puzzles_in_directory(directory: str | PathLike[str]) -> Iterator[Puzzle | InvalidTextError]:
    puzzle = None
    for path in shards_in(directory):
        for puzzle in _puzzles_in_table(path) if path.suffix == PARQUET else _puzzles_in_lines(path):
            yield puzzle
    if puzzle is None:
        from pathlib import Path

        fault = (
            f"no puzzle in files ending in {' or '.join(SHARDS)}; of a directory, only these are read: "
            f"name other files, as in {Path(directory) / '*.txt'}"
        )
        raise InvalidTextError([TextFault(None, fault)], str(directory))


def _puzzles_in_lines(path: PathLike[str]) -> Iterator[Puzzle | InvalidTextError]:
    with open_source(path) as file:
        yield from _with_file(path, _read_as("json", lines_of(file)))


def _puzzles_in_table(path: str | PathLike[str]) -> Iterator[Puzzle]:
    from bimaru.formats.tables import read_table

    try:
        yield from read_table(path)
    except InvalidTextError as error:
        raise error.in_file(str(path)) from None


def parse(text: str, format: FormatName | str | None = None) -> Puzzle:
    """The first puzzle of a text; never opens a file. Raises `InvalidTextError`, `ValueError` for an unknown
    format, and `TypeError` for anything but text."""
    return next(parse_all(text, format))


def parse_all(text: str, format: FormatName | str | None = None) -> Iterator[Puzzle]:
    """Every puzzle of a text. Raises what `parse` does."""
    check_is_text(text)
    return raise_faults(_puzzles_or_faults(_lines_in(text), format))


def sniff(text: str) -> str:
    """The name of the format of a text, detected from its first lines.

    Raises `InvalidTextError` if no format matches."""
    return _detected(_lines_in(text))[0]


def write(puzzle: Puzzle, format: FormatName | str) -> str:
    """The puzzle as text that ends with a newline. `id`, `source` and `extra` are dropped if the format
    has no place for them.

    Raises `CannotWriteError` if the format cannot express the puzzle, and `ValueError` for an unknown
    format."""
    check_is_puzzle(puzzle)
    return format_named(format).write(puzzle)


def write_all(puzzles: Iterable[Puzzle], format: FormatName | str) -> Iterator[str]:
    """The puzzles as the text of one file, in chunks.

    Raises what `write` does, and `CannotWriteError` for a second puzzle if a file holds only one."""
    chosen = format_named(format)
    for i, puzzle in enumerate(puzzles):
        if i:
            if chosen.separator is None:
                raise CannotWriteError(chosen.name, ["more than one puzzle in a file"])
            yield chosen.separator
        yield chosen.write(puzzle)


def _lines_in(text: str) -> Iterator[str]:
    return lines_of(io.StringIO(text, newline="\n"))


def _puzzles_or_faults(lines: Iterator[str], format: str | None) -> Iterator[Puzzle | InvalidTextError]:
    name, lines = _detected(lines) if format is None else (format, lines)
    puzzle = None
    for puzzle in _read_as(name, lines):
        yield puzzle
    if puzzle is None:
        raise InvalidTextError([TextFault(None, "no puzzle in the input")])


def _read_as(name: str, lines: Iterator[str]) -> Iterator[Puzzle | InvalidTextError]:
    """Every puzzle of lines in the named format, within the limits, or the fault of one."""
    chosen = format_named(name)
    read = chosen.read_or_faults or chosen.read
    return read(lines) if chosen.takes_long_lines else bounded(read, lines)


def _detected(lines: Iterator[str]) -> tuple[str, Iterator[str]]:
    """The name of the lines' format, and all the lines. Raises `InvalidTextError`.

    Most formats show in the first nonblank line, so it is tried alone first: a stream is not read ahead
    unnecessarily, and a later line cannot be mistaken for the start of another format."""
    blank, first = first_nonblank(lines)
    if first is None:
        raise InvalidTextError([TextFault(None, "no puzzle in the input")])
    head = [first]
    if (name := _recognised(head)) is None:
        head += _up_to_limit(lines, MAX_CHARACTERS - len(first))
        name = _recognised(head)
    if name is None:
        raise InvalidTextError([TextFault(None, _unrecognised(head))])
    return name, chain(repeat("", blank), head, lines)


def _unrecognised(head: Sequence[str]) -> str:
    """What is wrong with a text that begins with these lines, and has no format."""
    from bimaru.formats.board_rows import are_rows

    rows = [line for line in head if line.strip()]
    if len(rows) > 1 and are_rows(rows):
        return NOT_A_PUZZLE
    return "not in any format that bimaru reads (`bimaru formats` lists them)"


def _up_to_limit(lines: Iterator[str], room: int) -> Iterator[str]:
    """The next lines for detection, until their characters exceed `room`."""
    for line in islice(lines, _HEAD_LINES):
        yield line
        room -= len(line)
        if room < 0:
            return


def _recognised(lines: Iterable[str]) -> str | None:
    """The first format that recognises the lines."""
    head = [text for line in lines if (text := line[:_HEAD_WIDTH].strip())]
    return next((name for name in REGISTRY if format_named(name).recognises(head)), None)
