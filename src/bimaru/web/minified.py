"""The page's scripts and styles as they are sent: without comments and indentation, a quarter of their bytes.

Comments become as many line ends, so that a line has the number that it has in the source.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_KEPT: Final = 256
"""Files that are kept as they are sent: more than the page has."""
_QUOTED: Final = r""" "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*' """
_TEMPLATE: Final = r" `(?:[^`\\]|\\.)*` "
_PATTERN: Final = r" (?<=[(,=:\[!&|?{};\n\ ])/(?![*/ ])(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/ "
"""A regular expression; a quotient that is taken for one stays as it is, too."""
_COMMENT: Final = r" [ \t]* /\* .*? \*/ [ \t]* "
_LINE_COMMENT: Final = r" [ \t]* // [^\n]* "
_EDGE: Final = r" ^[ \t]+ | [ \t]+$ "
_FLAGS: Final = re.DOTALL | re.MULTILINE | re.VERBOSE
_PIECES: Final = {
    ".js": re.compile(
        f"(?P<text>{_QUOTED}|{_TEMPLATE}|{_PATTERN}) | {_LINE_COMMENT} | {_COMMENT} | {_EDGE}", _FLAGS
    ),
    ".css": re.compile(f"(?P<text>{_QUOTED}) | {_COMMENT} | {_EDGE}", _FLAGS),
}
"""What stays as it is or goes, by the suffix of a file."""


@lru_cache(_KEPT)
def minified(content: bytes, suffix: str) -> bytes:
    """A file of the page, the same to the browser; one with another suffix as it is."""
    pieces = _PIECES.get(suffix)
    return content if pieces is None else pieces.sub(_what_is_sent, content.decode()).encode()


def _what_is_sent(piece: re.Match[str]) -> str:
    if (text := piece["text"]) is not None:
        return text
    around = piece.string[piece.start() - 1 : piece.start()], piece.string[piece.end() : piece.end() + 1]
    is_at_edge = piece.start() == 0 or "\n" in around or piece.end() == len(piece.string)
    return "\n" * piece[0].count("\n") or ("" if is_at_edge else " ")
