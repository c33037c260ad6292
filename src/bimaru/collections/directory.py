"""The directory of a collection: what is in it, and who may write there."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from bimaru.collections.locks import locked
from bimaru.collections.shards import Mark, Shard, with_seeds_only
from bimaru.errors import BimaruError
from bimaru.formats import InvalidTextError
from bimaru.formats.jsonl import value_in
from bimaru.formats.source import shards_in
from bimaru.generation.recipe import Recipe

FORMAT: Final = 1
"""Of the directory: it counts up when what is in it, or how it comes about, changes."""
MANIFEST: Final = "manifest.json"
COMPLETE: Final = "complete.json"
UNFINISHED: Final = "unfinished"
_SHARD: Final = re.compile(r"puzzles-\d+-\d+\.jsonl\.gz")
_FEWEST_DIGITS: Final = 11
_MOST_NAMED: Final = 3
_DIGEST: Final = hashlib.sha256().digest_size


class CollectionMismatchError(BimaruError, ValueError):
    """The directory holds another collection, or something else."""


@dataclass(frozen=True)
class Settings:
    """All that the files of a collection depend on."""

    recipe: Recipe
    seed: int
    count: int
    shard_size: int
    version: str

    def to_data(self) -> dict[str, Any]:
        """What the manifest holds."""
        return {
            "format": FORMAT,
            "bimaru": self.version,
            "recipe": self.recipe.to_data(),
            "seed": self.seed,
            "count": self.count,
            "shard_size": self.shard_size,
        }

    def name_of(self, seeds: range) -> str:
        """The name of a shard's file: its first seed and its last, in as many digits for all."""
        digits = max(_FEWEST_DIGITS, len(str(self.seed)) + 1)
        return f"puzzles-{seeds[0]:0{digits}}-{seeds[-1]:0{digits}}.jsonl.gz"


class DamagedCollectionError(BimaruError, ValueError):
    """A file of the collection is missing, or is not what was written."""


class Complete(NamedTuple):
    """How a collection ended: the puzzles that there are, and the seeds that it took, duplicates included."""

    puzzles: int
    seeds: int


class Record(NamedTuple):
    """What is noted about a shard that is done: the SHA-256 digest of its file, and its marks.

    As bytes: the digest, for each mark its seed counted from the first seed of all and its fingerprint (two
    64-bit numbers), and the digest of all that."""

    digest: bytes
    marks: Sequence[Mark]

    def is_of(self, data: bytes) -> bool:
        """Whether this is the record of a file that holds these bytes."""
        return hashlib.sha256(data).digest() == self.digest

    def to_bytes(self, first_seed: int) -> bytes:
        """The record as a file holds it."""
        numbers = (number for mark in self.marks for number in (mark.seed - first_seed, mark.fingerprint))
        data = self.digest + array("Q", numbers).tobytes()
        return data + hashlib.sha256(data).digest()

    @classmethod
    def from_bytes(cls, data: bytes, first_seed: int) -> Record | None:
        """Read what `to_bytes` gives; `None` for anything else."""
        body, digest = data[:-_DIGEST], data[-_DIGEST:]
        if len(body) < _DIGEST or hashlib.sha256(body).digest() != digest:
            return None
        numbers = array("Q", body[_DIGEST:])
        marks = [Mark(first_seed + at, print_) for at, print_ in zip(*[iter(numbers)] * 2, strict=True)]
        return cls(body[:_DIGEST], marks)


