"""Booklets and lessons: their pages."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from dataclasses import replace
from typing import Any, Final
from unicodedata import normalize

import pytest
from pypdf import PdfReader

import bimaru
from bimaru.board import Board
from bimaru.books.booklet import MOST_ON_A_PAGE, PAPERS, Entry, Paper, Style, booklet
from bimaru.books.lesson import Lesson, lessons
from bimaru.books.rules import LETTERED, POLYOMINO, STRAIGHT, Example, example_of
from bimaru.books.trims import TRIMS
from bimaru.deduction.telling.step import Step
from bimaru.drawing.argument import panels_of
from bimaru.drawing.palette import PrintTheme
from bimaru.errors import FontError
from bimaru.puzzle import Puzzle
from explanations import explained
from instances import instance, instances
from sampling import thorough

pytest.importorskip("typst", reason="for want of typst")

CSPLIB: Final = instance("csplib014", "csplib014-113").puzzle
MIXED: Final = [found.puzzle for name in ("lettered", "polyomino", "boats") for found in instances(name)[:4]]
LARGE: Final = [found.puzzle for found in instances("large") if found.puzzle.height == 30][:1]


def book(entries: list[Entry], style: Style = Style()) -> PdfReader:  # noqa: B008  # a value
    return PdfReader(io.BytesIO(booklet(entries, style)))


def solved(puzzle: Puzzle, remark: str = "") -> Entry:
    return Entry(puzzle, remark=remark, answer=bimaru.solve(puzzle).board)


def texts(reader: PdfReader) -> list[str]:
    return [" ".join(page.extract_text().split()) for page in reader.pages]


def test_a_booklet_has_rules_numbered_puzzles_with_grades_and_answers() -> None:
    entries = [solved(puzzle, "hard") for puzzle in MIXED]
    reader = book(entries, Style(title="Ebb und Flöte", per_page=4))
    pages = texts(reader)
    assert len(pages) == 1 + 3 + 1
    assert pages[0].startswith(f"Ebb und Flöte {len(MIXED)} puzzles How to solve")
    for rule in ("No two ships touch", "letters", "bends", "exactly one answer"):
        assert rule in pages[0]
    assert pages[1].startswith("Ebb und Flöte")
    assert pages[2].startswith("Puzzles 1–8")
    assert [page.split()[-1] for page in pages[1:]] == ["2", "3", "4", "5"]
    assert sum(page.count("hard") for page in pages) == len(entries)
    assert pages[-1].startswith("Answers 1 ")
    assert reader.metadata is not None
    assert reader.metadata.title == "Ebb und Flöte"


@pytest.mark.parametrize(
    ("title", "language", "usual"), [("", "en", "Battleship puzzles"), ("  ", "de", "Bimaru-Rätsel")]
)
def test_without_a_title_of_its_own_a_booklet_has_the_usual_one(
    title: str, language: str, usual: str
) -> None:
    reader = book([solved(CSPLIB)], Style(title=title, language=language))
    assert texts(reader)[0].startswith(usual)
    assert reader.metadata is not None
    assert reader.metadata.title == usual


def test_a_booklet_without_rules_has_its_title_above_the_first_puzzle() -> None:
    style = Style(title="Competition", instructions=False, answers=False)
    assert texts(book([Entry(CSPLIB)] * 3, style))[0].startswith("Competition 1 ")


def test_what_no_puzzle_has_is_not_explained() -> None:
    rules = texts(book([solved(CSPLIB), Entry(CSPLIB, note="no solution")]))[0]
    assert "letters" not in rules
    assert "bends" not in rules
    assert "exactly one answer" not in rules


def test_an_outline_leads_to_rules_and_answers() -> None:
    outline: Any = book([solved(puzzle) for puzzle in MIXED[-3:]], Style(per_page=2)).outline
    titles = [entry["/Title"] for entry in outline]
    assert titles == ["How to solve", "Answers"]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("per_page", range(1, MOST_ON_A_PAGE + 1))
def test_every_page_is_of_its_paper_and_has_so_many_puzzles(paper: Paper, per_page: int) -> None:
    style = Style(paper=paper, per_page=per_page, instructions=False, answers=False)
    reader = book([Entry(CSPLIB)] * (per_page + 1), style)
    assert len(reader.pages) == 2
    for page in reader.pages:
        assert (float(page.mediabox.width), float(page.mediabox.height)) == pytest.approx(
            TRIMS[paper], abs=0.01
        )


def test_large_puzzles_get_pages_with_fewer_of_them() -> None:
    style = Style(per_page=6, instructions=False, answers=False)
    assert len(book([Entry(STRAIGHT.puzzle), *map(Entry, LARGE), Entry(STRAIGHT.puzzle)], style).pages) == 3


def positions(page: Any) -> list[tuple[float, float]]:
    """Where the texts of a page begin."""
    found: list[tuple[float, float]] = []

    def note(text: str, cm: list[float], tm: list[float], _: object, size: float) -> None:
        if text.strip():
            found.append((cm[0] * tm[4] + cm[2] * tm[5] + cm[4], cm[1] * tm[4] + cm[3] * tm[5] + cm[5]))

    page.extract_text(visitor_text=note)
    return found


@pytest.mark.parametrize("per_page", range(1, MOST_ON_A_PAGE + 1))
@pytest.mark.parametrize("shape", [(2, 18), (15, 10)], ids=["wide", "high"])
def test_puzzles_lie_within_their_page(shape: tuple[int, int], per_page: int) -> None:
    height, width = shape
    puzzle = Puzzle((1,) * height, (1,) * width)
    style = Style(per_page=per_page, instructions=False, answers=False)
    for page in book([Entry(puzzle, remark="!")] * per_page, style).pages:
        for x, y in positions(page):
            assert 30 < x < float(page.mediabox.width) - 30
            assert 25 < y < float(page.mediabox.height) - 25


def test_a_puzzle_without_answer_is_named_at_the_end() -> None:
    assert "no solution" in texts(book([Entry(CSPLIB, note="no solution")], Style()))[-1]


@pytest.mark.parametrize("example", [STRAIGHT, LETTERED, POLYOMINO])
def test_an_example_in_the_rules_has_the_answer_that_is_shown_and_needs_no_cases(example: Example) -> None:
    result = bimaru.solve(example.puzzle)
    assert (result.status, result.board) == ("unique", example.board)
    assert not any(step.depth for step in bimaru.explain(example.puzzle))


def test_the_example_in_the_rules_is_of_the_kind_of_all_puzzles() -> None:
    for example in (STRAIGHT, LETTERED, POLYOMINO):
        assert example_of([example.puzzle] * 2) == example
    assert example_of([LETTERED.puzzle, POLYOMINO.puzzle]) == example_of([]) == STRAIGHT
    letters = book([Entry(LETTERED.puzzle)], Style(answers=False)).pages[0].extract_text()
    assert "Some show their letter." in letters


def test_a_hundred_answers_take_little_room() -> None:
    board = bimaru.solve(CSPLIB).board
    assert len(booklet([Entry(CSPLIB, answer=board)] * 100, Style(per_page=4))) < 1_000_000


@pytest.mark.parametrize("field", ["title", "remark", "note"])
def test_texts_of_a_booklet_that_no_typeface_has_are_refused(field: str) -> None:
    texts = {"title": "Seas", "remark": "", "note": ""} | {field: "海"}
    with pytest.raises(FontError, match="has no sign for '海'"):
        book(
            [Entry(STRAIGHT.puzzle, remark=texts["remark"], note=texts["note"])], Style(title=texts["title"])
        )


# Lessons


def plain(text: str) -> str:
    """Text without what typesetting changes: spaces, ligatures, dashes, and hyphens at the ends of lines."""
    return re.sub(r"[\s\u00ad\u2010\u2013-]", "", normalize("NFKC", text))


def numbered(explanation: bimaru.Explanation, puzzle: Puzzle) -> list[tuple[int, Board, Step]]:
    """The steps with their numbers and the boards before them."""
    before = [Board.unknown(puzzle.height, puzzle.width), *(step.board for step in explanation)]
    return [(number, before[number - 1], step) for number, step in enumerate(explanation, 1)]


@pytest.mark.parametrize(("theme", "legend"), [("light", "green"), ("black", "What a step settles is grey.")])
def test_a_lesson_says_what_is_marked_and_in_black_it_is_of_one_ink(theme: PrintTheme, legend: str) -> None:
    lesson = Lesson(
        "", STRAIGHT.puzzle, numbered(bimaru.explain(STRAIGHT.puzzle), STRAIGHT.puzzle), ["That is all."]
    )
    reader = PdfReader(io.BytesIO(lessons([lesson], theme=theme)))
    assert legend in texts(reader)[0]
    content = b"".join(page.get_contents().get_data() for page in reader.pages)  # type: ignore[union-attr]
    inks = re.search(rb"(?<![\d.])[\d.]+ [\d.]+ [\d.]+ (rg|RG|scn|SCN)\b", content)
    assert (inks is None) == (theme == "black")


def test_a_lesson_has_a_picture_and_the_words_of_every_step() -> None:
    puzzle = instance("boats", "boats-fix-e-00").puzzle
    explanation = bimaru.explain(puzzle)
    made = lessons([Lesson("An easy one", puzzle, numbered(explanation, puzzle), ["That is all."])])
    page_text = " ".join(texts(PdfReader(io.BytesIO(made))))
    assert "An easy one" in page_text
    assert "That is all." in page_text
    for number, step in enumerate(explanation, 1):
        assert f"{number}. {step.title}" in page_text
        assert plain(" ".join(step.text.split()[:4])) in plain(page_text)


@pytest.mark.parametrize("number", [1, thorough(5)])
def test_an_extreme_puzzle_takes_at_most_six_pages(number: int) -> None:
    for seed in range(number):
        puzzle = bimaru.generate(grade="extreme", seed=seed)
        steps = numbered(explained(puzzle), puzzle)
        assert len(PdfReader(io.BytesIO(lessons([Lesson("", puzzle, steps)]))).pages) <= 6


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_hard_board_takes_few_pages_with_every_argument_on_a_board(paper: Paper) -> None:
    puzzle = instance("csplib014", "csplib014-1283").puzzle
    assert explained(puzzle).grade == "fiendish"
    steps = numbered(explained(puzzle), puzzle)
    pages = texts(PdfReader(io.BytesIO(lessons([Lesson("", puzzle, steps)], paper=paper))))
    assert len(pages) <= 6
    words = plain("".join(pages))
    for _, before, step in steps:
        panels = panels_of(before, step)
        assert len(panels) > bool(step.cases)
        for panel in panels:
            assert plain(" ".join(panel.text.split()[:6])) in words


def test_words_that_fill_pages_go_on_on_the_next() -> None:
    step = next(step for step in explained(CSPLIB) if not step.cases)
    long = replace(step, text=step.text + " word" * 3000 + " end")
    before = Board.unknown(10, 10)
    pages = texts(PdfReader(io.BytesIO(lessons([Lesson("", CSPLIB, [(1, before, long)])]))))
    assert len(pages) > 3
    assert " end " in f"{pages[-1]} "


# The same input, the same file

PROGRAM: Final = """
import hashlib, bimaru
from bimaru.books.booklet import *
from bimaru.drawing.pdf_and_png import png
from bimaru.drawing.scene import scene
from bimaru.drawing.svg import svg
puzzle = bimaru.Puzzle((2, 1, 1), (2, None, 1), {2: 1, 1: 2}, {(0, 0): "L"}, shapes=[["##", "#."]])
board = bimaru.Board(("LR.", "...", "X.S"))
drawn = scene(puzzle, board)
for data in (booklet([Entry(puzzle, answer=board)] * 9, Style(per_page=3)), png(drawn), svg(drawn).encode()):
    print(hashlib.sha256(data).hexdigest())
"""


def test_files_are_the_same_byte_by_byte_in_every_process() -> None:
    ran = [
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert len(ran[0].split()) == 3
    assert ran[0] == ran[1]
