"""MiniZinc itself reads the data written in its format."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from bimaru.formats import parse
from bimaru.formats.registry import format_named
from bimaru.puzzle import Puzzle
from instances import Instance, instances

PARAMETERS = r"""
int: height; int: width; int: maxship;
array [1..maxship] of int: ship;
array [1..height, 1..width] of int: hint;
array [1..height] of int: rowsum;
array [1..width] of int: colsum;
solve satisfy;
output ["\(ship)\n", "\([hint[r, c] | r in 1..height, c in 1..width])\n", "\(rowsum)\n", "\(colsum)\n"];
"""
VALUES = {"W": 1, "S": 2, "L": 3, "R": 4, "T": 5, "B": 6, "M": 7}


@pytest.mark.needs("minizinc")
@pytest.mark.parametrize("name", ["csplib014", "large", "solbat"])
def test_minizinc_reads_the_written_data(name: str, tmp_path: Path) -> None:
    instance = instances(name)[-1]
    (tmp_path / "parameters.mzn").write_text(PARAMETERS, encoding="utf-8")
    (tmp_path / "puzzle.dzn").write_text(format_named("minizinc").write(instance.puzzle), encoding="utf-8")
    command = ["minizinc", "parameters.mzn", "puzzle.dzn"]
    output = subprocess.run(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True, check=True).stdout
    assert [json.loads(line) for line in output.splitlines()[:4]] == data_of(instance)


def data_of(instance: Instance) -> list[list[int | None]]:
    puzzle = instance.puzzle
    values = {given.square: VALUES[given.kind] for given in puzzle.givens}
    return [
        [puzzle.fleet.get(length, 0) for length in range(1, max(puzzle.fleet) + 1)],
        [values.get((r, c), 0) for r in range(puzzle.height) for c in range(puzzle.width)],
        [*puzzle.rows],
        [*puzzle.cols],
    ]


@pytest.mark.parametrize("opening", ["[|", "[| ", "[|\n  "])
def test_the_first_row_of_givens_may_follow_its_bar_at_once(opening: str) -> None:
    text = (
        "height = 2; width = 2; maxship = 2; ship = [0, 1];\n"
        f"hint = {opening}5, 0 | 0, 0|];\nrowsum = [1, 1]; colsum = [2, 0];\n"
    )
    assert parse(text, "minizinc") == Puzzle([1, 1], [2, 0], {2: 1}, {(0, 0): "T"})
