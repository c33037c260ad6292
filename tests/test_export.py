"""`bimaru export`: the table read back is the puzzles that went in."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import bimaru as package
from bimaru import export as table
from bimaru.cli.exit_codes import Exit
from bimaru.export import write_table
from command_line import MALFORMED, UNIQUE, bimaru, jsonl
from instances import DATA, SOLVABLE_SETS
from small_collections import CollectionSpec

pq: Any = pytest.importorskip("pyarrow.parquet", reason="for want of pyarrow")


def test_a_collection_becomes_a_table_with_a_row_a_puzzle(tmp_path: Path) -> None:
    CollectionSpec(count=60).make(tmp_path / "made")
    assert bimaru("export", tmp_path / "made", "-o", tmp_path / "made.parquet") == (Exit.DONE, "", "")
    rows = pq.read_table(tmp_path / "made.parquet").to_pylist()
    puzzles = list(package.read_all(tmp_path / "made"))
    assert len(rows) == 60
    for row, puzzle in zip(rows, puzzles, strict=True):
        assert row["seed"] == puzzle.provenance.seed
        assert (row["height"], row["width"], row["fleet"]) == (4, 4, "2:1,1:2")
        assert (tuple(row["rows"]), tuple(row["cols"])) == (puzzle.rows, puzzle.cols)
        assert [tuple(given.values()) for given in row["givens"]] == list(puzzle.givens)
        assert (row["id"], row["grade"], row["score"]) == (None, None, None)
        assert row["solution"] == json.loads(row["json"])["solution"]["board"]
        board = package.solve(puzzle).board
        assert board is not None
        assert row["solution"] == list(board.rows)
        assert package.write(package.parse(row["json"]), "json") == package.write(puzzle, "json")


def test_every_kind_of_puzzle_is_in_it(tmp_path: Path) -> None:
    files = [DATA / f"{name}.jsonl" for name in SOLVABLE_SETS]
    assert bimaru("export", *files, "-o", tmp_path / "all.parquet").code == Exit.DONE
    puzzles = [puzzle for file in files for puzzle in package.read_all(file)]
    rows = pq.read_table(tmp_path / "all.parquet").to_pylist()
    assert [row["id"] for row in rows] == [str(puzzle.id) for puzzle in puzzles]
    assert [package.parse(row["json"]) for row in rows] == puzzles
    assert [tuple(row["rows"]) for row in rows] == [puzzle.rows for puzzle in puzzles]


def test_the_columns_have_types() -> None:
    file = io.BytesIO()
    write_table([], file)
    assert {field.name: str(field.type) for field in pq.read_schema(file)} == {
        **dict.fromkeys(("id", "source", "fleet", "grade", "json"), "string"),
        "seed": "int64",
        "score": "double",
        "techniques": "list<element: string>",
        "n_steps": "int64",
        **dict.fromkeys(("height", "width"), "int16"),
        **dict.fromkeys(("rows", "cols"), "list<element: int16>"),
        "givens": "list<element: struct<row: int16, col: int16, kind: string>>",
        "solution": "list<element: string>",
    }


def test_it_is_written_group_by_group(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "ROWS_AT_ONCE", 4)
    file = io.BytesIO()
    write_table([package.parse(json.dumps(UNIQUE))] * 10, file)
    assert [pq.ParquetFile(file).metadata.row_group(i).num_rows for i in range(3)] == [4, 4, 2]


@pytest.mark.parametrize(
    ("notes", "column", "value"),
    [
        ({"seed": 2**70}, "seed", None),
        ({"seed": "seven"}, "seed", None),
        ({"grade": 3, "score": "high"}, "score", None),
        ({"grade": "hard", "score": 3}, "score", 3.0),
        ({"techniques": ["overlap"], "n_steps": 3}, "techniques", ["overlap"]),
        ({"techniques": ["overlap", 3]}, "techniques", None),
        ({"n_steps": 2**70}, "n_steps", None),
        ({"solution": ["S.", ".."]}, "solution", None),
        ({"solution": {"board": [1]}}, "solution", None),
        ({"solution": {"board": ["S.", ".."]}}, "solution", ["S.", ".."]),
    ],
)
def test_strange_notes_are_kept_in_the_json_only(notes: dict[str, Any], column: str, value: object) -> None:
    file = io.BytesIO()
    write_table([package.parse(json.dumps(UNIQUE | notes))], file)
    (row,) = pq.read_table(file).to_pylist()
    assert row[column] == value
    assert json.loads(row["json"]).items() >= notes.items()


def test_bad_input_leaves_no_file(tmp_path: Path) -> None:
    ran = bimaru("export", "-", "-o", tmp_path / "out.parquet", stdin=jsonl(UNIQUE, MALFORMED))
    assert ran.code == Exit.BAD_INPUT
    assert "standard input:2: rows[1]" in ran.err
    assert list(tmp_path.iterdir()) == []


def test_without_pyarrow_the_error_names_the_extra(tmp_path: Path) -> None:
    program = "import sys; sys.modules['pyarrow'] = None; from bimaru.cli import main; main()"
    command = [sys.executable, "-c", program, "export", "-", "-o", str(tmp_path / "out.parquet")]
    ran = subprocess.run(command, input=jsonl(UNIQUE), capture_output=True, encoding="utf-8", check=False)
    assert ran.returncode == Exit.BAD_INPUT
    assert ran.stderr == "Error: a table in Parquet needs an extra: pip install 'bimaru[parquet]'\n"
    assert list(tmp_path.iterdir()) == []
