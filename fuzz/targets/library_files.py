"""SQLite files of libraries, damaged at random: every method works, or raises `LibraryError`.

A file that a method has refused to change keeps its bytes.
"""

from __future__ import annotations

import random
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Final

from bimaru.library import Filter, Library, LibraryError
from bimaru.puzzle import Puzzle

_GRADES: Final = ("easy", "hard", None)


@cache
def _intact() -> bytes:
    """The bytes of a small library with puzzles, tags and solvings."""
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "library.db"
        with Library(path) as library:
            for number in range(30):
                library.add([_puzzle(number)], [f"tag {number % 3}"])
            library.record_solved([1, 2, 3], 12.5)
        with closing(sqlite3.connect(path)) as database:
            database.execute("PRAGMA journal_mode = DELETE")  # so that all is in one file
            database.execute("PRAGMA journal_mode = WAL")
        return path.read_bytes()


def _puzzle(number: int) -> Puzzle:
    extra = {"grade": grade} if (grade := _GRADES[number % 3]) else {}
    return Puzzle([number, 2], [None, 3, 1], {1: 1}, id=f"puzzle {number}", extra=extra)


def _damaged(data: bytes, random: random.Random) -> bytes:
    """The bytes with some of them overwritten, or cut off, or a part of them somewhere else."""
    changed = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 5, 50))):
        # The header, the schema and the headers of pages matter most.
        at = random.choice(
            (random.randrange(100), random.randrange(4096), random.randrange(len(data) // 4096) * 4096)
        )
        at = random.randrange(len(data)) if random.random() < 0.5 else at + random.randrange(16)
        match random.randrange(4):
            case 0:
                changed[at % len(changed)] = random.randrange(256)
            case 1:
                part = random.randbytes(random.randrange(1, 64))
                changed[at : at + len(part)] = part
            case 2:
                start, size = random.randrange(len(data)), random.randrange(1, 256)
                changed[at : at + size] = data[start : start + size]
            case _:
                changed[at % len(changed)] ^= 1 << random.randrange(8)
    return bytes(changed[: random.randrange(len(data))]) if random.random() < 0.1 else bytes(changed)


_METHODS: Final[tuple[Callable[[Library], object], ...]] = (
    lambda library: [entry.to_data() for entry in library.entries()],
    lambda library: [entry.with_notes() for entry in library.pick(count=5, seed=1)],
    lambda library: library.count(Filter(grades=["easy"], tags=["tag 1"], size=(2, 3))),
    lambda library: library.add([_puzzle(number) for number in range(25, 35)], ["new"]),
    lambda library: library.record_solved([4, 5]),
    lambda library: library.tag([6], ["other"]),
    lambda library: library.untag([6], ["tag 0"]),
    lambda library: library.remove([7, 8]),
)


def case(random: random.Random) -> None:
    """Damage a library, and call one of the methods."""
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "library.db"
        path.write_bytes(damaged := _damaged(_intact(), random))
        method = random.choice(_METHODS)
        try:
            with Library(path) as library:
                method(library)
        except LibraryError as error:
            if str(path) not in str(error):
                raise AssertionError(f"the error does not name the file: {error}") from error
            if path.read_bytes() != damaged:
                raise AssertionError(f"a damaged file was changed: {error}") from error
