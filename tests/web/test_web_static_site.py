"""Sites of static files: what is in them, and that writing one loses nothing."""

from __future__ import annotations

import gzip
import json
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import bimaru
from bimaru.atomic_files import WriteError
from bimaru.formats import parse
from bimaru.puzzle import Puzzle
from bimaru.web.content_policy import POLICY, meta_policy
from bimaru.web.gallery import Gallery, entry_of
from bimaru.web.page_files import PAGE, is_unchanging, read_page, service_worker
from bimaru.web.static_site import (
    MARK,
    BrowserEngine,
    NotAnEngineError,
    NotASiteError,
    site_files,
    write_site,
)
from full_disk import room_for
from instances import instances


def gallery(*puzzles: Puzzle, title: str = "Calm seas") -> Gallery:
    return Gallery(title, tuple(entry_of(puzzle, number, None) for number, puzzle in enumerate(puzzles, 1)))


def four() -> list[Puzzle]:
    return [one.puzzle for one in instances("boats")[:3] + instances("lettered")[:1]]


class Links(HTMLParser):
    """What a document refers to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(text)

    def handle_starttag(self, _: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep the addresses of an element."""
        self.found += [str(value) for name, value in attrs if name in ("href", "src")]


def files_of(site: dict[str, bytes]) -> dict[str, Any]:
    """What the service worker is given."""
    line = site["service-worker.js"].decode().split("\n", 1)[0]
    data: dict[str, Any] = json.loads(line.removeprefix("self.SITE = ").removesuffix(";"))
    return data


def engine_in(directory: Path, version: str = bimaru.__version__) -> Path:
    directory.mkdir()
    (directory / "a.wasm").write_bytes(b"wasm")
    (directory / "a.wasm.br").write_bytes(b"br")
    manifest = {"bimaru": version, "digest": "0123456789ab", "files": {"a.wasm": 4}, "download": 2}
    (directory / "engine.json").write_text(json.dumps(manifest), encoding="utf-8")
    return directory


def test_a_site_has_the_files_of_the_page_and_what_its_documents_refer_to() -> None:
    site = site_files(gallery=gallery(*four()))
    assert site.keys() >= read_page().keys()
    for path in [path for path in site if path.endswith(".html")]:
        for link in Links(site[path].decode()).found:
            target = link.partition("#")[0]
            assert target in ("", "./") or target in site, (path, link)


def test_every_document_has_the_policy_and_names_its_engine(tmp_path: Path) -> None:
    engine = BrowserEngine.open(engine_in(tmp_path / "engine"))
    for found, address in ((None, ""), (engine, "engine/0123456789ab/")):
        site = site_files(found)
        for path in ("index.html", "embed.html"):
            text = site[path].decode()
            assert f'<meta name="bimaru-engine" content="{address}">' in text
            assert text.index("Content-Security-Policy") < text.index("<link")
    assert site["engine/0123456789ab/a.wasm"] == b"wasm"
    assert site["engine/0123456789ab/a.wasm.br"] == b"br"
    assert files_of(site)["engine"] == [f"engine/0123456789ab/{name}" for name in ("a.wasm", "engine.json")]


def test_the_policy_in_a_document_is_that_of_the_server_but_for_frames() -> None:
    text = meta_policy("/index.html")
    assert "frame-ancestors" not in text
    for directive, source in POLICY.items():
        assert f"{directive} {source}" in text or directive == "frame-ancestors"


def test_compressed_copies_hold_the_same_as_the_files() -> None:
    site = site_files(gallery=gallery(*four()))
    copies = [path for path in site if path.endswith(".gz")]
    assert len(copies) > 30
    assert all(gzip.decompress(site[path]) == site[path.removesuffix(".gz")] for path in copies)


def test_the_service_worker_keeps_every_file_of_the_page_and_changes_with_each() -> None:
    page = read_page()
    site = site_files()
    kept = files_of(site)
    assert set(kept["files"]) == (page.keys() - {"service-worker.js", "index.html"}) | {"./"}
    for path in ("index.html", "play/play.js", "service-worker.js"):
        assert service_worker(page | {path: page[path] + b" "}) != service_worker(page)


def test_a_gallery_lists_each_puzzle_with_its_name_size_grade_and_link() -> None:
    puzzles = four()
    site = site_files(gallery=gallery(*puzzles))
    listed = json.loads(site["puzzles.json"])
    index = site["index.html"].decode()
    for number, (puzzle, entry) in enumerate(zip(puzzles, listed, strict=True), 1):
        again = parse(f"#{entry['fragment']}")
        assert again.replace(id=None, source=None) == puzzle.replace(id=None, source=None, extra={})
        assert entry["name"] == puzzle.id
        assert entry["grade"] == str(bimaru.grade(puzzle))
        assert f'src="pictures/{number}.svg"' in index
        assert f"<strong>{puzzle.id}</strong>" in index
    assert "<title>Calm seas</title>" in index
    assert 'name="bimaru-gallery"' in site["play.html"].decode()


def test_titles_and_names_are_text_and_never_markup() -> None:
    nasty = "<script>alert('x')</script>\""
    puzzle = Puzzle((1,), (1,), {1: 1}, id=nasty)
    site = site_files(gallery=gallery(puzzle, title=nasty))
    assert b"<script>alert" not in site["index.html"]
    assert b"<script>alert" not in site["pictures/1.svg"]


