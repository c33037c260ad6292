"""What a collection records about its shards, and the verification of the files against it.

While a collection is unfinished, every shard has a `.marks` file with its digest (`ShardRecord`). A
complete one has the sizes and digests of all shards in `_complete.json`, and the number of their puzzles.
Programs that read tables skip files whose names begin with `_`; earlier versions wrote them without it.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

from bimaru.errors import BimaruError
from bimaru.formats import InvalidTextError
from bimaru.formats.input_files import shards_in
from bimaru.formats.json_format import value_in
from bimaru.puzzle_collections.shards import Mark, number_of_puzzles

MARKS: Final = ".marks"
"""The ending of the name of a shard's record."""
DIGESTS: Final = "sha256"
SIZES: Final = "bytes"
"""The keys of `_complete.json` with the digest and the size of each shard."""
_MOST_LISTED: Final = 3
_DIGEST: Final = hashlib.sha256().digest_size
_RESULT_KEYS: Final = ("puzzles", "seeds")


class Names(NamedTuple):
    """The names of what is in the directory of a collection besides its shards."""

    manifest: str
    complete: str
    unfinished: str


NAMES: Final = Names("_manifest.json", "_complete.json", "_unfinished")
OLD_NAMES: Final = Names("manifest.json", "complete.json", "unfinished")
"""The names in earlier versions; a collection keeps those with which it was begun."""


def names_in(directory: Path) -> Names:
    """The names in this directory."""
    return OLD_NAMES if (directory / OLD_NAMES.manifest).exists() else NAMES


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
    """The SHA-256 digest of a finished shard's file, or of its files one after the other in order of their
    folders, and its marks.

    As bytes: the digest; for each mark, its seed counted from the collection's first and its fingerprint (two
    64-bit numbers) and, in collections whose splits are apart, its split, and the number of its other
    fingerprints before these; and the digest of all that."""

    digest: bytes
    marks: Sequence[Mark]

    @classmethod
    def of(cls, files: Mapping[str, bytes], marks: Sequence[Mark]) -> ShardRecord:
        """The record of a shard with these files by folder."""
        return cls(hashlib.sha256(b"".join(files[folder] for folder in sorted(files))).digest(), marks)

    def matches(self, files: Mapping[str, bytes]) -> bool:
        """Whether the files, by folder, have the digest of this record."""
        return self.of(files, ()).digest == self.digest

    def to_bytes(self, first_seed: int, *, apart: bool = False) -> bytes:
        """The bytes of a `.marks` file."""
        numbers = array("Q")
        for mark in self.marks:
            numbers.extend((mark.seed - first_seed, mark.fingerprint))
            if apart:
                numbers.extend((mark.split, len(mark.rests), *mark.rests))
        data = self.digest + numbers.tobytes()
        return data + hashlib.sha256(data).digest()

    @classmethod
    def from_bytes(cls, data: bytes, first_seed: int, *, apart: bool = False) -> ShardRecord | None:
        """The record that `to_bytes` wrote; `None` for anything else."""
        body, digest = data[:-_DIGEST], data[-_DIGEST:]
        if len(body) < _DIGEST or hashlib.sha256(body).digest() != digest:
            return None
        numbers = iter(array("Q", body[_DIGEST:]))
        marks = []
        for at, print_ in zip(numbers, numbers, strict=True):
            split, number = (next(numbers), next(numbers)) if apart else (0, 0)
            marks.append(Mark(first_seed + at, print_, split, (*islice(numbers, number),)))
        return cls(body[:_DIGEST], marks)


class Fault(NamedTuple):
    """A file of a collection that is not as it was written, and in what way."""

    name: str
    text: str


def faults_in(directory: Path) -> list[Fault]:
    """The missing and damaged files of a collection, complete or not, by name.

    A complete collection is compared with the sizes, digests and number of puzzles in `_complete.json`; an
    unfinished one with the digests of the shards it has so far.

    Raises `CollectionMismatchError` and `OSError`."""
    complete = read_complete(directory)
    if complete is None:
        faults_by_shard = (
            _unfinished_fault(directory, name, paths) for name, paths in shards_by_name(directory).items()
        )
        return [fault for fault in faults_by_shard if fault]
    found = {path.relative_to(directory).as_posix(): path for path in shards_in(directory)}
    faults = [*_shard_faults(complete, found)]
    puzzles = None if faults else sum(number_of_puzzles(path) or 0 for path in found.values())
    if puzzles is not None and puzzles != complete["puzzles"]:
        name = names_in(directory).complete
        faults.append(Fault(name, f"reports {complete['puzzles']} puzzles; the shards have {puzzles}"))
    return sorted(faults)


def shards_by_name(directory: Path) -> dict[str, list[Path]]:
    """The files of each shard of a collection, by its name, in order of their folders."""
    shards: dict[str, list[Path]] = {}
    for path in shards_in(directory):
        shards.setdefault(path.name, []).append(path)
    return shards


def contents_of(directory: Path, paths: Iterable[Path]) -> dict[str, bytes]:
    """The contents of a shard's files by their folders; an empty name is the directory itself."""
    return {"" if path.parent == directory else path.parent.name: path.read_bytes() for path in paths}


def _unfinished_fault(directory: Path, name: str, paths: Sequence[Path]) -> Fault | None:
    unfinished = names_in(directory).unfinished
    try:
        data = (directory / unfinished / f"{name}{MARKS}").read_bytes()
    except FileNotFoundError:
        return Fault(name, f"has no record in {unfinished}/")
    record = ShardRecord.from_bytes(data, 0, apart=are_apart(read_manifest(directory)))
    if record is None:
        return Fault(name, f"its record in {unfinished}/ is damaged")
    return None if record.matches(contents_of(directory, paths)) else Fault(name, "its digest differs")


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
    if not path.is_dir() or not isinstance(manifest := read_manifest(path), dict):
        return None
    result = read_complete(path)
    summary = {key: manifest.get(key) for key in ("seed", "count")} | {"complete": result is not None}
    return summary | {key: result[key] for key in _RESULT_KEYS if result}


def read_manifest(directory: Path) -> Any:
    """The JSON of the manifest of a collection; `None` if there is none. Raises `CollectionMismatchError`."""
    return read_json(directory / names_in(directory).manifest)


def are_apart(manifest: object) -> bool:
    """Whether no answer of a collection with this manifest is one of another split with one ship moved."""
    return isinstance(manifest, dict) and manifest.get("apart") is True


def read_json(path: Path) -> Any:
    """The JSON of a file; `None` if there is no file."""
    try:
        return value_in(path.read_bytes())
    except FileNotFoundError:
        return None
    except InvalidTextError:
        raise CollectionMismatchError(f"{path} is not JSON") from None


def read_complete(directory: Path) -> dict[str, Any] | None:
    """The contents of `_complete.json`; `None` while the collection is unfinished.

    Raises `CollectionMismatchError`."""
    path = directory / names_in(directory).complete
    data = read_json(path)
    if data is None:
        return None
    if not (
        isinstance(data, dict)
        and all(isinstance(data.get(key), int) for key in _RESULT_KEYS)
        and all(isinstance(data.get(key, {}), dict) for key in (DIGESTS, SIZES))
    ):
        raise CollectionMismatchError(f"{path} does not have the numbers of puzzles and of seeds")
    return data


def shortlist(names: Sequence[str]) -> str:
    """The first few of many names, for messages."""
    return ", ".join(names[:_MOST_LISTED]) + (", ..." if names[_MOST_LISTED:] else "")
