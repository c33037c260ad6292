"""Books as EPUB 3.3 (W3C), from the manuscripts of printed ones; the same input gives the same bytes."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from html import escape
from typing import Any, Final
from uuid import NAMESPACE_URL, uuid5
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from bimaru.books.hypertext import STYLE, Links, Part, parts, xhtml
from bimaru.books.isbn import isbn_13
from bimaru.books.manuscript import Manuscript

_CONTAINER: Final = """\
<?xml version="1.0" encoding="utf-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
<rootfile full-path="book/package.opf" media-type="application/oebps-package+xml"/>
</rootfiles></container>
"""
_ACCESS: Final = (
    ("accessMode", "textual"),
    ("accessMode", "visual"),
    ("accessModeSufficient", "textual"),
    ("accessibilityFeature", "alternativeText"),
    ("accessibilityFeature", "structuralNavigation"),
    ("accessibilityHazard", "none"),
    ("accessibilitySummary", "Every board is described in words."),
)
"""What the book is for readers who do not see it (EPUB Accessibility 1.1)."""
_SOURCE: Final = re.compile(' src="([^"]*)"')
_FIRST: Final = (1980, 1, 1, 0, 0, 0)
"""The time of every file in the archive."""


def epub(manuscript: Manuscript) -> bytes:
    """A book as EPUB."""
    data = manuscript.data
    links = Links(_image, lambda name, anchor: f"{name}.xhtml#{anchor}")
    found = [*parts(data, links)]
    documents = {f"{part.name}.xhtml": xhtml(part, data["language"]) for part in found}
    documents["nav.xhtml"] = xhtml(_navigation(found, data), data["language"])
    named = {name for document in documents.values() for name in _SOURCE.findall(document)}
    used = {name: content for name, content in manuscript.files.items() if name in named}
    documents["package.opf"] = _package(data, found, sorted(used), _identifier(data, documents, used))
    files = {**{name: text.encode() for name, text in documents.items()}, "style.css": STYLE.encode(), **used}
    file = io.BytesIO()
    with ZipFile(file, "w") as archive:
        _add(archive, "mimetype", b"application/epub+zip", ZIP_STORED)
        _add(archive, "META-INF/container.xml", _CONTAINER.encode())
        for name, content in sorted(files.items()):
            _add(archive, f"book/{name}", content)
    return file.getvalue()


def _add(archive: ZipFile, name: str, content: bytes, method: int = ZIP_DEFLATED) -> None:
    entry = ZipInfo(name, _FIRST)
    entry.compress_type = method
    entry.external_attr = 0o644 << 16
    archive.writestr(entry, content)


def _image(drawn: Mapping[str, Any]) -> str:
    return f'<img src="{drawn["file"]}" alt="{escape(drawn["alt"], quote=True)}"/>'


def _navigation(found: list[Part], data: Mapping[str, Any]) -> Part:
    items = "".join(f'<li><a href="{part.name}.xhtml">{escape(part.title)}</a></li>' for part in found)
    title = data["labels"]["contents"]
    body = f'<nav epub:type="toc" id="toc"><ol>{items}</ol></nav>'
    return Part("nav", title, body, "frontmatter")


def _identifier(data: Mapping[str, Any], documents: Mapping[str, str], used: Mapping[str, bytes]) -> str:
    """The ISBN, or a name made of what is in the book."""
    if data["isbn"]:
        return f"urn:isbn:{isbn_13(data['isbn'])}"
    digest = sha256("".join(documents.values()).encode() + b"".join(used.values())).hexdigest()
    return f"urn:uuid:{uuid5(NAMESPACE_URL, digest)}"


def _package(data: Mapping[str, Any], found: list[Part], pictures: list[str], identifier: str) -> str:
    items = [*_items(found, pictures)]
    spine = [f'<itemref idref="{part.name}"/>' for part in found]
    spine.insert(1, '<itemref idref="nav"/>')
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"'
        f' xml:lang="{data["language"]}">\n<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">\n'
        + "\n".join(_metadata(data, identifier))
        + f"\n</metadata>\n<manifest>\n{chr(10).join(items)}\n</manifest>\n"
        f"<spine>\n{chr(10).join(spine)}\n</spine>\n</package>\n"
    )


def _metadata(data: Mapping[str, Any], identifier: str) -> Iterator[str]:
    yield f'<dc:identifier id="id">{escape(identifier)}</dc:identifier>'
    for name in ("title", "language", "creator", "publisher", "subject", "date"):
        if text := data["author" if name == "creator" else name]:
            yield f"<dc:{name}>{escape(text)}</dc:{name}>"
    yield f'<meta property="dcterms:modified">{data["date"] or "2000-01-01"}T00:00:00Z</meta>'
    for name, text in _ACCESS:
        yield f'<meta property="schema:{name}">{text}</meta>'


def _items(found: list[Part], pictures: list[str]) -> Iterator[str]:
    page = "application/xhtml+xml"
    yield f'<item id="nav" href="nav.xhtml" media-type="{page}" properties="nav"/>'
    for part in found:
        yield f'<item id="{part.name}" href="{part.name}.xhtml" media-type="{page}"/>'
    yield '<item id="style" href="style.css" media-type="text/css"/>'
    for number, name in enumerate(pictures):
        yield f'<item id="picture-{number}" href="{name}" media-type="image/svg+xml"/>'
