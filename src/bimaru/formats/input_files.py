"""Files to read: by path, in a directory, or standard input; decompressed, and refused if they are not text,
such as a PNG picture or a PDF document."""

from __future__ import annotations

import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE, getincrementaldecoder
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from io import BufferedReader, TextIOWrapper
from os import PathLike
from os.path import isdir  # not pathlib: that takes longer to load than most puzzles to solve
from typing import IO, TYPE_CHECKING, Any, Final, TypeAlias, TypeGuard, cast

from bimaru.formats.lines import InvalidTextError, Piece, TextFault
from bimaru.sizes import MAX_CHARACTERS

if TYPE_CHECKING:
    from pathlib import Path

Source: TypeAlias = str | PathLike[str] | IO[str] | IO[bytes]
"""A path (`-` for standard input; gzip is decompressed), a directory of files, or an open file."""

CSV: Final = ".csv"
PARQUET: Final = ".parquet"
SHARDS: Final = (".jsonl", ".jsonl.gz", PARQUET)
"""The endings of the names of the files that are read from a directory."""
_GZIP: Final = b"\x1f"
"""The first byte of gzip data, and of no text."""
_NO_TEXT: Final = {
    b"\x89PNG": "a PNG picture",
    b"\xff\xd8\xff": "a JPEG picture",
    b"%PDF-": "a PDF document",
    b"PK\x03\x04": "a ZIP archive",
    b"BZh": "a file compressed by bzip2",
    b"\xfd7zXZ": "a file compressed by xz",
    b"(\xb5/\xfd": "a file compressed by Zstandard",
}
"""Files that people try to read and that are not text, by their first bytes."""


def is_directory(source: Source) -> TypeGuard[str | PathLike[str]]:
    """Whether a source is a directory."""
    return isinstance(source, str | PathLike) and source != "-" and isdir(source)  # noqa: PTH112


def shards_in(directory: str | PathLike[str]) -> list[Path]:
    """The JSON Lines and Parquet files in a directory, sorted by name, except hidden ones; if there are none,
    those in the directories in it, such as the splits of a data set."""
    from pathlib import Path

    entries = [*Path(directory).iterdir()]
    folders = (path for path in entries if path.is_dir() and not path.name.startswith((".", "_")))
    return _shards_among(entries) or _shards_among(path for folder in folders for path in folder.iterdir())


def _shards_among(paths: Iterable[Path]) -> list[Path]:
    return sorted(path for path in paths if path.name.endswith(SHARDS) and not path.name.startswith("."))


@contextmanager
def open_source(source: Source) -> Generator[IO[Any], None, None]:
    """The source's file, which is closed afterwards if it was opened here. Faults get the file's name."""
    try:
        if not isinstance(source, str | PathLike):
            if not hasattr(source, "readline"):
                raise TypeError(f"expected a path or an open file, got {type(source).__name__}")
            yield source
        elif source == "-":
            with _decompressed(getattr(sys.stdin, "buffer", sys.stdin)) as file:
                yield file
        else:
            with open(source, "rb") as raw, _decompressed(raw) as file:  # noqa: PTH123
                yield file
    except InvalidTextError as error:
        raise error.in_file(name_of(source)) from None
    except OSError as error:
        if isinstance(source, str) and "\n" in source:
            error.add_note("The path of a file is expected; bimaru.parse reads text.")
        raise


def name_of(source: Source) -> str | None:
    """The source's name in messages; `None` for a file without a name."""
    if isinstance(source, str | PathLike):
        return "standard input" if source == "-" else str(source)
    name = getattr(source, "name", None)
    return name if isinstance(name, str) else None


@contextmanager
def _decompressed(file: IO[Any]) -> Generator[IO[Any], None, None]:
    """The file, decompressed if it starts like gzip or its name ends in `.gz`, as text if it is in UTF-16."""
    start = file.peek(8) if isinstance(file, BufferedReader) else b""
    for first, name in _NO_TEXT.items():
        if start.startswith(first):
            raise InvalidTextError([TextFault(None, f"{name}; puzzles are read from text: `bimaru formats`")])
    if start.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        text = TextIOWrapper(file, "utf-16")  # as some versions of PowerShell write it
        try:
            yield text
        finally:
            text.detach()
        return
    if not (start.startswith(_GZIP) or str(getattr(file, "name", "")).endswith(".gz")):
        yield file
        return
    import gzip
    import zlib

    try:
        with gzip.open(file) as decompressed:
            yield cast(IO[bytes], decompressed)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise InvalidTextError([TextFault(None, f"not a complete gzip file: {error}")]) from None


def lines_of(file: IO[Any], *, ends: str = "\r\n") -> Iterator[str]:
    """The lines of a text file or of UTF-8 bytes, without byte order marks, which files that are joined have
    in the middle, and without these characters at their ends. A line longer than `MAX_CHARACTERS` is split
    into `Piece`s and a remainder."""
    number = 1
    decode = getincrementaldecoder("utf-8")().decode
    is_piece = False
    try:
        for line in iter(partial(file.readline, MAX_CHARACTERS), file.read(0)):
            is_continuation, is_piece = (
                is_piece,
                len(line) == MAX_CHARACTERS and line[-1:] not in ("\n", b"\n"),
            )
            if isinstance(line, str):
                text = line
            elif is_continuation or is_piece:
                text = decode(line, not is_piece)
            else:
                text = line.decode()  # faster than the incremental decoder
            if not is_continuation:
                text = text.removeprefix("\ufeff")
            if is_piece:
                yield Piece(text)
            else:
                yield text.rstrip(ends)
                number += 1
        decode(b"", True)
    except UnicodeDecodeError as error:
        fault = f"not text in {error.encoding.upper()}: {error.reason}"
        raise InvalidTextError([TextFault(number, fault)]) from None
