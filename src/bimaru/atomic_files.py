"""Files and directories that appear only when they are complete. Ctrl-C waits while they are put in place
(`processes/interrupts.py`)."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from errno import ENOENT
from typing import TYPE_CHECKING, Any, Final

from bimaru.errors import BimaruError

if TYPE_CHECKING:  # imported where needed: commands that only print stay fast
    from pathlib import Path

_PART: Final = ".part"
_DIRECTORY: Final = "bimaru"
"""The name in place of the directory's own, for the temporary one inside it."""
_LONGEST_NAME: Final = 100
"""The most characters of a file's name that its temporary name repeats."""


class WriteError(BimaruError, OSError):
    """A file cannot be written; `filename` names it."""


@contextmanager
def write_errors(name: str) -> Iterator[None]:
    """Turn any `OSError` but a broken pipe into a `WriteError` for the file `name`."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        directory = os.path.dirname(name)  # noqa: PTH120
        is_missing = error.errno == ENOENT and directory and not os.path.isdir(directory)  # noqa: PTH112
        problem = f"there is no directory {directory}" if is_missing else error.strerror
        raise WriteError(error.errno, problem, name) from error


@contextmanager
def temporary_path(path: Path, part: Path | None = None) -> Iterator[Path]:
    """A path (`part`, or one beside `path`) at which to write a file or make a directory.

    When the block ends, the result replaces `path`: a file, whose permissions it keeps, or an empty
    directory. After an exception or a signal nothing is left of it; what a killed process left beside `path`
    is removed. Raises `WriteError`."""
    import shutil

    from bimaru.processes.interrupts import interrupts_allowed, interrupts_held

    if part is None:
        part = path.with_name(f"{_part_prefix(path.name)}{os.getpid()}{_PART}")
        _remove_stale_parts(path.parent, path.name)
    with interrupts_held():
        try:
            with interrupts_allowed():
                yield part
            with write_errors(str(path)):
                if path.is_dir():  # Windows replaces no directory
                    path.rmdir()
                elif path.exists():
                    shutil.copymode(path, part)
                part.replace(path)
        finally:
            if part.is_dir():
                shutil.rmtree(part, ignore_errors=True)
            else:
                with suppress(OSError):  # its directory is read-only: what was raised before says so
                    part.unlink(missing_ok=True)


def _remove_stale_parts(directory: Path, name: str) -> None:
    """Remove the temporary files and directories for `name` that killed processes have left."""
    if os.name != "posix" or not directory.is_dir():  # on Windows, `os.kill` would end a process
        return
    import re
    import shutil

    of_process = re.compile(rf"{re.escape(_part_prefix(name))}(\d+)(-\w+)?{re.escape(_PART)}")
    for entry in [*directory.iterdir()]:
        found = of_process.fullmatch(entry.name)
        if found and not _is_running(int(found[1])):
            with suppress(OSError):  # removed by another process
                shutil.rmtree(entry) if entry.is_dir() else entry.unlink()


def _part_prefix(name: str) -> str:
    """The beginning of the names of temporary files for `name`, which names this machine, too: processes of
    others have numbers of their own."""
    import platform

    host = "".join(filter(str.isalnum, platform.node()))[:_LONGEST_NAME]
    return f".{name[:_LONGEST_NAME]}.{host}-"


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):  # it belongs to someone else, or is no number of a process
        return True
    return True


@contextmanager
def temporary_directory(path: Path, rank: Callable[[str], Any] = str) -> Iterator[Path]:
    """A directory to fill, whose files move to the directory `path` when the block ends, in the order of the
    `rank` of their paths in it.

    `path` is made if needed; after an exception or a signal it is as it was before, without what a killed
    process left there. Raises `WriteError`."""
    import shutil
    from pathlib import Path
    from tempfile import mkdtemp

    from bimaru.processes.interrupts import interrupts_allowed, interrupts_held

    with interrupts_held():
        with write_errors(str(path)):
            is_new = not path.exists()
            path.mkdir(parents=True, exist_ok=True)
            _remove_stale_parts(path, _DIRECTORY)
            part = Path(mkdtemp(_PART, f"{_part_prefix(_DIRECTORY)}{os.getpid()}-", path))
        try:
            with interrupts_allowed():
                yield part
            with write_errors(str(path)):
                files = (file.relative_to(part).as_posix() for file in part.rglob("*") if file.is_file())
                for name in sorted(files, key=rank):
                    (path / name).parent.mkdir(parents=True, exist_ok=True)
                    (part / name).replace(path / name)
                    is_new = False
        finally:
            shutil.rmtree(part, ignore_errors=True)
            if is_new:
                path.rmdir()
