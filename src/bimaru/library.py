"""Libraries: puzzles with tags, grades and the times when they were solved.

A library is one SQLite file. Several processes may use it at once: readers see whole additions and never
wait, writers wait for each other, and a killed process leaves the file as it was. Puzzles that differ only
by turning and flipping are the same (see `canonical`).
"""

from __future__ import annotations

import json
import os
import random
import sqlite3
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from heapq import nsmallest
from os import PathLike
from pathlib import Path
from typing import Any, Final, NamedTuple, Self, TypeAlias

from bimaru.errors import BimaruError
from bimaru.formats import write
from bimaru.grading.grades import GRADES
from bimaru.puzzle import Puzzle
from bimaru.symmetry import fingerprint

Row: TypeAlias = dict[str, object]
"""The columns of a new puzzle in the table of puzzles."""
Number: TypeAlias = int
"""The number of a puzzle in its library, counted from 1 and never reused."""

_BATCH: Final = 1000
"""Puzzles added in one transaction: enough to write cheaply, while others wait for some 20 ms."""
_LOCK_TIMEOUT: Final = 60.0
"""Seconds to wait for other writers."""
_LOCK_PAUSE: Final = 0.01
"""Seconds between two attempts, where SQLite does not wait itself."""
_APPLICATION_ID: Final = int.from_bytes(b"bima", "big")
"""SQLite's application id of a library."""
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
_WITH_GRADER: Final = ("ALTER TABLE puzzle ADD COLUMN grader INTEGER",)
MIGRATIONS: Final[list[Sequence[str]]] = [_FIRST, _WITH_GRADER]
"""The statements that make each version of the schema from the one before. `user_version` counts them."""


class LibraryError(BimaruError, ValueError):
    """The file is not a usable library, or lacks a puzzle; the message names the file and the reason."""


class SolveRecord(NamedTuple):
    """When a puzzle was solved (UTC, ISO 8601), and in how many seconds, if known."""

    at: str
    seconds: float | None


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle of a library; `added` is in UTC (ISO 8601), `grader` the version of the grader that gave grade
    and score, if known."""

    number: Number
    puzzle: Puzzle
    grade: str | None
    score: float | None
    added: str
    tags: tuple[str, ...]
    solves: tuple[SolveRecord, ...]
    grader: int | None = None

    def to_data(self) -> dict[str, object]:
        """The entry without the puzzle's clues, as JSON."""
        return {
            "number": self.number,
            "id": self.puzzle.id,
            "source": self.puzzle.source,
            "height": self.puzzle.height,
            "width": self.puzzle.width,
            "grade": self.grade,
            "score": self.score,
            "grader": self.grader,
            "added": self.added,
            "tags": list(self.tags),
            "solved": [solve._asdict() for solve in self.solves],
        }

    def with_notes(self) -> Puzzle:
        """The puzzle with the library's grade and score in its `extra`."""
        found = {"grade": self.grade, "score": self.score, "grader": self.grader}
        notes = {} if self.grade is None else {key: note for key, note in found.items() if note is not None}
        return self.puzzle.replace(extra={**self.puzzle.extra, **notes})


@dataclass(frozen=True, slots=True)
class Filter:
    """A selection of puzzles: of one of the grades, of the size (height, width), with all of the tags, and
    only those not solved yet. What is left out selects everything."""

    grades: Collection[str] = ()
    size: tuple[int, int] | None = None
    tags: Collection[str] = ()
    unsolved: bool = False


EVERY: Final = Filter()
UNSOLVED: Final = Filter(unsolved=True)


@dataclass(frozen=True, slots=True)
class AddResult:
    """The numbers of puzzles that were new, and that the library had already."""

    new: int = 0
    known: int = 0


