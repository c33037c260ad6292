"""Exporting puzzles as tables: many of them fast, without duplicates, in splits, with a data-set card.

A file of plain puzzles in JSON Lines, as `generate` writes it, is converted without making a `Puzzle` of
each line: `plain_row` accepts a line only if all its keys and types are those of a plain puzzle, and any
other line sends the rest of its file through the reader for all formats, which also reports what is wrong.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import chain, islice
from os import PathLike
from typing import Any, Final

from bimaru.formats.input_files import is_directory, open_source, shards_in
from bimaru.formats.lines import InvalidTextError
from bimaru.formats.tables import NOTES, PLAIN_MARKS, ROWS_AT_ONCE, Row, notes_that_fit, plain_squares
from bimaru.puzzle import plain_fleet, plain_givens
from bimaru.ships import Fleet
from bimaru.sizes import MAX_CHARACTERS, MAX_NUMBER, MAX_SIDE

_BARE_KEYS: Final = frozenset(("rows", "cols", "fleet", "givens", "seed", "solution", "grade"))
_KEYS: Final = _BARE_KEYS | {"id", "source", "score", "techniques", "n_steps", "grader", "drawn"}
"""The keys of plain puzzles. A line with any other one takes the slow way."""
_BARE_NOTES: Final = ("seed", "grade")
_NUMBERS: Final = frozenset((int, type(None)))


# Lines of plain puzzles


def plain_rows(path: str | PathLike[str]) -> Generator[Row, None, int | None]:
    """The rows of the plain puzzles at the beginning of a file or directory of JSON Lines, group by group,
    up to the first group that has any other line.

    Returns `None` if that was all; otherwise the number of puzzles after which the reader of all formats
    has to go on."""
    done = 0
    for shard in shards_in(path) if is_directory(path) else [path]:
        with open_source(shard) as file:
            lines = iter(partial(file.readline, MAX_CHARACTERS), b"")
            try:
                while group := list(islice(lines, ROWS_AT_ONCE)):
                    rows = [row for line in group if (row := plain_row(line.decode()))]
                    if len(rows) < len(group) or not _are_plain(rows):
                        return done
                    yield from rows
                    done += len(rows)
            except (InvalidTextError, UnicodeDecodeError):
                return done
    return None if done else 0


def plain_row(line: str) -> Row | None:
    """The row of a plain puzzle in a line of JSON; `None` for anything else."""
    if len(line) >= MAX_CHARACTERS or "NaN" in line or "Infinity" in line:
        return None
    try:
        data = json.loads(line)
        keys = len(data) + len(data["fleet"]) + len(data.get("solution") or ())
        # The text has more keys than the object if one of them is repeated, or in a string or deeper.
        return _row_of(data) if data.keys() <= _KEYS and line.count('":') == keys else None
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError):
        return None


def _row_of(data: Mapping[str, Any]) -> Row | None:
    """The row, if the parts that can be checked alone are those of a plain puzzle."""
    rows, cols, givens = data["rows"], data["cols"], data["givens"]
    if not (type(rows) is type(cols) is type(givens) is list and 1 <= len(rows) <= MAX_SIDE):
        return None
    height, width, solution = len(rows), len(cols), data.get("solution")
    answer = None if solution is None else plain_squares(solution, height, width)
    if (answer is None) != (solution is None):
        return None
    if not 1 <= width <= MAX_SIDE or plain_givens(givens, height, width) is None:
        return None
    row = Row(
        id=None,
        source=None,
        fleet=_text_of(plain_fleet(data["fleet"])),
        rows=rows,
        cols=cols,
        givens=givens,
        words=None,
        shapes=None,
        edges=None,
        score=None,
        techniques=None,
        n_steps=None,
        grader=None,
        answer=answer,
        letters=None,
        **notes_that_fit(data, _BARE_NOTES),
    )
    return row if data.keys() <= _BARE_KEYS else _with_notes(row, data)


def _with_notes(row: Row, data: Mapping[str, Any]) -> Row | None:
    """The row with its name, score and their like; `None` if they are unusual."""
    name, source, score = data.get("id"), data.get("source"), data.get("score")
    if not (type(name) in (int, str, type(None)) and type(source) in (str, type(None))):
        return None
    notes = notes_that_fit(data, NOTES)
    if notes["score"] != score:  # infinite, perhaps
        return None
    return row._replace(id=None if name is None else str(name), source=source, **notes)


_text_of = lru_cache(maxsize=1024)(Fleet.__str__)


def _are_plain(rows: Sequence[Row]) -> bool:
    """Whether the tallies are counts and the answers plain boards; what is cheaper to check for many rows."""
    tallies = [*chain.from_iterable(chain.from_iterable((row.rows, row.cols) for row in rows))]
    marks: set[str] = set().union(*(row.answer for row in rows if row.answer))
    numbers = {tally for tally in {*tallies} if tally is not None}
    return (
        {*map(type, tallies)} <= _NUMBERS
        and (not numbers or (min(numbers) >= 0 and max(numbers) <= MAX_NUMBER))
        and marks <= PLAIN_MARKS
        and all(_is_encodable(row) for row in rows)
    )


def _is_encodable(row: Row) -> bool:
    return (row.id or "").isascii() and (row.source or "").isascii() and (row.grade or "").isascii()
