"""The boards of the articles, on their pages, open where the pages say so."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path
from typing import Final

import pytest

import bimaru
from command_line import typed
from documents import PAGES, ROOT, run
from instances import instances
from sampling import sampled

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


def items_of(page: str) -> list[str]:
    """The commands of each item in the table of an article."""
    text = PAGES[page].read_text(encoding="utf-8")
    table = text.partition("| in the article | command |\n| --- | --- |\n")[2].partition("\n\n")[0]
    return [line.rpartition(" | ")[2] for line in table.splitlines()]


@pytest.mark.skipif(sys.platform == "win32", reason="the examples are for a Unix shell")
@pytest.mark.parametrize(
    "path", sampled(ARTICLES, lambda path: path.stem == "literowce"), ids=lambda path: path.stem
)
def test_the_commands_of_the_items_work(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Behind the examples of the page, whose files they use."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    page = f"docs/background/articles/{path.name}"
    run(page)
    items = items_of(page)
    assert len(items) == 9
    for item in items:
        for command in re.findall(r"`([^`]+)`", item):
            if shutil.which(command.split()[0]) is None and not command.startswith("bimaru "):
                break  # another program, which is not installed
            ran = typed(command + "\n")
            assert ran.code == 0 or not command.startswith("bimaru "), f"{command}: {ran.err}"
