"""The pictures in the documents that bimaru draws.

    python tests/support/pictures.py

draws them again, and rewrites the examples of docs/reference/techniques.md.
"""

from __future__ import annotations

import runpy
import shutil
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

from playwright.sync_api import sync_playwright

import bimaru
import model_pictures
import techniques_page
from bimaru.board import Board
from bimaru.books import lesson
from bimaru.books.manuscript import Manuscript, manuscript, page_of
from bimaru.books.press import sources
from bimaru.books.puzzles import collect
from bimaru.books.settings import read_book
from bimaru.drawing import terminal
from bimaru.drawing.typesetting import Typefaces
from bimaru.engines.template import Template
from bimaru.generation.recipe import shapes_in
from bimaru.study.models import model_text
from browsing import CHROMIUMS, OPEN_SEA, Server
from instances import instance
from terminal_pictures import beside
from terminal_pictures import terminal as screen

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = ROOT / "docs" / "pictures"
EXAMPLE: Final = ROOT / "examples" / "csplib014-113.txt"


FIRST: Final = """
fleet: 3:1, 2:2, 1:3

   2 0 1 3 0 4
2  . . . . . .
0  . . . . . .
2  . . . . . .
2  . . . . . M
2  . . . . . .
2  . . S . . .
"""
"""The puzzle of the tutorial."""
FIRST_PUZZLE: Final = bimaru.parse(FIRST)
BOOK_PAGE: Final = 12
"""The page of the book with two of its middle puzzles."""
PAGE_STEP: Final = 7
"""The step that the picture of the web page shows."""
TYPEFACES: Final = Path(bimaru.__file__).parent / "drawing" / "typefaces"
UPRIGHT: Final = ("T.S.T", "B...M", "....B", ".....", ".S...")
"""A solution of the puzzle of docs/how-to/own-constraint.md in which no ship lies across."""
OWN_TECHNIQUE: Final = bimaru.Puzzle(
    (2, 1, 1, 1, 3), (1, 3, 0, 3, 1), {3: 1, 2: 2, 1: 1}, givens={(0, 1): "W"}
)
"""The puzzle of docs/how-to/own-technique.md: its fourth step is a cross-count."""
ARTICLES: Final = {
    "article-16-solitaire-battleships.svg": "seed-000-12x12",
    "article-figure-24-1.svg": "seed-001-figure-24-1",
    "article-literowce.svg": "seed-002-literowce",
}
"""The puzzles of docs/background/articles, in tests/data/seeds.jsonl."""


def polyominoes() -> bimaru.Puzzle:
    """The puzzle of docs/how-to/make-puzzles.md with tetrominoes."""
    return bimaru.generate((8, 8), {}, shapes=shapes_in("tetrominoes"), symmetry="half-turn", seed=1)


def solved_in_a_terminal() -> str:
    """What `bimaru solve` prints of the example, without its last line, which has times."""
    puzzle = bimaru.read(EXAMPLE)
    shown = (terminal.picture(puzzle, bimaru.solve(puzzle).board), terminal.fleet(puzzle))
    lines = [f"$ bimaru solve examples/{EXAMPLE.name}", str(puzzle.id), ""]
    return screen([*lines, *"\n\n".join(shown).splitlines()], "A puzzle, solved by the command")


def model_and_answer() -> str:
    """The constraints of a puzzle as a file of a model, and the board that they lead to."""
    lines = model_text("mip-ship", FIRST_PUZZLE, "lp").splitlines()
    start = lines.index("Subject To")
    board = bimaru.draw(FIRST_PUZZLE, bimaru.solve(FIRST_PUZZLE).board, theme="auto", size=30, fleet=False)
    shown = [line if len(line) <= 60 else f"{line[:59]}…" for line in lines[start : start + 15]]
    return beside(shown, board, "A model in the format LP, and its answer")


def lettered_by_the_template() -> str:
    """What the engine that docs/how-to/new-engine.md copies finds."""
    puzzle = bimaru.generate((6, 6), {}, words=["KAYAK", "OAR", "PIER"], seed=1)
    return bimaru.draw(puzzle, bimaru.solve(puzzle, engine=Template()).board, theme="auto")


