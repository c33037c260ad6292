"""`bimaru stats`: the same numbers as counting by hand, of files and of collections."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import bimaru as package
from bimaru import puzzle_statistics
from bimaru.cli.exit_codes import Exit
from bimaru.drawing.histogram import grouped, histogram
from bimaru.formats import read_all
from bimaru.formats.tables import schema, table_row, write_rows
from bimaru.puzzle import Puzzle
from bimaru.puzzle_statistics import MOST_KINDS, OTHERS, Statistics, collect, count_file, features_of
from command_line import MALFORMED, bimaru, jsonl
from instances import DATA, SOLVABLE_SETS, rows
from small_collections import CollectionSpec

FILES = [DATA / f"{name}.jsonl" for name in SOLVABLE_SETS]
ROWS = [row for name in SOLVABLE_SETS for row in rows(name)]


def as_json(counts: Counter[Any]) -> dict[str, int]:
    return {str(key): number for key, number in counts.items()}


def test_the_numbers_are_those_of_counting_by_hand() -> None:
    (summary,) = bimaru("stats", "--json", *FILES).objects
    assert summary["puzzles"] == len(ROWS)
    assert summary["sizes"] == as_json(Counter(f"{len(row['rows'])}x{len(row['cols'])}" for row in ROWS))
    assert summary["givens"] == as_json(Counter(len(row["hints"]) for row in ROWS))
    kinds = Counter(
        kind.replace(kind[1:], "") if kind[0] == "=" else kind for r in ROWS for *_, kind in r["hints"]
    )
    assert summary["kinds"] == as_json(kinds)
    assert summary["missing_tallies"] == as_json(
        Counter((row["rows"] + row["cols"]).count(None) for row in ROWS)
    )
    assert sum(summary["fleets"].values()) == len(ROWS)
    standard = {"4": 1, "3": 2, "2": 3, "1": 4}
    alone = [row for row in ROWS if row.get("fleet") == standard and not row.keys() & {"words", "shapes"}]
    assert summary["fleets"]["4:1,3:2,2:3,1:4"] == len(alone)


def test_the_grade_is_the_noted_or_the_computed_one() -> None:
    lines = jsonl(
        *({**row, "grade": "easy", "score": 1.3} for row in rows("csplib014")[:2]), *rows("lettered")
    )
    (summary,) = bimaru("stats", "--json", "-", stdin=lines).objects
    assert summary["grades"] == {"easy": 2, "none": 3}
    assert summary["scores"] == {"1.25": 2}
    puzzles = [*rows("csplib014")[:2], *rows("lettered")]
    found = [package.grade(package.parse(json.dumps(row))) for row in puzzles]
    for workers in ("1", "2"):
        (graded,) = bimaru("stats", "--json", "--grade", "--workers", workers, "-", stdin=lines).objects
        assert graded["grades"] == as_json(Counter(map(str, found)))
        assert graded["scores"] == as_json(Counter(grade.score // 0.25 * 0.25 for grade in found))


def test_the_state_of_a_collection_is_reported(tmp_path: Path) -> None:
    complete = CollectionSpec(count=40, seed=9).make(tmp_path)
    (found,) = bimaru("stats", "--json", tmp_path).objects
    summary = {"path": str(tmp_path), "seed": 9, "count": 40, "complete": True}
    assert found["puzzles"] == 40
    assert found["collections"] == [summary | asdict(complete)]
    text = bimaru("stats", tmp_path).out.replace("\n", " ")
    assert f"from seed 9 on: 40 different puzzles from {complete.seeds} seeds" in text
    (tmp_path / "_complete.json").unlink()
    assert "incomplete collection of 40 puzzles" in bimaru("stats", tmp_path).out.replace("\n", " ")


def test_words_are_named_as_such_and_seeds_without_a_puzzle_counted(tmp_path: Path) -> None:
    lettered = {"rows": [2, 0, 1], "cols": [1, 1, 1], "words": ["B", "AB"], "shapes": [["##", "#."]]}
    assert "ships: words AB B, 1 polyomino, all of them" in bimaru("stats", "-", stdin=jsonl(lettered)).out
    complete = CollectionSpec(count=40, seed=9).make(tmp_path)
    text = bimaru("stats", tmp_path).out.replace("\n", " ")
    unused = complete.seeds - complete.puzzles
    assert ("which gave no new puzzle" in text, "seeds, one from each" in text) == (unused > 0, unused == 0)


def test_it_is_shown_as_bars() -> None:
    ran = bimaru("stats", "--ascii", "-", stdin=jsonl(*rows("csplib014")[:20]))
    assert ran.out.startswith(
        "20 puzzles\n\nsize: 10x10, all of them\n\nships: 4:1,3:2,2:3,1:4, all of them\n"
    )
    assert max(map(len, ran.out.splitlines())) <= 80
    assert "####" in ran.out
    assert ran.out.isascii()


def test_a_malformed_puzzle_is_reported_and_the_others_are_counted() -> None:
    ran = bimaru("stats", "-", stdin=jsonl(rows("csplib014")[0], MALFORMED, rows("csplib014")[1]))
    assert ran.code == Exit.BAD_INPUT
    assert ran.out.startswith("2 puzzles\n")
    assert "standard input:2: rows[1]" in ran.err


def test_beyond_a_number_of_kinds_further_ones_are_counted_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle_statistics, "MOST_KINDS", 5)
    assert MOST_KINDS > 5
    puzzles = (Puzzle(rows=(0,) * 9, cols=(0,) * width, fleet={width: 1}) for width in range(1, 21))
    found = collect(map(features_of, puzzles))
    assert len(found.sizes) == len(found.fleets) == 6
    assert found.sizes[OTHERS] == 15


@pytest.mark.parametrize(
    ("counts", "shown"),
    [
        ({}, {}),
        ({"3": 2, "5": 1}, {"3": 2, "4": 0, "5": 1}),
        (
            {"0": 1, "1": 5, "30": 2},
            {"0-1": 6, **{f"{at}-{at + 1}": 0 for at in range(2, 30, 2)}, "30-31": 2},
        ),
    ],
)
def test_numbers_are_shown_in_a_row_without_gaps(counts: dict[str, int], shown: dict[str, int]) -> None:
    assert grouped(counts) == shown


def test_a_bar_is_as_long_as_its_number() -> None:
    lines = list(islice(histogram("t", {"a": 8, "bb": 4, "c": 1, "d": 0}, 16, width=30), 1, None))
    assert lines == [
        " a  8   50.0%  ███████████████",
        "bb  4   25.0%  ███████▌",
        " c  1    6.2%  █▉",
        " d  0    0.0%",
    ]
    assert [
        line.count("#") for line in histogram("t", {"a": 8, "b": 4, "c": 0}, 16, width=29, ascii=True)
    ] == [
        0,
        15,
        8,
        0,
    ]


def written(puzzles: list[Puzzle], path: Path) -> Path:
    """A table of the puzzles."""
    with path.open("wb") as file:
        write_rows(map(table_row, puzzles), file, schema())
    return path


def counted(path: Path) -> Statistics | None:
    """The statistics of a file that is counted part by part; `None` if it is not."""
    found = Statistics()
    for part in count_file(path):
        if part is None:
            return None
        found.add_all(part)
    return found


@pytest.mark.parametrize("name", ["csplib014.jsonl", "boats.jsonl", "solbat.jsonl", "large.jsonl"])
def test_the_columns_of_a_table_count_as_its_puzzles_do(name: str, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="for want of the extra parquet")
    puzzles = [*read_all(DATA / name)]
    puzzles += [
        Puzzle((None, 1), (1, None, 0), {1: 1}, extra={"grade": grade, "score": score})
        for grade, score in (("easy", 1.2), ("hellish", 0), (None, None), ("hard", 3.5))
    ]
    table = written(puzzles, tmp_path / "it.parquet")
    found = counted(table)
    assert found == collect(map(features_of, read_all(table)))
    assert found is not None
    assert found.puzzles == len(puzzles)
    counts = bimaru("stats", "--json", table, table).objects
    twice = found.to_data()
    found.add_all(collect(map(features_of, puzzles)))
    assert counts == [json.loads(json.dumps(found.to_data()))] != [twice]


@pytest.mark.parametrize("name", ["lettered.jsonl", "polyomino.jsonl"])
def test_puzzles_that_are_not_plain_are_counted_one_by_one(name: str, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="for want of the extra parquet")
    puzzles = [*read_all(DATA / name)]
    table = written(puzzles, tmp_path / "it.parquet")
    assert counted(table) is None
    (counts,) = bimaru("stats", "--json", table).objects
    assert counts == collect(map(features_of, puzzles)).to_data()


@pytest.mark.parametrize("change", [{"rows": [-1, 0]}, {"givens": [(0, 2, "S")]}, {"givens": [(0, 0, "Q")]}])
def test_a_table_with_a_fault_is_not_counted(change: dict[str, Any], tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="for want of the extra parquet")
    row = table_row(Puzzle((1, 0), (1, 0), {1: 1}))._replace(**change)
    with (tmp_path / "it.parquet").open("wb") as file:
        write_rows([row], file, schema())
    assert counted(tmp_path / "it.parquet") is None
    assert bimaru("stats", tmp_path / "it.parquet").code == Exit.BAD_INPUT


ONE = '{"rows": [1, null], "cols": [1, 0], "fleet": {"1": 1}, "givens": [[0, 0, "S"]], "score": 1.5'
ODD_LINES = [
    ONE + "}",
    "\ufeff" + ONE + "}",
    ONE + "}\r",
    "\n" + ONE + "}",
    "[" + ONE + "}]",
    ONE + '}{"rows": [1], "cols": [1], "fleet": {"1": 1}, "givens": []}',
    ONE.replace("null", "100"),
    ONE.replace("null", "-1"),
    ONE.replace("null", "01"),
    ONE.replace("null", "1.0"),
    ONE.replace("null", "true"),
    ONE.replace("null", "nul"),
    ONE.replace("null", "null, "),
    ONE.replace(", ", ",") + ' , "id" : 7 }',
    ONE + ', "id": 1.5}',
    ONE + ', "id": -1}',
    ONE + ', "id": [1]}',
    ONE + ', "id": "a\\u00e9"}',
    ONE + ', "id": "é"}',
    ONE + ', "id": "a\tb"}',
    ONE + ', "source": 3}',
    ONE + ', "score": 2}',
    ONE + ', "rows": [1, 0]}',
    ONE + ', "note": {"a": 1, "a": 2}}',
    ONE + ', "note": {"a": 1, "b": [1e3, -0.05, {}, [], ""]}}',
    ONE + ', "note": 1 .5}',
    ONE + ', "note": -}',
    ONE + ', "note": 1.}',
    ONE + ', "note": NaN}',
    ONE + ', "note": ' + "[" * 50 + "]" * 50 + "}",
    ONE + ', "note": ' + "9" * 5000 + "}",
    ONE + ', "grade": "easy"}',
    ONE + ', "grade": "hellish"}',
    ONE + ', "grade": ["easy"]}',
    ONE + ', "hints": []}',
    ONE + ', "words": ["AB"]}',
    ONE.replace('{"1": 1}', '{"1": 1, "1": 1}') + "}",
    ONE.replace('{"1": 1}', '{"01": 1}') + "}",
    ONE.replace('{"1": 1}', '{"1": 1.0}') + "}",
    ONE.replace('{"1": 1}', "{}") + "}",
    ONE.replace('{"1": 1}', '{"0": 1}') + "}",
    ONE.replace("givens", "hints") + "}",
    ONE.replace('[[0, 0, "S"]]', '[[1, 0, "W"], [0, 0, "S"]]') + "}",
    ONE.replace('[[0, 0, "S"]]', '[[0, 0, "S"], [0, 0, "S"]]') + "}",
    ONE.replace('[[0, 0, "S"]]', '[[0, 2, "S"]]') + "}",
    ONE.replace('[[0, 0, "S"]]', '[[0, 0, "SW"]]') + "}",
    ONE.replace('[[0, 0, "S"]]', '[[0, 0, "Q"]]') + "}",
    ONE.replace('[[0, 0, "S"]]', '[[0, 0, ""]]') + "}",
    ONE.replace('[[0, 0, "S"]]', "[[0, 0]]") + "}",
    ONE.replace('[[0, 0, "S"]]', "[]") + "}",
    ONE.replace('[[0, 0, "S"]]', "[] ]") + "}",
    ONE.replace("[1, 0]", "[" + "0, " * 99 + "0]") + "}",
    ONE,
    "",
]


@pytest.mark.parametrize("line", ODD_LINES)
def test_lines_are_counted_as_if_each_puzzle_were_read(line: str, tmp_path: Path) -> None:
    path = tmp_path / "it.jsonl"
    path.write_bytes(f"{ONE}}}\n{line}\n{ONE}}}".encode())
    fast = bimaru("stats", "--json", path)
    slow = bimaru("stats", "--json", "-", stdin=path.read_bytes())
    assert (fast.code, fast.out) == (slow.code, slow.out)
    assert fast.err == slow.err.replace("standard input", str(path))


@pytest.mark.parametrize("name", ["csplib014", "lettered", "polyomino", "large", "boats"])
def test_workers_count_the_parts_of_files(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle_statistics, "_PART", 100)
    monkeypatch.setattr(puzzle_statistics, "MAX_CHARACTERS", 100_000)
    path = DATA / f"{name}.jsonl"
    assert counted(path) == collect(map(features_of, read_all(path)))
    (tmp_path / "it.jsonl.gz").write_bytes(gzip.compress(path.read_bytes()))
    one, two = (
        bimaru("stats", "--json", "--workers", workers, path, tmp_path / "it.jsonl.gz").objects
        for workers in ("1", "2")
    )
    assert one == two
    monkeypatch.setattr(puzzle_statistics, "MAX_CHARACTERS", 150)
    assert counted(path) is None
