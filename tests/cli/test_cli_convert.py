"""`bimaru convert`, `bimaru formats` and `bimaru engines`, and where `-o` writes."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path

import pytest

from bimaru.cli.exit_codes import Exit
from bimaru.engines import REGISTRY as ENGINES
from bimaru.formats import REGISTRY, format_named, parse, read
from bimaru.puzzle import Puzzle
from command_line import MULTIPLE, UNIQUE, bimaru, jsonl
from instances import DATA, instance, instances

CSPLIB = instance("csplib014", "csplib014-113").puzzle
TWO = jsonl(UNIQUE, MULTIPLE)

one_puzzle_formats = pytest.mark.parametrize("name", [n for n in REGISTRY if not format_named(n).many])


def as_json(puzzle: Puzzle) -> str:
    return format_named("json").write(puzzle)


@pytest.mark.parametrize("name", REGISTRY)
def test_a_puzzle_comes_back_from_every_format(name: str) -> None:
    there = bimaru("convert", "--to", name, "-", stdin=as_json(CSPLIB))
    assert (there.code, there.err) == (Exit.DONE, "")
    back = bimaru("convert", "--to", "json", "-", stdin=there.out)
    assert parse(back.out) == CSPLIB


@pytest.mark.parametrize("name", [n for n in REGISTRY if format_named(n).many])
def test_many_puzzles_go_into_one_file_where_the_format_holds_them(name: str) -> None:
    there = bimaru("convert", "--to", name, "-", stdin=TWO)
    back = bimaru("convert", "--to", "json", "-", stdin=there.out)
    assert [answer["rows"] for answer in back.objects] == [UNIQUE["rows"], MULTIPLE["rows"]]


@one_puzzle_formats
def test_a_second_puzzle_is_refused_by_a_format_that_holds_one(name: str, tmp_path: Path) -> None:
    for target in ("-", tmp_path / "out"):
        ran = bimaru("convert", "--to", name, "-o", target, "-", stdin=as_json(CSPLIB) * 2)
        assert (ran.code, ran.out) == (Exit.BAD_INPUT, "")
        assert (
            ran.err == f"Error: {name}: a file holds one puzzle; for many, give a directory: -o DIRECTORY/\n"
        )
    assert list(tmp_path.iterdir()) == []


@one_puzzle_formats
def test_many_puzzles_go_into_a_directory(name: str, tmp_path: Path) -> None:
    ran = bimaru("convert", "--to", name, "-o", f"{tmp_path}/all/", "-", stdin=as_json(CSPLIB) * 2)
    assert (ran.code, ran.out, ran.err) == (Exit.DONE, "", "")
    files = sorted((tmp_path / "all").iterdir())
    suffix = format_named(name).suffix
    assert [file.name for file in files] == [f"csplib014-113-2{suffix}", f"csplib014-113{suffix}"]
    assert [read(file) for file in files] == [CSPLIB, CSPLIB]


def test_a_clue_that_a_format_cannot_express_is_reported_with_the_puzzle() -> None:
    ran = bimaru("convert", "--to", "csplib", DATA / "lettered.jsonl")
    assert (ran.code, ran.out) == (Exit.BAD_INPUT, "")
    message = re.findall(
        r"Error: \S+lettered.jsonl: puzzle (\d+): the format csplib cannot express: .*ships with letters.*\n",
        ran.err,
    )
    assert message == [str(number) for number in range(1, len(instances("lettered")) + 1)]


def test_engines_lists_them_all_with_options_and_what_they_take() -> None:
    listed = [line.split()[0] for line in bimaru("engines").out.splitlines() if not line.startswith(" ")]
    assert listed == list(ENGINES)
    engines = {engine["name"]: engine for engine in bimaru("engines", "--json").objects}
    assert list(engines) == list(ENGINES)
    assert engines["search"]["takes"] == ["straight ships"]
    assert engines["auto"]["takes"] == ["straight ships", "letters", "polyomino ships"]
    assert engines["mip-ship"]["options"] == {"solver": "auto", "cuts": True, "split": "squares"}
    assert all(engine["summary"] for engine in engines.values())


def test_formats_lists_them_all() -> None:
    listed = bimaru("formats").out.splitlines()
    assert [line.split()[0] for line in listed] == list(REGISTRY)
    for name, about in zip(REGISTRY, bimaru("formats", "--json").objects, strict=True):
        assert about["name"] == name
        assert about["many"] == format_named(name).many


# Where `-o` writes


def test_a_file_appears_only_when_all_is_written(tmp_path: Path) -> None:
    target = tmp_path / "out.jsonl"
    target.write_text("old", encoding="utf-8")
    assert bimaru("convert", "--to", "json", "-o", target, "-", stdin=f"{TWO}oops").code == Exit.BAD_INPUT
    assert target.read_text(encoding="utf-8") == "old"
    assert bimaru("convert", "--to", "json", "-o", target, "-", stdin=TWO).code == Exit.DONE
    assert len(target.read_text(encoding="utf-8").splitlines()) == 2
    assert list(tmp_path.iterdir()) == [target]


def test_a_file_keeps_its_permissions_and_a_link_its_target(tmp_path: Path) -> None:
    target, link = tmp_path / "out.jsonl", tmp_path / "link"
    target.touch(mode=0o600)
    link.symlink_to(target)
    bimaru("convert", "--to", "json", "-o", link, "-", stdin=TWO)
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert target.stat().st_size > 0
    assert link.is_symlink()


def test_a_file_is_left_by_an_answer_that_is_no_error(tmp_path: Path) -> None:
    target = tmp_path / "out.json"
    ran = bimaru("solve", "--json", "-o", target, "-", stdin=jsonl(UNIQUE | {"rows": [2, 2]}))
    assert ran.code == Exit.FAILED
    assert '"status": "none"' in target.read_text(encoding="utf-8")


def test_output_may_be_a_device_or_standard_output() -> None:
    assert bimaru("convert", "--to", "json", "-o", os.devnull, "-", stdin=TWO) == (Exit.DONE, "", "")
    assert not Path(os.devnull).is_file()
    assert bimaru("convert", "--to", "json", "-o", "-", "-", stdin=TWO).out.count("\n") == 2


@pytest.mark.parametrize("options", [["solve"], ["solve", "--json"], ["count"], ["convert", "--to", "text"]])
def test_every_command_writes_a_file_a_puzzle_into_a_directory(options: list[str], tmp_path: Path) -> None:
    ran = bimaru(*options, "-o", tmp_path, "-", stdin=TWO)
    assert (ran.code, ran.out) == (Exit.DONE, "")
    assert sorted(file.stem for file in tmp_path.iterdir()) == ["multiple", "unique"]
    assert all(file.read_text(encoding="utf-8") for file in tmp_path.iterdir())


def test_files_in_a_directory_have_plain_names_of_their_own(tmp_path: Path) -> None:
    ids = ["../../etc/passwd", "a b/c", ".hidden", "", None, 7, "7", "puzzle-0005", "x" * 500, "Ünïq"]
    puzzles = jsonl(*(UNIQUE | {"id": awkward} for awkward in ids))
    bimaru("convert", "--to", "json", "-o", tmp_path, "-", stdin=puzzles)
    names = {file.stem for file in tmp_path.iterdir()}
    plain = {
        "etc-passwd",
        "a-b-c",
        "hidden",
        "puzzle-0004",
        "puzzle-0005",
        "7",
        "7-7",
        "puzzle-0005-8",
        "Ünïq",
    }
    assert names - plain == {"x" * 100}
    assert names > plain


@pytest.mark.parametrize(
    ("command", "name", "first"),
    [
        (("convert", "--to", "text"), "puzzle.dat", "id: unique"),
        (("model", "--model", "sat", "--to", "dimacs"), "model.dimacs", "c sat: 'unique'"),
        (("model", "--to", "eclipse"), "model.pl", "% eclipse: 'unique'"),
    ],
)
def test_with_a_form_named_the_output_may_end_as_one_likes(
    command: tuple[str, ...], name: str, first: str, tmp_path: Path
) -> None:
    ran = bimaru(*command, "-", "-o", tmp_path / name, stdin=jsonl(UNIQUE))
    assert (ran.code, ran.err) == (Exit.DONE, "")
    assert (tmp_path / name).read_text(encoding="utf-8").splitlines()[0] == first


def test_an_ending_that_means_something_else_is_refused_all_the_same(tmp_path: Path) -> None:
    ran = bimaru("convert", "--to", "text", "-", "-o", tmp_path / "p.cnf", stdin=jsonl(UNIQUE))
    assert ran.code == Exit.BAD_INPUT
    assert ".cnf is for bimaru model" in ran.err
