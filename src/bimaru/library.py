"""A library: the puzzles that somebody keeps, and which of them they have solved.

One SQLite file. Several processes may use it at once: readers see whole additions and wait for nobody,
writers wait for each other, and who is killed leaves what was there before. Puzzles that differ only
by turning and flipping are one puzzle (see `canonical`).
"""

from __future__ import annotations

import json
import os
import random
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from heapq import nsmallest
from os import PathLike
from pathlib import Path
from typing import Any, Final, NamedTuple, Self, TypeAlias

from bimaru.deduction.grading import GRADES
from bimaru.errors import BimaruError
from bimaru.formats import write
from bimaru.puzzle import Puzzle
from bimaru.symmetry import fingerprint

Row: TypeAlias = dict[str, object]
"""What a library keeps of a new puzzle, by column."""
Number: TypeAlias = int
"""What a puzzle is called in its library: counted from 1, and never used again for another one."""

_BATCH: Final = 1000
"""Puzzles that are added at once: enough to make the writing cheap, and others wait for some 20 ms."""
_PATIENCE: Final = 60.0
"""Seconds to wait for others who write."""
_OURS: Final = int.from_bytes(b"bima", "big")
"""What SQLite calls the application id: whose database it is."""
_LEAST_SQLITE: Final = (3, 37)