def pictures() -> dict[str, str]:
    """Every picture by the name of its file in docs/pictures."""
    puzzle = bimaru.read(EXAMPLE)
    board = bimaru.solve(puzzle).board
    first = FIRST_PUZZLE
    cross_count = runpy.run_path(str(ROOT / "examples" / "cross_count.py"))["CROSS_COUNT"]
    steps = bimaru.explain(OWN_TECHNIQUE, techniques=[cross_count])
    upright = bimaru.Puzzle([None] * 5, [2, 1, 1, 0, 3], {3: 1, 2: 1, 1: 2})
    return {
        "puzzle.svg": bimaru.draw(puzzle, theme="auto"),
        "answer.svg": bimaru.draw(puzzle, board, theme="auto"),
        "step.svg": bimaru.draw(puzzle, step=bimaru.explain(puzzle)[9], theme="auto"),
        "first.svg": bimaru.draw(first, bimaru.solve(first).board, theme="auto"),
        "first-step.svg": bimaru.draw(first, step=bimaru.explain(first)[1], theme="auto"),
        "terminal.svg": solved_in_a_terminal(),
        "translated.svg": bimaru.draw(puzzle, step=bimaru.explain(puzzle, language="de")[0], theme="auto"),
        "model.svg": model_and_answer(),
        "template.svg": lettered_by_the_template(),
        "polyominoes.svg": bimaru.draw(polyominoes(), theme="auto"),
        "upright.svg": bimaru.draw(upright, bimaru.Board(UPRIGHT), theme="auto"),
        "own-technique.svg": bimaru.draw(OWN_TECHNIQUE, step=steps[3], theme="auto"),
        **{
            file: bimaru.draw(instance("seeds", name).puzzle, theme="auto") for file, name in ARTICLES.items()
        },
        **model_pictures.pictures(),
        **techniques_page.pictures(),
    }


def book_page() -> bytes:
    """A page of a book like that of docs/how-to/print-a-book.md."""
    grades = {"size": "10x10", "grade": "easy-hard", "symmetry": "half-turn", "count": 12, "seed": 1}
    settings = {"title": "Calm seas", "author": "A. Author", "order": "grade"}
    book = read_book(None, settings, [{"title": "Open water", "recipe": grades}])
    written = sources(manuscript(book, collect(book), Typefaces()), page_of(book.frame()))
    return typeset_pages("book.typ", written, 120)[BOOK_PAGE - 1]


def handout() -> bytes:
    """The first page of the handout of docs/how-to/teach.md."""
    puzzle = bimaru.read(EXAMPLE)
    explanation = bimaru.explain(puzzle)
    boards = [Board.unknown(puzzle.height, puzzle.width), *(step.board for step in explanation)]
    steps = [(i, boards[i - 1], step) for i, step in enumerate(explanation, 1)]

    def printed(written: Manuscript, page: dict[str, Any], template: str, _typefaces: Typefaces) -> bytes:
        return typeset_pages(template, sources(written, page), 80)[0]

    with patch.object(lesson, "printed", printed):  # which makes a PDF otherwise
        return lesson.lessons([lesson.Lesson(str(puzzle.id), puzzle, steps)], theme="black")


def typeset_pages(template: str, files: Mapping[str, bytes], ppi: int) -> list[bytes]:
    """Pages as PNG."""
    typst: Any = import_module("typst")  # its types know neither files in memory nor several pages
    main = {"main.typ": f'#include "{template}"'.encode(), **files}
    pages = typst.compile(main, format="png", ppi=ppi, ignore_system_fonts=True, font_paths=[str(TYPEFACES)])
    return [*map(bytes, pages)]


def web_page() -> bytes:
    """The web page, stepping through the explanation of Open sea."""
    server = Server()
    shell = next(found for command in CHROMIUMS if (found := shutil.which(command)))
    with sync_playwright() as playwright, playwright.chromium.launch(executable_path=shell) as browser:
        page = browser.new_page(
            viewport={"width": 1000, "height": 640}, reduced_motion="reduce", service_workers="block"
        )
        page.goto(server.url + OPEN_SEA + "&m=learn")
        page.locator(".steps .step").nth(PAGE_STEP - 1).click()
        page.locator(".caption .legend > span").first.wait_for()
        taken = page.screenshot()
    server.end()
    return taken


def main() -> None:
    """Write the pictures and the page."""
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / "page.png").write_bytes(web_page())
    (FOLDER / "book.png").write_bytes(book_page())
    (FOLDER / "handout.png").write_bytes(handout())
    for name, drawn in pictures().items():
        (FOLDER / name).write_text(drawn, encoding="utf-8")
    page = techniques_page.PAGE
    page.write_text(techniques_page.renewed(page.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
