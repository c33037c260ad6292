"""The gallery of a site: pages that list its puzzles with pictures and grades, which need no script."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from typing import Final

import bimaru
from bimaru.drawing.scene import scene
from bimaru.drawing.svg import svg
from bimaru.formats import format_named
from bimaru.grading.grades import GRADES
from bimaru.puzzle import Puzzle
from bimaru.web.content_policy import meta_policy
from bimaru.web.page_files import INDEX

APP: Final = "play.html"
"""The page to play on; the index is the gallery."""
LIST: Final = "puzzles.json"
"""The list of the puzzles, from which the page takes the puzzle of the day."""
_THUMBNAIL: Final = 9.0
"""Pixels of a square."""
_ON_A_PAGE: Final = 60
"""Puzzles on a page."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle of a gallery: its name and its grade, if known."""

    puzzle: Puzzle
    name: str
    grade: str | None


@dataclass(frozen=True, slots=True)
class Gallery:
    """A gallery: its title and its puzzles, at least one."""

    title: str
    entries: tuple[Entry, ...]


def entry_of(puzzle: Puzzle, number: int, time_limit: float | None) -> Entry:
    """A puzzle as an entry of a gallery, graded unless it comes with a grade."""
    name = str(puzzle.id) if puzzle.id not in (None, "") else f"No. {number}"
    return Entry(puzzle.replace(id=name), name, _grade_of(puzzle, time_limit))


def _grade_of(puzzle: Puzzle, time_limit: float | None) -> str | None:
    known = puzzle.provenance.grade
    if known in GRADES:
        return known
    try:
        return str(bimaru.grade(puzzle, time_limit=time_limit))
    except (bimaru.OutOfTimeError, bimaru.UngradableError, bimaru.UnsupportedPuzzleError):
        return None


def gallery_files(gallery: Gallery, index: str) -> dict[str, bytes]:
    """The pages of a gallery, its list and its pictures, by their paths in the site.

    `index` is the document of the page, whose styles and icons they share."""
    files = {
        _picture_path(number): svg(
            scene(entry.puzzle, names=False, fleet=False, title=entry.name), "auto", _THUMBNAIL
        ).encode()
        for number, entry in enumerate(gallery.entries, 1)
    }
    listed = [
        {"name": entry.name, "fragment": _fragment(entry.puzzle), "grade": entry.grade}
        for entry in gallery.entries
    ]
    files[LIST] = json.dumps(listed, ensure_ascii=False).encode()
    pages = range(0, len(gallery.entries), _ON_A_PAGE)
    for start in pages:
        files[_page_path(start)] = _gallery_page(gallery, start, pages, _head_of(index)).encode()
    return files


def _picture_path(number: int) -> str:
    return f"pictures/{number}.svg"


def _page_path(start: int) -> str:
    return INDEX if start == 0 else f"puzzles-{start // _ON_A_PAGE + 1}.html"


def _fragment(puzzle: Puzzle) -> str:
    """The puzzle as the part of a link after `#`; its name is passed on separately."""
    return format_named("permalink").write(puzzle).strip().removeprefix("#")


def _head_of(index: str) -> str:
    """The links of the page's head to its styles and icons."""
    return "".join(re.findall(r' *<link rel="(?:icon|apple-touch-icon|manifest|stylesheet)"[^>]*>\n', index))


def _gallery_page(gallery: Gallery, start: int, pages: Iterable[int], links: str) -> str:
    chosen = list(enumerate(gallery.entries, 1))[start : start + _ON_A_PAGE]
    numbers = list(pages)
    navigation = "" if len(numbers) == 1 else _navigation(start, numbers)
    return _PAGE.format(
        policy=meta_policy(f"/{INDEX}"),
        list=LIST,
        links=links,
        title=escape(gallery.title),
        today=_TODAY if start == 0 else "",
        items="\n".join(_item(number, entry) for number, entry in chosen),
        navigation=navigation,
    )


def _item(number: int, entry: Entry) -> str:
    fragment = _fragment(entry.puzzle)
    size = f"{entry.puzzle.height}×{entry.puzzle.width}"
    grade = f' <span class="grade">{escape(entry.grade)}</span>' if entry.grade else ""
    return (
        f'      <li><a href="{APP}#{escape(fragment)}">'
        f'<img src="{_picture_path(number)}" alt="" loading="lazy">'
        f"<strong>{escape(entry.name)}</strong><span>{size}{grade}</span></a></li>"
    )


def _navigation(start: int, pages: Iterable[int]) -> str:
    items = (
        f'<a href="{"./" if other == 0 else _page_path(other)}"'
        f"{' aria-current=page' if other == start else ''}>{other // _ON_A_PAGE + 1}</a>"
        for other in pages
    )
    return f'    <nav class="numbers" aria-label="Pages">{"".join(items)}</nav>\n'


_TODAY: Final = '    <section id="today" hidden><h2 data-phrase>Puzzle of the day</h2></section>\n'
_PAGE: Final = """<!doctype html>
<html lang="en" data-theme="system">
  <head>
    <meta charset="utf-8">
    {policy}
    <meta name="bimaru-gallery" content="{list}">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <meta name="color-scheme" content="light dark">
    <title>{title}</title>
{links}    <link rel="stylesheet" href="gallery/gallery.css">
    <script type="module" src="gallery/gallery.js"></script>
  </head>
  <body>
    <header class="top">
      <h1><img src="icon.svg" alt="" width="28" height="28">{title}</h1>
    </header>
    <main class="gallery">
{today}    <h2 data-phrase>All puzzles</h2>
    <ol class="list">
{items}
    </ol>
{navigation}    </main>
  </body>
</html>
"""
