"""Lock files, released when their process ends, however it ends."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EACCES, EAGAIN, EDEADLK
from pathlib import Path
from typing import IO, Final

from bimaru.errors import BimaruError

_LOCKED_ERRORS: Final = (EACCES, EAGAIN, EDEADLK)


class LockedError(BimaruError, ValueError):
    """Another process holds the lock."""


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a lock file, which is created if needed. Raises `LockedError` at once if another process holds it.

    A file system without locks excludes nobody."""
    with path.open("ab") as file:
        try:
            _lock(file)
        except OSError as error:
            if error.errno in _LOCKED_ERRORS:
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
