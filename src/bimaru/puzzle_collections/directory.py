"""The directory of a collection: its settings, shards and result, and the lock that protects them."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Any, Final, NamedTuple

from bimaru.atomic_files import temporary_path, write_errors
from bimaru.formats.input_files import shards_in
from bimaru.generation.recipe import Recipe, current_name
from bimaru.puzzle_collections.locks import locked
from bimaru.puzzle_collections.records import (
    DIGESTS,
    MARKS,
    NAMES,
    OLD_NAMES,
    SIZES,
    CollectionMismatchError,
    Completion,
    DamagedCollectionError,
    Fault,
    ShardRecord,
    are_apart,
    contents_of,
    faults_in,
    names_in,
    read_complete,
    read_manifest,
    shards_by_name,
    shortlist,
)
from bimaru.puzzle_collections.shards import JSON_LINES, Layout, Mark, Shard, keep_seeds, marks_in

FORMAT: Final = 2
"""Version of the directory's format, raised when its contents or the way they are made change."""
FORMAT_WITH_FOLDERS: Final = 3
"""The version of one whose splits are folders."""
_SHARD: Final = re.compile(r"puzzles-(\d+-)?\d+-\d+\.(jsonl\.gz|parquet)")
_FEWEST_DIGITS: Final = 11


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a collection: the number of puzzles of a recipe."""

    recipe: Recipe
    count: int


class ShardKey(NamedTuple):
    """Names a shard: the part of the collection, from 0, and the seeds."""

    part: int
    seeds: range


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that the files of a collection depend on. A layout as in earlier versions is not written."""

    parts: tuple[Part, ...]
    seed: int
    shard_size: int
    version: str
    layout: Layout = JSON_LINES
    not_in: Mapping[str, Any] | None = None
    """The number and the digest of the fingerprints that are left out."""

    @property
    def count(self) -> int:
        """The number of puzzles of all parts."""
        return sum(part.count for part in self.parts)

    def to_data(self) -> dict[str, Any]:
        """The manifest as JSON."""
        layout = self.layout._replace(is_flat=False)._asdict()
        return {
            "format": FORMAT_WITH_FOLDERS if self.layout.has_folders else FORMAT,
            "bimaru": self.version,
            **self._recipes(),
            "seed": self.seed,
            "count": self.count,
            "shard_size": self.shard_size,
            **{key: value for key, value in layout.items() if value != getattr(JSON_LINES, key)},
            **({"not_in": self.not_in} if self.not_in else {}),
        }

    def _recipes(self) -> dict[str, Any]:
        if len(self.parts) == 1:
            return {"recipe": self.parts[0].recipe.to_data()}
        return {"recipes": [{"count": part.count, "recipe": part.recipe.to_data()} for part in self.parts]}

    def name_of(self, key: ShardKey) -> str:
        """The name of a shard's file: its part, if there are several, its first and its last seed, with the
        same number of digits in all names."""
        digits = max(_FEWEST_DIGITS, len(str(self.seed)) + 1)
        part = f"{key.part + 1:0{len(str(len(self.parts)))}}-" if len(self.parts) > 1 else ""
        return f"puzzles-{part}{key.seeds[0]:0{digits}}-{key.seeds[-1]:0{digits}}{self.layout.suffix}"


def as_begun(settings: Settings, directory: Path) -> Settings:
    """The settings, with all splits in one file, or with answers that are not apart, if the collection was
    begun that way, by an earlier version.

    Raises `CollectionMismatchError`."""
    manifest = read_manifest(directory)
    is_begun = isinstance(manifest, dict) and bool(settings.layout.splits)
    is_flat = is_begun and manifest.get("format") == FORMAT
    apart = settings.layout.apart and (not is_begun or are_apart(manifest))
    return replace(settings, layout=settings.layout._replace(is_flat=is_flat, apart=apart))


