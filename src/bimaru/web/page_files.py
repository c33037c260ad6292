"""The files of the page: those of the package, those of a folder that holds a site, and their media types."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from bimaru.deduction.languages import LANGUAGES
from bimaru.deduction.languages.en import ENGLISH
from bimaru.deduction.languages.language import Language
from bimaru.web.minified import minified

PAGE: Final = Path(__file__).parent / "page"
INDEX: Final = "index.html"
SERVICE_WORKER: Final = "service-worker.js"
PRINCIPLES: Final = "tutorial/principles.json"
_SHIPS: Final = ("1", "2", "3", "4", "polyomino 3", "polyomino 4", "polyomino 5", "word")
_SHARED: Final = (*(f"ship {kind}" for kind in _SHIPS), "part S", "part letter", "then")
"""The words of the library that the page uses as they are, by their keys."""
COMPRESSED: Final = {"br": ".br", "gzip": ".gz"}
"""The content codings of files that lie beside others, and their suffixes, the smaller one first."""
MEDIA_TYPES: Final = {
    ".css": "text/css",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".zip": "application/zip",
}
"""Fixed, since browsers run no script with another type than a script's."""
_HASHED: Final = re.compile(r"(^|/)engine/[0-9a-f]{12}/|-[0-9A-Z]{8}\.(css|js)$")
_VERSION_LENGTH: Final = 16
_START: Final = b'<script type="module" src="main.js"></script>\n'
_IMPORT: Final = re.compile(r'^import .*"(\.[^"]+)";$', re.MULTILINE)
"""What a module loads before it runs."""


def is_unchanging(path: str) -> bool:
    """Whether the path of a file names its content, so that it can be cached for good."""
    return _HASHED.search(path) is not None


def read_page(directory: Path = PAGE) -> dict[str, bytes]:
    """The files of a page as they are sent, by their paths; compressed copies are left out."""
    files = {
        file.relative_to(directory).as_posix(): read_file(file)
        for file in sorted(directory.rglob("*"))
        if file.suffix in MEDIA_TYPES
    }
    return files | library_files()


def library_files() -> dict[str, bytes]:
    """What the page says in the library's words: for each language a table from English to its own and, for
    lessons, what techniques rest on, by language and technique."""
    principles = {
        code: {technique: language.principle(technique) for technique in language.techniques}
        for code, language in LANGUAGES.items()
    }
    others = {code: language for code, language in LANGUAGES.items() if language is not ENGLISH}
    tables = {f"languages/{code}.json": _words(language) for code, language in others.items()}
    return {path: json.dumps(said).encode() for path, said in {PRINCIPLES: principles, **tables}.items()}


def _words(language: Language) -> dict[str, str]:
    """The names of techniques and grades, and words for ships, by what they are in English."""
    said = {ENGLISH.table[key]: language.table[key] for key in _SHARED}
    both = {ENGLISH.phrases["rest_of_lines"]: language.phrases["rest_of_lines"]}
    return said | both | {**language.techniques, **language.grades}


def read_file(file: Path) -> bytes:
    """A file as it is sent: those of the package are sources, those of other pages stay as built."""
    content = file.read_bytes()
    if file == PAGE / INDEX:
        return content.replace(_START, _START + _preloads())
    return minified(content, file.suffix) if file.is_relative_to(PAGE) else content


@cache
def _preloads() -> bytes:
    """Links to the modules of the start, with which none waits for the one that imports it."""
    modules = [PAGE / "main.js"]
    for module in modules:
        for path in _IMPORT.findall(module.read_text(encoding="utf-8")):
            if (imported := (module.parent / path).resolve()) not in modules:
                modules.append(imported)
    paths = (module.relative_to(PAGE).as_posix() for module in modules[1:])
    return "".join(f'    <link rel="modulepreload" href="{path}">\n' for path in sorted(paths)).encode()


def service_worker(page: Mapping[str, bytes], engine: Iterable[str] = ()) -> bytes:
    """The service worker of a page with these files; it also keeps the engine's, once loaded."""
    script = page[SERVICE_WORKER]
    files = {path: content for path, content in page.items() if path != SERVICE_WORKER}
    digest = sha256(script)
    for path, content in sorted(files.items()):
        digest.update(f"{path} {len(content)} ".encode() + content)
    site = {
        "version": digest.hexdigest()[:_VERSION_LENGTH],
        "files": ["./" if path == INDEX else path for path in sorted(files)],
        "engine": sorted(engine),
    }
    return f"self.SITE = {json.dumps(site)};\n".encode() + script