class Place:
    """The directory of the collection with these settings."""

    def __init__(self, path: Path, settings: Settings) -> None:
        self.path = path
        self._settings = settings
        self._unfinished = path / UNFINISHED

    # Beginning and end

    @contextmanager
    def held(self) -> Iterator[Place]:
        """The directory made ready, and kept from other runs.

        Raises `CollectionMismatchError` and `LockedError`; of a complete collection,
        `DamagedCollectionError`."""
        self._check()
        if self.complete and not self._unfinished.exists():
            self._check_shards()
            yield self
            return
        is_new = not self.path.exists()
        self._unfinished.mkdir(parents=True, exist_ok=True)
        with locked(self._unfinished / "lock"):
            self._check()
            try:
                self._prepare()
                yield self
            finally:
                self._tidy(is_new)

    def _check(self) -> None:
        """Raises `CollectionMismatchError`."""
        if not self.path.exists():
            return
        manifest = _read(self.path / MANIFEST)
        if manifest is None:
            _refuse_others(self.path, (path for path in self.path.iterdir() if path.name != UNFINISHED))
        elif manifest != (wanted := self._settings.to_data()):
            raise CollectionMismatchError(
                f"{self.path} holds another collection: {_differences(manifest, wanted)}"
            )
        _refuse_others(self.path, (path for path in shards_in(self.path) if not _SHARD.fullmatch(path.name)))

    def _prepare(self) -> None:
        for part in self._unfinished.glob("*.part"):
            part.unlink()
        if not (self.path / MANIFEST).exists():
            self._write(self.path / MANIFEST, _as_json(self._settings.to_data()))

    def _tidy(self, is_new: bool) -> None:
        """Of a complete collection nothing is unfinished; of one of which nothing came nothing is left."""
        is_vain = not (self.complete or shards_in(self.path))
        if self.complete or is_vain:
            shutil.rmtree(self._unfinished, ignore_errors=True)
        if is_vain:
            (self.path / MANIFEST).unlink(missing_ok=True)
        if is_vain and is_new:
            with suppress(OSError):
                self.path.rmdir()

    @property
    def complete(self) -> Complete | None:
        """How the collection ended; `None` while it has not."""
        return (
            None if (data := _read_complete(self.path)) is None else Complete(data["puzzles"], data["seeds"])
        )

    def _check_shards(self) -> None:
        """Raise `DamagedCollectionError`, unless all shards of a complete collection are as they were
        written."""
        found = {path.name: path for path in shards_in(self.path)}
        digests: dict[str, str] = (_read_complete(self.path) or {}).get("sha256", {})
        damaged = [
            name
            for name, digest in digests.items()
            if name not in found or hashlib.sha256(found[name].read_bytes()).hexdigest() != digest
        ]
        if damaged:
            raise DamagedCollectionError(
                f"{self.path}: missing or damaged: {_some(damaged)}; without {COMPLETE} it is made again"
            )

    def finish(self, complete: Complete) -> Complete:
        """Note that all is done; shards that are left without a puzzle go. Raises
        `CollectionMismatchError` for a file that is named like a shard and is none of these."""
        records = {path: self._record_of(path.name) for path in shards_in(self.path)}
        _refuse_others(self.path, (path for path, record in records.items() if record is None))
        digests = {
            path.name: record.digest.hex() for path, record in records.items() if record and record.marks
        }
        for path in records:
            if path.name not in digests:
                path.unlink()
        self._write(self.path / COMPLETE, _as_json(complete._asdict() | {"sha256": digests}))
        return complete

    # Shards

    def has(self, seeds: range) -> bool:
        """Whether the shard of these seeds is done, and is what was written."""
        name = self._settings.name_of(seeds)
        record = self._record_of(name)
        try:
            return record is not None and record.is_of((self.path / name).read_bytes())
        except FileNotFoundError:
            return False

    def put(self, seeds: range, shard: Shard) -> None:
        """Keep a shard that is done."""
        self._put(self._settings.name_of(seeds), shard)

    def marks(self, seeds: range) -> Sequence[Mark]:
        """What the puzzles of a shard are told apart by, in their order. Raises `DamagedCollectionError`."""
        name = self._settings.name_of(seeds)
        if (record := self._record_of(name)) is None:
            raise DamagedCollectionError(f"{self._marks(name)} was damaged or removed while the run went on")
        return record.marks

    def keep(self, seeds: range, kept: Sequence[Mark]) -> None:
        """Drop all others from a shard."""
        name = self._settings.name_of(seeds)
        data = (self.path / name).read_bytes()
        self._put(name, Shard(with_seeds_only(data, {mark.seed for mark in kept}), kept))

    def _put(self, name: str, shard: Shard) -> None:
        """Should the run end in between, the two do not fit, and the shard is made again."""
        record = Record(hashlib.sha256(shard.data).digest(), shard.marks)
        self._write(self._marks(name), record.to_bytes(self._settings.seed))
        self._write(self.path / name, shard.data)

    def _marks(self, name: str) -> Path:
        return self._unfinished / f"{name}.marks"

    def _record_of(self, name: str) -> Record | None:
        """What is noted about a shard; `None` where there is nothing, or it is damaged."""
        try:
            return Record.from_bytes(self._marks(name).read_bytes(), self._settings.seed)
        except FileNotFoundError:
            return None

    def _write(self, path: Path, data: bytes) -> None:
        """A file that is there when it is whole, whatever happens."""
        part = self._unfinished / f"{path.name}.part"
        try:
            with part.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            part.replace(path)
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(path)) from error
        finally:
            part.unlink(missing_ok=True)


def summary_of(path: Path) -> dict[str, Any] | None:
    """What the collection in a directory was to be, and how far it is; `None` for anything else.

    `seed`, `count`, `complete`; of a complete one also `puzzles` and `seeds`. Raises
    `CollectionMismatchError`."""
    if not path.is_dir() or not isinstance(manifest := _read(path / MANIFEST), dict):
        return None
    complete = _read_complete(path)
    told = {key: manifest.get(key) for key in ("seed", "count")} | {"complete": complete is not None}
    return told | {key: complete[key] for key in Complete._fields if complete}


def _read(path: Path) -> Any:
    """The JSON of a file; `None` where there is none."""
    try:
        return value_in(path.read_bytes())
    except FileNotFoundError:
        return None
    except InvalidTextError:
        raise CollectionMismatchError(f"{path} is not JSON") from None


def _read_complete(directory: Path) -> dict[str, Any] | None:
    """How a collection ended, as it was written; `None` while it has not.

    Raises `CollectionMismatchError`."""
    path = directory / COMPLETE
    data = _read(path)
    if data is None:
        return None
    numbers = [data.get(key) for key in Complete._fields] if isinstance(data, dict) else [None]
    is_digests = isinstance(data, dict) and isinstance(data.get("sha256", {}), dict)
    if not (is_digests and all(isinstance(number, int) for number in numbers)):
        raise CollectionMismatchError(f"{path} does not tell the numbers of puzzles and of seeds")
    return dict(data)


def _as_json(data: object) -> bytes:
    return f"{json.dumps(data, indent=2)}\n".encode()


def _refuse_others(directory: Path, files: Iterable[Path]) -> None:
    others = sorted(path.name for path in files if not path.name.startswith("."))
    if others:
        raise CollectionMismatchError(
            f"{directory} holds other files ({_some(others)}): a collection wants a directory of its own"
        )


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:_MOST_NAMED]) + (", ..." if names[_MOST_NAMED:] else "")


def _differences(found: object, wanted: dict[str, Any]) -> str:
    """In what two manifests differ, in words."""
    if not isinstance(found, dict):
        return f"{MANIFEST} is no object"
    told = []
    for name in dict.fromkeys([*found, *wanted]):
        one, other = found.get(name), wanted.get(name)
        if isinstance(one, dict) and isinstance(other, dict) and one != other and name == "recipe":
            told.append(_differences(one, other))
        elif one != other:
            told.append(f"its {name} is {json.dumps(one)}, not {json.dumps(other)}")
    return ", ".join(told)
