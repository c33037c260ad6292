"""The formats that puzzles are published in: reading, writing, detection."""

from bimaru.formats.format import CannotWriteError, Format, UnknownFormatError
from bimaru.formats.input_files import Source
from bimaru.formats.lines import InvalidTextError, TextFault
from bimaru.formats.reading import parse, parse_all, read, read_all, sniff, write, write_all
from bimaru.formats.registry import REGISTRY, format_named

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
