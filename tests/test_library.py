"""A library of puzzles: what it keeps and finds, and that it stays whole whatever happens to who uses it."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from threading import Timer
from typing import Any, Final
from unittest.mock import patch

import pytest
from hypothesis import given, settings

from bimaru import library as library_module
from bimaru.formats import read_all
from bimaru.library import EVERY, AddResult, Filter, Library, LibraryError
from bimaru.puzzle import Provenance, Puzzle
from bimaru.symmetry import canonical
from instances import instances
from puzzle_strategies import puzzles

PUZZLES: Final = [found.puzzle for found in instances("csplib014")[:40]]
EASY: Final = Puzzle([1, 0], [1, 0], {1: 1}, id="one", extra={"grade": "easy", "score": 1.25})
WIDE: Final = Puzzle([2, 0], [1, 1, 0], {2: 1}, id="two", source="a book", extra={"grade": "hard"})


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "library.db") as opened:
        yield opened


def numbers(library: Library, choice: Filter = EVERY) -> list[int]:
    return [entry.number for entry in library.entries(choice)]


# What it keeps


def test_an_entry_has_everything_known_about_its_puzzle(library: Library) -> None:
    assert library.add([EASY, WIDE], ["seaside", "large"]) == AddResult(2, 0)
    entry = library.entry(2)
    assert (entry.puzzle, entry.puzzle.id, entry.puzzle.source) == (WIDE, "two", "a book")
    assert (entry.grade, entry.score, entry.tags, entry.solves) == ("hard", None, ("large", "seaside"), ())
    assert library.entry(1).score == 1.25
    assert [*library.entries()] == [library.entry(1), entry]


@settings(max_examples=40)
@given(puzzles())
def test_every_puzzle_comes_back_the_same(puzzle: Puzzle) -> None:
    with tempfile.TemporaryDirectory() as place, Library(Path(place) / "library.db") as library:
        library.add([puzzle])
        kept = library.entry(1).puzzle
        assert (kept, kept.id, kept.source, kept.provenance) == (
            puzzle,
            puzzle.id,
            puzzle.source,
            puzzle.provenance,
        )
        assert kept.extra == puzzle.extra


def test_a_puzzle_is_kept_once_however_it_is_turned(library: Library) -> None:
    library.add(PUZZLES)
    assert library.add(map(canonical, PUZZLES), ["turned"]) == AddResult(0, len(PUZZLES))
    assert library.count() == library.count(Filter(tags=["turned"])) == len(PUZZLES)


def test_a_grade_that_was_missing_is_filled_in_and_none_is_changed(library: Library) -> None:
    library.add([EASY.replace(provenance=Provenance())])
    library.add([EASY])
    library.add([EASY.replace(provenance=Provenance(grade="hard"))])
    entry = library.entry(1)
    assert (entry.grade, entry.score) == ("easy", 1.25)
    noted = entry.with_notes().provenance
    assert (entry.puzzle.provenance.grade, noted.grade, noted.score) == (None, "easy", 1.25)


def test_a_score_keeps_the_version_of_its_grader(library: Library) -> None:
    library.add([EASY, WIDE.replace(provenance=Provenance(grade="extreme", score=5.5, grader=3))])
    assert [library.entry(number).grader for number in (1, 2)] == [None, 3]
    assert library.entry(2).with_notes().to_data().items() >= {"score": 5.5, "grader": 3}.items()


def test_a_library_of_the_first_schema_gets_the_version_of_the_grader(tmp_path: Path) -> None:
    with patch.object(library_module, "MIGRATIONS", library_module.MIGRATIONS[:1]):
        Library(tmp_path / "old.db").close()
    with Library(tmp_path / "old.db") as library:
        library.add([EASY.replace(provenance=Provenance(grade="hard", grader=2))])
        assert library.entry(1).grader == 2


@pytest.mark.parametrize(
    "notes",
    [{"grade": "\ud800"}, {"grade": ["easy"], "score": 10**400}, {"score": True}, {"grader": 10**400}],
)
def test_an_unknown_grade_is_dropped(notes: dict[str, Any], library: Library) -> None:
    library.add([EASY.replace(provenance=Provenance(), extra=notes)])
    assert library.entry(1).grade is None


def test_a_removed_puzzle_is_gone_and_its_number_not_reused(library: Library) -> None:
    library.add([EASY, WIDE], ["seaside"])
    library.record_solved([2])
    library.remove([2])
    library.add([WIDE])
    assert numbers(library) == [1, 3]
    assert (library.entry(3).tags, library.entry(3).solves) == ((), ())


def test_tags_are_added_and_removed(library: Library) -> None:
    library.add([EASY, WIDE], ["a"])
    library.tag([1, 2], ["b", "a"])
    library.untag([2], ["a"])
    assert [entry.tags for entry in library.entries()] == [("a", "b"), ("b",)]


def test_solves_are_recorded_with_their_times(library: Library) -> None:
    library.add([EASY])
    library.record_solved([1], 12.5)
    library.record_solved([1])
    assert [solving.seconds for solving in library.entry(1).solves] == [12.5, None]


# What it finds


def test_puzzles_are_filtered_by_grade_size_tag_and_whether_they_are_solved(library: Library) -> None:
    library.add([EASY], ["a", "b"])
    library.add([WIDE], ["b"])
    library.add(PUZZLES[:1])
    library.record_solved([1])
    for choice, expected in {
        Filter(): [1, 2, 3],
        Filter(grades=("easy", "hard")): [1, 2],
        Filter(size=(2, 3)): [2],
        Filter(tags=("b",)): [1, 2],
        Filter(tags=("a", "b")): [1],
        Filter(unsolved=True): [2, 3],
        Filter(grades=("easy",), unsolved=True): [],
    }.items():
        assert numbers(library, choice) == expected
        assert library.count(choice) == len(expected)


def test_picking_and_solving_repeatedly_gives_each_puzzle_once(library: Library) -> None:
    library.add(PUZZLES)
    picked = []
    for _ in range(0, len(PUZZLES), 7):
        found = [entry.number for entry in library.pick(count=7)]
        library.record_solved(found)
        picked += found
    assert sorted(picked) == [*range(1, len(PUZZLES) + 1)]
    assert library.pick() == []


def test_the_same_seed_picks_the_same_and_picking_marks_nothing(library: Library) -> None:
    library.add(PUZZLES)
    picks = [library.pick(count=3, seed=seed) for seed in (1, 1, 2)]
    assert picks[0] == picks[1] != picks[2]
    assert len({entry.number for pick in map(library.pick, [EVERY] * 200) for entry in pick}) > 30


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT * FROM puzzle WHERE number = 1",
        "SELECT number FROM puzzle WHERE fingerprint = 1",
        "SELECT * FROM puzzle WHERE grade = 'easy'",
        "SELECT tag FROM tag WHERE puzzle = 1 ORDER BY tag",
        "SELECT puzzle FROM tag WHERE tag = 'a'",
        "SELECT at FROM solving WHERE puzzle = 1 ORDER BY at",
    ],
)
def test_lookups_use_an_index(statement: str, library: Library) -> None:
    with sqlite3.connect(library.path) as database:
        plan = " ".join(str(row) for row in database.execute(f"EXPLAIN QUERY PLAN {statement}"))
    assert "SEARCH" in plan
    assert "SCAN" not in plan


def test_puzzles_of_an_older_library_are_read_and_recognised(tmp_path: Path) -> None:
    path = tmp_path / "library.db"
    puzzle = next(puzzle for puzzle in PUZZLES if puzzle.givens)
    with Library(path) as library:
        library.add([puzzle])
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("""UPDATE puzzle SET json = replace(json, '"givens"', '"hints"')""")
        assert '"hints"' in database.execute("SELECT json FROM puzzle").fetchone()[0]
    with Library(path) as library:
        assert library.entry(1).puzzle == puzzle
        assert library.add([puzzle]) == AddResult(0, 1)


# What goes wrong


def test_a_missing_number_changes_nothing(library: Library) -> None:
    library.add([EASY])
    for change in (library.remove, library.record_solved, lambda wrong: library.tag(wrong, ["a"])):
        with pytest.raises(LibraryError, match="there is no puzzle 7"):
            change([1, 7])
    with pytest.raises(LibraryError, match="there is no puzzle 7"):
        library.entry(7)
    assert (library.entry(1).tags, library.entry(1).solves) == ((), ())


@pytest.mark.parametrize("tag", ["", "a\nb", "\udcff"])
def test_tags_must_be_printable(tag: str, library: Library) -> None:
    with pytest.raises(LibraryError, match="is not a tag"):
        library.add([EASY], [tag])
    assert library.count() == 0


def test_an_error_in_the_stream_leaves_the_batches_before_it(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stream() -> Iterator[Puzzle]:
        yield from PUZZLES[:25]
        raise KeyboardInterrupt

    monkeypatch.setattr(library_module, "_BATCH", 10)
    with pytest.raises(KeyboardInterrupt):
        library.add(stream())
    assert library.count() == 20


def test_a_file_that_is_no_library_is_left_as_it_is(tmp_path: Path) -> None:
    text, other, later = (tmp_path / name for name in ("text", "other", "later"))
    text.write_bytes(b"no database at all\n" * 100)
    with sqlite3.connect(other) as database:
        database.execute("CREATE TABLE t (a)")
    Library(later).close()
    with sqlite3.connect(later) as database:
        database.execute("PRAGMA user_version = 99")
    for path, fault in (
        (text, "file is not a database"),
        (other, "a database, but not a library of bimaru"),
        (later, rf"written by a later bimaru \(schema 99, not {len(library_module.MIGRATIONS)}\)"),
        (tmp_path, "it is a directory"),
        (tmp_path / "text" / "library.db", "Not a directory|File exists"),
    ):
        before = path.read_bytes() if path.is_file() else b""
        with pytest.raises(LibraryError, match=f"{path}: .*({fault})"):
            Library(path)
        assert before == (path.read_bytes() if path.is_file() else b"")
    empty = tmp_path / "empty"
    empty.touch()
    with pytest.raises(LibraryError, match="it is empty, not a library"):
        Library(empty, create=False)
    assert empty.read_bytes() == b""
    with pytest.raises(LibraryError, match="unable to open"):
        Library(tmp_path / "missing.db", create=False)
    assert not (tmp_path / "missing.db").exists()


@pytest.mark.skipif(not hasattr(os, "seteuid"), reason="permissions of Unix")
def test_a_read_only_library_can_be_read_and_reports_why_it_cannot_be_changed() -> None:
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "library.db"
        with Library(path) as library:
            library.add([EASY])
        path.chmod(0o444)
        Path(place).chmod(0o555)
        user = os.geteuid()
        if user == 0:  # who may write whatever permissions say
            os.seteuid(65534)
        try:
            with Library(path) as library:
                assert library.entry(1).puzzle == EASY
                with pytest.raises(LibraryError, match="readonly"):
                    library.record_solved([1])
        finally:
            os.seteuid(user)
            Path(place).chmod(0o755)


def test_a_library_of_an_earlier_version_is_migrated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Library(tmp_path / "library.db") as library:
        library.add([EASY])
    later = [*library_module.MIGRATIONS, ("CREATE TABLE remark (puzzle INTEGER, text TEXT) STRICT",)]
    monkeypatch.setattr(library_module, "MIGRATIONS", later)
    for _ in range(2):
        with Library(tmp_path / "library.db") as library:
            assert library.entry(1).puzzle == EASY
    with sqlite3.connect(tmp_path / "library.db") as database:
        assert database.execute("PRAGMA user_version").fetchone() == (len(later),)
        assert database.execute("SELECT count(*) FROM remark").fetchone() == (0,)


# Several at once

ADDING: Final = """
import sys
from bimaru.library import Library, library_row
from bimaru.puzzle import Puzzle