_FIRST: Final = (
    """CREATE TABLE puzzle (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        fingerprint INTEGER NOT NULL UNIQUE,
        json TEXT NOT NULL,
        height INTEGER NOT NULL,
        width INTEGER NOT NULL,
        grade TEXT,
        score REAL,
        added TEXT NOT NULL
    ) STRICT""",
    "CREATE INDEX puzzle_of_grade ON puzzle (grade, number)",
    """CREATE TABLE tag (
        puzzle INTEGER NOT NULL REFERENCES puzzle ON DELETE CASCADE,
        tag TEXT NOT NULL,
        PRIMARY KEY (puzzle, tag)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX tag_on ON tag (tag, puzzle)",
    """CREATE TABLE solving (
        puzzle INTEGER NOT NULL REFERENCES puzzle ON DELETE CASCADE,
        at TEXT NOT NULL,
        seconds REAL
    ) STRICT""",
    "CREATE INDEX solving_of ON solving (puzzle, at)",
)
MIGRATIONS: Final[list[Sequence[str]]] = [_FIRST]
"""What makes each version of the schema of the one before. `user_version` counts them."""


class LibraryError(BimaruError, ValueError):
    """The file is no library that can be used as is wanted, or has no such puzzle: it says which and why."""


class Solving(NamedTuple):
    """When a puzzle was solved (UTC, as ISO 8601 has it), and in how many seconds, if that is known."""

    at: str
    seconds: float | None


class Entry(NamedTuple):
    """A puzzle of a library. `added` and `Solving.at` are in UTC, as ISO 8601 has it."""

    number: Number
    puzzle: Puzzle
    grade: str | None
    score: float | None
    added: str
    tags: tuple[str, ...]
    solvings: tuple[Solving, ...]

    def to_data(self) -> dict[str, object]:
        """What the library knows about the puzzle, as JSON."""
        return {
            "number": self.number,
            "id": self.puzzle.id,
            "source": self.puzzle.source,
            "height": self.puzzle.height,
            "width": self.puzzle.width,
            "grade": self.grade,
            "score": self.score,
            "added": self.added,
            "tags": self.tags,
            "solved": [solving._asdict() for solving in self.solvings],
        }

    def with_notes(self) -> Puzzle:
        """The puzzle with its grade among its notes."""
        told = {} if self.grade is None else {"grade": self.grade, "score": self.score}
        return self.puzzle.replace(extra={**self.puzzle.extra, **told})


class Choice(NamedTuple):
    """Which puzzles: of one of these grades, of this size (height, width), with all these tags, and
    only those that are not solved yet."""

    grades: Collection[str] = ()
    size: tuple[int, int] | None = None
    tags: Collection[str] = ()
    unsolved: bool = False


EVERY: Final = Choice()
UNSOLVED: Final = Choice(unsolved=True)


class Added(NamedTuple):
    """How many puzzles were new, and how many the library had."""

    new: int = 0
    known: int = 0


class Library:
    """The library in a file, for use in a `with` statement.

    >>> with Library("puzzles.db") as library:
    ...     library.add(bimaru.read_all("puzzles.jsonl"), tags=["seaside"])
    ...     for entry in library.pick(Choice(grades=["hard"], unsolved=True)):
    ...         print(entry.number, entry.puzzle)

    Every method raises `LibraryError`, and those that add raise `CannotWriteError` for a puzzle whose notes
    are nothing that JSON can hold."""

    def __init__(self, path: str | PathLike[str], *, create: bool = True) -> None:
        """Opens the library, or makes a new one if it may `create` it.

        Raises `LibraryError` for a file that is something else, or of a later version of bimaru."""
        self.path = Path(path)
        with self._told():
            self._database = self._opened(create)
            try:
                self._prepare()
            except BaseException:
                self._database.close()
                raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()

    # Adding and removing

    def add(self, puzzles: Iterable[Puzzle], tags: Collection[str] = ()) -> Added:
        """Add puzzles; the `grade` and `score` among their notes are theirs. Of one that is there already
        the new tags are kept, and the grade if it had none."""
        return self.add_rows(map(row_of, puzzles), tags)

    def add_rows(self, rows: Iterable[Row], tags: Collection[str] = ()) -> Added:
        """`add` for what `row_of` makes of puzzles."""
        added = Added()
        for added in self._adding(rows, tags):  # noqa: B007  # the last counts all
            pass
        return added

    def adding(self, puzzles: Iterable[Puzzle], tags: Collection[str] = ()) -> Iterator[Added]:
        """`add`, batch by batch, each of them safe once it comes: how many there were so far."""
        return self._adding(map(row_of, puzzles), tags)

    def _adding(self, rows: Iterable[Row], tags: Collection[str]) -> Iterator[Added]:
        new = total = 0
        for batch in _batches(rows):
            with self._writing():
                new += sum(self._added(row, tags) for row in batch)
            total += len(batch)
            yield Added(new, total - new)

    def _added(self, row: Row, tags: Collection[str]) -> bool:
        """Whether the puzzle is new."""
        number = self._value("SELECT number FROM puzzle WHERE fingerprint = :fingerprint", row)
        is_new = number is None
        if is_new:
            number = self._value(
                "INSERT INTO puzzle (fingerprint, json, height, width, grade, score, added)"
                " VALUES (:fingerprint, :json, :height, :width, :grade, :score, :added) RETURNING number",
                row,
            )
        elif row["grade"] is not None:
            self._run(
                "UPDATE puzzle SET grade = ?, score = ? WHERE number = ? AND grade IS NULL",
                (row["grade"], row["score"], number),
            )
        self._put_tags(number, tags)
        return is_new

    def remove(self, numbers: Collection[Number]) -> None:
        """Remove puzzles, with all that is known about them; none, if one of them is not there."""
        with self._writing():
            for number in numbers:
                self._check_is_there(number)
                self._run("DELETE FROM puzzle WHERE number = ?", (number,))

    # What is known about puzzles

    def tag(self, numbers: Collection[Number], tags: Collection[str]) -> None:
        """Tag puzzles; none, if one of them is not there."""
        with self._writing():
            for number in numbers:
                self._check_is_there(number)
                self._put_tags(number, tags)

    def untag(self, numbers: Collection[Number], tags: Collection[str]) -> None:
        """Take tags away; from none, if one of the puzzles is not there."""
        with self._writing():
            for number in numbers:
                self._check_is_there(number)
                for tag in tags:
                    self._run("DELETE FROM tag WHERE puzzle = ? AND tag = ?", (number, tag))

    def solved(self, numbers: Collection[Number], seconds: float | None = None) -> None:
        """Note that puzzles were solved just now, in so many seconds; none, if one of them is not there."""
        now = _now()
        with self._writing():
            for number in numbers:
                self._check_is_there(number)
                self._run(
                    "INSERT INTO solving (puzzle, at, seconds) VALUES (?, ?, ?)", (number, now, seconds)
                )

    # Looking

    def entry(self, number: Number) -> Entry:
        """The puzzle of that number."""
        with self._told():
            row = self._run("SELECT * FROM puzzle WHERE number = ?", (number,)).fetchone()
            if row is None:
                raise self._error(f"there is no puzzle {number}")
            return self._entry(row)

    def entries(self, choice: Choice = EVERY) -> Iterator[Entry]:
        """The puzzles that are chosen, by number, as a stream."""
        where, values = _condition(choice)
        with self._told(), closing(self._run(f"SELECT * FROM puzzle{where} ORDER BY number", values)) as rows:
            yield from map(self._entry, rows)

    def count(self, choice: Choice = EVERY) -> int:
        """How many puzzles are chosen."""
        where, values = _condition(choice)
        with self._told():
            return int(self._value(f"SELECT count(*) FROM puzzle{where}", values))

    def pick(self, choice: Choice = UNSOLVED, count: int = 1, seed: int | None = None) -> list[Entry]:
        """Up to `count` of the puzzles that are chosen, drawn by `seed`, or else by chance."""
        where, values = _condition(choice)
        chance = random.Random(seed)
        with (
            self._told(),
            closing(self._run(f"SELECT number FROM puzzle{where} ORDER BY number", values)) as rows,
        ):
            drawn = nsmallest(count, ((chance.random(), number) for (number,) in rows))
        return [self.entry(number) for _, number in drawn]

    # The database

    def _opened(self, create: bool) -> sqlite3.Connection:
        if sqlite3.sqlite_version_info < _LEAST_SQLITE:
            raise self._error(f"this Python has SQLite {sqlite3.sqlite_version}; 3.37 or newer is needed")
        if self.path.is_dir():
            raise self._error("it is a directory")
        if create and not self.path.exists():
            self.path.parent.mkdir(parents=True, exist_ok=True)
        uri = f"{self.path.absolute().as_uri()}?mode={self._mode(create)}"
        return sqlite3.connect(uri, uri=True, timeout=_PATIENCE, isolation_level=None)

    def _mode(self, create: bool) -> str:
        """How SQLite is to open the file. Where nobody writes and nothing is left in its log, it need
        not lock a file that it cannot lock where it may not write."""
        if not self.path.exists() or _may_write(self.path):
            return "rwc" if create else "rw"
        has_log = self.path.with_name(f"{self.path.name}-wal").exists()
        return "ro" if has_log else "ro&immutable=1"

    def _prepare(self) -> None:
        version = self._checked_version()
        self._run("PRAGMA foreign_keys = ON")
        if version < len(MIGRATIONS):
            self._run("PRAGMA journal_mode = WAL")
            with self._writing():
                for statement in (line for step in MIGRATIONS[self._checked_version() :] for line in step):
                    self._run(statement)
                self._run(f"PRAGMA application_id = {_OURS}")
                self._run(f"PRAGMA user_version = {len(MIGRATIONS)}")
        # With a write-ahead log that is enough for the file to stay whole whatever happens.
        self._run("PRAGMA synchronous = NORMAL")

    def _checked_version(self) -> int:
        """The version of the schema, 0 for an empty file."""
        owner, version = (self._value(f"PRAGMA {name}") for name in ("application_id", "user_version"))
        if owner != _OURS and (owner or version or self._value("SELECT count(*) FROM sqlite_master")):
            raise self._error("it is a database, but no library of bimaru")
        if version > len(MIGRATIONS):
            raise self._error(f"it was written by a later bimaru (schema {version}, not {len(MIGRATIONS)})")
        if version < (1 if owner else 0):
            raise self._error(f"it is damaged: there is no schema {version}")
        return int(version)

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Errors of the database are told as those of the library."""
        try:
            yield
        except sqlite3.Error as error:
            raise self._error(str(error)) from error
        except UnicodeDecodeError as error:  # which comes of text in the message about another fault
            raise self._error("it is damaged: there is text in it that is not UTF-8") from error
        except OSError as error:
            raise self._error(error.strerror or str(error)) from error

    def _error(self, fault: str) -> LibraryError:
        return LibraryError(f"the library {self.path}: {fault}")

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """All or nothing."""
        with self._told():
            self._run("BEGIN IMMEDIATE")
            try:
                yield
                self._run("COMMIT")
            except BaseException:
                if self._database.in_transaction:
                    self._run("ROLLBACK")
                raise

    def _run(self, statement: str, values: Sequence[object] | dict[str, object] = ()) -> sqlite3.Cursor:
        return self._database.execute(statement, values)

    def _value(self, statement: str, values: Sequence[object] | dict[str, object] = ()) -> Any:
        """The first column of the first row; `None` if there is no row."""
        rows = self._run(statement, values).fetchall()
        return rows[0][0] if rows else None

    def _check_is_there(self, number: Number) -> None:
        if self._value("SELECT 1 FROM puzzle WHERE number = ?", (number,)) is None:
            raise self._error(f"there is no puzzle {number}")

    def _put_tags(self, number: Number, tags: Collection[str]) -> None:
        for tag in tags:
            if not (tag and tag.isprintable()):
                raise self._error(f"{tag!r} is no tag: it is empty, or cannot be printed")
            self._run("INSERT INTO tag (puzzle, tag) VALUES (?, ?) ON CONFLICT DO NOTHING", (number, tag))

    def _entry(self, row: tuple[Any, ...]) -> Entry:
        try:
            number, _, text, _, _, grade, score, added = row
            puzzle = Puzzle.from_data(json.loads(text))
        except (ValueError, TypeError, RecursionError) as error:
            raise self._error(
                f"it is damaged: the row of puzzle {row[0]} does not hold one: {error}"
            ) from error
        tags = self._run("SELECT tag FROM tag WHERE puzzle = ? ORDER BY tag", (number,)).fetchall()
        solvings = self._run("SELECT at, seconds FROM solving WHERE puzzle = ? ORDER BY at", (number,))
        return Entry(
            number,
            puzzle,
            grade,
            score,
            added,
            tuple(tag for (tag,) in tags),
            tuple(Solving(*solving) for solving in solvings.fetchall()),
        )


def _may_write(path: Path) -> bool:
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def _batches(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """The rows, many at a time. An error comes after those before it."""
    batch = []
    try:
        for row in rows:
            batch.append(row)
            if len(batch) == _BATCH:
                yield batch
                batch = []
    except Exception:
        if batch:
            yield batch
        raise
    if batch:
        yield batch


def row_of(puzzle: Puzzle) -> Row:
    """What the table of puzzles says of a new one."""
    grade, score = puzzle.provenance.grade, puzzle.provenance.score
    return {
        "fingerprint": fingerprint(puzzle) - 2**63,  # SQLite's integers have a sign
        "json": write(puzzle, "json"),
        "height": puzzle.height,
        "width": puzzle.width,
        "grade": grade if grade in GRADES else None,
        "score": float(score) if score is not None and 1 <= score <= 5 else None,
        "added": _now(),
    }


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _condition(choice: Choice) -> tuple[str, list[object]]:
    """The choice as SQL has it, with the values for its marks."""
    parts: list[str] = []
    values: list[object] = []
    if choice.grades:
        parts.append(f"grade IN ({', '.join('?' * len(choice.grades))})")
        values += choice.grades
    if choice.size:
        parts.append("height = ? AND width = ?")
        values += choice.size
    for tag in choice.tags:
        parts.append("number IN (SELECT puzzle FROM tag WHERE tag = ?)")
        values.append(tag)
    if choice.unsolved:
        parts.append("NOT EXISTS (SELECT 1 FROM solving WHERE solving.puzzle = puzzle.number)")
    return (f" WHERE {' AND '.join(parts)}" if parts else ""), values
