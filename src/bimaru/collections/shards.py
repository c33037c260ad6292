"""A shard: the puzzles of a range of seeds in one file of gzipped JSON Lines.

Its bytes depend on nothing but the recipe, the seeds and the version of zlib: there is no time and
no name in them.
"""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Collection, Iterator, Sequence
from threading import local
from typing import Final, NamedTuple

from bimaru.formats import write
from bimaru.generation.attempts import CannotGenerateError
from bimaru.generation.generator import Maker, maker_of
from bimaru.generation.lettered import LetteredMaker
from bimaru.generation.recipe import Recipe
from bimaru.puzzle import Puzzle
from bimaru.symmetry import fingerprint

_LEVEL: Final = 6
"""How hard gzip tries: a twentieth of the work of making puzzles. With 9, nine times that for a
tenth less."""
PATIENCE: Final = 100_000
"""So many fleets may be tried, ten seeds if the recipe is an ordinary one, before there is the first
puzzle of a shard."""


class Mark(NamedTuple):
    """A puzzle of a shard: its seed, and the fingerprint of its canonical form."""

    seed: int
    fingerprint: int


class Shard(NamedTuple):
    """The file, and what its puzzles are told apart by, in the same order."""

    data: bytes
    marks: Sequence[Mark]


def make_shard(recipe: Recipe, seeds: range) -> Shard:
    """The puzzles of these seeds. Of those that are the same when turned or flipped the first is
    kept; a seed from which nothing comes is passed over.

    Raises `CannotGenerateError` where nothing at all comes from the first ones."""
    seen: set[int] = set()
    lines, marks = [], []
    for puzzle, seed in _made(recipe, seeds):
        mark = Mark(seed, fingerprint(puzzle))
        if mark.fingerprint not in seen:
            seen.add(mark.fingerprint)
            marks.append(mark)
            lines.append(write(puzzle, "json").encode())
    return Shard(_packed(lines), marks)


def _made(recipe: Recipe, seeds: range) -> Iterator[tuple[Puzzle, int]]:
    maker = _maker(recipe)
    made = 0
    for number, seed in enumerate(seeds, 1):
        try:
            puzzle = maker.make(seed)
        except CannotGenerateError:
            if number * recipe.tries >= PATIENCE and not made:
                raise
        else:
            made += 1
            yield puzzle, seed


class _Kept(local):
    """The maker that a thread keeps from one shard to the next. Two at once must not use the same."""

    recipe: Recipe | None = None
    maker: Maker | LetteredMaker


_kept: Final = _Kept()


def _maker(recipe: Recipe) -> Maker | LetteredMaker:
    if _kept.recipe != recipe:
        _kept.maker = maker_of(recipe)
        _kept.recipe = recipe
    return _kept.maker


def with_seeds_only(data: bytes, seeds: Collection[int]) -> bytes:
    """A shard's file with the puzzles of these seeds only."""
    lines = gzip.decompress(data).splitlines(keepends=True)
    return _packed([line for line in lines if json.loads(line)["seed"] in seeds])


def _packed(lines: Sequence[bytes]) -> bytes:
    file = io.BytesIO()
    with gzip.GzipFile("", "wb", _LEVEL, file, mtime=0) as packed:
        packed.write(b"".join(lines))
    return file.getvalue()