class CollectionDirectory:
    """The directory of a collection with the given settings."""

    def __init__(
        self, path: Path, settings: Settings, on_repair: Callable[[Sequence[Fault]], object] = lambda _: None
    ) -> None:
        """`on_repair` is called with what is damaged in a complete collection, before it is made again."""
        self.path = path
        self._settings = settings
        self._on_repair = on_repair
        names = names_in(path)
        self._manifest = path / names.manifest
        self._complete = path / names.complete
        self._unfinished = path / names.unfinished

    # Beginning and end

    @contextmanager
    def acquired(self) -> Iterator[None]:
        """A context in which the directory is prepared and locked. A complete collection is verified, and
        loses its damaged shards.

        Raises `CollectionMismatchError`, `LockedError` and `DamagedCollectionError`."""
        self._check()
        if self.completion and not self._unfinished.exists() and not faults_in(self.path):
            yield
            return
        is_new = not self.path.exists()
        self._unfinished.mkdir(parents=True, exist_ok=True)
        with locked(self._unfinished / "lock"):
            self._check()
            try:
                self._prepare()
                if self.completion and (faults := faults_in(self.path)):
                    self._reopen(faults)
                yield
            finally:
                self._clean_up(is_new)

    def _check(self) -> None:
        """Raise `CollectionMismatchError` if the directory holds anything else."""
        if not self.path.exists():
            return
        manifest = _with_current_names(read_manifest(self.path))
        if manifest is None:
            own = {NAMES.unfinished, OLD_NAMES.unfinished}
            _refuse_foreign_files(self.path, (path for path in self.path.iterdir() if path.name not in own))
        elif manifest != (expected := self._settings.to_data()):
            raise CollectionMismatchError(
                f"{self.path} holds another collection: "
                f"{_describe_differences(manifest, expected, self._manifest.name)}"
            )
        folders = {self.path / folder for folder in self._settings.layout.folders}
        _refuse_foreign_files(
            self.path,
            (
                path
                for path in shards_in(self.path)
                if path.parent not in folders or not _SHARD.fullmatch(path.name)
            ),
        )

    def _prepare(self) -> None:
        for part in self._unfinished.glob("*.part"):
            part.unlink()
        if not self._manifest.exists():
            self._write(self._manifest, _as_json(self._settings.to_data()))

    def _clean_up(self, is_new: bool) -> None:
        """Remove what is no longer needed: of a collection without a shard, everything."""
        is_empty = not (self.completion or shards_in(self.path))
        if self.completion or is_empty:
            shutil.rmtree(self._unfinished, ignore_errors=True)
        if is_empty:
            for folder in filter(None, self._settings.layout.folders):
                with suppress(OSError):  # it may not be there
                    (self.path / folder).rmdir()
            self._manifest.unlink(missing_ok=True)
        if is_empty and is_new:
            with suppress(OSError):
                self.path.rmdir()

    @property
    def completion(self) -> Completion | None:
        """The result of the collection; `None` while it is unfinished."""
        data = read_complete(self.path)
        return None if data is None else Completion(data["puzzles"], data["seeds"])

    def _reopen(self, faults: Sequence[Fault]) -> None:
        """Turn a damaged collection into an unfinished one, without the damaged shards.

        Raises `CollectionMismatchError` for files that do not belong to it, and `DamagedCollectionError` if
        the damaged ones are not known, because an earlier version recorded no digests."""
        digests = (read_complete(self.path) or {}).get(DIGESTS, {})
        if not digests and self._complete.name in {fault.name for fault in faults}:
            raise DamagedCollectionError(
                f"{self.path}: puzzles are missing, and there are no digests to find where"
            )
        names = {path: path.relative_to(self.path).as_posix() for path in shards_in(self.path)}
        _refuse_foreign_files(
            self.path, (path for path, name in names.items() if digests and name not in digests)
        )
        self._on_repair(faults)
        damaged = {PurePosixPath(fault.name).name for fault in faults}
        shards = shards_by_name(self.path)
        for name, paths in shards.items():
            if name not in damaged:
                marks = marks_in(paths, self._settings.layout)
                self._write_record(name, Shard(contents_of(self.path, paths), marks))
        for name, paths in shards.items():
            if name in damaged:
                for path in paths:
                    path.unlink()
        self._complete.unlink()

    def finish(self, completion: Completion) -> Completion:
        """Write the result, and remove shards that have no puzzle left.

        Raises `CollectionMismatchError` for a file that is named like a shard but is none, and
        `DamagedCollectionError` for a shard that is not as it was written."""
        digests: dict[str, str] = {}
        sizes: dict[str, int] = {}
        empty: list[Path] = []
        foreign: list[Path] = []
        for name, paths in shards_by_name(self.path).items():
            record = self._record_of(name)
            if record is None:
                foreign += paths
            elif not record.marks:
                empty += paths
            else:
                files = contents_of(self.path, paths)
                if not record.matches(files):
                    raise DamagedCollectionError(f"{self.path / name} was damaged during the run")
                for path, data in zip(paths, files.values(), strict=True):
                    file = path.relative_to(self.path).as_posix()
                    digests[file], sizes[file] = hashlib.sha256(data).hexdigest(), len(data)
        _refuse_foreign_files(self.path, foreign)
        for path in empty:
            path.unlink()
        self._write(self._complete, _as_json(asdict(completion) | {DIGESTS: digests, SIZES: sizes}))
        return completion

    # Shards

    def has_shard(self, key: ShardKey) -> bool:
        """Whether a shard is finished, and as it was written."""
        record = self._record_of(self._settings.name_of(key))
        files = self._files(key)
        return record is not None and bool(files or not record.marks) and record.matches(files)

    def write_shard(self, key: ShardKey, shard: Shard) -> None:
        """Write the record of a finished shard, then the shard. If the run ends in between, they disagree and
        the shard is made again."""
        name = self._settings.name_of(key)
        self._write_record(name, shard)
        for folder in self._settings.layout.folders:
            path = self.path / folder / name
            if folder in shard.files:
                path.parent.mkdir(exist_ok=True)
                self._write(path, shard.files[folder])
            else:
                path.unlink(missing_ok=True)

    def marks(self, key: ShardKey) -> Sequence[Mark]:
        """The marks of a shard's puzzles, in their order. Raises `DamagedCollectionError`."""
        name = self._settings.name_of(key)
        if (record := self._record_of(name)) is None:
            raise DamagedCollectionError(f"{self._marks_path(name)} was damaged or removed during the run")
        return record.marks

    def keep_only(self, key: ShardKey, kept: Sequence[Mark]) -> None:
        """Drop all other puzzles from a shard."""
        files = keep_seeds(self._files(key), {mark.seed for mark in kept}, self._settings.layout)
        self.write_shard(key, Shard(files, kept))

    def _files(self, key: ShardKey) -> dict[str, bytes]:
        """The contents of a shard's files by their folders."""
        name = self._settings.name_of(key)
        paths = (self.path / folder / name for folder in self._settings.layout.folders)
        return contents_of(self.path, (path for path in paths if path.exists()))

    def _write_record(self, name: str, shard: Shard) -> None:
        record = ShardRecord.of(shard.files, shard.marks)
        settings = self._settings
        self._write(self._marks_path(name), record.to_bytes(settings.seed, apart=settings.layout.apart))

    def _marks_path(self, name: str) -> Path:
        return self._unfinished / f"{name}{MARKS}"

    def _record_of(self, name: str) -> ShardRecord | None:
        """The record of a shard; `None` if there is none, or it is damaged."""
        try:
            data = self._marks_path(name).read_bytes()
            return ShardRecord.from_bytes(data, self._settings.seed, apart=self._settings.layout.apart)
        except FileNotFoundError:
            return None

    def _write(self, path: Path, data: bytes) -> None:
        """Write a file atomically."""
        with (
            temporary_path(path, self._unfinished / f"{path.name}.part") as part,
            write_errors(str(path)),
            part.open("wb") as file,
        ):
            file.write(data)
            file.flush()
            os.fsync(file.fileno())


