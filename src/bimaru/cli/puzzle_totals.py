"""How many puzzles there are in files, found quickly and without parsing them, for progress."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

_CHUNK: Final = 2**20


def number_of_puzzles(paths: Sequence[str]) -> int | None:
    """The number of puzzles in these files and directories; `None` where it cannot be known quickly: of
    standard input, of a pipe, and of formats that count differently."""
    numbers = [_number_in(path) for path in paths]
    return None if None in numbers else sum(filter(None, numbers))


def _number_in(path: str) -> int | None:
    from bimaru.formats.input_files import PARQUET, is_directory, shards_in
    from bimaru.formats.tables import number_of_rows

    if is_directory(path):
        return number_of_puzzles([*map(str, shards_in(path))])
    if not Path(path).is_file():
        return None
    if path.endswith(PARQUET):
        return number_of_rows(path)
    import gzip

    with gzip.open(path) if path.endswith(".gz") else Path(path).open("rb") as file:
        return _number_of_lines(iter(lambda: file.read(_CHUNK), b""))


def _number_of_lines(chunks: Iterable[bytes]) -> int | None:
    """The lines of JSON Lines, or the puzzles of a file in bimaru's text format."""
    lines = separators = 0
    first = last = b""
    for chunk in chunks:
        first = first or chunk.lstrip()[:1]
        lines += chunk.count(b"\n")
        separators += chunk.count(b"\n---")
        last = chunk[-1:]
    if first == b"{":
        return lines + (last != b"\n")
    return separators + 1 if separators else None
