"""Outputs in an object store, such as `s3://bucket/x/`, through fsspec; puzzles are not read from one.

A command writes to a local path, the stage, as always; when it has ended well, what is new there is written
to the store, each object as a whole, and what marks a directory as complete last. The stage of an address is
always the same, so that an interrupted collection, or a run on a cluster, is continued; it is removed when
everything is in the store.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import click

from bimaru.cli.error_reports import BadInputError
from bimaru.errors import MissingExtraError

_WEB: Final = ("http://", "https://")
_LAST: Final = ("README.md", "manifest.json", "complete.json", "_manifest.json", "_complete.json")
"""The files that describe the others of a directory, and are written after them, in this order. (Collections
of earlier versions have the names without `_`.)"""
_CONTINUED: Final = ("generate",)
"""Commands that continue what is in a directory."""


class RemoteOutput:
    """An output in a store, and its stage."""

    def __init__(self, address: str, store: Any, path: str) -> None:
        self.address = address
        self._store = store
        self._path = path.rstrip("/")
        name = self._path.rpartition("/")[2] or "output"
        self._directory = _cache() / hashlib.sha256(address.encode()).hexdigest()[:16]
        self._stage = self._directory / name
        self._known: dict[str, str] = {}

    @property
    def target(self) -> str:
        """The local path to write to, with a slash at the end if the address has one."""
        return f"{self._stage}{'/' if self.address.endswith('/') else ''}"

    def prepare(self, *, continues: bool) -> None:
        """Make the stage; a directory that is continued gets what the store has of it, unless an earlier run
        has left more."""
        self._directory.mkdir(parents=True, exist_ok=True)
        with self._faults():
            found = self._store.find(self._path) if self.address.endswith("/") else []
            if continues and found and not self._stage.exists():
                self._fetch(found)

    def _fetch(self, found: list[str]) -> None:
        try:
            for path in found:
                file = self._stage / path.removeprefix(self._path).lstrip("/")
                file.parent.mkdir(parents=True, exist_ok=True)
                self._store.get_file(path, str(file))
        except BaseException:
            shutil.rmtree(self._stage, ignore_errors=True)
            raise
        self._known = _digests(self._stage)

    def commit(self) -> None:
        """Write what is new to the store, and remove the stage."""
        digests = _digests(self._stage)
        with self._faults(), self._store.transaction:
            for name, digest in digests.items():
                if self._known.get(name) != digest:
                    self._write(self._stage / name if name else self._stage, name)
        with self._faults():
            for name in self._known.keys() - digests.keys():
                self._store.rm_file(f"{self._path}/{name}")
        shutil.rmtree(self._directory, ignore_errors=True)

    def _write(self, file: Path, name: str) -> None:
        path = f"{self._path}/{name}" if name else self._path
        with file.open("rb") as source, self._store.open(path, "wb") as target:
            shutil.copyfileobj(source, target, 2**20)

    def discard(self) -> None:
        """Keep the stage only if it has something to continue with."""
        if not any(self._directory.rglob("*")):
            shutil.rmtree(self._directory, ignore_errors=True)

    @contextmanager
    def _faults(self) -> Iterator[None]:
        """Report what the store refuses. Raises `BadInputError`."""
        try:
            yield
        except Exception as error:
            text = " ".join(f"{type(error).__name__}: {error}".split())
            kept = f"; the output is kept in {self._stage}" if self._stage.exists() else ""
            raise BadInputError(f"{self.address}: {text}{kept}") from error


def output_at(address: str, ctx: click.Context, param: click.Parameter) -> RemoteOutput:
    """The output at the address that `-o` names, ready to be written. Raises `BadParameter`."""
    try:
        store, path = _open_store(address)
    except (MissingExtraError, ImportError, ValueError, OSError) as error:
        raise click.BadParameter(f"{address}: {error}", ctx, param) from error
    output = RemoteOutput(address, store, path)
    output.prepare(continues=ctx.info_name in _CONTINUED)
    return output


def _open_store(address: str) -> tuple[Any, str]:
    """The store of an address, and the path there. Raises `MissingExtraError`, `ValueError` for an address of
    the web, and as fsspec does."""
    if address.startswith(_WEB):
        raise ValueError(
            "nothing can be written to a web address; a store is named like s3://bucket/file.json"
        )
    try:
        import fsspec  # type: ignore[import-untyped]  # it ships no types
    except ImportError:
        raise MissingExtraError("writing to an object store", "stores") from None
    store, path = fsspec.core.url_to_fs(address)
    return store, str(path)


def _cache() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "bimaru" / "outputs"


def _digests(path: Path) -> dict[str, str]:
    """The digests of the files in a directory by their paths in it, those that describe the others last; of a
    file, under an empty name."""
    if not path.is_dir():
        return {"": _digest(path)} if path.exists() else {}
    files = [file for file in path.rglob("*") if file.is_file() and not file.name.startswith(".")]
    names = sorted((file.relative_to(path).as_posix() for file in files), key=_rank)
    return {name: _digest(path / name) for name in names}


def _rank(name: str) -> tuple[int, str]:
    return (_LAST.index(name) if name in _LAST else -1, name)


def _digest(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()
