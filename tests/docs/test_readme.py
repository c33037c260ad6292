"""The README is short, and the changelog begins with this version."""

from __future__ import annotations

import re
from typing import Final

import bimaru
from documents import ROOT

README: Final = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_readme_is_short() -> None:
    assert len(README.splitlines()) <= 200


def test_the_readme_shows_one_picture() -> None:
    assert len(re.findall(r"!\[", README)) == 1


def test_the_changelog_begins_with_this_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"^## ([\d.]+)", changelog, re.MULTILINE)[0] == bimaru.__version__
