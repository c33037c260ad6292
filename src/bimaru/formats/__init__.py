"""The formats that people already have: reading, writing, and telling them apart."""

from bimaru.formats.protocol import CannotWriteError, Format, InvalidTextError, TextFault, UnknownFormatError
from bimaru.formats.reading import parse, parse_all, read, read_all, sniff
from bimaru.formats.registry import REGISTRY, format_named
from bimaru.formats.source import Source
from bimaru.formats.writing import write, write_all

__all__ = [
    "REGISTRY",
    "CannotWriteError",
    "Format",
    "InvalidTextError",
    "Source",
    "TextFault",
    "UnknownFormatError",
    "format_named",
    "parse",
    "parse_all",
    "read",
    "read_all",
    "sniff",
    "write",
    "write_all",
]
