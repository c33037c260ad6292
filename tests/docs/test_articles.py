"""The boards of the articles, on their pages, open where the pages say so."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

import bimaru
from documents import PAGES, ROOT
from instances import instances

ARTICLES: Final = sorted((ROOT / "docs" / "background" / "articles").glob("*.md"))
LINKS: Final = [
    (path.stem, link)
    for path in ARTICLES
    for link in re.findall(r"\]\(http://127\.0\.0\.1:8000/(#[^)]+)\)", path.read_text(encoding="utf-8"))
]
KNOWN: Final = [
    *(known.puzzle for known in instances("seeds")),
    bimaru.read(ROOT / "examples" / "csplib014-113.txt"),
]


@pytest.mark.parametrize(("name", "link"), LINKS)
def test_a_link_is_the_one_that_convert_writes_for_the_board(name: str, link: str) -> None:
    puzzle = bimaru.parse(link)
    assert bimaru.write(puzzle, "permalink").strip() == link
    assert [known for known in KNOWN if known.replace(id=None) == puzzle.replace(id=None)]


@pytest.mark.parametrize("path", ARTICLES, ids=lambda path: path.stem)
def test_every_article_has_a_board_a_link_and_its_errors(path: Path) -> None:
    text = PAGES[f"docs/background/articles/{path.name}"].read_text(encoding="utf-8")
    assert "](../../pictures/" in text
    assert path.stem in dict(LINKS)
    assert "| in the text | in fact |" in text


def test_every_board_of_the_articles_is_on_one_of_the_pages() -> None:
    linked = [bimaru.parse(link).replace(id=None) for _, link in LINKS]
    assert [known.id for known in KNOWN if known.replace(id=None) not in linked] == []