def _with_current_names(manifest: object) -> object:
    """A manifest with the entries of its recipe under their present names. (Those with several recipes never
    had others.)"""
    if isinstance(manifest, dict) and isinstance(recipe := manifest.get("recipe"), dict):
        return manifest | {"recipe": {current_name(name): value for name, value in recipe.items()}}
    return manifest


def _as_json(data: object) -> bytes:
    return f"{json.dumps(data, indent=2)}\n".encode()


def _refuse_foreign_files(directory: Path, files: Iterable[Path]) -> None:
    others = sorted(path.name for path in files if not path.name.startswith("."))
    if others:
        raise CollectionMismatchError(
            f"{directory} holds other files ({shortlist(others)}): a collection needs a directory of its own"
        )


def _describe_differences(found: object, expected: dict[str, Any], file: str) -> str:
    """The entries in which two manifests, or their recipes, differ; the first is in this file."""
    if not isinstance(found, dict):
        return f"{file} is no object"
    differences = []
    for name in dict.fromkeys([*found, *expected]):
        old, new = found.get(name), expected.get(name)
        if isinstance(old, dict) and isinstance(new, dict) and old != new and name == "recipe":
            differences.append(_describe_differences(old, new, file))
        elif old != new:
            differences.append(f"its {name} is {json.dumps(old)}, not {json.dumps(new)}")
    return ", ".join(differences)
