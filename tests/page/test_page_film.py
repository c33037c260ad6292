"""Explanations that are kept as pictures: a film that plays, and a strip."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Final

import pytest

from browsing import OpenPage, Table

pytestmark = pytest.mark.needs("browser")

SMALL: Final = "#r=2.1.1.2.0.4&c=0.2.2.4.0.2&f=3x1.2x2.1x3&h=D3W.F2L&n=A+%3Cb%3Ebay"
SVG: Final = "{http://www.w3.org/2000/svg}"


def saved(table: Table, name: str) -> ElementTree.Element:
    with table.page.expect_download() as started:
        table.press(name)
    path = Path(str(started.value.path()))
    return ElementTree.fromstring(path.read_text(encoding="utf-8"))


def test_an_explanation_is_saved_as_a_film_of_all_its_steps(open_page: OpenPage) -> None:
    table = open_page(SMALL + "&m=learn")
    table.verdict("One solution, in")
    steps = table.page.locator(".steps > li").count()
    film = saved(table, "Save as a film")
    assert len(film.findall(f".//{SVG}animate")) == steps + 1
    texts = [text.text for text in film.iter(f"{SVG}text")]
    assert "A <b>bay" in texts  # text, and no markup
    assert "2. Rest of the line" in texts
    hidden = [group for group in film.findall(f"{SVG}g") if group.get("visibility") == "hidden"]
    assert len(hidden) == steps


def test_an_explanation_is_saved_as_a_strip(open_page: OpenPage) -> None:
    table = open_page(SMALL + "&m=learn")
    table.verdict("One solution, in")
    steps = table.page.locator(".steps > li").count()
    strip = saved(table, "Save as a strip")
    assert len(strip.findall(f"{SVG}g")) == steps + 1
    assert strip.findall(f".//{SVG}animate") == []
