"""Answers in files. They are written under another name and take their own when all went
well, so that an error leaves none."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TextIO

from bimaru.cli.output import add, blamed_on
from bimaru.cli.progress import Text, pieces_of
from bimaru.processes.pool import interrupts_allowed, interrupts_held

_LONGEST_NAME: Final = 100
_STRANGE: Final = re.compile(r"[^\w.-]+")


class Directory:
    """A file an answer, named by the id of its puzzle, or by its place where that is none or taken."""

    def __init__(self, path: Path, suffix: str) -> None:
        self._path = path
        self._suffix = suffix
        self._number = 0

    def put(self, id: str | int | None, text: Text) -> None:
        self._number += 1
        path = free_path(self._path, id, self._number, self._suffix)
        try:
            with _written(path, path.name) as stream:
                for piece in pieces_of(text):
                    with blamed_on(path.name):
                        add(stream, piece)
        except BaseException:
            path.unlink(missing_ok=True)
            raise


def free_path(directory: Path, id: str | int | None, number: int, suffix: str = "") -> Path:
    """A path in a directory that nothing has yet, named by the id of a puzzle or by its number."""
    plain = "" if id is None else _STRANGE.sub("-", str(id))[:_LONGEST_NAME].strip(".-")
    stem = plain or f"puzzle-{number}"
    while (directory / f"{stem}{suffix}").exists():
        stem = f"{stem}-{number}"
    return directory / f"{stem}{suffix}"


@contextmanager
def file(path: Path) -> Iterator[TextIO]:
    """A stream to a file that appears when all is written; a device or a pipe is written at once."""
    if path.exists() and not path.is_file():
        with _written(path, str(path)) as stream:
            yield stream
        return
    part = path.with_name(f".{path.name[:_LONGEST_NAME]}.{os.getpid()}.part")
    with interrupts_held():
        try:
            with interrupts_allowed(), _written(part, str(path)) as stream:
                yield stream
            with blamed_on(str(path)):
                if path.exists():
                    shutil.copymode(path, part)
                part.replace(path)
        finally:
            part.unlink(missing_ok=True)


@contextmanager
def directory(path: Path, suffix: str) -> Iterator[Directory]:
    """A directory to fill, whose files move to `path` when all are written."""
    with interrupts_held():
        with blamed_on(str(path)):
            is_new = not path.exists()
            path.mkdir(parents=True, exist_ok=True)
            part = Path(tempfile.mkdtemp(prefix=".bimaru-", dir=path))
        try:
            with interrupts_allowed():
                yield Directory(part, suffix)
            with blamed_on(str(path)):
                for written in part.iterdir():
                    written.replace(path / written.name)
                    is_new = False
        finally:
            shutil.rmtree(part, ignore_errors=True)
            if is_new:
                path.rmdir()


@contextmanager
def _written(path: Path, name: str) -> Iterator[TextIO]:
    with blamed_on(name):
        stream = path.open("w", encoding="utf-8", errors="backslashreplace", newline="\n")
    try:
        yield stream
    finally:
        with blamed_on(name):
            stream.close()
