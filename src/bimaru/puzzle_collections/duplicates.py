"""Duplicates in a collection: puzzles or answers that were kept before, in any of the eight orientations."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from bimaru.formats import read_all
from bimaru.puzzle_collections.integer_set import FingerprintSet
from bimaru.puzzle_collections.near_answers import NearAnswers
from bimaru.puzzle_collections.shards import Layout, Mark


def add_known(
    seen: FingerprintSet, paths: Sequence[str | PathLike[str]], layout: Layout
) -> dict[str, Any] | None:
    """Add the fingerprints of the puzzles in files and directories; returns their number and digest."""
    if not paths:
        return None
    digest = hashlib.sha256()
    number = 0
    for path in paths:
        for puzzle in read_all(path):
            mark = layout.fingerprint_of(puzzle)
            seen.add(mark)
            digest.update(mark.to_bytes(8))
            number += 1
    return {"puzzles": number, "sha256": digest.hexdigest()}


class Kept:
    """The puzzles that are kept, by their marks."""

    def __init__(self, seen: FingerprintSet, layout: Layout, directory: Path) -> None:
        """`seen` has the fingerprints to leave out."""
        self._seen = seen
        self._near = NearAnswers(len(layout.folders), directory) if layout.apart else None

    def __len__(self) -> int:
        return len(self._seen)

    def add(self, mark: Mark) -> bool:
        """Keep a puzzle if it is new, and its answer not near one of another split; whether it is kept."""
        if self._near is None:
            return self._seen.add(mark.fingerprint)
        if mark.fingerprint in self._seen or self._near.has_near(mark.split, mark.rests):
            return False
        self._near.add(mark.split, mark.rests)
        return self._seen.add(mark.fingerprint)
