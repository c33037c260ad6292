"""Splits of a data set, as for training and testing: the split of a puzzle depends on its answer only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from bimaru.errors import BimaruError
from bimaru.formats.tables import Row
from bimaru.symmetry import answer_fingerprint

_HASHES: Final = 2**64


class NoAnswerError(BimaruError, ValueError):
    """A puzzle comes without the solution that a split or a comparison of answers needs."""


class InvalidSplitsError(BimaruError, ValueError):
    """The splits are not names with positive weights."""


class Splits(NamedTuple):
    """The names of the splits with their weights."""

    weights: tuple[tuple[str, int], ...]

    @classmethod
    def parse(cls, text: str) -> Splits:
        """The splits of `train:8,validation:1,test:1`. Raises `InvalidSplitsError`."""
        pairs = [entry.partition(":") for entry in text.split(",")]
        names = [name.strip() for name, _, _ in pairs]
        for name, (_, _, weight) in zip(names, pairs, strict=True):
            if not (name.isidentifier() and names.count(name) == 1):
                raise InvalidSplitsError(
                    f"{name!r} is not a name, or is there twice; expected train:8,test:2"
                )
            if not (weight.isdigit() and weight.isascii() and 0 < int(weight) < _HASHES):
                raise InvalidSplitsError(
                    f"the weight of {name} is {weight!r}, not a whole number from 1, as in train:8,test:2"
                )
        return cls(tuple((name, int(weight)) for name, (_, _, weight) in zip(names, pairs, strict=True)))

    def __str__(self) -> str:
        return ",".join(f"{name}:{weight}" for name, weight in self.weights)

    @property
    def names(self) -> tuple[str, ...]:
        """The names, in order."""
        return tuple(name for name, _ in self.weights)

    def of(self, fingerprint: int) -> str:
        """The split of the answer with that fingerprint: the same for ever, whatever else is in the data
        set."""
        rest = fingerprint * sum(weight for _, weight in self.weights) // _HASHES
        for name, weight in self.weights:
            rest -= weight
            if rest < 0:
                return name
        return self.weights[-1][0]


def answer_key(row: Row) -> int:
    """A fingerprint of a row's answer, the same for all its turns. Raises `NoAnswerError`."""
    if row.answer is None:
        name = "a puzzle" if row.id is None else f"puzzle {row.id}"
        raise NoAnswerError(f"{name} has no recorded solution, which splits and --distinct answer need")
    return answer_fingerprint(row.answer, len(row.cols))


def with_splits(rows: Iterable[Row], splits: Splits) -> Iterator[Row]:
    """The rows with their splits, which depend on their answers. Raises `NoAnswerError`."""
    return (row._replace(split=splits.of(answer_key(row))) for row in rows)
