"""A library against a model of it in plain Python, while runs die, the disk is full and others write."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Collection, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from bimaru import library as library_module
from bimaru.library import AddResult, Filter, Library, LibraryError, library_row
from bimaru.puzzle import Puzzle
from command_line import bimaru
from full_disk import room_for

BATCH: Final = 3
GRADES: Final = (None, "easy", "hard")


@dataclass(frozen=True)
class Known:
    """What the model knows about a puzzle of the library."""

    puzzle: int
    grade: str | None = None
    tags: frozenset[str] = frozenset()
    solves: tuple[float | None, ...] = ()


@dataclass
class Model:
    """What the library should hold, by number."""

    known: dict[int, Known] = field(default_factory=dict)
    last: int = 0

    def add(self, puzzle: int, grade: str | None, tags: Collection[str]) -> None:
        """Add a puzzle, which may be there already."""
        number = next((number for number, one in self.known.items() if one.puzzle == puzzle), None)
        if number is None:
            self.last = number = self.last + 1
            self.known[number] = Known(puzzle, grade)
        one = self.known[number]
        self.known[number] = replace(one, grade=one.grade or grade, tags=one.tags | {*tags})

    def chosen(self, choice: Filter) -> list[int]:
        """The numbers of the puzzles that are chosen."""
        return [
            number
            for number, one in sorted(self.known.items())
            if (not choice.grades or one.grade in choice.grades)
            and {*choice.tags} <= one.tags
            and not (choice.unsolved and one.solves)
            and choice.size in (None, (2, 3))
        ]


def given(index: int, grade: str | None, is_flipped: bool) -> Puzzle:
    """One of many puzzles, as it is or upside down, which the library takes for the same one."""
    rows = [2, 100 + index]
    return Puzzle(rows[::-1] if is_flipped else rows, [None, 3, 1], {1: 1}, extra={"grade": grade})


class Killed(BaseException):
    """The process is gone."""


several: Final = st.lists(
    st.tuples(st.integers(0, 15), st.sampled_from(GRADES), st.booleans()), max_size=3 * BATCH
)
some_numbers: Final = st.lists(st.integers(1, 9), min_size=1, max_size=3)
some_tags: Final = st.lists(st.sampled_from(["seaside", "large", "ä"]), max_size=2)
connections: Final = st.integers(0, 1)
choices: Final = st.builds(
    Filter,
    st.lists(st.sampled_from(["easy", "hard", "fiendish"]), max_size=2),
    st.sampled_from([None, (2, 3), (3, 2)]),
    some_tags,
    st.booleans(),
)


class Libraries(RuleBasedStateMachine):
    """A library that is open twice, as two processes would have it."""

    def __init__(self) -> None:
        super().__init__()
        self._temporary = tempfile.TemporaryDirectory()
        self._copies = 0
        self._model = Model()
        self._patch = patch.object(library_module, "_BATCH", BATCH)
        self._patch.start()
        self._open()

    def _open(self) -> None:
        self._path = Path(self._temporary.name) / f"{self._copies}.db"
        self._libraries = [Library(self._path), Library(self._path)]

    def teardown(self) -> None:
        self._patch.stop()
        for library in self._libraries:
            library.close()
        with closing(sqlite3.connect(self._path)) as database:
            assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        self._temporary.cleanup()

    @invariant()
    def both_connections_see_what_the_model_says(self) -> None:
        for library in self._libraries:
            found = {
                entry.number: (entry.grade, {*entry.tags}, [solving.seconds for solving in entry.solves])
                for entry in library.entries()
            }
            assert found == {
                number: (one.grade, {*one.tags}, [*one.solves]) for number, one in self._model.known.items()
            }

    @rule(which=connections, puzzles=several, tags=some_tags)
    def add(self, which: int, puzzles: list[tuple[int, str | None, bool]], tags: list[str]) -> None:
        before = len(self._model.known)
        self._note(puzzles, tags)
        new = len(self._model.known) - before
        added = self._libraries[which].add([given(*one) for one in puzzles], tags)
        assert added == AddResult(new, len(puzzles) - new)

    def _note(self, puzzles: list[tuple[int, str | None, bool]], tags: list[str]) -> None:
        for index, grade, _ in puzzles:
            self._model.add(index, grade, tags)

    @rule(which=connections, puzzles=several, tags=some_tags, step=st.integers(1, 40))
    def be_killed_while_adding(
        self, which: int, puzzles: list[tuple[int, str | None, bool]], tags: list[str], step: int
    ) -> None:
        """Go on with a copy of the files at some statement: that is what a killed process leaves."""
        library = self._libraries[which]
        run: Any = library._run
        left = step

        def counted(*args: Any) -> Any:
            nonlocal left
            left -= 1
            if left == 0:
                self._copies += 1
                copy = Path(self._temporary.name) / f"{self._copies}.db"
                for suffix in ("", "-wal"):
                    if (file := self._path.with_name(f"{self._path.name}{suffix}")).exists():
                        shutil.copy(file, f"{copy}{suffix}")
                raise Killed
            return run(*args)

        batches = 0
        try:
            with patch.object(library, "_run", counted):
                for _ in library._add_in_batches([library_row(given(*one)) for one in puzzles], tags):
                    batches += 1
        except Killed:
            for each in self._libraries:
                each.close()
            self._open()
        self._note(puzzles[: batches * BATCH], tags)

    @rule(which=connections, puzzles=several, more=st.integers(0, 40_000))
    def fill_the_disk(self, which: int, puzzles: list[tuple[int, str | None, bool]], more: int) -> None:
        batches = 0
        wal = self._path.with_name(f"{self._path.name}-wal")
        try:
            with room_for(more, wal if wal.exists() else self._path):
                rows = [library_row(given(*one)) for one in puzzles]
                for _ in self._libraries[which]._add_in_batches(rows, ()):
                    batches += 1
        except LibraryError as error:
            assert "disk" in str(error)  # noqa: PT017  # it need not come
        self._note(puzzles[: batches * BATCH], [])

    @rule(which=connections, numbers=some_numbers, seconds=st.none() | st.floats(0, 1e9))
    def solved(self, which: int, numbers: list[int], seconds: float | None) -> None:
        with self._refused_if_missing(numbers):
            self._libraries[which].record_solved(numbers, seconds)
            for number in numbers:
                one = self._model.known[number]
                self._model.known[number] = replace(one, solves=(*one.solves, seconds))

    @rule(which=connections, numbers=some_numbers, tags=some_tags)
    def tag(self, which: int, numbers: list[int], tags: list[str]) -> None:
        with self._refused_if_missing(numbers):
            self._libraries[which].tag(numbers, tags)
            for number in numbers:
                one = self._model.known[number]
                self._model.known[number] = replace(one, tags=one.tags | {*tags})

    @rule(which=connections, numbers=some_numbers, tags=some_tags)
    def untag(self, which: int, numbers: list[int], tags: list[str]) -> None:
        with self._refused_if_missing(numbers):
            self._libraries[which].untag(numbers, tags)
            for number in numbers:
                one = self._model.known[number]
                self._model.known[number] = replace(one, tags=one.tags - {*tags})

    @rule(which=connections, numbers=some_numbers)
    def remove(self, which: int, numbers: list[int]) -> None:
        with self._refused_if_missing(numbers if len({*numbers}) == len(numbers) else [0]):
            self._libraries[which].remove(numbers)
            for number in numbers:
                del self._model.known[number]

    @contextmanager
    def _refused_if_missing(self, numbers: list[int]) -> Iterator[None]:
        if {*numbers} <= self._model.known.keys():
            yield
        else:
            with pytest.raises(LibraryError, match="there is no puzzle"):
                yield

    @rule(which=connections, choice=choices, count=st.integers(1, 5), seed=st.integers(0, 9))
    def pick(self, which: int, choice: Filter, count: int, seed: int) -> None:
        chosen = self._model.chosen(choice)
        picked = [entry.number for entry in self._libraries[which].pick(choice, count, seed)]
        assert {*picked} <= {*chosen}
        assert len({*picked}) == len(picked) == min(count, len(chosen))
        assert picked == [entry.number for entry in self._libraries[1 - which].pick(choice, count, seed)]
        assert [entry.number for entry in self._libraries[which].entries(choice)] == chosen
        assert self._libraries[which].count(choice) == len(chosen)


TestLibraries = Libraries.TestCase
TestLibraries.settings = settings(max_examples=max(20, settings().max_examples // 5), stateful_step_count=12)


def damaged_library(path: Path, *changes: tuple[bytes, bytes]) -> bytes:
    """A library with a puzzle and a tag, in whose file some bytes are replaced by as many others."""
    with Library(path) as library:
        library.add([given(1, "easy", False)], ["seaside"])
    data = path.read_bytes()
    for old, new in changes:
        assert old in data
        assert len(old) == len(new)
        data = data.replace(old, new)
    path.write_bytes(data)
    return data


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ([(b"indextag_on", b"indext\xffg_on"), (b"INDEX tag_on", b"INDAX tag_on")], "not UTF-8"),
        ([(b"CREATE TABLE puzzle", b"CREATE TROUBLE abcd")], "malformed"),
        ([(b'{"rows"', b'{"crow"')], "the row of puzzle 1 is invalid"),
        ([(b'{"rows"', b"[[[[[[[")], "the row of puzzle 1 is invalid"),
        ([(b"seaside", b"seas\xffde")], "UTF-8"),
    ],
    ids=["schema that is no text", "schema", "puzzle", "JSON", "tag"],
)
def test_a_damaged_file_is_reported_and_left_as_it_is(
    changes: list[tuple[bytes, bytes]], fault: str, tmp_path: Path
) -> None:
    path = tmp_path / "library.db"
    before = damaged_library(path, *changes)
    ran = bimaru("library", "list", "--library", path)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"Error: the library {path}: ")
    assert fault in ran.err
    assert path.read_bytes() == before


@pytest.mark.parametrize("version", [0, -1, 2**31 - 1])
def test_a_file_of_a_schema_that_does_not_exist_is_left_as_it_is(version: int, tmp_path: Path) -> None:
    path = tmp_path / "library.db"
    Library(path).close()
    with closing(sqlite3.connect(path)) as database:
        database.execute(f"PRAGMA user_version = {version}")
    before = path.read_bytes()
    with pytest.raises(LibraryError, match=r"damaged: there is no schema|written by a later bimaru"):
        Library(path)
    assert path.read_bytes() == before


@pytest.mark.thorough
def test_a_full_disk_ends_an_addition_with_what_was_there_before(tmp_path: Path) -> None:
    path = tmp_path / "library.db"
    with Library(path) as library:
        library.add([given(1, "easy", False)])
        with room_for(0, path.with_name("library.db-wal")), pytest.raises(LibraryError, match="disk"):
            library.add(given(index, None, False) for index in range(2000))
        assert library.count() == 1
        assert library.add(given(index, None, False) for index in range(2000)) == AddResult(1999, 1)


def test_numbers_have_no_gaps_where_puzzles_were_added_again(tmp_path: Path) -> None:
    with Library(tmp_path / "library.db") as library:
        for _ in range(3):
            library.add(given(index, None, False) for index in range(5))
        library.add([given(5, None, False)])
        assert [entry.number for entry in library.entries()] == [1, 2, 3, 4, 5, 6]
