"""What earlier versions wrote, in `tests/data/kept`, is read: puzzles, answers, a library, certificates.

Collections are in tests/puzzle_collections/test_kept_collections.py."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Final

import pytest

import bimaru as api
from bimaru.library import Library
from bimaru.study.certificate_checker import verify
from command_line import bimaru
from instances import DATA

KEPT: Final = DATA / "kept"
PUZZLES: Final = {str(puzzle.id): puzzle for puzzle in api.read_all(KEPT / "puzzles.jsonl")}
TEXTS: Final[dict[str, dict[str, str]]] = json.loads((KEPT / "texts.json").read_text(encoding="utf-8"))
CASES: Final = [(kind, name) for kind, texts in TEXTS.items() for name in texts]


def test_there_are_puzzles_of_every_kind() -> None:
    assert {*PUZZLES} == {*TEXTS}
    assert [bool(PUZZLES["bent"].shapes), bool(PUZZLES["lettered with edges"].edges.top)] == [True, True]


@pytest.mark.parametrize(("kind", "name"), CASES)
def test_a_puzzle_is_read_in_every_format(kind: str, name: str) -> None:
    assert api.parse(TEXTS[kind][name]).replace(id=kind) == PUZZLES[kind]
    assert api.parse(TEXTS[kind][name], name).replace(id=kind) == PUZZLES[kind]


def test_answers_are_checked() -> None:
    ran = bimaru("check", "--json", KEPT / "puzzles.jsonl", KEPT / "answers.jsonl")
    assert {answer["id"] for answer in ran.objects if answer["faults"]} == {"no solution"}


def test_a_library_is_opened_and_goes_on(tmp_path: Path) -> None:
    shutil.copy(KEPT / "library.db", tmp_path)
    with Library(tmp_path / "library.db") as library:
        entries = [*library.entries()]
        assert [entry.puzzle for entry in entries] == [*PUZZLES.values()][:5]
        assert {entry.tags for entry in entries} == {("kept",)}
        assert [record.seconds for record in entries[0].solves] == [312.0]
        assert library.add(PUZZLES.values()).new == len(PUZZLES) - 5


@pytest.mark.parametrize("name", ["straight", "bent", "lettered-with-edges"])
def test_a_certificate_is_verified(name: str) -> None:
    verified = verify(KEPT / "certificates" / name)
    assert verified.puzzle == PUZZLES[name.replace("-", " ")]
    assert len(verified.boards) == 1
