"""Data sets: puzzles in a directory, each split in a folder of its own, with a card that describes them.

The card, `README.md`, begins with what Hugging Face reads of it, so that `datasets.load_dataset(DIRECTORY)`
finds the splits. It has no date and no name of a machine: the same puzzles give the same bytes.
"""

from __future__ import annotations

import json
import pickle
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any, Final, NamedTuple

from bimaru.atomic_files import temporary_path
from bimaru.croissant import write_description
from bimaru.data_splits import Splits
from bimaru.drawing.histogram import grouped, histogram
from bimaru.formats import read_all
from bimaru.formats.input_files import PARQUET, SHARDS, shards_in
from bimaru.formats.tables import Row, TableWriter, schema
from bimaru.puzzle_collections.near_answers import NearAnswers
from bimaru.puzzle_collections.records import are_apart, read_complete, read_manifest
from bimaru.puzzle_statistics import NO_GRADE, Features, Statistics, features_of, polyominoes
from bimaru.squares import LETTER_MARK
from bimaru.symmetry import rest_fingerprints

CARD: Final = "README.md"
UNFINISHED_CARD: Final = f"_{CARD}.part"
"""The card of a collection while it is written: one name for all runs, so that the next replaces what a
killed one left, and one that programs skip."""
ALL: Final = "puzzles"
"""The split of a data set without splits."""
_TABLE: Final = f"puzzles{PARQUET}"
"""The name of the file of a split in its folder."""
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
    are_apart: bool = False
    """Whether answers of different splits differ by more than one ship moved."""
    splits: str = ""
    """The splits with their weights, as `Splits.parse` reads them."""
    has_tensors: bool = False
    seeds: int = 0
    """The number of seeds that were tried for a collection; 0 if that is not known."""


def write_data_set(
    rows: Iterable[Row],
    directory: Path,
    names: Sequence[str],
    description: Description,
    *,
    with_json: bool,
    tensors: tuple[int, int] | None = None,
) -> Statistics:
    """Write a table for each split, `names`, in its folder, or one for all rows if there are none, and the
    card."""
    statistics = Statistics()
    splits: Counter[str] = Counter()
    columns = schema(json=with_json, tensors=tensors)
    with ExitStack() as stack:
        folders = {name: directory / name for name in names} or {ALL: directory}
        writers = {
            name: stack.enter_context(_opened(stack, folder / _TABLE, columns))
            for name, folder in folders.items()
        }
        for row in rows:
            name = row.split or ALL
            splits[name] += 1
            statistics.add(features_of_row(row))
            writers[name].add(row)
    _write_card(directory / CARD, description, statistics, {name: splits[name] for name in writers}, PARQUET)
    write_description(
        directory,
        {name: (folder / _TABLE).relative_to(directory).as_posix() for name, folder in folders.items()},
        columns,
        title=description.title,
        licence=description.licence,
        summary=_summary(statistics),
    )
    return statistics


def apart(
    rows: Iterable[Row], names: Sequence[str], scratch: Path | None, on_left_out: Callable[[Row], object]
) -> Iterator[Row]:
    """The rows, split by split, without those whose answer is one of an earlier split, perhaps turned, with
    one ship moved: whoever learns the answers of one split has not seen those of the next.

    Rows of later splits are kept in files meanwhile, fingerprints of many answers in or above `scratch`."""
    near = NearAnswers(len(names), scratch)
    with ExitStack() as stack:
        held = {name: stack.enter_context(TemporaryFile()) for name in names[1:]}
        for number, name in enumerate(names):
            for row in _unpickled(held[name]) if number else _held_back(rows, held):
                rests = rest_fingerprints(row.answer or "", len(row.cols))
                if near.has_near(number, rests):
                    on_left_out(row)
                    continue
                near.add(number, rests)
                yield row


def _held_back(rows: Iterable[Row], held: Mapping[str, IO[bytes]]) -> Iterator[Row]:
    """The rows of the first split; those of others are pickled."""
    for row in rows:
        file = held.get(row.split or "")
        if file:
            pickle.dump(row, file)
        else:
            yield row


def _unpickled(file: IO[bytes]) -> Iterator[Row]:
    end = file.tell()
    file.seek(0)
    while file.tell() < end:
        yield pickle.load(file)


