"""The journal of a long run: the results of its finished chunks, from which the same run continues.

A journal is a directory beside the output, `OUTPUT.unfinished`:

    settings.json   what the results depend on besides the items: the command, its options, the version
    results         a record for every chunk in order: its length (8 bytes), the SHA-256 digests of the chunk
                    and of the results, and the results, pickled; without results for a chunk to do again
    lock            held by the run that is at work

The run appends a record when a chunk is done. The next one reads the same items again and takes the results
of each chunk from the journal as long as digests agree; whatever follows the first that does not, such as a
record cut short, is dropped. Only values of bimaru's own classes are unpickled.
"""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import Enum
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

from bimaru.atomic_files import temporary_path, write_errors
from bimaru.puzzle_collections.locks import locked
from bimaru.puzzle_collections.records import CollectionMismatchError, read_json

SUFFIX: Final = ".unfinished"
"""What the name of a journal adds to that of the output."""
_SETTINGS: Final = "settings.json"
_RESULTS: Final = "results"
_LOCK: Final = "lock"
_PROTOCOL: Final = 5
_LENGTH: Final = 8
_DIGEST: Final = hashlib.sha256().digest_size
_HEAD: Final = _LENGTH + 2 * _DIGEST
_RESTORING: Final = ("_restore",)
"""The functions that restore values; all others are refused."""


class Recall(NamedTuple):
    """What the journal has about a chunk: whether there is a record of it, and the results recorded."""

    is_recorded: bool
    results: list[Any] | None = None


class Journal:
    """An open journal."""

    def __init__(self, path: Path, file: BinaryIO) -> None:
        self._path = path
        self._file = file
        self._at = 0
        self._can_recall = True

    def recall(self, digest: bytes) -> Recall:
        """The record of the next chunk, if it is about a chunk with this digest.

        If not, that record and all after it are dropped, and there is none for later chunks either."""
        record = self._record(digest) if self._can_recall else None
        if record is not None:
            return record
        if self._can_recall:
            self._can_recall = False
            with write_errors(str(self._path)):
                self._file.truncate(self._at)
        return Recall(is_recorded=False)

    def _record(self, digest: bytes) -> Recall | None:
        self._file.seek(self._at)
        head = self._file.read(_HEAD)
        length = int.from_bytes(head[:_LENGTH])
        if (
            len(head) < _HEAD
            or head[_LENGTH:-_DIGEST] != digest
            or length > os.fstat(self._file.fileno()).st_size
        ):
            return None
        data = self._file.read(length)
        if _sha256(data) != head[-_DIGEST:]:
            return None
        self._at += _HEAD + length
        return Recall(is_recorded=True, results=_unpickled(data) if data else None)

    def append(self, digest: bytes, results: Sequence[Any] | None) -> None:
        """Record the results of the next chunk; `None` if it is to be done again."""
        data = b"" if results is None else _pickled(list(results))
        with write_errors(str(self._path)):
            self._file.seek(0, os.SEEK_END)
            self._file.write(len(data).to_bytes(_LENGTH) + digest + _sha256(data) + data)
            self._file.flush()

    def remove(self) -> None:
        """Remove the journal, whose results are no longer needed."""
        self._file.close()
        shutil.rmtree(self._path, ignore_errors=True)


@contextmanager
def open_journal(path: Path, settings: Mapping[str, Any]) -> Iterator[Journal]:
    """The journal at `path`, which is made if there is none.

    Raises `CollectionMismatchError` if it belongs to a run with other settings, and `LockedError` if another
    run is at work on it."""
    with write_errors(str(path)):
        path.mkdir(exist_ok=True)
    with locked(path / _LOCK):
        _check(path, settings)
        with write_errors(str(path)):
            (path / _RESULTS).touch()
        with (path / _RESULTS).open("r+b") as file:
            yield Journal(path, file)


def _check(path: Path, settings: Mapping[str, Any]) -> None:
    file = path / _SETTINGS
    expected = json.loads(json.dumps(settings, default=str))
    found = read_json(file)
    if found is None:
        with temporary_path(file) as part:
            part.write_text(json.dumps(expected, indent=2) + "\n", encoding="utf-8")
    elif found != expected:
        names = sorted(name for name in {*found, *expected} if found.get(name) != expected.get(name))
        raise CollectionMismatchError(
            f"{path} has the results of another run, which differs in: {', '.join(names)}; "
            "finish that run, remove the directory, or choose another output"
        )


def digest_of(items: Sequence[Any]) -> bytes:
    """The digest of a chunk of items. Equal items have equal ones, whatever parts they share in memory."""
    return _sha256(_pickled(list(items), is_shared=False))


def _sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def _pickled(values: list[Any], *, is_shared: bool = True) -> bytes:
    """The values, pickled. Unless `is_shared`, what values share is pickled once for each."""
    file = BytesIO()
    pickler = _Pickler(file, _PROTOCOL)
    pickler.fast = not is_shared
    pickler.dump(values)
    return file.getvalue()


class _Pickler(pickle.Pickler):
    """Pickles without what other packages register: Dask adds tracebacks to all exceptions."""

    dispatch_table: Mapping[type, Any] = {}

    def reducer_override(self, value: Any) -> Any:
        """Members of enumerations by their values: Python before 3.11.4 would restore them by `getattr`."""
        return (type(value), (value.value,)) if isinstance(value, Enum) else NotImplemented


class _Values(pickle.Unpickler):
    """Restores values of bimaru's classes and nothing else, so that a journal cannot run other code."""

    def find_class(self, module: str, name: str) -> Any:
        """The class, or the function that restores a value. Raises `UnpicklingError` for anything else."""
        if module.partition(".")[0] == "bimaru" and "." not in name:
            found = super().find_class(module, name)
            if found.__module__ == module and (isinstance(found, type) or name in _RESTORING):
                return found
        raise pickle.UnpicklingError(f"{module}.{name} is not one of bimaru's values")


def _unpickled(data: bytes) -> list[Any] | None:
    """The results of a record; `None` if they cannot be restored, so that the chunk is done again."""
    try:
        results = _Values(BytesIO(data)).load()
    except (pickle.UnpicklingError, AttributeError, ImportError, TypeError, ValueError):
        return None
    return results if isinstance(results, list) else None
