"""Every command with every kind of puzzle: what it says and how it ends, one table for all."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Final

import pytest

import bimaru as api
from bimaru.cli import COMMANDS
from bimaru.formats.registry import REGISTRY, format_named
from bimaru.puzzle import Puzzle
from command_line import bimaru, jsonl
from sampling import sampled

KINDS: Final = {
    "straight": api.generate((6, 6), {3: 1, 2: 2, 1: 3}, grade="easy", seed=1),
    "missing tallies": api.generate((6, 6), {3: 1, 2: 2, 1: 3}, missing_tallies=5, seed=2),
    "polyomino": api.generate((6, 6), {}, shapes=(("##", "#."), ("##", "##")), seed=3),
    "lettered": api.generate((6, 6), {}, words=("SEA", "UP"), seed=4),
    "lettered with edges": api.generate((6, 6), {}, words=("SEA", "UP"), edges=("top", "left"), seed=5),
    "straight and polyomino": api.generate((6, 6), {2: 1, 1: 1}, shapes=(("##", "#."),), seed=6),
    "one row": Puzzle((3,), (1, 1, 0, 1, 0, 0), {2: 1, 1: 1}),
    "empty fleet": Puzzle((0, 0, 0), (0, 0, 0), {}),
    "several solutions": Puzzle((1, 0, 1), (1, 0, 1), {1: 2}),
    "no solution": Puzzle((2, 0, 0), (2, 0, 0), {2: 1}),
}
SAID: Final[dict[str, tuple[str, tuple[int, str], tuple[int, str]]]] = {
    # what a command says of a puzzle with one solution, and of one with several, and of one without any, with
    # the exit code
    "solve": (r"┌─+┐(.|\n)*^The only solution", (0, r"^One of several solutions"), (1, r"^No solution\.$")),
    "solve --json": (r'"status": "unique"', (0, r'"status": "multiple"'), (1, r'"status": "none"')),
    "solve --ships": (r"^The only solution", (0, r"^One of several solutions"), (1, r"^No solution\.$")),
    "count": (r"^1 solution$", (0, r"^2 solutions$"), (1, r"^0 solutions$")),
    "count --squares": (
        r"^1 solution\n\n    1   2   3(.|\n)*^A(  ##|   \.)+$",
        (0, r"^A  50   \.  50$"),
        (1, r"^0 solutions$"),
    ),
    "arrangements --draw 2": (
        r"^1 of 2\n\n[.STBLRMX]{3}(.|\n)*^2 of 2$",
        (0, r"^2 of 2\n\n(S\.\.|\.\.S)$"),
        (1, r"^no solution$"),
    ),
    "grade": (
        r"^(easy|intermediate|hard|expert) \([\d.]+\)$",
        (0, r"^not graded: it has several solutions$"),
        (1, r"^not graded: it has no solution$"),
    ),
    "explain": (
        r"\A1\. (.|\n)*^The only solution\. Grade: \w+ \([\d.]+\)\.$",
        (0, r"\A1\. (.|\n)*^The solutions differ on A1, "),
        (1, r"\A1\. (.|\n)*^The puzzle would have a solution if$"),
    ),
    "explain --language de": (r"\A1\. (.|\n)*^Die einzige Lösung", (0, r"\A1\. "), (1, r"\A1\. ")),
    "hint": (r"^Technique: ", (0, r"^Technique: "), (1, r"^The puzzle has no solution\.$")),
    "why {} A1": (
        r"\bA1 is (ship|water)\b",
        (0, r"in some solutions"),
        (1, r"^The puzzle has no solution\.$"),
    ),
    "minimise": (r"^\?|^.  [.\w]", (0, r"^fleet: 1:2$"), (1, r"^fleet: 2:1$")),
    "draw": (r"\A<svg (.|\n)*</svg>\n\Z", (0, r"\A<svg "), (0, r"\A<svg ")),
    "draw --to text": (r"┌─+┐", (0, r"┌─+┐"), (0, r"┌─+┐")),
    "stats": (r"^1 puzzle$", (0, r"^1 puzzle$"), (0, r"^1 puzzle$")),
    "certify {} -o": (
        r"^one solution, certified in ",
        (1, r"^not certified: the puzzle has at least 2 solutions$"),
        (1, r"^not certified: the puzzle has no solution$"),
    ),
    "compare --engine auto --engine placements --engine asp": (
        r"^3 engines agree: one solution\.$",
        (0, r"^3 engines agree: several solutions\.$"),
        (1, r"^3 engines agree: no solution\.$"),
    ),
    "model --model cp-sat --to minizinc-matrix": (r"^solve ", (0, r"^solve "), (0, r"^solve ")),
}

WRITTEN: Final = {
    # a command that writes `out` with this ending, and the code with which it ends for a puzzle that has
    # several solutions or none
    "book --title T {} .html": (2, 2),
    "book --title T {} .epub": (2, 2),
    "site {} /": (2, 2),
    "export {} .csv": (0, 0),
    "certify --all {} /": (0, 0),
}
ELSEWHERE: Final = {"check", "verify", "library", "audit"}
"""Commands that have tests of their own below."""
WITHOUT_PUZZLES: Final = {"engines", "formats", "generate", "serve"}
"""Commands that take no puzzles. The puzzles above are generated; the server is in tests/web."""


@pytest.fixture
def file(kind: str, tmp_path: Path) -> Path:
    """A file of this kind of puzzle."""
    path = tmp_path / "puzzle.json"
    path.write_text(json.dumps(KINDS[kind].to_data()), encoding="utf-8")
    return path


def ending(kind: str, one: str, several: tuple[int, str], none: tuple[int, str]) -> tuple[int, str]:
    """Of the expectations of a command, the one for this kind."""
    return {"several solutions": several, "no solution": none}.get(kind, (0, one))


every_kind = pytest.mark.parametrize("kind", KINDS)


@every_kind
@pytest.mark.parametrize("command", SAID)
def test_every_command_takes_every_kind_of_puzzle(
    command: str, kind: str, file: Path, tmp_path: Path
) -> None:
    code, said = ending(kind, *SAID[command])
    words = command.split() if "{}" in command else [*command.split(), "{}"]
    args = [str(file) if word == "{}" else word for word in words]
    if args[-1] == "-o":
        args.append(str(tmp_path / "out"))
    ran = bimaru(*args)
    assert ran.code == code, ran
    assert re.search(said, ran.out, re.MULTILINE), ran.out


def test_no_command_is_missing() -> None:
    assert {*COMMANDS} == {call.split()[0] for call in (*SAID, *WRITTEN)} | {
        "convert"
    } | ELSEWHERE | WITHOUT_PUZZLES


@every_kind
@pytest.mark.parametrize("command", WRITTEN)
def test_every_command_writes_every_kind_of_puzzle_or_nothing(
    command: str, kind: str, file: Path, tmp_path: Path
) -> None:
    *words, suffix = command.split()
    several, none = WRITTEN[command]
    target = tmp_path / "made" / "out"
    target.parent.mkdir()
    ran = bimaru(*(str(file) if word == "{}" else word for word in words), "-o", f"{target}{suffix}")
    code = {"several solutions": several, "no solution": none}.get(kind, 0)
    assert ran.code == code, ran
    assert bool([*target.parent.iterdir()]) == (code == 0)


@every_kind
def test_a_library_keeps_it_and_gives_it_back(kind: str, file: Path, tmp_path: Path) -> None:
    place = ("--library", tmp_path / "library")
    for number in (1, 0):
        assert bimaru("library", "add", *place, file).out.startswith(f"{number} new puzzle")
    (given,) = api.parse_all(bimaru("library", "export", *place).out)
    assert given.replace(id=None) == KINDS[kind].replace(id=None)


@pytest.mark.parametrize("kind", sampled(KINDS, {"polyomino", "several solutions"}.__contains__))
def test_a_right_program_passes_an_audit_with_it_and_a_wrong_one_does_not(kind: str, file: Path) -> None:
    right = (sys.executable, "-m", "bimaru", "solve", "--all", "--json", "{puzzle}")
    assert bimaru("audit", "--all", "--puzzles", file, "--", *right).code == 0
    wrong = (sys.executable, "-c", "print('T...\\nB.S.')")
    assert bimaru("audit", "--puzzles", file, "--", *wrong).code == 1


@pytest.mark.parametrize("kind", ["lettered", "lettered with edges"])
def test_a_solution_that_is_drawn_has_its_letters(kind: str, file: Path) -> None:
    printed = bimaru("arrangements", "--draw", "1", file).out
    assert {*"SEAUP"} <= {*printed}


@every_kind
def test_the_boards_that_solve_finds_are_right_and_no_others_are(
    kind: str, file: Path, tmp_path: Path
) -> None:
    (tmp_path / "answers").write_text(bimaru("solve", "--all", "--json", file).out, encoding="utf-8")
    (answer,) = bimaru("solve", "--all", "--json", file).objects
    assert len(answer["solutions"]) == {"several solutions": 2, "no solution": 0}.get(kind, 1)
    for number, board in enumerate(answer["solutions"]):
        path = tmp_path / f"{number}.json"
        path.write_text(json.dumps(board), encoding="utf-8")
        assert bimaru("check", file, path).code == 0
        text = json.dumps(board | {"board": ["." * len(row) for row in board["board"]]})
        path.write_text(text, encoding="utf-8")
        assert bimaru("check", file, path).code == (0 if kind == "empty fleet" else 1)


@every_kind
@pytest.mark.parametrize("name", REGISTRY)
def test_a_format_says_what_it_cannot_express_and_loses_nothing_else(
    name: str, kind: str, file: Path
) -> None:
    ran = bimaru("convert", "--to", name, file)
    if reasons := [*format_named(name).scope.unsupported(KINDS[kind])]:
        assert (ran.code, ran.out) == (2, "")
        assert f"the format {name} cannot express: {'; '.join(reasons)}" in ran.err
    else:
        assert ran.code == 0
        assert api.parse(ran.out).replace(id=None) == KINDS[kind].replace(id=None)


@every_kind
def test_a_certificate_of_any_number_of_solutions_is_verified(kind: str, file: Path, tmp_path: Path) -> None:
    assert bimaru("certify", "--all", file, "-o", tmp_path / "out").code == 0
    found = {"several solutions": "exactly 2 solutions", "no solution": "no solution"}
    ran = bimaru("verify", tmp_path / "out", "--puzzle", file)
    assert (ran.code, found.get(kind, "exactly one solution") in ran.out) == (0, True)


def test_a_file_of_a_certificate_is_not_taken_for_a_puzzle(tmp_path: Path) -> None:
    (tmp_path / "puzzle.json").write_text(jsonl(KINDS["straight"].to_data()), encoding="utf-8")
    assert bimaru("verify", tmp_path / "puzzle.json").code == 0  # as solve
    bimaru("certify", tmp_path / "puzzle.json", "-o", tmp_path / "it")
    for paths in ([tmp_path / "it" / "puzzle.json"], [tmp_path / "it", tmp_path / "puzzle.json"]):
        ran = bimaru("verify", *paths)
        assert (ran.code, ran.out) == (2, "")
        assert "puzzle.json: a file; a certificate is a directory, written by bimaru certify" in ran.err


@every_kind
def test_a_table_gives_the_puzzle_back(kind: str, file: Path, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="for want of pyarrow")
    assert bimaru("export", file, "-o", tmp_path / "table.parquet").code == 0
    assert [*api.read_all(tmp_path / "table.parquet")] == [KINDS[kind]]


@every_kind
@pytest.mark.parametrize("suffix", ["pdf", "png"])
def test_a_picture_of_it_is_drawn(suffix: str, kind: str, file: Path, tmp_path: Path) -> None:
    pytest.importorskip("typst", reason="for want of typst")
    target = tmp_path / f"picture.{suffix}"
    assert bimaru("draw", "--answer", file, "-o", target).code == (1 if kind == "no solution" else 0)
