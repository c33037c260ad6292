"""Format names, and where each format lives. Nothing is imported before it is used."""

from __future__ import annotations

from importlib import import_module
from typing import Final

from bimaru.formats.protocol import Format, UnknownFormatError

REGISTRY: Final = {
    "text": "bimaru.formats.text:FORMAT",
    "json": "bimaru.formats.jsonl:FORMAT",
    "csplib": "bimaru.formats.csplib:FORMAT",
    "minizinc": "bimaru.formats.minizinc:FORMAT",
    "csc384": "bimaru.formats.csc384:NEW",
    "csc384-old": "bimaru.formats.csc384:OLD",
    "ist": "bimaru.formats.ist:FORMAT",
    "puzzlink": "bimaru.formats.puzzlink:FORMAT",
    "pzprv3": "bimaru.formats.pzprv3:FORMAT",
    "boats": "bimaru.formats.boats:FORMAT",
    "kmkeen": "bimaru.formats.kmkeen:FORMAT",
}
"""Name to `module:value`, in the order in which a text is tried against them."""


def format_named(name: str) -> Format:
    """The format of that name. Raises `UnknownFormatError`."""
    if name not in REGISTRY:
        raise UnknownFormatError(f"no format is called {name!r}; there are {', '.join(sorted(REGISTRY))}")
    module, _, value = REGISTRY[name].partition(":")
    found: Format = getattr(import_module(module), value)
    return found
