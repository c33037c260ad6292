"""Writing puzzles, in any format."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bimaru.formats.protocol import CannotWriteError
from bimaru.formats.registry import format_named
from bimaru.puzzle import Puzzle


def write(puzzle: Puzzle, format: str) -> str:
    """The puzzle as text that ends with a newline. What the format has no place for and the puzzle
    does not ask (`id`, `source`, `extra`) is left out.

    Raises `CannotWriteError` for what the format cannot say, and `UnknownFormatError`."""
    return format_named(format).write(puzzle)


def write_all(puzzles: Iterable[Puzzle], format: str) -> Iterator[str]:
    """The puzzles as the text of one file, piece by piece.

    Raises what `write` does, and `CannotWriteError` for a second puzzle where a file holds one."""
    chosen = format_named(format)
    for i, puzzle in enumerate(puzzles):
        if i:
            if chosen.separator is None:
                raise CannotWriteError(chosen.name, ["more than one puzzle in a file"])
            yield chosen.separator
        yield chosen.write(puzzle)
