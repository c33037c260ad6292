"""`--technique` runs files of the user's, and uses the techniques that they define."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from command_line import bimaru
from documents import ROOT

PUZZLE: Final = """fleet: 3:1, 2:2, 1:1
   1 3 0 3 1
2  . W . . .
1  . . . . .
1  . . . . .
1  . . . . .
3  . . . . .
"""
"""The puzzle of docs/how-to/own-technique.md."""
HALF: Final = "?..??\n.?.?.\n.?.?.\n.?.?.\n?X.??\n"
CROSS_COUNT: Final = ROOT / "examples/cross_count.py"
UNIQUENESS: Final = ROOT / "examples/uniqueness.py"
TEXT: Final = "Rows B-D and columns 2 and 4 leave no choice: A4 and E4 are ship."
FIRST: Final = """
from __future__ import annotations
from dataclasses import dataclass
from bimaru.deduction.own_techniques import Found, OwnTechnique

@dataclass
class Looking:
    name: str

    def __call__(self, sight) -> Found | None:
        return Found(ship=[(0, 3)]) if sight.tally(0) == 2 else Found(ship=[(0, 0)])
"""


@pytest.fixture(autouse=True)
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A directory with a puzzle and a half-filled board."""
    monkeypatch.chdir(tmp_path)
    Path("puzzle.txt").write_text(PUZZLE, encoding="utf-8")
    Path("half.txt").write_text(HALF, encoding="utf-8")


@pytest.mark.parametrize("workers", [[], ["--workers", "2"]])
def test_explanations_have_their_steps(workers: list[str]) -> None:
    call = ["explain", "--json", *workers, "--technique", str(CROSS_COUNT), "puzzle.txt", "puzzle.txt"]
    for explanation in bimaru(*call).objects:
        (step,) = (step for step in explanation["steps"] if step["technique"] == "cross-count")
        assert step["text"] == TEXT


@pytest.mark.parametrize(
    ("strength", "last"),
    [
        ("where", "Look at rows B-D and columns 2 and 4."),
        ("technique", "Technique: cross-count."),
        ("step", TEXT),
    ],
)
def test_hints_are_given_by_them(strength: str, last: str) -> None:
    ran = bimaru(
        "hint", "--strength", strength, "--board", "half.txt", "--technique", CROSS_COUNT, "puzzle.txt"
    )
    assert (ran.code, ran.out.splitlines()[-1]) == (0, last)


def test_arguments_use_them() -> None:
    """Of a square that a case with a cross-count settles."""
    Path("cases.json").write_text(
        '{"rows": [4, 0, 2, 4, 1, 1, 4, 1, 3, 0], "cols": [2, 2, 3, 1, 2, 3, 0, 1, 5, 1],'
        ' "givens": [[3, 4, "L"], [6, 8, "B"], [8, 2, "R"]], "fleet": {"4": 1, "3": 2, "2": 3, "1": 4}}',
        encoding="utf-8",
    )
    ran = bimaru("why", "--technique", CROSS_COUNT, "cases.json", "A6")
    assert "Rows D and G and columns 1 and 3 leave no choice" in " ".join(ran.out.split())


def test_all_files_count_in_order_and_all_techniques_of_each() -> None:
    names = ("one", "other")
    lines = [
        f"{name.upper()} = OwnTechnique({name!r}, Looking({name!r}), {{'en': '{{values}}'}})"
        for name in names
    ]
    Path("first.py").write_text("\n".join([FIRST, *lines]), encoding="utf-8")
    call = ["hint", "--json", "--board", "half.txt", "puzzle.txt", "--technique"]
    (advice,) = bimaru(*call, "first.py", "--technique", CROSS_COUNT).objects
    assert advice["technique"] == "one"
    (advice,) = bimaru(*call, CROSS_COUNT, "--technique", "first.py").objects
    assert advice["technique"] == "cross-count"


@pytest.mark.parametrize("command", [["explain"], ["hint"], ["why", "A1"]])
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("import os\n\n1 / 0\n", "own.py: ZeroDivisionError: division by zero (own.py, line 3)"),
        (
            "import no_such_module\n",
            "own.py: ModuleNotFoundError: No module named 'no_such_module' (own.py, line 1)",
        ),
        ("def find(:\n", "own.py: SyntaxError: invalid syntax (own.py, line 1)"),
        ("find = 1\n", "own.py: no OwnTechnique is defined at the top level"),
        ("\nraise SystemExit('done')\n", "own.py: SystemExit: done (own.py, line 2)"),
    ],
)
def test_a_file_that_fails_is_refused_with_its_line(command: list[str], text: str, message: str) -> None:
    Path("own.py").write_text(text, encoding="utf-8")
    name, *square = command
    ran = bimaru(name, "--technique", "own.py", "puzzle.txt", *square)
    assert (ran.code, ran.out, ran.err) == (2, "", f"Error: {message}\n")


def test_a_file_that_is_missing_or_no_text_is_refused() -> None:
    ran = bimaru("hint", "puzzle.txt", "--technique", "missing.py")
    assert ran.code == 2
    assert "Invalid value for '--technique': File 'missing.py' does not exist." in ran.err
    Path("binary.py").write_bytes(b"\xff\xfe\n")
    ran = bimaru("hint", "puzzle.txt", "--technique", "binary.py")
    assert ran.code == 2
    assert "Invalid value for '--technique': binary.py: " in ran.err


@pytest.mark.parametrize("workers", [[], ["--workers", "2"]])
def test_a_technique_that_is_wrong_or_fails_is_an_error_of_the_puzzle(workers: list[str]) -> None:
    for found, message in (
        ("Found(ship=sight.givens)", "is wrong: A2 is not ship in every solution"),
        ("sight.mark((7, 7))", "failed: KeyError: (7, 7) (own.py, line 12)"),
    ):
        own = f"OWN = OwnTechnique('own', lambda sight: {found}, {{'en': '{{values}}'}})"
        Path("own.py").write_text(FIRST + own, encoding="utf-8")
        ran = bimaru("explain", *workers, "--technique", "own.py", "puzzle.txt")
        assert ran.code == 2
        assert ran.err == f"Error: puzzle.txt: puzzle 1: the technique 'own' {message}\n"


def test_one_that_assumes_uniqueness_is_left_out_of_puzzles_with_several_solutions() -> None:
    Path("several.json").write_text(
        '{"rows": [3, 0, 2, 1, 1], "cols": [1, 1, 1, 3, 1], "fleet": {"3": 1, "2": 1, "1": 2}}',
        encoding="utf-8",
    )
    plain = bimaru("explain", "several.json")
    assert bimaru("explain", "several.json", "--technique", UNIQUENESS) == plain
