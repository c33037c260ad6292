"""Data sets: tables of puzzles in a directory, one file per split, with a card that describes them.

The card, `README.md`, begins with what Hugging Face reads of it, so that `datasets.load_dataset(DIRECTORY)`
finds the splits. It has no date and no name of a machine: the same puzzles give the same bytes.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final, NamedTuple

from bimaru.drawing.histogram import grouped, histogram
from bimaru.formats.tables import ROWS_AT_ONCE, Row, TableWriter, schema, table_of
from bimaru.squares import LETTER_MARK
from bimaru.statistics import NO_GRADE, Features, Statistics

CARD: Final = "README.md"
ALL: Final = "puzzles"
"""The name of the file of a data set without splits."""
_WIDTH: Final = 80
_TITLES: Final = {
    "sizes": "size",
    "fleets": "ships",
    "grades": "grade",
    "scores": "score from",
    "givens": "givens",
}


class Description(NamedTuple):
    """What the card states besides counts: the title, the licence (an SPDX name), and the recipes of the
    collections that the puzzles come from, as in their manifests."""

    title: str = "Battleship puzzles"
    licence: str | None = None
    recipes: Sequence[Mapping[str, Any]] = ()
    version: str = ""


def write_data_set(
    rows: Iterable[Row], directory: Path, names: Sequence[str], description: Description, *, with_json: bool
) -> Statistics:
    """Write a file for each split, `names`, or one for all rows if there are none, and the card."""
    statistics = Statistics()
    splits: Counter[str] = Counter()
    columns = schema(json=with_json)
    with ExitStack() as stack:
        writers = {
            name: _Buffer(stack.enter_context(_opened(stack, directory / f"{name}.parquet", columns)))
            for name in names or [ALL]
        }
        for row in rows:
            name = row.split or ALL
            splits[name] += 1
            statistics.add(features_of_row(row))
            writers[name].add(row)
        for writer in writers.values():
            writer.flush()
    card = "\n".join(card_lines(description, statistics, {name: splits[name] for name in writers}))
    (directory / CARD).write_text(f"{card}\n", encoding="utf-8", newline="\n")
    return statistics


def _opened(stack: ExitStack, path: Path, columns: Any) -> TableWriter:
    return TableWriter(stack.enter_context(path.open("wb")), columns)


class _Buffer:
    """Rows that are written in groups."""

    def __init__(self, writer: TableWriter) -> None:
        self._writer = writer
        self._rows: list[Row] = []

    def add(self, row: Row) -> None:
        self._rows.append(row)
        if len(self._rows) == ROWS_AT_ONCE:
            self.flush()

    def flush(self) -> None:
        if self._rows:
            self._writer.write(table_of(self._rows, self._writer.schema))
        self._rows = []


def features_of_row(row: Row) -> Features:
    """The counted properties of a row."""
    kinds = [str(kind) for _, _, kind in row.givens]
    bent = f"{len(row.shapes)} bent" if row.shapes else ""
    return Features(
        size=f"{len(row.rows)}x{len(row.cols)}",
        ships=" ".join(filter(None, (row.fleet, " ".join(sorted(row.words or ())), bent))),
        givens=len(kinds),
        kinds=tuple(LETTER_MARK if kind.startswith(LETTER_MARK) else kind for kind in kinds),
        missing=[*row.rows, *row.cols].count(None),
        grade=row.grade or NO_GRADE,
        score=row.score,
    )


def card_lines(description: Description, statistics: Statistics, splits: Mapping[str, int]) -> Iterator[str]:
    """The lines of the card."""
    yield from _front_matter(description, splits)
    yield from ("", f"# {description.title}", "", _summary(statistics), "")
    yield from ("| split | puzzles |", "| --- | --- |")
    yield from (f"| {name} | {count:,} |" for name, count in splits.items())
    if len(splits) > 1:
        yield ""
        yield "Puzzles with the same solution, however it is turned or flipped, are in the same split."
    yield from ("", "## Licence", "", description.licence or "Not stated.")
    yield from ("", "## How the puzzles were made", "")
    yield from _recipes(description)
    yield from ("", "## Counts", "", "```text")
    yield "\n\n".join(_histograms(statistics))
    yield from ("```", "", "## Columns", "")
    yield "One row per puzzle; missing values are null. `answer` and `letters` are the solution's squares,"
    yield "row after row; `.` is water, `S` a submarine, `L` `R` `T` `B` an end, `M` a middle, `X` any part"
    yield "of a bent ship."
    yield "`givens` are the squares that the puzzle shows, in the same letters, with `W` for water."


def _front_matter(description: Description, splits: Mapping[str, int]) -> Iterator[str]:
    yield "---"
    if description.licence:
        yield f"license: {json.dumps(description.licence.lower())}"
    yield f"pretty_name: {json.dumps(description.title)}"
    yield "configs:"
    yield "- config_name: default"
    yield "  data_files:"
    for name in splits:
        yield f"  - split: {'train' if name == ALL else name}"
        yield f"    path: {name}.parquet"
    yield "---"


def _summary(statistics: Statistics) -> str:
    number = statistics.puzzles
    return f"{number:,} Battleship puzzle{'' if number == 1 else 's'} (Bimaru, Yubotu), in Apache Parquet."


def _recipes(description: Description) -> Iterator[str]:
    if not description.recipes:
        yield "Not recorded."
    for recipe in description.recipes:
        yield f"With bimaru {recipe.get('bimaru', '?')} from this recipe:"
        yield from ("", "```json", json.dumps(recipe, indent=2), "```")
    yield ""
    yield f"The tables were written by bimaru {description.version}."


def _histograms(statistics: Statistics) -> Iterator[str]:
    counts = statistics.to_data()
    for key, title in _TITLES.items():
        found: Mapping[str, int] = grouped(counts[key]) if key == "givens" else counts[key]
        if found:
            yield "\n".join(histogram(title, found, sum(found.values()), ascii=True, width=_WIDTH))
