"""Answers in JSON Lines as a table: CSV, or Parquet."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, Final

from bimaru.cli.output import open_file, open_output


def write_answers(answers: Path, target: str | None) -> None:
    """Write the objects of a file in JSON Lines as the rows of a table: Parquet if `target` ends so, or CSV.
    The columns are the keys; lists and objects are JSON."""
    names = list(dict.fromkeys(name for row in _rows(answers) for name in row))
    if target is not None and target.lower().endswith(".parquet"):
        _write_parquet(names, answers, target)
        return
    with open_output(target, ".csv") as output:
        for text in csv_of(names, _rows(answers)):
            output.put(None, text)


def _rows(answers: Path) -> Iterator[dict[str, Any]]:
    with answers.open(encoding="utf-8") as lines:
        for line in lines:
            yield _flat(json.loads(line))


def _flat(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer as a row: that of a solved puzzle with its first solution, row after row."""
    if "solutions" not in answer:
        return answer
    first = answer["solutions"][0]["board"] if answer["solutions"] else None
    squares = None if first is None else "".join(first)
    return {"id": answer["id"], "status": answer["status"], "answer": squares}


def csv_of(
    names: Sequence[str], rows: Iterable[Mapping[str, Any]], *, with_header: bool = True
) -> Iterator[str]:
    """The text of a table with these columns, in CSV, row by row; lists and objects are JSON."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator=_END)
    for values in chain([names] if with_header else [], ([row.get(name) for name in names] for row in rows)):
        writer.writerow(map(_cell, values))
        yield f"{text.getvalue().removesuffix(_END)}\n"
        text.seek(0)
        text.truncate()


_END: Final = "\r\n"
"""The end of a row, for Python: before 3.13 it puts cells in quotation marks for these characters only. Rows
are written with the end of lines of text."""


def _cell(value: Any) -> Any:
    return json.dumps(value) if isinstance(value, list | tuple | dict) else value


def _write_parquet(names: list[str], answers: Path, target: str) -> None:
    from bimaru.formats.tables import pyarrow

    rows = [*_rows(answers)]
    for row in rows:  # an id may be a number or text, but a column has one type
        row["id"] = None if row.get("id") is None else str(row["id"])
    arrow, parquet = pyarrow()
    columns = {name: [_cell(row.get(name)) for row in rows] for name in names}
    if "id" in columns:
        columns["id"] = arrow.array(columns["id"], arrow.string())
    with open_file(target) as stream:
        parquet.write_table(arrow.table(columns), stream.binary)
