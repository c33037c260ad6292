"""Typesetting with Typst: the one place that knows its package, its typefaces and its errors.

A document is a template in Typst with the files that it reads, all in memory: data, pictures, other
templates. A template of one's own may also read what is in its folder, and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from bimaru.errors import BimaruError, FontError, MissingExtraError

if TYPE_CHECKING:
    from typst import Fonts

SANS: Final = "Bimaru Sans"
"""What numbers and pictures are set in: Source Sans 3 under the name that its licence asks for."""
SERIF: Final = "Libertinus Serif"
"""What text is set in; it comes with Typst."""
_TYPEFACES: Final = Path(__file__).parent / "typefaces"
_UNPARSED: Final = b"<!--//-->"
"""Begins pictures: the package parses every file as a template, in which the rest of this line is a comment.
Without it a picture takes some fifty kilobytes more."""
LONG: Final = 100
"""Files beyond which a document is typeset in another process, since that takes seconds, as a template of
one's own may: Ctrl-C ends that process, but cannot interrupt the typesetter."""
_PACKAGE: Final = re.compile(rb"""\b(?:import|include)\s*\(?\s*"@""")
_NO_ROOM: Final = re.compile("assertion failed: no room: (.*)", re.DOTALL)
"""How bimaru's templates refuse a text: `refuse` in `parts.typ`."""
_ESCAPED: Final = re.compile(r"\\u\{([0-9a-f]+)\}")
"""How Typst writes characters that are not printable."""
_LACKING: Final = re.compile(r"the text `\"(.*)\"` could not be displayed with (?:font )?(.*)")


class TypesettingError(BimaruError, ValueError):
    """A template has a fault; the message names its file and line, and what is wrong there."""


class NoRoomError(BimaruError, ValueError):
    """A text is too long for its place in a document; the message says which."""


class Face(NamedTuple):
    """A typeface as Typst finds it: its family, and which of its faces."""

    family: str = SERIF
    weight: int = 400
    style: str = "normal"
    stretch: float = 1.0


class Typefaces(NamedTuple):
    """The files of typefaces of one's own, and the faces of text and of titles."""

    files: tuple[str, ...] = ()
    text: Face = Face()
    titles: Face = Face()


def typefaces_of(text: str = "", titles: str = "") -> Typefaces:
    """The typefaces of these font files; empty for Typst's serif. Titles that are left out are set in the
    typeface of the text.

    Raises `FontError`, and `MissingExtraError`."""
    chosen = _face_of(text) if text else Face()
    of_titles = _face_of(titles) if titles else chosen
    return Typefaces(tuple(path for path in (text, titles) if path), chosen, of_titles)


def typeset(
    main: str,
    files: Mapping[str, bytes],
    to: Literal["pdf", "png"] = "pdf",
    *,
    root: Path | None = None,
    typefaces: Typefaces = Typefaces(),  # noqa: B008  # a value
) -> bytes:
    """A document as PDF, accessible (PDF/UA-1), or its page as PNG, a pixel a point.

    `main`: the name, among the files, of the template; `root`: the folder of files that it may read besides
    these. Raises `FontError` for a character that no typeface has, `TypesettingError`, and
    `MissingExtraError`."""
    arguments = (main, files, to, root, typefaces)
    if len(files) <= LONG and root is None:
        return _typeset(*arguments)
    from bimaru.processes.killable import call_killable  # imported late: only for long documents

    made = call_killable(_attempt, *arguments)
    if not isinstance(made, bytes):
        raise made or TypesettingError("the process that typesets has ended")
    return made


def _attempt(*arguments: Any) -> bytes | BimaruError:
    """`_typeset`, with errors as values."""
    try:
        return _typeset(*arguments)
    except BimaruError as error:
        return error


def _typeset(
    main: str,
    files: Mapping[str, bytes],
    to: str,
    root: Path | None,
    typefaces: Typefaces,
) -> bytes:
    typst = _typst()
    for name, content in files.items():
        if name.endswith(".typ") and _PACKAGE.search(content):
            raise TypesettingError(
                f"{name}: packages are not fetched: copy what it needs beside the template"
            )
    first = {"main.typ": f'#include "{main}"\n'.encode()}
    files = {name: _UNPARSED * name.endswith(".svg") + content for name, content in files.items()}
    try:
        made = typst.compile(
            first | files,
            root=str(root or _TYPEFACES),
            format=to,
            ppi=72,
            font_paths=_fonts(typefaces.files),
            ignore_system_fonts=True,
            pdf_standards=["ua-1"] if to == "pdf" else [],
        )
    except typst.TypstError as error:
        raise _translated(error) from None
    return bytes(made)


def check_text(text: str, typefaces: Typefaces = Typefaces()) -> None:  # noqa: B008  # a value
    """Raise `FontError` for a text that has a character which no typeface has."""
    if not text.isascii():
        source = (
            f"#set document(title: [-])\n#text(font: {_listed(typefaces)}, fallback: false, {_quoted(text)})"
        )
        typeset("text.typ", {"text.typ": source.encode()}, typefaces=typefaces)


def _listed(typefaces: Typefaces) -> str:
    families = dict.fromkeys((SANS, typefaces.text.family, typefaces.titles.family))
    return f"({', '.join(map(_quoted, families))})"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _typst() -> ModuleType:
    try:
        import typst
    except ImportError as error:
        raise MissingExtraError("drawing as PDF or PNG", "print") from error
    return typst


@lru_cache(maxsize=8)
def _fonts(files: tuple[str, ...]) -> Fonts:
    """The typefaces of Typst, of bimaru, and in these files."""
    folders = dict.fromkeys(str(Path(file).resolve().parent) for file in files)
    fonts: Fonts = _typst().Fonts(include_system_fonts=False, font_paths=[str(_TYPEFACES), *folders])
    return fonts


def _face_of(path: str) -> Face:
    """The face in a font file. Bold and italic ones of its family are read from the same folder."""
    file = Path(path).resolve()
    found = [font for font in _fonts((path,)).fonts() if font.path and Path(font.path) == file]
    if not found:
        reason = "no such file" if not file.is_file() else "it is no TrueType or OpenType font"
        raise FontError(f"{path}: not a font that can be embedded: {reason}")
    return Face(found[0].family, found[0].weight, found[0].style, found[0].stretch)


def _translated(error: Exception) -> BimaruError:
    message = str(error)
    if lacking := _LACKING.search(message):
        text, name = _ESCAPED.sub(lambda found: chr(int(found[1], 16)), lacking[1]), lacking[2].strip('`"')
        listed = ", ".join(f"{char!r} (U+{ord(char):04X})" for char in dict.fromkeys(text))
        face = SANS if name == "a font" else name
        return FontError(f"{face} has no sign for {listed}: choose a font that has it, with --font")
    if refused := _NO_ROOM.search(message):
        return NoRoomError(refused[1].strip())
    diagnostic: str = getattr(error, "diagnostic", message)
    return TypesettingError(diagnostic.strip().removeprefix("error: "))
