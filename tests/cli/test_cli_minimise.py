"""`bimaru minimise`: every puzzle in order, fewer clues, and how sure that is."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

import bimaru as api
from bimaru.cli.exit_codes import Exit
from command_line import MULTIPLE, NONE, UNIQUE, bimaru, jsonl

FULL: Final = {
    "id": "full",
    "rows": [2, 0, 1],
    "cols": [1, 1, 1],
    "fleet": {"2": 1, "1": 1},
    "givens": [[0, 0, "L"], [0, 1, "R"], [0, 2, "W"], [2, 2, "S"]],
    "note": "kept",
}


def test_prints_puzzles_with_fewer_clues() -> None:
    ran = bimaru("minimise", "-", stdin=jsonl(FULL, UNIQUE))
    assert (ran.code, ran.err) == (Exit.DONE, "")
    one, other = api.parse_all(ran.out)
    assert api.is_unique(one)
    assert api.is_unique(other)
    assert len(one.givens) < 4


def test_json_reports_whether_the_number_is_proved_minimal() -> None:
    [one] = bimaru("minimise", "--json", "--smallest", "-", stdin=jsonl(FULL)).objects
    assert (one["id"], one["note"]) == ("full", "kept")
    left = len(one["givens"]) + sum(tally is not None for tally in one["rows"] + one["cols"])
    assert one["minimised"] == {
        "clues": left,
        "before": 10,
        "irreducible": True,
        "smallest": True,
        "at_least": left,
    }
    [plain] = bimaru("minimise", "--json", "-", stdin=jsonl(FULL)).objects
    assert (plain["minimised"]["smallest"], plain["minimised"]["at_least"]) == (None, None)


@pytest.mark.parametrize(
    ("effort", "says"),
    [
        ("100000", " clues, proved to be the smallest number"),
        ("0", ", not proved to be the smallest number; at"),
    ],
)
def test_whether_the_number_is_proved_smallest_is_reported_where_nothing_is_a_terminal(
    effort: str, says: str
) -> None:
    ran = bimaru("minimise", "--smallest", "--effort", effort, "--json", "-", stdin=jsonl(FULL))
    assert ran.err.startswith("full: ")
    assert says in ran.err
    assert bimaru("minimise", "--json", "-", stdin=jsonl(FULL)).err == ""


def test_only_the_named_kinds_of_clue_are_dropped() -> None:
    [one] = bimaru("minimise", "--json", "--drop", "water,rows", "-", stdin=jsonl(FULL)).objects
    assert {kind for _, _, kind in one["givens"]} == {"L", "R", "S"}
    assert one["cols"] == [1, 1, 1]
    assert one["rows"] == [None] * 3


def test_parts_may_be_weakened() -> None:
    puzzle = {"rows": [None], "cols": [None] * 3, "fleet": {"2": 1}, "givens": [[0, 0, "L"]]}
    strong = bimaru("minimise", "--json", "-", stdin=jsonl(puzzle)).objects
    weak = bimaru("minimise", "--json", "--weaken", "-", stdin=jsonl(puzzle)).objects
    assert [one["givens"] for one in strong + weak] == [[[0, 0, "L"]], [[0, 0, "X"]]]


def test_a_puzzle_without_a_unique_solution_is_written_unchanged_in_its_place() -> None:
    ran = bimaru("minimise", "--json", "-", stdin=jsonl(UNIQUE, MULTIPLE, NONE, FULL))
    assert ran.code == Exit.FAILED
    assert [one["id"] for one in ran.objects] == ["unique", "multiple", "none", "full"]
    assert ran.objects[1] == MULTIPLE | {"givens": [], "minimised": None}
    assert ran.err.splitlines() == [
        "multiple: unchanged: it has several solutions",
        "none: unchanged: it has no solution",
    ]
    assert bimaru("minimise", "-", stdin=jsonl(MULTIPLE)).code == Exit.DONE


def test_a_time_limit_reached_first_is_reported() -> None:
    ran = bimaru(
        "minimise",
        "--json",
        "--time-limit",
        "0",
        "-",
        stdin=jsonl({"rows": [None] * 9, "cols": [None] * 9, "fleet": {"1": 9}}),
    )
    assert ran.code == Exit.UNDECIDED
    assert "unchanged: the time limit was reached" in ran.err


def test_other_formats_and_files(tmp_path: Path) -> None:
    given = jsonl(FULL, UNIQUE)
    text = bimaru("minimise", "-", stdin=given).out
    bimaru("minimise", "-", "-o", tmp_path / "out.txt", stdin=given)
    assert (tmp_path / "out.txt").read_text(encoding="utf-8") == text
    bimaru("minimise", "-", "--to", "boats", "-o", f"{tmp_path}/each/", stdin=given)
    assert [api.read(path) for path in sorted((tmp_path / "each").iterdir())] == [*api.parse_all(text)]
    assert bimaru("minimise", "-", "--to", "minizinc", stdin=given).code == Exit.BAD_INPUT


def test_the_number_of_workers_changes_nothing() -> None:
    given = jsonl(FULL, MULTIPLE, NONE, UNIQUE)
    arguments = ("minimise", "--json", "--smallest", "-")
    alone, together = bimaru(*arguments, stdin=given), bimaru(*arguments, "--workers", "2", stdin=given)
    assert together == alone
    assert len(alone.objects) == 4


def test_a_puzzle_that_a_worker_cannot_write_is_reported_with_its_place(tmp_path: Path) -> None:
    arguments = ("minimise", "-", "--to", "csplib", "--drop", "tallies", "--workers", "2")
    ran = bimaru(*arguments, "-o", f"{tmp_path}/each/", stdin=jsonl(FULL))
    assert ran.code == Exit.BAD_INPUT
    assert "standard input: puzzle 1: the format csplib cannot express: missing tallies" in ran.err
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--drop", "rain", "-"], "'rain' is not one of water, ships, parts, letters, edges, rows, "),
        (["--effort", "-1", "-"], "-1 is not in the range 0<=x<=1000000000"),
        (["no such file"], "does not exist"),
        (["--to", "json", "-o", "x.txt"], "-o x.txt and --to json contradict each other"),
    ],
)  # fmt: skip
def test_invalid_options_are_reported(arguments: list[str], message: str) -> None:
    ran = bimaru("minimise", *arguments, stdin=jsonl(UNIQUE))
    assert (ran.code, ran.out) == (Exit.BAD_INPUT, "")
    assert message in " ".join(ran.err.split())
