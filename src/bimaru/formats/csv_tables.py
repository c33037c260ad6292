"""Puzzles from tables in CSV, as `bimaru convert -o puzzles.csv` writes them: the columns of `tables`, with
lists and objects as JSON."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping
from math import isfinite
from typing import Any, Final

from bimaru.errors import InvalidPuzzleError
from bimaru.formats.lines import InvalidTextError, TextFault
from bimaru.formats.tables import puzzle_of_columns
from bimaru.puzzle import Puzzle

_NEEDED: Final = ("rows", "cols", "fleet", "givens")
_JSON: Final = {"rows", "cols", "givens", "words", "shapes", "edges", "techniques"}
_WHOLE: Final = {"seed", "n_steps", "grader"}


def read_csv(lines: Iterator[str]) -> Iterator[Puzzle]:
    """The puzzles of a table, as a stream, from lines with their ends, which a name may contain. Raises
    `InvalidTextError` for any other table."""
    table = csv.DictReader(lines, strict=True)
    try:
        names = table.fieldnames or ()
        if missing := [name for name in _NEEDED if name not in names]:
            fault = f"not a table of puzzles: it has no column {', '.join(missing)}"
            raise InvalidTextError([TextFault(1, fault)])
        for row in table:
            yield puzzle_of_columns(_values(row))
    except (InvalidPuzzleError, KeyError, TypeError, ValueError, RecursionError, csv.Error) as error:
        if isinstance(error, InvalidTextError):
            raise
        raise InvalidTextError([TextFault(table.line_num, f"not a puzzle: {error}")]) from None


def _values(row: Mapping[str, str | None]) -> dict[str, Any]:
    """The values of a row, with the types of the columns; of empty cells, none."""
    values = {name: _value(name, cell) for name, cell in row.items() if cell}
    if empty := [name for name in _NEEDED if name not in values and name != "fleet"]:
        raise ValueError(f"{', '.join(empty)}: missing")
    givens = [{"row": row, "col": col, "kind": kind} for row, col, kind in values["givens"]]
    return values | {"width": len(values["cols"]), "givens": givens, "fleet": values.get("fleet", "")}


def _value(name: str, cell: str) -> Any:
    """The value of a cell. Raises `ValueError`."""
    if name in _JSON:
        return json.loads(cell)
    if name == "score":
        return _finite(float(cell))
    return int(cell) if name in _WHOLE else cell


def _finite(number: float) -> float:
    if not isfinite(number):
        raise ValueError(f"score: {number} is not finite")
    return number