def describe_collection(directory: Path, version: str) -> None:
    """Write the card of a complete collection with splits, as `generate` makes it, unless it has one.

    Raises `InvalidTextError` and `OSError`."""
    if (directory / CARD).exists():
        return
    statistics = Statistics()
    splits: dict[str, int] = {}
    shards = shards_in(directory)
    for folder in dict.fromkeys(path.parent for path in shards):
        before = statistics.puzzles
        for puzzle in read_all(folder):
            statistics.add(features_of(puzzle))
        splits[folder.name] = statistics.puzzles - before
    suffix = next(suffix for suffix in SHARDS if all(path.name.endswith(suffix) for path in shards))
    manifest = read_manifest(directory)
    weights: str = manifest["splits"]
    order = Splits.parse(weights).names
    splits = {name: splits[name] for name in order if name in splits} | splits
    apart = are_apart(manifest)
    seeds = (read_complete(directory) or {"seeds": 0})["seeds"]
    description = Description(
        recipes=[manifest], version=version, are_apart=apart, splits=weights, seeds=seeds
    )
    with temporary_path(directory / CARD, directory / UNFINISHED_CARD) as part:
        _write_card(part, description, statistics, splits, suffix)


def _write_card(
    file: Path, description: Description, statistics: Statistics, splits: Mapping[str, int], suffix: str
) -> None:
    card = "\n".join(card_lines(description, statistics, splits, suffix))
    file.write_text(f"{card}\n", encoding="utf-8", newline="\n")


def _opened(stack: ExitStack, path: Path, columns: Any) -> TableWriter:
    path.parent.mkdir(exist_ok=True)
    return TableWriter(stack.enter_context(path.open("wb")), columns)


def features_of_row(row: Row) -> Features:
    """The counted properties of a row."""
    kinds = [str(kind) for _, _, kind in row.givens]
    others = polyominoes(len(row.shapes or ()))
    return Features(
        size=f"{len(row.rows)}x{len(row.cols)}",
        ships=" ".join(filter(None, (row.fleet, " ".join(sorted(row.words or ())), others))),
        givens=len(kinds),
        kinds=tuple(LETTER_MARK if kind.startswith(LETTER_MARK) else kind for kind in kinds),
        missing=[*row.rows, *row.cols].count(None),
        grade=row.grade or NO_GRADE,
        score=row.score,
    )


def card_lines(
    description: Description, statistics: Statistics, splits: Mapping[str, int], suffix: str
) -> Iterator[str]:
    """The lines of the card; the names of the files end in `suffix`."""
    yield from _front_matter(description, splits, suffix)
    kind = "Apache Parquet" if suffix == PARQUET else "JSON Lines"
    yield from ("", f"# {description.title}", "", f"{_summary(statistics)}, in {kind}.", "")
    yield from ("| split | puzzles |", "| --- | --- |")
    yield from (f"| {name} | {count:,} |" for name, count in splits.items())
    if len(splits) > 1:
        yield ""
        yield "Puzzles with the same solution, however it is turned or flipped, are in the same split."
    if len(splits) > 1 and description.are_apart:
        yield "No solution is one of another split, turned or flipped, with one ship moved."
        yield from _left_out(description, splits)
    yield from ("", "## Licence", "", description.licence or "Not stated.")
    yield from ("", "## How the puzzles were made", "")
    yield from _recipes(description)
    yield from ("", "## Counts", "", "```text")
    yield "\n\n".join(_histograms(statistics))
    yield "```"
    if suffix == PARQUET:
        yield _COLUMNS
        yield from _use([*splits], description)
    elif len(splits) > 1:
        yield _TABLE_EXPORT.format(splits=description.splits)


def _left_out(description: Description, splits: Mapping[str, int]) -> Iterator[str]:
    """Why the shares of splits are not those of their weights."""
    if not description.seeds:
        return
    weights = dict(Splits.parse(description.splits).weights)
    total = sum(weights.values())
    kept = ", ".join(
        f"{splits.get(name, 0):,} of about {description.seeds * weight / total:,.0f} in `{name}`"
        for name, weight in weights.items()
    )
    yield ""
    yield f"Of {description.seeds:,} seeds, {sum(splits.values()):,} gave a puzzle that was kept: {kept}."
    yield "The others gave one that is there already, one whose solution is near another split, or none."
    yield f"So a split with a small weight keeps less of its share of {description.splits}: its solutions"
    yield "are near more of the others. On small grids nearly all have some near them."


