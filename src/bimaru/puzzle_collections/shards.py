"""A shard: the puzzles of a range of seeds in one file, of gzipped JSON Lines or in Parquet.

Its bytes depend only on the recipe, the layout, the seeds and the version of zlib, or of pyarrow; they
contain no time and no name.
"""

from __future__ import annotations

import gzip
import io
import json
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from threading import local
from typing import Final, NamedTuple

from bimaru.board import Board
from bimaru.data_splits import Splits, answer_key, with_splits
from bimaru.formats import read_all, write
from bimaru.formats.input_files import PARQUET
from bimaru.formats.tables import Row, number_of_rows, read_table, schema, table_row, write_rows
from bimaru.generation.generator import Maker, maker_of
from bimaru.generation.recipe import Recipe
from bimaru.generation.tries import CannotGenerateError, is_fruitless
from bimaru.puzzle import Puzzle
from bimaru.symmetry import answer_fingerprint, fingerprint, rest_fingerprints

_LEVEL: Final = 6
"""Compression level of gzip: a twentieth of the time of making the puzzles. Level 9 takes nine times that
for a tenth less."""


SPLIT: Final = "split"
"""The key under which a puzzle in JSON records its split."""


class Mark(NamedTuple):
    """A puzzle of a shard: its seed, and the fingerprint of its canonical form. If answers of different
    splits must be apart, also the number of its split, and fingerprints of its answer without one ship."""

    seed: int
    fingerprint: int
    split: int = 0
    rests: tuple[int, ...] = ()


class Shard(NamedTuple):
    """The bytes of the files by their folders (see `Layout`), and the marks of the puzzles by seed."""

    files: Mapping[str, bytes]
    marks: Sequence[Mark]


class Layout(NamedTuple):
    """The format of the files, `json` or `parquet`, and what must be different: `puzzle`s or their
    `answer`s; and the splits, as `Splits.parse` reads them, of which each puzzle records its own.

    Each split is a folder. Earlier versions left all in one file: then it `is_flat`. With `apart`, no answer
    is one of another split with one ship moved."""

    to: str = "json"
    distinct: str = "puzzle"
    splits: str = ""
    is_flat: bool = False
    apart: bool = False

    @property
    def has_folders(self) -> bool:
        """Whether each split is a folder."""
        return bool(self.splits) and not self.is_flat

    @property
    def folders(self) -> tuple[str, ...]:
        """The folders of the files, in order; an empty name is the directory itself."""
        return Splits.parse(self.splits).names if self.has_folders else ("",)

    @property
    def suffix(self) -> str:
        """The ending of the names of the files."""
        return ".parquet" if self.to == "parquet" else ".jsonl.gz"

    def fingerprint_of(self, puzzle: Puzzle) -> int:
        """The fingerprint by which duplicates are recognised."""
        if self.distinct == "puzzle":
            return fingerprint(puzzle)
        rows = Board.from_data(puzzle.provenance.solution).rows
        return answer_fingerprint("".join(rows), puzzle.width)

    def mark_of(self, puzzle: Puzzle, seed: int) -> Mark:
        """The mark of a puzzle, made with this seed."""
        mark = Mark(seed, self.fingerprint_of(puzzle))
        if not self.apart:
            return mark
        row, splits = table_row(puzzle), Splits.parse(self.splits)
        number = splits.names.index(splits.of(answer_key(row)))
        return mark._replace(split=number, rests=(*rest_fingerprints(row.answer or "", puzzle.width),))

    def files_of(self, puzzles: Iterable[Puzzle]) -> dict[str, bytes]:
        """The files of these puzzles, by folder; of a split without puzzles there is none."""
        if not self.has_folders:
            return {"": self.bytes_of(puzzles)}
        splits = Splits.parse(self.splits)
        groups: dict[str, list[Puzzle]] = {}
        for puzzle in puzzles:
            groups.setdefault(splits.of(answer_key(table_row(puzzle))), []).append(puzzle)
        return {name: self.bytes_of(groups[name]) for name in splits.names if name in groups}

    def bytes_of(self, puzzles: Iterable[Puzzle]) -> bytes:
        """The file of these puzzles."""
        splits = Splits.parse(self.splits) if self.splits else None
        if self.to == "parquet":
            rows = map(table_row, puzzles)
            return _table(rows if splits is None else with_splits(rows, splits), split=splits is not None)
        if splits is None:
            return _lines(puzzles)
        return _lines(
            puzzle.replace(extra={**puzzle.extra, SPLIT: splits.of(answer_key(table_row(puzzle)))})
            for puzzle in puzzles
        )


