"""Sites of static files: the page, with an engine for the browser or without, and a gallery of puzzles."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Final

import bimaru
from bimaru.atomic_files import temporary_directory, write_errors
from bimaru.errors import BimaruError
from bimaru.web.content_coding import gzipped, is_compressible
from bimaru.web.content_policy import EXCEPTIONS, HEADERS, meta_policy, policy_text
from bimaru.web.gallery import APP, LIST, Gallery, gallery_files
from bimaru.web.page_files import (
    COMPRESSED,
    INDEX,
    MEDIA_TYPES,
    PAGE,
    SERVICE_WORKER,
    read_page,
    service_worker,
)

MANIFEST: Final = "engine.json"
"""The list of the files of an engine."""
MARK: Final = "site.json"
"""The list of the files of a site."""
_DOCUMENTS: Final = (INDEX, "embed.html")
"""The documents of the page that use the engine."""
_POLICY: Final = "Content-Security-Policy"
_HEAD: Final = '<meta charset="utf-8">\n'


class NotASiteError(BimaruError, ValueError):
    """A directory with files that are not those of a site."""


class NotAnEngineError(BimaruError, ValueError):
    """A directory that is not an engine for this version of bimaru."""


@dataclass(frozen=True, slots=True)
class BrowserEngine:
    """An engine for the browser, as `make site` builds it: its files, and the page bundled for it."""

    directory: Path
    address: str
    """Of its folder in a site: `engine/`, a digest of its content, and a slash."""
    names: tuple[str, ...]
    """Of its files, without compressed copies."""

    @classmethod
    def open(cls, directory: Path) -> BrowserEngine:
        """The engine in a directory. Raises `NotAnEngineError`."""
        try:
            data = json.loads((directory / MANIFEST).read_text(encoding="utf-8"))
            version, digest, names = str(data["bimaru"]), str(data["digest"]), tuple(map(str, data["files"]))
        except (OSError, ValueError, KeyError, TypeError):
            raise NotAnEngineError(f"{directory}: not an engine: it has no valid {MANIFEST}") from None
        if version != bimaru.__version__:
            raise NotAnEngineError(
                f"{directory}: an engine of bimaru {version}; this is bimaru {bimaru.__version__}"
            )
        missing = [name for name in names if not (directory / name).is_file()]
        if missing:
            raise NotAnEngineError(f"{directory}: incomplete: {', '.join(missing)} missing")
        return cls(directory, f"engine/{digest}/", (*names, MANIFEST))

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Its files and their compressed copies, by their paths in a site."""
        for name in self.names:
            for suffix in ("", *COMPRESSED.values()):
                file = self.directory / (name + suffix)
                if file.is_file():
                    yield f"{self.address}{name}{suffix}", file.read_bytes()


def site_files(engine: BrowserEngine | None = None, gallery: Gallery | None = None) -> dict[str, bytes]:
    """All files of a site, by their paths.

    Without an engine, the page offers only play and Check, and says what is missing."""
    bundled = engine.directory / "page" if engine else PAGE
    page = read_page(bundled if bundled.is_dir() else PAGE)
    page |= {path: _document(page[path], path, engine, gallery) for path in _DOCUMENTS if path in page}
    if gallery is not None:
        page[APP] = page[INDEX]
        page |= gallery_files(gallery, page[INDEX].decode())
    engine_paths = [f"{engine.address}{name}" for name in engine.names] if engine else []
    page[SERVICE_WORKER] = service_worker(page, engine_paths)
    texts = (path for path in page if is_compressible(MEDIA_TYPES[Path(path).suffix]))
    files = page | {f"{path}.gz": gzipped(page[path]) for path in texts}
    if bundled != PAGE:
        files |= _brotli_copies(bundled, page)
    return dict(engine.files() if engine else ()) | files | {"_headers": _host_headers(engine)}


def write_site(directory: Path, files: Mapping[str, bytes]) -> None:
    """Write a site into a directory. Of an earlier one in it, files that the new one lacks are removed; any
    other files stay.

    The files appear when all are written, documents last; after an error the directory is as it was before.
    Raises `NotASiteError` and `WriteError`."""
    earlier = _files_of_site(directory)
    mark = json.dumps({"bimaru": bimaru.__version__, "files": sorted(files)}).encode()
    with temporary_directory(directory, _rank) as part:
        for path, content in {**files, MARK: mark}.items():
            with write_errors(str(directory / path)):
                (part / path).parent.mkdir(parents=True, exist_ok=True)
                (part / path).write_bytes(content)
    for path in earlier - files.keys():
        (directory / path).unlink(missing_ok=True)


def _rank(path: str) -> tuple[bool, bool, bool]:
    """The sort key of the files: the mark first, by which the next run knows the directory if this one is
    killed, and last what browsers start with."""
    return path != MARK, path.endswith(".html"), path == SERVICE_WORKER


def _files_of_site(directory: Path) -> set[str]:
    """The files of the site in a directory, none if that is missing or has only hidden files, such as `.git`
    or what a killed run left. Raises `NotASiteError`."""
    if not directory.exists() or all(entry.name.startswith(".") for entry in directory.iterdir()):
        return set()
    try:
        paths = json.loads((directory / MARK).read_text(encoding="utf-8"))["files"]
    except (OSError, ValueError, KeyError, TypeError):
        raise NotASiteError(f"{directory}: neither empty nor a site that bimaru made") from None
    return {path for path in map(str, paths) if not Path(path).is_absolute() and ".." not in Path(path).parts}


def _brotli_copies(directory: Path, page: Mapping[str, bytes]) -> dict[str, bytes]:
    """The compressed copies of the files that are as they are in a directory."""
    copies = {}
    for path, content in page.items():
        copy = directory / f"{path}.br"
        if copy.is_file() and (directory / path).read_bytes() == content:
            copies[f"{path}.br"] = copy.read_bytes()
    return copies


def _document(html: bytes, path: str, engine: BrowserEngine | None, gallery: Gallery | None) -> bytes:
    """A document of the page with the settings of its site and, for hosts that send none, its policy."""
    settings = {"engine": engine.address if engine else ""}
    if gallery is not None:
        settings["gallery"] = LIST
    lines = [meta_policy(f"/{path}")]
    lines += (f'<meta name="bimaru-{name}" content="{escape(value)}">' for name, value in settings.items())
    return html.decode().replace(_HEAD, _HEAD + "".join(f"    {line}\n" for line in lines), 1).encode()


def _host_headers(engine: BrowserEngine | None) -> bytes:
    """The headers for hosts that read a file `_headers`; other hosts ignore it."""
    rules = {"/*": {name: value for name, value in HEADERS.items() if name != _POLICY}}
    rules |= {path: {_POLICY: policy_text(more)} for path, more in EXCEPTIONS.items()}
    rules |= {path: {_POLICY: policy_text()} for path in ("/", f"/{INDEX}")}
    if engine is not None:
        rules[f"/{engine.address}*"] = {"Cache-Control": "public, max-age=31536000, immutable"}
    lines = []
    for path, headers in rules.items():
        lines += [path, *(f"  {name}: {value}" for name, value in headers.items())]
    return "\n".join([*lines, ""]).encode()
