"""The plan of the room, in the docstring of `bimaru.deduction`, has all of its files and no other."""

from __future__ import annotations

import re
from pathlib import Path

import bimaru.deduction

ROOM = Path(bimaru.deduction.__file__).parent


def test_the_plan_has_every_file_of_the_room_and_of_its_folders() -> None:
    lines = re.findall(r"^ {4,}(\w.*?)  ", bimaru.deduction.__doc__ or "", re.MULTILINE)
    planned = re.findall(r"\b\w+\.py\b", " ".join(lines))
    files = [path.name for path in (*ROOM.glob("[!_]*.py"), *ROOM.glob("*/[!_]*.py"))]
    assert sorted(planned) == sorted(files)


def test_the_plan_has_every_folder_of_the_room() -> None:
    planned = re.findall(r"\b(\w+)/ ", bimaru.deduction.__doc__ or "")
    assert sorted(planned) == sorted(path.parent.name for path in ROOM.glob("*/__init__.py"))
