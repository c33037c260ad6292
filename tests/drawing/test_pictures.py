"""The pictures in the documents are what bimaru draws."""

from __future__ import annotations

import re
from typing import Final

import pytest

from documents import PAGES
from pictures import FOLDER, pictures

DRAWN: Final = pictures()


def test_every_picture_is_one_that_is_drawn() -> None:
    assert {file.name for file in FOLDER.glob("*.svg")} == {*DRAWN}


@pytest.mark.parametrize("name", DRAWN)
def test_a_picture_is_what_bimaru_draws(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == DRAWN[name]


def test_every_picture_is_shown_somewhere() -> None:
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES.values())
    assert {*re.findall(r"pictures/([\w-]+\.svg)", text)} == {*DRAWN}
