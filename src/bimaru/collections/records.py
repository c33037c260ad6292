"""What a collection records about its shards, and the verification of the files against it.

While a collection is unfinished, every shard has a `.marks` file with its digest (`ShardRecord`). A
complete one has the sizes and digests of all shards in `complete.json`, and the number of their puzzles.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from bimaru.collections.shards import Mark, number_of_puzzles
from bimaru.errors import BimaruError
from bimaru.formats import InvalidTextError
from bimaru.formats.jsonl import value_in
from bimaru.formats.source import shards_in

MANIFEST: Final = "manifest.json"
COMPLETE: Final = "complete.json"
UNFINISHED: Final = "unfinished"
MARKS: Final = ".marks"
"""The ending of the name of a shard's record."""
DIGESTS: Final = "sha256"
SIZES: Final = "bytes"
"""The keys of `complete.json` with the digest and the size of each shard."""
_MOST_LISTED: Final = 3
_DIGEST: Final = hashlib.sha256().digest_size
_RESULT_KEYS: Final = ("puzzles", "seeds")


class CollectionMismatchError(BimaruError, ValueError):
    """The directory holds another collection, or something else."""


class DamagedCollectionError(BimaruError, ValueError):
    """A file of the collection is missing, or not as it was written."""


@dataclass(frozen=True, slots=True)
class Completion:
    """The result of a collection: its puzzles, and the seeds used, duplicates included."""

    puzzles: int
    seeds: int


class ShardRecord(NamedTuple):
    """The SHA-256 digest of a finished shard's file, and its marks.

    As bytes: the digest; for each mark, its seed counted from the collection's first and its fingerprint (two
    64-bit numbers); and the digest of all that."""

    digest: bytes
    marks: Sequence[Mark]

    def matches(self, data: bytes) -> bool:
        """Whether the file has the digest of this record."""
        return hashlib.sha256(data).digest() == self.digest

    def to_bytes(self, first_seed: int) -> bytes:
        """The bytes of a `.marks` file."""
        numbers = (number for mark in self.marks for number in (mark.seed - first_seed, mark.fingerprint))
        data = self.digest + array("Q", numbers).tobytes()
        return data + hashlib.sha256(data).digest()

    @classmethod
    def from_bytes(cls, data: bytes, first_seed: int) -> ShardRecord | None:
        """The record that `to_bytes` wrote; `None` for anything else."""
        body, digest = data[:-_DIGEST], data[-_DIGEST:]
        if len(body) < _DIGEST or hashlib.sha256(body).digest() != digest:
            return None
        numbers = array("Q", body[_DIGEST:])
        marks = [Mark(first_seed + at, print_) for at, print_ in zip(*[iter(numbers)] * 2, strict=True)]
        return cls(body[:_DIGEST], marks)


class Fault(NamedTuple):
    """A file of a collection that is not as it was written, and in what way."""

    name: str
    text: str


def faults_in(directory: Path) -> list[Fault]:
    """The missing and damaged files of a collection, complete or not, by name.

    A complete collection is compared with the sizes, digests and number of puzzles in `complete.json`; an
    unfinished one with the digests of the shards it has so far.

    Raises `CollectionMismatchError` and `OSError`."""
    found = {path.name: path for path in shards_in(directory)}
    complete = read_complete(directory)
    if complete is None:
        return [fault for name in found if (fault := _unfinished_fault(directory, name))]
    faults = [*_shard_faults(complete, found)]
    puzzles = None if faults else sum(number_of_puzzles(path) or 0 for path in found.values())
    if puzzles is not None and puzzles != complete["puzzles"]:
        faults.append(Fault(COMPLETE, f"reports {complete['puzzles']} puzzles; the shards have {puzzles}"))
    return sorted(faults)


def _unfinished_fault(directory: Path, name: str) -> Fault | None:
    try:
        data = (directory / UNFINISHED / f"{name}{MARKS}").read_bytes()
    except FileNotFoundError:
        return Fault(name, "has no record in unfinished/")
    record = ShardRecord.from_bytes(data, 0)
    if record is None:
        return Fault(name, "its record in unfinished/ is damaged")
    return None if record.matches((directory / name).read_bytes()) else Fault(name, "its digest differs")


def _shard_faults(complete: Mapping[str, Any], found: Mapping[str, Path]) -> Iterator[Fault]:
    """What is wrong with single shards. Collections of earlier versions have no sizes, or no digests."""
    digests: Mapping[str, object] = complete.get(DIGESTS, {})
    sizes: Mapping[str, object] = complete.get(SIZES, {})
    yield from (Fault(name, "is missing") for name in digests.keys() - found.keys())
    for name, path in found.items():
        size = path.stat().st_size
        if digests and name not in digests:
            yield Fault(name, "is not part of the collection")
        elif size != sizes.get(name, size):
            yield Fault(name, f"has {size} bytes instead of {sizes[name]}")
        elif name in digests and hashlib.sha256(path.read_bytes()).hexdigest() != digests[name]:
            yield Fault(name, "its digest differs")
        elif number_of_puzzles(path) is None:
            yield Fault(name, "is not complete")


def summary_of(path: Path) -> dict[str, Any] | None:
    """The settings and the state of the collection in a directory, as JSON; `None` for anything else.

    The keys are `seed`, `count` and `complete`; if complete, also `puzzles` and `seeds`. Raises
    `CollectionMismatchError`."""
    if not path.is_dir() or not isinstance(manifest := read_json(path / MANIFEST), dict):
        return None
    result = read_complete(path)
    summary = {key: manifest.get(key) for key in ("seed", "count")} | {"complete": result is not None}
    return summary | {key: result[key] for key in _RESULT_KEYS if result}


def read_json(path: Path) -> Any:
    """The JSON of a file; `None` if there is no file."""
    try:
        return value_in(path.read_bytes())
    except FileNotFoundError:
        return None
    except InvalidTextError:
        raise CollectionMismatchError(f"{path} is not JSON") from None


def read_complete(directory: Path) -> dict[str, Any] | None:
    """The contents of `complete.json`; `None` while the collection is unfinished.

    Raises `CollectionMismatchError`."""
    path = directory / COMPLETE
    data = read_json(path)
    if data is None:
        return None
    numbers = [data.get(key) for key in _RESULT_KEYS] if isinstance(data, dict) else [None]
    has_tables = isinstance(data, dict) and all(
        isinstance(data.get(key, {}), dict) for key in (DIGESTS, SIZES)
    )
    if not (has_tables and all(isinstance(number, int) for number in numbers)):
        raise CollectionMismatchError(f"{path} does not have the numbers of puzzles and of seeds")
    return dict(data)


def shortlist(names: Sequence[str]) -> str:
    """The first few of many names, for messages."""
    return ", ".join(names[:_MOST_LISTED]) + (", ..." if names[_MOST_LISTED:] else "")