class Library:
    """The library in a file, for use in a `with` statement.

    >>> with Library("puzzles.db") as library:
    ...     library.add(bimaru.read_all("puzzles.jsonl"), tags=["seaside"])
    ...     for entry in library.pick(Filter(grades=["hard"], unsolved=True)):
    ...         print(entry.number, entry.puzzle)

    Every method raises `LibraryError`; those that add raise `CannotWriteError` for a puzzle whose notes
    cannot be written as JSON."""

    def __init__(self, path: str | PathLike[str], *, create: bool = True) -> None:
        """Open the library, or make a new one with `create`.

        Raises `LibraryError` for another file, or for one of a later version of bimaru."""
        self.path = Path(path)
        with self._translated_errors():
            self._database = self._open(create)
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
        """Close the file."""
        self._database.close()

    # Adding and removing

    def add(self, puzzles: Iterable[Puzzle], tags: Collection[str] = ()) -> AddResult:
        """Add puzzles, with the `grade` and `score` in their `extra`. A puzzle that the library has already
        gets the new tags, and the grade if it had none."""
        return self.add_rows(map(library_row, puzzles), tags)

    def add_rows(self, rows: Iterable[Row], tags: Collection[str] = ()) -> AddResult:
        """`add` for the rows that `library_row` makes of puzzles."""
        added = AddResult()
        for added in self._add_in_batches(rows, tags):  # noqa: B007  # the last is the total
            pass
        return added

    def _add_in_batches(self, rows: Iterable[Row], tags: Collection[str]) -> Iterator[AddResult]:
        """`add_rows` batch by batch: yields the totals so far, each once its batch is committed."""
        new = total = 0
        for batch in _batches(rows):
            with self._writing():
                new += sum(self._insert(row, tags) for row in batch)
            total += len(batch)
            yield AddResult(new, total - new)

    def _insert(self, row: Row, tags: Collection[str]) -> bool:
        """Whether the puzzle is new."""
        number = self._value("SELECT number FROM puzzle WHERE fingerprint = :fingerprint", row)
        is_new = number is None
        if is_new:
            number = self._value(
                "INSERT INTO puzzle (fingerprint, json, height, width, grade, score, added, grader)"
                " VALUES (:fingerprint, :json, :height, :width, :grade, :score, :added, :grader)"
                " RETURNING number",
                row,
            )
        elif row["grade"] is not None:
            self._run(
                "UPDATE puzzle SET grade = ?, score = ?, grader = ? WHERE number = ? AND grade IS NULL",
                (row["grade"], row["score"], row["grader"], number),
            )
        self._put_tags(number, tags)
        return is_new

    def remove(self, numbers: Collection[Number]) -> None:
        """Remove puzzles with their tags and solves; none of them if one is missing."""
        with self._writing():
            for number in self._existing(numbers):
                self._run("DELETE FROM puzzle WHERE number = ?", (number,))

    # Tags and solves

    def tag(self, numbers: Collection[Number], tags: Collection[str]) -> None:
        """Add tags to puzzles; to none of them if one is missing."""
        with self._writing():
            for number in self._existing(numbers):
                self._put_tags(number, tags)

    def untag(self, numbers: Collection[Number], tags: Collection[str]) -> None:
        """Remove tags from puzzles; from none of them if one is missing."""
        with self._writing():
            for number in self._existing(numbers):
                for tag in tags:
                    self._run("DELETE FROM tag WHERE puzzle = ? AND tag = ?", (number, tag))

    def record_solved(self, numbers: Collection[Number], seconds: float | None = None) -> None:
        """Record that puzzles were solved now, in `seconds`; none of them if one is missing."""
        now = _now()
        with self._writing():
            for number in self._existing(numbers):
                self._run(
                    "INSERT INTO solving (puzzle, at, seconds) VALUES (?, ?, ?)", (number, now, seconds)
                )

    # Queries

    def entry(self, number: Number) -> Entry:
        """The puzzle of a number."""
        with self._translated_errors():
            row = self._run("SELECT * FROM puzzle WHERE number = ?", (number,)).fetchone()
            if row is None:
                raise self._error(f"there is no puzzle {number}")
            return self._entry(row)

    def entries(self, selection: Filter = EVERY) -> Iterator[Entry]:
        """The selected puzzles, by number, as a stream."""
        where, values = _where_clause(selection)
        with (
            self._translated_errors(),
            closing(self._run(f"SELECT * FROM puzzle{where} ORDER BY number", values)) as rows,
        ):
            yield from map(self._entry, rows)

    def count(self, selection: Filter = EVERY) -> int:
        """The number of selected puzzles."""
        where, values = _where_clause(selection)
        with self._translated_errors():
            return int(self._value(f"SELECT count(*) FROM puzzle{where}", values))

    def pick(self, selection: Filter = UNSOLVED, count: int = 1, seed: int | None = None) -> list[Entry]:
        """Up to `count` of the selected puzzles, at random, by `seed` if given."""
        where, values = _where_clause(selection)
        chance = random.Random(seed)
        with (
            self._translated_errors(),
            closing(self._run(f"SELECT number FROM puzzle{where} ORDER BY number", values)) as rows,
        ):
            drawn = nsmallest(count, ((chance.random(), number) for (number,) in rows))
        return [self.entry(number) for _, number in drawn]

    # The database

    def _open(self, create: bool) -> sqlite3.Connection:
        if sqlite3.sqlite_version_info < _LEAST_SQLITE:
            raise self._error(f"this Python has SQLite {sqlite3.sqlite_version}; 3.37 or newer is needed")
        if self.path.is_dir():
            raise self._error("it is a directory")
        if not create and self.path.exists() and self.path.stat().st_size == 0:
            raise self._error("it is empty, not a library")
        if create and not self.path.exists():
            self.path.parent.mkdir(parents=True, exist_ok=True)
        uri = f"{self.path.absolute().as_uri()}?mode={self._mode(create)}"
        return sqlite3.connect(uri, uri=True, timeout=_LOCK_TIMEOUT, isolation_level=None)

    def _mode(self, create: bool) -> str:
        """SQLite's mode for the file. A file without write permission cannot be locked, and is opened without
        locks if it has no write-ahead log."""
        if not self.path.exists() or _may_write(self.path):
            return "rwc" if create else "rw"
        has_log = self.path.with_name(f"{self.path.name}-wal").exists()
        return "ro" if has_log else "ro&immutable=1"

    def _prepare(self) -> None:
        with self._reading():
            version = self._checked_version()
        self._run("PRAGMA foreign_keys = ON")
        if version < len(MIGRATIONS):
            self._begin_log()
            with self._writing():
                for statement in (line for step in MIGRATIONS[self._checked_version() :] for line in step):
                    self._run(statement)
                self._run(f"PRAGMA application_id = {_APPLICATION_ID}")
                self._run(f"PRAGMA user_version = {len(MIGRATIONS)}")
        # With a write-ahead log, this keeps the file consistent after a crash.
        self._run("PRAGMA synchronous = NORMAL")

    def _begin_log(self) -> None:
        """Switch to a write-ahead log. For this SQLite does not wait until others have finished."""
        end = time.monotonic() + _LOCK_TIMEOUT
        while True:
            try:
                self._run("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                    raise
                time.sleep(_LOCK_PAUSE)
            else:
                return

    def _checked_version(self) -> int:
        """The version of the schema, 0 for an empty file. It is read within a transaction."""
        owner, version = (self._value(f"PRAGMA {name}") for name in ("application_id", "user_version"))
        if owner != _APPLICATION_ID and (
            owner or version or self._value("SELECT count(*) FROM sqlite_master")
        ):
            raise self._error("it is a database, but not a library of bimaru")
        if version > len(MIGRATIONS):
            raise self._error(f"it was written by a later bimaru (schema {version}, not {len(MIGRATIONS)})")
        if version < (1 if owner else 0):
            raise self._error(f"it is damaged: there is no schema {version}")
        return int(version)

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """A transaction in which nothing is written: what is read belongs together, also where another
        process writes."""
        self._run("BEGIN")
        try:
            yield
        finally:
            if self._database.in_transaction:  # some errors have ended it
                self._run("ROLLBACK")

    @contextmanager
    def _translated_errors(self) -> Iterator[None]:
        """Raise errors of the database as `LibraryError`."""
        try:
            yield
        except sqlite3.Error as error:
            raise self._error(str(error)) from error
        except UnicodeDecodeError as error:  # in SQLite's message about another fault
            raise self._error("it is damaged: there is text in it that is not UTF-8") from error
        except OSError as error:
            raise self._error(error.strerror or str(error)) from error

    def _error(self, fault: str) -> LibraryError:
        return LibraryError(f"the library {self.path}: {fault}")

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """A transaction."""
        with self._translated_errors():
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
        """The first column of the first row; `None` without rows."""
        rows = self._run(statement, values).fetchall()
        return rows[0][0] if rows else None

    def _existing(self, numbers: Iterable[Number]) -> Iterator[Number]:
        """The numbers. Raises `LibraryError` for one that no puzzle has."""
        for number in numbers:
            if self._value("SELECT 1 FROM puzzle WHERE number = ?", (number,)) is None:
                raise self._error(f"there is no puzzle {number}")
            yield number

    def _put_tags(self, number: Number, tags: Collection[str]) -> None:
        for tag in tags:
            if not (tag and tag.isprintable()):
                raise self._error(f"{tag!r} is not a tag: tags are printable and not empty")
            self._run("INSERT INTO tag (puzzle, tag) VALUES (?, ?) ON CONFLICT DO NOTHING", (number, tag))

    def _entry(self, row: tuple[Any, ...]) -> Entry:
        try:
            number, _, text, _, _, grade, score, added, grader = row
            puzzle = Puzzle.from_data(json.loads(text))
        except (ValueError, TypeError, RecursionError) as error:
            raise self._error(f"it is damaged: the row of puzzle {row[0]} is invalid: {error}") from error
        tags = self._run("SELECT tag FROM tag WHERE puzzle = ? ORDER BY tag", (number,)).fetchall()
        solves = self._run("SELECT at, seconds FROM solving WHERE puzzle = ? ORDER BY at", (number,))
        return Entry(
            number,
            puzzle,
            grade,
            score,
            added,
            tuple(tag for (tag,) in tags),
            tuple(SolveRecord(*solve) for solve in solves.fetchall()),
            grader,
        )


def _may_write(path: Path) -> bool:
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def _batches(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """The rows in batches; an error is raised after the rows before it."""
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


def library_row(puzzle: Puzzle) -> Row:
    """The row of a new puzzle."""
    known = puzzle.provenance
    grade, score = known.grade, known.score
    return {
        "fingerprint": fingerprint(puzzle) - 2**63,  # SQLite's integers have a sign
        "json": write(puzzle, "json"),
        "height": puzzle.height,
        "width": puzzle.width,
        "grade": grade if grade in GRADES else None,
        "score": float(score) if score is not None and 1 <= score < len(GRADES) + 1 else None,
        "grader": known.grader if known.grader in range(2**15) else None,
        "added": _now(),
    }


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _where_clause(selection: Filter) -> tuple[str, list[object]]:
    """The `WHERE` clause of a filter, and the values of its parameters."""
    parts: list[str] = []
    values: list[object] = []
    if selection.grades:
        parts.append(f"grade IN ({', '.join('?' * len(selection.grades))})")
        values += selection.grades
    if selection.size:
        parts.append("height = ? AND width = ?")
        values += selection.size
    for tag in selection.tags:
        parts.append("number IN (SELECT puzzle FROM tag WHERE tag = ?)")
        values.append(tag)
    if selection.unsolved:
        parts.append("NOT EXISTS (SELECT 1 FROM solving WHERE solving.puzzle = puzzle.number)")
    return (f" WHERE {' AND '.join(parts)}" if parts else ""), values
