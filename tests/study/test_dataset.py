"""The data set: complete, the same every time, and its patches mend what they should."""

from __future__ import annotations

import csv
import hashlib
import re
import subprocess
import sys
from pathlib import Path
from typing import Final
from unittest.mock import patch

import pytest

import bimaru
from benchmarks.dataset import main, mend_data, mend_model, patches, write_dataset
from bimaru.study.certificate_checker import verify
from instances import instance

ROOT: Final = Path(__file__).parents[2]

MODEL: Final = """\
int: width;   % height of board
int: height;  % width of board
set of int: ROWS = 1..width;
set of int: COLS = 1..height;
set of int: XROWS = 0..width+1;
set of int: XCOLS = 0..height+1;
array[ROWS] of int: rowsum;
"""
TRANSPOSED: Final = """\
rowsum = [3,0,1];
colsum = [2,1,1];
%  1  .  2\x20
%  1  .  .\x20
%  1  .  .\x20
"""
MENDED: Final = """\
rowsum = [3,0,1];
colsum = [2,1,1];
%  1  1  1\x20
%  .  .  .\x20
%  2  .  .\x20
"""


OPTIONS: Final = ("--limit", "1", "--nodes", "10000")
"""Of a data set with a puzzle of each source."""


def files_in(directory: Path) -> dict[str, bytes]:
    return {
        path.relative_to(directory).as_posix(): path.read_bytes()
        for path in directory.rglob("*")
        if path.is_file()
    }


@pytest.fixture(scope="module")
def data_set(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("data_sets") / "one"
    with patch("sys.argv", ["dataset", str(directory), *OPTIONS]):
        main()
    return directory


@pytest.mark.thorough
def test_a_data_set_is_the_same_in_every_process(data_set: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "benchmarks.dataset", str(tmp_path / "other"), *OPTIONS]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    assert files_in(tmp_path / "other") == files_in(data_set)


@pytest.mark.thorough
def test_a_data_set_is_complete(data_set: Path) -> None:
    files = files_in(data_set)
    sums = dict(line.split("  ")[::-1] for line in files["SHA256SUMS"].decode().splitlines())
    assert sums == {
        name: hashlib.sha256(data).hexdigest() for name, data in files.items() if name != "SHA256SUMS"
    }
    unique, multiple = csv.DictReader(files["index.csv"].decode().splitlines())
    assert (unique["id"], unique["status"], unique["n_solutions"], unique["grade"]) == (
        "csplib014-113",
        "unique",
        "1",
        "fiendish",
    )
    assert (multiple["id"], multiple["n_solutions"], multiple["exact"]) == ("sb_12_12_5_0", "51", "true")
    assert (unique["certified"], multiple["certified"]) == ("true", "true")
    assert "CC-BY-4.0" in files["README.md"].decode()
    assert "https://www.csplib.org/Problems/prob014/" in files["CITATION.cff"].decode()
    described = re.findall(r"^\| `(\w[\w-]*)/ID", files["README.md"].decode(), re.MULTILINE)
    assert set(unique["formats"].split()) <= set(described)
    columns = re.findall(r"`(\w+)`", files["README.md"].decode())
    assert set(unique) <= set(columns)
    puzzle = instance("csplib014", "csplib014-113").puzzle
    for form in unique["formats"].split():
        (name,) = (name for name in files if name.startswith(f"instances/{form}/csplib014-113"))
        again = bimaru.parse(files[name].decode())
        assert (again.rows, again.cols, again.fleet, again.givens) == (
            puzzle.rows,
            puzzle.cols,
            puzzle.fleet,
            puzzle.givens,
        )
    proved = verify(data_set / "certificates" / "csplib014-113")
    assert proved.puzzle.id == "csplib014-113"
    proved = verify(data_set / "certificates" / "sb_12_12_5_0")
    assert (proved.puzzle.id, len(proved.boards)) == ("sb_12_12_5_0", 51)


def test_a_puzzle_that_no_technique_solves_has_no_grade(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(puzzle: bimaru.Puzzle) -> bimaru.Grade:
        raise bimaru.UngradableError(puzzle, "unique")

    monkeypatch.setattr(bimaru, "grade", refuse)
    puzzle = bimaru.Puzzle([1, 0], [1, 0], {1: 1}, id="one")
    write_dataset(tmp_path, {"large": [puzzle]}, 1000)
    (row,) = csv.DictReader((tmp_path / "index.csv").read_text().splitlines())
    assert (row["status"], row["grade"], row["score"]) == ("unique", "", "")


def test_the_mended_model_has_as_many_rows_as_the_board_is_high() -> None:
    mended = mend_model(MODEL)
    assert "XROWS = 0..height+1;\n" in mended
    assert "\nset of int: COLS = 1..width;\n" in mended
    assert "int: height;  % height of board\n" in mended
    assert mend_model(mended) == mended


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_transposed_solution_is_turned_over_and_a_right_one_is_left(end: str) -> None:
    assert mend_data(TRANSPOSED.replace("\n", end)) == MENDED.replace("\n", end)
    assert mend_data(MENDED) == MENDED
    assert mend_data("rowsum = [1];\ncolsum = [1];\n") == "rowsum = [1];\ncolsum = [1];\n"


def test_patches_are_unified_differences_of_what_changes(tmp_path: Path) -> None:
    for name, text in {"sb.mzn": MODEL, "a.dzn": TRANSPOSED, "b.dzn": MENDED}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    found = dict(patches(tmp_path))
    assert list(found) == ["a.dzn", "sb.mzn"]
    assert found["a.dzn"].startswith("--- a/solbat/a.dzn\n+++ b/solbat/a.dzn\n@@ ")
    assert "\n+%  1  1  1 \n" in found["a.dzn"]
