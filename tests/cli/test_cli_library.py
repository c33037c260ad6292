"""`bimaru library`: puzzles kept, found, solved and handed on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bimaru.cli.commands.library import library
from bimaru.cli.exit_codes import Exit
from bimaru.formats import parse
from command_line import MULTIPLE, NONE, UNIQUE, bimaru, jsonl

LARGER = {
    "id": "larger",
    "rows": [1, 0, 1],
    "cols": [1, 0, 1],
    "fleet": {"1": 2},
    "grade": "hard",
    "score": 3.5,
}


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The library that is meant where none is named."""
    path = tmp_path / "library.db"
    monkeypatch.setenv("BIMARU_LIBRARY", str(path))
    return path


def added(*puzzles: object) -> None:
    assert bimaru("library", "add", "--tag", "seaside", "-", stdin=jsonl(*puzzles)).code == Exit.DONE


def test_puzzles_are_added_once_and_counted() -> None:
    ran = bimaru("library", "add", "--tag", "seaside", "-", stdin=jsonl(UNIQUE, LARGER, UNIQUE | {"id": 7}))
    assert (ran.code, ran.out) == (Exit.DONE, "2 new puzzles, 1 already there\n")
    assert bimaru("library", "add", "-", stdin=jsonl(NONE)).out == "1 new puzzle\n"


def test_the_list_shows_every_known_property() -> None:
    added(UNIQUE, LARGER)
    bimaru("library", "solved", "--seconds", "70", "2")
    assert bimaru("library", "list").out == (
        "     1  2x2    -                  unsolved  unique #seaside\n"
        "     2  3x3    hard 3.50          solved    larger #seaside\n"
    )


def test_json_has_every_property() -> None:
    added(UNIQUE, LARGER)
    bimaru("library", "solved", "--seconds", "70", "2")
    _, larger = bimaru("library", "list", "--json").objects
    assert larger.pop("added").endswith("+00:00")
    assert larger.pop("solved")[0]["seconds"] == 70
    assert larger == {
        "number": 2,
        "id": "larger",
        "source": None,
        "height": 3,
        "width": 3,
        "grade": "hard",
        "score": 3.5,
        "grader": None,
        "tags": ["seaside"],
    }


@pytest.mark.parametrize(
    ("options", "found"),
    [
        ("--grade hard --grade easy", ["larger"]),
        ("--size 2x2", ["unique"]),
        ("--tag seaside", ["unique", "larger"]),
        ("--tag hills", []),
        ("--unsolved", ["larger"]),
    ],
)
def test_list_and_export_choose(options: str, found: list[str]) -> None:
    added(UNIQUE, LARGER)
    bimaru("library", "solved", "1")
    for command in (["list", "--json"], ["export"]):
        assert [one["id"] for one in bimaru("library", *command, *options.split()).objects] == found


def test_grades_that_are_missing_are_made(tmp_path: Path) -> None:
    for workers in ("1", "2"):
        path = tmp_path / workers
        given = jsonl(UNIQUE, MULTIPLE, LARGER | {"rows": [1, 0, 1, 0]})
        bimaru("library", "add", "--library", path, "--grade", "--workers", workers, "-", stdin=given)
        grades = [one["grade"] for one in bimaru("library", "list", "--library", path, "--json").objects]
        assert grades == ["easy", None, "hard"]


def test_picked_puzzles_can_be_read_back_and_are_marked_only_on_request() -> None:
    added(UNIQUE, LARGER)
    picked = bimaru("library", "pick", "--grade", "hard")
    assert picked.out.startswith("# number 2, hard\n")
    assert parse(picked.out) == parse(json.dumps(LARGER))
    assert bimaru("library", "pick", "--grade", "hard", "--json", "--solved").objects == [
        LARGER | {"givens": [], "number": 2}
    ]
    ran = bimaru("library", "pick", "--grade", "hard")
    assert (ran.code, ran.out) == (Exit.BAD_INPUT, "")
    assert ran.err.endswith("has no such unsolved puzzle\n")


def test_each_file_of_picked_puzzles_begins_with_its_number(tmp_path: Path) -> None:
    added(UNIQUE, LARGER)
    assert bimaru("library", "pick", "--count", "2", "-o", f"{tmp_path / 'picked'}/").code == Exit.DONE
    files = [*(tmp_path / "picked").iterdir()]
    assert len(files) == 2
    assert all(file.read_text().startswith("# number ") for file in files)


def test_solved_puzzles_are_picked_only_with_any() -> None:
    added(UNIQUE)
    bimaru("library", "solved", "1")
    assert bimaru("library", "pick", "--unsolved").code == Exit.BAD_INPUT
    assert bimaru("library", "pick", "--any").out.startswith("# number 1\n")