def puzzles(first):
    for k in range(first, first + int(sys.argv[3])):
        yield Puzzle([k % 9999, k // 9999], [None, 3], {1: 1}, id=k)

with Library(sys.argv[1]) as library:
    for added in library._add_in_batches(map(library_row, puzzles(int(sys.argv[2]))), ()):
        print(added.new, added.known, flush=True)
"""


def adding(path: Path, first: int, count: int) -> subprocess.Popen[str]:
    """A process that adds so many puzzles of its own."""
    command = [sys.executable, "-c", ADDING, str(path), str(first), str(count)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.thorough
def test_several_processes_add_at_once_even_to_a_new_library(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "library.db"
    started = [adding(path, first, 1000) for first in (0, 500, 20_000, 20_000)]
    for process in started:
        _, err = process.communicate()
        assert (process.returncode, err) == (0, "")
    with Library(path) as library:
        ids = [entry.puzzle.id for entry in library.entries()]
    assert len(ids) == len(set(ids)) == 1500 + 1000


def test_a_library_that_another_process_makes_at_the_same_time_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "library.db"
    value = Library._value

    def interrupted(library: Library, statement: str) -> Any:
        if statement == "PRAGMA user_version":  # the first of two reads is done
            monkeypatch.setattr(Library, "_value", value)
            with suppress(LibraryError), Library(path):  # fails where the first one holds a lock
                pass
        return value(library, statement)

    monkeypatch.setattr("bimaru.library._LOCK_TIMEOUT", 0.05)
    monkeypatch.setattr(Library, "_value", interrupted)
    with Library(path) as library:
        assert library.count() == 0


def test_a_new_library_waits_while_another_process_has_it_locked(tmp_path: Path) -> None:
    path = tmp_path / "library.db"
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        release = Timer(0.2, other.execute, ["ROLLBACK"])
        release.start()
        with Library(path) as library:
            assert library.count() == 0
        release.join()


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_a_process_killed_while_adding_leaves_whole_batches(tmp_path: Path) -> None:
    path = tmp_path / "library.db"
    with adding(path, 0, 10**6) as process:
        assert process.stdout is not None
        said = [process.stdout.readline() for _ in range(3)]
        time.sleep(0.05)
        process.send_signal(signal.SIGKILL)
    with sqlite3.connect(path) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    with Library(path) as library:
        count = library.count()
        assert count >= int(said[-1].split()[0]) == 3000
        assert count % 1000 == 0
        library.add(PUZZLES)
        assert library.count() == count + len(PUZZLES)


@pytest.mark.thorough
def test_memory_stays_flat_however_many_are_added(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")

    def peak(count: int) -> int:
        """Kilobytes."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        with adding(tmp_path / f"{count}.db", 0, count) as process:
            process.communicate()
        assert process.returncode == 0
        return int(max(before, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss))

    few = peak(2000)
    assert peak(12_000) < few + 5000


def test_readers_see_additions_while_others_write(library: Library) -> None:
    library.add(PUZZLES)
    reading = library.entries()
    next(reading)
    with Library(library.path) as other:
        other.record_solved([1])
        other.add([EASY])
        assert other.count() == len(PUZZLES) + 1
    assert len([*reading]) == len(PUZZLES) - 1


def test_a_file_of_puzzles_is_added_as_it_is_read(tmp_path: Path, library: Library) -> None:
    file = tmp_path / "puzzles.jsonl"
    file.write_text('{"rows": [1], "cols": [1], "fleet": {"1": 1}}\n', encoding="utf-8")
    assert library.add(read_all(file)) == AddResult(1, 0)
