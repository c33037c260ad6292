"""`bimaru site`: the command around the sites."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line import MULTIPLE, NONE, OPEN, UNIQUE, bimaru, jsonl


def test_a_site_is_made_from_puzzles_and_what_it_lacks_is_said(tmp_path: Path) -> None:
    puzzles = tmp_path / "puzzles.jsonl"
    puzzles.write_text(jsonl(UNIQUE, UNIQUE), encoding="utf-8")
    done = bimaru("site", tmp_path / "site", puzzles, "--title", "Calm seas")
    assert done.code == 0, done.err
    assert "a site with 2 puzzles" in done.out
    assert "Browsers run it from a web server" in done.out
    assert "playing and checking only" in done.out
    assert "Calm seas" in (tmp_path / "site" / "index.html").read_text(encoding="utf-8")


def test_an_error_in_one_puzzle_is_reported_and_the_others_are_published(tmp_path: Path) -> None:
    puzzles = tmp_path / "puzzles.jsonl"
    puzzles.write_text(jsonl(UNIQUE, {"rows": 3}), encoding="utf-8")
    done = bimaru("site", tmp_path / "site", puzzles)
    assert done.code == 2
    assert "puzzles.jsonl" in done.err


@pytest.mark.parametrize("workers", ["1", "2"])
def test_puzzles_without_exactly_one_solution_are_refused_and_no_site_is_made(
    workers: str, tmp_path: Path
) -> None:
    puzzles = tmp_path / "bad.jsonl"
    puzzles.write_text(jsonl(UNIQUE, NONE, MULTIPLE), encoding="utf-8")
    done = bimaru("site", tmp_path / "site", puzzles, "--workers", workers)
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        f"Error: {puzzles}: puzzle 2: no solution; a site needs exactly one solution of each puzzle\n"
        f"Error: {puzzles}: puzzle 3: several solutions; a site needs exactly one solution of each puzzle\n"
    )
    assert not (tmp_path / "site").exists()


def test_a_puzzle_that_is_not_decided_in_time_is_refused(tmp_path: Path) -> None:
    puzzles = tmp_path / "open.jsonl"
    puzzles.write_text(jsonl(OPEN), encoding="utf-8")
    done = bimaru("site", tmp_path / "site", puzzles, "--time-limit", "0")
    assert done.code == 2
    assert "puzzle 1: not decided within 0 s (--time-limit); a site needs exactly one solution" in done.err


def test_bad_directories_exit_with_2_and_lose_nothing(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("all of it", encoding="utf-8")
    for options in ((str(tmp_path),), (str(tmp_path / "new"), "--engine", str(tmp_path))):
        done = bimaru("site", *options)
        assert done.code == 2
        assert done.err.startswith("Error: ")
    assert [file.name for file in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_directory_that_holds_no_site_is_not_served(tmp_path: Path) -> None:
    done = bimaru("serve", "--site", str(tmp_path))
    assert done.code == 2
    assert "not a site" in done.err
