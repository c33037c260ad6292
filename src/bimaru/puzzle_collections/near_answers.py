"""Answers of other splits with one ship moved: whoever has learnt one by heart knows most of the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from bimaru.puzzle_collections.integer_set import FingerprintSet


class NearAnswers:
    """The answers of splits, each as the fingerprints of what is left without one of its ships (see
    `bimaru.symmetry.rest_fingerprints`). `bimaru.data_set` leaves out puzzles by them."""

    def __init__(self, splits: int, scratch: Path | None) -> None:
        """For as many splits, named by their numbers; fingerprints of many answers are kept in or above
        `scratch`."""
        self._splits = [FingerprintSet(scratch) for _ in range(splits)]

    def has_near(self, split: int, rests: Sequence[int]) -> bool:
        """Whether an answer of another split is this one with one ship moved, perhaps turned."""
        others = (seen for number, seen in enumerate(self._splits) if number != split)
        return any(rest in seen for seen in others for rest in rests)

    def add(self, split: int, rests: Iterable[int]) -> None:
        """Add an answer of a split."""
        for rest in rests:
            self._splits[split].add(rest)