_COLUMNS: Final = """
## Columns

One row per puzzle; missing values are null. `answer` and `letters` are the solution's squares,
row after row; `.` is water, `S` a submarine, `L` `R` `T` `B` an end, `M` a middle, `X` any part
of a polyomino ship.
`givens` are the squares that the puzzle shows, in the same letters, with `W` for water."""
_TABLE_EXPORT: Final = """
## Use

For tables that polars, pandas, DuckDB, pyarrow and `datasets` read, with numbers to
train on, run this here; the card of the tables shows how to go on:

```sh
bimaru export --tensors --splits {splits} . -o ../tables/
```"""
"""How to make tables of JSON Lines, whose lists of numbers and words few libraries read."""


def _use(names: Sequence[str], description: Description) -> Iterator[str]:
    """How to load a data set with these splits, in its directory, and how to train on it."""
    folder, files = (_TABLE, _TABLE) if names == [ALL] else (names[0], f"{names[0]}/*{PARQUET}")
    split = "train" if names == [ALL] else names[0]
    calls = {
        "polars": f'polars.read_parquet("{files}")',
        "pandas": f'pandas.read_parquet("{folder}")',
        "duckdb": f"duckdb.sql(\"select * from '{files}'\")",
        "pyarrow.parquet": f'pyarrow.parquet.read_table("{folder}")',
        "datasets, os": f'datasets.load_dataset(os.getcwd())["{split}"]',
    }
    yield from ("", "## Use", "", "In this directory, with the library that you like:", "", "```python")
    yield "\n\n".join(f"import {module}\n{call}" for module, call in calls.items())
    yield from ("```", "")
    yield "`datasets` keeps what it has loaded by the name of the directory: for another data set in one of"
    yield "the same name, add a `cache_dir` of its own."
    if len(names) < 2:
        return
    directory = "."
    yield ""
    if not description.has_tensors:
        directory = "../tensors/"
        yield from ("To train on it, add columns of numbers:", "", "```sh")
        yield f"bimaru export --tensors --splits {description.splits} . -o {directory}"
        yield from ("```", "")
    first, last = names[0], names[-1]
    yield "`rows_tensor`, `cols_tensor` and `givens_tensor` are the clues as bytes, `answer_tensor` is what"
    yield f"to learn from them. A baseline, in the sources of bimaru, learns from `{first}`, and prints how"
    yield f"many squares and boards of `{last}` a small network and simple rules get right:"
    yield from ("", "```sh", f"python examples/baseline.py {directory} {first} {last}", "```")


def _front_matter(description: Description, splits: Mapping[str, int], suffix: str) -> Iterator[str]:
    yield "---"
    if description.licence:
        yield f"license: {json.dumps(description.licence.lower())}"
    yield f"pretty_name: {json.dumps(description.title)}"
    yield "configs:"
    yield "- config_name: default"
    yield "  data_files:"
    for name in splits:
        yield f"  - split: {'train' if name == ALL else name}"
        yield f"    path: {_TABLE if name == ALL else f'{name}/*{suffix}'}"
    yield "---"


def _summary(statistics: Statistics) -> str:
    number = statistics.puzzles
    return f"{number:,} Battleship puzzle{'' if number == 1 else 's'} (Bimaru, Yubotu)"


def _recipes(description: Description) -> Iterator[str]:
    if not description.recipes:
        yield "Not recorded."
    for recipe in description.recipes:
        yield f"With bimaru {recipe.get('bimaru', '?')} from this recipe:"
        yield from ("", "```json", json.dumps(recipe, indent=2), "```")
    yield ""
    yield f"The files were written by bimaru {description.version}."


def _histograms(statistics: Statistics) -> Iterator[str]:
    counts = statistics.to_data()
    for key, title in _TITLES.items():
        found: Mapping[str, int] = grouped(counts[key]) if key == "givens" else counts[key]
        if found:
            yield "\n".join(histogram(title, found, sum(found.values()), ascii=True, width=_WIDTH))