def test_many_puzzles_are_listed_on_several_pages() -> None:
    puzzles = [Puzzle((1,), (1,), {1: 1}) for _ in range(130)]
    site = site_files(gallery=gallery(*puzzles))
    names = [
        name
        for page in ("index.html", "puzzles-2.html", "puzzles-3.html")
        for name in re.findall(r"<strong>(.*?)</strong>", site[page].decode())
    ]
    assert names == [f"No. {number}" for number in range(1, 131)]
    assert "puzzles-4.html" not in site


def test_a_puzzle_keeps_the_grade_that_it_comes_with() -> None:
    puzzle = Puzzle((1,), (1,), {1: 1}, extra={"grade": "expert"})
    assert entry_of(puzzle, 1, None).grade == "expert"
    assert entry_of(Puzzle((1,), (1,), {1: 1}, extra={"grade": "odd"}), 1, None).grade == "easy"
    assert entry_of(Puzzle((1, 1), (1, 1), {1: 2}), 1, None).grade is None  # several solutions


def test_a_site_replaces_an_earlier_one_and_keeps_other_files(tmp_path: Path) -> None:
    write_site(tmp_path, site_files(gallery=gallery(*four())))
    (tmp_path / "CNAME").write_text("puzzles.example", encoding="utf-8")
    site = site_files()
    write_site(tmp_path, site)
    found = {file.relative_to(tmp_path).as_posix() for file in tmp_path.rglob("*") if file.is_file()}
    assert found == site.keys() | {"CNAME", MARK}


@pytest.mark.skipif(sys.platform == "win32", reason="limits of Unix")
def test_on_a_full_disk_a_directory_is_left_as_it_was_and_takes_a_site_later(tmp_path: Path) -> None:
    (empty := tmp_path / "empty").touch()
    new, site = tmp_path / "new", site_files(gallery=gallery(*four()))
    with room_for(20_000, empty), pytest.raises(WriteError, match=r"File too large: .*new.[\w/]+\.\w+"):
        write_site(new, site)
    assert not new.exists()
    write_site(new, site)
    before = {file: file.read_bytes() for file in new.rglob("*") if file.is_file()}
    with room_for(20_000, empty), pytest.raises(WriteError):
        write_site(new, site_files())
    assert {file: file.read_bytes() for file in new.rglob("*") if file.is_file()} == before


def test_a_directory_with_nothing_but_hidden_files_takes_a_site(tmp_path: Path) -> None:
    (tmp_path / ".git").write_text("gitdir: elsewhere", encoding="utf-8")
    write_site(tmp_path, site_files())
    assert (tmp_path / ".git").read_text(encoding="utf-8") == "gitdir: elsewhere"
    assert (tmp_path / MARK).exists()


def test_a_directory_with_other_files_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("all of it", encoding="utf-8")
    with pytest.raises(NotASiteError, match="neither empty nor a site"):
        write_site(tmp_path, site_files())
    assert [file.name for file in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_mark_that_names_files_elsewhere_removes_none(tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("!", encoding="utf-8")
    site = tmp_path / "site"
    site.mkdir()
    (site / MARK).write_text(
        json.dumps({"files": ["../precious", str(tmp_path / "precious")]}), encoding="utf-8"
    )
    write_site(site, site_files())
    assert (tmp_path / "precious").exists()


def test_what_is_no_engine_of_this_version_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NotAnEngineError, match=r"no valid engine\.json"):
        BrowserEngine.open(tmp_path)
    with pytest.raises(NotAnEngineError, match=r"an engine of bimaru 0\.0\.1; this is bimaru"):
        BrowserEngine.open(engine_in(tmp_path / "old", "0.0.1"))
    (engine_in(tmp_path / "part") / "a.wasm").unlink()
    with pytest.raises(NotAnEngineError, match=r"incomplete: a\.wasm missing"):
        BrowserEngine.open(tmp_path / "part")


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("engine/0123456789ab/pyodide.asm.wasm", True),
        ("main-GC3MLCIB.js", True),
        ("index.html", False),
        ("service-worker.js", False),
        ("engine/latest/pyodide.asm.wasm", False),
    ],
)
def test_only_files_that_name_their_content_are_cached_for_good(path: str, expected: bool) -> None:
    assert is_unchanging(path) is expected


def test_the_bundle_finds_every_style_sheet() -> None:
    """In the ways that `site/bundle.mjs` looks for: documents link them, and scripts load them by path."""
    sheets = {path.relative_to(PAGE).as_posix() for path in PAGE.rglob("*.css")}
    documents = "".join(file.read_text(encoding="utf-8") for file in PAGE.glob("*.html"))
    scripts = "".join(file.read_text(encoding="utf-8") for file in PAGE.rglob("*.js"))
    linked = set(re.findall(r'<link rel="stylesheet" href="([^"]+)">', documents))
    loaded = set(re.findall(r'\b(?:loadSheet\(|STYLES = )"([^"]+\.css)"', scripts))
    assert sheets - linked - loaded == {"gallery/gallery.css"}  # which other sites load
    assert len(re.findall(r"\bloadSheet\((?!href\)|STYLES\)|\")", scripts)) == 0
