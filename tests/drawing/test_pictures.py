"""The pictures in the documents are what bimaru draws."""

from __future__ import annotations

import re
from typing import Final

from documents import PAGES
from pictures import FOLDER, pictures

FILES: Final = {file.name: file for file in sorted(FOLDER.glob("*.svg"))}


def test_every_picture_is_what_bimaru_draws() -> None:
    drawn = pictures()
    assert [*FILES] == sorted(drawn)
    assert [name for name, file in FILES.items() if file.read_text(encoding="utf-8") != drawn[name]] == []


def test_every_picture_is_shown_somewhere() -> None:
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES.values())
    assert {*re.findall(r"pictures/([\w-]+\.svg)", text)} == {*FILES}