def test_many_are_picked_by_seed_each_once() -> None:
    added(UNIQUE, LARGER, NONE)
    one, same = (bimaru("library", "pick", "--count", "3", "--seed", "1").out for _ in range(2))
    assert one == same
    assert one.count("---\n") == 2
    solved = bimaru("solve", "--json", "-", stdin=one)
    assert {answer["id"] for answer in solved.objects} == {"unique", "larger", "none"}


def test_what_is_exported_can_be_added_elsewhere(tmp_path: Path) -> None:
    added(UNIQUE, LARGER)
    bimaru("library", "export", "-o", tmp_path / "kept.jsonl")
    other = tmp_path / "other.db"
    bimaru("library", "add", "--library", other, tmp_path / "kept.jsonl")
    one, two = bimaru("library", "list", "--library", other, "--json").objects
    assert (one["id"], two["id"], two["grade"], two["score"]) == ("unique", "larger", "hard", 3.5)


def test_a_number_that_is_given_twice_counts_once() -> None:
    added(UNIQUE, LARGER)
    bimaru("library", "solved", "1", "1")
    assert len(bimaru("library", "list", "--json").objects[0]["solved"]) == 1
    assert bimaru("library", "remove", "1", "1").code == Exit.DONE
    assert [one["number"] for one in bimaru("library", "list", "--json").objects] == [2]


def test_names_are_listed_as_they_are_without_control_characters() -> None:
    added(UNIQUE | {"id": "Ünï 船"}, LARGER | {"id": "a\x1bb"})
    names = [line.split()[-2:] for line in bimaru("library", "list").out.splitlines()]
    assert names == [["船", "#seaside"], ["a\\x1bb", "#seaside"]]


def test_tags_and_puzzles_come_and_go() -> None:
    added(UNIQUE, LARGER)
    bimaru("library", "tag", "--tag", "good", "--remove", "seaside", "2")
    bimaru("library", "remove", "1")
    assert [(one["number"], one["tags"]) for one in bimaru("library", "list", "--json").objects] == [
        (2, ["good"])
    ]


@pytest.mark.parametrize("command", ["pick", "export"])
def test_an_ending_that_is_not_written_is_refused_before_a_file_appears(command: str, tmp_path: Path) -> None:
    added(UNIQUE)
    ran = bimaru("library", command, "-o", tmp_path / "kept.pdf")
    assert ran.code == Exit.BAD_INPUT
    assert f"-o kept.pdf: bimaru library {command} cannot write .pdf; it writes" in ran.err
    assert ".json .jsonl; .pdf is for bimaru solve" in ran.err
    assert not (tmp_path / "kept.pdf").exists()


@pytest.mark.parametrize("args", ["list", "pick", "export", "solved 1", "tag --tag a 1", "remove 1"])
def test_a_missing_library_is_reported_and_not_created(args: str, place: Path) -> None:
    ran = bimaru("library", *args.split())
    assert (ran.code, ran.out) == (Exit.BAD_INPUT, "")
    assert ran.err == f"Error: the library {place} does not exist; bimaru library add creates it\n"
    assert not place.exists()


@pytest.mark.parametrize("args", ["solved 7", "tag --tag a 7", "remove 7"])
def test_an_unknown_number_is_reported(args: str, place: Path) -> None:
    added(UNIQUE)
    ran = bimaru("library", *args.split())
    assert (ran.code, ran.err) == (Exit.BAD_INPUT, f"Error: the library {place}: there is no puzzle 7\n")


def test_a_file_that_is_not_a_library_is_reported(place: Path) -> None:
    place.write_text("no database\n" * 100, encoding="utf-8")
    ran = bimaru("library", "add", "-", stdin=jsonl(UNIQUE))
    assert (ran.code, ran.err) == (Exit.BAD_INPUT, f"Error: the library {place}: file is not a database\n")


def test_of_a_file_with_a_fault_what_comes_before_it_is_kept() -> None:
    ran = bimaru("library", "add", "-", stdin=jsonl(UNIQUE) + "oops")
    assert ran.code == Exit.BAD_INPUT
    assert ran.err.startswith("Error: standard input:2: not JSON")
    assert bimaru("library", "list").out.count("\n") == 1


def test_the_usual_library_is_in_the_data_of_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("BIMARU_LIBRARY")
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    added(UNIQUE)
    assert (tmp_path / "data" / "bimaru" / "library.db").is_file()


@pytest.mark.parametrize("name", library.commands)
def test_every_command_of_it_has_help_with_an_example(name: str) -> None:
    shown = bimaru("library", name, "--help")
    assert f"bimaru library {name}" in shown.out.partition("Example:")[2]
    assert max(map(len, shown.out.splitlines())) <= 80
