"""The pixels of a PNG file of eight bits a channel (W3C, "Portable Network Graphics", 7 and 9)."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from typing import NamedTuple

_CHANNELS = {0: 1, 2: 3, 4: 2, 6: 4}


class Image(NamedTuple):
    """The sides of an image in pixels, and its rows of bytes."""

    width: int
    height: int
    channels: int
    rows: list[bytes]

    def pixel(self, x: int, y: int) -> tuple[int, int, int]:
        """Red, green and blue."""
        found = self.rows[y][x * self.channels : (x + 1) * self.channels]
        return (found[0], found[0], found[0]) if self.channels < 3 else (found[0], found[1], found[2])


def image_of(data: bytes) -> Image:
    """The image in a file."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    chunks = [*_chunks(data)]
    (head,) = (body for kind, body in chunks if kind == b"IHDR")
    width, height, depth, colour, *_ = struct.unpack(">LLBBBBB", head)
    assert depth == 8
    channels = _CHANNELS[colour]
    packed = zlib.decompress(b"".join(body for kind, body in chunks if kind == b"IDAT"))
    return Image(width, height, channels, [*_rows(packed, width * channels, channels)])


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 8
    while at < len(data):
        (length,) = struct.unpack_from(">L", data, at)
        yield data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        at += 12 + length


def _rows(packed: bytes, length: int, channels: int) -> Iterator[bytes]:
    above = bytes(length)
    for start in range(0, len(packed), length + 1):
        kind, row = packed[start], bytearray(packed[start + 1 : start + 1 + length])
        if kind == 2:  # the most frequent one
            row = bytearray((one + up) & 255 for one, up in zip(row, above, strict=True))
        elif kind:
            for i in range(length):
                left = row[i - channels] if i >= channels else 0
                corner = above[i - channels] if i >= channels else 0
                row[i] = (row[i] + _predicted(kind, left, above[i], corner)) % 256
        above = bytes(row)
        yield above


def _predicted(kind: int, left: int, up: int, corner: int) -> int:
    if kind == 4:
        near = left + up - corner
        return min((left, up, corner), key=lambda one: abs(near - one))
    return left if kind == 1 else (left + up) // 2
