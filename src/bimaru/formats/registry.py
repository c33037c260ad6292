"""Format names, and the module that defines each. Modules are imported on first use."""

from __future__ import annotations

from importlib import import_module
from typing import Final, Literal, TypeAlias

from bimaru.formats.format import Format, UnknownFormatError

REGISTRY: Final = {
    "text": "bimaru.formats.text:FORMAT",
    "json": "bimaru.formats.json_format:FORMAT",
    "csplib": "bimaru.formats.csplib:FORMAT",
    "minizinc": "bimaru.formats.minizinc:FORMAT",
    "csc384": "bimaru.formats.csc384:NEW",
    "csc384-old": "bimaru.formats.csc384:OLD",
    "ist": "bimaru.formats.ist:FORMAT",
    "puzzlink": "bimaru.formats.puzzlink:FORMAT",
    "pzprv3": "bimaru.formats.pzprv3:FORMAT",
    "boats": "bimaru.formats.boats:FORMAT",
    "kmkeen": "bimaru.formats.kmkeen:FORMAT",
    "permalink": "bimaru.formats.permalink:FORMAT",
}
"""Name to `module:attribute`, in the order in which detection tries them."""

FormatName: TypeAlias = Literal[
    "text",
    "json",
    "csplib",
    "minizinc",
    "csc384",
    "csc384-old",
    "ist",
    "puzzlink",
    "pzprv3",
    "boats",
    "kmkeen",
    "permalink",
]
"""The keys of `REGISTRY`, for editors to complete. Such names are often data, so calls accept any text."""


def format_named(name: str) -> Format:
    """The format with this name. Raises `UnknownFormatError`."""
    if name not in REGISTRY:
        is_file = "; the text is returned, not written to a file" if "." in name else ""
        names = ", ".join(sorted(REGISTRY))
        raise UnknownFormatError(f"unknown format {name!r}; choose one of {names}{is_file}")
    module, _, attribute = REGISTRY[name].partition(":")
    found: Format = getattr(import_module(module), attribute)
    return found
