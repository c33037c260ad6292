"""The plans of rooms, in the docstrings of their packages, have all of their files and no other."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

import pytest

from bimaru import advice, deduction, grading

pytestmark = pytest.mark.parametrize("room", [deduction, grading, advice])


def folder_of(room: ModuleType) -> Path:
    return Path(str(room.__file__)).parent


def test_the_plan_has_every_file_of_the_room_and_of_its_folders(room: ModuleType) -> None:
    lines = re.findall(r"^ {4,}(\w.*?)  ", room.__doc__ or "", re.MULTILINE)
    planned = re.findall(r"\b\w+\.py\b", " ".join(lines))
    files = [path.name for path in (*folder_of(room).glob("[!_]*.py"), *folder_of(room).glob("*/[!_]*.py"))]
    assert sorted(planned) == sorted(files)


def test_the_plan_has_every_folder_of_the_room(room: ModuleType) -> None:
    planned = re.findall(r"^ {4,}(\w+)/ ", room.__doc__ or "", re.MULTILINE)
    assert sorted(planned) == sorted(path.parent.name for path in folder_of(room).glob("*/__init__.py"))
