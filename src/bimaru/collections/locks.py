"""A file that one process holds at a time, and no longer than it lives, however it ends."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EACCES, EAGAIN, EDEADLK
from pathlib import Path
from typing import IO, Final

from bimaru.errors import BimaruError

_TAKEN: Final = (EACCES, EAGAIN, EDEADLK)


class LockedError(BimaruError, ValueError):
    """Another process is at work here."""


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a file, which is made if need be. Raises `LockedError` at once where somebody else does.

    On a file system that has no locks nobody is kept out."""
    with path.open("ab") as file:
        try:
            _lock(file)
        except OSError as error:
            if error.errno in _TAKEN:
                raise LockedError(f"another run is at work in {path.parent.parent}") from None
        yield


if sys.platform == "win32":

    def _lock(file: IO[bytes]) -> None:
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:

    def _lock(file: IO[bytes]) -> None:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
