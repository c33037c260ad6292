"""Content codings: whether a client accepts one, and content compressed for it."""

from __future__ import annotations

import gzip
from functools import lru_cache
from typing import Final

_KEPT: Final = 256
"""Contents that are kept compressed: more than the page has files."""
_TEXT: Final = ("text/", "application/json", "application/manifest+json", "image/svg+xml", "application/wasm")
"""How the media types begin of what becomes smaller."""


def is_accepted(coding: str, header: str) -> bool:
    """Whether an `Accept-Encoding` header accepts a content coding (RFC 9110, section 12.5.3)."""
    weights = dict(_weighted(part) for part in header.lower().split(","))
    return weights.get(coding, weights.get("*", 0.0)) > 0


def _weighted(part: str) -> tuple[str, float]:
    """A coding and its weight; one with a malformed weight is refused."""
    coding, _, parameter = (piece.strip() for piece in part.partition(";"))
    try:
        return coding, float(parameter.removeprefix("q=")) if parameter else 1.0
    except ValueError:
        return coding, 0.0


def is_compressible(media_type: str) -> bool:
    """Whether content of a media type becomes smaller."""
    return media_type.startswith(_TEXT)


@lru_cache(_KEPT)
def gzipped(content: bytes) -> bytes:
    """The content in gzip, always the same bytes."""
    return gzip.compress(content, mtime=0)