JSON_LINES: Final = Layout()
"""What collections are made in unless another layout is chosen."""


def make_shard(recipe: Recipe, seeds: range, layout: Layout = JSON_LINES) -> Shard:
    """The shard of these seeds. Of puzzles (or answers) that can be turned or flipped into each other, the
    first is kept; a seed that gives no puzzle is skipped.

    Raises `CannotGenerateError` if the first `FRUITLESS_TRIES` give none."""
    seen: set[int] = set()
    kept, marks = [], []
    for puzzle, seed in _puzzles(recipe, seeds):
        mark = layout.mark_of(puzzle, seed)
        if mark.fingerprint not in seen:
            seen.add(mark.fingerprint)
            marks.append(mark)
            kept.append(puzzle)
    return Shard(layout.files_of(kept), marks)


def _lines(puzzles: Iterable[Puzzle]) -> bytes:
    return _compress([write(puzzle, "json").encode() for puzzle in puzzles])


def _table(rows: Iterable[Row], *, split: bool) -> bytes:
    file = io.BytesIO()
    write_rows(rows, file, schema(split=split))
    return file.getvalue()


def _puzzles(recipe: Recipe, seeds: range) -> Iterator[tuple[Puzzle, int]]:
    maker = _maker(recipe)
    number_made = 0
    for number, seed in enumerate(seeds, 1):
        try:
            puzzle = maker.make(seed)
        except CannotGenerateError:
            if is_fruitless(recipe, number, number_made):
                raise
        else:
            number_made += 1
            yield puzzle, seed


class _Cache(local):
    """The maker that a thread keeps from one shard to the next; threads must not share one."""

    recipe: Recipe | None = None
    maker: Maker


_cache: Final = _Cache()


def _maker(recipe: Recipe) -> Maker:
    if _cache.recipe != recipe:
        _cache.maker = maker_of(recipe)
        _cache.recipe = recipe
    return _cache.maker


def marks_in(paths: Iterable[Path], layout: Layout) -> list[Mark]:
    """The marks of the puzzles in a shard's files, by seed. Raises `InvalidTextError`."""
    puzzles = (puzzle for path in paths for puzzle in read_all(path))
    return sorted(layout.mark_of(puzzle, puzzle.provenance.seed or 0) for puzzle in puzzles)


def number_of_puzzles(path: Path) -> int | None:
    """The number of puzzles in a shard's file; `None` if it is empty or cannot be read."""
    if path.suffix == PARQUET:
        return number_of_rows(path)
    data = path.read_bytes()
    try:
        return gzip.decompress(data).count(b"\n") if data else None
    except (EOFError, zlib.error, gzip.BadGzipFile):
        return None


def keep_seeds(files: Mapping[str, bytes], seeds: Collection[int], layout: Layout) -> dict[str, bytes]:
    """The files of a shard, by folder, with only the puzzles of these seeds; of a split without any there is
    none."""
    kept = {folder: _kept(data, seeds, layout) for folder, data in files.items()}
    return {folder: data for folder, (data, number) in kept.items() if number or not folder}


def _kept(data: bytes, seeds: Collection[int], layout: Layout) -> tuple[bytes, int]:
    """The bytes of a file with only the puzzles of these seeds, and their number."""
    if layout.to == "parquet":
        puzzles = [puzzle for puzzle in read_table(io.BytesIO(data)) if puzzle.provenance.seed in seeds]
        return layout.bytes_of(puzzles), len(puzzles)
    lines = gzip.decompress(data).splitlines(keepends=True)
    kept = [line for line in lines if json.loads(line)["seed"] in seeds]
    return _compress(kept), len(kept)


def _compress(lines: Sequence[bytes]) -> bytes:
    file = io.BytesIO()
    with gzip.GzipFile("", "wb", _LEVEL, file, mtime=0) as packed:
        packed.write(b"".join(lines))
    return file.getvalue()
