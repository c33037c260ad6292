"""Where text comes from: paths, directories, open files, standard input; plain or packed."""

from __future__ import annotations

import sys
from codecs import getincrementaldecoder
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from functools import partial
from io import BufferedReader
from os import PathLike
from os.path import isdir  # not pathlib: that takes longer to load than most puzzles to solve
from typing import IO, TYPE_CHECKING, Any, Final, TypeAlias, TypeGuard, cast

from bimaru.formats.bounds import Piece
from bimaru.formats.protocol import MAX_HELD, InvalidTextError, TextFault

if TYPE_CHECKING:
    from pathlib import Path

Source: TypeAlias = str | PathLike[str] | IO[str] | IO[bytes]
"""A path (`-` is standard input; what gzip packed is unpacked), a directory of files, or an open file."""

SHARDS: Final = (".jsonl", ".jsonl.gz")
"""What the names of the files end in that are read of a directory."""
_PACKED: Final = b"\x1f"
"""What gzip begins with, and no text."""


def is_directory(source: Source) -> TypeGuard[str | PathLike[str]]:
    """Whether a source is a directory, whose files are read."""
    return isinstance(source, str | PathLike) and source != "-" and isdir(source)  # noqa: PTH112


def shards_in(directory: str | PathLike[str]) -> list[Path]:
    """The files of puzzles in a directory, JSON Lines, by name; hidden ones are left alone."""
    from pathlib import Path

    return sorted(
        path
        for path in Path(directory).iterdir()
        if path.name.endswith(SHARDS) and not path.name.startswith(".")
    )


@contextmanager
def opened(source: Source) -> Generator[IO[Any], None, None]:
    """The file of a source, closed afterwards unless it came open; faults are told with its name."""
    try:
        if not isinstance(source, str | PathLike):
            if not hasattr(source, "readline"):
                raise TypeError(f"a path or an open file is wanted, not {type(source).__name__}")
            yield source
        elif source == "-":
            with _unpacked(getattr(sys.stdin, "buffer", sys.stdin)) as unpacked:
                yield unpacked
        else:
            with open(source, "rb") as file, _unpacked(file) as unpacked:  # noqa: PTH123
                yield unpacked
    except InvalidTextError as error:
        raise error.within(name_of(source)) from None


def name_of(source: Source) -> str | None:
    """What messages call a source; `None` for a file without a name."""
    if isinstance(source, str | PathLike):
        return "standard input" if source == "-" else str(source)
    name = getattr(source, "name", None)
    return name if isinstance(name, str) else None


@contextmanager
def _unpacked(file: IO[Any]) -> Generator[IO[Any], None, None]:
    """What is in a file, unpacked if it begins as gzip does or its name ends in `.gz`."""
    if not _is_packed(file):
        yield file
        return
    import gzip
    import zlib

    try:
        with gzip.open(file) as unpacked:
            yield cast(IO[bytes], unpacked)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise InvalidTextError([TextFault(None, f"not a whole gzip file: {error}")]) from None


def _is_packed(file: IO[Any]) -> bool:
    if isinstance(file, BufferedReader) and file.peek(1)[:1] == _PACKED:
        return True
    return str(getattr(file, "name", "")).endswith(".gz")


def lines_of(file: IO[Any]) -> Iterator[str]:
    """The lines of a text or of bytes in UTF-8, without their ends and without a byte order mark; a line
    longer than `MAX_HELD` comes in `Piece`s and a rest."""
    number = 1
    decoded = getincrementaldecoder("utf-8")().decode
    mark, is_piece = "\ufeff", False
    try:
        for line in iter(partial(file.readline, MAX_HELD), file.read(0)):
            is_rest, is_piece = is_piece, len(line) == MAX_HELD and line[-1:] not in ("\n", b"\n")
            if isinstance(line, str):
                text = line
            elif is_rest or is_piece:
                text = decoded(line, not is_piece)
            else:
                text = line.decode()  # faster
            text, mark = text.removeprefix(mark), ""
            if is_piece:
                yield Piece(text)
            else:
                yield text.rstrip("\r\n")
                number += 1
        decoded(b"", True)
    except UnicodeDecodeError as error:
        raise InvalidTextError([TextFault(number, f"not text in UTF-8: {error.reason}")]) from None
