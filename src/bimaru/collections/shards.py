"""A shard: the puzzles of a range of seeds in one file of gzipped JSON Lines.

Its bytes depend only on the recipe, the seeds and the version of zlib; they contain no time and no name.
"""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from threading import local
from typing import Final, NamedTuple

from bimaru.formats import read_all, write
from bimaru.generation.generator import Maker, maker_of
from bimaru.generation.placement_maker import PlacementMaker
from bimaru.generation.recipe import CannotGenerateError, Recipe
from bimaru.puzzle import Puzzle
from bimaru.symmetry import fingerprint

_LEVEL: Final = 6
"""Compression level of gzip: a twentieth of the time of making the puzzles. Level 9 takes nine times that
for a tenth less."""
FRUITLESS_TRIES: Final = 100_000
"""Most fleets to try for the first puzzle of a shard: ten seeds, if the recipe has the usual tries."""


class Mark(NamedTuple):
    """A puzzle of a shard: its seed, and the fingerprint of its canonical form."""

    seed: int
    fingerprint: int


class Shard(NamedTuple):
    """The bytes of the file, and the marks of its puzzles in the same order."""

    data: bytes
    marks: Sequence[Mark]


def make_shard(recipe: Recipe, seeds: range) -> Shard:
    """The shard of these seeds. Of puzzles that can be turned or flipped into each other, the first is
    kept; a seed that gives no puzzle is skipped.

    Raises `CannotGenerateError` if the first `FRUITLESS_TRIES` give none."""
    seen: set[int] = set()
    lines, marks = [], []
    for puzzle, seed in _puzzles(recipe, seeds):
        mark = Mark(seed, fingerprint(puzzle))
        if mark.fingerprint not in seen:
            seen.add(mark.fingerprint)
            marks.append(mark)
            lines.append(write(puzzle, "json").encode())
    return Shard(_compress(lines), marks)


def _puzzles(recipe: Recipe, seeds: range) -> Iterator[tuple[Puzzle, int]]:
    maker = _maker(recipe)
    number_made = 0
    for number, seed in enumerate(seeds, 1):
        try:
            puzzle = maker.make(seed)
        except CannotGenerateError:
            if number * recipe.tries >= FRUITLESS_TRIES and not number_made:
                raise
        else:
            number_made += 1
            yield puzzle, seed


class _Cache(local):
    """The maker that a thread keeps from one shard to the next; threads must not share one."""

    recipe: Recipe | None = None
    maker: Maker | PlacementMaker


_cache: Final = _Cache()


def _maker(recipe: Recipe) -> Maker | PlacementMaker:
    if _cache.recipe != recipe:
        _cache.maker = maker_of(recipe)
        _cache.recipe = recipe
    return _cache.maker


def marks_in(path: Path) -> list[Mark]:
    """The marks of the puzzles in a shard's file. Raises `InvalidTextError`."""
    return [Mark(puzzle.provenance.seed or 0, fingerprint(puzzle)) for puzzle in read_all(path)]


def keep_seeds(data: bytes, seeds: Collection[int]) -> bytes:
    """The bytes of a shard with only the puzzles of these seeds."""
    lines = gzip.decompress(data).splitlines(keepends=True)
    return _compress([line for line in lines if json.loads(line)["seed"] in seeds])


def _compress(lines: Sequence[bytes]) -> bytes:
    file = io.BytesIO()
    with gzip.GzipFile("", "wb", _LEVEL, file, mtime=0) as packed:
        packed.write(b"".join(lines))
    return file.getvalue()
